//! Corrected copies: where they go, and why there may be none.

use super::fix::{FixError, Fixed, fix};
use crate::intake::{ReplayedFile, STANDARD_INPUT, SourcePath};
use std::path::PathBuf;

/// How corrected copies are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
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

    /// Where the copy of a file goes beside it, `NAME.fixed.EXT`, whether or not something is there already. Copies
    /// that go into a folder of their own have the place that [`SourceTree`](crate::intake::SourceTree) gives.
    ///
    /// # Errors
    /// When there is no such place: the file is in an archive or came from standard input.
    pub fn beside(&self, file: &SourcePath) -> Result<PathBuf, CopyError> {
        Self::name(file).ok_or(CopyError::NoPlace)
    }

    fn name(file: &SourcePath) -> Option<PathBuf> {
        let path = &file.path;
        if file.member.is_some() || path.as_os_str() == STANDARD_INPUT {
            return None;
        }
        let mut fixed = path.file_stem()?.to_owned();
        fixed.push(".fixed");
        if let Some(extension) = path.extension() {
            fixed.push(".");
            fixed.push(extension);
        }
        Some(path.with_file_name(fixed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_a_name_of_its_own() {
        let copies = Copies::default();
        for (path, member, want) in [
            ("a/b.kif", None, Ok("a/b.fixed.kif")),
            ("a/b", None, Ok("a/b.fixed")),
            ("-", None, Err(CopyError::NoPlace)),
            ("a.zip", Some("c/d.kif"), Err(CopyError::NoPlace)),
        ] {
            let path = SourcePath { path: path.into(), member: member.map(ToOwned::to_owned) };
            assert_eq!(copies.beside(&path), want.map(PathBuf::from), "{path:?}");
        }
    }
}
