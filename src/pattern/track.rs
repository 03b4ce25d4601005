//! A game as conditions look at it: what each move changes on the board.

use super::pieces::{self, Code, code};
use super::{SquareSet, bits};
use crate::rules::shogi::{Move, Piece, PieceKind, Square};
use crate::rules::{Color, MoveOrigin, PlayablePosition, Variant, VariantPosition, VariantSetup, dobutsu};
use std::cell::OnceCell;
use std::collections::HashMap;

/// Where a piece comes from that is dropped; the squares are below.
pub(super) const HAND: u8 = 81;

/// What a move changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The square it comes from, or [`HAND`].
    pub from: u8,
    pub to: u8,
    /// The piece that moves, as it was.
    pub moved: Code,
    /// What stood where it goes.
    pub captured: Code,
    /// What stands there now.
    pub placed: Code,
    /// What comes into the hand of the side that moved, as a piece of its own; 0 for nothing.
    pub gained: Code,
}

impl Change {
    pub const fn is_drop(self) -> bool {
        self.from == HAND
    }
}

/// A board without rules: games were judged when they were stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub squares: [Code; 81],
    /// How many pieces each side has in hand, by the code that the piece has in its hands.
    pub hands: [u8; pieces::CODES],
    pub turn: Color,
}

impl Board {
    pub fn new(setup: &VariantSetup) -> Self {
        let mut board = Self { squares: [0; 81], hands: [0; pieces::CODES], turn: setup.turn() };
        let mut put =
            |square: Square, piece: Piece| board.squares[square.index()] = code(piece.color, piece.kind);
        match setup {
            VariantSetup::Shogi(setup) => {
                setup.pieces().for_each(|(square, piece)| put(square, piece));
                for color in Color::ALL {
                    for (kind, count) in setup.hands[color].iter() {
                        board.hands[usize::from(code(color, kind))] = count;
                    }
                }
            }
            VariantSetup::Dobutsu(setup) => {
                for (square, piece) in dobutsu::Square::all().zip(setup.board) {
                    piece.into_iter().for_each(|piece| put(square.to_shogi(), piece.to_shogi()));
                }
                for color in Color::ALL {
                    for kind in dobutsu::PieceKind::HAND {
                        let slot = usize::from(code(color, kind.to_shogi()));
                        board.hands[slot] = setup.hands[color].count(kind);
                    }
                }
            }
        }
        board
    }

    /// Makes a move, and says what it changed.
    fn play(&mut self, mv: Move) -> Change {
        let to = mv.to().index();
        let captured = self.squares[to];
        let (from, moved, placed) = match mv.origin() {
            MoveOrigin::Board(from) => {
                let moved = std::mem::take(&mut self.squares[from.index()]);
                let placed = if mv.promotes() && moved != 0 { pieces::promoted(moved) } else { moved };
                (from.index(), moved, placed)
            }
            MoveOrigin::Hand(kind) => {
                let dropped = code(self.turn, kind);
                let hand = &mut self.hands[usize::from(dropped)];
                *hand = hand.saturating_sub(1);
                (usize::from(HAND), dropped, dropped)
            }
        };
        let gained = match captured {
            0 => 0,
            piece => gained(self.turn, piece),
        };
        if gained != 0 {
            let hand = &mut self.hands[usize::from(gained)];
            *hand = hand.saturating_add(1);
        }
        self.squares[to] = placed;
        self.turn = !self.turn;
        let byte = |number: usize| number.to_le_bytes()[0];
        Change { from: byte(from), to: byte(to), moved, captured, placed, gained }
    }
}

/// What a captured piece is in the hand of `color`; a king is in nobody's.
fn gained(color: Color, captured: Code) -> Code {
    let own = (pieces::unpromoted(captured) - 1) & 7;
    if own == code(Color::Black, PieceKind::King) - 1 {
        0
    } else {
        own + 1 + 16 * u8::from(color == Color::White)
    }
}

/// A start position, ready for games that begin there.
#[derive(Clone, Debug)]
pub struct Start {
    pub(super) board: Board,
    /// None when nothing can be played there.
    position: Option<VariantPosition>,
    variant: Variant,
}

impl From<&VariantSetup> for Start {
    fn from(setup: &VariantSetup) -> Self {
        Self { board: Board::new(setup), position: setup.position().ok(), variant: setup.variant() }
    }
}

impl Start {
    /// Which game is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }
}

