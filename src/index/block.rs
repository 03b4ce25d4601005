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
    let (count, mut rest) = head(&bytes)?;
    let mut keys = Vec::with_capacity(count);
    let mut key = 0_i64;
    for _ in 0..count {
        key = key.wrapping_add(take(&mut rest)?.cast_signed());
        keys.push(Key(key));
    }
    postings_of(rest, &keys, 0, count)
}

/// The postings of one key in a packed block; the other ones are stepped over.
pub(super) fn unpack_key(packed: &[u8], wanted: Key) -> Option<Vec<Posting>> {
    let bytes = zstd::bulk::decompress(packed, MOST_BYTES).ok()?;
    let (count, mut rest) = head(&bytes)?;
    let (mut from, mut to) = (count, count);
    let mut key = 0_i64;
    for index in 0..count {
        key = key.wrapping_add(take(&mut rest)?.cast_signed());
        if key >= wanted.0 {
            from = from.min(index);
        }
        if key > wanted.0 {
            to = index;
            skip(&mut rest, count - index - 1)?;
            break;
        }
    }
    skip(&mut rest, from)?;
    let keys = vec![wanted; to - from];
    postings_of(rest, &keys, from, count)
}

/// The count at the beginning of a block, and the columns after it.
fn head(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let count = u32::from_le_bytes(*count) as usize;
    (count <= BLOCK_POSTINGS).then_some((count, rest))
}

/// The postings that have `keys`, from number `from` of the `count` in the block; `rest` begins with their games.
fn postings_of(mut rest: &[u8], keys: &[Key], from: usize, count: usize) -> Option<Vec<Posting>> {
    let after = count.checked_sub(from + keys.len())?;
    let mut found: Vec<Posting> = Vec::with_capacity(keys.len());
    let mut last = None;
    for &key in keys {
        let base = last.filter(|last: &Posting| last.key == key).map_or(0, |last| last.game);
        let game = base.wrapping_add(u32::try_from(take(&mut rest)?).ok()?);
        let posting = Posting::from_raw(key, game, 0, 0);
        found.push(posting);
        last = Some(posting);
    }
    skip(&mut rest, after + from)?;
    for posting in &mut found {
        posting.ply = u16::try_from(take(&mut rest)?).ok()?;
    }
    skip(&mut rest, after)?;
    if rest.len() != 2 * count {
        return None;
    }
    let (low, high) = rest.split_at(count);
    for (posting, (low, high)) in found.iter_mut().zip(low[from..].iter().zip(&high[from..])) {
        *posting =
            Posting::from_raw(posting.key, posting.game, posting.ply, u16::from_le_bytes([*low, *high]));
    }
    Some(found)
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
            let packed = pack(&postings).unwrap();
            prop_assert_eq!(unpack(&packed), Some(postings.clone()));
            for wanted in postings.iter().map(|posting| posting.key).chain([Key(0), Key(i64::MAX)]) {
                let own: Vec<_> = postings.iter().filter(|posting| posting.key == wanted).copied().collect();
                prop_assert_eq!(unpack_key(&packed, wanted), Some(own));
            }
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = unpack(&bytes);
            let packed = zstd::bulk::compress(&bytes, 1).unwrap();
            let _ = (unpack(&packed), unpack_key(&packed, Key(0)));
        }
    }
}
