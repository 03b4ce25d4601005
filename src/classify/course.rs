//! The course of an opening: what a game's moves so far have shown that the board alone does not.

use super::name_set::NameSet;
use super::shape::Word;
use crate::rules::shogi::{Move, Piece, PieceKind, Setup, Square};
use crate::rules::{ByColor, Color, MoveOrigin, named_enum};

named_enum! {
    /// Where the rook that a side began with has settled.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Rook {
        /// Nothing is known yet.
        #[default]
        Undecided = "undecided",
        /// On the right, where it began.
        Static = "static",
        /// It has swung to the left.
        Ranging = "ranging",
    }
}

/// The rook can swing so late, in own moves.
const LATEST_SWING: usize = 25;
/// So many own moves with the rook at home make it static.
const SETTLED: usize = 12;
/// So many own moves must have been made before it counts as static because the opening is over.
const FEWEST: usize = 5;
/// A fortress opposite keeps the rook from swinging after so many own moves.
const FORTRESS_AFTER: usize = 10;

/// The bishops that came off for each other.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    /// Who captured first.
    by: Color,
    /// Where, on the board.
    on: Square,
    /// The ply of the retaking move.
    ply: u32,
}

/// What is known of one side.
#[derive(Clone, Debug)]
struct Side {
    /// The board as the side sees it: its own pieces are Black's.
    view: [Option<Piece>; 81],
    /// For each kind, by its slot, the squares that it has moved or been dropped to, as the side sees them.
    was: [u128; 8],
    /// The squares on which it has captured.
    took: [u128; 8],
    /// Its moves, as it sees them.
    moves: Vec<Move>,
    rook: Rook,
    /// Where the rook that it began with stands, as it sees it, until it is captured.
    rook_square: Option<Square>,
    /// The rook has stood in front of its second rank.
    rook_advanced: bool,
    /// The file to which the rook swung, and after how many own moves.
    swing: Option<(u8, usize)>,
    feint: bool,
    /// The file that the ranging rook is on, and since how many own moves.
    file: Option<(u8, usize)>,
    /// Its first bishop is on the board.
    bishop: bool,
    /// The index of the square on which its king stands, as it sees it.
    king: usize,
}

/// What a move made of the rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RookEvent {
    /// It returned to its own side of the board, so many own moves after it swung.
    Returned(usize),
    /// It left a file for another one, so many own moves after it came there.
    LeftFile(u8, usize),
}

/// What can change beside boards and names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub rooks: [Rook; 2],
    pub bishops: [bool; 2],
    pub exchanged: bool,
    pub side_pawn: bool,
}

/// A game's opening up to a ply.
#[derive(Clone, Debug)]
pub struct Course {
    ply: u32,
    sides: ByColor<Side>,
    exchange: Option<Exchange>,
    /// A bishop took a bishop by the last move, and was not retaken yet.
    open_exchange: Option<(Color, Square)>,
    fighting: Option<u32>,
    /// Both diagonals were open when the first rook pawn was traded; `None` before.
    open_trade: Option<bool>,
    side_pawn: bool,
    /// For each side and name whether it has the name now.
    names: ByColor<NameSet>,
}

impl Course {
    /// The even start.
    pub(super) fn new(names: usize) -> Self {
        let setup = Setup::startpos();
        let side = |_| Side {
            view: setup.board,
            was: [0; 8],
            took: [0; 8],
            moves: Vec::new(),
            rook: Rook::Undecided,
            rook_square: Square::new(2, 8),
            rook_advanced: false,
            swing: None,
            feint: false,
            file: None,
            bishop: true,
            king: Square::new(5, 9).map_or(0, Square::index),
        };
        Self {
            ply: 0,
            sides: ByColor::from_fn(side),
            exchange: None,
            open_exchange: None,
            fighting: None,
            open_trade: None,
            side_pawn: false,
            names: ByColor::from_fn(|_| NameSet::new(names)),
        }
    }

    pub(super) const fn ply(&self) -> u32 {
        self.ply
    }

    /// The ply with which the fighting started.
    pub(super) const fn fighting(&self) -> Option<u32> {
        self.fighting
    }

