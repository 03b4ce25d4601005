//! How games end: the kinds, and what a record declares about its own ending.

use super::{Clock, Place};
use crate::rules::{Color, Variant};

/// A kind of ending. The names are the codes that the database and every answer use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// 投了
    Resignation,
    /// 詰み
    Checkmate,
    /// 切れ負け
    TimeForfeit,
    /// 反則負け, 反則勝ち
    IllegalMove,
    /// 連続王手の千日手
    PerpetualCheck,
    /// 千日手
    Sennichite,
    /// 持将棋
    Jishogi,
    /// 入玉宣言
    Declaration,
    /// トライ
    TryRule,
    /// 最大手数
    MaxMoves,
    /// 不戦勝, 不戦敗
    Forfeit,
    /// The connection broke.
    Disconnection,
    /// 引き分け
    DrawAgreed,
    /// 中断
    Interrupted,
    /// 封じ手
    Adjourned,
    /// 不詰: a mate problem without a mate.
    NoMate,
    /// キャッチ: a lion was taken (dōbutsu shōgi).
    LionCaptured,
    /// トライ: a lion reached the far rank and was not, or could not be, taken (dōbutsu shōgi).
    LionTry,
    /// The third occurrence of a position (千日手 in dōbutsu shōgi).
    Threefold,
    /// A word that kifukura does not know; the word is kept.
    Unknown,
    /// The record just stops.
    None,
}

impl Ending {
    /// Every kind, in the order in which tables show them.
    pub const ALL: [Self; 21] = [
        Self::Resignation,
        Self::Checkmate,
        Self::TimeForfeit,
        Self::IllegalMove,
        Self::PerpetualCheck,
        Self::Sennichite,
        Self::Jishogi,
        Self::Declaration,
        Self::TryRule,
        Self::MaxMoves,
        Self::Forfeit,
        Self::Disconnection,
        Self::DrawAgreed,
        Self::Interrupted,
        Self::Adjourned,
        Self::NoMate,
        Self::LionCaptured,
        Self::LionTry,
        Self::Threefold,
        Self::Unknown,
        Self::None,
    ];

    /// The stored code, for example `time_forfeit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resignation",
            Self::Checkmate => "checkmate",
            Self::TimeForfeit => "time_forfeit",
            Self::IllegalMove => "illegal_move",
            Self::PerpetualCheck => "perpetual_check",
            Self::Sennichite => "sennichite",
            Self::Jishogi => "jishogi",
            Self::Declaration => "declaration",
            Self::TryRule => "try_rule",
            Self::MaxMoves => "max_moves",
            Self::Forfeit => "forfeit",
            Self::Disconnection => "disconnection",
            Self::DrawAgreed => "draw_agreed",
            Self::Interrupted => "interrupted",
            Self::Adjourned => "adjourned",
            Self::NoMate => "no_mate",
            Self::LionCaptured => "lion_captured",
            Self::LionTry => "lion_try",
            Self::Threefold => "threefold",
            Self::Unknown => "unknown",
            Self::None => "none",
        }
    }

    /// The kind with this stored code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What a word means in a game, when it means something else in the other: 千日手 and トライ.
    #[must_use]
    pub const fn in_variant(self, variant: Variant) -> Self {
        match (self, variant) {
            (Self::Sennichite, Variant::Dobutsu) => Self::Threefold,
            (Self::TryRule, Variant::Dobutsu) => Self::LionTry,
            _ => self,
        }
    }
}

/// Whom a declaration calls the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The side to move after the last recorded move has won.
    MoverWins,
    /// The side to move after the last recorded move has lost.
    MoverLoses,
    /// This side has won.
    Winner(Color),
    /// Nobody has won, and that is said.
    Nobody,
    /// Nothing is said about a winner.
    Silent,
}

impl Subject {
    /// The winner when `mover` is to move after the last recorded move.
    #[must_use]
    pub fn winner(self, mover: Color) -> Option<Color> {
        match self {
            Self::MoverWins => Some(mover),
            Self::MoverLoses => Some(!mover),
            Self::Winner(color) => Some(color),
            Self::Nobody | Self::Silent => None,
        }
    }
}

/// Which part of a record makes the declaration. Rows say what happened, closing lines say who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredBy {
    /// A special row in place of a move (投了, `%TORYO`, `resign`).
    Row,
    /// A まで line.
    ClosingLine,
    /// A server's summary comment (`'summary:…`).
    Summary,
    /// A header (結果 and the like).
    Header,
}

/// One statement of a record about how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The kind; `Unknown` for a word that is not known or for a winner without a reason.
    pub ending: Ending,
    /// Whom it calls the winner.
    pub subject: Subject,
    /// The words as written, without the line end.
    pub word: String,
    /// How many moves the statement counts (まで 57手で), if it does.
    pub plies: Option<u32>,
    /// Which part of the record says so.
    pub by: DeclaredBy,
    /// The times beside a row (the time that the side to move had spent when the game ended).
    pub clock: Clock,
    /// Where it stands.
    pub place: Place,
}
