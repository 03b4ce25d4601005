//! Logs of the protocol between engines and their user, books, and games in the middle of other text.

use kifukura::formats::{self, Format, usi};
use kifukura::record::{Code, Record, Severity};
use kifukura::replay::replay;
use kifukura::rules::Color;

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
    assert_eq!(document.format, Some(Format::Usi), "{text}");
    document.records.iter().map(summary).collect()
}

/// A log of one engine, which plays White and resigns.
const LOG: &str = "usi\nid name Engine\nusiok\nisready\nreadyok\nusinewgame\nposition startpos moves 2g2f\n\
    go btime 33000 wtime 30000 byoyomi 0\ninfo depth 1 score cp 0 pv 8c8d\nbestmove 8c8d\n\
    position startpos moves 2g2f 8c8d 2f2e\ngo btime 30000 wtime 28000 byoyomi 0\nbestmove 8d8e\n\
    position startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h\ngo btime 28000 wtime 26000 byoyomi 0\n\
    bestmove resign\ngameover lose\n";

const GAME: &str = "2g2f 8c8d 2f2e 8d8e 6i7h|resignation black|";

#[test]
fn lines_without_talk_are_games_of_their_own() {
    for (text, want) in [
        (
            "position startpos moves 7g7f 3c3d\nposition startpos moves 7g7f 3c3d 2g2f 8c8d\n",
            &["7g7f 3c3d|none -|", "7g7f 3c3d 2g2f 8c8d|none -|"][..],
        ),
        ("position startpos moves 7g7f\nposition startpos moves 7g7f\n", &["7g7f|none -|", "7g7f|none -|"]),
        (
            "# one\nposition startpos moves 7g7f\n\n# two\nposition startpos moves 7g7f 3c3d\n",
            &["7g7f|none -|", "7g7f 3c3d|none -|"],
        ),
        (
            "position startpos moves 7g7f 3c3d\nposition startpos moves 7g7f\n",
            &["7g7f 3c3d|none -|", "7g7f|none -|"],
        ),
        (
            "startpos moves 7g7f\nposition startpos moves 7g7f 3c3d\nstartpos moves 7g7f 3c3d 2g2f\n",
            &["7g7f|none -|", "7g7f 3c3d|none -|", "7g7f 3c3d 2g2f|none -|"],
        ),
    ] {
        assert_eq!(all(text), want, "{text}");
    }
    // As written by the writer: a game and its beginning come back as two.
    let games = "position startpos moves 7g7f 3c3d\nposition startpos moves 7g7f 3c3d 2g2f\n";
    let written: String =
        usi::read(games).iter().map(|record| usi::write(record, &replay(record).unwrap()).text).collect();
    assert_eq!(written, games);
    assert_eq!(usi::read(&written).len(), 2);
}

#[test]
fn a_log_is_one_game_whatever_stands_in_it() {
    let before = |mark: &str| -> String { LOG.lines().map(|line| format!("{mark}{line}\n")).collect() };
    let answer = |line: &str| line.starts_with("bestmove") || line.starts_with("info");
    let ways = |to: &str, from: &str| -> String {
        LOG.lines().map(|line| format!("{}{line}\n", if answer(line) { from } else { to })).collect()
    };
    let after_each = |text: &str| LOG.replace('\n', &format!("\n{text}\n"));
    for text in [
        LOG.to_owned(),
        before("recv:"),
        ways("> ", "< "),
        ways(">1:", "<1:"),
        ways("1> ", "1< "),
        ways("[GUI] ", "[Engine] "),
        ways("2024-05-01 10:00:00.123 [INFO] GUI->Engine: ", "2024-05-01 10:00:01.5 [INFO] Engine->GUI: "),
        ways("to suisho: ", "from suisho: "),
        // Only the answers name the engine.
        ways("> ", "[Suisho] "),
        LOG.lines()
            .enumerate()
            .map(|(at, line)| format!("{:02}:00:{at:02}.{at:03} {line}\n", at % 24))
            .collect(),
        after_each("# a remark"),
        after_each(""),
        after_each("reading user_book1.db"),
        after_each("eval loaded 12%"),
        after_each("info string position startpos moves 9g9f 9c9d"),
        LOG.split_once("usinewgame\n").unwrap().1.to_owned(),
    ] {
        assert_eq!(all(&text), [GAME], "{text}");
    }
    let record = &usi::read(&after_each("# a remark"))[0];
    let plies: Vec<usize> = record.notes.iter().map(|note| note.ply).collect();
    assert_eq!(plies, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 3, 3, 3, 5, 5, 5, 5]);
    // A line that should have been a position is told.
    let broken = after_each("positon startpos moves 7g7f");
    assert_eq!(all(&broken), [GAME.to_owned() + "F003 ".repeat(17).trim_end()]);
}

