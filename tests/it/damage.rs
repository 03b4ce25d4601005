//! Databases that are cut short, flipped, copied while in use, filled up, and written by two at once.
//! `docs/faults.md` says what happens in words.

use crate::support::{Folder, long, longest, skipped, stderr, stdout};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Questions whose answers must be right or missing.
const QUESTIONS: [&[&str]; 6] = [
    &["games", "--limit", "0", "--format", "jsonl"],
    &["stats", "--format", "jsonl"],
    &["stats", "endings", "--format", "jsonl"],
    &["explore", "--format", "jsonl"],
    &["players", "--limit", "0", "--format", "jsonl"],
    &["games", "--pattern", "7f=P", "--format", "jsonl"],
];

/// What became of a damaged file.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    unchanged: usize,
    reported_by_doctor: usize,
    reported_at_once: usize,
}

/// The samples as one database file, its bytes, and the right answers.
fn intact(folder: &Folder) -> (Vec<u8>, Vec<String>) {
    folder.import_samples("intact.db");
    let connection = rusqlite::Connection::open(folder.path("intact.db")).unwrap();
    connection.query_row("PRAGMA journal_mode = DELETE", (), |_| Ok(())).unwrap();
    drop(connection);
    let answers =
        QUESTIONS.map(|question| stdout(&folder.kura(&[question, &["--db", "intact.db"]].concat())));
    (std::fs::read(folder.path("intact.db")).unwrap(), answers.to_vec())
}

/// An answer without what nothing in the database vouches for: handicaps as written, and the rule that was broken.
fn vouched_for(answer: &str) -> Vec<String> {
    let without = |line: &str| match serde_json::from_str::<serde_json::Value>(line) {
        Ok(serde_json::Value::Object(mut object)) => {
            object.remove("handicap");
            object.remove("broken_rule");
            serde_json::to_string(&object).unwrap()
        }
        _ => line.to_owned(),
    };
    answer.lines().map(without).collect()
}

/// Asks a damaged file everything. Nothing may panic, and no answer may be wrong without a word.
fn examine(folder: &Folder, bytes: &[u8], answers: &[String], what: &str, tally: &mut Tally) {
    folder.write("damaged.db", bytes);
    let mut wrong = None;
    let mut refused = false;
    for (question, answer) in QUESTIONS.iter().zip(answers) {
        let output = folder.kura(&[question, &["--db", "damaged.db"][..]].concat());
        match output.status.code() {
            Some(0 | 1) if vouched_for(&String::from_utf8_lossy(&output.stdout)) == vouched_for(answer) => {}
            Some(0 | 1) => wrong = Some(question),
            Some(2) => {
                assert!(stderr(&output).starts_with("error: "), "{what} {question:?}: {}", stderr(&output));
                refused = true;
            }
            code => panic!("{what} {question:?} ended with {code:?}: {}", stderr(&output)),
        }
    }
    let doctor = folder.kura(&["doctor", "--db", "damaged.db"]);
    let code = doctor.status.code();
    assert!(matches!(code, Some(0..=2)), "{what} doctor ended with {code:?}: {}", stderr(&doctor));
    if code != Some(0) {
        tally.reported_by_doctor += 1;
    } else if refused {
        tally.reported_at_once += 1;
    } else if let Some(question) = wrong {
        panic!("{what}: {question:?} changed its answer, and doctor finds nothing:\n{}", stdout(&doctor));
    } else {
        tally.unchanged += 1;
    }
    for beside in ["damaged.db-wal", "damaged.db-shm", "damaged.db-journal"] {
        let _ = std::fs::remove_file(folder.path(beside));
    }
}

#[test]
fn a_database_that_was_cut_short_is_reported() {
    let folder = Folder::new();
    let (bytes, answers) = intact(&folder);
    let count = if long("cutting a database at 300 lengths") { 300 } else { 12 };
    let mut random = fastrand::Rng::with_seed(7);
    let mut tally = Tally::default();
    let pages = bytes.len() / 4096;
    let mut lengths = vec![0, 1, 15, 16, 99, 100, 4095, 4096, bytes.len() - 1];
    lengths.extend((0..count).map(|number| {
        if number % 2 == 0 { random.usize(..pages) * 4096 } else { random.usize(..bytes.len()) }
    }));
    for length in lengths {
        examine(&folder, &bytes[..length], &answers, &format!("cut to {length} bytes"), &mut tally);
    }
    assert_eq!(tally.unchanged, 0, "{tally:?}");
    println!("{tally:?}");
}