    /// What the course shows beside boards and names.
    pub(super) fn state(&self) -> State {
        State {
            rooks: Color::ALL.map(|color| self.sides[color].rook),
            bishops: Color::ALL.map(|color| self.sides[color].bishop),
            exchanged: self.exchange.is_some(),
            side_pawn: self.side_pawn,
        }
    }

    /// The index of the square on which a side's king stands, as it sees it.
    pub(super) fn king(&self, side: Color) -> usize {
        self.sides[side].king
    }

    pub(super) fn rook(&self, side: Color) -> Rook {
        self.sides[side].rook
    }

    /// What stands on a square, as each side sees it.
    pub(super) fn seen(&self, square: Square) -> ByColor<Option<Piece>> {
        ByColor::from_fn(|color| self.sides[color].view[as_seen_by(color, square).index()])
    }

    pub(super) fn own_moves(&self, side: Color) -> usize {
        self.sides[side].moves.len()
    }

    pub(super) fn has(&self, side: Color, place: usize) -> bool {
        self.names[side].contains(place)
    }

    pub(super) fn set(&mut self, side: Color, place: usize, has: bool) {
        if has {
            self.names[side].insert(place);
        } else {
            self.names[side].remove(place);
        }
    }

    /// Whether a word holds for a side.
    pub(super) fn holds(&self, word: &Word, side: Color) -> bool {
        let whose = |own: bool| if own { side } else { !side };
        let own = &self.sides[side];
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        match word {
            Word::Pieces(squares, pieces) => {
                squares.iter().any(|square| pieces.contains(own.view[square.index()]))
            }
            Word::Was { own, squares, kind } => {
                let was = self.sides[whose(*own)].was[kind.slot() & 7];
                match squares {
                    None => was != 0,
                    Some(squares) => seen(*own, squares.iter()).any(|square| was >> square.index() & 1 == 1),
                }
            }
            Word::Took { own, squares, kind } => {
                let took = self.sides[whose(*own)].took[kind.slot() & 7];
                seen(*own, squares.iter()).any(|square| took >> square.index() & 1 == 1)
            }
            Word::Rook { own, rook } => self.sides[whose(*own)].rook == *rook,
            Word::FirstSwingFile(file) => own.swing.is_some_and(|(swung, _)| swung == *file),
            Word::Feint => own.feint,
            Word::BishopsOn => Color::ALL.into_iter().all(|color| self.sides[color].bishop),
            Word::BishopsExchanged => self.exchange.is_some(),
            Word::ExchangedByOwn => self.exchange.is_some_and(|exchange| exchange.by == side),
            Word::ExchangedOn(square) => {
                self.exchange.is_some_and(|exchange| as_seen_by(side, exchange.on) == *square)
            }
            Word::ExchangePly(relation, ply) => {
                self.exchange.is_some_and(|exchange| relation.holds(exchange.ply, *ply))
            }
            Word::SidePawn => self.side_pawn,
            Word::Name { own, place } => self.has(whose(*own), *place),
            Word::OwnMove(relation, count) => relation.holds(number(own.moves.len()), *count),
            Word::Ply(relation, ply) => relation.holds(self.ply, *ply),
            Word::OwnMoveIs(index, mv) => own.moves.get(*index) == Some(mv),
            Word::Side(color) => *color == side,
        }
    }

