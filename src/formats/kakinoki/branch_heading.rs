//! Headings of branches that are not `変化：N手`, and what follows a heading.

use super::blank::is_blank;
use super::header::{self, Key};
use super::line_kind::{LineKind, kind};
use super::{Dialect, move_line};
use crate::formats::lines::Lines;
use crate::notation::kif::{digit, mark, number};
use crate::rules::Color;

/// The words with which such headings begin.
const WORDS: [&str; 5] = ["変化", "分岐", "別手順", "Variation", "variation"];

/// What may stand behind the number of a heading.
const WORDS_BEHIND: [&str; 5] = ["からの変化", "の変化", "から", "以下", "より"];

/// The longest heading, in characters.
const LONGEST: usize = 40;

/// The longest label of a heading in a comment, in characters.
const LONGEST_LABEL: usize = 3;

/// How many lines without moves are passed over at most.
const LINES: usize = 64;

/// What follows in the text, comments and blank lines apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// A row with this number.
    Row(u32),
    /// Moves of KI2, with the mark of the first.
    Moves(Option<Color>),
    /// The heading of a branch.
    Branch,
    /// Something else, or nothing.
    Other,
}

impl Ahead {
    /// What the lines begin with.
    pub fn of(rest: &Lines<'_>, dialect: Dialect) -> Self {
        for line in rest.clone().take(LINES) {
            return match kind(line.text) {
                LineKind::Blank
                | LineKind::Comment(_)
                | LineKind::Bookmark(_)
                | LineKind::Remark(_)
                | LineKind::Separator => continue,
                LineKind::Row(row) => Self::Row(row.number),
                LineKind::Branch(_) | LineKind::BranchLike(_) => Self::Branch,
                LineKind::Ki2Moves | LineKind::Other
                    if dialect == Dialect::Ki2 && move_line::begins_moves(line.text) =>
                {
                    Self::Moves(line.text.trim_start_matches(is_blank).chars().next().and_then(mark))
                }
                _ => Self::Other,
            };
        }
        Self::Other
    }

    /// What follows behind the position that the lines may begin with.
    pub fn behind_position(rest: &Lines<'_>, dialect: Dialect) -> Self {
        let mut rest = rest.clone();
        for _ in 0..LINES {
            let before = rest.clone();
            let is_position = rest.next().is_some_and(|line| match kind(line.text) {
                LineKind::Blank | LineKind::Frame | LineKind::Rank | LineKind::Turn(_) => true,
                LineKind::Header(key, _) => matches!(header::key(key), Some(Key::Hand(_) | Key::SomeHand)),
                _ => false,
            });
            if !is_position {
                return Self::of(&before, dialect);
            }
        }
        Self::Other
    }

    /// The number of the row.
    pub const fn row(self) -> Option<u32> {
        match self {
            Self::Row(number) => Some(number),
            _ => None,
        }
    }
}

/// Where what stands behind a heading on its line begins, in bytes: moves (`変化：3手 ▲６六歩`) or a remark.
pub(super) fn behind(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(is_decoration);
    let (_, rest) = WORDS.iter().find_map(|word| text.strip_prefix(word))?.split_once('手')?;
    let rest = rest.strip_prefix('目').unwrap_or(rest);
    let rest = WORDS_BEHIND.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let rest = rest.trim_start_matches(|char| is_blank(char) || matches!(char, '：' | ':'));
    (!rest.is_empty() && !rest.starts_with(['#', '＃'])).then(|| line.len() - rest.len())
}

/// The number in a line that is like a heading of a branch: `変化A：3手`, `【変化】５手目から`, `分岐 3`.
pub(super) fn number_in(text: &str) -> Option<u32> {
    read(text).map(|(number, _)| number)
}

/// The number in a comment that is nothing but a heading, perhaps with a short label: `変化：3手`, `変化A：3手`.
pub(super) fn number_alone(text: &str) -> Option<u32> {
    let (number, label) = read(text)?;
    (behind(text).is_none() && label.chars().count() <= LONGEST_LABEL).then_some(number)
}

