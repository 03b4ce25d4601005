//! Names of files that are written into one folder.

use std::collections::{HashMap, HashSet};

/// The names that were given so far.
#[derive(Debug, Default)]
pub struct FileNames {
    given: HashSet<String>,
    /// How often a stem was asked for.
    asked: HashMap<String, u32>,
}

/// The name of a new file.
#[derive(Debug, PartialEq, Eq)]
pub enum FileName {
    /// The one that was asked for.
    Usual(String),
    /// The same with a number, because another file has the usual one.
    Numbered(String),
}

impl FileName {
    /// The name itself.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Usual(name) | Self::Numbered(name) => name,
        }
    }
}

impl FileNames {
    /// A name that was not given before: files that would have the same (`a.csa` and `a.kif`) are numbered in the order
    /// in which they come.
    pub fn next(&mut self, stem: &str, extension: &str) -> FileName {
        let usual = format!("{stem}.{extension}");
        if self.given.insert(usual.clone()) {
            return FileName::Usual(usual);
        }
        let asked = self.asked.entry(stem.to_owned()).or_insert(1);
        loop {
            *asked += 1;
            let name = format!("{stem}-{asked}.{extension}");
            if self.given.insert(name.clone()) {
                return FileName::Numbered(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FileName, FileNames};

    #[test]
    fn every_name_is_given_once() {
        let mut names = FileNames::default();
        let mut next = |stem| match names.next(stem, "kif") {
            FileName::Usual(name) => name,
            FileName::Numbered(name) => format!("{name} numbered"),
        };
        let found = ["a", "b", "a", "a-3", "a", "a"].map(&mut next);
        let want = ["a.kif", "b.kif", "a-2.kif numbered", "a-3.kif", "a-4.kif numbered", "a-5.kif numbered"];
        assert_eq!(found, want);
    }
}
