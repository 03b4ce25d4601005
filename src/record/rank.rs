//! Ranks and titles of players as records write them: `七段`, `アマ5段`, `女流２級`, `竜王・名人`, `十五世名人`, `9-dan`.

/// What stands before a counted rank and belongs to it.
const BEFORE_RANKS: &[&str] =
    &["女流", "アマチュア", "アマ", "名誉", "永世", "追贈", "贈", "元奨励会", "奨励会", "元奨", "指導棋士"];

/// What stands before a title and belongs to it.
const BEFORE_TITLES: &[&str] = &[
    "女流",
    "アマチュア",
    "アマ",
    "名誉",
    "永世",
    "実力制",
    "前",
    "元",
    "小学生",
    "中学生",
    "高校",
    "学生",
    "支部",
    "赤旗",
    "朝日",
    "シニア",
];

/// Titles; none is the end of a longer one that stands behind it in the list.
const TITLES: &[&str] = &[
    "倉敷藤花",
    "竜王",
    "龍王",
    "名人",
    "王位",
    "王座",
    "棋王",
    "王将",
    "棋聖",
    "叡王",
    "女王",
    "清麗",
    "白玲",
    "新人王",
];

/// A blank, or a sign between titles or between a name and its title.
pub(super) fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '・' | '･'
                | ','
                | '、'
                | '，'
                | '/'
                | '／'
                | '（'
                | '）'
                | '('
                | ')'
                | '['
                | ']'
                | '［'
                | '］'
                | '【'
                | '】'
        )
}

/// True when a text is ranks and titles and nothing else: `七段`, `竜王・名人`, `[2-dan]`.
pub(crate) fn is_rank(text: &str) -> bool {
    let mut rest = text.trim_matches(is_separator);
    let mut found = false;
    while let Some(at) = last_rank(rest) {
        rest = rest[..at].trim_end_matches(is_separator);
        found = true;
    }
    found && rest.is_empty()
}

/// Where the rank or title begins that a text ends with; 0 when it is all of the text. Separators at the end have to be
/// cut off before.
///
/// A dan and a number of titles have one numeral: `一二三九段` is 九段 behind 一二三, since given names end in numerals.
pub(super) fn last_rank(text: &str) -> Option<usize> {
    counted(text).or_else(|| title(text)).or_else(|| western(text))
}

/// `七段`, `初段`, `アマ5段`, `女流２級`, `三冠`.
fn counted(text: &str) -> Option<usize> {
    let rest = &text[..text.len() - text.chars().next_back()?.len_utf8()];
    let at = match &text[rest.len()..] {
        "段" => one_numeral(rest, "初一二三四五六七八九十弐参", 1).or_else(|| digits(rest, 1..=10)),
        "冠" => one_numeral(rest, "二三四五六七八九", 1).or_else(|| digits(rest, 2..=9)),
        "級" => one_numeral(rest, "初一二三四五六七八九十", 2).or_else(|| digits(rest, 1..=30)),
        _ => None,
    }?;
    Some(with_words(text, at, BEFORE_RANKS))
}

/// `名人`, `前竜王`, `永世棋聖`, `十五世名人`, `実力制第四代名人`, `永世竜王資格者`.
fn title(text: &str) -> Option<usize> {
    let bare = text.strip_suffix("有資格者").or_else(|| text.strip_suffix("資格者")).unwrap_or(text);
    let title = TITLES.iter().find(|title| bare.ends_with(**title))?;
    let mut at = bare.len() - title.len();
    if let Some(before) = bare[..at].strip_suffix(['世', '代']) {
        let number = one_numeral(before, "一二三四五六七八九十", 2).or_else(|| digits(before, 1..=30));
        at = number.map_or(at, |at| bare[..at].strip_suffix('第').map_or(at, str::len));
    }
    Some(with_words(text, at, BEFORE_TITLES))
}

/// Where the numeral begins that a text ends with: one of `numerals`, or from 十一 to 十九 where two are allowed.
fn one_numeral(text: &str, numerals: &str, most: usize) -> Option<usize> {
    let last = text.chars().next_back().filter(|last| numerals.contains(*last))?;
    let at = text.len() - last.len_utf8();
    let teens = most > 1 && !"初十".contains(last);
    Some(if teens && text[..at].ends_with('十') { at - '十'.len_utf8() } else { at })
}

/// Where the number in digits begins that a text ends with, if it is in the range. All digits belong to it: which of
/// those of `user13段` are the player's cannot be told.
fn digits(text: &str, range: std::ops::RangeInclusive<u32>) -> Option<usize> {
    let is_digit = |char: &char| char.is_ascii_digit() || ('０'..='９').contains(char);
    let from_end = text.chars().rev().take_while(is_digit).take(3);
    let (mut number, mut scale, mut length) = (0, 1, 0);
    for char in from_end {
        number += scale * char.to_digit(10).unwrap_or_else(|| u32::from(char) - u32::from('０'));
        scale *= 10;
        length += char.len_utf8();
    }
    (length > 0 && range.contains(&number)).then(|| text.len() - length)
}

