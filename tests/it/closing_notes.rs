//! Comments that stand behind a game's ending stay there, in every format that has a place for them.

use kifukura::formats::{self, Target};
use kifukura::record::Record;
use kifukura::replay::replay;

/// `line.ply text` of every note.
fn notes(record: &Record) -> Vec<String> {
    record.notes.iter().map(|note| format!("{}.{} {}", note.line, note.ply, note.text)).collect()
}

fn read(text: &str) -> Record {
    let mut records = formats::read(text.as_bytes()).records;
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

#[test]
fn a_comment_behind_the_ending_is_none_of_the_last_move() {
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*of the move\n   2 投了\n*of the end\n*and more\n";
    let with_closing_line = format!("{kif}まで1手で先手の勝ち\n*behind all\n");
    let ki2 = "手合割：平手\n\n▲７六歩\n*of the move\nまで1手で先手の勝ち\n*of the end\n";
    let csa = "V2.2\nPI\n+\n+7776FU\n'*of the move\n%TORYO\n'*of the end\n'summary:toryo:a win:b lose\n";
    let jkf = r#"{"header":{},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"comments":["of the move"]},{"special":"TORYO","comments":["of the end"]}]}"#;
    let branch = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n*of the end\n\n変化：2手\n   2 ８四歩(83)\n*of the branch\n   3 投了\n*of its end\n";
    for (text, want) in [
        (kif, &["0.1 of the move", "0.2 of the end", "0.2 and more"][..]),
        (&with_closing_line, &["0.1 of the move", "0.2 of the end", "0.2 and more", "0.2 behind all"]),
        (ki2, &["0.1 of the move", "0.2 of the end"]),
        (csa, &["0.1 of the move", "0.2 of the end", "0.1 summary:toryo:a win:b lose"]),
        (jkf, &["0.1 of the move", "0.2 of the end"]),
        (branch, &["0.3 of the end", "1.2 of the branch", "1.3 of its end"]),
    ] {
        assert_eq!(notes(&read(text)), want, "{text}");
    }
}

#[test]
fn it_is_written_where_it_stood() {
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*of the move\n   2 投了\n*of the end\n";
    let record = read(kif);
    let game = replay(&record).unwrap();
    for (name, wanted) in [
        ("kif", "*of the move\n   2 投了\n*of the end\nまで1手で先手の勝ち\n"),
        // Kifu for JS refuses a file of KI2 with a comment behind the closing line.
        ("ki2", "*of the move\n*of the end\nまで1手で先手の勝ち\n"),
        ("csa", "'*of the move\n%TORYO\n'*of the end\n"),
        ("jkf", r#"{"special":"TORYO","comments":["of the end"]}"#),
    ] {
        let target = Target::ALL.into_iter().find(|target| target.name() == name).unwrap();
        let written = target.write(&record, &game, None).text;
        assert!(written.contains(wanted), "{name}: {written}");
        let again = if name == "ki2" {
            notes(&record).iter().map(|note| note.replace("0.2", "0.1")).collect()
        } else {
            notes(&record)
        };
        assert_eq!(notes(&read(&written)), again, "{name}: {written}");
    }
}

#[test]
fn an_evaluation_behind_the_ending_is_of_the_last_position() {
    let record = read("V2.2\nPI\n+\n+7776FU\n%TORYO\n'** -30000 %TORYO\n");
    let found: Vec<_> = record.evaluations.iter().map(|found| (found.ply, found.score.to_string())).collect();
    assert_eq!(found, [(1, "-mate".to_owned())]);
}
