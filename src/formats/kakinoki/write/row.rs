//! One numbered row.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::formats::kakinoki::move_text::read_move;
use crate::formats::loose_board::LooseBoard;
use crate::notation::ki2::Ki2Move;
use crate::notation::kif::{name_in, square_name};
use crate::record::{Clock, Named, Origin, Promotion, Relative, WrittenMove};
use crate::replay::resolve;
use crate::rules::Variant;
use crate::rules::shogi::{Move, PieceKind, Position, Square};

/// Where the times begin, in columns from the move.
const MOVE_WIDTH: usize = 13;

/// What stands for a move that KIF cannot spell.
pub(super) const NAMELESS: &str = "？";

/// A row: a move or a word with its number.
#[derive(Debug)]
pub(super) struct Numbered<'a> {
    pub number: usize,
    pub text: &'a str,
    pub clock: Clock,
    pub mark: bool,
}

impl Numbered<'_> {
    /// True when its times are finer than a second.
    pub fn has_milliseconds(&self) -> bool {
        [self.clock.spent, self.clock.total].iter().flatten().any(|time| time % 1000 != 0)
    }

    /// Writes it: `   1 ７六歩(77)   ( 0:12/00:00:12)+`.
    pub fn write(&self, out: &mut String) {
        let mut row = format!("{:>4} {}", self.number, self.text);
        if !self.clock.is_empty() {
            row += &" ".repeat(MOVE_WIDTH.saturating_sub(self.text.width()).max(1));
            row.push('(');
            match self.clock.spent.map(seconds) {
                Some((sign, time)) => {
                    row += &format!("{:>2}:{:02}", format!("{sign}{}", time / 60), time % 60);
                }
                None => row.push(' '),
            }
            row.push('/');
            if let Some((sign, time)) = self.clock.total.map(seconds) {
                let _ = write!(row, "{sign}{:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60);
            }
            row.push(')');
        }
        if self.mark {
            row += if self.clock.is_empty() { "   +" } else { "+" };
        }
        row.push('\n');
        *out += &row;
    }
}

/// Sign and seconds.
const fn seconds(milliseconds: i32) -> (&'static str, u32) {
    (if milliseconds < 0 { "-" } else { "" }, milliseconds.unsigned_abs() / 1000)
}

/// A move from its own words, for moves that are not legal. The board, if there is one, names the piece that a record
/// of another format calls by its name after the move, or not at all. `None` when that does not suffice.
pub(super) fn spell(written: &WrittenMove, variant: Variant, board: Option<&LooseBoard>) -> Option<String> {
    if written.pass {
        return Some("パス".to_owned());
    }
    if written.is_western() {
        return None;
    }
    let origin = match written.origin {
        Origin::Board(square) => Some(square),
        Origin::Hand | Origin::Unstated | Origin::File(_) | Origin::Rank(_) => None,
    };
    let standing =
        board.zip(origin).and_then(|(board, square)| board.piece_on(square)).map(|piece| piece.kind);
    let (kind, promotion) = match (written.piece, standing) {
        (Some(after), Some(before)) if written.named == Named::After && before.promoted() == Some(after) => {
            (before, Promotion::Yes)
        }
        // A chick that stays a chick on the far rank: without the word it would become a hen.
        (Some(named @ PieceKind::Pawn), Some(PieceKind::Pawn))
            if variant == Variant::Dobutsu
                && written.named == Named::After
                && written.to.is_some_and(|to| matches!(to.rank(), 1 | 4)) =>
        {
            (named, Promotion::No)
        }
        // KIF goes by the origin, so that the move would become another piece's.
        (Some(named), Some(before)) if written.named == Named::After && named != before => return None,
        (Some(named), _) => (named, written.promotion),
        (None, Some(standing)) => (standing, written.promotion),
        (None, None) => return None,
    };
    let said_of_others = variant == Variant::Dobutsu && kind != PieceKind::Pawn && promotion == Promotion::No;
    let promotion = if said_of_others { Promotion::Unstated } else { promotion };
    let to = written.to.map_or_else(|| "同　".to_owned(), |to| square_name(to).iter().collect());
    let suffix = match (written.origin, kind) {
        (Origin::Hand, PieceKind::King) => return None,
        (Origin::Hand, _) => "打".to_owned(),
        (Origin::Board(from), _) => format!("{}({}{})", promotion_word(promotion), from.file(), from.rank()),
        (Origin::Unstated, _) => format!("{}{}", relative_words(written.relative), promotion_word(promotion)),
        (Origin::File(_) | Origin::Rank(_), _) => return None,
    };
    Some(format!("{to}{}{suffix}", name_in(variant, kind)))
}

/// An illegal move as it was understood: with the origin and the piece that the text may leave open or call otherwise.
pub(super) fn understood(written: &WrittenMove, mv: Move, position: &Position) -> WrittenMove {
    let standing = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind);
    WrittenMove {
        to: written.to.map(|_| mv.to()),
        piece: standing.or(mv.dropped()).or(written.piece),
        promotion: if mv.promotes() { Promotion::Yes } else { Promotion::Unstated },
        color: written.color,
        ..WrittenMove::from(mv)
    }
}

/// An illegal move in the words of KI2, if they mean it and no other: a move that leaves the king in check, for example.
pub(super) fn in_words(mv: Move, position: &Position, previous: Option<Square>) -> Option<String> {
    let text = Ki2Move::new(mv, position, previous).to_string();
    let (written, ..) = read_move(&text)?;
    let meant = resolve(position, &written, previous).ok()?;
    (meant.mv == mv && meant.finding.is_none()).then_some(text)
}

const fn promotion_word(promotion: Promotion) -> &'static str {
    match promotion {
        Promotion::Yes => "成",
        Promotion::No => "不成",
        Promotion::Unstated | Promotion::OrCheck => "",
    }
}

fn relative_words(relative: Relative) -> String {
    let written = Relative::WORDS.into_iter().filter(|(word, _)| relative.contains(*word));
    written.map(|(_, char)| char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_columns() {
        let clock = |spent, total| Clock { spent, total };
        for (number, text, clock, mark, want) in [
            (
                1,
                "７六歩(77)",
                clock(Some(12_000), Some(12_000)),
                false,
                "   1 ７六歩(77)   ( 0:12/00:00:12)\n",
            ),
            (
                3,
                "２二角成(88)",
                clock(Some(75_000), Some(3_675_999)),
                true,
                "   3 ２二角成(88) ( 1:15/01:01:15)+\n",
            ),
            (5, "投了", clock(Some(6_000_000), None), false, "   5 投了         (100:00/)\n"),
            (100, "同　銀(31)", clock(None, None), true, " 100 同　銀(31)   +\n"),
            (1, "中断", clock(Some(-3_000), None), false, "   1 中断         (-0:03/)\n"),
        ] {
            let mut out = String::new();
            Numbered { number, text, clock, mark }.write(&mut out);
            assert_eq!(out, want);
        }
    }

    #[test]
    fn moves_without_a_board_come_back() {
        for text in [
            "７六歩(77)",
            "同　銀不成(31)",
            "２二角成(88)",
            "５五角打",
            "６二成銀(73)",
            "５三金右上",
            "同　桂成",
        ] {
            let (written, ..) = read_move(text).unwrap();
            assert_eq!(spell(&written, Variant::Shogi, None).as_deref(), Some(text));
        }
        assert_eq!(spell(&WrittenMove::default(), Variant::Shogi, None), None);
    }
}
