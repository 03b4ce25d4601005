//! The end of a game's text: its start position, and who moves first.

use super::{REPORTED, Reader};
use crate::record::{Code, Diagnostic, Place, Record, Severity};
use crate::rules::Color;

impl Reader {
    pub(super) fn finish(mut self, end: usize) -> Record {
        self.record.text_range = self.begin..end;
        if self.unreadable > REPORTED {
            let message = format!("{} more lines are not CSA statements", self.unreadable - REPORTED);
            self.record.report(Code::UnreadableLine, Place::FILE, message);
        }
        let control = self.record.info.time_control.take().or_else(|| self.session.time_control());
        self.record.info.time_control = control;
        let turn = self.first_to_move();
        let place = self.start_place;
        let is_dobutsu = self.animals.is_there();
        let start = if is_dobutsu { self.animals.finish(turn) } else { self.start.finish(turn) };
        match start {
            Ok(start) => self.record.start = start,
            Err((_, code, message)) => {
                self.record.report(code, place, message);
                self.record.unusable = Some(code);
            }
        }
        self.record.start.set_turn(turn);
        let mut record = self.record;
        if record.main().plies.is_empty() {
            record.report(Code::NoMoves, Place::FILE, "the record has no moves");
        }
        record.diagnostics.sort_by_key(|found| found.place);
        record
    }

    /// Who moves first: the line `+` or `-`, unless the first two moves agree on something else.
    fn first_to_move(&mut self) -> Color {
        let plies = &self.record.main().plies;
        let first = plies.first().and_then(|ply| ply.written.color);
        let second = plies.get(1).and_then(|ply| ply.written.color);
        let place = plies.first().map_or(self.start_place, |ply| ply.place);
        let (turn, finding) = match (self.turn, first) {
            (Some(turn), Some(first)) if turn != first && second.is_none_or(|second| second != first) => {
                let message =
                    "the first move is not made by the side that the line before it names; the move decides";
                (first, Some(Diagnostic::new(Code::BadTurn, place, message)))
            }
            (Some(turn), _) => (turn, None),
            (None, Some(first)) => {
                let message = "no line `+` or `-` stands before the first move; the move's own sign decides";
                (first, Some(Diagnostic::new(Code::TurnMissing, place, message)))
            }
            (None, None) => {
                let severity = if self.start.is_empty() && !self.animals.has_rows() {
                    Severity::Info
                } else {
                    Severity::Warning
                };
                let message = "no line `+` or `-` says who moves first; Black was assumed".to_owned();
                (Color::Black, Some(Diagnostic { code: Code::TurnMissing, severity, place, message }))
            }
        };
        self.record.diagnostics.extend(finding);
        turn
    }
}
