//! Kifukura (棋譜蔵): a storehouse of shogi game records.

pub mod analyse;
pub mod rules;