#[test]
fn gameover_speaks_of_the_side_that_the_engine_had() {
    let play = |moves: &str, rest: &str| {
        let position = |length: usize| {
            let moves: Vec<_> = moves.split_whitespace().take(length).collect();
            let text = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
            format!("position startpos{text}\ngo byoyomi 1000\nbestmove 9g9f\n")
        };
        let length = moves.split_whitespace().count();
        let first = length % 2;
        let text: String = (first..=length).step_by(2).map(position).collect();
        all(&format!("usinewgame\n{text}{rest}")).join(" ; ")
    };
    for (moves, rest, want) in [
        ("7g7f 3c3d 2g2f", "gameover win\n", "7g7f 3c3d 2g2f|unknown white|"),
        ("7g7f 3c3d 2g2f", "gameover lose\n", "7g7f 3c3d 2g2f|unknown black|"),
        ("7g7f 3c3d", "gameover win\n", "7g7f 3c3d|unknown black|"),
        ("7g7f 3c3d", "gameover lose\n", "7g7f 3c3d|unknown white|"),
        ("7g7f 3c3d", "gameover draw\n", "7g7f 3c3d|draw_agreed -|"),
        ("7g7f 3c3d", "bestmove resign\ngameover lose\n", "7g7f 3c3d|resignation white|"),
        // The loser as the winner.
        ("7g7f 3c3d", "bestmove resign\ngameover win\n", "7g7f 3c3d|resignation white|E002"),
        ("7g7f 3c3d", "gameover somehow\n", "7g7f 3c3d|none -|E001"),
        // The engine was to move for both sides.
        (
            "7g7f 3c3d",
            "position startpos moves 7g7f 3c3d 2g2f\ngo\ngameover win\n",
            "7g7f 3c3d 2g2f|none -|E001",
        ),
        (
            "7g7f 3c3d",
            "gameover win\nposition startpos moves 7g7f\ngo\n",
            "7g7f 3c3d|unknown black| ; 7g7f|none -|",
        ),
    ] {
        assert_eq!(play(moves, rest), want, "{moves} {rest}");
    }
    let text = "position startpos moves 7g7f\nusi\ngameover win\n";
    assert_eq!(all(text), ["7g7f|none -|E001"], "no `go` shows which side the engine has");
}

#[test]
fn two_engines_have_a_game_each() {
    let line = |engine: usize, text: &str| format!("{engine}> {text}\n");
    let moves = ["7g7f", "3c3d", "2g2f", "8c8d"];
    let mut text = String::new();
    for round in 0..2 {
        text += &(line(1, "usinewgame") + &line(2, "usinewgame"));
        for ply in 0..=moves.len() {
            let engine = ply % 2 + 1;
            let moves = moves[..ply].join(" ");
            let moves = if ply == 0 { String::new() } else { format!(" moves {moves}") };
            text += &line(engine, &format!("position startpos{moves}"));
            text += &line(engine, "go");
            text += &line(engine, &format!("bestmove {}", if ply == 4 { "resign" } else { "9g9f" }));
        }
        text += &line(1, "gameover lose");
        text += &line(2, "gameover win");
        assert_eq!(all(&text).len(), 2 * (round + 1), "{text}");
    }
    let game = ["7g7f 3c3d 2g2f 8c8d|resignation white|", "7g7f 3c3d 2g2f|unknown white|"];
    assert_eq!(all(&text), [game, game].concat());
    // One of them alone: what the other says does not touch it.
    let alone: String =
        text.lines().filter(|line| line.starts_with("2>")).map(|line| format!("{line}\n")).collect();
    assert_eq!(all(&alone), [game[1], game[1]]);
    let records = usi::read(&text);
    assert!(records.array_windows().all(|[a, b]| a.text_range.start <= b.text_range.start));
}

