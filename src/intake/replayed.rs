//! A file read and its games replayed: everything that needs no database, so that it can be done on every core.

use super::source::{Chunk, Content};
use crate::formats::encoding::{byte_order_mark, encoded_len};
use crate::formats::{Document, text_lines};
use crate::record::{Diagnostic, Record};
use crate::replay::{Game, Unplayable, replay};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::LazyLock;

/// A game of a file: its record, and what replay made of it.
#[derive(Debug)]
pub struct ReplayedGame {
    /// What the file says.
    pub record: Record,
    /// The game, or why there is none.
    pub game: Result<Game, Unplayable>,
    /// Its bytes in the file.
    pub bytes: Range<usize>,
    /// The text of the moves that replay could not play, up to the end of the record.
    pub rest: Option<String>,
}

impl ReplayedGame {
    /// The same as a game of the whole file that `part` belongs to.
    fn moved(mut self, part: Chunk) -> Self {
        let start = usize::try_from(part.start).unwrap_or(usize::MAX);
        self.bytes = self.bytes.start.saturating_add(start)..self.bytes.end.saturating_add(start);
        let replayed = match &mut self.game {
            Ok(game) => &mut game.diagnostics,
            Err(unplayable) => &mut unplayable.diagnostics,
        };
        let found = self.record.diagnostics.iter_mut().chain(replayed);
        // Line 0 is no line, but the whole.
        found.filter(|found| found.place.line > 0).for_each(|found| found.place.line += part.lines);
        self
    }
}

/// A file that was read, or a part of one.
#[derive(Debug)]
pub struct ReplayedFile {
    /// Its bytes.
    pub content: Content,
    /// Its encoding and format; the records have moved to `games`.
    pub document: Document,
    /// Its games, in order.
    pub games: Vec<ReplayedGame>,
}

impl ReplayedFile {
    /// Decodes, reads and replays what was opened.
    #[must_use]
    pub fn new(mut content: Content) -> Self {
        let mut document = content.read();
        let records = std::mem::take(&mut document.records);
        let first = content.chunk.is_none_or(|part| part.start == 0);
        let ranges = byte_ranges(&document, &records, &content.bytes, first);
        let starts = LazyLock::new(|| line_starts(&document.text));
        let make = |(record, bytes): (Record, Range<usize>)| {
            let game = replay(&record);
            let stopped = |game: &&Game| game.moves().len() < record.main().plies.len();
            let short = game.as_ref().ok().filter(stopped);
            let rest = short.and_then(|game| rest(&document.text, &starts, &record, game));
            ReplayedGame { record, game, bytes, rest }
        };
        let games: Vec<ReplayedGame> = match content.chunk {
            // Other files fill the cores by themselves.
            None => records.into_iter().zip(ranges).map(make).collect(),
            Some(part) => {
                let found = records.into_par_iter().zip(ranges).map(make);
                found.map(|found| found.moved(part)).collect()
            }
        };
        drop(starts);
        Self { content, document, games }
    }

    /// How many games of the file come before these.
    #[must_use]
    pub fn games_before(&self) -> usize {
        self.content.chunk.map_or(0, |part| part.games)
    }

    /// Everything that was found: first about the file as a whole, then game by game (with its number) in the order of
    /// their places.
    pub fn findings(&self) -> impl Iterator<Item = (Option<usize>, &Diagnostic)> {
        let games = (self.games_before()..).zip(&self.games).flat_map(|(number, game)| {
            let replayed = match &game.game {
                Ok(game) => &game.diagnostics,
                Err(unplayable) => &unplayable.diagnostics,
            };
            let mut own: Vec<_> = game.record.diagnostics.iter().chain(replayed).collect();
            own.sort_by_key(|found| found.place);
            own.into_iter().map(move |found| (Some(number), found))
        });
        self.document.diagnostics.iter().map(|found| (None, found)).chain(games)
    }
}

/// The bytes of each record. A record's text runs up to the next record's, so the ranges tile the file.
fn byte_ranges(document: &Document, records: &[Record], whole: &[u8], first: bool) -> Vec<Range<usize>> {
    let mut starts = vec![0; records.len()];
    // UTF-16 is read without its mark as well.
    let mark = byte_order_mark(document.encoding);
    let (length, mark) = (whole.len(), if first && whole.starts_with(mark) { mark.len() } else { 0 });
    let (mut text, mut bytes) = (0, mark);
    for (start, record) in starts.iter_mut().zip(records).skip(1) {
        let next = record.text_range.start;
        bytes += document.text.get(text..next).map_or(0, |text| encoded_len(text, document.encoding));
        text = next;
        *start = bytes.min(length);
    }
    let ends = starts.iter().skip(1).copied().chain([length]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

/// The text from the first unplayed move of the main line to the end of the record.
fn rest(text: &str, line_starts: &[usize], record: &Record, game: &Game) -> Option<String> {
    let stop = record.main().plies.get(game.moves().len())?;
    let start = *line_starts.get((stop.place.line as usize).checked_sub(1)?)?;
    let end = if record.text_range.is_empty() { text.len() } else { record.text_range.end };
    Some(text.get(start..end)?.trim_end().to_owned())
}

/// Where each line starts, in bytes of the text.
fn line_starts(text: &str) -> Vec<usize> {
    text_lines(text).map(|line| line.as_ptr().addr() - text.as_ptr().addr()).collect()
}
