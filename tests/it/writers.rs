//! What `kura convert` writes where a format or an encoding cannot hold everything, and how several games stand in one
//! file.

use crate::support::{Folder, losses, stderr, stdout, thread_seconds};
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::formats::{Loss, LossCode, Written, csa, jkf, ki2, kif, read, usi};
use kifukura::record::Record;
use kifukura::replay::{Game, replay};

const GAMES: &str =
    "V2.2\nN+甲野\nPI\n+\n+7776FU\n%TORYO\n/\nN+乙\nPI\n+\n+2726FU\n/\nPI\n+\n+7776FU\n-3334FU\n";

/// The first record of a text, written.
fn written(text: &str, write: fn(&Record, &Game) -> Written) -> Written {
    let document = read(text.as_bytes());
    let game = replay(&document.records[0]).unwrap();
    write(&document.records[0], &game)
}

fn csa22(record: &Record, game: &Game) -> Written {
    csa::write(record, game, csa::Version::V22)
}

/// Moves, encoding and findings of every game in a file that the program reads.
fn games(folder: &Folder, name: &str) -> Vec<(String, String, usize)> {
    let output = folder.kura(&["convert", "--to", "jsonl", name]);
    let games = stdout(&output);
    let game = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let moves: Vec<_> = game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let encoding = game["encoding"].as_str().unwrap().to_owned();
        (moves.join(" "), encoding, game["diagnostics"].as_array().unwrap().len())
    };
    games.lines().map(game).collect()
}

#[test]
fn several_games_are_read_back_in_every_encoding() {
    let folder = Folder::new();
    folder.write("games.csa", GAMES);
    for encoding in ["utf-8", "utf-8-bom", "cp932", "euc-jp", "iso-2022-jp", "utf-16le", "utf-16be"] {
        for format in ["csa3", "kif", "ki2", "jkf"] {
            let output = folder.kura(&["convert", "--to", format, "--encoding", encoding, "games.csa"]);
            folder.write("out", &output.stdout);
            // A closing line of KI2 is remarked on: it stands for the resignation of the first game.
            let remarks = [usize::from(format == "ki2"), 0, 0];
            let moves = ["7g7f", "2g2f", "7g7f 3c3d"].into_iter().zip(remarks);
            let want: Vec<_> =
                moves.map(|(moves, remarks)| (moves.to_owned(), encoding.to_owned(), remarks)).collect();
            assert_eq!(games(&folder, "out"), want, "{format} {encoding}");
        }
        for format in ["usen", "usi", "sfen"] {
            let output = folder.kura(&["convert", "--to", format, "--encoding", encoding, "games.csa"]);
            folder.write("out", &output.stdout);
            assert_eq!(games(&folder, "out").len(), 3, "{format} {encoding}");
        }
    }
}

#[test]
fn csa3_names_the_encoding_that_it_has() {
    let folder = Folder::new();
    folder.write("a.csa", "V2.2\nN+a\nPI\n+\n+7776FU\n");
    for (encoding, line, warnings) in [
        ("utf-8", "'CSA encoding=UTF-8", 0),
        ("ascii", "'CSA encoding=UTF-8", 0),
        ("cp932", "'CSA encoding=SHIFT_JIS", 0),
        ("euc-jp", "'CSA encoding=EUC-JP", 1),
        ("iso-2022-jp", "'CSA encoding=ISO-2022-JP", 1),
    ] {
        let output = folder.kura(&["convert", "--to", "csa3", "--encoding", encoding, "a.csa", "a.csa"]);
        assert_eq!(
            stdout(&output),
            format!("{line}\nV3.0\nN+a\nPI\n+\n+7776FU\n/\n{line}\nV3.0\nN+a\nPI\n+\n+7776FU\n")
        );
        let warning = format!(
            "warning[encoding-uncommon]: CSA names only UTF-8 and SHIFT_JIS; other programs may not read {encoding}\n"
        );
        assert_eq!(stderr(&output), warning.repeat(warnings));
    }
}

