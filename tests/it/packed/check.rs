//! `kura check` on packed positions, and what other commands say of such files.

use crate::rules::games::random_game;
use crate::support::{Folder, stderr, stdout};
use kifukura::check::{LISTED, check_positions};
use kifukura::formats::packed::hcpe3::{Game, GameEnd, SearchedMove};
use kifukura::formats::packed::{PackedFormat, hcpe, psv};
use kifukura::record::{Code, GameResult};
use kifukura::rules::Color;
use kifukura::rules::shogi::{Move, Position};
use serde_json::{Value, json};
use std::io::Write;

/// The move 5e5d in hcpe3; at its beginning nothing stands there.
const EMPTY_ORIGIN: [u8; 2] = (40u16 << 7 | 39).to_le_bytes();

/// The positions of a random game, each with the move played there.
fn positions(seed: u64) -> Vec<(Position, Move)> {
    let mut all = Vec::new();
    random_game(seed, 60, |position, mv| all.extend(mv.map(|mv| (position.clone(), mv))));
    all
}

fn psv_file(seed: u64) -> Vec<u8> {
    let mut file = Vec::new();
    for (number, (position, mv)) in positions(seed).iter().enumerate() {
        let result = if number % 3 == 0 { GameResult::Draw } else { GameResult::Won(Color::Black) };
        let score = if number == 7 { -250 } else { 0 };
        psv::Record { score, ..psv::Record::new(position, Some(*mv), result) }.write(&mut file).unwrap();
    }
    file
}

fn hcpe_file(seed: u64) -> Vec<u8> {
    let mut file = Vec::new();
    for (position, mv) in &positions(seed) {
        hcpe::Record::new(position, Some(*mv), GameResult::Won(Color::White)).write(&mut file).unwrap();
    }
    file
}

fn hcpe3_file() -> Vec<u8> {
    let mut file = Vec::new();
    for seed in 0..3 {
        let moves: Vec<_> = positions(seed).iter().map(|(_, mv)| SearchedMove::played(*mv, 10)).collect();
        let end = GameEnd::default();
        let game = Game { start: Position::startpos(), moves, result: GameResult::Draw, end, opponent: 0 };
        game.write(&mut file).unwrap();
    }
    file
}

#[test]
fn sound_files_are_counted() {
    let folder = Folder::new();
    let file = psv_file(1);
    folder.write("a.psv", &file);
    let checked = folder.kura(&["check", "a.psv"]);
    let drops = positions(1).iter().filter(|(_, mv)| mv.is_drop()).count();
    let promotions = positions(1).iter().filter(|(_, mv)| mv.promotes()).count();
    let in_check = positions(1).iter().filter(|(position, _)| position.in_check()).count();
    let text = format!(
        "a.psv: 60 records (psv, 2,400 bytes), 60 positions\n  sound     60 of 60\n  to move   30 Black, 30 White; \
         {in_check} in check\n  moves     {} on the board, {promotions} of them promotions; {drops} drops; 0 without\n  \
         results   40 won by Black, 0 by White, 20 drawn\n  scores    -250 to 0; 59 are 0\n  plies     1 to 60\n",
        60 - drops
    );
    assert_eq!(stdout(&checked), text);
    assert_eq!(stderr(&checked), "1 file, 0 games, 60 packed positions: 0 errors, 0 warnings, 0 remarks\n");
    assert_eq!(checked.status.code(), Some(0));
    // The same file under the name that other programs give it.
    folder.write("shuffled.bin", &file);
    let other = folder.kura(&["check", "shuffled.bin"]);
    assert_eq!(stdout(&other), text.replace("a.psv", "shuffled.bin"));
    folder.write("b.hcpe", hcpe_file(1));
    let checked = folder.kura(&["check", "b.hcpe", "--format", "jsonl"]);
    let object: Value = serde_json::from_str(&stdout(&checked)).unwrap();
    let want = json!({
        "source": "b.hcpe", "format": "hcpe", "bytes": 2280, "records": 60, "positions": 60, "sound": 60, "black_wins": 0,
        "white_wins": 60, "draws": 0, "black_to_move": 30, "white_to_move": 30, "in_check": in_check,
        "board_moves": 60 - drops, "promotions": promotions, "drops": drops, "without_move": 0, "fewer_pieces": 0,
        "score_zero": 60, "score_least": 0, "score_most": 0, "ply_least": null, "ply_most": null, "findings": {}
    });
    assert_eq!(object, want);
    folder.write("c.hcpe3", hcpe3_file());
    let checked = folder.kura(&["check", "c.hcpe3"]);
    let text = stdout(&checked);
    assert!(
        text.starts_with("c.hcpe3: 3 games (hcpe3, 1,908 bytes), 180 positions\n  sound     180 of 180\n"),
        "{text}"
    );
    assert_eq!(checked.status.code(), Some(0));
}

