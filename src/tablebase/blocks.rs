//! The table file: bytes in compressed blocks, each of which can be read alone. `docs/dobutsu.md` has the format.

use super::table_error::TableError;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use zstd::bulk::{Compressor, Decompressor};

/// The version of the format.
pub(super) const VERSION: u32 = 1;
/// Bytes in a block.
pub(super) const BLOCK: u32 = 4096;

const MAGIC: [u8; 8] = *b"KURADOBU";
/// Magic, version, bytes in a block, bytes in all, SHA-256 of these and the index.
const HEAD: usize = 8 + 4 + 4 + 4 + 32;
/// The compression level: higher ones save less than 1 %.
const LEVEL: i32 = 6;
/// Blocks kept in memory: 2 MiB.
const CACHED: usize = 512;

/// Compresses one block.
pub(super) fn compress(block: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.include_contentsize(false)?;
    compressor.compress(block)
}

/// Writes a file of `size` bytes from its compressed blocks; how long it is.
pub(super) fn write(out: &mut impl Write, size: u32, blocks: &[Vec<u8>]) -> io::Result<u64> {
    let mut index = Vec::with_capacity(2 * blocks.len());
    for block in blocks {
        let length = u16::try_from(block.len()).map_err(|_| io::Error::other("a block is too long"))?;
        index.extend(length.to_le_bytes());
    }
    let head = head(size, &index);
    out.write_all(&head)?;
    out.write_all(&index)?;
    for block in blocks {
        out.write_all(block)?;
    }
    out.flush()?;
    Ok((head.len() + index.len() + blocks.iter().map(Vec::len).sum::<usize>()) as u64)
}

fn head(size: u32, index: &[u8]) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    for field in [VERSION, BLOCK, size] {
        head.extend(field.to_le_bytes());
    }
    let digest = Sha256::new().chain_update(&head).chain_update(index).finalize();
    head.extend_from_slice(&digest);
    head
}

/// A table file that is open.
pub(super) struct Blocks<R> {
    source: R,
    /// Where each block begins in the file, and at the end where the file ends.
    offsets: Vec<u64>,
    size: u32,
    decompressor: Decompressor<'static>,
    cache: HashMap<u32, Vec<u8>>,
}

impl<R: Read + Seek> Blocks<R> {
    /// Reads the head and the index of a file of `size` bytes.
    pub fn open(mut source: R, size: u32) -> Result<Self, TableError> {
        let actual = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        let mut start = Vec::new();
        source.by_ref().take(HEAD as u64).read_to_end(&mut start)?;
        if !start.starts_with(&MAGIC) {
            return Err(TableError::NotATable);
        }
        let version = start.get(8..12).and_then(|field| field.try_into().ok()).map(u32::from_le_bytes);
        match version {
            Some(VERSION) => {}
            Some(other) => return Err(TableError::Version(other)),
            None => return Err(TableError::Head),
        }
        let mut index = Vec::new();
        source.by_ref().take(2 * u64::from(size.div_ceil(BLOCK))).read_to_end(&mut index)?;
        if index.len() != 2 * size.div_ceil(BLOCK) as usize || start != head(size, &index) {
            return Err(TableError::Head);
        }
        let mut end = (HEAD + index.len()) as u64;
        let mut offsets = vec![end];
        for length in index.chunks_exact(2) {
            end += u64::from(length[0]) + 256 * u64::from(length[1]);
            offsets.push(end);
        }
        if end != actual {
            return Err(TableError::Length { expected: end, actual });
        }
        let decompressor = Decompressor::new()?;
        Ok(Self { source, offsets, size, decompressor, cache: HashMap::new() })
    }

    /// The byte at a place.
    pub fn byte(&mut self, place: u32) -> Result<u8, TableError> {
        let (block, offset) = (place / BLOCK, (place % BLOCK) as usize);
        if !self.cache.contains_key(&block) {
            let bytes = self.read(block)?;
            if self.cache.len() >= CACHED {
                self.cache.clear();
            }
            self.cache.insert(block, bytes);
        }
        self.cache.get(&block).and_then(|bytes| bytes.get(offset)).copied().ok_or(TableError::Block(block))
    }

    /// All bytes of a block, from the file.
    pub fn read(&mut self, block: u32) -> Result<Vec<u8>, TableError> {
        let offsets = self.offsets.get(block as usize..block as usize + 2);
        let &[start, end] = offsets.ok_or(TableError::Block(block))? else {
            return Err(TableError::Block(block));
        };
        let mut compressed = Vec::new();
        self.source.seek(SeekFrom::Start(start))?;
        self.source.by_ref().take(end - start).read_to_end(&mut compressed)?;
        let expected = BLOCK.min(self.size - block * BLOCK) as usize;
        let bytes = self.decompressor.decompress(&compressed, expected);
        bytes.ok().filter(|bytes| bytes.len() == expected).ok_or(TableError::Block(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const SIZE: u32 = 3 * BLOCK + 100;

    fn content() -> Vec<u8> {
        (0..SIZE).map(|place| u8::try_from(place * place / 7 % 251).unwrap()).collect()
    }

    fn file() -> Vec<u8> {
        let blocks: Vec<_> = content().chunks(BLOCK as usize).map(|block| compress(block).unwrap()).collect();
        let mut file = Vec::new();
        let length = write(&mut file, SIZE, &blocks).unwrap();
        assert_eq!(length, file.len() as u64);
        file
    }

    /// Every byte of a file, or the first error.
    fn read(file: &[u8]) -> Result<Vec<u8>, TableError> {
        let mut blocks = Blocks::open(Cursor::new(file), SIZE)?;
        (0..SIZE).map(|place| blocks.byte(place)).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read(&file()).unwrap(), content());
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let file = file();
        let places = (0..200).chain((200..file.len()).step_by(13)).chain(file.len() - 10..file.len());
        for place in places {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[place] ^= 1 << bit;
                match read(&damaged) {
                    // Bits of a block that do not change its content do no harm.
                    Ok(bytes) => assert_eq!(bytes, content(), "byte {place}"),
                    Err(TableError::NotATable) => assert!(place < 8),
                    Err(TableError::Version(_)) => assert!((8..12).contains(&place)),
                    Err(TableError::Head) => assert!(place < HEAD + 8),
                    Err(TableError::Block(_)) => assert!(place >= HEAD + 8),
                    Err(other) => panic!("byte {place}: {other}"),
                }
            }
        }
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        let file = file();
        for length in 0..file.len() {
            let error = read(&file[..length]).unwrap_err();
            match length {
                0..8 => assert!(matches!(error, TableError::NotATable), "{length}: {error}"),
                8..60 => assert!(matches!(error, TableError::Head), "{length}: {error}"),
                _ => assert!(matches!(error, TableError::Length { .. }), "{length}: {error}"),
            }
        }
        let longer = [&file[..], b"x"].concat();
        assert!(matches!(read(&longer), Err(TableError::Length { .. })));
    }

    #[test]
    fn another_file_is_refused() {
        assert!(matches!(read(b"SQLite format 3\0"), Err(TableError::NotATable)));
        let mut newer = file();
        newer[8] = 9;
        assert!(matches!(read(&newer), Err(TableError::Version(9))));
        let other_size = Blocks::open(Cursor::new(file()), SIZE + 1).map(|_| ());
        assert!(matches!(other_size, Err(TableError::Head)));
    }
}
