//! Long texts read chunk by chunk: each with the encoding and format of the text, cut where a game begins.
//!
//! Where a game begins is for the format's own reader to say: a chunk is read, and its last game, which may go on after
//! the chunk, is left for the next one. That works for formats whose readers carry nothing from one game to the next,
//! and in encodings where a line end is a line end wherever the reading starts.

use super::encoding::{self, Encoding, Evidence};
use super::{Document, Format};
use crate::record::{Code, Diagnostic, Place};

/// How a long text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its encoding.
    pub encoding: Encoding,
    /// Why that one.
    pub evidence: Evidence,
    /// Its format.
    pub format: Format,
}

/// Why a long text cannot be read chunk by chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// It is not text.
    #[error("not text, and too large to be read at once")]
    NotText,
    /// In its encoding a line end is not a byte of its own.
    #[error("a file of this size cannot be read in {}; convert it to utf-8 first", .0.name())]
    Encoding(Encoding),
    /// Nothing in its format shows where a game begins.
    #[error(
        "a file of this size is read in kif, ki2, csa, csa1, usi, pgn and as objects of JSON, not in {}; split it at the games",
        .0.name()
    )]
    Format(Format),
    /// Its beginning is of no known format.
    #[error("a file of this size, and its beginning is not a record of a known format")]
    UnknownFormat,
}

/// What the bytes of a long text are, all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllBytes {
    /// Nothing but ASCII.
    pub ascii: bool,
    /// Valid UTF-8.
    pub utf8: bool,
}

impl Shape {
    /// Whether a text that was read could also be read chunk by chunk.
    #[must_use]
    pub fn is_of(document: &Document) -> bool {
        let is_parted = |format| has_many_games(format, &document.text);
        can_be_cut(document.encoding) && document.format.is_some_and(is_parted)
    }

    /// Finds it by the `head` of the text, by `sample`, its text from the first line on that is not ASCII (both end at
    /// a line end or with the text), and by what is known of all bytes; and what is to be said of the text itself.
    ///
    /// # Errors
    /// Why such a text cannot be read chunk by chunk.
    pub fn find(head: &[u8], sample: &[u8], all: AllBytes) -> Result<(Self, Vec<Diagnostic>), ShapeError> {
        let decoded = encoding::decode(head);
        let mut diagnostics = decoded.diagnostics;
        if diagnostics.iter().any(|found| found.code == Code::BinaryFile) {
            return Err(ShapeError::NotText);
        }
        let (mut encoding, mut evidence) = (decoded.encoding, decoded.evidence);
        if encoding == Encoding::Ascii && !all.ascii {
            let later = encoding::decode(sample);
            (encoding, evidence) = (later.encoding, later.evidence);
            diagnostics.retain(|found| found.code != Code::EncodingGuessed);
        }
        if encoding == Encoding::Utf8 && !all.utf8 {
            evidence = Evidence::Scored;
        }
        diagnostics.retain(|found| !matches!(found.code, Code::UndecodableBytes | Code::EncodingChanges));
        if !can_be_cut(encoding) {
            return Err(ShapeError::Encoding(encoding));
        }
        match Format::detect(&decoded.text) {
            Some(format) if has_many_games(format, &decoded.text) => {
                Ok((Self { encoding, evidence, format }, diagnostics))
            }
            Some(format) => Err(ShapeError::Format(format)),
            None => Err(ShapeError::UnknownFormat),
        }
    }

    /// Reads a chunk. `first` is the one with which the text begins, and `before` the encoding in which the text before
    /// it ended.
    #[must_use]
    pub fn read(self, bytes: &[u8], first: bool, before: Encoding) -> ReadChunk {
        let part = encoding::decode_as(bytes, self.encoding, first, before);
        let records = self.format.read(&part.text);
        let is_mixed = !part.changes.is_empty() || before != self.first_encoding();
        let is_exact = !is_mixed && part.bad.is_empty();
        let document = Document {
            text: part.text,
            encoding: self.encoding,
            evidence: self.evidence,
            is_exact,
            format: Some(self.format),
            records,
            diagnostics: Vec::new(),
        };
        ReadChunk { document, bad: part.bad, changes: part.changes }
    }

    /// The encoding in which the text begins, its mark apart.
    #[must_use]
    pub const fn first_encoding(self) -> Encoding {
        match self.encoding {
            Encoding::Utf8Bom => Encoding::Utf8,
            other => other,
        }
    }
}

/// A chunk that was read.
#[derive(Debug)]
pub struct ReadChunk {
    /// Its records.
    pub document: Document,
    /// The places of bytes that cannot be decoded, and how many are there.
    pub bad: Vec<(Place, usize)>,
    /// The lines at which the encoding changes, and to which.
    pub changes: Vec<(u32, Encoding)>,
}

/// True for an encoding whose lines end where a line feed stands.
const fn can_be_cut(encoding: Encoding) -> bool {
    !matches!(encoding, Encoding::Iso2022Jp | Encoding::Utf16Le | Encoding::Utf16Be)
}

/// True for a format in which the end of a game shows where the next one begins. Of JSON, those are objects one after
/// the other, and not the items of a list.
fn has_many_games(format: Format, text: &str) -> bool {
    match format {
        Format::Kif | Format::Ki2 | Format::Csa | Format::Csa1 | Format::Usi | Format::Pgn => true,
        Format::Lishogi | Format::Jsonl | Format::Json => text.trim_start().starts_with('{'),
        _ => false,
    }
}

/// Where the last game of a chunk begins, in bytes of its text, with the lines that belong to it; `None` when there is
/// no other game before it. Games whose texts overlap, as in logs side by side and in one value of JSON, stay together.
#[must_use]
pub fn last_game(document: &Document) -> Option<usize> {
    let ranges: Vec<_> = document.records.iter().map(|record| record.text_range.clone()).collect();
    // The end of everything before each game.
    let ends: Vec<usize> =
        ranges.iter().scan(0, |end, range| Some(std::mem::replace(end, range.end.max(*end)))).collect();
    let begins = |at: &usize| ends[*at] <= ranges[*at].start && ranges[*at - 1].start < ranges[*at].start;
    (1..ranges.len()).rev().find(begins).map(|at| ranges[at].start)
}
