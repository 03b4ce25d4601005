//! The parts of a dataset, and which game belongs to which: a matter of the game alone, so that more games move none.

use super::BuildError;
use crate::query::{GameLine, StoredGames};
use crate::record::normalize_name;
use crate::rules::named_enum;
use crate::rules::{PlayablePosition, Variant, VariantPosition, VariantSetup};
use crate::store::unpack_moves;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

named_enum! {
    /// What stays together when a dataset is split.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum SplitBy {
        /// Each game with its near-duplicates.
        #[default]
        Game = "game",
        /// All games of a player.
        Player = "player",
        /// All games of an event.
        Event = "event",
        /// Each game, and no position stands in two parts.
        Position = "position",
    }
}

/// The parts of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    parts: Vec<(String, f64)>,
    /// What stays together.
    pub by: SplitBy,
}

/// How many parts there may be.
const MOST_PARTS: usize = 16;

/// Games with the same beginning of so many plies are in the same part.
const SHARED_PLIES: usize = 30;

/// Games that are the same position after one of these numbers of plies may not be in different parts.
const COMPARED_PLIES: [usize; 2] = [40, 60];

impl Split {
    /// Reads `train=0.9,valid=0.05,test=0.05`.
    ///
    /// # Errors
    /// In words.
    pub fn parse(text: &str, by: SplitBy) -> Result<Self, String> {
        let mut parts: Vec<(String, f64)> = Vec::new();
        for part in text.split(',') {
            let (name, share) =
                part.split_once('=').ok_or_else(|| format!("`{part}` is not of the form NAME=SHARE"))?;
            let is_letter = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '_';
            if name.is_empty() || name.len() > 32 || !name.chars().all(is_letter) {
                return Err(format!("`{name}` is not a valid name for a part: use a to z, 0 to 9 and _"));
            }
            if parts.iter().any(|(known, _)| known == name) {
                return Err(format!("there are two parts `{name}`"));
            }
            let share = share.parse().ok().filter(|share: &f64| *share > 0.0 && *share <= 1.0);
            let share =
                share.ok_or_else(|| format!("the share of `{name}` is not a number between 0 and 1"))?;
            parts.push((name.to_owned(), share));
        }
        let sum: f64 = parts.iter().map(|(_, share)| share).sum();
        if (sum - 1.0).abs() > 1e-6 {
            return Err(format!("the shares add up to {sum}, not to 1"));
        }
        if parts.len() > MOST_PARTS {
            return Err(format!("more than {MOST_PARTS} parts"));
        }
        Ok(Self { parts, by })
    }

    /// The names and shares of the parts in order.
    #[must_use]
    pub fn parts(&self) -> &[(String, f64)] {
        &self.parts
    }

    /// The part with a name.
    pub(super) fn part_named(&self, name: &str) -> Option<u8> {
        let at = self.parts.iter().position(|(known, _)| known == name)?;
        u8::try_from(at).ok()
    }

    /// The part of a unit: the first eight bytes of the SHA-256 of `kifukura split`, a line feed and the unit's name, as a
    /// number from 0 to 1, decide.
    fn part_of(&self, unit: &[u8]) -> u8 {
        let hash = Sha256::new().chain_update(b"kifukura split\n").chain_update(unit).finalize();
        let number = u64::from_be_bytes(std::array::from_fn(|index| hash[index]));
        // 53 bits are what a number holds exactly.
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let place = (number >> 11) as f64 / (1_u64 << 53) as f64;
        let mut end = 0.0;
        for (index, (_, share)) in (0..).zip(&self.parts) {
            end += share;
            if place < end {
                return index;
            }
        }
        u8::try_from(self.parts.len().saturating_sub(1)).unwrap_or(0)
    }
}

/// Why a game is in no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Unsplit {
    /// It is nearly the same as games of two parts, or of another one.
    Links,
    /// Its players are in different parts.
    Players,
    /// A player has no name.
    Nameless,
    /// It has no event.
    NoEvent,
}

