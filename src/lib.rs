//! A storehouse of shogi records (棋譜蔵): reads every format, replays every move by its own rules, keeps games in one
//! SQLite file with an index of every position, and answers questions about them.
//!
//! The command `kura` is one user of this crate; whatever it does, other programs can do too. What the program is for
//! stands in the [README](https://docs.rs/crate/kifukura), how the house is built in `docs/architecture.md`.
//!
//! # Five tasks
//! Read a file, whatever its format and encoding, and see how each game ended: as its record declares, and as its moves
//! verify.
//! ```
//! use kifukura::{formats, record::Ending, replay::{Agreement, replay}};
//!
//! let document = formats::read(&std::fs::read("sample-records/endings/checkmate.kif")?);
//! assert_eq!(document.format.map(|format| format.name()), Some("kif"));
//! let game = replay(&document.records[0]).expect("a start position that can be played on");
//! assert_eq!(game.outcome.declared, Ending::Checkmate);
//! assert_eq!(game.outcome.verified, Ending::Checkmate);
//! assert_eq!(game.outcome.agreement, Agreement::Agrees);
//! # Ok::<(), std::io::Error>(())
//! ```
//! Write a game in another format, and learn what that format cannot hold.
//! ```
//! use kifukura::{formats::{self, Target}, replay::replay};
//!
//! let document = formats::read("手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes());
//! let record = &document.records[0];
//! let game = replay(record).expect("a start position that can be played on");
//! let written = Target::Usi.write(record, &game, None);
//! assert_eq!(written.text, "position startpos moves 7g7f\n");
//! assert_eq!(written.losses[0].code.name(), "endings-dropped");
//! ```
//! Play by the rules, and learn which one a move breaks.
//! ```
//! use kifukura::rules::{Rule, shogi::Position};
//!
//! let mut position = Position::startpos();
//! position.try_play("7g7f".parse()?)?;
//! assert_eq!(position.legal_moves().len(), 30);
//! assert_eq!(position.judge("2b8h+".parse()?), Err(Rule::CannotMoveSo));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! Import files, folders and archives into a database, and ask what was played in a position.
//! ```
//! # #[cfg(feature = "store")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use kifukura::database::Database;
//! use kifukura::import::{Options, import};
//! use kifukura::query::{AskedPosition, ExploreOptions, Filter, Questions};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.db");
//! let database = Database::create(&path)?;
//! let summary = import(&database, &["sample-records/endings".into()], Options::default(), &mut |_| {})?;
//! assert!(summary.adds_up());
//!
//! let asked = AskedPosition::read("7g7f 3c3d", None, None)?;
//! let filter: Filter = "since=2020 ending=resignation,checkmate".parse()?;
//! let explored = database.explore(&asked.position, &filter, &ExploreOptions::default())?;
//! assert_eq!(explored.results.games(), explored.games);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "store"))]
//! # fn main() {}
//! ```
//! Show an answer as a table, Markdown, CSV or JSON, all with the same fields.
//! ```
//! # #[cfg(feature = "report")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use kifukura::database::Database;
//! use kifukura::query::{EndingsBy, Filter, Questions};
//! use kifukura::report::{Csv, EndingStatistics, RenderOptions, Renderer};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.db");
//! let database = Database::create(&path)?;
//! let endings = database.endings(&Filter::default(), EndingsBy::Verified)?;
//! let mut csv = Vec::new();
//! let answer = EndingStatistics { endings, by: EndingsBy::Verified };
//! Csv.render(&answer, &RenderOptions::default(), &mut csv)?;
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "report"))]
//! # fn main() {}
//! ```
//! `examples/` has a small program for each layer.
//!
//! # Features
//! All are on by default. Without any of them the crate is [`rules`], [`record`], [`terms`], [`notation`], [`replay`] and
//! [`formats`]: seven small dependencies, no C compiler, and no file is ever opened.
//!
//! | feature | what it adds | with |
//! | --- | --- | --- |
//! | `intake` | [`intake`], [`check`]: files and folders on all cores, findings and fixes | rayon, sha2, walkdir |
//! | `archives` | files in zip, tar, gz, zst, 7z and lzh for `intake`, without it reported as [`ArchiveError::NotInThisBuild`](intake::ArchiveError::NotInThisBuild) | zip, tar, flate2, zstd, sevenz-rust2, delharc |
//! | `store` | [`database`], [`import`], [`query`] | `intake`; SQLite, zstd |
//! | `tablebase` | [`tablebase`], [`analyse`]: the solution of dōbutsu shōgi | rayon, sha2, zstd |
//! | `report` | [`report`], [`dataset`]: answers as tables, CSV and JSON, games as data | `store`, `tablebase`; tabled, csv |
//! | `cli` | the command `kura` | `report`; clap and what a terminal needs |
//!
//! # Layers
//! A module uses only rows below its own.
//! ```text
//! cli                               the command `kura`: arguments → a question → an answer → a rendering
//! ───────────────────────────────────────────────── public API
//! dataset                           games → files, the same games always as the same bytes
//! report                            answers → tables, boards, text
//! import · check · query · analyse  records in; findings and fixes; questions and answers; games against a solution
//! intake · database · tablebase     files and archives; the one door to a database file; dōbutsu's solution
//! formats · store · index           files of games; what a database holds; the position index
//! notation · replay                 a move as text; what was played
//! record · terms                    what a record says; names of things
//! rules                             the games themselves; std only
//! ```
//! The rows' internals ([`database`]'s tables and the index of positions) are not public: no type of SQLite's library
//! appears in a signature, and the file itself is described in `schema/README.md`.

#![cfg_attr(
    not(feature = "report"),
    allow(
        dead_code,
        unused_imports,
        reason = "what only the upper rows use is not dead, they are only not built"
    )
)]

// What is public, top to bottom. Each module lists its own names.
#[cfg(feature = "report")]
pub mod dataset;
#[cfg(feature = "report")]
pub mod report;

#[cfg(feature = "tablebase")]
pub mod analyse;
#[cfg(feature = "intake")]
pub mod check;
#[cfg(feature = "store")]
pub mod import;
#[cfg(feature = "store")]
pub mod query;

#[cfg(feature = "store")]
pub mod database;
#[cfg(feature = "intake")]
pub mod intake;
#[cfg(feature = "tablebase")]
pub mod tablebase;

pub mod formats;
#[cfg(feature = "store")]
mod index;
#[cfg(feature = "store")]
mod store;

pub mod classify;

pub mod pattern;

pub mod notation;
pub mod replay;

pub mod record;
pub mod terms;

pub mod rules;

/// The example of the README is a test too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
