//! Whole datasets: tables of games, moves and positions in a folder, split without leaks, with a manifest from which
//! everything can be proved. The same games and the same plan give the same bytes.

mod anonymise;
mod card;
mod croissant;
mod difference;
mod error;
mod file;
mod folder;
mod games;
mod leakage;
mod manifest;
mod packed;
mod plan;
mod previous;
mod records;
mod row_maker;
mod split;
mod verify;

pub use anonymise::Anonymiser;
pub use difference::{Change, Difference, compare};
pub use error::BuildError;
pub use folder::Existing;
pub use manifest::{
    CARD, CROISSANT, DatabasePart, Endings, Excluded, FilePart, GAME_IDS, LeakageRow, LeftOut, MANIFEST,
    Manifest, Provenance, SplitPart,
};
pub use plan::{CLEAN_ENDINGS, CLEAN_PLIES, NoScore, PartitionBy, Plan, clean_conditions};
pub use previous::read_previous;
pub use split::{Split, SplitBy};
pub use verify::{Fault, verify};

use super::table::{PlayedGame, Sorter, TableFormat, TableName};
use crate::database::Database;
use crate::query::{Listing, QueryError, StoredGames};
use crate::record::GameResult;
use crate::rules::shogi::key::next_number;
use crate::rules::{Color, Variant};
use crate::store::{self, Wanted};
use file::{FileSpec, Rows, Writing, each_chunk};
use folder::Folder;
use games::{Selected, SelectedGame};
use leakage::{Positions, Shared};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// How far a build has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The games are chosen: so many.
    Chosen(u64),
    /// The positions of the parts are compared.
    Comparing,
    /// A file is being written.
    Writing(String),
    /// A file was there already, whole.
    Kept(String),
}

/// Builds a dataset in a folder and returns its manifest.
///
/// # Errors
/// When the plan contradicts itself, the folder is not empty and `existing` does not allow that, or something cannot be
/// read or written. Files that are complete by then stay, and [`Existing::Resume`] goes on behind them.
pub fn build(
    database: &Database,
    plan: &Plan,
    folder: &Path,
    existing: Existing,
    report: &mut dyn FnMut(Step),
) -> Result<Manifest, BuildError> {
    check(plan)?;
    let mut folder = Folder::open(folder, existing)?;
    let mut selected = games::select(database, plan)?;
    report(Step::Chosen(selected.games.len() as u64));
    let mut manifest = describe(plan, &selected)?;
    let key = plan.anonymise.as_ref().map(|anonymiser| anonymiser.text("key", "the same key"));
    folder.begin(&manifest, &format!("{} {}", key.unwrap_or_default(), plan.filter))?;
    let shared = match &plan.split {
        None => None,
        Some(split) => {
            report(Step::Comparing);
            let positions = Positions::new(Sorter::new(folder.path().to_owned()));
            Some(compare_parts(plan, split, &mut selected, positions)?)
        }
    };
    if let (Some(shared), Some(split)) = (&shared, &plan.split) {
        let names: Vec<String> = split.parts().iter().map(|(name, _)| name.clone()).collect();
        manifest.leakage = shared.table(&names);
    }
    let keeps =
        shared.as_ref().filter(|_| plan.split.as_ref().is_some_and(|split| split.by == SplitBy::Position));
    for (spec, games) in specs(plan, &selected) {
        let path = spec.path();
        if let Some((file, rows)) = folder.kept(&path) {
            report(Step::Kept(path));
            manifest.add(&spec, file, rows);
            continue;
        }
        report(Step::Writing(path.clone()));
        let temporary = folder.path().to_owned();
        let writing = Writing { plan, shared: keeps, folder: &temporary };
        let stored = &mut selected.stored;
        let (part, rows) = folder.write(&path, |output| writing.write(stored, &spec, &games, output))?;
        let file = FilePart { rows: rows.rows, ..part.of(&spec) };
        folder.note(&file, &rows)?;
        manifest.add(&spec, file, rows);
    }
    finish(plan, &selected.games, manifest, folder)
}

/// Writes one table of the games of a filter, or of the part of them that a listing has, in one format, and returns how many
/// games there are, how many rows, and what the format cannot hold, by the reason.
///
/// # Errors
/// As [`build`], of which it is one file; `plan` says which table, which format and which positions.
pub fn write_table<W: Write + Send>(
    database: &Database,
    plan: &Plan,
    listing: &Listing,
    output: W,
) -> Result<(u64, u64, BTreeMap<String, u64>), BuildError> {
    check(plan)?;
    let Some((table, format)) = plan.tables.first().copied() else { return Err(BuildError::NoTable) };
    let mut stored = StoredGames::new(database, &plan.filter, listing)?;
    let games = games::named(&stored, None)?;
    let temporary = std::env::temp_dir();
    let writing = Writing { plan, shared: None, folder: &temporary };
    let spec = FileSpec { table, format, part: None, split: None, partition: None };
    let Rows { rows, left_out } = writing.write(&mut stored, &spec, &games, output)?;
    Ok((games.len() as u64, rows, left_out))
}