impl Unsplit {
    /// The reason as manifests have it.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Links => "split: nearly the same as a game of another part",
            Self::Players => "split: its players belong to different parts",
            Self::Nameless => "split: a player has no name",
            Self::NoEvent => "split: no event is known",
        }
    }
}

/// A game on its way into a part.
struct Candidate {
    content: i64,
    part: Result<u8, Unsplit>,
    /// What near-duplicates share with it.
    features: Vec<u64>,
}

/// The part of each of the games, in their order. `earlier` has the parts of games of an earlier dataset by their content
/// ids.
pub(super) fn assign(
    split: &Split,
    games: &StoredGames<'_>,
    earlier: &HashMap<i64, u8>,
) -> Result<Vec<Result<u8, Unsplit>>, BuildError> {
    let mut candidates: Vec<Candidate> = Vec::with_capacity(games.len());
    games.lines(|lines| {
        candidates.par_extend(lines.into_par_iter().map(|line| Candidate::new(split, &line)));
        true
    })?;
    if matches!(split.by, SplitBy::Game | SplitBy::Position) {
        part_links(&mut candidates, earlier);
    } else {
        for candidate in &mut candidates {
            if let Some(part) = earlier.get(&candidate.content) {
                candidate.part = Ok(*part);
            }
        }
    }
    Ok(candidates.into_iter().map(|candidate| candidate.part).collect())
}

/// Keeps near-duplicates together: games of the earlier dataset stay where they were, new ones follow them; a game between
/// two parts is in none.
fn part_links(candidates: &mut [Candidate], earlier: &HashMap<i64, u8>) {
    let mut known: HashMap<u64, u8> = HashMap::new();
    let mut order: Vec<usize> = Vec::with_capacity(candidates.len());
    for (index, candidate) in candidates.iter_mut().enumerate() {
        match earlier.get(&candidate.content) {
            Some(part) => {
                candidate.part = Ok(*part);
                for feature in &candidate.features {
                    known.entry(*feature).or_insert(*part);
                }
            }
            None => order.push(index),
        }
    }
    for index in &order {
        let candidate = &mut candidates[*index];
        let mut parts = candidate.features.iter().filter_map(|feature| known.get(feature));
        if let Some(first) = parts.next() {
            candidate.part = if parts.all(|part| part == first) { Ok(*first) } else { Err(Unsplit::Links) };
        }
    }
    // An order of their own, which more games do not change.
    order.sort_by_key(|index| (super::mix(candidates[*index].content.cast_unsigned()), *index));
    for index in order {
        let Candidate { part, features, .. } = &mut candidates[index];
        let Ok(own) = *part else { continue };
        if features.iter().any(|feature| known.get(feature).is_some_and(|part| *part != own)) {
            *part = Err(Unsplit::Links);
            continue;
        }
        for feature in features {
            if let Entry::Vacant(place) = known.entry(*feature) {
                place.insert(own);
            }
        }
    }
}

impl Candidate {
    fn new(split: &Split, line: &GameLine) -> Self {
        let by_name = |names: [Option<String>; 2]| match names {
            [Some(black), Some(white)] => {
                let [black, white] = [black, white].map(|name| split.part_of(name.as_bytes()));
                if black == white { Ok(black) } else { Err(Unsplit::Players) }
            }
            _ => Err(Unsplit::Nameless),
        };
        let (part, features) = match split.by {
            SplitBy::Player => (by_name(line.persons.clone()), Vec::new()),
            SplitBy::Event => {
                let event = line.event.as_deref().map(normalize_name).filter(|name| !name.is_empty());
                (event.map(|name| split.part_of(name.as_bytes())).ok_or(Unsplit::NoEvent), Vec::new())
            }
            SplitBy::Game | SplitBy::Position => {
                let unit = beginning(line);
                (Ok(split.part_of(&unit)), features(line, &unit))
            }
        };
        Self { content: line.content, part, features }
    }
}

