//! Files that are too large to be read whole, piece by piece, in bounded memory.
//!
//! A first walk hashes the bytes and finds out what they are; a second one reads game after game. Every piece is a
//! [`Content`] of the same file: lines, bytes and games are counted on from piece to piece.

use super::source::{Content, Part};
use crate::formats::encoding::{Encoding, encoded_len, report_bad};
use crate::formats::{AllBytes, Document, Shape, last_game};
use crate::record::{Code, Diagnostic, Place};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// How much of the beginning shows what a file is, in bytes.
const HEAD: usize = 1 << 20;

/// How many places with undecodable bytes are kept; the rest is counted.
const MOST_BAD: usize = 32;

/// What is read piece by piece. It is read twice.
#[derive(Debug)]
pub(super) enum Body {
    /// A file.
    File(PathBuf),
    /// Bytes that came from elsewhere.
    Bytes(Vec<u8>),
}

impl Body {
    fn reader(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(&bytes[..]),
        })
    }
}

/// What the first walk finds out.
#[derive(Debug)]
pub(super) struct Survey {
    pub sha256: [u8; 32],
    pub bytes: u64,
    all: AllBytes,
    head: Vec<u8>,
    sample: Vec<u8>,
}

impl Survey {
    /// Walks through everything once.
    pub fn new(body: &Body) -> io::Result<Self> {
        let mut reader = body.reader()?;
        let mut hash = Sha256::new();
        let mut survey = Self {
            sha256: [0; 32],
            bytes: 0,
            all: AllBytes { ascii: true, utf8: true },
            head: Vec::new(),
            sample: Vec::new(),
        };
        let mut buffer = vec![0; HEAD];
        // What the last chunk left of a character.
        let mut open: Vec<u8> = Vec::new();
        loop {
            let read = fill(&mut reader, &mut buffer)?;
            let chunk = &buffer[..read];
            hash.update(chunk);
            survey.bytes += read as u64;
            if survey.head.len() < HEAD {
                survey.head.extend_from_slice(&chunk[..read.min(HEAD - survey.head.len())]);
            }
            if survey.all.ascii && !chunk.is_ascii() {
                survey.all.ascii = false;
                let odd = chunk.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
                let line = chunk[..odd].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                survey.sample = chunk[line..].to_vec();
            } else if !survey.all.ascii && survey.sample.len() < HEAD {
                let room = HEAD - survey.sample.len();
                survey.sample.extend_from_slice(&chunk[..read.min(room)]);
            }
            if survey.all.utf8 && !survey.all.ascii {
                open.extend_from_slice(chunk);
                match std::str::from_utf8(&open) {
                    Ok(_) => open.clear(),
                    Err(error) if error.error_len().is_none() && read > 0 => {
                        open.drain(..error.valid_up_to());
                    }
                    Err(_) => survey.all.utf8 = false,
                }
            }
            if read < buffer.len() {
                survey.all.utf8 &= open.is_empty();
                break;
            }
        }
        survey.sha256 = hash.finalize().into();
        for part in [&mut survey.head, &mut survey.sample] {
            if part.len() as u64 != survey.bytes
                && let Some(end) = part.iter().rposition(|byte| *byte == b'\n')
            {
                part.truncate(end + 1);
            }
        }
        Ok(survey)
    }
}

/// Reads until the buffer is full or nothing more comes; how many bytes came.
fn fill(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match reader.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

/// The pieces of a file, one after the other.
pub(super) struct Pieces<'a> {
    reader: Box<dyn Read + 'a>,
    shape: Shape,
    survey: Survey,
    hash: Sha256,
    /// How large a piece usually is, and how large one may become for the sake of one game, in bytes.
    usual: usize,
    most: usize,
    /// What was read and is in no piece yet.
    waiting: Vec<u8>,
    ended: bool,
    done: bool,
    start: u64,
    games: usize,
    lines: u32,
    /// What is to be said of the file as a whole, at the end.
    diagnostics: Vec<Diagnostic>,
    bad: Vec<(Place, usize)>,
    all_bad: usize,
    /// What is said once a file and was said.
    said: HashSet<Code>,
}

/// Remarks that a reader makes once a file.
const ONCE: [Code; 2] = [Code::BookRows, Code::EngineMessages];

impl<'a> Pieces<'a> {
    /// Begins the second walk.
    pub fn new(body: &'a Body, survey: Survey, usual: usize, most: usize) -> Result<Self, String> {
        let (shape, diagnostics) =
            Shape::find(&survey.head, &survey.sample, survey.all).map_err(|error| error.to_string())?;
        Ok(Self {
            reader: body.reader().map_err(|error| error.to_string())?,
            shape,
            survey,
            hash: Sha256::new(),
            usual,
            most,
            waiting: Vec::new(),
            ended: false,
            done: false,
            start: 0,
            games: 0,
            lines: 0,
            diagnostics,
            bad: Vec::new(),
            all_bad: 0,
            said: HashSet::new(),
        })
    }

