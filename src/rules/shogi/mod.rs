//! Standard shogi (本将棋): positions, moves, and every rule that decides what may be played.
//!
//! A [`Setup`] is a position as written, unchecked; a [`Position`] is one that can be played on.
//! The rules are those of the Japan Shogi Association and, for declarations, of the CSA; clocks,
//! records and notations other than SFEN and USI are not the business of this module.
//!
//! Play a move, or learn which rule it breaks:
//! ```
//! use kifukura::rules::Rule;
//! use kifukura::rules::shogi::{Move, Position};
//!
//! let mut position = Position::startpos();
//! position.try_play("7g7f".parse()?)?;
//! assert_eq!(position.sfen(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
//! assert_eq!(position.judge("3c3d".parse()?), Ok(()));
//! assert_eq!(position.judge("2b8h+".parse()?), Err(Rule::CannotMoveSo));
//! assert_eq!(Rule::CannotMoveSo.name(), "cannot_move_so");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! List the legal moves, also of a composed position:
//! ```
//! use kifukura::rules::Rule;
//! use kifukura::rules::shogi::Position;
//!
//! let position: Position = "7nk/9/7G1/9/9/9/9/9/K8 b P 1".parse()?;
//! assert_eq!(position.legal_moves().len(), 78);
//! // A pawn drop that mates is the one drop that may not mate.
//! assert_eq!(position.judge("P*1b".parse()?), Err(Rule::PawnDropMate));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Replay a game and watch for repetition:
//! ```
//! use kifukura::rules::shogi::{History, Position, UsiMoves};
//!
//! let mut position = Position::startpos();
//! let mut history = History::new(&position);
//! for mv in UsiMoves::new(&b"4i4h 6a6b 4h4i 6b6a ".repeat(3)) {
//!     position.try_play(mv?)?;
//!     history.push(&position);
//! }
//! let repetition = history.repetition().expect("the start position stood four times");
//! assert_eq!(repetition.occurrences, [0, 4, 8, 12]);
//! assert_eq!(repetition.loser, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Judge a declaration:
//! ```
//! use kifukura::rules::Color;
//! use kifukura::rules::shogi::Position;
//! use kifukura::rules::shogi::impasse::{Condition, ImpasseDeclaration, Verdict};
//!
//! let position: Position = "+P+P+P+P+PGGSS/4K4/+P8/9/9/9/9/9/4k4 b 2R2B 1".parse()?;
//! let facts = ImpasseDeclaration::of(&position, Color::Black);
//! assert_eq!((facts.pieces_in_zone, facts.points), (10, 30));
//! assert_eq!(facts.csa27(Color::Black, 0), Verdict::Wins);
//! assert_eq!(facts.law24(0), Verdict::Draws);
//! assert_eq!(facts.failed(31, 0).collect::<Vec<_>>(), [Condition::Points]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod bitboard;
mod cell;
mod geometry;
mod hand;
mod handicap;
mod history;
pub mod impasse;
mod judge;
pub mod key;
mod move_list;
mod movegen;
mod mv;
mod perft;
mod piece;
mod play;
mod position;
mod safety;
mod setup;
mod sfen;
mod square;
mod usi;
mod validate;

pub use bitboard::{Bitboard, Squares};
pub use hand::Hand;
pub use handicap::Handicap;
pub use history::{History, Repetition};
pub use impasse::ImpasseDeclaration;
pub use move_list::{MAX_MOVES, MoveList};
pub use mv::{Move, MoveError};
pub use perft::{perft, perft_divide, perft_played};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use setup::Setup;
pub use sfen::{SfenError, SfenErrorKind};
pub use square::{Square, SquareError};
pub use usi::{UsiMoves, UsiMovesError};
pub use validate::{PositionError, SetupError};
