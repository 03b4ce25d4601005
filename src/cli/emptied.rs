//! Where nothing is found: which filter left nothing.

use super::output::note;
use kifukura::query::{Emptied, Filter, QueryError, emptied_by};
use kifukura::report::{clean, count};
use kifukura::terms::{Language, counted, statement};

/// Says which condition of a filter left nothing. `met` says how much a filter chooses; `whatever` is said when nothing is
/// there whatever the filter.
pub fn report_emptied(
    filter: &Filter,
    language: Language,
    met: impl Fn(&Filter) -> Result<u64, QueryError>,
    whatever: Option<&str>,
) -> Result<(), QueryError> {
    let text = match emptied_by(filter, &met)? {
        Some(Emptied { condition, before, met_before }) => {
            let condition = options(&condition.to_string());
            let games = counted("game", met_before, &count(met_before), language);
            let before_text = options(&before.to_string());
            let values = [
                ("condition", condition.as_str()),
                ("before", before_text.as_str()),
                ("games", games.as_str()),
            ];
            let key = if before.is_empty() { "emptied_alone" } else { "emptied" };
            Some(statement(key, &values, language))
        }
        None => whatever.map(|key| statement(key, &[], language)),
    };
    if let Some(text) = text {
        note(&format!("{}\n", clean(&text)));
    }
    Ok(())
}

/// The text of conditions as options of the command line.
fn options(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 8);
    let mut is_quoted = false;
    let mut begins = !text.is_empty();
    for char in text.chars() {
        if begins {
            written.push_str("--");
        }
        is_quoted ^= char == '"';
        begins = char == ' ' && !is_quoted;
        written.push(char);
    }
    written.replace("--player=me", "--me")
}

#[cfg(test)]
mod tests {
    use super::options;

    #[test]
    fn conditions_are_shown_as_options() {
        for (text, shown) in [
            ("", ""),
            ("ending=checkmate", "--ending=checkmate"),
            ("since=2024 until=2025", "--since=2024 --until=2025"),
            ("player=\"A B\" side=black", "--player=\"A B\" --side=black"),
            ("player=me opponent=\"a \"\"b\"", "--me --opponent=\"a \"\"b\""),
        ] {
            assert_eq!(options(text), shown);
        }
    }
}
