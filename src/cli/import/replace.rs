//! Corrected records of known files: what to do with the games that they correct.

use crate::cli::confirm::answer;
use crate::cli::output::{complain, note};
use kifukura::database::Database;
use kifukura::import::Summary;
use kifukura::query::{GameSummary, game_summary};
use kifukura::report::{clean, count};

/// Asks about each correction, and lets the earlier game give way where the answer is yes.
pub fn ask(database: &Database, summary: &mut Summary) -> anyhow::Result<()> {
    let mut all = false;
    let mut pairs = Vec::new();
    for correction in &mut summary.corrections {
        if !all {
            let [old, new] = [correction.corrects, correction.game].map(|game| game_summary(database, game));
            let (old, new) = (line(&old?), line(&new?));
            complain(&format!("{}:\n  was  {old}\n  is   {new}\n", clean(&correction.path)));
            complain("replace the earlier game? [y]es, [n]o, [a]ll, [q]uit: ");
            match answer()?.as_str() {
                "y" | "yes" => {}
                "a" | "all" => all = true,
                "q" | "quit" => break,
                _ => continue,
            }
        }
        correction.is_replaced = true;
        pairs.push((correction.corrects, correction.game));
    }
    let done = database.replace_games(&pairs, summary.operation, "")?;
    summary.operation = done.map(|operation| operation.id).or(summary.operation);
    Ok(())
}

/// A game in one line.
fn line(game: &GameSummary) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let date = game.date.map(|date| date.day_text()).unwrap_or_default();
    clean(&format!(
        "game {}: {} – {}  {date}  {} plies",
        game.id,
        name(&game.black),
        name(&game.white),
        game.plies
    ))
    .into_owned()
}

/// Says what was left beside what it corrects, and what to do about it.
pub fn remark(summary: &Summary) {
    let both = summary.corrections.iter().filter(|found| !found.is_replaced).count() as u64;
    if both == 0 {
        return;
    }
    let (records, game, it) = match both {
        1 => ("1 record corrects".to_owned(), "a game that is", "it"),
        both => (format!("{} records correct", count(both)), "games that are", "them"),
    };
    note(&format!(
        "{records} {game} there from the same file, and both are counted\n\
         hint: `{}` replaces {it}, `--replace ask` asks first\n",
        clean(&command())
    ));
}

/// This command with the option that replaces.
fn command() -> String {
    let quoted = |argument: String| match argument
        .contains([' ', '\'', '"', '*', '?', '$', '&', ';', '(', ')', '|'])
    {
        true => format!("'{}'", argument.replace('\'', "'\\''")),
        false => argument,
    };
    let mut words = vec!["kura".to_owned()];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--replace" {
            arguments.next();
        } else if !argument.starts_with("--replace=") {
            words.push(quoted(argument));
        }
    }
    words.extend(["--replace", "always"].map(str::to_owned));
    words.join(" ")
}
