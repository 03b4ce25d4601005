//! Logs of what a CSA server and its client sent each other.

use kifukura::formats::{self, Format, csa};
use kifukura::record::{Code, Record, Severity};
use kifukura::replay::replay;

/// A game of two players as a client logs it; White's log has its own moves twice.
const LOG: &str = "LOGIN:player_b OK\nBEGIN Game_Summary\nProtocol_Version:1.1\nProtocol_Mode:Server\n\
    Format:Shogi 1.0\nDeclaration:Jishogi 1.1\nGame_ID:event1+default-1500-0+player_a+player_b+20140106110231\n\
    Name+:player_a\nName-:player_b\nYour_Turn:-\nRematch_On_Draw:NO\nTo_Move:+\nMax_Moves:256\nBEGIN Time\n\
    Time_Unit:1sec\nTotal_Time:1500\nByoyomi:10\nLeast_Time_Per_Move:1\nEND Time\nBEGIN Position\nPI\n+\n\
    END Position\nEND Game_Summary\nAGREE\nSTART:x\n+7776FU,T12\n-3334FU\n-3334FU,T3\n+2726FU,T4\n%TORYO\n\
    %TORYO,T1\n#RESIGN\n#LOSE\n";

/// `Black-White: moves|times|ending winner|codes of warnings and errors`.
fn summary(record: &Record) -> String {
    let game = replay(record).unwrap();
    let players = &record.info.players;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    let last = record.main().declarations.iter().map(|found| found.clock);
    let clocks = record.main().plies.iter().map(|ply| ply.clock).chain(last.take(1));
    let times: Vec<_> = clocks
        .map(|clock| clock.spent.map_or_else(|| "-".to_owned(), |ms| (ms / 1000).to_string()))
        .collect();
    let found = record.diagnostics.iter().chain(&game.diagnostics);
    let codes: Vec<_> =
        found.filter(|found| found.severity > Severity::Info).map(|found| found.code.id()).collect();
    format!(
        "{}-{}: {}|{}|{} {}|{}",
        name(&players.black),
        name(&players.white),
        moves.join(" "),
        times.join(" "),
        game.outcome.declared.name(),
        game.winner().map_or("-", kifukura::rules::Color::name),
        codes.join(" ")
    )
}

fn all(text: &str) -> Vec<String> {
    let document = formats::read(text.as_bytes());
    assert_eq!(document.format, Some(Format::Csa), "{text}");
    document.records.iter().map(summary).collect()
}

const GAME: &str = "player_a-player_b: 7g7f 3c3d 2g2f|12 3 4 1|resignation black|";

#[test]
fn a_move_that_was_sent_and_came_back_is_one_move() {
    assert_eq!(all(LOG), [GAME]);
    let record = &csa::read(LOG)[0];
    let info = &record.info;
    assert_eq!(info.event.as_deref(), Some("event1+default-1500-0+player_a+player_b+20140106110231"));
    assert_eq!((info.time_control.as_deref(), info.max_moves), (Some("1500+10+0"), Some(256)));
    assert_eq!(info.impasse_points, Some(27));
    let told = record.diagnostics.iter().filter(|found| found.code == Code::ServerMessage).count();
    assert_eq!(told, 4, "the talk, the echo, two messages");
    // Black's log: other moves twice, and the result of the other side.
    let black = LOG.replace("Your_Turn:-", "Your_Turn:+").replace("+7776FU,T12", "+7776FU\n+7776FU,T12");
    let black = black.replace("-3334FU\n-3334FU,T3", "-3334FU,T3").replace("%TORYO\n%TORYO", "%TORYO");
    let black = black.replace("+2726FU,T4", "+2726FU,'* 30 -8384FU\n+2726FU,T4").replace("#LOSE", "#WIN");
    assert_eq!(all(&black), [GAME]);
    assert_eq!(csa::read(&black)[0].notes[0].text, " 30 -8384FU");
    // A server that says who won against what was sent.
    let wrong = all(&LOG.replace("#LOSE", "#WIN"));
    assert_eq!(wrong, [GAME.to_owned() + "E002"]);
}

#[test]
fn marks_before_the_lines_of_a_log_are_not_part_of_them() {
    let marked = |mark: &dyn Fn(usize) -> String| -> String {
        LOG.lines().enumerate().map(|(number, line)| format!("{}{line}\n", mark(number))).collect()
    };
    let way = |number: usize| if number.is_multiple_of(3) { "send" } else { "recv" };
    for text in [
        marked(&|number| format!("{}:", way(number))),
        marked(&|number| format!("[{}] ", way(number).to_uppercase())),
        marked(&|number| format!("2014-01-06 11:02:{:02}.123 {}: ", number % 60, way(number))),
        marked(&|number| if number.is_multiple_of(2) { "<<< ".to_owned() } else { ">>> ".to_owned() }),
        marked(&|_| "> ".to_owned()),
        marked(&|_| "-> ".to_owned()),
        marked(&|number| format!("{number:5} [main] INFO csa - ")),
        marked(&|number| if number < 26 { String::new() } else { "recv:".to_owned() }),
    ] {
        assert_eq!(all(&text), [GAME], "{text}");
    }
}

#[test]
fn several_games_of_one_connection() {
    let second = LOG.replace("player_a", "player_c").replace("+2726FU,T4\n", "");
    let second = second.split_once('\n').unwrap().1.to_owned();
    // The move before the end is now White's own.
    let second = second.replace("Your_Turn:-", "Your_Turn:+").replace("-3334FU\n-3334FU,T3", "-3334FU,T3");
    let both = format!("{LOG}LOGOUT\n{second}");
    let other = "player_c-player_b: 7g7f 3c3d|12 3 1|resignation white|";
    assert_eq!(all(&both), [GAME, other]);
    let prefixed: String = both.lines().map(|line| format!("recv:{line}\n")).collect();
    assert_eq!(all(&prefixed), [GAME, other]);
}

#[test]
fn outside_of_logs_a_move_is_not_swallowed() {
    for (text, want) in [
        // The server's form, with the time on the line, shows the echo without its surroundings.
        ("PI\n+\n+7776FU,T1\n-3334FU\n-3334FU,T3\n%TORYO\n", "?-?: 7g7f 3c3d|1 3 -|resignation white|"),
        ("PI\n+\n+7776FU\n+7776FU\n%TORYO\n", "?-?: 7g7f|- - -|resignation white|R001 E003"),
        ("PI\n+\n+7776FU,T1\n+7776FU,T2\n", "?-?: 7g7f|1 2|none white|R001"),
        ("V2\nPI\n+\n+7776FU\npv: -3334FU\n-8384FU\n", "?-?: 7g7f|-|none -|C001"),
    ] {
        assert_eq!(all(text), [want], "{text}");
    }
}
