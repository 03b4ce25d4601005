//! `kura check`

use super::Done;
use super::output::{note, print};
use super::output_file::{Existing, OutputError, write_file};
use anyhow::bail;
use clap::{Args, ValueEnum};
use kifukura::check::{Copies, Findings, Fix, Tally};
use kifukura::intake::{ReadError, ReplayedFile, SourcePath, each_file, path_text};
use kifukura::record::{Code, Diagnostic, Place, Severity};
use kifukura::report::{clean, count, counted, explain, finding_text, fix_text};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Display;
use std::path::PathBuf;

/// Find mistakes in records, without a database
///
/// Exit code 1 means that something of the asked severity or worse was found. With --fix a corrected copy is written
/// where something can be corrected with certainty: encoding, line ends, numbers of rows, the count of the closing
/// line, names of pieces where the origin decides. The original is never touched.
#[derive(Debug, Args)]
pub struct Check {
    /// Files, folders, and archives of either (zip, tar, gz, zst, 7z, lzh); `-` is standard input
    #[arg(value_name = "PATH", required_unless_present = "explain")]
    paths: Vec<PathBuf>,
    /// Show findings of this severity and worse
    #[arg(long, value_enum, default_value_t = Least::Warning)]
    severity: Least,
    /// `text` for people, `jsonl` for programs
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// Explain what a code such as `K012` means, with an example
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
    /// Write a corrected copy as `NAME.fixed.EXT` beside the file
    #[arg(long)]
    fix: bool,
    /// The folder for corrected copies, under the file's own name; it must exist
    #[arg(long, value_name = "FOLDER", requires = "fix")]
    out: Option<PathBuf>,
    /// Also decode anew what was saved after a wrong decoding
    #[arg(long, requires = "fix")]
    mojibake: bool,
}

/// `--severity`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Least {
    Info,
    Warning,
    Error,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Jsonl,
}

/// What was shown and written so far.
#[derive(Default)]
struct Progress {
    tally: Tally,
    /// Codes whose hint was shown.
    hinted: HashSet<Code>,
    /// Corrected copies that were written.
    copies: u64,
    /// Corrected copies that could not be made or written.
    refused: u64,
}

impl Check {
    pub fn run(self) -> anyhow::Result<Done> {
        if let Some(code) = &self.explain {
            return explain_code(code);
        }
        if let Some(folder) = self.out.as_deref().filter(|folder| !folder.is_dir()) {
            bail!("there is no folder `{}`; make it first", folder.display());
        }
        let least = match self.severity {
            Least::Info => Severity::Info,
            Least::Warning => Severity::Warning,
            Least::Error => Severity::Error,
        };
        let copies = self.fix.then(|| Copies { folder: self.out.clone(), mojibake: self.mojibake });
        let mut progress = Progress::default();
        each_file(&self.paths, |path, file| -> anyhow::Result<()> {
            progress.tally.add(&file);
            self.file(&path.shown(), &file, least, &mut progress)?;
            match (&copies, file) {
                (Some(copies), Ok(file)) => self.correct(copies, path, &file, &mut progress),
                _ => Ok(()),
            }
        })?;
        let Progress { tally, .. } = progress;
        note(&format!(
            "{}, {}: {}, {}, {}\n",
            counted(tally.files, "file"),
            counted(tally.games, "game"),
            counted(tally.errors, "error"),
            counted(tally.warnings, "warning"),
            counted(tally.infos, "remark")
        ));
        if self.fix {
            note(&format!("{} corrected copies were written\n", count(progress.copies)));
        }
        let clean = tally.findings(least) == 0 && tally.files > 0 && progress.refused == 0;
        Ok(if clean { Done::Well } else { Done::WithRemarks })
    }

    /// Shows what was found in a file.
    fn file(
        &self,
        path: &str,
        file: &Result<ReplayedFile, ReadError>,
        least: Severity,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        match file {
            Err(error) => {
                let found = Diagnostic::new(Code::Unreadable, Place::FILE, error.to_string());
                self.show(&Findings::new(path, ""), None, &found, progress)
            }
            Ok(file) => {
                let findings = Findings::of(path, file);
                let mut found = file.findings().filter(|(_, found)| found.severity >= least);
                found.try_for_each(|(game, found)| self.show(&findings, game, found, progress))
            }
        }
    }

    fn show(
        &self,
        findings: &Findings<'_>,
        game_index: Option<usize>,
        found: &Diagnostic,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        let finding = findings.find(game_index, found);
        if self.format == Form::Jsonl {
            return print_json(&finding.object());
        }
        print(&finding_text(&finding))?;
        // Once a run is enough.
        if progress.hinted.insert(found.code) {
            print(&format!("  hint: {}\n", found.code.hint()))?;
        }
        Ok(())
    }

    /// Writes the corrected copy of a file, if there is anything to correct.
    fn correct(
        &self,
        copies: &Copies,
        path: &SourcePath,
        file: &ReplayedFile,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        let shown = path.shown();
        let mut refuse = |error: &dyn Display| {
            progress.refused += 1;
            note(&format!("error: {}: {}\n", clean(&shown), clean(&error.to_string())));
            Ok(())
        };
        let fixed = match copies.correct(file) {
            Ok(Some(fixed)) => fixed,
            Ok(None) => return Ok(()),
            Err(error) => return refuse(&error),
        };
        fixed.left.iter().try_for_each(|left| self.show_fix(&shown, left, false))?;
        if fixed.fixes.is_empty() {
            return Ok(());
        }
        let target = match copies.target(path) {
            Ok(target) => target,
            Err(error) => return refuse(&error),
        };
        let written = write_file(&target, Existing::Keep, |file| Ok(file.write_all(fixed.text.as_bytes())?));
        match written.as_ref().err().and_then(|error| error.downcast_ref::<OutputError>()) {
            Some(error) if error.is_refusal() => return refuse(error),
            _ => written?,
        }
        progress.copies += 1;
        fixed.fixes.iter().try_for_each(|fix| self.show_fix(&shown, fix, true))?;
        if self.format == Form::Text {
            note(&format!("{}: corrected copy in `{}`\n", clean(&shown), clean(&path_text(&target))));
        }
        Ok(())
    }

    fn show_fix(&self, path: &str, fix: &Fix, fixed: bool) -> anyhow::Result<()> {
        match self.format {
            Form::Jsonl => print_json(&fix.object(path, fixed)),
            Form::Text => Ok(print(&fix_text(path, fix, fixed))?),
        }
    }
}

fn print_json(object: &impl Serialize) -> anyhow::Result<()> {
    Ok(print(&format!("{}\n", serde_json::to_string(object)?))?)
}

fn explain_code(code: &str) -> anyhow::Result<Done> {
    let Some(known) = Code::find(code) else {
        bail!("there is no code `{code}`; the codes are listed in docs/diagnostics.md")
    };
    print(&explain(known))?;
    Ok(Done::Well)
}
