//! What the parts of names in a filter found, so that nobody takes the games of ten for those of one.

use super::filter::FilterArgs;
use super::output::note;
use kifukura::classify::Definition;
use kifukura::database::Database;
use kifukura::query::{NameCondition, QueryError, names_meant, players_meant};
use kifukura::record::person_key;
use kifukura::report::{clean, count, opening_name};
use kifukura::terms::{self, Language, statement};

/// How many names are listed.
const MOST_NAMES: usize = 8;

impl FilterArgs {
    /// Says which players the names of the filter found, unless each found just the one who is called so.
    pub fn report_names(&self, database: &Database, language: Language) -> Result<(), QueryError> {
        for (option, name) in self.names() {
            let (_, text) = found(database, option, name, language)?;
            if let Some(text) = text {
                note(&format!("{text}\n"));
            }
        }
        for (option, role, name) in self.openings() {
            let meant = names_meant(database, role, name)?;
            if let Some(text) = openings_meant(option, name, &meant, language) {
                note(&format!("{text}\n"));
            }
        }
        Ok(())
    }
}

/// The players that a name found, and what is to be said of that.
pub fn found(
    database: &Database,
    option: &str,
    name: &str,
    language: Language,
) -> Result<(Vec<String>, Option<String>), QueryError> {
    let condition = NameCondition::from(name);
    let found = players_meant(database, std::slice::from_ref(&condition))?;
    let text = text(option, &condition, &found, language);
    Ok((found, text))
}

/// Which names of openings a text means, unless it means one.
fn openings_meant(option: &str, name: &str, meant: &[Definition], language: Language) -> Option<String> {
    if meant.len() < 2 {
        return None;
    }
    let shown = meant.iter().take(MOST_NAMES).map(|definition| opening_name(definition, language));
    let mut names = shown.collect::<Vec<_>>().join(", ");
    if meant.len() > MOST_NAMES {
        let rest = count((meant.len() - MOST_NAMES) as u64);
        names = statement("names_and_more", &[("names", &names), ("n", &rest)], language);
    }
    let values = [("option", option), ("name", &*clean(name)), ("names", names.as_str())];
    Some(statement("openings_meant", &values, language))
}

fn text(option: &str, condition: &NameCondition, found: &[String], language: Language) -> Option<String> {
    let (name, is_part) = match condition {
        NameCondition::Part(name) => (name, true),
        NameCondition::Exact(name) => (name, false),
        _ => return None,
    };
    let key = person_key(name);
    let is_whole = |found: &String| found == name || person_key(found) == key;
    let asked = condition.to_string();
    let asked = clean(&asked);
    let values = [("option", option), ("name", &*asked)];
    let mut names = found.iter().take(MOST_NAMES).map(|name| clean(name)).collect::<Vec<_>>().join(", ");
    match found {
        [] => return Some(statement("no_name_found", &values, language)),
        [one] if is_whole(one) => return None,
        [_] => {}
        _ if !is_part => return None,
        more if more.len() > MOST_NAMES => {
            let rest = count((more.len() - MOST_NAMES) as u64);
            names = statement("names_and_more", &[("names", &names), ("n", &rest)], language);
        }
        _ => {}
    }
    let all = found.len() as u64;
    let players = terms::counted("player", all, &count(all), language);
    let values = [values.as_slice(), &[("players", &players), ("names", &names)]].concat();
    let mut text = statement("names_found", &values, language);
    if found.len() > 1 {
        let key = if found.iter().any(is_whole) { "whole_name" } else { "whole_names" };
        text += "; ";
        text += &statement(key, &values, language);
    }
    Some(text)
}
