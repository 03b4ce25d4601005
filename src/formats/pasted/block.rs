//! A piece of a text that has been taken out of its surroundings, and where each of its characters stands in the file.

use crate::formats::lines::TextLine;
use crate::record::{Place, Record};

/// One line of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockLine {
    /// The text.
    pub text: String,
    /// How many characters it has.
    chars: u32,
    /// From which of its characters on it stands where in the file: character, line, column (both from 1).
    runs: Vec<(u32, u32, u32)>,
    /// Where the file's line stands, in bytes of the file's text.
    bytes: (usize, usize),
}

impl BlockLine {
    /// An empty line out of a line of the file.
    pub fn of(line: &TextLine<'_>) -> Self {
        Self { bytes: (line.start, line.start + line.text.len()), ..Self::default() }
    }

    /// Adds a character that stands at this place in the file.
    pub fn push(&mut self, char: char, line: u32, column: u32) {
        let goes_on = self
            .runs
            .last()
            .is_some_and(|(from, at, first)| *at == line && first + (self.chars - from) == column);
        if !goes_on {
            self.runs.push((self.chars, line, column));
        }
        self.text.push(char);
        self.chars += 1;
    }

    /// The line from its character `from` on.
    pub fn rest(&self, from: usize) -> Self {
        let from_chars = u32::try_from(from).unwrap_or(u32::MAX);
        let mut rest = Self { bytes: self.bytes, ..Self::default() };
        for (at, char) in (0..).zip(self.text.chars()).skip(from) {
            let place = self.place(at);
            rest.push(char, place.line().unwrap_or(0), place.column().unwrap_or(0));
        }
        debug_assert!(rest.chars <= self.chars.saturating_sub(from_chars.min(self.chars)));
        rest
    }

    /// Where the character with this number, from 0, stands in the file.
    fn place(&self, char: u32) -> Place {
        let before = self.runs.partition_point(|(from, ..)| *from <= char);
        match self.runs.get(before.saturating_sub(1)) {
            Some((from, line, column)) => Place::new(*line, column + char.saturating_sub(*from)),
            None => Place::FILE,
        }
    }
}

/// Lines that are read as a text of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// The lines.
    pub lines: Vec<BlockLine>,
    /// The block has a frame of its own: preformatted text of a page, a fence in Markdown.
    pub framed: bool,
    /// How often its lines are quoted.
    pub depth: usize,
}

impl Block {
    /// The text, each line ended by a line feed.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.lines.iter().map(|line| line.text.len() + 1).sum());
        for line in &self.lines {
            text.push_str(&line.text);
            text.push('\n');
        }
        text
    }

    /// Gives everything in records that were read from [`Self::text`] its place in the file.
    pub fn restore(&self, records: &mut [Record]) {
        let mut end = 0;
        let ends: Vec<usize> = self
            .lines
            .iter()
            .map(|line| {
                end += line.text.len() + 1;
                end
            })
            .collect();
        // The line that has this byte, and where in the file it begins.
        let line = |byte: usize| ends.partition_point(|end| *end <= byte);
        let bytes =
            |line: usize| self.lines.get(line).or(self.lines.last()).map_or((0, 0), |line| line.bytes);
        for record in records {
            let lines = record.lines.iter_mut();
            let places = lines.flat_map(|line| {
                let plies = line.plies.iter_mut().map(|ply| &mut ply.place);
                plies.chain(line.declarations.iter_mut().map(|found| &mut found.place))
            });
            let diagnostics = record.diagnostics.iter_mut().map(|found| &mut found.place);
            places.chain(diagnostics).for_each(|place| *place = self.in_file(*place));
            let (first, last) =
                (line(record.text_range.start), line(record.text_range.end.saturating_sub(1)));
            record.text_range = bytes(first).0..bytes(last).1;
        }
    }

    fn in_file(&self, place: Place) -> Place {
        let Some(line) = place.line().and_then(|line| self.lines.get(line as usize - 1)) else {
            return Place::FILE;
        };
        match place.column() {
            Some(column) => line.place(column - 1),
            None => Place::new(line.place(0).line().unwrap_or(0), 0),
        }
    }
}
