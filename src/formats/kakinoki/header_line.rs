//! Header lines as people write them: several on a line (`先手：甲　後手：乙`), with signs and brackets around their keys
//! (`■先手：甲`, `【先手】甲`), without a colon (`先手　甲`), players by their marks alone (`▲甲 △乙`).

use super::blank::{is_blank, skip_blanks};
use super::closing;
use super::diagram;
use super::ending::is_known;
use super::foreign_row;
use super::header::{self, Key};
use crate::notation::kif::{digit, mark};
use crate::rules::Color;

/// What parts two headers on a line.
const PARTS: &[char] = &['/', '／', ',', '，', '、', '|', '｜', ';', '；'];

/// Signs and brackets that may stand around a key and are not its own.
const DECORATION: &[char] = &[
    '■', '□', '●', '○', '◆', '◇', '★', '☆', '※', '・', '▲', '△', '☗', '☖', '▼', '▽', '【', '】', '[', ']',
    '［', '］', '〔', '〕', '<', '>', '＜', '＞', '「', '」', '『', '』', '(', ')', '（', '）', '-', '−',
    '—', '・', '→',
];

/// What may stand between two names.
const BETWEEN: [&str; 7] = ["対", "vs.", "vs", "VS", "－", "-", "×"];

/// The longest value that is looked through for further headers, in bytes.
const MOST_LINE: usize = 1000;

/// The longest name that a line without a key may have, in characters.
const MOST_NAME: usize = 40;

fn is_decoration(char: char) -> bool {
    is_blank(char) || DECORATION.contains(&char)
}

/// The key without signs and brackets around it, if it is a known one only without them, and what it is about.
pub(super) fn known_key(name: &str) -> Option<(&str, Key)> {
    if let Some(key) = header::key(name) {
        return Some((name, key));
    }
    let bare = name.trim_matches(is_decoration);
    if bare.len() < name.len()
        && let Some(key) = header::key(bare)
    {
        return Some((bare, key));
    }
    let unspaced = if bare.contains(is_blank) { header::unspaced(bare)? } else { return None };
    Some((unspaced, header::key(unspaced)?))
}

/// The headers of a line that begins with `name` and a colon: several where a known key and its colon stand behind a
/// blank or a stroke. `None` for one header alone: remarks and times stay whole, whatever they have inside (`備考：…
/// 先手：…`, `持ち時間：先手：10分 …`).
pub(super) fn split<'a>(name: &'a str, value: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    if value.len() > MOST_LINE || !value.contains(['：', ':']) {
        return None;
    }
    if !known_key(name).is_some_and(|(name, key)| begins_several(name, key)) {
        return None;
    }
    let (mut found, mut key, mut from) = (Vec::new(), name, 0);
    for (colon, sign) in value.char_indices().filter(|(_, char)| matches!(char, '：' | ':')) {
        let before = value[from..colon].trim_end_matches(is_blank);
        let start = before.rfind(|char| is_blank(char) || PARTS.contains(&char));
        let start = start.map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        let Some((next, _)) = known_key(&before[start..]).filter(|(next, key)| begins_several(next, *key))
        else {
            continue;
        };
        if start == 0 {
            // The value is something of each side: `棋戦：先手：…`.
            return None;
        }
        found.push((key, trim(&value[from..from + start])));
        (key, from) = (next, colon + sign.len_utf8());
    }
    found.push((key, trim(&value[from..])));
    let is_player = |name: &str| matches!(known_key(name), Some((_, Key::Player(_))));
    name_hands(&mut found);
    let of_each_side = found.iter().any(|(name, value)| is_player(name) && is_duration(value));
    (found.len() > 1 && !of_each_side).then_some(found)
}

/// Gives the pieces in hand behind a player's name to that side: `先手：甲　持駒：金`.
fn name_hands(headers: &mut [(&str, &str)]) {
    let mut side = None;
    for (name, _) in headers {
        match known_key(name).map(|(_, key)| key) {
            Some(Key::Player(color)) => side = Some(color),
            Some(Key::SomeHand) => match side {
                Some(Color::Black) => *name = "先手の持駒",
                Some(Color::White) => *name = "後手の持駒",
                None => {}
            },
            _ => {}
        }
    }
}

