//! `kura convert`

use super::Done;
use super::form::{Form, encoding};
use super::game_writer::{GamePath, GameWriter, numbered};
use super::output::{complain, note};
use super::output_folder::ExistingArgs;
use clap::Args;
use kifukura::check::Findings;
use kifukura::dataset::{DiagnosticObject, GameObject};
use kifukura::formats::encoding::Encoding;
use kifukura::formats::{Format, Target};
use kifukura::intake::{ReplayedFile, ReplayedGame, SourcePath, SourceTree, each_file};
use kifukura::report::{clean, finding_text};
use std::path::{Path, PathBuf};

/// Turn records into another format, without a database
///
/// Games go to standard output one after the other, or with --out into a file, or into a folder, one file a game. Below
/// it the folders are kept in which the files lie: those below a given folder, and the names of the folders where several
/// paths are given.
#[derive(Debug, Args)]
pub struct Convert {
    /// Files, folders, and archives of either (zip, tar, gz, zst, 7z, lzh); `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum)]
    to: Form,
    /// The encoding to write: utf-8, cp932, euc-jp, …; when not given cp932 for `kif` (on a terminal utf-8), utf-8 for
    /// all others
    #[arg(long, value_parser = encoding)]
    encoding: Option<Encoding>,
    /// The folder or file to write into. It is a folder if it is one already, if its name ends with a slash, or if there is
    /// nothing and the name has no ending; folders are made
    #[arg(long, value_name = "FOLDER|FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    existing: ExistingArgs,
}

impl Convert {
    pub fn run(self) -> anyhow::Result<Done> {
        let mut done = Done::Well;
        let mut games = 0_u64;
        let mut writer = GameWriter::new(self.to, self.encoding, self.out.as_deref(), self.existing)?;
        let tree = SourceTree::new(&self.paths);
        each_file(&self.paths, |source, prepared| -> anyhow::Result<()> {
            let path = source.shown();
            let prepared = match prepared {
                Ok(prepared) => prepared,
                Err(error) => {
                    complain(&format!(
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
            if !self.write(source, &tree, &prepared, &mut writer)? {
                done = Done::WithRemarks;
            }
            Ok(())
        })?;
        let refused = writer.finish()?.refused;
        Ok(if games == 0 || refused > 0 { Done::WithRemarks } else { done })
    }

    /// Writes the games of a file. False when one is of a kind that the format cannot hold.
    fn write(
        &self,
        source: &SourcePath,
        tree: &SourceTree,
        prepared: &ReplayedFile,
        writer: &mut GameWriter,
    ) -> anyhow::Result<bool> {
        let mut all = true;
        let shown = source.shown();
        // The games of a file that comes in chunks are counted on, and each has its number in its name.
        let several = prepared.content.chunk.is_some() || prepared.games.len() > 1;
        for (number, found) in (prepared.games_before()..).zip(&prepared.games) {
            let text = match self.to {
                Form::Jsonl => json_line(&shown, number, found, prepared)?,
                Form::Record(target) => match record(target, &shown, number, found, writer) {
                    Some(text) => text,
                    None => {
                        all &= found.game.is_err();
                        continue;
                    }
                },
            };
            writer.write(&shown, text, || place(&tree.path_of(source), several.then_some(number)))?;
        }
        Ok(all)
    }
}

/// Where the file of a game belongs; `number` is the game's in its source, if that has several.
fn place(path: &Path, number: Option<usize>) -> GamePath {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    GamePath {
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        stem: match number {
            Some(number) => numbered(&stem, number as u64),
            None => stem.into_owned(),
        },
        extension: None,
    }
}

/// The text of a game as a record; `None`, and a sentence about it, when there is none.
fn record(
    target: Target,
    path: &str,
    number: usize,
    found: &ReplayedGame,
    writer: &mut GameWriter,
) -> Option<String> {
    let game = match &found.game {
        Ok(game) => game,
        Err(unplayable) => {
            complain(&format!(
                "error: {}: game {} was left out: {}\n",
                clean(path),
                number + 1,
                unplayable.code
            ));
            return None;
        }
    };
    let written = target.write(&found.record, game, None);
    writer.warn(path, &written.losses);
    if written.text.trim().is_empty() {
        // A banner with nothing below it is no record.
        complain(&format!("error: {}: game {} was not written\n", clean(path), number + 1));
        return None;
    }
    Some(written.text)
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
