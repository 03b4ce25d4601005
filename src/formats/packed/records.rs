//! Records of one length, read one after the other.

use super::error::{Fault, RecordError};
use super::{hcpe, psv};
use crate::rules::shogi::Setup;
use std::io::{self, BufRead};
use std::marker::PhantomData;

/// A record that is made of a fixed number of bytes.
trait FromBytes: Sized {
    const BYTES: usize;

    fn from_bytes(bytes: &[u8]) -> Result<Self, Fault>;
}

impl FromBytes for psv::Record<Setup> {
    const BYTES: usize = psv::RECORD_BYTES;

    fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let cut_off = |_| Fault::CutOff { there: bytes.len(), wanted: Self::BYTES };
        Self::from_bytes(bytes.try_into().map_err(cut_off)?)
    }
}

impl FromBytes for hcpe::Record<Setup> {
    const BYTES: usize = hcpe::RECORD_BYTES;

    fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let cut_off = |_| Fault::CutOff { there: bytes.len(), wanted: Self::BYTES };
        Self::from_bytes(bytes.try_into().map_err(cut_off)?)
    }
}

/// The records of a file. After one that cannot be read the next is read; after bytes that make no complete record, or an
/// error of the reader, nothing more comes.
#[derive(Debug)]
pub struct Records<T, R> {
    input: R,
    index: u64,
    ended: bool,
    record: PhantomData<T>,
}

impl<T, R> Records<T, R> {
    const fn new(input: R) -> Self {
        Self { input, index: 0, ended: false, record: PhantomData }
    }
}

/// Reads psv, record by record.
pub const fn read_psv<R: BufRead>(input: R) -> Records<psv::Record<Setup>, R> {
    Records::new(input)
}

/// Reads hcpe, record by record.
pub const fn read_hcpe<R: BufRead>(input: R) -> Records<hcpe::Record<Setup>, R> {
    Records::new(input)
}

/// Reads until the buffer is full or nothing more comes; how many bytes came.
pub(super) fn fill(input: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let mut there = 0;
    while there < buffer.len() {
        match input.read(&mut buffer[there..]) {
            Ok(0) => break,
            Ok(more) => there += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(there)
}

impl<T: FromBytes, R: BufRead> Iterator for Records<T, R> {
    type Item = Result<T, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let (index, mut bytes) = (self.index, [0; 64]);
        let bytes = &mut bytes[..T::BYTES];
        let record = match fill(&mut self.input, bytes) {
            Ok(0) => {
                self.ended = true;
                return None;
            }
            Ok(there) if there < T::BYTES => {
                self.ended = true;
                Err(Fault::CutOff { there, wanted: T::BYTES })
            }
            Ok(_) => T::from_bytes(bytes),
            Err(error) => {
                self.ended = true;
                Err(error.into())
            }
        };
        self.index += 1;
        Some(record.map_err(|fault| RecordError { index, offset: index * T::BYTES as u64, fault }))
    }
}
