//! Single conditions as tables, so that a ply costs a few look-ups.

use super::expression::Place;
use super::pieces::{CODES, Code, code};
use super::track::{Board, HAND, Track};
use super::{Atom, Frame, MoveCondition, MovePattern, PatternOrigin, PieceSet, Relation, SquareSet, bits};
use crate::rules::shogi::{Piece, PieceKind, Square};
use crate::rules::{Color, PlayablePosition, Variant};

/// What each content of each square counts; row [`HAND`] is what a piece in hand counts.
type Weights = Box<[[i8; CODES]; ROWS]>;

/// Squares and the hand; so many rows that no index below 128 needs to be checked.
const ROWS: usize = 128;

/// A condition on a position or a move.
#[derive(Debug, PartialEq)]
pub(super) enum Leaf {
    /// The sum of the weights of everything on the board and in hand.
    Sum(Weights, Relation, u32),
    /// The whole position: weights that sum to 81 on its squares, the rest of it, and its key if it can be played on.
    Position(Weights, Box<Board>, Option<u64>),
    Move(MoveTest),
    Turn(Color),
    Ply(Relation, u32),
    Check,
    Mate,
    End,
}

/// What a move must be.
#[derive(Debug, PartialEq)]
pub(super) struct MoveTest {
    /// The squares it may come from, a bit each; bit 81 for a drop.
    from: u128,
    to: u128,
    /// What may move, and what may be captured, a bit for each code.
    moved: u32,
    captured: u32,
    promotes: Option<bool>,
}

const ANYWHERE: u128 = (1 << 82) - 1;
const DROPPED: u128 = 1 << HAND;

impl Leaf {
    /// The leaf of a condition as a frame sees it. Words and comparisons of squares are none.
    pub fn new<W>(atom: &Atom<W>, frame: Frame, variant: Variant) -> Self {
        let squares = |set: SquareSet| frame.squares(set, variant);
        match atom {
            Atom::OnSome(set, pieces) => {
                Self::Sum(weights(squares(*set), frame.pieces(*pieces)), Relation::AtLeast, 1)
            }
            Atom::OnEvery(set, pieces) => Self::every([(squares(*set), frame.pieces(*pieces))]),
            Atom::Count(pieces, place, relation, number) => {
                let pieces = frame.pieces(*pieces);
                let weights = match place {
                    Place::Squares(set) => weights(squares(*set), pieces),
                    Place::Hand(side) => in_hand(held(pieces, side.map(|side| frame.color(side)))),
                    Place::All(side) => everywhere(held(pieces, side.map(|side| frame.color(side)))),
                };
                Self::Sum(weights, *relation, *number)
            }
            Atom::Points(color, relation, number) => {
                Self::Sum(points(frame.color(*color)), *relation, *number)
            }
            Atom::Turn(color) => Self::Turn(frame.color(*color)),
            Atom::Ply(relation, number) => Self::Ply(*relation, *number),
            Atom::Check => Self::Check,
            Atom::Mate => Self::Mate,
            Atom::End => Self::End,
            Atom::Promotes(condition) => {
                Self::Move(MoveTest::new(frame, *condition, variant, |test, pieces| {
                    test.promotes = Some(true);
                    test.moved &= pieces;
                }))
            }
            Atom::Captures(condition) => {
                Self::Move(MoveTest::new(frame, *condition, variant, |test, pieces| {
                    test.captured = pieces & PieceSet::ANY.bits();
                }))
            }
            Atom::Drops(condition) => {
                Self::Move(MoveTest::new(frame, *condition, variant, |test, pieces| {
                    test.from = DROPPED;
                    test.moved &= pieces;
                }))
            }
            Atom::Move(pattern) => Self::Move(MoveTest::of(pattern.seen(frame, variant))),
            Atom::Position(setup) => {
                let setup = frame.setup(setup);
                let board = Board::new(&setup);
                let key = setup.position().ok().map(|position| position.index_key());
                let mut weights: Weights = Box::new([[0; CODES]; ROWS]);
                for (row, content) in weights.iter_mut().zip(board.squares) {
                    row[usize::from(content)] = 1;
                }
                Self::Position(weights, Box::new(board), key)
            }
            // Programs have nodes of their own for these.
            Atom::Same(_) | Atom::Word(_) => Self::Ply(Relation::Less, 0),
        }
    }

