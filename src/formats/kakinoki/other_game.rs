//! Other games that are written in the formats of shogi: 安南将棋, 5五将棋, … Their moves cannot be judged here, so that a
//! record that names one is refused. Dōbutsu shōgi is none of them.

use super::{animals, handicap};
use crate::record::{Header, normalize_name};

/// Names of other games, as [`normalize_name`] has them and without hyphens; any text with one in it names that game.
const NAMES: &[&str] = &[
    "安南",
    "アンナン",
    "annan",
    "安北",
    "背面将棋",
    "王手将棋",
    "checkshogi",
    "京都将棋",
    "kyotoshogi",
    "5五将棋",
    "五五将棋",
    "55将棋",
    "ごご将棋",
    "5x5",
    "5×5",
    "minishogi",
    "ミニ将棋",
    "対馬",
    "禽将棋",
    "鳥将棋",
    "torishogi",
    "中将棋",
    "chushogi",
    "chuushogi",
    "大将棋",
    "daishogi",
    "小将棋",
    "shoshogi",
    "平安将棋",
    "heianshogi",
    "天竺",
    "tenjiku",
    "泰将棋",
    "taishogi",
    "大局将棋",
    "taikyoku",
    "washogi",
    "和将棋",
    "槍将棋",
    "yarishogi",
    "豆将棋",
    "microshogi",
    "ごろごろ",
    "ゴロゴロ",
    "gorogoro",
    "おおきなどうぶつ",
    "大きなどうぶつ",
    "9マス",
    "九マス",
    "judkin",
    "euroshogi",
    "okisakishogi",
    "cannonshogi",
    "大砲将棋",
    "鯨将棋",
    "whaleshogi",
    "三人将棋",
    "四人将棋",
    "はさみ将棋",
    "挟み将棋",
    "まわり将棋",
    "回り将棋",
    "ついたて将棋",
    "衝立将棋",
    "kriegspiel",
    "軍人将棋",
    "二手指し",
    "2手指し",
    "取る一手",
    "キルケ",
    "circe",
    "マドラシ",
    "madrasi",
    "トーラス",
    "円筒",
    "量子将棋",
    "quantum",
    "crazyhouse",
    "makruk",
    "マークルック",
    "xiangqi",
    "シャンチー",
    "janggi",
    "チャンギ",
    "chess",
    "チェス",
];

/// What ends so as the value of 手合割 is a game of its own.
const SHOGI: [&str; 4] = ["将棋", "しょうぎ", "ショウギ", "shogi"];

/// What ends so and is none: shogi under other names, ways to play it, starts and problems.
const STANDARD: &[&str] = &[
    "本将棋",
    "指将棋",
    "指し将棋",
    "平手将棋",
    "普通将棋",
    "普通の将棋",
    "通常の将棋",
    "一般将棋",
    "標準将棋",
    "現代将棋",
    "日本将棋",
    "詰将棋",
    "詰め将棋",
    "つめ将棋",
    "必至将棋",
    "実戦将棋",
    "持将棋",
    "早指将棋",
    "早指し将棋",
    "秒将棋",
    "分将棋",
    "目隠し将棋",
    "脳内将棋",
    "対面将棋",
    "通信将棋",
    "郵便将棋",
    "ネット将棋",
    "リレー将棋",
    "ペア将棋",
    "公開将棋",
    "席上将棋",
    "指導将棋",
    "駒落将棋",
    "駒落ち将棋",
    "太閤将棋",
    "トンボ将棋",
    "裸玉将棋",
    "hirateshogi",
    "honshogi",
    "japaneseshogi",
    "standardshogi",
    "normalshogi",
    "handicapshogi",
    "tsumeshogi",
    "blindfoldshogi",
];

/// Headers that say which game is played.
const KEYS: &[&str] = &[
    "種類",
    "種別",
    "種目",
    "棋種",
    "変種",
    "変則",
    "競技",
    "ルール",
    "ルール名",
    "変則ルール",
    "特殊ルール",
    "ゲーム",
    "ゲーム名",
    "ゲーム種別",
    "対局種別",
    "将棋の種類",
    "将棋種別",
    "バリアント",
    "variant",
    "rule",
    "rules",
    "ruleset",
    "game",
    "gametype",
];