    /// Plays a move of the side whose turn it is. `bars_swing` says whether a name that it has keeps its rook from
    /// swinging, `fortress` whether the other side has a fortress.
    pub(super) fn play(&mut self, mv: Move, bars_swing: bool, fortress: bool) -> Option<RookEvent> {
        let mover = if self.ply.is_multiple_of(2) { Color::Black } else { Color::White };
        self.ply += 1;
        let to = as_seen_by(mover, mv.to());
        let captured = self.sides[mover].view[to.index()];
        let (from, moved) = match mv.origin() {
            MoveOrigin::Board(from) => {
                let from = as_seen_by(mover, from);
                (Some(from), self.sides[mover].view[from.index()])
            }
            MoveOrigin::Hand(kind) => (None, Some(Piece::new(Color::Black, kind))),
        };
        let moved = moved?;
        let placed =
            Piece::new(Color::Black, if mv.promotes() { moved.kind.promoted()? } else { moved.kind });
        for color in Color::ALL {
            let square = |square: Square| if color == mover { square } else { square.flip() };
            let view = &mut self.sides[color].view;
            if let Some(from) = from {
                view[square(from).index()] = None;
            }
            let whose = if color == mover { Color::Black } else { Color::White };
            view[square(to).index()] = Some(Piece { color: whose, ..placed });
        }
        let own = &mut self.sides[mover];
        own.moves.push(match from {
            Some(from) => Move::board(from, to, mv.promotes()),
            None => Move::drop(moved.kind, to),
        });
        if moved.kind == PieceKind::King {
            own.king = to.index();
        }
        let slot = moved.kind.unpromoted().slot() & 7;
        own.was[slot] |= 1 << to.index();
        if captured.is_some() {
            own.took[slot] |= 1 << to.index();
        }
        let is_first_rook = from.is_some() && from == own.rook_square;
        if is_first_rook {
            own.rook_square = Some(to);
        }
        let other = &mut self.sides[!mover];
        if captured.is_some() && other.rook_square == Some(to.flip()) {
            other.rook_square = None;
        }
        let retakes = self.captures(mover, to, moved.kind, captured.map(|piece| piece.kind));
        self.trades(to, is_first_rook, moved.kind, captured.is_some());
        let swing = from.filter(|_| is_first_rook).map(|from| (from, to));
        self.settle_rook(mover, swing, captured.is_none() || retakes, bars_swing, fortress)
    }

    /// What a capture means for the bishops and the fighting. Returns whether a bishop exchange is completed.
    fn captures(&mut self, mover: Color, to: Square, moved: PieceKind, captured: Option<PieceKind>) -> bool {
        let on = as_seen_by(mover, to);
        let open = self.open_exchange.take();
        let retakes = captured.is_some() && open.is_some_and(|(_, square)| square == on);
        if let Some((by, on)) = open {
            if retakes {
                self.exchange = self.exchange.or(Some(Exchange { by, on, ply: self.ply }));
            } else {
                self.fighting = self.fighting.or(Some(self.ply));
            }
        }
        let Some(captured) = captured else { return false };
        if captured.unpromoted() == PieceKind::Bishop {
            self.sides[!mover].bishop = false;
        }
        if retakes || captured == PieceKind::Pawn || self.fighting.is_some() {
            return retakes;
        }
        if captured == PieceKind::Bishop && moved.unpromoted() == PieceKind::Bishop {
            self.open_exchange = Some((mover, on));
        } else {
            self.fighting = Some(self.ply);
        }
        retakes
    }

    /// The trade of the rook pawns, and the side pawn.
    fn trades(&mut self, to: Square, is_first_rook: bool, moved: PieceKind, captures: bool) {
        if !captures {
            return;
        }
        let is_on = |file, rank| Square::new(file, rank) == Some(to);
        if is_first_rook && is_on(2, 4) && self.open_trade.is_none() {
            let is_open = |color: Color| {
                let side = &self.sides[color];
                let pushed = Square::new(7, 6)
                    .is_some_and(|square| side.was[PieceKind::Pawn.slot()] >> square.index() & 1 == 1);
                let own_pawn = Some(Piece::new(Color::Black, PieceKind::Pawn));
                let closed_not =
                    Square::new(6, 7).is_some_and(|square| side.view[square.index()] == own_pawn);
                pushed && closed_not && side.bishop
            };
            self.open_trade = Some(Color::ALL.into_iter().all(is_open));
        }
        let bishops_on = Color::ALL.into_iter().all(|color| self.sides[color].bishop);
        if moved.unpromoted() == PieceKind::Rook && is_on(3, 4) && self.open_trade == Some(true) && bishops_on
        {
            self.side_pawn = true;
        }
    }

