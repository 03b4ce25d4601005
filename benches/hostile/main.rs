//! Writes files that no user should need and any stranger can send: `cargo bench --bench hostile -- FOLDER`.
//!
//! `benches/hostile/run` checks, converts and imports each of them, and says what that takes.

#![allow(clippy::print_stderr, reason = "a program for the terminal")]

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use zip::write::SimpleFileOptions;

/// The size of most of the files, in bytes.
const SIZE: usize = 64 << 20;

const KIF: &str = "   1 ７六歩(77)\n";
const KINGS: [&str; 4] = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];

fn main() -> io::Result<()> {
    // Cargo adds `--bench` of its own.
    let Some(folder) = std::env::args_os().skip(1).find(|argument| argument != "--bench").map(PathBuf::from)
    else {
        // Run with all other benchmarks it has nothing to do.
        eprintln!("usage: cargo bench --bench hostile -- FOLDER");
        return Ok(());
    };
    std::fs::create_dir_all(&folder)?;
    let create = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
    // A head, and a unit as often as the size of the file allows.
    let repeated = |name: &str, size: usize, head: &str, unit: &[u8]| -> io::Result<()> {
        let mut file = create(name)?;
        file.write_all(head.as_bytes())?;
        let block = unit.repeat((1 << 16) / unit.len() + 1);
        let mut left = (size - head.len()) / unit.len() * unit.len();
        while left > 0 {
            let part = left.min(block.len());
            file.write_all(&block[..part])?;
            left -= part;
        }
        file.flush()
    };
    repeated("line-ends.kif", SIZE, "", b"\n")?;
    repeated("nul.kif", SIZE, "", b"\0")?;
    repeated("separators.csa", SIZE, "", b"/\n")?;
    repeated("one-header.kif", SIZE, "先手：", "甲".as_bytes())?;
    repeated("one-line.kif", 1 << 30, KIF, b"*")?;
    repeated("headers.kif", SIZE, "手合割：平手\n", b"a:\n")?;
    repeated("comments.csa", SIZE, "PI\n+\n+7776FU\n", b"'\n")?;
    repeated("evaluations.kif", SIZE, KIF, "*評価値=12\n".as_bytes())?;
    repeated("games.usi", SIZE, "", b"startpos\n")?;
    repeated("branches.kif", SIZE, KIF, "変化：1手\n1 ２六歩\n".as_bytes())?;
    repeated("endings.csa", SIZE, "PI\n+\n+7776FU\n", b"%TORYO\n")?;
    repeated("bad-bytes.kif", SIZE, "", b"\xff")?;
    repeated("bad-lines.kif", SIZE, KIF, b"what is this\n")?;
    repeated("brackets.jkf", SIZE, "", b"[")?;
    repeated("fields.jkf", SIZE, "{\"header\":{},\"moves\":[{}", b",{\"a\":0}")?;

    let mut file = create("million-headers.kif")?;
    for number in 0..1_000_000 {
        writeln!(file, "鍵{number}：値")?;
    }
    file.write_all(KIF.as_bytes())?;
    let walk = |file: &mut BufWriter<File>, plies: usize| -> io::Result<()> {
        (0..plies).try_for_each(|ply| writeln!(file, "{:>4} {}   ( 0:01)", ply + 1, KINGS[ply % 4]))
    };
    walk(&mut create("20000-plies.kif")?, 20_000)?;
    walk(&mut create("million-plies.kif")?, 1_000_000)?;
    let mut file = create("100000-branches.kif")?;
    walk(&mut file, 20_000)?;
    for _ in 0..100_000 {
        write!(file, "変化：19999手\n19999 {}\n", KINGS[19_998 % 4])?;
    }
    let mut file = create("forks.jkf")?;
    let (open, close) = ("{\"forks\":[[".repeat(20_000), "]]}".repeat(20_000));
    write!(file, "{{\"header\":{{}},\"moves\":[{open}{{}}{close}]}}")?;

    let mut bomb = zip::ZipWriter::new(File::create(folder.join("bomb.zip"))?);
    bomb.start_file("bomb.kif", SimpleFileOptions::default().large_file(true))?;
    let block = vec![b'\n'; 1 << 20];
    (0..4096).try_for_each(|_| bomb.write_all(&block))?;
    bomb.finish()?;
    let mut many = zip::ZipWriter::new(File::create(folder.join("many.zip"))?);
    for number in 0..100_000 {
        many.start_file(format!("{number}.kif"), SimpleFileOptions::default())?;
        many.write_all(KIF.as_bytes())?;
    }
    many.finish()?;
    Ok(())
}