/// Refuses plans that cannot be carried out.
fn check(plan: &Plan) -> Result<(), BuildError> {
    file::check_columns(plan)?;
    if plan.tables.is_empty() {
        return Err(BuildError::NoTable);
    }
    if let Some(to) = plan.sampling.to_ply.filter(|to| *to < plan.sampling.from_ply) {
        return Err(BuildError::NoPlies { from: plan.sampling.from_ply, to });
    }
    let has_records = plan.tables.iter().any(|(_, format)| format.target().is_some());
    if plan.anonymise.is_some() && (plan.with_text || has_records) {
        return Err(BuildError::NamesInText);
    }
    let packed = plan.tables.iter().find(|(_, format)| format.row_bytes().is_some());
    match packed {
        Some((_, format)) if plan.unique => Err(BuildError::UniquePacked { format: *format }),
        _ => Ok(()),
    }
}

/// The files of a plan with their games, in the order in which they are written.
fn specs(plan: &Plan, selected: &Selected<'_>) -> Vec<(FileSpec, Vec<SelectedGame>)> {
    let parts: Vec<(Option<u8>, Option<String>)> = match &plan.split {
        None => vec![(None, None)],
        Some(split) => {
            (0..).zip(split.parts()).map(|(number, (name, _))| (Some(number), Some(name.clone()))).collect()
        }
    };
    let mut specs = Vec::new();
    for (table, format) in &plan.tables {
        for (part, split) in &parts {
            for (number, partition) in (0..).zip(&selected.partitions) {
                let is_here = |game: &&SelectedGame| game.part == *part && game.partition == number;
                let games: Vec<SelectedGame> = selected.games.iter().filter(is_here).copied().collect();
                // A year without games has no file; a part has one even then.
                if games.is_empty() && partition.is_some() {
                    continue;
                }
                let spec = FileSpec {
                    table: *table,
                    format: *format,
                    part: *part,
                    split: split.clone(),
                    partition: partition.clone(),
                };
                specs.push((spec, games));
            }
        }
    }
    specs
}

/// What is known of a dataset before a file is written.
fn describe(plan: &Plan, selected: &Selected<'_>) -> Result<Manifest, BuildError> {
    let (name, title) = (plan.name.clone(), plan.title.clone());
    let mut manifest = Manifest::new(name, title, plan.licence.clone(), selected.database.clone());
    manifest.selection = plan.selection();
    manifest.games = selected.games.len() as u64;
    manifest.excluded.clone_from(&selected.excluded);
    let mut ids: Vec<u32> = selected.games.iter().map(|game| game.id).collect();
    ids.sort_unstable();
    let facts = selected.stored.snapshot().facts_of(&ids, false).map_err(QueryError::from)?;
    let endings = &mut manifest.endings;
    let count = |counts: &mut BTreeMap<String, u64>, name: &str| {
        *counts.entry(name.to_owned()).or_default() += 1;
    };
    for game in ids.iter().filter_map(|id| facts.get(*id)) {
        count(&mut endings.declared, game.declared.name());
        count(&mut endings.verified, game.verified.name());
        count(&mut endings.agreement, game.agreement.name());
        count(
            &mut endings.results,
            match game.result {
                GameResult::Won(Color::Black) => "black",
                GameResult::Won(Color::White) => "white",
                GameResult::Draw => "draw",
                GameResult::Unknown => "unknown",
            },
        );
    }
    if let Some(split) = &plan.split {
        for (number, (name, share)) in (0_u8..).zip(split.parts()) {
            let games = selected.games.iter().filter(|game| game.part == Some(number)).count() as u64;
            manifest.splits.push(SplitPart { name: name.clone(), share: *share, games });
        }
    }
    manifest.provenance = provenance(selected, &ids)?;
    Ok(manifest)
}

/// The imports that the games, which come sorted, come from first, by their collections and licences.
fn provenance(selected: &Selected<'_>, games: &[u32]) -> Result<Vec<Provenance>, BuildError> {
    let connection = selected.stored.snapshot().connection();
    let origins = store::origins(connection).map_err(QueryError::from)?;
    let mut counts: BTreeMap<(Option<String>, Option<String>), u64> = BTreeMap::new();
    for id in games {
        let origin = origins.of(i64::from(*id));
        let named = origin.map_or((None, None), |origin| (origin.name.clone(), origin.licence.clone()));
        *counts.entry(named).or_default() += 1;
    }
    let named = counts.into_iter();
    Ok(named.map(|((collection, licence), games)| Provenance { collection, licence, games }).collect())
}

