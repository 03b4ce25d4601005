//! What commands write: nothing is replaced unasked, nothing is left half done, and a database is never overwritten.

use crate::support::{Folder, stderr, stdout};
use std::path::Path;

const KIF: &str = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n";

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn imported() -> Folder {
    let folder = Folder::new();
    folder.import_samples("kura.db");
    folder
}

fn count(folder: &Folder) -> String {
    stdout(&folder.kura(&["sql", "--format", "csv", "SELECT count(*) AS games FROM game"]))
}

#[test]
fn two_commands_that_write_the_same_names_at_once_replace_nothing() {
    const FILES: usize = 150;
    let folder = Folder::new();
    for name in ["one", "two", "out"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    for number in 0..FILES {
        folder.write(&format!("one/{number}.csa"), "PI\n+\n+7776FU\n");
        folder.write(&format!("two/{number}.csa"), "PI\n+\n+2726FU\n");
    }
    let started = ["one", "two"]
        .map(|from| folder.command(&["convert", "--to", "usi", "--out", "out", from]).spawn().unwrap());
    let written = started.map(|child| {
        let output = child.wait_with_output().unwrap();
        let refused = stderr(&output);
        assert!(
            refused.lines().all(|line| line.starts_with("error: refusing to overwrite `out/")),
            "{refused}"
        );
        FILES - refused.lines().count()
    });
    let texts: Vec<String> = (0..FILES)
        .map(|number| std::fs::read_to_string(folder.path(&format!("out/{number}.usi"))).unwrap())
        .collect();
    // Each command has what it wrote without an error, and every file is complete and of one of them.
    let of =
        |mv: &str| texts.iter().filter(|text| **text == format!("position startpos moves {mv}\n")).count();
    assert_eq!([of("7g7f"), of("2g2f")], written);
    assert_eq!(written[0] + written[1], FILES);
    assert_eq!(names(&folder.path("out")).len(), FILES);
}

#[test]
fn no_file_of_a_database_is_overwritten() {
    let folder = imported();
    let games = count(&folder);
    let connection = rusqlite::Connection::open(folder.path("kura.db")).unwrap();
    connection.query_row("SELECT count(*) FROM game", (), |_| Ok(())).unwrap();
    // While somebody has it open, what was imported last is in the write-ahead log alone.
    folder.write("one.kif", KIF);
    folder.kura(&["import", "one.kif"]);
    assert!(std::fs::metadata(folder.path("kura.db-wal")).unwrap().len() > 0);
    let more = count(&folder);
    assert_ne!(more, games);
    let mut targets = vec!["kura.db", "./kura.db-wal", "kura.db-shm", "kura.db-journal"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("kura.db-wal", folder.path("link")).unwrap();
        std::fs::hard_link(folder.path("kura.db-wal"), folder.path("hard")).unwrap();
        targets.extend(["link", "hard"]);
    }
    for target in targets {
        for force in [&[][..], &["--force"]] {
            let output = folder.kura(&[&["export", "--out", target][..], force].concat());
            assert_eq!(output.status.code(), Some(2), "{target}");
            assert_eq!(
                stderr(&output),
                format!(
                    "error: `{target}` belongs to a database\nhint: name another file; this one was left as it is\n"
                )
            );
        }
    }
    // Whichever database is meant: this export is of another one.
    folder.kura(&["import", "one.kif", "--db", "other.db"]);
    for target in ["kura.db", "kura.db-wal"] {
        let output = folder.kura(&["export", "--db", "other.db", "--out", target, "--force"]);
        assert!(stderr(&output).contains("belongs to a database"), "{}", stderr(&output));
    }
    assert_eq!(count(&folder), more);
    drop(connection);
    assert_eq!(count(&folder), more);
    assert!(!folder.path("kura.db-journal").exists());
}

#[test]
fn commands_without_a_database_leave_those_that_they_find_alone() {
    let folder = Folder::new();
    for name in ["in", "out"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder.write("one.kif", KIF);
    folder.kura(&["import", "one.kif", "--db", "out/a.usi"]);
    folder.kura(&["import", "one.kif", "--db", "out/kura.db"]);
    let before = names(&folder.path("out"));
    folder.write("in/a.kif", KIF);
    // A file in another encoding is corrected, under its own name.
    let output = folder.kura(&["convert", "--to", "kif", "--encoding", "cp932", "one.kif"]);
    folder.write("in/kura.db-wal", output.stdout);
    let converted = folder.kura(&["convert", "--to", "usi", "--out", "out", "in/a.kif"]);
    assert_eq!(converted.status.code(), Some(1));
    assert!(
        stderr(&converted).ends_with("\nerror: `out/a.usi` belongs to a database\n"),
        "{}",
        stderr(&converted)
    );
    let fixed = folder.kura(&["check", "--fix", "--out", "out", "in/kura.db-wal"]);
    assert_eq!(fixed.status.code(), Some(1));
    assert!(
        stderr(&fixed).contains("`out/kura.db-wal` belongs to a database\n"),
        "{}{}",
        stdout(&fixed),
        stderr(&fixed)
    );
    assert_eq!(names(&folder.path("out")), before);
    let solved = folder.kura(&["dobutsu", "solve", "--force", "--out", "out/kura.db"]);
    assert_eq!(solved.status.code(), Some(2));
    assert!(
        stderr(&solved).starts_with("error: `out/kura.db` belongs to a database\n"),
        "{}",
        stderr(&solved)
    );
}

#[test]
fn a_solution_overwrites_nothing_unasked() {
    let folder = Folder::new();
    folder.write("dobutsu.table", "mine");
    let output = folder.kura(&["dobutsu", "solve", "--out", "dobutsu.table"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        "error: refusing to overwrite `dobutsu.table`\n\
         hint: name another file, or overwrite this one with `--force`\n"
    );
    let output = folder.kura(&["dobutsu", "solve", "--out", "nowhere/dobutsu.table"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("error: cannot write `nowhere/dobutsu.table`: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(names(&folder.path("")), ["dobutsu.table"]);
    assert_eq!(std::fs::read_to_string(folder.path("dobutsu.table")).unwrap(), "mine");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::support::signal;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command, Output};
    use std::time::{Duration, Instant};

    /// What a command that must not wait for anything has done.
    fn soon(mut child: Child) -> Output {
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("it waits for ever");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.wait_with_output().unwrap()
    }

    #[test]
    fn a_pipe_is_refused_and_devices_are_written_to() {
        let folder = imported();
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        std::os::unix::fs::symlink("pipe", folder.path("link")).unwrap();
        for (target, command) in
            [("pipe", "export"), ("link", "export"), ("pipe", "dobutsu solve"), ("pipe", "export --force")]
        {
            let words: Vec<&str> = command.split(' ').collect();
            let output = soon(folder.command(&[&words[..], &["--out", target]].concat()).spawn().unwrap());
            assert_eq!(output.status.code(), Some(2), "{target}");
            assert_eq!(
                stderr(&output),
                format!(
                    "error: `{target}` is a pipe, not a file\n\
                     hint: leave the option out and redirect standard output instead\n"
                )
            );
        }
        let games = stdout(&folder.kura(&["export"]));
        assert!(games.lines().count() > 50);
        for (target, want) in [("/dev/null", ""), ("/dev/stdout", games.as_str()), ("/dev/fd/1", &games)] {
            let output = soon_with_output(&folder, target);
            assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), want), "{target}");
        }
    }

    fn soon_with_output(folder: &Folder, target: &str) -> Output {
        folder.command(&["export", "--out", target]).spawn().unwrap().wait_with_output().unwrap()
    }

    #[test]
    fn ctrl_c_leaves_nothing_of_a_solution_behind() {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("out")).unwrap();
        let child = folder.command(&["dobutsu", "solve", "--out", "out/dobutsu.table"]).spawn().unwrap();
        let began = Instant::now();
        while names(&folder.path("out")).is_empty() {
            assert!(began.elapsed() < Duration::from_secs(60), "no file was begun");
            std::thread::sleep(Duration::from_millis(10));
        }
        signal(&child, "-INT");
        let output = soon(child);
        assert_eq!((output.status.code(), output.status.signal()), (Some(130), None), "{}", stderr(&output));
        assert_eq!(names(&folder.path("out")), [""; 0]);
    }
}
