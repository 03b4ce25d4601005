//! What was played, and what it verifies.

use super::Agreement;
use crate::record::{Code, Diagnostic, Ending, GameResult, Record};
use crate::rules::shogi::impasse::Condition;
use crate::rules::shogi::{Move, Repetition};
use crate::rules::{Color, Rule, VariantPosition};

/// Why a line of moves stops before all its written moves are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The move breaks this rule. There is no [`Move`] where the text names what cannot be one (an empty origin, a
    /// king in hand).
    Illegal(Option<Move>, Rule),
    /// The move cannot be understood on this board (no such piece, ambiguous, a pass); the code says why.
    Unresolved(Code),
}

/// One line of a record as far as it is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The legal moves, from the line's first written move on.
    pub moves: Vec<Move>,
    /// Why the written moves after them are not played, if there are any.
    pub stop: Option<Stop>,
    /// For a branch: the branch leaves its parent after more plies than the parent has legal moves, so nothing of it
    /// could be played.
    pub unreachable: bool,
}

/// What replay found out about the last position, whatever the record declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The side to move is mated.
    pub mate: bool,
    /// The side to move is in check and can only interpose pieces that are taken without any change (無駄合), where the
    /// record declares mate.
    pub futile_interpositions: bool,
    /// The side to move has no legal move and is not in check.
    pub no_legal_move: bool,
    /// The first fourfold repetition of the game.
    pub repetition: Option<Repetition>,
    /// The plies after which a position stood for the first three times, where the third time is a draw (dōbutsu
    /// shōgi).
    pub threefold: Option<[u32; 3]>,
    /// The largest number of times that one position occurred.
    pub occurrences: u32,
    /// Points of Black and White under the 24-point rule (all pieces but the king, handicap corrected).
    pub points: crate::rules::ByColor<u8>,
    /// Both kings stand in the enemy's camp.
    pub both_kings_entered: bool,
    /// The conditions of a declaration by the side to move that are not met under the rule in force, if the record
    /// declares one.
    pub failed_conditions: Vec<Condition>,
    /// The points that the side to move counts in a declaration (pieces in the enemy's camp and in hand), if the record
    /// declares one.
    pub declaration_points: Option<u8>,
    /// The record ends with a resignation, though the side to move could have won by a declaration.
    pub could_declare: bool,
    /// The record ends with a resignation after just as many plies as its move limit allows.
    pub at_move_limit: bool,
    /// The rule that the first illegal move broke, and the ply it would have been (from 1).
    pub broken: Option<(Rule, u32)>,
    /// The side that made the illegal move.
    pub offender: Option<Color>,
    /// The ply after which the game was over by rule although more legal moves follow.
    pub continues_after_end: Option<u32>,
    /// The side to move could have mated with its next move.
    pub mate_in_one: bool,
}

/// How a game ended, declared and verified side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the record says.
    pub declared: Ending,
    /// The word by which it says so, as written; empty when it says nothing.
    pub declared_word: String,
    /// Who won, by the record's words.
    pub declared_winner: Option<Color>,
    /// What the moves verify; [`Ending::None`] when they verify nothing.
    pub verified: Ending,
    /// Who won, as verified.
    pub verified_winner: Option<Color>,
    /// Whether the two agree.
    pub agreement: Agreement,
    /// The facts behind `verified`.
    pub facts: Facts,
}

impl Outcome {
    /// The winner that statistics use: the verified one where an ending is verified, else the declared one.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self.verified {
            Ending::None => self.declared_winner,
            _ => self.verified_winner,
        }
    }

    /// The result that statistics count.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        GameResult::new(self.verified.or(self.declared), self.winner())
    }
}

/// A record that was played.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position before the first move.
    pub start: VariantPosition,
    /// The position after the last legal move of the main line.
    pub last: VariantPosition,
    /// For each line of the record, its legal moves; the main line first.
    pub lines: Vec<Played>,
    /// The keys of the positions of the main line: the start position's, then one a move.
    pub keys: Vec<u64>,
    /// How the main line ended.
    pub outcome: Outcome,
    /// What replay found wrong with the record.
    pub diagnostics: Vec<Diagnostic>,
}

impl Game {
    /// The legal moves of the main line; those of dōbutsu shōgi between the squares of standard shogi, as in
    /// [`VariantPosition`].
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.lines[0].moves
    }

    /// The moves from the start position to the first move of a line of `record`, which this game was played from;
    /// empty for the main line, `None` when the line leaves its parent beyond the legal moves.
    #[must_use]
    pub fn path_to(&self, record: &Record, line: usize) -> Option<Vec<Move>> {
        super::branch::path_to(record, &self.lines, record.lines.get(line)?)
    }

    /// The winner that statistics use; see [`Outcome::winner`].
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        self.outcome.winner()
    }
}
