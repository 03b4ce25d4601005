//! When two records are copies of one game.

use super::codec::pack_moves;
use crate::record::{Ending, Record};
use crate::replay::Game;
use crate::rules::{Color, PlayablePosition, Variant};
use sha2::{Digest, Sha256};

/// From this length on, in plies, the same moves are not chance even without names and day.
const LONG_ENOUGH: usize = 40;

/// 64 bits that are equal for two copies of one game and, but for one chance in 2^64, for no others; `None` for a game
/// of which too little is known to say.
///
/// Two records are one game when they agree in everything that tells games apart: variant, start, moves, players, event
/// and place (blanks apart), the moment it began, the ending and winner as declared and as verified, the time spent on
/// each move, comments and branches, each known or missing alike. What is left to differ is how a file writes all
/// that: encoding, format, headers, totals, the word for the ending. That relation is symmetric and transitive, so the
/// order of imports cannot matter, and nothing is lost in a merge. Records that are *probably* one game are kept apart.
pub(super) fn identity(record: &Record, played: &Played<'_>) -> Option<i64> {
    let info = &record.info;
    let names = [&info.players.black, &info.players.white, &info.event, &info.place];
    let [black, white, event, place] = names.map(|name| name.as_deref().map(squeeze).unwrap_or_default());
    let plies = played.lines.first().map_or(0, |main| main.len() / 2);
    if plies < LONG_ENOUGH && black.is_empty() && white.is_empty() && info.started.is_none() {
        return None;
    }
    let winner = |color: Option<Color>| color.map_or("", Color::name);
    let (declared, declared_winner) = played.declared;
    let (verified, verified_winner) = played.verified;
    let word = if declared == Ending::Unknown { played.declared_word } else { "" };
    let mut hash = Hash(Vec::with_capacity(2048));
    hash.part(played.variant.name());
    hash.part(played.start);
    hash.part(played.lines.first().map(Vec::as_slice).unwrap_or_default());
    hash.part(black);
    hash.part(white);
    hash.part(event);
    hash.part(place);
    hash.part(info.started.map(|date| date.to_string()).unwrap_or_default());
    hash.part(declared.name());
    hash.part(winner(declared_winner));
    hash.part(word);
    hash.part(verified.name());
    hash.part(winner(verified_winner));
    for (line, moves) in record.lines.iter().zip(&played.lines) {
        for ply in line.plies.iter().take(moves.len() / 2) {
            // A time that is not written differs from every time that is.
            hash.part(ply.clock.spent.map_or(i64::MIN, i64::from).to_le_bytes());
        }
        hash.part(line.after.to_le_bytes());
        hash.part(moves);
    }
    for note in &record.notes {
        hash.part(note.line.to_le_bytes());
        hash.part(note.ply.to_le_bytes());
        hash.part(note.kind.name());
        hash.part(&note.text);
    }
    Some(first_bits(&hash.0))
}

/// What was played of a record, and how it ended.
#[derive(Clone, Debug)]
pub(super) struct Played<'a> {
    pub variant: Variant,
    /// The start position as SFEN.
    pub start: &'a str,
    /// The legal moves of each line, packed, the main line first.
    pub lines: Vec<Vec<u8>>,
    pub declared: (Ending, Option<Color>),
    pub declared_word: &'a str,
    pub verified: (Ending, Option<Color>),
}

impl<'a> Played<'a> {
    /// The same of a game that was just replayed. `start` is its own, as SFEN.
    pub fn new(game: &'a Game, start: &'a str) -> Self {
        let outcome = &game.outcome;
        Self {
            variant: game.start.variant(),
            start,
            lines: game.lines.iter().map(|line| pack_moves(&line.moves)).collect(),
            declared: (outcome.declared, outcome.declared_winner),
            declared_word: &outcome.declared_word,
            verified: (outcome.verified, outcome.verified_winner),
        }
    }
}

/// 64 bits that two games share when start position and moves are equal: the beginning of the SHA-256 of the variant,
/// the start SFEN without its move number, and the packed moves.
pub fn fingerprint(variant: Variant, start: &str, moves: &[u8]) -> i64 {
    let position = start.rsplit_once(' ').map_or(start, |(position, _)| position);
    first_bits(&[variant.name().as_bytes(), b"\n", position.as_bytes(), b"\n", moves].concat())
}

fn first_bits(bytes: &[u8]) -> i64 {
    let digest = Sha256::digest(bytes);
    i64::from_be_bytes(std::array::from_fn(|index| digest[index]))
}

/// Parts whose boundaries count, to be hashed together.
struct Hash(Vec<u8>);

impl Hash {
    fn part(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.extend_from_slice(&part.len().to_le_bytes());
        self.0.extend_from_slice(part);
    }
}

/// A name without its blanks.
fn squeeze(name: &str) -> String {
    name.chars().filter(|char| !char.is_whitespace()).collect()
}