    /// The next piece; `None` after the last.
    pub fn next(&mut self) -> Option<Result<Content, String>> {
        if self.done {
            return None;
        }
        let piece = self.piece();
        self.done |= piece.is_err();
        Some(piece)
    }

    fn piece(&mut self) -> Result<Content, String> {
        let mut want = self.usual;
        loop {
            self.read_on(want)?;
            if self.ended {
                let length = self.waiting.len();
                let (document, bad) = self.shape.read(&self.waiting, self.start == 0);
                // With more games than are read at once, it is not the last piece.
                if !holds_too_much(&document) || document.records.len() < 2 {
                    return self.last(document, bad, length);
                }
            }
            if let Some(length) = whole_lines(&self.waiting) {
                let (mut document, bad) = self.shape.read(&self.waiting[..length], self.start == 0);
                if let Some((text, bytes)) = cut(&document, &self.waiting[..length], self.start == 0) {
                    document.records.pop();
                    document.text.truncate(text);
                    return Ok(self.part(document, bad, bytes, false));
                }
            }
            if want >= self.most {
                return Err(format!(
                    "the game that begins in line {} is larger than {} MiB",
                    self.lines + 1,
                    self.most >> 20
                ));
            }
            want = (want * 2).min(self.most);
        }
    }

    /// Reads until so many bytes wait.
    fn read_on(&mut self, want: usize) -> Result<(), String> {
        let have = self.waiting.len();
        // One byte more than is wanted shows whether the end is reached.
        if self.ended || have > want {
            return Ok(());
        }
        self.waiting.resize(want + 1, 0);
        let read = fill(&mut self.reader, &mut self.waiting[have..]).map_err(|error| error.to_string())?;
        self.waiting.truncate(have + read);
        self.hash.update(&self.waiting[have..]);
        self.ended = have + read <= want;
        Ok(())
    }

    fn last(
        &mut self,
        document: Document,
        bad: Vec<(Place, usize)>,
        length: usize,
    ) -> Result<Content, String> {
        let seen: [u8; 32] = std::mem::take(&mut self.hash).finalize().into();
        if seen != self.survey.sha256 {
            return Err("it was changed while it was read; run the same command again".to_owned());
        }
        self.done = true;
        Ok(self.part(document, bad, length, true))
    }

    /// The first `length` of the waiting bytes as a part of the file.
    fn part(
        &mut self,
        mut document: Document,
        bad: Vec<(Place, usize)>,
        length: usize,
        last: bool,
    ) -> Content {
        let rest = self.waiting.split_off(length);
        let bytes = std::mem::replace(&mut self.waiting, rest);
        let ends = line_ends(&bytes);
        let bad = bad.into_iter().filter(|(place, _)| last || place.line <= ends);
        for (place, count) in bad {
            self.all_bad += 1;
            if self.bad.len() < MOST_BAD {
                self.bad.push((Place::new(place.line + self.lines, place.column), count));
            }
        }
        if last {
            document.diagnostics = std::mem::take(&mut self.diagnostics);
            let name = self.shape.encoding.name();
            document.diagnostics.extend(report_bad(&self.bad, self.all_bad, name));
        }
        for record in &mut document.records {
            record.diagnostics.retain(|found| !ONCE.contains(&found.code) || self.said.insert(found.code));
        }
        let part =
            Part { start: self.start, whole: self.survey.bytes, games: self.games, lines: self.lines, last };
        self.start += length as u64;
        self.games += document.records.len();
        self.lines += ends;
        Content { bytes, sha256: self.survey.sha256, part: Some(part), document: Some(document) }
    }
}

/// True when a reader has stopped before the end, which its last record tells.
pub(super) fn holds_too_much(document: &Document) -> bool {
    let last = document.records.last();
    last.is_some_and(|last| last.diagnostics.iter().any(|found| found.code == Code::TooMuch))
}

/// The length of the part that consists of whole lines.
fn whole_lines(bytes: &[u8]) -> Option<usize> {
    // A CR at the very end may be half of a line end.
    let inner = bytes.len().saturating_sub(1);
    let lf = memchr::memrchr(b'\n', bytes);
    let end = lf.or_else(|| memchr::memrchr(b'\r', &bytes[..inner]));
    end.map(|end| end + 1)
}

/// How many lines end in these bytes.
fn line_ends(bytes: &[u8]) -> u32 {
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
    u32::try_from(ends.count()).unwrap_or(u32::MAX)
}

/// Where the last game of a piece begins: in bytes of its text, and in bytes of the file. They are counted by lines,
/// which are the same in both.
fn cut(document: &Document, bytes: &[u8], first: bool) -> Option<(usize, usize)> {
    let text = last_game(document).filter(|start| *start > 0)?;
    let before = document.text.get(..text)?;
    let ends = line_ends(before.as_bytes()) as usize;
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let start = match ends.checked_sub(1) {
        None => 0,
        Some(skip) => {
            let mut ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
                .filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
            ends.nth(skip)? + 1
        }
    };
    let mark = if first && start == 0 && document.encoding == Encoding::Utf8Bom { 3 } else { 0 };
    Some((text, start + mark + encoded_len(&before[line..], document.encoding)))
}
