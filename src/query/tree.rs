//! The explorer's answers several moves deep.

use super::{ExploreOptions, Filter, MoveStatistics, QueryError, Questions};
use crate::rules::VariantPosition;

/// A move of the tree and what follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeMove {
    /// The move, counted over all games that reached the position before it.
    pub statistics: MoveStatistics,
    /// What was played after it, most played first.
    pub replies: Vec<Self>,
}

/// How far a tree goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeShape {
    /// How many plies deep.
    pub depth: usize,
    /// How many moves of each position are followed.
    pub width: usize,
    /// The fewest games that a move must have.
    pub min_games: u64,
}

/// The most played moves of `position`, and of each position after them.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn tree(
    questions: &(impl Questions + ?Sized),
    position: &VariantPosition,
    filter: &Filter,
    options: &ExploreOptions,
    shape: TreeShape,
) -> Result<Vec<TreeMove>, QueryError> {
    if shape.depth == 0 {
        return Ok(Vec::new());
    }
    let found = questions.explore(position, filter, options)?;
    let mut moves = Vec::new();
    for statistics in found.moves.into_iter().filter(|mv| mv.games >= shape.min_games).take(shape.width) {
        let mut next = options.clone();
        if let Some(path) = &mut next.path {
            path.push(statistics.mv);
        }
        let mut after = position.clone();
        after.play(statistics.mv);
        let deeper = TreeShape { depth: shape.depth - 1, ..shape };
        let replies = tree(questions, &after, filter, &next, deeper)?;
        moves.push(TreeMove { statistics, replies });
    }
    Ok(moves)
}
