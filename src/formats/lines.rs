//! The lines of a text, with their places, whatever ends them.

use crate::record::Place;

/// One line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextLine<'a> {
    /// The line's text without its end.
    pub text: &'a str,
    /// The line's number, from 1.
    pub number: u32,
    /// Where it starts in the whole text, in bytes.
    pub start: usize,
    /// How many characters of the line stand before it: 0 for a whole line.
    pub before: u32,
}

impl<'a> TextLine<'a> {
    /// The part of this line from a byte on, which `characters` more stand before.
    pub fn part(&self, offset: usize, characters: u32) -> Self {
        let text: &'a str = self.text.get(offset..).unwrap_or_default();
        let before = self.before.saturating_add(characters);
        Self { text, number: self.number, start: self.start + offset, before }
    }

    /// The place of the character that starts at byte `offset` of this line.
    pub fn place(&self, offset: usize) -> Place {
        let before = self.text.get(..offset).map_or(0, |before| before.chars().count());
        let before = u32::try_from(before).unwrap_or(u32::MAX).saturating_add(self.before);
        Place::new(self.number, before.saturating_add(1))
    }

    /// The place of the whole line.
    pub fn start_place(&self) -> Place {
        Place::new(self.number, self.before.saturating_add(1))
    }
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

    /// Passes over the next line if it is so many bytes long, and says which number it has. The caller has looked at
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

    #[inline]
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
        let line = TextLine { text: &rest[..length], number: self.number, start: self.start, before: 0 };
        self.start += length + end;
        Some(line)
    }
}

/// The lines of a text, cut as the readers cut them.
pub fn text_lines(text: &str) -> impl Iterator<Item = &str> {
    lines(text).map(|line| line.text)
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn every_kind_of_line_end() {
        let found: Vec<_> =
            lines("a\r\nb\rc\n\nd\u{1a}").map(|line| (line.number, line.text, line.start)).collect();
        assert_eq!(found, [(1, "a", 0), (2, "b", 3), (3, "c", 5), (4, "", 7), (5, "d", 8)]);
    }
}
