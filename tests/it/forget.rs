//! `kura doctor --compact --forget`: what is hidden goes for good, and nothing else.

use crate::support::{Folder, stderr, stdout};
use crate::undo::{answers, import_files, well};

fn sql(folder: &Folder, question: &str) -> String {
    stdout(&folder.kura(&["sql", "--format", "csv", question])).lines().skip(1).collect::<Vec<_>>().join("\n")
}

/// How many rows some tables have.
fn rows(folder: &Folder) -> String {
    let tables =
        ["game", "branch", "note", "evaluation", "source", "source_block", "entry", "player", "operation"];
    let counts: Vec<String> =
        tables.iter().map(|table| format!("(SELECT count(*) FROM {table}) AS {table}")).collect();
    sql(folder, &format!("SELECT {}", counts.join(", ")))
}

fn forget(folder: &Folder) -> String {
    let output = folder.kura(&["doctor", "--compact", "--forget", "--yes"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    stderr(&output).lines().next().unwrap().to_owned()
}

/// The bytes of the first file of every game.
fn bytes(folder: &Folder) -> Vec<Vec<u8>> {
    let ids = sql(folder, "SELECT id FROM game WHERE hidden_by IS NULL ORDER BY id");
    ids.lines().map(|id| folder.kura(&["show", id, "--source"]).stdout).collect()
}

const MOVES: &str = "+7776FU -3334FU +2726FU -8384FU +2625FU -8485FU +6978KI -4132KI +2524FU -2324FU +2824HI -8586FU \
                     +8786FU -8286HI +2434HI -2233KA +5958OU -5152OU +3736FU -7172GI +7968GI -9394FU";

/// Imports two records of a game that differ in a comment.
fn import_two(folder: &Folder) {
    for (name, word) in [("a.csa", "好手"), ("b.csa", "悪手")] {
        let moves = MOVES.replace(' ', "\n");
        let text = format!("V2.2\nN+甲\nN-乙\n$START_TIME:2024/05/03\nPI\n+\n{moves}\n'*{word}\n%TORYO\n");
        folder.write(name, text);
    }
    import_files(folder, &["a.csa", "b.csa"]);
}

#[test]
fn what_is_hidden_goes_and_nothing_else() {
    let folder = Folder::new();
    folder.import_samples("kura.db");
    import_two(&folder);
    well(&folder, &["duplicates", "--merge"]);
    well(&folder, &["remove", "--yes", "--ending", "resignation", "--player", "先手"]);
    folder.write("late.csa", "V2.2\nN+後から\nN-乙\nPI\n+\n+7776FU\n%TORYO\n");
    import_files(&folder, &["late.csa"]);
    well(&folder, &["undo"]);
    let hidden: u64 = sql(&folder, "SELECT count(*) FROM game WHERE hidden_by IS NOT NULL").parse().unwrap();
    assert!(hidden > 5, "{hidden}");
    let (before, files) = (answers(&folder), bytes(&folder));
    let there: u64 = sql(&folder, "SELECT count(*) FROM game WHERE hidden_by IS NULL").parse().unwrap();
    let said = forget(&folder);
    assert!(said.starts_with(&format!("{hidden} games and ")), "{said}");
    assert!(said.ends_with(" were forgotten; 5 operations can no longer be undone"), "{said}");
    let after = answers(&folder);
    // All answers but the last two, which are about files and doubtful pairs, are what they were; the column of files is
    // that of the export's second answer.
    assert_eq!(after[..10], before[..10]);
    assert_eq!(bytes(&folder), files);
    assert_eq!(sql(&folder, "SELECT count(*), sum(hidden_by IS NOT NULL) FROM game"), format!("{there},0"));
    for (table, of) in
        [("branch", "game"), ("note", "game"), ("evaluation", "game"), ("altered_game", "game")]
    {
        let orphans = format!("SELECT count(*) FROM {table} WHERE {of} NOT IN (SELECT id FROM game)");
        assert_eq!(sql(&folder, &orphans), "0", "{table}");
    }
    assert_eq!(sql(&folder, "SELECT count(*) FROM player WHERE name = '後から'"), "0");
    let nothing = stderr(&folder.kura(&["undo"]));
    assert!(nothing.starts_with("error: there is no operation to undo\n"), "{nothing}");
    assert_eq!(forget(&folder), "0 games and 0 files were forgotten; 0 operations can no longer be undone");
}

#[test]
fn a_forgotten_file_is_read_again_and_one_of_which_games_stay_is_not() {
    let folder = Folder::new();
    let game = |black: &str, mv: &str| {
        format!("V2.2\nN+{black}\nN-乙\n$START_TIME:2024/05/03\nPI\n+\n{mv}\n-3334FU\n")
    };
    folder.write("one.csa", game("甲", "+7776FU"));
    folder.write("two.csa", [game("丙", "+2726FU"), game("丁", "+5756FU")].join("/\n"));
    import_files(&folder, &["one.csa", "two.csa"]);
    well(&folder, &["remove", "--yes", "--player", "甲"]);
    well(&folder, &["remove", "--yes", "--player", "丙"]);
    assert_eq!(forget(&folder), "2 games and 1 file were forgotten; 3 operations can no longer be undone");
    assert_eq!(rows(&folder), "1,0,0,0,1,1,2,2,0");
    let ledger = "SELECT number, bucket, game IS NULL, code FROM entry ORDER BY number";
    assert_eq!(sql(&folder, ledger), "0,rejected,1,removed\n1,stored,0,");
    import_files(&folder, &["one.csa", "two.csa"]);
    let names = "SELECT name FROM player ORDER BY name";
    assert_eq!(sql(&folder, names), "丁\n乙\n甲");
    // The kept bytes of both are whole.
    for (name, file) in [("甲", "one.csa"), ("丁", "two.csa")] {
        let id = sql(
            &folder,
            &format!("SELECT g.id FROM game g JOIN player p ON p.id = g.black WHERE p.name = '{name}'"),
        );
        assert_eq!(folder.kura(&["show", &id, "--source"]).stdout, std::fs::read(folder.path(file)).unwrap());
    }
}

#[test]
fn games_that_stand_for_others_keep_their_records() {
    let folder = Folder::new();
    import_two(&folder);
    well(&folder, &["duplicates", "--merge"]);
    let sources = "SELECT count(DISTINCT source) || ' ' || group_concat(bucket, ' ') FROM entry e JOIN game g ON g.id = e.game
         WHERE g.hidden_by IS NULL ORDER BY source";
    assert_eq!(forget(&folder), "2 games and 0 files were forgotten; 2 operations can no longer be undone");
    assert_eq!(sql(&folder, sources), "2 stored duplicate");
    assert_eq!(sql(&folder, "SELECT text FROM note ORDER BY text"), "好手\n悪手");
    // Both files are known.
    let again = import_files(&folder, &["a.csa", "b.csa"]);
    assert_eq!((&again["files_known"], &again["stored"]), (&2.into(), &0.into()));
}

#[test]
fn nothing_is_forgotten_unasked() {
    let folder = Folder::new();
    folder.write("one.csa", "V2.2\nN+甲\nPI\n+\n+7776FU\n");
    import_files(&folder, &["one.csa"]);
    well(&folder, &["remove", "--yes", "1"]);
    let before = rows(&folder);
    let output = folder.kura(&["doctor", "--compact", "--forget"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with(
            "error: forget 1 hidden game for good, with the files of which no other game came: there is no terminal"
        ),
        "{}",
        stderr(&output)
    );
    assert_eq!(folder.kura(&["doctor", "--forget", "--yes"]).status.code(), Some(2));
    assert_eq!(rows(&folder), before);
    well(&folder, &["undo"]);
    assert_eq!(stdout(&folder.kura(&["games"])).lines().count(), 2);
}