#[test]
fn games_of_csa_are_parted_on_one_output_and_not_in_files() {
    let folder = Folder::new();
    folder.write("games.csa", "PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n");
    let output = folder.kura(&["convert", "--to", "csa", "games.csa", "games.csa"]);
    let games = "V2.2\nPI\n+\n+7776FU\n/\nV2.2\nPI\n+\n+2726FU\n";
    assert_eq!(stdout(&output), format!("{games}/\n{games}"));
    std::fs::create_dir(folder.path("out")).unwrap();
    folder.kura(&["convert", "--to", "csa", "--encoding", "utf-8-bom", "--out", "out", "games.csa"]);
    for (name, mv) in [("games-1.csa", "+7776FU"), ("games-2.csa", "+2726FU")] {
        let text = std::fs::read_to_string(folder.path("out").join(name)).unwrap();
        assert_eq!(text, format!("\u{feff}V2.2\nPI\n+\n{mv}\n"));
    }
}

#[test]
fn files_of_one_name_get_numbers_and_nothing_is_written_over() {
    let folder = Folder::new();
    for name in ["in", "out"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder.write("in/a.csa", "PI\n+\n+7776FU\n");
    folder.write("in/a.kif", "   1 ２六歩(27)\n");
    folder.write("in/b.kif", "   1 ５六歩(57)\n");
    let arguments = ["convert", "--to", "usi", "--out", "out", "in"];
    let output = folder.kura(&arguments);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stderr(&output),
        "warning: in/a.kif: another file has the usual name; this one became `a-2.usi`\n"
    );
    let all = || {
        ["a.usi", "a-2.usi", "b.usi"].map(|name| {
            std::fs::read_to_string(folder.path("out").join(name))
                .unwrap()
                .replace("position startpos moves ", "")
        })
    };
    assert_eq!(all(), ["7g7f\n", "2g2f\n", "5g5f\n"]);
    std::fs::remove_file(folder.path("out/b.usi")).unwrap();
    folder.write("out/a.usi", "mine");
    let output = folder.kura(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "error: refusing to overwrite `out/a.usi`\nerror: refusing to overwrite `out/a-2.usi`\n"
    );
    assert_eq!(all(), ["mine", "2g2f\n", "5g5f\n"]);
}