/// Compares the positions of all parts.
fn compare_parts(
    plan: &Plan,
    split: &Split,
    selected: &mut Selected<'_>,
    mut positions: Positions,
) -> Result<Shared, BuildError> {
    each_chunk(&mut selected.stored, &selected.games, Wanted::default(), |chunk| {
        let keys = |(game, columns): (SelectedGame, store::GameColumns)| {
            let played = PlayedGame::new(String::new(), &columns).map_err(QueryError::from)?;
            let mut rows = Vec::with_capacity(played.moves.len());
            let is_left_out = plan.sampling.is_of_shogi_only() && played.variant != Variant::Shogi;
            if !is_left_out {
                let all = plan.sampling.each(&played, |row| {
                    rows.push((row.key(), game.part.unwrap_or_default(), row.ply, game.is_earlier));
                    Ok::<_, std::convert::Infallible>(())
                });
                let Ok(()) = all;
            }
            Ok(rows)
        };
        let found = chunk.into_par_iter().map(keys).collect::<Result<Vec<_>, BuildError>>()?;
        for (key, part, ply, is_earlier) in found.into_iter().flatten() {
            positions.push(key, part, ply, is_earlier)?;
        }
        Ok(())
    })?;
    Ok(positions.compare(split.parts().len(), split.by == SplitBy::Position)?)
}

/// Writes what describes the dataset.
fn finish(
    plan: &Plan,
    games: &[SelectedGame],
    mut manifest: Manifest,
    mut folder: Folder,
) -> Result<Manifest, BuildError> {
    let (ids, _) = folder.write(GAME_IDS, |mut output| {
        writeln!(output, "game,split")?;
        for game in games {
            let part = game.part.and_then(|part| plan.split.as_ref()?.parts().get(usize::from(part)));
            writeln!(output, "{},{}", game.name(), part.map_or("", |(name, _)| name))?;
        }
        output.flush()?;
        Ok(Rows { rows: games.len() as u64, ..Rows::default() })
    })?;
    manifest.files.push(FilePart { rows: games.len() as u64, ..ids });
    let described = [(CARD, card::text(&manifest)), (CROISSANT, croissant::text(&manifest))];
    for (path, text) in described {
        let (part, _) = folder.write(path, |mut output| {
            output.write_all(text.as_bytes())?;
            output.flush()?;
            Ok(Rows::default())
        })?;
        manifest.files.push(part);
    }
    folder.finish(&manifest)?;
    Manifest::read(&manifest.text()).map_err(|reason| BuildError::Manifest { reason })
}

impl Manifest {
    /// Adds a file of a table, and what is not in it.
    fn add(&mut self, spec: &FileSpec, file: FilePart, rows: Rows) {
        for (reason, rows) in rows.left_out {
            let (table, format) = (spec.table.name().to_owned(), Some(spec.format.name().to_owned()));
            let split = spec.split.clone();
            let same = |left: &&mut LeftOut| {
                (&left.table, &left.format, &left.split, &left.reason) == (&table, &format, &split, &reason)
            };
            match self.left_out.iter_mut().find(same) {
                Some(left) => left.rows += rows,
                None => self.left_out.push(LeftOut { table, format, split, reason, rows }),
            }
        }
        self.files.push(file);
    }
}

impl FilePart {
    /// The same as a file of a table.
    fn of(self, spec: &FileSpec) -> Self {
        Self {
            table: Some(spec.table.name().to_owned()),
            format: spec.format.name().to_owned(),
            split: spec.split.clone(),
            partition: spec.partition.clone(),
            ..self
        }
    }
}

/// Sixty-four bits that are spread over all numbers: a step of splitmix64. Frozen: the order of shuffled rows depends on it.
const fn mix(mut number: u64) -> u64 {
    next_number(&mut number)
}

/// Sixty-four bits of some bytes (FNV-1a, mixed). Frozen as well.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    mix(hash)
}

/// Tables and formats by their names, as `--tables` and `--formats` say them: a format alone is that of every table that has
/// it, `TABLE:FORMAT` that of one.
///
/// # Errors
/// In words.
pub fn tables_of(tables: &[TableName], formats: &[String]) -> Result<Vec<(TableName, TableFormat)>, String> {
    let mut found = Vec::new();
    for text in formats {
        let (table, name) = match text.split_once(':') {
            Some((table, name)) => {
                let named = TableName::from_name(table).filter(|table| tables.contains(table));
                let named =
                    named.ok_or_else(|| format!("`{table}` is not one of the tables that are built"))?;
                (Some(named), name)
            }
            None => (None, text.as_str()),
        };
        let names = || TableFormat::ALL.map(TableFormat::name).join(", ");
        let format =
            TableFormat::from_name(name).ok_or_else(|| format!("`{name}` is not one of {}", names()))?;
        let has = |wanted: &TableName| format.tables().contains(wanted);
        let meant: Vec<TableName> = match table {
            Some(table) => vec![table],
            None => tables.iter().copied().filter(has).collect(),
        };
        let wrong = meant.iter().find(|table| !has(table));
        if meant.is_empty() || wrong.is_some() {
            let table = wrong.map_or("the chosen tables", |table| table.name());
            return Err(format!("{name} is not a format of {table}"));
        }
        found.extend(meant.into_iter().map(|table| (table, format)));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
