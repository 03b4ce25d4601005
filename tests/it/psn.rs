//! Reading PSN: the spellings of programs, archives and mailing lists.

use kifukura::formats::{self, Format, psn};
use kifukura::record::{Code, Record, Severity};
use kifukura::replay::{Stop, replay};
use kifukura::rules::Color;

const NAMES: &str = "[Sente \"player a\"]\n[Gote \"player b\"]\n";

/// `moves|ending winner|codes of warnings and errors`.
fn summary(record: &Record) -> String {
    let game = replay(record).unwrap();
    let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    let found = record.diagnostics.iter().chain(&game.diagnostics);
    let codes: Vec<_> =
        found.filter(|found| found.severity > Severity::Info).map(|found| found.code.id()).collect();
    format!(
        "{}|{} {}|{}",
        moves.join(" "),
        game.outcome.declared.name(),
        game.winner().map_or("-", Color::name),
        codes.join(" ")
    )
}

fn all(text: &str) -> Vec<String> {
    let document = formats::read(text.as_bytes());
    assert_eq!(document.format, Some(Format::Psn), "{text}");
    document.records.iter().map(summary).collect()
}

#[test]
fn a_result_among_the_tags_is_that_of_the_game_below() {
    let (one, two) = ("1.P7g-7f P3c-3d 2.B8hx2b+ S3ax2b\n", "1.P2g-2f P8c-8d\n");
    let (first, second) = ("7g7f 3c3d 8h2b+ 3a2b", "2g2f 8c8d");
    for (text, want) in [
        (format!("{NAMES}[Result \"1-0\"]\n{one}"), vec![format!("{first}|unknown black|")]),
        (format!("[Result \"0-1\"]\n{NAMES}{one}"), vec![format!("{first}|unknown white|")]),
        (
            format!("{NAMES}{one}\n{NAMES}[Result \"0-1\"]\n{two}\n{NAMES}{one}"),
            vec![format!("{first}|none -|"), format!("{second}|unknown white|"), format!("{first}|none -|")],
        ),
        (
            format!("[Result \"1-0\"]\n{NAMES}{one}\n[Result \"0-1\"]\n{NAMES}{two}"),
            vec![format!("{first}|unknown black|"), format!("{second}|unknown white|")],
        ),
        (format!("{NAMES}[Result \"1/2-1/2\"]\n{one}"), vec![format!("{first}|draw_agreed -|")]),
        (format!("{NAMES}[Result \"*\"]\n{one}"), vec![format!("{first}|none -|")]),
        (format!("{NAMES}[Result \"Sente wins\"]\n{one}"), vec![format!("{first}|unknown black|")]),
        (format!("{NAMES}[Result \"whatever\"]\n{one}"), vec![format!("{first}|none -|E001")]),
        // Behind the moves of the last game.
        (format!("{NAMES}{one}[Result \"1-0\"]\n"), vec![format!("{first}|unknown black|")]),
        (format!("@moves:\n{one}@result: 0-1\n"), vec![format!("{first}|unknown white|")]),
        // Tag and words contradict each other.
        (format!("{NAMES}[Result \"0-1\"]\n{one}1-0\n"), vec![format!("{first}|unknown black|E002")]),
        (format!("{NAMES}[Result \"1-0\"]\n{one}Resigns\n"), vec![format!("{first}|resignation white|E002")]),
        (format!("{NAMES}[Result \"0-1\"]\n{one}{{Resigns}}\n"), vec![format!("{first}|resignation white|")]),
        // A game without moves.
        (
            format!("{NAMES}[Result \"1-0\"]\n\n{NAMES}{one}"),
            vec!["|unknown black|".to_owned(), format!("{first}|none -|")],
        ),
    ] {
        assert_eq!(all(&text), want, "{text}");
    }
    let record =
        &psn::read(&format!("{NAMES}[SenteGrade \"Kisei\"]\n[GoteGrade \"9 Dan\"]\n[Moves \"2\"]\n{two}"))[0];
    assert_eq!(record.info.players.black.as_deref(), Some("player a"));
    let grades: Vec<_> = record.headers.iter().filter(|header| header.key.ends_with("Grade")).collect();
    assert_eq!(grades.iter().map(|header| header.value.as_str()).collect::<Vec<_>>(), ["Kisei", "9 Dan"]);
    let counted = |moves: usize| {
        let text = format!("{NAMES}[Moves \"{moves}\"]\n{one}");
        psn::read(&text)[0].diagnostics.iter().any(|found| found.code == Code::CountMismatch)
    };
    assert_eq!([4, 2, 3, 5].map(counted), [false, false, true, true]);
}

