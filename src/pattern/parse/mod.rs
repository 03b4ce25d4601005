//! Text → [`Expression`]: by hand, with the place of every part, so that an error has a caret.

mod atom;
mod mistakes;
mod words;

use super::error::nearest;
use super::{Atom, Expression, ExpressionKind, Gap, ParseError, Word, WordError};
use crate::rules::{Variant, VariantSetup};
use std::ops::Range;

/// The longest text, in bytes.
pub const LONGEST: usize = 4096;

/// How deep parentheses and `not` may lie in each other.
pub const DEEPEST: usize = 64;

/// What a caller adds to the language.
pub trait Vocabulary {
    /// Conditions on whole games, `name=value`. Words that stand side by side are one value.
    type Word: Word;

    /// The names of the words.
    fn names(&self) -> &[&'static str];

    /// Those names that only say more about the word before them.
    fn modifiers(&self) -> &[&'static str];

    /// No word yet.
    fn no_word(&self) -> Self::Word;

    /// Reads a word into those that stand before it. `sign` is what stands between name and value.
    ///
    /// # Errors
    /// What is wrong with it, and what to write instead.
    fn add(&self, words: &mut Self::Word, name: &str, sign: &str, value: &str) -> Result<(), WordError>;

    /// The position that a text means: an SFEN, or moves from the start.
    ///
    /// # Errors
    /// What is wrong with it, and what to write instead.
    fn position(&self, text: &str, variant: Variant) -> Result<VariantSetup, WordError>;
}

/// Reads a query.
///
/// # Errors
/// What was expected where.
pub fn parse<V: Vocabulary>(
    text: &str,
    variant: Variant,
    vocabulary: &V,
) -> Result<Expression<V::Word>, ParseError> {
    if text.len() > LONGEST {
        let message = format!("the query has {} bytes; {LONGEST} are the most", text.len());
        let end = text.floor_char_boundary(LONGEST);
        return Err(ParseError::new(&text[..end], end..end, message));
    }
    let mut parser = Parser { text, at: 0, depth: 0, has_step_before: false, variant, vocabulary };
    let expression = parser.sequence()?;
    if parser.at < text.len() {
        return Err(parser.error(parser.at..parser.at + 1, "there is no `(` for this `)`"));
    }
    Ok(expression)
}

/// Words that join conditions.
const JOINTS: [&str; 4] = ["then", "or", "and", "not"];

struct Parser<'t, V> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// Whether a step of a sequence comes before what is read.
    has_step_before: bool,
    variant: Variant,
    vocabulary: &'t V,
}

type Parsed<V> = Result<Expression<<V as Vocabulary>::Word>, ParseError>;

impl<'t, V: Vocabulary> Parser<'t, V> {
    fn error(&self, range: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, range, message)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The joint that comes next.
    fn joint(&mut self) -> Option<&'static str> {
        self.skip_blanks();
        let rest = self.rest();
        let stands = |joint: &&&str| {
            rest.strip_prefix(**joint)
                .is_some_and(|after| !after.starts_with(|char: char| is_of_name(char) || char == '='))
        };
        JOINTS.iter().find(stands).copied()
    }

    /// Goes past the joint if it comes next.
    fn take(&mut self, joint: &str) -> bool {
        let is_next = self.joint() == Some(joint);
        self.at += if is_next { joint.len() } else { 0 };
        is_next
    }

    /// Goes past a character if it comes next.
    fn take_char(&mut self, char: char) -> bool {
        let is_next = self.rest().starts_with(char);
        self.at += if is_next { char.len_utf8() } else { 0 };
        is_next
    }

    fn node(&self, from: usize, kind: ExpressionKind<V::Word>) -> Expression<V::Word> {
        Expression { kind, range: from..self.at }
    }

    /// `alternatives { "then" [gap] alternatives }`
    fn sequence(&mut self) -> Parsed<V> {
        self.skip_blanks();
        let from = self.at;
        let first = self.alternatives()?;
        let had_step_before = self.has_step_before;
        let mut steps = Vec::new();
        while self.take("then") {
            let gap = self.gap()?;
            self.has_step_before = true;
            steps.push((gap, self.alternatives()?));
        }
        self.has_step_before = had_step_before;
        if steps.is_empty() {
            return Ok(first);
        }
        Ok(self.node(from, ExpressionKind::Then(Box::new(first), steps)))
    }

