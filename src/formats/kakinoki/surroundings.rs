//! Lines of a record that stand around its moves, where a page shows the moves in a frame of their own.

use super::ending::is_known;
use super::header::Key;
use super::header_line;
use super::line_kind::{LineKind, kind};
use super::row::{Content, Row};

/// True for a line that names players, event, date, place or handicap.
pub(in crate::formats) fn is_header(line: &str) -> bool {
    let LineKind::Header(name, _) = kind(line) else { return header_line::marked_players(line).is_some() };
    matches!(
        header_line::known_key(name),
        Some((_, Key::Player(_) | Key::Event | Key::Started | Key::Site | Key::Handicap | Key::TimeControl))
    )
}

/// True for a closing line.
pub(in crate::formats) fn is_closing(line: &str) -> bool {
    matches!(kind(line), LineKind::Closing)
}

/// True for a line that ends a game.
pub(in crate::formats) fn is_ending(line: &str) -> bool {
    match kind(line) {
        LineKind::Closing => true,
        LineKind::Row(Row { content: Content::Word(word, _), .. }) => is_known(word),
        _ => false,
    }
}
