//! The position index: for every position of every stored game, which game reached it, after how many plies, and
//! what was played there.
//!
//! Postings are kept sorted by key in compressed blocks. Each import adds segments of its own; segments of about one
//! size are merged into a larger one, as in a log-structured merge tree, so that adding a few games never rewrites
//! everything. Beside them stand the few [facts of each game](GameFacts) that counting and filtering need, in blocks of
//! fixed width, the
//! [names of its openings](OpeningNames) and [what statistics measure](Measures). All of it is derived: [`clear`] and writing all games again gives the same answers.

mod block;
mod check;
mod facts;
mod game_facts;
mod measure_block;
mod measures;
mod merge;
mod novelty;
mod opening_block;
mod openings;
mod posting;
mod postings;
mod rebuild;
mod segment;

pub use check::{IndexState, check};
pub use facts::{Facts, LoadedFacts, facts_version, rebuild_games, update_games};
pub use game_facts::{Day, FIRST_MOVES, GameFacts};
pub use measure_block::GameMeasures;
pub use measures::{MeasureParts, Measures};
pub use merge::{merge_all, merge_full_levels};
pub use novelty::novelties;
pub use opening_block::SideName;
pub use openings::{OpeningNames, StoredDefinitions, classify_all, names_of, stored_definitions};
pub use posting::{Key, Posting};
pub use postings::Postings;
use rebuild::postings_of;
pub use rebuild::{add_games, rebuild, rebuild_in};
pub use segment::lookup;

/// What can go wrong in the index. Its words are those of `database::DatabaseError`.
#[derive(Debug)]
pub enum IndexError {
    /// A block that does not decode. The games are not touched by this; the index can be built again.
    Damaged {
        /// The segment.
        segment: i64,
        /// The block's number in it.
        number: i64,
    },
    /// A block of the games' facts that does not decode; it can be built again as well.
    DamagedGames {
        /// The block's number.
        number: u32,
    },
    /// A block of the names of openings that does not decode; it can be built again.
    DamagedOpenings {
        /// The block's number.
        number: u32,
    },
    /// A block of what is measured of the games that does not decode; it can be built again.
    DamagedMeasures {
        /// The block's number.
        number: u32,
    },
    /// The definitions of openings do not decode; the standard ones can take their place.
    DamagedDefinitions,
    /// SQLite's own error.
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for IndexError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}
