//! What an answer was counted over, in words.

use super::counted;
use crate::query::{Base, KindCounts, Undecided};
use crate::record::GameKind;
use crate::report::Cell;
use crate::report::numbers::count;
use crate::terms::{Language, statement};

/// Records by their kinds: `104 games, 3 games without a move`; `0 games` of nothing.
#[must_use]
pub fn kinds_text(kinds: &KindCounts, language: Language) -> String {
    let part = |(kind, number): (GameKind, u64)| counted(&format!("kind_{}", kind.name()), number, language);
    let join =
        |first: String, rest: String| statement("listed", &[("first", &first), ("rest", &rest)], language);
    kinds.each().map(part).reduce(join).unwrap_or_else(|| counted("game", 0, language))
}

/// `based on 104 games`.
pub(super) fn based_on(base: &Base, language: Language) -> String {
    statement("based_on", &[("games", &kinds_text(&base.counted, language))], language)
}

/// What was left out, a line each: kinds that were not asked for, games that the dates leave open.
pub(super) fn left_out(base: &Base, language: Language) -> Vec<String> {
    let kinds = kinds_text(&base.left_out, language);
    let kinds =
        (base.left_out.all() > 0).then(|| statement("kinds_left_out", &[("kinds", &kinds)], language));
    let nameless = counted("side", base.nameless, language);
    let nameless = (base.nameless > 0).then(|| statement("nameless", &[("sides", &nameless)], language));
    kinds.into_iter().chain(nameless).chain(undecided(base, language)).collect()
}

/// How many games the dates leave open.
pub(super) fn undecided(base: &Base, language: Language) -> Option<String> {
    let Undecided { all, undated } = base.undecided;
    let games = counted("game", all, language);
    let key = if undated == 0 { "undecided" } else { "undecided_undated" };
    let values = [("games", games.as_str()), ("n", &count(undated))];
    (all > 0).then(|| statement(key, &values, language))
}

/// The remarks below a table of statistics: what was counted and what was not.
pub(super) fn base_remarks(base: &Base, language: Language) -> Vec<String> {
    std::iter::once(based_on(base, language)).chain(left_out(base, language)).collect()
}

/// The records of each kind, as data.
pub(super) fn kinds_cell(kinds: &KindCounts) -> Cell {
    Cell::Counts(kinds.each().map(|(kind, number)| (kind.name().to_owned(), number)).collect())
}
