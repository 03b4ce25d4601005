//! Games of dōbutsu shōgi as lists of moves, in the five notations that programs and people use beside KIF and the
//! CSA-like one: each line is a game, but prose may go over several lines.
//!
//! | notation | position | moves |
//! | --- | --- | --- |
//! | ours | `gle/1c1/1C1/ELG b - 1` | `b3b2` `C*b3` `b2b1+` |
//! | Fairy-Stockfish, PyChess | `gle/1c1/1C1/ELG[-] w 0 1` | `b2b3` `C@b2` `b3b4+`, ranks from the bottom |
//! | lishogi | `rkb/1p1/1P1/BKR b - 1` | `2c2b` `P*2c` `2b2a+` |
//! | clausecker | `S/gle/-c-/-C-/ELG/-` | `Cb3xb2` `C*b3` `Cb2-b1+` |
//! | Japanese prose | – | `▲B2ひよこ △同ぞう ▲B3ぞう打` |
//!
//! A line counts as dōbutsu shōgi only when it can be nothing else: its board has four ranks, its squares have
//! letters for files, or its first move is one that standard shogi does not have in the start position. Where ranks
//! may be counted from either end, the reading that gives more legal moves is taken.

mod ending;
mod list;
mod position;
mod prose;
mod reader;
mod word;
mod write;

pub use write::write;

use crate::record::Record;

/// A notation of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// That of [`crate::rules::dobutsu`].
    Ours,
    /// Fairy-Stockfish's.
    Fairy,
    /// lishogi's USI.
    Lishogi,
    /// clausecker's algebraic one.
    Algebraic,
    /// Japanese prose.
    Prose,
}

/// How many lines are counted at most.
const ENOUGH: usize = 64;

/// The number of lines that can only be a list of dōbutsu shōgi; lines of prose count by their moves. Counting stops
/// at 64.
#[must_use]
pub fn score(text: &str) -> usize {
    let mut score = 0;
    for line in super::lines::lines(text) {
        score += if prose::begins(line.text) {
            prose::moves_in(line.text)
        } else {
            usize::from(list::begins(line.text))
        };
        if score >= ENOUGH {
            return ENOUGH;
        }
    }
    score
}

/// Reads every game of the text. Returns nothing when no line holds one.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn lines_that_can_only_be_dobutsu() {
        for (text, want) in [
            ("b3b2 a1b2", 1),
            ("position startpos moves b2b3", 1),
            ("position fen gle/1c1/1C1/ELG[-] w 0 1", 1),
            ("position sfen rkb/1p1/1P1/BKR b - 1", 1),
            ("2c2b 3a2b", 1),
            ("S/gle/-c-/-C-/ELG/-", 1),
            ("Cb3xb2 Eb1", 1),
            ("▲B2ひよこ △同ゾウ\n▲B3ゾウ打", 3),
            ("position startpos", 0),
            ("position startpos moves 7g7f", 0),
            ("7g7f 3c3d", 0),
            ("2g2f 8c8d", 0),
            ("▲７六歩 △３四歩", 0),
            ("+7776FU", 0),
            ("a b c", 0),
            ("e2e4 e7e5", 0),
            ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 0),
        ] {
            assert_eq!(score(text), want, "{text}");
        }
    }
}
