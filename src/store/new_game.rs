//! A game as the database takes it: every column packed and named, made without the database, so that it can be made on
//! every core.

use super::beyond;
use super::codec::{pack_clocks, pack_game_clocks, pack_moves};
use super::facts;
use super::headers::Fields;
use super::identity::{Played, fingerprint, identity};
use crate::record::{Clock, Ending, Evaluation, GameKind, Header, Line, Note, Record};
use crate::replay::{self, Agreement, Game};
use crate::rules::shogi::Move;
use crate::rules::{Color, Placing, PlayablePosition, Variant};

/// A game that is to be stored, and all that belongs to it.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub(super) variant: Variant,
    pub(super) kind: GameKind,
    pub(super) placing: Placing,
    /// The start position; `None` for the even one.
    pub(super) start: Option<String>,
    pub(super) handicap: Option<String>,
    pub(super) moves: Vec<u8>,
    pub(super) clocks: Option<Vec<u8>>,
    /// Black, White, event and place.
    pub(super) names: [Option<String>; 4],
    pub(super) ratings: [Option<f64>; 2],
    pub(super) started: Option<String>,
    pub(super) ended: Option<String>,
    pub(super) time_control: Option<String>,
    pub(super) opening: Option<String>,
    pub(super) max_moves: Option<u32>,
    pub(super) impasse_points: Option<u8>,
    pub(super) declared: Ending,
    /// The word by which the record declares its ending.
    pub(super) declared_word: Option<String>,
    pub(super) declared_winner: Option<Color>,
    pub(super) verified: Ending,
    pub(super) verified_winner: Option<Color>,
    pub(super) agreement: Agreement,
    pub(super) facts: Option<String>,
    pub(super) broken_rule: Option<&'static str>,
    /// The text of what replay could not play.
    pub(super) rest: Option<String>,
    /// What no other column has, see [`beyond`].
    pub(super) beyond: Option<String>,
    pub(super) headers: Vec<Header>,
    /// The header lines as they are stored, see `store::headers`.
    pub(super) header_text: Option<String>,
    pub(super) producer: Option<String>,
    pub(super) remarks: Option<String>,
    pub(super) fingerprint: i64,
    pub(super) identity: Option<i64>,
    pub(super) branches: Vec<NewBranch>,
    pub(super) notes: Vec<Note>,
    pub(super) evaluations: Vec<Evaluation>,
}

/// A branch of a game that is to be stored.
#[derive(Clone, Debug)]
pub(super) struct NewBranch {
    pub parent: usize,
    pub after: usize,
    pub moves: Vec<u8>,
    pub clocks: Option<Vec<u8>>,
    pub ending: Option<&'static str>,
}

impl NewGame {
    /// What the database keeps of a record and of what was played of it. `rest` is the text of what was not.
    #[must_use]
    pub fn new(record: Record, game: &Game, rest: Option<String>) -> Self {
        let start = game.start.sfen();
        let moves = pack_moves(game.moves());
        let identity = identity(&record, &Played::new(game, &start));
        let outcome = &game.outcome;
        let variant = record.variant();
        let kind = game.kind(&record);
        let clocks =
            pack_game_clocks(clocks_of(record.main(), &game.lines[0]), beyond::ending_clock(&record));
        let clocks = Some(clocks).filter(|bytes| !bytes.is_empty());
        let beyond = beyond::of(&record, game);
        let branches = record.lines.iter().zip(&game.lines).skip(1);
        let branches = branches.map(|(line, played)| NewBranch::new(line, played, variant)).collect();
        let Record { start: written, headers, info, notes, evaluations, producer, .. } = record;
        let mut new = Self {
            variant: game.start.variant(),
            kind,
            placing: game.placing(),
            fingerprint: fingerprint(game.start.variant(), &start, &moves),
            start: if game.start.is_even_start() { None } else { Some(start) },
            handicap: written.handicap,
            moves,
            clocks,
            names: [info.players.black, info.players.white, info.event, info.place].map(trimmed),
            ratings: [info.ratings.black, info.ratings.white],
            started: info.started.map(|date| date.to_string()),
            ended: info.ended.map(|date| date.to_string()),
            time_control: info.time_control,
            opening: info.opening,
            max_moves: info.max_moves,
            impasse_points: info.impasse_points,
            declared: outcome.declared,
            declared_word: Some(outcome.declared_word.clone()).filter(|word| !word.is_empty()),
            declared_winner: outcome.declared_winner,
            verified: outcome.verified,
            verified_winner: outcome.verified_winner,
            agreement: outcome.agreement,
            facts: facts::to_json(game),
            broken_rule: outcome.facts.broken.map(|(rule, _)| rule.name()),
            rest,
            beyond,
            headers,
            header_text: None,
            producer,
            remarks: info.remarks,
            identity,
            branches,
            notes,
            evaluations,
        };
        new.header_text = new.fields().pack(&new.headers);
        new
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let pairs = self.moves.as_chunks::<2>().0;
        pairs.iter().filter_map(|pair| Move::from_raw(u16::from_le_bytes(*pair)))
    }

    /// How many they are.
    pub(super) const fn plies(&self) -> usize {
        self.moves.len() / 2
    }

    fn fields(&self) -> Fields<'_> {
        let [black, white, event, place] = self.names.each_ref().map(Option::as_deref);
        Fields {
            black,
            white,
            event,
            place,
            started: self.started.as_deref(),
            ended: self.ended.as_deref(),
            time_control: self.time_control.as_deref(),
            opening: self.opening.as_deref(),
            handicap: self.handicap.as_deref(),
        }
    }
}

impl NewBranch {
    fn new(line: &Line, played: &replay::Played, variant: Variant) -> Self {
        let declared = line.declarations.first().map(|found| found.ending.in_variant(variant));
        Self {
            parent: line.parent.unwrap_or(0),
            after: line.after,
            moves: pack_moves(&played.moves),
            clocks: Some(pack_clocks(&clocks_of(line, played))).filter(|bytes| !bytes.is_empty()),
            ending: declared.filter(|ending| *ending != Ending::None).map(Ending::name),
        }
    }
}

/// The clocks of the legal moves of a line.
fn clocks_of(line: &Line, played: &replay::Played) -> Vec<Clock> {
    line.plies.iter().take(played.moves.len()).map(|ply| ply.clock).collect()
}

/// A name without blanks around it; none when nothing is left.
fn trimmed(name: Option<String>) -> Option<String> {
    let name = name?;
    let inner = name.trim();
    if inner.len() == name.len() {
        return Some(name).filter(|name| !name.is_empty());
    }
    Some(inner.to_owned()).filter(|name| !name.is_empty())
}
