//! A file read and its games replayed: everything that needs no database, so that it can be done on every core.

use super::source::{Content, Source};
use crate::formats::Document;
use crate::record::Record;
use crate::replay::{Game, Unplayable, replay};
use std::ops::Range;

/// A game of a file: its record, and what replay made of it.
#[derive(Debug)]
pub struct Found {
    /// What the file says.
    pub record: Record,
    /// The game, or why there is none.
    pub game: Result<Game, Unplayable>,
    /// Its bytes in the file.
    pub bytes: Range<usize>,
    /// The text of the moves that replay could not play, up to the end of the record.
    pub rest: Option<String>,
}

/// A file that was read.
#[derive(Debug)]
pub struct Prepared {
    /// Its bytes.
    pub content: Content,
    /// Its encoding and format; the records have moved to `games`.
    pub document: Document,
    /// Its games, in order.
    pub games: Vec<Found>,
}

impl Prepared {
    /// Opens, decodes, reads and replays a source.
    ///
    /// # Errors
    /// Why the file cannot be opened.
    pub fn open(source: &Source) -> Result<Self, String> {
        Ok(Self::new(Content::open(source)?))
    }

    /// Decodes, reads and replays what was opened.
    #[must_use]
    pub fn new(content: Content) -> Self {
        let mut document = content.read();
        let records = std::mem::take(&mut document.records);
        let ranges = byte_ranges(&document, &records, content.bytes.len());
        let games = records
            .into_iter()
            .zip(ranges)
            .map(|(record, bytes)| {
                let game = replay(&record);
                let rest = game.as_ref().ok().and_then(|game| rest(&document.text, &record, game));
                Found { record, game, bytes, rest }
            })
            .collect();
        Self { content, document, games }
    }
}

/// The bytes of each record. A record's text runs up to the next record's, so the ranges tile the file.
fn byte_ranges(document: &Document, records: &[Record], length: usize) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = records
        .iter()
        .skip(1)
        .scan((0, 0), |(text, bytes), record| {
            let next = record.text_range.start;
            *bytes += document.text.get(*text..next).map_or(0, |text| document.encoding.length_of(text));
            *text = next;
            Some((*bytes + document.encoding.mark_length()).min(length))
        })
        .collect();
    starts.insert(0, 0);
    let ends = starts.iter().skip(1).copied().chain([length]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

/// The text from the first unplayed move of the main line to the end of the record.
fn rest(text: &str, record: &Record, game: &Game) -> Option<String> {
    let stop = record.main().plies.get(game.moves().len())?;
    let own = text.get(record.text_range.clone()).unwrap_or(text);
    let first = text.get(..record.text_range.start).map_or(0, count_lines);
    let skip = (stop.place.line as usize).checked_sub(first + 1)?;
    let lines: Vec<&str> = split_lines(own).skip(skip).collect();
    Some(lines.join("\n").trim_end().to_owned())
}

fn count_lines(text: &str) -> usize {
    split_lines(text).count() - usize::from(text.ends_with(['\n', '\r']))
}

fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    crate::formats::text_lines(text)
}
