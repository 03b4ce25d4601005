//! `kura check`

use super::output::{note, print};
use super::output_file::{Existing, OutputError, write_file};
use super::{Done, input};
use anyhow::bail;
use clap::Args;
use kifukura::dataset::DiagnosticObject;
use kifukura::import::source::{Origin, STANDARD_INPUT, path_text};
use kifukura::import::{Fix, Prepared, fix};
use kifukura::record::{Code, Diagnostic, Place, Severity};
use kifukura::report::{Findings, clean, count, counted, explain};
use serde_json::json;
use std::collections::HashSet;
use std::path::PathBuf;

/// Look for mistakes in records, without a database
///
/// Exit code 1 says that something of the asked severity or worse was found. With --fix a corrected copy is written
/// where something can be corrected with certainty: encoding, line ends, numbers of rows, the count of the closing
/// line, names of pieces where the origin decides. The original is never touched.
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
    /// Say what a code such as `K012` means, with an example
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

/// What a check counts.
#[derive(Default)]
struct Tally {
    files: u64,
    games: u64,
    errors: u64,
    warnings: u64,
    infos: u64,
    fixed: u64,
    not_fixed: u64,
    /// Codes whose hint was given.
    hinted: HashSet<Code>,
}

impl Check {
    pub fn run(self) -> anyhow::Result<Done> {
        if let Some(code) = &self.explain {
            return explain_code(code);
        }
        if let Some(folder) = self.out.as_deref().filter(|folder| !folder.is_dir()) {
            bail!("`{}` is no folder; make it first", folder.display());
        }
        let least = match self.severity.as_str() {
            "info" => Severity::Info,
            "warning" => Severity::Warning,
            _ => Severity::Error,
        };
        let mut tally = Tally::default();
        input::each(&self.paths, |origin, prepared| {
            let path = origin.shown();
            let part = prepared.as_ref().ok().and_then(|prepared| prepared.content.part);
            tally.files += u64::from(part.is_none_or(|part| part.last));
            match prepared {
                Err(error) => {
                    tally.errors += 1;
                    let found = Diagnostic::new(Code::Unreadable, Place::default(), error);
                    self.show(&Findings::new(&path, ""), &path, None, &found, &mut tally)
                }
                Ok(prepared) => {
                    self.file(&path, &prepared, least, &mut tally)?;
                    if self.fix { self.correct(origin, &path, &prepared, &mut tally) } else { Ok(()) }
                }
            }
        })?;
        note(&format!(
            "{}, {}: {}, {}, {}\n",
            counted(tally.files, "file"),
            counted(tally.games, "game"),
            counted(tally.errors, "error"),
            counted(tally.warnings, "warning"),
            counted(tally.infos, "remark")
        ));
        if self.fix {
            note(&format!("{} corrected copies were written\n", count(tally.fixed)));
        }
        let found = match least {
            Severity::Info => tally.errors + tally.warnings + tally.infos,
            Severity::Warning => tally.errors + tally.warnings,
            Severity::Error => tally.errors,
        };
        let clean = found == 0 && tally.files > 0 && tally.not_fixed == 0;
        Ok(if clean { Done::Well } else { Done::WithRemarks })
    }

    fn file(
        &self,
        path: &str,
        prepared: &Prepared,
        least: Severity,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let before = prepared.content.part.map_or(0, |part| part.lines);
        let findings = Findings::new(path, &prepared.document.text).after(before);
        tally.games += prepared.games.len() as u64;
        for (number, found) in prepared.findings() {
            match found.severity {
                Severity::Error => tally.errors += 1,
                Severity::Warning => tally.warnings += 1,
                Severity::Info => tally.infos += 1,
            }
            if found.severity >= least {
                self.show(&findings, path, number, found, tally)?;
            }
        }
        Ok(())
    }

    fn show(
        &self,
        findings: &Findings<'_>,
        path: &str,
        number: Option<usize>,
        found: &Diagnostic,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        if self.format == "jsonl" {
            let DiagnosticObject { code, name, severity, line, column, message } = found.into();
            let object = json!({
                "source": path, "game_index": number, "code": code, "name": name, "severity": severity,
                "line": line, "column": column, "message": message, "hint": found.code.hint(),
            });
            print(&format!("{object}\n"))?;
        } else {
            print(&findings.show(found))?;
            // Once a run is enough.
            if tally.hinted.insert(found.code) {
                print(&format!("  hint: {}\n", found.code.hint()))?;
            }
        }
        Ok(())
    }

