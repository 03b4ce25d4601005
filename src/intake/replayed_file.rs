//! A file read and its games replayed: everything that needs no database, so that it can be done on every core.

use super::content::Content;
use super::cut::{end_of_line, line_ends};
use super::game::ReplayedGame;
use crate::formats::encoding::{Encoding, byte_order_mark, encoded_len};
use crate::formats::{Document, text_lines};
use crate::record::{Diagnostic, Record};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::LazyLock;

/// A file that was read, or a chunk of one.
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
        let is_first = content.chunk.is_none_or(|chunk| chunk.start == 0);
        let ranges = byte_ranges(&document, &records, &content.bytes, is_first);
        let starts = LazyLock::new(|| line_starts(&document.text));
        let make = |(record, bytes)| ReplayedGame::new(record, bytes, &document.text, || &starts);
        let games: Vec<_> = match content.chunk {
            // Other files fill the cores by themselves.
            None => records.into_iter().zip(ranges).map(make).collect(),
            Some(chunk) => {
                let games = records.into_par_iter().zip(ranges).map(make);
                games.map(|game| game.in_file(chunk)).collect()
            }
        };
        drop(starts);
        Self { content, document, games }
    }

    /// How many games of the file come before these.
    #[must_use]
    pub fn games_before(&self) -> usize {
        self.content.chunk.map_or(0, |chunk| chunk.games)
    }

    /// True unless another chunk of the file follows.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.content.chunk.is_none_or(|chunk| chunk.last)
    }

    /// Everything that was found: first about the file as such, then game by game (with its number, from 0) in the order
    /// of the places.
    pub fn findings(&self) -> impl Iterator<Item = (Option<usize>, &Diagnostic)> {
        let games = (self.games_before()..)
            .zip(&self.games)
            .flat_map(|(number, game)| game.findings().map(move |found| (Some(number), found)));
        self.document.diagnostics.iter().map(|found| (None, found)).chain(games)
    }
}

/// The bytes of each record. A record's text runs up to the next record's, so the ranges tile the file.
fn byte_ranges(document: &Document, records: &[Record], bytes: &[u8], is_first: bool) -> Vec<Range<usize>> {
    let mut starts = vec![0; records.len()];
    // UTF-16 is read without its mark as well.
    let mark = byte_order_mark(document.encoding);
    let mut next = if is_first && bytes.starts_with(mark) { mark.len() } else { 0 };
    let mut text = 0;
    for (start, record) in starts.iter_mut().zip(records).skip(1) {
        let end = record.text_range.start;
        let between = document.text.get(text..end).unwrap_or_default();
        next += match document.is_exact {
            true => encoded_len(between, document.encoding),
            false => length_of_lines(between, bytes.get(next..).unwrap_or_default(), document.encoding),
        };
        text = end;
        *start = next.min(bytes.len());
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

/// How many of the bytes a text has that ends with a line, which both have alike where a line end is a byte of its own.
fn length_of_lines(text: &str, bytes: &[u8], encoding: Encoding) -> usize {
    if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
        return encoded_len(text, encoding);
    }
    let ends = line_ends(text.as_bytes()) as usize;
    let end = if ends == 0 { 0 } else { end_of_line(bytes, ends).unwrap_or(bytes.len()) };
    let line = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    end + encoded_len(&text[line..], encoding)
}

/// Where each line starts, in bytes of the text.
fn line_starts(text: &str) -> Vec<usize> {
    text_lines(text).map(|line| line.as_ptr().addr() - text.as_ptr().addr()).collect()
}
