//! Standard shogi (本将棋): positions, moves, and every rule that decides what may be played.

mod attacks;
mod bitboard;
mod cell;
mod geometry;
mod hand;
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
mod rule;
mod setup;
mod sfen;
mod square;
mod validate;

pub use bitboard::{Bitboard, Squares};
pub use hand::Hand;
pub use history::{History, Repetition};
pub use impasse::Declaration;
pub use move_list::{MAX_MOVES, MoveList};
pub use mv::{Move, MoveError, Origin};
pub use perft::{perft, perft_divide, perft_played};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use rule::Rule;
pub use setup::Setup;
pub use sfen::{SfenError, SfenErrorKind};
pub use square::{Square, SquareError};
pub use validate::{PositionError, SetupError};
