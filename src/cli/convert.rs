//! `kura convert`

use super::output::note;
use super::output_file::{Existing, OutputError, write_file};
use super::{Done, input, read_back};
use anyhow::bail;
use clap::{Args, ValueEnum};
use kifukura::dataset::{DiagnosticObject, GameObject};
use kifukura::formats::dobutsu::{self, Notation};
use kifukura::formats::encoding::{Encoding, byte_order_mark, encode};
use kifukura::formats::{Format, Written, bod, csa, jkf, ki2, kif, usen, usi};
use kifukura::import::source::path_text;
use kifukura::import::{Found, Prepared};
use kifukura::record::Record;
use kifukura::replay::{Game, Unplayable};
use kifukura::report::{Findings, clean};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The line that begins a KIF of ours.
const KIF_BANNER: &str = "# ---- kifukura 棋譜ファイル ----\n";

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
    to: Target,
    /// The encoding to write: utf-8, cp932, euc-jp, …
    #[arg(long, default_value = "utf-8", value_parser = encoding)]
    encoding: Encoding,
    /// The folder to write into, one file a game (`jsonl`: one file a source); it must exist
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// A format that games are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// KIF
    Kif,
    /// KI2, as newspapers print moves
    Ki2,
    /// CSA V2.2, or the CSA-like notation of dōbutsu shōgi
    Csa,
    /// CSA V3.0
    Csa3,
    /// One `position …` line a game, dōbutsu shōgi as lishogi writes it
    Usi,
    /// JKF, one JSON object a line
    Jkf,
    /// USEN, the form for addresses of pages
    Usen,
    /// A diagram of the last position
    Bod,
    /// The last position as SFEN
    Sfen,
    /// Dōbutsu shōgi as a list: `b3b2 a1b2`
    Dobutsu,
    /// Dōbutsu shōgi as Fairy-Stockfish and PyChess write it
    Fairy,
    /// Dōbutsu shōgi in algebraic notation: `Cb3xb2`
    Algebraic,
    /// Dōbutsu shōgi in Japanese prose: `▲B2ひよこ`
    Prose,
    /// One JSON object a game, with everything that replay found
    Jsonl,
}

impl Target {
    const fn extension(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Csa | Self::Csa3 => "csa",
            Self::Ki2 => "ki2",
            Self::Usi => "usi",
            Self::Jkf => "jkf",
            Self::Usen => "usen",
            Self::Bod => "bod",
            Self::Sfen => "sfen",
            Self::Dobutsu | Self::Fairy | Self::Algebraic | Self::Prose => "txt",
            Self::Jsonl => "jsonl",
        }
    }
}

fn encoding(name: &str) -> Result<Encoding, String> {
    Encoding::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        format!("no such encoding; there are {}", names.join(", "))
    })
}

impl Convert {
    pub fn run(self) -> anyhow::Result<Done> {
        if let Some(folder) = self.out.as_deref().filter(|folder| !folder.is_dir()) {
            bail!("`{}` is no folder; make it first", folder.display());
        }
        let mut done = Done::Well;
        let mut games = 0_u64;
        let mut to = Output::default();
        input::each(&self.paths, |source, prepared| {
            let path = source.shown();
            let prepared = match prepared {
                Ok(prepared) => prepared,
                Err(error) => {
                    note(&format!("error: `{}` could not be read: {}\n", clean(&path), clean(&error)));
                    done = Done::WithRemarks;
                    return Ok(());
                }
            };
            if prepared.games.is_empty() || prepared.games.iter().any(|found| found.game.is_err()) {
                done = Done::WithRemarks;
            }
            let findings = Findings::new(&path, &prepared.document.text);
            for found in &prepared.document.diagnostics {
                note(&findings.show(found));
            }
            games += prepared.games.len() as u64;
            if !self.write(&path, Path::new(&path), &prepared, &mut to)? {
                done = Done::WithRemarks;
            }
            Ok(())
        })?;
        Ok(if games == 0 { Done::WithRemarks } else { done })
    }

    /// False when a game is of a sort that the format cannot hold, or its file is there already.
    fn write(
        &self,
        shown: &str,
        path: &Path,
        prepared: &Prepared,
        output: &mut Output,
    ) -> anyhow::Result<bool> {
        let mut all = true;
        // The games of a file that comes in parts are counted on, and each has its number in its name.
        let of = if prepared.content.part.is_some() { usize::MAX } else { prepared.games.len() };
        for (number, found) in (prepared.games_before()..).zip(&prepared.games) {
            let text = if self.to == Target::Jsonl {
                json_line(shown, number, found, prepared)?
            } else {
                if let Err(unplayable) = &found.game {
                    note(&format!(
                        "error: {}: game {} was left out: {}\n",
                        clean(shown),
                        number + 1,
                        unplayable.code
                    ));
                    continue;
                }
                let (text, warnings) = write_as(self.to, &found.record, &found.game, None)?;
                warn(shown, &warnings);
                if text.trim().is_empty() {
                    // A banner with nothing below it is no record.
                    note(&format!("error: {}: game {} was not written\n", clean(shown), number + 1));
                    all = false;
                    continue;
                }
                let (text, official) = csa::in_encoding(text, self.encoding);
                if !official && !std::mem::replace(&mut output.told_encoding, true) {
                    let name = self.encoding.name();
                    warn(
                        "",
                        &[format!("CSA names only UTF-8 and SHIFT_JIS; other programs may not read {name}")],
                    );
                }
                format!("{}{text}", self.first_lines(output.begun))
            };
            let (bytes, missing) = encode(&text, self.encoding);
            if !missing.is_empty() {
                let letters: String = missing.iter().take(20).collect();
                warn(
                    shown,
                    &[format!(
                        "{} has no character for `{letters}`; `?` stands for it",
                        self.encoding.name()
                    )],
                );
            }
            match &self.out {
                None => {
                    // The mark of the byte order stands once, before everything.
                    let mark = if output.begun { byte_order_mark(self.encoding) } else { b"" };
                    output.begun = true;
                    let mut out = std::io::stdout().lock();
                    out.write_all(bytes.strip_prefix(mark).unwrap_or(&bytes))?;
                    out.flush()?;
                }
                Some(folder) => all &= self.file(folder, path, number, of, &bytes, output)?,
            }
        }
        Ok(all)
    }

