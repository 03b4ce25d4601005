//! Names of files that are made of what is known of a game: `{year}/{event}/{black}-{white}.kif`.

use crate::cli::game_writer::{GamePath, numbered};
use kifukura::dataset::{GameObject, StoredRecord};
use kifukura::intake::safe_name;
use kifukura::record::Ending;
use kifukura::rules::Color;
use std::path::{Path, PathBuf};

/// What stands where nothing is known.
const UNKNOWN: &str = "unknown";

/// How long the ending of a name may be that is part of a layout.
const EXTENSION: usize = 8;

macro_rules! fields {
    ($($field:ident $name:literal)*) => {
        /// What a name can be made of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Field {
            $($field,)*
        }

        impl Field {
            const ALL: [(Self, &str); [$($name),*].len()] = [$((Self::$field, $name)),*];
        }
    };
}

fields! {
    Source "source"
    Id "id"
    Date "date"
    Year "year"
    Month "month"
    Day "day"
    Event "event"
    Place "place"
    Black "black"
    White "white"
    Winner "winner"
    Ending "ending"
    Plies "plies"
    Kind "kind"
    Variant "variant"
    Handicap "handicap"
    Opening "opening"
}

/// A part of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field),
}

/// A layout: folders, and the name of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    parts: Vec<Vec<Piece>>,
    extension: Option<String>,
}

impl Default for Layout {
    /// The tree of the sources.
    fn default() -> Self {
        Self { parts: vec![vec![Piece::Field(Field::Source)]], extension: None }
    }
}

impl Layout {
    /// Reads a layout.
    ///
    /// # Errors
    /// In words, when it has a field that does not exist or would lead out of the folder.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        for part in text.split(['/', '\\']) {
            if matches!(part, "" | "." | "..") {
                return Err(format!(
                    "`{part}` is not a file name: a layout begins and stays inside the folder"
                ));
            }
            parts.push(pieces(part)?);
        }
        let mut extension = None;
        if let Some(Piece::Text(last)) = parts.last_mut().and_then(|part| part.last_mut())
            && let Some((stem, ending)) = last.rsplit_once('.')
            && (1..=EXTENSION).contains(&ending.len())
            && ending.chars().all(|char| char.is_ascii_alphanumeric())
        {
            extension = Some(ending.to_owned());
            *last = stem.to_owned();
        }
        Ok(Self { parts, extension })
    }

    /// The path of a game's file.
    pub fn path(&self, stored: &StoredRecord, object: &GameObject) -> GamePath {
        let mut names: Vec<String> = Vec::new();
        for part in &self.parts {
            match part.as_slice() {
                [Piece::Field(Field::Source)] => names.extend(source(stored)),
                pieces => {
                    let text: String = pieces.iter().map(|piece| piece.text(stored, object)).collect();
                    names.push(named(&text));
                }
            }
        }
        let stem = names.pop().unwrap_or_else(|| UNKNOWN.to_owned());
        GamePath { folder: names.into_iter().collect::<PathBuf>(), stem, extension: self.extension.clone() }
    }
}

impl Piece {
    fn text(&self, stored: &StoredRecord, object: &GameObject) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Field(field) => {
                let text = field.text(stored, object).filter(|text| !text.trim().is_empty());
                text.unwrap_or_else(|| UNKNOWN.to_owned())
            }
        }
    }
}

impl Field {
    fn text(self, stored: &StoredRecord, object: &GameObject) -> Option<String> {
        let day = || object.started.map(|date| date.day_text());
        let part = |number: usize| day()?.split('-').nth(number).map(str::to_owned);
        match self {
            Self::Source => Some(source(stored).join("-")),
            Self::Id => Some(stored.id.to_string()),
            Self::Date => day(),
            Self::Year => part(0),
            Self::Month => part(1),
            Self::Day => part(2),
            Self::Event => object.event.clone(),
            Self::Place => object.place.clone(),
            Self::Black => object.black_name.clone(),
            Self::White => object.white_name.clone(),
            Self::Winner => Some(object.winner.map_or("none", Color::name).to_owned()),
            Self::Ending => {
                let verified = Some(object.verified_ending).filter(|ending| *ending != Ending::None);
                Some(verified.unwrap_or(object.declared_ending).name().to_owned())
            }
            Self::Plies => Some(object.moves.len().to_string()),
            Self::Kind => object.kind.map(|kind| kind.name().to_owned()),
            Self::Variant => Some(object.variant.name().to_owned()),
            Self::Handicap => object.placing.map(|placing| placing.name().to_owned()),
            Self::Opening => object.opening.clone(),
        }
    }
}

