//! The lines of a text, with their places, whatever ends them.

use crate::record::Place;

/// Marks without width that stand before the first character of a line: those of the byte order, which are left where files
/// were put together, and the zero width space of pages that were copied.
const MARKS: [char; 2] = ['\u{feff}', '\u{200b}'];

/// One line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextLine<'a> {
    /// The line's text without its end, and without [`MARKS`] at its beginning.
    pub text: &'a str,
    /// The line's number, from 1.
    pub number: u32,
    /// Where this text starts in the text, in bytes.
    pub start: usize,
    /// How many characters of the line stand before it: 0 at the beginning of a line without marks.
    pub before: u32,
}

impl<'a> TextLine<'a> {
    /// The line without the marks at its beginning.
    #[cold]
    fn without_marks(self) -> Self {
        let text = self.text.trim_start_matches(MARKS);
        let marks = self.text.len() - text.len();
        // Each mark has three bytes.
        let before = u32::try_from(marks / 3).unwrap_or(u32::MAX);
        Self { text, number: self.number, start: self.start + marks, before }
    }

    /// The rest of this line from a byte on, before which there are `characters` more.
    pub fn rest(&self, offset: usize, characters: u32) -> Self {
        let text: &'a str = self.text.get(offset..).unwrap_or_default();
        let before = self.before.saturating_add(characters);
        Self { text, number: self.number, start: self.start + offset, before }
    }

    /// The place of the character that starts at byte `offset` of this line.
    pub fn place(&self, offset: usize) -> Place {
        let before = self.text.get(..offset).map_or(0, characters).saturating_add(self.before);
        Place::new(self.number, before.saturating_add(1))
    }

    /// The place where the line begins.
    pub fn start_place(&self) -> Place {
        Place::new(self.number, self.before.saturating_add(1))
    }
}

/// How many characters a text has.
#[inline]
pub(super) fn characters(text: &str) -> u32 {
    // Long texts are counted many bytes at a time, which costs more to begin with than most texts are long.
    if text.len() >= 64 {
        return u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    }
    let (bytes, mut at, mut count) = (text.as_bytes(), 0, 0);
    while let Some(first) = bytes.get(at) {
        at += match first {
            ..0x80 => 1,
            0x80..0xE0 => 2,
            0xE0..0xF0 => 3,
            _ => 4,
        };
        count += 1;
    }
    count
}

/// Cuts a text into lines at CR LF, LF or a lone CR. A text that ends with a line end has no empty line after it.
/// A Ctrl-Z (the end mark of old DOS files) as the last character belongs to no line.
pub(super) fn lines(text: &str) -> Lines<'_> {
    Lines { text: text.strip_suffix('\u{1a}').unwrap_or(text), start: 0, number: 0 }
}

/// The lines of a text one after the other; see [`lines`].
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    text: &'a str,
    start: usize,
    number: u32,
}

impl<'a> Lines<'a> {
    /// What has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.start..]
    }

    /// Passes over the next line if it is so many bytes long, and says which number it has. The caller has read
    /// these bytes, and none of them is a line end.
    #[inline]
    pub fn pass(&mut self, length: usize) -> Option<u32> {
        let end = match self.rest().get(length..)? {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        self.start += length + end;
        self.number += 1;
        Some(self.number)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = TextLine<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<TextLine<'a>> {
        if self.start >= self.text.len() {
            return None;
        }
        let rest = &self.text[self.start..];
        let bytes = rest.as_bytes();
        let length = memchr::memchr2(b'\n', b'\r', bytes).unwrap_or(rest.len());
        let end = match bytes.get(length..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        self.number += 1;
        let (line, start) = (&rest[..length], self.start);
        self.start += length + end;
        let found = TextLine { text: line, number: self.number, start, before: 0 };
        // The bytes of the two marks.
        let marked = matches!(line.as_bytes(), [0xEF, 0xBB, 0xBF, ..] | [0xE2, 0x80, 0x8B, ..]);
        Some(if marked { found.without_marks() } else { found })
    }
}

/// The lines of a text, cut as the readers cut them, with everything that stands in them.
pub fn text_lines(text: &str) -> impl Iterator<Item = &str> {
    lines(text).map(|line| {
        // Marks have three bytes.
        let marks = line.before as usize * 3;
        &text[line.start - marks..line.start + line.text.len()]
    })
}

#[cfg(test)]
mod tests {
    use super::{characters, lines, text_lines};

    #[test]
    fn marks_without_width_are_nothing_and_keep_their_places() {
        let text = "\u{feff}a\n\u{feff}\u{200b}手b\r\n\u{200b}\n｢\u{feff}c";
        let found: Vec<_> = lines(text)
            .map(|line| (line.text, line.start, line.before, line.place(0).column().unwrap_or(0)))
            .collect();
        let last = "｢\u{feff}c";
        assert_eq!(found, [("a", 3, 1, 2), ("手b", 11, 2, 3), ("", 20, 1, 2), (last, 21, 0, 1)]);
        assert_eq!(lines(text).nth(1).unwrap().place(3).column(), Some(4));
        let all: Vec<_> = text_lines(text).collect();
        assert_eq!(all, ["\u{feff}a", "\u{feff}\u{200b}手b", "\u{200b}", last]);
    }

    #[test]
    fn characters_of_every_length() {
        for text in ["", "a", "é", "歩", "𠮷", "a é歩𠮷\u{feff}\u{7ff}\u{800}\u{ffff}z"] {
            for text in [text.to_owned(), text.repeat(70)] {
                assert_eq!(characters(&text) as usize, text.chars().count(), "{text}");
            }
        }
    }

    #[test]
    fn every_kind_of_line_end() {
        let found: Vec<_> =
            lines("a\r\nb\rc\n\nd\u{1a}").map(|line| (line.number, line.text, line.start)).collect();
        assert_eq!(found, [(1, "a", 0), (2, "b", 3), (3, "c", 5), (4, "", 7), (5, "d", 8)]);
    }
}
