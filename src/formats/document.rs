//! A file: its encoding, its format, and the records in it.

use super::encoding::{self, Encoding, Evidence};
use super::pasted::{self, Pasted};
use super::{Format, json};
use crate::record::{Code, Diagnostic, Place, Record};

/// What came out of one file (or archive member, or standard input).
#[derive(Clone, Debug)]
pub struct Document {
    /// The text, without a byte order mark; undecodable bytes are U+FFFD.
    pub text: String,
    /// The encoding that was used.
    pub encoding: Encoding,
    /// Why that encoding was chosen.
    pub evidence: Evidence,
    /// The text, encoded again, has the bytes of the file: nothing could not be decoded, and all is in one encoding. If
    /// not, the findings say where.
    pub is_exact: bool,
    /// The format, if one was recognised.
    pub format: Option<Format>,
    /// The records in the order of the file.
    pub records: Vec<Record>,
    /// What is wrong with the file itself (its encoding, its format).
    pub diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Takes the games that were found inside of other text.
    fn take(&mut self, found: Pasted) {
        self.format = Some(found.format);
        self.records = found.records;
        self.diagnostics.push(found.finding);
    }
}

/// Reads a file's bytes. Never fails: what cannot be read is reported in `diagnostics`, and then `records` is empty.
///
/// ```
/// use kifukura::formats::{self, Format, encoding::Encoding};
///
/// let document = formats::read(&std::fs::read("sample-records/formats/even-cp932.kif")?);
/// assert_eq!((document.format, document.encoding), (Some(Format::Kif), Encoding::Cp932));
/// assert_eq!(document.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn read(bytes: &[u8]) -> Document {
    let decoded = encoding::decode(bytes);
    let mut document = Document {
        text: decoded.text,
        encoding: decoded.encoding,
        evidence: decoded.evidence,
        is_exact: decoded.is_exact,
        format: None,
        records: Vec::new(),
        diagnostics: decoded.diagnostics,
    };
    if document.diagnostics.iter().any(|found| matches!(found.code, Code::BinaryFile | Code::EmptyFile)) {
        return document;
    }
    let (format, surrounded) = Format::recognise(&document.text);
    if surrounded && let Some(found) = pasted::read(&document.text) {
        document.take(found);
        return document;
    }
    document.format = format;
    document.records = document.format.map_or_else(Vec::new, |format| format.read(&document.text));
    if pasted::are_poor(&document.records)
        && let Some(found) = pasted::read_at_all_costs(&document.text)
    {
        document.take(found);
    }
    if document.records.is_empty() {
        let message = match json::begins(&document.text) {
            true => "the file begins as JSON, and no game of a known kind was found in it",
            false => "no record of a known format was found in this file",
        };
        document.diagnostics.push(Diagnostic::new(Code::UnknownFormat, Place::FILE, message));
    }
    document
}
