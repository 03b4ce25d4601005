//! Large files read in chunks give what they give when they are read at once.

use crate::support::{Folder, single_samples};
use kifukura::database::Database;
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::formats::{self, Format};
use kifukura::import::{Options, import};
use kifukura::intake::{Content, Limits, ReadError, ReplayedFile, each_batch, find};
use kifukura::query;
use kifukura::record::{Code, Severity};
use proptest::prelude::*;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The texts of all samples of a format, the broken ones too.
fn texts(format: Format) -> Vec<String> {
    let documents =
        find(&single_samples()).into_iter().map(|source| formats::read(&std::fs::read(source.path).unwrap()));
    let of_format = documents.filter(|document| document.format == Some(format));
    // What cannot be decoded is somewhere else in every encoding.
    of_format.map(|document| document.text).filter(|text| !text.contains('\u{fffd}')).collect()
}

/// All of them in one text, as people put files together.
fn together(format: Format) -> String {
    let between = match format {
        Format::Csa => "\n/\n",
        Format::Usi => "\n\n# the next one\n",
        Format::Pgn => "\n",
        _ => "\n# ---- another file ----\n",
    };
    texts(format).join(between)
}

/// What is read, in words: everything but the offsets that count inside of a chunk.
fn words(chunks: &[ReplayedFile]) -> String {
    let mut text = String::new();
    for chunk in chunks {
        for (number, found) in (chunk.games_before()..).zip(&chunk.games) {
            let record = &found.record;
            let _ = writeln!(text, "game {number} {:?} {:?}", found.bytes, found.rest);
            let _ = writeln!(text, "{:?} {:?} {:?}", record.info, record.headers, record.producer);
            let _ = writeln!(text, "{:?} {:?} {:?}", record.start, record.notes, record.evaluations);
            for line in &record.lines {
                let plies: Vec<_> = line.plies.iter().map(|ply| (ply.written, ply.clock)).collect();
                let declared: Vec<_> =
                    line.declarations.iter().map(|found| (found.ending, &found.word)).collect();
                let _ = writeln!(text, "{:?} {} {plies:?} {declared:?}", line.parent, line.after);
            }
            match &found.game {
                Ok(game) => _ = writeln!(text, "{:?} {:?}", game.moves(), game.outcome),
                Err(unplayable) => _ = writeln!(text, "{:?}", unplayable.code),
            }
        }
        for (number, found) in chunk.findings().filter(|(number, _)| number.is_some()) {
            let _ = writeln!(text, "{number:?} {found:?}");
        }
    }
    let document = &chunks.last().unwrap().document;
    let _ = writeln!(text, "{:?} {:?} {:?}", document.encoding, document.evidence, document.format);
    let _ = writeln!(text, "{:?}", document.diagnostics);
    text
}

fn in_chunks(path: &Path, chunk: usize) -> Vec<ReplayedFile> {
    let limits = Limits { file: 0, chunk, game: 64 << 20 };
    let mut chunks = Vec::new();
    let make = |content: Result<Content, ReadError>| ReplayedFile::new(content.unwrap());
    each_batch(&find(&[path.to_owned()]), limits, &|_| None, make, &mut |batch| {
        chunks.extend(batch.items.into_iter().map(|(_, chunk)| chunk));
        ControlFlow::Continue(())
    });
    chunks
}

/// The same game by game, so that a difference is found.
fn must_be_equal(bytes: &[u8], sizes: impl IntoIterator<Item = usize>, what: &str) {
    let folder = Folder::new();
    let path = folder.write("large", bytes);
    let at_once = words(&[ReplayedFile::new(Content::new(bytes.to_vec()))]);
    for size in sizes {
        let chunks = in_chunks(&path, size);
        assert_eq!(chunks.iter().map(|chunk| chunk.content.bytes.len()).sum::<usize>(), bytes.len());
        assert!(size > 1000 || chunks.len() > 1, "{what}: {} chunks of {size}", chunks.len());
        let in_chunks = words(&chunks);
        // The findings come after the games of a chunk, so the lines are compared sorted.
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(Into::into).collect();
            lines.sort();
            lines
        };
        for (at_once, in_chunks) in sorted(&at_once).iter().zip(&sorted(&in_chunks)) {
            assert_eq!(at_once, in_chunks, "{what}, chunks of {size}");
        }
        assert_eq!(at_once.lines().count(), in_chunks.lines().count(), "{what}, chunks of {size}");
    }
}

