//! What was done to the games as a whole, and can be undone.

use super::counted;
use crate::database::{Combined, Operation};
use crate::report::{Answer, Block, Cell, Field, Kind, Row, Shown, View, clean};
use crate::terms::{Category, Language, statement};

impl Row for Operation {
    const NAME: &'static str = "operation";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("operation", Kind::Id, "its id, which `kura undo` takes", |row: &Self| row.id.into()),
            Field::new("done", Kind::Text, "when it was done, in UTC", |row: &Self| row.done.clone().into()),
            Field::new(
                "kind",
                Kind::Code(Category::Operation),
                "what kind of operation it is",
                |row: &Self| Cell::Code(row.kind.name()),
            ),
            Field::new("added", Kind::Count, "games that it added", |row: &Self| row.added.into()),
            Field::new(
                "hidden",
                Kind::Count,
                "games that it hid: removed, merged or replaced",
                |row: &Self| row.hidden.into(),
            ),
            Field::new("altered", Kind::Count, "games to which it added something", |row: &Self| {
                row.altered.into()
            })
            .shown(Shown::IfWide(2)),
            Field::new("names", Kind::Count, "names that it gave to a player or took away", |row: &Self| {
                row.names.into()
            })
            .shown(Shown::IfWide(3)),
            Field::new("undone", Kind::Text, "when it was undone; null when it was not", |row: &Self| {
                row.undone.clone().into()
            }),
            Field::new(
                "what",
                Kind::Text,
                "what it was about: paths, a filter, ids of games, names",
                |row: &Self| row.what.replace('\n', " ").into(),
            ),
        ]
    }
}

/// The operations of a database.
#[derive(Clone, Debug)]
pub struct OperationList(pub Vec<Operation>);

impl Answer for OperationList {
    fn view(&self) -> View {
        View::of(&self.0)
    }
}

/// An operation that was just done or undone.
#[derive(Clone, Debug)]
pub struct OperationAnswer(pub Operation);

impl Answer for OperationAnswer {
    fn view(&self) -> View {
        View::single(&self.0)
    }

    fn page(&self, language: Language) -> Vec<Block> {
        let operation = &self.0;
        let games = |number| counted("game", number, language);
        let names = counted("name", operation.names, language);
        let (added, hidden, altered) =
            (games(operation.added), games(operation.hidden), games(operation.altered));
        let values = [("added", &*added), ("hidden", &*hidden), ("altered", &*altered), ("names", &*names)];
        let key = format!("operation_{}", operation.kind.name());
        vec![Block::Text(format!("{}\n", clean(&statement(&key, &values, language))))]
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let id = self.0.id.to_string();
        let key = if self.0.undone.is_some() { "redo_hint" } else { "undo_hint" };
        vec![statement(key, &[("id", &id)], language)]
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl Row for Combined {
    const NAME: &'static str = "combined game";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("game", Kind::Id, "the game that stands for all of the group", |row: &Self| {
                row.game.into()
            }),
            Field::new("is_new", Kind::Flag, "true when it is a new game made of all", |row: &Self| {
                row.is_new.into()
            }),
            Field::new("games", Kind::List, "the games that were hidden in favour of it", |row: &Self| {
                Cell::List(row.hidden.iter().map(|game| Cell::Integer(*game)).collect())
            }),
        ]
    }
}

/// Groups of games that were made one each, or of which one was kept.
#[derive(Clone, Debug)]
pub struct CombinedList {
    /// The operation that it was.
    pub operation: Operation,
    /// The groups.
    pub combined: Vec<Combined>,
}

impl Answer for CombinedList {
    fn view(&self) -> View {
        View::of(&self.combined)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let before = |group: &Combined| group.hidden.len() as u64 + u64::from(!group.is_new);
        let games = counted("game", self.combined.iter().map(before).sum(), language);
        let groups = counted("game", self.combined.len() as u64, language);
        let made_one = statement("games_made_one", &[("games", &games), ("groups", &groups)], language);
        let id = self.operation.id.to_string();
        vec![made_one, statement("undo_hint", &[("id", &id)], language)]
    }
}
