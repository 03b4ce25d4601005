//! Who played.

use crate::record::Info;
use crate::rules::Color;
use serde_json::{Map, Value};

/// The players of a game by side; `Err` when they are White and Black, as in games of chess.
pub(super) fn understand(game: &Map<String, Value>, info: &mut Info) -> Result<(), ()> {
    // Games for bots have the players beside everything else.
    let players = game.get("players").and_then(Value::as_object).unwrap_or(game);
    let has = |name: &str| players.get(name).is_some_and(Value::is_object);
    if (has("white") || has("black")) && !has("sente") && !has("gote") {
        return Err(());
    }
    for (color, name) in [(Color::Black, "sente"), (Color::White, "gote")] {
        let Some(player) = players.get(name).and_then(Value::as_object) else { continue };
        info.players[color] = name_of(player);
        info.ratings[color] = player.get("rating").and_then(Value::as_f64).filter(|rating| *rating > 0.0);
    }
    Ok(())
}

/// The name of a user, or of somebody else whom the game names; an engine has a level.
fn name_of(player: &Map<String, Value>) -> Option<String> {
    let user = player.get("user").and_then(Value::as_object).unwrap_or(player);
    let text = |value: Option<&Value>| {
        value.and_then(Value::as_str).filter(|text| !text.is_empty()).map(ToOwned::to_owned)
    };
    let level = || player.get("aiLevel").and_then(Value::as_u64).map(|level| format!("AI level {level}"));
    text(player.get("name"))
        .or_else(|| text(user.get("name")))
        .or_else(|| text(user.get("id")))
        .or_else(level)
}
