//! The names of a game's openings and castles, and what a name means.

use super::numbers::{count, counted};
use crate::classify::{Classifier, Definition, Definitions, FoundName, NameKind, Shape, Word};
use crate::notation::{diagram, kif};
use crate::rules::shogi::{Move, Piece, Square};
use crate::rules::{ByColor, Color};
use crate::terms::{self, Category, Language};
use serde_json::{Value, json};
use std::fmt::Write;

/// The name of a definition in a language; the English one where that has none.
#[must_use]
pub fn opening_name(definition: &Definition, language: Language) -> &str {
    match language.name() {
        "ja" => &definition.japanese,
        "it" if !definition.italian.is_empty() => &definition.italian,
        _ => &definition.english,
    }
}

/// The names of both sides of a game, each with the ply after which it held first, its id, the Japanese name beside
/// another, and the words of the definition by which it held.
#[must_use]
pub fn opening_names(moves: &[Move], definitions: &Definitions, language: Language) -> String {
    let names = Classifier::new(definitions).explain(moves.iter().copied());
    let mut text = String::new();
    for color in Color::ALL {
        let _ = writeln!(text, "{}", terms::name(Category::Side, color.name(), language));
        for (found, words) in &names[color] {
            let Some(definition) = definitions.all().get(found.place) else { continue };
            let shown = opening_name(definition, language);
            let japanese = if shown == definition.japanese { "" } else { &definition.japanese };
            let castle = if definition.kind == NameKind::Castle { "castle " } else { "" };
            let line = format!("{:>5}  {shown} {japanese} [{castle}{}]", found.ply, definition.id);
            let _ = writeln!(text, "{}  {}", line.replace("  [", " ["), words.join(" "));
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

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub struct NamePage<'n> {
    /// The name, and how many games have it.
    pub name: &'n (Definition, u64),
    /// All names.
    pub all: &'n [(Definition, u64)],
    /// The language of names.
    pub language: Language,
}

impl NamePage<'_> {
    /// The page as text.
    #[must_use]
    pub fn text(&self) -> String {
        let (definition, games) = self.name;
        let mut text = format!("{}  [{}]\n", opening_name(definition, self.language), definition.id);
        let mut names = vec![format!("{} {}", definition.japanese, definition.reading)];
        for other in [&definition.english, &definition.italian] {
            if !other.is_empty() && other != opening_name(definition, self.language) {
                names.push(other.clone());
            }
        }
        let _ = writeln!(text, "{}", names.join(" · "));
        let kind = terms::name(Category::NameKind, definition.kind.name(), self.language);
        let _ = writeln!(text, "{kind} · {} · {}", definition.holder.name(), counted(*games, "game"));
        let _ = writeln!(text, "\n{}\n", definition.definition);
        let _ = writeln!(text, "{}", definition.shape_text);
        if let Some(board) = board(&definition.shape) {
            let _ = write!(text, "\n{board}");
        }
        let parents = self.all.iter().filter(|(other, _)| other.id == definition.parent);
        let children = self.all.iter().filter(|(other, _)| other.parent == definition.id);
        for (mark, others) in [("↑", parents.collect::<Vec<_>>()), ("↓", children.collect())] {
            for (other, games) in others {
                let shown = opening_name(other, self.language);
                let _ = writeln!(text, "{mark} {shown} [{}] {}", other.id, count(*games));
            }
        }
        text + "\n"
    }
}

/// The pieces that a shape asks for on single squares, drawn as its side sees them; `None` when there is none.
fn board(shape: &Shape) -> Option<String> {
    let parts = match shape {
        Shape::All(parts) => parts.iter().collect(),
        part => vec![part],
    };
    let asked = |part: &Shape| match part {
        Shape::Word(Word::Pieces(squares, pieces), _) if squares.len() == 1 => {
            let mut found = pieces.pieces();
            let piece = found.next()?;
            Some((squares.iter().next()?, piece)).filter(|_| found.next().is_none())
        }
        _ => None,
    };
    let pieces: Vec<(Square, Piece)> = parts.into_iter().filter_map(asked).collect();
    if pieces.is_empty() {
        return None;
    }
    Some(diagram::board(9, 9, |column, rank| {
        let square = Square::new(10 - column, rank);
        let piece = pieces.iter().find(|(other, _)| Some(*other) == square).map(|(_, piece)| *piece);
        diagram::square(piece.map(|piece| (piece.color, kif::piece_character(piece.kind))))
    }))
}
