//! A board diagram (BOD) that stands alone: a position as text, with the pieces in hand.
//!
//! Source: <http://kakinoki.o.oo7.jp/kif_format.html>. It is read as a record without moves, by the rules of
//! [`kif`](super::kif), where diagrams give the start position.

use super::Written;
use super::kakinoki::{Dialect, Kinds, diagram, reader};
use super::lines::lines;
use super::written::position_only;
use crate::notation::ki2::Ki2Move;
use crate::record::Record;
use crate::replay::Game;

/// How many ranks of a diagram must hold nine squares; one or two of the nine may be spoilt.
const LEGIBLE: usize = 7;

/// How many lines of the text belong to diagrams, when nothing else in it is a game's.
#[must_use]
pub fn score(text: &str) -> usize {
    score_of(&Kinds::count(text), text)
}

/// The same for a text whose lines have been counted.
pub(super) fn score_of(kinds: &Kinds, text: &str) -> usize {
    if kinds.rows > 0 || kinds.ki2 > 0 || kinds.game > 0 || kinds.ranks < 9 {
        return 0;
    }
    // A table in Markdown has lines between strokes as well; a diagram's hold nine squares.
    let readable = lines(text).filter(|line| diagram::read_rank(line.text).is_some()).take(LEGIBLE).count();
    if readable < LEGIBLE { 0 } else { kinds.ranks + kinds.others }
}

/// The positions of the text, each a record without moves.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text, Dialect::Kif)
}

/// Draws the position after `ply` plies of the main line, or after the last legal move when that is `None`, with the
/// number and the text of the move that led to it.
#[must_use]
pub fn write(record: &Record, game: &Game, ply: Option<usize>) -> Written {
    let moves = game.moves();
    let shown = &moves[..ply.unwrap_or(moves.len()).min(moves.len())];
    let Some(start) = game.start.shogi() else { return Written::only_shogi("BOD") };
    let (mut position, mut last) = (start.clone(), None);
    for mv in shown {
        last = Some((Ki2Move::new(*mv, &position, None), position.ply()));
        position.play(*mv);
    }
    let mut text = diagram::write(&position.setup());
    let number = position.ply().saturating_sub(1);
    match last {
        Some((mv, number)) => text += &format!("手数＝{number}  {mv}  まで\n"),
        None if number > 0 => text += &format!("手数＝{number}  まで\n"),
        None => {}
    }
    Written { text, losses: position_only("a diagram", record, game) }
}

#[cfg(test)]
mod tests {
    use super::{read, score, write};
    use crate::formats::LossCode;
    use crate::replay::replay;

    #[test]
    fn a_table_of_markdown_is_no_diagram() {
        let table = "| file | what it shows | plies |\n| --- | --- | --- |\n".to_owned()
            + &"| a.kif | the 歩 on 7g | 6 |\n".repeat(20);
        assert_eq!(score(&table), 0);
    }

    #[test]
    fn a_position_is_drawn_and_read_again() {
        let line = "startpos moves 7g7f 3c3d 8h2b+ 3a2b\n";
        let record = crate::formats::usi::read(line).remove(0);
        let game = replay(&record).unwrap();
        for (ply, end) in [
            (Some(3), "後手番\n手数＝3  ▲２二角成  まで\n"),
            (None, "手数＝4  △２二銀  まで\n"),
            (Some(0), "先手の持駒：なし\n"),
        ] {
            let written = write(&record, &game, ply);
            assert!(written.text.ends_with(end), "{}", written.text);
            assert_eq!(written.losses.len(), 1);
            assert_eq!(written.losses[0].code, LossCode::PositionOnly);
            assert_eq!(written.losses[0].message, "a diagram holds one position; left out: 4 moves");
            assert!(score(&written.text) > 8 && crate::formats::kif::score(&written.text) == 0);
            let mut position = game.start.shogi().unwrap().clone();
            for mv in &game.moves()[..ply.unwrap_or(4)] {
                position.play(*mv);
            }
            assert_eq!(read(&written.text)[0].start.setup, position.setup().into());
        }
    }
}