    /// Writes the corrected copy of a file, if there is anything to correct.
    fn correct(
        &self,
        origin: &Origin,
        path: &str,
        prepared: &Prepared,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        if let Some(part) = prepared.content.part {
            if part.last {
                tally.not_fixed += 1;
                note(&format!(
                    "error: {}: too large for a corrected copy; split it at the games\n",
                    clean(path)
                ));
            }
            return Ok(());
        }
        if prepared.games.is_empty() && !self.mojibake {
            return Ok(());
        }
        let fixed = match fix(prepared, self.mojibake) {
            Ok(fixed) => fixed,
            Err(reason) => {
                tally.not_fixed += 1;
                note(&format!("error: {}: {reason}\n", clean(path)));
                return Ok(());
            }
        };
        for one in &fixed.left {
            self.show_fix(path, one, "left")?;
        }
        if fixed.fixes.is_empty() {
            return Ok(());
        }
        let Some(target) = self.target(origin) else {
            tally.not_fixed += 1;
            note(&format!(
                "error: {}: no copy can be written beside it; name a folder with --out\n",
                clean(path)
            ));
            return Ok(());
        };
        let written = write_file(&target, Existing::Keep, |file| Ok(file.write_all(fixed.text.as_bytes())?));
        match written.as_ref().err().and_then(|error| error.downcast_ref::<OutputError>()) {
            Some(refusal) if refusal.is_refusal() => {
                tally.not_fixed += 1;
                note(&format!("error: {}\n", clean(&refusal.to_string())));
                return Ok(());
            }
            _ => written?,
        }
        tally.fixed += 1;
        for one in &fixed.fixes {
            self.show_fix(path, one, "fixed")?;
        }
        if self.format == "text" {
            note(&format!("{}: corrected copy in `{}`\n", clean(path), clean(&path_text(&target))));
        }
        Ok(())
    }

    /// Where the copy goes; `None` for what has no place of its own on the disk.
    fn target(&self, origin: &Origin) -> Option<PathBuf> {
        let member = origin.member.as_ref().map(PathBuf::from);
        let path = member.as_ref().unwrap_or(&origin.path);
        let own = path.file_name().filter(|name| *name != STANDARD_INPUT);
        let name = own.map_or_else(|| "stdin".into(), std::ffi::OsStr::to_owned);
        match &self.out {
            Some(folder) => Some(folder.join(name)),
            None if member.is_some() || path.as_os_str() == "-" => None,
            None => {
                let mut fixed = path.file_stem()?.to_owned();
                fixed.push(".fixed");
                if let Some(extension) = path.extension() {
                    fixed.push(".");
                    fixed.push(extension);
                }
                Some(path.with_file_name(fixed))
            }
        }
    }

    fn show_fix(&self, path: &str, fix: &Fix, done: &str) -> anyhow::Result<()> {
        if self.format == "jsonl" {
            let object = json!({
                "source": path, "fixed": done == "fixed", "code": fix.code.map(Code::id), "line": fix.place.line,
                "column": fix.place.column, "message": fix.message,
            });
            return Ok(print(&format!("{object}\n"))?);
        }
        let place = match fix.place.line {
            0 => String::new(),
            line => format!(":{line}:{}", fix.place.column),
        };
        let code = fix.code.map(|code| format!("[{code}]")).unwrap_or_default();
        Ok(print(&format!("{}{place}: {done}{code}: {}\n", clean(path), clean(&fix.message)))?)
    }
}

fn explain_code(code: &str) -> anyhow::Result<Done> {
    let known = Code::ALL.iter().find(|known| known.id().eq_ignore_ascii_case(code) || known.name() == code);
    let Some(known) = known else {
        bail!("there is no code `{code}`; the codes are listed in docs/diagnostics.md")
    };
    print(&explain(*known))?;
    Ok(Done::Well)
}
