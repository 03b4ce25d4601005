//! Whose name a name is: the text by which names are one person's.

use super::{PlayerName, normalize_name};

/// What stands before the name of somebody who is compared exactly. [`normalize_name`] leaves no blank, so no other
/// person is called so.
const EXACTLY: char = ' ';

/// What programs and people write where nobody is known or meant, normalized.
const NOBODY: &[&str] = &[
    "名無し",
    "名無しさん",
    "名なし",
    "名無",
    "ななし",
    "ナナシ",
    "無名",
    "匿名",
    "匿名希望",
    "不明",
    "対局者不明",
    "未設定",
    "未入力",
    "名称未設定",
    "なし",
    "ゲスト",
    "先手",
    "後手",
    "上手",
    "下手",
    "先手番",
    "後手番",
    "対局者",
    "対局者名",
    "unknown",
    "unknownplayer",
    "anonymous",
    "anon",
    "noname",
    "nobody",
    "nn",
    "n.n.",
    "n/a",
    "none",
    "null",
    "undefined",
    "guest",
];

/// The same in words that name a side.
const SIDES: &[&str] = &["black", "white", "sente", "gote", "shitate", "uwate"];

/// Signs of which a name that is none consists: `?`, `---`, `○○`, `…`.
const SIGNS: &str = "?!-‐‑‒–—―−ー~〜_*.…·・‥,、。/:;#+=○◯〇●×△▲▽▼☗☖□■☆★";

/// The text by which names are one person's: normalized, without rank, title and rating. Empty for what is nobody's name
/// (`?`, `-`, `名無し`, `Unknown`).
///
/// ```
/// use kifukura::record::person_key;
///
/// assert_eq!(person_key("髙見 泰地七段"), person_key("高見泰地 叡王"));
/// assert_eq!(person_key("player(1786)"), "player");
/// assert_eq!(person_key("？"), "");
/// ```
#[must_use]
pub fn person_key(name: &str) -> String {
    let normalized = normalize_name(&PlayerName::parse(name).name);
    let is_nobody = normalized.chars().all(|char| SIGNS.contains(char))
        || NOBODY.contains(&normalized.as_str())
        || SIDES.contains(&normalized.as_str());
    if is_nobody { String::new() } else { normalized }
}

/// The same of a name under which somebody is registered with a server of the CSA protocol: there `Engine_1` and
/// `engine-1` are two, so that names are compared exactly.
#[must_use]
pub(crate) fn exact_person_key(name: &str) -> String {
    if person_key(name).is_empty() { String::new() } else { format!("{EXACTLY}{}", name.trim()) }
}

/// Whether a person is compared exactly.
#[must_use]
pub(crate) fn is_exact(key: &str) -> bool {
    key.starts_with(EXACTLY)
}

/// Whether an event is the id that a server of the CSA protocol gives to a game:
/// `wdoor+floodgate-600-10F+black+white+20240501103000`.
#[must_use]
pub(crate) fn is_server_game(event: &str) -> bool {
    let mut parts = event.trim().split('+');
    let (site, game) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (Some(last), 2..) = (parts.next_back(), parts.count()) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut times = game.rsplit('-');
    let mut is_time = || times.next().is_some_and(|time| is_number(time.trim_end_matches('F')));
    !site.is_empty()
        && is_time()
        && is_time()
        && times.next().is_some()
        && last.len() == 14
        && is_number(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranks_titles_and_ratings_come_off() {
        for (name, key) in [
            ("player a 二段", "playera"),
            ("player a", "playera"),
            ("甲野太郎 竜王", "甲野太郎"),
            ("甲野太郎九段", "甲野太郎"),
            ("五段　甲野太郎(北上)", "甲野太郎(北上)"),
            ("op01(1500)", "op01"),
            ("player[4D]", "player"),
            ("KONO Taro, 9-dan", "konotaro"),
            ("名人", "名人"),
            ("女王 蜂", "女王蜂"),
            ("-甲", "-甲"),
            ("=1+1", "=1+1"),
            ("(^^)", "(^^)"),
            ("x", "x"),
        ] {
            assert_eq!(person_key(name), key, "{name}");
        }
    }

    #[test]
    fn nobody_has_no_key() {
        for name in [
            "",
            " ",
            "?",
            "？？",
            "-",
            "---",
            "―",
            "ー",
            "…",
            "○○",
            "*",
            "名無し",
            "名無し 初段",
            "Unknown",
            "ＵＮＫＮＯＷＮ",
            "Anonymous",
            "先手",
            "後手",
            "▲",
            "N.N.",
            "no name",
            "ゲスト",
        ] {
            assert_eq!((person_key(name).as_str(), exact_person_key(name).as_str()), ("", ""), "{name}");
        }
    }

    #[test]
    fn games_of_servers_are_known_by_their_ids() {
        for event in [
            "wdoor+floodgate-600-10F+a+b+20240501103000",
            "wdoor+floodgate-300-10F+a_b+c+d+20170302210003",
            "denou2+d-86400-060+denou2+gpsshogi+20130420094114",
        ] {
            assert!(is_server_game(event), "{event}");
        }
        for event in [
            "",
            "王座戦",
            "a+b",
            "wdoor+floodgate-600-10F+a+b",
            "x+y-1-2+a+20240501103000",
            "a+b+c+d+20240501103000",
        ] {
            assert!(!is_server_game(event), "{event}");
        }
        assert_eq!(exact_person_key("Engine_1 "), " Engine_1");
        assert!(is_exact(" Engine_1") && !is_exact("engine_1"));
    }

    proptest! {
        #[test]
        fn no_key_is_exact_by_chance(name in "\\PC{0,12}") {
            prop_assert!(!is_exact(&person_key(&name)));
        }
    }
}