/// What games of the same beginning share: game, start and first moves.
fn beginning(line: &GameLine) -> Vec<u8> {
    let moves = &line.moves[..line.moves.len().min(2 * SHARED_PLIES)];
    let start = line.start.as_deref().unwrap_or_default();
    let start = start.rsplit_once(' ').map_or(start, |(position, _)| position);
    [line.variant.name().as_bytes(), b"\n", start.as_bytes(), b"\n", moves].concat()
}

/// What near-duplicates share, though one was written down with other moves in between: their beginning, the positions
/// after some numbers of plies, and the last position.
fn features(line: &GameLine, unit: &[u8]) -> Vec<u64> {
    let mut found = vec![super::hash(unit)];
    let start = match &line.start {
        None => Some(VariantPosition::startpos(line.variant)),
        Some(sfen) => {
            VariantSetup::from_sfen(line.variant, sfen).ok().and_then(|setup| setup.position().ok())
        }
    };
    let (Some(mut position), Some(moves)) = (start, unpack_moves(&line.moves)) else { return found };
    if line.variant != Variant::Shogi || moves.len() < SHARED_PLIES {
        return found;
    }
    for (ply, mv) in (1..).zip(&moves) {
        position.play(*mv);
        if COMPARED_PLIES.contains(&ply) || ply == moves.len() {
            let key = match &position {
                VariantPosition::Shogi(position) => position.index_key(),
                VariantPosition::Dobutsu(position) => position.index_key(),
            };
            found.push(key);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_refused() {
        let split = Split::parse("train=0.9,valid=0.05,test=0.05", SplitBy::Game).unwrap();
        assert_eq!(split.parts()[1], ("valid".to_owned(), 0.05));
        for (text, want) in [
            ("train", "`train` is not of the form NAME=SHARE"),
            ("a=0.5,a=0.5", "there are two parts `a`"),
            ("a=0.5,b=0.4", "the shares add up to 0.9, not to 1"),
            ("../x=1", "`../x` is not a valid name for a part: use a to z, 0 to 9 and _"),
            ("a=x", "the share of `a` is not a number between 0 and 1"),
        ] {
            assert_eq!(Split::parse(text, SplitBy::Game).unwrap_err(), want);
        }
    }

    #[test]
    fn units_are_spread_by_the_shares() {
        let split = Split::parse("a=0.7,b=0.2,c=0.1", SplitBy::Game).unwrap();
        let mut counts = [0; 3];
        for number in 0..20_000_u32 {
            counts[usize::from(split.part_of(&number.to_le_bytes()))] += 1;
        }
        assert!((13_800..14_200).contains(&counts[0]), "{counts:?}");
        assert!((3_850..4_150).contains(&counts[1]), "{counts:?}");
        // The hash is frozen: these are of the first release that had it.
        let first: Vec<u8> = (0..12_u32).map(|number| split.part_of(&number.to_le_bytes())).collect();
        assert_eq!(first, [0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
    }

    fn candidate(content: i64, part: u8, features: &[u64]) -> Candidate {
        Candidate { content, part: Ok(part), features: features.to_vec() }
    }

    #[test]
    fn a_game_between_two_parts_is_in_none_and_moves_nobody() {
        let mut games = vec![candidate(1, 0, &[10, 11]), candidate(2, 1, &[20, 21])];
        part_links(&mut games, &HashMap::new());
        assert_eq!([games[0].part, games[1].part], [Ok(0), Ok(1)]);
        let earlier: HashMap<i64, u8> = [(1, 0), (2, 1)].into();
        games.push(candidate(3, 0, &[11, 21]));
        games.push(candidate(4, 0, &[21]));
        games.push(candidate(5, 1, &[99]));
        part_links(&mut games, &earlier);
        let parts: Vec<_> = games.iter().map(|game| game.part).collect();
        assert_eq!(parts, [Ok(0), Ok(1), Err(Unsplit::Links), Ok(1), Ok(1)]);
    }
}
