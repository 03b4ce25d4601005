//! Judging some records that follow one another.

use super::{PositionCounts, RecordFinding};
use crate::formats::packed::{Fault, Refusal, Row};
use crate::record::Code;
use crate::rules::shogi::{Move, Position, Setup};

/// What was counted and found in some records.
#[derive(Default)]
pub(super) struct Judged {
    pub counts: PositionCounts,
    pub findings: Vec<RecordFinding>,
}

/// Where a record stands.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub record: u64,
    pub offset: u64,
}

impl Judged {
    pub fn find(&mut self, at: At, code: Code, message: &str) {
        self.findings.push(RecordFinding::new(at.record, at.offset, code, message));
    }

    pub fn fault(&mut self, at: At, fault: &Fault) {
        self.findings.push(RecordFinding::of_fault(at.record, at.offset, fault));
    }

    /// Judges a record of psv, hcp or hcpe.
    pub fn row(&mut self, row: &Row, at: At) {
        self.counts.positions += 1;
        let before = self.findings.len();
        let setup = match row.format.decode(&row.position) {
            Ok(setup) => setup,
            Err(fault) => return self.fault(at, &fault),
        };
        if let Some(result) = row.result {
            self.counts.score(row.score);
            match row.result(setup.turn) {
                Ok(result) => self.counts.result(result),
                Err(_) => self.fault(at, &Fault::Result(result)),
            }
        }
        row.ply.inspect(|ply| self.counts.ply(*ply));
        if let Some((position, is_complete)) = self.possible(&setup, at) {
            self.counts.position(&position, is_complete);
            match row.format.decode_move(row.mv) {
                Err(fault) => self.fault(at, &fault),
                Ok(None) => self.counts.without_move += 1,
                Ok(Some(mv)) => {
                    self.is_legal(&position, mv, "", at);
                }
            }
        }
        let wrong = self.findings[before..].iter().any(|found| found.diagnostic.code != Code::FewerPieces);
        self.counts.sound += u64::from(!wrong);
    }

    /// The position, and whether it has all forty pieces; `None` when it is impossible.
    pub fn possible(&mut self, setup: &Setup, at: At) -> Option<(Position, bool)> {
        let position = match Position::try_from(setup) {
            Ok(position) => position,
            Err(error) => {
                self.find(at, Code::ImpossiblePackedPosition, &error.to_string());
                return None;
            }
        };
        let is_complete = Refusal::of(&position).is_none();
        if !is_complete {
            self.find(at, Code::FewerPieces, "fewer than forty pieces");
        }
        Some((position, is_complete))
    }

    /// Counts a move; false when it is illegal. `place` stands before it in the message.
    pub fn is_legal(&mut self, position: &Position, mv: Move, place: &str, at: At) -> bool {
        match position.judge(mv) {
            Ok(()) => {
                self.counts.legal_move(mv);
                true
            }
            Err(rule) => {
                self.find(at, Code::BadPackedMove, &format!("{place}`{mv}` is illegal: {rule}"));
                false
            }
        }
    }
}
