//! Moves, squares and pieces in the spelling of the CSA format: `+7776FU`, `-0055KA`.
//!
//! A CSA move names the piece as it is *after* the move, and `00` as the origin of a drop. Source:
//! <http://www2.computer-shogi.org/protocol/record_v22.html>.

use crate::record::{Named, Origin, WrittenMove};
use crate::rules::shogi::{Move, PieceKind, Square};
use crate::rules::{Color, PlayablePosition, Variant};

/// The sign of a side: `+` for Black, `-` for White.
#[must_use]
pub(crate) const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// The side with this sign.
#[must_use]
pub(crate) const fn color(sign: u8) -> Option<Color> {
    match sign {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

/// The two letters of a piece.
#[must_use]
pub const fn piece_code(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "FU",
        PieceKind::Lance => "KY",
        PieceKind::Knight => "KE",
        PieceKind::Silver => "GI",
        PieceKind::Gold => "KI",
        PieceKind::Bishop => "KA",
        PieceKind::Rook => "HI",
        PieceKind::King => "OU",
        PieceKind::Tokin => "TO",
        PieceKind::PromotedLance => "NY",
        PieceKind::PromotedKnight => "NK",
        PieceKind::PromotedSilver => "NG",
        PieceKind::Horse => "UM",
        PieceKind::Dragon => "RY",
    }
}

/// The piece with these two letters.
#[must_use]
#[inline]
pub const fn piece_kind(code: [u8; 2]) -> Option<PieceKind> {
    let (found, kind) = KINDS[place(code)];
    if found[0] == code[0] && found[1] == code[1] { Some(kind) } else { None }
}

/// Each piece at the place of its letters: which piece moves is as good as random, and a table needs no branches.
static KINDS: [([u8; 2], PieceKind); 32] = {
    let mut table = [([0; 2], PieceKind::Pawn); 32];
    let mut index = 0;
    while index < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[index];
        let code = [piece_code(kind).as_bytes()[0], piece_code(kind).as_bytes()[1]];
        assert!(table[place(code)].0[0] == 0);
        table[place(code)] = (code, kind);
        index += 1;
    }
    table
};

/// The place of two letters in the table; the factor was found by trying.
const fn place(code: [u8; 2]) -> usize {
    (u16::from_le_bytes(code) as usize * 89) >> 8 & 31
}

/// A square as two digits, file and rank: `77`.
#[must_use]
pub fn square_text(square: Square) -> String {
    format!("{}{}", square.file(), square.rank())
}

/// The square with these two digits; `00`, the hand, is no square.
#[must_use]
pub(crate) const fn square(digits: [u8; 2]) -> Option<Square> {
    Square::new(digits[0].wrapping_sub(b'0'), digits[1].wrapping_sub(b'0'))
}

/// Reads a move of exactly seven bytes, as written.
#[must_use]
#[inline]
pub fn read_move(text: [u8; 7]) -> Option<WrittenMove> {
    let [sign, from_file, from_rank, to_file, to_rank, first, second] = text;
    let origin = match (from_file, from_rank) {
        (b'0', b'0') => Origin::Hand,
        (file, rank) => Origin::Board(square([file, rank])?),
    };
    Some(WrittenMove {
        to: Some(square([to_file, to_rank])?),
        origin,
        piece: Some(piece_kind([first, second])?),
        named: Named::After,
        color: Some(color(sign)?),
        ..WrittenMove::default()
    })
}

/// A legal move of the position as CSA text, or as the CSA-like text of dōbutsu shōgi; a move from an empty square names a pawn.
#[must_use]
pub fn write_move(position: &impl PlayablePosition, mv: Move) -> String {
    if position.variant() == Variant::Dobutsu {
        return super::animals::write_csa_move(position, mv);
    }
    let moved = mv.from().and_then(|from| position.piece_on(from)).map(|piece| piece.kind);
    let kind = mv.dropped().or(moved).unwrap_or(PieceKind::Pawn);
    let kind = kind.promoted().filter(|_| mv.promotes()).unwrap_or(kind);
    let from = mv.from().map_or_else(|| "00".to_owned(), square_text);
    format!("{}{from}{}{}", sign(position.turn()), square_text(mv.to()), piece_code(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::{Position, Setup};

    #[test]
    fn every_piece_and_square_there_and_back() {
        for kind in PieceKind::ALL {
            let code = piece_code(kind).as_bytes();
            assert_eq!(piece_kind([code[0], code[1]]), Some(kind));
        }
        for each in Square::all() {
            let text = square_text(each);
            assert_eq!(square([text.as_bytes()[0], text.as_bytes()[1]]), Some(each));
        }
        assert_eq!(
            (square(*b"00"), square(*b"10"), square(*b"09"), square(*b"a1")),
            (None, None, None, None)
        );
    }

    #[test]
    fn what_is_no_move() {
        for text in [b"+7776FO", b" 7776FU", b"+7700FU", b"+0776FU", b"+77a6FU", b"+7776fu"] {
            assert_eq!(read_move(*text), None, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn moves_are_written_with_the_piece_after_the_move() {
        let mut position = Position::try_from(Setup::startpos()).expect("the even position can be played");
        for (usi, csa) in [
            ("7g7f", "+7776FU"),
            ("3c3d", "-3334FU"),
            ("8h2b+", "+8822UM"),
            ("3a2b", "-3122GI"),
            ("B*5e", "+0055KA"),
        ] {
            let mv = usi.parse().expect("a move");
            assert_eq!(write_move(&position, mv), csa);
            position.play(mv);
        }
    }
}
