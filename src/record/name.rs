//! A player's name as records write it: the name itself, rank or title, and rating.

use super::name_bracket::NameBracket;
use super::rank::{is_rank, is_separator, last_rank};
use std::borrow::Cow;
use std::ops::Range;

/// The parts of what a record writes as a player's name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayerName<'a> {
    /// The name without rank, title and rating; never empty unless all of it is.
    pub name: Cow<'a, str>,
    /// The rank or title as written; several that stand apart are joined by `・`.
    pub rank: Option<Cow<'a, str>>,
    /// The rating.
    pub rating: Option<f64>,
}

const OPENING: [char; 5] = ['(', '（', '[', '［', '【'];
const CLOSING: [char; 5] = [')', '）', ']', '］', '】'];

/// What is no name when a rank or title stands behind it: the whole is a nickname (`将棋名人`, `目指せ初段`).
const NOT_NAMES: [&str; 8] = ["将棋", "詰将棋", "大阪", "自称", "万年", "目指せ", "めざせ", "打倒"];

/// A title that is an ordinary word too, and so none in front of other words.
const ORDINARY: &str = "女王";

impl<'a> PlayerName<'a> {
    /// Takes ranks, titles and a rating off a name: `藤井聡太七段`, `五段　甲野太郎`, `甲野(1786)`, `甲野(R2050 五段)`,
    /// `甲野五段(北上)`, `player[4D]`.
    ///
    /// What stands in brackets and is none of these stays with the name. A text that would have no name left is the name
    /// (`名人`, `(1500)`).
    pub fn parse(written: &'a str) -> Self {
        let written = written.trim();
        if written.contains(OPENING) {
            return parse_with_brackets(written);
        }
        let (front, name, back) = split_ranks(written);
        let rank = match (front, back) {
            (Some(front), Some(back)) => Some(Cow::Owned(format!("{front}・{back}"))),
            (front, back) => front.or(back).map(Cow::Borrowed),
        };
        Self { name: Cow::Borrowed(name), rank, rating: None }
    }

    /// The rating that stands beside a name.
    pub fn rating_in(written: &str) -> Option<f64> {
        if let Some(rating) = bare_rating(written) {
            return Some(rating);
        }
        written.contains(OPENING).then(|| PlayerName::parse(written).rating).flatten()
    }
}

/// The rating of `甲野 五段(1786)`, as most records with ratings have it: three or four digits in the only brackets,
/// directly behind the name.
fn bare_rating(written: &str) -> Option<f64> {
    let (name, digits) = written.strip_suffix(')')?.rsplit_once('(')?;
    let is_number = (3..=4).contains(&digits.len())
        && !digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = || !name.contains(OPENING) && name.ends_with(|char: char| !char.is_whitespace());
    digits.parse().ok().filter(|_| is_number && is_name())
}

/// [`PlayerName::parse`] of a text with an opening bracket.
fn parse_with_brackets(written: &str) -> PlayerName<'_> {
    let (mut outside, mut in_brackets, mut rating) = (String::with_capacity(written.len()), Vec::new(), None);
    let mut at = 0;
    while let Some(group) = bracket(written, at) {
        outside += &written[at..group.start];
        at = group.end;
        let text = &written[group];
        let mut inside = text.chars();
        let (open, close) = (inside.next().unwrap_or_default(), inside.next_back().unwrap_or_default());
        let apart = outside.ends_with(char::is_whitespace);
        match NameBracket::read(inside.as_str(), open == '[').filter(|found| !(apart && found.is_year())) {
            None => outside += text,
            Some(found) => {
                if found.rest.is_empty() {
                    outside.push(' ');
                } else {
                    outside.push(open);
                    outside += &found.rest;
                    outside.push(close);
                }
                in_brackets.extend(found.rank);
                rating = rating.or(found.rating);
            }
        }
    }
    outside += &written[at..];
    let outside = outside.trim();
    if outside.is_empty() {
        return PlayerName { name: Cow::Borrowed(written), rank: None, rating: None };
    }
    // A place or a club in brackets: the rank stands before it.
    let last = outside.rfind(OPENING).filter(|_| outside.ends_with(CLOSING)).unwrap_or(outside.len());
    let head = outside[..last].trim_end();
    let (front, name, back) = split_ranks(head);
    let ranks: Vec<&str> =
        front.into_iter().chain(back).chain(in_brackets.iter().map(String::as_str)).collect();
    PlayerName {
        name: Cow::Owned(format!("{name}{}", &outside[head.len()..])),
        rank: (!ranks.is_empty()).then(|| Cow::Owned(ranks.join("・"))),
        rating,
    }
}

