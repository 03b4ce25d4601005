//! The explorer's tree.

use super::explorer::{move_fields, tree_line};
use crate::query::{AskedPosition, TreeMove};
use crate::report::{Answer, Block, Field, Kind, Row, View};
use crate::rules::VariantPosition;
use crate::rules::shogi::Move;
use crate::terms::Language;

impl Row for TreeMove {
    const NAME: &'static str = "move of a tree";

    fn fields() -> Vec<Field<Self>> {
        let replies =
            Field::new("replies", Kind::Rows(Self::NAME), "what was played after it", |row: &Self| {
                View::of(&row.replies).into()
            });
        let of_move = move_fields().map(|field| field.of(|row: &Self| &row.statistics));
        of_move.into_iter().chain([replies.in_data()]).collect()
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
