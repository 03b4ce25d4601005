use super::read;
use crate::record::Record;
use crate::replay::replay;
use crate::rules::Color;

/// The legal moves, the declared ending and winner, and what was found.
fn summary(text: &str) -> String {
    let record: &Record = &read(text)[0];
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

const EVEN: &str = r#""start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1""#;

#[test]
fn what_is_read_and_what_is_not_believed() {
    for (fields, want) in [
        (
            r#""moves":["7g7f","3c3d"],"plies":2,"declared_ending":"resignation","declared_word":"投了","declared_winner":"white""#,
            "7g7f 3c3d|resignation white|",
        ),
        (
            r#""moves":["7g7f"],"declared_ending":"resignation","declared_winner":"black""#,
            "7g7f|resignation black|",
        ),
        // Verified fields say nothing: the moves do.
        (
            r#""moves":["7g7f"],"verified_ending":"checkmate","verified_winner":"black","winner":"black","agreement":"agrees","final_sfen":"x""#,
            "7g7f|none -|",
        ),
        (r#""moves":["7g7f","7g7f"]"#, "7g7f|none -|R001 E004"),
        (r#""moves":["7g7f","what","3c3d"]"#, "7g7f|none -|U001"),
        (r#""moves":[]"#, "|none -|F002"),
        (r#""moves":["7g7f"],"plies":9"#, "7g7f|none -|J003"),
        (r#""moves":["7g7f"],"black":3"#, "7g7f|none -|J003"),
        (r#""moves":["7g7f"],"more":3"#, "7g7f|none -|J003"),
        (r#""moves":["7g7f"],"declared_ending":"what""#, "7g7f|none -|J003"),
        (r#""moves":["7g7f"],"notes":2,"branches":1"#, "7g7f|none -|J003 J003"),
        (r#""moves":["7g7f"],"variant":"chu""#, "refused F005"),
    ] {
        let found = summary(&format!("{{{EVEN},{fields}}}"));
        assert_eq!(found, want, "{fields}");
    }
    for (object, want) in [
        (r#"{"moves":["7g7f","3c3d"]}"#, "7g7f 3c3d|none -|J003"),
        (
            r#"{"moves":["7g7f"],"sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"}"#,
            "refused F004 J003",
        ),
        (r#"{"moves":["7g7f"],"start_sfen":"9/9 b"}"#, "refused F004"),
        (
            r#"{"variant":"dobutsu","start_sfen":"gle/1c1/1C1/ELG b - 1","moves":["b3b2","c1b2"]}"#,
            "2c2b 1a2b|none -|",
        ),
    ] {
        assert_eq!(summary(object), want, "{object}");
    }
}

#[test]
fn the_rest_of_a_record() {
    let text = format!(
        r#"{{{EVEN},"moves":["7g7f","3c3d"],"clocks_ms":[1000,2000],"declared_ending":"resignation","declared_word":"投了","declared_winner":"white","evaluations":[{{"line":1,"ply":2,"centipawns":30,"mate_for":null,"depth":7}}],"record":{{"headers":[["先手","甲"],["備考","x"]],"comments":[{{"line":0,"ply":1,"text":"a"}},{{"line":1,"ply":2,"text":"b","bookmark":true}}],"branches":[{{"parent":0,"after":1,"moves":["8c8d"],"clocks_ms":[5000]}}],"totals_ms":true,"ending_ms":[3000,4000],"max_moves":256,"impasse_points":27,"producer":"p","remarks":"r"}}}}"#
    );
    let record = &read(&text)[0];
    assert_eq!(record.diagnostics, []);
    assert_eq!(record.headers[1].key, "備考");
    let notes: Vec<_> =
        record.notes.iter().map(|note| (note.line, note.ply, note.kind.name(), note.text.as_str())).collect();
    assert_eq!(notes, [(0, 1, "comment", "a"), (1, 2, "bookmark", "b")]);
    let clocks: Vec<_> = record.main().plies.iter().map(|ply| (ply.clock.spent, ply.clock.total)).collect();
    assert_eq!(clocks, [(Some(1000), Some(1000)), (Some(2000), Some(2000))]);
    assert_eq!(
        (record.lines[1].parent, record.lines[1].after, record.lines[1].plies[0].clock.spent),
        (Some(0), 1, Some(5000))
    );
    assert_eq!(record.main().declarations[0].clock.total, Some(4000));
    let info = &record.info;
    assert_eq!(
        (info.max_moves, info.impasse_points, info.remarks.as_deref()),
        (Some(256), Some(27), Some("r"))
    );
    assert_eq!(record.evaluations[0].depth, Some(7));
}

#[test]
fn damage_is_told_and_never_panics() {
    let with = |details: &str| summary(&format!(r#"{{{EVEN},"moves":["7g7f"],"record":{details}}}"#));
    for (details, want) in [
        ("3", "7g7f|none -|J002"),
        ("{\"what\":1}", "7g7f|none -|J003"),
        ("{\"branches\":[{\"parent\":7,\"after\":0,\"moves\":[\"2g2f\"]}]}", "7g7f|none -|J002"),
        ("{\"branches\":[{\"parent\":0,\"after\":9,\"moves\":[\"2g2f\"]}]}", "7g7f|none -|J002"),
        ("{\"branches\":[{\"parent\":0,\"after\":0,\"moves\":[\"zz\"]}]}", "7g7f|none -|J002"),
        ("{\"comments\":[{\"line\":4,\"ply\":9,\"text\":\"a\"}]}", "7g7f|none -|J002"),
        ("{\"beyond\":[{\"line\":9}]}", "7g7f|none -|J002"),
        ("{\"unusable\":\"F005\"}", "refused F005"),
        ("{\"beyond\":[{\"line\":0,\"moves\":[{\"to\":\"7f\",\"from\":\"7g\"}]}]}", "7g7f|none -|R001 E004"),
    ] {
        assert_eq!(with(details), want, "{details}");
    }
    for text in ["{\"moves\":[3]}", "{\"moves\":{}}", "[]", "3"] {
        assert_eq!(read(text).len(), 0, "{text}");
    }
}