/// The folders and the name of the file that a game came from, without its ending; a game of several has its number.
fn source(stored: &StoredRecord) -> Vec<String> {
    let Some(source) = &stored.source else { return vec![format!("game-{}", stored.id)] };
    let path = Path::new(source);
    let mut names: Vec<String> = match path.parent() {
        Some(folder) => folder.iter().map(|part| named(&part.to_string_lossy())).collect(),
        None => Vec::new(),
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = named(&stem);
    names.push(match stored.number {
        Some(number) => numbered(&stem, number),
        None => stem,
    });
    names
}

fn named(text: &str) -> String {
    Some(safe_name(text)).filter(|name| !name.is_empty()).unwrap_or_else(|| UNKNOWN.to_owned())
}

fn pieces(part: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = part;
    while let Some((before, inside)) = rest.split_once('{') {
        let Some((name, after)) = inside.split_once('}') else {
            return Err("a `{` has no `}`".to_owned());
        };
        let known = Field::ALL.into_iter().find(|(_, known)| *known == name);
        let Some((field, _)) = known else {
            let names: Vec<_> = Field::ALL.iter().map(|(_, name)| *name).collect();
            return Err(format!("there is no `{{{name}}}`; the names are {}", names.join(", ")));
        };
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Field(field));
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifukura::formats::read;
    use kifukura::replay::replay;

    const KIF: &str = "開始日時：2024/05/03\n棋戦：../第１期/王座戦\n先手：甲野 九段\n後手：CON\n   1 ７六歩(77)\n   2 投了\n";

    fn path(layout: &str, text: &str, source: Option<&str>, number: Option<u64>) -> String {
        let record = read(text.as_bytes()).records.remove(0);
        let object = GameObject::new(&record, &replay(&record));
        let stored = StoredRecord { id: 7, record, source: source.map(str::to_owned), number };
        let GamePath { folder, stem, extension } = Layout::parse(layout).unwrap().path(&stored, &object);
        let path = folder.join(stem).to_string_lossy().replace('\\', "/");
        format!("{path} {}", extension.unwrap_or_default())
    }

    #[test]
    fn names_are_made_of_what_is_known() {
        for (layout, want) in [
            ("{year}/{event}/{black}-{white}.kif", "2024/_第１期_王座戦/甲野-CON kif"),
            ("{date} {winner} {ending}", "2024-05-03 black resignation "),
            ("{white}", "_CON "),
            ("{place}/{id}.v2.kif", "unknown/7.v2 kif"),
            ("{month}-{day}\\{plies}", "05-03/1 "),
            ("{kind}/{variant}/{handicap}/x", "game/shogi/even/x "),
        ] {
            assert_eq!(path(layout, KIF, None, None), want, "{layout}");
        }
        assert_eq!(path("{year}/{black}", "   1 ７六歩(77)\n", None, None), "unknown/unknown ");
    }

    #[test]
    fn the_tree_of_the_sources_is_kept() {
        for (layout, source, number, want) in [
            ("{source}", Some("1994/a.b.kif"), None, "1994/a.b "),
            ("{source}", Some("x.zip/../con/3.kif"), Some(2), "x.zip/unknown/_con/3-3 "),
            ("{source}", None, None, "game-7 "),
            ("all/{source}.kifu", Some("1994/a.kif"), None, "all/1994-a kifu"),
        ] {
            assert_eq!(path(layout, KIF, source, number), want, "{layout} {source:?}");
        }
    }

    #[test]
    fn a_layout_stays_inside() {
        for (layout, want) in [
            ("../{black}", "`..` is not a file name: a layout begins and stays inside the folder"),
            ("/{black}", "`` is not a file name: a layout begins and stays inside the folder"),
            ("{black", "a `{` has no `}`"),
        ] {
            assert_eq!(Layout::parse(layout).unwrap_err(), want);
        }
        assert!(
            Layout::parse("{who}")
                .unwrap_err()
                .starts_with("there is no `{who}`; the names are source, id, ")
        );
    }
}
