//! Where a file came from, in words.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What stands between an archive's path and the name of a file in it.
pub const SEPARATOR: char = '/';

/// Where a file came from: its path, or that of an archive and the name inside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePath {
    /// The path of the file or the archive.
    pub path: PathBuf,
    /// The name inside the archive, cleaned: for showing, not for opening.
    pub member: Option<String>,
}

impl SourcePath {
    /// A file that lies in no archive.
    #[must_use]
    pub fn file(path: &Path) -> Self {
        Self { path: path.to_owned(), member: None }
    }

    /// The path as it is shown: `games.zip/round3.kif`.
    #[must_use]
    pub fn shown(&self) -> String {
        let path = path_text(&self.path);
        match &self.member {
            Some(member) => format!("{path}{SEPARATOR}{member}"),
            None => path,
        }
    }
}

/// A path as text that no other path has: a name that is not UTF-8 has its other bytes as `\xE9`, and then each
/// backslash as two.
#[must_use]
pub fn path_text(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += &chunk.valid().replace('\\', "\\\\");
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}
