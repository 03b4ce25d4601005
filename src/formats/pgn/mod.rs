//! PGN of shogi, as XBoard and WinBoard, cutechess and PyChess write it: `[Variant "shogi"]`, `1. Pc4 Pg6 2. Bxh8+`.
//!
//! In PGN White moves first, so that White is Sente, our Black, and its pieces are the capital letters. Files are `a` to
//! `i` from White's left, shogi's 9 to 1, and ranks are counted from White's side. Squares of shogi (`7f`, `76`) and moves
//! as pairs of squares (`c3c4`, `7g7f`) are read as well. What programs mean by a `+` differs; see `dialect`.
//! Sources: <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>,
//! <https://www.gnu.org/software/xboard/engine-intf.html>, <https://github.com/fairy-stockfish/Fairy-Stockfish/wiki>.

mod comment;
mod dialect;
mod ending;
mod fen;
mod game;
mod lexer;
mod reader;
mod san;
mod tags;
#[cfg(test)]
mod tests;

use super::lines::lines;
use super::psn;
use crate::record::Record;

/// How many lines are looked at.
const LOOK: usize = 4096;

/// How much more than the lines of PGN it counts that a tag names the game or its position.
const NAMED: usize = 1000;

/// The number of lines with tags or with moves, and 1000 more; 0 unless a tag names a variant, or a position of shogi
/// where the moves are not those of PSN.
#[must_use]
pub fn score(text: &str) -> usize {
    let (mut variant, mut position, mut count) = (false, false, 0);
    for line in lines(text).take(LOOK) {
        let trimmed = line.text.trim();
        if let Some((key, value)) = lexer::tag(trimmed) {
            count += 1;
            if tags::names_shogi(key, value) {
                *(if key == "Variant" { &mut variant } else { &mut position }) = true;
            }
        } else if san::begins_moves(trimmed) {
            count += 1;
        }
    }
    if variant || position && psn::score(text) == 0 { count + NAMED } else { 0 }
}

/// Every game of the text. Tags behind moves begin another.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}
