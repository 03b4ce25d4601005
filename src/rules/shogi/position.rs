//! A position that can be played on.

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::cell::Cell;
use super::geometry::{self, Relation};
use super::hand::Hand;
use super::key;
use super::piece::{Piece, PieceKind};
use super::setup::Setup;
use super::square::Square;
use crate::rules::{ByColor, Color};

/// A position from which legal play can go on: made from a [`Setup`] that passed the checks of
/// [`SetupError`](super::SetupError), changed only by moves.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces by how they move, both sides together; see [`Mover`].
    pub(crate) movers: [Bitboard; 8],
    pub(crate) colors: [Bitboard; 2],
    /// The pieces that give check to the side to move.
    pub(crate) checkers: Bitboard,
    pub(crate) key: u64,
    pub(crate) hands: ByColor<Hand>,
    pub(crate) ply: u32,
    pub(crate) turn: Color,
    /// [`Square::NONE`] for a side without a king.
    pub(crate) kings: [Square; 2],
    /// One more than the board has squares, so that [`Square::NONE`] is a place too, always empty.
    pub(crate) board: [Cell; 128],
}

/// Places in [`Position::movers`]. The places of unpromoted kinds are their own.
pub(crate) struct Mover;

impl Mover {
    pub(crate) const PAWN: usize = 0;
    pub(crate) const LANCE: usize = 1;
    pub(crate) const KNIGHT: usize = 2;
    pub(crate) const SILVER: usize = 3;
    /// Golds and everything that promoted to move like one.
    pub(crate) const GOLD: usize = 4;
    /// Bishops and horses.
    pub(crate) const BISHOP: usize = 5;
    /// Rooks and dragons.
    pub(crate) const ROOK: usize = 6;
    /// Whatever steps in all eight directions: kings, horses, dragons.
    pub(crate) const EIGHT_WAYS: usize = 7;
}

