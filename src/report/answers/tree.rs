//! The explorer's tree.

use super::explorer::tree_line;
use crate::query::{AskedPosition, TreeMove};
use crate::report::cell::ResultStyle;
use crate::report::{Answer, Block, Field, Kind, Row, View};
use crate::rules::VariantPosition;
use crate::rules::shogi::Move;
use crate::terms::Language;

impl Row for TreeMove {
    const NAME: &'static str = "move of a tree";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("usi", Kind::Text, "the move in USI, in dōbutsu shōgi as `b3b2`", |row: &Self| {
                row.statistics.usi.clone().into()
            })
            .heading("move"),
            Field::new("games", Kind::Count, "the games in which it was played here", |row: &Self| {
                row.statistics.games.into()
            }),
            Field::new(
                "results",
                Kind::Results(ResultStyle::Shares),
                "how those games went",
                |row: &Self| row.statistics.results.into(),
            ),
            Field::new("score", Kind::Score, "the score of the side to move", |row: &Self| {
                row.statistics.score.into()
            })
            .heading("score_side_to_move"),
            Field::new(
                "average_rating",
                Kind::Number(0),
                "the mean rating of those who played it",
                |row: &Self| row.statistics.average_rating.into(),
            ),
            Field::new("last_year", Kind::Id, "the last year in which it was played", |row: &Self| {
                row.statistics.last_year.into()
            }),
            Field::new("replies", Kind::Rows(Self::NAME), "what was played after it", |row: &Self| {
                View::of(&row.replies).into()
            })
            .in_data(),
        ]
    }
}

/// The tree with the position that it starts from.
#[derive(Clone, Debug)]
pub struct TreeAnswer {
    /// What was asked about.
    pub asked: AskedPosition,
    /// The moves.
    pub moves: Vec<TreeMove>,
}

impl Answer for TreeAnswer {
    fn view(&self) -> View {
        View::of(&self.moves)
    }

    fn page(&self, _: Language) -> Vec<Block> {
        let mut text = String::new();
        draw(&self.moves, &self.asked.position, self.asked.previous, 0, &mut text);
        vec![Block::Text(text)]
    }
}

/// A line a move, indented by its depth.
fn draw(
    moves: &[TreeMove],
    position: &VariantPosition,
    previous: Option<Move>,
    indent: usize,
    text: &mut String,
) {
    for mv in moves {
        text.push_str(&" ".repeat(indent));
        text.push_str(&tree_line(mv, position, previous));
        let mut after = position.clone();
        after.play(mv.statistics.mv);
        draw(&mv.replies, &after, Some(mv.statistics.mv), indent + 2, text);
    }
}
