//! How a game of PGN is said to end: results, tags, and sentences of the programs that played it.

use crate::formats::builder::declared;
use crate::record::{Declaration, DeclaredBy, Ending, Place, Subject};
use crate::rules::Color;

/// A result in place of a move; `Some(None)` for `*`, which says nothing.
pub(super) fn result(word: &str, place: Place) -> Option<Option<Declaration>> {
    let (ending, subject) = match word {
        "1-0" => (Ending::Unknown, Subject::Winner(Color::Black)),
        "0-1" => (Ending::Unknown, Subject::Winner(Color::White)),
        "1/2-1/2" | "1/2" | "½-½" | "½" => (Ending::DrawAgreed, Subject::Nobody),
        "*" => return Some(None),
        _ => return None,
    };
    Some(Some(declared(ending, subject, word, place)))
}

/// The value of `[Termination "…"]`.
pub(super) fn termination(value: &str, place: Place) -> Option<Declaration> {
    let ending = match value.trim().to_ascii_lowercase().as_str() {
        "time forfeit" | "timeout" | "time out" => Ending::TimeForfeit,
        "abandoned" | "stalled connection" | "disconnected" => Ending::Disconnection,
        "illegal move" | "rules infraction" => Ending::IllegalMove,
        "unterminated" | "emergency" | "death" => Ending::Interrupted,
        "resignation" | "resigned" => Ending::Resignation,
        "checkmate" => Ending::Checkmate,
        "repetition" => Ending::Sennichite,
        "perpetual check" => Ending::PerpetualCheck,
        _ => return None,
    };
    Some(Declaration { by: DeclaredBy::Header, ..declared(ending, Subject::Silent, value.trim(), place) })
}

/// What sentences say of the side that they begin with: that it lost, or that it won.
const SENTENCES: [(&str, Ending, bool); 26] = [
    ("resigns", Ending::Resignation, false),
    ("resigned", Ending::Resignation, false),
    ("mates", Ending::Checkmate, true),
    ("checkmates", Ending::Checkmate, true),
    ("wins by checkmate", Ending::Checkmate, true),
    ("is checkmated", Ending::Checkmate, false),
    ("checkmated", Ending::Checkmate, false),
    ("loses on time", Ending::TimeForfeit, false),
    ("forfeits on time", Ending::TimeForfeit, false),
    ("forfeits by time", Ending::TimeForfeit, false),
    ("ran out of time", Ending::TimeForfeit, false),
    ("wins on time", Ending::TimeForfeit, true),
    ("makes an illegal move", Ending::IllegalMove, false),
    ("made an illegal move", Ending::IllegalMove, false),
    ("loses by illegal move", Ending::IllegalMove, false),
    ("loses by perpetual check", Ending::PerpetualCheck, false),
    ("wins by perpetual check", Ending::PerpetualCheck, true),
    ("disconnects", Ending::Disconnection, false),
    ("disconnected", Ending::Disconnection, false),
    ("'s connection stalls", Ending::Disconnection, false),
    ("abandons the game", Ending::Disconnection, false),
    ("left the game", Ending::Disconnection, false),
    ("wins by impasse", Ending::Declaration, true),
    ("wins by declaration", Ending::Declaration, true),
    ("wins by forfeit", Ending::Forfeit, true),
    ("wins by adjudication", Ending::Unknown, true),
];

/// What sentences about a draw say.
const DRAWS: [(&str, Ending); 8] = [
    ("draw by 3-fold repetition", Ending::Sennichite),
    ("draw by 4-fold repetition", Ending::Sennichite),
    ("draw by repetition", Ending::Sennichite),
    ("xboard adjudication: repetition draw", Ending::Sennichite),
    ("draw by impasse", Ending::Jishogi),
    ("draw by agreement", Ending::DrawAgreed),
    ("draw by mutual agreement", Ending::DrawAgreed),
    ("draw by maximum game length", Ending::MaxMoves),
];

/// What the last comment says, as a whole or behind its last comma: `White resigns`, `+M1/3 0.1s, Black mates`.
pub(super) fn sentence(comment: &str, place: Place) -> Option<Declaration> {
    let comment = comment.trim().trim_end_matches('.');
    let last = comment.rsplit([',', ';']).next().unwrap_or_default().trim();
    [comment, last].into_iter().find_map(|text| said(text, place))
}

fn said(text: &str, place: Place) -> Option<Declaration> {
    let lower = text.to_lowercase();
    let says =
        |ending, subject| Declaration { by: DeclaredBy::Summary, ..declared(ending, subject, text, place) };
    if let Some((_, ending)) = DRAWS.iter().find(|(words, _)| lower.starts_with(words)) {
        return Some(says(*ending, Subject::Nobody));
    }
    let sides =
        [("white", Color::Black), ("sente", Color::Black), ("black", Color::White), ("gote", Color::White)];
    let (rest, side) = sides.iter().find_map(|(name, side)| Some((lower.strip_prefix(name)?, *side)))?;
    let is_said = |words: &str| {
        let rest = rest.trim_start().strip_prefix(words)?;
        (rest.is_empty() || rest.starts_with([':', ' ', '('])).then_some(())
    };
    let (_, ending, wins) = SENTENCES.iter().find(|(words, _, _)| is_said(words).is_some())?;
    Some(says(*ending, Subject::Winner(if *wins { side } else { !side })))
}

/// Adds a statement. One that agrees with the first about the winner makes it precise, and one that says nothing new
/// is left out; the text of both is in comments and headers.
pub(super) fn add(statements: &mut Vec<Declaration>, more: Declaration) {
    let Some(first) = statements.first_mut() else { return statements.push(more) };
    let agrees = more.subject == Subject::Silent || more.subject == first.subject;
    let is_general = |found: &Declaration| match found.subject {
        Subject::Nobody => matches!(found.ending, Ending::DrawAgreed | Ending::Unknown),
        _ => found.ending == Ending::Unknown,
    };
    // A draw by a reason for a loss is a contradiction.
    let fits = first.subject != Subject::Nobody || more.ending.is_draw() || more.ending == Ending::Unknown;
    match (agrees && fits, is_general(first), is_general(&more)) {
        (true, true, false) => (first.ending, first.word) = (more.ending, more.word),
        (true, _, true) => {}
        (true, false, false) if first.ending == more.ending => {}
        _ => statements.push(more),
    }
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use crate::record::Place;

    #[test]
    fn sentences() {
        for (text, want) in [
            ("White resigns", "resignation white"),
            ("+M1/3 0.1s, Black mates", "checkmate white"),
            ("Black loses on time", "time_forfeit black"),
            ("Black makes an illegal move: Pe5", "illegal_move black"),
            ("White's connection stalls", "disconnection white"),
            ("Draw by 3-fold repetition", "sennichite -"),
            ("Sente wins by impasse", "declaration black"),
            ("White mates in five if Black takes", "checkmate black"),
            ("white has resigned itself", "-"),
            ("Blackburne resigns", "-"),
            ("book", "-"),
            ("", "-"),
        ] {
            let found = sentence(text, Place::FILE).map_or_else(
                || "-".to_owned(),
                |found| {
                    let winner = found.subject.winner(crate::rules::Color::Black);
                    format!("{} {}", found.ending.name(), winner.map_or("-", crate::rules::Color::name))
                },
            );
            assert_eq!(found, want, "{text}");
        }
    }
}
