//! Games inside archives: every kind, nested once, with hostile names, damage, encryption, and bombs.

use crate::support::{Folder, stderr, stdout};
use std::io::Write;
use zip::write::SimpleFileOptions;

fn game(player: &str) -> Vec<u8> {
    format!("先手：{player}\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n").into_bytes()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gz(name: Option<&str>, bytes: &[u8]) -> Vec<u8> {
    let mut builder = flate2::GzBuilder::new();
    if let Some(name) = name {
        builder = builder.filename(name);
    }
    let mut writer = builder.write(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn seven_zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = sevenz_rust2::ArchiveWriter::new(std::io::Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in files {
        writer.push_archive_entry(sevenz_rust2::ArchiveEntry::new_file(name), Some(*bytes)).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// An lzh of stored files (`-lh0-`, header level 0); names are bytes, since old ones are CP932.
fn lzh(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    lzh_by(b"-lh0-", |bytes| bytes.to_vec(), files)
}

fn lzh_by(method: &[u8; 5], pack: impl Fn(&[u8]) -> Vec<u8>, files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in files {
        let packed = pack(bytes);
        let size = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap().to_le_bytes();
        let mut head = method.to_vec();
        head.extend(size(&packed));
        head.extend(size(bytes));
        head.extend([0, 0, 0x21, 0x50, 0x20, 0]);
        head.push(u8::try_from(name.len()).unwrap());
        head.extend(*name);
        head.extend(crc16(bytes).to_le_bytes());
        archive.push(u8::try_from(head.len()).unwrap());
        archive.push(head.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)));
        archive.extend(head);
        archive.extend(packed);
    }
    archive.push(0);
    archive
}

/// `-lh5-`, by which collections are packed: repeats found greedily in the last 8 KiB, and codes that have nearly the
/// same length for everything, so that no frequencies are needed.
fn lh5(bytes: &[u8]) -> Vec<u8> {
    // Two of 510 codes have 8 bits and the rest 9; two of 14 codes of distances have 3 bits and the rest 4.
    let code = |symbol: usize, short: usize, long: u32| match symbol {
        0 | 1 => (symbol, short),
        _ => (4 + symbol - 2, long as usize),
    };
    let mut commands = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = |start: usize| {
            let most = (bytes.len() - at).min(256);
            (0..most).take_while(|step| bytes[start + step] == bytes[at + step]).count()
        };
        let start = (at.saturating_sub(8000)..at).max_by_key(|start| length(*start));
        match start.map(|start| (length(start), at - start - 1)).filter(|(length, _)| *length >= 3) {
            Some((length, distance)) => {
                commands.push((253 + length, Some(distance)));
                at += length;
            }
            None => {
                commands.push((bytes[at].into(), None));
                at += 1;
            }
        }
    }
    let mut bits = Bits::default();
    for block in commands.chunks(60_000) {
        bits.push(block.len(), 16);
        // Lengths of the lengths' codes: of length 8 and 9, which are the symbols 10 and 11, one bit each.
        bits.push(12, 5);
        (0..3).for_each(|_| bits.push(0, 3));
        bits.push(3, 2); // no more zeros follow the first three than these three
        (6..10).for_each(|_| bits.push(0, 3));
        bits.push(1, 3);
        bits.push(1, 3);
        bits.push(510, 9);
        (0..510).for_each(|symbol| bits.push(usize::from(symbol > 1), 1));
        bits.push(14, 4);
        (0..14).for_each(|symbol| bits.push(if symbol > 1 { 4 } else { 3 }, 3));
        for (symbol, distance) in block {
            let (value, width) = code(*symbol, 8, 9);
            bits.push(value, width);
            if let Some(distance) = distance {
                let class = (usize::BITS - distance.leading_zeros()) as usize;
                let (value, width) = code(class, 3, 4);
                bits.push(value, width);
                if class > 1 {
                    bits.push(distance - (1 << (class - 1)), class - 1);
                }
            }
        }
    }
    bits.bytes
}

/// Bits, the highest of each value and byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: usize,
}

impl Bits {
    fn push(&mut self, value: usize, width: usize) {
        for bit in (0..width).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if value >> bit & 1 == 1 {
                *self.bytes.last_mut().unwrap() |= 0x80 >> (self.used % 8);
            }
            self.used += 1;
        }
    }
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xa001 } else { 0 })
    })
}

