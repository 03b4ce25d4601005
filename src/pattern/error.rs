//! Why a text is no query, and where.

use std::ops::Range;

/// A text that is no query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    message: String,
    hint: Option<String>,
    text: String,
    range: Range<usize>,
}

impl ParseError {
    /// An error at some bytes of a text: lower case, no full stop, literals in back quotes.
    #[must_use]
    pub fn new(text: &str, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), hint: None, text: text.to_owned(), range }
    }

    /// The same with what to write instead.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What to write instead, in one line without a full stop.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text that are wrong; empty where something is missing.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

/// Why a word of a [`Vocabulary`](super::Vocabulary) cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordError {
    /// What is wrong: lower case, no full stop, literals in back quotes.
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
    /// The bytes of the value that are wrong; all of it when not given.
    pub part: Option<Range<usize>>,
}

impl WordError {
    /// An error about a whole value.
    #[must_use]
    pub fn new(message: impl Into<String>, hint: Option<&str>) -> Self {
        Self { message: message.into(), hint: hint.map(str::to_owned), part: None }
    }
}

/// The known word that is most like another one, if one is like it: of those with the fewest letters to add, leave out,
/// change, or exchange with their neighbours, the first.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Nobody means a word by a longer one.
    const LONGEST: usize = 30;
    let word: Vec<char> = word.chars().take(LONGEST + 1).collect();
    if word.len() > LONGEST {
        return None;
    }
    let most = word.len().div_ceil(3).min(3);
    let likeness = |other: &&str| distance(&word, &other.chars().collect::<Vec<_>>());
    let best = known.into_iter().min_by_key(likeness)?;
    (likeness(&best) <= most).then_some(best)
}

/// How many letters have to be added, left out, changed, or exchanged with their neighbours.
fn distance(one: &[char], other: &[char]) -> usize {
    let width = other.len() + 1;
    let mut before_last = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (i, char) in one.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, against) in other.iter().enumerate() {
            let changed = last[j] + usize::from(char != against);
            row[j + 1] = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *char == other[j - 1] && one[i - 1] == *against {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[width - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_suggested() {
        let known = ["check", "captures", "castle", "ending", "mate"];
        for (word, wanted) in [
            ("chekc", Some("check")),
            ("capture", Some("captures")),
            ("endings", Some("ending")),
            ("castel", Some("castle")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), wanted, "{word}");
        }
    }
}