    /// Each of the squares has one of its pieces.
    pub fn every(squares: impl IntoIterator<Item = (SquareSet, PieceSet)>) -> Self {
        let mut fits = [u32::MAX; 81];
        let mut all = SquareSet::default();
        for (set, pieces) in squares {
            set.iter().for_each(|square| fits[square.index()] &= pieces.bits());
            all = all.or(set);
        }
        let mut weights: Weights = Box::new([[0; CODES]; ROWS]);
        for square in all.iter().map(Square::index) {
            for (content, weight) in weights[square].iter_mut().enumerate() {
                *weight = i8::from(fits[square] >> content & 1 == 1);
            }
        }
        Self::Sum(weights, Relation::Equal, all.len())
    }

    /// How much there is to do for a ply.
    pub const fn cost(&self) -> u32 {
        match self {
            Self::Turn(_) | Self::Ply(..) | Self::End => 1,
            Self::Move(_) => 3,
            Self::Sum(..) => 4,
            Self::Position(..) => 5,
            Self::Check | Self::Mate => 100,
        }
    }

    /// The key of a whole position; `None` when it cannot be played on, so that no index has it.
    pub const fn position_key(&self) -> Option<Option<u64>> {
        match self {
            Self::Position(_, _, key) => Some(*key),
            _ => None,
        }
    }

    /// Sets the plies at which the condition holds; `row` is clear.
    pub fn find(&self, track: &Track<'_>, row: &mut [u64]) {
        match self {
            Self::Sum(weights, relation, number) => {
                let number = i32::try_from(*number).unwrap_or(i32::MAX);
                match relation {
                    Relation::Equal => sums(weights, track, row, |sum| sum == number),
                    Relation::NotEqual => sums(weights, track, row, |sum| sum != number),
                    Relation::Less => sums(weights, track, row, |sum| sum < number),
                    Relation::AtMost => sums(weights, track, row, |sum| sum <= number),
                    Relation::More => sums(weights, track, row, |sum| sum > number),
                    Relation::AtLeast => sums(weights, track, row, |sum| sum >= number),
                }
            }
            Self::Position(weights, board, _) => {
                sums(weights, track, row, |sum| sum == 81);
                if !bits::is_empty(row) {
                    keep_hands(board, track, row);
                }
            }
            Self::Move(test) => {
                for (change, ply) in track.changes.iter().zip(1..) {
                    row[ply / 64] |= u64::from(test.holds(*change)) << (ply % 64);
                }
            }
            Self::Turn(color) => {
                let is_first = *color == track.start.board.turn;
                let pattern = if is_first { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
                row.fill(pattern);
                bits::trim(row, track.plies());
            }
            Self::Ply(relation, number) => {
                for ply in 0..track.plies() {
                    let holds = relation.holds(u32::try_from(ply).unwrap_or(u32::MAX), *number);
                    row[ply / 64] |= u64::from(holds) << (ply % 64);
                }
            }
            Self::Check => row.copy_from_slice(track.checks()),
            Self::Mate => row.copy_from_slice(track.mates()),
            Self::End => {
                let last = track.plies().saturating_sub(1);
                row[last / 64] |= 1 << (last % 64);
            }
        }
    }
}

/// Sets the plies at which the sum of the weights passes a test.
#[inline]
fn sums(weights: &Weights, track: &Track<'_>, row: &mut [u64], test: impl Fn(i32) -> bool) {
    let weight = |square: u8, content: Code| {
        i32::from(weights[usize::from(square) % ROWS][usize::from(content) % CODES])
    };
    let board = &track.start.board;
    let on_board: i32 = board.squares.iter().zip(0..).map(|(content, square)| weight(square, *content)).sum();
    let in_hands: i32 =
        board.hands.iter().zip(0..).map(|(count, piece)| i32::from(*count) * weight(HAND, piece)).sum();
    let mut sum = on_board + in_hands;
    let mut word = u64::from(test(sum));
    let mut rest = track.changes;
    // The first word has the start, which no move leads to.
    let mut first = 1;
    for place in row {
        let (changes, after) = rest.split_at(rest.len().min(64 - first));
        for (change, bit) in changes.iter().zip(first..) {
            // A drop takes a piece from the row of the hand, a capture adds one there.
            let now = weight(change.to, change.placed) + weight(change.from, 0) + weight(HAND, change.gained);
            let before = weight(change.to, change.captured) + weight(change.from, change.moved);
            sum += now - before;
            word |= u64::from(test(sum)) << (bit % 64);
        }
        *place = word;
        (word, first, rest) = (0, 0, after);
    }
}

/// Takes away the plies at which hands or the side to move are others than the position's.
fn keep_hands(wanted: &Board, track: &Track<'_>, row: &mut [u64]) {
    let (mut hands, mut turn) = (track.start.board.hands, track.start.board.turn);
    let mut keep = |ply: usize, hands: &[u8; CODES], turn| {
        if *hands != wanted.hands || turn != wanted.turn {
            row[ply / 64] &= !(1 << (ply % 64));
        }
    };
    keep(0, &hands, turn);
    for (change, ply) in track.changes.iter().zip(1..) {
        if change.is_drop() {
            let hand = &mut hands[usize::from(change.moved)];
            *hand = hand.saturating_sub(1);
        }
        if change.gained != 0 {
            let hand = &mut hands[usize::from(change.gained)];
            *hand = hand.saturating_add(1);
        }
        turn = !turn;
        keep(ply, &hands, turn);
    }
}

impl MoveTest {
    /// The test of a condition; `add` has the pieces as bits.
    fn new(frame: Frame, condition: MoveCondition, variant: Variant, add: impl Fn(&mut Self, u32)) -> Self {
        let to = condition.squares.map_or(ANYWHERE, |set| frame.squares(set, variant).bits());
        let mut test = Self { from: ANYWHERE, to, moved: u32::MAX, captured: u32::MAX, promotes: None };
        add(&mut test, condition.pieces.map_or(u32::MAX, |pieces| frame.pieces(pieces).bits()));
        test
    }

