//! PackedSfen, YaneuraOu's coding of a position in 32 bytes, and its moves in 16 bits.
//!
//! Source: `sfen_packer.cpp` and `types.h` of YaneuraOu, as facts; `docs/packed-positions.md` has the layout.

use super::coding::{Codes, Coding, code};
use super::error::{Fault, Refusal};
use super::{POSITION_BYTES, bits::Code};
use crate::rules::MoveOrigin;
use crate::rules::shogi::PieceKind::{self, Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
use crate::rules::shogi::{Move, Position, Setup, Square};

/// By [`PieceKind::HAND`]: pawn, lance, knight, silver, gold, bishop, rook.
const BOARD: [Code; 7] = [
    code(0b01, 2),
    code(0b0011, 4),
    code(0b1011, 4),
    code(0b0111, 4),
    code(0b0_1111, 5),
    code(0b01_1111, 6),
    code(0b11_1111, 6),
];

static CODING: Coding = Coding::new(&Codes {
    board: BOARD,
    side_first: false,
    // As on the board without the first bit, and not promoted.
    hand: [
        code(0b00, 2),
        code(0b0001, 4),
        code(0b0101, 4),
        code(0b0011, 4),
        code(0b0111, 4),
        code(0b00_1111, 6),
        code(0b01_1111, 6),
    ],
    // As in Black's hand and promoted; gold, which does not promote, as a silver of White.
    in_box: [
        code(0b010, 3),
        code(0b0_1001, 5),
        code(0b0_1101, 5),
        code(0b0_1011, 5),
        code(0b1_1011, 5),
        code(0b010_1111, 7),
        code(0b011_1111, 7),
    ],
    order: ORDER,
});

/// The kinds in a hand, and as drops are numbered from 1.
const ORDER: [PieceKind; 7] = [Pawn, Lance, Knight, Silver, Bishop, Rook, Gold];

const DROP: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;

/// The position in 32 bytes. The number of its move is not among them.
///
/// # Errors
/// When a king or any other piece is missing.
pub fn encode(position: &Position) -> Result<[u8; POSITION_BYTES], Refusal> {
    CODING.encode(position)
}

/// The position that these bytes say, which may be impossible; its ply is 1. Pieces may be in the box, that is, missing,
/// as some programs write handicap games.
///
/// # Errors
/// When they are not the bytes of any position.
pub fn decode(packed: &[u8; POSITION_BYTES]) -> Result<Setup, Fault> {
    CODING.decode(packed)
}

/// The move in 16 bits: destination, origin (7 bits each) and promotion (bit 15); for a drop the number of its kind stands
/// for the origin, with bit 14.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "squares are below 81, kinds below 8")]
pub fn encode_move(mv: Move) -> u16 {
    let to = mv.to().index() as u16;
    match mv.origin() {
        MoveOrigin::Board(from) => to | (from.index() as u16) << 7 | u16::from(mv.promotes()) << 15,
        MoveOrigin::Hand(kind) => {
            let number = ORDER.iter().position(|other| *other == kind).unwrap_or(0) as u16 + 1;
            to | number << 7 | DROP
        }
    }
}

/// The move with these bits; `None` when they are not those of any move.
#[must_use]
pub fn decode_move(bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 127))?;
    let from = usize::from(bits >> 7 & 127);
    match (bits & DROP != 0, bits & PROMOTION != 0) {
        (false, promotes) => Some(Move::board(Square::from_index(from)?, to, promotes)),
        (true, false) => Some(Move::drop(*ORDER.get(from.checked_sub(1)?)?, to)),
        (true, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{START_HANDS, bytes_of, same_moves, same_positions};
    use super::*;
    use crate::rules::Color;

    #[test]
    fn moves_are_laid_out_as_in_yaneuraou() {
        for (text, bits) in [
            ("8h2b+", 0xa30a),
            ("7g7f", 60 << 7 | 59),
            ("1a1b", 1),
            ("P*5e", 1 << 14 | 1 << 7 | 40),
            ("B*5e", 1 << 14 | 5 << 7 | 40),
            ("R*9i", 1 << 14 | 6 << 7 | 80),
            ("G*1a", 1 << 14 | 7 << 7),
        ] {
            assert_eq!(encode_move(text.parse().unwrap()), bits, "{text}");
        }
        same_moves(encode_move, decode_move);
    }

    #[test]
    fn positions_are_laid_out_as_in_yaneuraou() {
        let start = "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c";
        assert_eq!(encode(&Position::startpos()), Ok(bytes_of(start)));
        // In Black's hand bishop and rook come before the golds; other programs write the golds first.
        let ours = "5824000000000000000000000000004228658cf1787c0e49922463ac757eefbd";
        let others = "5824000000000000000000000000004228658c711e8f0f49922463ac75de7bbf";
        let position: Position = START_HANDS.parse().unwrap();
        assert_eq!(decode(&bytes_of(others)), Ok(position.setup()));
        assert_eq!(encode(&position), Ok(bytes_of(ours)));
        same_positions(encode, decode);
    }

    #[test]
    fn pieces_in_the_box_are_missing_ones() {
        for (bytes, sfen) in [
            (
                "59a451220cab44fc2ca744385e89f0488457223ca744385689f858468930bc7e",
                "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            ),
            (
                "59241261583f13f1b39c12e17825c223115e89f09c12e1587f13f1b18c126148",
                "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            ),
            (
                "5824000000000000000000c091244992244992524aa9b5d6d65a6beffd7afd7e",
                "4k4/9/9/9/9/9/9/9/4K4 b G 1",
            ),
        ] {
            let position: Position = sfen.parse().unwrap();
            assert_eq!(decode(&bytes_of(bytes)), Ok(position.setup()), "{sfen}");
            assert_eq!(encode(&position), Err(Refusal::MissingPieces), "{sfen}");
        }
        // A piece in the box belongs to nobody: these are the bytes of a pawn of White in it.
        let mut odd = bytes_of("5824000000000000000000c091244992244992524aa9b5d6d65a6beffd7afd7e");
        odd[12] |= 1 << 5;
        assert_eq!(decode(&odd), Err(Fault::Code(99)));
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let start = encode(&Position::startpos()).unwrap();
        let kings = |black: u16, white: u16| {
            let mut bytes = start;
            let bits = black << 1 | white << 8 | 1 << 15;
            bytes[..2].copy_from_slice(&bits.to_le_bytes());
            decode(&bytes)
        };
        assert_eq!(kings(44, 36).map(|setup| setup.turn), Ok(Color::Black));
        assert_eq!(kings(82, 36), Err(Fault::KingSquare(Color::Black, 82)));
        assert_eq!(kings(44, 127), Err(Fault::KingSquare(Color::White, 127)));
        assert_eq!(kings(81, 36), Err(Fault::NoKing(Color::Black)));
        assert_eq!(kings(44, 81), Err(Fault::NoKing(Color::White)));
        assert_eq!(kings(36, 36), Err(Fault::OneSquare));
        let mut full = [0xFF; 32];
        full[..2].copy_from_slice(&(44u16 << 1 | 36 << 8).to_le_bytes());
        assert_eq!(decode(&full), Err(Fault::Beyond(256)));
        full[1] |= 1 << 7;
        assert_eq!(decode(&full), Err(Fault::Beyond(255)));
    }
}
