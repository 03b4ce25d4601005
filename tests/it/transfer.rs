//! `kura export --to db`: games into another database, with everything that belongs to them.

use crate::support::{Folder, samples, stderr, stdout};

/// Everything that an export says of the games of a database, the rest of their records and their files too.
fn all(folder: &Folder, database: &str) -> String {
    let columns = "source,kind,start_sfen,moves,declared_ending,declared_word,declared_winner,verified_ending,agreement,\
                   broken_rule,branches,black,white,event,place,started,time_control,notes,clocks_ms,evaluations,fingerprint,\
                   record";
    stdout(&folder.kura(&["export", "--db", database, "--columns", columns]))
}

fn sql(folder: &Folder, database: &str, question: &str) -> String {
    stdout(&folder.kura(&["sql", "--db", database, "--format", "csv", question]))
}

fn copy(folder: &Folder, more: &[&str]) -> String {
    let output = folder.kura(&[&["export", "--to", "db", "--out", "to.db"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stderr(&output)
}

fn is_sound(folder: &Folder, database: &str) {
    let doctor = folder.kura(&["doctor", "--db", database]);
    assert_eq!(doctor.status.code(), Some(0), "{}", stdout(&doctor));
}

/// The samples in one database: all formats, broken files, records of one game.
fn imported() -> Folder {
    let folder = Folder::new();
    folder.import_samples("kura.db");
    folder
}

#[test]
fn nothing_is_lost_on_the_way_into_another_database() {
    let folder = imported();
    folder.kura(&["duplicates", "--merge"]);
    let games = sql(&folder, "kura.db", "SELECT count(*) AS n FROM game WHERE hidden_by IS NULL");
    let said = copy(&folder, &[]);
    assert_eq!(said, format!("{} new games\n", games.lines().nth(1).unwrap()));
    assert_eq!(all(&folder, "to.db"), all(&folder, "kura.db"));
    is_sound(&folder, "to.db");
    for question in [
        // The files with their bytes, the ledger, and what was found in them.
        "SELECT hex(sha256) AS sha, bytes, encoding, evidence, format, games, complete FROM source
             WHERE id IN (SELECT source FROM entry WHERE game IS NOT NULL) ORDER BY 1",
        "SELECT p.path, p.member, e.number, e.byte_start, e.byte_end, e.code FROM entry e
             JOIN source_path p ON p.source = e.source
             WHERE e.source IN (SELECT source FROM entry WHERE game IS NOT NULL) ORDER BY 1, 2, 3",
        "SELECT p.path, d.number, d.code, d.severity, d.line, d.\"column\", d.message FROM diagnostic d
             JOIN source_path p ON p.source = d.source
             WHERE d.source IN (SELECT source FROM entry WHERE game IS NOT NULL) ORDER BY 1, 2, 3, 5, 6, 7",
        "SELECT fingerprint, identity, facts, rest, remarks, producer, ended, handicap FROM game
             WHERE hidden_by IS NULL ORDER BY 1, 2, 3, 4",
    ] {
        assert_eq!(sql(&folder, "to.db", question), sql(&folder, "kura.db", question), "{question}");
    }
    let first =
        "SELECT min(id) AS id FROM game WHERE black = (SELECT id FROM player WHERE name LIKE '%甲%' LIMIT 1)";
    let bytes = |database: &str| {
        let id = sql(&folder, database, first).lines().nth(1).unwrap().to_owned();
        folder.kura(&["show", "--db", database, &id, "--source"]).status.code()
    };
    assert_eq!((bytes("kura.db"), bytes("to.db")), (Some(0), Some(0)));
}

#[test]
fn what_is_known_is_not_written_twice_and_all_is_undone() {
    let folder = imported();
    copy(&folder, &["--variant", "dobutsu"]);
    let before = all(&folder, "to.db");
    let operations = || stdout(&folder.kura(&["undo", "--list", "--db", "to.db", "--format", "csv"]));
    let list = operations();
    let said = copy(&folder, &["--variant", "dobutsu"]);
    assert!(said.starts_with("0 new games, ") && said.ends_with(" there already\n"), "{said}");
    // It leaves no trace.
    assert_eq!((all(&folder, "to.db"), operations()), (before.clone(), list));
    copy(&folder, &[]);
    assert_eq!(all(&folder, "to.db"), all(&folder, "kura.db"));
    is_sound(&folder, "to.db");
    assert_eq!(folder.kura(&["undo", "--db", "to.db"]).status.code(), Some(0));
    assert_eq!(all(&folder, "to.db"), before);
    is_sound(&folder, "to.db");
    assert_eq!(folder.kura(&["undo", "--redo", "--db", "to.db"]).status.code(), Some(0));
    assert_eq!(all(&folder, "to.db"), all(&folder, "kura.db"));
}

#[test]
fn a_file_of_which_some_games_came_is_read_again() {
    let folder = Folder::new();
    let game = |black: &str, mv: &str| {
        format!("V2.2\nN+{black}\nN-乙\n$START_TIME:2024/05/03\nPI\n+\n{mv}\n-3334FU\n")
    };
    folder.write("two.csa", [game("甲", "+7776FU"), game("丙", "+2726FU")].join("/\n"));
    folder.kura(&["import", "two.csa"]);
    assert_eq!(copy(&folder, &["--player", "甲"]), "1 new game\n");
    is_sound(&folder, "to.db");
    assert_eq!(sql(&folder, "to.db", "SELECT games, complete FROM source"), "games,complete\n1,0\n");
    assert_eq!(folder.kura(&["import", "--db", "to.db", "two.csa"]).status.code(), Some(0));
    assert_eq!(all(&folder, "to.db"), all(&folder, "kura.db"));
    assert_eq!(sql(&folder, "to.db", "SELECT games, complete FROM source"), "games,complete\n2,1\n");
    is_sound(&folder, "to.db");
}

#[test]
fn names_of_one_person_stay_one_person() {
    let folder = Folder::new();
    folder.write("a.csa", "V2.2\nN+Kimura\nN-x\nPI\n+\n+7776FU\n");
    folder.write("b.csa", "V2.2\nN+木村\nN-x\nPI\n+\n+2726FU\n");
    folder.kura(&["import", "a.csa", "b.csa"]);
    assert_eq!(folder.kura(&["players", "merge", "木村", "Kimura"]).status.code(), Some(0));
    copy(&folder, &[]);
    let games = stdout(&folder.kura(&["games", "--db", "to.db", "--player", "Kimura", "--format", "csv"]));
    assert_eq!(games.lines().count(), 3, "{games}");
    is_sound(&folder, "to.db");
}

#[test]
fn a_database_is_not_exported_into_itself() {
    let folder = imported();
    let before = all(&folder, "kura.db");
    let output = folder.kura(&["export", "--to", "db", "--out", "./kura.db"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: `./kura.db` belongs to a database\n"), "{}", stderr(&output));
    let output = folder.kura(&["export", "--to", "db"]);
    assert_eq!(
        stderr(&output),
        "error: `--to db` needs the other database\nhint: name it: `--out FILE.db`\n"
    );
    let text = samples().join("README.md");
    let output = folder.kura(&["export", "--to", "db", "--out", &text.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(
        folder.kura(&["export", "--to", "db", "--out", "n.db", "--player", "?none"]).status.code(),
        Some(1)
    );
    assert!(!folder.path("n.db").exists());
    assert_eq!(all(&folder, "kura.db"), before);
}
