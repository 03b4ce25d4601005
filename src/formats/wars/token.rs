//! The words by which Shogi Wars says how a game ended. They stand behind its own moves, and in CSA files made of them.

use crate::record::{Ending, Subject};
use crate::rules::Color;

/// What a word declares: `SENTE_WIN_TORYO`, `DRAW_PLY_LIMIT`; `None` for a word of another sort. Who won is known also
/// where the reason is not.
pub(in crate::formats) fn ending(word: &str) -> Option<(Ending, Subject)> {
    let (subject, reason) = if let Some(reason) = reason(word, "SENTE_WIN") {
        (Subject::Winner(Color::Black), reason)
    } else if let Some(reason) = reason(word, "GOTE_WIN") {
        (Subject::Winner(Color::White), reason)
    } else {
        (Subject::Nobody, reason(word, "DRAW").filter(|reason| !reason.is_empty())?)
    };
    Some((kind(reason, subject), subject))
}

/// What stands behind the words that name the winner.
fn reason<'a>(word: &'a str, winner: &str) -> Option<&'a str> {
    match word.strip_prefix(winner)? {
        "" => Some(""),
        rest => rest.strip_prefix('_').filter(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        }),
    }
}

fn kind(reason: &str, subject: Subject) -> Ending {
    match (reason, subject) {
        ("SENNICHI" | "SENNICHITE", Subject::Nobody) => Ending::Sennichite,
        ("PLY_LIMIT", Subject::Nobody) => Ending::MaxMoves,
        ("JISHOGI", Subject::Nobody) => Ending::Jishogi,
        (_, Subject::Nobody) => Ending::Unknown,
        ("TORYO", _) => Ending::Resignation,
        ("TIMEOUT", _) => Ending::TimeForfeit,
        ("DISCONNECT", _) => Ending::Disconnection,
        ("CHECKMATE", _) => Ending::Checkmate,
        ("ENTERINGKING", _) => Ending::Declaration,
        ("TRY", _) => Ending::TryRule,
        ("OUTE_SENNICHI" | "OUTE_SENNICHITE", _) => Ending::PerpetualCheck,
        _ => Ending::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::ending;
    use crate::record::{Ending, Subject};
    use crate::rules::Color;

    #[test]
    fn every_word() {
        let (black, white) = (Subject::Winner(Color::Black), Subject::Winner(Color::White));
        for (word, want) in [
            ("SENTE_WIN_TORYO", Some((Ending::Resignation, black))),
            ("GOTE_WIN_TORYO", Some((Ending::Resignation, white))),
            ("SENTE_WIN_TIMEOUT", Some((Ending::TimeForfeit, black))),
            ("GOTE_WIN_DISCONNECT", Some((Ending::Disconnection, white))),
            ("SENTE_WIN_CHECKMATE", Some((Ending::Checkmate, black))),
            ("GOTE_WIN_ENTERINGKING", Some((Ending::Declaration, white))),
            ("SENTE_WIN_TRY", Some((Ending::TryRule, black))),
            ("GOTE_WIN_OUTE_SENNICHI", Some((Ending::PerpetualCheck, white))),
            ("DRAW_SENNICHI", Some((Ending::Sennichite, Subject::Nobody))),
            ("DRAW_PLY_LIMIT", Some((Ending::MaxMoves, Subject::Nobody))),
            ("DRAW_INVALID", Some((Ending::Unknown, Subject::Nobody))),
            ("SENTE_WIN", Some((Ending::Unknown, black))),
            ("SENTE_WIN_SOMEHOW", Some((Ending::Unknown, black))),
            ("SENTE_WINS", None),
            ("DRAW", None),
            ("DRAW_", None),
            ("SENTE", None),
            ("", None),
        ] {
            assert_eq!(ending(word), want, "{word}");
        }
    }
}
