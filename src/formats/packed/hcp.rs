//! Huffman coded position, the coding of Apery, dlshogi and cshogi in 32 bytes, and their moves in 16 bits.
//!
//! Source: `position.hpp` and `move.hpp` of Apery, as facts; `docs/packed-positions.md` has the layout.

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
    code(0b0111, 4),
    code(0b1011, 4),
    code(0b0_1111, 5),
    code(0b01_1111, 6),
    code(0b11_1111, 6),
];

static CODING: Coding = Coding::new(&Codes {
    board: BOARD,
    side_first: true,
    hand: [
        code(0b00, 2),
        code(0b0001, 4),
        code(0b0011, 4),
        code(0b0101, 4),
        code(0b0111, 4),
        code(0b01_1111, 6),
        code(0b11_1111, 6),
    ],
    // As in Black's hand with the last bit before the side set; gold as a silver of White, and bishop and rook with a
    // code that no piece in hand begins with.
    in_box: [
        code(0b010, 3),
        code(0b0_1001, 5),
        code(0b0_1011, 5),
        code(0b0_1101, 5),
        code(0b1_1101, 5),
        code(0b000_1111, 7),
        code(0b010_1111, 7),
    ],
    order: PieceKind::HAND,
});

/// As drops are numbered from 81.
const DROPS: [PieceKind; 7] = [Pawn, Lance, Knight, Silver, Bishop, Rook, Gold];

const PROMOTION: u16 = 1 << 14;

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

/// The move in 16 bits: destination, origin (7 bits each) and promotion (bit 14); for a drop 81 and the number of its kind
/// stand for the origin.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "squares are below 81, kinds below 7")]
pub fn encode_move(mv: Move) -> u16 {
    let to = mv.to().index() as u16;
    let from = match mv.origin() {
        MoveOrigin::Board(from) => from.index(),
        MoveOrigin::Hand(kind) => 81 + DROPS.iter().position(|other| *other == kind).unwrap_or(0),
    };
    to | (from as u16) << 7 | u16::from(mv.promotes()) << 14
}

/// The move with these bits; `None` when they are not those of any move.
#[must_use]
pub fn decode_move(bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 127))?;
    let (from, promotes) = (usize::from(bits >> 7 & 127), bits & PROMOTION != 0);
    if bits >> 15 != 0 {
        return None;
    }
    match Square::from_index(from) {
        Some(from) => Some(Move::board(from, to, promotes)),
        None if promotes => None,
        None => Some(Move::drop(*DROPS.get(from.checked_sub(81)?)?, to)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{START_HANDS, bytes_of, same_moves, same_positions};
    use super::*;

    #[test]
    fn moves_are_laid_out_as_in_apery() {
        for (text, bits) in [
            ("8h2b+", 0x630a),
            ("7g7f", 60 << 7 | 59),
            ("1a1b", 1),
            ("P*5e", 81 << 7 | 40),
            ("B*5e", 85 << 7 | 40),
            ("R*9i", 86 << 7 | 80),
            ("G*1a", 87 << 7),
        ] {
            assert_eq!(encode_move(text.parse().unwrap()), bits, "{text}");
        }
        same_moves(encode_move, decode_move);
    }

    #[test]
    fn positions_are_laid_out_as_in_apery() {
        let start = "58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c";
        assert_eq!(encode(&Position::startpos()), Ok(bytes_of(start)));
        let hands = "5824000000000000000000000000004218a394723e9f1f499224639cb3de7bff";
        assert_eq!(encode(&START_HANDS.parse().unwrap()), Ok(bytes_of(hands)));
        same_positions(encode, decode);
    }

    #[test]
    fn pieces_in_the_box_are_missing_ones() {
        for (bytes, sfen) in [
            (
                "59a449210c9742fc1c9b42585e85f0288457213c9b42582e85f8382685303c5e",
                "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            ),
            (
                "59240a61b8be0af1736c0a617915c2a3105e85f06c0a61b9fe0af1714c0a6148",
                "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            ),
            (
                "5824000000000000000000c091244992244992524a69adb55a6badf7fe78bc5e",
                "4k4/9/9/9/9/9/9/9/4K4 b G 1",
            ),
        ] {
            let position: Position = sfen.parse().unwrap();
            assert_eq!(decode(&bytes_of(bytes)), Ok(position.setup()), "{sfen}");
            assert_eq!(encode(&position), Err(Refusal::MissingPieces), "{sfen}");
        }
    }
}