    /// What a move of the side says about its rook; `swing` has the squares when it is the rook's own.
    fn settle_rook(
        &mut self,
        mover: Color,
        swing: Option<(Square, Square)>,
        is_quiet: bool,
        bars_swing: bool,
        fortress: bool,
    ) -> Option<RookEvent> {
        let is_early = self.fighting.is_none();
        let own = &self.sides[mover];
        let count = own.moves.len();
        let king_file = Square::from_index(own.king).map_or(5, Square::file);
        let promoted_major = || {
            own.view.iter().flatten().any(|piece| matches!(piece.kind, PieceKind::Horse | PieceKind::Dragon))
        };
        let stands = |file, rank, kind| {
            Square::new(file, rank)
                .is_some_and(|square| own.view[square.index()] == Some(Piece::new(Color::Black, kind)))
        };
        let may_swing = is_early
            && is_quiet
            && count <= LATEST_SWING
            && !own.rook_advanced
            && king_file <= 5
            && !bars_swing
            && !(fortress && count > FORTRESS_AFTER);
        let mut event = None;
        let mut settled = false;
        if let Some((from, to)) = swing {
            let was_ranging = own.rook == Rook::Ranging;
            let is_back = to.rank() >= 8;
            let swings = !was_ranging
                && from.rank() == 8
                && to.rank() == 8
                && to.file() >= 5
                && may_swing
                && !promoted_major();
            let pawn_moved = !stands(2, 7, PieceKind::Pawn);
            let (swung, file) = (own.swing, own.file);
            let own = &mut self.sides[mover];
            if was_ranging && is_back && to.file() <= 4 {
                let after = swung.map_or(usize::MAX, |(_, since)| count - since);
                event = Some(RookEvent::Returned(after));
            } else if was_ranging && is_back && file.is_some_and(|(file, _)| file != to.file()) {
                event = file.map(|(file, since)| RookEvent::LeftFile(file, count - since));
                own.file = Some((to.file(), count));
            } else if swings {
                own.rook = Rook::Ranging;
                own.swing = Some((to.file(), count));
                own.feint = pawn_moved;
                own.file = Some((to.file(), count));
            }
            own.rook_advanced |= to.rank() < 8;
            settled = [(3, 8), (4, 8), (2, 9)].contains(&(to.file(), to.rank()));
        }
        let own = &self.sides[mover];
        if own.rook == Rook::Undecided {
            let pushed = Square::new(2, 6)
                .is_some_and(|square| own.was[PieceKind::Pawn.slot()] >> square.index() & 1 == 1);
            let stands = |file, rank, kind| {
                Square::new(file, rank)
                    .is_some_and(|square| own.view[square.index()] == Some(Piece::new(Color::Black, kind)))
            };
            let shows = pushed
                || king_file >= 6
                || stands(7, 7, PieceKind::Silver) && stands(7, 8, PieceKind::Gold)
                || count >= SETTLED;
            if settled || self.is_rook_at_home(mover) && shows {
                self.sides[mover].rook = Rook::Static;
            }
        }
        event
    }

    /// The swing is undone: the rook is static after all.
    pub(super) fn undo_swing(&mut self, side: Color) {
        let own = &mut self.sides[side];
        own.rook = Rook::Static;
        own.swing = None;
        own.feint = false;
        own.file = None;
    }

    fn is_rook_at_home(&self, side: Color) -> bool {
        self.sides[side].rook_square == Square::new(2, 8)
    }

    /// The opening is over: a rook that still stands at home is static.
    pub(super) fn close(&mut self) {
        for color in Color::ALL {
            let own = &self.sides[color];
            if own.rook == Rook::Undecided && own.moves.len() >= FEWEST && self.is_rook_at_home(color) {
                self.sides[color].rook = Rook::Static;
            }
        }
    }
}

/// A square as a side sees it, and back.
pub(super) fn as_seen_by(side: Color, square: Square) -> Square {
    match side {
        Color::Black => square,
        Color::White => square.flip(),
    }
}

/// Squares as the side sees them whose pieces are meant: its own, or the other one.
fn seen(own: bool, squares: impl Iterator<Item = Square>) -> impl Iterator<Item = Square> {
    squares.map(move |square| if own { square } else { square.flip() })
}
