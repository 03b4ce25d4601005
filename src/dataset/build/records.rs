//! Games of a dataset as records.

use super::BuildError;
use super::file::Rows;
use super::games::SelectedGame;
use super::plan::Plan;
use crate::dataset::table::TableFormat;
use crate::formats::{Among, LossCode, Target};
use crate::query::StoredGames;
use crate::record::{Info, Record};
use crate::replay::replay;
use rayon::prelude::*;
use std::io::{self, Write};
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

/// How many records are read at once.
const AT_ONCE: usize = 512;

/// Where records go.
enum Sink<W: Write> {
    Plain(W),
    Archive(Box<ZipWriter<StreamWriter<W>>>),
}

/// Writes the records of some games.
pub(super) fn write<W: Write>(
    plan: &Plan,
    stored: &StoredGames<'_>,
    format: TableFormat,
    target: Target,
    games: &[SelectedGame],
    output: W,
) -> Result<Rows, BuildError> {
    let mut rows = Rows::default();
    let mut sink = match format.is_archive() {
        true => Sink::Archive(Box::new(ZipWriter::new_stream(output))),
        false => Sink::Plain(output),
    };
    for chunk in games.chunks(AT_ONCE) {
        let mut records = Vec::with_capacity(chunk.len());
        for game in chunk {
            let (mut record, _) = stored.record(game.id)?;
            if !plan.with_text {
                without_text(&mut record);
            }
            records.push((*game, record));
        }
        let written: Vec<_> =
            records.par_iter().map(|(game, record)| (*game, text_of(target, record))).collect();
        for (game, text) in written {
            match text {
                Ok(text) => {
                    let among = match (format.is_archive(), rows.rows) {
                        (true, _) => Among::Alone,
                        (false, 0) => Among::First,
                        (false, _) => Among::Later,
                    };
                    let (bytes, losses) = target.encode(text, target.encoding(), among);
                    if losses.iter().any(|loss| loss.code == LossCode::CharactersReplaced) {
                        rows.leave_out("written with `?` for characters that the encoding does not have", 1);
                    }
                    sink.put(&game.name(), target.extension(), &bytes)?;
                    rows.rows += 1;
                }
                Err(reason) => rows.leave_out(reason, 1),
            }
        }
    }
    sink.finish()?;
    Ok(rows)
}

/// Takes away what somebody wrote into the record beside moves, clocks and the usual facts about the game.
fn without_text(record: &mut Record) {
    record.notes.clear();
    record.headers.clear();
    record.info = Info { remarks: None, ..std::mem::take(&mut record.info) };
}

fn text_of(target: Target, record: &Record) -> Result<String, &'static str> {
    let game = replay(record).map_err(|_| "its start position cannot be played on")?;
    let text = target.write(record, &game, None).text;
    if text.trim().is_empty() { Err("the format does not have this game") } else { Ok(text) }
}

impl<W: Write> Sink<W> {
    fn put(&mut self, name: &str, extension: &str, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.write_all(bytes),
            Self::Archive(archive) => {
                // No time of day, so that the same records are the same bytes.
                let options = SimpleFileOptions::default()
                    .compression_method(zip::CompressionMethod::Deflated)
                    .last_modified_time(zip::DateTime::default());
                let folder = name.get(..2).unwrap_or(name);
                archive
                    .start_file(format!("{folder}/{name}.{extension}"), options)
                    .map_err(io::Error::other)?;
                archive.write_all(bytes)
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut output) => output.flush(),
            Self::Archive(archive) => archive.finish().map_err(io::Error::other)?.flush(),
        }
    }
}
