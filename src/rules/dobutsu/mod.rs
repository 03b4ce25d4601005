//! Dōbutsu shōgi (どうぶつしょうぎ): three files, four ranks, lion, giraffe, elephant and chick.
//!
//! The same operations and names as standard shogi: an unchecked [`Setup`], a playable [`Position`] (one 64-bit
//! word and a move number), [`Move`]s of two bytes in the same layout, [`Position::judge`] and
//! [`Position::legal_moves`], a [`History`] for repetition. What differs is the game: there is no check, so every
//! move that a piece can make is legal, and a game ends on the board ([`Position::game_end`]).
//!
//! # Coordinates
//! Squares are named as they are printed on the board and written in Japanese: files `a` `b` `c` from left to
//! right as Black sees them, ranks `1` to `4` from top to bottom, so that Black's home rank is 4 and the far rank
//! is 1. Moves are `b3b2`, `G*b3` (a drop) and `b2b1+` (a chick becomes a hen). Fairy-Stockfish uses the same
//! letters with the ranks numbered from the bottom, lishogi digits for files from the right and letters for ranks.
//!
//! # Rules
//! Those of the official sheet (Nekomado), made precise:
//! - a chick that *moves* to the far rank becomes a hen, always; a chick *dropped* there stays a chick;
//! - a captured hen is a chick in hand; animals in hand may be dropped on any empty square, without other limit;
//! - taking the lion wins; a lion that has reached the far rank on a square that the opponent does not attack
//!   wins at once; one that reached it under attack wins if the very next move does not take it;
//! - the third occurrence of a position (board, hands, side to move) is a draw;
//! - a side that has no move loses (the sheet does not say; it does not happen while lions are taken).
//!
//! # Example
//! ```
//! use kifukura::rules::dobutsu::{GameEndKind, Position};
//!
//! let mut position = Position::startpos();
//! for text in ["b3b2", "a1a2", "b2b1+"] {
//!     assert_eq!(position.game_end(), None);
//!     position.try_play(text.parse()?)?;
//! }
//! assert_eq!(position.sfen(), "1+Ce/g2/3/ELG w C 4");
//! assert_eq!(position.game_end().map(|end| end.kind), Some(GameEndKind::LionCaptured));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game_end;
mod hand;
mod history;
mod lishogi;
mod moves;
mod perft;
mod piece;
mod position;
mod setup;
mod sfen;
mod square;
mod steps;

pub use game_end::{EndRule, GameEnd, GameEndKind};
pub use hand::Hand;
pub use history::{History, Repetition};
pub use moves::{Move, MoveError, MoveList};
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use setup::{Setup, SetupError};
pub use sfen::{SfenError, SfenErrorKind};
pub use square::{Square, SquareError};
