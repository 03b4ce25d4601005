//! The moves of a record: a main line, and branches that leave it.

use super::{Clock, Declaration, Place, WrittenMove};
use crate::rules::named_enum;

/// One move as written, with its clock and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move as the file spells it.
    pub written: WrittenMove,
    /// The times beside it.
    pub clock: Clock,
    /// Line and column of the move in the file.
    pub place: Place,
}

/// A run of moves: the main line, or one branch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The line this one leaves, as an index into `Record::lines`; `None` for the main line.
    pub parent: Option<usize>,
    /// How many plies of the parent (counted from the start position) come before the first move of this line;
    /// 0 for the main line.
    pub after: usize,
    /// The moves.
    pub plies: Vec<Ply>,
    /// How many move rows follow that could not be read (the first is reported as a diagnostic). They count when a
    /// declaration speaks of the side to move.
    pub unread: usize,
    /// Every statement about how this line ended, in order.
    pub declarations: Vec<Declaration>,
}

named_enum! {
    /// What kind of note this is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoteKind {
        /// A comment.
        Comment = "comment",
        /// A bookmark (`&` lines in KIF).
        Bookmark = "bookmark",
    }
}

/// A comment or bookmark, attached to the position after a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which line it belongs to, as an index into `Record::lines`.
    pub line: usize,
    /// After how many plies from the start position; 0 is the start position, and one more than the line reaches means
    /// behind the line's ending.
    pub ply: usize,
    /// Comment or bookmark.
    pub kind: NoteKind,
    /// The text without the format's own comment mark, otherwise verbatim, blanks included.
    pub text: String,
}
