//! One file of a dataset: the rows of some games in one format.

use super::BuildError;
use super::games::SelectedGame;
use super::leakage::Shared;
use super::plan::Plan;
use super::records;
use super::row_maker::{Piece, RowMaker, Sink};
use crate::dataset::table::{
    Sorter, TableColumn, TableFormat, TableName, games_columns, moves_columns, positions_columns,
    unique_columns,
};
use crate::query::StoredGames;
use crate::report::UnknownColumn;
use crate::store::{GameColumns, Wanted};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc;

/// How many games become rows in one piece of work.
const GAMES_AT_ONCE: usize = 64;

/// How many chunks of games wait between reading and writing.
const CHUNKS_WAITING: usize = 1;

/// What a file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileSpec {
    pub table: TableName,
    pub format: TableFormat,
    /// The part, as a number.
    pub part: Option<u8>,
    /// The part's name.
    pub split: Option<String>,
    pub partition: Option<String>,
}

impl FileSpec {
    /// Where it lies in the dataset: `games.parquet`, `games/train.parquet`, `games/train/year=1994/games.parquet`.
    pub fn path(&self) -> String {
        let table = self.table.name();
        let ending = if self.format.is_archive() {
            format!("{}.zip", self.format.name())
        } else {
            self.format.name().to_owned()
        };
        match (&self.split, &self.partition) {
            (None, None) => format!("{table}.{ending}"),
            (Some(split), None) => format!("{table}/{split}.{ending}"),
            (None, Some(partition)) => format!("{table}/{partition}/{table}.{ending}"),
            (Some(split), Some(partition)) => format!("{table}/{split}/{partition}/{table}.{ending}"),
        }
    }
}

/// What was written into a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub rows: u64,
    /// What could not be written, by the reason.
    pub left_out: BTreeMap<String, u64>,
}

impl Rows {
    pub fn leave_out(&mut self, reason: &str, rows: u64) {
        if rows > 0 {
            *self.left_out.entry(reason.to_owned()).or_default() += rows;
        }
    }

    fn add(&mut self, other: Self) {
        self.rows += other.rows;
        for (reason, rows) in other.left_out {
            self.leave_out(&reason, rows);
        }
    }
}

/// What games are made into rows with.
pub(super) struct Writing<'a> {
    pub plan: &'a Plan,
    pub shared: Option<&'a Shared>,
    /// Where temporary files lie.
    pub folder: &'a Path,
}

/// The columns of a table that a plan has in a format, all of them or those that it names.
pub(super) fn columns_of(plan: &Plan, table: TableName, format: TableFormat) -> Vec<TableColumn> {
    let all = all_columns(plan, table);
    match &plan.columns {
        _ if format == TableFormat::Sfen => all.into_iter().filter(|column| column.name == "sfen").collect(),
        None => all,
        Some(names) => {
            let mut columns: Vec<TableColumn> = Vec::with_capacity(names.len());
            for name in names {
                // A name that stands there twice counts once.
                if columns.iter().all(|column| column.name != *name) {
                    columns.extend(all.iter().find(|column| column.name == *name).cloned());
                }
            }
            columns
        }
    }
}

pub(super) fn all_columns(plan: &Plan, table: TableName) -> Vec<TableColumn> {
    match table {
        TableName::Games => games_columns(),
        TableName::Moves => moves_columns(),
        TableName::Positions if plan.unique => unique_columns(),
        TableName::Positions => positions_columns(),
    }
}

/// Refuses columns that none of the tables has, and tables that none of the columns is in.
pub(super) fn check_columns(plan: &Plan) -> Result<(), BuildError> {
    let Some(names) = &plan.columns else { return Ok(()) };
    let mut known: Vec<String> = Vec::new();
    for (table, format) in plan.tables.iter().filter(|(_, format)| format.has_columns()) {
        if columns_of(plan, *table, *format).is_empty() {
            return Err(BuildError::NoColumns { table: *table, format: *format });
        }
        known.extend(all_columns(plan, *table).into_iter().map(|column| column.name));
    }
    match names.iter().find(|name| !known.contains(name)) {
        Some(name) => Err(UnknownColumn { name: name.clone(), known }.into()),
        None => Ok(()),
    }
}

impl Writing<'_> {
    /// Writes a file with these games.
    pub fn write<W: Write + Send>(
        &self,
        stored: &mut StoredGames<'_>,
        spec: &FileSpec,
        games: &[SelectedGame],
        output: W,
    ) -> Result<Rows, BuildError> {
        if let Some(target) = spec.format.target() {
            return records::write(self.plan, stored, spec.format, target, games, output);
        }
        let maker = RowMaker::new(self, spec)?;
        let mut sink = Sink::new(output, self.plan, spec, &maker.columns)?;
        let mut rows = Rows::default();
        let mut sorter = maker.is_sorted().then(|| Sorter::new(self.folder.to_owned()));
        each_chunk(stored, games, maker.wanted(), |chunk| {
            let pieces: Vec<(Vec<Piece>, Rows)> = chunk
                .into_par_iter()
                .chunks(GAMES_AT_ONCE)
                .map(|games| maker.pieces(games))
                .collect::<Result<_, _>>()?;
            for (made, counted) in pieces {
                rows.add(counted);
                for piece in made {
                    maker.take(piece, &mut sink, sorter.as_mut())?;
                }
            }
            Ok(())
        })?;
        if let Some(sorter) = sorter {
            rows.rows = maker.write_sorted(sorter, &mut sink)?;
        }
        sink.finish()?;
        Ok(rows)
    }
}

/// Gives the columns of games to `take`, some at once: one thread reads while another works.
pub(super) fn each_chunk(
    stored: &mut StoredGames<'_>,
    games: &[SelectedGame],
    wanted: Wanted,
    mut take: impl FnMut(Vec<(SelectedGame, GameColumns)>) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let ids: Vec<u32> = games.iter().map(|game| game.id).collect();
    let mut left = games;
    std::thread::scope(|scope| {
        let (sender, chunks) = mpsc::sync_channel(CHUNKS_WAITING);
        let ids = &ids;
        let read = move || stored.read_these(ids, wanted, move |chunk| sender.send(chunk).is_ok());
        let reader = scope.spawn(read);
        let mut taken = Ok(());
        for chunk in chunks {
            let (these, rest) = left.split_at(chunk.len().min(left.len()));
            left = rest;
            taken = take(these.iter().copied().zip(chunk).collect());
            if taken.is_err() {
                break;
            }
        }
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        taken?;
        Ok(read?)
    })
}
