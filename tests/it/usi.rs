//! Reading SFEN and USI lines, books and logs, and writing them.

use kifukura::formats::{LossCode, usi};
use kifukura::record::{Ending, Origin, Record};
use kifukura::replay::replay;
use kifukura::rules::Color;
use proptest::prelude::*;

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

fn moves(record: &Record) -> String {
    let text = record.main().plies.iter().map(|ply| {
        let to = ply.written.to.map_or_else(|| "pass".to_owned(), |square| square.to_string());
        match ply.written.origin {
            Origin::Board(from) => format!("{from}{to}"),
            _ => format!(
                "{}{to}",
                ply.written.piece.map_or(String::new(), |kind| format!("{}*", kind.letter()))
            ),
        }
    });
    text.collect::<Vec<_>>().join(" ")
}

fn codes(record: &Record) -> String {
    let found = record.diagnostics.iter().map(|d| {
        format!("{}@{}:{}", d.code.id(), d.place.line().unwrap_or(0), d.place.column().unwrap_or(0))
    });
    found.collect::<Vec<_>>().join(" ")
}

/// Every record as `start/moves/ending/notes/codes`, with `e` for the even start.
fn all(text: &str) -> Vec<String> {
    let records = usi::read(text);
    let found = records.iter().map(|record| {
        let start = record.start.setup.to_string();
        let start = if start == format!("{EVEN} b - 1") { "e".to_owned() } else { start };
        let ending = record.main().declarations.first().map_or("", |declaration| declaration.ending.name());
        let notes: Vec<_> = record.notes.iter().map(|note| note.text.as_str()).collect();
        [start, moves(record), ending.to_owned(), notes.join("|"), codes(record)].join(" / ")
    });
    found.collect()
}

#[test]
fn games_and_positions_of_every_spelling() {
    for (text, want) in [
        ("position startpos moves 7g7f 3c3d", "e / 7g7f 3c3d /  /  / "),
        ("startpos moves 7g7f 8h2b+\r\n", "e / 7g7f 8h2b /  /  / "),
        ("moves 7g7f", "e / 7g7f /  /  / "),
        ("7g7f 3c3d B*5e", "e / 7g7f 3c3d B*5e /  /  / "),
        ("  startpos   moves\t7g7f  3c3d ", "e / 7g7f 3c3d /  /  / "),
        ("7g7f \u{3000} 九", "e / 7g7f /  /  / U001@1:8"),
        ("startpos", "e /  /  /  / F002@0:0"),
        ("startpos moves", "e /  /  /  / F002@0:0"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 w 2P 5 moves 5a5b", "4k4/9/9/9/9/9/9/9/4K4 w 2P 5 / 5a5b /  /  / "),
        ("4k4/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4 b - 1 /  /  /  / F002@0:0"),
        ("4k4/9/9/9/9/9/9/9/4K4 b P2g 7", "4k4/9/9/9/9/9/9/9/4K4 b P2g 7 /  /  /  / F002@0:0"),
        ("a | 4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1 /  /  / a / F002@0:0"),
        ("a.kif;gote;7g7f 3c3d;x", "e / 7g7f 3c3d /  / a.kif;gote|x / "),
        ("# first\n\nstartpos moves 7g7f # last", "e / 7g7f /  / last|first / "),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b - 1 a label",
            "4k4/9/9/9/9/9/9/9/4K4 b - 1 /  /  / a label / F002@0:0 U001@1:29",
        ),
        ("startpos moves 7g7f resign", "e / 7g7f / resignation /  / "),
        ("startpos moves 7g7f none", "e / 7g7f /  /  / "),
        ("startpos moves 7g7f 0000 2g2f", "e / 7g7f pass 2g2f /  /  / "),
        ("startpos moves 7g7f what 2g2f", "e / 7g7f /  /  / U001@1:21"),
        ("startpos moves 7g7f resign 3c3d 2g2f", "e / 7g7f / resignation /  / F009@1:28"),
        ("7g7f\n3c3d\nresign\n", "e / 7g7f 3c3d / resignation /  / "),
        ("position sfen 4k4/9/9 b - 1", "e /  /  /  / F004@1:22"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 b K 1 moves 7g7f", "e / 7g7f /  /  / F004@1:39"),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h 5a5b 30 2 1\n5i4h none 12\n",
            "4k4/9/9/9/9/9/9/9/4K4 b - 1 /  /  / 5i5h 5a5b 30 2 1|5i4h none 12 / F002@0:0 U002@2:1",
        ),
    ] {
        assert_eq!(all(text), [want], "{text}");
    }
}

#[test]
fn every_word_after_the_moves() {
    for (word, ending, winner) in [
        ("resign", Ending::Resignation, Some(Color::Black)),
        ("win", Ending::Declaration, Some(Color::White)),
        ("draw", Ending::DrawAgreed, None),
        ("rep_draw", Ending::Sennichite, None),
        ("timeout", Ending::TimeForfeit, Some(Color::Black)),
        ("break", Ending::Interrupted, None),
    ] {
        let records = usi::read(&format!("startpos moves 7g7f {word}"));
        let declaration = &records[0].main().declarations[0];
        assert_eq!(
            (declaration.ending, declaration.subject.winner(Color::White)),
            (ending, winner),
            "{word}"
        );
    }
}

