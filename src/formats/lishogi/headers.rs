//! The fields of an object as headers: `clock.initial: 300`.

use crate::record::Header;
use serde_json::{Map, Value};

/// What is read in other ways.
const LEFT_OUT: [&str; 3] = ["moves", "analysis", "notation"];

/// Every field of the object and of those in it, by its path.
pub(super) fn of(game: &Map<String, Value>) -> Vec<Header> {
    let mut headers = Vec::new();
    for (name, value) in game.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())) {
        add(&mut headers, name.clone(), value);
    }
    headers
}

fn add(headers: &mut Vec<Header>, key: String, value: &Value) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| add(headers, format!("{key}.{name}"), value));
        }
        Value::String(text) => headers.push(Header { key, value: text.clone() }),
        other => headers.push(Header { key, value: other.to_string() }),
    }
}
