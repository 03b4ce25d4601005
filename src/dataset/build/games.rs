//! The games of a dataset: which they are, in which order, under which names and in which part.

use super::BuildError;
use super::anonymise::Anonymiser;
use super::manifest::{DatabasePart, Excluded, hex};
use super::plan::{PartitionBy, Plan};
use super::split::{Unsplit, assign};
use crate::database::Database;
use crate::dataset::content_name;
use crate::dataset::relative_source::ImportedFolders;
use crate::intake::safe_name;
use crate::query::{DuplicatesOptions, StoredGames, duplicates};
use crate::store;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A game of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SelectedGame {
    pub id: u32,
    /// Equal for copies of one game.
    pub content: i64,
    /// The how manieth of those with the same content it is, from 0.
    pub copy: u16,
    /// The part, if there are parts.
    pub part: Option<u8>,
    /// The partition, as a number.
    pub partition: u16,
    /// Whether it is in the earlier dataset.
    pub is_earlier: bool,
}

impl SelectedGame {
    /// Its name in the tables: its content id, with a number behind it where several have the same.
    pub fn name(self) -> String {
        let name = content_name(self.content);
        match self.copy {
            0 => name,
            copy => format!("{name}-{}", u32::from(copy) + 1),
        }
    }
}

/// The games of a dataset, and what is not in it.
pub(super) struct Selected<'d> {
    pub stored: StoredGames<'d>,
    pub games: Vec<SelectedGame>,
    pub excluded: Vec<Excluded>,
    pub database: DatabasePart,
    /// The names of the partitions; one without a name where there are none.
    pub partitions: Vec<Option<String>>,
}

/// Chooses the games of a plan.
pub(super) fn select<'d>(database: &'d Database, plan: &Plan) -> Result<Selected<'d>, BuildError> {
    let (mut stored, conditions) = StoredGames::with_exclusions(database, &plan.filter)?;
    let mut excluded: Vec<Excluded> = conditions
        .into_iter()
        .map(|found| {
            let reason = match plan.anonymise {
                Some(_) => Anonymiser::condition(&found.condition),
                None => found.condition,
            };
            Excluded { reason, games: found.games }
        })
        .collect();
    let all = stored.all_content_ids()?;
    let mut hash = Sha256::new();
    all.iter().for_each(|id| hash.update(id.to_be_bytes()));
    let fingerprint = hex(&hash.finalize());
    let database_part = DatabasePart { fingerprint, records: all.len() as u64 };
    if plan.no_duplicates {
        let games = leave_out_duplicates(database, &mut stored)?;
        excluded.push(Excluded { reason: "duplicate of a game with a richer record".to_owned(), games });
    }
    let mut games = named(&stored, Some(plan))?;
    if plan.split.is_some() {
        excluded.extend(split(plan, &mut stored, &mut games)?);
    }
    let partitions = partition(plan, &stored, &mut games)?;
    Ok(Selected { stored, games, excluded, database: database_part, partitions })
}

/// Leaves one game of each group that may be one, the one with the richest record among those that are chosen.
fn leave_out_duplicates(database: &Database, stored: &mut StoredGames<'_>) -> Result<u64, BuildError> {
    let chosen: HashSet<i64> = stored.ids().iter().map(|id| i64::from(*id)).collect();
    let mut poorer = HashSet::new();
    for group in duplicates(database, &DuplicatesOptions::default())?.groups {
        let here = group.ids().into_iter().filter(|id| chosen.contains(id) && !poorer.contains(id));
        poorer.extend(here.skip(1).collect::<Vec<_>>());
    }
    let before = stored.len();
    stored.retain(|id| !poorer.contains(&i64::from(*id)));
    Ok((before - stored.len()) as u64)
}

