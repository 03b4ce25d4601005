//! How CSA files and logs of servers say that a game is over, beside the statements of the format.

use kifukura::formats::csa;
use kifukura::record::{Code, Record};
use kifukura::replay::{Game, replay};
use kifukura::rules::Color;

/// Three moves; White is to move.
const THREE: &str = "PI\n+\n+7776FU\n-3334FU\n+2726FU\n";

fn one(text: &str) -> (Record, Game) {
    let mut records = csa::read(text);
    assert_eq!(records.len(), 1, "{text}");
    let record = records.remove(0);
    let game = replay(&record).unwrap();
    (record, game)
}

/// `moves declared winner-as-declared verified winner`, and the codes of warnings and errors.
fn ends(text: &str) -> String {
    let (record, game) = one(text);
    let name = |winner: Option<Color>| winner.map_or("-", Color::name);
    let outcome = &game.outcome;
    let worth = |code: &Code| code.severity() > kifukura::record::Severity::Info;
    let found = record.diagnostics.iter().chain(&game.diagnostics).map(|found| found.code);
    let codes: Vec<_> = found.filter(worth).map(Code::id).collect();
    format!(
        "{} {} {} {} {} {}",
        game.moves().len(),
        outcome.declared.name(),
        name(outcome.declared_winner),
        outcome.verified.name(),
        name(game.winner()),
        codes.join(" ")
    )
}

fn all_end(cases: &[(&str, &str)]) {
    for (tail, want) in cases {
        let text = format!("V2\nN+alpha\nN-beta\n{THREE}{tail}");
        assert_eq!(ends(&text).trim_end(), *want, "{tail}");
    }
}

#[test]
fn messages_of_a_server_name_the_winner() {
    all_end(&[
        ("#OUTE_SENNICHITE\n#GOTE_WIN\n", "3 perpetual_check white none white"),
        ("#OUTE_SENNICHITE\n#SENTE_WIN\n'summary:x\n", "3 perpetual_check black none black"),
        ("#DISCONNECT\n#SENTE_WIN\n", "3 disconnection black none black"),
        ("#SENTE_WIN\n", "3 unknown black none black"),
        ("#SENTE_WIN_DISCONNECT\n", "3 disconnection black none black"),
        ("#GOTE_WIN_TIMEOUT\n", "3 time_forfeit white none white E002"),
        ("#SENTE_WIN_TORYO\n", "3 resignation black none black"),
        ("#SENTE_WIN_SOMEHOW\n", "3 unknown black none black"),
        ("#DRAW_SENNICHI\n", "3 sennichite - none -"),
        ("%TORYO\n#SENTE_WIN_TORYO\n", "3 resignation black none black"),
        ("#RESIGN\n#SENTE_WIN\n", "3 resignation black none black"),
        ("%TORYO\n#RESIGN\n#SENTE_WIN\n", "3 resignation black none black"),
        ("#SENNICHITE\n#DRAW\n", "3 sennichite - none -"),
        ("#MAX_MOVES\n#CENSORED\n", "3 max_moves - none -"),
        ("#CHUDAN\n", "3 interrupted - none -"),
        // What contradicts itself.
        ("%TIME_UP\n#TIME_UP\n#GOTE_WIN\n", "3 time_forfeit black none black E002"),
        ("#RESIGN\n#GOTE_WIN\n", "3 resignation black none black E002"),
        ("#SENNICHITE\n#GOTE_WIN\n", "3 sennichite white none white E002"),
        ("%TORYO\n#DRAW\n", "3 resignation black none black E002"),
        // `#WIN` was sent to one of the two, and nothing says to whom.
        ("#WIN\n", "3 unknown - none - E001"),
        ("%TORYO\n#WIN\n", "3 resignation black none black"),
    ]);
}

#[test]
fn what_two_percent_signs_say() {
    all_end(&[
        ("\n%%TORYO\n", "3 resignation black none black"),
        ("%%TORYO,T4\n", "3 resignation black none black"),
        ("%%toryo\n", "3 resignation black none black"),
        ("%%TIME_UP\n", "3 time_forfeit black none black"),
        ("%%KACHI\n'summary:kachi:alpha lose:beta win\n", "3 declaration white declaration black E003"),
        ("%TORYO\n%%LOGOUT\n", "3 resignation black none black"),
        ("%%GAME x\n", "3 none - none -"),
    ]);
}