    /// What stands before a game: the line that names the encoding, without which Kifu for Windows takes every file
    /// for Shift_JIS, and before a game of several the banner that programs begin a file with, since KIF has nothing
    /// else between games. CSA has a line for that, which stands between two games only; `follows` says that another one
    /// was written before.
    fn first_lines(&self, follows: bool) -> String {
        if matches!(self.to, Target::Csa | Target::Csa3) && follows {
            return "/\n".to_owned();
        }
        let utf8 = matches!(self.encoding, Encoding::Utf8 | Encoding::Utf8Bom);
        let line = match self.to {
            Target::Kif if utf8 => kif::UTF8_LINE,
            Target::Ki2 if utf8 => ki2::UTF8_LINE,
            _ => "",
        };
        let banner = if self.to == Target::Kif && self.out.is_none() { KIF_BANNER } else { "" };
        format!("{line}{banner}")
    }

    /// Writes one game into a new file. An existing file is never overwritten: that is reported, and the answer is
    /// false.
    fn file(
        &self,
        folder: &Path,
        path: &Path,
        number: usize,
        of: usize,
        bytes: &[u8],
        output: &mut Output,
    ) -> anyhow::Result<bool> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = if of > 1 { format!("{stem}-{}", number + 1) } else { stem.into_owned() };
        let (name, is_first) = output.name(stem, self.to.extension());
        let target = folder.join(&name);
        let written = write_file(&target, Existing::Keep, |file| Ok(file.write_all(bytes)?));
        match written.as_ref().err().and_then(|error| error.downcast_ref::<OutputError>()) {
            Some(refusal) if refusal.is_refusal() => {
                note(&format!("error: {}\n", clean(&refusal.to_string())));
                return Ok(false);
            }
            _ => written?,
        }
        if !is_first {
            warn(&path_text(path), &[format!("another file has the name that is usual; it became `{name}`")]);
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
    told_encoding: bool,
    /// The names that were given to files.
    names: HashSet<String>,
    /// How often a name was asked for.
    asked: HashMap<String, u32>,
}

impl Output {
    /// The name of a new file, and whether it is the usual one: files that would have the same (`a.csa` and `a.kif`) are
    /// numbered in the order in which they come.
    fn name(&mut self, stem: String, extension: &str) -> (String, bool) {
        let usual = format!("{stem}.{extension}");
        if self.names.insert(usual.clone()) {
            return (usual, true);
        }
        let asked = self.asked.entry(stem.clone()).or_insert(1);
        loop {
            *asked += 1;
            let name = format!("{stem}-{asked}.{extension}");
            if self.names.insert(name.clone()) {
                return (name, false);
            }
        }
    }
}

/// A game as text in a format, with what the format cannot hold. Of the formats for one position, it is the one after
/// `ply` plies, by default the last.
pub fn write_as(
    target: Target,
    record: &Record,
    game: &Result<Game, Unplayable>,
    ply: Option<usize>,
) -> anyhow::Result<(String, Vec<String>)> {
    if target == Target::Jsonl {
        return Ok((GameObject::new(record, game).json_line()?, Vec::new()));
    }
    let Ok(game) = game else { bail!("the start position cannot be played on") };
    let Written { text, mut warnings } = match target {
        Target::Kif => kif::write(record, game),
        Target::Ki2 => ki2::write(record, game),
        Target::Jkf => jkf::write(record, game),
        Target::Usen => usen::write(record, game),
        Target::Bod => bod::write(record, game, ply),
        Target::Sfen => usi::write_position(record, game, ply),
        Target::Csa => csa::write(record, game, csa::Version::V22),
        Target::Csa3 => csa::write(record, game, csa::Version::V30),
        Target::Dobutsu => dobutsu::write(record, game, Notation::Ours),
        Target::Fairy => dobutsu::write(record, game, Notation::Fairy),
        Target::Algebraic => dobutsu::write(record, game, Notation::Algebraic),
        Target::Prose => dobutsu::write(record, game, Notation::Prose),
        Target::Usi | Target::Jsonl => usi::write(record, game),
    };
    warnings.extend(read_back::differences(record, game, &text));
    Ok((text, warnings))
}

/// Tells what a format could not hold.
pub fn warn(path: &str, warnings: &[String]) {
    for warning in warnings {
        let place = if path.is_empty() { String::new() } else { format!("{}: ", clean(path)) };
        note(&format!("warning: {place}{}\n", clean(warning)));
    }
}

fn json_line(path: &str, number: usize, found: &Found, prepared: &Prepared) -> anyhow::Result<String> {
    let mut object = GameObject::new(&found.record, &found.game);
    object.source = Some(path.to_owned());
    object.game_index = Some(number);
    object.format = prepared.document.format.map(Format::name);
    object.encoding = Some(prepared.document.encoding.name());
    let file = prepared.document.diagnostics.iter().map(DiagnosticObject::from);
    object.diagnostics.splice(0..0, file);
    Ok(object.json_line()?)
}