/// The games with their contents.
pub(super) fn named(stored: &StoredGames<'_>, plan: Option<&Plan>) -> Result<Vec<SelectedGame>, BuildError> {
    let mut copies: HashMap<i64, u16> = HashMap::with_capacity(stored.len());
    let mut games = Vec::with_capacity(stored.len());
    for (id, content) in stored.content_ids()? {
        let next = copies.entry(content).or_default();
        let is_earlier = plan.is_some_and(|plan| plan.previous.contains_key(&content_name(content)));
        games.push(SelectedGame { id, content, copy: *next, part: None, partition: 0, is_earlier });
        *next = next.saturating_add(1);
    }
    Ok(games)
}

/// Puts the games into their parts, and leaves those out that belong to none.
fn split(
    plan: &Plan,
    stored: &mut StoredGames<'_>,
    games: &mut Vec<SelectedGame>,
) -> Result<Vec<Excluded>, BuildError> {
    let Some(split) = &plan.split else { return Ok(Vec::new()) };
    let mut earlier = HashMap::with_capacity(plan.previous.len());
    for (game, part) in &plan.previous {
        let number = split.part_named(part).ok_or_else(|| BuildError::PreviousPart { part: part.clone() })?;
        let digits = game.split('-').next().unwrap_or_default();
        if let Ok(content) = u64::from_str_radix(digits, 16) {
            earlier.entry(content.cast_signed()).or_insert(number);
        }
    }
    let parts = assign(split, stored, &earlier)?;
    let mut counts: BTreeMap<Unsplit, u64> = BTreeMap::new();
    for (game, part) in games.iter_mut().zip(parts) {
        match part {
            Ok(part) => game.part = Some(part),
            Err(reason) => *counts.entry(reason).or_default() += 1,
        }
    }
    games.retain(|game| game.part.is_some());
    let kept: HashSet<u32> = games.iter().map(|game| game.id).collect();
    stored.retain(|id| kept.contains(id));
    let excluded = counts.into_iter();
    Ok(excluded.map(|(why, games)| Excluded { reason: why.reason().to_owned(), games }).collect())
}

/// Spreads the games over partitions, and says how these are called.
fn partition(
    plan: &Plan,
    stored: &StoredGames<'_>,
    games: &mut [SelectedGame],
) -> Result<Vec<Option<String>>, BuildError> {
    let Some(by) = plan.partition else { return Ok(vec![None]) };
    let names: Vec<String> = match by {
        PartitionBy::Year => years(stored)?,
        PartitionBy::Source => sources(stored)?,
    };
    let mut numbers: BTreeMap<&String, u16> = names.iter().map(|name| (name, 0)).collect();
    let many = numbers.len();
    for (number, place) in (0..=u16::MAX).zip(numbers.values_mut()) {
        *place = number;
    }
    if many > usize::from(u16::MAX) {
        return Err(BuildError::TooManyPartitions { partitions: many });
    }
    for (game, name) in games.iter_mut().zip(&names) {
        game.partition = numbers.get(name).copied().unwrap_or_default();
    }
    Ok(numbers.into_keys().map(|name| Some(format!("{}={name}", by.name()))).collect())
}

fn years(stored: &StoredGames<'_>) -> Result<Vec<String>, BuildError> {
    let year = |year: Option<u16>| year.map_or_else(|| "unknown".to_owned(), |year| format!("{year:04}"));
    Ok(stored.years()?.into_iter().map(year).collect())
}

/// The first folder, or the file, below what was imported.
fn sources(stored: &StoredGames<'_>) -> Result<Vec<String>, BuildError> {
    let folders = ImportedFolders::new(stored.imported_paths()?);
    let mut names = Vec::with_capacity(stored.len());
    for id in stored.ids() {
        let place = store::record_place(stored.snapshot().connection(), i64::from(*id))
            .map_err(crate::query::QueryError::from)?;
        let path = place.and_then(|place| folders.relative(&place.path)).unwrap_or_default();
        // Programs that read such folders part them at `=` and decode `%`.
        let first = safe_name(path.split('/').next().unwrap_or_default()).replace(['=', '%'], "_");
        names.push(if first.is_empty() { "unknown".to_owned() } else { first });
    }
    Ok(names)
}
