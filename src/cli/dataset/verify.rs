//! `kura dataset verify`

use crate::cli::Done;
use crate::cli::output::print;
use clap::Args;
use kifukura::dataset::build::verify;
use kifukura::report::{clean, counted};
use std::path::PathBuf;

/// Prove a dataset: every file, every count and the card are computed again
#[derive(Debug, Args)]
pub struct Verify {
    /// The dataset's folder
    folder: PathBuf,
}

impl Verify {
    pub fn run(self) -> anyhow::Result<Done> {
        let (manifest, faults) = verify(&self.folder)?;
        let mut text = String::new();
        for fault in &faults {
            text += &format!("{}: {}\n", clean(&fault.path), clean(&fault.reason));
        }
        match manifest {
            Some(manifest) if faults.is_empty() => {
                let rows = manifest.files.iter().map(|file| file.rows).sum();
                text += &format!(
                    "{} and {} as the manifest says, {}\n",
                    counted(manifest.files.len() as u64, "file"),
                    counted(rows, "row"),
                    counted(manifest.games, "game")
                );
            }
            _ => text += &format!("{}\n", counted(faults.len() as u64, "fault")),
        }
        print(&text)?;
        Ok(if faults.is_empty() { Done::Well } else { Done::WithRemarks })
    }
}
