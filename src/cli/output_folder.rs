//! Many files below one folder: folders are made, names are shortened and numbered, and what cannot be written is
//! reported and passed over.

use super::file_names::{FileName, FileNames};
use super::output::{complain, note};
use super::output_file::{Existing, OutputError, write_file};
use clap::Args;
use kifukura::intake::path_text;
use kifukura::report::clean;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What happens to files that are there already, as options.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ExistingArgs {
    /// Overwrite files that are there already
    #[arg(long)]
    force: bool,
    /// Leave files that are there already as they are, without an error
    #[arg(long, conflicts_with = "force")]
    skip_existing: bool,
}

impl ExistingArgs {
    /// What happens to a file that is there already.
    pub fn existing(self) -> Existing {
        Existing::forced(self.force)
    }

    /// True when one that is there is no error.
    pub fn skips(self) -> bool {
        self.skip_existing
    }
}

/// True when `out` is to be a folder: it is one, or there is nothing and its name ends with a slash or has no ending.
pub fn is_folder(out: &Path) -> bool {
    match std::fs::metadata(out) {
        Ok(there) => there.is_dir(),
        Err(_) => out.as_os_str().to_string_lossy().ends_with(['/', '\\']) || out.extension().is_none(),
    }
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Put {
    /// It was written here.
    Written(PathBuf),
    /// Another one is there, and it stays.
    Skipped,
    /// It was not written, and the reason was said.
    Refused,
}

/// A folder that takes files.
#[derive(Debug)]
pub struct OutputFolder {
    root: PathBuf,
    existing: ExistingArgs,
    names: FileNames,
}

impl OutputFolder {
    /// A folder, which is made with the first file.
    pub fn new(root: &Path, existing: ExistingArgs) -> Self {
        Self { root: root.to_owned(), existing, names: FileNames::default() }
    }

    /// Writes a file of this name into a folder below. What cannot be written is reported and ends nothing, unless
    /// nothing can be written any more.
    pub fn put(
        &mut self,
        shown: &str,
        folder: &Path,
        (stem, extension): (&str, &str),
        bytes: &[u8],
    ) -> anyhow::Result<Put> {
        let name = self.names.next(folder, stem, extension);
        let target = self.root.join(name.path());
        let written = make_folder(&target)
            .and_then(|()| write_file(&target, self.existing.existing(), |file| Ok(file.write_all(bytes)?)));
        match written.as_ref().err().and_then(|error| error.downcast_ref::<OutputError>()) {
            Some(OutputError::Exists(_)) if self.existing.skips() => return Ok(Put::Skipped),
            Some(error) if !ends_all(error) => {
                let reason = std::error::Error::source(error).map(|source| format!(": {source}"));
                complain(&format!("error: {}\n", clean(&format!("{error}{}", reason.unwrap_or_default()))));
                return Ok(Put::Refused);
            }
            _ => written?,
        }
        if let FileName::Numbered(path) = name {
            note(&format!(
                "warning: {}: another file has the usual name; this one became `{}`\n",
                clean(shown),
                clean(&path_text(&path))
            ));
        }
        Ok(Put::Written(target))
    }
}

fn make_folder(target: &Path) -> anyhow::Result<()> {
    let Some(folder) = target.parent() else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|source| OutputError::Io { path: folder.to_owned(), source }.into())
}

/// True when no other file could be written either.
fn ends_all(error: &OutputError) -> bool {
    let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::ReadOnlyFilesystem];
    matches!(error, OutputError::Io { source, .. } if full.contains(&source.kind()))
}