#[test]
fn a_flipped_bit_changes_no_answer_without_a_word() {
    let folder = Folder::new();
    let (mut bytes, answers) = intact(&folder);
    let count = if longest("flipping 1,500 bits of a database") { 1500 } else { 40 };
    let mut random = fastrand::Rng::with_seed(11);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (place, bit) = (random.usize(..bytes.len()), random.usize(..8));
        bytes[place] ^= 1 << bit;
        examine(&folder, &bytes, &answers, &format!("bit {bit} of byte {place} flipped"), &mut tally);
        bytes[place] ^= 1 << bit;
    }
    println!("{tally:?}");
    assert!(tally.unchanged > 0 && tally.reported_by_doctor > 0, "{tally:?}");
}

#[test]
fn what_sqlite_does_not_vouch_for_is_reported() {
    let folder = Folder::new();
    let (bytes, _) = intact(&folder);
    let cases = [
        ("UPDATE game SET agreement = 'maybe' WHERE id = 1", "games            BAD"),
        (
            "UPDATE game SET agreement = CASE agreement WHEN 'agrees' THEN 'contradicts' ELSE 'agrees' END WHERE id = 1",
            "game facts       BAD  1 game out of date",
        ),
        (
            "PRAGMA writable_schema = 1;
             UPDATE sqlite_schema SET sql = replace(sql, '''black''', '''blank''') WHERE name = 'game'",
            "schema           BAD  table game is altered\n",
        ),
        ("DROP INDEX game_black", "schema           BAD  index game_black is missing\n"),
        ("CREATE VIEW mine AS SELECT 1", "schema           BAD  view mine is not kura's\n"),
        (
            "UPDATE header SET pairs = CAST(x'5bff5d' AS TEXT) WHERE id = 1;
             UPDATE game SET opening = CAST(x'ff' AS TEXT) WHERE id < 3",
            "texts            BAD  game.opening: 2, and 1 more\n",
        ),
        (
            "UPDATE player SET name = CAST(x'ff' AS TEXT) WHERE id = 1",
            "texts            BAD  player.name: 1\n",
        ),
    ];
    for (sql, says) in cases {
        folder.write("altered.db", &bytes);
        let connection = rusqlite::Connection::open(folder.path("altered.db")).unwrap();
        connection.execute_batch(sql).unwrap();
        drop(connection);
        let doctor = folder.kura(&["doctor", "--db", "altered.db"]);
        assert_eq!(doctor.status.code(), Some(1), "{sql}: {}{}", stdout(&doctor), stderr(&doctor));
        assert!(stdout(&doctor).contains(says), "{sql}: {}", stdout(&doctor));
        assert!(!stderr(&doctor).is_empty(), "{sql}: what to do next is missing");
    }
}

/// Games in two folders that share a third of them.
fn two_folders(folder: &Folder, games: usize) {
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    let moves: String = (0..30).map(|_| "+2868HI\n-8242HI\n+6828HI\n-4282HI\n").collect();
    for number in 0..games {
        let game =
            format!("V2.2\nN+A{number}\nN-B{}\nPI\n+\n+2726FU\n-8384FU\n{moves}%TORYO\n", number % 100);
        for (name, from, to) in [("one", 0, games * 2 / 3), ("two", games / 3, games)] {
            if (from..to).contains(&number) {
                folder.write(&format!("{name}/{number}.csa"), &game);
            }
        }
    }
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    folder.command(arguments).stdout(Stdio::null()).spawn().unwrap()
}

fn export(folder: &Folder, database: &str) -> String {
    stdout(&folder.kura(&["export", "--db", database]))
}

fn must_be_sound(folder: &Folder, database: &str) {
    let doctor = folder.kura(&["doctor", "--db", database]);
    assert_eq!(doctor.status.code(), Some(0), "{}{}", stdout(&doctor), stderr(&doctor));
}

