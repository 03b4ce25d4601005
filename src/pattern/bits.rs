//! Rows of bits, one for each ply of a game; bits behind the last ply are clear.

/// How many words a row for so many plies (the start counts) has.
pub(super) const fn words_for(plies: usize) -> usize {
    plies.div_ceil(64)
}

/// Sets all bits of the plies.
pub(super) fn fill(row: &mut [u64], plies: usize) {
    row.fill(u64::MAX);
    trim(row, plies);
}

/// Clears what is behind the last ply.
pub(super) fn trim(row: &mut [u64], plies: usize) {
    if let (Some(last), rest @ 1..) = (row.last_mut(), plies % 64) {
        *last &= (1 << rest) - 1;
    }
}

pub(super) fn and(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

pub(super) fn or(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

pub(super) fn is_empty(row: &[u64]) -> bool {
    row.iter().all(|word| *word == 0)
}

/// The plies that are set, in order.
pub(super) fn plies(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(index, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(64 * index + bit)
        })
    })
}

/// Moves every bit to a later ply.
fn shift(row: &mut [u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for index in (0..row.len()).rev() {
        let from = |index: Option<usize>| index.map_or(0, |index| row[index]);
        let low = from(index.checked_sub(words));
        let high = if bits == 0 { 0 } else { from(index.checked_sub(words + 1)) >> (64 - bits) };
        row[index] = low << bits | high;
    }
}

/// Sets every ply that comes after a set one with `from` to `to` plies between them, and no other.
pub(super) fn after(row: &mut [u64], from: u32, to: Option<u32>, plies: usize) {
    let from = from as usize;
    match to {
        None => {
            let first = self::plies(row).next();
            row.fill(0);
            if let Some(first) = first.map(|first| first + from + 1).filter(|first| *first < plies) {
                row[first / 64..].fill(u64::MAX);
                row[first / 64] &= u64::MAX << (first % 64);
                trim(row, plies);
            }
        }
        Some(to) => {
            shift(row, from + 1);
            // Each round doubles how far a bit is smeared.
            let mut left = (to as usize - from).min(plies);
            let mut reach = 1;
            let mut moved = row.to_vec();
            while left > 0 {
                let by = reach.min(left);
                moved.copy_from_slice(row);
                shift(&mut moved, by);
                or(row, &moved);
                left -= by;
                reach *= 2;
            }
            trim(row, plies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_after_others_are_those_one_by_one() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let plies = random.usize(1..300);
            let mut row = vec![0; words_for(plies)];
            let set: Vec<usize> = (0..random.usize(..6)).map(|_| random.usize(..plies)).collect();
            set.iter().for_each(|ply| row[ply / 64] |= 1 << (ply % 64));
            let from = random.u32(..100);
            let to = random.bool().then(|| from + random.u32(..200));
            let wanted: Vec<usize> = (0..plies)
                .filter(|ply| {
                    set.iter().any(|before| {
                        let gap = u32::try_from(ply.wrapping_sub(before + 1)).unwrap_or(u32::MAX);
                        ply > before && gap >= from && to.is_none_or(|to| gap <= to)
                    })
                })
                .collect();
            after(&mut row, from, to, plies);
            assert_eq!(self::plies(&row).collect::<Vec<_>>(), wanted, "{set:?} {from} {to:?} of {plies}");
        }
    }

    #[test]
    fn full_rows_end_with_the_last_ply() {
        for plies in [1, 63, 64, 65, 128, 200] {
            let mut row = vec![0; words_for(plies)];
            fill(&mut row, plies);
            assert_eq!(self::plies(&row).count(), plies);
        }
    }
}
