//! Names made comparable: for matching only, the spelling of a record is never changed.

use super::kanji::common_shape;
use unicode_normalization::UnicodeNormalization;

/// A name without what writers of one name differ in: width (`ＡＢＣ`, `ｱﾍﾞ`), case, blanks, middle dots, marks that
/// choose a glyph, and shapes of one kanji (`髙﨑` is `高崎`, `渡邉` is `渡辺`; but 斎 is not 斉).
///
/// Normalizing twice gives the same as normalizing once. A text of nothing but blanks and dots stays as it is, so that it is
/// not taken for a part of every name.
#[must_use]
pub fn normalize_name(name: &str) -> String {
    let kept = |character: char| !is_ignored(character);
    let normalized: String =
        name.nfkc().filter(|character| kept(*character)).map(common_shape).flat_map(lower).collect();
    if normalized.is_empty() {
        return name.trim().to_owned();
    }
    // A character whose lower case is several characters may be composed anew.
    match normalized.is_ascii() {
        true => normalized,
        false => normalized.nfkc().filter(|character| kept(*character)).collect(),
    }
}

/// A normalized name without accents: `ōyama` is `oyama`. The marks of kana stay, which make another sound.
#[must_use]
pub(crate) fn without_accents(normalized: &str) -> String {
    let plain: String =
        normalized.nfd().filter(|character| !('\u{300}'..='\u{36f}').contains(character)).collect();
    plain.nfc().collect()
}

/// Blanks, middle dots, and the selectors of variants (U+FE00 to U+FE0F, U+E0100 to U+E01EF).
fn is_ignored(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '·' | '•' | '‧' | '∙' | '⋅' | '・' | '\u{200b}'..='\u{200d}' | '\u{feff}')
        || matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// A character in lower case; the two lower-case sigmas are one.
fn lower(character: char) -> impl Iterator<Item = char> {
    character.to_lowercase().map(|lower| if lower == 'ς' { 'σ' } else { lower })
}

#[cfg(test)]
mod tests {
    use super::{normalize_name, without_accents};
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_name_are_normalized_to_one() {
        for (name, normalized) in [
            ("髙見 泰地", "高見泰地"),
            ("高見　泰地", "高見泰地"),
            ("山﨑隆之", "山崎隆之"),
            ("渡邉明", "渡辺明"),
            ("渡邊　明", "渡辺明"),
            ("渡辺\u{e0100}明", "渡辺明"),
            ("廣瀬章人", "広瀬章人"),
            ("齋藤", "斎藤"),
            ("齊藤", "斉藤"),
            ("北濱健介", "北浜健介"),
            ("都成龍馬", "都成竜馬"),
            ("𠮷田", "吉田"),
            ("\u{fa10}田", "塚田"),
            ("ＧｉｋｏｕＡＩ　２", "gikouai2"),
            ("Gikou AI 2", "gikouai2"),
            ("ｶﾞﾝｽ・ｱﾍﾞ", "ガンスアベ"),
            ("ΟΔΟΣ", "οδοσ"),
            ("player_1", "player_1"),
            ("・", "・"),
            (" ", ""),
            ("", ""),
        ] {
            assert_eq!(normalize_name(name), normalized, "{name}");
        }
        assert_eq!(["ōyama", "é", "ガンス", "гай"].map(without_accents), ["oyama", "e", "ガンス", "гаи"]);
        assert_ne!(normalize_name("斎藤"), normalize_name("斉藤"));
    }

    proptest! {
        #[test]
        fn normalizing_twice_changes_nothing(name in "\\PC{0,12}") {
            let once = normalize_name(&name);
            prop_assert_eq!(normalize_name(&once), once);
        }
    }
}
