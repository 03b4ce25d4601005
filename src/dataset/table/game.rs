//! A stored game made ready for the tables: moves, clocks and evaluations as values.

use crate::formats::packed::score_of;
use crate::record::{EngineScore, Evaluation, GameResult};
use crate::rules::shogi::Move;
use crate::rules::{Color, PlayablePosition, Variant, VariantPosition, VariantSetup};
use crate::store::{GameColumns, StoreError, unpack_game_clocks, unpack_moves};

/// The moves of a game with what stands beside them.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The name that it has in every table of a dataset.
    pub key: String,
    /// Which game is played.
    pub variant: Variant,
    /// The start position.
    pub start: VariantPosition,
    /// The legal moves of the main line.
    pub moves: Vec<Move>,
    /// The time spent on each move in milliseconds; empty when no move has one.
    pub clocks: Vec<Option<i32>>,
    /// The evaluation after each number of plies, the first one that the record has.
    evaluations: Vec<(usize, EngineScore)>,
    /// How it ended, as statistics count it.
    pub result: GameResult,
}

impl PlayedGame {
    /// The game of some columns.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn new(key: String, columns: &GameColumns) -> Result<Self, StoreError> {
        let bad = |reason: String| StoreError::BadGame { game: columns.id, reason };
        let start = match &columns.start {
            None => VariantPosition::startpos(columns.variant),
            Some(sfen) => {
                let refused = |error: &dyn std::fmt::Display| bad(format!("its start `{sfen}`: {error}"));
                let setup =
                    VariantSetup::from_sfen(columns.variant, sfen).map_err(|error| refused(&error))?;
                setup.position().map_err(|error| refused(&error))?
            }
        };
        let moves = unpack_moves(&columns.moves).ok_or_else(|| bad("its moves are damaged".to_owned()))?;
        let (clocks, _) = unpack_game_clocks(&columns.clocks, moves.len())
            .ok_or_else(|| bad("its clocks are damaged".to_owned()))?;
        let is_timed = clocks.iter().any(|clock| clock.spent.is_some());
        let ending = columns.verified_ending.or(columns.declared_ending);
        Ok(Self {
            key,
            variant: columns.variant,
            start,
            clocks: clocks.into_iter().filter(|_| is_timed).map(|clock| clock.spent).collect(),
            evaluations: evaluations(&columns.evaluations),
            result: GameResult::new(ending, columns.winner),
            moves,
        })
    }

    /// The evaluation after so many plies from the view of a side, as packed records have it: see [`score_of`].
    #[must_use]
    pub fn evaluation(&self, plies: usize, side: Color) -> Option<i16> {
        let at = self.evaluations.binary_search_by_key(&plies, |(ply, _)| *ply).ok()?;
        Some(score_of(self.evaluations[at].1, side))
    }

    /// Appends the game as a `position` command of USI, on a line of its own.
    pub fn push_usi(&self, text: &mut String) {
        text.push_str("position ");
        if self.starts_even() {
            text.push_str("startpos");
        } else {
            text.push_str("sfen ");
            super::push_sfen(&self.start, text);
        }
        if !self.moves.is_empty() {
            text.push_str(" moves");
        }
        for mv in &self.moves {
            text.push(' ');
            self.variant.push_move(*mv, text);
        }
        text.push('\n');
    }

    fn starts_even(&self) -> bool {
        match &self.start {
            VariantPosition::Shogi(position) => position.is_even_start() && position.ply() == 1,
            VariantPosition::Dobutsu(position) => position.is_even_start(),
        }
    }

    /// The points that a side made: 1, 0.5 or 0; `None` when the result is not known.
    #[must_use]
    pub fn points(&self, side: Color) -> Option<f64> {
        match self.result {
            GameResult::Won(winner) => Some(if winner == side { 1.0 } else { 0.0 }),
            GameResult::Draw => Some(0.5),
            GameResult::Unknown => None,
        }
    }
}

/// The first evaluation of each position of the main line.
fn evaluations(found: &[Evaluation]) -> Vec<(usize, EngineScore)> {
    let main = found.iter().filter(|evaluation| evaluation.line == 0);
    let mut all: Vec<_> = main.map(|evaluation| (evaluation.ply, evaluation.score)).collect();
    all.sort_by_key(|(ply, _)| *ply);
    all.dedup_by_key(|(ply, _)| *ply);
    all
}