    fn of(pattern: MovePattern) -> Self {
        let (from, moved) = match pattern.origin {
            PatternOrigin::Any => (ANYWHERE, u32::MAX),
            PatternOrigin::Squares(squares) => (squares.bits(), u32::MAX),
            PatternOrigin::Hand(kinds) => {
                let both = |kind| Color::ALL.iter().fold(0, |set, color| set | 1 << code(*color, kind));
                (DROPPED, kinds.iter().map(both).fold(0, std::ops::BitOr::bitor))
            }
        };
        Self { from, to: pattern.to.bits(), moved, captured: u32::MAX, promotes: pattern.promotes }
    }

    const fn holds(&self, change: super::track::Change) -> bool {
        self.from >> change.from & 1 == 1
            && self.to >> change.to & 1 == 1
            && self.moved >> change.moved & 1 == 1
            && self.captured >> change.captured & 1 == 1
            && match self.promotes {
                None => true,
                Some(promotes) => promotes == (change.moved != change.placed),
            }
    }
}

/// Each of the pieces on the squares counts one.
fn weights(squares: SquareSet, pieces: PieceSet) -> Weights {
    let mut weights: Weights = Box::new([[0; CODES]; ROWS]);
    for square in squares.iter().map(Square::index) {
        for (content, weight) in weights[square].iter_mut().enumerate() {
            *weight = i8::from(pieces.bits() >> content & 1 == 1);
        }
    }
    weights
}

/// The pieces that count in hand, as they were before they promoted: those of `side`, else each of its own.
fn held(pieces: PieceSet, side: Option<Color>) -> PieceSet {
    let kinds = pieces.pieces();
    kinds.map(|piece| Piece::new(side.unwrap_or(piece.color), piece.kind.unpromoted())).collect()
}

/// Each of the pieces in hand counts one.
fn in_hand(pieces: PieceSet) -> Weights {
    let mut weights: Weights = Box::new([[0; CODES]; ROWS]);
    for piece in pieces.pieces().filter(|piece| piece.kind != PieceKind::King) {
        weights[usize::from(HAND)][usize::from(code(piece.color, piece.kind))] = 1;
    }
    weights
}

/// Each of the pieces counts one on the board, promoted or not, and in hand.
fn everywhere(pieces: PieceSet) -> Weights {
    let both: PieceSet = pieces
        .pieces()
        .flat_map(|piece| {
            let promoted = piece.kind.promoted();
            let promoted = promoted.map(|kind| Piece::new(piece.color, kind));
            std::iter::once(piece).chain(promoted)
        })
        .collect();
    let mut weights = weights(SquareSet::board(Variant::Shogi), both);
    weights[usize::from(HAND)] = in_hand(pieces)[usize::from(HAND)];
    weights
}

/// What the pieces of a side count in an impasse.
fn points(color: Color) -> Weights {
    let mut weights: Weights = Box::new([[0; CODES]; ROWS]);
    for piece in PieceSet::of(color).pieces() {
        let value = match piece.kind.unpromoted() {
            PieceKind::Rook | PieceKind::Bishop => 5,
            PieceKind::King => 0,
            _ => 1,
        };
        weights.iter_mut().for_each(|row| row[usize::from(code(piece.color, piece.kind))] = value);
    }
    weights
}
