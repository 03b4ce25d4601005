//! Many rows in order with little memory: what does not fit is sorted in parts, which lie in temporary files and are
//! merged.

use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// How many bytes of rows are held in memory.
const MEMORY: usize = 96 << 20;

/// Of zstd: the parts are written and read once.
const LEVEL: i32 = 1;

/// Rows of bytes under numbers, to be read in the order of the numbers and, among equal ones, of the bytes.
#[derive(Debug)]
pub struct Sorter {
    folder: PathBuf,
    limit: usize,
    rows: Vec<Entry>,
    bytes: Vec<u8>,
    parts: Vec<File>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    start: u32,
    length: u32,
}

impl Sorter {
    /// No rows yet; parts lie in this folder, without a name.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self::with_memory(folder, MEMORY)
    }

    fn with_memory(folder: PathBuf, limit: usize) -> Self {
        Self { folder, limit, rows: Vec::new(), bytes: Vec::new(), parts: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When a part cannot be written.
    pub fn push(&mut self, key: u64, row: &[u8]) -> io::Result<()> {
        let held = self.bytes.len() + self.rows.len() * size_of::<Entry>();
        if held + row.len() + size_of::<Entry>() > self.limit && !self.rows.is_empty() {
            self.write_part()?;
        }
        let number = |size: usize| u32::try_from(size).map_err(io::Error::other);
        self.rows.push(Entry { key, start: number(self.bytes.len())?, length: number(row.len())? });
        self.bytes.extend_from_slice(row);
        Ok(())
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        let row = |entry: &Entry| &bytes[entry.start as usize..][..entry.length as usize];
        self.rows.par_sort_unstable_by(|a, b| a.key.cmp(&b.key).then_with(|| row(a).cmp(row(b))));
    }

    fn write_part(&mut self) -> io::Result<()> {
        self.sort();
        let file = tempfile::tempfile_in(&self.folder)?;
        let mut writer = zstd::Encoder::new(BufWriter::new(file), LEVEL)?;
        for Entry { key, start, length } in &self.rows {
            writer.write_all(&key.to_le_bytes())?;
            writer.write_all(&length.to_le_bytes())?;
            writer.write_all(&self.bytes[*start as usize..][..*length as usize])?;
        }
        let mut file = writer.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        self.parts.push(file);
        self.rows.clear();
        self.bytes.clear();
        Ok(())
    }

    /// Gives all rows in order to `take`.
    ///
    /// # Errors
    /// When a part cannot be written or read, or `take` gives one.
    pub fn each(mut self, mut take: impl FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        if self.parts.is_empty() {
            self.sort();
            for Entry { key, start, length } in &self.rows {
                take(*key, &self.bytes[*start as usize..][..*length as usize])?;
            }
            return Ok(());
        }
        if !self.rows.is_empty() {
            self.write_part()?;
        }
        (self.rows, self.bytes) = (Vec::new(), Vec::new());
        let mut parts = Vec::with_capacity(self.parts.len());
        let mut next = BinaryHeap::new();
        for (number, file) in self.parts.drain(..).enumerate() {
            let mut part = Part(zstd::Decoder::new(BufReader::new(file))?);
            if let Some((key, row)) = part.next()? {
                next.push(Reverse((key, row, number)));
            }
            parts.push(part);
        }
        while let Some(mut first) = next.peek_mut() {
            let Reverse((key, row, number)) = &mut *first;
            take(*key, row)?;
            match parts[*number].next()? {
                Some(following) => (*key, *row) = following,
                None => {
                    PeekMut::pop(first);
                }
            }
        }
        Ok(())
    }
}

/// A sorted part.
struct Part(zstd::Decoder<'static, BufReader<BufReader<File>>>);

impl Part {
    fn next(&mut self) -> io::Result<Option<(u64, Vec<u8>)>> {
        let mut key = [0; 8];
        match self.0.read_exact(&mut key) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        let mut length = [0; 4];
        self.0.read_exact(&mut length)?;
        let mut row = vec![0; u32::from_le_bytes(length) as usize];
        self.0.read_exact(&mut row)?;
        Ok(Some((u64::from_le_bytes(key), row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_order_however_many_parts_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = fastrand::Rng::with_seed(3);
        let rows: Vec<(u64, Vec<u8>)> = (0..5000)
            .map(|_| (random.u64(0..40), (0..random.usize(0..9)).map(|_| random.u8(..)).collect()))
            .collect();
        let mut sorted = rows.clone();
        sorted.sort();
        for limit in [1, 400, 30_000, MEMORY] {
            let mut sorter = Sorter::with_memory(folder.path().to_owned(), limit.max(64));
            for (key, row) in rows.iter().take(if limit == 1 { 200 } else { rows.len() }) {
                sorter.push(*key, row).unwrap();
            }
            let mut found = Vec::new();
            sorter
                .each(|key, row| {
                    found.push((key, row.to_vec()));
                    Ok(())
                })
                .unwrap();
            let mut wanted = rows[..found.len()].to_vec();
            wanted.sort();
            assert_eq!(found, wanted, "{limit}");
            assert!(limit == 1 || found == sorted);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
