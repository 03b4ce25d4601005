//! The table itself, parsed once.

use super::{Category, Language};
use std::collections::HashMap;
use std::sync::OnceLock;

/// `data/terms.tsv`, part of the program.
const TEXT: &str = include_str!("../../data/terms.tsv");

/// How many languages there are.
const LANGUAGES: usize = Language::ALL.len();

/// What one thing is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub category: Category,
    pub key: &'static str,
    /// One name a language, empty where there is none.
    names: [&'static str; LANGUAGES],
    doubtful: [bool; LANGUAGES],
}

impl Row {
    /// The name in a language, else the English one.
    pub fn name(&self, language: Language) -> &'static str {
        match self.names[language as usize] {
            "" => self.names[Language::English as usize],
            name => name,
        }
    }

    /// Is the name in this language one that no published source has?
    pub fn is_doubtful(&self, language: Language) -> bool {
        self.doubtful[language as usize]
    }
}

/// All rows.
#[derive(Debug)]
pub(super) struct Terms {
    /// In the order of the file.
    pub rows: Vec<Row>,
    by_key: HashMap<(Category, &'static str), usize>,
}

impl Terms {
    /// The table of the program.
    pub fn get() -> &'static Self {
        static TERMS: OnceLock<Terms> = OnceLock::new();
        TERMS.get_or_init(|| Self::parse(TEXT))
    }

    /// The row of a key.
    pub fn row(&self, category: Category, key: &str) -> Option<&Row> {
        self.by_key.get(&(category, key)).map(|index| &self.rows[*index])
    }

    /// The table of a text: a line with the names of the columns, then a line a row. Lines that are no rows are left
    /// out; a test makes sure that the file has none.
    fn parse(text: &'static str) -> Self {
        let mut lines = text.lines();
        let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
        let place = |name: &str| columns.iter().position(|column| *column == name);
        let names = Language::ALL.map(|language| place(language.name()));
        let doubts = Language::ALL.map(|language| place(&format!("{language}_doubtful")));
        let row = |line: &'static str| {
            let cells: Vec<&'static str> = line.split('\t').collect();
            let cell =
                |column: Option<usize>| column.and_then(|at| cells.get(at)).copied().unwrap_or_default();
            Some(Row {
                category: Category::from_name(cell(place("category")))?,
                key: cells.get(place("key")?)?,
                names: names.map(cell),
                doubtful: doubts.map(|column| cell(column) == "?"),
            })
        };
        let rows: Vec<Row> = lines.filter_map(row).collect();
        let by_key = rows.iter().enumerate().map(|(index, row)| ((row.category, row.key), index)).collect();
        Self { rows, by_key }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The `{…}` of a text, sorted.
    fn placeholders(text: &str) -> Vec<&str> {
        let mut found: Vec<_> =
            text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn every_line_is_a_row_with_a_name_in_every_language() {
        let terms = Terms::get();
        assert_eq!(terms.rows.len(), TEXT.lines().count() - 1, "a line that is no row");
        assert_eq!(terms.by_key.len(), terms.rows.len(), "a key stands there twice");
        for row in &terms.rows {
            assert!(!row.key.is_empty() && row.names.iter().all(|name| !name.is_empty()), "{row:?}");
            assert!(row.names.iter().all(|name| name.trim() == *name), "{row:?}");
            let key = row.key.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
            assert!(key && !row.is_doubtful(Language::English), "{row:?}");
        }
        let heads = TEXT.lines().next().unwrap();
        assert_eq!(heads, "category\tkey\ten\tja\tit\tit_doubtful");
    }

    #[test]
    fn categories_stand_together_in_their_order() {
        assert!(Terms::get().rows.is_sorted_by_key(|row| row.category));
        for category in Category::ALL {
            assert!(Terms::get().rows.iter().any(|row| row.category == *category), "{category:?} is empty");
        }
    }

    #[test]
    fn every_language_has_the_same_placeholders() {
        for row in &Terms::get().rows {
            for language in Language::ALL {
                let name = row.name(language);
                let counts = row.category == Category::Count;
                assert_eq!(name.contains('|'), counts && language != Language::Japanese, "{row:?}");
                let takes_values = counts || row.category == Category::Statement;
                assert!(takes_values || placeholders(name).is_empty(), "{row:?}");
                for form in name.split('|') {
                    let english = row.name(Language::English).split('|').next().unwrap();
                    assert_eq!(placeholders(form), placeholders(english), "{row:?}");
                }
            }
        }
    }

    #[test]
    fn a_missing_name_is_the_english_one() {
        let terms =
            Terms::parse("category\tkey\ten\tja\tit\tit_doubtful\nside\tblack\tBlack\t\tNero\t?\nx\ty\tz\n");
        let row = terms.row(Category::Side, "black").unwrap();
        assert_eq!(Language::ALL.map(|language| row.name(language)), ["Black", "Black", "Nero"]);
        assert_eq!(Language::ALL.map(|language| row.is_doubtful(language)), [false, false, true]);
        assert_eq!((terms.rows.len(), terms.row(Category::Side, "x")), (1, None));
    }
}
