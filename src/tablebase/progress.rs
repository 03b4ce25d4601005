//! How far a long computation is.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How far a long computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is to do.
    pub total: u64,
}

/// What progress is reported to, from several threads at once.
pub(super) type Report<'a> = &'a (dyn Fn(Progress) + Sync);

/// Adds up what is done and reports it now and then.
pub(super) struct Meter<'a> {
    stage: &'static str,
    done: AtomicU64,
    total: u64,
    report: Report<'a>,
}

impl<'a> Meter<'a> {
    pub fn new(stage: &'static str, total: u64, report: Report<'a>) -> Self {
        report(Progress { stage, done: 0, total });
        Self { stage, done: AtomicU64::new(0), total, report }
    }

    /// So much more is done. Reported when another 256th of all of it is, and at the end.
    pub fn add(&self, amount: u64) {
        let before = self.done.fetch_add(amount, Relaxed);
        let done = before + amount;
        let step = (self.total / 256).max(1);
        if before / step != done / step || done == self.total {
            (self.report)(Progress { stage: self.stage, done, total: self.total });
        }
    }
}