#[test]
fn every_fault_is_found_where_it_is() {
    let mut file = psv_file(2);
    let mut change = |record: usize, at: usize, bytes: &[u8]| {
        file[record * 40 + at..][..bytes.len()].copy_from_slice(bytes);
    };
    change(3, 1, &[0xFF]);
    change(5, 34, &[0xFF, 0xFF]);
    // From 1a to 1b, whatever stands there, is no move of the sixth and of no piece.
    change(6, 34, &[1, 0]);
    change(9, 38, &[3]);
    let folder = Folder::new();
    folder.write("a.psv", [file.as_slice(), &[1, 2, 3]].concat());
    let checked = folder.kura(&["check", "a.psv", "--format", "jsonl"]);
    let lines: Vec<Value> =
        stdout(&checked).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<_> = lines[..lines.len() - 1]
        .iter()
        .map(|line| {
            (
                line["code"].as_str().unwrap(),
                line["game_index"].as_u64().unwrap(),
                line["message"].as_str().unwrap(),
            )
        })
        .collect();
    let rule = {
        let (position, _) = &positions(2)[6];
        position.judge("1a1b".parse().unwrap()).unwrap_err().to_string()
    };
    let illegal = format!("record 7 at byte 240: `1a1b` is illegal: {rule}");
    assert_eq!(
        found,
        [
            ("D001", 3, "record 4 at byte 120: the square of white's king is 127; squares are 0 to 80"),
            ("D003", 5, "record 6 at byte 200: 0xffff is no move"),
            ("D003", 6, &illegal),
            ("D004", 9, "record 10 at byte 360: 3 is no result"),
            ("D005", 60, "record 61 at byte 2400: the file ends here: 3 of 40 bytes are there"),
        ]
    );
    let report = &lines[lines.len() - 1];
    assert_eq!(report["findings"], json!({"D001": 1, "D003": 2, "D004": 1, "D005": 1}));
    assert_eq!((&report["positions"], &report["sound"]), (&json!(60), &json!(56)));
    assert_eq!(checked.status.code(), Some(1));
    let text = stdout(&folder.kura(&["check", "a.psv"]));
    let hint = format!("  hint: {}\n", Code::BadPackedMove.hint());
    assert_eq!(text.matches(&hint).count(), 1, "{text}");
    assert!(
        text.contains("a.psv: error[D003 bad-packed-move]: record 6 at byte 200: 0xffff is no move\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\n  sound     56 of 60\n  D001      1 bad-packed-position\n  D003      2 bad-packed-move\n"
        ),
        "{text}"
    );
}

#[test]
fn games_are_held_against_the_rules_move_by_move() {
    let mut file = hcpe3_file();
    let one = file.len() / 3;
    // The fifth move of the second game, and a candidate of the second move of the third.
    file[one + 36 + 4 * 10..][..2].copy_from_slice(&EMPTY_ORIGIN);
    file[2 * one + 36 + 10 + 6..][..2].copy_from_slice(&EMPTY_ORIGIN);
    let mut found = Vec::new();
    let report = check_positions(&mut &file[..], PackedFormat::Hcpe3, &mut |finding| found.push(finding));
    let places: Vec<_> = found
        .iter()
        .map(|found| (found.record, found.diagnostic.message.split("`5e5d`").next().unwrap().to_owned()))
        .collect();
    let want = [
        (1, format!("record 2 at byte {one}: move 5: ")),
        (2, format!("record 3 at byte {}: a candidate of move 2: ", 2 * one)),
    ];
    assert_eq!(places, want);
    // After the illegal move nothing of that game is looked at.
    assert_eq!((report.records, report.counts.positions, report.counts.sound), (3, 180, 60 + 4 + 59));
    assert_eq!(report.bytes, file.len() as u64);
}

