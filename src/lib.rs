//! Kifukura (棋譜蔵): a storehouse of shogi game records.
//!
//! Modules, bottom to top; each uses only those of the rows below it:
//!
//! | row | modules |
//! | --- | --- |
//! | the games themselves | [`rules`] |
//! | what a game is | [`notation`], [`record`], [`replay`] |
//! | files of games | [`formats`] |

pub mod formats;
pub mod notation;
pub mod record;
pub mod replay;
pub mod rules;
