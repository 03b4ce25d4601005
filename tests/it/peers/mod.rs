//! Other programs read what kifukura writes: 750 games of real records in every format, read by libraries of other
//! projects (`tests/peers`), and compared with what the record says.
//!
//! Where a reader does not read what is meant, the reason stands in [`limits`]; anything else fails the test. The test
//! prints the figures, which stand in `docs/performance.md`; `KURA_PEERS_PROGRAM` names another `kura` that writes the
//! files, for figures of another version.

mod chosen;
mod comparison;
mod limits;
mod wanted;

use crate::support::{longest, shared, skipped};
use comparison::{Reading, Tally};
use kifukura::formats::Target;
use kifukura::intake::{SourcePath, SourceTree};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wanted::Wanted;

/// A library, how its program is run, and what it reads.
pub struct Peer {
    pub name: &'static str,
    command: [&'static str; 2],
    formats: &'static [Target],
}

const PEERS: [Peer; 4] = [
    Peer {
        name: "tsshogi",
        command: ["node", "with-tsshogi.mjs"],
        formats: &[
            Target::Kif,
            Target::Ki2,
            Target::Csa,
            Target::Csa3,
            Target::Jkf,
            Target::Usi,
            Target::Usen,
        ],
    },
    Peer {
        name: "json-kifu-format",
        command: ["node", "with-json-kifu-format.mjs"],
        formats: &[Target::Kif, Target::Ki2, Target::Csa, Target::Jkf],
    },
    Peer {
        name: "python-shogi",
        command: ["venv/bin/python", "with_python_shogi.py"],
        formats: &[Target::Kif, Target::Csa, Target::Csa3, Target::Usi],
    },
    Peer {
        name: "cshogi",
        command: ["venv/bin/python", "with_cshogi.py"],
        formats: &[Target::Kif, Target::Ki2, Target::Csa, Target::Csa3, Target::Usi],
    },
];

/// Installs the libraries; says why not.
fn install(folder: &Path) -> Result<(), String> {
    for program in ["node", "npm", "python3"] {
        let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        if !version.is_ok_and(|status| status.success()) {
            return Err(format!("{program} is not installed"));
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/install");
    let output = Command::new(script).arg(folder).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("they could not be installed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// Writes the games in a format, as the program does; the written files by the names of the games.
fn write_games(games: &[Wanted], target: Target, folder: &Path) -> HashMap<String, PathBuf> {
    let out = folder.join("written").join(target.name());
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out).unwrap();
    let program = std::env::var("KURA_PEERS_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_kura").to_owned());
    let mut command = Command::new(program);
    command.args(["convert", "--to", target.name(), "--encoding", "utf-8", "--out"]).arg(&out);
    command.args(games.iter().map(|game| &game.source));
    assert!(command.output().unwrap().status.code().is_some());
    let tree = SourceTree::new(&games.iter().map(|game| game.source.clone()).collect::<Vec<_>>());
    let file = |game: &Wanted| {
        let path = tree.path_of(&SourcePath::file(&game.source)).with_extension(target.extension());
        (game.name.clone(), out.join(path))
    };
    games.iter().map(file).filter(|(_, path)| path.exists()).collect()
}

/// What a library reads in these files.
fn read_files(peer: &Peer, target: Target, files: &[&PathBuf], folder: &Path) -> Vec<Reading> {
    let list: String = files.iter().map(|path| format!("{}\n", path.display())).collect();
    let [program, script] = peer.command;
    let program = if program.contains('/') { folder.join(program) } else { program.into() };
    let mut child = Command::new(program)
        .args([script, target.name()])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut input, list.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let readings: Vec<Reading> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(readings.len(), files.len(), "{} {}", peer.name, target.name());
    readings
}

#[test]
fn other_programs_read_what_is_written() {
    if !longest("other programs read what is written") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers");
    if let Err(reason) = install(&folder) {
        return skipped(&format!("libraries of other projects, which read what is written: {reason}"));
    }
    let games = chosen::games(&corpus, &folder.join("games"));
    let (mut table, mut unexplained) = (String::new(), BTreeMap::<String, Vec<String>>::new());
    let mut reasons = BTreeMap::<(&str, &str), usize>::new();
    let mut written = HashMap::new();
    for peer in &PEERS {
        for target in peer.formats.iter().copied() {
            let files = written.entry(target.name()).or_insert_with(|| write_games(&games, target, &folder));
            let there: Vec<_> = games.iter().filter(|game| files.contains_key(&game.name)).collect();
            let paths: Vec<_> = there.iter().map(|game| &files[&game.name]).collect();
            let readings = read_files(peer, target, &paths, &folder);
            let mut tally = Tally::default();
            for (game, reading) in there.iter().zip(&readings) {
                for found in tally.compare(game, target, reading) {
                    match limits::of(peer.name, target, game, reading, found.what) {
                        Some(reason) => *reasons.entry((peer.name, reason)).or_default() += 1,
                        None => {
                            let key = format!("{} {} {}", peer.name, target.name(), found.what.name());
                            unexplained
                                .entry(key)
                                .or_default()
                                .push(format!("{}: {}", game.name, found.detail));
                        }
                    }
                }
            }
            let _ = writeln!(table, "| {} | {} | {} |", peer.name, target.name(), tally.row());
        }
    }
    println!("{}{table}", Tally::HEADING);
    for ((peer, reason), count) in &reasons {
        println!("{count:>5} {peer}: {reason}");
    }
    for (what, details) in &unexplained {
        println!("UNEXPLAINED {} {what}\n  {}", details.len(), details[..details.len().min(12)].join("\n  "));
    }
    assert!(unexplained.is_empty(), "{} kinds of differences without a reason", unexplained.len());
}
