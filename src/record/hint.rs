//! What to do about a diagnostic.

use super::Code;

impl Code {
    /// What to do next, in one sentence without a full stop.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::EmptyFile => "look for another copy; this one was probably never written to its end",
            Self::BinaryFile => "leave the file out, or convert it with the program that made it",
            Self::UndecodableBytes => {
                "see whether another copy has these letters; moves on other lines are not touched"
            }
            Self::EncodingGuessed => {
                "read a name or comment aloud; if it is nonsense, convert the file to UTF-8 yourself"
            }
            Self::EncodingMisdeclared => "`kura check --fix` writes a copy in UTF-8 that says so",
            Self::Mojibake => {
                "`kura check --fix --mojibake` repairs what can be got back; better is a copy from before the damage"
            }
            Self::Unreadable => {
                "the message says what is in the way: a path must exist and may be read, an archive be whole and without password"
            }
            Self::ControlCharacters => "take them out with an editor if they are not meant",
            Self::Padding => "see whether the end of the record is missing; if not, nothing is lost",
            Self::UnknownFormat => "leave the file out, or see with an editor what it is",
            Self::NoMoves => {
                "nothing to do if it is a problem or a position; else look for a copy with the moves"
            }
            Self::UnreadableLine => "put `*` (KIF) or `'` (CSA) in front if it is a comment; else correct it",
            Self::BadStart => "correct the position; without it the moves cannot be judged",
            Self::UnknownHandicap => "write the position as a diagram with `手合割：その他`",
            Self::StartConflict => {
                "nothing to do if the diagram is right; some programs always write `手合割：平手`"
            }
            Self::BadClock => "correct the time, or take it away",
            Self::BadHeader => "correct the value; dates are read as 2024/05/01 10:00:00 or 令和6年5月1日",
            Self::TextAfterEnd => {
                "take the ending away if the game went on, or the moves if they are analysis"
            }
            Self::BadTurn => "say who moves first: `手番：後手` or `後手番` in KIF, `+` or `-` in CSA",
            Self::StartImpossible => "correct the position; compare it with the diagram it was taken from",
            Self::HandicapGuessed => "write the position as a diagram if the other one was played",
            Self::TooManyFindings => "correct what is listed and check again",
            Self::TooMuch => "split the file at the games",
            Self::NumberMismatch => {
                "see whether a row is missing; if that is certainly not so, `kura check --fix` numbers the rows anew"
            }
            Self::UnreadableMove => "correct the row; everything after it is kept as text only",
            Self::SameWithoutMove => "write the square in place of `同`",
            Self::OrphanBranch => "correct the number after `変化：`; the branch is kept as text only",
            Self::CountMismatch => {
                "see whether a row is missing; where the rows are certain, `kura check --fix` corrects the count"
            }
            Self::BranchMarkUnused => "nothing to do; the program that wrote the file left the branch out",
            Self::DestinationWithSame => "correct whichever of the two is wrong",
            Self::BranchGuessed => {
                "see whether the branch stands under the right line; its number may be wrong"
            }
            Self::NoSuchPiece => "`kura check --fix` writes the piece that stands on the origin",
            Self::PromotedNameMeansPromotion => "`kura check --fix` writes the piece and 成",
            Self::UnmarkedDrop => "in KIF, `kura check --fix` writes 打; in KI2 nothing needs to be done",
            Self::WordDenied => "write 打, or compare the move and the ones before it with another copy",
            Self::AmbiguousMove => "write the origin, such as `(77)`, or 打 for a drop",
            Self::NoSuchMove => {
                "correct the move, or compare the ones before it with another copy: one may be missing or wrong"
            }
            Self::BadStatement => "correct the statement; everything after it is kept as text only",
            Self::PieceMismatch => {
                "correct the piece or the origin; CSA names the piece as it is after the move"
            }
            Self::TurnMissing => "write `+` or `-` on a line of its own before the first move",
            Self::WrongSign => "correct the sign, or look for a move that is missing before it",
            Self::OneLine => "nothing to do unless a name holds a comma: then give it a line of its own",
            Self::StrayHandMark => {
                "take `00` away if the piece stands on the board, or the square if it is in hand"
            }
            Self::BadJson => "get the file again; it was probably cut off, or is no JSON from the place on",
            Self::BadField => "correct the field, or convert the record anew with the program that made it",
            Self::IgnoredField => {
                "see whether the field holds something of the game; if so, write it as JKF has it, else nothing is lost"
            }
            Self::ClockStartGuessed => "nothing to do, unless the game had another time control",
            Self::ServerMessage => "nothing to do; cut a log down to the record if the messages disturb",
            Self::BadToken => "correct the word; the moves after it are not read",
            Self::BookRows => "nothing to do; an opening book holds no games",
            Self::EngineMessages => "nothing to do; the games are taken from the `position` lines",
            Self::UnplayedAnswer => {
                "nothing to do, or add the move to the last `position` line if it was played"
            }
            Self::IllegalMove => {
                "compare the move and the ones before it with another copy; a move may be missing"
            }
            Self::ContinuesAfterEnd => {
                "see whether the moves after it are analysis; the game counts as ended before them"
            }
            Self::Pass => "nothing to do for a lesson or a problem; a game cannot have one",
            Self::BranchIllegal => "correct the branch, or see whether it stands under the right line",
            Self::ClockContradicted => {
                "see whether a move is missing or was added; nothing is computed from totals"
            }
            Self::RanksGuessed => {
                "write the position or a move that tells the ranks' direction, or look at the first moves"
            }
            Self::EndingUnknown => {
                "write one of the usual words: 投了, 詰み, 千日手, 持将棋, 切れ負け, 中断, …"
            }
            Self::WinnerConflict => "correct whichever of the two is wrong",
            Self::EndingContradicted => {
                "see whether moves are missing at the end; statistics go by the moves"
            }
            Self::EndingRefined => "nothing to do; both are stored",
            Self::EndingAmbiguous => "nothing to do if the wider meaning is right",
        }
    }
}
