//! The names of a game's openings and castles.

use crate::classify::{Definition, Definitions, FoundName, NameKind};
use crate::rules::{ByColor, Color};
use crate::terms::{self, Category, Language};
use serde_json::{Value, json};
use std::fmt::Write;

/// The name of a definition in a language; the English one where that has none.
fn name(definition: &Definition, language: Language) -> &str {
    match language.name() {
        "ja" => &definition.japanese,
        "it" if !definition.italian.is_empty() => &definition.italian,
        _ => &definition.english,
    }
}

/// The names of both sides, each with the ply after which it held first, its id, and the Japanese name beside another.
#[must_use]
pub fn opening_names(
    names: &ByColor<Vec<FoundName>>,
    definitions: &Definitions,
    language: Language,
) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let _ = writeln!(text, "{}", terms::name(Category::Side, color.name(), language));
        for found in &names[color] {
            let Some(definition) = definitions.all().get(found.place) else { continue };
            let shown = name(definition, language);
            let japanese = if shown == definition.japanese { "" } else { &definition.japanese };
            let castle = if definition.kind == NameKind::Castle { "castle " } else { "" };
            let line = format!("{:>5}  {shown} {japanese} [{castle}{}]", found.ply, definition.id);
            let _ = writeln!(text, "{}", line.replace("  [", " ["));
        }
    }
    text
}

/// The names as data: for each side a list of ids with plies.
#[must_use]
pub fn opening_values(names: &ByColor<Vec<FoundName>>, definitions: &Definitions) -> Value {
    let side = |found: &[FoundName]| {
        let value = |found: &FoundName| {
            let definition = definitions.all().get(found.place)?;
            Some(json!({ "id": definition.id, "ply": found.ply }))
        };
        found.iter().filter_map(value).collect::<Vec<_>>()
    };
    json!({ "black": side(&names.black), "white": side(&names.white) })
}
