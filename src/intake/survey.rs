//! The first of the two readings of a large file: its hash, and what its encoding and format show in.

use crate::formats::AllBytes;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// How much of the beginning shows what a file is, in bytes.
const HEAD: usize = 1 << 20;

/// What is read in chunks. It is read twice.
#[derive(Debug)]
pub(super) enum Input {
    /// A file.
    File(PathBuf),
    /// Bytes that came from elsewhere.
    Bytes(Vec<u8>),
}

impl Input {
    /// Begins to read it.
    pub fn reader(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(&bytes[..]),
        })
    }
}

/// What the first reading finds out.
#[derive(Debug)]
pub(super) struct Survey {
    pub sha256: [u8; 32],
    /// How many bytes there are.
    pub bytes: u64,
    /// What holds for all of them.
    pub all: AllBytes,
    /// The first bytes, up to a line end.
    pub head: Vec<u8>,
    /// The bytes from the first line on that is not ASCII, up to a line end.
    pub sample: Vec<u8>,
    /// The beginning of a character of UTF-8 that is not complete yet.
    open: Vec<u8>,
}

impl Survey {
    /// Reads everything once.
    pub fn new(input: &Input) -> io::Result<Self> {
        let mut reader = input.reader()?;
        let mut hash = Sha256::new();
        let all = AllBytes { ascii: true, utf8: true };
        let (head, sample, open) = Default::default();
        let mut survey = Self { sha256: [0; 32], bytes: 0, all, head, sample, open };
        let mut buffer = vec![0; HEAD];
        loop {
            let read = fill(&mut reader, &mut buffer)?;
            hash.update(&buffer[..read]);
            survey.take(&buffer[..read]);
            if read < buffer.len() {
                break;
            }
        }
        survey.all.utf8 &= survey.open.is_empty();
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

    /// The next bytes.
    fn take(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        extend(&mut self.head, bytes);
        if self.all.ascii && !bytes.is_ascii() {
            self.all.ascii = false;
            let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
            let line = bytes[..first].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            self.sample = bytes[line..].to_vec();
        } else if !self.all.ascii {
            extend(&mut self.sample, bytes);
        }
        if self.all.utf8 && !self.all.ascii {
            self.open.extend_from_slice(bytes);
            match std::str::from_utf8(&self.open) {
                Ok(_) => self.open.clear(),
                Err(error) if error.error_len().is_none() => {
                    self.open.drain(..error.valid_up_to());
                }
                Err(_) => self.all.utf8 = false,
            }
        }
    }
}

/// Appends as many of `bytes` as [`HEAD`] allows.
fn extend(part: &mut Vec<u8>, bytes: &[u8]) {
    let most = HEAD.saturating_sub(part.len());
    part.extend_from_slice(&bytes[..bytes.len().min(most)]);
}

/// Reads until the buffer is full or nothing more comes; how many bytes came.
pub(super) fn fill(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
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
