//! Moves as KI2, newspapers and books spell them: `▲７六歩`, `△同　銀`, `▲５八金右`, `△８八角成`, `▲４五角打`.
//!
//! The origin is left out; where several pieces could make the move, words tell them apart ([`Relative`]). The
//! convention is that of the Japan Shogi Association, <https://www.shogi.or.jp/faq/kihuhyouki.html>. Pieces that are
//! pinned count among those that could, as in other programs.

use std::fmt;

use super::kif::{piece_name, square_name};
use crate::record::Relative;
use crate::rules::shogi::{Move, PieceKind, Position, Square};
use crate::rules::{Color, MoveOrigin};

/// A move in KI2's spelling; [`Display`](fmt::Display) writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ki2Move {
    /// Which side moves.
    color: Color,
    /// `None` is 同.
    to: Option<Square>,
    kind: PieceKind,
    words: Relative,
    suffix: &'static str,
}

impl Ki2Move {
    /// The spelling of `mv`, which is legal on `position`; `previous` is the destination of the move before it. A move
    /// from an empty square names a pawn.
    #[must_use]
    pub fn new(mv: Move, position: &Position, previous: Option<Square>) -> Self {
        let (color, to) = (position.turn(), mv.to());
        let (kind, words, suffix) = match mv.origin() {
            MoveOrigin::Hand(kind) => {
                let needs_mark = !position.reaching(kind, to).is_empty();
                (kind, Relative::default(), if needs_mark { "打" } else { "" })
            }
            MoveOrigin::Board(from) => {
                let kind = position.piece_at(from).map_or(PieceKind::Pawn, |piece| piece.kind);
                let candidates = position.reaching(kind, to);
                let in_zone = |square: Square| match color {
                    Color::Black => square.rank() <= 3,
                    Color::White => square.rank() >= 7,
                };
                let suffix = match mv.promotes() {
                    true => "成",
                    false if kind.promoted().is_some() && (in_zone(from) || in_zone(to)) => "不成",
                    false => "",
                };
                (kind, Relative::distinguishing(color, kind, candidates, from, to), suffix)
            }
        };
        Self { color, to: Some(to).filter(|to| previous != Some(*to)), kind, words, suffix }
    }
}

impl fmt::Display for Ki2Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.color {
            Color::Black => "▲",
            Color::White => "△",
        })?;
        let name = piece_name(self.kind);
        match self.to.map(square_name) {
            Some([file, rank]) => write!(f, "{file}{rank}")?,
            // A blank keeps the shortest moves as wide as the others.
            None if self.words.is_empty() && self.suffix.is_empty() && name.chars().count() == 1 => {
                f.write_str("同　")?;
            }
            None => f.write_str("同")?,
        }
        f.write_str(name)?;
        for (word, character) in Relative::WORDS {
            if self.words.contains(word) {
                write!(f, "{character}")?;
            }
        }
        f.write_str(self.suffix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_as_ki2_spells_them() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1";
        let taken = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1";
        let hand = "4k4/9/9/9/4G4/9/9/9/4K4 b BG 1";
        let rook = "4k4/9/9/7+R1/9/9/9/9/4K4 b - 1";
        for (sfen, usi, previous, want) in [
            (start, "7g7f", None, "▲７六歩"),
            (start, "6i5h", None, "▲５八金左"),
            (start, "4i5h", None, "▲５八金右"),
            (open, "8h2b+", Some("3d"), "▲２二角成"),
            (open, "8h2b", Some("2b"), "▲同角不成"),
            (taken, "3a2b", Some("2b"), "△同　銀"),
            (hand, "B*5d", None, "▲５四角"),
            (hand, "G*5d", None, "▲５四金打"),
            (hand, "G*5b", None, "▲５二金"),
            (rook, "2d2b", Some("2b"), "▲同　龍"),
        ] {
            let position: Position = sfen.parse().unwrap();
            let previous = previous.map(|square| square.parse().unwrap());
            let mv: Move = usi.parse().unwrap();
            assert_eq!(Ki2Move::new(mv, &position, previous).to_string(), want);
        }
    }
}