    /// `"[" [N] ".." [N] "]"`, or nothing.
    fn gap(&mut self) -> Result<Gap, ParseError> {
        self.skip_blanks();
        let from = self.at;
        if !self.take_char('[') {
            return Ok(Gap::default());
        }
        let Some(length) = self.rest().find(']') else {
            return Err(self.error(from..from + 1, "this bracket is not closed").with_hint(GAP_HINT));
        };
        let inside = &self.rest()[..length];
        let range = from..self.at + length + 1;
        let wrong = || {
            self.error(range.clone(), format!("`[{inside}]` is not a number of plies")).with_hint(GAP_HINT)
        };
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            digits => digits.parse::<u16>().map(|number| Some(u32::from(number))).map_err(|_| wrong()),
        };
        let gap = match inside.split_once("..") {
            Some((from, to)) => Gap { from: number(from)?.unwrap_or(0), to: number(to)? },
            None => {
                let exactly = number(inside)?.ok_or_else(wrong)?;
                Gap { from: exactly, to: Some(exactly) }
            }
        };
        if gap.to.is_some_and(|to| to < gap.from) {
            return Err(self.error(range, "the smaller number of plies comes first"));
        }
        self.at += length + 1;
        Ok(gap)
    }

    /// `conjunction { "or" conjunction }`
    fn alternatives(&mut self) -> Parsed<V> {
        self.skip_blanks();
        let from = self.at;
        let mut parts = vec![self.conjunction()?];
        while self.take("or") {
            parts.push(self.conjunction()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => self.node(from, ExpressionKind::Or(parts)),
        })
    }

    /// `unit { unit }`
    fn conjunction(&mut self) -> Parsed<V> {
        self.skip_blanks();
        let from = self.at;
        let mut parts = vec![self.unit()?];
        loop {
            let asks_for_more = self.take("and");
            let is_over = matches!(self.joint(), Some("then" | "or"))
                || self.rest().starts_with(')')
                || self.rest().is_empty();
            if is_over && !asks_for_more {
                break;
            }
            parts.push(self.unit()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => self.node(from, ExpressionKind::And(parts)),
        })
    }

    /// `[ "not" ] ( atom | "(" sequence ")" )`
    fn unit(&mut self) -> Parsed<V> {
        self.skip_blanks();
        let from = self.at;
        if self.take("not") {
            let inner = self.deeper(from, |parser| {
                parser.skip_blanks();
                if parser.joint() != Some("not") && parser.word_name().is_some() {
                    return parser.words(false);
                }
                parser.unit()
            })?;
            return Ok(self.node(from, ExpressionKind::Not(Box::new(inner))));
        }
        if self.rest().starts_with('(') {
            return self.group(from);
        }
        if let Some(joint) = self.joint() {
            let before = if from == 0 { "at the beginning" } else { "here" };
            let message = format!("`{joint}` needs a condition before it; there is none {before}");
            return Err(self.error(from..from + joint.len(), message));
        }
        if self.rest().is_empty() || self.rest().starts_with(')') {
            let hint = "for example `2h=K`, `drops N`, `check` or `ending=resignation`";
            return Err(self.error(from..from, "a condition is missing here").with_hint(hint));
        }
        if self.word_name().is_some() {
            return self.words(true);
        }
        self.atom()
    }

    /// `"(" sequence ")"`
    fn group(&mut self, from: usize) -> Parsed<V> {
        let open = self.at;
        self.at += 1;
        let mut inner = self.deeper(from, Self::sequence)?;
        if !self.take_char(')') {
            return Err(self.error(open..open + 1, "this parenthesis is not closed"));
        }
        inner.range = from..self.at;
        self.end_of_condition()?;
        Ok(inner)
    }

    /// Reads something inside of something else.
    fn deeper(&mut self, from: usize, read: impl FnOnce(&mut Self) -> Parsed<V>) -> Parsed<V> {
        if self.depth == DEEPEST {
            let message = format!("more than {DEEPEST} parentheses lie in each other");
            return Err(self.error(from..from + 1, message));
        }
        self.depth += 1;
        let inner = read(self)?;
        self.depth -= 1;
        Ok(inner)
    }

    /// After a condition comes a blank, a parenthesis or the end.
    fn end_of_condition(&self) -> Result<(), ParseError> {
        match self.rest().chars().next() {
            None | Some(')') => Ok(()),
            Some(char) if char.is_whitespace() => Ok(()),
            Some(_) => Err(self.error(self.at..self.at, "a blank is missing here")),
        }
    }

    /// The characters up to a blank or a parenthesis that was not opened among them.
    fn token(&self) -> &'t str {
        let mut depth = 0_usize;
        let end = self.rest().find(|char: char| {
            match char {
                '(' => depth += 1,
                ')' if depth == 0 => return true,
                ')' => depth -= 1,
                _ => {}
            }
            char.is_whitespace()
        });
        &self.rest()[..end.unwrap_or(self.rest().len())]
    }
}

const GAP_HINT: &str = "write `then[..30]` for at most thirty plies between, `then[2..5]`, `then[3..]`, or `then` for any number";

/// Whether a character can be one of a word's name.
fn is_of_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '-' | '_')
}
