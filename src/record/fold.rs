//! Names made comparable: for matching only, the spelling of a record is never changed.

use super::kanji::common_shape;
use unicode_normalization::UnicodeNormalization;

/// A name without what writers of one name differ in: width (`ＡＢＣ`, `ｱﾍﾞ`), case, blanks, middle dots, marks that
/// choose a glyph, and shapes of one kanji (`髙﨑` is `高崎`, `渡邉` is `渡辺`; but 斎 is not 斉).
///
/// Folding twice gives the same as folding once. A text of nothing but blanks and dots stays as it is, so that it is
/// not taken for a part of every name.
#[must_use]
pub fn fold_name(name: &str) -> String {
    let plain = |letter: char| !is_passed_over(letter);
    let folded: String =
        name.nfkc().filter(|letter| plain(*letter)).map(common_shape).flat_map(lower).collect();
    if folded.is_empty() {
        return name.trim().to_owned();
    }
    // A letter whose small form is several may be composed anew.
    match folded.is_ascii() {
        true => folded,
        false => folded.nfkc().filter(|letter| plain(*letter)).collect(),
    }
}

/// Blanks, middle dots, and the selectors of variants (U+FE00 to U+FE0F, U+E0100 to U+E01EF).
fn is_passed_over(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, '·' | '•' | '‧' | '∙' | '⋅' | '・' | '\u{200b}'..='\u{200d}' | '\u{feff}')
        || matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// The small letters of a letter; the two small sigmas are one.
fn lower(letter: char) -> impl Iterator<Item = char> {
    letter.to_lowercase().map(|small| if small == 'ς' { 'σ' } else { small })
}

#[cfg(test)]
mod tests {
    use super::fold_name;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_name_fold_to_one() {
        for (name, folded) in [
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
            assert_eq!(fold_name(name), folded, "{name}");
        }
        assert_ne!(fold_name("斎藤"), fold_name("斉藤"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(name in "\\PC{0,12}") {
            let once = fold_name(&name);
            prop_assert_eq!(fold_name(&once), once);
        }
    }
}