/// The paths and players of all games, as `convert` gives them.
fn read(folder: &Folder, path: &str) -> Vec<(String, String)> {
    let output = folder.kura(&["convert", "--to", "jsonl", path]);
    let line = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        (object["source"].as_str().unwrap().to_owned(), object["black"].as_str().unwrap_or("-").to_owned())
    };
    stdout(&output).lines().map(line).collect()
}

#[test]
fn every_kind_is_read_by_its_content() {
    let (a, b) = (game("a"), game("b"));
    let files: [(&str, &[u8]); 2] = [("a.kif", &a), ("sub/b.kif", &b)];
    let folder = Folder::new();
    let cp932 = b"\x8a\xfb\x95\x88\x95\\.kif";
    for (name, bytes, want) in [
        ("x.dat", zip(&files), ["a.kif", "sub/b.kif"]),
        ("y.dat", tar(&files), ["a.kif", "sub/b.kif"]),
        ("y.tgz", gz(None, &tar(&files)), ["a.kif", "sub/b.kif"]),
        ("y.zst", zstd::encode_all(&tar(&files)[..], 1).unwrap(), ["a.kif", "sub/b.kif"]),
        ("z.dat", seven_zip(&files), ["a.kif", "sub/b.kif"]),
        ("l.dat", lzh(&[(b"a.kif", &a), (cp932, &b)]), ["a.kif", "棋譜表.kif"]),
        ("l5.dat", lzh_by(b"-lh5-", lh5, &[(b"a.kif", &a), (cp932, &b)]), ["a.kif", "棋譜表.kif"]),
        (
            "n.zip",
            zip(&[("in.lzh", &lzh(&[(b"a.kif", &a)])), ("b.7z", &seven_zip(&[("b.kif", &b)]))]),
            ["in.lzh/a.kif", "b.7z/b.kif"],
        ),
    ] {
        folder.write(name, bytes);
        let want: Vec<_> = want
            .iter()
            .zip(["a", "b"])
            .map(|(member, who)| (format!("{name}/{member}"), who.to_owned()))
            .collect();
        assert_eq!(read(&folder, name), want, "{name}");
    }
    folder.write("one.gz", gz(Some("one.kif"), &a));
    folder.write("two.kif.gz", gz(None, &a));
    assert_eq!(read(&folder, "one.gz"), [("one.gz/one.kif".to_owned(), "a".to_owned())]);
    assert_eq!(read(&folder, "two.kif.gz"), [("two.kif.gz".to_owned(), "a".to_owned())]);
}

#[test]
fn what_follows_a_gz_is_reported_and_the_gz_is_read() {
    let folder = Folder::new();
    let (a, b) = (game("a"), game("b"));
    folder.write("two.kif.gz", [gz(None, &a), gz(None, &b)].concat());
    folder.write("zeros.kif.gz", [gz(None, &a), vec![0; 100]].concat());
    folder.write("more.kif.gz", [gz(None, &a), b"garbage!".to_vec()].concat());
    folder.write("cut.kif.gz", &gz(None, &a)[..40]);
    let read = |name: &str| {
        let output = folder.kura(&["convert", "--to", "jsonl", name]);
        let count = stdout(&output).lines().count();
        let errors: Vec<_> =
            stderr(&output).lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect();
        (count, output.status.code(), errors.join("\n"))
    };
    assert_eq!(read("two.kif.gz"), (2, Some(0), String::new()));
    assert_eq!(read("zeros.kif.gz"), (1, Some(0), String::new()));
    let reported = "error: `more.kif.gz` could not be read: damaged: 8 bytes after the end are no gz; what is before them \
                was read";
    assert_eq!(read("more.kif.gz"), (1, Some(1), reported.to_owned()));
    assert_eq!(read("cut.kif.gz").0, 0);
}

/// A record as large as real ones, so that repeats reach far back.
#[test]
fn a_packed_lzh_gives_the_same_bytes() {
    let file = std::fs::read(crate::support::samples().join("formats/same-game.kif")).unwrap();
    let long = file.repeat(20);
    let folder = Folder::new();
    folder.write("games.lzh", lzh_by(b"-lh5-", lh5, &[(b"one.kif", &file), (b"twenty.kif", &long)]));
    folder.write("one.kif", &file);
    let moves = |path: &str| -> Vec<serde_json::Value> {
        let output = stdout(&folder.kura(&["convert", "--to", "jsonl", path]));
        let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        output.lines().map(object).map(|object| object["moves"].clone()).collect()
    };
    let (packed, plain) = (moves("games.lzh"), moves("one.kif"));
    assert_eq!((packed.len(), plain.len()), (21, 1));
    assert!(packed.iter().all(|moves| *moves == plain[0]));
}

