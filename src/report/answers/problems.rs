//! What was wrong with the files of imports.

use crate::query::Problem;
use crate::report::{Answer, Block, Cell, Field, Kind, Row, Shown, View};
use crate::terms::{Category, Language};

impl Row for Problem {
    const NAME: &'static str = "problem";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("path", Kind::Text, "a path under which the file was seen", |row: &Self| {
                row.path.clone().into()
            })
            .heading("location"),
            Field::new(
                "game_index",
                Kind::Count,
                "the game in it, from 0; null for the file itself",
                |row: &Self| row.game_index.into(),
            )
            .in_data(),
            Field::new("game", Kind::Id, "the id of the stored game, if there is one", |row: &Self| {
                row.game.into()
            }),
            Field::new("severity", Kind::Code(Category::Severity), "how bad it is", |row: &Self| {
                Cell::Code(row.severity.name())
            }),
            Field::new("code", Kind::Text, "the stable code", |row: &Self| row.code.clone().into()),
            Field::new("line", Kind::Id, "the line, from 1; null for the file itself", |row: &Self| {
                row.line.into()
            })
            .in_data(),
            Field::new(
                "column",
                Kind::Id,
                "the column in characters, from 1; null for the line itself",
                |row: &Self| row.column.into(),
            )
            .in_data(),
            Field::new("message", Kind::Text, "what is wrong", |row: &Self| row.message.clone().into()),
        ]
    }
}

/// Findings as the database keeps them.
#[derive(Clone, Debug)]
pub struct ProblemList {
    /// Those that are shown.
    pub problems: Vec<Problem>,
    /// How many there are.
    pub all: u64,
}

impl Answer for ProblemList {
    fn view(&self) -> View {
        View::of(&self.problems)
    }

    /// Path, line and column in one column, as compilers write them.
    fn page(&self, _: Language) -> Vec<Block> {
        let mut view = self.view();
        view.columns[0].shown = Shown::Always;
        for (row, problem) in view.rows.iter_mut().zip(&self.problems) {
            let path = problem.path.clone().unwrap_or_default();
            let place = [problem.line, problem.column].into_iter().flatten();
            row[0] = Cell::Text(place.fold(path, |text, number| format!("{text}:{number}")));
        }
        vec![Block::Table(view)]
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        vec![super::shown_of("finding", self.all, self.problems.len(), language)]
    }
}
