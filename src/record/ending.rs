//! How games end: the kinds, and what a record declares about its own ending.

use super::{Clock, Place};
use crate::rules::{Color, Variant, named_enum};

named_enum! {
    /// A kind of ending. The names are the codes that the database and every answer use.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Ending {
        /// 投了
        Resignation = "resignation",
        /// 詰み
        Checkmate = "checkmate",
        /// 切れ負け
        TimeForfeit = "time_forfeit",
        /// 反則負け, 反則勝ち
        IllegalMove = "illegal_move",
        /// 連続王手の千日手
        PerpetualCheck = "perpetual_check",
        /// 千日手
        Sennichite = "sennichite",
        /// 持将棋
        Jishogi = "jishogi",
        /// 入玉宣言
        Declaration = "declaration",
        /// トライ
        TryRule = "try_rule",
        /// 最大手数
        MaxMoves = "max_moves",
        /// 不戦勝, 不戦敗
        Forfeit = "forfeit",
        /// The connection broke.
        Disconnection = "disconnection",
        /// 引き分け
        DrawAgreed = "draw_agreed",
        /// 中断
        Interrupted = "interrupted",
        /// 封じ手
        Adjourned = "adjourned",
        /// 不詰: a mate problem without a mate.
        NoMate = "no_mate",
        /// キャッチ: a lion was taken (dōbutsu shōgi).
        LionCaptured = "lion_captured",
        /// トライ: a lion reached the far rank and was not, or could not be, taken (dōbutsu shōgi).
        LionTry = "lion_try",
        /// The third occurrence of a position (千日手 in dōbutsu shōgi).
        Threefold = "threefold",
        /// A word that kifukura does not know; the word is kept.
        Unknown = "unknown",
        /// The record just stops.
        #[default]
        None = "none",
    }
}

impl Ending {
    /// True for a kind that is a draw when nobody is named as the winner.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        matches!(self, Self::Sennichite | Self::Jishogi | Self::MaxMoves | Self::DrawAgreed | Self::Threefold)
    }

    /// This kind, or the other one where this is [`Ending::None`].
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        match self {
            Self::None => other,
            kind => kind,
        }
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
