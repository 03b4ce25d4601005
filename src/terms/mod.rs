//! What things are called, in English, Japanese and Italian: endings, rules, pieces, handicaps, headings of tables,
//! remarks below them.
//!
//! All names stand in one table, `data/terms.tsv`, by category and key. Keys are the stored codes (`time_forfeit`,
//! `two_pawns`), so whoever has a value has its key. The names are for people only: files, JSON, CSV and `--help`
//! have the keys, whatever the language.
//!
//! ```
//! use kifukura::terms::{Category, Language, counted, name, statement};
//!
//! assert_eq!(name(Category::Ending, "sennichite", Language::Japanese), "千日手");
//! assert_eq!(name(Category::Heading, "games", Language::Italian), "partite");
//! assert_eq!(counted("game", 1204, "1,204", Language::English), "1,204 games");
//! let games = counted("game", 1, "1", Language::English);
//! assert_eq!(statement("based_on", &[("games", &games)], Language::English), "based on 1 game");
//! ```

mod category;
mod language;
mod table;

pub use category::Category;
pub use language::Language;
use table::Terms;

/// What a thing is called. A name that the language does not have is the English one; a key that the table does not
/// have is its own name.
#[must_use]
pub fn name(category: Category, key: &str, language: Language) -> &str {
    Terms::get().row(category, key).map_or(key, |row| row.name(language))
}

/// The key of the thing that is called so in a language: `six` for 六枚落ち among the Japanese handicaps. Of several
/// the first in the file.
#[must_use]
pub fn key_of(category: Category, name: &str, language: Language) -> Option<&'static str> {
    let mut rows = Terms::get().rows.iter();
    rows.find(|row| row.category == category && row.name(language) == name).map(|row| row.key)
}

/// The keys of a category, in the order of the file.
pub fn keys(category: Category) -> impl Iterator<Item = &'static str> {
    Terms::get().rows.iter().filter(move |row| row.category == category).map(|row| row.key)
}

/// Is it a name that no published source has and no speaker has confirmed (`?` in the file)?
#[must_use]
pub fn is_doubtful(category: Category, key: &str, language: Language) -> bool {
    Terms::get().row(category, key).is_some_and(|row| row.is_doubtful(language))
}

/// A sentence of [`Category::Statement`] with values in place of their names in braces. A name without a value stays.
#[must_use]
pub fn statement(key: &str, values: &[(&str, &str)], language: Language) -> String {
    fill(name(Category::Statement, key, language), values)
}

/// A number with what is counted, of [`Category::Count`]: `1 game`, `1,204 games`. `shown` is the number as text.
#[must_use]
pub fn counted(key: &str, number: u64, shown: &str, language: Language) -> String {
    let forms = name(Category::Count, key, language);
    let (singular, plural) = forms.split_once('|').unwrap_or((forms, forms));
    fill(if number == 1 { singular } else { plural }, &[("n", shown)])
}

fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, (key, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        filled.push_str(before);
        match values.iter().find(|(known, _)| *known == key) {
            Some((_, value)) => filled.push_str(value),
            None => filled.extend(["{", key, "}"]),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_key_and_keys_by_name() {
        assert_eq!(name(Category::Piece, "horse", Language::Italian), "Cavallo-drago");
        assert_eq!(name(Category::Piece, "unicorn", Language::Italian), "unicorn");
        assert_eq!(key_of(Category::Handicap, "六枚落ち", Language::Japanese), Some("six"));
        assert_eq!(key_of(Category::Handicap, "百枚落ち", Language::Japanese), None);
        assert_eq!(keys(Category::Variant).collect::<Vec<_>>(), ["shogi", "dobutsu"]);
        assert!(is_doubtful(Category::Ending, "try_rule", Language::Italian));
        assert!(!is_doubtful(Category::Ending, "resignation", Language::Italian));
    }

    #[test]
    fn values_take_the_places_of_their_names() {
        assert_eq!(fill("a {b} {c}{b} {", &[("b", "{c}"), ("x", "y")]), "a {c} {c}{c} {");
        assert_eq!(
            statement("date_range", &[("first", "1607"), ("last", "1950-03")], Language::Japanese),
            "1607～1950-03"
        );
        assert_eq!(
            Language::ALL.map(|language| counted("game", 1, "1", language)),
            ["1 game", "1局", "1 partita"]
        );
        assert_eq!(
            Language::ALL.map(|language| counted("game", 0, "0", language)),
            ["0 games", "0局", "0 partite"]
        );
    }
}
