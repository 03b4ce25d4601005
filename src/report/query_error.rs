//! An error in a query, with a caret under what is wrong.

use super::clean;
use crate::pattern::ParseError;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How much of a long query is shown on either side of the error, in columns.
const AROUND: usize = 50;

/// What is wrong with a query: the message, the part of the text with carets under the error, what to write instead.
#[must_use]
pub fn query_error(error: &ParseError) -> String {
    let (text, range) = (error.text(), error.range());
    let shown = |text: &str| clean(text).into_owned();
    let (before, wrong, after) =
        (shown(&text[..range.start]), shown(&text[range.clone()]), shown(&text[range.end..]));
    let before = tail(&before);
    let carets = "^".repeat(wrong.width().clamp(1, AROUND));
    let hint = error.hint().map(|hint| format!("\nhint: {}", clean(hint))).unwrap_or_default();
    let wrong = head(&wrong);
    format!(
        "{}\n  {before}{wrong}{}\n  {}{carets}{hint}",
        clean(&error.to_string()),
        head(&after),
        " ".repeat(before.width())
    )
}

/// The beginning of a text.
fn head(text: &str) -> String {
    let mut width = 0;
    let fits = |char: &char| {
        width += char.width().unwrap_or(0);
        width <= AROUND
    };
    let kept: String = text.chars().take_while(fits).collect();
    if kept.len() < text.len() { kept + "…" } else { kept }
}

/// The end of a text.
fn tail(text: &str) -> String {
    let mut width = 0;
    let fits = |char: &char| {
        width += char.width().unwrap_or(0);
        width <= AROUND
    };
    let kept = text.chars().rev().take_while(fits).collect::<Vec<_>>();
    let kept: String = kept.into_iter().rev().collect();
    if kept.len() < text.len() { format!("…{kept}") } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;

    fn picture(text: &str) -> String {
        query_error(&text.parse::<Query>().unwrap_err())
    }

    #[test]
    fn the_caret_stands_under_the_error() {
        assert!(
            picture("7f=P 2h=Q")
                .starts_with("`Q` is not a piece\n  7f=P 2h=Q\n          ^\nhint: pieces are")
        );
        assert!(picture("２八=玉 chekc").starts_with(
            "`chekc` is not a condition\n  ２八=玉 chekc\n          ^^^^^\nhint: did you mean `check`?"
        ));
        assert_eq!(picture("7f=P)"), "there is no `(` for this `)`\n  7f=P)\n      ^");
        let long = format!("{} 2h=Q", "7f=P ".repeat(100));
        let shown = picture(&long);
        assert!(shown.lines().nth(1).unwrap().starts_with("  …"), "{shown}");
        assert!(shown.lines().take(3).all(|line| line.width() < 130));
    }
}
