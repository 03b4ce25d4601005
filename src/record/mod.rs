//! What a game record says, before anybody has checked that it can be played.
//!
//! A reader in [`crate::formats`] makes a [`Record`] from text; [`crate::replay`] plays it. Nothing here knows a
//! file format, and nothing here judges a move: contradictions inside a file are kept, side by side.

mod clock;
mod date;
mod date_spelling;
mod day;
mod diagnostic;
mod ending;
mod evaluation;
mod info;
mod kanji;
mod kind;
mod name;
mod name_bracket;
mod normalized_name;
mod person;
mod rank;
mod relative;
mod result;
mod time_control;
mod tree;
mod written;

pub use clock::Clock;
pub use date::PartialDate;
pub use diagnostic::{Code, Diagnostic, Example, ExampleBytes, Place, Severity};
pub use ending::{Declaration, DeclaredBy, Ending, Subject};
pub use evaluation::{EngineScore, Evaluation};
pub use info::{Header, Info};
pub use kind::GameKind;
pub(crate) use name::PlayerName;
pub use normalized_name::normalize_name;
pub(crate) use normalized_name::without_accents;
pub use person::person_key;
pub(crate) use person::{exact_person_key, is_exact, is_server_game};
pub(crate) use rank::is_rank;
pub use relative::Relative;
pub use result::GameResult;
pub use time_control::TimeControl;
pub use tree::{Line, Note, NoteKind, Ply};
pub use written::{Named, Origin, Promotion, WrittenMove};

use crate::rules::{Color, Variant, VariantSetup};

/// How many findings of one record are listed one by one.
pub const MOST_FINDINGS: usize = 1000;

/// Where the start position of a record comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartSource {
    /// The record says nothing, so the game starts from the even position.
    #[default]
    Silence,
    /// A handicap name (手合割) or `startpos`.
    Name,
    /// A board diagram or an SFEN.
    Diagram,
}

/// The position a record starts from, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The position, unchecked.
    pub setup: VariantSetup,
    /// The handicap's name as written (`平手`, `二枚落ち`, …), if there is one; where the diagram is the start of another
    /// handicap, the name of that one.
    pub handicap: Option<String>,
    /// Which part of the record gave `setup`.
    pub source: StartSource,
}

impl Start {
    /// Which game is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.setup.variant()
    }

    /// The side that moves first.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.setup.turn()
    }

    /// Sets the side that moves first.
    pub const fn set_turn(&mut self, turn: Color) {
        self.setup.set_turn(turn);
    }
}

/// One game as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Where the game starts.
    pub start: Start,
    /// Every header line in order, known or not, verbatim.
    pub headers: Vec<Header>,
    /// The headers that kifukura understands, interpreted.
    pub info: Info,
    /// The main line first, then the branches in the order of the file. Never empty.
    pub lines: Vec<Line>,
    /// Comments and bookmarks in the order of the file.
    pub notes: Vec<Note>,
    /// Evaluations by engines, read from the comments; see `formats`.
    pub evaluations: Vec<Evaluation>,
    /// The program that wrote the file, from its banner or version line, as written.
    pub producer: Option<String>,
    /// It is a row of a book of openings, with the moves that the book knows as comments.
    pub is_book_line: bool,
    /// What the reader found wrong or had to guess.
    pub diagnostics: Vec<Diagnostic>,
    /// Why no game can be made of this record at all (its start position is unreadable, …).
    /// Such a record is rejected; its moves are kept as text only.
    pub unusable: Option<Code>,
    /// First byte and end of this game in the decoded text, for records of several games.
    pub text_range: std::ops::Range<usize>,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            start: Start::default(),
            headers: Vec::new(),
            info: Info::default(),
            lines: vec![Line::default()],
            notes: Vec::new(),
            evaluations: Vec::new(),
            producer: None,
            is_book_line: false,
            diagnostics: Vec::new(),
            unusable: None,
            text_range: 0..0,
        }
    }
}

impl Record {
    /// Which game is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The main line.
    #[must_use]
    pub fn main(&self) -> &Line {
        &self.lines[0]
    }

    /// Adds a diagnostic. After [`MOST_FINDINGS`] only that there are more.
    pub fn report(&mut self, code: Code, place: Place, message: impl Into<String>) {
        match self.diagnostics.len() {
            0..MOST_FINDINGS => self.diagnostics.push(Diagnostic::new(code, place, message)),
            MOST_FINDINGS => {
                let message = format!("{MOST_FINDINGS} findings are listed, there are more");
                self.diagnostics.push(Diagnostic::new(Code::TooManyFindings, place, message));
            }
            _ => {}
        }
    }

    /// Adds the diagnostics of another record, whose moves have become this one's, up to the limit.
    pub fn report_all(&mut self, more: Vec<Diagnostic>) {
        let left = (MOST_FINDINGS + 1).saturating_sub(self.diagnostics.len());
        self.diagnostics.extend(more.into_iter().take(left));
    }
}
