//! Where a game came from, in a form that is the same on every machine: relative to the folder that was imported.

use crate::store::StoredPath;
use std::path::{Path, PathBuf};

/// The folders that were imported.
#[derive(Debug)]
pub(super) struct ImportedFolders(Vec<PathBuf>);

impl ImportedFolders {
    /// Those among the paths that imports were given; paths of files do no harm.
    pub fn new(paths: Vec<String>) -> Self {
        Self(paths.into_iter().map(PathBuf::from).collect())
    }

    /// The path of a source below the innermost imported folder that holds it, with the name in its archive; of a file
    /// that was imported by its own path, the name.
    pub fn relative(&self, source: &StoredPath) -> Option<String> {
        let path = Path::new(&source.path);
        let below = |folder: &PathBuf| path.strip_prefix(folder).ok().map(Path::as_os_str);
        let inside = self.0.iter().filter_map(below).filter(|inside| !inside.is_empty());
        let name = inside.min_by_key(|inside| inside.len()).or(path.file_name())?.to_str()?;
        let name = name.replace(std::path::MAIN_SEPARATOR, "/");
        Some(if source.member.is_empty() { name } else { format!("{name}/{}", source.member) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_folder_is_taken_off() {
        let given = ["/data/games", "/data/games/2024/", ".", "old", "/data/games/1607/a.kif", "../up"];
        let folders = ImportedFolders::new(given.map(str::to_owned).to_vec());
        let relative = |path: &str, member: &str| {
            folders.relative(&StoredPath { path: path.to_owned(), member: member.to_owned() })
        };
        for (path, member, expected) in [
            ("/data/games/1950/a.kif", "", "1950/a.kif"),
            ("/data/games/2024/may/a.kif", "", "may/a.kif"),
            ("/data/games/1607/a.kif", "", "1607/a.kif"),
            ("/data/games.zip", "", "games.zip"),
            ("/data/games.zip", "round/3.kif", "games.zip/round/3.kif"),
            ("/data/games/x.zip", "3.kif", "x.zip/3.kif"),
            ("./new/a.kif", "", "new/a.kif"),
            ("old/a.kif", "", "a.kif"),
            ("../up/x/a.kif", "", "x/a.kif"),
            ("/elsewhere/a.kif", "", "a.kif"),
        ] {
            assert_eq!(relative(path, member).as_deref(), Some(expected), "{path}");
        }
    }
}
