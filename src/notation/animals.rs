//! The animals of dōbutsu shōgi as records spell them. A kind is the piece of standard shogi that lishogi lets the
//! animal be ([`dobutsu::PieceKind::to_shogi`]), as everywhere in records.
//!
//! In the CSA-like notation `HI` is a chick and `KI` a giraffe; in CSA itself they are a rook and a gold general.
//! Nothing is read as both: squares have letters here (`B3`) and digits there (`77`).

use crate::record::{Named, Origin, WrittenMove};
use crate::rules::shogi::{Move, PieceKind, Square};
use crate::rules::{Color, PlayablePosition, dobutsu};

/// Every name of each animal, the one that is written first.
const NAMES: [(PieceKind, &[&str]); 5] = [
    (PieceKind::King, &["ライオン", "らいおん", "獅子", "獅", "ラ", "ら"]),
    (PieceKind::Tokin, &["にわとり", "ニワトリ", "鶏", "に", "ニ"]),
    (PieceKind::Rook, &["きりん", "キリン", "麒麟", "麒", "き", "キ"]),
    (PieceKind::Bishop, &["ぞう", "ゾウ", "象", "像", "ぞ", "ゾ"]),
    (PieceKind::Pawn, &["ひよこ", "ヒヨコ", "雛", "ひ", "ヒ"]),
];

/// The animal that a text begins with, and the bytes of its name.
#[must_use]
pub(crate) fn read_name(text: &str) -> Option<(PieceKind, usize)> {
    NAMES.iter().find_map(|(kind, names)| {
        names.iter().find(|name| text.starts_with(**name)).map(|name| (*kind, name.len()))
    })
}

/// The name of an animal: `ひよこ`; `？` for a piece that is none.
#[must_use]
pub fn name(kind: PieceKind) -> &'static str {
    NAMES.iter().find(|(known, _)| *known == kind).map_or("？", |(_, names)| names[0])
}

/// The single character for an animal in a board diagram, as lishogi draws it: `ラ`, `き`, `ぞ`, `ひ`, `に`.
#[must_use]
pub(crate) const fn diagram_character(kind: dobutsu::PieceKind) -> &'static str {
    match kind {
        dobutsu::PieceKind::Lion => "ラ",
        dobutsu::PieceKind::Giraffe => "き",
        dobutsu::PieceKind::Elephant => "ぞ",
        dobutsu::PieceKind::Chick => "ひ",
        dobutsu::PieceKind::Hen => "に",
    }
}

/// The two letters of an animal in the CSA-like notation.
#[must_use]
pub(crate) const fn code(kind: dobutsu::PieceKind) -> &'static str {
    match kind {
        dobutsu::PieceKind::Lion => "LI",
        dobutsu::PieceKind::Giraffe => "KI",
        dobutsu::PieceKind::Elephant => "ZO",
        dobutsu::PieceKind::Chick => "HI",
        dobutsu::PieceKind::Hen => "NI",
    }
}

/// The animal with these two letters.
#[must_use]
pub(crate) const fn from_code(code: [u8; 2]) -> Option<dobutsu::PieceKind> {
    Some(match &code {
        b"LI" => dobutsu::PieceKind::Lion,
        b"KI" => dobutsu::PieceKind::Giraffe,
        b"ZO" => dobutsu::PieceKind::Elephant,
        b"HI" => dobutsu::PieceKind::Chick,
        b"NI" => dobutsu::PieceKind::Hen,
        _ => return None,
    })
}

/// The square of a file `A` to `C`, in either case, and a rank `1` to `4`.
#[must_use]
pub(crate) const fn square(file: u8, rank: u8) -> Option<Square> {
    let file = file.to_ascii_uppercase().wrapping_sub(b'A').wrapping_add(1);
    match dobutsu::Square::new(file, rank.wrapping_sub(b'0')) {
        Some(square) => Some(square.to_shogi()),
        None => None,
    }
}

/// A square as it is printed on the board: `B3`.
#[must_use]
pub fn square_text(square: Square) -> String {
    let animal = dobutsu::Square::from_shogi(square);
    animal.map_or_else(|| square.to_string(), |square| square.to_string().to_ascii_uppercase())
}

