//! The folders in which files lay that were read, kept for what is written of them.

use super::find::STANDARD_INPUT;
use super::safe_name::safe_name;
use super::source_path::{SEPARATOR, SourcePath};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// Where each file below some paths belongs when their folders are kept: below what all of the paths have in common.
///
/// Of one given folder that is the path below it; of `old/1994` and `old/1995` both names are kept, of files that lie in
/// one folder only their own. Members of an archive lie below the archive's name, those of the only given path where
/// they lay in the archive. Names out of archives are made safe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceTree {
    /// For each given path what stands for it; nothing for a file.
    given: HashMap<PathBuf, PathBuf>,
    /// The only given path.
    only: Option<PathBuf>,
}

impl SourceTree {
    /// The tree of what is below these paths.
    #[must_use]
    pub fn new(paths: &[PathBuf]) -> Self {
        let folders: Vec<(&PathBuf, PathBuf)> = paths
            .iter()
            .filter(|path| path.as_os_str() != STANDARD_INPUT)
            .map(|path| (path, folder_of(path)))
            .collect();
        let mut common: Option<PathBuf> = None;
        for (_, folder) in &folders {
            common = Some(match common {
                None => folder.clone(),
                Some(common) => {
                    let both = common.components().zip(folder.components());
                    both.take_while(|(one, other)| one == other).map(|(one, _)| one).collect()
                }
            });
        }
        let common = common.unwrap_or_default();
        let below = |folder: &Path| folder.strip_prefix(&common).map(Path::to_owned).unwrap_or_default();
        Self {
            given: folders.iter().map(|(path, folder)| ((*path).clone(), below(folder))).collect(),
            only: if let [path] = paths { Some(path.clone()) } else { None },
        }
    }

    /// The path of a file in the tree, with its own name; `stdin` for standard input.
    #[must_use]
    pub fn path_of(&self, file: &SourcePath) -> PathBuf {
        let mut path = self.outside(&file.path);
        if let Some(member) = &file.member {
            if self.only.as_ref() == Some(&file.path) {
                path = PathBuf::new();
            }
            let parts = member.split(SEPARATOR).map(safe_name);
            path.extend(parts.map(|part| if part.is_empty() { "_".to_owned() } else { part }));
        }
        path
    }

    fn outside(&self, path: &Path) -> PathBuf {
        if path.as_os_str() == STANDARD_INPUT {
            return PathBuf::from("stdin");
        }
        let given = path.ancestors().find_map(|folder| Some((folder, self.given.get(folder)?)));
        let name = path.file_name().unwrap_or_else(|| OsStr::new("_"));
        let Some((folder, below)) = given else { return PathBuf::from(name) };
        let inside = path.strip_prefix(folder).unwrap_or(path);
        let inside: PathBuf =
            inside.components().filter(|part| matches!(part, Component::Normal(_))).collect();
        if inside.as_os_str().is_empty() { below.join(name) } else { below.join(inside) }
    }
}

/// The folder that a given path is, or in which the file lies that it is.
fn folder_of(path: &Path) -> PathBuf {
    let folder = match path.is_dir() {
        true => path,
        false => {
            path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
        }
    };
    std::fs::canonicalize(folder)
        .or_else(|_| std::path::absolute(folder))
        .unwrap_or_else(|_| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(folder: &Path, given: &[&str], files: &[(&str, Option<&str>)]) -> Vec<String> {
        let given: Vec<PathBuf> = given.iter().map(|path| folder.join(path)).collect();
        let tree = SourceTree::new(&given);
        let path = |(path, member): &(&str, Option<&str>)| {
            let file = SourcePath { path: folder.join(path), member: member.map(ToOwned::to_owned) };
            tree.path_of(&file).to_string_lossy().replace('\\', "/")
        };
        files.iter().map(path).collect()
    }

    #[test]
    fn folders_are_kept_below_what_all_paths_have_in_common() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["old/1994", "old/1995", "new"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        for name in ["old/1994/01.kif", "old/1995/01.kif", "new/a.zip"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let files = [("old/1994/01.kif", None), ("old/1995/01.kif", None)];
        let tree = |given: &[&str], files: &[(&str, Option<&str>)]| tree(folder.path(), given, files);
        for given in
            [&["old"][..], &["old/"], &["old/1994", "old/1995"], &["old/1994/01.kif", "old/1995/01.kif"]]
        {
            assert_eq!(tree(given, &files), ["1994/01.kif", "1995/01.kif"], "{given:?}");
        }
        assert_eq!(tree(&["."], &files), ["old/1994/01.kif", "old/1995/01.kif"]);
        assert_eq!(tree(&["old/1994/01.kif"], &files[..1]), ["01.kif"]);
        assert_eq!(
            tree(&["old/1994", "new"], &[files[0], ("new/x.kif", None)]),
            ["old/1994/01.kif", "new/x.kif"]
        );
        let members = [("new/a.zip", Some("1/__/b.kif")), ("new/a.zip", Some("c:d\u{1b}/con"))];
        assert_eq!(tree(&["new"], &members), ["a.zip/1/__/b.kif", "a.zip/c_d/_con"]);
        assert_eq!(tree(&["new/a.zip"], &members), ["1/__/b.kif", "c_d/_con"]);
    }

    #[test]
    fn files_of_no_given_path_have_their_names() {
        let tree = SourceTree::new(&[PathBuf::from("-")]);
        assert_eq!(tree.path_of(&SourcePath::file(Path::new("-"))), Path::new("stdin"));
        assert_eq!(tree.path_of(&SourcePath::file(Path::new("x/../y/a.kif"))), Path::new("a.kif"));
    }
}
