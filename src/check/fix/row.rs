//! The text of a row of KIF: its number and the name of its piece.

use crate::notation::kif::{digit, mark, number};
use crate::record::Code;
use crate::rules::shogi::Move;

/// A row with another name for its piece.
pub(super) fn renamed(line: &str, column: u32, code: Code, piece: Option<&str>, mv: Move) -> Option<String> {
    let chars: Vec<char> = line.chars().collect();
    let blank = |at: usize| chars.get(at).is_some_and(|char| char.is_whitespace());
    let skip = |mut at: usize| {
        while blank(at) {
            at += 1;
        }
        at
    };
    let mut at = (column as usize).checked_sub(1)?;
    if mark(*chars.get(at)?).is_some() {
        at = skip(at + 1);
    }
    if matches!(chars.get(at)?, '同' | '仝') {
        at = skip(at + 1);
    }
    if digit(*chars.get(at)?).is_some() {
        at = skip(at + 2);
    }
    let end = at + if *chars.get(at)? == '成' { 2 } else { 1 };
    let (before, rest) = (chars.get(..at)?, chars.get(end..)?);
    let written: String = chars[at..end].iter().collect();
    let name = match code {
        Code::UnmarkedDrop => format!("{written}打"),
        Code::PromotedNameMeansPromotion
            if rest.iter().find(|char| !char.is_whitespace()) != Some(&'成') && mv.promotes() =>
        {
            format!("{}成", piece?)
        }
        _ => piece?.to_owned(),
    };
    Some(before.iter().chain(name.chars().collect::<Vec<_>>().iter()).chain(rest).collect())
}

/// A row with another number, as wide as the old one.
pub(super) fn renumbered(line: &str, number: usize) -> Option<String> {
    let (start, end) = number_span(line);
    let width = line[..end].chars().count();
    (end > start).then(|| format!("{number:>width$}{}", &line[end..]))
}

/// The number of a row.
pub(super) fn row_number(line: &str) -> Option<usize> {
    let (start, end) = number_span(line);
    number(&line[start..end]).map(|(number, _)| number as usize)
}

/// Where the number of a row stands.
fn number_span(line: &str) -> (usize, usize) {
    let blanks = line.len() - line.trim_start().len();
    // The square may follow at once (`11３八銀`), in digits of the other width.
    let ascii = line[blanks..].starts_with(|char: char| char.is_ascii_digit());
    let other = |char: char| !char.is_numeric() || char.is_ascii_digit() != ascii;
    (blanks, blanks + line[blanks..].find(other).unwrap_or(line.len() - blanks))
}

/// A closing line with another count.
pub(super) fn recounted(line: &str, count: usize) -> Option<String> {
    let start = line.find(|char: char| char.is_ascii_digit())?;
    if line[..start].ends_with(['-', '−', '－']) {
        return None;
    }
    let digits = line[start..].find(|char: char| !char.is_ascii_digit())?;
    Some(format!("{}{count}{}", &line[..start], &line[start + digits..]))
}
