//! Long texts read piece by piece: each piece with the encoding and format of the whole, cut where a game begins.
//!
//! Where a game begins is for the format's own reader to say: a piece is read, and its last game, which may go on after
//! the piece, is left for the next one. That works for formats whose readers carry nothing from one game to the next,
//! and in encodings where a line end is a line end wherever the reading starts.

use super::encoding::{self, Encoding, Evidence};
use super::{Document, Format, evaluation};
use crate::record::{Code, Diagnostic, Place};

/// How the whole of a long text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its encoding.
    pub encoding: Encoding,
    /// Why that one.
    pub evidence: Evidence,
    /// Its format.
    pub format: Format,
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
    /// Whether a text that was read could also be read piece by piece.
    #[must_use]
    pub fn is_of(document: &Document) -> bool {
        can_be_cut(document.encoding) && document.format.is_some_and(has_many_games)
    }

    /// Finds it by the `head` of the text, by `sample`, its part from the first line on that is not ASCII (both end at
    /// a line end or with the text), and by what is known of all bytes; and what is to be said of the text as a whole.
    ///
    /// # Errors
    /// Why such a text cannot be read piece by piece.
    pub fn find(head: &[u8], sample: &[u8], all: AllBytes) -> Result<(Self, Vec<Diagnostic>), String> {
        let decoded = encoding::decode(head);
        let mut diagnostics = decoded.diagnostics;
        if diagnostics.iter().any(|found| found.code == Code::BinaryFile) {
            return Err("not text, and too large to be read whole".to_owned());
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
        diagnostics.retain(|found| found.code != Code::UndecodableBytes);
        if !can_be_cut(encoding) {
            let name = encoding.name();
            return Err(format!("a file of this size cannot be read in {name}; convert it to utf-8 first"));
        }
        match Format::detect(&decoded.text) {
            Some(format) if has_many_games(format) => Ok((Self { encoding, evidence, format }, diagnostics)),
            Some(format) => {
                let name = format.name();
                Err(format!(
                    "a file of this size is read in kif, ki2, csa, csa1 and usi, not in {name}; split it at the games"
                ))
            }
            None => Err("a file of this size, and its beginning is no record of a format that is known here"
                .to_owned()),
        }
    }

    /// Reads a piece. `first` is the one with which the text begins. Bytes that cannot be decoded are counted
    /// one by one: their places in the piece, and how many are there.
    #[must_use]
    pub fn read(self, bytes: &[u8], first: bool) -> (Document, Vec<(Place, usize)>) {
        let (text, bad) = encoding::decode_as(bytes, self.encoding, first);
        let mut records = self.format.read(&text);
        records.iter_mut().filter(|record| !record.notes.is_empty()).for_each(evaluation::understand);
        let document = Document {
            text,
            encoding: self.encoding,
            evidence: self.evidence,
            format: Some(self.format),
            records,
            diagnostics: Vec::new(),
        };
        (document, bad)
    }
}

/// True for an encoding whose lines end where a line feed stands.
const fn can_be_cut(encoding: Encoding) -> bool {
    !matches!(encoding, Encoding::Iso2022Jp | Encoding::Utf16Le | Encoding::Utf16Be)
}

/// True for a format in which the end of a game shows where the next one begins.
const fn has_many_games(format: Format) -> bool {
    matches!(format, Format::Kif | Format::Ki2 | Format::Csa | Format::Csa1 | Format::Usi)
}

/// Where the last game of a piece begins, in bytes of its text, with the lines that belong to it; `None` when there is
/// no other game before it.
#[must_use]
pub fn last_game(document: &Document) -> Option<usize> {
    let [.., _, last] = &document.records[..] else { return None };
    Some(last.text_range.start)
}
