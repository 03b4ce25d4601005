//! Files that a command reads without a database: prepared on every core, handed on in order.

use kifukura::intake::{Limits, ReplayedFile, SourcePath, each as open_each, find};
use std::path::PathBuf;

/// Opens every file below `paths`, those in archives included, and gives each, in order, to `take`: a file too large to
/// be read whole in several parts.
pub fn each(
    paths: &[PathBuf],
    mut take: impl FnMut(&SourcePath, Result<ReplayedFile, String>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut result = Ok(());
    open_each(
        &find(paths),
        Limits::default(),
        &|_| false,
        |content| content.map(ReplayedFile::new),
        &mut |batch| {
            result = batch.items.into_iter().try_for_each(|(origin, prepared)| take(&origin, prepared));
            result.is_ok()
        },
    );
    result
}
