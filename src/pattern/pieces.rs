//! What can stand on a square, as a number; sets of pieces, and how they are written: `K`, `[GS]`, `+p`, `.`, `*`,
//! `black`, `角`, `△桂`.

use crate::notation::{animals, kif};
use crate::rules::shogi::{Piece, PieceKind};
use crate::rules::{Color, Variant, dobutsu};
use std::fmt::{self, Write};

/// What stands on a square: 0 for nothing, else a kind (1 to 16, promotion adds 8) and a side (White adds 16).
pub(crate) type Code = u8;

/// How many codes there are; not all of them are pieces.
pub(crate) const CODES: usize = 32;

/// The bits of White's pieces in a set.
const WHITE: u32 = 0xFFFE_0000;
/// The bits of Black's pieces in a set.
const BLACK: u32 = 0x0000_FFFE;
/// Codes that are no piece: what a promoted gold and king would be.
const HOLES: u32 = 1 << 13 | 1 << 16 | 1 << 29;

/// The code of a piece.
#[expect(clippy::cast_possible_truncation, reason = "slots are below 16")]
pub(super) const fn code(color: Color, kind: PieceKind) -> Code {
    1 + kind.slot() as u8 + 16 * color as u8
}

/// The code of what stands on a square.
pub(crate) fn content(piece: Option<Piece>) -> Code {
    piece.map_or(0, |piece| code(piece.color, piece.kind))
}

/// The code of the same piece before it promoted.
pub(super) const fn unpromoted(code: Code) -> Code {
    (code.wrapping_sub(1) & 7) + 1 + (code.wrapping_sub(1) & 16)
}

/// The code of the same piece after it promoted.
pub(super) const fn promoted(code: Code) -> Code {
    (code.wrapping_sub(1) | 8) + 1
}

/// A set of contents of a square: no piece, and pieces of either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u32);

impl PieceSet {
    /// The empty square.
    pub const EMPTY_SQUARE: Self = Self(1);

    /// Any piece.
    pub const ANY: Self = Self((BLACK | WHITE) & !HOLES);

    /// Any piece of a side.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        Self(Self::ANY.0 & if matches!(color, Color::Black) { BLACK } else { WHITE })
    }

    /// Whether what stands on a square is one of them; `None` for an empty square.
    #[must_use]
    pub fn contains(self, piece: Option<Piece>) -> bool {
        self.has(content(piece))
    }

    /// Whether a code is one of them.
    pub(crate) const fn has(self, code: Code) -> bool {
        self.0 >> code & 1 == 1
    }

    /// True when there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The pieces of the set, by side, then as in [`PieceKind::ALL`]; the empty square is none of them.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let all = Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind)));
        all.filter(move |piece| self.contains(Some(*piece)))
    }

    /// The same with Black and White exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        // Codes 16 and up are White's; the empty square stays.
        let pieces = self.0 & !1;
        Self(self.0 & 1 | (pieces & BLACK) << 16 | (pieces & WHITE) >> 16)
    }

    /// The codes as bits.
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The set of a text; `None` when it is none.
    #[must_use]
    pub fn parse(text: &str, variant: Variant) -> Option<Self> {
        match text {
            "." => return Some(Self::EMPTY_SQUARE),
            "*" => return Some(Self::ANY),
            "black" => return Some(Self::of(Color::Black)),
            "white" => return Some(Self::of(Color::White)),
            _ => {}
        }
        let (inside, is_list) = match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(inside) => (inside, true),
            None => (text, false),
        };
        let (mut set, mut rest, mut count) = (Self(0), inside, 0);
        while !rest.is_empty() {
            let (one, used) = match rest.strip_prefix('.').filter(|_| is_list) {
                Some(_) => (Self::EMPTY_SQUARE, 1),
                None => {
                    let (piece, used) = piece(rest, variant)?;
                    (piece.into(), used)
                }
            };
            set = set.or(one);
            rest = rest[used..].trim_start_matches(',');
            count += 1;
        }
        (count == 1 || is_list && count > 1).then_some(set)
    }

    /// Writes the set in the shortest of its forms.
    pub(super) fn write(self, f: &mut impl Write, variant: Variant) -> fmt::Result {
        let known = [
            (Self::ANY, "*"),
            (Self::EMPTY_SQUARE, "."),
            (Self::of(Color::Black), "black"),
            (Self::of(Color::White), "white"),
        ];
        if let Some((_, name)) = known.iter().find(|(set, _)| *set == self) {
            return f.write_str(name);
        }
        let texts: Vec<String> = self.pieces().map(|piece| text(piece, variant)).collect();
        match (self.has(0), texts.as_slice()) {
            (false, [one]) => f.write_str(one),
            (empty, many) => write!(f, "[{}{}]", if empty { "." } else { "" }, many.concat()),
        }
    }
}

