//! The explorer's tree.

use super::explorer::{move_fields, tree_line};
use crate::query::{AskedPosition, TreeMove};
use crate::report::{Answer, Block, Field, Kind, Row, View};
use crate::rules::VariantPosition;
use crate::rules::shogi::Move;
use crate::terms::{Language, statement};

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

    fn remarks(&self, language: Language) -> Vec<String> {
        let is_transposed = self.moves.iter().any(is_transposed);
        is_transposed.then(|| statement("transposed_tree", &[], language)).into_iter().collect()
    }
}

/// Whether the moves after a position have more games than the one before it.
fn is_transposed(mv: &TreeMove) -> bool {
    let games: u64 = mv.replies.iter().map(|reply| reply.statistics.games).sum();
    games > mv.statistics.games || mv.replies.iter().any(is_transposed)
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
