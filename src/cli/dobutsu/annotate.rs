//! `kura dobutsu annotate`, and the way of both commands from the database to annotated games.

use super::open;
use crate::cli::Done;
use crate::cli::database::Database;
use crate::cli::filter::FilterArgs;
use crate::cli::output::{OutputArgs, note};
use anyhow::anyhow;
use kifukura::analyse::Annotation;
use kifukura::dataset::AnnotationObject;
use kifukura::query::{Filter, GameSummary, list_games};
use kifukura::replay::replay;
use kifukura::report::{self, Align, count, counted};
use kifukura::rules::Variant;
use kifukura::rules::dobutsu::Move;
use kifukura::store;
use kifukura::tablebase::{ProbeError, SolutionTable};
use rusqlite::Connection;
use std::path::PathBuf;

/// Hold stored games of dōbutsu shōgi against perfect play
///
/// For each game: the value at every ply (with --format json or jsonl), the moves that threw the result away, and the
/// accuracy of each side: the share of its moves, in positions that were not lost, that kept the result.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The table that `kura dobutsu solve` has written
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU", default_value = "dobutsu.table")]
    table: PathBuf,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    /// Runs the command; exit code 1 if there is no game.
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let table = open(&self.table)?;
        let mut objects = Vec::new();
        let missing = each(&connection, &self.filter.filter(), &table, |game, annotation| {
            objects.push(AnnotationObject::new(game, annotation));
        })?;
        self.output.print(&objects, || table_of(&objects))?;
        if self.output.for_people() {
            note(&format!("{}\n", counted(objects.len() as u64, "game")));
        }
        tell_missing(missing);
        Ok(if objects.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

/// Gives every game of a filter with its annotation to `take`, and returns how many the table does not have.
pub(super) fn each(
    connection: &Connection,
    filter: &Filter,
    table: &SolutionTable,
    mut take: impl FnMut(&GameSummary, &Annotation),
) -> anyhow::Result<u64> {
    let mut filter = filter.clone();
    filter.variant = Some(Variant::Dobutsu);
    let mut missing = 0;
    for game in list_games(connection, &filter, None)? {
        let record = store::load(connection, game.id)?.ok_or_else(|| anyhow!("game {} is gone", game.id))?;
        let played = replay(&record).map_err(|error| anyhow!("game {}: {}", game.id, error.code))?;
        let moves: Vec<Move> = played.moves().iter().filter_map(|mv| Move::from_shogi(*mv)).collect();
        let Some(start) = played.start.dobutsu() else { continue };
        match Annotation::new(&table, start, &moves) {
            Ok(annotation) => take(&game, &annotation),
            Err(ProbeError::NotInTable) => missing += 1,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(missing)
}

/// Says how many games have no values.
pub(super) fn tell_missing(missing: u64) {
    if missing > 0 {
        note(&format!(
            "{} games left out: animals are missing, so the table does not have them\n",
            count(missing)
        ));
    }
}

fn table_of(objects: &[AnnotationObject]) -> report::SolutionTable {
    let mut table = report::SolutionTable::new(&[
        ("id", Align::Right),
        ("black", Align::Left),
        ("white", Align::Left),
        ("plies", Align::Right),
        ("winner", Align::Left),
        ("ending", Align::Left),
        ("Black", Align::Right),
        ("White", Align::Right),
        ("threw the result away", Align::Left),
    ]);
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    for game in objects {
        let thrown: Vec<String> = game
            .thrown
            .iter()
            .map(|thrown| format!("{}. {} ({} → {})", thrown.ply, thrown.mv, thrown.before, thrown.after))
            .collect();
        table.row([
            game.id.to_string(),
            text(&game.black),
            text(&game.white),
            game.plies.to_string(),
            text(&game.winner),
            game.ending.clone(),
            share(game.black_accuracy),
            share(game.white_accuracy),
            if thrown.is_empty() { "–".to_owned() } else { thrown.join(", ") },
        ]);
    }
    table
}

/// A share from 0 to 1 in percent.
pub(super) fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}
