//! A progress bar.

use indicatif::{ProgressBar, ProgressStyle};
use kifukura::tablebase::Progress;

/// A bar on a terminal's standard error; nothing elsewhere.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar that shows nothing yet.
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) =
            ProgressStyle::with_template("{msg:>32} {wide_bar} {percent:>3}% {elapsed_precise}")
        {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows how far a computation is.
    pub fn show(&self, progress: Progress) {
        if self.0.message() != progress.stage {
            self.0.set_message(progress.stage);
        }
        self.0.set_length(progress.total);
        self.0.set_position(progress.done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
