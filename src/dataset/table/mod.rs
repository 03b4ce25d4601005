//! The tables of datasets and the formats in which they are written: rows become columns ([`Batch`]), columns become
//! Parquet, CSV or JSON Lines.

mod batch;
mod game;
mod games;
mod moves;
mod parquet;
mod positions;
mod row_bytes;
mod rows;
mod sampling;
mod sorter;
mod unique;

pub use batch::{Batch, BatchCursor, ColumnRows, ColumnType, TableColumn, Texts, Value, Values};
pub use game::PlayedGame;
pub(super) use games::game_columns;
pub use games::{columns as games_columns, push as push_game_cells};
pub use moves::{columns as moves_columns, push_game as push_moves};
pub use parquet::ParquetWriter;
pub use positions::{columns as positions_columns, push_game as push_positions, push_sfen};
pub(super) use row_bytes::{push_row, row_bytes};
pub use rows::{csv_header, csv_rows, json_rows};
pub use sampling::{SampledPosition, Sampling};
pub use sorter::Sorter;
pub use unique::{columns as unique_columns, each_batch as each_unique_batch, gather};

use crate::formats::Target;
use crate::formats::packed::{hcpe, psv};
use crate::rules::named_enum;

named_enum! {
    /// A table of a dataset.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum TableName {
        /// One row a game.
        Games = "games",
        /// One row a move.
        Moves = "moves",
        /// One row a position in which a move was made, or one a position that differs from all others.
        Positions = "positions",
    }
}

named_enum! {
    /// A format in which a table is written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum TableFormat {
        /// Parquet with zstd.
        Parquet = "parquet",
        /// Comma-separated values with a header line.
        Csv = "csv",
        /// One JSON object a line.
        Jsonl = "jsonl",
        /// Games as `position` commands of USI, one a line.
        Usi = "usi",
        /// Games as CSA V2.2, one behind the other.
        Csa = "csa",
        /// Games as CSA V3.0.
        Csa3 = "csa3",
        /// Games as JKF, one a line.
        Jkf = "jkf",
        /// Games as KIF in CP932, a zip archive with a file for each.
        Kif = "kif",
        /// Games as KIF in UTF-8, in the same way.
        Kifu = "kifu",
        /// Games as KI2, in the same way.
        Ki2 = "ki2",
        /// Positions as SFEN, one a line.
        Sfen = "sfen",
        /// Games with their moves as 36 and more bytes, as dlshogi learns from.
        Hcpe3 = "hcpe3",
        /// Positions as 40 bytes each, as YaneuraOu learns from.
        Psv = "psv",
        /// Positions as 38 bytes each, as Apery and dlshogi learn from.
        Hcpe = "hcpe",
    }
}

impl TableFormat {
    /// The tables that it is a format of.
    #[must_use]
    pub const fn tables(self) -> &'static [TableName] {
        match self {
            Self::Parquet | Self::Csv | Self::Jsonl => &TableName::ALL,
            Self::Usi
            | Self::Hcpe3
            | Self::Csa
            | Self::Csa3
            | Self::Jkf
            | Self::Kif
            | Self::Kifu
            | Self::Ki2 => &[TableName::Games],
            Self::Sfen | Self::Psv | Self::Hcpe => &[TableName::Positions],
        }
    }

    /// The format of records that it is.
    #[must_use]
    pub const fn target(self) -> Option<Target> {
        Some(match self {
            Self::Csa => Target::Csa,
            Self::Csa3 => Target::Csa3,
            Self::Jkf => Target::Jkf,
            Self::Kif => Target::Kif,
            Self::Kifu => Target::Kifu,
            Self::Ki2 => Target::Ki2,
            _ => return None,
        })
    }

    /// Whether each game is a file of its own, in an archive.
    #[must_use]
    pub const fn is_archive(self) -> bool {
        matches!(self, Self::Kif | Self::Kifu | Self::Ki2)
    }

    /// How many bytes each position has, in formats where all have as many.
    #[must_use]
    pub const fn row_bytes(self) -> Option<usize> {
        match self {
            Self::Psv => Some(psv::RECORD_BYTES),
            Self::Hcpe => Some(hcpe::RECORD_BYTES),
            _ => None,
        }
    }

    /// Whether it is text that people can read.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(
            self,
            Self::Parquet | Self::Psv | Self::Hcpe | Self::Hcpe3 | Self::Kif | Self::Kifu | Self::Ki2
        )
    }

    /// Whether it holds rows with columns.
    #[must_use]
    pub const fn has_columns(self) -> bool {
        matches!(self, Self::Parquet | Self::Csv | Self::Jsonl)
    }
}
