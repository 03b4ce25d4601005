//! What comes after a name or a header: does the game go on, or does another one begin?

use super::{animals, statement};
use crate::formats::lines::Lines;

/// How many lines are searched: more names and headers than these stand only before a game.
const MOST: usize = 24;

/// The next statement other than a comment, name or header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookahead {
    /// A move, a time or an ending.
    Moves,
    /// A line of a start position, or the side that moves first.
    Position,
    /// A game on one line.
    Game,
    /// A version.
    Version,
    /// There is none in this game.
    Nothing,
    /// None for many lines.
    Far,
}

impl Lookahead {
    /// Searches the lines that follow.
    pub fn of(lines: &Lines<'_>) -> Self {
        let mut lines = lines.clone();
        for _ in 0..MOST {
            let Some(line) = lines.next() else { return Self::Nothing };
            let text = line.text.trim();
            match text.as_bytes() {
                [b'/'] => return Self::Nothing,
                [b'N', b'+' | b'-', ..] | [b'$', ..] => {
                    if statement::holds_a_move(text) && holds_a_start(text) {
                        return Self::Game;
                    }
                }
                _ => {
                    if let Some(found) = statement_kind(text.split(',').next().unwrap_or_default()) {
                        return found;
                    }
                }
            }
        }
        Self::Far
    }

    /// The same, where `rest` of the line comes first.
    pub fn of_rest(rest: &str, lines: &Lines<'_>) -> Self {
        rest.split(',').find_map(statement_kind).unwrap_or_else(|| Self::of(lines))
    }

    /// True where a name that stands here is that of another game.
    pub fn is_another_game(self) -> bool {
        matches!(self, Self::Position | Self::Game | Self::Version | Self::Far)
    }

    /// True where a name that stands here, behind a game's end, is the last that is said of this game.
    pub fn is_behind_a_game(self) -> bool {
        matches!(self, Self::Version | Self::Nothing)
    }
}

/// What a statement is; `None` for comments, names, headers, and what is not a statement.
fn statement_kind(text: &str) -> Option<Lookahead> {
    let text = text.trim();
    Some(match text.as_bytes() {
        [b'V', b'0'..=b'9', ..] => Lookahead::Version,
        [b'P', b'I' | b'+' | b'-' | b'0'..=b'9', ..] | [b'+' | b'-'] => Lookahead::Position,
        [b'.' | b'+' | b'-', ..] if animals::row(text).is_some() => Lookahead::Position,
        [b'+' | b'-' | b'%', ..] | [b'T', b'0'..=b'9', ..] => Lookahead::Moves,
        _ => return None,
    })
}

/// Does a statement of a start position, or the side that moves first, stand after a comma?
pub(super) fn holds_a_start(text: &str) -> bool {
    text.split(',').skip(1).any(|part| statement_kind(part) == Some(Lookahead::Position))
}

/// Is a line that begins with a name or a header and holds a move a game on one line? It is none where the moves follow
/// on lines of their own: then the commas belong to the name or header.
pub(super) fn is_one_line(text: &str, lines: &Lines<'_>) -> bool {
    match Lookahead::of(lines) {
        Lookahead::Game | Lookahead::Version | Lookahead::Nothing => true,
        Lookahead::Moves => holds_a_start(text),
        Lookahead::Position | Lookahead::Far => false,
    }
}
