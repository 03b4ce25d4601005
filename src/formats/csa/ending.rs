//! How CSA records and servers say that a game is over.

use super::Version;
use crate::formats::kakinoki;
use crate::formats::wars;
use crate::notation::csa;
use crate::record::{Declaration, Ending, Subject};
use crate::rules::Color;

/// What the word of a `%` statement declares; `None` for a word that the format does not have.
pub(in crate::formats) fn of_word(word: &str) -> Option<(Ending, Subject)> {
    Some(match word {
        "TORYO" => (Ending::Resignation, Subject::MoverLoses),
        "CHUDAN" => (Ending::Interrupted, Subject::Silent),
        "SENNICHITE" => (Ending::Sennichite, Subject::Nobody),
        "TIME_UP" => (Ending::TimeForfeit, Subject::MoverLoses),
        "ILLEGAL_MOVE" => (Ending::IllegalMove, Subject::MoverLoses),
        "+ILLEGAL_ACTION" => (Ending::IllegalMove, Subject::Winner(Color::White)),
        "-ILLEGAL_ACTION" => (Ending::IllegalMove, Subject::Winner(Color::Black)),
        "JISHOGI" => (Ending::Jishogi, Subject::Nobody),
        "KACHI" => (Ending::Declaration, Subject::MoverWins),
        "HIKIWAKE" => (Ending::DrawAgreed, Subject::Nobody),
        "MAX_MOVES" => (Ending::MaxMoves, Subject::Nobody),
        "TSUMI" => (Ending::Checkmate, Subject::MoverLoses),
        "TRY" => (Ending::TryRule, Subject::MoverLoses),
        "CATCH" => (Ending::LionCaptured, Subject::MoverLoses),
        "FUZUMI" => (Ending::NoMate, Subject::Silent),
        _ => return None,
    })
}

/// What a message of the server (`#RESIGN`, `#GOTE_WIN`) says about the ending; `None` for messages that say nothing of
/// it. `#WIN` and `#LOSE` speak of the client; where it is not known which side that is, they do not name a winner.
pub(super) fn of_message(word: &str, client: Option<Color>) -> Option<(Ending, Subject)> {
    let won = |winner: Option<Color>| (Ending::Unknown, winner.map_or(Subject::Silent, Subject::Winner));
    Some(match word {
        "#RESIGN" => (Ending::Resignation, Subject::MoverLoses),
        "#TIME_UP" => (Ending::TimeForfeit, Subject::MoverLoses),
        "#ILLEGAL_MOVE" => (Ending::IllegalMove, Subject::MoverLoses),
        "#SENNICHITE" => (Ending::Sennichite, Subject::Nobody),
        "#OUTE_SENNICHITE" => (Ending::PerpetualCheck, Subject::Silent),
        "#JISHOGI" => (Ending::Declaration, Subject::MoverWins),
        "#TRY" => (Ending::TryRule, Subject::MoverLoses),
        "#CATCH" => (Ending::LionCaptured, Subject::MoverLoses),
        "#MAX_MOVES" => (Ending::MaxMoves, Subject::Nobody),
        "#CHUDAN" => (Ending::Interrupted, Subject::Silent),
        "#DISCONNECT" | "#ABNORMAL" => (Ending::Disconnection, Subject::Silent),
        "#DRAW" => (Ending::DrawAgreed, Subject::Nobody),
        "#SENTE_WIN" => won(Some(Color::Black)),
        "#GOTE_WIN" => won(Some(Color::White)),
        "#WIN" => won(client),
        "#LOSE" => won(client.map(|client| !client)),
        // `#SENTE_WIN_TRY`, with the reason behind it.
        _ => return word.strip_prefix('#').and_then(wars::ending),
    })
}

/// The kind that a Japanese word names, as `$X_FINAL` has it.
pub(super) fn of_name(word: &str) -> Option<Ending> {
    const MORE: [(&str, Ending); 7] = [
        ("切断", Ending::Disconnection),
        ("接続切れ", Ending::Disconnection),
        ("通信切断", Ending::Disconnection),
        ("通信切れ", Ending::Disconnection),
        ("入玉", Ending::Declaration),
        ("宣言", Ending::Declaration),
        ("連続王手", Ending::PerpetualCheck),
    ];
    let of_kif =
        kakinoki::ending::WORDS.iter().find(|(name, ..)| *name == word).map(|(_, ending, _)| *ending);
    of_kif.or_else(|| MORE.iter().find(|(name, _)| *name == word).map(|(_, ending)| *ending))
}

/// The side that a mark or word names, as `$X_WINNER` has it.
pub(super) fn side(text: &str) -> Option<Color> {
    match text {
        "▲" | "☗" | "▼" | "+" | "先手" | "下手" => Some(Color::Black),
        "△" | "☖" | "▽" | "-" | "後手" | "上手" => Some(Color::White),
        _ => None,
    }
}

/// The kind that a reason in a `'summary:` comment of shogi-server names.
pub(super) fn of_reason(reason: &str) -> Ending {
    match reason {
        "toryo" => Ending::Resignation,
        "time up" | "time_up" => Ending::TimeForfeit,
        "illegal move" | "illegal_move" | "uchifuzume" | "oute_kaihimore" | "outori" | "illegal kachi"
        | "illegal_kachi" => Ending::IllegalMove,
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

/// The word of the `%` statement for a declaration. Where CSA has none that says the same, the nearest word that is not
/// wrong, if any.
pub(in crate::formats) fn word(
    said: &Declaration,
    winner: Option<Color>,
    mover: Color,
    version: Version,
) -> Result<String, Option<&'static str>> {
    let mover_loses = winner.is_none_or(|winner| winner != mover);
    let same = |word: &str| Ok(word.to_owned());
    let offence = |winner: Color| Ok(format!("{}ILLEGAL_ACTION", csa::sign(!winner)));
    match (said.ending, winner) {
        (Ending::Resignation, _) if mover_loses => same("TORYO"),
        (Ending::Checkmate, _) if mover_loses => same("TSUMI"),
        (Ending::TimeForfeit, _) if mover_loses => same("TIME_UP"),
        (Ending::IllegalMove, Some(winner)) if said.subject != Subject::MoverLoses || winner == mover => {
            offence(winner)
        }
        (Ending::IllegalMove, _) => same("ILLEGAL_MOVE"),
        (Ending::Declaration, Some(winner)) if winner == mover => same("KACHI"),
        (Ending::Sennichite | Ending::Threefold, _) => same("SENNICHITE"),
        (Ending::LionCaptured, _) if mover_loses => same("CATCH"),
        (Ending::LionTry, _) => same("TRY"),
        (Ending::Jishogi, _) => same("JISHOGI"),
        (Ending::DrawAgreed, _) => same("HIKIWAKE"),
        (Ending::Interrupted, None) => same("CHUDAN"),
        (Ending::NoMate, _) => same("FUZUMI"),
        (Ending::MaxMoves, _) if version == Version::V30 => same("MAX_MOVES"),
        (Ending::MaxMoves, _) => Err(Some("HIKIWAKE")),
        (Ending::Unknown, _) if let Some(word) = said.word.strip_prefix('%') => same(word),
        (Ending::PerpetualCheck, Some(winner)) => offence(winner).map_err(|_: Option<&str>| None),
        (Ending::PerpetualCheck, None) => Err(Some("SENNICHITE")),
        (Ending::Forfeit | Ending::Disconnection | Ending::Adjourned | Ending::Interrupted, _) => {
            Err(Some("CHUDAN"))
        }
        _ => Err(None),
    }
}
