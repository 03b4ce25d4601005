//! Files that are too large to be read at once, chunk by chunk, in bounded memory.
//!
//! A [`Survey`] hashes the bytes and finds out what they are; a second reading goes from game to game. Every chunk is a
//! [`Content`] of the same file: lines, bytes and games are counted on from chunk to chunk.

use super::content::{Chunk, Content};
use super::cut::{LastGame, finished_lines, line_ends};
use super::error::ReadError;
use super::limits::Limits;
use super::survey::{Input, Survey, fill};
use crate::formats::encoding::{AROUND, Encoding, report_bad, report_changes};
use crate::formats::{Document, ReadChunk, Shape};
use crate::record::{Code, Diagnostic, Place};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::Read;

/// How many places with undecodable bytes are kept; the rest is counted.
const MOST_BAD: usize = 32;

/// Findings that a reader reports once a file.
const ONCE: [Code; 2] = [Code::BookRows, Code::EngineMessages];

/// The chunks of a file, one after the other. Nothing comes after the last one, nor after an error.
pub(super) struct Chunks<'a> {
    reader: Box<dyn Read + 'a>,
    shape: Shape,
    survey: Survey,
    hash: Sha256,
    limits: Limits,
    /// What was read and is in no chunk yet.
    waiting: Vec<u8>,
    /// Everything was read.
    ended: bool,
    /// Everything was given.
    done: bool,
    start: u64,
    games: usize,
    lines: u32,
    /// What is to be reported of the file as such, at the end.
    diagnostics: Vec<Diagnostic>,
    bad: Vec<(Place, usize)>,
    all_bad: usize,
    /// The encoding in which what was given ends, and where it changed.
    encoding: Encoding,
    changes: Vec<(u32, Encoding)>,
    /// The findings of [`ONCE`] that were reported.
    reported: HashSet<Code>,
}

impl<'a> Chunks<'a> {
    /// Begins the second reading.
    pub fn new(input: &'a Input, survey: Survey, limits: Limits) -> Result<Self, ReadError> {
        let (shape, diagnostics) = Shape::find(&survey.head, &survey.sample, survey.all)
            .map_err(|error| ReadError::Indivisible(error.to_string()))?;
        Ok(Self {
            reader: input.reader()?,
            shape,
            survey,
            hash: Sha256::new(),
            limits,
            waiting: Vec::new(),
            ended: false,
            done: false,
            start: 0,
            games: 0,
            lines: 0,
            diagnostics,
            bad: Vec::new(),
            all_bad: 0,
            encoding: shape.first_encoding(),
            changes: Vec::new(),
            reported: HashSet::new(),
        })
    }

    fn next_chunk(&mut self) -> Result<Content, ReadError> {
        let mut want = self.limits.chunk;
        loop {
            self.read_on(want)?;
            if self.ended {
                let length = self.waiting.len();
                let chunk = self.read(length);
                // With more games than are read at once, it is not the last chunk.
                if !holds_too_much(&chunk.document) || chunk.document.records.len() < 2 {
                    return self.last(chunk, length);
                }
            }
            if let Some(length) = finished_lines(&self.waiting) {
                let mut chunk = self.read(length);
                let last = LastGame::find(&chunk.document, &self.waiting[..length], self.start == 0);
                if let Some(last) = last {
                    chunk.document.records.retain(|record| record.text_range.start < last.text);
                    chunk.document.text.truncate(last.text);
                    return Ok(self.take(chunk, last.bytes, false));
                }
            }
            if want >= self.limits.game {
                return Err(ReadError::GameTooLarge { line: self.lines + 1, limit: self.limits.game });
            }
            want = (want * 2).min(self.limits.game);
        }
    }

    /// Reads the records of so many of the waiting bytes.
    fn read(&self, length: usize) -> ReadChunk {
        self.shape.read(&self.waiting[..length], self.start == 0, self.encoding)
    }

    /// Reads until so many bytes wait.
    fn read_on(&mut self, want: usize) -> Result<(), ReadError> {
        let have = self.waiting.len();
        // One byte more than is wanted shows whether the end is reached.
        if self.ended || have > want {
            return Ok(());
        }
        self.waiting.resize(want + 1, 0);
        let read = fill(&mut self.reader, &mut self.waiting[have..])?;
        self.waiting.truncate(have + read);
        self.hash.update(&self.waiting[have..]);
        self.ended = have + read <= want;
        Ok(())
    }

    fn last(&mut self, chunk: ReadChunk, length: usize) -> Result<Content, ReadError> {
        let seen: [u8; 32] = std::mem::take(&mut self.hash).finalize().into();
        if seen != self.survey.sha256 {
            return Err(ReadError::Changed);
        }
        self.done = true;
        Ok(self.take(chunk, length, true))
    }

    /// The first `length` of the waiting bytes as a chunk of the file.
    fn take(&mut self, chunk: ReadChunk, length: usize, last: bool) -> Content {
        let ReadChunk { mut document, bad, changes } = chunk;
        let rest = self.waiting.split_off(length);
        let bytes = std::mem::replace(&mut self.waiting, rest);
        let ends = line_ends(&bytes);
        let bad = bad.into_iter().filter(|(place, _)| last || place.line().is_none_or(|line| line <= ends));
        for (place, count) in bad {
            self.all_bad += 1;
            if self.bad.len() < MOST_BAD {
                self.bad.push((place.below(self.lines), count));
            }
        }
        for (line, encoding) in changes.into_iter().filter(|(line, _)| last || *line <= ends) {
            self.encoding = encoding;
            self.changes.push((line.saturating_add(self.lines), encoding));
        }
        if last {
            let is_mixed = !self.changes.is_empty();
            let name = if is_mixed { AROUND } else { self.shape.encoding.name() };
            document.diagnostics = report_bad(&self.bad, self.all_bad, name);
            document.diagnostics.extend(report_changes(self.shape.encoding, &self.changes));
            document.diagnostics.append(&mut self.diagnostics);
        }
        for record in &mut document.records {
            record
                .diagnostics
                .retain(|found| !ONCE.contains(&found.code) || self.reported.insert(found.code));
        }
        let chunk = Chunk {
            start: self.start,
            file_bytes: self.survey.bytes,
            games: self.games,
            lines: self.lines,
            last,
        };
        self.start += length as u64;
        self.games += document.records.len();
        self.lines += ends;
        Content { bytes, sha256: self.survey.sha256, chunk: Some(chunk), document: Some(document) }
    }
}

impl Iterator for Chunks<'_> {
    type Item = Result<Content, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let chunk = self.next_chunk();
        self.done |= chunk.is_err();
        Some(chunk)
    }
}

/// True when a reader has stopped before the end, which its last record says.
pub(super) fn holds_too_much(document: &Document) -> bool {
    let last = document.records.last();
    last.is_some_and(|last| last.diagnostics.iter().any(|found| found.code == Code::TooMuch))
}