/// Reads a move of exactly seven bytes, as written: `+B4C3LI`, `-00A4HI`.
#[must_use]
pub(crate) fn read_csa_move(text: [u8; 7]) -> Option<WrittenMove> {
    let [sign, from_file, from_rank, to_file, to_rank, first, second] = text;
    let origin = match (from_file, from_rank) {
        (b'0', b'0') => Origin::Hand,
        (b'A'..=b'C', rank) => Origin::Board(square(from_file, rank)?),
        _ => return None,
    };
    Some(WrittenMove {
        to: Some(if to_file.is_ascii_uppercase() { square(to_file, to_rank)? } else { return None }),
        origin,
        piece: Some(from_code([first, second])?.to_shogi()),
        named: Named::After,
        color: Some(super::csa::color(sign)?),
        ..WrittenMove::default()
    })
}

/// A legal move of the position in the CSA-like notation.
#[must_use]
pub(crate) fn write_csa_move(position: &impl PlayablePosition, mv: Move) -> String {
    let moved = mv.from().and_then(|from| position.piece_on(from)).map(|piece| piece.kind);
    let kind = mv.dropped().or(moved).unwrap_or(PieceKind::Pawn);
    let kind = kind.promoted().filter(|_| mv.promotes()).unwrap_or(kind);
    csa_text(position.turn(), mv.from(), mv.to(), kind)
}

/// A move in the CSA-like notation from its parts; no origin is the hand.
#[must_use]
pub(crate) fn csa_text(color: Color, from: Option<Square>, to: Square, kind: PieceKind) -> String {
    let kind = dobutsu::PieceKind::from_shogi(kind).unwrap_or(dobutsu::PieceKind::Chick);
    let from = from.map_or_else(|| "00".to_owned(), square_text);
    format!("{}{from}{}{}", super::csa::sign(color), square_text(to), code(kind))
}

/// A legal move of the position as people say it: `B2ひよこ`, `同ぞう`, `B3ぞう打`. `previous` is where the move before
/// went; no word says which of two animals that can both go there.
#[must_use]
pub fn say(position: &impl PlayablePosition, mv: Move, previous: Option<Square>) -> String {
    let moved = mv.from().and_then(|from| position.piece_on(from)).map(|piece| piece.kind);
    let kind = mv.dropped().or(moved).unwrap_or(PieceKind::Pawn);
    let square = if previous == Some(mv.to()) { "同".to_owned() } else { square_text(mv.to()) };
    let ending = match (mv.is_drop(), mv.promotes()) {
        (true, _) => "打",
        (false, true) => "成",
        (false, false) => "",
    };
    format!("{square}{}{ending}", name(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_whole() {
        for (kind, names) in NAMES {
            for text in names {
                assert_eq!(read_name(&format!("{text}打")), Some((kind, text.len())), "{text}");
            }
            assert_eq!(read_name(name(kind)), Some((kind, name(kind).len())));
        }
        assert_eq!(read_name("歩"), None);
    }

    #[test]
    fn every_code_and_square_there_and_back() {
        for kind in dobutsu::PieceKind::ALL {
            let bytes = code(kind).as_bytes();
            assert_eq!(from_code([bytes[0], bytes[1]]), Some(kind));
        }
        for each in dobutsu::Square::all() {
            let text = square_text(each.to_shogi());
            assert_eq!(square(text.as_bytes()[0], text.as_bytes()[1]), Some(each.to_shogi()));
        }
    }

    #[test]
    fn no_move_is_one_of_csa_too() {
        let mut position = dobutsu::Position::startpos();
        for (ours, text) in [("b3b2", "+B3B2HI"), ("c1b2", ""), ("a4b3", ""), ("C*c1", "")] {
            let Ok(mv) = ours.parse::<dobutsu::Move>() else { panic!("{ours}") };
            if position.judge(mv).is_err() {
                break;
            }
            let written = write_csa_move(&position, mv.to_shogi());
            assert!(text.is_empty() || written == text, "{written}");
            let seven: [u8; 7] = written.as_bytes().try_into().expect("seven letters");
            assert!(read_csa_move(seven).is_some() && super::super::csa::read_move(seven).is_none());
            position.play(mv);
        }
        for text in [b"+7776FU", b"+0055KI", b"-0034HI", b"+b3b2HI", b"+B3B5HI", b"+D3B2HI", b"+B3B2FU"] {
            assert_eq!(read_csa_move(*text), None);
        }
    }
}