#[test]
fn words_of_shogi_wars_in_csa() {
    all_end(&[
        ("SENTE_WIN_TORYO\n", "3 resignation black none black"),
        ("%SENTE_WIN_TORYO\n", "3 resignation black none black"),
        ("SENTE_WIN_TIMEOUT", "3 time_forfeit black none black"),
        ("GOTE_WIN_DISCONNECT\n", "3 disconnection white none white"),
        ("DRAW_PLY_LIMIT\n", "3 max_moves - none -"),
        ("DRAW_SENNICHI\n", "3 sennichite - none -"),
        ("GOTE_WIN_OUTE_SENNICHI\n", "3 perpetual_check white none white"),
        ("SENTE_WIN_TRY\n", "3 try_rule black none black E003"),
        ("SENTE_WIN_SOMEHOW\n", "3 unknown black none black E001"),
        ("DRAW_INVALID\n", "3 unknown - none - E001"),
        // White is to move and cannot win by a resignation.
        ("GOTE_WIN_TORYO\n", "3 resignation white none white E002"),
        ("%CHUDAN\nGOTE_WIN_TORYO\n", "3 interrupted white none white E002"),
    ]);
    assert_eq!(ends(&format!("SENTE_WIN_TORYO\n{THREE}")).trim_end(), "3 resignation black none black");
}

#[test]
fn headers_of_shogi_extend_say_who_won() {
    for (head, tail, want) in [
        ("$X_FINAL:切断\n$X_WINNER:▲\n", "%CHUDAN\n", "3 disconnection black none black"),
        ("$X_FINAL:切断\n$X_WINNER:△\n", "%CHUDAN\n", "3 disconnection white none white"),
        ("$X_FINAL:投了\n$X_WINNER:▲\n", "%TORYO\n", "3 resignation black none black"),
        ("$X_FINAL:入玉\n$X_WINNER:▲\n", "", "3 declaration black declaration black E003"),
        ("$X_WINNER:後手\n", "", "3 unknown white none white"),
        ("$X_FINAL:千日手\n$X_WINNER:\n", "", "3 sennichite - none -"),
        ("$X_FINAL:投了\n$X_WINNER:△\n", "%TORYO\n", "3 resignation black none black E002"),
        ("$X_FINAL:切断\n$X_WINNER:だれか\n", "%CHUDAN\n", "3 disconnection - none - E001"),
        ("$X_FINAL:なにか\n$X_WINNER:▲\n", "%CHUDAN\n", "3 interrupted black none black E001"),
    ] {
        assert_eq!(ends(&format!("N+甲\nN-乙\n{head}{THREE}{tail}")).trim_end(), want, "{head}{tail}");
    }
}

#[test]
fn a_broken_connection_is_what_the_summary_says() {
    all_end(&[
        ("%TORYO\n'summary:abnormal:alpha lose:beta win\n", "3 disconnection white none white"),
        ("%TORYO\n'summary:abnormal:alpha win:beta lose\n", "3 disconnection black none black"),
        ("%TORYO\nT5\n'summary:abnormal:beta win:alpha lose\n", "3 disconnection white none white"),
        ("%CHUDAN\n'summary:abnormal:alpha lose:beta win\n", "3 disconnection white none white"),
        ("'summary:abnormal:alpha lose:beta win\n", "3 disconnection white none white"),
        ("%TORYO\n'summary:abnormal:alpha draw:beta draw\n", "3 disconnection - none -"),
        // Other reasons must be the statement's, and so must the winner.
        ("%TIME_UP\n'summary:abnormal:alpha win:beta lose\n", "3 time_forfeit black none black E002"),
        ("%TORYO\n'summary:toryo:alpha lose:beta win\n", "3 resignation black none black E002"),
        ("'summary:toryo:alpha lose:beta win\n", "3 resignation white none white E002"),
        ("'summary:sennichite:alpha lose:beta win\n", "3 sennichite white none white E002"),
        ("%TORYO\n'summary:toryo:alpha draw:beta draw\n", "3 resignation black none black E002"),
        ("'summary:oute_sennichite:alpha lose:beta win\n", "3 perpetual_check white none white"),
    ]);
}

#[test]
fn an_illegal_move_in_a_comment_is_judged() {
    all_end(&[
        (
            "'ILLEGAL_MOVE(-9455FU)\n'summary:illegal move:alpha win:beta lose\n",
            "3 illegal_move black illegal_move black R001",
        ),
        ("'ILLEGAL_MOVE(-9455FU)\n", "3 illegal_move black illegal_move black R001"),
        (
            "-9455FU\nT3\n'ILLEGAL_MOVE(-9455FU)\n#ILLEGAL_MOVE\n#SENTE_WIN\n",
            "3 illegal_move black illegal_move black R001",
        ),
        ("%ILLEGAL_MOVE\n'ILLEGAL_MOVE(-9455FU)\n", "3 illegal_move black illegal_move black R001"),
        // Two pawns, by other reasons' names.
        (
            "'ILLEGAL_MOVE(-0055FU)\n'summary:uchifuzume:alpha win:beta lose\n",
            "3 illegal_move black illegal_move black R001",
        ),
        ("'summary:oute_kaihimore:alpha win:beta lose\n", "3 illegal_move black none black"),
        ("'summary:outori:alpha win:beta lose\n", "3 illegal_move black none black"),
        ("'summary:illegal_move:alpha win:beta lose\n", "3 illegal_move black none black"),
        // A legal move, which its maker is said to have lost by.
        ("'ILLEGAL_MOVE(-8384FU)\n", "4 illegal_move black none black"),
        // The offender as the winner.
        (
            "'ILLEGAL_MOVE(-9455FU)\n'summary:illegal move:alpha lose:beta win\n",
            "3 illegal_move black illegal_move black R001 E002",
        ),
        (
            "'ILLEGAL_MOVE(-33XXFU)\n'summary:illegal move:alpha win:beta lose\n",
            "3 illegal_move black none black C001",
        ),
        ("'*ILLEGAL_MOVE(-9455FU)\n", "3 none - none -"),
    ]);
    let text = format!("V2.2\n{THREE}'ILLEGAL_MOVE(-9455FU)\n");
    let (record, game) = one(&text);
    let written = csa::write(&record, &game, csa::Version::V22).text;
    assert_eq!(
        written,
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-9455FU\n'*ILLEGAL_MOVE(-9455FU)\n%-ILLEGAL_ACTION\n"
    );
    assert_eq!(ends(&written).trim_end(), "3 illegal_move black illegal_move black R001");
}

