//! KIF and KI2 as other programs, spreadsheets and people spell them: rows, players, closing lines, results, dates.

use kifukura::formats::{Target, read};
use kifukura::replay::replay;
use kifukura::rules::Color;

/// Every game of a text: moves; ending and winner; players; findings with their lines.
fn games(text: &str) -> Vec<[String; 4]> {
    let document = read(text.as_bytes());
    let summary = |record: &kifukura::record::Record| {
        let game = replay(record).unwrap();
        let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
        let winner = game.outcome.winner().map_or("-", Color::name);
        let players = &record.info.players;
        let name = |name: &Option<String>| name.as_deref().unwrap_or("-").to_owned();
        let found = record.diagnostics.iter().chain(&game.diagnostics);
        let found: Vec<_> =
            found.map(|one| format!("{}@{}", one.code.id(), one.place.line().unwrap_or(0))).collect();
        [
            moves.join(" "),
            format!("{} {winner}", game.outcome.declared.name()),
            format!("{} {}", name(&players.black), name(&players.white)),
            found.join(" "),
        ]
    };
    document.records.iter().map(summary).collect()
}

/// The only game of a text.
fn only(text: &str) -> [String; 4] {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn clocks(text: &str) -> Vec<Option<i32>> {
    read(text.as_bytes()).records[0].main().plies.iter().map(|ply| ply.clock.spent).collect()
}

const NAMES: &str = "手合割：平手\n先手：甲\n後手：乙\n";
const ROWS: &str = "   1 ７六歩(77)\n   2 ３四歩(33)\n";

#[test]
fn rows_of_other_programs_are_moves() {
    for (rows, times) in [
        (["1: ▲７六歩         6s", "2: △３四歩         3s", "3: 投了"], [6000, 3000]),
        (["1手目：７六歩(77)", "2手目：３四歩(33)", "3手目：投了"], [0, 0]),
        (["(1) ７六歩(77) (0:01/)", "(2) ３四歩(33) (0:02/)", "(3) 投了"], [1000, 2000]),
        (["1手 ７六歩(77) 0:01", "2手 ３四歩(33) 0:02", "3手 投了 0:01"], [1000, 2000]),
        (["1,７六歩(77),0:01", "2,３四歩(33),0:02", "3,投了,"], [1000, 2000]),
        (
            ["\"1\",\"７六歩(77)\",\"0:01\"", "\"2\",\"３四歩(33)\",\"0:02\"", "\"3\",\"投了\",\"\""],
            [1000, 2000],
        ),
        (["第1手　▲７六歩", "第2手　△３四歩", "第3手　▲投了"], [0, 0]),
        (["【１】▲７六歩(77)", "【２】△３四歩(33)", "【３】投了"], [0, 0]),
        (["| 1 | ▲７六歩 | 0:01 |", "| 2 | △３四歩 | 0:02 |", "| 3 | 投了 | |"], [1000, 2000]),
        (["1；７六歩(77)；3秒", "2；３四歩(33)；1分2秒", "3；投了；"], [3000, 62_000]),
        (["1手目 先手 ７六歩(77)", "2手目 後手 ３四歩(33)", "3手目 先手 投了"], [0, 0]),
        (["1→７六歩(77)", "2→３四歩(33)", "3→投了"], [0, 0]),
        (["1手目７六歩(77)", "2手目３四歩(33)", "3手目 投了"], [0, 0]),
        (["1\t▲\t７六歩(77)\t0:01", "2\t△\t３四歩(33)\t0:02", "3\t▲\t投了"], [1000, 2000]),
        (["Move 1: ７六歩(77)", "Move 2: ３四歩(33)", "Move 3: 投了"], [0, 0]),
        (["1) ７六歩(77) - 0:01", "2) ３四歩(33) - 0:02", "3) 投了"], [1000, 2000]),
        (["1   ▲  7六歩  [0:01]", "2   △  3四歩  [0:02]", "3   投了"], [1000, 2000]),
        (["一手目：７六歩(77)", "二手目：３四歩(33)", "三手目：投了"], [0, 0]),
        (["７六歩(77)   ( 0:01/)", "３四歩(33)   ( 0:02/)", "投了"], [1000, 2000]),
        (["▲７六歩(77) 0:01", "△３四歩(33) 0:02", "▲投了"], [1000, 2000]),
        (["先手：７六歩(77)", "後手：３四歩(33)", "先手：投了"], [0, 0]),
    ] {
        let text = format!("{NAMES}{}\n", rows.join("\n"));
        assert_eq!(only(&text), ["7g7f 3c3d", "resignation white", "甲 乙", ""], "{text}");
        let times = times.map(|time| (time > 0).then_some(time));
        assert_eq!(clocks(&text), times, "{text}");
    }
}

#[test]
fn a_line_with_a_move_is_a_row_or_a_finding_and_never_a_header() {
    for (line, want) in [
        ("1: 7g7f", "K002@4 F002@0"),
        ("1: +7776FU", "K002@4 F002@0"),
        ("1: P-7f", "K002@4 F002@0"),
        ("1: ７?歩(77)", "K002@4 F002@0"),
        ("1手目：７六歩では２六歩", "F003@4 F002@0"),
        ("初手：７六歩(77)", "F003@4 F002@0"),
        ("#1 ７六歩(77)", "F003@4 F002@0"),
        ("1: なにか", "F003@4 F002@0"),
    ] {
        let record = &read(format!("{NAMES}{line}\n").as_bytes()).records[0];
        assert_eq!(record.headers.len(), 3, "{line}");
        let found: Vec<_> = record
            .diagnostics
            .iter()
            .map(|one| format!("{}@{}", one.code.id(), one.place.line().unwrap_or(0)))
            .collect();
        // An unreadable row is a move that is missing.
        let want = if want.starts_with('K') { "K002@4" } else { want };
        assert_eq!(found.join(" "), want, "{line}");
    }
    for line in ["備考：1: ７六歩(77)", "棋戦：1手目：７六歩(77)", "手順：▲７六歩△３四歩", "手数：5手詰"]
    {
        let record = &read(format!("{NAMES}{line}\n{ROWS}").as_bytes()).records[0];
        assert_eq!((record.headers.len(), record.diagnostics.len()), (4, 0), "{line}");
    }
}

#[test]
fn sentences_about_moves_are_no_rows() {
    let text = format!(
        "{NAMES}   1 ７六歩(77)\n1手目７六歩、これが本手\n   2 ３四歩(33)\n3手目：２六歩(27) がよい。\n   3 ６六歩(67)\n"
    );
    assert_eq!(only(&text), ["7g7f 3c3d 6g6f", "none -", "甲 乙", "F003@5 F003@7"]);
}

#[test]
fn comments_behind_rows() {
    let text =
        format!("{NAMES}   1 ７六歩(77) # a\n   2 ３四歩(33) ( 0:02/00:00:02)+ ＊b\n   3 投了*c (3手)\n");
    let record = &read(text.as_bytes()).records[0];
    let notes: Vec<_> = record.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(notes, [" a", "b", "c (3手)"]);
    assert_eq!(only(&text), ["7g7f 3c3d", "resignation white", "甲 乙", "K006@5"]);
}

#[test]
fn players_in_every_spelling() {
    for head in [
        "先手: 甲 / 後手: 乙",
        "先手：甲　　後手：乙",
        "棋戦：X　先手：甲　後手：乙",
        "▲甲 △乙",
        "▲甲\n△乙",
        "△乙　▲甲",
        "▲ 甲 対 △ 乙",
        "■先手：甲\n■後手：乙",
        "【先手】甲\n【後手】乙",
        "(先手) 甲\n(後手) 乙",
        "先手（甲）\n後手（乙）",
        "先手　甲\n後手　乙",
        "先　手：甲\n後　手：乙",
        "先手：▲甲\n後手：△乙",
        "▲先手：甲　△後手：乙",
        "先手▲甲　後手△乙",
        "先手＝甲、後手＝乙",
        "先手：甲, 後手：乙, 開始日時：2024/05/01 10:00",
        "先手：甲|後手：乙",
        "先手 : 甲 vs 後手 : 乙",
    ] {
        let kif = format!("{head}\n{ROWS}");
        assert_eq!(only(&kif), ["7g7f 3c3d", "none -", "甲 乙", ""], "{head}");
        let ki2 = format!("{head}\n▲7六歩 △3四歩\nまで2手で後手の勝ち\n");
        assert_eq!(only(&ki2)[..3], ["7g7f 3c3d", "resignation white", "甲 乙"], "{head}");
    }
    for (head, want) in [
        ("備考：昼食 先手：うどん 後手：そば", "- -"),
        ("持ち時間：先手：10分　後手：5分", "- -"),
        ("先手の持駒：なし\n先手：甲", "甲 -"),
        ("先手：甲（後手：乙）", "甲（後手：乙） -"),
    ] {
        assert_eq!(only(&format!("{head}\n{ROWS}"))[2], want, "{head}");
    }
}

#[test]
fn closing_lines_in_every_spelling() {
    for line in [
        "2手まで後手の勝ち",
        "2手までで、乙の勝ち",
        "（まで2手で後手の勝ち）",
        "【まで2手で後手の勝ち】",
        "※まで2手で後手の勝ち",
        "以上、2手にて後手勝ち",
        "総手数2手　後手の勝ち",
        "2手で後手の勝ち。",
        "まで2手　後手の勝ち",
        "まで2手で乙の勝ちです。",
        "後手の勝ち",
        "乙の勝ち！",
    ] {
        assert_eq!(only(&format!("{NAMES}{ROWS}{line}\n"))[1..], ["unknown white", "甲 乙", ""], "{line}");
        let ki2 = format!("先手：甲\n後手：乙\n▲７六歩△３四歩\n{line}\n");
        assert_eq!(only(&ki2)[1..], ["resignation white", "甲 乙", "E006@4"], "{line}");
    }
    for (line, want) in [
        ("   3 まで2手で後手の勝ち", "unknown white"),
        ("   3 反則手", "illegal_move black"),
        ("   3 投了！", "resignation white"),
        ("   3 切断\nまで2手で後手の勝ち", "disconnection white"),
        ("投了", "resignation white"),
        ("先手投了", "resignation white"),
        ("後手の反則負け（二歩）", "illegal_move black"),
        ("まで2手で先手の切断により後手の勝ち", "disconnection white"),
        ("結果：後手の勝ち", "unknown white"),
        ("結果：千日手", "sennichite -"),
        ("勝者：乙", "unknown white"),
        ("敗者：先手", "unknown white"),
    ] {
        assert_eq!(only(&format!("{NAMES}{ROWS}{line}\n"))[1..], [want, "甲 乙", ""], "{line}");
    }
    for line in ["この先手の勝ちは薄い", "2手で後手の勝ち筋がある", "以上、後手の話"]
    {
        assert_eq!(only(&format!("{NAMES}{ROWS}{line}\n"))[1..], ["none -", "甲 乙", "F003@6"], "{line}");
    }
}

#[test]
fn a_closing_line_above_the_moves_is_theirs() {
    for line in ["2手まで後手の勝ち", "まで2手で乙の勝ち", "後手の勝ち", "結果：後手の勝ち", "勝者：乙"]
    {
        let want = ["7g7f 3c3d", "unknown white", "甲 乙", ""];
        assert_eq!(only(&format!("{line}\n{NAMES}{ROWS}")), want, "{line}");
        assert_eq!(only(&format!("{NAMES}{line}\n{ROWS}")), want, "{line}");
    }
    let text = format!("{NAMES}まで9手で後手の勝ち\n{ROWS}");
    assert_eq!(only(&text), ["7g7f 3c3d", "unknown white", "甲 乙", "K005@4"]);
}

#[test]
fn headers_behind_the_moves_are_those_of_the_game() {
    for (text, want) in [
        (format!("{ROWS}   3 投了\n先手：甲\n後手：乙\n"), vec!["resignation white/甲 乙"]),
        (format!("{ROWS}先手：甲\n後手：乙\nまで2手で後手の勝ち\n"), vec!["unknown white/甲 乙"]),
        (
            format!("{ROWS}先手：甲\n後手：乙\n趣味：丙\n   3 ２六歩(27)\n   4 投了\n"),
            vec!["resignation black/甲 乙"],
        ),
        (
            format!("{ROWS}   3 投了\n先手：甲\n後手：乙\n変化：2手\n   2 ８四歩(83)\n"),
            vec!["resignation white/甲 乙"],
        ),
        (format!("{NAMES}{ROWS}{NAMES}"), vec!["none -/甲 乙"]),
        (
            "▲７六歩 △３四歩\nまで2手で後手の勝ち\n先手：甲\n後手：乙\n".to_owned(),
            vec!["resignation white/甲 乙"],
        ),
        // Another game follows, or other players are named.
        (format!("{ROWS}   3 投了\n{NAMES}{ROWS}"), vec!["resignation white/- -", "none -/甲 乙"]),
        (format!("{NAMES}{ROWS}{NAMES}手数----指手--\n{ROWS}"), vec!["none -/甲 乙", "none -/甲 乙"]),
        (format!("{NAMES}{ROWS}{NAMES}まで0手で後手の不戦勝\n"), vec!["none -/甲 乙", "forfeit white/甲 乙"]),
        (format!("{NAMES}{ROWS}先手：丙\n後手：丁\n"), vec!["none -/甲 乙", "none -/丙 丁"]),
        (
            "先手：甲\n▲７六歩 △３四歩\n先手：乙\n▲２六歩 △３四歩\n".to_owned(),
            vec!["none -/甲 -", "none -/乙 -"],
        ),
    ] {
        let found: Vec<_> =
            games(&text).iter().map(|[_, ending, players, _]| format!("{ending}/{players}")).collect();
        assert_eq!(found, want, "{text}");
    }
}

#[test]
fn a_result_that_only_a_branch_has_is_remarked_on() {
    let branch = "\n変化：2手\n   2 ８四歩(83)\n   3 投了\n";
    assert_eq!(only(&format!("{ROWS}{branch}"))[3], "E007@6");
    assert_eq!(only(&format!("{ROWS}   3 中断\n{branch}"))[3], "");
    assert_eq!(only(&format!("{ROWS}\n変化：2手\n   2 ８四歩(83)\n   3 中断\n"))[3], "");
}

#[test]
fn dates_of_other_countries() {
    for (date, want, findings) in [
        ("12/30/2018 10:29:48 PM", "2018-12-30T22:29:48", ""),
        ("8/1/2021 7:09:31 AM", "2021-08-01T07:09:31", ""),
        ("30/12/2018 22:29", "2018-12-30T22:29:00", ""),
        ("30.12.2018", "2018-12-30", ""),
        ("Dec 30, 2018 10:29 PM", "2018-12-30T22:29:00", ""),
        ("Sun Dec 30 22:29:48 JST 2018", "2018-12-30T22:29:48", ""),
        ("20181230", "2018-12-30", ""),
        // Nobody can say which of the two is the month.
        ("05/06/2018 10:00", "2018", "F008@1"),
    ] {
        let text = format!("開始日時：{date}\n{ROWS}");
        let started = read(text.as_bytes()).records[0].info.started.map(|date| date.to_string());
        assert_eq!((started.as_deref(), only(&text)[3].as_str()), (Some(want), findings), "{date}");
    }
}

#[test]
fn players_by_their_english_names() {
    for (names, want) in [
        ("Sente: A\nGote: B\n", "A B"),
        ("Black: A\nWhite: B\n", "A B"),
        ("BLACK：甲\nwhite：乙\n", "甲 乙"),
        ("Shitate: A\nUwate: B\n手合割：角落ち\n", "A B"),
        ("Sente: A / Gote: B\n", "A B"),
        ("■Sente: A\n■Gote: B\n", "A B"),
        ("先手：甲\nWhite: B\n", "甲 B"),
        ("Whites: B\n", "- -"),
    ] {
        let read = only(&format!("{names}{ROWS}"));
        assert_eq!(read[2], want, "{names}");
    }
    let [_, _, names, found] = only(&format!("先手：甲\nBlack: A\n後手：乙\n{ROWS}"));
    assert_eq!((names.as_str(), found.as_str()), ("甲 乙", "F008@2"));
}

#[test]
fn english_names_are_written_in_japanese() {
    let pgn = "[Variant \"shogi\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. Pc4 Pg6 *\n";
    for text in [&format!("Sente: A\nGote: B\n{ROWS}"), pgn] {
        let record = &read(text.as_bytes()).records[0];
        let written = Target::Kif.write(record, &replay(record).unwrap(), None).text;
        assert!(written.contains("先手：A\n後手：B\n"), "{written}");
        assert!(!["Sente", "Gote", "White", "Black"].iter().any(|key| written.contains(key)), "{written}");
    }
}

/// In KIF a `#` begins a comment at the beginning of a line alone, and names and events have one inside (`甲 #2`).
#[test]
fn a_sign_of_number_in_a_header_belongs_to_its_value() {
    for (name, want) in [("甲 # remark", "甲 # remark"), ("甲 #2", "甲 #2"), ("甲　＃１", "甲　＃１")]
    {
        let record = &read(format!("先手：{name}\n{ROWS}").as_bytes()).records[0];
        assert_eq!(record.info.players.black.as_deref(), Some(want));
        assert!(record.diagnostics.is_empty());
    }
    let record = &read(format!("手合割：平手 # remark\n先手：甲\n# 後手：乙\n{ROWS}").as_bytes()).records[0];
    assert_eq!(
        (record.start.handicap.as_deref(), record.info.players.white.as_deref()),
        (Some("平手 # remark"), None)
    );
    assert!(record.start.setup.to_string().ends_with(" b - 1") && record.diagnostics.is_empty());
}
