//! Evaluations of positions by engines, as far as comments have them.

use crate::rules::Color;
use std::fmt;

/// An engine's evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Hundredths of a pawn from Black's view.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// In how many plies, where the engine says so.
        plies: Option<u32>,
    },
}

/// `+312`, `-45`, `+mate 5` (Black mates), `-mate`.
impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "{value:+}"),
            Self::Mate { winner, plies } => {
                f.write_str(if *winner == Color::Black { "+mate" } else { "-mate" })?;
                plies.map_or(Ok(()), |plies| write!(f, " {plies}"))
            }
        }
    }
}

/// An evaluation of the position after a ply. The comment that it was read from stays a note as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The line, as an index into `Record::lines`.
    pub line: usize,
    /// After how many plies from the start position.
    pub ply: usize,
    /// The evaluation, from Black's view.
    pub score: EngineScore,
    /// The depth of the engine's search, in plies.
    pub depth: Option<u32>,
    /// How many positions it searched.
    pub nodes: Option<u64>,
    /// The engine's name.
    pub engine: Option<String>,
    /// The moves that it expected, as written.
    pub variation: Option<String>,
}
