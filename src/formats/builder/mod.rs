//! What readers share: a record is put together here, whatever format it comes in.
//!
//! [`TreeBuilder`] builds the lines of formats that have branches; the functions beside it add to the main line of
//! those that have none.

mod departure;
mod tree;

pub(super) use tree::{Next, TreeBuilder};

use crate::record::{
    Clock, Code, Declaration, DeclaredBy, Ending, Note, NoteKind, Place, Ply, Record, Subject, WrittenMove,
};

/// How many characters of a text a message quotes.
const EXCERPT: usize = 40;

/// The beginning of a text, for a message.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT).collect()
}

/// A statement about the ending in place of a move, without a time.
pub(super) fn declared(ending: Ending, subject: Subject, word: &str, place: Place) -> Declaration {
    Declaration {
        ending,
        subject,
        word: word.to_owned(),
        plies: None,
        by: DeclaredBy::Row,
        clock: Clock::default(),
        place,
    }
}

/// Adds a move to the main line, or counts it behind one that could not be read.
pub(super) fn add_move(record: &mut Record, written: WrittenMove, place: Place) {
    let main = &mut record.lines[0];
    match main.unread {
        0 => main.plies.push(Ply { written, clock: Clock::default(), place }),
        _ => main.unread += 1,
    }
}

/// Reports a word that should be a move, unless the main line has been broken off before.
pub(super) fn break_off(record: &mut Record, place: Place, word: &str) {
    if record.lines[0].unread == 0 {
        record.lines[0].unread = 1;
        record.report(Code::BadToken, place, format!("`{}` is not a move", excerpt(word)));
    }
}

/// A comment of the main line after so many plies.
pub(super) fn comment_at(ply: usize, text: String) -> Note {
    Note { line: 0, ply, kind: NoteKind::Comment, text }
}

/// Adds a comment to the last position of the main line, if there is something in it.
pub(super) fn add_comment(record: &mut Record, text: &str) {
    if !text.is_empty() {
        let ply = record.main().plies.len();
        record.notes.push(comment_at(ply, text.to_owned()));
    }
}

/// Reports a record in whose main line no move was read or should have been.
pub(super) fn report_no_moves(record: &mut Record) {
    if record.main().plies.is_empty() && record.main().unread == 0 {
        record.report(Code::NoMoves, Place::FILE, "the record has no moves");
    }
}

/// Reports a result that only a branch has: the game of the main line has none.
pub(super) fn report_ending_in_branch(record: &mut Record) {
    let says_result = |found: &&Declaration| {
        !matches!(found.ending, Ending::Interrupted | Ending::Adjourned | Ending::None)
    };
    if record.main().declarations.is_empty()
        && let Some(found) = record.lines[1..].iter().flat_map(|line| &line.declarations).find(says_result)
    {
        let (place, message) = (found.place, format!("`{}` stands in a branch only", excerpt(&found.word)));
        record.report(Code::EndingInBranch, place, message);
    }
}
