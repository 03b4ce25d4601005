//! Whole texts: games, branches, notes, endings, starts.

use super::{read, score};
use crate::record::{Record, StartSource};
use crate::rules::Color;
use crate::rules::shogi::Setup;

/// The codes and lines of what is wrong with a record.
fn findings(record: &Record) -> String {
    let found: Vec<_> = record
        .diagnostics
        .iter()
        .map(|one| {
            format!("{}@{}:{}", one.code.id(), one.place.line().unwrap_or(0), one.place.column().unwrap_or(0))
        })
        .collect();
    found.join(" ")
}

/// Every line as `parent after destinations`.
fn lines(record: &Record) -> Vec<String> {
    let line = |line: &crate::record::Line| {
        let squares: Vec<_> = line
            .plies
            .iter()
            .map(|ply| ply.written.to.map_or_else(|| "same".to_owned(), |to| to.to_string()))
            .collect();
        let parent = line.parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
        format!("{parent} {} {}", line.after, squares.join(" "))
    };
    record.lines.iter().map(line).collect()
}

fn only(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

const FOUR: &str = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n";

#[test]
fn games_that_nothing_parts() {
    for (text, want) in [
        ("   1 ７六歩(77)\n   2 ３四歩(33)\n   1 ２六歩(27)\n   2 ８四歩(83)\n", "2: |2:K001@3:1"),
        ("   1 ７六歩(77)\n   2 投了\n   1 ２六歩(27)\n", "1: |1:"),
        ("   1 ７六歩(77)\n   1 ３四歩(33)\n", "1:K008@2:1"),
        ("   1 ７六歩(77)\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\n", "1:"),
    ] {
        let summary = |record: &Record| {
            let found: Vec<_> = record
                .diagnostics
                .iter()
                .map(|found| {
                    format!(
                        "{}@{}:{}",
                        found.code.id(),
                        found.place.line().unwrap_or(0),
                        found.place.column().unwrap_or(0)
                    )
                })
                .collect();
            format!("{}:{}", record.main().plies.len(), found.join(" "))
        };
        let found: Vec<_> = read(text).iter().map(summary).collect();
        assert_eq!(found.join("|"), want.replace(' ', ""), "{text}");
    }
}

#[test]
fn endings_whose_row_has_another_number() {
    for (text, want) in [
        ("   1 ７六歩(77)\n   2 ３四歩(33)\n   4 投了\n", "white K001@3:1"),
        ("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n", "white "),
        // A line that cannot be read stands where the number says that a move is missing.
        ("   1 ７六歩(77)\nx  2 ３四歩(33)\n   3 投了\n", "white F003@2:1 K002@3:6"),
        ("   1 ７六歩(77)\n   2 ▲投了\n", "white E002@2:6"),
        ("手数＝171  まで\n 172 投了\n", "white F002@0:0"),
        ("手数＝171  まで\n 173 投了\n", "white K001@2:1 F002@0:0"),
        ("  72 投了\n", "white K001@1:1 F002@0:0"),
        ("   1 投了\n", "white F002@0:0"),
        ("手合割：平手\n   2 中断\nまで1手で中断\n", "- K001@2:1 F002@0:0"),
        ("   1 ７六歩(77)\n   2 △投了\n", "black "),
        ("先手：甲\n後手：乙\n   1 ７六歩(77)\nまで1手で甲の勝ち\n", "black "),
        ("先手：藤井聡太七段\n後手：乙\n   1 ７六歩(77)\nまで1手で藤井聡太の勝ち\n", "black "),
        ("先手：甲\n後手：乙\n   1 ７六歩(77)\nまで1手で丙の勝ち\n", "- E001@4:1"),
        ("   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\nまで1手で後手の勝ち\n", "black E002@4:1"),
        ("   1 ７六歩(77)\n   2 ３四歩(33)\nまで2手で投了により先手の勝ち\n", "black E002@3:1"),
        ("手合割：平手\n手合割：香落ち\n   1 ７六歩(77)\n", "- F008@2:1"),
        ("先手：甲\n先手：乙\n先手：甲\n   1 ７六歩(77)\n", "- F008@2:1"),
    ] {
        let record = &read(text)[0];
        let game = crate::replay::replay(record).unwrap();
        let all = record.diagnostics.iter().chain(&game.diagnostics);
        let found: Vec<_> = all
            .map(|one| {
                format!(
                    "{}@{}:{}",
                    one.code.id(),
                    one.place.line().unwrap_or(0),
                    one.place.column().unwrap_or(0)
                )
            })
            .collect();
        let winner = game.outcome.declared_winner.map_or("-", Color::name);
        assert_eq!(format!("{winner} {}", found.join(" ")), want, "{text}");
    }
}

#[test]
fn branches_leave_the_line_read_last() {
    for (blocks, want) in [
        ("変化：3手\n3 ２六歩(27)\n4 ８四歩(83)\n変化：2手\n2 ８四歩(83)\n", vec!["0 2 2f 8d", "0 1 8d"]),
        ("変化：3手\n3 ２六歩(27)\n4 ８四歩(83)\n変化：4手\n4 ４四歩(43)\n", vec!["0 2 2f 8d", "1 3 4d"]),
        ("変化：3手\n3 ２六歩(27)\n変化：3手\n3 ６六歩(67)\n", vec!["0 2 2f", "0 2 6f"]),
        ("変化：1手\n1 ２六歩(27)\n変化：1手\n1 ５六歩(57)\n", vec!["0 0 2f", "0 0 5f"]),
        // A block that goes on where a branch stops is the same branch; behind the main line it is a new one.
        ("変化：4手\n4 ８四歩(83)\n変化：5手\n5 ２六歩(27)\n", vec!["0 3 8d 2f"]),
        ("変化：5手\n5 ２六歩(27)\n", vec!["0 4 2f"]),
    ] {
        let record = only(&format!("{FOUR}\n{blocks}"));
        assert_eq!(
            (lines(&record)[1..].to_vec(), findings(&record)),
            (want.iter().map(ToString::to_string).collect(), String::new())
        );
    }
}

#[test]
fn branches_that_leave_nothing_are_told() {
    for (blocks, branches, want) in [
        ("変化：1手\n1 ２六歩(27)\n変化：3手\n3 ６六歩(67)\n", 2, "K008@8:1"),
        ("変化：3手\n3 ２六歩(27)\n変化：4手\n4 ８四歩(83)\n", 2, "K008@8:1"),
        ("変化：9手\n9 ２六歩(27)\n10 ８四歩(83)\n", 0, "K004@6:1"),
        ("変化：０手\n1 ２六歩(27)\n", 0, "K004@6:1"),
        ("変化：\n1 ２六歩(27)\n", 1, "K008@6:1"),
        ("変化：\n\n", 0, "K004@6:1"),
    ] {
        let record = only(&format!("{FOUR}\n{blocks}"));
        assert_eq!((record.lines.len() - 1, findings(&record).as_str()), (branches, want), "{blocks}");
    }
    let record = only(&format!("{FOUR}変化：9手\n9 ２六歩(27)\n*?\n"));
    assert_eq!(
        record.diagnostics[0].message,
        "no line reaches the branch at ply 9; 2 lines in all left as text"
    );
    assert_eq!(findings(&only("1 ７六歩(77)\n2 ３四歩(33) +\n")), "K006@2:3");
}

#[test]
fn notes_belong_to_the_row_before() {
    let text = "*a\n&b\n手数----指手--\n* c \n1 ７六歩(77)\n**d\n2 ３四歩(33)\n3 投了\n*e\nまで2手で後手の勝ち\n*\n変化：2手\n*f\n2 ８四歩(83)\n＊g\n";
    let record = only(text);
    let notes: Vec<_> = record
        .notes
        .iter()
        .map(|note| format!("{}.{} {} {}", note.line, note.ply, note.kind.name(), note.text))
        .collect();
    let want = [
        "0.0 comment a",
        "0.0 bookmark b",
        "0.0 comment  c ",
        "0.1 comment *d",
        "0.3 comment e",
        "0.3 comment ",
        "1.1 comment f",
        "1.2 comment g",
    ];
    assert_eq!((notes, findings(&record)), (want.map(str::to_owned).to_vec(), String::new()));
}

#[test]
fn rows_that_cannot_be_read_end_the_line_and_are_counted() {
    let record =
        only("1 ７六歩(77)\n2 ３?歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 投了\nまで4手で後手の勝ち\n");
    assert_eq!(
        (findings(&record).as_str(), record.main().plies.len(), record.main().unread),
        ("K002@2:3", 1, 3)
    );
    assert_eq!(record.diagnostics[0].message, "`３?歩(33)` is not a move; 2 lines further left as text");
    assert_eq!(record.main().declarations.len(), 2);
    let record = only("1 ７六歩(77)\n2 投了\n3 ２六歩(27)\n4 ８四歩(83)\n");
    assert_eq!((findings(&record).as_str(), record.main().plies.len()), ("F009@3:3", 1));
    assert_eq!(record.diagnostics[0].message, "rows after the end; 2 lines in all left as text");
}

#[test]
fn small_faults_have_their_place() {
    for (text, want) in [
        ("1 ７六歩(77) (a)\n", "F007@1:11"),
        ("1 ７六歩(77) 好手\n", "F003@1:11"),
        // A move is lost: the row after it is on a board that is not known.
        ("1 ７六歩(77)\nx 2 ３四歩(33)\n3 ２六歩(27)\n", "F003@2:1 K002@3:3"),
        ("1 ７六歩(77)\n好手\n2 ３四歩(33)\n", "F003@2:1"),
        ("2 ７六歩(77)\n3 ３四歩(33)\n", "K001@1:1"),
        ("1 ７六歩(77)\n2 同　２六歩(27)\n", "K007@2:3"),
        ("1 ７六歩(77)\nまで3手で後手の勝ち\n", "K005@2:1"),
        ("1 ７六歩(77)\nまで-1手で先手の勝ち\n", "K005@2:1"),
        ("1 ７六歩(77)\nまで4294967297手で先手の勝ち\n", "K005@2:1"),
        ("1 ７六歩(77)\nまで99999999999999999999手で先手の勝ち\n", "K005@2:1"),
        ("開始日時：2024/02/30\n1 ７六歩(77)\n", "F008@1:1"),
        ("1 ７六歩(77)\n2 投了\nまで2手で先手の勝ち\n", "K005@3:1"),
        ("1 ７六歩(77)\n2 むにゃむにゃ\n", "E001@2:3"),
        ("手合割：平手\n手番：右\n1 ７六歩(77)\n", "F010@2:1"),
        ("開始日時：きのう\n1 ７六歩(77)\n", "F008@1:1"),
        ("手合割：平手\nこれは何\n1 ７六歩(77)\n", "F003@2:1"),
        ("上手：甲\n1 ７六歩(77)\n", "F010@0:0"),
        ("手合割：平手\n先手：甲\n", "F002@0:0"),
    ] {
        assert_eq!(findings(&only(text)), want, "{text}");
    }
}

#[test]
fn several_games_in_one_text() {
    let game = format!("手合割：平手\n先手：甲\n手数----指手--\n{FOUR}   5 投了\n");
    let banner = "# ---- Kifu for Windows V7 棋譜ファイル ----\n";
    for text in [
        format!("{game}{game}"),
        format!("{game}まで4手で後手の勝ち\n\n変化：2手\n2 ８四歩(83)\n\n{game}"),
        format!("{banner}{game}{banner}{game}"),
        format!("手数----指手--\n{FOUR}手数----指手--\n{FOUR}"),
    ] {
        let records = read(&text);
        assert_eq!(
            records.iter().map(|record| record.main().plies.len()).collect::<Vec<_>>(),
            [4, 4],
            "{text}"
        );
        assert_eq!(records[0].text_range.end, records[1].text_range.start);
        assert_eq!((records[0].text_range.start, records[1].text_range.end), (0, text.len()));
        assert!(records.iter().all(|record| record.diagnostics.is_empty()));
    }
    let records = read(&format!("{banner}{game}"));
    assert_eq!(records[0].producer.as_deref(), Some("Kifu for Windows V7 棋譜ファイル"));
}

const RANKS: &str = "|v香 ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n\
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n";

#[test]
fn who_moves_first_on_a_diagram() {
    let board = "l3k4/9/4P4/9/9/9/9/9/4K4";
    for (before, after, want, findings_want) in [
        ("後手の持駒：飛二　歩十\n", "先手の持駒：金\n", "b G2r10p 1", "F002@0:0"),
        ("先手の持駒：金\n", "後手の持駒：飛二　歩十\n後手番\n", "w G2r10p 1", "F002@0:0"),
        ("手番：後手\n", "", "w - 1", "F002@0:0"),
        ("手合割：香落ち\n", "", "w - 1", "F002@0:0 F006@1:1"),
        ("手合割：平手\n", "", "b - 1", "F002@0:0 F006@1:1"),
        ("手合割：その他\n", "1 ８一香(91)\n", "w - 1", "F010@11:3"),
        ("手合割：その他\n", "1 ５二歩成(53)\n", "b - 1", ""),
        ("", "手数＝31  ▲５三歩  まで\n", "w - 32", "F002@0:0"),
        ("", "手数＝31  ▲５四歩  まで\n", "b - 1", "F002@0:0 F010@10:1"),
        ("", "手数＝0  まで\n下手番\n", "b - 1", "F002@0:0"),
    ] {
        let record = only(&format!("{before}{RANKS}{after}"));
        let want: Setup = format!("{board} {want}").parse().unwrap();
        let mut found: Vec<_> = findings(&record).split(' ').map(str::to_owned).collect();
        found.sort();
        assert_eq!(
            (record.start.setup.to_string(), found.join(" ").as_str()),
            (want.to_string(), findings_want),
            "{before}{after}"
        );
        assert_eq!(record.start.source, StartSource::Diagram);
    }
    let record = only(&format!("{RANKS}手数＝31  △５三歩  まで\n1 同　玉(51)\n"));
    assert_eq!(record.main().plies[0].written.to, None);
    let record = only(&format!("{RANKS}手数＝31  ▲５三歩  まで\n1 同　玉(51)\n"));
    assert_eq!(record.main().plies[0].written.to.map(|to| to.to_string()).as_deref(), Some("5c"));
}

#[test]
fn starts_that_cannot_be_understood() {
    let broken = RANKS.replacen("|一", "v桂|一", 1);
    let short: String = RANKS.lines().take(8).map(|line| format!("{line}\n")).collect();
    for (text, want) in [
        ("手合割：百枚落ち\n1 ３四歩(33)\n".to_owned(), "F005"),
        ("手合割：その他\n1 ３四歩(33)\n".to_owned(), "F005"),
        (broken, "F004"),
        (short, "F004"),
        (format!("後手の持駒：飛百\n{RANKS}"), "F004"),
    ] {
        let record = only(&text);
        assert_eq!(record.unusable.map(|code| code.id()), Some(want), "{text}");
        assert!(findings(&record).contains(want), "{text}");
    }
    assert_eq!(findings(&only("手合割：三枚落ち\n1 ３四歩(33)\n")), "F012@1:1");
    assert_eq!(findings(&only("手合割：香落ち\n1 ７六歩(77)\n")), "F010@2:3");
}

#[test]
fn diagrams_one_after_another_are_several_records() {
    let one = format!("後手の持駒：なし\n{RANKS}先手の持駒：金\n");
    let records = read(&format!("{one}\n{one}"));
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.unusable.is_none()));
    assert_eq!(records[0].start, records[1].start);
}

#[test]
fn lines_that_can_only_be_kif() {
    for (text, want) in [
        (FOUR, 4),
        ("手合割：平手\n先手：甲\n趣味：将棋\n", 2),
        ("▲７六歩 △３四歩\n手合割：平手\n", 0),
        ("V2.2\nN+A\nPI\n+\n+7776FU\nT12\n", 0),
        ("startpos moves 7g7f\n", 0),
        ("|a|b|\n|---|---|\n", 0),
        ("1 apple\n2 pears\n", 0),
        ("1. first: a\n", 0),
    ] {
        assert_eq!(score(text), want, "{text}");
    }
}
