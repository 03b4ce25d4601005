use super::read;
use crate::record::Record;
use crate::replay::replay;
use crate::rules::Color;

const GAME: &str = r#"{"id":"abcd1234","rated":true,"variant":"standard","perf":"realTime","createdAt":1700000000000,"lastMoveAt":1700000500000,"status":"resign","players":{"sente":{"user":{"name":"a","title":"LP","id":"a"},"rating":1500,"ratingDiff":4},"gote":{"aiLevel":3}},"winner":"sente","moves":"7g7f 3c3d 8h2b+ 3a2b B*4e","clock":{"initial":300,"increment":0,"byoyomi":10,"periods":1,"totalTime":420}}"#;

/// The legal moves, the declared ending and winner, and what was found.
fn summary(record: &Record) -> String {
    let reader: Vec<_> = record.diagnostics.iter().map(|found| found.code.id()).collect();
    if record.unusable.is_some() {
        return format!("refused {}", reader.join(" "));
    }
    let game = replay(record).unwrap();
    let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    let played = game.diagnostics.iter().map(|found| found.code.id());
    let codes: Vec<_> = reader.into_iter().chain(played).collect();
    let winner = game.outcome.declared_winner.map_or("-", Color::name);
    format!("{}|{} {winner}|{}", moves.join(" "), game.outcome.declared.name(), codes.join(" "))
}

fn with(from: &str, to: &str) -> String {
    assert!(GAME.contains(from), "{from}");
    summary(&read(&GAME.replace(from, to))[0])
}

#[test]
fn a_game_with_all_that_is_said_of_it() {
    let record = &read(GAME)[0];
    assert_eq!(summary(record), "7g7f 3c3d 8h2b+ 3a2b B*4e|resignation black|");
    let info = &record.info;
    assert_eq!(info.players.black.as_deref(), Some("a"));
    assert_eq!(info.players.white.as_deref(), Some("AI level 3"));
    assert_eq!((info.ratings.black, info.ratings.white), (Some(1500.0), None));
    assert_eq!(info.time_control.as_deref(), Some("300+10+0"));
    let date =
        |date: Option<crate::record::PartialDate>| date.map(|date| date.to_string()).unwrap_or_default();
    assert_eq!(
        (date(info.started), date(info.ended)),
        ("2023-11-14T22:13:20".to_owned(), "2023-11-14T22:21:40".to_owned())
    );
    let headers: Vec<_> =
        record.headers.iter().map(|header| format!("{}={}", header.key, header.value)).collect();
    for header in [
        "id=abcd1234",
        "players.sente.user.title=LP",
        "players.sente.ratingDiff=4",
        "clock.totalTime=420",
        "status=resign",
    ] {
        assert!(headers.iter().any(|found| found == header), "{header}: {headers:?}");
    }
}

#[test]
fn how_it_ended() {
    let game = |status: &str, winner: &str| {
        let text = GAME
            .replace("\"status\":\"resign\"", &format!("\"status\":\"{status}\""))
            .replace("\"winner\":\"sente\",", winner);
        summary(&read(&text)[0]).split_once('|').unwrap().1.to_owned()
    };
    let (sente, gote, none) = ("\"winner\":\"sente\",", "\"winner\":\"gote\",", "");
    for (status, winner, want) in [
        ("resign", sente, "resignation black|"),
        ("resign", none, "resignation -|"),
        ("outoftime", sente, "time_forfeit black|"),
        ("timeout", sente, "disconnection black|"),
        ("timeout", none, "draw_agreed -|"),
        ("draw", none, "draw_agreed -|"),
        ("draw", sente, "draw_agreed black|E002"),
        ("noStart", gote, "forfeit white|"),
        ("cheat", gote, "unknown white|"),
        ("aborted", none, "interrupted -|"),
        ("paused", none, "adjourned -|"),
        ("started", none, "none -|"),
        ("created", none, "none -|"),
        ("started", sente, "unknown black|"),
        ("perpetualCheck", gote, "perpetual_check white|"),
        ("impasse27", sente, "declaration black|E003"),
        ("repetition", none, "sennichite -|"),
        ("illegalMove", sente, "illegal_move black|"),
        ("unknownFinish", sente, "unknown black|"),
        ("mate", sente, "checkmate black|E003"),
        ("what", sente, "unknown black|E001"),
        ("resign", "\"winner\":\"white\",", "resignation -|F008"),
    ] {
        assert_eq!(game(status, winner), want, "{status} {winner}");
    }
}

