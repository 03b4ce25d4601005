//! Corrected copies: where they go, and why there may be none.

use super::fix::{FixError, Fixed, fix};
use crate::intake::{ReplayedFile, STANDARD_INPUT, SourcePath};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How corrected copies are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// The folder that takes them, each under its file's own name; without one, a copy is `NAME.fixed.EXT` beside the
    /// file.
    pub folder: Option<PathBuf>,
    /// Whether text is decoded anew that was saved after a wrong decoding.
    pub mojibake: bool,
}

/// Why there is no corrected copy of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// The file is read in chunks.
    #[error("too large for a corrected copy; split it at the games")]
    TooLarge,
    /// The corrections are not certain.
    #[error(transparent)]
    Fix(#[from] FixError),
    /// The file is in an archive or came from standard input.
    #[error("no copy can be written beside it; name a folder with --out")]
    NoPlace,
}

impl Copies {
    /// Corrects a file; `None` when it has nothing that could be corrected. Of a file in chunks the last one gives the
    /// error.
    ///
    /// # Errors
    /// When the file is too large, or would not read as the same games.
    pub fn correct(&self, file: &ReplayedFile) -> Result<Option<Fixed>, CopyError> {
        if file.content.chunk.is_some() {
            return if file.is_last() { Err(CopyError::TooLarge) } else { Ok(None) };
        }
        if file.games.is_empty() && !self.mojibake {
            return Ok(None);
        }
        Ok(Some(fix(file, self.mojibake)?))
    }

    /// Where the copy of a file goes, whether or not something is there already.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn target(&self, file: &SourcePath) -> Result<PathBuf, CopyError> {
        self.name(file).ok_or(CopyError::NoPlace)
    }

    fn name(&self, file: &SourcePath) -> Option<PathBuf> {
        let path = file.member.as_ref().map_or(file.path.as_path(), Path::new);
        let name = path.file_name().filter(|name| *name != STANDARD_INPUT);
        match &self.folder {
            Some(folder) => Some(folder.join(name.unwrap_or_else(|| OsStr::new("stdin")))),
            None if file.member.is_some() || path.as_os_str() == STANDARD_INPUT => None,
            None => {
                let mut fixed = path.file_stem()?.to_owned();
                fixed.push(".fixed");
                if let Some(extension) = path.extension() {
                    fixed.push(".");
                    fixed.push(extension);
                }
                Some(path.with_file_name(fixed))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_a_name_of_its_own() {
        let beside = Copies::default();
        let apart = Copies { folder: Some(PathBuf::from("out")), mojibake: false };
        for (path, member, want_beside, want_apart) in [
            ("a/b.kif", None, Some("a/b.fixed.kif"), "out/b.kif"),
            ("a/b", None, Some("a/b.fixed"), "out/b"),
            ("-", None, None, "out/stdin"),
            ("a.zip", Some("c/d.kif"), None, "out/d.kif"),
        ] {
            let path = SourcePath { path: path.into(), member: member.map(ToOwned::to_owned) };
            assert_eq!(beside.name(&path), want_beside.map(PathBuf::from), "{path:?}");
            assert_eq!(apart.name(&path), Some(PathBuf::from(want_apart)), "{path:?}");
        }
        let archived = SourcePath { path: "a.zip".into(), member: Some("b.kif".to_owned()) };
        assert_eq!(beside.target(&archived), Err(CopyError::NoPlace));
    }
}
