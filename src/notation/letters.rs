//! The letters of moves by their three bytes of UTF-8, in one look-up.
//!
//! Which letter comes next in a move is as good as random, so choosing among them by comparing costs a mispredicted
//! branch for most letters; a table without collisions does not. It holds the spellings that programs write; all others
//! are in [`super::kif`].

use crate::rules::shogi::PieceKind;

/// What a letter means in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    bytes: [u8; 3],
    /// The file that it is, a full-width digit; else 0.
    pub file: u8,
    /// The rank that it is, a kanji number; else 0.
    pub rank: u8,
    /// The piece that it names.
    pub piece: Option<PieceKind>,
}

/// Any letter that is none of a move.
const OTHER: Letter = Letter { bytes: [0; 3], file: 0, rank: 0, piece: None };

const FILES: &[u8] = "１２３４５６７８９".as_bytes();
const RANKS: &[u8] = "一二三四五六七八九".as_bytes();
const PIECES: &[u8] = "歩香桂銀金角飛玉と杏圭全馬龍王竜".as_bytes();
/// What they name: every kind in order, then the second letters of the king and the dragon.
const fn kind(index: usize) -> PieceKind {
    match index {
        14 => PieceKind::King,
        15 => PieceKind::Dragon,
        _ => PieceKind::ALL[index],
    }
}

/// The place of a letter in the table; the factor was found by trying.
const fn place([first, second, third]: [u8; 3]) -> usize {
    (u32::from_le_bytes([first, second, third, 0]).wrapping_mul(0xB55D_BD5D) >> 25) as usize & 127
}

static LETTERS: [Letter; 128] = {
    let mut table = [OTHER; 128];
    let mut index = 0;
    while index < 9 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 9")]
        let number = index as u8 + 1;
        table = with(table, FILES, index, Letter { file: number, ..OTHER });
        table = with(table, RANKS, index, Letter { rank: number, ..OTHER });
        index += 1;
    }
    index = 0;
    while index < PIECES.len() / 3 {
        table = with(table, PIECES, index, Letter { piece: Some(kind(index)), ..OTHER });
        index += 1;
    }
    table
};

/// The table with one letter more; two in one place do not compile.
const fn with(mut table: [Letter; 128], letters: &[u8], index: usize, letter: Letter) -> [Letter; 128] {
    let bytes = [letters[3 * index], letters[3 * index + 1], letters[3 * index + 2]];
    assert!(table[place(bytes)].bytes[0] == 0);
    table[place(bytes)] = Letter { bytes, ..letter };
    table
}

/// What a letter of three bytes means.
#[inline]
pub(crate) fn letter(bytes: [u8; 3]) -> Letter {
    let found = LETTERS[place(bytes)];
    if found.bytes == bytes { found } else { OTHER }
}

#[cfg(test)]
mod tests {
    use super::{Letter, letter};
    use crate::notation::kif::{digit, piece_kind};

    #[test]
    fn letters_mean_what_they_mean_elsewhere() {
        for letter_of_three in '\u{800}'..='\u{ffff}' {
            let mut bytes = [0; 3];
            letter_of_three.encode_utf8(&mut bytes);
            let Letter { file, rank, piece, .. } = letter(bytes);
            let number = file.max(rank);
            assert!(number == 0 || digit(letter_of_three) == Some(number), "{letter_of_three}");
            assert!(piece.is_none() || piece == piece_kind(letter_of_three), "{letter_of_three}");
        }
        let meant = |text: &str| letter(text.as_bytes().try_into().unwrap());
        assert_eq!((meant("７").file, meant("七").rank), (7, 7));
        assert!(
            "歩香桂銀金角飛玉王と杏圭全馬龍竜"
                .chars()
                .all(|letter| meant(&letter.to_string()).piece.is_some())
        );
    }
}
