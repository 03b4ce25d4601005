//! Databases of versions that were released.

use crate::support::{Folder, stderr, stdout};

/// What the moves verify, what the comparison with the record says, and how many games that are. Version 0.1.0 said
/// `agrees` of the games that are consistent, and `cannot_be_proved`.
const OF_0_1_0: &str = "\
verified_ending,agreement,games
checkmate,agrees,3
checkmate,nothing_declared,1
declaration,agrees,2
declaration,contradicts,1
illegal_move,agrees,10
illegal_move,nothing_declared,4
jishogi,agrees,1
jishogi,contradicts,1
lion_captured,agrees,5
lion_captured,nothing_declared,6
lion_try,agrees,5
lion_try,contradicts,1
lion_try,nothing_declared,2
max_moves,agrees,2
none,cannot_be_verified,13
none,consistent,62
none,contradicts,5
none,nothing_declared,15
perpetual_check,agrees,2
perpetual_check,contradicts,1
sennichite,agrees,2
threefold,agrees,3
threefold,nothing_declared,2
time_forfeit,agrees,1
try_rule,agrees,1
";

#[test]
fn an_older_database_opens() {
    let folder = Folder::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/database-0.1.0.db.zst");
    let bytes = zstd::stream::decode_all(std::fs::File::open(data).unwrap()).unwrap();
    folder.write("kura.db", bytes);
    let sql = "SELECT verified_ending, agreement, count(*) AS games FROM game GROUP BY 1, 2 ORDER BY 1, 2";
    let answer = folder.kura(&["sql", "--format", "csv", sql]);
    assert_eq!(stdout(&answer), OF_0_1_0, "{}", stderr(&answer));
    let doctor = folder.kura(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "{}{}", stdout(&doctor), stderr(&doctor));
    assert_eq!(stdout(&folder.kura(&["export"])).lines().count(), 151);
}
