//! Handicaps by their names.

use crate::formats::kif;
use crate::record::normalize_name;
use crate::rules::Placing;
use crate::rules::shogi::Handicap;
use crate::terms::{self, Category, Language};

/// The placings that one of the table's names means.
fn placing_of(key: &str) -> Option<Placing> {
    match key {
        "set" => None,
        // Names of one placing.
        "seven" => Some(Placing::Handicap(Handicap::RightSeven)),
        "nineteen" => Some(Placing::Handicap(Handicap::NakedKing)),
        key => Placing::from_name(key),
    }
}

/// The handicaps (and the even start) one of whose names has this part, in any language and spelling: `二枚`, `2枚落ち`,
/// `rook`; each once, in the order of the table. Nothing when there is none.
///
/// ```
/// use kifukura::query::placings_named;
///
/// let names = |part| placings_named(part).into_iter().map(|placing| placing.name()).collect::<Vec<_>>();
/// assert_eq!(names("平手"), ["even"]);
/// assert_eq!(names("２枚"), ["two"]);
/// assert_eq!(names("飛"), ["rook", "rook_lance"]);
/// ```
#[must_use]
pub fn placings_named(part: &str) -> Vec<Placing> {
    let wanted = with_kanji(&normalize_name(part));
    let has_part = |key: &str| {
        let mut names =
            Language::ALL.into_iter().map(|language| terms::name(Category::Handicap, key, language));
        key == part || names.any(|name| is_part(name, &wanted))
    };
    let mut found: Vec<Placing> =
        terms::keys(Category::Handicap).filter(|key| has_part(key)).filter_map(placing_of).collect();
    // 飛落ち and 飛角落ち are no parts of 飛車落ち and 二枚落ち.
    let whole = kif::handicap_start(part).map(|setup| match Handicap::of(&setup) {
        Some(handicap) => Placing::Handicap(handicap),
        None => Placing::Even,
    });
    found.extend(whole);
    let mut seen = Vec::with_capacity(found.len());
    found.retain(|placing| {
        !seen.contains(placing) && {
            seen.push(*placing);
            true
        }
    });
    found
}

/// Whether a normalized text is a part of a name; in Latin letters one that begins with a word, so that `even` is no part
/// of `seven`.
fn is_part(name: &str, wanted: &str) -> bool {
    if !name.is_ascii() {
        return with_kanji(&normalize_name(name)).contains(wanted);
    }
    let begins = name.char_indices().filter(|(at, _)| *at == 0 || name.as_bytes()[at - 1] == b' ');
    let mut ends = begins.map(|(at, _)| normalize_name(&name[at..]));
    ends.any(|end| end.starts_with(wanted))
}

/// Numbers before 枚 as kanji.
fn with_kanji(name: &str) -> String {
    const DIGITS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let mut text = name.replace("10枚", "十枚").replace("19枚", "十九枚");
    for (digit, kanji) in DIGITS.iter().enumerate() {
        text = text.replace(&format!("{digit}枚"), &format!("{kanji}枚"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parts_of_them() {
        let names = |part| placings_named(part).into_iter().map(Placing::name).collect::<Vec<_>>();
        for (part, found) in [
            ("even", &["even"][..]),
            ("平手", &["even"]),
            ("二枚落ち", &["two"]),
            ("二枚", &["two"]),
            ("2枚落ち", &["two"]),
            ("２枚", &["two"]),
            ("two", &["two"]),
            ("two pieces", &["two"]),
            (
                "Pieces",
                &[
                    "two",
                    "three",
                    "four",
                    "five",
                    "left_five",
                    "six",
                    "right_seven",
                    "left_seven",
                    "eight",
                    "nine",
                    "ten",
                ],
            ),
            ("Bishop", &["bishop", "dragonfly"]),
            ("飛角落ち", &["two"]),
            ("飛落ち", &["rook"]),
            ("飛車", &["rook"]),
            ("香落", &["lance", "right_lance", "rook_lance", "lances"]),
            ("右香落ち", &["right_lance"]),
            ("七枚", &["right_seven", "left_seven"]),
            ("10枚落ち", &["ten"]),
            ("19枚落ち", &["naked_king"]),
            ("裸玉", &["naked_king"]),
            ("その他", &["other"]),
            ("百枚落ち", &[]),
            ("set", &[]),
        ] {
            assert_eq!(names(part), found, "{part}");
        }
        assert_eq!(names("落ち").len(), 18);
    }
}
