//! Branches: where they leave the lines that were played before them.

use super::Played;
use super::replay_position::ReplayPosition;
use super::walk::Walk;
use crate::record::{Code, Diagnostic, Line, Place, Record};
use crate::rules::shogi::{Move, Square};

/// Positions along the lines of a record, so that a branch is reached from close to it and not from the start.
#[derive(Debug)]
pub(super) struct Waypoints<P>(Vec<Vec<P>>);

/// How many plies lie between two waypoints.
const STEP: usize = 32;

impl<P> Default for Waypoints<P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<P: ReplayPosition> Waypoints<P> {
    /// Begins another line.
    pub fn begin(&mut self, position: &P) {
        self.0.push(vec![position.clone()]);
    }

    /// Notes every [`STEP`]th position of the last line.
    pub fn pass(&mut self, plies: usize, position: &P) {
        if let Some(line) = self.0.last_mut().filter(|_| plies > 0 && plies.is_multiple_of(STEP)) {
            line.push(position.clone());
        }
    }

    /// Forgets all but the first so many lines.
    pub fn cut(&mut self, lines: usize) {
        self.0.truncate(lines);
    }

    /// Begins a line that is not played.
    fn skip(&mut self) {
        self.0.push(Vec::new());
    }

    /// The position after `plies` moves of a line, which are `moves`.
    fn position(&self, line: usize, moves: &[Move], plies: usize) -> Option<P> {
        let along = self.0.get(line)?;
        let nearest = (plies / STEP).min(along.len().checked_sub(1)?);
        let mut position = along.get(nearest)?.clone();
        for mv in moves.get(nearest * STEP..plies)? {
            position.make(*mv);
        }
        Some(position)
    }
}

/// Plays a branch from the position in which it leaves its parent.
pub(super) fn play<P: ReplayPosition>(
    walk: &mut Walk<P>,
    lines: &[Played],
    waypoints: &mut Waypoints<P>,
    record: &Record,
    line: &Line,
    diagnostics: &mut Vec<Diagnostic>,
) -> Played {
    let Some((position, previous)) = departure(lines, waypoints, record, line) else {
        let place = line.plies.first().map_or_else(Place::default, |ply| ply.place);
        diagnostics.push(Diagnostic::new(
            Code::BranchIllegal,
            place,
            format!("the branch leaves the game after ply {}, which is beyond the legal moves", line.after),
        ));
        waypoints.skip();
        return Played { unreachable: true, ..Played::default() };
    };
    walk.restart(&position, previous, line.plies.len());
    walk.line(line, diagnostics, Code::BranchIllegal, Some(waypoints))
}

/// The position in which a branch leaves its parent, and where the move before it went; `None` when the parent does
/// not reach so far.
fn departure<P: ReplayPosition>(
    lines: &[Played],
    waypoints: &Waypoints<P>,
    record: &Record,
    line: &Line,
) -> Option<(P, Option<Square>)> {
    let mut parent = line.parent?;
    // A branch may leave before its parent's own first move: then the parent's parent is the one it leaves.
    while record.lines.get(parent)?.after >= line.after
        && let Some(above) = record.lines[parent].parent
    {
        parent = above;
    }
    let moves = &lines.get(parent)?.moves;
    let plies = line.after.checked_sub(record.lines[parent].after)?;
    let previous = plies.checked_sub(1).and_then(|index| moves.get(index)).map(|mv| mv.to());
    if plies > moves.len() {
        return None;
    }
    Some((waypoints.position(parent, moves, plies)?, previous))
}

/// The moves from the start position to the first move of `line`; `None` when its parents do not reach so far.
pub(super) fn path_to(record: &Record, lines: &[Played], line: &Line) -> Option<Vec<Move>> {
    let mut path = Vec::new();
    let (mut parent, mut end) = (line.parent, line.after);
    while let Some(index) = parent {
        let (above, played) = (record.lines.get(index)?, lines.get(index)?);
        // A branch may leave before its parent's own first move: then the parent's parent is the one it leaves.
        if end > above.after {
            path.splice(..0, played.moves.get(..end - above.after)?.iter().copied());
            end = above.after;
        }
        parent = above.parent;
    }
    Some(path)
}
