//! The record format of the Computer Shogi Association, V1 to V3.0, read and written, with the dialects of the servers.
//!
//! Sources: <http://www2.computer-shogi.org/protocol/record_v22.html>,
//! <http://www2.computer-shogi.org/protocol/record_v3.html>. What is read beyond them: statements after a comma on any
//! line but comments (names and headers only where the line holds the game's moves, which is the one-line form), comments
//! glued to a statement, times in every spelling, rows of the board with collapsed blanks, several games in one file
//! with or without `/`, the comments and messages of shogi-server. Moves on end, without signs, are another format:
//! [`csa1`](super::csa1).
//!
//! A record of dōbutsu shōgi is one whose board or moves are (`animals`): squares with letters, animals for pieces.
//! Everything else in it is as in CSA.
//!
//! A log of a server or client is read too: the summary before a game, marks before every line (`send:`, a time), a
//! client's move that the server sends back. What ends a game may stand in messages (`#GOTE_WIN`), words of Shogi Wars
//! (`SENTE_WIN_TORYO`), headers of Shogi-Extend (`$X_WINNER`), and in the comment by which shogi-server names an illegal
//! move, which is then the last one. Names and headers behind the end belong to the game before them, unless another
//! game's position or moves follow.
//!
//! Comments: `'*text` is a comment of a person or program and becomes a note `text`; so does every other comment,
//! without its `'`. The writer marks notes with `'*`, so a comment travels to KIF and back unchanged.

mod animals;
mod comment;
pub(super) mod ending;
mod lookahead;
mod position;
mod reader;
mod regular;
mod statement;
mod transcript;
mod write;

pub(crate) use write::in_encoding;
pub use write::{Version, write};

use crate::notation::csa;
use crate::record::Record;

/// How many lines are counted at most before the text is taken for CSA.
const ENOUGH: usize = 64;

/// The number of lines that can only be CSA; counting stops at 64. Where there is none, lines of a log count, which have
/// marks before the statements.
#[must_use]
pub fn score(text: &str) -> usize {
    let lines = || super::lines::lines(text);
    match lines().filter(|line| is_csa(line.text.trim_start().as_bytes())).take(ENOUGH).count() {
        0 => lines().filter(|line| transcript::prefix(line.text) > 0).take(ENOUGH).count(),
        found => found,
    }
}

/// Reads every game of the text. Returns nothing when the text holds no CSA statement.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}

/// True for a line that can only be CSA.
pub(super) fn is_csa(line: &[u8]) -> bool {
    match line {
        [b'+' | b'-', a, b, c, d, first, second, ..]
            if [a, b, c, d].into_iter().all(u8::is_ascii_digit)
                && csa::piece_kind([*first, *second]).is_some() =>
        {
            true
        }
        [b'.' | b'+' | b'-', ..] => is_dobutsu(line),
        [b'P', b'I'] | [b'P', b'I', b'0'..=b'9' | b',', ..] => true,
        [b'P', b'1'..=b'9', b'+' | b'-' | b' ' | b'*', ..] => {
            line[2..].iter().any(|byte| b"*+-".contains(byte))
        }
        [b'P', b'+' | b'-'] | [b'P', b'+' | b'-', b'0'..=b'9', b'0'..=b'9', ..] => true,
        [b'N', b'+' | b'-', ..] => true,
        [b'V', b'1'..=b'3', rest @ ..] => {
            rest.is_empty() || matches!(rest, [b'.', b'0'..=b'9', ..] | [b',', ..])
        }
        [b'%', b'+' | b'-' | b'A'..=b'Z', b'A'..=b'Z', ..] => true,
        [b'$', b'A'..=b'Z', rest @ ..] => rest.contains(&b':'),
        [b'\'', rest @ ..] => rest.starts_with(b"CSA encoding="),
        _ => false,
    }
}

/// A row of the board or a move as dōbutsu shōgi has them.
fn is_dobutsu(line: &[u8]) -> bool {
    let text = str::from_utf8(line).unwrap_or_default();
    let seven = text.split(',').next().unwrap_or_default().as_bytes();
    text.len() > 6 && animals::row(text).is_some()
        || <[u8; 7]>::try_from(seven)
            .is_ok_and(|text| crate::notation::animals::read_csa_move(text).is_some())
}

/// A quotation of the file for a message: at most 40 characters, trailing blanks cut.
fn shown(text: &str) -> String {
    let text = text.trim_end();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn lines_that_can_only_be_csa() {
        for (text, want) in [
            ("+7776FU", 1),
            ("+B4C3LI", 1),
            ("-00A4HI,T3", 1),
            ("-KI-LI-ZO\n . -HI .\n . +HI .\n+ZO+LI+KI", 4),
            ("-0055KA,T12", 1),
            ("PI\n+\n", 1),
            ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY", 1),
            ("P4 *  *  *  *  *  *  *  *  * ", 1),
            ("P+59OU", 1),
            ("N+\nN-somebody", 2),
            ("V2.2", 1),
            ("V3.0", 1),
            ("V2.2,PI,+,+7776FU", 1),
            ("%TORYO\n%+ILLEGAL_ACTION", 2),
            ("$EVENT:x", 1),
            ("'CSA encoding=UTF-8", 1),
            ("' anything", 0),
            ("P-7f", 0),
            ("position startpos moves 7g7f", 0),
            ("手合割：平手\n1 ７六歩(77)", 0),
            ("100%", 0),
            ("Never", 0),
            ("P*5e", 0),
        ] {
            assert_eq!(score(text), want, "{text}");
        }
        assert_eq!(score(&"+7776FU\n".repeat(1000)), 64);
    }
}
