//! A game as one JSON object.

use crate::record::{Diagnostic, Ending, Evaluation, Record, Score, split_rank};
use crate::replay::{Agreement, Game, Unplayable};
use crate::rules::Color;
use serde::Serialize;

/// A game as `kura convert --to jsonl` and `kura export` print it. The names are stable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameObject {
    /// The path of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The game's number in the file, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_index: Option<usize>,
    /// The record format: `kif`, `csa`, `usi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The encoding of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The game: `shogi`, `dobutsu`.
    pub variant: &'static str,
    /// The start position.
    pub start_sfen: String,
    /// The handicap's name as written.
    pub handicap: Option<String>,
    /// The legal moves of the main line, in USI; those of dōbutsu shōgi as `b3b2`.
    pub moves: Vec<String>,
    /// How many they are.
    pub plies: usize,
    /// What the record says about the ending.
    pub declared_ending: String,
    /// The word for it, as written.
    pub declared_word: Option<String>,
    /// Who won by the record's words: `black` or `white`.
    pub declared_winner: Option<String>,
    /// What the moves prove; `none` when they prove nothing.
    pub verified_ending: String,
    /// Who won as proved.
    pub verified_winner: Option<String>,
    /// `agrees`, `consistent`, `contradicts`, `cannot_be_verified` or `nothing_declared`.
    pub agreement: String,
    /// The winner that statistics use.
    pub winner: Option<String>,
    /// The rule that the first illegal move broke.
    pub broken_rule: Option<String>,
    /// The position after the last legal move.
    pub final_sfen: String,
    /// The number of branches.
    pub branches: usize,
    /// Black's name as written.
    pub black: Option<String>,
    /// White's name as written.
    pub white: Option<String>,
    /// Black's name without rank or title.
    pub black_name: Option<String>,
    /// Black's rank or title.
    pub black_rank: Option<String>,
    /// White's name without rank or title.
    pub white_name: Option<String>,
    /// White's rank or title.
    pub white_rank: Option<String>,
    /// Black's rating.
    pub black_rating: Option<f64>,
    /// White's rating.
    pub white_rating: Option<f64>,
    /// The event.
    pub event: Option<String>,
    /// The place.
    pub place: Option<String>,
    /// When the game began, as far as it is known (ISO 8601).
    pub started: Option<String>,
    /// When it ended.
    pub ended: Option<String>,
    /// The time control as written.
    pub time_control: Option<String>,
    /// The opening's name as written.
    pub opening: Option<String>,
    /// The number of comments and bookmarks.
    pub notes: usize,
    /// The time spent on each move in milliseconds; empty when no move has one.
    pub clocks_ms: Vec<Option<i32>>,
    /// What engines thought, as comments tell it.
    pub evaluations: Vec<EvaluationObject>,
    /// What is wrong with the record.
    pub diagnostics: Vec<DiagnosticObject>,
}

/// A diagnostic as an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiagnosticObject {
    /// The stable code, for example `R001`.
    pub code: &'static str,
    /// The code's name, for example `illegal-move`.
    pub name: &'static str,
    /// `info`, `warning` or `error`.
    pub severity: &'static str,
    /// The line, from 1; 0 for the file as a whole.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// An evaluation as an object. Either `centipawns` or `mate_for` is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvaluationObject {
    /// The line: 0 is the main line, else the number of the branch.
    pub line: usize,
    /// After how many plies.
    pub ply: usize,
    /// Hundredths of a pawn from Black's view.
    pub centipawns: Option<i32>,
    /// The side that mates.
    pub mate_for: Option<&'static str>,
    /// In how many plies.
    pub mate_plies: Option<u32>,
    /// How many plies the engine looked ahead.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// The engine.
    pub engine: Option<String>,
    /// The moves that it expected, as written.
    pub variation: Option<String>,
}

