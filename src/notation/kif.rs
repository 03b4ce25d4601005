//! Pieces, squares and moves as KIF spells them: `７六歩(77)`, `同　銀(31)`, `５五角打`, `８八角成(22)`.
//!
//! The names serve KI2 as well. Reading rows of moves is the work of [`crate::formats::kif`]; here are only the
//! spellings of single characters. Source: <http://kakinoki.o.oo7.jp/kif_format.html>, and the other spellings that
//! real files use.

use std::fmt;

use crate::rules::shogi::{Move, Piece, PieceKind, Square};
use crate::rules::{Color, MoveOrigin, PlayablePosition, Variant};

/// The files 1 to 9 as KIF writes them.
pub(super) const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
/// The ranks 1 to 9 as KIF writes them.
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The digit 0 to 9 that a character of any width or a kanji number stands for.
#[must_use]
#[inline]
pub(crate) const fn digit(character: char) -> Option<u8> {
    Some(match character {
        '0'..='9' => character as u8 - b'0',
        '０' | '〇' | '零' => 0,
        '１' | '一' => 1,
        '２' | '二' => 2,
        '３' | '三' => 3,
        '４' | '四' => 4,
        '５' | '五' => 5,
        '６' | '六' => 6,
        '７' | '七' => 7,
        '８' | '八' => 8,
        '９' | '九' => 9,
        _ => return None,
    })
}

/// The digit 0 to 9 of an ASCII or full-width digit; kanji numbers are none.
#[must_use]
#[inline]
pub(crate) fn arabic_digit(character: char) -> Option<u8> {
    match character {
        '0'..='9' | '０'..='９' => digit(character),
        _ => None,
    }
}

/// The number that a text begins with (`18`, `１８`, `十八`, `二`), and the bytes it takes.
#[must_use]
pub(crate) fn number(text: &str) -> Option<(u32, usize)> {
    let (mut total, mut unit, mut length) = (0_u32, None, 0);
    for character in text.chars() {
        if character == '十' {
            total = total.checked_add(unit.take().unwrap_or(1) * 10)?;
        } else if let Some(value) = digit(character) {
            unit = Some(unit.unwrap_or(0_u32).checked_mul(10)?.checked_add(u32::from(value))?);
        } else {
            break;
        }
        length += character.len_utf8();
    }
    (length > 0).then_some((total.checked_add(unit.unwrap_or(0))?, length))
}

/// A count from 1 to 99 as KIF writes it in a hand: `二`, `十`, `十八`.
#[must_use]
pub(crate) fn kanji_number(value: u8) -> String {
    let digit = |value: u8| RANKS.get(usize::from(value).wrapping_sub(1));
    let tens = (value / 10 % 10 > 1).then(|| digit(value / 10 % 10)).flatten();
    let ten = (value >= 10).then_some(&'十');
    tens.into_iter().chain(ten).chain(digit(value % 10)).collect()
}

/// The kind of piece that one character names, single characters for promoted pieces (全圭杏) included.
#[must_use]
#[inline]
pub const fn piece_kind(character: char) -> Option<PieceKind> {
    Some(match character {
        '歩' | '步' | '兵' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' | 'ト' | '个' => PieceKind::Tokin,
        '杏' | '仝' => PieceKind::PromotedLance,
        '圭' | '今' => PieceKind::PromotedKnight,
        '全' => PieceKind::PromotedSilver,
        '馬' => PieceKind::Horse,
        '龍' | '竜' => PieceKind::Dragon,
        _ => return None,
    })
}

/// The name of a piece in a move: `歩`, `成銀`, `龍`.
#[must_use]
pub const fn piece_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::Tokin => "と",
        PieceKind::PromotedLance => "成香",
        PieceKind::PromotedKnight => "成桂",
        PieceKind::PromotedSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// The name of a piece in a move of some game: `歩`, or `ひよこ`.
#[must_use]
pub fn name_in(variant: Variant, kind: PieceKind) -> &'static str {
    match variant {
        Variant::Shogi => piece_name(kind),
        Variant::Dobutsu => super::animals::name(kind),
    }
}

/// The single character for a piece in a board diagram: `歩`, `全`, `龍`.
#[must_use]
pub(crate) const fn piece_character(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::PromotedLance => "杏",
        PieceKind::PromotedKnight => "圭",
        PieceKind::PromotedSilver => "全",
        other => piece_name(other),
    }
}

