//! How games went for the player that a question is about, beside how they went for Black and White.

use super::counted;
use crate::query::{Filter, NameCondition, PlayerCondition, PlayerScore};
use crate::report::clean;
use crate::report::numbers::{count, decimal};
use crate::report::{Cell, Field, Kind, Shown, View, score_text};
use crate::terms::{Language, statement};

/// The columns that only a question about a player fills.
const COLUMNS: [&str; 3] = ["player_results", "player_score", "performance"];

/// The columns of Black's and White's results, which the player's stand for.
const OTHERS: [&str; 3] = ["results", "score", "average_rating"];

/// The columns of the player's score.
pub(super) fn player_fields<R: 'static>(score: fn(&R) -> Option<PlayerScore>) -> [Field<R>; 3] {
    let [results, points, performance] = COLUMNS;
    [
        Field::new(
            results,
            Kind::PlayerResults,
            "how the games went for the player that the filter asks for, whichever side it had",
            move |row: &R| score(row).map(|score| score.results).into(),
        )
        .in_data(),
        Field::new(points, Kind::Score, "that player's score, over both colours", move |row: &R| {
            score(row).and_then(|score| score.score()).into()
        })
        .heading("score")
        .in_data(),
        Field::new(
            performance,
            Kind::Number(0),
            "that player's performance rating, over the games against rated opponents",
            move |row: &R| score(row).and_then(|score| score.performance()).into(),
        )
        .in_data(),
    ]
}

/// Shows the player's results in the place of Black's and White's; the performance where there is one.
pub(super) fn show_player(view: &mut View) {
    for (place, column) in view.columns.iter_mut().enumerate() {
        let name = &*column.name;
        let is_empty = || view.rows.iter().all(|row| row[place] == Cell::Null);
        if OTHERS.contains(&name) || name == "performance" && is_empty() {
            column.shown = Shown::InData;
        } else if COLUMNS.contains(&name) {
            column.shown = if name == "performance" { Shown::IfWide(1) } else { Shown::Always };
        }
    }
}

/// The name of the player in texts; `None` for whoever asks, or for nobody.
fn name_of(names: &[NameCondition]) -> Option<String> {
    let is_me = names.contains(&NameCondition::Me) || names.is_empty();
    let name = |name: &NameCondition| match name {
        NameCondition::Part(name) | NameCondition::Exact(name) => name.clone(),
        _ => String::new(),
    };
    (!is_me).then(|| names.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// A sentence about the player: the one with the name, or the one to whoever asks (`my_…`).
pub(super) fn about_player(
    key: &'static str,
    names: &[NameCondition],
    values: &[(&str, &str)],
    language: Language,
) -> String {
    let own_key = match key {
        "score_of" => "my_score",
        "moves_of" => "my_moves",
        "moves_against" => "moves_against_me",
        _ => "my_results",
    };
    match name_of(names) {
        Some(name) => statement(key, &[&[("name", name.as_str())], values].concat(), language),
        None => statement(own_key, values, language),
    }
}

/// Whose results a table of statistics has.
#[must_use]
pub fn results_of(filter: &Filter, language: Language) -> Option<String> {
    let PlayerCondition { names, plays, opponent_plays, .. } = filter.player()?;
    if !names.is_empty() {
        return Some(about_player("results_of", names, &[], language));
    }
    let (key, played) = match plays.is_empty() {
        false => ("results_of_side", plays),
        true => ("results_against_side", opponent_plays),
    };
    let all = [played.openings.as_slice(), &played.castles].concat();
    let name = all.iter().map(|name| clean(name).into_owned()).collect::<Vec<_>>().join(", ");
    Some(statement(key, &[("name", &name)], language))
}

/// `12 games · 54.2 % (…) · performance 1691`: what is known of a player's games.
pub(super) fn player_summary(score: &PlayerScore, language: Language) -> String {
    let mut parts = vec![counted("game", score.results.games(), language)];
    parts.extend(player_points(score, language));
    parts.join(" · ")
}

/// The score and the performance, as far as there are any.
pub(super) fn player_points(score: &PlayerScore, language: Language) -> Vec<String> {
    let points = score.score().map(score_text);
    let performance = score.performance().map(|rating| {
        let rated = &score.rated;
        let games = rated.wins + rated.losses + rated.draws;
        let values = [("rating", decimal(rating, 0)), ("n", count(games))];
        statement("performance", &values.each_ref().map(|(name, value)| (*name, value.as_str())), language)
    });
    points.into_iter().chain(performance).collect()
}
