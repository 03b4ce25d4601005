//! A part of a text whose encoding is known, and what is said of a text that changes its encoding.

use super::bad_bytes;
use super::choice::{cp932, family};
use super::{Encoding, mixed, utf16};
use crate::record::{Code, Diagnostic, Place};

/// A part of a text whose encoding was known.
#[derive(Debug)]
pub struct DecodedPart {
    /// The text; undecodable bytes are U+FFFD.
    pub text: String,
    /// The places of undecodable bytes, and how many follow one another there.
    pub bad: Vec<(Place, usize)>,
    /// Where the encoding changes, and to which.
    pub changes: Vec<(u32, Encoding)>,
}

/// Decodes a part of a text in `encoding`; `first` says that the text begins with it, `before` which encoding the text
/// before this part had last.
#[must_use]
pub fn decode_as(bytes: &[u8], encoding: Encoding, first: bool, before: Encoding) -> DecodedPart {
    let mark: &[u8] = if first && encoding == Encoding::Utf8Bom { b"\xEF\xBB\xBF" } else { b"" };
    let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
    let (repaired, may_be_mixed) = match encoding {
        Encoding::Cp932 => cp932(bytes),
        Encoding::EucJp => (bad_bytes::decode_around(bytes, encoding_rs::EUC_JP), true),
        Encoding::Iso2022Jp => (bad_bytes::decode_around(bytes, encoding_rs::ISO_2022_JP), false),
        Encoding::Utf16Le | Encoding::Utf16Be => (utf16::decode(bytes, encoding), false),
        Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom => {
            let repaired = bad_bytes::decode_around(bytes, encoding_rs::UTF_8);
            let has_mistakes = repaired.bad.count > 0;
            (repaired, has_mistakes)
        }
    };
    let base = family(encoding);
    let found = (may_be_mixed || before != base).then(|| mixed::decode(bytes, base, Some(before))).flatten();
    let (repaired, changes) = found.map_or((repaired, Vec::new()), |found| (found.repaired, found.changes));
    let bad = bad_bytes::locate(&repaired, usize::MAX);
    DecodedPart { text: repaired.text, bad, changes }
}

/// How many changes of the encoding are named one by one.
const NAMED_CHANGES: usize = 20;

/// The findings about changes of a text's encoding.
#[must_use]
pub fn report_changes(first: Encoding, changes: &[(u32, Encoding)]) -> Vec<Diagnostic> {
    let before = std::iter::once(family(first)).chain(changes.iter().map(|(_, encoding)| *encoding));
    let named = changes.iter().zip(before).take(NAMED_CHANGES).map(|((line, encoding), before)| {
        let message = format!("from here on the text is {}; before it is {}", encoding.name(), before.name());
        Diagnostic::new(Code::EncodingChanges, Place::new(*line, 1), message)
    });
    let rest = changes.len().saturating_sub(NAMED_CHANGES);
    let more = (rest > 0).then(|| {
        let message = format!("{rest} more places at which the encoding changes");
        Diagnostic::new(Code::EncodingChanges, Place::FILE, message)
    });
    named.chain(more).collect()
}