/// The side whose mark this is: ▲ ☗ ▼ ⛊ are Black's, △ ☖ ▽ ▵ ⛉ White's.
#[must_use]
#[inline]
pub(crate) const fn mark(character: char) -> Option<Color> {
    match character {
        '▲' | '☗' | '▼' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '▵' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// A square as KIF writes it: `７六`.
#[must_use]
pub const fn square_name(square: Square) -> [char; 2] {
    [FILES[square.file() as usize - 1], RANKS[square.rank() as usize - 1]]
}

/// The rank as KIF writes it beside a diagram: `一` to `九`.
#[must_use]
pub(crate) fn rank_name(rank: u8) -> char {
    RANKS.get(usize::from(rank).wrapping_sub(1)).copied().unwrap_or('？')
}

/// A move in KIF's spelling; [`Display`](fmt::Display) writes it.
#[derive(Clone, Copy, Debug)]
pub struct KifMove {
    mv: Move,
    variant: Variant,
    piece: Option<Piece>,
    same: bool,
    mark: Option<Color>,
}

impl KifMove {
    /// The spelling of `mv`, which is played on `position`; `previous` is the destination of the move before it.
    #[must_use]
    pub fn new(mv: Move, position: &impl PlayablePosition, previous: Option<Square>) -> Self {
        let piece = match mv.origin() {
            MoveOrigin::Board(square) => position.piece_on(square),
            MoveOrigin::Hand(kind) => Some(Piece { color: position.turn(), kind }),
        };
        Self { mv, variant: position.variant(), piece, same: previous == Some(mv.to()), mark: None }
    }

    /// The same with the mark of the side that moves: `▲７六歩(77)`.
    #[must_use]
    pub const fn with_mark(mut self, color: Color) -> Self {
        self.mark = Some(color);
        self
    }
}

impl fmt::Display for KifMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            Some(Color::Black) => f.write_str("▲")?,
            Some(Color::White) => f.write_str("△")?,
            None => {}
        }
        let [file, rank] = square_name(self.mv.to());
        match self.same {
            true => f.write_str("同　")?,
            false => write!(f, "{file}{rank}")?,
        }
        f.write_str(self.piece.map_or("？", |piece| name_in(self.variant, piece.kind)))?;
        match self.mv.origin() {
            MoveOrigin::Hand(_) => f.write_str("打"),
            MoveOrigin::Board(from) => {
                let promotion = if self.mv.promotes() { "成" } else { "" };
                write!(f, "{promotion}({}{})", from.file(), from.rank())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::{Position, Setup};

    #[test]
    fn numbers_both_ways() {
        for (text, want) in
            [("18", 18), ("１８", 18), ("十八", 18), ("二", 2), ("十", 10), ("二十", 20), ("九歩", 9)]
        {
            assert_eq!(number(text).map(|(value, _)| value), Some(want), "{text}");
        }
        assert_eq!(number("歩"), None);
        assert_eq!(number("99999999999"), None);
        for (value, want) in [(1, "一"), (9, "九"), (10, "十"), (18, "十八"), (20, "二十"), (35, "三十五")]
        {
            assert_eq!(kanji_number(value), want);
        }
    }

    #[test]
    fn every_piece_is_read_by_its_character() {
        for kind in PieceKind::ALL {
            let character = piece_character(kind).chars().next().unwrap();
            assert_eq!(piece_kind(character), Some(kind));
        }
    }

    #[test]
    fn moves_as_kif_spells_them() {
        let position = |sfen: &str| Position::try_from(sfen.parse::<Setup>().unwrap()).unwrap();
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1";
        let taken = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1";
        let hand = "4k4/9/9/9/9/9/9/9/4K4 b BP 1";
        let promoted = "4k4/9/2+S6/9/9/9/9/9/4K4 b - 1";
        for (sfen, usi, previous, want) in [
            (start, "7g7f", None, "７六歩(77)"),
            (open, "8h2b+", Some("3d"), "２二角成(88)"),
            (open, "8h2b", Some("3d"), "２二角(88)"),
            (taken, "3a2b", Some("2b"), "同　銀(31)"),
            (hand, "B*5e", None, "５五角打"),
            (promoted, "7c6b", None, "６二成銀(73)"),
        ] {
            let previous = previous.map(|square| square.parse().unwrap());
            let mv: Move = usi.parse().unwrap();
            assert_eq!(KifMove::new(mv, &position(sfen), previous).to_string(), want);
        }
        let mv: Move = "7g7f".parse().unwrap();
        assert_eq!(
            KifMove::new(mv, &position(start), None).with_mark(Color::Black).to_string(),
            "▲７六歩(77)"
        );
    }
}
