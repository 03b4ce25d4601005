//! Which line a branch leaves, where the text leaves it open: the one on which its moves can be played.

use super::Played;
use super::branch::{self, Waypoints};
use super::replay_position::ReplayPosition;
use super::walk::Walk;
use crate::record::{Code, Line, Place, Record};
use crate::rules::shogi::Position;
use crate::rules::{VariantSetup, dobutsu};
use std::collections::{HashMap, HashSet};

/// A branch that may leave another line than the record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DoubtfulBranch {
    /// The branch, as an index into `Record::lines`.
    pub line: usize,
    /// The other lines that it may leave, and after how many plies from the start, the likeliest first.
    pub others: Vec<(usize, usize)>,
}

/// Moves each doubtful branch that breaks a rule where it is to the first line on which all its moves can be played.
/// The branches are in the order of the record's lines.
pub(crate) fn settle(record: &mut Record, doubts: &[DoubtfulBranch]) {
    if doubts.is_empty() || record.unusable.is_some() {
        return;
    }
    match &record.start.setup {
        VariantSetup::Shogi(setup) => {
            if let Ok(start) = Position::try_from(setup) {
                settle_from(record, &start, doubts);
            }
        }
        VariantSetup::Dobutsu(setup) => {
            if let Ok(start) = dobutsu::Position::try_from(setup.clone()) {
                settle_from(record, &start, doubts);
            }
        }
    }
}

fn settle_from<P: ReplayPosition>(record: &mut Record, start: &P, doubts: &[DoubtfulBranch]) {
    let mut walk = Walk::new(start, record.main().plies.len());
    let mut waypoints = Waypoints::default();
    let mut unheard = Vec::new();
    let main = walk.line(record.main(), &mut unheard, Code::IllegalMove, Some(&mut waypoints));
    let mut lines = vec![main];
    let parents: HashSet<_> = record.lines.iter().filter_map(|line| line.parent).collect();
    let mut moved = HashMap::new();
    let mut doubts = doubts.iter().peekable();
    while doubts.peek().is_some() && lines.len() < record.lines.len() {
        let index = lines.len();
        let mut play = |line: &Line| {
            unheard.clear();
            waypoints.cut(index);
            branch::play(&mut walk, &lines, &mut waypoints, record, line, &mut unheard)
        };
        let line = &record.lines[index];
        let mut played = play(line);
        let doubt = doubts.next_if(|doubt| doubt.line == index).filter(|_| stops(&played));
        let found = doubt.and_then(|doubt| {
            let mut other = line.clone();
            doubt.others.iter().copied().find(|(parent, after)| {
                (other.parent, other.after) = (Some(*parent), *after);
                // The plies of what hangs on it are counted from the start as well.
                *parent < index && (*after == line.after || !parents.contains(&index)) && {
                    played = play(&other);
                    !stops(&played)
                }
            })
        });
        match found {
            Some((parent, after)) => {
                moved.insert(index, line.after);
                move_to(record, index, parent, after);
            }
            None if doubt.is_some() => played = play(line),
            None => {}
        }
        lines.push(played);
    }
    for note in &mut record.notes {
        if let Some(before) = moved.get(&note.line) {
            note.ply = (note.ply + record.lines[note.line].after).saturating_sub(*before);
        }
    }
}

/// True when a line was not played to its end.
fn stops(played: &Played) -> bool {
    played.stop.is_some() || played.unreachable
}

fn move_to(record: &mut Record, line: usize, parent: usize, after: usize) {
    let moved = &mut record.lines[line];
    (moved.parent, moved.after) = (Some(parent), after);
    let place = moved.plies.first().map_or_else(Place::default, |ply| ply.place);
    let message = "the branch breaks a rule where its number and order put it; it was taken to leave the line on which it does not";
    record.report(Code::BranchGuessed, place, message);
}
