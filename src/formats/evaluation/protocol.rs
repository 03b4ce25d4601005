//! The evaluations of the CSA protocol: `30 +7776FU -8384FU #12345` behind `'**` in files, behind `'*` in what clients
//! send and keep.
//!
//! The protocol counts from Black's view and wants moves of CSA behind the score. Engines also write moves of USI there, or
//! words of their own.

use super::score::{ends_a_number, number, of_number};
use crate::notation::csa;
use crate::record::EngineScore;
use crate::rules::shogi::Move;

/// What an engine says about a position.
#[derive(Debug, PartialEq)]
pub(super) struct Said<'a> {
    pub score: EngineScore,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The moves that it expects, or nothing.
    pub variation: &'a str,
}

/// A score, and behind it nothing, moves, or the count of nodes; with `own_words` also anything else that does not make
/// another number of it.
pub(super) fn said(text: &str, own_words: bool) -> Option<Said<'_>> {
    let (value, rest) = number(text)?;
    let words = rest.trim();
    let (moves, nodes) = words.split_once('#').unwrap_or((words, ""));
    // A dialect's own moves too, `+PASS` among them.
    let is_move_like = |word: &str| word.starts_with(['+', '-']) && word.len() >= 5;
    let is_csa = words.starts_with('#')
        || is_special(words)
        || words.split_whitespace().next().is_some_and(is_move_like);
    let fits = words.is_empty()
        || rest.starts_with(char::is_whitespace)
            && (is_csa
                || are_moves(moves)
                || own_words && (ends_a_number(rest) || !leading_moves(moves).is_empty()));
    fits.then(|| Said {
        score: of_number(value),
        depth: after_word(words, "depth"),
        nodes: nodes.trim().parse().ok().or_else(|| after_word(words, "nodes")),
        variation: if is_csa { moves.trim() } else { leading_moves(moves) },
    })
}

/// What a client keeps behind a single star: a score and moves, nothing else.
pub(super) fn kept_by_client(text: &str) -> Option<Said<'_>> {
    let found = said(text.trim_start(), false)?;
    let moves = found.variation;
    (!moves.is_empty() && are_moves(moves)).then_some(found)
}

/// What a client sends behind a move and a comma; there a score alone is enough.
pub(super) fn sent_by_client(text: &str) -> Option<Said<'_>> {
    let found = said(text.trim_start(), false)?;
    (found.variation.is_empty() || are_moves(found.variation)).then_some(found)
}

/// True for moves of one notation, or a special word of CSA, and nothing else.
fn are_moves(text: &str) -> bool {
    !text.trim().is_empty() && leading_moves(text).len() == text.trim().len()
}

/// The moves that a text begins with.
fn leading_moves(text: &str) -> &str {
    let text = text.trim();
    let is_move = |word: &str| {
        is_special(word)
            || matches!(word, "+PASS" | "-PASS" | "resign" | "win")
            || Move::from_usi_bytes(word.as_bytes()).is_some()
            || <[u8; 7]>::try_from(word.as_bytes()).is_ok_and(|word| csa::read_move(word).is_some())
    };
    let mut end = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if !word.trim().is_empty() && !is_move(word.trim()) {
            break;
        }
        end += word.len();
    }
    text[..end].trim_end()
}

/// `%TORYO` and the like, at the beginning of a text.
fn is_special(text: &str) -> bool {
    text.strip_prefix('%').is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_uppercase()))
}

/// The number behind a word: `depth 12`, `depth=12`.
fn after_word<T: std::str::FromStr>(text: &str, word: &str) -> Option<T> {
    let mut words = text.split([' ', '=', ':', ',', '\t']).filter(|word| !word.is_empty());
    words.find(|found| found.eq_ignore_ascii_case(word))?;
    words.next()?.parse().ok()
}
