//! The moves of one line of KI2.

use super::blank::{is_blank, skip_blanks};
use super::ending::is_known;
use super::move_text::{Follows, read_move_before};
use super::row::Content;
use crate::formats::lines::{TextLine, characters as count};
use crate::notation::kif::{digit, mark};
use crate::record::Origin;

/// What stands in a line of moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::formats) enum Item<'a> {
    /// A move, an ending, or something that is like a move and cannot be read.
    Content(Content<'a>),
    /// A closing line behind the last move.
    Closing,
    /// Other text.
    Remark(&'a str),
}

/// The items of a line, each with the rest of the line that begins with it.
pub(in crate::formats) fn items(line: TextLine<'_>) -> impl Iterator<Item = (Item<'_>, TextLine<'_>)> {
    let (mut at, mut characters) = (0, 0_u32);
    let mut moves = 0_usize;
    std::iter::from_fn(move || {
        let start = line.text.len() - skip_blanks(&line.text[at..]).len();
        characters = characters.saturating_add(count(&line.text[at..start]));
        let rest = &line.text[start..];
        if rest.is_empty() {
            return None;
        }
        let (item, length) = first(rest, moves > 0);
        moves += 1;
        let from_here = line.rest(start, characters);
        at = start + length;
        characters = characters.saturating_add(count(&line.text[start..at]));
        Some((item, from_here))
    })
}

/// The first item of a text and its length.
fn first(text: &str, inside: bool) -> (Item<'_>, usize) {
    if let Some((written, same, rest)) = read_move_before(text, Follows::NextMove) {
        return (Item::Content(Content::Move { written, same }), text.len() - rest.len());
    }
    if let Some((word, length)) = known_word(text) {
        let side = text.chars().next().and_then(mark);
        return (Item::Content(Content::Word(word, side)), length);
    }
    if text.starts_with("まで") {
        return (Item::Closing, text.len());
    }
    let unmarked = skip_blanks(text.trim_start_matches(|char| mark(char).is_some()));
    let marked = unmarked.len() < text.len();
    if marked && inside && !like_a_move(unmarked) {
        let end = unmarked.find(|char| is_blank(char) || mark(char).is_some());
        let word = &unmarked[..end.unwrap_or(unmarked.len())];
        if !word.is_empty() {
            let side = text.chars().next().and_then(mark);
            return (Item::Content(Content::Word(word, side)), text.len() - unmarked.len() + word.len());
        }
    }
    if like_a_move(unmarked) || marked {
        return (Item::Content(Content::Unreadable(text)), text.len());
    }
    let end = text.char_indices().find(|(_, char)| mark(*char).is_some()).map(|(at, _)| at);
    let text = &text[..end.unwrap_or(text.len())];
    (Item::Remark(text.trim_end_matches(is_blank)), text.len())
}

/// A word for an ending or a pass, with or without a mark, and the length of both.
fn known_word(text: &str) -> Option<(&str, usize)> {
    let unmarked = text.strip_prefix(|char| mark(char).is_some()).map_or(text, skip_blanks);
    let end = unmarked.find(|char| is_blank(char) || mark(char).is_some()).unwrap_or(unmarked.len());
    let word = &unmarked[..end];
    is_known(word).then(|| (word, text.len() - unmarked.len() + end))
}

/// True for text that begins as a move does.
fn like_a_move(text: &str) -> bool {
    text.starts_with(|char| digit(char).is_some() || char == '同')
}

/// A line that is nothing but moves and endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct OnlyMoves {
    /// The first move says where its piece comes from, as those of KIF do.
    pub has_origin: bool,
}

/// What is known of a line that is nothing but moves and endings: evidence of KI2. `None` for any other line.
pub(in crate::formats) fn only_moves(line: &str) -> Option<OnlyMoves> {
    let mut first_move = None;
    let mut rest = skip_blanks(line);
    while !rest.is_empty() {
        let (item, length) = first(rest, first_move.is_some());
        match item {
            Item::Content(Content::Move { written, .. }) => {
                let found = OnlyMoves { has_origin: written.origin != Origin::Unstated };
                if first_move.is_none() && begins_with_mark(line) {
                    // Whatever follows does not change it.
                    return Some(found);
                }
                first_move.get_or_insert(found);
            }
            Item::Content(Content::Word(..)) | Item::Closing if first_move.is_some() => {}
            // A remark among marked moves does not make them prose.
            Item::Remark(_) | Item::Content(Content::Unreadable(_)) => {
                return first_move.filter(|_| line.chars().any(|char| mark(char).is_some()));
            }
            _ => return None,
        }
        rest = skip_blanks(&rest[length..]);
    }
    first_move
}

fn begins_with_mark(line: &str) -> bool {
    skip_blanks(line).chars().next().is_some_and(|first| mark(first).is_some())
}

/// True for a line that is nothing but moves and endings.
fn is_moves(line: &str) -> bool {
    only_moves(line).is_some()
}

/// True for a line to be read as moves: it begins with a move (even a broken one) that no sentence goes on from, or is
/// an ending.
pub(in crate::formats) fn begins_moves(line: &str) -> bool {
    let text = skip_blanks(line);
    let marked = text.starts_with(|char| mark(char).is_some());
    match first(text, false).0 {
        Item::Content(Content::Move { .. }) => marked || is_moves(line) || ends_like_moves(text),
        Item::Content(Content::Word(..)) => true,
        Item::Content(Content::Unreadable(_)) if marked => !is_sentence(text),
        Item::Content(Content::Unreadable(_)) => goes_on_with_moves(text),
        Item::Closing | Item::Remark(_) => false,
    }
}

/// Where the moves of a line begin that something else stands before: ASCII that belongs to no sentence
/// (`@@▲７六歩 △３四歩`), so that what follows is nothing but marked moves of the game.
pub(in crate::formats) fn moves_behind_strays(line: &str) -> Option<usize> {
    let (at, _) = line.char_indices().find(|(_, char)| mark(*char).is_some())?;
    let strays = line[..at].trim_matches(is_blank);
    // These begin a remark.
    let is_note = |char: char| !char.is_ascii() || is_blank(char) || "/;(<[{>".contains(char);
    (!strays.is_empty() && !strays.contains(is_note) && is_moves(&line[at..])).then_some(at)
}

/// True when nothing but marked moves follows what begins like a move.
fn goes_on_with_moves(text: &str) -> bool {
    text.find(is_blank).is_some_and(|end| {
        let rest = skip_blanks(&text[end..]);
        rest.starts_with(|char| mark(char).is_some()) && is_moves(rest)
    })
}

/// True when what follows the first move is like another.
fn ends_like_moves(text: &str) -> bool {
    read_move_before(text, Follows::NextMove).is_some_and(|(.., rest)| like_a_move(skip_blanks(rest)))
}

/// True when a move goes on as a sentence: `▲７六歩と突く`.
fn is_sentence(text: &str) -> bool {
    read_move_before(text, Follows::Anything).is_some_and(|(.., rest)| rest.starts_with(char::is_alphabetic))
}
