//! Which files make up a database: the one that is named, and those that SQLite keeps beside it. Writing over any of
//! them destroys games.

use super::output_file::real_path;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What SQLite appends to the name of a database: the write-ahead log, its shared memory, the rollback journal.
const SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// How every SQLite database begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// True when `path` is the database itself or a file that SQLite keeps beside it, there or not, by whatever links.
pub fn belongs_to(path: &Path, database: &Path) -> bool {
    // SQLite follows the links of the name it is given.
    [database.to_owned(), real_path(database)].iter().any(|database| {
        let beside = SUFFIXES.iter().map(|suffix| {
            let mut name = database.clone().into_os_string();
            name.push(suffix);
            PathBuf::from(name)
        });
        std::iter::once(database.clone()).chain(beside).any(|file| is_same(path, &file))
    })
}

/// True when `path` is an SQLite database, or would be the journal of one.
pub fn is_of_a_database(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let beside = SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix.as_bytes())).map(|stem| {
        let name = String::from_utf8_lossy(stem);
        path.with_file_name(name.as_ref())
    });
    is_database(path) || beside.is_some_and(|database| is_database(&database))
}

fn is_database(path: &Path) -> bool {
    let mut head = [0; MAGIC.len()];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == *MAGIC
}

fn is_same(one: &Path, other: &Path) -> bool {
    real_path(one) == real_path(other) || is_hard_link(one, other)
}

#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path: &Path| std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()));
    id(one).is_some() && id(one) == id(other)
}

#[cfg(not(unix))]
fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_database() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("y.db"), "SQLite format 3\0…").unwrap();
        std::fs::write(at("y.txt"), "SQLite").unwrap();
        for (name, belongs, of_any) in [
            ("y.db", true, true),
            ("y.db-wal", true, true),
            ("y.db-shm", true, true),
            ("y.db-journal", true, true),
            ("y.db.jsonl", false, false),
            ("y.txt", false, false),
            ("y.txt-wal", false, false),
            ("x.db-wal", false, false),
        ] {
            assert_eq!(belongs_to(&at(name), &at("y.db")), belongs, "{name}");
            assert_eq!(is_of_a_database(&at(name)), of_any, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_hide_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, at(name)).unwrap();
        std::fs::write(at("y.db"), "SQLite format 3\0…").unwrap();
        std::fs::write(at("y.db-wal"), "games").unwrap();
        std::fs::hard_link(at("y.db-wal"), at("hard")).unwrap();
        link("y.db", "link.db");
        link("y.db-wal", "soft");
        link("y.db-shm", "to-nothing");
        for name in ["hard", "soft", "to-nothing", "y.db-journal", "link.db-wal"] {
            assert!(belongs_to(&at(name), &at("link.db")), "{name}");
        }
        assert!(!belongs_to(&at("other"), &at("link.db")));
    }
}
