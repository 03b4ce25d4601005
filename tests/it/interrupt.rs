//! Ctrl-C, as the terminal sends it.
#![cfg(unix)]

use crate::support::{Folder, signal, stderr, stdout};
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Enough games that an import takes some seconds.
fn many(folder: &Folder, files: usize) {
    std::fs::create_dir(folder.path("games")).unwrap();
    let moves: String = (0..60).map(|_| "+2868HI\n-8242HI\n+6828HI\n-4282HI\n").collect();
    for number in 0..files {
        let game =
            format!("V2.2\nN+A{number}\nN-B\n$EVENT:{number}\nPI\n+\n+2726FU\n-8384FU\n{moves}%TORYO\n");
        folder.write(&format!("games/{number}.csa"), game);
    }
}

fn start(folder: &Folder) -> Child {
    folder.command(&["import", "games", "--db", "kura.db"]).spawn().unwrap()
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

#[test]
fn the_first_ends_cleanly_and_the_import_goes_on_when_run_again() {
    let folder = Folder::new();
    many(&folder, 9000);
    // Soon enough on a quick machine, late enough on a slow one.
    let said = [1500, 3000, 700, 300].into_iter().find_map(|wait| {
        for file in ["kura.db", "kura.db-wal", "kura.db-shm"] {
            let _ = std::fs::remove_file(folder.path(file));
        }
        let mut child = start(&folder);
        std::thread::sleep(Duration::from_millis(wait));
        interrupt(&child);
        let status = child.wait().unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status.code() == Some(130)).then_some(said)
    });
    let said = said.unwrap();
    assert!(said.contains("run the same command again to go on"), "{said}");
    let count = || -> u64 {
        let text = stdout(&folder.kura(&["sql", "SELECT count(*) FROM game", "--format", "csv"]));
        text.lines().last().unwrap().parse().unwrap()
    };
    let stored = count();
    assert!(stored < 9000, "{stored}");
    assert!(said.contains("stored, all of it safe"), "{said}");
    let doctor = folder.kura(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "{}", stdout(&doctor));
    let again = folder.kura(&["import", "games"]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(count(), 9000);
}

#[test]
fn the_second_ends_at_once() {
    let folder = Folder::new();
    // It waits for an input that never ends.
    let mut child =
        folder.command(&["import", "-", "--db", "kura.db"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut error = child.stderr.take().unwrap();
    // The handler stands once the database is there.
    let began = Instant::now();
    while !folder.path("kura.db-wal").exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let mut said = [0; 8];
    error.read_exact(&mut said).unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