#[test]
fn variants_and_starts() {
    for (from, to, want) in [
        ("\"standard\"", "\"minishogi\"", "refused F005"),
        ("\"standard\"", "\"chushogi\"", "refused F005"),
        ("\"standard\"", "\"annanshogi\"", "refused F005"),
        ("\"standard\"", "\"checkshogi\"", "refused F005"),
        ("\"standard\"", "{\"key\":\"kyotoshogi\",\"name\":\"Kyoto shogi\"}", "refused F005"),
        ("\"standard\"", "{\"key\":\"standard\"}", "7g7f 3c3d 8h2b+ 3a2b B*4e|resignation black|"),
        (
            "\"winner\"",
            "\"initialSfen\":\"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\",\"winner\"",
            "|resignation black|R001",
        ),
        ("\"winner\"", "\"initialSfen\":\"9/9 w - 1\",\"winner\"", "refused F004"),
        ("\"sente\":{", "\"white\":{", "refused F005"),
        ("8h2b+", "Bxh8", "7g7f 3c3d|resignation black|U001"),
        ("8h2b+", "8h2c", "7g7f 3c3d|resignation black|R001"),
    ] {
        let found = match from == "\"sente\":{" {
            true => summary(
                &read(&GAME.replace("\"sente\":{", "\"white\":{").replace("\"gote\":{", "\"black\":{"))[0],
            ),
            false => with(from, to),
        };
        assert!(found.starts_with(want), "{to}: {found}");
    }
    let dobutsu = r#"{"id":"x","variant":"dobutsu","players":{"sente":{},"gote":{}},"status":"resign","winner":"gote","moves":"2c2b 3a3b"}"#;
    assert_eq!(summary(&read(dobutsu)[0]), "2c2b 3a3b|resignation white|");
}

#[test]
fn times() {
    let spent =
        |text: &str| -> Vec<_> { read(text)[0].main().plies.iter().map(|ply| ply.clock.spent).collect() };
    let with = |more: &str| GAME.replace("\"winner\"", &format!("{more},\"winner\""));
    assert_eq!(spent(&with("\"moveCentis\":[100,250,0]")), [Some(1000), Some(2500), Some(0), None, None]);
    // With byōyomi what is left does not tell it.
    let text = with("\"clocks\":[30000,29000]");
    assert_eq!((spent(&text), summary(&read(&text)[0]).ends_with("|F007")), (vec![None; 5], true));
    let text = text.replace("\"byoyomi\":10", "\"byoyomi\":0").replace("\"increment\":0", "\"increment\":2");
    assert_eq!(spent(&text), [Some(2000), Some(12_000), None, None, None]);
}

#[test]
fn analysis() {
    let text = GAME.replace(
        "\"winner\"",
        r#""analysis":[{"eval":35},{"eval":-120,"best":"8c8d","variation":"8c8d 2g2f","judgment":{"name":"Mistake","comment":"a mistake"}},{"mate":-5}],"winner""#,
    );
    let record = &read(&text)[0];
    let scores: Vec<_> =
        record.evaluations.iter().map(|found| (found.ply, found.score.to_string())).collect();
    assert_eq!(scores, [(1, "+35".to_owned()), (2, "-120".to_owned()), (3, "-mate".to_owned())]);
    let notes: Vec<_> = record.notes.iter().map(|note| (note.ply, note.text.as_str())).collect();
    assert_eq!(notes, [(2, "a mistake"), (2, "better: 8c8d 2g2f")]);
}

#[test]
fn an_analysis_of_moves_that_are_not_there() {
    let text = r#"{"variant":"standard","moves":"7g7f","analysis":[{"eval":35},{"eval":20,"best":"3c3d"}]}"#;
    let record = &read(&text.replace("{\"variant", "{\"players\":{},\"variant"))[0];
    assert_eq!((record.evaluations.len(), record.notes.len()), (1, 0));
    assert_eq!(
        record.diagnostics.iter().map(|found| found.message.as_str()).collect::<Vec<_>>(),
        ["the analysis is of 2 moves, the game has 1; the rest is ignored"]
    );
}

#[test]
fn several_games_and_what_is_none() {
    let lines = format!("{GAME}\n{{}}\n{}\n", GAME.replace("abcd1234", "efgh5678"));
    let records = read(&lines);
    assert_eq!(records.len(), 2);
    assert_eq!(records[1].headers[0].value, "efgh5678");
    assert!(lines[records[1].text_range.clone()].contains("efgh5678"));
    assert!(summary(&records[1]).ends_with("|"));
    let list = format!("[{GAME},{GAME},3]");
    let records = read(&list);
    assert_eq!((records.len(), summary(&records[1]).ends_with("|J003")), (2, true));
    let cut = &lines[..lines.len() - 20];
    assert_eq!(summary(&read(cut)[0]), "7g7f 3c3d 8h2b+ 3a2b B*4e|resignation black|J001");
    assert!(with("\"moves\":\"7g7f 3c3d 8h2b+ 3a2b B*4e\",", "").contains("J003"));
}

#[test]
fn games_for_bots_and_games_with_their_record() {
    let text = r#"{"type":"gameFull","id":"x","variant":{"key":"standard"},"sente":{"name":"a","rating":1500},"gote":{"name":"b"},"initialSfen":"startpos","state":{"type":"gameState","moves":"7g7f 3c3d","status":"resign","winner":"gote"}}"#;
    let record = &read(text)[0];
    assert_eq!(
        (summary(record).as_str(), record.info.players.white.as_deref()),
        ("7g7f 3c3d|resignation white|", Some("b"))
    );
    let text = r#"{"id":"x","variant":"standard","players":{"sente":{},"gote":{}},"status":"resign","notation":"手合割：平手\n先手：a\n   1 ７六歩(77)\n   2 投了\n"}"#;
    let record = &read(text)[0];
    assert_eq!(
        (summary(record).as_str(), record.info.players.black.as_deref()),
        ("7g7f|resignation black|", Some("a"))
    );
}
