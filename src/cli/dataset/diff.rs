//! `kura dataset diff`

use crate::cli::Done;
use crate::cli::output::print;
use clap::Args;
use kifukura::dataset::build::{Change, compare};
use kifukura::report::{clean, counted};
use std::path::PathBuf;

/// What tells two datasets apart: options, games, parts, files. The exit code is 0 when nothing does, else 1
#[derive(Debug, Args)]
pub struct Diff {
    /// The folder of a dataset
    before: PathBuf,
    /// The folder of another one
    after: PathBuf,
}

impl Diff {
    pub fn run(self) -> anyhow::Result<Done> {
        let found = compare(&self.before, &self.after)?;
        let mut text = format!("games: {} in both", counted(found.common, "game"));
        for (number, what) in
            [(found.removed, "removed"), (found.added, "added"), (found.moved, "in another part")]
        {
            if number > 0 {
                text += &format!(", {number} {what}");
            }
        }
        text.push('\n');
        found.changes.iter().chain(&found.files).for_each(|change| text += &line(change));
        if found.is_empty() {
            text += "no difference\n";
        }
        print(&text)?;
        Ok(if found.is_empty() { Done::Well } else { Done::WithRemarks })
    }
}

fn line(change: &Change) -> String {
    let what = clean(&change.what);
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("{what}: {} → {}\n", clean(before), clean(after)),
        (Some(before), None) => format!("- {what}: {}\n", clean(before)),
        (None, Some(after)) => format!("+ {what}: {}\n", clean(after)),
        (None, None) => String::new(),
    }
}
