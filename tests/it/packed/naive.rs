//! A second decoder, slow and obvious: a text of zeros and ones, and lists of how such a text may begin.

use kifukura::rules::Color;
use kifukura::rules::shogi::{Piece, PieceKind, Setup, Square};

/// One of the two codings.
pub struct Naive {
    is_psv: bool,
}

/// How a piece begins on the board and in a hand, the first bit first: psv, then hcp. The bits for promotion and side follow.
const BEGINNINGS: [(PieceKind, [&str; 2], [&str; 2]); 7] = [
    (PieceKind::Pawn, ["10", "10"], ["0", "0"]),
    (PieceKind::Lance, ["1100", "1100"], ["100", "100"]),
    (PieceKind::Knight, ["1101", "1110"], ["101", "110"]),
    (PieceKind::Silver, ["1110", "1101"], ["110", "101"]),
    (PieceKind::Gold, ["11110", "11110"], ["1110", "1110"]),
    (PieceKind::Bishop, ["111110", "111110"], ["11110", "11111"]),
    (PieceKind::Rook, ["111111", "111111"], ["11111", "11111"]),
];

/// Takes so many bits as a number, the lowest first.
fn number(bits: &mut &str, len: usize) -> Option<usize> {
    let (taken, rest) = bits.split_at_checked(len)?;
    *bits = rest;
    Some(taken.chars().rev().fold(0, |sum, bit| sum * 2 + usize::from(bit == '1')))
}

fn color(bit: usize) -> Color {
    if bit == 0 { Color::Black } else { Color::White }
}

impl Naive {
    pub const PSV: Self = Self { is_psv: true };
    pub const HCP: Self = Self { is_psv: false };

    pub fn decode(&self, packed: &[u8; 32]) -> Option<Setup> {
        let text: String = packed
            .iter()
            .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1))
            .map(|bit| char::from(b'0' + bit))
            .collect();
        let mut bits = text.as_str();
        let mut setup = Setup { turn: color(number(&mut bits, 1)?), ..Setup::default() };
        for side in Color::ALL {
            let square = Square::from_index(number(&mut bits, 7)?)?.index();
            if setup.board[square].is_some() {
                return None;
            }
            setup.board[square] = Some(Piece::new(side, PieceKind::King));
        }
        for place in setup.board.iter_mut().filter(|place| place.is_none()) {
            *place = self.on_board(&mut bits)?;
        }
        while !bits.is_empty() {
            if let Some((side, kind)) = self.in_hand(&mut bits)? {
                setup.hands[side].add(kind);
            }
        }
        Some(setup)
    }

    fn on_board(&self, bits: &mut &str) -> Option<Option<Piece>> {
        if let Some(rest) = bits.strip_prefix('0') {
            *bits = rest;
            return Some(None);
        }
        for (kind, [psv, hcp], _) in BEGINNINGS {
            if let Some(rest) = bits.strip_prefix(if self.is_psv { psv } else { hcp }) {
                *bits = rest;
                if kind == PieceKind::Gold {
                    return Some(Some(Piece::new(color(number(bits, 1)?), kind)));
                }
                let (first, second) = (number(bits, 1)?, number(bits, 1)?);
                let (promoted, side) = if self.is_psv { (first, second) } else { (second, first) };
                let kind = if promoted == 1 { kind.promoted()? } else { kind };
                return Some(Some(Piece::new(color(side), kind)));
            }
        }
        None
    }

    /// `Some(None)` is a piece in the box.
    fn in_hand(&self, bits: &mut &str) -> Option<Option<(Color, PieceKind)>> {
        if !self.is_psv && (bits.starts_with("11110") || bits.starts_with("11111")) {
            // Bishops and rooks have a bit more, which tells them apart; in the box they share a beginning.
            let in_box = bits.starts_with("11110");
            number(bits, 5)?;
            let kind = [PieceKind::Bishop, PieceKind::Rook][number(bits, 1)?];
            let side = number(bits, 1)?;
            return match (in_box, side) {
                (true, 0) => Some(None),
                (true, _) => None,
                (false, side) => Some(Some((color(side), kind))),
            };
        }
        for (kind, _, [psv, hcp]) in BEGINNINGS {
            if let Some(rest) = bits.strip_prefix(if self.is_psv { psv } else { hcp }) {
                *bits = rest;
                let in_box = kind != PieceKind::Gold && number(bits, 1)? == 1;
                let side = number(bits, 1)?;
                return match (in_box, side, kind) {
                    // A gold in the box is written as a silver of White there.
                    (true, 0, _) | (true, 1, PieceKind::Silver) => Some(None),
                    (true, ..) => None,
                    (false, side, kind) => Some(Some((color(side), kind))),
                };
            }
        }
        None
    }

    /// A move that is one, as USI writes it.
    pub fn move_text(&self, bits: u16) -> String {
        let square = |index: u16| {
            let (file, rank) = (index / 9 + 1, index % 9);
            format!("{file}{}", char::from(b'a' + u8::try_from(rank).unwrap()))
        };
        let (to, from) = (square(bits % 128), bits / 128 % 128);
        let kinds = ["P", "L", "N", "S", "B", "R", "G"];
        let (drop, promotes) = match self.is_psv {
            true => ((bits & 0x4000 != 0).then(|| from - 1), bits & 0x8000 != 0),
            false => (from.checked_sub(81), bits & 0x4000 != 0),
        };
        match drop {
            Some(number) => format!("{}*{to}", kinds[usize::from(number)]),
            None => format!("{}{to}{}", square(from), if promotes { "+" } else { "" }),
        }
    }
}