#[test]
fn marks_of_one_direction_alone() {
    let text = ">1:position startpos moves 7g7f\n>1:go\n<1:bestmove resign\n>1:gameover lose\n\
        position startpos moves 7g7f 3c3d\n>1:go\n<1:bestmove resign\n>1:gameover lose\n";
    assert_eq!(all(text), ["7g7f|resignation black|", "7g7f 3c3d|resignation white|"]);
    // What an engine says late is not said by the other one.
    let text = "1> position startpos\n1> go\n1< bestmove 7g7f\n2> position startpos moves 7g7f\n2> go\n\
        2< bestmove resign\n1> gameover win\n1< bestmove 2g2f\n2> gameover lose\n";
    assert_eq!(all(text), ["|unknown black|", "7g7f|resignation black|"]);
}

#[test]
fn positions_that_shrink_or_turn_aside() {
    let log = |moves: &[&str]| -> String {
        let one = |moves: &&str| format!("position startpos moves {moves}\ngo byoyomi 1000\nbestmove 9g9f\n");
        format!("usinewgame\n{}", moves.iter().map(one).collect::<String>())
    };
    for (moves, want) in [
        (
            &["7g7f 3c3d 2g2f 8c8d", "7g7f 3c3d 2g2f", "7g7f 3c3d", "7g7f"][..],
            &["7g7f 3c3d 2g2f 8c8d|none -|"][..],
        ),
        (&["7g7f 3c3d 2g2f", "7g7f", "7g7f 3c3d 2g2f 8c8d"], &["7g7f 3c3d 2g2f 8c8d|none -|"]),
        (&["7g7f", "7g7f"], &["7g7f|none -|"]),
        // Another line is a game of its own.
        (&["7g7f 3c3d", "7g7f 8c8d 2g2f"], &["7g7f 3c3d|none -|", "7g7f 8c8d 2g2f|none -|"]),
        (&["7g7f 3c3d 2g2f", "7g7f", "7g7f 8c8d"], &["7g7f 3c3d 2g2f|none -|", "7g7f 8c8d|none -|"]),
    ] {
        assert_eq!(all(&log(moves)), want, "{moves:?}");
    }
    // What the engine thinks of an earlier position does not end the game.
    let text = log(&["7g7f 3c3d 2g2f", "7g7f 3c3d"]) + "bestmove resign\n";
    assert_eq!(all(&text), ["7g7f 3c3d 2g2f|none -|"]);
    let text = "usinewgame\nposition startpos moves 7g7f 3c3d 2g2f\ngo ponder\nstop\n\
        position startpos moves 7g7f 3c3d\ngo\nbestmove resign\n";
    assert_eq!(
        all(text),
        ["7g7f 3c3d|resignation white|"],
        "the engine pondered on a move that was not played"
    );
}

