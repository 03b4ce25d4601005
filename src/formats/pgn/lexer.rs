//! The words of a PGN text.

use crate::formats::lines::{Lines, TextLine, lines};
use crate::record::Place;
use std::borrow::Cow;

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub place: Place,
    /// Its first byte in the text.
    pub start: usize,
    pub kind: Kind<'a>,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// `[Key "value"]`; in the value `\"` and `\\` are `"` and `\`.
    Tag(&'a str, Cow<'a, str>),
    /// `{…}`, `; …` or `% …` without the marks.
    Comment(Cow<'a, str>),
    /// `{` without a `}` in the rest of the text.
    OpenComment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$6`.
    Glyph(&'a str),
    /// Anything else: a move, a number, a result.
    Word(&'a str),
}

/// Reads word by word.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    lines: Lines<'a>,
    line: Option<TextLine<'a>>,
    /// How much of the line was read, in bytes and in characters.
    at: usize,
    column: usize,
    /// Words of moves of the current game were read, so that a tag begins another game.
    in_moves: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut lines = lines(text);
        let line = lines.next();
        Self { text, lines, line, at: 0, column: 0, in_moves: false }
    }

    /// Makes ready for the tags of the next game; `None` when nothing follows.
    pub fn next_game(&mut self) -> Option<()> {
        self.in_moves = false;
        self.skip_blanks()?;
        Some(())
    }

    /// Where reading stands, in bytes.
    pub fn offset(&self) -> usize {
        self.line.map_or(self.text.len(), |line| line.start + self.at)
    }

    /// Goes to the next character that is no blank.
    fn skip_blanks(&mut self) -> Option<TextLine<'a>> {
        loop {
            let line = self.line?;
            let rest = &line.text[self.at..];
            let blanks = rest.len() - rest.trim_start().len();
            if blanks < rest.len() {
                self.pass(blanks);
                return Some(line);
            }
            self.next_line();
        }
    }

    fn next_line(&mut self) {
        self.line = self.lines.next();
        (self.at, self.column) = (0, 0);
    }

    /// Reads so many bytes of the line.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let read = self.line.map_or("", |line| &line.text[self.at..self.at + bytes]);
        self.at += bytes;
        self.column += read.chars().count();
        read
    }

    /// The text of a comment behind its `{`.
    fn comment(&mut self, line: TextLine<'a>) -> Kind<'a> {
        let start = line.start + self.at;
        let mut from = self.at;
        let mut next = Some(line);
        while let Some(line) = next {
            // A tag begins another game: the comment was never closed.
            if from == 0 && tag(line.text.trim()).is_some() {
                return Kind::OpenComment(&self.text[start..line.start]);
            }
            if let Some(length) = memchr::memchr(b'}', &line.text.as_bytes()[from..]) {
                self.pass(from - self.at + length + 1);
                return Kind::Comment(with_plain_ends(&self.text[start..line.start + from + length]));
            }
            self.next_line();
            (next, from) = (self.line, 0);
        }
        Kind::OpenComment(&self.text[start..])
    }
}

/// The text with LF as the only line end.
fn with_plain_ends(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    /// The next word of the current game.
    fn next(&mut self) -> Option<Token<'a>> {
        let line = self.skip_blanks()?;
        let before = usize::try_from(line.before).unwrap_or(0);
        let column = u32::try_from(before + self.column + 1).unwrap_or(u32::MAX);
        let place = Place::new(line.number, column);
        let start = line.start + self.at;
        let rest = &line.text[self.at..];
        let is_first = line.text[..self.at].trim_start().is_empty();
        if is_first && let Some((key, value)) = tag(rest.trim_end()) {
            if self.in_moves {
                return None;
            }
            self.next_line();
            return Some(Token { place, start, kind: Kind::Tag(key, unescaped(value)) });
        }
        let kind = match rest.as_bytes()[0] {
            b'{' => {
                self.pass(1);
                self.comment(line)
            }
            b';' => Kind::Comment(self.pass(rest.len())[1..].trim().into()),
            b'%' if self.at == 0 => Kind::Comment(self.pass(rest.len())[1..].trim().into()),
            b'(' => {
                self.pass(1);
                Kind::Open
            }
            b')' => {
                self.pass(1);
                Kind::Close
            }
            first => {
                let ends = |char: char| char.is_whitespace() || "{}();$".contains(char);
                let skip = rest.chars().next().map_or(1, char::len_utf8);
                let length = rest[skip..].find(ends).map_or(rest.len(), |length| skip + length);
                let word = self.pass(length);
                if first == b'$' { Kind::Glyph(word) } else { Kind::Word(word) }
            }
        };
        self.in_moves = self.in_moves || !matches!(kind, Kind::Comment(_));
        Some(Token { place, start, kind })
    }
}

/// The name and the value of a line `[Key "value"]`, the value as it is written.
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let inside = inside.trim();
    let key = &inside[..inside.find(|char: char| char.is_whitespace() || char == '"')?];
    let value = &inside[key.len()..];
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = |char: char| char.is_alphanumeric() || char == '_' || char == '-' || char == '+';
    (!key.is_empty() && key.chars().all(is_name)).then_some((key, value))
}

fn unescaped(value: &str) -> Cow<'_, str> {
    match value.contains('\\') {
        true => Cow::Owned(value.replace("\\\"", "\"").replace("\\\\", "\\")),
        false => Cow::Borrowed(value),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Lexer, tag};

    fn words(text: &str) -> String {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        while lexer.next_game().is_some() {
            for token in lexer.by_ref() {
                let text = match token.kind {
                    Kind::Tag(key, value) => format!("[{key}={value}]"),
                    Kind::Comment(text) => format!("{{{text}}}"),
                    Kind::OpenComment(text) => format!("open {text}"),
                    Kind::Open => "(".to_owned(),
                    Kind::Close => ")".to_owned(),
                    Kind::Glyph(word) | Kind::Word(word) => word.to_owned(),
                };
                let place = token.place;
                found.push(format!("{text}@{}:{}", place.line().unwrap_or(0), place.column().unwrap_or(0)));
            }
            found.push("/".to_owned());
        }
        found.join(" ")
    }

    #[test]
    fn words_and_their_places() {
        for (text, want) in [
            (
                "[A \"b \\\" c\"]\n1. Pc4 {x\r\ny}Pg6 (2)$6",
                "[A=b \" c]@1:1 1.@2:1 Pc4@2:4 {x\ny}@2:8 Pg6@3:3 (@3:7 2@3:8 )@3:9 $6@3:10 /",
            ),
            (
                "[A \"1\"]\nPc4\n[A \"2\"]\n\n; note\nPc4",
                "[A=1]@1:1 Pc4@2:1 / [A=2]@3:1 {note}@5:1 Pc4@6:1 /",
            ),
            ("{a\nb", "open a\nb@1:1 /"),
            ("   \n", ""),
            ("　Pc4{　}x", "Pc4@1:2 {　}@1:5 x@1:8 /"),
            ("%skip me\nPc4 % no", "{skip me}@1:1 Pc4@2:1 %@2:5 no@2:7 /"),
            ("Pc4 [A \"1\"]", "Pc4@1:1 [A@1:5 \"1\"]@1:8 /"),
        ] {
            assert_eq!(words(text), want, "{text}");
        }
    }

    #[test]
    fn tags() {
        assert_eq!(tag("[FEN \"9/9 w\"]"), Some(("FEN", "9/9 w")));
        assert_eq!(tag("[ Event \"x\" ]"), Some(("Event", "x")));
        for text in ["[Event]", "[Event x]", "[a b \"c\"]", "{Event \"x\"}", "[\"x\"]"] {
            assert_eq!(tag(text), None, "{text}");
        }
    }
}