#[test]
fn numbers_and_times_of_shogidokoro() {
    let head = format!("{NAMES}[SFEN \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"]\n");
    let rows = "1.P2g-2f          (00:01 / 00:00:01)\n2.P8c-8d          (00:02 / 00:00:02)\n\
        3.P2f-2e          (00:03 / 00:00:04)\n4.P8d-8e          (00:01 / 00:00:03)\n";
    let moves = "2g2f 8c8d 2f2e 8d8e";
    for (last, want) in [
        ("5.Interrupt      (00:03 / 00:00:07)\n", "interrupted -"),
        ("5.Resigns      (00:03 / 00:00:07)\n", "resignation white"),
        ("5. Resigns\n", "resignation white"),
        ("5.Timeup (00:03 / 00:00:07)\n", "time_forfeit white"),
        ("5.Sennichite\n", "sennichite -"),
        ("5.Jishogi\n", "jishogi -"),
        ("", "none -"),
    ] {
        let found = all(&format!("{head}{rows}{last}"));
        assert_eq!(found, [format!("{moves}|{want}|")], "{last}");
    }
    let record = &psn::read(&format!("{head}{rows}5.Interrupt      (00:03 / 00:00:07)\n"))[0];
    let clock = |clock: kifukura::record::Clock| (clock.spent.unwrap() / 1000, clock.total.unwrap() / 1000);
    let clocks: Vec<_> = record.main().plies.iter().map(|ply| clock(ply.clock)).collect();
    assert_eq!(clocks, [(1, 1), (2, 2), (3, 4), (1, 3)]);
    assert_eq!(clock(record.main().declarations[0].clock), (3, 7));
    // Several on a line, and the word on a line of its own.
    let text = format!("{head}1.P2g-2f    2.P8c-8d    3.P2f-2e    4.P8d-8e\n\n5.Resigns\n");
    assert_eq!(all(&text), [format!("{moves}|resignation white|")]);
    let twice = format!("{head}1.P2g-2f (00:01 / 00:00:01) (00:02 / 00:00:03)\n");
    assert_eq!(all(&twice), ["2g2f|none -|F007"]);
}

#[test]
fn words_in_braces_behind_the_last_move() {
    let moves = "P7g-7f P3c-3d P2g-2f";
    for (tail, want, notes) in [
        ("{Resigns}", "resignation black|", 0),
        ("{resigns.}", "resignation black|", 0),
        ("{1-0}", "unknown black|", 0),
        ("{0-1}", "unknown white|", 0),
        ("{Sennichite}", "sennichite -|", 0),
        ("{Gote resigned}", "resignation black|", 0),
        ("{Sente resigned}", "resignation white|E002", 0),
        ("{White wins}", "unknown white|", 0),
        ("(Resigns)", "resignation black|", 0),
        ("{Resigns}\n1-0", "resignation black|", 0),
        ("{Resigns}\n0-1", "resignation white|E002", 0),
        ("{he resigns soon}", "none -|", 1),
        ("{a good move} {Resigns}", "resignation black|", 1),
        ("Resigns", "resignation black|", 0),
        ("resigned", "resignation black|", 0),
    ] {
        let text = format!("[Black \"player a\"]\n[White \"player b\"]\n{moves} {tail}\n");
        let found = all(&text);
        assert_eq!(found, [format!("7g7f 3c3d 2g2f|{want}")], "{tail}");
        assert_eq!(psn::read(&text)[0].notes.len(), notes, "{tail}");
    }
    // A remark in the middle ends nothing.
    let text = format!("{NAMES}P7g-7f {{mate}} P3c-3d {{Resigns}} P2g-2f\n");
    assert_eq!(all(&text), ["7g7f 3c3d 2g2f|none -|"]);
    let notes: Vec<_> = psn::read(&text)[0].notes.iter().map(|note| (note.ply, note.text.clone())).collect();
    assert_eq!(notes, [(1, "mate".to_owned()), (2, "Resigns".to_owned())]);
}

