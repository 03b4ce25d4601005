//! Games in the strings of JSON that is of no format of its own: `{"sfen": "position startpos moves 7g7f"}`,
//! `{"kif": "手合割：…"}`. Every string that holds records is read as its own format is.

use super::values;
use crate::formats::Format;
use crate::record::{Code, Place, Record};
use crate::rules::shogi::Move;
use serde_json::Value;

/// How many bytes are searched for a string with a game.
const LOOK: usize = 1 << 20;

/// The beginnings of strings that hold a game or a position of USI.
const USI: [&str; 3] = ["position ", "startpos", "sfen "];

/// True for a text of JSON that has a string with a game.
pub(super) fn has_games(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(LOOK)];
    head.split('"').any(|part| is_usi(part) || part.contains("\\n") && may_be_record(part))
}

fn is_usi(text: &str) -> bool {
    let text = text.trim_start();
    USI.iter().any(|begin| text.starts_with(begin)) || is_sfen(text)
}

/// A board of nine ranks, a side, and hands.
fn is_sfen(text: &str) -> bool {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().filter(|board| board.matches('/').count() == 8);
    board.is_some() && matches!(fields.next(), Some("b" | "w")) && fields.next().is_some()
}

/// A string of several lines with a word that some format's records have.
fn may_be_record(text: &str) -> bool {
    let words =
        ["手合割", "先手", "後手", "手数", "▲", "△", "☗", "☖", "PI\\n", "+7776FU", "\\n+", "[Variant "];
    words.iter().any(|word| text.contains(word))
}

/// Every game in the strings of a text of JSON.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    values::read(text, "a value with a game", |value, records| {
        let before = records.len();
        walk(value.json, value.place, &mut String::new(), records);
        records.len() > before
    })
}

/// The games in all strings of a value. Its depth is bounded by the parser.
fn walk(json: &Value, place: Place, path: &mut String, records: &mut Vec<Record>) {
    let length = path.len();
    match json {
        Value::String(text) => take(text, place, path, records),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                *path += &format!("[{index}]");
                walk(item, place, path, records);
                path.truncate(length);
            }
        }
        Value::Object(fields) => {
            let apart = moves_apart(fields);
            for (name, field) in fields {
                if apart.as_ref().is_some_and(|apart| apart.moves == name) {
                    continue;
                }
                if length > 0 {
                    path.push('.');
                }
                path.push_str(name);
                match &apart {
                    Some(apart) if apart.position == name => take(&apart.game, place, path, records),
                    _ => walk(field, place, path, records),
                }
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// A position and the moves from it in two fields of one object.
struct Apart<'v> {
    position: &'v str,
    moves: &'v str,
    /// Both, as USI has them.
    game: String,
}

/// The names under which moves stand beside a position; `move` and `pv` are not what was played.
const MOVES: [&str; 6] = ["moves", "usi", "usi_moves", "usiMoves", "usis", "history"];

fn moves_apart(fields: &serde_json::Map<String, Value>) -> Option<Apart<'_>> {
    let (position, start) = fields.iter().find_map(|(name, value)| {
        let text = value.as_str().filter(|text| is_usi(text) && !text.contains(" moves"))?;
        Some((name.as_str(), text))
    })?;
    let (moves, list) = MOVES.iter().find_map(|name| {
        let (name, value) = fields.get_key_value(*name)?;
        let list = match value {
            Value::String(text) => text.split_whitespace().collect::<Vec<_>>(),
            Value::Array(items) => items.iter().map(Value::as_str).collect::<Option<_>>()?,
            _ => return None,
        };
        let first = list.first()?;
        Move::from_usi_bytes(first.as_bytes()).map(|_| (name.as_str(), list.join(" ")))
    })?;
    (position != moves).then(|| Apart { position, moves, game: format!("{} moves {list}", start.trim_end()) })
}

