//! Games that may be one.

use super::counted;
use crate::query::Duplicate;
use crate::report::{Answer, Cell, Field, Kind, Row, View};
use crate::terms::{Category, Language, statement};

impl Row for Duplicate {
    const NAME: &'static str = "duplicate";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new(
                "game",
                Kind::Id,
                "the game with more moves, or the first of two equally long ones",
                |row: &Self| row.game.into(),
            ),
            Field::new("plies", Kind::Count, "its plies", |row: &Self| row.plies.into()),
            Field::new("other", Kind::Id, "the other game", |row: &Self| row.other.into()),
            Field::new("other_plies", Kind::Count, "the other's plies", |row: &Self| row.other_plies.into())
                .heading("plies"),
            Field::new("likeness", Kind::Code(Category::Likeness), "why the two may be one", |row: &Self| {
                Cell::Code(row.likeness.code())
            })
            .heading("reason"),
        ]
    }
}

/// Pairs of games that may be one.
#[derive(Clone, Debug)]
pub struct DuplicateList(pub Vec<Duplicate>);

impl Answer for DuplicateList {
    fn view(&self) -> View {
        View::of(&self.0)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let pairs = counted("pair", self.0.len() as u64, language);
        vec![format!("{pairs} ({})", statement("show_hint", &[], language))]
    }
}