/// The first pair of brackets from `at` on, with nothing in brackets inside.
fn bracket(text: &str, at: usize) -> Option<Range<usize>> {
    let end = at + text[at..].find(CLOSING)?;
    let start = at + text[at..end].rfind(OPENING)?;
    let close = text[end..].chars().next()?;
    Some(start..end + close.len_utf8())
}

/// The rank in front of a name, the name, and the ranks behind it.
fn split_ranks(text: &str) -> (Option<&str>, &str, Option<&str>) {
    let in_front = text.split_once(char::is_whitespace);
    let in_front = in_front.filter(|(word, _)| *word != ORDINARY && is_rank(word));
    let (front, behind) = match in_front {
        Some((word, rest)) => (Some(word.trim_matches(is_separator)), rest.trim_start()),
        None => (None, text),
    };
    let mut name = behind.trim_end_matches(is_separator);
    let mut start = behind.len();
    while let Some(at) = last_rank(name) {
        start = at;
        name = name[..at].trim_end_matches(|char| is_separator(char) && !CLOSING.contains(&char));
    }
    let back = behind[start..].trim_matches(is_separator);
    if name.is_empty() {
        (None, text, None)
    } else if back.is_empty() || name.ends_with('の') || NOT_NAMES.contains(&name) {
        (front, behind, None)
    } else {
        (front, name, Some(back))
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayerName, bare_rating};

    #[test]
    fn a_rating_alone_in_brackets_is_what_the_whole_name_gives() {
        for (written, rating) in [
            ("甲野 五段(1786)", Some(1786.0)),
            ("x(999)", Some(999.0)),
            ("甲野(2005)", Some(2005.0)),
            ("甲野 (2005)", None),
            ("甲野(東京)(2005)", None),
            ("甲野(12345)", None),
            ("甲野(99)", None),
            ("(1500)", None),
            ("甲野(1500", None),
        ] {
            assert_eq!(bare_rating(written), rating, "{written}");
            if rating.is_some() {
                assert_eq!(PlayerName::parse(written).rating, rating, "{written}");
            }
        }
    }

    #[test]
    fn ranks_and_titles_come_off_and_are_kept() {
        for (written, name, rank) in [
            ("藤井聡太七段", "藤井聡太", Some("七段")),
            ("藤井 聡太　七段", "藤井 聡太", Some("七段")),
            ("羽生善治竜王・名人", "羽生善治", Some("竜王・名人")),
            ("豊島将之二冠", "豊島将之", Some("二冠")),
            ("甲乙女流２級", "甲乙", Some("女流２級")),
            ("甲乙 アマ5段", "甲乙", Some("アマ5段")),
            ("大山康晴十五世名人", "大山康晴", Some("十五世名人")),
            ("甲乙(三段)", "甲乙", Some("三段")),
            ("甲乙(三段", "甲乙", Some("三段")),
            ("甲乙永世棋聖", "甲乙", Some("永世棋聖")),
            ("甲野幸三九段", "甲野幸三", Some("九段")),
            ("乙野一二三九段", "乙野一二三", Some("九段")),
            ("甲野 健二 八段", "甲野 健二", Some("八段")),
            ("甲野太一二冠", "甲野太一", Some("二冠")),
            ("甲野太一三冠", "甲野太一", Some("三冠")),
            ("甲野義一女流三段", "甲野義一", Some("女流三段")),
            ("甲野9段", "甲野", Some("9段")),
            ("KONO Taro 8-dan", "KONO Taro", Some("8-dan")),
            ("KONO Taro [2-dan]", "KONO Taro", Some("2-dan")),
            ("player 4dan", "player", Some("4dan")),
            ("player 5d", "player", Some("5d")),
            ("player[4D]", "player", Some("4D")),
            ("player[12K]", "player", Some("12K")),
            ("14280 1級", "14280", Some("1級")),
            ("五段　甲野太郎", "甲野太郎", Some("五段")),
            ("五段　甲野太郎(北上)", "甲野太郎(北上)", Some("五段")),
            ("甲野太郎五段(北上)", "甲野太郎(北上)", Some("五段")),
            ("甲野太郎 アマ五段（北上）", "甲野太郎（北上）", Some("アマ五段")),
            ("甲野(北上)五段", "甲野(北上)", Some("五段")),
            ("竜王 甲野太郎", "甲野太郎", Some("竜王")),
            ("[五段] 甲野太郎", "甲野太郎", Some("五段")),
            ("名人 甲野太郎 九段", "甲野太郎", Some("名人・九段")),
        ] {
            let found = PlayerName::parse(written);
            assert_eq!((&*found.name, found.rank.as_deref()), (name, rank), "{written}");
            assert_eq!(found.rating, None, "{written}");
        }
    }

    #[test]
    fn ratings_in_brackets() {
        for (written, name, rank, rating) in [
            ("player(1786)", "player", None, 1786.0),
            ("player(2017)", "player", None, 2017.0),
            ("player (R2017)", "player", None, 2017.0),
            ("player （１５００）", "player", None, 1500.0),
            ("プレイヤー(R511)", "プレイヤー", None, 511.0),
            ("Lv32 トリ男(R2050 五段)", "Lv32 トリ男", Some("五段"), 2050.0),
            ("Lv32 トリ男(五段)(R2050)", "Lv32 トリ男", Some("五段"), 2050.0),
            ("甲野 五段(1786)", "甲野", Some("五段"), 1786.0),
            ("甲野(1786) 五段", "甲野", Some("五段"), 1786.0),
            ("甲野(北上 R1786)五段", "甲野(北上)", Some("五段"), 1786.0),
            ("五段 甲野(1786)(北上)", "甲野 (北上)", Some("五段"), 1786.0),
            ("三段(1500)", "三段", None, 1500.0),
        ] {
            let found = PlayerName::parse(written);
            assert_eq!(
                (&*found.name, found.rank.as_deref(), found.rating),
                (name, rank, Some(rating)),
                "{written}"
            );
        }
    }

    #[test]
    fn names_that_only_look_like_ranks() {
        for written in [
            "名人",
            "七段",
            "アマ三段",
            "初段 三段",
            "竜王・名人",
            "(1500)",
            "[4D]",
            "(三段)",
            "名人コブラ",
            "女王 蜂",
            "石段",
            "羽生善治",
            "将棋名人",
            "目指せ初段",
            "永遠の三段",
            "無冠の王将",
            "engine_3",
            "engine(2)",
            "KONO Taro(JPN)",
            "engine (smp) r2614",
            "engine (2017)",
            "306k",
            "3D",
            "Shogi 3D",
            "(^^)",
            "甲野(北上)",
            "）甲野（",
            "甲野)",
            "((",
            "",
        ] {
            let found = PlayerName::parse(written);
            assert_eq!((&*found.name, found.rank, found.rating), (written, None, None), "{written}");
        }
    }

    #[test]
    fn nothing_is_lost_on_the_second_reading() {
        for written in ["甲野(1786)", "player[4D]", "五段　甲野太郎(北上)", "乙野一二三九段", "竜王・名人"]
        {
            let name = PlayerName::parse(written).name.into_owned();
            assert_eq!(PlayerName::parse(&name).name, name, "{written}");
        }
    }
}
