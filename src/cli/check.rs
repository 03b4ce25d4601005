//! `kura check`

use super::Done;
use super::output::{complain, note, print};
use super::output_folder::{ExistingArgs, OutputFolder, Put};
use anyhow::bail;
use clap::{Args, ValueEnum};
use kifukura::check::{Copies, Findings, Fix, Tally, check_positions};
use kifukura::formats::packed::PackedFormat;
use kifukura::intake::{
    ReadError, ReplayedFile, SourcePath, SourceTree, each_file, open_positions, path_text,
};
use kifukura::record::{Code, Diagnostic, Place, Severity};
use kifukura::report::{clean, count, counted, explain, finding_text, fix_text, positions_text};
use serde::Serialize;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Find mistakes in records, without a database
///
/// Exit code 1 means that something of the asked severity or worse was found. With --fix a corrected copy is written
/// where something can be corrected with certainty: encoding, line ends, numbers of rows, the count of the closing
/// line, names of pieces where the origin decides. The original is never touched.
///
/// Of packed positions (.psv, .hcp, .hcpe, .hcpe3, and .bin that holds psv) every position, move and result is held against
/// the rules, and a report says what there is in numbers.
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
    /// The folder for corrected copies, under the file's own name; the folders in which the files lie are kept and made
    #[arg(long, value_name = "FOLDER", requires = "fix")]
    out: Option<PathBuf>,
    /// Also decode anew what was saved after a wrong decoding
    #[arg(long, requires = "fix")]
    mojibake: bool,
    #[command(flatten)]
    existing: ExistingArgs,
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
        let least = match self.severity {
            Least::Info => Severity::Info,
            Least::Warning => Severity::Warning,
            Least::Error => Severity::Error,
        };
        let mut copies = self.fix.then(|| {
            let folder = OutputFolder::new(self.out.as_deref().unwrap_or(Path::new("")), self.existing);
            Destination {
                copies: Copies { mojibake: self.mojibake },
                tree: SourceTree::new(&self.paths),
                folder,
            }
        });
        let mut progress = Progress::default();
        each_file(&self.paths, |path, file| -> anyhow::Result<()> {
            progress.tally.add(&file);
            match &file {
                Err(ReadError::Positions(format)) => self.positions(path, *format, least, &mut progress)?,
                file => self.file(&path.shown(), file, least, &mut progress)?,
            }
            match (&mut copies, file) {
                (Some(copies), Ok(file)) => self.correct(copies, path, &file, &mut progress),
                _ => Ok(()),
            }
        })?;
        let Progress { tally, .. } = progress;
        let positions = match tally.positions {
            0 => String::new(),
            positions => format!(", {}", counted(positions, "packed position")),
        };
        note(&format!(
            "{}, {}{positions}: {}, {}, {}\n",
            counted(tally.files, "file"),
            counted(tally.games, "game"),
            counted(tally.errors, "error"),
            counted(tally.warnings, "warning"),
            counted(tally.infos, "remark")
        ));
        if self.fix {
            let written = if progress.copies == 1 { "copy was" } else { "copies were" };
            note(&format!("{} corrected {written} written\n", count(progress.copies)));
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

    /// Shows what was found in a file of packed positions, and what there is in it.
    fn positions(
        &self,
        path: &SourcePath,
        format: PackedFormat,
        least: Severity,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        let shown = path.shown();
        let mut input = match open_positions(path) {
            Ok(input) => input,
            Err(error) => {
                progress.tally.errors += 1;
                return self.file(&shown, &Err(error), least, progress);
            }
        };
        let findings = Findings::new(&shown, "");
        let mut printed = Ok(());
        let report = check_positions(&mut input, format, &mut |found| {
            if printed.is_ok() && found.diagnostic.severity >= least {
                let record = usize::try_from(found.record).ok();
                printed = self.show(&findings, record, &found.diagnostic, progress);
            }
        });
        printed?;
        progress.tally.add_positions(&report);
        match self.format {
            Form::Text => Ok(print(&positions_text(&shown, &report))?),
            Form::Jsonl => print_json(&report.object(&shown)),
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
        to: &mut Destination,
        path: &SourcePath,
        file: &ReplayedFile,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        let shown = path.shown();
        let mut refuse = |error: &dyn Display| {
            progress.refused += 1;
            complain(&format!("error: {}: {}\n", clean(&shown), clean(&error.to_string())));
            Ok(())
        };
        let fixed = match to.copies.correct(file) {
            Ok(Some(fixed)) => fixed,
            Ok(None) => return Ok(()),
            Err(error) => return refuse(&error),
        };
        fixed.left.iter().try_for_each(|left| self.show_fix(&shown, left, false))?;
        if fixed.fixes.is_empty() {
            return Ok(());
        }
        let target = match &self.out {
            Some(out) => {
                let target = to.tree.path_of(path);
                if is_same_file(&out.join(&target), &path.path) {
                    return refuse(
                        &"the corrected copy would be the file itself; name another folder with --out",
                    );
                }
                target
            }
            None => match to.copies.beside(path) {
                Ok(target) => target,
                Err(error) => return refuse(&error),
            },
        };
        let below = target.parent().map(Path::to_owned).unwrap_or_default();
        let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, extension) = (part(target.file_stem()), part(target.extension()));
        let bytes = fixed.text.as_bytes();
        let target = match to.folder.put(&shown, &below, (&stem, &extension), bytes)? {
            Put::Written(target) => target,
            Put::Skipped => return Ok(()),
            Put::Refused => {
                progress.refused += 1;
                return Ok(());
            }
        };
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

/// True when both are there and one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = std::fs::canonicalize;
    real(one).is_ok_and(|one| real(other).is_ok_and(|other| one == other))
}

/// Where corrected copies go.
struct Destination {
    copies: Copies,
    tree: SourceTree,
    folder: OutputFolder,
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
