use super::{read, score};
use crate::record::Record;
use crate::replay::replay;
use crate::rules::Color;

const SHOGI: &str = "[Variant \"shogi\"]\n\n";

fn moves(record: &Record) -> String {
    let game = replay(record).unwrap();
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The legal moves, the declared ending and winner, and what was found.
fn summary(text: &str) -> String {
    let record = &read(text)[0];
    if record.unusable.is_some() {
        return format!("refused {}", codes(record));
    }
    let game = replay(record).unwrap();
    let outcome = &game.outcome;
    let winner = outcome.declared_winner.map_or("-", Color::name);
    let found: Vec<_> = game.diagnostics.iter().map(|found| found.code.id()).collect();
    format!("{}|{} {winner}|{}{}", moves(record), outcome.declared.name(), codes(record), found.join(" "))
}

fn codes(record: &Record) -> String {
    let found: Vec<_> = record.diagnostics.iter().map(|found| found.code.id()).collect();
    found.join(" ")
}

#[test]
fn one_game_in_every_spelling() {
    let want = "7g7f 3c3d 8h2b+ 3a2b B*5e 4a5b|unknown black|";
    for text in [
        // XBoard.
        "1. c4 g6 2. Bxh8+ Sxh8 3. B@e5 Gfe8 1-0",
        // cutechess.
        "1. Pc4 Pg6\n2. Bxh8+ Sxh8\n3. B@e5 G6h5 {x} *\n",
        // PyChess.
        "1. Pc4 Pg6 2. Bxh8=H Sxh8 3. B@e5 Gfe8 1-0",
        // Fairy-Stockfish with squares of shogi.
        "1. P-76 P-34 2. Bx22+ Sx22 3. B*55 G41-52 1-0",
        "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*5e G4a-5b 1-0",
        // Pairs of squares, of PGN and of shogi.
        "1. c3c4 g7g6 2. b2h8+ g9h8 3. B@e5 f9e8 1-0",
        "1.7g7f 3c3d 2.8h2b+ 3a2b 3.B*5e 4a5b 1-0",
        "1.Pc4 1...Pg6 2.Bb2xh8+ 2...Sg9xh8 3.B@e5 3...Gf9e8 1-0",
    ] {
        let text = format!("{SHOGI}{text}");
        assert!(score(&text) > 1000, "{text}");
        if text.contains('*') && text.contains("G6h5") {
            // No gold on that rank: nothing is guessed.
            assert_eq!(summary(&text), "7g7f 3c3d 8h2b+ 3a2b B*5e|none -|K017", "{text}");
        } else {
            assert_eq!(summary(&text), want, "{text}");
        }
    }
}

#[test]
fn what_a_plus_says() {
    // A rook on 3c (g7) that can promote there or give check from there.
    let rook =
        |moves: &str| format!("[Variant \"Shogi\"]\n[FEN \"4k4/9/6R2/9/9/9/9/9/4K4[-] w 0 1\"]\n\n{moves}");
    for (text, want) in [
        (rook("1. Re7+ Kd9"), "3c5c+ 5a6a|none -|P001"),
        (rook("1. Rg9+ Ke8 2. +Rf9"), "3c3a+ 5a5b 3a4a|none -|"),
        (rook("1. Re7=D+ Kd9 2. Dd7#"), "3c5c+ 5a6a 5c6c|none -|"),
        (rook("1. Re7+ Kd8 2. Re9=D"), "3c5c 5a6b 5c5a+|none -|"),
        (rook("1. Rb7+ Kd9"), "3c8c+ 5a6a|none -|"),
        (rook("1. Kd2+ Kd9"), "5i6h 5a6a|none -|"),
        (rook("1. Re7= Kd9"), "3c5c 5a6a|none -|"),
        ("[Event \"PyChess rated game\"]\n[Variant \"Shogi\"]\n[FEN \"4k4/9/6R2/9/9/9/9/9/4K4[-] w 0 1\"]\n1. Re7+ Kd9".to_owned(), "3c5c 5a6a|none -|"),
    ] {
        assert_eq!(summary(&text), want, "{text}");
    }
}

#[test]
fn golds_are_what_moves_as_golds() {
    let start = "[Event \"PyChess casual game\"]\n[Variant \"Shogi\"]\n[FEN \"4k4/9/9/3+P1G3/9/9/9/9/4K4[-] w 0 1\"]\n";
    for (moves, want) in [
        ("1. Ge7", "|none -|K016"),
        ("1. Gde7", "6d5c|none -|"),
        ("1. Gfe7 Kd9", "4d5c 5a6a|none -|"),
        ("1. Gd7", "6d6c|none -|"),
        ("1. Gf7", "4d4c|none -|"),
        ("1. Gc9", "|none -|K017"),
    ] {
        assert_eq!(summary(&format!("{start}{moves}")), want, "{moves}");
    }
    // Where promoted pieces have names of their own, a gold is a gold.
    let start = "[Variant \"Shogi\"]\n[FEN \"4k4/9/9/3+P1G3/9/9/9/9/4K4[-] w 0 1\"]\n";
    assert_eq!(summary(&format!("{start}1. Ge7 Kd9 2. +Pd7")), "4d5c 5a6a 6d6c|none -|");
}

#[test]
fn tags_and_sides() {
    let text = "[Event \"a cup\"]\n[Site \"a hall\"]\n[Date \"2023.11.19\"]\n[Time \"10:05:00\"]\n[Round \"-\"]\n\
                [White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[TimeControl \"300+5\"]\n[WhiteElo \"1500\"]\n\
                [BlackElo \"1600?\"]\n[Variant \"Shogi\"]\n[FEN \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1\"]\n[SetUp \"1\"]\n\n1. Pc4 0-1\n";
    let record = &read(text)[0];
    let info = &record.info;
    assert_eq!((info.players.black.as_deref(), info.players.white.as_deref()), (Some("A"), Some("B")));
    assert_eq!((info.ratings.black, info.ratings.white), (Some(1500.0), Some(1600.0)));
    assert_eq!((info.event.as_deref(), info.place.as_deref()), (Some("a cup"), Some("a hall")));
    assert_eq!(info.started.map(|date| date.to_string()).as_deref(), Some("2023-11-19T10:05:00"));
    assert_eq!(info.time_control.as_deref(), Some("300+0+5"));
    assert_eq!(record.headers.len(), 14);
    assert_eq!(summary(text), "7g7f|unknown white|");
}

#[test]
fn who_moves_first() {
    const TWO: &str = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (tags, moves, want) in [
        (format!("[FEN \"{TWO}[-] b 0 1\"]"), "1. Pg6 Pc4", "3c3d 7g7f|none -|"),
        (format!("[FEN \"{TWO}[-] b 0 1\"]"), "1... Pg6 2. Pc4", "3c3d 7g7f|none -|"),
        (format!("[FEN \"{TWO}[-] w 0 1\"]"), "1... Pg6 2. Pc4", "|none -|F010K017"),
        (format!("[SFEN \"{TWO} w - 1\"]"), "1. Pg6 Pc4", "3c3d 7g7f|none -|"),
        (format!("[FEN \"{TWO} w - 1\"]"), "1. Pg6 Pc4", "3c3d 7g7f|none -|F010"),
        (format!("[FEN \"{TWO} b - 1\"]"), "1... Pg6 2. Pc4", "3c3d 7g7f|none -|"),
        (format!("[Black \"b\"]\n[SFEN \"{TWO} w - 1\"]"), "1. Pg6 Pc4", "3c3d 7g7f|none -|P002"),
        (format!("[Gote \"b\"]\n[SFEN \"{TWO} w - 1\"]"), "1. Pg6 Pc4", "3c3d 7g7f|none -|"),
        ("[FEN \"9/9 w 0 1\"]".to_owned(), "1. Pg6", "refused F004"),
    ] {
        assert_eq!(summary(&format!("[Variant \"shogi\"]\n{tags}\n\n{moves}")), want, "{tags} {moves}");
    }
}

#[test]
fn other_games_are_refused() {
    for (tags, want) in [
        ("[Variant \"Minishogi\"]", "refused F005"),
        ("[Variant \"5x5+5_shogi\"]", "refused F005"),
        ("[Variant \"Crazyhouse\"]", "refused F005"),
        ("[Variant \"chu\"]", "refused F005"),
        ("[Variant \"Kyotoshogi\"]\n[FEN \"p+nks+l/5/5/5/+LSK+NP[-] w 0 1\"]", "refused F004 F005"),
        ("[White \"a\"]", "refused F005"),
    ] {
        let text = format!("{tags}\n1. Pc4 Pg6 1-0\n");
        assert_eq!(summary(&text), want, "{tags}");
        let found = &read(&text)[0].diagnostics;
        if let Some(name) = tags.strip_prefix("[Variant \"").and_then(|rest| rest.split('"').next()) {
            assert!(found.iter().any(|found| found.message.contains(name)), "{found:?}");
        }
    }
}

#[test]
fn comments_times_and_glyphs() {
    let text = format!(
        "{SHOGI}{{before}} 1. Pc4 {{+0.12/5 0.5s}} Pg6! {{[%emt 0:00:03] [%eval -0.3]}} 2. Bxh8+ $4 ; a line\nSxh8 {{-M4/9 1.5s, Black mates}} 0-1"
    );
    let record = &read(&text)[0];
    let notes: Vec<_> = record.notes.iter().map(|note| (note.ply, note.text.as_str())).collect();
    assert_eq!(
        notes,
        [
            (0, "before"),
            (1, "+0.12/5 0.5s"),
            (2, "!"),
            (2, "[%emt 0:00:03] [%eval -0.3]"),
            (3, "??"),
            (3, "a line"),
            (4, "-M4/9 1.5s, Black mates"),
        ]
    );
    let spent: Vec<_> = record.main().plies.iter().map(|ply| ply.clock.spent).collect();
    assert_eq!(spent, [Some(500), Some(3000), None, Some(1500)]);
    let scores: Vec<_> =
        record.evaluations.iter().map(|found| (found.ply, found.score.to_string())).collect();
    assert_eq!(scores, [(1, "+12".to_owned()), (2, "-30".to_owned()), (4, "+mate".to_owned())]);
    assert_eq!(summary(&text), "7g7f 3c3d 8h2b+ 3a2b|checkmate white|E003");
}

#[test]
fn variations_are_branches() {
    let text = format!(
        "{SHOGI}1. Pc4 (1. Pg4 Pc6 (1... Pg6 2. Pf4) 2. Ph4 {{edge}}) (1. Ph4) 1... Pg6 2. Bxh8+ (2. Gc2) Sxh8 *"
    );
    let record = &read(&text)[0];
    assert_eq!(moves(record), "7g7f 3c3d 8h2b+ 3a2b");
    let shape: Vec<_> = record.lines.iter().map(|line| (line.parent, line.after, line.plies.len())).collect();
    assert_eq!(shape, [(None, 0, 4), (Some(0), 0, 3), (Some(1), 1, 2), (Some(0), 0, 1), (Some(0), 2, 1)]);
    let game = replay(record).unwrap();
    assert!(
        game.lines.iter().zip(&record.lines).all(|(played, line)| played.moves.len() == line.plies.len())
    );
    assert_eq!((record.notes[0].line, record.notes[0].ply, codes(record).as_str()), (1, 3, ""));
    for (moves, want) in [
        ("(1. Pg4) 1. Pc4", "7g7f|none -|K004"),
        ("1. Pc4 (1. Pg4", "7g7f|none -|U001"),
        ("1. Pc4 ) Pg6", "7g7f 3c3d|none -|U001"),
        ("1. Pc4 () Pg6", "7g7f 3c3d|none -|"),
        ("1. Pc4 what (1. Pg4) Pg6", "7g7f|none -|U001 K004"),
    ] {
        assert_eq!(summary(&format!("{SHOGI}{moves}")), want, "{moves}");
    }
}

#[test]
fn several_games_and_damage() {
    let game = |name: &str| format!("[White \"{name}\"]\n[Variant \"shogi\"]\n\n1. Pc4 1-0\n\n");
    let text = format!("some words\n{}{}", game("a"), game("b"));
    let records = read(&text);
    let names: Vec<_> = records.iter().map(|record| record.info.players.black.clone().unwrap()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!((codes(&records[0]).as_str(), codes(&records[1]).as_str()), ("F003", ""));
    assert_eq!(records[0].text_range.end, records[1].text_range.start);
    assert!(text[records[1].text_range.clone()].starts_with("[White \"b\"]"));
    // A comment that is not closed does not take the next game with it.
    let text = format!("{SHOGI}1. Pc4 {{oops\nPg6\n\n{}", game("b"));
    let records = read(&text);
    assert_eq!(records.len(), 2);
    assert_eq!((codes(&records[0]).as_str(), moves(&records[0]).as_str()), ("F003", "7g7f"));
    for (moves, want) in [
        ("1. Pc4 Qh5 2. Pg4", "7g7f|none -|U001"),
        ("1. Pc4 1-0 Pg6", "7g7f|unknown black|F009"),
        ("1. Pc4 -- 2. Pg4", "7g7f|none -|R003"),
        ("1. Pc5", "|none -|K017"),
        ("1. c3c5", "|none -|R001 E004"),
    ] {
        assert_eq!(summary(&format!("{SHOGI}{moves}")), want, "{moves}");
    }
    assert_eq!(read("just words\n").len(), 0);
}

#[test]
fn endings() {
    for (tags, moves, want) in [
        ("[Result \"1-0\"]", "1. Pc4", "unknown black|"),
        ("[Result \"1-0\"]", "1. Pc4 0-1", "unknown white|E002"),
        ("[Termination \"time forfeit\"]", "1. Pc4 1-0", "time_forfeit black|"),
        ("[Termination \"abandoned\"]", "1. Pc4 0-1", "disconnection white|"),
        ("[Termination \"normal\"]", "1. Pc4 1/2-1/2", "draw_agreed -|"),
        ("", "1. Pc4 {Black resigns} 1-0", "resignation black|"),
        ("", "1. Pc4 {Xboard adjudication: repetition draw} 1/2-1/2", "sennichite -|"),
        ("", "1. Pc4 {White resigns} 1-0", "resignation black|E002"),
        ("", "1. Pc4 {White resigns} Pg6 1-0", "unknown black|"),
        ("", "1. Pc4 *", "none -|"),
    ] {
        let found = summary(&format!("[Variant \"shogi\"]\n{tags}\n{moves}"));
        assert_eq!(found.split_once('|').unwrap().1, want, "{tags} {moves}");
    }
}

#[test]
fn what_is_no_pgn_of_shogi() {
    for text in ["[Event \"x\"]\n1. e4 e5\n", "1. P-7f P-3d\n", "[Sente \"A\"]\n1. P-7f\n", "7g7f 3c3d\n", ""]
    {
        assert_eq!(score(text), 0, "{text}");
    }
}
