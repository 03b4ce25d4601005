//! The words, tags, comments and brackets of a text in PSN, with their places.

use super::tag;
use crate::record::Place;

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Key "value"]`
    Tag(&'a str, &'a str),
    /// `@key: value` of JPSN.
    At(&'a str, &'a str),
    /// What stands in braces, or behind `;` or `#`.
    Comment(&'a str),
    /// What stands in round or square brackets: a time, a variation, or a remark.
    Bracket(&'a str),
    /// A comment or bracket that does not end before the next tag or the end of the text.
    Open(&'a str),
    /// A closing bracket alone.
    Stray,
    /// Anything else between blanks.
    Word(&'a str),
}

/// A part with its place, and where it begins in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found<'a> {
    pub token: Token<'a>,
    pub place: Place,
    pub start: usize,
}

/// The longest tag behind another one on a line, in bytes.
const MOST_TAG: usize = 1024;

/// Walks over a text.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
    /// Nothing but tags was read of this line.
    fresh: bool,
    /// Nothing but tags was read since the last tag: values may stand without quotation marks.
    in_head: bool,
    /// There may be tags.
    tags: bool,
    /// Where the next tag begins that was looked for, if there is one.
    next_tag: Option<Option<usize>>,
}

impl<'a> Lexer<'a> {
    /// Begins at the beginning of a text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, column: 1, fresh: true, in_head: true, tags: true, next_tag: None }
    }

    /// Begins with what stands in a bracket.
    pub fn inside(text: &'a str, place: Place) -> Self {
        let (line, column) = (place.line().unwrap_or(1), place.column().unwrap_or(0).saturating_add(1));
        Self { line, column, tags: false, next_tag: Some(None), ..Self::new(text) }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over so many bytes.
    fn pass(&mut self, length: usize) {
        let mut chars = self.rest()[..length].chars().peekable();
        while let Some(char) = chars.next() {
            match char {
                '\r' if chars.peek() == Some(&'\n') => {}
                '\n' | '\r' => (self.line, self.column, self.fresh) = (self.line.saturating_add(1), 1, true),
                _ => self.column = self.column.saturating_add(1),
            }
        }
        self.at += length;
    }

    fn skip_blanks(&mut self) {
        let is_blank =
            |char: char| char.is_whitespace() || matches!(char, '\u{feff}' | '\u{200b}' | '\u{1a}');
        let rest = self.rest();
        self.pass(rest.len() - rest.trim_start_matches(is_blank).len());
    }

    /// Where the next tag begins, in bytes from here; a bracket that is still open there was never closed.
    fn next_tag(&mut self) -> Option<usize> {
        let is_ahead = |tag: &Option<usize>| tag.is_none_or(|tag| tag > self.at);
        let tag = self.next_tag.filter(is_ahead).unwrap_or_else(|| {
            let rest = self.rest();
            let starts = rest.match_indices(['\n', '\r']).map(|(at, _)| at + 1);
            let is_tag = |start: &usize| {
                let line = rest[*start..].split(['\n', '\r']).next().unwrap_or_default().trim();
                line.starts_with('[') && tag::read(line, false).is_some()
            };
            starts.into_iter().find(is_tag).map(|start| self.at + start)
        });
        self.next_tag = Some(tag);
        tag.map(|tag| tag - self.at)
    }

    /// The length of a group in brackets from its first to its last character; `None` where it does not end.
    fn group(text: &str, open: char, close: char) -> Option<usize> {
        let mut depth = 0_usize;
        let mut chars = text.char_indices();
        while let Some((at, char)) = chars.next() {
            match char {
                // A brace in round brackets is a comment, in which brackets are text.
                '{' if open == '(' => {
                    chars.by_ref().find(|(_, char)| *char == '}')?;
                }
                _ if char == close => match depth {
                    0 | 1 => return Some(at + char.len_utf8()),
                    _ => depth -= 1,
                },
                '(' if open == '(' => depth += 1,
                _ => {}
            }
        }
        None
    }

    /// A group, or what is left up to the next tag.
    fn grouped(&mut self, open: char, close: char, make: fn(&'a str) -> Token<'a>) -> Token<'a> {
        let rest = self.rest();
        let most = self.next_tag().unwrap_or(rest.len());
        match Self::group(&rest[..most], open, close) {
            Some(end) => {
                self.pass(end);
                make(&rest[1..end - 1])
            }
            None => {
                self.pass(most);
                Token::Open(&rest[1..most])
            }
        }
    }

    /// The tag that begins here, the first thing on its line or behind another tag.
    fn tag(&mut self, char: char) -> Option<Token<'a>> {
        if !self.fresh || !self.tags {
            return None;
        }
        let rest = self.rest();
        // A line of nothing but tags is not read to its end for each of them.
        let most = if self.column == 1 { rest } else { &rest[..rest.floor_char_boundary(MOST_TAG)] };
        let line = most.find(['\n', '\r']).map_or(most, |end| &most[..end]);
        let (key, value, length) = tag::read(line, self.in_head)?;
        self.pass(length);
        (self.fresh, self.in_head) = (true, true);
        Some(if char == '@' { Token::At(key, value) } else { Token::Tag(key, value) })
    }

    fn token(&mut self, char: char) -> Token<'a> {
        if let Some(tag) = self.tag(char) {
            return tag;
        }
        (self.fresh, self.in_head) = (false, false);
        let rest = self.rest();
        match char {
            '{' => self.grouped('{', '}', Token::Comment),
            '(' => self.grouped('(', ')', Token::Bracket),
            '[' => self.grouped('[', ']', Token::Bracket),
            ';' | '#' => {
                let line = rest.find(['\n', '\r']).map_or(rest, |end| &rest[..end]);
                self.pass(line.len());
                Token::Comment(&line[1..])
            }
            '}' | ')' | ']' => {
                self.pass(1);
                Token::Stray
            }
            _ => {
                let end = rest.find(|char: char| char.is_whitespace() || "{[(;#)]}".contains(char));
                let word = &rest[..end.unwrap_or(rest.len())];
                self.pass(word.len());
                Token::Word(word)
            }
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        self.skip_blanks();
        let char = self.rest().chars().next()?;
        let (place, start) = (Place::new(self.line, self.column), self.at);
        Some(Found { token: self.token(char), place, start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let show = |found: Found<'_>| {
            let (line, column) = (found.place.line().unwrap_or(0), found.place.column().unwrap_or(0));
            match found.token {
                Token::Tag(key, value) => format!("{line}:{column} tag {key}={value}"),
                Token::At(key, value) => format!("{line}:{column} at {key}={value}"),
                Token::Comment(text) => format!("{line}:{column} comment {text}"),
                Token::Bracket(text) => format!("{line}:{column} bracket {text}"),
                Token::Open(text) => format!("{line}:{column} open {text}"),
                Token::Stray => format!("{line}:{column} stray"),
                Token::Word(text) => format!("{line}:{column} {text}"),
            }
        };
        Lexer::new(text).map(show).collect()
    }

    #[test]
    fn parts_of_every_kind() {
        for (text, want) in [
            ("[A \"b\"]\n1.P-7f P-3d", &["1:1 tag A=b", "2:1 1.P-7f", "2:8 P-3d"][..]),
            ("[A \"b\"] [C \"d\"]\r\nx", &["1:1 tag A=b", "1:9 tag C=d", "2:1 x"]),
            ("@a: b\nx", &["1:1 at a=b", "2:1 x"]),
            ("x {a\nb} y", &["1:1 x", "1:3 comment a\nb", "2:4 y"]),
            ("x (0:01 / 0:00:01) y", &["1:1 x", "1:3 bracket 0:01 / 0:00:01", "1:20 y"]),
            ("x (a (b) {)} c) y", &["1:1 x", "1:3 bracket a (b) {)} c", "1:17 y"]),
            ("x[ a ]y ; c\nz", &["1:1 x", "1:2 bracket  a ", "1:7 y", "1:9 comment  c", "2:1 z"]),
            ("x ) y", &["1:1 x", "1:3 stray", "1:5 y"]),
            ("x {a\n[A \"b\"]\ny", &["1:1 x", "1:3 open a\n", "2:1 tag A=b", "3:1 y"]),
            ("x (a", &["1:1 x", "1:3 open a"]),
            ("\u{feff}x\u{1a}", &["1:2 x\u{1a}"]),
        ] {
            assert_eq!(tokens(text), want, "{text}");
        }
    }
}