#[test]
fn one_game_a_line_stays_one_game_a_line() {
    let text = "startpos moves 7g7f\nstartpos moves 7g7f 3c3d\nstartpos moves 7g7f 3c3d 2g2f\n";
    assert_eq!(all(text).len(), 3);
    assert_eq!(all("4k4/9/9/9/9/9/9/9/4K4 b -\n4k4/9/9/9/9/9/9/9/4K4 w -\n").len(), 2);
    assert_eq!(all("7g7f 3c3d\n2g2f 8c8d\n").len(), 2);
    assert_eq!(all("7g7f\n\n2g2f\n").len(), 2);
}

#[test]
fn a_log_of_commands_is_one_game() {
    for (text, want) in [
        (
            "position startpos\ngo\nposition startpos moves 7g7f\ngo\nposition startpos moves 7g7f 3c3d\n",
            vec!["7g7f 3c3d"],
        ),
        ("position startpos moves 7g7f\nposition startpos moves 2g2f\n", vec!["7g7f", "2g2f"]),
        (
            "recv:position startpos moves 7g7f\nrecv:go btime 0\nsend:bestmove 3c3d\nrecv:position startpos moves 7g7f 3c3d 2g2f\n",
            vec!["7g7f 3c3d 2g2f"],
        ),
        (
            "position startpos moves 7g7f\nusinewgame\nposition startpos moves 7g7f 3c3d\n",
            vec!["7g7f", "7g7f 3c3d"],
        ),
        (
            "position startpos moves 7g7f\nsome text\nposition startpos moves 7g7f 3c3d\n",
            vec!["7g7f", "7g7f 3c3d"],
        ),
        (
            "position startpos moves 7g7f 3c3d\ngo ponder\nstop\nposition startpos moves 7g7f 8c8d 2g2f\n",
            vec!["7g7f 8c8d 2g2f"],
        ),
        ("position startpos moves 7g7f 3c3d\ngo ponder\nquit\n", vec!["7g7f"]),
        ("position startpos moves 7g7f 3c3d\ngo ponder\nponderhit\n", vec!["7g7f 3c3d"]),
    ] {
        let found: Vec<_> = usi::read(text).iter().map(moves).collect();
        assert_eq!(found, want, "{text}");
    }
    let records = usi::read("position startpos moves 7g7f\ngo btime 0\nbestmove resign\n");
    assert_eq!(records[0].main().declarations[0].ending, Ending::Resignation);
    let records = usi::read("position startpos moves 7g7f\ngo btime 0\nbestmove 3c3d\n");
    assert_eq!((moves(&records[0]), codes(&records[0])), ("7g7f".to_owned(), "U003@2:1 U004@3:1".to_owned()));
}

#[test]
fn what_is_no_record_gives_none() {
    for text in ["", "\n", "# comment\n", "text\n", "usi\nisready\n", "P-7f\n"] {
        assert_eq!(usi::read(text), [], "{text}");
    }
}

#[test]
fn written_lines_are_read_back() {
    for line in [
        "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\n",
        "position startpos\n",
        "position sfen 4k4/9/9/9/9/9/9/9/4K4 w 2Pb 5 moves 5a5b\n",
    ] {
        let record = &usi::read(line)[0];
        let written = usi::write(record, &replay(record).unwrap());
        assert_eq!((written.text.as_str(), &written.losses[..]), (line, &[][..]));
    }
    let record = &usi::read("startpos moves 7g7f 7g7f resign # why\n")[0];
    let written = usi::write(record, &replay(record).unwrap());
    assert_eq!(written.text, "position startpos moves 7g7f\n");
    let codes: Vec<_> = written.losses.iter().map(|loss| loss.code).collect();
    assert_eq!(codes, [LossCode::MovesDropped, LossCode::EndingsDropped, LossCode::NotesDropped]);
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in any::<String>()) {
        let _ = usi::score(&text);
        let _ = usi::read(&text);
    }

    #[test]
    fn mangled_lines_are_read_without_panic(
        words in prop::collection::vec(prop::sample::select(vec![
            "position", "startpos", "sfen", "moves", EVEN, "b", "w", "-", "1", "7g7f", "8h2b+", "P*5e", "0000", "resign",
            "\n", ";", "|", "#", "go", "ponder", "bestmove", "recv:", "九", "\t", "\u{3000}", "none", "\r\n", "4k4/9",
        ]), 0..40),
        glue in prop::sample::select(vec!["", " "]),
    ) {
        let text = words.join(glue);
        for record in usi::read(&text) {
            prop_assert!(record.text_range.end <= text.len());
        }
    }
}

#[test]
fn several_quoted_games_on_a_line() {
    for (text, want) in [
        (
            "`position startpos moves 7g7f` or `startpos moves 2g2f 8c8d` or `position startpos`!\n",
            &["e / 7g7f /  / or / ", "e / 2g2f 8c8d /  / or `position startpos`! / "][..],
        ),
        (
            "<a>\"position startpos moves 7g7f\"</a><b x='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f'>\n",
            &["e / 7g7f /  / a|/a><b x / ", "e / 2g2f /  /  / "],
        ),
        ("`position startpos moves 7g7f` is `good`\n", &["e / 7g7f /  / is `good / "]),
        ("startpos moves 7g7f # `startpos`\n", &["e / 7g7f /  / `startpos` / "]),
    ] {
        assert_eq!(all(text), want, "{text}");
    }
}
