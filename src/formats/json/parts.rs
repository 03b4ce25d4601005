//! The text of JSON before it is parsed: its marks, its lines, and how much of it is read.

use serde_json::Deserializer;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The largest single value that is read, in bytes: it takes up to twenty-five times as much in memory.
const MOST_JSON: usize = 8 << 20;

/// The text without marks of the byte order between values, where files were put together; no string holds a line end.
pub(in crate::formats) fn without_marks(text: &str) -> Cow<'_, str> {
    match text.contains("\n\u{feff}") {
        true => Cow::Owned(text.replace("\n\u{feff}", "\n   ")),
        false => Cow::Borrowed(text),
    }
}

/// How much of the text has no value that is larger than [`MOST_JSON`]. What is not JSON is left to the reader.
pub(in crate::formats) fn readable(text: &str) -> usize {
    if text.len() <= MOST_JSON {
        return text.len();
    }
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    loop {
        let start = values.byte_offset();
        match values.next() {
            Some(Ok(value)) if value.get().len() <= MOST_JSON => {}
            Some(Err(_)) if text.len() - start <= MOST_JSON => return text.len(),
            Some(_) => return start,
            None => return text.len(),
        }
    }
}

/// How many bytes of blanks a text begins with.
pub(in crate::formats) fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Finds the lines of growing offsets.
pub(in crate::formats) struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl<'a> Lines<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The number of the line in which an offset lies, from 1.
    pub fn of(&mut self, offset: usize) -> u32 {
        let between = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        let ends = between.iter().filter(|byte| **byte == b'\n').count();
        (self.at, self.line) = (offset, self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX)));
        self.line
    }
}
