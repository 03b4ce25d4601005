//! `kura convert`

use super::Done;
use super::file_names::{FileName, FileNames};
use super::output::note;
use super::output_file::{Existing, OutputError, write_file};
use anyhow::bail;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use kifukura::check::Findings;
use kifukura::dataset::{DiagnosticObject, GameObject};
use kifukura::formats::encoding::{Encoding, byte_order_mark};
use kifukura::formats::{Among, Format, Loss, LossCode, Target, encode_text};
use kifukura::intake::{ReplayedFile, ReplayedGame, each_file, path_text};
use kifukura::report::{clean, finding_text};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Turn records into another format, without a database
///
/// Games go to standard output one after the other, or with --out into files of a folder.
#[derive(Debug, Args)]
pub struct Convert {
    /// Files, folders, and archives of either (zip, tar, gz, zst, 7z, lzh); `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum)]
    to: Form,
    /// The encoding to write: utf-8, cp932, euc-jp, …
    #[arg(long, default_value = "utf-8", value_parser = encoding)]
    encoding: Encoding,
    /// The folder to write into, one file a game; it must exist
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// What a game is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A record.
    Record(Target),
    /// An object of JSON with everything that replay found.
    Jsonl,
}

/// Every form, records first.
const FORMS: [Form; Target::ALL.len() + 1] = {
    let mut forms = [Form::Jsonl; Target::ALL.len() + 1];
    let mut index = 0;
    while index < Target::ALL.len() {
        forms[index] = Form::Record(Target::ALL[index]);
        index += 1;
    }
    forms
};

impl ValueEnum for Form {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Record(target) => PossibleValue::new(target.name()).help(target.description()),
            Self::Jsonl => {
                PossibleValue::new("jsonl").help("One JSON object a game, with everything that replay found")
            }
        })
    }
}

fn encoding(name: &str) -> Result<Encoding, String> {
    Encoding::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        format!("unknown encoding; the known ones are {}", names.join(", "))
    })
}

impl Convert {
    pub fn run(self) -> anyhow::Result<Done> {
        if let Some(folder) = self.out.as_deref().filter(|folder| !folder.is_dir()) {
            bail!("`{}` is not a folder; make it first", folder.display());
        }
        let mut done = Done::Well;
        let mut games = 0_u64;
        let mut output = Output::default();
        each_file(&self.paths, |source, prepared| -> anyhow::Result<()> {
            let path = source.shown();
            let prepared = match prepared {
                Ok(prepared) => prepared,
                Err(error) => {
                    note(&format!(
                        "error: `{}` could not be read: {}\n",
                        clean(&path),
                        clean(&error.to_string())
                    ));
                    done = Done::WithRemarks;
                    return Ok(());
                }
            };
            if prepared.games.is_empty() || prepared.games.iter().any(|found| found.game.is_err()) {
                done = Done::WithRemarks;
            }
            let findings = Findings::new(&path, &prepared.document.text);
            for found in &prepared.document.diagnostics {
                note(&finding_text(&findings.find(None, found)));
            }
            games += prepared.games.len() as u64;
            if !self.write(&path, &prepared, &mut output)? {
                done = Done::WithRemarks;
            }
            Ok(())
        })?;
        Ok(if games == 0 { Done::WithRemarks } else { done })
    }

    /// Writes the games of a file. False when one is of a kind that the format cannot hold, or its file exists already.
    fn write(&self, path: &str, prepared: &ReplayedFile, output: &mut Output) -> anyhow::Result<bool> {
        let mut all = true;
        // The games of a file that comes in chunks are counted on, and each has its number in its name.
        let several = prepared.content.chunk.is_some() || prepared.games.len() > 1;
        for (number, found) in (prepared.games_before()..).zip(&prepared.games) {
            let bytes = match self.to {
                Form::Jsonl => {
                    let (bytes, loss) =
                        encode_text(&json_line(path, number, found, prepared)?, self.encoding);
                    warn(path, loss.as_slice());
                    bytes
                }
                Form::Record(target) => match self.record(target, path, number, found, output) {
                    Some(bytes) => bytes,
                    None => {
                        all &= found.game.is_err();
                        continue;
                    }
                },
            };
            match &self.out {
                None => {
                    // The mark of the byte order stands once, before everything.
                    let mark = if output.begun { byte_order_mark(self.encoding) } else { b"" };
                    output.begun = true;
                    let mut out = std::io::stdout().lock();
                    out.write_all(bytes.strip_prefix(mark).unwrap_or(&bytes))?;
                    out.flush()?;
                }
                Some(folder) => {
                    let number = several.then_some(number);
                    all &= self.file(folder, Path::new(path), number, &bytes, output)?;
                }
            }
        }
        Ok(all)
    }