impl From<Piece> for PieceSet {
    fn from(piece: Piece) -> Self {
        Self(1 << code(piece.color, piece.kind))
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> Self {
        pieces.into_iter().fold(Self(0), |set, piece| set.or(piece.into()))
    }
}

/// A piece as SFEN writes it.
fn text(piece: Piece, variant: Variant) -> String {
    match (variant, dobutsu::Piece::from_shogi(piece)) {
        (Variant::Dobutsu, Some(animal)) => animal.to_string(),
        _ => piece.to_string(),
    }
}

/// The piece at the beginning of a text, and the bytes that it takes: a letter as in SFEN, or its Japanese name, with
/// a mark of its side or, as in diagrams, a `v` for White.
pub(super) fn piece(text: &str, variant: Variant) -> Option<(Piece, usize)> {
    let promoted = text.starts_with('+');
    let letter = text[usize::from(promoted)..].chars().next()?;
    if letter.is_ascii_alphabetic()
        && let Some(kind) = kind_of_letter(letter.to_ascii_uppercase(), promoted, variant)
    {
        let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
        return Some((Piece::new(color, kind), usize::from(promoted) + 1));
    }
    let first = text.chars().next()?;
    let (color, used) = match kif::mark(first) {
        Some(color) => (color, first.len_utf8()),
        None if first == 'v' => (Color::White, 1),
        None => (Color::Black, 0),
    };
    let (kind, length) = named_kind(&text[used..], variant)?;
    Some((Piece::new(color, kind), used + length))
}

/// The kind of a letter of SFEN, in upper case.
pub(super) fn kind_of_letter(letter: char, promoted: bool, variant: Variant) -> Option<PieceKind> {
    let kind = match variant {
        Variant::Shogi => PieceKind::from_letter(letter)?,
        Variant::Dobutsu if letter == 'H' => PieceKind::Tokin,
        Variant::Dobutsu => dobutsu::PieceKind::from_letter(letter)?.to_shogi(),
    };
    if !promoted {
        return Some(kind);
    }
    kind.promoted().filter(|promoted| variant == Variant::Shogi || *promoted == PieceKind::Tokin)
}

/// The kind of a Japanese name, and its bytes.
fn named_kind(text: &str, variant: Variant) -> Option<(PieceKind, usize)> {
    if variant == Variant::Dobutsu {
        return animals::read_name(text);
    }
    if let Some(rest) = text.strip_prefix('成') {
        let char = rest.chars().next()?;
        let kind = kif::piece_kind(char)?.promoted()?;
        return Some((kind, '成'.len_utf8() + char.len_utf8()));
    }
    let char = text.chars().next()?;
    Some((kif::piece_kind(char)?, char.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, variant: Variant) -> Option<String> {
        let mut shown = String::new();
        PieceSet::parse(text, variant)?.write(&mut shown, variant).ok()?;
        Some(shown)
    }

    #[test]
    fn pieces_are_read_in_every_spelling() {
        for (text, wanted) in [
            ("K", "K"),
            ("+p", "+p"),
            (".", "."),
            ("*", "*"),
            ("black", "black"),
            ("[SG]", "[SG]"),
            ("[GS]", "[SG]"),
            ("[.P]", "[.P]"),
            ("[G]", "G"),
            ("[Ss+R]", "[S+Rs]"),
            ("[S,s]", "[Ss]"),
            ("角", "B"),
            ("▲角", "B"),
            ("△桂", "n"),
            ("v桂", "n"),
            ("成銀", "+S"),
            ("[金銀]", "[SG]"),
            ("龍", "+R"),
        ] {
            assert_eq!(shown(text, Variant::Shogi).as_deref(), Some(wanted), "{text}");
        }
        for text in ["", "[]", "GS", "X", "+G", "+K", "[", "[G", "Gx", "成金", "v", "+"] {
            assert_eq!(shown(text, Variant::Shogi), None, "{text}");
        }
        for (text, wanted) in
            [("L", "L"), ("C", "C"), ("+c", "+c"), ("h", "+c"), ("ひよこ", "C"), ("△ぞう", "e")]
        {
            assert_eq!(shown(text, Variant::Dobutsu).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(shown("R", Variant::Dobutsu), None);
    }

    #[test]
    fn codes_are_those_of_pieces() {
        assert_eq!(PieceSet::ANY.pieces().count(), 28);
        assert_eq!(PieceSet::ANY.bits().count_ones(), 28);
        for piece in PieceSet::ANY.pieces() {
            let code = code(piece.color, piece.kind);
            assert!(usize::from(code) < CODES && code > 0);
            assert_eq!(unpromoted(code), super::code(piece.color, piece.kind.unpromoted()));
            let swapped: Vec<Piece> = PieceSet::from(piece).swapped().pieces().collect();
            assert_eq!(swapped, [Piece::new(!piece.color, piece.kind)]);
        }
        assert_eq!(PieceSet::EMPTY_SQUARE.swapped(), PieceSet::EMPTY_SQUARE);
    }
}
