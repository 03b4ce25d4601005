//! Does a written record say what the record said? What a writer writes is read and played again.

use kifukura::formats::read;
use kifukura::record::{Ending, Record};
use kifukura::replay::{Game, replay};
use kifukura::rules::Color;

/// What differs between a game and the text that was written of it, one sentence each.
pub fn differences(record: &Record, game: &Game, text: &str) -> Vec<String> {
    let document = read(text.as_bytes());
    let again = match document.records.as_slice() {
        [again] => again,
        records => return vec![format!("read back, the text holds {} records", records.len())],
    };
    let Ok(played) = replay(again) else {
        return vec!["read back, the start position cannot be played on".to_owned()];
    };
    let mut found = Vec::new();
    if played.start.sfen() != game.start.sfen() {
        found.push(format!("read back, the game starts from `{}`", played.start.sfen()));
    }
    if played.moves() != game.moves() {
        let (before, after) = (game.moves().len(), played.moves().len());
        found.push(format!("read back, {after} moves are legal, where {before} were; they differ"));
    }
    if played.lines.len() < game.lines.len() && record.lines.len() > again.lines.len() {
        found.push(format!(
            "read back, {} branches of {} are left",
            again.lines.len() - 1,
            record.lines.len() - 1
        ));
    }
    let (before, after) = (&game.outcome, &played.outcome);
    let winner = |winner: Option<Color>| winner.map_or("nobody", Color::name);
    if after.declared != Ending::None && after.declared_winner != before.declared_winner {
        found.push(format!(
            "read back, {} is named as the winner, where it was {}",
            winner(after.declared_winner),
            winner(before.declared_winner)
        ));
    }
    if after.verified != Ending::None && after.verified_winner != before.verified_winner {
        found.push(format!(
            "read back, the moves prove that {} won, where they proved {}",
            winner(after.verified_winner),
            winner(before.verified_winner)
        ));
    }
    if found.is_empty() && after.declared != Ending::None && played.winner() != game.winner() {
        found.push(format!(
            "read back, {} counts as the winner, where it was {}",
            winner(played.winner()),
            winner(game.winner())
        ));
    }
    found
}
