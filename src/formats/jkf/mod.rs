//! JKF, the JSON format of json-kifu-format and Kifu for JS: header, start position, and a tree of moves.
//!
//! Source: <https://github.com/na2hiro/Kifu-for-JS/tree/master/packages/json-kifu-format>. Both the normalised form (every
//! move complete) and what converters leave before normalising (同 without a square, KI2's words without an origin) are
//! read; the normalised form is written. JSON nested deeper than 128 levels, which is some forty branches inside one
//! another, is refused.

mod header;
mod lenient;
mod mismatches;
mod part;
mod reader;
mod start;
mod tree;
mod write;

pub use write::write;

use crate::record::Record;

/// Certain enough to outweigh whatever the strings inside might be like.
const CERTAIN: usize = 1000;

/// 1000 for JSON that names what a JKF record has, else 0.
#[must_use]
pub fn score(text: &str) -> usize {
    let json = text.trim_start().starts_with(['{', '[']);
    let parts = ["\"move\"", "\"header\"", "\"initial\"", "\"special\"", "\"comments\""];
    let jkf = json && text.contains("\"moves\"") && parts.iter().any(|part| text.contains(part));
    if jkf { CERTAIN } else { 0 }
}

/// The records of a JSON text: one object, several in a list, or several one after another. JSON that has no list of
/// moves gives none.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::record::{Code, Record};
    use crate::replay::replay;
    use crate::rules::Color;

    fn summary(record: &Record) -> String {
        let game = replay(record).unwrap();
        let usi: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
        let codes: Vec<_> =
            record.diagnostics.iter().chain(&game.diagnostics).map(|found| found.code.id()).collect();
        format!("{}|{}|{}", usi.join(" "), game.outcome.declared.name(), codes.join(" "))
    }

    /// What the reader finds, but for the remark that there are no moves.
    pub(super) fn findings(record: &Record) -> Vec<String> {
        let found = record.diagnostics.iter().filter(|found| found.code != Code::NoMoves);
        found.map(|found| format!("{} {}", found.code.id(), found.message)).collect()
    }

    /// What the reader finds in a record with this node.
    pub(super) fn node_findings(json: &str) -> String {
        findings(&read(&format!("{{\"header\":{{}},\"moves\":[{{}},{json}]}}"))[0]).join("; ")
    }

    fn moves(json: &str) -> String {
        summary(&read(&format!("{{\"header\":{{}},\"moves\":[{{}},{json}]}}"))[0])
    }

    #[test]
    fn moves_normalised_and_not() {
        let first = r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}"#;
        let second = r#"{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}}"#;
        for (rest, want) in [
            (r#"{"special":"TORYO"}"#, "7g7f 3c3d|resignation|"),
            (r#"{"special":"-ILLEGAL_ACTION"}"#, "7g7f 3c3d|illegal_move|"),
            (r#"{"special":"NANI"}"#, "7g7f 3c3d|unknown|E001"),
            (
                r#"{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"},"special":"TORYO"}"#,
                "7g7f 3c3d 2g2f|resignation|J003",
            ),
            (
                r#"{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true}},
                {"move":{"from":{"x":3,"y":1},"same":true,"piece":"GI"}},
                {"move":{"to":{"x":4,"y":5},"piece":"KA"}}"#,
                "7g7f 3c3d 8h2b+ 3a2b B*4e|none|",
            ),
            (r#"{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}}"#, "7g7f 3c3d 4i5h|none|"),
            (
                r#"{"move":{"to":{"x":5,"y":8},"piece":"??","relative":"R"}},{"move":{}}"#,
                "7g7f 3c3d|none|J002",
            ),
            (r#"{"move":{"from":{"x":0,"y":8},"to":{"x":5,"y":8}}}"#, "7g7f 3c3d|none|J002"),
        ] {
            assert_eq!(moves(&format!("{first},{second},{rest}")), want, "{rest}");
        }
        // Nothing has an origin: as KI2 comes before it is normalised.
        let json = r#"{"move":{"to":{"x":7,"y":6},"piece":"FU"}},{"move":{"to":{"x":3,"y":4},"piece":"FU"}}"#;
        assert_eq!(moves(json), "7g7f 3c3d|none|");
    }

    #[test]
    fn a_handicap_that_is_not_the_start_position_is_reported() {
        for (initial, want) in [
            ("\"initial\":{\"preset\":\"HIRATE\"},", "F006"),
            ("", "F006"),
            ("\"initial\":{\"preset\":\"KY\"},", ""),
        ] {
            let record =
                &read(&format!("{{\"header\":{{\"手合割\":\"香落ち\"}},{initial}\"moves\":[{{}}]}}"))[0];
            let codes: Vec<_> = record.diagnostics.iter().map(|found| found.code.id()).collect();
            assert_eq!(codes.join(" ").replace("F002", "").trim(), want, "{initial}");
        }
    }

    #[test]
    fn a_header_of_null_names_nobody() {
        let record = &read(r#"{"header":{"先手":null,"後手":"乙"},"moves":[{}]}"#)[0];
        let players = &record.info.players;
        assert_eq!((players[Color::Black].as_deref(), players[Color::White].as_deref()), (None, Some("乙")));
        let codes: Vec<_> = record.diagnostics.iter().map(|found| found.code.id()).collect();
        assert_eq!(codes, ["F008", "F002"]);
    }

    #[test]
    fn what_is_no_record() {
        for text in ["{}", "[]", "{\"moves\":3}", "[1,2]", "null"] {
            assert_eq!(read(text).len(), 0, "{text}");
        }
        let broken = &read("{\"header\":{},\n\"moves\":[{}")[0];
        assert_eq!(broken.unusable.map(|code| code.id()), Some("J001"));
        assert_eq!(broken.diagnostics[0].place.line().unwrap_or(0), 2);
        let deep = format!("{{\"moves\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(read(&deep)[0].unusable.map(|code| code.id()), Some("J001"));
        assert_eq!(read("{\"moves\":[{}]}\n{\"moves\":[{}]}\n").len(), 2);
    }

    #[test]
    fn a_tree_comes_back() {
        let kif = "手合割：二枚落ち\n上手：甲\n*序\n1 ６二銀(71) ( 0:05/00:00:05)\n*一\n2 ７六歩(77) ( 0:01/00:00:01)\n3 ５四歩(53)\n\
                   4 中断\n\n変化：2手\n2 ２六歩(27)\n3 ３二金(41)\n&栞\n\n変化：3手\n3 ７二金(61)\n変化：1手\n1 ７二金(61)\n2 投了\n";
        let record = crate::formats::kif::read(kif).remove(0);
        let game = replay(&record).unwrap();
        let written = write(&record, &game);
        assert_eq!(written.losses, []);
        let again = read(&written.text).remove(0);
        assert_eq!(replay(&again).unwrap().lines, game.lines);
        let shape = |record: &Record| -> Vec<_> {
            record.lines.iter().map(|line| (line.parent, line.after)).collect()
        };
        assert_eq!(shape(&again), shape(&record));
        assert_eq!(again.notes, record.notes);
        assert_eq!(again.start.setup, record.start.setup);
        assert_eq!(again.info, record.info);
        let clocks =
            |record: &Record| -> Vec<_> { record.lines[0].plies.iter().map(|ply| ply.clock).collect() };
        assert_eq!(clocks(&again), clocks(&record));
        assert_eq!(summary(&again), summary(&record));
    }
}
