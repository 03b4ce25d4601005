//! Moves, two bytes each.

use std::fmt;
use std::str::FromStr;

use super::piece::PieceKind;
use super::square::Square;
use crate::rules::MoveOrigin;

/// A move or a drop, in a layout that is **frozen** (databases hold it):
/// bits 0–6 the index of the destination; bits 7–13 the index of the origin or, for a drop, 81 plus
/// the kind (pawn 0, lance 1, knight 2, silver 3, gold 4, bishop 5, rook 6); bit 14 promotion; bit 15 clear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const PROMOTION: u16 = 1 << 14;

impl Move {
    /// A move of the piece on `from`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "square indices are below 82")]
    pub const fn board(from: Square, to: Square, promote: bool) -> Self {
        Self(to.index() as u16 | (from.index() as u16) << 7 | (promote as u16) << 14)
    }

    /// A drop; a promoted kind is dropped as unpromoted. `None` would be a king: there is no such drop,
    /// and the code then is that of a pawn.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "square indices are below 82, kinds below 7")]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        let slot = kind.slot() & 7;
        let slot = if slot == 7 { 0 } else { slot };
        Self(to.index() as u16 | (81 + slot as u16) << 7)
    }

    const fn source(self) -> usize {
        (self.0 >> 7 & 127) as usize
    }

    /// Where the move comes from.
    #[must_use]
    pub const fn origin(self) -> MoveOrigin<Square, PieceKind> {
        let source = self.source();
        if source < 81 {
            MoveOrigin::Board(Square::from_known_index(source))
        } else {
            MoveOrigin::Hand(PieceKind::BY_SLOT[(source - 81) & 7])
        }
    }

    /// The origin on the board; `None` for a drop.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self.origin() {
            MoveOrigin::Board(square) => Some(square),
            MoveOrigin::Hand(_) => None,
        }
    }

    /// The destination.
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_known_index((self.0 & 127) as usize)
    }

    /// The kind dropped; `None` for a move on the board.
    #[must_use]
    pub const fn dropped(self) -> Option<PieceKind> {
        match self.origin() {
            MoveOrigin::Board(_) => None,
            MoveOrigin::Hand(kind) => Some(kind),
        }
    }

    /// Is it a drop?
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.source() >= 81
    }

    /// Does the piece promote?
    #[must_use]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// Appends the text to `text`, faster than [`Display`](fmt::Display) does.
    pub(crate) fn push_usi(self, text: &mut String) {
        let push = |text: &mut String, square: Square| {
            text.push(char::from(b'0' + square.file()));
            text.push(char::from(b'a' + square.rank() - 1));
        };
        match self.origin() {
            MoveOrigin::Board(from) => push(text, from),
            MoveOrigin::Hand(kind) => text.extend([kind.letter(), '*']),
        }
        push(text, self.to());
        if self.promotes() {
            text.push('+');
        }
    }

    /// The 16 bits of the frozen layout.
    #[must_use]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The move with these bits; `None` when they are not the bits of any move.
    #[must_use]
    pub const fn from_raw(raw: u16) -> Option<Self> {
        let mv = Self(raw);
        let fits = raw & 127 < 81 && mv.source() < 88 && raw >> 15 == 0;
        if fits && !(mv.is_drop() && mv.promotes()) { Some(mv) } else { None }
    }

    /// The move written as in USI: `7g7f`, `8h2b+`, `P*5e`; `None` for anything else.
    #[must_use]
    pub fn from_usi_bytes(text: &[u8]) -> Option<Self> {
        match text.split_first_chunk()? {
            (word, []) => Self::from_usi_word(*word),
            (word, b"+") => Self::from_usi_word(*word)?.promoting(),
            _ => None,
        }
    }

    /// The move in the first four bytes of its USI text, so far without promotion.
    #[inline]
    pub(crate) fn from_usi_word(word: [u8; 4]) -> Option<Self> {
        // All four bytes at once: each must lie 0 to 8 above its first letter. What lies below borrows
        // and gets its top bit set, as does what lies above when 0x77 is added.
        let steps = u32::from_le_bytes(word).wrapping_sub(u32::from_le_bytes(*b"1a1a"));
        if (steps | steps.wrapping_add(0x7777_7777)) & 0x8080_8080 != 0 {
            return Self::drop_from_usi_word(word);
        }
        let [from_file, from_rank, to_file, to_rank] = steps.to_le_bytes().map(u16::from);
        Some(Self((to_file * 9 + to_rank) | (from_file * 9 + from_rank) << 7))
    }

    #[inline]
    fn drop_from_usi_word([kind, star, file, rank]: [u8; 4]) -> Option<Self> {
        let kind = match kind {
            b'P' => PieceKind::Pawn,
            b'L' => PieceKind::Lance,
            b'N' => PieceKind::Knight,
            b'S' => PieceKind::Silver,
            b'G' => PieceKind::Gold,
            b'B' => PieceKind::Bishop,
            b'R' => PieceKind::Rook,
            _ => return None,
        };
        let to = Square::from_usi_bytes(file, rank)?;
        if star == b'*' { Some(Self::drop(kind, to)) } else { None }
    }

    /// The same move with promotion; `None` for a drop.
    pub(crate) const fn promoting(self) -> Option<Self> {
        if self.is_drop() { None } else { Some(Self(self.0 | PROMOTION)) }
    }
}

impl fmt::Display for Move {
    /// As in USI.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin() {
            MoveOrigin::Board(from) => write!(f, "{from}{}", self.to())?,
            MoveOrigin::Hand(kind) => write!(f, "{}*{}", kind.letter(), self.to())?,
        }
        f.write_str(if self.promotes() { "+" } else { "" })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// The text is not a move as USI writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveError;

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is written `7g7f`, `8h2b+` or `P*5e`")
    }
}

impl std::error::Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        Self::from_usi_bytes(text.as_bytes()).ok_or(MoveError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_frozen() {
        let raw = |text: &str| text.parse::<Move>().unwrap().raw();
        assert_eq!(raw("1a1b"), 1);
        assert_eq!(raw("7g7f"), 60 << 7 | 59);
        assert_eq!(raw("8h2b+"), 1 << 14 | 70 << 7 | 10);
        assert_eq!(raw("P*5e"), 81 << 7 | 40);
        assert_eq!(raw("R*9i"), 87 << 7 | 80);
    }

    #[test]
    fn every_raw_value_goes_there_and_back() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_raw).collect();
        assert_eq!(moves.len(), 81 * 81 * 2 + 81 * 7);
        for mv in moves {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "7g7", "7g7f ", "7g7f++", "K*5e", "p*5e", "P*5e+", "0000", "resign", "7g7j", "7g+7f"]
        {
            assert_eq!(text.parse::<Move>(), Err(MoveError), "{text}");
        }
    }
}
