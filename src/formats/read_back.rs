//! Does a written text say what the record said? What a writer writes is read and played again.

use super::{Loss, LossCode, read};
use crate::record::{Ending, Record};
use crate::replay::{Game, replay};
use crate::rules::Color;

/// What differs between a game and the text that was written of it.
#[must_use]
pub fn differences(record: &Record, game: &Game, text: &str) -> Vec<Loss> {
    let document = read(text.as_bytes());
    let again = match document.records.as_slice() {
        [again] => again,
        records => {
            let message = format!("read back, the text holds {} records", records.len());
            return vec![Loss::new(LossCode::ReadBackFailed, message)];
        }
    };
    let Ok(played) = replay(again) else {
        let message = "read back, the start position cannot be played on";
        return vec![Loss::new(LossCode::ReadBackFailed, message)];
    };
    let mut found = moves(record, game, again, &played);
    winners(game, &played, &mut found);
    found
}

fn moves(record: &Record, game: &Game, again: &Record, played: &Game) -> Vec<Loss> {
    let mut found = Vec::new();
    if played.start.sfen() != game.start.sfen() {
        let message = format!("read back, the game starts from `{}`", played.start.sfen());
        found.push(Loss::new(LossCode::StartDiffers, message));
    }
    if played.moves() != game.moves() {
        let (before, after) = (game.moves().len(), played.moves().len());
        let message = format!("read back, {after} moves are legal, where {before} were; they differ");
        found.push(Loss::new(LossCode::MovesDiffer, message));
    }
    if played.lines.len() < game.lines.len() && record.lines.len() > again.lines.len() {
        let message =
            format!("read back, {} branches of {} are left", again.lines.len() - 1, record.lines.len() - 1);
        found.push(Loss::new(LossCode::BranchesDiffer, message));
    }
    found
}

fn winners(game: &Game, played: &Game, found: &mut Vec<Loss>) {
    let (before, after) = (&game.outcome, &played.outcome);
    let name = |winner: Option<Color>| winner.map_or("nobody", Color::name);
    let mut differs = |message: String| found.push(Loss::new(LossCode::WinnerDiffers, message));
    if after.declared != Ending::None && after.declared_winner != before.declared_winner {
        differs(format!(
            "read back, {} is named as the winner, where it was {}",
            name(after.declared_winner),
            name(before.declared_winner)
        ));
    }
    if after.verified != Ending::None && after.verified_winner != before.verified_winner {
        differs(format!(
            "read back, {} is verified as the winner, where it was {}",
            name(after.verified_winner),
            name(before.verified_winner)
        ));
    }
    if found.is_empty() && after.declared != Ending::None && played.winner() != game.winner() {
        let message = format!(
            "read back, {} counts as the winner, where it was {}",
            name(played.winner()),
            name(game.winner())
        );
        found.push(Loss::new(LossCode::WinnerDiffers, message));
    }
}
