//! The explorer's answers several moves deep.

use super::Filter;
use super::explore::{ExploreError, Explorer, Look, MoveShare};
use crate::rules::PlayablePosition;
use crate::rules::shogi::Move;
use serde::Serialize;

/// A move of the tree and what follows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// The move, counted over all games that reached the position before it.
    #[serde(flatten)]
    pub share: MoveShare,
    /// What was played after it, most played first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Self>,
}

/// The `width` most played moves of `position`, and of each position after them, `depth` plies deep; moves of fewer
/// than `least` games are left out.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn tree<P: PlayablePosition + Clone>(
    explorer: &mut Explorer<'_>,
    position: &P,
    filter: &Filter,
    look: Look<'_>,
    (depth, width, least): (usize, usize, u64),
) -> Result<Vec<Branch>, ExploreError> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let way: Option<Vec<Move>> = look.way.map(<[Move]>::to_vec);
    let found = explorer.look(position, filter, look)?;
    let mut branches = Vec::new();
    for share in found.moves.into_iter().filter(|share| share.games >= least).take(width) {
        let mv = share.mv;
        let on = way.as_ref().map(|way| [way.as_slice(), &[mv]].concat());
        let next = Look { way: on.as_deref(), ..look };
        let mut after = position.clone();
        after.make(mv);
        let then = tree(explorer, &after, filter, next, (depth - 1, width, least))?;
        branches.push(Branch { share, then });
    }
    Ok(branches)
}