/// The number of a heading, and its label.
fn read(text: &str) -> Option<(u32, &str)> {
    let first = text.chars().next()?;
    // Nearly every line begins otherwise.
    if !matches!(first, '変' | '分' | '別' | 'V' | 'v') && !is_decoration(first) {
        return None;
    }
    let text = text.trim_start_matches(is_decoration);
    let rest = WORDS.iter().find_map(|word| text.strip_prefix(word))?;
    if rest.chars().take(LONGEST + 1).count() > LONGEST {
        return None;
    }
    let before = match rest.split_once('手') {
        Some((before, _)) => before.trim_end_matches(is_blank),
        None => rest.trim_end_matches(is_decoration),
    };
    let is_digit = |char: char| char == '十' || digit(char).is_some();
    let label = before.trim_end_matches(is_digit);
    let digits = &before[label.len()..];
    let (number, _) = number(digits).filter(|(_, length)| *length == digits.len())?;
    Some((number, label.trim_matches(is_decoration)))
}

/// Blanks, signs and brackets around the words of a heading.
fn is_decoration(char: char) -> bool {
    is_blank(char)
        || mark(char).is_some()
        || matches!(
            char,
            '*' | '＊'
                | '#'
                | '＃'
                | '■'
                | '□'
                | '●'
                | '○'
                | '◎'
                | '◆'
                | '◇'
                | '★'
                | '☆'
                | '※'
                | '・'
                | '→'
                | '>'
                | '≫'
                | '»'
                | '【'
                | '】'
                | '['
                | ']'
                | '［'
                | '］'
                | '('
                | ')'
                | '（'
                | '）'
                | '<'
                | '＜'
                | '＞'
                | '〈'
                | '〉'
                | '《'
                | '》'
                | '「'
                | '」'
                | '-'
                | '－'
                | '―'
                | '='
                | '＝'
                | '~'
                | '～'
                | '：'
                | ':'
        )
}

#[cfg(test)]
mod tests {
    use super::{behind, number_alone, number_in};

    #[test]
    fn headings_of_other_kinds() {
        for (text, want) in [
            ("変化A：3手", Some(3)),
            ("変化１：１２手", Some(12)),
            ("変化（5手目）", Some(5)),
            ("【変化】５手目から", Some(5)),
            ("変化 十二手", Some(12)),
            ("＊変化図：7手目▲２六歩", Some(7)),
            ("分岐 3", Some(3)),
            ("分岐3：", Some(3)),
            ("Variation 3:", Some(3)),
            ("▼変化：3手", Some(3)),
            (">> 変化３手", Some(3)),
            ("変化：手", None),
            ("変化に富む将棋", None),
            ("変化", None),
            ("手数：3手", None),
        ] {
            assert_eq!(number_in(text), want, "{text}");
        }
    }

    #[test]
    fn comments_that_are_headings() {
        for text in ["変化：3手", "変化A：3手", "【変化１】3手目", "変化 3手から"] {
            assert_eq!(number_alone(text), Some(3), "{text}");
        }
        for text in ["変化：3手は無理", "変化に富む順で3手", "変化の多い局面：3手", "3手"]
        {
            assert_eq!(number_alone(text), None, "{text}");
        }
    }

    #[test]
    fn what_stands_behind_a_heading() {
        for (line, want) in [
            ("変化：3手", None),
            ("変化：3手目から　", None),
            ("変化：3手#x", None),
            ("変化：3手 ▲６六歩", Some("▲６六歩")),
            ("変化：3手目：3 ６六歩(67)", Some("3 ６六歩(67)")),
            ("変化：3手　好手", Some("好手")),
            ("変化：", None),
            ("別手順：3手", None),
        ] {
            assert_eq!(behind(line).map(|at| &line[at..]), want, "{line}");
        }
    }
}
