//! The names of header lines, for KIF and KI2, and what the known ones say.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::other_key;
use crate::notation::kif::{arabic_digit, mark, number};
use crate::record::{Code, Header, Info, PartialDate, Place, Record};
use crate::rules::Color;

/// What a header line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Key {
    /// A player's name.
    Player(Color),
    /// A player's short name, used when there is no other.
    ShortName(Color),
    /// 手合割.
    Handicap,
    /// 手番.
    Turn,
    /// The pieces in hand beside a diagram.
    Hand(Color),
    /// The pieces in hand of somebody whose side the key does not name.
    SomeHand,
    /// When the game began.
    Started,
    /// When the game ended.
    Ended,
    /// The tournament.
    Event,
    /// The place.
    Site,
    /// The time control.
    TimeControl,
    /// The opening.
    Opening,
    /// The number of plies that ends the game.
    MaxMoves,
    /// The impasse rule.
    Impasse,
    /// Remarks about the game.
    Remarks,
    /// How the game ended or who won it.
    Result,
    /// A key that programs write and kifukura only keeps.
    Kept,
}

impl Key {
    /// Such a line after the moves begins another game.
    pub fn begins_a_game(self) -> bool {
        !matches!(
            self,
            Self::Kept
                | Self::Remarks
                | Self::Result
                | Self::Ended
                | Self::Opening
                | Self::Site
                | Self::MaxMoves
                | Self::Impasse
        )
    }
}

/// Every known key.
const KEYS: &[(&str, Key)] = &[
    ("先手", Key::Player(Color::Black)),
    ("後手", Key::Player(Color::White)),
    ("下手", Key::Player(Color::Black)),
    ("上手", Key::Player(Color::White)),
    ("手合割", Key::Handicap),
    ("手合", Key::Handicap),
    ("開始日時", Key::Started),
    ("開始日", Key::Started),
    ("対局日", Key::Started),
    ("対局年月日", Key::Started),
    ("対局開始日時", Key::Started),
    ("対局日時", Key::Started),
    ("終了日時", Key::Ended),
    ("終了日", Key::Ended),
    ("対局終了日時", Key::Ended),
    ("棋戦", Key::Event),
    ("棋戦名", Key::Event),
    ("場所", Key::Site),
    ("対局場所", Key::Site),
    ("持ち時間", Key::TimeControl),
    ("持時間", Key::TimeControl),
    ("戦型", Key::Opening),
    ("手番", Key::Turn),
    ("先手番", Key::Kept),
    ("後手の持駒", Key::Hand(Color::White)),
    ("上手の持駒", Key::Hand(Color::White)),
    ("後手の持ち駒", Key::Hand(Color::White)),
    ("上手の持ち駒", Key::Hand(Color::White)),
    ("後手持駒", Key::Hand(Color::White)),
    ("後手持ち駒", Key::Hand(Color::White)),
    ("先手の持駒", Key::Hand(Color::Black)),
    ("下手の持駒", Key::Hand(Color::Black)),
    ("先手の持ち駒", Key::Hand(Color::Black)),
    ("下手の持ち駒", Key::Hand(Color::Black)),
    ("先手持駒", Key::Hand(Color::Black)),
    ("先手持ち駒", Key::Hand(Color::Black)),
    ("先手省略名", Key::ShortName(Color::Black)),
    ("後手省略名", Key::ShortName(Color::White)),
    ("詰方", Key::ShortName(Color::Black)),
    ("玉方", Key::ShortName(Color::White)),
    ("最大手数", Key::MaxMoves),
    ("持将棋", Key::Impasse),
    ("結果", Key::Result),
    ("対局結果", Key::Result),
    ("勝敗", Key::Result),
    ("勝者", Key::Result),
    ("敗者", Key::Result),
    ("表題", Key::Kept),
    ("掲載", Key::Kept),
    ("備考", Key::Remarks),
    ("記録係", Key::Kept),
    ("立会人", Key::Kept),
    ("副立会人", Key::Kept),
    ("振り駒", Key::Kept),
    ("対局ID", Key::Kept),
    ("記録ID", Key::Kept),
    ("盤面回転", Key::Kept),
    ("秒読み", Key::Kept),
    ("消費時間", Key::Kept),
    ("先手のチーム", Key::Kept),
    ("後手のチーム", Key::Kept),
    ("先手持ち時間", Key::Kept),
    ("後手持ち時間", Key::Kept),
    ("先手消費時間加算", Key::Kept),
    ("後手消費時間加算", Key::Kept),
    ("昼休前消費時間", Key::Kept),
    ("昼食休憩", Key::Kept),
    ("図", Key::Kept),
    ("注釈者", Key::Kept),
    ("作成日時", Key::Kept),
    ("更新日時", Key::Kept),
    ("作品番号", Key::Kept),
    ("作品名", Key::Kept),
    ("作者", Key::Kept),
    ("発表誌", Key::Kept),
    ("発表年月", Key::Kept),
    ("出典", Key::Kept),
    ("手数", Key::Kept),
    ("完全性", Key::Kept),
    ("分類", Key::Kept),
    ("受賞", Key::Kept),
];