/// The games of one string. Their places are that of the value: JSON has no lines to speak of.
pub(in crate::formats) fn take(text: &str, place: Place, path: &str, records: &mut Vec<Record>) {
    let format = match is_usi(text) {
        true => Some(Format::Usi),
        false if text.contains('\n') => Format::detect(text).filter(|format| !format.is_json()),
        false => None,
    };
    let Some(format) = format else { return };
    for mut record in format.read(text) {
        for line in &mut record.lines {
            line.plies.iter_mut().for_each(|ply| ply.place = place);
            line.declarations.iter_mut().for_each(|declaration| declaration.place = place);
        }
        for found in &mut record.diagnostics {
            if found.place != Place::FILE && found.code != Code::NoMoves {
                found.message = format!("{path}: {}", found.message);
            }
            found.place = place;
        }
        records.push(record);
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::replay::replay;

    fn games(text: &str) -> Vec<String> {
        let moves = |record: &crate::record::Record| {
            let game = replay(record).unwrap();
            let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
            let codes: Vec<_> =
                record.diagnostics.iter().chain(&game.diagnostics).map(|found| found.code.id()).collect();
            format!("{}|{}|{}", moves.join(" "), game.outcome.declared.name(), codes.join(" "))
        };
        read(text).iter().map(moves).collect()
    }

    #[test]
    fn games_of_one_value_have_one_range() {
        let text = "{\"a\":\"startpos moves 7g7f\",\"b\":\"startpos\"}\n";
        let ranges: Vec<_> = read(text).into_iter().map(|record| record.text_range).collect();
        assert_eq!(ranges, [0..text.len(), 0..text.len()]);
    }

    #[test]
    fn every_string_with_a_game_is_one() {
        for (text, want) in [
            (r#"{"sfen": "position startpos moves 7g7f 3c3d"}"#, &["7g7f 3c3d|none|"][..]),
            (
                r#"[{"usi":"startpos moves 7g7f"},{"usi":"startpos moves 7g7f 3c3d"}]"#,
                &["7g7f|none|", "7g7f 3c3d|none|"],
            ),
            (
                "{\"a\":{\"b\":[\"position startpos moves 2g2f\",\"x\",3]}}\n{\"sfen\":\"startpos moves 7g7f resign\"}\n",
                &["2g2f|none|", "7g7f|resignation|"],
            ),
            (r#"["position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b"]"#, &["G*5b|checkmate|"]),
            (
                r#"{"kif":"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n","n":1}"#,
                &["7g7f 3c3d|resignation|"],
            ),
            (r#"{"csa":"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"}"#, &["7g7f 3c3d|resignation|"]),
            (
                r#"{"sfen":"4k4/9/9/9/9/9/9/9/4K4 b G 1","moves":"G*5b 5a4a","x":"y"}"#,
                &["G*5b|none|R001 E004"],
            ),
            (r#"{"usi":["7g7f","3c3d"],"sfen":"startpos"}"#, &["7g7f 3c3d|none|"]),
            (r#"[{"position":"sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1","moves":"G*4b"}]"#, &["G*4b|none|"]),
            (r#"{"sfen":"position startpos moves 7g7f 9a9i"}"#, &["7g7f|none|R001 E004"]),
            (r#"{"sfen":"position startpos moves 7g7f"} 3"#, &["7g7f|none|J003"]),
            (r#"{"sfen":"position startpos moves 7g7f"} {"#, &["7g7f|none|J001"]),
        ] {
            let want: Vec<String> = want.iter().map(|&text| text.replace("checkmate|", "none|")).collect();
            assert_eq!(games(text), want, "{text}");
        }
        let sfen = r#"{"sfen":"4k4/9/9/9/9/9/9/9/4K4 b G 1","best":"G*5b"}"#;
        assert_eq!(games(sfen), ["|none|F002"]);
        assert_eq!(games(r#"{"a":"position is everything"}"#).len(), 0);
    }
}
