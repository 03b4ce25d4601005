//! A block of sorted postings as bytes: five columns, each compressed by itself, since each has a distribution of its
//! own and a look-up needs the keys first.
//!
//! A block begins with the number of postings and the lengths of the packed columns, 4 bytes each, low byte first.
//! Columns, each over all postings of the block: the key as the difference from the key before it; the game, as a
//! difference while the key stays the same; the ply; the low and the high bytes of the next moves. The first three are
//! variable-length numbers, 7 bits a byte, low bits first.

use super::{Key, Posting};
use std::cell::RefCell;
use zstd::bulk::{Compressor, Decompressor};

/// How many postings a block holds.
pub(super) const BLOCK_POSTINGS: usize = 8192;

const ZSTD_LEVEL: i32 = 3;

/// The largest size that a column can have: ten bytes a number.
const MOST_BYTES: usize = BLOCK_POSTINGS * 10;

/// How many columns there are.
const COLUMNS: usize = 5;

/// What packs blocks, one after the other.
pub(super) struct Packer(Compressor<'static>);

impl Packer {
    pub fn new() -> std::io::Result<Self> {
        Ok(Self(Compressor::new(ZSTD_LEVEL)?))
    }
}

/// Packs at most [`BLOCK_POSTINGS`] sorted postings.
pub(super) fn pack(packer: &mut Packer, postings: &[Posting]) -> std::io::Result<Vec<u8>> {
    let mut columns: [Vec<u8>; COLUMNS] = std::array::from_fn(|_| Vec::with_capacity(postings.len() * 3));
    let [keys, games, plies, low, high] = &mut columns;
    let mut last: Option<Posting> = None;
    for posting in postings {
        let before = last.map_or(0, |last| last.key.0);
        put(keys, posting.key.0.wrapping_sub(before).cast_unsigned());
        let base = last.filter(|last| last.key == posting.key).map_or(0, |last| last.game);
        put(games, u64::from(posting.game.wrapping_sub(base)));
        put(plies, u64::from(posting.ply));
        let [low_byte, high_byte] = posting.next_raw().to_le_bytes();
        low.push(low_byte);
        high.push(high_byte);
        last = Some(*posting);
    }
    let mut bytes = Vec::with_capacity(postings.len() * 12);
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
    bytes.extend_from_slice(&number(postings.len()));
    let packed: Vec<Vec<u8>> =
        columns.iter().map(|column| packer.0.compress(column)).collect::<Result<_, _>>()?;
    packed.iter().for_each(|column| bytes.extend_from_slice(&number(column.len())));
    packed.iter().for_each(|column| bytes.extend_from_slice(column));
    Ok(bytes)
}

thread_local! {
    /// KeptResults, because making one takes as long as unpacking a column.
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// A block whose columns are still packed.
struct Packed<'a> {
    count: usize,
    columns: [&'a [u8]; COLUMNS],
}

impl<'a> Packed<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let (head, mut rest) = bytes.split_at_checked(4 * (1 + COLUMNS))?;
        let mut numbers = head.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes) as usize);
        let count = numbers.next().filter(|count| *count <= BLOCK_POSTINGS)?;
        let mut columns = [&bytes[..0]; COLUMNS];
        for (column, length) in columns.iter_mut().zip(numbers) {
            (*column, rest) = rest.split_at_checked(length)?;
        }
        rest.is_empty().then_some(Self { count, columns })
    }

    fn column(&self, number: usize) -> Option<Vec<u8>> {
        UNPACKER.with_borrow_mut(|unpacker| {
            let unpacker = match unpacker {
                Some(unpacker) => unpacker,
                None => unpacker.insert(Decompressor::new().ok()?),
            };
            unpacker.decompress(self.columns[number], MOST_BYTES).ok()
        })
    }

    /// The postings that have `keys`, from number `from` on.
    fn postings(&self, keys: &[Key], from: usize) -> Option<Vec<Posting>> {
        let after = self.count.checked_sub(from + keys.len())?;
        let (games, plies) = (self.column(1)?, self.column(2)?);
        let (low, high) = (self.column(3)?, self.column(4)?);
        if low.len() != self.count || high.len() != self.count {
            return None;
        }
        let (mut games, mut plies) = (games.as_slice(), plies.as_slice());
        skip(&mut games, from)?;
        skip(&mut plies, from)?;
        let mut found: Vec<Posting> = Vec::with_capacity(keys.len());
        let mut last: Option<(Key, u32)> = None;
        for (&key, (low, high)) in keys.iter().zip(low[from..].iter().zip(&high[from..])) {
            let base = last.filter(|last| last.0 == key).map_or(0, |last| last.1);
            let game = base.wrapping_add(u32::try_from(take(&mut games)?).ok()?);
            let ply = u16::try_from(take(&mut plies)?).ok()?;
            found.push(Posting::from_raw(key, game, ply, u16::from_le_bytes([*low, *high])));
            last = Some((key, game));
        }
        skip(&mut games, after)?;
        skip(&mut plies, after)?;
        (games.is_empty() && plies.is_empty()).then_some(found)
    }
}