impl From<&Evaluation> for EvaluationObject {
    fn from(found: &Evaluation) -> Self {
        let (centipawns, mate) = match found.score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate { winner, plies } => (None, Some((winner, plies))),
        };
        Self {
            line: found.line,
            ply: found.ply,
            centipawns,
            mate_for: mate.map(|(winner, _)| winner.name()),
            mate_plies: mate.and_then(|(_, plies)| plies),
            depth: found.depth,
            nodes: found.nodes,
            engine: found.engine.clone(),
            variation: found.variation.clone(),
        }
    }
}

/// A name without rank or title.
fn bare(written: &Option<String>) -> Option<String> {
    written.as_deref().map(|written| split_rank(written).0.to_owned())
}

/// The rank or title behind a name.
fn rank(written: &Option<String>) -> Option<String> {
    written.as_deref().and_then(|written| split_rank(written).1.map(ToOwned::to_owned))
}

impl From<&Diagnostic> for DiagnosticObject {
    fn from(found: &Diagnostic) -> Self {
        Self {
            code: found.code.id(),
            name: found.code.name(),
            severity: found.severity.name(),
            line: found.place.line,
            column: found.place.column,
            message: found.message.clone(),
        }
    }
}

impl GameObject {
    /// The object of a record and what replay made of it. Source, format, encoding and the diagnostics of the file
    /// as a whole are the caller's to add.
    #[must_use]
    pub fn new(record: &Record, game: &Result<Game, Unplayable>) -> Self {
        let (played, found) = match game {
            Ok(game) => (Some(game), &game.diagnostics),
            Err(unplayable) => (None, &unplayable.diagnostics),
        };
        let outcome = played.map(|game| &game.outcome);
        let kind = |ending: Option<Ending>| ending.unwrap_or(Ending::None).name().to_owned();
        let name = |color: Option<Color>| color.map(|color| color.name().to_owned());
        let moves = played.map_or(&[][..], Game::moves);
        let info = &record.info;
        let variant = record.variant();
        let start = record.start.sfen();
        let spent = record.main().plies.iter().take(moves.len()).map(|ply| ply.clock.spent);
        let clocks_ms: Vec<_> =
            if spent.clone().any(|time| time.is_some()) { spent.collect() } else { Vec::new() };
        Self {
            source: None,
            game_index: None,
            format: None,
            encoding: None,
            variant: variant.name(),
            handicap: record.start.handicap.clone(),
            moves: moves.iter().map(|mv| variant.move_text(*mv)).collect(),
            plies: moves.len(),
            declared_ending: kind(outcome.map(|outcome| outcome.declared)),
            declared_word: outcome
                .map(|outcome| outcome.declared_word.clone())
                .filter(|word| !word.is_empty()),
            declared_winner: name(outcome.and_then(|outcome| outcome.declared_winner)),
            verified_ending: kind(outcome.map(|outcome| outcome.verified)),
            verified_winner: name(outcome.and_then(|outcome| outcome.verified_winner)),
            agreement: outcome
                .map_or(Agreement::NothingDeclared, |outcome| outcome.agreement)
                .name()
                .to_owned(),
            winner: name(played.and_then(Game::winner)),
            broken_rule: outcome
                .and_then(|outcome| outcome.facts.broken)
                .map(|(rule, _)| rule.code().to_owned()),
            final_sfen: played.map_or_else(|| start.clone(), |game| game.last.sfen()),
            start_sfen: start,
            branches: record.lines.len() - 1,
            black: info.players.black.clone(),
            white: info.players.white.clone(),
            black_name: bare(&info.players.black),
            black_rank: rank(&info.players.black),
            white_name: bare(&info.players.white),
            white_rank: rank(&info.players.white),
            black_rating: info.ratings.black,
            white_rating: info.ratings.white,
            event: info.event.clone(),
            place: info.place.clone(),
            started: info.started.map(|date| date.to_string()),
            ended: info.ended.map(|date| date.to_string()),
            time_control: info.time_control.clone(),
            opening: info.opening.clone(),
            notes: record.notes.len(),
            clocks_ms,
            evaluations: record.evaluations.iter().map(Into::into).collect(),
            diagnostics: record.diagnostics.iter().chain(found).map(Into::into).collect(),
        }
    }
}
