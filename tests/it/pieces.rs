//! Large files read piece by piece give what they give when they are read whole.

use crate::support::{Folder, samples};
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::formats::{self, Format};
use kifukura::import::source::{Content, Limits, each, find};
use kifukura::import::{Options, Prepared, import};
use kifukura::record::{Code, Severity};
use kifukura::{query, store};
use proptest::prelude::*;
use rusqlite::Connection;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The texts of all samples of a format, the broken ones too.
fn texts(format: Format) -> Vec<String> {
    let documents =
        find(&[samples()]).into_iter().map(|source| formats::read(&std::fs::read(source.path).unwrap()));
    let of_format = documents.filter(|document| document.format == Some(format));
    // What cannot be decoded is somewhere else in every encoding.
    of_format.map(|document| document.text).filter(|text| !text.contains('\u{fffd}')).collect()
}

/// All of them in one text, as people put files together.
fn together(format: Format) -> String {
    let between = match format {
        Format::Csa => "\n/\n",
        Format::Usi => "\n\n# the next one\n",
        _ => "\n# ---- another file ----\n",
    };
    texts(format).join(between)
}

/// What is read, in words: everything but the offsets that count inside of a part.
fn words(parts: &[Prepared]) -> String {
    let mut text = String::new();
    for part in parts {
        for (number, found) in (part.games_before()..).zip(&part.games) {
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
        for (number, found) in part.findings().filter(|(number, _)| number.is_some()) {
            let _ = writeln!(text, "{number:?} {found:?}");
        }
    }
    let document = &parts.last().unwrap().document;
    let _ = writeln!(text, "{:?} {:?} {:?}", document.encoding, document.evidence, document.format);
    let _ = writeln!(text, "{:?}", document.diagnostics);
    text
}

fn in_pieces(path: &Path, piece: usize) -> Vec<Prepared> {
    let limits = Limits { whole: 0, piece, game: 64 << 20 };
    let mut parts = Vec::new();
    let make = |content: Result<Content, String>| Prepared::new(content.unwrap());
    each(&find(&[path.to_owned()]), limits, &|_| false, make, &mut |batch| {
        parts.extend(batch.items.into_iter().map(|(_, part)| part));
        true
    });
    parts
}

/// The same game by game, so that a difference is found.
fn must_be_equal(bytes: &[u8], sizes: impl IntoIterator<Item = usize>, what: &str) {
    let folder = Folder::new();
    let path = folder.write("large", bytes);
    let whole = words(&[Prepared::new(Content::new(bytes.to_vec()))]);
    for size in sizes {
        let parts = in_pieces(&path, size);
        assert_eq!(parts.iter().map(|part| part.content.bytes.len()).sum::<usize>(), bytes.len());
        assert!(size > 1000 || parts.len() > 1, "{what}: {} parts of {size}", parts.len());
        let pieces = words(&parts);
        // The findings come after the games of a part, so the lines are compared sorted.
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(Into::into).collect();
            lines.sort();
            lines
        };
        for (whole, pieces) in sorted(&whole).iter().zip(&sorted(&pieces)) {
            assert_eq!(whole, pieces, "{what}, pieces of {size}");
        }
        assert_eq!(whole.lines().count(), pieces.lines().count(), "{what}, pieces of {size}");
    }
}

