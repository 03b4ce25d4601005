//! The names of handicaps (手合割) and their start positions. In every handicap White (上手) moves first.

use crate::rules::shogi::Setup;

/// What a handicap's name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Handicap {
    /// A start position; the second value is the reason when programs disagree about it and this is a guess.
    Known(Setup, Option<&'static str>),
    /// A diagram must give the position (その他, 詰将棋).
    Custom,
    /// No known name.
    Unknown,
}

/// The even position's name.
const EVEN: &str = "平手";

/// What several programs disagree about.
const LANCE: &str = "programs disagree about which lance is missing; that of file 1 was taken";
const SEVEN: &str =
    "programs disagree about which silver is missing; that of file 3 was taken to be there no more";
const NINE: &str =
    "programs disagree about which gold is missing; that of file 4 was taken to be there still";

/// Names, ranks a and b, White's hand in SFEN, and the reason when it is a guess.
const TABLE: &[(&str, &str, &str, Option<&str>)] = &[
    ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp", "-", None),
    ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp", "-", None),
    ("角落ち", "lnsgkgsnl/1r7/ppppppppp", "-", None),
    ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp", "-", None),
    ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp", "-", None),
    ("二枚落ち", "lnsgkgsnl/9/ppppppppp", "-", None),
    ("三枚落ち", "lnsgkgsn1/9/ppppppppp", "-", Some(LANCE)),
    ("四枚落ち", "1nsgkgsn1/9/ppppppppp", "-", None),
    ("五枚落ち", "2sgkgsn1/9/ppppppppp", "-", None),
    ("左五枚落ち", "1nsgkgs2/9/ppppppppp", "-", None),
    ("六枚落ち", "2sgkgs2/9/ppppppppp", "-", None),
    ("左七枚落ち", "2sgkg3/9/ppppppppp", "-", None),
    ("右七枚落ち", "3gkgs2/9/ppppppppp", "-", None),
    ("七枚落ち", "3gkgs2/9/ppppppppp", "-", Some(SEVEN)),
    ("八枚落ち", "3gkg3/9/ppppppppp", "-", None),
    ("九枚落ち", "4kg3/9/ppppppppp", "-", Some(NINE)),
    ("十枚落ち", "4k4/9/ppppppppp", "-", None),
    ("十九枚落ち", "4k4/9/9", "-", None),
    ("裸玉", "4k4/9/9", "-", None),
    ("歩三兵", "4k4/9/9", "3p", None),
    ("両香落ち", "1nsgkgsn1/1r5b1/ppppppppp", "-", None),
    ("トンボ", "4k4/1r5b1/ppppppppp", "-", None),
];

/// The start position of a handicap by its name. Trailing blanks, digits in place of kanji numbers and the short forms
/// 飛落ち and 角落 are accepted.
pub(in crate::formats) fn find(name: &str) -> Handicap {
    let name = normal(name);
    match name.as_str() {
        EVEN | "平手戦" | "互先" => return Handicap::Known(Setup::startpos(), None),
        "その他" | "詰将棋" | "詰め将棋" | "任意局面" => return Handicap::Custom,
        _ => {}
    }
    let found = TABLE.iter().find(|(known, ..)| *known == name);
    let setup = found.and_then(|(_, camp, hand, guess)| {
        let sfen = format!("{camp}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand} 1");
        Some(Handicap::Known(sfen.parse().ok()?, *guess))
    });
    setup.unwrap_or(Handicap::Unknown)
}

/// The official name of a start position, if it has one that all programs agree about.
pub(in crate::formats) fn name_of(setup: &Setup) -> Option<&'static str> {
    let same =
        |name: &str| matches!(find(name), Handicap::Known(known, None) if same_position(&known, setup));
    if same(EVEN) {
        return Some(EVEN);
    }
    TABLE.iter().take(17).map(|(name, ..)| *name).find(|name| same(name))
}

/// Equal but for the number of the next move.
pub(in crate::formats) fn same_position(one: &Setup, other: &Setup) -> bool {
    one.board == other.board && one.hands == other.hands && one.turn == other.turn
}

fn normal(name: &str) -> String {
    let name = name.split(['#', '＃']).next().unwrap_or(name);
    let name: String = name.chars().filter(|char| !super::blank::is_blank(*char)).map(kanji_digit).collect();
    let name = name.replace("一0枚", "十枚").replace("一０枚", "十枚").replace("一九枚", "十九枚");
    let name = name.replace("兩", "両").replace("落し", "落ち").replace("おち", "落ち");
    let name = if name.ends_with('落') { name + "ち" } else { name };
    match name.as_str() {
        "飛落ち" => "飛車落ち".to_owned(),
        "左香落ち" => "香落ち".to_owned(),
        "香車落ち" => "香落ち".to_owned(),
        "角行落ち" => "角落ち".to_owned(),
        "右五枚落ち" => "五枚落ち".to_owned(),
        "飛角落ち" => "二枚落ち".to_owned(),
        _ => name,
    }
}

fn kanji_digit(char: char) -> char {
    match crate::notation::kif::arabic_digit(char) {
        Some(value @ 1..=9) => crate::notation::kif::rank_name(value),
        _ => char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::{Category, Language, key_of, keys, name};

    #[test]
    fn every_name_has_a_position() {
        for (name, ..) in TABLE {
            assert!(matches!(find(name), Handicap::Known(..)), "{name}");
            assert!(
                key_of(Category::Handicap, name, Language::Japanese).is_some(),
                "{name} has no other names"
            );
        }
        for (name, want) in [
            ("平手　　", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
            ("飛落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("10枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("１０枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("19枚落ち", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("２枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"),
        ] {
            let Handicap::Known(setup, None) = find(name) else { panic!("{name}") };
            assert_eq!(setup.to_string(), want);
        }
        assert!(matches!(find("三枚落ち"), Handicap::Known(_, Some(_))));
        assert_eq!(find("その他　"), Handicap::Custom);
        assert_eq!(find("百枚落ち"), Handicap::Unknown);
    }

    #[test]
    fn names_of_the_table_of_terms_are_known_here() {
        for key in keys(Category::Handicap) {
            let written = name(Category::Handicap, key, Language::Japanese);
            assert_ne!(find(written), Handicap::Unknown, "{key}");
        }
    }

    #[test]
    fn positions_find_their_names() {
        for name in ["平手", "香落ち", "二枚落ち", "十枚落ち", "左七枚落ち"] {
            let Handicap::Known(setup, _) = find(name) else { panic!("{name}") };
            assert_eq!(name_of(&setup), Some(name));
        }
        let Handicap::Known(three, _) = find("三枚落ち") else { panic!() };
        assert_eq!((name_of(&three), name_of(&Setup::default())), (None, None));
    }
}
