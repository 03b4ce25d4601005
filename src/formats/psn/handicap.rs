//! Handicaps by their English names.

/// The name in Japanese of a handicap: `Lance`, `Rook and Lance`, `Two pieces`, `4-piece`.
pub(super) fn handicap_name(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let is_filler =
        |word: &&str| !matches!(*word, "" | "handicap" | "piece" | "pieces" | "and" | "game" | "odds");
    let words: Vec<&str> = text.split(|char: char| !char.is_ascii_alphanumeric()).filter(is_filler).collect();
    Some(match words[..] {
        ["even" | "none" | "no" | "hirate" | "0"] => "平手",
        ["lance"] | ["left", "lance"] => "香落ち",
        ["right", "lance"] => "右香落ち",
        ["bishop"] => "角落ち",
        ["rook"] => "飛車落ち",
        ["rook", "lance"] => "飛香落ち",
        ["2" | "two"] | ["rook", "bishop"] | ["bishop", "rook"] => "二枚落ち",
        ["3" | "three"] => "三枚落ち",
        ["4" | "four"] => "四枚落ち",
        ["5" | "five"] => "五枚落ち",
        ["6" | "six"] => "六枚落ち",
        ["7" | "seven"] => "七枚落ち",
        ["8" | "eight"] => "八枚落ち",
        ["9" | "nine"] => "九枚落ち",
        ["10" | "ten"] => "十枚落ち",
        _ => return None,
    })
}
