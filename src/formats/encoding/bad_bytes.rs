//! Bytes that have no meaning in an encoding: decoding around them, and saying where they were.

use encoding_rs::DecoderResult;

use crate::record::{Code, Diagnostic, Place};

/// How many places are named one by one; the rest is counted.
const NAMED: usize = 20;

/// How many places are kept, and of a file in chunks counted in each of them.
const KEPT: usize = 1 << 16;

/// What findings call the encoding of a text that has several.
pub(crate) const AROUND: &str = "valid in the encoding around it";

/// How many bytes are decoded in one call.
const CHUNK: usize = 256;

/// A decoded text, and where in it U+FFFD stands for undecodable bytes.
#[derive(Debug)]
pub(super) struct Repaired {
    pub text: String,
    pub bad: Bad,
}

/// The places of undecodable bytes. A hostile file has one at every byte, so that only the first runs are kept.
#[derive(Debug, Default)]
pub(super) struct Bad {
    /// How many byte sequences could not be decoded.
    pub count: usize,
    /// The first runs of them: the offset in the text, and the length.
    runs: Vec<(usize, usize)>,
    /// How many runs there are.
    pub all_runs: usize,
    /// The offset behind the last of them.
    end: usize,
}

impl Bad {
    /// Notes that a U+FFFD for undecodable bytes is about to be put at an offset of the text.
    pub fn push(&mut self, offset: usize) {
        let goes_on = self.all_runs > 0 && self.end == offset;
        self.count += 1;
        self.end = offset + '\u{fffd}'.len_utf8();
        match self.runs.last_mut() {
            Some((_, length)) if goes_on && self.all_runs <= KEPT => *length += 1,
            _ if goes_on => {}
            _ => {
                self.all_runs += 1;
                if self.all_runs <= KEPT {
                    self.runs.push((offset, 1));
                }
            }
        }
    }
}

impl Bad {
    /// Adds those of a text that follows `before` bytes of this one, on a line of its own.
    pub fn append(&mut self, more: Self, before: usize) {
        if more.count == 0 {
            return;
        }
        let left = KEPT.saturating_sub(self.runs.len());
        self.runs.extend(more.runs.into_iter().take(left).map(|(offset, length)| (before + offset, length)));
        self.count += more.count;
        self.all_runs += more.all_runs;
        self.end = before + more.end;
    }
}

/// Decodes in bulk, and byte by byte only around what cannot be decoded.
pub(super) fn decode_around(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> Repaired {
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Repaired { text: text.into_owned(), bad: Bad::default() };
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() * 3 / 2);
    let mut bad = Bad::default();
    // In short chunks with a short buffer for each, since every call clears all of the buffer that it is given.
    let mut buffer = String::with_capacity(CHUNK * 4);
    let mut chunks = bytes.chunks(CHUNK).peekable();
    while let Some(mut rest) = chunks.next() {
        let last = chunks.peek().is_none();
        loop {
            let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut buffer, last);
            rest = &rest[read..];
            text += &buffer;
            buffer.clear();
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    bad.push(text.len());
                    text.push('\u{fffd}');
                }
            }
        }
    }
    Repaired { text, bad }
}

/// One diagnostic for each run of undecodable bytes, at most [`NAMED`], then one with the count of the rest.
pub(super) fn report(repaired: &Repaired, encoding: &str) -> Vec<Diagnostic> {
    report_bad(&locate(repaired, NAMED), repaired.bad.all_runs, encoding)
}

/// The diagnostics for `all` places with undecodable bytes, of which the first ones are given with how many byte
/// sequences follow one another there.
#[must_use]
pub fn report_bad(first: &[(Place, usize)], all: usize, encoding: &str) -> Vec<Diagnostic> {
    let named = &first[..first.len().min(NAMED)];
    let mut found: Vec<_> = named
        .iter()
        .map(|(place, length)| {
            let what = if *length == 1 {
                "a byte sequence that is".to_owned()
            } else {
                format!("{length} byte sequences that are")
            };
            Diagnostic::new(Code::UndecodableBytes, *place, format!("{what} not {encoding}"))
        })
        .collect();
    if all > named.len() {
        let rest = all - named.len();
        let message = format!("{rest} more places with bytes that are not {encoding}");
        found.push(Diagnostic::new(Code::UndecodableBytes, Place::FILE, message));
    }
    found
}

/// The places of the first runs of undecodable bytes, `most` at most, and how long each is.
pub(super) fn locate(repaired: &Repaired, most: usize) -> Vec<(Place, usize)> {
    let runs = &repaired.bad.runs[..repaired.bad.runs.len().min(most)];
    let starts: Vec<_> = runs.iter().map(|(start, _)| *start).collect();
    places(&repaired.text, &starts).into_iter().zip(runs.iter().map(|run| run.1)).collect()
}

/// Lines and columns of ascending byte offsets, in one walk over the text.
pub(super) fn places(text: &str, offsets: &[usize]) -> Vec<Place> {
    let mut found = Vec::with_capacity(offsets.len());
    let (mut line, mut line_start, mut walked) = (1, 0, 0);
    for offset in offsets {
        let bytes = text.as_bytes();
        while walked < *offset {
            let end =
                bytes[walked] == b'\n' || bytes[walked] == b'\r' && bytes.get(walked + 1) != Some(&b'\n');
            walked += 1;
            if end {
                line += 1;
                line_start = walked;
            }
        }
        let column = text.get(line_start..*offset).map_or(0, |before| before.chars().count()) + 1;
        found.push(Place::new(line, u32::try_from(column).unwrap_or(u32::MAX)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_bytes_are_located() {
        let repaired = decode_around(b"abc\n\x82\xa0\xff\xffx\r\n\x8f\n", encoding_rs::SHIFT_JIS);
        assert_eq!(repaired.text, "abc\nあ\u{fffd}\u{fffd}x\r\n\u{fffd}\n");
        let found: Vec<_> = report(&repaired, "cp932")
            .iter()
            .map(|one| (one.place.line().unwrap_or(0), one.place.column().unwrap_or(0)))
            .collect();
        assert_eq!(found, [(2, 2), (3, 1)]);
    }

    #[test]
    fn many_bad_places_are_counted() {
        let bytes = b"\xff\n".repeat(100);
        let found = report(&decode_around(&bytes, encoding_rs::SHIFT_JIS), "cp932");
        assert_eq!(
            (found.len(), found[20].message.as_str()),
            (21, "80 more places with bytes that are not cp932")
        );
    }
}