#[test]
fn kif_in_every_encoding() {
    let text = together(Format::Kif);
    for encoding in [Encoding::Utf8, Encoding::Utf8Bom, Encoding::Cp932, Encoding::EucJp] {
        let text: String =
            text.chars().filter(|char| encode(&char.to_string(), encoding).1.is_empty()).collect();
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            must_be_equal(&encode(&text, encoding).0, [1, 777, 5000, 20_000], encoding.name());
        }
    }
}

#[test]
fn ki2_csa_and_usi() {
    for format in [Format::Ki2, Format::Csa, Format::Usi] {
        let text = together(format);
        must_be_equal(text.as_bytes(), [1, 300, 1500, 9000], format.name());
        must_be_equal(text.replace('\n', "\r\n").as_bytes(), [1, 444, 3000], format.name());
    }
}

#[test]
fn several_encodings() {
    let text = together(Format::Kif);
    let encodings = [Encoding::Cp932, Encoding::Utf8, Encoding::EucJp];
    for turn in 0..3 {
        let mut bytes = Vec::new();
        for (part, encoding) in
            text.split_inclusive("# ---- another file ----\n").zip(encodings.iter().cycle().skip(turn))
        {
            let part: String =
                part.chars().filter(|char| encode(&char.to_string(), *encoding).1.is_empty()).collect();
            bytes.extend(encode(&part, *encoding).0);
            bytes.extend(if bytes.len() % 7 == 0 { b"*\xff\n".as_slice() } else { b"*Jos\xe9\n" });
        }
        must_be_equal(&bytes, [1, 777, 5000, 20_000], "mixed");
    }
}

#[test]
fn objects_of_json() {
    let with_strays = |text: &str| text.replace("{}\n", "3\n[1,\n2]\n{}\n");
    for (format, name) in [(Format::Lishogi, "lishogi"), (Format::Json, "json"), (Format::Jsonl, "jsonl")] {
        let text = with_strays(&(texts(format).join("\n") + "\n").repeat(4));
        must_be_equal(text.as_bytes(), [1, 777, 2000, 9000], name);
    }
}

#[test]
fn pgn() {
    let text = together(Format::Pgn).repeat(4);
    must_be_equal(text.as_bytes(), [1, 300, 1500, 9000], "pgn");
    must_be_equal(text.replace('\n', "\r\n").as_bytes(), [1, 444, 3000], "pgn");
}

/// Logs of engines side by side: `engines` of them play at the same time, game after game.
fn logs(games: usize, engines: usize) -> String {
    const MOVES: [&str; 6] = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e"];
    let mut text = String::new();
    for game in 0..games {
        for engine in 0..engines {
            let _ = writeln!(text, "{engine}> isready\n{engine}< readyok\n{engine}> usinewgame");
        }
        for ply in game % 3..MOVES.len() {
            for engine in (0..engines).filter(|engine| engine % 2 == ply % 2) {
                let moves = MOVES[..=ply].join(" ");
                let _ =
                    writeln!(text, "{engine}> position startpos moves {moves}\n{engine}> go byoyomi 1000");
                let _ = writeln!(
                    text,
                    "reading a book\n# a remark\n\n{engine}< bestmove {}",
                    MOVES[(ply + 1) % 6]
                );
            }
        }
        for engine in 0..engines {
            let _ = writeln!(text, "{engine}> gameover {}", if engine % 2 == 0 { "win" } else { "lose" });
        }
        if game % 4 == 3 {
            let _ =
                writeln!(text, "saved\n\nposition startpos moves 7g7f\nposition startpos moves 7g7f 3c3d");
        }
    }
    text
}

#[test]
fn usi_logs() {
    for engines in 1..=3 {
        let text = logs(20, engines);
        let games = ReplayedFile::new(Content::new(text.clone().into_bytes())).games.len();
        assert_eq!(games, 20 * engines + 10, "{engines}");
        must_be_equal(text.as_bytes(), [1, 300, 1500, 9000], &format!("{engines} engines"));
    }
}