#[test]
fn rows_of_books_are_no_games() {
    const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let head = "#YANEURAOU-DB2016 1.00\n";
    for (text, positions, comments) in [
        (format!("{head}sfen {EVEN}\n7g7f 3c3d 40 22 30\n2g2f none none none\n"), 1, 2),
        (format!("{head}sfen {EVEN}\n7g7f none\n2g2f 8c8d\n9g9f none 0\n"), 1, 3),
        (format!("{head}# NOE:1\nsfen {EVEN}\n\n7g7f 3c3d\n2g2f\n"), 1, 2),
        (format!("sfen {EVEN}\n7g7f 3c3d\n2g2f none\n"), 1, 2),
        (format!("sfen {EVEN}\nnone none 0 0 1\nsfen {EVEN}\nresign none 0\n"), 2, 2),
        (format!("sfen {EVEN}\n# a remark\n7g7f none none none\n"), 1, 1),
    ] {
        let records = usi::read(&text);
        assert_eq!(records.len(), positions, "{text}");
        let rows: Vec<_> = records.iter().flat_map(|record| &record.notes).collect();
        let rows =
            rows.iter().filter(|note| note.text.contains(['7', '2', '9', 'n']) && !note.text.contains(':'));
        assert_eq!(rows.filter(|note| !note.text.contains("DB")).count(), comments, "{text}");
        for record in &records {
            assert_eq!(record.main().plies.len(), 0, "{text}");
            assert!(record.diagnostics.iter().all(|found| found.severity == Severity::Info), "{text}");
        }
        assert!(
            records.iter().any(|record| record.diagnostics.iter().any(|found| found.code == Code::BookRows))
        );
    }
    // Moves that do not stand below a position are a game.
    assert_eq!(all("7g7f 3c3d\n2g2f none\n"), ["7g7f 3c3d|none -|", "2g2f|none -|"]);
}

#[test]
fn positions_with_moves_behind_them_and_games_in_quotes() {
    const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let game = "7g7f 3c3d|none -|";
    for (text, want) in [
        (format!("{EVEN} b - 0 7g7f 3c3d\n"), game),
        (format!("sfen {EVEN} b - 1 7g7f 3c3d\n"), game),
        (format!("{EVEN} b - 7g7f 3c3d # best\n"), game),
        (format!("position sfen {EVEN} b - 1 7g7f 3c3d\n"), game),
        (format!("position {EVEN} b - 1 moves 7g7f 3c3d\n"), game),
        (format!("{EVEN} b - 1 7g7f 3c3d resign\n"), "7g7f 3c3d|resignation white|"),
        (format!("{EVEN} b - 1 7g7f is best\n"), "|none -|U001"),
        (format!("{EVEN} b - 1 bm 7g7f\n"), "|none -|"),
        ("\"position startpos moves 7g7f 3c3d\"\n".to_owned(), game),
        ("`position startpos moves 7g7f 3c3d`\n".to_owned(), game),
        ("- `position startpos moves 7g7f 3c3d` is a game\n".to_owned(), game),
        ("```\nposition startpos moves 7g7f 3c3d\n```\n".to_owned(), game),
        ("1. `startpos moves 7g7f 3c3d`\n".to_owned(), game),
        ("  \"startpos moves 7g7f 3c3d\",\n".to_owned(), game),
        ("const GAME = 'position startpos moves 7g7f 3c3d';\n".to_owned(), game),
        ("<code>position startpos moves 7g7f 3c3d</code>\n".to_owned(), game),
        ("> position startpos moves 7g7f 3c3d\n".to_owned(), game),
        ("「position startpos moves 7g7f 3c3d」\n".to_owned(), game),
    ] {
        assert_eq!(all(&text), [want], "{text}");
    }
}

#[test]
fn a_remark_about_a_move_that_was_taken_back_stays() {
    let pondered = "usinewgame\nposition startpos moves 7g7f\ngo\nbestmove 3c3d ponder 2g2f\n\
                    position startpos moves 7g7f 3c3d 2g2f\n# thinking\ngo ponder\n";
    for (end, plies) in
        [("stop\nbestmove 8c8d\nposition startpos moves 7g7f 3c3d\ngo\nbestmove resign\n", 2), ("quit\n", 2)]
    {
        let records = kifukura::formats::usi::read(&format!("{pondered}{end}"));
        assert_eq!(records.len(), 1);
        let notes: Vec<_> = records[0].notes.iter().map(|note| (note.ply, note.text.as_str())).collect();
        assert_eq!((records[0].main().plies.len(), notes), (plies, vec![(2, "thinking")]), "{end}");
    }
}