#[test]
fn kif_in_every_encoding() {
    let text = together(Format::Kif);
    for encoding in [Encoding::Utf8, Encoding::Utf8Bom, Encoding::Cp932, Encoding::EucJp] {
        let text: String =
            text.chars().filter(|letter| encode(&letter.to_string(), encoding).1.is_empty()).collect();
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
fn bytes_that_cannot_be_decoded_are_told_once() {
    let text = together(Format::Kif);
    let cp932: String =
        text.chars().filter(|letter| encode(&letter.to_string(), Encoding::Cp932).1.is_empty()).collect();
    let mut bytes = encode(&cp932, Encoding::Cp932).0;
    let lines: Vec<usize> = memchr_lines(&bytes).step_by(20).collect();
    for (number, at) in lines.into_iter().enumerate() {
        bytes.insert(at + number, 0xff);
    }
    let folder = Folder::new();
    let path = folder.write("large.kif", &bytes);
    let whole = Prepared::new(Content::new(bytes));
    assert_eq!(whole.document.diagnostics.len(), 21);
    for size in [1, 1000, 7000] {
        let parts = in_pieces(&path, size);
        assert_eq!(parts.last().unwrap().document.diagnostics, whole.document.diagnostics, "{size}");
    }
}

fn memchr_lines(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_samples_in_any_pieces(
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
        let whole = Prepared::new(Content::new(text.into_bytes()));
        prop_assume!(whole.document.format == Some(format));
        let parts = in_pieces(&path, size);
        let games = |parts: &[Prepared]| -> Vec<String> {
            let texts = parts.iter().flat_map(|part| part.games.iter());
            texts.map(|found| format!("{:?} {:?} {:?}", found.bytes, found.record.info, found.rest)).collect()
        };
        prop_assert_eq!(games(&parts), games(&[whole]));
    }
}

/// What a database says about its sources, games, ledger and findings.
fn dump(connection: &Connection) -> Vec<String> {
    let questions = [
        "SELECT hex(sha256), bytes, encoding, evidence, format, games, complete FROM source",
        "SELECT source, number, byte_start, byte_end, bucket, game, code FROM entry ORDER BY 1, 2",
        "SELECT source, number, code, severity, line, \"column\", message FROM diagnostic ORDER BY 1, 2, 5, 6, 3, 7",
        "SELECT id, hex(moves), start, declared_ending, agreement, rest, headers FROM game ORDER BY 1",
        "SELECT count(*) FROM unread",
    ];
    let rows = questions.into_iter().flat_map(|question| query::run_sql(connection, question).unwrap().rows);
    rows.map(|row| serde_json::to_string(&row).unwrap()).collect()
}

fn options(piece: usize) -> Options {
    let mut options = Options::default();
    options.limits = Limits { whole: 1000, piece, game: 1 << 20 };
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
        let mut connection = store::create(&folder.path(name)).unwrap();
        let summary = import(&mut connection, &[folder.path("in")], options, &mut |_| {}).unwrap();
        assert_eq!((summary.files, summary.unreadable_files), (3, 0));
        assert!(summary.adds_up());
        connection
    };
    let whole = dump(&run("whole.db", Options::default()));
    for piece in [500, 6000] {
        let mut connection = run(&format!("{piece}.db"), options(piece));
        assert_eq!(dump(&connection), whole, "{piece}");
        assert!(query::examine(&connection).unwrap().is_sound());
        for (source, format) in [(2, "kif"), (1, "csa"), (3, "usi")] {
            let kept = store::source_bytes(&connection, source).unwrap().unwrap();
            assert_eq!(kept, std::fs::read(folder.path(&format!("in/{format}"))).unwrap());
        }
        let again = import(&mut connection, &[folder.path("in")], options(piece + 1), &mut |_| {}).unwrap();
        assert_eq!((again.known_files, again.games), (3, 0));
    }
}

static STOP: AtomicBool = AtomicBool::new(false);

#[test]
fn a_file_that_was_left_half_read_is_completed() {
    let folder = Folder::new();
    let path = folder.write("large.csa", together(Format::Csa));
    let mut whole = store::create(&folder.path("whole.db")).unwrap();
    import(&mut whole, std::slice::from_ref(&path), Options::default(), &mut |_| {}).unwrap();
    let mut parts = store::create(&folder.path("parts.db")).unwrap();
    let mut stopping = options(700);
    stopping.stop = Some(&STOP);
    let mut seen = 0;
    let summary = import(&mut parts, std::slice::from_ref(&path), stopping, &mut |_| {
        seen += 1;
        STOP.store(seen >= 4, Ordering::SeqCst);
    });
    let summary = summary.unwrap();
    assert!(summary.interrupted && summary.games > 0);
    let health = query::examine(&parts).unwrap();
    assert!(health.is_sound());
    assert_eq!(store::source_bytes(&parts, 1).unwrap(), None);
    // With other pieces, as another version of the program may have.
    let rest = import(&mut parts, &[path], options(900), &mut |_| {}).unwrap();
    assert!(!rest.interrupted);
    assert_eq!(dump(&parts), dump(&whole));
    assert_eq!(store::source_bytes(&parts, 1).unwrap(), store::source_bytes(&whole, 1).unwrap());
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
        let mut connection = store::create(&folder.path(&format!("{name}.db"))).unwrap();
        let summary = import(&mut connection, &[path], options(700), &mut |_| {}).unwrap();
        assert_eq!(summary.unreadable.len(), 1, "{name}");
        assert!(summary.unreadable[0].1.contains(reason), "{name}: {}", summary.unreadable[0].1);
        assert!(summary.adds_up() && query::examine(&connection).unwrap().is_sound());
    }
}

/// A reader stops when a piece has more games than it may hold in memory; the next piece begins there.
#[test]
fn a_piece_with_very_many_games_loses_none() {
    let folder = Folder::new();
    let path = folder.write("many.usi", "startpos moves 7g7f\n".repeat(170_000));
    let pieces = in_pieces(&path, 4 << 20);
    let games: usize = pieces.iter().map(|piece| piece.games.len()).sum();
    let errors = pieces
        .iter()
        .flat_map(|piece| piece.findings())
        .filter(|(_, found)| found.severity == Severity::Error);
    assert_eq!((games, errors.count()), (170_000, 0));
}

/// More games than are read at once fit into two megabytes; none of them may be left out.
#[test]
fn a_small_file_of_very_many_games_loses_none() {
    const GAMES: usize = 160_000;
    let folder = Folder::new();
    folder.write("many.usi", "startpos\n".repeat(GAMES).as_bytes());
    let count = |content: Result<Content, String>| {
        let prepared = Prepared::new(content.unwrap());
        (prepared.games.len(), prepared.findings().filter(|(_, found)| found.code == Code::TooMuch).count())
    };
    let mut pieces = Vec::new();
    each(&find(&[folder.path("many.usi")]), Limits::default(), &|_| false, count, &mut |batch| {
        pieces.extend(batch.items.into_iter().map(|(_, piece)| piece));
        true
    });
    let sum = pieces.iter().fold((0, 0), |sum, piece| (sum.0 + piece.0, sum.1 + piece.1));
    assert!(pieces.len() > 1);
    assert_eq!(sum, (GAMES, 0));
}