/// Keys of most headers, which are none of [`KEYS`]; to compare keys in any spelling costs more than all the rest here.
const USUAL_KEYS: [&str; 18] = [
    "先手",
    "後手",
    "下手",
    "上手",
    "手合割",
    "開始日時",
    "終了日時",
    "対局日",
    "棋戦",
    "場所",
    "持ち時間",
    "消費時間",
    "戦型",
    "表題",
    "先手の持駒",
    "後手の持駒",
    "手数",
    "備考",
];

/// The longest value that is a name, in bytes.
const LONGEST: usize = 120;

/// True when the value of 手合割 is not a start of shogi but another game.
pub(in crate::formats) fn is_other_game(handicap: &str) -> bool {
    if handicap::is_official(handicap) {
        return false;
    }
    let name = plain(handicap);
    let is_standard = || SHOGI.contains(&name.as_str()) || STANDARD.iter().any(|known| name.ends_with(known));
    animals::by_name(handicap).is_none()
        && (names_one(&name) || SHOGI.iter().any(|word| name.ends_with(word)) && !is_standard())
}

/// The header that says that another game is played.
pub(in crate::formats) fn named_in(headers: &[Header]) -> Option<&Header> {
    headers.iter().find(|header| {
        let (key, value) = (header.key.as_str(), &header.value);
        value.len() <= LONGEST
            && !USUAL_KEYS.contains(&key)
            && KEYS.contains(&plain(key).as_str())
            && animals::by_name(value).is_none()
            && names_one(&plain(value))
    })
}

fn names_one(name: &str) -> bool {
    NAMES.iter().any(|known| name.contains(known))
}

fn plain(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).collect();
    normalize_name(&text).replace(['-', '‐', '－', '_'], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::kakinoki::handicap::{Handicap, find};

    #[test]
    fn names_of_other_games() {
        for name in NAMES {
            assert_eq!(plain(name), *name);
            assert!(is_other_game(name), "{name}");
        }
        for name in [
            "安南将棋",
            "安南",
            "王手将棋",
            "京都将棋",
            "５五将棋",
            "5五 将棋",
            "五五将棋",
            "対馬将棋",
            "中将棋",
            "禽将棋",
            "Minishogi",
            "Annan shogi",
            "Kyoto-Shogi",
            "Check Shogi",
            "ごろごろどうぶつしょうぎ",
            "摩訶大大将棋",
            "天狗将棋",
            "平手（安南将棋）",
        ] {
            assert!(is_other_game(name), "{name}");
        }
    }

    #[test]
    fn names_of_shogi_and_its_starts() {
        for name in [
            "平手",
            "平手　",
            "その他",
            "詰将棋",
            "詰め将棋",
            "双玉詰将棋",
            "実戦詰将棋",
            "本将棋",
            "将棋",
            "指し将棋",
            "持将棋",
            "１０秒将棋",
            "目隠し将棋",
            "太閤将棋",
            "百枚落ち",
            "二枚落ち",
            "Shogi",
            "tsume shogi",
            "どうぶつしょうぎ",
            "動物将棋",
            "ひよこ落ち",
            "",
        ] {
            assert!(!is_other_game(name), "{name}");
        }
        for key in crate::terms::keys(crate::terms::Category::Handicap) {
            let language = crate::terms::Language::Japanese;
            let name = crate::terms::name(crate::terms::Category::Handicap, key, language);
            assert!(!is_other_game(name) && find(name) != Handicap::Unknown, "{name}");
        }
    }

    #[test]
    fn headers_that_name_the_game() {
        let named = |key: &str, value: &str| {
            named_in(&[Header { key: key.to_owned(), value: value.to_owned() }]).is_some()
        };
        assert!(named("Variant", "Annanshogi") && named("ルール", "京都将棋") && named("種類", "５五将棋"));
        assert!(!named("棋戦", "安南将棋大会") && !named("Variant", "Standard") && !named("種類", "詰将棋"));
        assert!(!named("ルール", "持将棋は27点法") && !named("Variant", "dobutsu"));
        for key in [
            "Ｖａｒｉａｎｔ",
            "  variant",
            "game-type",
            "Game_Type",
            "ルール　名",
            "ﾙｰﾙ",
            "変則・ルール",
            "變種",
        ] {
            assert!(named(key, "京都将棋"), "{key}");
        }
        for key in KEYS {
            assert!(named(key, "京都将棋") && !USUAL_KEYS.contains(key), "{key}");
        }
        for key in USUAL_KEYS {
            assert!(!KEYS.contains(&plain(key).as_str()), "{key}");
        }
    }
}