impl Position {
    /// The start of an even game.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_setup_unchecked(&Setup::startpos())
    }

    /// A position of a setup that has at most one king of each side.
    pub(crate) fn from_setup_unchecked(setup: &Setup) -> Self {
        let mut position = Self {
            movers: [Bitboard::EMPTY; 8],
            colors: [Bitboard::EMPTY; 2],
            checkers: Bitboard::EMPTY,
            key: 0,
            hands: setup.hands,
            ply: setup.ply,
            turn: setup.turn,
            kings: [Square::NONE; 2],
            board: [Cell::EMPTY; 128],
        };
        for (square, piece) in setup.pieces() {
            let cell = Cell::new(piece.color, piece.kind);
            position.board[square.slot()] = cell;
            position.colors[piece.color.index()] |= square.bit();
            position.movers[cell.mover()] |= square.bit();
            if cell.is_horse_or_dragon() {
                position.movers[Mover::EIGHT_WAYS] |= square.bit();
            }
            if piece.kind == PieceKind::King {
                position.kings[piece.color.index()] = square;
            }
        }
        position.key = position.fresh_key();
        position.checkers = position.attackers(position.king_square(setup.turn), !setup.turn);
        position
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The number of the next move, 1 at the start of a game.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// What stands on the square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.slot()].piece()
    }

    /// What a side has in hand.
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// Where a side's king stands; `None` when it has none, as the attacker in many mate problems.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        Some(self.king_square(color)).filter(|&square| square != Square::NONE)
    }

    pub(crate) const fn king_square(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// What [`slots`](Self::slots) has for a square without a piece.
    pub(crate) const EMPTY_SLOT: usize = Cell::EMPTY.slot();

    /// What stands on each square, by index, as a place in tables of 32: the kind's, and 16 more for White's.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.board[..Square::COUNT].iter().map(|cell| cell.slot())
    }

    /// All squares with a piece on them.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares with a piece of this side on them.
    #[must_use]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The position as a setup, from which it can be made again.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut board = [None; 81];
        for (place, cell) in board.iter_mut().zip(self.board) {
            *place = cell.piece();
        }
        Setup { board, hands: self.hands, turn: self.turn, ply: self.ply }
    }

    /// The position as canonical SFEN.
    #[must_use]
    pub fn sfen(&self) -> String {
        let mut text = String::with_capacity(96);
        self.push_sfen(&mut text);
        text
    }

    /// The position's key over board, hands and side to move; see [`super::key`] for its construction.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key computed from scratch: always the same as [`key`](Self::key), which is kept up to date.
    #[must_use]
    pub fn fresh_key(&self) -> u64 {
        let mut sum = if self.turn == Color::White { key::white_to_move() } else { 0 };
        for (square, cell) in Square::all().zip(self.board).filter(|(_, cell)| !cell.is_empty()) {
            sum ^= key::on_board(cell, square);
        }
        for color in Color::ALL {
            for (kind, count) in self.hands[color].iter() {
                sum ^= (1..=count).fold(0, |sum, count| sum ^ key::in_hand(color, kind.slot(), count));
            }
        }
        sum
    }

    /// Is the king of the side to move attacked?
    #[must_use]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The pieces that attack the king of the side to move.
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Does a piece of this side attack the square? Pinned pieces attack as well.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked_given(square, by, self.occupied())
    }

    /// The pieces of this kind of the side to move that reach a square, pinned ones too, whatever stands on it.
    #[must_use]
    pub fn reaching(&self, kind: PieceKind, square: Square) -> Bitboard {
        let cell = Cell::new(self.turn, kind);
        let reached = attacks::attacks(!self.turn, kind, square, self.occupied());
        let all = reached & self.movers[cell.mover()] & self.colors[self.turn.index()];
        let is_there = |from: &Square| self.board[from.slot()] == cell;
        all.into_iter().filter(is_there).collect()
    }

    /// The pieces of a side that attack a square.
    pub(crate) fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let occupied = self.occupied();
        let [pawns, lances, knights, silvers, golds, bishops, rooks, eight_ways] = self.movers;
        let step = |kind| attacks::steps(!by, kind, square);
        let from = step(PieceKind::Pawn) & pawns
            | step(PieceKind::Knight) & knights
            | step(PieceKind::Silver) & silvers
            | step(PieceKind::Gold) & golds
            | step(PieceKind::King) & eight_ways
            | attacks::lance(!by, square, occupied) & lances
            | attacks::bishop(square, occupied) & bishops
            | attacks::rook(square, occupied) & rooks;
        from & self.colors[by.index()]
    }

    /// Does a piece of this side attack the square when exactly these squares are occupied?
    pub(crate) fn is_attacked_given(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let [pawns, lances, knights, silvers, golds, bishops, rooks, eight_ways] = self.movers;
        let enemies = self.colors[by.index()] & occupied;
        let step = |kind| attacks::steps(!by, kind, square);
        let steppers = step(PieceKind::Pawn) & pawns
            | step(PieceKind::Knight) & knights
            | step(PieceKind::Silver) & silvers
            | step(PieceKind::Gold) & golds
            | step(PieceKind::King) & eight_ways;
        if !(steppers & enemies).is_empty() {
            return true;
        }
        let slides = rooks | attacks::forward(!by, square) & lances;
        !(bishops & enemies).is_empty() && !(attacks::bishop(square, occupied) & bishops & enemies).is_empty()
            || !(slides & enemies).is_empty()
                && !(attacks::rook(square, occupied) & slides & enemies).is_empty()
    }

    /// Among the pieces of a side, those that might attack along this direction and some more lances:
    /// a quick test that is right when it finds none.
    pub(crate) fn may_slide(&self, direction: Relation, of: Color) -> Bitboard {
        let slider = SLIDERS[(direction & 15) as usize] as usize & 7;
        (self.movers[slider] | self.movers[Mover::LANCE]) & self.colors[of.index()]
    }

    /// The slider of a side that attacks a square from this direction, if the first piece there is one.
    #[cold]
    pub(crate) fn first_slider(&self, square: Square, direction: Relation, of: Color) -> Bitboard {
        self.attackers(square, of) & geometry::ray(direction, square)
    }
}

/// The mover that slides along each direction; any for no direction.
const SLIDERS: [u8; 16] = [6, 5, 5, 6, 6, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6];

impl Default for Position {
    /// The start of an even game.
    fn default() -> Self {
        Self::startpos()
    }
}

impl fmt::Display for Position {
    /// As canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