/// A game that is held against a program.
#[derive(Debug)]
pub(super) struct Track<'s> {
    pub start: &'s Start,
    pub changes: &'s [Change],
    moves: &'s [Move],
    /// How many positions it has, the start included.
    plies: usize,
    /// At which plies the side to move is in check, and at which it is checkmated.
    checks: OnceCell<(Vec<u64>, Vec<u64>)>,
}

/// Room for the moves of a game.
#[derive(Debug, Default)]
pub(super) struct TrackRoom {
    changes: Vec<Change>,
    moves: Vec<Move>,
}

impl TrackRoom {
    /// A game from its start and moves.
    pub fn track<'s>(&'s mut self, start: &'s Start, moves: impl IntoIterator<Item = Move>) -> Track<'s> {
        self.changes.clear();
        self.moves.clear();
        self.moves.extend(moves);
        let mut board = start.board.clone();
        self.changes.extend(self.moves.iter().map(|mv| board.play(*mv)));
        let plies = self.moves.len() + 1;
        Track { start, changes: &self.changes, moves: &self.moves, plies, checks: OnceCell::new() }
    }

    /// A game of which only the number of moves is known.
    pub const fn unplayed<'s>(start: &'s Start, moves: usize) -> Track<'s> {
        Track { start, changes: &[], moves: &[], plies: moves + 1, checks: OnceCell::new() }
    }
}

impl Track<'_> {
    /// How many positions the game has, the start included.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// At which plies the side to move is in check.
    pub fn checks(&self) -> &[u64] {
        &self.judged().0
    }

    /// At which plies the side to move is checkmated.
    pub fn mates(&self) -> &[u64] {
        &self.judged().1
    }

    fn judged(&self) -> &(Vec<u64>, Vec<u64>) {
        self.checks.get_or_init(|| {
            let words = bits::words_for(self.plies());
            let mut rows = (vec![0; words], vec![0; words]);
            match &self.start.position {
                Some(VariantPosition::Shogi(position)) => {
                    let mut position = position.clone();
                    for ply in 0..self.plies() {
                        if position.in_check() {
                            rows.0[ply / 64] |= 1 << (ply % 64);
                            // Where a legal move follows there is no mate.
                            if ply == self.changes.len() && !position.has_legal_move() {
                                rows.1[ply / 64] |= 1 << (ply % 64);
                            }
                        }
                        self.moves.get(ply).into_iter().for_each(|mv| position.play(*mv));
                    }
                }
                Some(VariantPosition::Dobutsu(position)) => {
                    let mut position = *position;
                    for ply in 0..self.plies() {
                        if is_attacked(&position, position.turn()) {
                            rows.0[ply / 64] |= 1 << (ply % 64);
                            rows.1[ply / 64] |= u64::from(!escapes(&position)) << (ply % 64);
                        }
                        self.moves.get(ply).into_iter().for_each(|mv| position.make(*mv));
                    }
                }
                None => {}
            }
            rows
        })
    }

    /// For each ply a number that is the same where the same stands on the squares.
    pub fn contents(&self, squares: SquareSet) -> Vec<u32> {
        let places: Vec<usize> = squares.iter().map(Square::index).collect();
        let mut board = self.start.board.squares;
        let mut known: HashMap<Vec<Code>, u32> = HashMap::new();
        let mut number = |board: &[Code; 81]| {
            let content = places.iter().map(|place| board[*place]).collect();
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            *known.entry(content).or_insert(next)
        };
        let mut last = number(&board);
        let mut numbers = vec![last];
        for change in self.changes {
            if let Some(from) = board.get_mut(usize::from(change.from)) {
                *from = 0;
            }
            board[usize::from(change.to)] = change.placed;
            let touches = |square: u8| squares.bits() >> square & 1 == 1;
            if touches(change.to) || touches(change.from) {
                last = number(&board);
            }
            numbers.push(last);
        }
        numbers
    }
}

/// Whether the lion of a side can be captured.
fn is_attacked(position: &dobutsu::Position, color: Color) -> bool {
    position.lion(color).is_some_and(|lion| position.is_attacked(lion, !color))
}

/// Whether a move captures the other lion or leaves the own one where it cannot be captured.
fn escapes(position: &dobutsu::Position) -> bool {
    let own = position.turn();
    position.legal_moves().iter().any(|mv| {
        let mut after = *position;
        after.play(*mv);
        after.lion(!own).is_none() || !is_attacked(&after, own)
    })
}