#[test]
fn short_moves_of_the_archives() {
    for (text, want) in [
        ("1.P7f P3d 2.Bx2b+ xS 3.P2f P8d\n", "7g7f 3c3d 8h2b+ 3a2b 2g2f 8c8d|none -|"),
        ("P76 P34 Bx22+ Sx22\n", "7g7f 3c3d 8h2b+ 3a2b|none -|"),
        ("1.P-7f P-3d 2.G65h P4d 3.G45g\n", "7g7f 3c3d 6i5h 4c4d|none -|K017"),
        ("1.G65h P34 2.G44h\n", "6i5h 3c3d 4i4h|none -|"),
        ("1.P7f P3d 2.G4-5h G6-5b\n", "7g7f 3c3d 4i5h 6a5b|none -|"),
        ("1.P7f P3d 2.G5h\n", "7g7f 3c3d|none -|K016"),
        ("1.P7f P3d 2.Bx2b+ xS 3.B*4e! P'64\n", "7g7f 3c3d 8h2b+ 3a2b B*4e|none black|R001"),
        ("1.P7f P3d 2.H2b xS\n", "7g7f 3c3d|none -|K017"),
        ("1.xS P3d\n", "|none -|K003"),
    ] {
        assert_eq!(all(&format!("{NAMES}{text}")), [want], "{text}");
    }
    // Without tags they need a number or a sign.
    assert_eq!(all("1.P7f P3d\n2.Bx2b+ xS\n"), ["7g7f 3c3d 8h2b+ 3a2b|none -|"]);
    assert_eq!(psn::score("P7f\nG5b\n"), 0);
    let illegal = &psn::read(&format!("{NAMES}1.P7f P3d 2.P7h\n"))[0];
    assert!(matches!(replay(illegal).unwrap().lines[0].stop, Some(Stop::Unresolved(Code::NoSuchMove))));
}

#[test]
fn dates_of_eight_digits() {
    for (date, want) in
        [("19900909", Some("1990-09-09")), ("1976/01/18", Some("1976-01-18")), ("????.??.??", None)]
    {
        let record = &psn::read(&format!("{NAMES}[Date \"{date}\"]\nP7g-7f P3c-3d\n"))[0];
        assert_eq!(record.info.started.map(|date| date.to_string()).as_deref(), want, "{date}");
        assert_eq!(record.diagnostics, [], "{date}");
    }
}