/// What a key is about; `None` for the user's own keys.
pub(in crate::formats) fn key(name: &str) -> Option<Key> {
    static BY_NAME: LazyLock<HashMap<&str, Key>> = LazyLock::new(|| KEYS.iter().copied().collect());
    BY_NAME.get(name).copied().or_else(|| other_key::read(name))
}

/// The key that is meant by one with blanks inside: `先　手`.
pub(in crate::formats) fn unspaced(name: &str) -> Option<&'static str> {
    let name: String = name.chars().filter(|char| !super::blank::is_blank(*char)).collect();
    KEYS.iter().find(|(known, _)| *known == name).map(|(known, _)| *known)
}

/// Key and value of a header line, the blanks around both cut off; `None` when it has no colon or no key.
pub(in crate::formats) fn split(line: &str) -> Option<(&str, &str)> {
    // The first byte of the wide colon is that of other characters as well.
    let (name, value) = memchr::memchr2_iter(b':', 0xEF, line.as_bytes()).find_map(|at| {
        let (name, rest) = line.split_at(at);
        Some((name, rest.strip_prefix(['：', ':'])?))
    })?;
    let name = name.trim_matches(super::blank::is_blank);
    (!name.is_empty()).then(|| (name, value.trim_matches(super::blank::is_blank)))
}

/// The side that 手番's value or a turn line names: `後手`, `後手番`, `上手番`.
pub(in crate::formats) fn side(text: &str) -> Option<Color> {
    let text = text.trim_matches(super::blank::is_blank);
    match text.strip_suffix('番').unwrap_or(text) {
        "先手" | "下手" => Some(Color::Black),
        "後手" | "上手" => Some(Color::White),
        _ => None,
    }
}

/// Fills `record.info` with what a known header says.
pub(in crate::formats) fn understand(record: &mut Record, key: Key, value: &str, place: Place) {
    let info = &mut record.info;
    match key {
        Key::Player(color) => fill(&mut info.players[color], without_mark(value, color)),
        Key::ShortName(_)
        | Key::Handicap
        | Key::Turn
        | Key::Hand(_)
        | Key::SomeHand
        | Key::Result
        | Key::Kept => {}
        Key::Event => fill(&mut info.event, value),
        Key::Site => fill(&mut info.place, value),
        Key::TimeControl => fill(&mut info.time_control, value),
        Key::Opening => fill(&mut info.opening, value),
        Key::Remarks if value.is_empty() => {}
        Key::Remarks => {
            let remarks = info.remarks.get_or_insert_default();
            if !remarks.is_empty() {
                remarks.push('\n');
            }
            remarks.push_str(value);
        }
        Key::Started | Key::Ended => date(record, key, value, place),
        Key::MaxMoves => match number(value) {
            Some((count, _)) => info.max_moves = info.max_moves.or(Some(count)),
            None if value.is_empty() => {}
            None => record.report(Code::BadHeader, place, format!("`{value}` is not a number of plies")),
        },
        Key::Impasse => match number(value) {
            Some((points @ (24 | 27), _)) => info.impasse_points = u8::try_from(points).ok(),
            _ => record.report(Code::BadHeader, place, format!("`{value}` is not a known impasse rule")),
        },
    }
}

/// Adds a header to the record, and what it says to `record.info`.
pub(in crate::formats) fn add(record: &mut Record, name: &str, value: &str, place: Place) {
    record.headers.push(Header { key: name.to_owned(), value: value.to_owned() });
    if let Some(key) = key(name) {
        understand(record, key, value, place);
    }
}

