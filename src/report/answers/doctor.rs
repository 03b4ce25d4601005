//! The examination of a database.

use crate::query::Health;
use crate::report::numbers::{count, counted};
use crate::report::{Answer, Block, Cell, Field, Kind, Row, View, clean};
use crate::terms::{self, Category, Language};
use std::fmt::Write;

/// One thing that was examined.
#[derive(Clone, Debug)]
pub(super) struct Check {
    key: &'static str,
    is_sound: bool,
    finding: String,
}

impl Row for Check {
    const NAME: &'static str = "check";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("part", Kind::Code(Category::Label), "what was examined", |row: &Self| {
                Cell::Code(row.key)
            }),
            Field::new("is_sound", Kind::Flag, "false when something is wrong with it", |row: &Self| {
                row.is_sound.into()
            }),
            Field::new("finding", Kind::Text, "what was found", |row: &Self| row.finding.clone().into()),
        ]
    }
}

/// What an examination found, part by part.
#[derive(Clone, Debug)]
pub struct HealthReport(pub Health);

/// The first of some findings, and how many more there are.
fn first(findings: &[String], none: &str) -> String {
    match findings {
        [] => none.to_owned(),
        [only] => only.clone(),
        [one, more @ ..] => format!("{one}, and {} more", count(more.len() as u64)),
    }
}

const fn check(key: &'static str, is_sound: bool, finding: String) -> Check {
    Check { key, is_sound, finding }
}

impl HealthReport {
    fn checks(&self) -> Vec<Check> {
        let health = &self.0;
        let mut checks =
            vec![check("database_file", health.file.is_empty(), first(&health.file, "no damage found"))];
        if health.file.is_empty() {
            checks.push(check("schema", health.schema.is_empty(), first(&health.schema, "as kura makes it")));
        }
        if health.file.is_empty() && health.schema.is_empty() {
            checks.push(check("texts", health.texts.is_empty(), first(&health.texts, "all UTF-8")));
        }
        // Nothing further was examined in a file that cannot be read.
        if health.is_readable() {
            checks.extend(self.game_checks());
            checks.extend(self.derived_checks());
            checks.extend(self.other_checks());
        }
        checks
    }

    /// What was found of games and where they come from.
    fn game_checks(&self) -> Vec<Check> {
        let health = &self.0;
        vec![
            check(
                "references",
                health.broken_references == 0,
                format!("{} rows point to something that is not there", count(health.broken_references)),
            ),
            check(
                "ledger",
                health.unbalanced_sources == 0 && health.games_without_source == 0,
                format!(
                    "{} sources do not add up, {} games have no source",
                    count(health.unbalanced_sources),
                    count(health.games_without_source)
                ),
            ),
            check(
                "games",
                health.damaged_games == 0 && health.wrongly_hidden == 0,
                format!(
                    "{}, {} of them damaged, {} hidden, {} wrongly so",
                    counted(health.games, "game"),
                    count(health.damaged_games),
                    count(health.hidden_games),
                    count(health.wrongly_hidden)
                ),
            ),
        ]
    }

    /// What was found of everything derived.
    fn derived_checks(&self) -> Vec<Check> {
        let index = &self.0.index;
        vec![
            check(
                "position_index",
                index.damaged_blocks == 0 && index.wrong_games == 0 && index.postings == index.positions,
                format!(
                    "{} of {} in {}, {} damaged, {} wrong",
                    count(index.postings),
                    counted(index.positions, "position"),
                    counted(index.segments, "segment"),
                    counted(index.damaged_blocks, "block"),
                    counted(index.wrong_games, "game")
                ),
            ),
            check(
                "facts",
                index.stale_facts == 0,
                format!("{} out of date", counted(index.stale_facts, "game")),
            ),
            check(
                "openings",
                index.stale_openings == 0,
                format!(
                    "{} with other names than their moves give (--reclassify)",
                    counted(index.stale_openings, "game")
                ),
            ),
            check(
                "measures",
                index.stale_measures == 0,
                format!("{} out of date", counted(index.stale_measures, "game")),
            ),
        ]
    }

    /// What was found of sources, names and imports.
    fn other_checks(&self) -> Vec<Check> {
        let health = &self.0;
        vec![
            check(
                "sources",
                health.damaged_sources == 0,
                format!(
                    "{} kept with other bytes than came in, {} not read to the end",
                    count(health.damaged_sources),
                    count(health.unfinished_sources)
                ),
            ),
            check(
                "names",
                health.stale_names == 0,
                format!("{} out of date", counted(health.stale_names, "name")),
            ),
            check(
                "imports",
                true,
                format!(
                    "{} did not reach their end (run the same import again)",
                    count(health.unfinished_imports)
                ),
            ),
        ]
    }
}

impl Answer for HealthReport {
    fn view(&self) -> View {
        View::of(&self.checks())
    }

    fn page(&self, language: Language) -> Vec<Block> {
        let mut text = String::new();
        for check in self.checks() {
            let label = |key: &'static str| terms::name(Category::Label, key, language);
            let verdict = label(if check.is_sound { "ok" } else { "damaged" });
            let _ = writeln!(text, "{:<16} {verdict:<4} {}", label(check.key), clean(&check.finding));
        }
        vec![Block::Text(text)]
    }

    /// What to do about what was found.
    fn remarks(&self, _: Language) -> Vec<String> {
        let health = &self.0;
        let restore = "restore the file from a copy, or import the records again into a new file";
        let mut remarks = Vec::new();
        if !health.file.is_empty() {
            remarks.push(format!("the file itself is damaged: {restore}"));
        }
        if !health.schema.is_empty() {
            remarks.push(format!("somebody altered the tables: {restore}"));
        }
        if !health.texts.is_empty() {
            remarks.push(format!("text that is not valid UTF-8 cannot be got back from it: {restore}"));
        }
        if health.damaged_games > 0
            || health.wrongly_hidden > 0
            || health.unbalanced_sources > 0
            || health.games_without_source > 0
            || health.damaged_sources > 0
        {
            let what = "games and ledger are not derived from anything in the database";
            remarks.push(format!("{what}: import their sources into a new file"));
        }
        if !health.is_readable() {
            return remarks;
        }
        if !health.index.is_sound() || health.stale_names > 0 {
            let what = "builds the index, the facts and the names again from the games";
            remarks.push(format!("`kura doctor --rebuild-index` {what}"));
        } else if health.index.segments > 16 {
            remarks.push("`kura doctor --compact` makes looking up positions quicker".to_owned());
        }
        remarks
    }

    fn is_empty(&self) -> bool {
        false
    }
}
