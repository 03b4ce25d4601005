//! `kura doctor`

use super::Done;
use super::database::Database;
use super::output::{note, print};
use clap::Args;
use kifukura::index;
use kifukura::query::{ExploreError, Health, examine};
use kifukura::report::{clean, count, counted};

/// Examine the database: the file, the ledger, and the position index against every game
///
/// What is derived (the position index, the games' facts, names made comparable) can be built again from the games with --rebuild-index.
/// What is not derived (games, sources, the ledger) is only told about.
#[derive(Debug, Args)]
pub struct Doctor {
    #[command(flatten)]
    database: Database,
    /// Build the position index, the games' facts and the folded names again from the games
    #[arg(long)]
    rebuild_index: bool,
    /// Merge all parts of the position index into one, and give free space back to the disk
    #[arg(long)]
    compact: bool,
}

impl Doctor {
    pub fn run(self) -> anyhow::Result<Done> {
        if self.rebuild_index || self.compact {
            let mut connection = self.database.open_for_repair()?;
            if self.rebuild_index {
                let unplayable = index::rebuild(&mut connection, &mut |_| {})
                    .map_err(|error| self.database.explain(error.into()))?;
                kifukura::store::refold_names(&connection)
                    .map_err(|error| self.database.name(error.into()))?;
                note("the position index was built again\n");
                for game in unplayable {
                    note(&format!("game {game}: its moves cannot be played; it is in no position\n"));
                }
            }
            if self.compact {
                let merged =
                    index::merge_all(&mut connection).map_err(|error| self.database.explain(error.into()))?;
                kifukura::store::shrink(&connection).map_err(|error| self.database.name(error.into()))?;
                note(if merged { "the position index was merged\n" } else { "there was nothing to merge\n" });
            }
        }
        let connection = self.database.open()?;
        let health = examine(&connection).map_err(|error| match error {
            ExploreError::Store(error) => self.database.name(error.into()),
            ExploreError::Index(error) => self.database.explain(error.into()),
            error => error.into(),
        })?;
        print(&text(&health))?;
        for line in advice(&health) {
            note(&format!("{line}\n"));
        }
        Ok(if health.is_sound() { Done::Well } else { Done::WithRemarks })
    }
}

/// What is told of a list of findings: the first, and how many more there are.
fn first(findings: &[String], none: &str) -> String {
    match findings {
        [] => none.to_owned(),
        [only] => clean(only).into_owned(),
        [one, more @ ..] => format!("{}, and {} more", clean(one), count(more.len() as u64)),
    }
}

fn text(health: &Health) -> String {
    let verdict = |good: bool| if good { "ok" } else { "BAD" };
    let index = &health.index;
    let mut text = String::new();
    let mut row = |name: &str, good: bool, says: String| {
        text.push_str(&format!("{name:<16} {:<4} {says}\n", verdict(good)));
    };
    row("file", health.file.is_empty(), first(&health.file, "whole"));
    if health.file.is_empty() {
        row("schema", health.schema.is_empty(), first(&health.schema, "as kura makes it"));
    }
    if health.file.is_empty() && health.schema.is_empty() {
        row("texts", health.texts.is_empty(), first(&health.texts, "all UTF-8"));
    }
    if !health.is_readable() {
        // What follows was not examined.
        return text;
    }
    row(
        "references",
        health.broken_references == 0,
        format!("{} rows point to something that is not there", count(health.broken_references)),
    );
    row(
        "ledger",
        health.unbalanced_sources == 0 && health.games_without_source == 0,
        format!(
            "{} sources do not add up, {} games have no source",
            count(health.unbalanced_sources),
            count(health.games_without_source)
        ),
    );
    row(
        "games",
        health.damaged_games == 0,
        format!("{}, {} of them damaged", counted(health.games, "game"), count(health.damaged_games)),
    );
    row(
        "position index",
        index.damaged_blocks == 0 && index.wrong_games == 0 && index.postings == index.positions,
        format!(
            "{} of {} in {}, {} damaged, {} wrong",
            count(index.postings),
            counted(index.positions, "position"),
            counted(index.segments, "segment"),
            counted(index.damaged_blocks, "block"),
            counted(index.wrong_games, "game")
        ),
    );
    row(
        "games' facts",
        index.stale_facts == 0,
        format!("{} out of date", counted(index.stale_facts, "game")),
    );
    row(
        "sources",
        health.damaged_sources == 0,
        format!(
            "{} kept with other bytes than came in, {} not read to the end",
            count(health.damaged_sources),
            count(health.unfinished_sources)
        ),
    );
    row("names", health.stale_names == 0, format!("{} out of date", counted(health.stale_names, "name")));
    row(
        "imports",
        true,
        format!("{} did not reach their end (run the same import again)", count(health.unfinished_imports)),
    );
    text
}

fn advice(health: &Health) -> Vec<&'static str> {
    let mut lines = Vec::new();
    if !health.file.is_empty() {
        lines.push(
            "the file itself is damaged: restore it from a copy, or import the records again into a new file",
        );
    }
    if !health.schema.is_empty() {
        lines.push("somebody altered the tables: restore the file from a copy, or import the records again into a new file");
    }
    if !health.texts.is_empty() {
        lines.push("text that is no UTF-8 cannot be got back from it: restore the file from a copy, or import the records again into a new file");
    }
    if health.damaged_games > 0
        || health.unbalanced_sources > 0
        || health.games_without_source > 0
        || health.damaged_sources > 0
    {
        lines.push("games and ledger are not derived from anything in the database: import their sources into a new file");
    }
    if !health.is_readable() {
        return lines;
    }
    if !health.index.is_sound() || health.stale_names > 0 {
        lines.push(
            "`kura doctor --rebuild-index` builds the index, the facts and the names again from the games",
        );
    } else if health.index.segments > 16 {
        lines.push("`kura doctor --compact` makes looking up positions quicker");
    }
    lines
}
