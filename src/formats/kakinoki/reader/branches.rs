//! Lines with which branches begin, and positions that are shown among the moves.

use super::super::branch_heading::{self, Ahead};
use super::super::line_kind::{LineKind, kind};
use super::super::move_line;
use super::Reader;
use crate::formats::lines::{Lines, TextLine};
use crate::record::NoteKind;

impl Reader {
    /// A line `変化：N手`, and what stands behind it.
    pub(super) fn branch(&mut self, number: Option<u32>, line: &TextLine<'_>, rest: &Lines<'_>) {
        let behind = branch_heading::behind(line.text)
            .map(|at| line.rest(at, u32::try_from(line.text[..at].chars().count()).unwrap_or(u32::MAX)));
        let moves = behind.filter(|text| match kind(text.text) {
            LineKind::Row(_) => true,
            _ => move_line::begins_moves(text.text),
        });
        let ahead = match moves.map(|text| kind(text.text)) {
            Some(LineKind::Row(row)) => Ahead::Row(row.number),
            Some(_) => Ahead::Other,
            None => Ahead::of(rest, self.dialect),
        };
        let is_remark =
            |number| !self.moves.is_heading(&self.record, number, ahead) && self.moves.expects(number);
        if number.is_none() && (!self.moves.started() || ahead.row().is_some_and(is_remark)) {
            return self.unreadable(line, "this line");
        }
        self.known = true;
        self.moves.branch(&mut self.record, number, ahead, line);
        match (moves, behind) {
            (Some(moves), _) => self.line(&moves, rest),
            (None, Some(remark)) => self.moves.note(&mut self.record, NoteKind::Comment, remark.text),
            (None, None) => {}
        }
    }

    /// Begins a branch at a line that is like the heading of one, if it is one.
    pub(super) fn branch_like(&mut self, number: u32, line: &TextLine<'_>, rest: &Lines<'_>) -> bool {
        let ahead = Ahead::of(rest, self.dialect);
        let is_heading = self.moves.is_heading(&self.record, number, ahead);
        if is_heading {
            self.moves.branch(&mut self.record, Some(number), ahead, line);
        }
        is_heading
    }

    /// True when a position among the moves only shows what has been reached: the moves go on behind it.
    pub(super) fn is_shown(&self, rest: &Lines<'_>) -> bool {
        let ahead = Ahead::behind_position(rest, self.dialect);
        !self.moves.ended() && ahead.row().is_some() && self.moves.goes_on(&self.record, || ahead)
    }
}
