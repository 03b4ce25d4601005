//! Names of files that are written below one folder.

use kifukura::intake::{NAME_BYTES, cut};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The names that were given so far. Names that differ only in capital letters are the same file on some systems, so they
/// count as one.
#[derive(Debug, Default)]
pub struct FileNames {
    given: HashSet<String>,
    /// How often a name was asked for.
    asked: HashMap<String, u32>,
}

/// The path of a new file.
#[derive(Debug, PartialEq, Eq)]
pub enum FileName {
    /// With the name that was asked for, shortened where it is too long.
    Usual(PathBuf),
    /// The same with a number, because another file has the usual one.
    Numbered(PathBuf),
}

impl FileName {
    /// The path itself.
    pub fn path(&self) -> &Path {
        match self {
            Self::Usual(path) | Self::Numbered(path) => path,
        }
    }
}

impl FileNames {
    /// A path that was not given before: files that would have the same (`a.csa` and `a.kif`) are numbered in the order
    /// in which they come.
    pub fn next(&mut self, folder: &Path, stem: &str, extension: &str) -> FileName {
        let usual = folder.join(name(stem, "", extension));
        let key = key(&usual);
        if self.given.insert(key.clone()) {
            return FileName::Usual(usual);
        }
        let asked = self.asked.entry(key).or_insert(1);
        loop {
            *asked += 1;
            let path = folder.join(name(stem, &format!("-{asked}"), extension));
            if self.given.insert(self::key(&path)) {
                return FileName::Numbered(path);
            }
        }
    }
}

fn key(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

/// The name of a file, its stem shortened to what a name may have.
fn name(stem: &str, number: &str, extension: &str) -> String {
    let point = if extension.is_empty() { "" } else { "." };
    let rest = number.len() + point.len() + extension.len();
    let stem = cut(stem, NAME_BYTES.saturating_sub(rest).max(1));
    format!("{stem}{number}{point}{extension}")
}

#[cfg(test)]
mod tests {
    use super::{FileName, FileNames};
    use std::path::Path;

    fn next(names: &mut FileNames, folder: &str, stem: &str) -> String {
        match names.next(Path::new(folder), stem, "kif") {
            FileName::Usual(path) => path.display().to_string(),
            FileName::Numbered(path) => format!("{} numbered", path.display()),
        }
    }

    #[test]
    fn every_name_is_given_once() {
        let mut names = FileNames::default();
        let found = ["a", "b", "a", "a-3", "A", "a"].map(|stem| next(&mut names, "", stem));
        let want = ["a.kif", "b.kif", "a-2.kif numbered", "a-3.kif", "A-4.kif numbered", "a-5.kif numbered"];
        assert_eq!(found, want);
        assert_eq!(next(&mut names, "x", "a"), Path::new("x/a.kif").display().to_string());
    }

    #[test]
    fn a_name_is_never_too_long() {
        let mut names = FileNames::default();
        let stem = "棋".repeat(100);
        assert_eq!(next(&mut names, "", &stem), format!("{}.kif", "棋".repeat(83)));
        assert_eq!(next(&mut names, "", &stem), format!("{}-2.kif numbered", "棋".repeat(83)));
        assert_eq!(names.next(Path::new(""), &stem, "").path(), Path::new(&"棋".repeat(85)));
    }
}
