//! Games of two players: one's moves are the beginning of another's, or one move differs.

use super::candidate::Candidate;
use super::{Groups, Likeness};
use std::collections::{BTreeMap, HashMap};

/// How many games that begin as one does are looked at to say which of them it is the beginning of.
const MOST_LOOKED_AT: usize = 1000;

/// Groups the games of two players, which come sorted by their moves, so that a beginning stands before the whole.
pub(super) fn group(games: &mut Vec<Candidate>, groups: &mut Groups) {
    let are_known = games.first().is_some_and(|game| game.names[..2].iter().all(Option::is_some));
    if games.len() < 2 || !are_known {
        return;
    }
    // Games of equal moves are grouped elsewhere; one of them stands for all.
    games.dedup_by(|next, first| next.moves == first.moves);
    beginnings(games, groups);
    one_move(games, groups);
}

/// Each game with those that are its beginning.
fn beginnings(games: &[Candidate], groups: &mut Groups) {
    let mut wholes: Vec<Option<usize>> = vec![None; games.len()];
    for (index, game) in games.iter().enumerate() {
        let longer = games[index + 1..].iter().take_while(|next| next.moves.starts_with(&game.moves));
        let longer = longer.take(MOST_LOOKED_AT + 1).enumerate();
        let mut best: Option<(bool, usize, usize)> = None;
        for (after, whole) in longer {
            if after == MOST_LOOKED_AT {
                groups.uncompared += 1;
                break;
            }
            if whole.may_be_of_one_day(game) {
                let same_day = game.day().is_some() && game.day() == whole.day();
                best = best.max(Some((same_day, whole.plies(), index + 1 + after)));
            }
        }
        wholes[index] = best.map(|(.., whole)| whole);
    }
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, whole) in wholes.iter().enumerate() {
        let mut last = *whole;
        // A whole stands behind its beginnings, so this comes to an end.
        while let Some(longer) = last.and_then(|whole| wholes[whole]) {
            last = Some(longer);
        }
        if let Some(whole) = last {
            found.entry(whole).or_default().push(index);
        }
    }
    for (whole, beginnings) in found {
        let games = std::iter::once(whole).chain(beginnings).map(|index| games[index].clone());
        groups.found.push((Likeness::Prefix, games.collect()));
    }
}

/// Games of one day and length that differ in one move.
fn one_move(games: &[Candidate], groups: &mut Groups) {
    let mut days: BTreeMap<(&str, usize), Vec<&Candidate>> = BTreeMap::new();
    for game in games {
        if let Some(day) = game.day() {
            days.entry((day, game.moves.len())).or_default().push(game);
        }
    }
    for day in days.into_values().filter(|day| day.len() > 1) {
        for group in one_apart(&day) {
            let games = group.into_iter().map(|index| day[index].clone()).collect();
            groups.found.push((Likeness::OneMove, games));
        }
    }
}

/// The groups of games of one length in which each differs from another in one move.
fn one_apart(games: &[&Candidate]) -> Vec<Vec<usize>> {
    let sums: Vec<(Vec<u64>, Vec<u64>)> = games.iter().map(|game| sums(&game.moves)).collect();
    let mut group_of: Vec<usize> = (0..games.len()).collect();
    for ply in 0..games[0].plies() {
        // Equal before a ply and behind it.
        let mut seen: HashMap<(u64, u64), usize> = HashMap::new();
        for (index, (before, behind)) in sums.iter().enumerate() {
            let first = *seen.entry((before[ply], behind[ply + 1])).or_insert(index);
            if first != index && differences(games[first], games[index]) == 1 {
                let (one, other) = (root(&group_of, first), root(&group_of, index));
                group_of[one.max(other)] = one.min(other);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in 0..games.len() {
        groups.entry(root(&group_of, index)).or_default().push(index);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

fn root(group_of: &[usize], mut index: usize) -> usize {
    while group_of[index] != index {
        index = group_of[index];
    }
    index
}

/// In how many moves two games of one length differ.
fn differences(one: &Candidate, other: &Candidate) -> usize {
    let (one, other) = (one.moves.as_chunks::<2>().0, other.moves.as_chunks::<2>().0);
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

/// For each ply a number of the moves before it, and one of those from it on.
fn sums(moves: &[u8]) -> (Vec<u64>, Vec<u64>) {
    let moves: Vec<u64> =
        moves.as_chunks::<2>().0.iter().map(|pair| u64::from(u16::from_le_bytes(*pair))).collect();
    let next = |sum: u64, mv: u64| (sum ^ mv).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    let mut before = vec![1; moves.len() + 1];
    let mut behind = before.clone();
    for (ply, mv) in moves.iter().enumerate() {
        before[ply + 1] = next(before[ply], *mv);
    }
    for (ply, mv) in moves.iter().enumerate().rev() {
        behind[ply] = next(behind[ply + 1], *mv);
    }
    (before, behind)
}