#[test]
fn bytes_that_cannot_be_decoded_are_reported_once() {
    let text = together(Format::Kif);
    let cp932: String =
        text.chars().filter(|char| encode(&char.to_string(), Encoding::Cp932).1.is_empty()).collect();
    let mut bytes = encode(&cp932, Encoding::Cp932).0;
    let lines: Vec<usize> = memchr_lines(&bytes).step_by(20).collect();
    for (number, at) in lines.into_iter().enumerate() {
        bytes.insert(at + number, 0xff);
    }
    let folder = Folder::new();
    let path = folder.write("large.kif", &bytes);
    let at_once = ReplayedFile::new(Content::new(bytes));
    assert_eq!(at_once.document.diagnostics.len(), 21);
    for size in [1, 1000, 7000] {
        let chunks = in_chunks(&path, size);
        assert_eq!(chunks.last().unwrap().document.diagnostics, at_once.document.diagnostics, "{size}");
    }
}

fn memchr_lines(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_samples_in_any_chunks(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 4..20),
        size in 1_usize..4000,
        format in prop::sample::select(vec![Format::Kif, Format::Csa, Format::Usi]),
    ) {
        let all = texts(format);
        // The first one decides what the file is.
        let mut text = texts(format).iter().max_by_key(|text| text.len()).unwrap().clone();
        for pick in picks {
            text += if format == Format::Csa { "\n/\n" } else { "\n" };
            text += pick.get(&all[..]).as_str();
        }
        let folder = Folder::new();
        let path = folder.write("large", &text);
        let at_once = ReplayedFile::new(Content::new(text.into_bytes()));
        prop_assume!(at_once.document.format == Some(format));
        let chunks = in_chunks(&path, size);
        let games = |chunks: &[ReplayedFile]| -> Vec<String> {
            let texts = chunks.iter().flat_map(|chunk| chunk.games.iter());
            texts.map(|found| format!("{:?} {:?} {:?}", found.bytes, found.record.info, found.rest)).collect()
        };
        prop_assert_eq!(games(&chunks), games(&[at_once]));
    }
}

/// What a database says about its sources, games, ledger and findings.
fn dump(database: &Database) -> Vec<String> {
    let questions = [
        "SELECT hex(sha256), bytes, encoding, evidence, format, games, complete FROM source",
        "SELECT source, number, byte_start, byte_end, bucket, game, code FROM entry ORDER BY 1, 2",
        "SELECT source, number, code, severity, line, \"column\", message FROM diagnostic ORDER BY 1, 2, 5, 6, 3, 7",
        "SELECT id, hex(moves), start, declared_ending, agreement, rest, headers FROM game ORDER BY 1",
        "SELECT count(*) FROM unread",
    ];
    let rows = questions.into_iter().flat_map(|question| query::run_sql(database, question).unwrap().rows);
    rows.map(|row| serde_json::to_string(&row).unwrap()).collect()
}

fn options(chunk: usize) -> Options {
    let mut options = Options::default();
    options.limits = Limits { file: 1000, chunk, game: 1 << 20 };
    options
}

#[test]
fn databases_are_the_same_and_the_bytes_are_kept() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    for format in [Format::Kif, Format::Csa, Format::Usi] {
        folder.write(&format!("in/{}", format.name()), together(format));
    }
    let run = |name: &str, options: Options| {
        let database = Database::create(&folder.path(name)).unwrap();
        let summary = import(&database, &[folder.path("in")], options, &mut |_| {}).unwrap();
        assert_eq!((summary.files, summary.files_unreadable), (3, 0));
        assert!(summary.adds_up());
        database
    };
    let whole = dump(&run("whole.db", Options::default()));
    for piece in [500, 6000] {
        let database = run(&format!("{piece}.db"), options(piece));
        assert_eq!(dump(&database), whole, "{piece}");
        assert!(query::examine(&database).unwrap().is_sound());
        for (source, format) in [(2, "kif"), (1, "csa"), (3, "usi")] {
            let kept = database.source_bytes(source).unwrap().unwrap();
            assert_eq!(kept, std::fs::read(folder.path(&format!("in/{format}"))).unwrap());
        }
        let again = import(&database, &[folder.path("in")], options(piece + 1), &mut |_| {}).unwrap();
        assert_eq!((again.files_known, again.games), (3, 0));
    }
}

static STOP: AtomicBool = AtomicBool::new(false);

