//! How CSA records and servers say that a game is over.

use crate::record::{Ending, Subject};
use crate::rules::Color;

/// What a `%` statement declares; `None` for a word that the format does not have.
pub(in crate::formats) fn of_statement(word: &str) -> Option<(Ending, Subject)> {
    Some(match word {
        "%TORYO" => (Ending::Resignation, Subject::MoverLoses),
        "%CHUDAN" => (Ending::Interrupted, Subject::Silent),
        "%SENNICHITE" => (Ending::Sennichite, Subject::Nobody),
        "%TIME_UP" => (Ending::TimeForfeit, Subject::MoverLoses),
        "%ILLEGAL_MOVE" => (Ending::IllegalMove, Subject::MoverLoses),
        "%+ILLEGAL_ACTION" => (Ending::IllegalMove, Subject::Winner(Color::White)),
        "%-ILLEGAL_ACTION" => (Ending::IllegalMove, Subject::Winner(Color::Black)),
        "%JISHOGI" => (Ending::Jishogi, Subject::Nobody),
        "%KACHI" => (Ending::Declaration, Subject::MoverWins),
        "%HIKIWAKE" => (Ending::DrawAgreed, Subject::Nobody),
        "%MAX_MOVES" => (Ending::MaxMoves, Subject::Nobody),
        "%TSUMI" => (Ending::Checkmate, Subject::MoverLoses),
        "%TRY" => (Ending::TryRule, Subject::MoverLoses),
        "%CATCH" => (Ending::LionCaptured, Subject::MoverLoses),
        "%FUZUMI" => (Ending::NoMate, Subject::Silent),
        _ => return None,
    })
}

/// What a message of the server (`#RESIGN`) says about the ending; `None` for messages that do not name a reason.
pub(super) fn of_message(word: &str) -> Option<(Ending, Subject)> {
    Some(match word {
        "#RESIGN" => (Ending::Resignation, Subject::MoverLoses),
        "#TIME_UP" => (Ending::TimeForfeit, Subject::MoverLoses),
        "#ILLEGAL_MOVE" => (Ending::IllegalMove, Subject::MoverLoses),
        "#SENNICHITE" => (Ending::Sennichite, Subject::Nobody),
        "#OUTE_SENNICHITE" => (Ending::PerpetualCheck, Subject::Silent),
        "#JISHOGI" => (Ending::Declaration, Subject::MoverWins),
        "#MAX_MOVES" => (Ending::MaxMoves, Subject::Nobody),
        "#CHUDAN" => (Ending::Interrupted, Subject::Silent),
        _ => return None,
    })
}

/// The kind that a reason in a `'summary:` comment of shogi-server names.
pub(super) fn of_reason(reason: &str) -> Ending {
    match reason {
        "toryo" => Ending::Resignation,
        "time up" | "time_up" => Ending::TimeForfeit,
        "illegal move" | "illegal_move" | "uchifuzume" | "illegal kachi" => Ending::IllegalMove,
        "sennichite" => Ending::Sennichite,
        "oute_sennichite" => Ending::PerpetualCheck,
        "kachi" => Ending::Declaration,
        "jishogi" => Ending::Jishogi,
        "try" => Ending::TryRule,
        "max_moves" => Ending::MaxMoves,
        "abnormal" => Ending::Disconnection,
        "chudan" => Ending::Interrupted,
        _ => Ending::Unknown,
    }
}
