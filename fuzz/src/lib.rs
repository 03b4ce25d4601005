//! What every target does with its bytes, and what must hold whatever they are.

mod game;
mod packed;
mod rules;

use kifukura::formats::encoding::{Encoding, declare_utf8, decode, encode, encoded_len, repair_mojibake};
use kifukura::formats::{self, text_lines};
use kifukura::intake::{Content, ReplayedFile, members};
use kifukura::check::fix;
use kifukura::record::Record;
use std::ops::ControlFlow;

pub use game::record;
pub use packed::packed;
pub use rules::rules;

/// How many games of one text are played.
const MOST_GAMES: usize = 6;

/// Decodes the bytes and reads the text with one reader, whatever its format is.
pub fn text(bytes: &[u8], read: fn(&str) -> Vec<Record>) {
    let text = decode(bytes).text;
    let _ = formats::Format::detect(&text);
    records(&text, &read(&text));
}

/// The records of a text: their ranges are parts of it, in the order of their beginnings, and each holds what [`record()`]
/// asks. Games in one JSON array have the range of the array, and those of logs side by side go on in one another's.
pub fn records(text: &str, records: &[Record]) {
    let mut last = 0..0;
    for record in records {
        let range = &record.text_range;
        assert!(range.start >= last.start, "{range:?} after {last:?}");
        assert!(text.get(range.clone()).is_some(), "{range:?} is no part of the text");
        last = range.clone();
    }
    records.iter().take(MOST_GAMES).for_each(record);
}

/// A whole file: what it is, its games, their bytes, and a corrected copy that needs no correction.
pub fn file(bytes: &[u8]) {
    let file = ReplayedFile::new(Content::new(bytes.to_vec()));
    let mut end = 0;
    for found in &file.games {
        assert_eq!(found.bytes.start, end, "a game's bytes begin where those before it end");
        end = found.bytes.end;
    }
    assert!(file.games.is_empty() || end == bytes.len(), "{end} of {} bytes are of games", bytes.len());
    let own: usize = file.games.iter().map(|found| found.record.diagnostics.len()).sum();
    assert!(file.findings().count() >= own + file.document.diagnostics.len());
    for mojibake in [false, true] {
        if let Ok(fixed) = fix(&file, mojibake) {
            let again = ReplayedFile::new(Content::new(fixed.text.clone().into_bytes()));
            let once_more = fix(&again, false);
            assert_eq!(once_more.map(|fixed| fixed.fixes), Ok(Vec::new()), "a corrected copy needs nothing");
        }
    }
    let records: Vec<_> = file.games.into_iter().map(|found| found.record).collect();
    if !records.is_empty() {
        self::records(&file.document.text, &records);
    }
}

/// The bytes as comments after the first move, in KIF and in CSA.
pub fn comments(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let with = |before: &str, mark: &str| {
        text_lines(&text).fold(before.to_owned(), |text, line| text + mark + line + "\n")
    };
    for whole in [with("   1 ７六歩(77)\n", "*"), with("PI\n+\n+7776FU\nT1\n", "'*")] {
        let document = formats::read(whole.as_bytes());
        let evaluations = document.records.iter().map(|record| record.evaluations.len()).sum::<usize>();
        assert!(evaluations <= whole.lines().count(), "{evaluations} evaluations");
        document.records.iter().for_each(|record| {
            record.evaluations.iter().for_each(|found| drop(found.score.to_string()));
        });
        records(&document.text, &document.records);
    }
}

/// Bytes to text, and the text to bytes in every encoding.
pub fn encoding(bytes: &[u8]) {
    let decoded = decode(bytes);
    assert!(decoded.diagnostics.len() < 64, "{} findings", decoded.diagnostics.len());
    assert!(decoded.text.len() <= bytes.len() * 3 + 3, "{} bytes of text", decoded.text.len());
    let text = &decoded.text;
    for encoding in Encoding::ALL {
        let (encoded, missing) = encode(text, encoding);
        assert!(missing.is_empty() || encoded.contains(&b'?'), "{missing:?}");
        if encoding == decoded.encoding && decoded.diagnostics.is_empty() && missing.is_empty() {
            assert_eq!(decode(&encoded).text, *text, "{encoding:?}");
        }
    }
    let exact = matches!(
        decoded.encoding,
        Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Cp932 | Encoding::Utf16Le
    );
    if exact && decoded.diagnostics.is_empty() {
        let mark = encode("", decoded.encoding).0;
        let mark = if bytes.starts_with(&mark) { mark.len() } else { 0 };
        assert_eq!(encoded_len(text, decoded.encoding) + mark, bytes.len(), "{:?}", decoded.encoding);
    }
    assert_eq!(encode(text, Encoding::Utf8).0, text.as_bytes());
    text_lines(text).take(5).for_each(|line| drop(declare_utf8(line)));
    if let Some((repaired, lines)) = repair_mojibake(text) {
        assert!(lines > 0 && repaired != *text);
    }
    let _ = kifukura::formats::encoding::short_text(bytes);
}

/// The bytes as an archive; the files in it are read when they are small.
pub fn archive(bytes: &[u8]) {
    let (mut files, mut size) = (0_usize, 0_usize);
    members(bytes, &mut |name, content| {
        assert!(!name.split('/').any(|part| matches!(part, ".." | ".")), "{name}");
        assert!(!name.contains(char::is_control), "{name:?}");
        files += 1;
        if let Ok(content) = content {
            size += content.len();
            if content.len() < 4096 {
                let _ = formats::read(&content);
            }
        }
        if files < 64 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(size <= 64 << 20, "{size} bytes out of {}", bytes.len());
}
