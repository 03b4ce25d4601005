//! 256 bits, written and read from the lowest bit of the first byte on.

use super::POSITION_BYTES;

/// How many bits there are.
pub(super) const BITS: usize = POSITION_BYTES * 8;

/// Some bits, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code {
    pub bits: u8,
    pub len: u8,
}

impl Code {
    pub const NOTHING: Self = Self { bits: 0, len: 0 };

    /// The same bits, then these.
    pub const fn then(self, bits: u8, len: u8) -> Self {
        Self { bits: self.bits | bits << self.len, len: self.len + len }
    }
}

/// Gathers bits; those beyond the last are dropped, and counted.
pub(super) struct BitWriter {
    words: [u64; 4],
    /// How many words are complete.
    complete: usize,
    /// The bits that do not make a word yet.
    open: u64,
    open_len: u32,
}

impl BitWriter {
    pub const fn new() -> Self {
        Self { words: [0; 4], complete: 0, open: 0, open_len: 0 }
    }

    #[inline]
    pub const fn put(&mut self, code: Code) {
        let (bits, len) = (code.bits as u64, code.len as u32);
        self.open |= bits << self.open_len;
        self.open_len += len;
        if self.open_len >= u64::BITS {
            if self.complete < self.words.len() {
                self.words[self.complete] = self.open;
            }
            self.complete += 1;
            self.open_len -= u64::BITS;
            self.open = bits >> (len - self.open_len);
        }
    }

    /// The bytes, if exactly as many bits were put as they have; else how many were put.
    pub fn finish(self) -> Result<[u8; POSITION_BYTES], usize> {
        let put = self.complete * 64 + self.open_len as usize;
        if put != BITS {
            return Err(put);
        }
        let mut bytes = [0; POSITION_BYTES];
        for (part, word) in bytes.chunks_exact_mut(8).zip(self.words) {
            part.copy_from_slice(&word.to_le_bytes());
        }
        Ok(bytes)
    }
}

/// Takes bits one code after the other.
pub(super) struct BitReader {
    /// Zeros follow the bits, so that some can be looked at everywhere.
    words: [u64; 8],
    at: usize,
    /// The next bits, of which `left` are there, at least eight.
    window: u64,
    left: u32,
}

impl BitReader {
    pub fn new(packed: &[u8; POSITION_BYTES]) -> Self {
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(packed.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self { words, at: 0, window: words[0], left: u64::BITS }
    }

    /// How many bits were taken.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The next eight bits; zeros stand for those beyond the end.
    #[inline]
    pub const fn peek(&self) -> u8 {
        self.window.to_le_bytes()[0]
    }

    /// Goes on by so many bits, at most eight; false, and it stays, when there are not so many.
    #[inline]
    pub const fn skip(&mut self, len: u8) -> bool {
        let next = self.at + len as usize;
        if next > BITS {
            return false;
        }
        self.at = next;
        self.window >>= len;
        self.left -= len as u32;
        if self.left < 8 {
            self.refill();
        }
        true
    }

    const fn refill(&mut self) {
        let (word, shift) = (self.at / 64, self.at % 64);
        let (low, high) = (self.words[word & 7], self.words[(word + 1) & 7]);
        // Shifted in two steps, since a shift by 64 is none.
        self.window = low >> shift | high << 1 << (63 - shift);
        self.left = u64::BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_there_and_back() {
        let codes: Vec<Code> = (0..57u8)
            .map(|index| {
                let len = 1 + index % 8;
                Code { bits: index.wrapping_mul(37) & (0xFF >> (8 - len)), len }
            })
            .collect();
        let total: usize = codes.iter().map(|code| usize::from(code.len)).sum();
        let rest = BITS - total;
        let mut writer = BitWriter::new();
        codes.iter().for_each(|code| writer.put(*code));
        (0..rest).for_each(|_| writer.put(Code { bits: 1, len: 1 }));
        let mut reader = BitReader::new(&writer.finish().unwrap());
        for code in &codes {
            assert_eq!(reader.peek() & (0xFF >> (8 - code.len)), code.bits);
            assert!(reader.skip(code.len));
        }
        (0..rest).for_each(|_| assert!(reader.peek() & 1 == 1 && reader.skip(1)));
        assert!(reader.peek() == 0 && !reader.skip(1) && reader.at() == BITS);
    }

    #[test]
    fn too_many_bits_and_too_few_are_counted() {
        for put in [0, 63, 64, 255, 257, 320, 1000] {
            let mut writer = BitWriter::new();
            (0..put).for_each(|_| writer.put(Code { bits: 1, len: 1 }));
            assert_eq!(writer.finish(), Err(put));
        }
    }
}