/// Every line from the start position, as moves.
fn lines(text: &str) -> Vec<String> {
    let record = &psn::read(text)[0];
    let game = replay(record).unwrap();
    let line = |index: usize| {
        let mut moves = game.path_to(record, index).unwrap_or_default();
        moves.extend(&game.lines[index].moves);
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    (0..record.lines.len()).map(line).collect()
}

#[test]
fn variations_in_brackets() {
    let main = "7g7f 3c3d 2g2f 8c8d";
    for (text, want) in [
        ("1.P-7f P-3d 2.P-2f (2.P-6f P-4d) P-8d\n", &[main, "7g7f 3c3d 6g6f 4c4d"][..]),
        ("1.P-7f P-3d [1...P-8d 2.P-2f] 2.P-2f P-8d\n", &[main, "7g7f 8c8d 2g2f"]),
        ("1.P-7f 2.P-3d (2.P-8d 3.P-2f) 3.P-2f 4.P-8d\n", &[main, "7g7f 8c8d 2g2f"]),
        // The number says that it goes on.
        ("1.P-7f 2.P-3d (3.P-6f 4.P-4d) 3.P-2f 4.P-8d\n", &[main, "7g7f 3c3d 6g6f 4c4d"]),
        ("1.P-7f P-3d 2.P-2f (2...P-4d) P-8d\n", &[main, "7g7f 3c3d 2g2f 4c4d"]),
        ("P-7f P-3d (P-8d (P-4d) P-2f) P-2f P-8d\n", &[main, "7g7f 8c8d 2g2f", "7g7f 4c4d"]),
        ("1.P-7f P-3d 2.P-2f P-8d (2...P-4d {a remark} 3.B-7g)\n", &[main, "7g7f 3c3d 2g2f 4c4d 8h7g"]),
        // Words are a comment.
        ("1.P-7f P-3d (P-8d is better) 2.P-2f [ a plan ] P-8d\n", &[main]),
        // Not closed.
        ("1.P-7f P-3d 2.P-2f P-8d (P-4d\n", &[main]),
    ] {
        assert_eq!(lines(&format!("{NAMES}{text}")), want, "{text}");
    }
    let record = &psn::read(&format!("{NAMES}1.P-7f P-3d 2.P-2f P-8d (P-4d\n\n{NAMES}1.P-2f\n"))[..];
    assert_eq!(record.len(), 2, "a bracket that is not closed ends at the next tag");
    assert!(record[0].diagnostics.iter().any(|found| found.code == Code::UnreadableLine));
    assert_eq!(record[0].notes[0].text, "P-4d");
    let deep = format!("{NAMES}1.P-7f P-3d {}P-8d{}\n", "(P-4d ".repeat(40), ")".repeat(40));
    assert!(psn::read(&deep)[0].lines.len() <= 34);
}

#[test]
fn moves_of_two_squares() {
    for (text, want) in [
        (format!("{NAMES}1. 7g7f 8c8d 2. 2g2f 8d8e 0-1\n"), "7g7f 8c8d 2g2f 8d8e|unknown white|"),
        (
            format!("{NAMES}1. 7g-7f 3c-3d 2. 8hx2b+ 3ax2b 3. B*4e Resigns\n"),
            "7g7f 3c3d 8h2b+ 3a2b B*4e|resignation black|",
        ),
        (format!("{NAMES}1.7g7f 2.3c3d 3.2g2f 4.Resigns\n"), "7g7f 3c3d 2g2f|resignation black|"),
        ("1. 7g7f  8c8d  2. 2g2f\n".to_owned(), "7g7f 8c8d 2g2f|none -|"),
        ("1. 77-76 33-34\n2. 27-26\n".to_owned(), "7g7f 3c3d 2g2f|none -|"),
        (format!("{NAMES}1. 7g7f! $1 3c3d?! $6 2. 2g2f {{good}} $14\n"), "7g7f 3c3d 2g2f|none -|"),
        (format!("{NAMES}1. 7g7f 3c3d 2. 2g2e\n"), "7g7f 3c3d|none white|R001"),
    ] {
        assert_eq!(all(&text), [want], "{text}");
    }
    // A numbered list of games is one of USI.
    let list = "1. 7g7f 3c3d 2g2f\n2. 2g2f 8c8d 2f2e\n";
    let document = formats::read(list.as_bytes());
    assert_eq!((document.format, document.records.len()), (Some(Format::Usi), 2));
}

#[test]
fn white_moves_first_behind_points() {
    let text = "[Sente \"a\"]\n[Gote \"b\"]\n[Handicap \"Bishop\"]\n1. ... P-3d 2. P-7f P-4d\n";
    assert_eq!(all(text), ["3c3d 7g7f 4c4d|none -|"]);
    assert_eq!(all("[Handicap \"Bishop\"]\n1... 3c3d 2. 7g7f 4c4d\n"), ["3c3d 7g7f 4c4d|none -|"]);
}
