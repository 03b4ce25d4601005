//! What a record says and no column of its object has: the value of the column `record`.

use super::times::{Totals, spent};
use crate::record::{Clock, Header, Note, NoteKind};
use crate::rules::Variant;
use crate::rules::shogi::Move;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The rest of a record. Its text is an object with those of these fields that say something:
///
/// | field | what it is |
/// | --- | --- |
/// | `headers` | every header line, `[key, value]` |
/// | `comments` | `line` (0 is the main line, else the branch's number), `ply`, `text`, and `bookmark` |
/// | `branches` | `parent`, `after` so many plies, `moves`, `clocks_ms`, `totals_ms` |
/// | `totals_ms` | the totals beside the clocks; `true` when they are the sums of `clocks_ms` |
/// | `ending_ms` | the time beside the ending, spent and total |
/// | `beyond` | for a line the moves behind the legal ones, the number of unread rows, and endings |
/// | `max_moves`, `impasse_points`, `producer`, `remarks` | what headers and comments say so |
/// | `book_line` | it is a row of a book of openings |
/// | `unusable` | the code of the reason why no game could be made of the record |
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// Every header line.
    pub headers: Vec<Header>,
    /// Comments and bookmarks.
    pub notes: Vec<Note>,
    /// The branches in order.
    pub branches: Vec<Branch>,
    /// The clocks of the main line's legal moves.
    pub clocks: Vec<Clock>,
    /// The times beside the ending.
    pub ending: Clock,
    /// What follows the legal moves and what else is said of endings, as the JSON of the database's column.
    pub beyond: Option<String>,
    /// The number of plies at which the game is drawn.
    pub max_moves: Option<u32>,
    /// The impasse rule.
    pub impasse_points: Option<u8>,
    /// The program that wrote the file.
    pub producer: Option<String>,
    /// Remarks about the game.
    pub remarks: Option<String>,
    /// It is a row of a book of openings.
    pub is_book_line: bool,
    /// The code of the reason why no game could be made of the record.
    pub unusable: Option<&'static str>,
}

/// A branch, as far as its moves are legal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// The line that it leaves: 0 is the main line, else the number of a branch.
    pub parent: usize,
    /// After how many plies from the start position.
    pub after: usize,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Their clocks.
    pub clocks: Vec<Clock>,
}

impl Details {
    /// The text of the column; `None` when nothing is said.
    #[must_use]
    pub fn to_json(&self, variant: Variant) -> Option<String> {
        let beyond = self.beyond.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let stored = StoredDetails {
            headers: self.headers.iter().map(|header| (header.key.clone(), header.value.clone())).collect(),
            comments: self.notes.iter().map(StoredNote::new).collect(),
            branches: self.branches.iter().map(|branch| StoredBranch::new(branch, variant)).collect(),
            totals_ms: Totals::of(&self.clocks),
            ending_ms: (!self.ending.is_empty()).then_some((self.ending.spent, self.ending.total)),
            beyond,
            max_moves: self.max_moves,
            impasse_points: self.impasse_points,
            producer: self.producer.clone(),
            remarks: self.remarks.clone(),
            book_line: self.is_book_line,
            unusable: self.unusable.map(str::to_owned),
        };
        serde_json::to_string(&stored).ok().filter(|text| text != "{}")
    }
}

/// The names of the fields.
pub(super) const NAMES: [&str; 12] = [
    "headers",
    "comments",
    "branches",
    "totals_ms",
    "ending_ms",
    "beyond",
    "max_moves",
    "impasse_points",
    "producer",
    "remarks",
    "book_line",
    "unusable",
];

/// The fields as they are written.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct StoredDetails {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<StoredNote>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<StoredBranch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals_ms: Option<Totals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending_ms: Option<(Option<i32>, Option<i32>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impasse_points: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub book_line: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with references")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct StoredNote {
    pub line: usize,
    pub ply: usize,
    pub text: String,
    #[serde(skip_serializing_if = "is_false")]
    pub bookmark: bool,
}

impl StoredNote {
    fn new(note: &Note) -> Self {
        let (line, ply, text) = (note.line, note.ply, note.text.clone());
        Self { line, ply, text, bookmark: note.kind == NoteKind::Bookmark }
    }

    pub fn note(self) -> Note {
        let kind = if self.bookmark { NoteKind::Bookmark } else { NoteKind::Comment };
        Note { line: self.line, ply: self.ply, kind, text: self.text }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct StoredBranch {
    pub parent: usize,
    pub after: usize,
    pub moves: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clocks_ms: Vec<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals_ms: Option<Totals>,
}

impl StoredBranch {
    fn new(branch: &Branch, variant: Variant) -> Self {
        Self {
            parent: branch.parent,
            after: branch.after,
            moves: branch.moves.iter().map(|mv| variant.move_text(*mv)).collect(),
            clocks_ms: spent(&branch.clocks),
            totals_ms: Totals::of(&branch.clocks),
        }
    }
}
