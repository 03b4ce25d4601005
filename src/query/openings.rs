//! The names of openings and castles in questions: which are meant, and which games have them.

use super::game_set::GameSet;
use super::{OpeningCondition, QueryError, kinds_of};
use crate::classify::{Definition, Definitions, NameKind};
use crate::database::{Database, Snapshot};
use crate::index::{self, OpeningNames};
use crate::rules::Color;
use std::cell::OnceCell;

/// What a name is asked for as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRole {
    /// What a side plays: openings, strategies, tactics, and the types that it plays a part in.
    Opening,
    /// A castle.
    Castle,
    /// A type, which both sides have.
    Type,
}

impl OpeningRole {
    /// Whether names of a kind are meant.
    #[must_use]
    pub const fn has(self, kind: NameKind) -> bool {
        match self {
            Self::Opening => !matches!(kind, NameKind::Castle),
            Self::Castle => matches!(kind, NameKind::Castle),
            Self::Type => matches!(kind, NameKind::Type),
        }
    }
}

/// The definitions by which the names of a database were found.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn definitions(snapshot: &Snapshot<'_>) -> Result<Definitions, QueryError> {
    match index::stored_definitions(snapshot.connection())? {
        Some(stored) => Ok(stored.definitions),
        None => Ok(Definitions::standard().unwrap_or_else(|_| Definitions::empty())),
    }
}

/// The names of the database's definitions that a text means, as the filter understands it: those that are called so,
/// else those of whose name it is a part.
///
/// # Errors
/// When the database cannot be read, or the text means no name.
pub fn names_meant(
    database: &Database,
    role: OpeningRole,
    text: &str,
) -> Result<Vec<Definition>, QueryError> {
    let definitions = definitions(&database.snapshot()?)?;
    let places = places_or_error(&definitions, role, text)?;
    Ok(places.into_iter().map(|place| definitions.all()[place].clone()).collect())
}

fn places_or_error(
    definitions: &Definitions,
    role: OpeningRole,
    text: &str,
) -> Result<Vec<usize>, QueryError> {
    let found = definitions.named(text, &kinds_of(role));
    if found.is_empty() {
        return Err(QueryError::NoSuchOpening { name: text.to_owned(), role });
    }
    Ok(found)
}

/// The names of the games, read when something first asks for them.
pub(super) struct NamedGames<'s> {
    snapshot: &'s Snapshot<'s>,
    games: Option<&'s [u32]>,
    read: OnceCell<(Definitions, OpeningNames)>,
}

/// For each side the games in which it has a name.
#[derive(Clone, Debug, Default)]
pub(super) struct SideGames([GameSet; 2]);

impl SideGames {
    pub fn has(&self, color: Color, game: u32) -> bool {
        self.0[color.index()].contains(game)
    }
}

impl<'s> NamedGames<'s> {
    /// The names of these games, sorted, or of all.
    pub fn new(snapshot: &'s Snapshot<'s>, games: Option<&'s [u32]>) -> Self {
        Self { snapshot, games, read: OnceCell::new() }
    }

    fn read(&self) -> Result<&(Definitions, OpeningNames), QueryError> {
        if let Some(read) = self.read.get() {
            return Ok(read);
        }
        let definitions = definitions(self.snapshot)?;
        let names = OpeningNames::load(self.snapshot.connection(), self.games)?;
        Ok(self.read.get_or_init(|| (definitions, names)))
    }

    /// The games in which a side plays what a condition asks for; all of them have to be met.
    pub fn plays(&self, condition: &OpeningCondition) -> Result<Vec<SideGames>, QueryError> {
        let asked = [(OpeningRole::Opening, &condition.openings), (OpeningRole::Castle, &condition.castles)];
        let asked = asked.into_iter().filter(|(_, names)| !names.is_empty());
        asked.map(|(role, names)| self.with(role, names)).collect()
    }

    /// The games in which a side has one of the names that one of these texts means.
    pub fn with(&self, role: OpeningRole, texts: &[String]) -> Result<SideGames, QueryError> {
        let (definitions, names) = self.read()?;
        let mut wanted = vec![false; definitions.all().len()];
        for text in texts {
            for place in places_or_error(definitions, role, text)? {
                wanted[place] = true;
            }
        }
        let found = names.games_with(|name| wanted.get(name.place()).copied().unwrap_or(false));
        let mut games = SideGames::default();
        for (game, name) in found {
            games.0[name.side().index()].insert(game);
        }
        Ok(games)
    }
}