    /// The bytes of a game as a record; `None`, and a sentence about it, when there are none.
    fn record(
        &self,
        target: Target,
        path: &str,
        number: usize,
        found: &ReplayedGame,
        output: &mut Output,
    ) -> Option<Vec<u8>> {
        let game = match &found.game {
            Ok(game) => game,
            Err(unplayable) => {
                note(&format!(
                    "error: {}: game {} was left out: {}\n",
                    clean(path),
                    number + 1,
                    unplayable.code
                ));
                return None;
            }
        };
        let written = target.write(&found.record, game, None);
        warn(path, &written.losses);
        if written.text.trim().is_empty() {
            // A banner with nothing below it is no record.
            note(&format!("error: {}: game {} was not written\n", clean(path), number + 1));
            return None;
        }
        let among = match (&self.out, output.begun) {
            (Some(_), _) => Among::Alone,
            (None, false) => Among::First,
            (None, true) => Among::Later,
        };
        let (bytes, losses) = target.encode(written.text, self.encoding, among);
        for loss in losses {
            if loss.code != LossCode::EncodingUncommon {
                warn(path, &[loss]);
            } else if !std::mem::replace(&mut output.encoding_reported, true) {
                warn("", &[loss]);
            }
        }
        Some(bytes)
    }

    /// Writes one game into a new file. An existing file is left as it is: then this is reported, and the answer is
    /// false.
    fn file(
        &self,
        folder: &Path,
        path: &Path,
        number: Option<usize>,
        bytes: &[u8],
        output: &mut Output,
    ) -> anyhow::Result<bool> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = number.map_or_else(|| stem.to_string(), |number| format!("{stem}-{}", number + 1));
        let extension = match self.to {
            Form::Record(target) => target.extension(),
            Form::Jsonl => "jsonl",
        };
        let name = output.names.next(&stem, extension);
        let target = folder.join(name.as_str());
        let written = write_file(&target, Existing::Keep, |file| Ok(file.write_all(bytes)?));
        match written.as_ref().err().and_then(|error| error.downcast_ref::<OutputError>()) {
            Some(refusal) if refusal.is_refusal() => {
                note(&format!("error: {}\n", clean(&refusal.to_string())));
                return Ok(false);
            }
            _ => written?,
        }
        if let FileName::Numbered(name) = name {
            note(&format!(
                "warning: {}: another file has the usual name; this one became `{}`\n",
                clean(&path_text(path)),
                clean(&name)
            ));
        }
        Ok(true)
    }
}

/// What was written so far.
#[derive(Debug, Default)]
struct Output {
    /// Standard output has a game.
    begun: bool,
    /// It was said that CSA does not name the encoding.
    encoding_reported: bool,
    names: FileNames,
}

/// Says what a format or an encoding could not hold.
pub fn warn(path: &str, losses: &[Loss]) {
    for loss in losses {
        let place = if path.is_empty() { String::new() } else { format!("{}: ", clean(path)) };
        note(&format!("warning[{}]: {place}{}\n", loss.code.name(), clean(&loss.message)));
    }
}

fn json_line(
    path: &str,
    number: usize,
    found: &ReplayedGame,
    prepared: &ReplayedFile,
) -> anyhow::Result<String> {
    let mut object = GameObject::new(&found.record, &found.game);
    object.source = Some(path.to_owned());
    object.game_index = Some(number);
    object.format = prepared.document.format.map(Format::name);
    object.encoding = Some(prepared.document.encoding.name());
    let file = prepared.document.diagnostics.iter().map(DiagnosticObject::from);
    object.diagnostics.splice(0..0, file);
    Ok(object.json_line()?)
}
