//! Files that a command reads without a database: prepared on every core, handed on in order.

use kifukura::import::Prepared;
use kifukura::import::source::{Source, find};
use rayon::prelude::*;
use std::path::PathBuf;

/// How many files are prepared at a time.
const CHUNK: usize = 256;

/// Opens every file below `paths` and gives each, in order, to `take`.
pub fn each(
    paths: &[PathBuf],
    mut take: impl FnMut(&Source, Result<Prepared, String>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for chunk in find(paths).chunks(CHUNK) {
        let prepared: Vec<_> = chunk.par_iter().map(Prepared::open).collect();
        for (source, prepared) in chunk.iter().zip(prepared) {
            take(source, prepared)?;
        }
    }
    Ok(())
}
