//! `name=value`: conditions on whole games, which a caller adds to the language.

use super::{Atom, ExpressionKind, Parsed, Parser, Vocabulary};
use crate::pattern::{ParseError, WordError};
use std::ops::Range;

/// What may stand between a name and a value; the longer ones first.
const SIGNS: [&str; 6] = ["!=", "<=", ">=", "=", "<", ">"];

/// What may stand behind a value in quotation marks.
const SIDES: [&str; 3] = ["(black)", "(white)", "(either)"];

impl<V: Vocabulary> Parser<'_, V> {
    /// The name of the word that comes next.
    pub(super) fn word_name(&self) -> Option<&'static str> {
        let rest = self.rest();
        let length = rest.find(|char: char| !super::is_of_name(char))?;
        let is_word = rest[length..].starts_with(['=', '<', '>', '!']);
        self.vocabulary.names().iter().find(|name| is_word && **name == &rest[..length]).copied()
    }

    /// Reads words that stand side by side; behind `not` only one, with what says more about it.
    pub(super) fn words(&mut self, all: bool) -> Parsed<V> {
        let from = self.at;
        let mut words = self.vocabulary.no_word();
        let mut end = from;
        while let Some(name) = self.word_name() {
            let is_first = self.at == from;
            if !(all || is_first || self.vocabulary.modifiers().contains(&name)) {
                break;
            }
            self.word(name, &mut words)?;
            end = self.at;
            self.skip_blanks();
        }
        self.at = end;
        Ok(self.node(from, ExpressionKind::Atom(Atom::Word(words))))
    }

    fn word(&mut self, name: &str, words: &mut V::Word) -> Result<(), ParseError> {
        let from = self.at;
        self.at += name.len();
        let sign = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)).copied().unwrap_or_default();
        self.at += sign.len();
        let value_from = self.at;
        self.value()?;
        let value = &self.text[value_from..self.at];
        if value.is_empty() {
            return Err(self.error(value_from..value_from, format!("`{name}` needs a value")));
        }
        let added = self.vocabulary.add(words, name, sign, value);
        added.map_err(|error| self.word_error(error, from..self.at, value_from))?;
        self.end_of_condition()
    }

    /// An error of the vocabulary as one of the query; `value_from` is where its value begins.
    pub(super) fn word_error(&self, error: WordError, whole: Range<usize>, value_from: usize) -> ParseError {
        let WordError { message, hint, part } = error;
        let part = part.map(|part| value_from + part.start..value_from + part.end);
        let inside = part.filter(|part| self.text.get(part.clone()).is_some());
        let error = self.error(inside.unwrap_or(whole), message);
        match hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }

    /// Goes past values with commas between them, which may stand in quotation marks.
    fn value(&mut self) -> Result<(), ParseError> {
        loop {
            if self.rest().starts_with('"') {
                self.quoted()?;
                let side = SIDES.iter().find(|side| self.rest().starts_with(**side));
                self.at += side.map_or(0, |side| side.len());
            } else {
                let token = self.token();
                let length = token.find([',', '"']).unwrap_or(token.len());
                self.at += length;
            }
            if !self.take_char(',') {
                return Ok(());
            }
        }
    }

    /// Goes past a text in quotation marks, its own doubled, and returns it.
    pub(super) fn quoted(&mut self) -> Result<String, ParseError> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(length) = self.rest().find('"') else {
                return Err(self.error(open..open + 1, "this quotation mark has no partner"));
            };
            text.push_str(&self.rest()[..length]);
            self.at += length + 1;
            if !self.take_char('"') {
                return Ok(text);
            }
            text.push('"');
        }
    }
}
