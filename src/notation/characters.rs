//! The characters of moves by their three bytes of UTF-8, by one table.
//!
//! Which character comes next in a move is as good as random, so choosing among them by comparing costs a mispredicted
//! branch for most characters; a table without collisions does not. It holds the spellings that programs write; all others
//! are in [`super::kif`].

use crate::rules::shogi::PieceKind;

/// What a character means in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveCharacter {
    bytes: [u8; 3],
    /// The file that it is, a full-width digit; else 0.
    pub file: u8,
    /// The rank that it is, a kanji number; else 0.
    pub rank: u8,
    /// The piece that it names.
    pub piece: Option<PieceKind>,
}

/// Any character that is none of a move.
const OTHER: MoveCharacter = MoveCharacter { bytes: [0; 3], file: 0, rank: 0, piece: None };

const FILES: &[u8] = "１２３４５６７８９".as_bytes();
const RANKS: &[u8] = "一二三四五六七八九".as_bytes();
const PIECES: &[u8] = "歩香桂銀金角飛玉と杏圭全馬龍王竜".as_bytes();
/// What they name: every kind in order, then the second characters of the king and the dragon.
const fn kind(index: usize) -> PieceKind {
    match index {
        14 => PieceKind::King,
        15 => PieceKind::Dragon,
        _ => PieceKind::ALL[index],
    }
}

/// The place of a character in the table; the factor was found by trying.
const fn place([first, second, third]: [u8; 3]) -> usize {
    (u32::from_le_bytes([first, second, third, 0]).wrapping_mul(0xB55D_BD5D) >> 25) as usize & 127
}

static CHARACTERS: [MoveCharacter; 128] = {
    let mut table = [OTHER; 128];
    let mut index = 0;
    while index < 9 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 9")]
        let number = index as u8 + 1;
        table = with(table, FILES, index, MoveCharacter { file: number, ..OTHER });
        table = with(table, RANKS, index, MoveCharacter { rank: number, ..OTHER });
        index += 1;
    }
    index = 0;
    while index < PIECES.len() / 3 {
        table = with(table, PIECES, index, MoveCharacter { piece: Some(kind(index)), ..OTHER });
        index += 1;
    }
    table
};

/// The table with another character; two in one place do not compile.
const fn with(
    mut table: [MoveCharacter; 128],
    characters: &[u8],
    index: usize,
    character: MoveCharacter,
) -> [MoveCharacter; 128] {
    let bytes = [characters[3 * index], characters[3 * index + 1], characters[3 * index + 2]];
    assert!(table[place(bytes)].bytes[0] == 0);
    table[place(bytes)] = MoveCharacter { bytes, ..character };
    table
}

/// What a character of three bytes means.
#[inline]
pub(crate) fn character(bytes: [u8; 3]) -> MoveCharacter {
    let found = CHARACTERS[place(bytes)];
    if found.bytes == bytes { found } else { OTHER }
}

#[cfg(test)]
mod tests {
    use super::{MoveCharacter, character};
    use crate::notation::kif::{digit, piece_kind};

    #[test]
    fn characters_mean_what_they_mean_elsewhere() {
        for three_bytes in '\u{800}'..='\u{ffff}' {
            let mut bytes = [0; 3];
            three_bytes.encode_utf8(&mut bytes);
            let MoveCharacter { file, rank, piece, .. } = character(bytes);
            let number = file.max(rank);
            assert!(number == 0 || digit(three_bytes) == Some(number), "{three_bytes}");
            assert!(piece.is_none() || piece == piece_kind(three_bytes), "{three_bytes}");
        }
        let meant = |text: &str| character(text.as_bytes().try_into().unwrap());
        assert_eq!((meant("７").file, meant("七").rank), (7, 7));
        assert!(
            "歩香桂銀金角飛玉王と杏圭全馬龍竜"
                .chars()
                .all(|character| meant(&character.to_string()).piece.is_some())
        );
    }
}
