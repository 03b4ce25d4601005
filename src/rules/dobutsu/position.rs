//! A position that can be played on, in one word.

use super::steps::{ALL, far_rank, steps};
use super::{Hand, Move, MoveList, Piece, PieceKind, Setup, Square};
use crate::rules::{ByColor, Color, MoveOrigin, Rule};
use std::fmt;

/// A playable position and the number of its next move.
///
/// The position is one 64-bit word, which is also its key: bits 0–47 the board, four bits to the square in the
/// order of their index (0 empty, else kind + 1, plus 8 for White's), bits 48–53 Black's hand and 54–59 White's,
/// two bits to the kind (chick, elephant, giraffe), bit 60 set if White is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    word: u64,
    ply: u32,
}

const HANDS: u32 = 48;
const WHITE_TO_MOVE: u64 = 1 << 60;

impl Position {
    /// The start of the game.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_checked(&Setup::startpos())
    }

    /// The position of a setup that is known to be playable.
    pub(super) fn from_checked(setup: &Setup) -> Self {
        let mut word = if setup.turn == Color::White { WHITE_TO_MOVE } else { 0 };
        for (square, piece) in Square::all().zip(setup.board) {
            word |= piece.map_or(0, Piece::code) << (4 * square.index());
        }
        for color in Color::ALL {
            for (kind, count) in setup.hands[color].iter() {
                word += u64::from(count) * held(color, kind);
            }
        }
        Self { word, ply: setup.ply }
    }

    /// The position of a word, with move number 1, if the word is a playable one.
    #[must_use]
    pub fn from_key(key: u64) -> Option<Self> {
        let position = Self::try_from(Self { word: key, ply: 1 }.setup()).ok()?;
        (position.word == key).then_some(position)
    }

    /// The word: equal keys mean equal board, hands and side to move.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.word
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        if self.word & WHITE_TO_MOVE == 0 { Color::Black } else { Color::White }
    }

    /// The number of the next move, 1 at the start.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.word >> (4 * square.index()) & 15)
    }

    /// What a side holds.
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        let mut hand = Hand::default();
        for kind in PieceKind::HAND {
            hand.set(kind, self.held(color, kind));
        }
        hand
    }

    fn held(&self, color: Color, kind: PieceKind) -> u8 {
        (self.word >> held(color, kind).trailing_zeros() & 3).to_le_bytes()[0]
    }

    /// Where a side's lion stands, if it has not been taken.
    #[must_use]
    pub fn lion(&self, color: Color) -> Option<Square> {
        let lion = Piece { color, kind: PieceKind::Lion };
        Square::all().find(|&square| self.piece_at(square) == Some(lion))
    }

    /// The squares of a side's pieces, four bits to the square.
    fn pieces(&self, color: Color) -> u64 {
        let white = self.word >> 3;
        self.occupied() & if color == Color::White { white } else { !white }
    }

    /// The squares that are not empty, four bits to the square.
    fn occupied(&self) -> u64 {
        (self.word | self.word >> 1 | self.word >> 2) & ALL
    }

    /// The squares that the piece on a square attacks, none if it is empty.
    fn steps_from(&self, square: Square) -> u64 {
        self.piece_at(square).map_or(0, |piece| steps(piece.color, piece.kind, square.index()))
    }

    /// Whether a side attacks a square.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        squares(self.pieces(by)).any(|from| self.steps_from(from) >> (4 * square.index()) & 1 == 1)
    }

    /// Whether a side's lion stands on the rank that is the far one for it.
    pub(super) fn has_reached(&self, color: Color) -> Option<Square> {
        self.lion(color).filter(|lion| far_rank(color) >> (4 * lion.index()) & 1 == 1)
    }

    /// The unchecked form.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            board: std::array::from_fn(|index| Piece::from_code(self.word >> (4 * index) & 15)),
            hands: ByColor::from_fn(|color| self.hand(color)),
            turn: self.turn(),
            ply: self.ply,
        }
    }

    /// The text form, `gle/1c1/1C1/ELG b - 1`.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.setup().to_string()
    }

    /// Every move that the pieces can make, whether or not the game is over ([`Position::game_end`]): board moves
    /// by origin and destination, then drops by kind and destination.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let turn = self.turn();
        let mut list = MoveList::new();
        let own = self.pieces(turn);
        for from in squares(own) {
            let promotes = self.promotes_to(from);
            let destinations = self.steps_from(from) & !own;
            for to in squares(destinations) {
                list.push(Move::board(from, to, promotes >> (4 * to.index()) & 1 == 1));
            }
        }
        for kind in PieceKind::HAND {
            if self.held(turn, kind) > 0 {
                squares(ALL & !self.occupied())
                    .filter_map(|to| Move::drop(kind, to))
                    .for_each(|mv| list.push(mv));
            }
        }
        list
    }

    /// How many legal moves there are: the length of [`Position::legal_moves`], found faster.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let turn = self.turn();
        let own = self.pieces(turn);
        let board: u32 = squares(own).map(|from| (self.steps_from(from) & !own).count_ones()).sum();
        let kinds: u32 = PieceKind::HAND.map(|kind| u32::from(self.held(turn, kind) > 0)).iter().sum();
        board + kinds * (ALL & !self.occupied()).count_ones()
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// The squares on which the piece of a square is promoted by moving there.
    fn promotes_to(&self, from: Square) -> u64 {
        let chick = self.piece_at(from).filter(|piece| piece.kind.promoted().is_some());
        chick.map_or(0, |piece| far_rank(piece.color))
    }

    /// Whether the side to move may make a move.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn judge(&self, mv: Move) -> Result<(), Rule> {
        let target = self.piece_at(mv.to());
        let from = match mv.origin() {
            MoveOrigin::Hand(kind) if self.held(self.turn(), kind) == 0 => return Err(Rule::NotInHand),
            MoveOrigin::Hand(_) => return if target.is_some() { Err(Rule::Occupied) } else { Ok(()) },
            MoveOrigin::Board(from) => from,
        };
        let piece = self.piece_at(from).ok_or(Rule::EmptyOrigin)?;
        if piece.color != self.turn() {
            return Err(Rule::NotYourPiece);
        }
        if self.steps_from(from) >> (4 * mv.to().index()) & 1 == 0 {
            return Err(Rule::CannotMoveSo);
        }
        if target.is_some_and(|target| target.color == piece.color) {
            return Err(Rule::Occupied);
        }
        match (self.promotes_to(from) >> (4 * mv.to().index()) & 1 == 1, mv.promotes()) {
            (true, false) => Err(Rule::MustPromote),
            (false, true) => Err(Rule::CannotPromote),
            _ => Ok(()),
        }
    }

    /// Makes a move that has been judged. Another move leaves a position that is not specified,
    /// but never panics.
    pub fn play(&mut self, mv: Move) {
        let (turn, to) = (self.turn(), mv.to());
        if let Some(captured) = self.piece_at(to) {
            self.word &= !(15 << (4 * to.index()));
            if captured.kind != PieceKind::Lion {
                self.word = self.word.wrapping_add(held(turn, captured.kind.unpromoted()));
            }
        }
        let code = match mv.origin() {
            MoveOrigin::Hand(kind) => {
                self.word = self.word.wrapping_sub(held(turn, kind));
                Piece { color: turn, kind }.code()
            }
            MoveOrigin::Board(from) => {
                let code = self.word >> (4 * from.index()) & 15;
                self.word &= !(15 << (4 * from.index()));
                if mv.promotes() { Piece { color: turn, kind: PieceKind::Hen }.code() } else { code }
            }
        };
        self.word |= code << (4 * to.index());
        self.word ^= WHITE_TO_MOVE;
        self.ply = self.ply.saturating_add(1);
    }

    /// Judges a move and makes it if it is legal.
    ///
    /// # Errors
    /// The rule that the move breaks; the position is unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), Rule> {
        self.judge(mv)?;
        self.play(mv);
        Ok(())
    }
}

/// One piece of a kind in a side's hand.
fn held(color: Color, kind: PieceKind) -> u64 {
    1 << (HANDS + 6 * color as u32 + 2 * (kind as u32 % 3))
}

/// The squares of a set that has four bits to the square.
fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square::lowest(set));
        set &= set.wrapping_sub(1);
        square
    })
}

impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
