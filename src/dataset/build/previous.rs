//! The parts of an earlier dataset.

use super::BuildError;
use super::manifest::GAME_IDS;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Reads which game is in which part of the dataset in a folder; games without a part are not named.
///
/// # Errors
/// When the file is not there, or has something else in it.
pub fn read_previous(folder: &Path) -> Result<HashMap<String, String>, BuildError> {
    let games = read_games(folder)?;
    Ok(games.into_iter().filter(|(_, part)| !part.is_empty()).collect())
}

/// The games of the dataset in a folder, each with its part, which is empty where there are none.
pub(super) fn read_games(folder: &Path) -> Result<HashMap<String, String>, BuildError> {
    let path = folder.join(GAME_IDS);
    let text = fs::read_to_string(&path).map_err(|source| BuildError::File { path: path.clone(), source })?;
    let mut lines = text.lines();
    let bad = || BuildError::Manifest { reason: format!("`{}` is not a list of games", path.display()) };
    if lines.next() != Some("game,split") {
        return Err(bad());
    }
    let pair = |line: &str| line.split_once(',').map(|(game, part)| (game.to_owned(), part.to_owned()));
    lines.map(|line| pair(line).ok_or_else(bad)).collect()
}