/// More than are read at once, and more findings than are listed.
#[test]
fn long_files_are_read_to_their_end() {
    let (good, records) = (psv_file(4), 140_000);
    let mut file: Vec<u8> = good.iter().copied().cycle().take(records * 40).collect();
    let bad: Vec<usize> = (0..records).filter(|record| record % 500 == 499).collect();
    bad.iter().for_each(|record| file[record * 40 + 38] = 9);
    let mut found = Vec::new();
    let report =
        check_positions(&mut &file[..], PackedFormat::Psv, &mut |finding| found.push(finding.record));
    let listed: Vec<u64> =
        bad.iter().take(usize::try_from(LISTED).unwrap()).map(|record| *record as u64).collect();
    assert_eq!(found, listed);
    assert_eq!(report.findings[&Code::BadPackedResult], bad.len() as u64);
    assert_eq!((report.records, report.bytes), (records as u64, file.len() as u64));
    assert_eq!(report.counts.sound, (records - bad.len()) as u64);
    let text = kifukura::report::positions_text("a.psv", &report);
    assert!(text.contains("  D004      280 bad-packed-result (100 are listed)\n"), "{text}");
}

#[test]
fn an_import_passes_positions_over_and_says_so() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.write("in/a.psv", psv_file(1));
    folder.write("in/b.hcpe", hcpe_file(1));
    folder.write("in/game.usi", "startpos moves 7g7f 3c3d\n");
    // A record is read as one, whatever it is called.
    folder.write("in/other.psv", "position startpos moves 2g2f\n");
    let imported = folder.kura(&["import", "in", "--format", "json"]);
    let object: Value = serde_json::from_str(&stdout(&imported)).unwrap();
    let summary = if object.is_array() { &object[0] } else { &object };
    assert_eq!(
        (&summary["files"], &summary["files_without_game"], &summary["stored"]),
        (&json!(4), &json!(2), &json!(2))
    );
    let paths: Vec<_> =
        summary["positions"].as_array().unwrap().iter().map(|file| file["path"].clone()).collect();
    assert_eq!(paths, ["in/a.psv", "in/b.hcpe"]);
    assert_eq!(summary["files_unreadable"], 0);
    let said = stderr(&imported);
    let line = "note: `in/a.psv` was passed over: positions for training (psv), not games; `kura check` checks them, and \
                games come from the records that they were made of\n";
    assert!(said.contains(line), "{said}");
    assert_eq!(imported.status.code(), Some(0));
    let text = stdout(&folder.kura(&["import", "in", "--db", "other.db"]));
    assert!(
        text.contains("files without a game             2   2 of them hold packed positions\n"),
        "{text}"
    );
    let converted = folder.kura(&["convert", "in/a.psv", "--to", "csa"]);
    assert!(stderr(&converted).contains("positions for training (psv), not games"), "{}", stderr(&converted));
    assert_eq!(converted.status.code(), Some(1));
}

#[test]
fn positions_in_archives_are_checked_too() {
    let folder = Folder::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&psv_file(1)).unwrap();
    folder.write("a.psv.gz", packed.finish().unwrap());
    let checked = folder.kura(&["check", "a.psv.gz"]);
    let text = stdout(&checked);
    assert!(
        text.contains("60 records (psv, 2,400 bytes), 60 positions\n  sound     60 of 60\n"),
        "{text}{}",
        stderr(&checked)
    );
    assert_eq!(checked.status.code(), Some(0));
}