#[test]
fn an_import_keeps_the_member_apart_and_knows_it_again() {
    let folder = Folder::new();
    folder.write("games.zip", zip(&[("../../evil.kif", &game("a")), ("b\u{1b}.kif", &game("b"))]));
    let output = folder.kura(&["import", "games.zip", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let sql = "SELECT path, member, shown FROM source_path ORDER BY member";
    let rows = stdout(&folder.kura(&["sql", sql, "--format", "csv"]));
    assert_eq!(
        rows,
        "path,member,shown\ngames.zip,__/__/evil.kif,games.zip/__/__/evil.kif\ngames.zip,b\u{fffd}.kif,games.zip/b\u{fffd}.kif\n"
    );
    let again = stdout(&folder.kura(&["import", "games.zip", "--json"]));
    let summary: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&summary["files_known"], &summary["games"]), (&2.into(), &0.into()));
    let out = folder.path("out");
    std::fs::create_dir(&out).unwrap();
    assert_eq!(folder.kura(&["convert", "--to", "csa", "games.zip", "--out", "out"]).status.code(), Some(0));
    let mut names: Vec<_> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["__", "b\u{fffd}.csa"]);
    assert!(out.join("__/__/evil.csa").is_file());
}

#[test]
fn damaged_and_encrypted_members_are_reported_and_the_others_read() {
    let folder = Folder::new();
    let (a, b) = (game("a"), game("b"));
    let mut damaged = lzh(&[(b"a.kif", &a), (b"b.kif", &b)]);
    damaged[40] ^= 1;
    folder.write("damaged.lzh", damaged);
    let mut locked = zip(&[("a.kif", &a), ("b.kif", &b)]);
    // The bit that says "encrypted", in the local header and in the table of contents of the first member.
    locked[6] |= 1;
    let table = locked.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    locked[table + 8] |= 1;
    folder.write("locked.zip", locked);
    let mut cut = zip(&[("a.kif", &a), ("b.kif", &b)]);
    cut.truncate(cut.len() - 30);
    folder.write("cut.zip", cut);
    for (name, want) in [("damaged.lzh", "a.kif: damaged"), ("locked.zip", "a.kif`"), ("cut.zip", "damaged")]
    {
        let output = folder.kura(&["convert", "--to", "jsonl", name]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        assert!(stdout(&output).contains("\"black\":\"b\""), "{name}: {}", stderr(&output));
        let reported = stderr(&output).replace("` could not be read: ", ": ");
        assert!(reported.contains(want.trim_end_matches('`')), "{name}: {reported}");
    }
    let check = folder.kura(&["check", "locked.zip", "--format", "jsonl"]);
    assert!(stdout(&check).contains("locked.zip/a.kif") && stdout(&check).contains("encrypted"));
    folder.write("half.tar", &tar(&[("a.kif", &a), ("b.kif", &b)])[..1600]);
    let output = folder.kura(&["convert", "--to", "jsonl", "half.tar"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\"black\":\"a\""));
    folder.write("x.rar", b"Rar!\x1a\x07\x01\x00 and so on");
    assert!(
        stderr(&folder.kura(&["convert", "--to", "jsonl", "x.rar"])).contains("RAR archives are not opened")
    );
}

#[test]
fn a_bomb_is_bounded_and_reported() {
    let folder = Folder::new();
    let zeros = vec![b' '; 80 << 20];
    let bomb = zip(&[("bomb.txt", &zeros), ("after.kif", &game("b"))]);
    assert!(bomb.len() < 200_000);
    folder.write("bomb.zip", &bomb);
    folder.write("bomb.gz", gz(None, &zeros));
    let layers = (0..6).fold(game("deep"), |inner, _| zip(&[("x.zip", &inner)]));
    folder.write("deep.zip", layers);
    let gzs = (0..6).fold(game("deep"), |inner, _| gz(None, &inner));
    folder.write("deep.gz", gzs);
    folder.write("good.kif", game("good"));
    let output = folder.kura(&["import", ".", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&summary["stored"], &summary["files_unreadable"]), (&1.into(), &4.into()), "{summary}");
    let reported =
        stdout(&folder.kura(&["sql", "SELECT path, message FROM unread ORDER BY path", "--format", "csv"]));
    assert!(
        reported.contains("./bomb.zip,the archive expands to more than 64 MiB; the rest was not read"),
        "{reported}"
    );
    assert!(reported.contains("an archive in an archive in an archive"), "{reported}");
}

#[test]
fn a_corrected_copy_lies_beside_the_file_and_never_over_it() {
    let folder = Folder::new();
    let text = "手合割：平手\r\n   0 ７六銀(77)\n   1 ３四歩(33)\n   2 投了\nまで57手で後手の勝ち\n";
    let bytes = kifukura::formats::encoding::encode(text, kifukura::formats::encoding::Encoding::Cp932).0;
    folder.write("a.kif", &bytes);
    let output = folder.kura(&["check", "a.kif", "--fix"]);
    assert_eq!(output.status.code(), Some(1));
    let reported = stdout(&output);
    for want in [
        "a.kif:2:6: fixed[K012 no-such-piece]",
        "fixed[K001 number-mismatch]",
        "fixed[K005 count-mismatch]",
        "fixed: written as utf-8 instead of cp932",
        "fixed: all lines end with LF",
    ] {
        assert!(reported.contains(want), "{want} is missing in {reported}");
    }
    let fixed = std::fs::read_to_string(folder.path("a.fixed.kif")).unwrap();
    assert_eq!(fixed, "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n");
    assert_eq!(std::fs::read(folder.path("a.kif")).unwrap(), bytes);
    let again = folder.kura(&["check", "a.kif", "--fix"]);
    assert!(stderr(&again).contains("refusing to overwrite `a.fixed.kif`"), "{}", stderr(&again));
    assert_eq!(std::fs::read_to_string(folder.path("a.fixed.kif")).unwrap(), fixed);
    assert_eq!(folder.kura(&["check", "a.fixed.kif"]).status.code(), Some(0));
}

#[test]
fn evaluations_names_and_era_dates_come_through_the_database() {
    let folder = Folder::new();
    folder.write(
        "a.kif",
        "開始日時：令和6年5月1日 10:00\n先手：藤井聡太七段\n後手：engine\n   1 ７六歩(77)\n**対局 深さ 2 ノード数 960 評価値 -18 読み筋 △３四歩(33)\n   2 ３四歩(33)\n*詰み=先手勝ち:5手\n   3 投了\n",
    );
    assert_eq!(folder.kura(&["import", "a.kif"]).status.code(), Some(0));
    let rows = stdout(&folder.kura(&[
        "sql",
        "SELECT line, ply, centipawns, mate_for, mate_plies, depth, nodes, variation FROM evaluation ORDER BY number",
        "--format",
        "jsonl",
    ]));
    let want = "{\"line\":0,\"ply\":1,\"centipawns\":-18,\"mate_for\":null,\"mate_plies\":null,\"depth\":2,\"nodes\":960,\"variation\":\"△３四歩(33)\"}\n{\"line\":0,\"ply\":2,\"centipawns\":null,\"mate_for\":\"black\",\"mate_plies\":5,\"depth\":null,\"nodes\":null,\"variation\":null}\n";
    assert_eq!(rows, want);
    let export = stdout(&folder.kura(&["export", "--format", "jsonl"]));
    let object: serde_json::Value = serde_json::from_str(&export).unwrap();
    assert_eq!(object["black"], "藤井聡太七段");
    assert_eq!((&object["black_name"], &object["black_rank"]), (&"藤井聡太".into(), &"七段".into()));
    assert_eq!((&object["white_name"], &object["white_rank"]), (&"engine".into(), &serde_json::Value::Null));
    assert_eq!(object["started"], "2024-05-01T10:00:00");
    assert_eq!(object["evaluations"][0]["centipawns"], -18);
    let show = stdout(&folder.kura(&["show", "1"]));
    assert!(show.contains("-18") && show.contains("+mate 5") && show.contains("評価値 -18"), "{show}");
}

/// A table of contents may name two members alike; both are read.
#[test]
fn members_of_one_name_are_all_read() {
    let mut bytes =
        zip(&[("same1.kif", &game("甲")), ("same2.kif", &game("乙")), ("other.kif", &game("丙"))]);
    let name = b"same2.kif";
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(name) {
            bytes[at + 4] = b'1';
        }
    }
    let mut found = Vec::new();
    kifukura::intake::members(&bytes, &mut |name, content| {
        found.push((name, content.unwrap()));
        std::ops::ControlFlow::Continue(())
    });
    found.sort();
    let same = |player: &str| ("same1.kif".to_owned(), game(player));
    let mut wanted = vec![("other.kif".to_owned(), game("丙")), same("甲"), same("乙")];
    wanted.sort();
    assert_eq!(found, wanted);
}
