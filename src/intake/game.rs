//! A game of a file: its record, and what replay made of it.

use super::content::Chunk;
use crate::record::{Diagnostic, Record};
use crate::replay::{Game, Unplayable, replay};
use std::ops::Range;

/// A game of a file: its record, and what replay made of it.
#[derive(Debug)]
pub struct ReplayedGame {
    /// What the file says.
    pub record: Record,
    /// The game, or why there is none.
    pub game: Result<Game, Unplayable>,
    /// Its bytes in the file.
    pub bytes: Range<usize>,
    /// The text of the moves that replay could not play, up to the end of the record.
    pub rest: Option<String>,
}

impl ReplayedGame {
    /// Replays a record that was read from `text`, whose lines start at `line_starts()`.
    pub(super) fn new<'a>(
        record: Record,
        bytes: Range<usize>,
        text: &str,
        line_starts: impl FnOnce() -> &'a [usize],
    ) -> Self {
        let game = replay(&record);
        let stopped = |game: &&Game| game.moves().len() < record.main().plies.len();
        let rest = match game.as_ref().ok().filter(stopped) {
            Some(game) => rest(text, line_starts(), &record, game),
            None => None,
        };
        Self { record, game, bytes, rest }
    }

    /// The same with bytes and lines counted in the file that `chunk` belongs to.
    pub(super) fn in_file(mut self, chunk: Chunk) -> Self {
        let start = usize::try_from(chunk.start).unwrap_or(usize::MAX);
        self.bytes = self.bytes.start.saturating_add(start)..self.bytes.end.saturating_add(start);
        let replayed = match &mut self.game {
            Ok(game) => &mut game.diagnostics,
            Err(unplayable) => &mut unplayable.diagnostics,
        };
        let found = self.record.diagnostics.iter_mut().chain(replayed);
        found.for_each(|found| found.place = found.place.below(chunk.lines));
        self
    }

    /// What was found about it, in the order of the places.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        let replayed = match &self.game {
            Ok(game) => &game.diagnostics,
            Err(unplayable) => &unplayable.diagnostics,
        };
        let mut all: Vec<_> = self.record.diagnostics.iter().chain(replayed).collect();
        all.sort_by_key(|found| found.place);
        all.into_iter()
    }
}

/// The text from the first unplayed move of the main line to the end of the record.
fn rest(text: &str, line_starts: &[usize], record: &Record, game: &Game) -> Option<String> {
    let stop = record.main().plies.get(game.moves().len())?;
    let start = *line_starts.get((stop.place.line()? as usize).checked_sub(1)?)?;
    let end = if record.text_range.is_empty() { text.len() } else { record.text_range.end };
    Some(text.get(start..end)?.trim_end().to_owned())
}