#[test]
fn what_stands_behind_the_end_is_of_the_same_game() {
    let names = |text: &str| {
        let name = |record: &Record| {
            let players = &record.info.players;
            let of = |color: Color| players[color].clone().unwrap_or_else(|| "?".to_owned());
            let event = record.info.event.as_deref().unwrap_or("?");
            format!("{}/{}/{event}:{}", of(Color::Black), of(Color::White), record.main().plies.len())
        };
        csa::read(text).iter().map(name).collect::<Vec<_>>()
    };
    for (text, want) in [
        (format!("{THREE}%TORYO\nN+a\nN-b\n"), &["a/b/?:3"][..]),
        (format!("{THREE}%TORYO\n'x\nN+a\nN-b\n$EVENT:e\n'y\n"), &["a/b/e:3"]),
        (format!("{THREE}%TORYO\nT3\n\n$EVENT:e\n$END_TIME:2024/05/01\n"), &["?/?/e:3"]),
        (format!("N+a\nN-b\n{THREE}%TORYO\nN+a\nN-b\n"), &["a/b/?:3"]),
        (format!("$EVENT:e\n{THREE}%TORYO\n$EVENT:e\n"), &["?/?/e:3"]),
        (format!("{THREE}%TORYO\nN+a\nN-b\n/\n{THREE}"), &["a/b/?:3", "?/?/?:3"]),
        (format!("{THREE}%TORYO\nN+a\nN-b\nV2.2\n{THREE}"), &["a/b/?:3", "?/?/?:3"]),
        // Another game's.
        (format!("{THREE}%TORYO\nN+a\nN-b\n{THREE}"), &["?/?/?:3", "a/b/?:3"]),
        (format!("{THREE}%TORYO\n$EVENT:e\nN+a\nN-b\n{THREE}"), &["?/?/?:3", "a/b/e:3"]),
        (format!("N+a\nN-b\n{THREE}%TORYO\nN+c\nN-d\nV2.2\n{THREE}"), &["a/b/?:3", "c/d/?:3"]),
        (format!("N+a\nN-b\n{THREE}$EVENT:e\nN+c\nN-d\n{THREE}"), &["a/b/?:3", "c/d/e:3"]),
    ] {
        assert_eq!(names(&text), want, "{text}");
    }
}

#[test]
fn the_lines_of_a_program_are_no_comments() {
    let banner = "' ---- Kifu for Windows V7 V7.09 CSA形式棋譜ファイル ----\n";
    for (text, producer, notes) in [
        (
            format!("'encoding=Shift_JIS\n{banner}V2.2\n{THREE}"),
            "Kifu for Windows V7 V7.09 CSA形式棋譜ファイル",
            0,
        ),
        (format!("{banner}{THREE}"), "Kifu for Windows V7 V7.09 CSA形式棋譜ファイル", 0),
        (format!("V2.2\n'Encoding=UTF-8\n{THREE}"), "V2.2", 0),
        (format!("' ---- 柿木将棋IX V9.00 ----\nV2.2\n{THREE}"), "柿木将棋IX V9.00", 0),
        (format!("' ---- 第一局 ----\nV2.2\n{THREE}"), "V2.2", 1),
        (format!("'encoding= is a word\nV2.2\n{THREE}"), "V2.2", 1),
        (format!("V2.2\n{THREE}'encoding=UTF-8\n"), "V2.2", 1),
    ] {
        let (record, _) = one(&text);
        assert_eq!((record.producer.as_deref(), record.notes.len()), (Some(producer), notes), "{text}");
    }
    let text = format!("'encoding=UTF-8\n{banner}V2.2\n{THREE}%TORYO\n");
    assert_eq!(csa::read(&format!("{text}{text}")).len(), 2);
}
