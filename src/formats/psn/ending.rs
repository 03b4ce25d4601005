//! Words and sentences of PSN that say how a game ended. Black is the side that moves first in even games, 先手.

use crate::record::{Ending, Subject};
use crate::rules::Color;

/// The side that a result calls the winner, `Some(None)` for a draw.
pub(super) fn result(word: &str) -> Option<Option<Color>> {
    match word {
        "1-0" => Some(Some(Color::Black)),
        "0-1" => Some(Some(Color::White)),
        "1/2-1/2" | "1/2" | "½-½" => Some(None),
        _ => None,
    }
}

/// A word in place of a move, and what the side to move has done by it.
const WORDS: [(&str, Ending, Subject); 27] = [
    ("resigns", Ending::Resignation, Subject::MoverLoses),
    ("resign", Ending::Resignation, Subject::MoverLoses),
    ("resigned", Ending::Resignation, Subject::MoverLoses),
    ("toryo", Ending::Resignation, Subject::MoverLoses),
    ("mate", Ending::Checkmate, Subject::MoverLoses),
    ("mated", Ending::Checkmate, Subject::MoverLoses),
    ("checkmate", Ending::Checkmate, Subject::MoverLoses),
    ("tsumi", Ending::Checkmate, Subject::MoverLoses),
    ("timeup", Ending::TimeForfeit, Subject::MoverLoses),
    ("time-up", Ending::TimeForfeit, Subject::MoverLoses),
    ("timeout", Ending::TimeForfeit, Subject::MoverLoses),
    ("interrupt", Ending::Interrupted, Subject::Silent),
    ("interrupted", Ending::Interrupted, Subject::Silent),
    ("chudan", Ending::Interrupted, Subject::Silent),
    ("adjourned", Ending::Adjourned, Subject::Silent),
    ("sennichite", Ending::Sennichite, Subject::Nobody),
    ("repetition", Ending::Sennichite, Subject::Nobody),
    ("jishogi", Ending::Jishogi, Subject::Nobody),
    ("impasse", Ending::Jishogi, Subject::Nobody),
    ("draw", Ending::DrawAgreed, Subject::Nobody),
    ("illegal", Ending::IllegalMove, Subject::MoverLoses),
    ("hansoku", Ending::IllegalMove, Subject::MoverLoses),
    ("declaration", Ending::Declaration, Subject::MoverWins),
    ("nyugyoku", Ending::Declaration, Subject::MoverWins),
    ("disconnected", Ending::Disconnection, Subject::Silent),
    ("forfeit", Ending::Forfeit, Subject::MoverLoses),
    ("forfeits", Ending::Forfeit, Subject::MoverLoses),
];

/// What sentences say of the side that they begin with, and whether it won.
const SENTENCES: [(&str, Ending, bool); 16] = [
    ("resigns", Ending::Resignation, false),
    ("resigned", Ending::Resignation, false),
    ("resign", Ending::Resignation, false),
    ("loses on time", Ending::TimeForfeit, false),
    ("lost on time", Ending::TimeForfeit, false),
    ("wins on time", Ending::TimeForfeit, true),
    ("won on time", Ending::TimeForfeit, true),
    ("wins by resignation", Ending::Resignation, true),
    ("is mated", Ending::Checkmate, false),
    ("is checkmated", Ending::Checkmate, false),
    ("mates", Ending::Checkmate, true),
    ("wins", Ending::Unknown, true),
    ("won", Ending::Unknown, true),
    ("win", Ending::Unknown, true),
    ("loses", Ending::Unknown, false),
    ("lost", Ending::Unknown, false),
];

/// What a word in place of a move declares.
pub(super) fn word(word: &str) -> Option<(Ending, Subject)> {
    let lower = word.trim_end_matches(['.', '!']).to_ascii_lowercase();
    WORDS.iter().find(|(known, ..)| *known == lower).map(|(_, ending, subject)| (*ending, *subject))
}

/// What a text as a whole declares: a result, a word, or a sentence about a side (`Sente resigned`).
pub(super) fn sentence(text: &str) -> Option<(Ending, Subject)> {
    let text = text.trim().trim_end_matches('.').trim_end();
    if let Some(winner) = result(text) {
        return Some(of_result(winner));
    }
    if let Some(found) = word(text) {
        return Some(found);
    }
    let (side, rest) = text.split_once(char::is_whitespace)?;
    let side = side_of(side)?;
    let rest = rest.trim().to_ascii_lowercase();
    let (_, ending, won) = SENTENCES.iter().find(|(known, ..)| *known == rest)?;
    Some((*ending, Subject::Winner(if *won { side } else { !side })))
}

/// What a result declares.
pub(super) const fn of_result(winner: Option<Color>) -> (Ending, Subject) {
    match winner {
        Some(color) => (Ending::Unknown, Subject::Winner(color)),
        None => (Ending::DrawAgreed, Subject::Nobody),
    }
}

/// The side with this name.
fn side_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "sente" | "black" | "shitate" => Some(Color::Black),
        "gote" | "white" | "uwate" => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_words_and_sentences() {
        let (black, white) = (Subject::Winner(Color::Black), Subject::Winner(Color::White));
        for (text, want) in [
            ("1-0", Some((Ending::Unknown, black))),
            (" 0-1 ", Some((Ending::Unknown, white))),
            ("1/2-1/2", Some((Ending::DrawAgreed, Subject::Nobody))),
            ("Resigns", Some((Ending::Resignation, Subject::MoverLoses))),
            ("resigns.", Some((Ending::Resignation, Subject::MoverLoses))),
            ("Interrupt", Some((Ending::Interrupted, Subject::Silent))),
            ("Sennichite", Some((Ending::Sennichite, Subject::Nobody))),
            ("Sente resigned", Some((Ending::Resignation, white))),
            ("White resigns.", Some((Ending::Resignation, black))),
            ("Black wins", Some((Ending::Unknown, black))),
            ("gote lost on time", Some((Ending::TimeForfeit, black))),
            ("Black wins a pawn", None),
            ("he resigns", None),
            ("threatens mate", None),
            ("", None),
        ] {
            assert_eq!(sentence(text), want, "{text}");
        }
    }
}
