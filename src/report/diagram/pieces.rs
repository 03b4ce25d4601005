//! What pieces are drawn with.

use crate::notation::animals;
use crate::notation::kif::piece_character;
use crate::rules::Color;
use crate::rules::{dobutsu, shogi};

/// What pieces of a diagram are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceStyle {
    /// Both kanji of a piece, as they stand on it: 飛車, 成銀; animals with their kanji: 獅.
    Kanji,
    /// One kanji: 飛, 全; animals with their kanji.
    OneKanji,
    /// Animals with their kana: ラ, き; pieces of standard shogi with one kanji.
    Kana,
    /// The letters of the West: R, +S; L, G, E, C, H.
    Western,
}

impl PieceStyle {
    /// The names of all, as options spell them.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Kanji, "kanji"),
        (Self::OneKanji, "one-kanji"),
        (Self::Kana, "kana"),
        (Self::Western, "western"),
    ];
}

/// A piece as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What stands on it, from top to bottom.
    pub texts: Vec<String>,
    /// Whether it has the outline of a piece, without which a letter does not show whose it is.
    pub is_outlined: bool,
}

/// The face of a piece of standard shogi.
pub fn face(kind: shogi::PieceKind, color: Color, style: PieceStyle) -> Face {
    let texts = match style {
        PieceStyle::Western => vec![letters(kind)],
        PieceStyle::OneKanji | PieceStyle::Kana => vec![piece_character(kind).to_owned()],
        PieceStyle::Kanji => both_kanji(kind, color).chars().map(String::from).collect(),
    };
    Face { texts, is_outlined: style == PieceStyle::Western }
}

/// The face of an animal.
pub fn animal_face(kind: dobutsu::PieceKind, style: PieceStyle) -> Face {
    let text = match style {
        PieceStyle::Western => if kind.is_promoted() { 'H' } else { kind.letter() }.to_string(),
        PieceStyle::Kana => animals::diagram_character(kind).to_owned(),
        PieceStyle::Kanji | PieceStyle::OneKanji => animal_kanji(kind).to_owned(),
    };
    Face { texts: vec![text], is_outlined: true }
}

/// `R`, `+S`.
fn letters(kind: shogi::PieceKind) -> String {
    let letter = kind.unpromoted().letter();
    if kind.is_promoted() { format!("+{letter}") } else { letter.to_string() }
}

const fn both_kanji(kind: shogi::PieceKind, color: Color) -> &'static str {
    use shogi::PieceKind;
    match kind {
        PieceKind::Pawn => "歩兵",
        PieceKind::Lance => "香車",
        PieceKind::Knight => "桂馬",
        PieceKind::Silver => "銀将",
        PieceKind::Gold => "金将",
        PieceKind::Bishop => "角行",
        PieceKind::Rook => "飛車",
        PieceKind::King => match color {
            Color::Black => "玉将",
            Color::White => "王将",
        },
        PieceKind::Tokin => "と金",
        PieceKind::PromotedLance => "成香",
        PieceKind::PromotedKnight => "成桂",
        PieceKind::PromotedSilver => "成銀",
        PieceKind::Horse => "龍馬",
        PieceKind::Dragon => "龍王",
    }
}

const fn animal_kanji(kind: dobutsu::PieceKind) -> &'static str {
    match kind {
        dobutsu::PieceKind::Lion => "獅",
        dobutsu::PieceKind::Giraffe => "麒",
        dobutsu::PieceKind::Elephant => "象",
        dobutsu::PieceKind::Chick => "雛",
        dobutsu::PieceKind::Hen => "鶏",
    }
}
