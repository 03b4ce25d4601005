//! Games of equal moves: copies, records that differ in details, and what only has its moves in common.

use super::candidate::Candidate;
use super::{Groups, LEAST_PLIES, Likeness};
use crate::record::GameResult;
use std::collections::BTreeMap;

/// From this length on, in plies, equal moves are no chance even where only one record names the players.
const LONG_ENOUGH: usize = 40;

/// Of more different records of the same moves than this nobody says one by one whether two contradict each other.
const MOST_COMPARED: usize = 1000;

/// Groups the games of a fingerprint.
pub(super) fn group(games: &mut Vec<Candidate>, groups: &mut Groups) {
    if games.len() < 2 {
        return;
    }
    let different = without_copies(games, groups);
    let plies = different.first().map_or(0, Candidate::plies);
    if different.len() < 2 || plies < LEAST_PLIES {
        return;
    }
    if different.len() > MOST_COMPARED {
        groups.uncompared += different.len() as u64;
        groups.found.push((Likeness::SameMoves, different));
        return;
    }
    let mut leading = Vec::new();
    for alike in in_accord(different) {
        leading.extend(alike.first().cloned());
        if alike.len() > 1 {
            groups.found.push((Likeness::Details, alike));
        }
    }
    if leading.len() > 1 {
        groups.found.push((Likeness::SameMoves, leading));
    }
}

/// Takes copies out, a group for each game that has some; the richest of each stays among the others. Then the richest
/// of all comes first.
fn without_copies(games: &mut Vec<Candidate>, groups: &mut Groups) -> Vec<Candidate> {
    let mut copies: BTreeMap<i64, Vec<Candidate>> = BTreeMap::new();
    let mut different = Vec::new();
    for game in games.drain(..) {
        match game.identity {
            Some(identity) => copies.entry(identity).or_default().push(game),
            None => different.push(game),
        }
    }
    for mut alike in copies.into_values() {
        alike.sort_by(Candidate::by_richness);
        different.extend(alike.first().cloned());
        if alike.len() > 1 {
            groups.found.push((Likeness::Copy, alike));
        }
    }
    different.sort_by(Candidate::by_richness);
    different
}

/// Puts games together that contradict each other in nothing, each with all others of its group. The richest come
/// first, so that one that says little goes to the first that it fits.
fn in_accord(games: Vec<Candidate>) -> Vec<Vec<Candidate>> {
    let mut alike: Vec<Vec<Candidate>> = Vec::new();
    for game in games {
        match alike.iter_mut().find(|alike| alike.iter().all(|other| accord(&game, other))) {
            Some(alike) => alike.push(game),
            None => alike.push(vec![game]),
        }
    }
    alike
}

/// Whether two games of the same moves are one as far as their records say.
fn accord(one: &Candidate, other: &Candidate) -> bool {
    let names = || one.names.iter().zip(&other.names);
    let contradict = names().any(|names| matches!(names, (Some(one), Some(other)) if one != other));
    let players_are_alike = names().take(2).all(|(one, other)| one == other);
    let results = one.result == other.result
        || one.result == GameResult::Unknown
        || other.result == GameResult::Unknown;
    !contradict
        && results
        && one.may_be_of_one_day(other)
        && (players_are_alike || one.plies() >= LONG_ENOUGH)
}
