//! What both codings of a position share: kings, squares, hands, in the codes of one or the other.

use super::POSITION_BYTES;
use super::bits::{BITS, BitReader, BitWriter, Code};
use super::error::{Fault, Refusal};
use crate::rules::shogi::{Piece, PieceKind, Position, Setup, Square};
use crate::rules::{ByColor, Color};

/// The number of a king's square that stands for none.
const NO_SQUARE: u8 = 81;

/// How one of the codings writes pieces.
pub(super) struct Coding {
    /// What each content of a square is written as, by [`Position::slots`]; kings as nothing.
    board: [Code; 32],
    /// A piece in hand, by side and kind.
    hands: [[Code; 8]; 2],
    /// The order of the kinds in a hand.
    order: [PieceKind; 7],
    /// What the next eight bits begin with: the content of a square, and how many bits it takes.
    read_board: [(Option<Piece>, u8); 256],
    /// The same of what follows the board: a piece in hand or in the box, that is, not in the game.
    read_hand: [(Option<Spare>, u8); 256],
}

/// A piece that is not on the board.
#[derive(Clone, Copy)]
struct Spare {
    piece: Piece,
    in_box: bool,
}

/// The codes of a coding, of which the tables are made: by kind in the order of [`PieceKind::HAND`].
pub(super) struct Codes {
    /// Each kind on the board, before promotion and side.
    pub board: [Code; 7],
    /// Whether the bit for the side comes before that for the promotion.
    pub side_first: bool,
    /// Each kind in hand, before the side.
    pub hand: [Code; 7],
    /// Each kind in the box.
    pub in_box: [Code; 7],
    /// The order of the kinds in a hand.
    pub order: [PieceKind; 7],
}

/// All values of eight bits that begin with the code become it.
const fn fill<T: Copy>(table: &mut [(Option<T>, u8); 256], code: Code, content: Option<T>) {
    let mut value = code.bits as usize;
    while value < 256 {
        table[value] = (content, code.len);
        value += 1 << code.len;
    }
}

impl Coding {
    pub const fn new(codes: &Codes) -> Self {
        let mut coding = Self {
            board: [Code::NOTHING; 32],
            hands: [[Code::NOTHING; 8]; 2],
            order: codes.order,
            read_board: [(None, 0); 256],
            read_hand: [(None, 0); 256],
        };
        let empty = Code { bits: 0, len: 1 };
        coding.board[Position::EMPTY_SLOT] = empty;
        fill(&mut coding.read_board, empty, None);
        let mut index = 0;
        while index < 14 {
            let (color, kind) = (Color::ALL[index % 2], PieceKind::HAND[index / 2]);
            let piece = Piece::new(color, kind);
            coding.add(codes, index / 2, piece);
            if let Some(promoted) = kind.promoted() {
                coding.add(codes, index / 2, Piece::new(color, promoted));
            }
            let code = codes.hand[index / 2].then(color as u8, 1);
            coding.hands[color.index()][kind.slot()] = code;
            fill(&mut coding.read_hand, code, Some(Spare { piece, in_box: false }));
            fill(&mut coding.read_hand, codes.in_box[index / 2], Some(Spare { piece, in_box: true }));
            index += 1;
        }
        coding
    }

    /// A piece on the board.
    const fn add(&mut self, codes: &Codes, index: usize, piece: Piece) {
        let code = codes.board[index];
        let (side, promoted) = (piece.color as u8, piece.kind.is_promoted() as u8);
        let code = match piece.kind {
            PieceKind::Gold => code.then(side, 1),
            _ if codes.side_first => code.then(side, 1).then(promoted, 1),
            _ => code.then(promoted, 1).then(side, 1),
        };
        self.board[piece.kind.slot() | piece.color.index() << 4] = code;
        fill(&mut self.read_board, code, Some(piece));
    }

    /// The position in 32 bytes.
    pub fn encode(&self, position: &Position) -> Result<[u8; POSITION_BYTES], Refusal> {
        let mut bits = BitWriter::new();
        bits.put(Code { bits: u8::from(position.turn() == Color::White), len: 1 });
        for color in Color::ALL {
            let square = position.king(color).ok_or(Refusal::MissingKing(color))?;
            bits.put(Code { bits: square_number(square), len: 7 });
        }
        for slot in position.slots() {
            bits.put(self.board[slot]);
        }
        for color in Color::ALL {
            let hand = position.hand(color);
            if hand.is_empty() {
                continue;
            }
            for kind in self.order {
                let code = self.hands[color.index()][kind.slot() & 7];
                for _ in 0..hand.count(kind) {
                    bits.put(code);
                }
            }
        }
        // No position has more than a set of pieces, and any piece less leaves bits over.
        bits.finish().map_err(|_| Refusal::MissingPieces)
    }

    /// The position of 32 bytes, unchecked.
    pub fn decode(&self, packed: &[u8; POSITION_BYTES]) -> Result<Setup, Fault> {
        let mut bits = BitReader::new(packed);
        let mut take = |len: u8| {
            let value = bits.peek() & (0xFF >> (8 - len));
            bits.skip(len);
            value
        };
        let turn = if take(1) == 0 { Color::Black } else { Color::White };
        let numbers = ByColor { black: take(7), white: take(7) };
        let mut setup = Setup { turn, ..Setup::default() };
        for color in Color::ALL {
            let square = match numbers[color] {
                NO_SQUARE => return Err(Fault::NoKing(color)),
                number => Square::from_index(number.into()).ok_or(Fault::KingSquare(color, number))?,
            };
            let king = Piece::new(color, PieceKind::King);
            if setup.board[square.index()].replace(king).is_some() {
                return Err(Fault::OneSquare);
            }
        }
        for place in &mut setup.board {
            if place.is_none() {
                let (piece, len) = self.read_board[usize::from(bits.peek())];
                if !bits.skip(len) {
                    return Err(Fault::Beyond(bits.at()));
                }
                *place = piece;
            }
        }
        while bits.at() < BITS {
            let (spare, len) = self.read_hand[usize::from(bits.peek())];
            if !bits.skip(len) {
                return Err(Fault::Beyond(bits.at()));
            }
            let Spare { piece, in_box } = spare.ok_or(Fault::Code(bits.at()))?;
            if !in_box {
                setup.hands[piece.color].add(piece.kind);
            }
        }
        Ok(setup)
    }
}

/// The index of a square in a byte.
#[expect(clippy::cast_possible_truncation, reason = "squares are numbered below 81")]
const fn square_number(square: Square) -> u8 {
    square.index() as u8
}

/// A code from its bits as a number, of which the lowest comes first.
pub(super) const fn code(bits: u8, len: u8) -> Code {
    Code { bits, len }
}