/// The postings of a packed block; `None` when the bytes are not what [`pack`] writes.
pub(super) fn unpack(bytes: &[u8]) -> Option<Vec<Posting>> {
    let block = Packed::new(bytes)?;
    let column = block.column(0)?;
    let mut rest = column.as_slice();
    let mut keys = Vec::with_capacity(block.count);
    let mut key = 0_i64;
    for _ in 0..block.count {
        key = key.wrapping_add(take(&mut rest)?.cast_signed());
        keys.push(Key(key));
    }
    if !rest.is_empty() {
        return None;
    }
    block.postings(&keys, 0)
}

/// The keys, games and plies of the postings of a packed block; their moves stay packed.
pub(super) fn unpack_plies(bytes: &[u8]) -> Option<Vec<(Key, u32, u16)>> {
    let block = Packed::new(bytes)?;
    let columns = [block.column(0)?, block.column(1)?, block.column(2)?];
    let [mut keys, mut games, mut plies] = columns.each_ref().map(Vec::as_slice);
    let mut found = Vec::with_capacity(block.count);
    let (mut key, mut game) = (0_i64, 0_u32);
    for index in 0..block.count {
        let step = take(&mut keys)?.cast_signed();
        key = key.wrapping_add(step);
        let base = if step == 0 && index > 0 { game } else { 0 };
        game = base.wrapping_add(u32::try_from(take(&mut games)?).ok()?);
        found.push((Key(key), game, u16::try_from(take(&mut plies)?).ok()?));
    }
    (keys.is_empty() && games.is_empty() && plies.is_empty()).then_some(found)
}

/// The postings of one key in a packed block; the other ones are stepped over, and when there are none, only the keys
/// are unpacked.
pub(super) fn unpack_key(bytes: &[u8], wanted: Key) -> Option<Vec<Posting>> {
    let block = Packed::new(bytes)?;
    let column = block.column(0)?;
    let mut rest = column.as_slice();
    let (mut from, mut to) = (block.count, block.count);
    let mut key = 0_i64;
    for index in 0..block.count {
        key = key.wrapping_add(take(&mut rest)?.cast_signed());
        if key >= wanted.0 {
            from = from.min(index);
        }
        if key > wanted.0 {
            to = index;
            break;
        }
    }
    if from == to {
        return Some(Vec::new());
    }
    block.postings(&vec![wanted; to - from], from)
}

/// Steps over `count` numbers.
fn skip(bytes: &mut &[u8], count: usize) -> Option<()> {
    let mut left = count;
    let mut at = 0;
    while left > 0 {
        left -= usize::from(bytes.get(at)? & 0x80 == 0);
        at += 1;
    }
    *bytes = &bytes[at..];
    Some(())
}

fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push((value & 0x7f) as u8);
}

#[inline]
fn take(bytes: &mut &[u8]) -> Option<u64> {
    // Most numbers are short.
    if let [byte @ ..0x80, rest @ ..] = *bytes {
        *bytes = rest;
        return Some(u64::from(*byte));
    }
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn postings_come_back(
            mut raw in prop::collection::vec((prop_oneof![any::<i64>(), -3_i64..3], any::<u32>(), any::<u16>(), any::<u16>()), 0..300),
        ) {
            raw.sort_unstable();
            let postings: Vec<_> =
                raw.into_iter().map(|(key, game, ply, next)| Posting::from_raw(Key(key), game, ply, next)).collect();
            let packed = pack(&mut Packer::new().unwrap(), &postings).unwrap();
            prop_assert_eq!(unpack(&packed), Some(postings.clone()));
            let plies = postings.iter().map(|posting| (posting.key, posting.game, posting.ply)).collect();
            prop_assert_eq!(unpack_plies(&packed), Some(plies));
            for wanted in postings.iter().map(|posting| posting.key).chain([Key(0), Key(i64::MAX)]) {
                let own: Vec<_> = postings.iter().filter(|posting| posting.key == wanted).copied().collect();
                prop_assert_eq!(unpack_key(&packed, wanted), Some(own));
            }
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = (unpack(&bytes), unpack_plies(&bytes));
            let packed = zstd::bulk::compress(&bytes, 1).unwrap();
            let _ = (unpack(&packed), unpack_key(&packed, Key(0)));
        }
    }
}
