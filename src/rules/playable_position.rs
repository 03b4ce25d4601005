//! What every game's positions have in common.
//!
//! Moves of both games are [`shogi::Move`]s here: those of dōbutsu shōgi between the squares that lishogi gives the
//! animals ([`dobutsu::Move::to_shogi`]).

use super::{Color, Rule, Variant, dobutsu, shogi};

/// A position of any game that can be played on: what replay, index and queries need of it.
pub trait PlayablePosition: Clone {
    /// Which game it is.
    fn variant(&self) -> Variant;

    /// The position, if it is one of shogi.
    fn as_shogi(&self) -> Option<&shogi::Position> {
        None
    }

    /// The side to move.
    fn turn(&self) -> Color;

    /// The key under which the index holds it; keys of different games are as different as those of one.
    fn index_key(&self) -> u64;

    /// What stands on a square.
    fn piece_on(&self, square: shogi::Square) -> Option<shogi::Piece>;

    /// Whether the side to move holds a piece of a kind.
    fn holds(&self, kind: shogi::PieceKind) -> bool;

    /// Gives every legal move to `found`.
    fn each_move(&self, found: impl FnMut(shogi::Move));

    /// Whether a move is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn judge_move(&self, mv: shogi::Move) -> Result<(), Rule>;

    /// Makes a legal move.
    fn make(&mut self, mv: shogi::Move);

    /// Makes a move if it is legal, and says whether it was.
    fn make_if_legal(&mut self, mv: shogi::Move) -> bool {
        let legal = self.judge_move(mv).is_ok();
        if legal {
            self.make(mv);
        }
        legal
    }

    /// The text form.
    fn sfen(&self) -> String;

    /// Whether it is where an even game starts, the move number apart.
    fn is_even_start(&self) -> bool;
}

impl PlayablePosition for shogi::Position {
    fn variant(&self) -> Variant {
        Variant::Shogi
    }

    #[inline]
    fn as_shogi(&self) -> Option<&Self> {
        Some(self)
    }

    #[inline]
    fn turn(&self) -> Color {
        Self::turn(self)
    }

    #[inline]
    fn index_key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn piece_on(&self, square: shogi::Square) -> Option<shogi::Piece> {
        self.piece_at(square)
    }

    fn holds(&self, kind: shogi::PieceKind) -> bool {
        self.hand(self.turn()).count(kind) > 0
    }

    fn each_move(&self, found: impl FnMut(shogi::Move)) {
        self.legal_moves().iter().copied().for_each(found);
    }

    #[inline]
    fn judge_move(&self, mv: shogi::Move) -> Result<(), Rule> {
        self.judge(mv)
    }

    #[inline]
    fn make(&mut self, mv: shogi::Move) {
        self.play(mv);
    }

    #[inline]
    fn make_if_legal(&mut self, mv: shogi::Move) -> bool {
        self.try_play(mv).is_ok()
    }

    fn sfen(&self) -> String {
        Self::sfen(self)
    }

    fn is_even_start(&self) -> bool {
        self.key() == Self::startpos().key()
    }
}

impl PlayablePosition for dobutsu::Position {
    fn variant(&self) -> Variant {
        Variant::Dobutsu
    }

    fn turn(&self) -> Color {
        Self::turn(self)
    }

    /// The position's word, mixed so that its bits are as random as those of a key of standard shogi. The mixing is
    /// frozen and can be undone, so different positions keep different keys.
    fn index_key(&self) -> u64 {
        let z = self.key() ^ u64::from_be_bytes(*b"dobutsu!");
        let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn piece_on(&self, square: shogi::Square) -> Option<shogi::Piece> {
        Some(self.piece_at(dobutsu::Square::from_shogi(square)?)?.to_shogi())
    }

    fn holds(&self, kind: shogi::PieceKind) -> bool {
        dobutsu::PieceKind::from_shogi(kind).is_some_and(|kind| self.hand(self.turn()).count(kind) > 0)
    }

    fn each_move(&self, mut found: impl FnMut(shogi::Move)) {
        self.legal_moves().iter().for_each(|mv| found(mv.to_shogi()));
    }

    /// A square or a kind of piece that the game does not have breaks [`Rule::CannotMoveSo`].
    fn judge_move(&self, mv: shogi::Move) -> Result<(), Rule> {
        self.judge(dobutsu::Move::from_shogi(mv).ok_or(Rule::CannotMoveSo)?)
    }

    fn make(&mut self, mv: shogi::Move) {
        if let Some(mv) = dobutsu::Move::from_shogi(mv) {
            self.play(mv);
        }
    }

    fn sfen(&self) -> String {
        Self::sfen(self)
    }

    fn is_even_start(&self) -> bool {
        self.key() == Self::startpos().key()
    }
}
