//! `kura check`

use super::output::{note, print};
use super::{Done, input};
use anyhow::bail;
use clap::Args;
use kifukura::dataset::DiagnosticObject;
use kifukura::import::Prepared;
use kifukura::record::{Code, Diagnostic, Severity};
use kifukura::report::{count, show_finding};
use serde_json::json;
use std::path::PathBuf;

/// Look for mistakes in records, without a database
#[derive(Debug, Args)]
pub struct Check {
    /// Files, folders, and archives of either (zip, tar, gz, zst, 7z, lzh); `-` is standard input
    #[arg(value_name = "PATH", required_unless_present = "explain")]
    paths: Vec<PathBuf>,
    /// Show findings of this severity and worse
    #[arg(long, default_value = "warning", value_parser = ["info", "warning", "error"])]
    severity: String,
    /// `text` for people, `jsonl` for programs
    #[arg(long, default_value = "text", value_parser = ["text", "jsonl"])]
    format: String,
    /// Say what a code such as `K012` means
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

/// What a check counts.
#[derive(Default)]
struct Tally {
    files: u64,
    games: u64,
    errors: u64,
    warnings: u64,
    infos: u64,
}

impl Check {
    pub fn run(self) -> anyhow::Result<Done> {
        if let Some(code) = &self.explain {
            return explain(code);
        }
        let least = match self.severity.as_str() {
            "info" => Severity::Info,
            "warning" => Severity::Warning,
            _ => Severity::Error,
        };
        let mut tally = Tally::default();
        input::each(&self.paths, |source, prepared| {
            let path = source.shown();
            tally.files += 1;
            match prepared {
                Err(error) => {
                    tally.errors += 1;
                    let place = kifukura::record::Place::default();
                    self.show(&path, "", None, &Diagnostic::new(Code::Unreadable, place, error))
                }
                Ok(prepared) => self.file(&path, &prepared, least, &mut tally),
            }
        })?;
        note(&format!(
            "{} files, {} games: {} errors, {} warnings, {} remarks\n",
            count(tally.files),
            count(tally.games),
            count(tally.errors),
            count(tally.warnings),
            count(tally.infos)
        ));
        Ok(if tally.errors + tally.warnings > 0 || tally.files == 0 { Done::WithRemarks } else { Done::Well })
    }

    fn file(
        &self,
        path: &str,
        prepared: &Prepared,
        least: Severity,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let text = &prepared.document.text;
        let mut found: Vec<(Option<usize>, &Diagnostic)> =
            prepared.document.diagnostics.iter().map(|found| (None, found)).collect();
        for (number, game) in prepared.games.iter().enumerate() {
            tally.games += 1;
            let replayed = match &game.game {
                Ok(game) => &game.diagnostics,
                Err(unplayable) => &unplayable.diagnostics,
            };
            let mut own: Vec<_> = game.record.diagnostics.iter().chain(replayed).collect();
            own.sort_by_key(|found| found.place);
            found.extend(own.into_iter().map(|found| (Some(number), found)));
        }
        for (number, found) in found {
            match found.severity {
                Severity::Error => tally.errors += 1,
                Severity::Warning => tally.warnings += 1,
                Severity::Info => tally.infos += 1,
            }
            if found.severity >= least {
                self.show(path, text, number, found)?;
            }
        }
        Ok(())
    }

    fn show(&self, path: &str, text: &str, number: Option<usize>, found: &Diagnostic) -> anyhow::Result<()> {
        if self.format == "jsonl" {
            let mut object = json!({ "source": path, "game_index": number });
            if let (Some(object), serde_json::Value::Object(more)) =
                (object.as_object_mut(), serde_json::to_value(DiagnosticObject::from(found))?)
            {
                object.extend(more);
            }
            print(&format!("{object}\n"))?;
        } else {
            print(&show_finding(path, text, found))?;
        }
        Ok(())
    }
}

fn explain(code: &str) -> anyhow::Result<Done> {
    let known = Code::ALL.iter().find(|known| known.id().eq_ignore_ascii_case(code) || known.name() == code);
    let Some(known) = known else {
        bail!("there is no code `{code}`; the codes are listed in docs/diagnostics.md")
    };
    print(&format!("{known} ({})\n{}\n", known.severity(), known.explanation()))?;
    Ok(Done::Well)
}
