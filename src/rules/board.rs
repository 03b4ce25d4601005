//! Which game is played, and a position of any of them behind the same few operations.
//!
//! Moves of both games are [`shogi::Move`]s here: those of dōbutsu shōgi between the squares that lishogi gives the
//! animals ([`dobutsu::Move::to_shogi`]).

use super::{Color, dobutsu, shogi};
use std::fmt;

/// A game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Standard shogi.
    #[default]
    Shogi,
    /// Dōbutsu shōgi.
    Dobutsu,
}

impl Variant {
    /// Every game.
    pub const ALL: [Self; 2] = [Self::Shogi, Self::Dobutsu];

    /// The stored name: `shogi`, `dobutsu`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shogi => "shogi",
            Self::Dobutsu => "dobutsu",
        }
    }

    /// The game with this stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// A move as text: `7g7f`, or `b3b2` in dōbutsu shōgi.
    #[must_use]
    pub fn move_text(self, mv: shogi::Move) -> String {
        let animal = if self == Self::Dobutsu { dobutsu::Move::from_shogi(mv) } else { None };
        animal.map_or_else(|| mv.to_string(), |mv| mv.to_string())
    }

    /// The move of a text: USI, in dōbutsu shōgi also `b3b2`, `G*b3`.
    #[must_use]
    pub fn read_move(self, text: &str) -> Option<shogi::Move> {
        let animal = if self == Self::Dobutsu { text.parse().ok() } else { None };
        match animal {
            Some(mv) => Some(dobutsu::Move::to_shogi(mv)),
            None => text.parse().ok(),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What replay, index and queries need of a position, whatever the game.
pub trait Play: Clone {
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
    /// The rule that it breaks, and the same in words.
    fn judge_move(&self, mv: shogi::Move) -> Result<(), (shogi::Rule, String)>;

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
    fn sfen_text(&self) -> String;

    /// Whether it is where an even game starts, the move number apart.
    fn is_even_start(&self) -> bool;
}

impl Play for shogi::Position {
    fn variant(&self) -> Variant {
        Variant::Shogi
    }

    #[inline]
    fn as_shogi(&self) -> Option<&Self> {
        Some(self)
    }

    #[inline]
    fn turn(&self) -> Color {
        self.turn()
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
    fn judge_move(&self, mv: shogi::Move) -> Result<(), (shogi::Rule, String)> {
        self.judge(mv).map_err(|rule| (rule, rule.to_string()))
    }

    #[inline]
    fn make(&mut self, mv: shogi::Move) {
        self.play(mv);
    }

    #[inline]
    fn make_if_legal(&mut self, mv: shogi::Move) -> bool {
        self.try_play(mv).is_ok()
    }

    fn sfen_text(&self) -> String {
        self.sfen()
    }

    fn is_even_start(&self) -> bool {
        self.key() == Self::startpos().key()
    }
}

impl Play for dobutsu::Position {
    fn variant(&self) -> Variant {
        Variant::Dobutsu
    }

    fn turn(&self) -> Color {
        self.turn()
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

    fn judge_move(&self, mv: shogi::Move) -> Result<(), (shogi::Rule, String)> {
        let off_the_board =
            || (shogi::Rule::CannotMoveSo, "a square or an animal that there is not".to_owned());
        let mv = dobutsu::Move::from_shogi(mv).ok_or_else(off_the_board)?;
        self.judge(mv).map_err(|rule| {
            (shogi::Rule::from_code(rule.code()).unwrap_or(shogi::Rule::CannotMoveSo), rule.to_string())
        })
    }

    fn make(&mut self, mv: shogi::Move) {
        if let Some(mv) = dobutsu::Move::from_shogi(mv) {
            self.play(mv);
        }
    }

    fn sfen_text(&self) -> String {
        self.sfen()
    }

    fn is_even_start(&self) -> bool {
        self.key() == Self::startpos().key()
    }
}

/// A position of some game.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a game has two of them, and nearly all are of standard shogi")]
pub enum Board {
    /// Of standard shogi.
    Shogi(shogi::Position),
    /// Of dōbutsu shōgi.
    Dobutsu(dobutsu::Position),
}

impl Board {
    /// The start of an even game.
    #[must_use]
    pub fn startpos(variant: Variant) -> Self {
        match variant {
            Variant::Shogi => Self::Shogi(shogi::Position::startpos()),
            Variant::Dobutsu => Self::Dobutsu(dobutsu::Position::startpos()),
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: shogi::Move) {
        self.make(mv);
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        match self {
            Self::Shogi(position) => position.turn(),
            Self::Dobutsu(position) => position.turn(),
        }
    }

    /// The text form.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.sfen_text()
    }

    /// The position, if it is one of standard shogi.
    #[must_use]
    pub fn shogi(&self) -> Option<&shogi::Position> {
        match self {
            Self::Shogi(position) => Some(position),
            Self::Dobutsu(_) => None,
        }
    }

    /// The position, if it is one of dōbutsu shōgi.
    #[must_use]
    pub fn dobutsu(&self) -> Option<&dobutsu::Position> {
        match self {
            Self::Dobutsu(position) => Some(position),
            Self::Shogi(_) => None,
        }
    }
}

/// Asks whichever position it is.
macro_rules! either {
    ($board:expr, $position:ident => $answer:expr) => {
        match $board {
            Board::Shogi($position) => $answer,
            Board::Dobutsu($position) => $answer,
        }
    };
}

impl Play for Board {
    fn variant(&self) -> Variant {
        either!(self, position => position.variant())
    }

    fn as_shogi(&self) -> Option<&shogi::Position> {
        self.shogi()
    }

    fn turn(&self) -> Color {
        self.turn()
    }

    fn index_key(&self) -> u64 {
        either!(self, position => position.index_key())
    }

    fn piece_on(&self, square: shogi::Square) -> Option<shogi::Piece> {
        either!(self, position => position.piece_on(square))
    }

    fn holds(&self, kind: shogi::PieceKind) -> bool {
        either!(self, position => position.holds(kind))
    }

    fn each_move(&self, found: impl FnMut(shogi::Move)) {
        either!(self, position => position.each_move(found));
    }

    fn judge_move(&self, mv: shogi::Move) -> Result<(), (shogi::Rule, String)> {
        either!(self, position => position.judge_move(mv))
    }

    fn make(&mut self, mv: shogi::Move) {
        either!(self, position => position.make(mv));
    }

    fn sfen_text(&self) -> String {
        either!(self, position => position.sfen_text())
    }

    fn is_even_start(&self) -> bool {
        either!(self, position => position.is_even_start())
    }
}
