//! The names of handicaps (手合割) and their start positions. In every handicap White (上手) moves first.

use crate::rules::shogi::Setup;
use crate::terms::{self, Category, Language, key_of};

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

/// Camps that other programs mean by a name of [`TABLE`].
const OTHERS: &[(&str, &str)] = &[
    ("三枚落ち", "1nsgkgsnl/9/ppppppppp"),
    ("五枚落ち", "1nsgkgs2/9/ppppppppp"),
    ("七枚落ち", "2sgkg3/9/ppppppppp"),
    ("九枚落ち", "3gk4/9/ppppppppp"),
];

/// The start position of a handicap by its name. Blanks, brackets, digits in place of kanji numbers, names without 落ち
/// (飛車, 二枚) and in English are accepted.
pub(in crate::formats) fn find(name: &str) -> Handicap {
    let name = normal(name);
    match name.as_str() {
        EVEN | "平手戦" | "平" | "互先" | "なし" | "無し" | "無" | "ナシ" | "even" | "none" => {
            return Handicap::Known(Setup::startpos(), None);
        }
        "その他" | "詰将棋" | "詰め将棋" | "任意局面" => return Handicap::Custom,
        _ => {}
    }
    let found = TABLE.iter().find(|(known, ..)| *known == name);
    let setup =
        found.and_then(|(_, camp, hand, guess)| Some(Handicap::Known(with_camp(camp, hand)?, *guess)));
    setup.unwrap_or(Handicap::Unknown)
}

/// True for a name as [`find`] has it in its table.
pub(super) fn is_official(name: &str) -> bool {
    name == EVEN || TABLE.iter().any(|(known, ..)| *known == name)
}

/// The start position with White's camp.
fn with_camp(camp: &str, hand: &str) -> Option<Setup> {
    format!("{camp}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand} 1").parse().ok()
}

/// True when some program means this position by a handicap's name.
pub(in crate::formats) fn is_meant_by(setup: &Setup, name: &str) -> bool {
    let same = |known: &Setup| known.board == setup.board && known.hands == setup.hands;
    let name = normal(name);
    let others = OTHERS.iter().filter(|(other, _)| *other == name);
    matches!(find(&name), Handicap::Known(known, _) if same(&known))
        || others.filter_map(|(_, camp)| with_camp(camp, "-")).any(|known| same(&known))
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
    let name = name.trim_matches(super::blank::is_blank);
    if is_official(name) {
        return name.to_owned();
    }
    let name = name.split(['#', '＃']).next().unwrap_or(name);
    let name =
        name.trim_matches(|char| super::blank::is_blank(char) || "【】[]［］「」『』<>＜＞".contains(char));
    // `角落ち（上手：甲）`
    let name = name
        .split_once(['(', '（', '<', '＜'])
        .map(|(name, _)| name)
        .filter(|name| !name.is_empty())
        .unwrap_or(name);
    if name.is_ascii() {
        return english(name);
    }
    let ignored = |char: &char| !super::blank::is_blank(*char) && !"・、,，".contains(*char);
    let name: String = name.chars().filter(ignored).map(kanji_digit).collect();
    let name = name.replace("一0枚", "十枚").replace("一０枚", "十枚").replace("一九枚", "十九枚");
    let name =
        name.replace("兩", "両").replace("落し", "落ち").replace("おち", "落ち").replace("丁落ち", "枚落ち");
    // Katakana that are like kanji.
    let name = name.replace("ニ枚", "二枚").replace("ハ枚", "八枚");
    let name = ["の手合い", "の手合", "手合い", "手合", "の対局", "対局", "戦"]
        .iter()
        .find_map(|word| name.strip_suffix(word))
        .unwrap_or(&name);
    let name = match name.strip_suffix("落ち").or_else(|| name.strip_suffix('落')).unwrap_or(name) {
        "飛" => "飛車",
        "香車" | "左香" | "左香車" | "左の香" => "香",
        "右香車" | "右の香" => "右香",
        "両香車" => "両香",
        "角行" => "角",
        "飛車香" | "飛香車" | "飛車香車" => "飛香",
        "右五枚" => "五枚",
        "飛角" | "飛車角" | "飛車角行" => "二枚",
        "平手" => return EVEN.to_owned(),
        bare => bare,
    };
    let is_named = TABLE.iter().any(|(known, ..)| known.strip_suffix("落ち") == Some(name));
    if is_named { format!("{name}落ち") } else { name.to_owned() }
}

/// The name of a handicap that is written in English, as the table of terms has it or with a number.
fn english(name: &str) -> String {
    let name = name.to_ascii_lowercase().replace(['-', '_'], " ");
    let name = name.replace("handicap", "").replace("odds", "");
    let name = name.trim();
    if let Some(key) = key_of(Category::Handicap, name, Language::English) {
        return terms::name(Category::Handicap, key, Language::Japanese).to_owned();
    }
    let count = name.split(' ').next().and_then(|count| count.trim_end_matches('p').parse::<u8>().ok());
    let pieces = name.contains("piece") || name.ends_with('p');
    match count.filter(|count| pieces && (2..=10).contains(count)) {
        Some(10) => "十枚落ち".to_owned(),
        Some(count) => format!("{}枚落ち", crate::notation::kif::rank_name(count)),
        None => name.to_owned(),
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
    use crate::terms::{keys, name};

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
        for (spellings, want) in [
            (
                &[
                    "飛",
                    "飛車",
                    "飛落",
                    "飛車落",
                    "飛車 落ち",
                    "【飛車落ち】",
                    "飛車落ち（上手：甲）",
                    "飛車落ち戦",
                    "rook",
                    "Rook handicap",
                ][..],
                "飛車落ち",
            ),
            (&["飛車香落ち", "飛車・香車落ち", "飛香", "rook and lance"], "飛香落ち"),
            (
                &[
                    "二枚",
                    "2枚",
                    "２枚落",
                    "飛車角落ち",
                    "飛角",
                    "二丁落ち",
                    "2-piece handicap",
                    "2p",
                    "two pieces",
                ],
                "二枚落ち",
            ),
            (&["左香落", "香", "香車落ち", "left lance"], "香落ち"),
            (&["角行落ち", "角おち", "角落し", "bishop"], "角落ち"),
            (&["平手 ", "平手戦", "平手（振り駒）", "平", "なし", "Even", "互先"], "平手"),
            (&["六枚落ち#x", "6枚", "6-piece", "6 pieces"], "六枚落ち"),
            (&["10枚落", "十枚", "10 pieces"], "十枚落ち"),
        ] {
            for name in spellings {
                assert_eq!(find(name), find(want), "{name}");
                assert!(matches!(find(name), Handicap::Known(..)), "{name}");
            }
        }
        for name in ["駒落ち", "落ち", "あり", "百枚", "金", "1 piece", "11 pieces", "rooks"] {
            assert_eq!(find(name), Handicap::Unknown, "{name}");
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