/// True for a header that is read again as itself: neither as several nor as a move of a player.
pub(super) fn is_one(name: &str, value: &str) -> bool {
    let of_player = matches!(known_key(name), Some((_, Key::Player(_))));
    split(name, value).is_none() && !(of_player && foreign_row::without_number(value).is_some())
}

/// True for keys that share a line with others.
fn begins_several(name: &str, key: Key) -> bool {
    matches!(
        key,
        Key::Player(_)
            | Key::Hand(_)
            | Key::Handicap
            | Key::Started
            | Key::Ended
            | Key::Event
            | Key::Site
            | Key::TimeControl
            | Key::Opening
    ) || matches!(name, "表題" | "対局ID" | "記録ID" | "掲載" | "持駒" | "持ち駒")
}

/// The value without what parts it from the next one.
fn trim(value: &str) -> &str {
    let value = value.trim_matches(|char| is_blank(char) || PARTS.contains(&char));
    let versus = BETWEEN.into_iter().find_map(|word| value.strip_suffix(word)?.strip_suffix(is_blank));
    versus.map_or(value, |value| value.trim_end_matches(is_blank))
}

/// True for a time and not a name: `10分`, `各4時間`, `0:01:02`.
fn is_duration(text: &str) -> bool {
    let units = |char: char| "時間分秒各::：".contains(char);
    text.contains(units) && text.chars().all(|char| units(char) || is_blank(char) || digit(char).is_some())
}

/// Headers without colons: `先手　甲`, `【後手】乙`, `棋戦＝X`, `先手▲甲　後手△乙`.
pub(super) fn without_colon(line: &str) -> Option<Vec<(&str, &str)>> {
    let text = line.trim_matches(is_blank);
    if let Some(hand) = hand_without_colon(text) {
        return Some(vec![hand]);
    }
    let inner = text.trim_start_matches(is_decoration);
    let end = inner.find(parts_key)?;
    let (name, rest) = inner.split_at(end);
    let key = header::key(name)?;
    let usual = matches!(
        key,
        Key::Player(_) | Key::Event | Key::Started | Key::Site | Key::Handicap | Key::TimeControl
    );
    if !usual {
        return None;
    }
    if let Key::Player(color) = key {
        let others = if color == Color::Black { ["後手", "上手"] } else { ["先手", "下手"] };
        if let Some((at, other)) = others.into_iter().find_map(|side| Some((rest.find(side)?, side))) {
            let behind = &rest[at + other.len()..];
            let apart = rest[..at].ends_with(|char| is_decoration(char) || PARTS.contains(&char));
            let (one, two) = (value_of(trim(rest[..at].trim_end_matches(is_decoration)))?, value_of(behind)?);
            return (apart && behind.starts_with(parts_key)).then(|| vec![(name, one), (other, two)]);
        }
    }
    Some(vec![(name, value_of(rest)?)])
}

/// Pieces in hand behind a blank: `▲持駒　金二`.
fn hand_without_colon(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(is_blank)?;
    let value = rest.trim_matches(is_blank);
    let is_hand = matches!(header::key(name)?, Key::Hand(_) | Key::SomeHand);
    (is_hand && !value.is_empty() && diagram::read_hand(value).is_ok()).then_some((name, value))
}

/// True for what may stand between a key and its value in place of a colon.
fn parts_key(char: char) -> bool {
    is_decoration(char) || matches!(char, '=' | '＝' | '…' | '.' | ':' | '：')
}

/// The value behind a key, without what parts it from the key; `None` when it is none.
fn value_of(rest: &str) -> Option<&str> {
    let rest = rest.trim_end_matches(is_blank);
    let bracketed = rest.strip_prefix(['(', '（']).and_then(|inner| inner.strip_suffix([')', '）']));
    let value = bracketed.unwrap_or_else(|| rest.trim_start_matches(parts_key));
    let is_value = !value.is_empty()
        && value.chars().count() <= MOST_NAME
        && known_key(value).is_none()
        && !closing::is_result(value)
        && !SENTENCES.iter().any(|word| value.ends_with(word));
    is_value.then_some(value)
}

