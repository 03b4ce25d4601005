//! What was done to the games as a whole, and can be undone.

use super::counted;
use crate::database::Operation;
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
