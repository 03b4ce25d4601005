//! Kifukura (棋譜蔵): a storehouse of shogi game records.
//!
//! Modules, bottom to top; each uses only those of the rows below it:
//!
//! | row | modules |
//! | --- | --- |
//! | the games themselves | [`rules`] |
//! | what a game is | [`notation`], [`record`], [`replay`] |
//! | files of games; the database; the position index | [`formats`], [`store`], [`index`] |
//! | records in, answers out | [`import`], [`query`] |
//! | answers as tables and files | [`report`], [`dataset`] |

pub mod dataset;
pub mod formats;
pub mod import;
pub mod index;
pub mod notation;
pub mod query;
pub mod record;
pub mod replay;
pub mod report;
pub mod rules;
pub mod store;