/// Where the words begin that belong to the rank at `at`, if there are any before it.
fn with_words(text: &str, mut at: usize, words: &[&str]) -> usize {
    loop {
        let before = text[..at].trim_end();
        let Some(word) = words.iter().find(|word| before.ends_with(**word)) else { return at };
        let start = before.len() - word.len();
        // A surname of two characters may end so (`松前`), and a word apart is a name (`元　名人`).
        let mut ahead = before[..start].chars();
        let is_one = ahead.next().is_some() && ahead.next().is_none();
        let is_doubtful = matches!(*word, "前" | "元") && is_one;
        if is_doubtful || before.len() < at && word.chars().count() == 1 {
            return at;
        }
        at = start;
    }
}

/// `9-dan`, `4dan`, `3 kyu`, `shodan`, `5d`, `12k`, behind a blank or Japanese characters.
fn western(text: &str) -> Option<usize> {
    let tail = text.len() - text.bytes().rev().take_while(u8::is_ascii).take(8).count();
    let (word, most, short) = ["dan", "kyu", "d", "k"].into_iter().find_map(|word| {
        let at = text.len().checked_sub(word.len()).filter(|at| *at >= tail)?;
        let is_same = text[at..].eq_ignore_ascii_case(word) && (word.len() > 1 || &text[at..] == word);
        is_same.then(|| (word, if word.starts_with('d') { 10 } else { 30 }, word.len() == 1))
    })?;
    let rest = &text[..text.len() - word.len()];
    if word == "dan" && rest.len() >= 3 && rest.is_char_boundary(rest.len() - 3) {
        let at = rest.len() - "sho".len();
        if rest[at..].eq_ignore_ascii_case("sho") && stands_apart(&rest[..at], false) {
            return Some(at);
        }
    }
    let number = if short { rest } else { rest.strip_suffix(['-', ' ']).unwrap_or(rest) };
    let at = digits(number, 1..=most)?;
    (number[at..].is_ascii() && stands_apart(&number[..at], short)).then_some(at)
}

/// True when a rank may begin behind this text; a short one only behind a blank or a bracket.
fn stands_apart(before: &str, short: bool) -> bool {
    before.chars().next_back().is_none_or(|last| is_separator(last) || !short && !last.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::{is_rank, last_rank};

    #[test]
    fn texts_that_are_ranks_and_nothing_else() {
        for text in [
            "七段",
            "初段",
            "十段",
            "アマ五段",
            "アマ 5段",
            "女流２級",
            "奨励会三段",
            "元奨励会三段",
            "１５級",
            "十二級",
            "三冠",
            "永世七冠",
            "弐段",
            "女流五冠",
            "竜王",
            "竜王・名人",
            "竜王名人",
            "女流名人",
            "前竜王",
            "永世棋聖",
            "十五世名人",
            "実力制第四代名人",
            "永世竜王資格者",
            "9-dan",
            "4dan",
            "3 kyu",
            "8 Dan",
            "Shodan",
            "5d",
            "[2-dan]",
            "名人 九段",
            "アマ名人",
        ] {
            assert!(is_rank(text), "{text}");
        }
        for text in [
            "",
            "段",
            "級",
            "冠",
            "石段",
            "階段",
            "段位戦",
            "無冠",
            "名人コブラ",
            "12段",
            "0段",
            "31級",
            "306k",
            "x5d",
            "dan",
            "Jordan",
            "11dan",
            "甲野七段",
            "・",
            "1500",
            "3D",
        ] {
            assert!(!is_rank(text), "{text}");
        }
    }

    #[test]
    fn a_dan_and_a_number_of_titles_have_one_numeral() {
        for (text, rank) in [
            ("乙野一二三九段", Some("九段")),
            ("甲野幸三九段", Some("九段")),
            ("甲野太一二冠", Some("二冠")),
            ("甲野太一三冠", Some("三冠")),
            ("甲野太一一冠", None),
            ("甲野健二八段", Some("八段")),
            ("甲野六三十段", Some("十段")),
            ("甲野三女流二段", Some("女流二段")),
            ("甲野太一十五級", Some("十五級")),
            ("甲野健二十級", Some("十級")),
            ("甲野慎二１０級", Some("１０級")),
            ("甲野義一十六世名人", Some("十六世名人")),
            ("甲野一第四代名人", Some("第四代名人")),
            ("user13段", None),
            ("user10段", Some("10段")),
            ("user123級", None),
            ("松前名人", Some("名人")),
            ("甲野前名人", Some("前名人")),
            ("甲野元 名人", Some("名人")),
        ] {
            assert_eq!(last_rank(text).map(|at| &text[at..]), rank, "{text}");
        }
    }
}
