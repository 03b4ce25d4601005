//! Keys of headers that programs and people spell in many ways: the handicap, and the pieces in hand.

use super::blank::is_blank;
use super::header::Key;
use crate::notation::kif::mark;
use crate::rules::Color;

/// The longest key that is looked at, in bytes.
const LONGEST: usize = 90;

/// Names of the handicap, without blanks and in lower case.
const HANDICAP: &[&str] = &[
    "手合割",
    "手合割り",
    "手合い割",
    "手合い割り",
    "手合わり",
    "手合",
    "手合い",
    "手合せ",
    "手合わせ",
    "手割",
    "手割り",
    "てあい",
    "てあいわり",
    "駒割",
    "駒割り",
    "駒落",
    "駒落ち",
    "ハンデ",
    "ハンディ",
    "ハンデキャップ",
    "ハンディキャップ",
    "handicap",
    "teai",
    "teaiwari",
];

/// Words for the pieces in hand.
const HAND: [&str; 9] =
    ["持駒", "持ち駒", "持ちごま", "もち駒", "もちごま", "手駒", "手持ちの駒", "持ち駒台", "駒台"];

/// The hands in English, without blanks and in lower case.
const ENGLISH: [(&[&str], Color); 2] = [
    (&["blackhand", "black'shand", "blackinhand", "sentehand", "sente'shand"], Color::Black),
    (&["whitehand", "white'shand", "whiteinhand", "gotehand", "gote'shand"], Color::White),
];

/// The players in English, without blanks and in lower case.
const PLAYERS: [(&[&str], Color); 2] = [
    (&["black", "sente", "shitate", "blackplayer", "senteplayer"], Color::Black),
    (&["white", "gote", "uwate", "whiteplayer", "goteplayer"], Color::White),
];

/// Words for a side.
const SIDES: [(&[&str], Color); 2] = [
    (
        &["先手", "先手番", "先手側", "下手", "攻方", "攻め方", "攻手", "詰方", "詰め方", "先", "黒"],
        Color::Black,
    ),
    (&["後手", "後手番", "後手側", "上手", "玉方", "受方", "受け方", "守方", "後", "白"], Color::White),
];

/// Whose hand a key speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HandOwner {
    /// A side. The mark before the key may be that of the other one.
    Side {
        /// The side by its name, or by the mark where there is no name.
        color: Color,
        /// The side by the mark.
        mark: Option<Color>,
    },
    /// Nobody is named.
    Nobody,
    /// Somebody by this name.
    Player(String),
}

/// What a key in another spelling is about.
pub(super) fn read(name: &str) -> Option<Key> {
    if name.len() > LONGEST {
        return None;
    }
    if let Some(owner) = hand_owner(name) {
        return Some(match owner {
            HandOwner::Side { color, .. } => Key::Hand(color),
            HandOwner::Nobody | HandOwner::Player(_) => Key::SomeHand,
        });
    }
    let plain: String = name.chars().filter(|char| !is_blank(*char)).flat_map(char::to_lowercase).collect();
    let plain = plain.trim_matches(|char| "■□●○◆◇・【】[]［］<>＜＞「」".contains(char));
    let side = |names: &[(&[&str], Color)]| {
        names.iter().find(|(names, _)| names.contains(&plain)).map(|(_, color)| *color)
    };
    let found = side(&ENGLISH).map(Key::Hand).or_else(|| side(&PLAYERS).map(Key::Player));
    found.or_else(|| HANDICAP.contains(&plain).then_some(Key::Handicap))
}

/// Whose hand a key speaks of; `None` when it is of something else.
pub(super) fn hand_owner(name: &str) -> Option<HandOwner> {
    let plain: String = name.chars().filter(|char| !is_blank(*char)).collect();
    let marked = plain.chars().next().and_then(mark);
    let named =
        plain.trim_matches(|char| mark(char).is_some() || "■□●○◆◇・【】[]［］<>＜＞「」".contains(char));
    let owner = HAND.iter().find_map(|word| named.strip_suffix(word))?;
    let owner = owner.strip_suffix('の').unwrap_or(owner);
    let owner = owner.trim_end_matches(|char| mark(char).is_some() || "】]］>＞」".contains(char));
    let side = SIDES.iter().find(|(words, _)| words.contains(&owner)).map(|(_, color)| *color);
    Some(match (side, marked) {
        (Some(color), mark) => HandOwner::Side { color, mark },
        (None, Some(color)) => HandOwner::Side { color, mark: marked },
        (None, None) if owner.is_empty() => HandOwner::Nobody,
        (None, None) => HandOwner::Player(owner.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_other_spellings() {
        for name in ["手合い割り", "手合割り", "手合い", "ハンデ", "手 合 割", "Handicap", "【手合割】"]
        {
            assert_eq!(read(name), Some(Key::Handicap), "{name}");
        }
        for name in ["▲先手の持駒", "☗持駒", "▲", "先手 の持駒", "攻方の持駒", "攻め方持ち駒", "▲甲の持駒"]
        {
            let want = (name != "▲").then_some(Key::Hand(Color::Black));
            assert_eq!(read(name), want, "{name}");
        }
        for name in [
            "△後手の持駒",
            "☖の持駒",
            "後手　の　持駒",
            "玉方の持駒",
            "受方の持ち駒",
            "後手の手駒",
            "上手持駒",
        ] {
            assert_eq!(read(name), Some(Key::Hand(Color::White)), "{name}");
        }
        for name in ["持駒", "持ち駒", "甲の持駒", "甲野太郎 持駒"] {
            assert_eq!(read(name), Some(Key::SomeHand), "{name}");
        }
        for (name, color) in [
            ("Sente", Color::Black),
            ("black", Color::Black),
            ("Shitate", Color::Black),
            ("Gote", Color::White),
            ("WHITE", Color::White),
            ("White player", Color::White),
        ] {
            assert_eq!(read(name), Some(Key::Player(color)), "{name}");
        }
        for name in ["棋戦", "手合い係", "持駒数", "手合割リスト", ""] {
            assert_eq!(read(name), None, "{name}");
        }
        assert_eq!(
            hand_owner("▲後手の持駒"),
            Some(HandOwner::Side { color: Color::White, mark: Some(Color::Black) })
        );
        assert_eq!(hand_owner("甲野の持駒"), Some(HandOwner::Player("甲野".to_owned())));
    }
}
