//! Thinking times as a record gives them.

/// What the record says about the clock at one move; each part may be missing.
///
/// Times are milliseconds. Negative times occur in real files and are kept. Nothing is recomputed: a written total
/// need not be the sum of the written times; [`Code::ClockContradicted`](super::Code) says where it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time spent on this move, in milliseconds.
    pub spent: Option<i32>,
    /// Time that this side has used so far, in milliseconds.
    pub total: Option<i32>,
}

impl Clock {
    /// True when the record says nothing about the time of this move.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.spent.is_none() && self.total.is_none()
    }

    /// The mover's total after this move: the one that is written, or else the one before it (in milliseconds) with the
    /// time spent.
    #[must_use]
    pub(crate) fn total_after(self, before: i32) -> i32 {
        self.total.unwrap_or_else(|| before.saturating_add(self.spent.unwrap_or(0)))
    }
}