#[test]
fn a_file_that_was_left_half_read_is_completed() {
    let folder = Folder::new();
    let path = folder.write("large.csa", together(Format::Csa));
    let whole = Database::create(&folder.path("whole.db")).unwrap();
    import(&whole, std::slice::from_ref(&path), Options::default(), &mut |_| {}).unwrap();
    let parts = Database::create(&folder.path("parts.db")).unwrap();
    let mut stopping = options(700);
    stopping.stop = Some(&STOP);
    let mut seen = 0;
    let summary = import(&parts, std::slice::from_ref(&path), stopping, &mut |_| {
        seen += 1;
        STOP.store(seen >= 4, Ordering::SeqCst);
    });
    let summary = summary.unwrap();
    assert!(summary.interrupted && summary.games > 0);
    let health = query::examine(&parts).unwrap();
    assert!(health.is_sound());
    assert_eq!(parts.source_bytes(1).unwrap(), None);
    // With other chunks, as another version of the program may have.
    let rest = import(&parts, &[path], options(900), &mut |_| {}).unwrap();
    assert!(!rest.interrupted);
    assert_eq!(dump(&parts), dump(&whole));
    assert_eq!(parts.source_bytes(1).unwrap(), whole.source_bytes(1).unwrap());
    let entries = query::run_sql(&parts, "SELECT count(*) FROM entry").unwrap().rows[0][0].as_u64().unwrap();
    assert_eq!(rest.games + summary.games, entries);
    assert!(query::examine(&parts).unwrap().is_sound());
}

#[test]
fn what_cannot_be_cut_is_refused_clearly() {
    let folder = Folder::new();
    let record = together(Format::Csa);
    let long = format!("V2.2\nPI\n+\n{}%CHUDAN\n", "+7776FU\n".repeat(200_000));
    let utf16 = encode(&together(Format::Kif), Encoding::Utf16Le).0;
    for (name, bytes, reason) in [
        ("a.csa", [record.as_bytes(), b"/\n", long.as_bytes()].concat(), "is larger than 1 MiB"),
        ("b.kif", utf16, "convert it to utf-8 first"),
        ("c.txt", b"nothing of the sort\n".repeat(100), "not a record of a known format"),
        ("d.bin", vec![0; 5000], "not text"),
        (
            "e.jkf",
            format!("{{\"header\":{{}},\"moves\":[{{}}{}]}}", ",{}".repeat(1000)).into_bytes(),
            "not in jkf",
        ),
    ] {
        let path = folder.write(name, bytes);
        let database = Database::create(&folder.path(&format!("{name}.db"))).unwrap();
        let summary = import(&database, &[path], options(700), &mut |_| {}).unwrap();
        assert_eq!(summary.unreadable.len(), 1, "{name}");
        assert!(summary.unreadable[0].reason.contains(reason), "{name}: {}", summary.unreadable[0].reason);
        assert!(summary.adds_up() && query::examine(&database).unwrap().is_sound());
    }
}

/// A reader stops when a chunk has more games than it may hold in memory; the next chunk begins there.
#[test]
fn a_chunk_with_very_many_games_loses_none() {
    let folder = Folder::new();
    let path = folder.write("many.usi", "startpos moves 7g7f\n".repeat(170_000));
    let chunks = in_chunks(&path, 4 << 20);
    let games: usize = chunks.iter().map(|chunk| chunk.games.len()).sum();
    let errors = chunks
        .iter()
        .flat_map(|chunk| chunk.findings())
        .filter(|(_, found)| found.severity == Severity::Error);
    assert_eq!((games, errors.count()), (170_000, 0));
}

/// More games than are read at once fit into two megabytes; none of them may be left out.
#[test]
fn a_small_file_of_very_many_games_loses_none() {
    const GAMES: usize = 160_000;
    let folder = Folder::new();
    folder.write("many.usi", "startpos\n".repeat(GAMES).as_bytes());
    let count = |content: Result<Content, ReadError>| {
        let file = ReplayedFile::new(content.unwrap());
        (file.games.len(), file.findings().filter(|(_, found)| found.code == Code::TooMuch).count())
    };
    let mut chunks = Vec::new();
    each_batch(&find(&[folder.path("many.usi")]), Limits::default(), &|_| None, count, &mut |batch| {
        chunks.extend(batch.items.into_iter().map(|(_, chunk)| chunk));
        ControlFlow::Continue(())
    });
    let sum = chunks.iter().fold((0, 0), |sum, chunk| (sum.0 + chunk.0, sum.1 + chunk.1));
    assert!(chunks.len() > 1);
    assert_eq!(sum, (GAMES, 0));
}