#[test]
fn marks_of_the_byte_order_inside_a_file_are_nothing() {
    let mark = "\u{feff}";
    for (text, want) in [
        (
            format!(
                "   1 ７六歩(77)\n   2 投了\n{mark}手合割：角落ち\n   1 ６二銀(71)\n\u{200b}   2 ７六歩(77)\n"
            ),
            &["7g7f", "7a6b 7g7f"][..],
        ),
        (
            format!("▲７六歩\n{mark}△３四歩\nまで2手で後手の勝ち\n{mark}手合割：角落ち\n△６二銀\n"),
            &["7g7f 3c3d", "7a6b"],
        ),
        (
            format!("PI\n+\n+7776FU\n/\n{mark}V2.2\nPI22KA\n-\n{mark}-7162GI\n+7776FU\n"),
            &["7g7f", "7a6b 7g7f"],
        ),
        (format!("startpos moves 7g7f\n{mark}startpos moves 2g2f\n"), &["7g7f", "2g2f"]),
        (format!("1. P-7f\n{mark}[Sente \"a\"]\n{mark}1. P-2f\n"), &["7g7f", "2g2f"]),
        (format!("~0.6y2.r\n{mark}~0.6y2.r\n"), &["2g2f", "2g2f"]),
        (format!("+7776FU,L600\tSENTE_WIN_TORYO\n{mark}+2726FU,L600\tSENTE_WIN_TORYO\n"), &["7g7f", "2g2f"]),
        (
            format!(
                "1 2024-05-01 a b 1 2 e o\n7776FU3334FU\n{mark}2 2024-05-01 a b 1 2 e o\n{mark}2726FU3334FU\n"
            ),
            &["7g7f 3c3d", "2g2f 3c3d"],
        ),
        (
            format!("position startpos moves b3b2\n{mark}position startpos moves b3b2 c1b2\n"),
            &["2c2b", "2c2b 1a2b"],
        ),
        (
            format!("{{\"header\":{{}},\"moves\":[{{}}]}}\n{mark}{{\"header\":{{}},\"moves\":[{{}}]}}\n"),
            &["", ""],
        ),
    ] {
        let document = read(text.as_bytes());
        let found: Vec<_> = document
            .records
            .iter()
            .map(|record| {
                let game = replay(record).unwrap();
                game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(found, want, "{text}");
        for (record, next) in document.records.iter().zip(&document.records[1..]) {
            assert!(record.text_range.end <= next.text_range.start, "{text}");
            assert!(
                text.get(record.text_range.clone()).is_some() && text.get(next.text_range.clone()).is_some()
            );
        }
    }
}

#[test]
fn places_behind_a_mark_count_it() {
    for (text, want) in [
        ("   1 ７六歩(77)\n\u{feff}   2 ３四歩(99)\n", (2, 7)),
        ("PI\n+\n+7776FU\n\u{feff}-33X4FU\n", (4, 2)),
        ("startpos moves 7g7f\n\u{feff}startpos moves 2g2f oops\n", (2, 22)),
        ("1. P-7f\n\u{feff}2. oops\n", (2, 5)),
    ] {
        let document = read(text.as_bytes());
        let mut found: Vec<_> = document
            .records
            .iter()
            .flat_map(|record| {
                let mut found = record.diagnostics.clone();
                found.extend(replay(record).unwrap().diagnostics);
                found
            })
            .filter(|found| found.severity == kifukura::record::Severity::Error)
            .map(|found| (found.place.line().unwrap_or(0), found.place.column().unwrap_or(0)))
            .collect();
        found.dedup();
        assert_eq!(found, [want], "{text}");
    }
}

#[test]
fn very_many_moves_without_a_spelling_are_reported_once() {
    let text = |pairs: usize| format!("startpos moves 7g7f{}\n", " 5e5d 5d5e".repeat(pairs));
    let writers = [kif::write, ki2::write, csa22, jkf::write, usi::write];
    // Four times the moves take about four times as long, and took sixteen when every warning was compared with all
    // others. The best of three, in CPU time, since other programs run too.
    let time = |pairs: usize| {
        let text = text(pairs);
        let record = &read(text.as_bytes()).records[0];
        let game = replay(record).unwrap();
        let once = || {
            let start = thread_seconds();
            writers.iter().for_each(|write| assert_eq!(losses(&write(record, &game)).len(), 1));
            thread_seconds() - start
        };
        (0..3).map(|_| once()).fold(f64::INFINITY, f64::min)
    };
    let (short, long) = (time(5_000), time(20_000));
    // The clock of a thread goes in steps of some milliseconds.
    assert!(long <= short.max(0.02) * 10.0, "{short:?} {long:?}");
    let kif = written(&text(40_000), kif::write);
    assert_eq!(
        losses(&kif),
        [
            "moves-unspelled: 80000 moves, of which the first is move 2, have no spelling in KIF and were written as `？`"
        ]
    );
    assert_eq!(kif.text.lines().filter(|line| line.contains('？')).count(), 80_000);
    let mut headers: String = (0..20_000).map(|number| format!("鍵{number}：値\n")).collect();
    headers += "   1 ７六歩(77)\n";
    let found = losses(&written(&headers, csa22));
    let want = (101, "not-listed: 19900 more warnings are not listed");
    assert_eq!((found.len(), found[100].as_str()), want);
}

#[test]
fn times_that_could_not_be_read_are_reported_by_every_writer() {
    let kif_text = "   1 ７六歩(77)   ( :05/ 0:05)\n   2 ３四歩(33)   ( 0:01/00:00:01)( 0:02/00:00:02)\n";
    let csa_text = "PI\n+\n+7776FU\nT1,T2\n-3334FU\nT3\nT4\nT\n";
    for (text, count) in [(kif_text, 2), (csa_text, 3)] {
        let sentence = format!("times-dropped: {count} times that could not be read were left out");
        for write in [kif::write, ki2::write, csa22, jkf::write] {
            let found = losses(&written(text, write));
            assert!(found.contains(&sentence), "{text}: {found:?}");
        }
    }
    let found = losses(&written(kif_text, usi::write));
    assert_eq!(found, ["times-dropped: USI cannot hold times; 3 left out"]);
    assert_eq!(
        losses(&written("PI\n+\n+7776FU\nT1\nwhat is this\n", csa22)),
        ["text-dropped: text at 1 places that belongs nowhere in the record was left out"]
    );
}

#[test]
fn fields_that_jkf_does_not_have_are_reported_by_every_writer() {
    let text = r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"joy":1}]}"#;
    for write in [kif::write, csa22, jkf::write] {
        assert_eq!(
            losses(&written(text, write)),
            ["fields-dropped: what the JSON has at 1 places and JKF does not was left out"]
        );
    }
}