/// How sentences about a game end, which may begin with a side as well.
const SENTENCES: [&str; 8] = ["。", "す", "る", "た", "だ", "い", "有利", "優勢"];

/// The players of a line that has nothing but their marks before their names: `▲甲 △乙`.
pub(super) fn marked_players(line: &str) -> Option<[(Color, &str); 2]> {
    let (first, rest) = marked(line)?;
    let second = rest.find(|char| mark(char).is_some())?;
    let (other, last) = marked(&rest[second..])?;
    let (one, two) = (name(&rest[..second])?, name(last)?);
    (first != other).then_some([(first, one), (other, two)])
}

/// The player of a line that has nothing but a mark before a name: `▲甲`.
pub(super) fn marked_player(line: &str) -> Option<(Color, &str)> {
    let (color, rest) = marked(line)?;
    Some((color, name(rest)?))
}

fn marked(text: &str) -> Option<(Color, &str)> {
    let text = skip_blanks(text);
    let first = text.chars().next()?;
    Some((mark(first)?, &text[first.len_utf8()..]))
}

/// A name, without the word for the side or what stands between two names.
fn name(text: &str) -> Option<&str> {
    const BETWEEN: [&str; 7] = ["対", "vs.", "vs", "VS", "－", "-", "×"];
    let text =
        text.trim_matches(|char| is_blank(char) || PARTS.contains(&char) || matches!(char, '：' | ':'));
    let text =
        BETWEEN.into_iter().find_map(|word| text.strip_suffix(word)?.strip_suffix(is_blank)).unwrap_or(text);
    let unsided = ["先手", "後手", "下手", "上手"].into_iter().find_map(|side| text.strip_prefix(side));
    let text = unsided
        .filter(|rest| rest.starts_with(|char| is_blank(char) || matches!(char, '：' | ':')))
        .unwrap_or(text);
    let text = text.trim_matches(|char| is_blank(char) || matches!(char, '：' | ':'));
    let first = text.chars().next()?;
    let is_name = digit(first).is_none()
        && !matches!(first, '同' | '仝')
        && text.chars().count() <= MOST_NAME
        && !text.contains(|char| mark(char).is_some())
        && !["持駒", "持ち駒", "。"].iter().any(|word| text.contains(word))
        && !text.ends_with(['番'])
        && !is_known(text)
        && !closing::is_result(text);
    is_name.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_headers_on_a_line() {
        for (line, want) in [
            ("先手: 甲 / 後手: 乙", &[("先手", "甲"), ("後手", "乙")][..]),
            ("先手：甲　　後手：乙", &[("先手", "甲"), ("後手", "乙")]),
            ("先手：甲 野 後手：乙 山", &[("先手", "甲 野"), ("後手", "乙 山")]),
            ("棋戦：X　先手：甲　後手：乙", &[("棋戦", "X"), ("先手", "甲"), ("後手", "乙")]),
            ("▲先手：甲　△後手：乙", &[("▲先手", "甲"), ("後手", "乙")]),
            ("先手：甲、後手：乙", &[("先手", "甲"), ("後手", "乙")]),
            ("先手：|後手：乙", &[("先手", ""), ("後手", "乙")]),
            (
                "開始日時：2024/05/01 10:00:00　棋戦：X　持ち時間：各4時間",
                &[("開始日時", "2024/05/01 10:00:00"), ("棋戦", "X"), ("持ち時間", "各4時間")],
            ),
            ("手合割：平手　　先手：甲", &[("手合割", "平手"), ("先手", "甲")]),
            ("備考：昼食休憩 先手：うどん 後手：そば", &[("備考", "昼食休憩 先手：うどん 後手：そば")]),
            ("備考：1: ７六歩", &[("備考", "1: ７六歩")]),
            ("持ち時間：先手：10分　後手：5分", &[("持ち時間", "先手：10分　後手：5分")]),
            ("持ち時間：4時間　先手：3時間　後手：1時間", &[("持ち時間", "4時間　先手：3時間　後手：1時間")]),
            ("消費時間：1 先手：甲", &[("消費時間", "1 先手：甲")]),
            ("趣味：X 先手：甲", &[("趣味", "X 先手：甲")]),
            ("先手：甲　持駒：金", &[("先手", "甲"), ("先手の持駒", "金")]),
            ("後手：乙 持駒：歩二", &[("後手", "乙"), ("後手の持駒", "歩二")]),
            ("先手の持駒：金　後手の持駒：歩二", &[("先手の持駒", "金"), ("後手の持駒", "歩二")]),
            ("先手：甲：乙", &[("先手", "甲：乙")]),
            ("棋戦：http://a/ 先生：甲", &[("棋戦", "http://a/ 先生：甲")]),
        ] {
            let (name, value) = header::split(line).unwrap();
            assert_eq!(split(name, value).unwrap_or_else(|| vec![(name, value)]), want, "{line}");
        }
    }

    #[test]
    fn keys_with_signs_and_lines_without_colons() {
        assert_eq!(known_key("■先手"), Some(("先手", Key::Player(Color::Black))));
        assert_eq!(known_key("【後手】"), Some(("後手", Key::Player(Color::White))));
        assert_eq!(known_key("先　手"), Some(("先手", Key::Player(Color::Black))));
        assert_eq!(known_key("趣味"), None);
        for (line, want) in [
            ("先手　甲", Some(vec![("先手", "甲")])),
            ("【後手】乙", Some(vec![("後手", "乙")])),
            ("■棋戦＝X", Some(vec![("棋戦", "X")])),
            ("[先手] 甲 五段", Some(vec![("先手", "甲 五段")])),
            ("先手（甲）", Some(vec![("先手", "甲")])),
            ("(後手) 乙（丙）", Some(vec![("後手", "乙（丙）")])),
            ("先手▲甲　後手△乙", Some(vec![("先手", "甲"), ("後手", "乙")])),
            ("先手＝甲、後手＝乙", Some(vec![("先手", "甲"), ("後手", "乙")])),
            ("▲持駒　金二 銀", Some(vec![("▲持駒", "金二 銀")])),
            ("後手の持駒 なし", Some(vec![("後手の持駒", "なし")])),
            ("先手の持駒 多い", None),
            ("先手 甲後手組", None),
            ("先手　後手", None),
            ("先手 勝ち", None),
            ("先手 優勢", None),
            ("先手 が攻める。", None),
            ("先手", None),
            ("手番 先手", None),
            ("これは先手 甲", None),
        ] {
            assert_eq!(without_colon(line), want, "{line}");
        }
    }

    #[test]
    fn players_by_their_marks() {
        let names = |line| marked_players(line).map(|[(_, one), (_, two)]| (one, two));
        for (line, want) in [
            ("▲player a △player b", Some(("player a", "player b"))),
            ("☗甲　☖乙", Some(("甲", "乙"))),
            ("▲甲九段 対 △乙八段", Some(("甲九段", "乙八段"))),
            ("▲先手：甲／△後手：乙", Some(("甲", "乙"))),
            ("△乙 ▲甲", Some(("乙", "甲"))),
            ("▲７六歩 △３四歩", None),
            ("▲同歩 △３四歩", None),
            ("▲甲 ▲乙", None),
            ("▲甲 △投了", None),
            ("▲先手の持駒：金 △後手の持駒：なし", None),
            ("▲甲", None),
            ("甲 乙", None),
        ] {
            assert_eq!(names(line), want, "{line}");
        }
        assert_eq!(marked_player("▲甲"), Some((Color::Black, "甲")));
        assert_eq!(marked_player("▲７六歩"), None);
        assert_eq!(marked_player("▲後手の勝ち"), None);
    }
}