/// Takes the short names for players who have no other.
pub(in crate::formats) fn fill_short_names(record: &mut Record) {
    let Record { headers, info, .. } = record;
    if info.players.black.is_some() && info.players.white.is_some() {
        return;
    }
    for header in headers {
        if let Some(Key::ShortName(color)) = key(&header.key) {
            fill(&mut info.players[color], &header.value);
        }
    }
}

/// A player's name without the mark of the side, which some write before it: `先手：▲甲`.
fn without_mark(name: &str, color: Color) -> &str {
    let first = name.chars().next().filter(|char| mark(*char) == Some(color));
    let rest =
        first.map_or(name, |first| name[first.len_utf8()..].trim_start_matches(super::blank::is_blank));
    if rest.is_empty() { name } else { rest }
}

fn fill(slot: &mut Option<String>, value: &str) {
    if slot.is_none() && !value.is_empty() {
        *slot = Some(value.to_owned());
    }
}

fn date(record: &mut Record, key: Key, value: &str, place: Place) {
    let Info { started, ended, .. } = &mut record.info;
    let slot = if key == Key::Started { started } else { ended };
    let (found, impossible) = PartialDate::read(value);
    // Placeholders (`????/??/??`, `0000/00/00`) say that there is no date, which is no mistake.
    let placeholder = value.chars().all(|char| matches!(char, '?' | '？' | '0' | '/' | ':' | '-' | ' '));
    if found.is_none() && !placeholder {
        record.report(Code::BadHeader, place, format!("`{value}` is not a valid date"));
    } else if slot.is_none_or(|before| found.is_some_and(|found| is_closer(found, before))) {
        // 対局日 and 開始日時 stand side by side in some files; the one with the time of day says more.
        *slot = found;
    }
    if found.is_some_and(|date| date.month.is_none()) && has_three_numbers(value) {
        // `03/04/2018`
        let message = format!("`{value}` does not say which number is the month; only the year was taken");
        record.report(Code::BadHeader, place, message);
    } else if impossible {
        record.report(Code::BadHeader, place, format!("`{value}` is not a valid date or time"));
    }
}

/// True for a date with three numbers above zero, of which the last is the year.
fn has_three_numbers(text: &str) -> bool {
    let mut numbers = text.split(|char: char| arabic_digit(char).is_none());
    let is_small =
        |text: &str| text.chars().count() <= 2 && text.chars().any(|char| !matches!(char, '0' | '０'));
    numbers.next().is_some_and(is_small) && numbers.next().is_some_and(is_small)
}

/// True when `date` is the same day as `before` and has a time, which `before` has not.
fn is_closer(date: PartialDate, before: PartialDate) -> bool {
    date.day_text() == before.day_text() && date.time.is_some() && before.time.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique() {
        for (index, (name, _)) in KEYS.iter().enumerate() {
            assert!(KEYS[..index].iter().all(|(earlier, _)| earlier != name), "{name}");
        }
    }

    #[test]
    fn header_lines_of_every_width() {
        for (line, want) in [
            ("先手：甲", Some(("先手", "甲"))),
            ("先手:甲　", Some(("先手", "甲"))),
            (" 先手　： 甲 乙 ", Some(("先手", "甲 乙"))),
            ("備考：http://a:1/", Some(("備考", "http://a:1/"))),
            ("備考：", Some(("備考", ""))),
            ("：甲", None),
            ("先手", None),
        ] {
            assert_eq!(split(line), want, "{line}");
        }
    }

    #[test]
    fn known_headers_are_understood() {
        let mut record = Record::default();
        for (name, value) in [
            ("先手", "甲"),
            ("開始日", "1999-07-15"),
            ("開始日時", "1999/07/15(木) 19:07:12"),
            ("終了日時", "????/??/??"),
            ("最大手数", "256"),
            ("持将棋", "27点法"),
            ("棋戦", "第１期"),
        ] {
            understand(&mut record, key(name).unwrap(), value, Place::new(1, 1));
        }
        let info = &record.info;
        assert_eq!(info.players.black.as_deref(), Some("甲"));
        assert_eq!(info.started.map(|date| date.to_string()).as_deref(), Some("1999-07-15T19:07:12"));
        assert_eq!((info.ended, info.max_moves, info.impasse_points), (None, Some(256), Some(27)));
        assert_eq!((info.event.as_deref(), record.diagnostics.len()), (Some("第１期"), 0));
        understand(&mut record, Key::Started, "昨日", Place::new(1, 1));
        assert_eq!(record.diagnostics[0].code, Code::BadHeader);
    }
}