#[test]
fn a_date_that_says_more_and_a_turned_board_are_not_lost() {
    let text = "開始日時：2020/05/01 10:00～18:30\n終了日時：2020年5月1日（金）\n盤面回転\n手合割：平手\n   1 ７六歩(77)\n";
    let csa = written(text, csa22);
    assert_eq!(
        csa.text,
        "V2.2\n$START_TIME:2020/05/01 10:00:00\n$END_TIME:2020/05/01\n'*開始日時：2020/05/01 10:00～18:30\n\
         '*盤面回転：\nPI\n+\n+7776FU\n"
    );
    assert_eq!(
        losses(&csa),
        [
            "header-as-comment: the header `開始日時` says more than a date of CSA; all of it was written as a comment",
            "header-as-comment: CSA has no header `盤面回転`; it was written as a comment",
        ]
    );
    let kif = written(
        "V3.0\n$START_TIME:2024/05/01 10:00:00.123\n$END_TIME:2024/05/01 10:00\nPI\n+\n+7776FU\n",
        kif::write,
    );
    assert_eq!(
        kif.text,
        "手合割：平手\n開始日時：2024/05/01 10:00:00.123\n終了日時：2024/05/01 10:00:00\n\
         手数----指手---------消費時間--\n   1 ７六歩(77)\n"
    );
    assert_eq!(losses(&kif), [""; 0]);
}

#[test]
fn a_second_name_is_kept_in_kif() {
    let kif = written("N+a\nPI\n+\n+7776FU\nN+late\n-3334FU\n", kif::write);
    assert!(kif.text.starts_with("手合割：平手\nN+：late\n先手：a\n"), "{}", kif.text);
}

#[test]
fn line_ends_in_json_make_no_moves() {
    let text = r#"{"header":{"x\n   1 ２六歩(27)":"y","先手":"a\n   1 ２六歩(27)"},"moves":[
        {"comments":["c\r   1 ２六歩(27)"]},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"foo\n   2 ２六歩(27)"}]}"#;
    for write in [kif::write, ki2::write, csa22] {
        let out = written(text, write);
        let again = read(out.text.as_bytes());
        assert_eq!(again.records.len(), 1, "{}", out.text);
        let game = replay(&again.records[0]).unwrap();
        assert_eq!(game.moves().len(), 1, "{}", out.text);
        let changed = |loss: &Loss| loss.code == LossCode::LineEndsChanged;
        assert!(out.losses.iter().any(changed), "{:?}", out.losses);
    }
    assert_eq!(
        written(text, kif::write).text,
        "手合割：平手\n*x    1 ２六歩(27)：y\n先手：a    1 ２六歩(27)\n手数----指手---------消費時間--\n\
         *c\n*   1 ２六歩(27)\n   1 ７六歩(77)\n   2 中断\n"
    );
}

#[test]
fn zeros_behind_a_record_are_reported_and_the_record_is_read() {
    let folder = Folder::new();
    let game = "手合割：平手\n先手：甲\n   1 ７六歩(77)\n   2 投了\n";
    for encoding in [Encoding::Utf8, Encoding::Cp932, Encoding::Utf16Le, Encoding::Utf16Be] {
        let mut bytes = encode(game, encoding).0;
        bytes.extend([0; 512]);
        folder.write("padded.kif", &bytes);
        assert_eq!(games(&folder, "padded.kif"), [("7g7f".to_owned(), encoding.name().to_owned(), 1)]);
        let output = stdout(&folder.kura(&["check", "padded.kif"]));
        let line =
            "padded.kif: warning[B009 padding]: 512 zero bytes after the end of the text were left out\n";
        assert!(output.starts_with(line), "{output}");
    }
}

#[test]
fn words_that_would_be_read_as_moves_are_not_written_as_endings() {
    for word in ["'８四歩", "- ８四歩", "：▲３三角成"] {
        let text = format!("▲７六歩 △３四歩 △{word}\n");
        let written = written(&text, kif::write);
        let again = &read(written.text.as_bytes()).records[0];
        assert_eq!(replay(again).unwrap().moves().len(), 2, "{word}: {}", written.text);
    }
}
