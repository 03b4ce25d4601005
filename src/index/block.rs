//! A block of sorted postings as bytes: four columns, then zstd.
//!
//! Columns, each over all postings of the block: the key as the difference from the key before it; the game, as a
//! difference while the key stays the same; the ply; the low and then the high bytes of the next moves. The first
//! three are variable-length numbers, 7 bits a byte, low bits first. A 4-byte count stands before them.

use super::{Key, Posting};

/// How many postings a block holds.
pub(super) const BLOCK_POSTINGS: usize = 8192;

const ZSTD_LEVEL: i32 = 3;

/// The largest size that a block can have before compression: 10 + 5 + 3 + 2 bytes a posting, and its count.
const MOST_BYTES: usize = BLOCK_POSTINGS * 20 + 4;

/// Packs at most [`BLOCK_POSTINGS`] sorted postings.
pub(super) fn pack(postings: &[Posting]) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(postings.len() * 12);
    bytes.extend_from_slice(&u32::try_from(postings.len()).unwrap_or(0).to_le_bytes());
    let mut before = 0_i64;
    for posting in postings {
        put(&mut bytes, posting.key.0.wrapping_sub(before).cast_unsigned());
        before = posting.key.0;
    }
    let mut last: Option<Posting> = None;
    for posting in postings {
        let base = last.filter(|last| last.key == posting.key).map_or(0, |last| last.game);
        put(&mut bytes, u64::from(posting.game.wrapping_sub(base)));
        last = Some(*posting);
    }
    for posting in postings {
        put(&mut bytes, u64::from(posting.ply));
    }
    bytes.extend(postings.iter().map(|posting| posting.next_raw().to_le_bytes()[0]));
    bytes.extend(postings.iter().map(|posting| posting.next_raw().to_le_bytes()[1]));
    zstd::bulk::compress(&bytes, ZSTD_LEVEL)
}

/// The postings of a packed block; `None` when the bytes are not what [`pack`] writes.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<Posting>> {
    let bytes = zstd::bulk::decompress(packed, MOST_BYTES).ok()?;
    let (count, mut rest) = bytes.split_first_chunk::<4>()?;
    let count = u32::from_le_bytes(*count) as usize;
    if count > BLOCK_POSTINGS {
        return None;
    }
    let mut keys = Vec::with_capacity(count);
    let mut key = 0_i64;
    for _ in 0..count {
        key = key.wrapping_add(take(&mut rest)?.cast_signed());
        keys.push(Key(key));
    }
    let mut games = Vec::with_capacity(count);
    for index in 0..count {
        let base = if index > 0 && keys[index] == keys[index - 1] { games[index - 1] } else { 0_u32 };
        games.push(base.wrapping_add(u32::try_from(take(&mut rest)?).ok()?));
    }
    let mut plies = Vec::with_capacity(count);
    for _ in 0..count {
        plies.push(u16::try_from(take(&mut rest)?).ok()?);
    }
    if rest.len() != 2 * count {
        return None;
    }
    let (low, high) = rest.split_at(count);
    Some(
        (0..count)
            .map(|i| Posting::from_raw(keys[i], games[i], plies[i], u16::from_le_bytes([low[i], high[i]])))
            .collect(),
    )
}

fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push((value & 0x7f) as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
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
            mut raw in prop::collection::vec((any::<i64>(), any::<u32>(), any::<u16>(), any::<u16>()), 0..300),
        ) {
            raw.sort_unstable();
            let postings: Vec<_> =
                raw.into_iter().map(|(key, game, ply, next)| Posting::from_raw(Key(key), game, ply, next)).collect();
            prop_assert_eq!(unpack(&pack(&postings).unwrap()), Some(postings));
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = unpack(&bytes);
            let _ = unpack(&zstd::bulk::compress(&bytes, 1).unwrap());
        }
    }
}