#[test]
fn two_imports_at_once_give_what_one_after_the_other_gives() {
    let games = if long("two imports of 12,000 games at once") { 12_000 } else { 300 };
    let folder = Folder::new();
    two_folders(&folder, games);
    for name in ["one", "two"] {
        folder.kura(&["import", name, "--db", "after.db"]);
    }
    let both = [
        start(&folder, &["import", "one", "--db", "once.db"]),
        start(&folder, &["import", "two", "--db", "once.db"]),
    ];
    for child in both {
        let output: Output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(export(&folder, "once.db").lines().count(), games);
    assert!(export(&folder, "once.db") == export(&folder, "after.db"), "the games differ");
    let ledger = ["sql", "SELECT bucket, count(*) FROM entry GROUP BY 1", "--db"];
    let of = |database: &str| stdout(&folder.kura(&[&ledger[..], &[database]].concat()));
    assert_eq!(of("once.db"), of("after.db"));
    must_be_sound(&folder, "once.db");
}

#[test]
fn readers_and_copies_during_an_import() {
    let games = if long("reading and copying during an import of 30,000 games") { 30_000 } else { 600 };
    let folder = Folder::new();
    two_folders(&folder, games);
    let mut child = start(&folder, &["import", "one", "two", "--db", "kura.db"]);
    let (mut read, mut copied) = (0, [0; 3]);
    while child.try_wait().unwrap().is_none() {
        if !folder.path("kura.db").exists() {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        }
        // What a reader sees is one state of the database, examined in full.
        let doctor = folder.kura(&["doctor", "--db", "kura.db"]);
        match doctor.status.code() {
            Some(0) => read += 1,
            // Before the first table is there.
            Some(2) => assert!(stderr(&doctor).contains("hint: "), "{}", stderr(&doctor)),
            code => panic!("{code:?} {}{}", stdout(&doctor), stderr(&doctor)),
        }
        for with_log in [false, true] {
            let copy = |suffix: &str| {
                let to = folder.path(&format!("copy.db{suffix}"));
                let _ = std::fs::remove_file(&to);
                let _ = std::fs::copy(folder.path(&format!("kura.db{suffix}")), to);
            };
            for beside in ["copy.db-wal", "copy.db-shm"] {
                let _ = std::fs::remove_file(folder.path(beside));
            }
            copy("");
            if with_log {
                copy("-wal");
            }
            let games = folder.kura(&["games", "--db", "copy.db"]);
            let doctor = folder.kura(&["doctor", "--db", "copy.db"]);
            for output in [&games, &doctor] {
                let code = output.status.code();
                assert!(matches!(code, Some(0..=2)), "{code:?} {}", stderr(output));
                assert!(code != Some(2) || stderr(output).starts_with("error: "), "{}", stderr(output));
            }
            copied[usize::try_from(doctor.status.code().unwrap()).unwrap()] += 1;
        }
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    println!("{read} readers; copies sound, unsound, refused: {copied:?}");
    must_be_sound(&folder, "kura.db");
    // A copy of both files when nobody writes is a complete database.
    let connection = rusqlite::Connection::open(folder.path("kura.db")).unwrap();
    connection.query_row("SELECT count(*) FROM game", (), |_| Ok(())).unwrap();
    std::fs::copy(folder.path("kura.db"), folder.path("last.db")).unwrap();
    let _ = std::fs::copy(folder.path("kura.db-wal"), folder.path("last.db-wal"));
    must_be_sound(&folder, "last.db");
    assert!(export(&folder, "last.db") == export(&folder, "kura.db"));
}

/// A file system of its own in memory, which goes away with the test.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn new(path: &'a Path, size: &str) -> Option<Self> {
        std::fs::create_dir(path).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(path)
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then_some(Self(path))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_is_reported_and_nothing_that_was_committed_is_lost() {
    if !long("an import on a disk that is full") {
        return;
    }
    let folder = Folder::new();
    two_folders(&folder, 12_000);
    let path = folder.path("disk");
    let Some(disk) = SmallDisk::new(&path, "3m") else {
        skipped("the test with a full disk needs the right to mount a tmpfs (root)");
        return;
    };
    let began = Instant::now();
    let output = folder.kura(&["import", "one", "--db", "disk/kura.db"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let said = stderr(&output);
    assert!(said.contains("is full") && said.contains("hint: free some space"), "{said}");
    println!("full after {:?}", began.elapsed());
    let doctor = folder.kura(&["doctor", "--db", "disk/kura.db"]);
    assert!(matches!(doctor.status.code(), Some(0 | 2)), "{}", stdout(&doctor));
    let larger = Command::new("mount").args(["-o", "remount,size=200m"]).arg(disk.0).status().unwrap();
    assert!(larger.success());
    assert_eq!(folder.kura(&["import", "one", "--db", "disk/kura.db"]).status.code(), Some(0));
    must_be_sound(&folder, "disk/kura.db");
    folder.kura(&["import", "one", "--db", "at-once.db"]);
    assert!(export(&folder, "disk/kura.db") == export(&folder, "at-once.db"));
}
