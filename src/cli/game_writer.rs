//! Where games go that are written as records: to standard output, into one file, or each into a file of a folder.

use super::error::CommandError;
use super::form::Form;
use super::output::{is_verbose, note};
use super::output_file::{OutputError, OutputFile};
use super::output_folder::{ExistingArgs, OutputFolder, Put, is_folder};
use kifukura::formats::encoding::{Encoding, byte_order_mark};
use kifukura::formats::{Among, Loss, LossCode, encode_text};
use kifukura::intake::{NAME_BYTES, cut};
use kifukura::report::{clean, count, counted};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How many losses of one kind are listed, each sentence once; the others are counted.
const LISTED: u64 = 20;

/// The name of a game's file below the folder that takes all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamePath {
    /// The folder below it.
    pub folder: PathBuf,
    /// The name without its ending.
    pub stem: String,
    /// The ending, where it is not the usual one of the form.
    pub extension: Option<String>,
}

/// How many bytes a number and an ending may take behind a name.
const NUMBER_BYTES: usize = 16;

/// The name of a game's file that is number `number` (from 0) of the games in a file.
pub fn numbered(stem: &str, number: u64) -> String {
    format!("{}-{}", cut(stem, NAME_BYTES - NUMBER_BYTES), number + 1)
}

/// Writes games.
#[derive(Debug)]
pub struct GameWriter {
    form: Form,
    encoding: Encoding,
    place: Place,
    /// Something stands there already.
    begun: bool,
    /// It was said that CSA does not name the encoding.
    encoding_reported: bool,
    losses: Losses,
    done: Writing,
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// How many were written.
    pub games: u64,
    /// How many were left out, since their file is there already.
    pub skipped: u64,
    /// How many could not be written.
    pub refused: u64,
}

#[derive(Debug)]
enum Place {
    Stdout,
    File(Box<OutputFile>, PathBuf),
    /// A file that is there already and stays.
    Nowhere,
    Folder(OutputFolder),
}

impl GameWriter {
    /// Makes ready to write to `out`, which is a folder or a file, or to standard output.
    pub fn new(
        form: Form,
        encoding: Option<Encoding>,
        out: Option<&Path>,
        existing: ExistingArgs,
    ) -> Result<Self, OutputError> {
        let place = match out {
            None => Place::Stdout,
            Some(path) if is_folder(path) => Place::Folder(OutputFolder::new(path, existing)),
            Some(path) => match OutputFile::create(path, existing.existing()) {
                Ok(file) => Place::File(Box::new(file), path.to_owned()),
                Err(OutputError::Exists(_)) if existing.skips() => Place::Nowhere,
                Err(error) => return Err(error),
            },
        };
        Ok(Self {
            form,
            encoding: form.encoding(encoding, out.is_none()),
            place,
            begun: false,
            encoding_reported: false,
            losses: Losses::default(),
            done: Writing::default(),
        })
    }

    /// Refuses several games where the form has no place for them.
    pub fn must_hold(&self, games: u64) -> Result<(), CommandError> {
        match &self.place {
            Place::File(_, path) if games > 1 && !self.form.holds_several() => {
                let (form, name) = (self.form.name(), path.with_extension(""));
                Err(CommandError::new(format!(
                    "a file of the format `{form}` holds one game, and there are several"
                ))
                .hint(format!(
                    "name a folder instead, `--out {}/`: each game gets a file in it",
                    name.display()
                )))
            }
            _ => Ok(()),
        }
    }

    /// Says what a format or an encoding could not hold of a game.
    pub fn warn(&mut self, shown: &str, losses: &[Loss]) {
        self.losses.report(shown, losses);
    }

    /// Writes a game: the text of its record, or its object of JSON.
    pub fn write(
        &mut self,
        shown: &str,
        text: String,
        path: impl FnOnce() -> GamePath,
    ) -> anyhow::Result<()> {
        self.must_hold(1 + u64::from(self.begun))?;
        let bytes = self.encode(shown, text);
        // The mark of the byte order stands once, before everything.
        let mark = if self.begun { byte_order_mark(self.encoding) } else { b"" };
        match &mut self.place {
            Place::Stdout => {
                let mut out = std::io::stdout().lock();
                out.write_all(bytes.strip_prefix(mark).unwrap_or(&bytes))?;
                out.flush()?;
                self.done.games += 1;
            }
            Place::File(file, _) => {
                file.write_all(bytes.strip_prefix(mark).unwrap_or(&bytes))?;
                self.done.games += 1;
            }
            Place::Nowhere => self.done.skipped += 1,
            Place::Folder(folder) => {
                let GamePath { folder: below, stem, extension } = path();
                let name = (stem.as_str(), extension.as_deref().unwrap_or(self.form.extension()));
                match folder.put(shown, &below, name, &bytes)? {
                    Put::Written(_) => self.done.games += 1,
                    Put::Skipped => self.done.skipped += 1,
                    Put::Refused => self.done.refused += 1,
                }
            }
        }
        self.begun = true;
        Ok(())
    }

    fn encode(&mut self, shown: &str, text: String) -> Vec<u8> {
        let among = match (&self.place, self.begun) {
            (Place::Folder(_), _) => Among::Alone,
            (Place::File(..), _) if !self.form.holds_several() => Among::Alone,
            (_, false) => Among::First,
            (_, true) => Among::Later,
        };
        let (bytes, losses) = match self.form {
            Form::Record(target) => target.encode(text, self.encoding, among),
            Form::Jsonl => {
                let (bytes, loss) = encode_text(&text, self.encoding);
                (bytes, loss.into_iter().collect())
            }
        };
        for loss in losses {
            if loss.code != LossCode::EncodingUncommon {
                self.losses.report(shown, &[loss]);
            } else if !std::mem::replace(&mut self.encoding_reported, true) {
                self.losses.report("", &[loss]);
            }
        }
        bytes
    }

    /// Puts a file in its place, and says what was left out of the messages.
    pub fn finish(self) -> anyhow::Result<Writing> {
        self.losses.finish();
        if self.done.skipped > 0 {
            let games = counted(self.done.skipped, "game");
            note(&format!("{games} left out: there is a file already (--skip-existing)\n"));
        }
        match self.place {
            Place::File(file, _) if self.begun => file.finish()?,
            _ => {}
        }
        Ok(self.done)
    }
}

/// The losses that were said.
#[derive(Debug, Default)]
struct Losses {
    /// How many there were, and how many of them were listed, by their codes.
    counts: BTreeMap<LossCode, (u64, u64)>,
    /// The lines that were listed, each once.
    listed: HashSet<String>,
}

impl Losses {
    fn report(&mut self, shown: &str, losses: &[Loss]) {
        for loss in losses {
            let place = if shown.is_empty() { String::new() } else { format!("{}: ", clean(shown)) };
            let line = format!("warning[{}]: {place}{}\n", loss.code.name(), clean(&loss.message));
            let (all, listed) = self.counts.entry(loss.code).or_default();
            *all += 1;
            if is_verbose() || *listed < LISTED && self.listed.insert(line.clone()) {
                *listed += 1;
                note(&line);
            }
        }
    }

    fn finish(&self) {
        for (code, (all, listed)) in self.counts.iter().filter(|(_, (all, listed))| listed < all) {
            let more = all - listed;
            let times = if more == 1 { "time" } else { "times" };
            note(&format!(
                "warning[{}]: and {} {times} more (--verbose lists all)\n",
                code.name(),
                count(more)
            ));
        }
    }
}

/// Says what a format or an encoding could not hold of the only game.
pub fn warn(losses: &[Loss]) {
    Losses::default().report("", losses);
}
