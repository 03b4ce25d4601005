//! Rows that are not KIF's own: `1: ▲７六歩  6s`, `1手目：７六歩(77)`, `(1) ７六歩(77)`, `1,７六歩(77),0:01`, cells of tables.
//!
//! Other programs, spreadsheets and pages write them. What they have in common is a number, something that parts it from
//! the move, and a move that KIF or KI2 could have. Rows of KIF itself are read by [`row`](super::row).

use super::blank::{is_blank, skip_blanks};
use super::ending::is_known;
use super::move_text::{Follows, read_move, read_move_before};
use super::row::{Content, Row};
use crate::notation::kif::{arabic_digit, digit, mark, number, piece_kind};
use crate::record::Origin;

/// What may stand before the number: strokes of tables, quotation marks, signs of lists.
const BEFORE: &[char] = &['|', '｜', '"', '\'', '-', '・', '●', '○', '■', '□', '◆', '◇', '※', '→'];

/// Brackets around the number.
const BRACKETS: [(char, char); 9] = [
    ('(', ')'),
    ('（', '）'),
    ('[', ']'),
    ('［', '］'),
    ('【', '】'),
    ('〔', '〕'),
    ('<', '>'),
    ('《', '》'),
    ('「', '」'),
];

/// What may part the number from the move beside blanks.
const SEPARATORS: &[char] = &[
    ':', '：', ',', '，', '、', '.', '．', ';', '；', '|', '｜', '-', '－', '–', '—', '=', '＝', '>', '＞',
    '→', ')', '）', ']', '］', '"', '\'', '…',
];

/// What may stand between the number and the move: the side that makes it.
const SIDES: [&str; 4] = ["先手", "後手", "上手", "下手"];

/// True for a character with which a row of another program may begin, digits apart.
pub(super) fn may_begin(char: char) -> bool {
    matches!(char, '第' | 'N' | 'M' | 'm')
        || BEFORE.contains(&char)
        || BRACKETS.iter().any(|(open, _)| *open == char)
        || arabic_digit(char).is_none() && digit(char).is_some()
        || is_enclosed(char)
}

/// `①` to `㊿`, which need nothing to part them from the move.
fn is_enclosed(char: char) -> bool {
    enclosed(char).is_some()
}

fn enclosed(char: char) -> Option<u32> {
    let first = match char {
        '①'..='⑳' => '①' as u32 - 1,
        '㉑'..='㉟' => '㉑' as u32 - 21,
        '㊱'..='㊿' => '㊱' as u32 - 36,
        _ => return None,
    };
    Some(char as u32 - first)
}

/// Reads a row; `None` when there is no number, or nothing behind it that is or should be a move or an ending.
pub(super) fn read(line: &str) -> Option<Row<'_>> {
    let (number, rest) = read_number(line).or_else(|| ending_behind_digits(line))?;
    let rest = skip_side(rest);
    let offset = line.len() - rest.len();
    let (content, behind) = if let Some((written, same, behind)) = read_move_before(rest, Follows::NextMove) {
        (Content::Move { written, same }, behind)
    } else if let Some((word, behind)) = known_word(rest).filter(|_| is_apart(&line[..offset])) {
        (Content::Word(word, rest.chars().next().and_then(mark)), behind)
    } else if is_like_a_move(rest) {
        (Content::Unreadable(rest), "")
    } else {
        return None;
    };
    let row = Row::new(number, content, offset);
    let row = Row { foreign: true, ..row.with_end(line, behind) };
    // A sentence that begins with a move: `3手目７六歩、これが…`.
    let is_sentence =
        row.leftover.is_some() && !behind.starts_with(|char| is_blank(char) || ",，|｜;；\"'".contains(char));
    (!is_sentence).then_some(row)
}

/// A number and nothing but the word of an ending that follows at once: `4投了`.
fn ending_behind_digits(line: &str) -> Option<(u32, &str)> {
    let text = skip_blanks(line);
    let (number, length) = number(text)?;
    let word = &text[length..];
    let is_arabic = text.starts_with(|char| arabic_digit(char).is_some());
    (is_arabic && is_known(word.trim_end_matches(is_blank))).then_some((number, word))
}

/// True when something else than 手 parts a word from the number: `5手詰` is a kind of problem.
fn is_apart(before: &str) -> bool {
    let closes = |char: char| BRACKETS.iter().any(|(_, close)| *close == char);
    let parts = |char: char| SEPARATORS.contains(&char) || closes(char) || is_enclosed(char);
    before.ends_with(|char| is_blank(char) || parts(char) || char == '目' || arabic_digit(char).is_some())
}

/// A move without a number, with its origin, and its times or nothing behind it: `７六歩(77)   ( 0:01/00:00:01)`.
pub(super) fn without_number(line: &str) -> Option<Row<'_>> {
    let text = skip_blanks(line);
    let (written, same, rest) = read_move(text).filter(|(written, ..)| written.origin != Origin::Unstated)?;
    let content = Content::Move { written, same };
    let row = Row::new(0, content, line.len() - text.len()).with_end(line, rest);
    (row.leftover.is_none() && row.bad_clock.is_none()).then_some(row)
}

/// True for text with a move of KIF somewhere in it, down to its origin: `初手：７六歩(77)`.
pub(super) fn holds_move(text: &str) -> bool {
    // The first byte of the wide bracket is that of many characters, but of few in most lines.
    memchr::memchr2_iter(b'(', 0xEF, text.as_bytes()).any(|at| {
        let Some(inside) = text[at..].strip_prefix(['(', '（']) else { return false };
        let mut inside = inside.chars();
        let is_origin = inside.next().and_then(arabic_digit).is_some()
            && inside.next().and_then(arabic_digit).is_some()
            && matches!(inside.next(), Some(')' | '）'));
        let before = text[..at].trim_end_matches(is_blank).trim_end_matches(['成', '不']);
        is_origin && before.chars().next_back().is_some_and(|char| piece_kind(char).is_some())
    })
}

/// True for the key of a header line that is nothing but a row's number: `1`, `3手目`, `(12)`.
pub(super) fn is_number(key: &str) -> bool {
    let key = key.trim_start_matches(|char| {
        is_blank(char) || char == '第' || BRACKETS.iter().any(|(open, _)| *open == char)
    });
    let digits = key.trim_start_matches(|char| arabic_digit(char).is_some());
    if digits.len() == key.len() {
        return false;
    }
    let rest = skip_blanks(digits);
    let unit = ["手目", "手"].into_iter().find_map(|unit| rest.strip_prefix(unit)).unwrap_or(rest);
    let closed =
        skip_blanks(unit).trim_start_matches(|char| BRACKETS.iter().any(|(_, close)| *close == char));
    skip_blanks(closed).is_empty()
}

/// The number, and what follows it and whatever parts it from the move.
fn read_number(line: &str) -> Option<(u32, &str)> {
    let start = line.trim_start_matches(|char| is_blank(char) || BEFORE.contains(&char));
    let named = ["第", "No.", "No", "Move ", "move "]
        .into_iter()
        .find_map(|word| start.strip_prefix(word))
        .unwrap_or(start);
    let bracket = BRACKETS.into_iter().find(|(open, _)| named.starts_with(*open));
    let inside = skip_blanks(bracket.and_then(|(open, _)| named.strip_prefix(open)).unwrap_or(named));
    let first = inside.chars().next()?;
    if let Some(number) = enclosed(first).filter(|_| bracket.is_none()) {
        let behind = inside[first.len_utf8()..]
            .trim_start_matches(|char| is_blank(char) || SEPARATORS.contains(&char));
        return (!behind.is_empty()).then_some((number, behind));
    }
    let is_arabic = arabic_digit(first).is_some();
    let digits = inside
        .find(|char| digit(char).is_none() && char != '十' || is_arabic != arabic_digit(char).is_some());
    let (text, rest) = inside.split_at(digits.unwrap_or(inside.len()));
    let (number, _) = number(text)?;
    let unspaced = skip_blanks(rest);
    let unit = ["手目", "手め", "手"].into_iter().find_map(|unit| unspaced.strip_prefix(unit));
    // 一 to 九 begin too much else.
    if unit.is_none() && !is_arabic {
        return None;
    }
    let rest = match bracket {
        Some((_, close)) => skip_blanks(unit.unwrap_or(rest)).strip_prefix(close)?,
        None => unit.unwrap_or(rest),
    };
    let behind = rest.trim_start_matches(|char| is_blank(char) || SEPARATORS.contains(&char));
    let parted = unit.is_some() || bracket.is_some() || behind.len() < rest.len();
    (parted && !behind.is_empty()).then_some((number, behind))
}

/// What follows a side that is named before the move.
fn skip_side(text: &str) -> &str {
    let Some(rest) = SIDES.into_iter().find_map(|side| text.strip_prefix(side)) else { return text };
    let behind = rest.trim_start_matches(|char| is_blank(char) || SEPARATORS.contains(&char));
    if behind.len() < rest.len() || behind.starts_with(|char| mark(char).is_some()) { behind } else { text }
}

/// A word for an ending or a pass, and what follows it.
fn known_word(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix(|char| mark(char).is_some()).map_or(text, skip_blanks);
    let end =
        text.find(|char| is_blank(char) || ",，|｜;；\"'(（[*＊#＃".contains(char)).unwrap_or(text.len());
    let (word, behind) = text.split_at(end);
    is_known(word).then_some((word, behind))
}

/// True for text that begins like a move in the notation of some format, however it goes on, and is no sentence.
fn is_like_a_move(text: &str) -> bool {
    let text = text.strip_prefix(|char| mark(char).is_some()).map_or(text, skip_blanks);
    if read_move_before(text, Follows::Anything).is_some() {
        return false;
    }
    let mut chars = text.chars();
    let (Some(first), Some(second)) = (chars.next(), chars.next()) else { return false };
    let (third, fourth) = (chars.next(), chars.next());
    let is_spoilt = |char: char| matches!(char, '?' | '？' | '\u{fffd}');
    let is_piece = |char: char| piece_kind(char).is_some() || char == '成' || is_spoilt(char);
    let is_digit = |char: Option<char>| char.is_some_and(|char| char.is_ascii_digit());
    match first {
        '同' => is_piece(second),
        '+' | '-' => second.is_ascii_digit() && is_digit(third) && is_digit(fourth),
        'P' | 'L' | 'N' | 'S' | 'G' | 'B' | 'R' | 'K' if matches!(second, '-' | 'x' | '*' | '\'') => {
            is_digit(third)
        }
        _ if digit(first).is_some() && matches!(second, 'a'..='i') => is_digit(third),
        _ if digit(first).is_some() || is_spoilt(first) => {
            (digit(second).is_some() || is_spoilt(second)) && third.is_some_and(is_piece)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Clock;

    /// Number, content, times in milliseconds, and what is left over.
    fn short(line: &str) -> String {
        let Some(row) = read(line) else { return "none".to_owned() };
        let content = match row.content {
            Content::Move { written, .. } => {
                let to = written.to.map_or_else(|| "same".to_owned(), |to| to.to_string());
                let from = match written.origin {
                    Origin::Board(square) => square.to_string(),
                    Origin::Hand => "hand".to_owned(),
                    _ => "?".to_owned(),
                };
                format!("{to} {from}")
            }
            Content::Word(word, _) => word.to_owned(),
            Content::Unreadable(_) => "unreadable".to_owned(),
        };
        let Clock { spent, total } = row.clock;
        let clock =
            [spent, total].map(|time| time.map_or_else(|| "-".to_owned(), |time| time.to_string())).join("/");
        let end = [
            row.comment.map(|at| format!(" *{}", &line[at..])),
            row.leftover.map(|at| format!(" ?{}", &line[at..])),
        ];
        format!("{} {content} {clock}{}", row.number, end.into_iter().flatten().collect::<String>())
    }

    #[test]
    fn rows_of_other_programs() {
        for (line, want) in [
            ("  1: ▲７六歩         6s", "1 7f ? 6000/-"),
            ("1手目：７六歩(77)", "1 7f 7g -/-"),
            ("１手目 ７六歩(77)", "1 7f 7g -/-"),
            ("第１手　▲７六歩", "1 7f ? -/-"),
            ("第十二手 △３四歩", "12 3d ? -/-"),
            ("(1) ７六歩(77) (0:01/)", "1 7f 7g 1000/-"),
            ("【12】同　銀(31)", "12 same 3a -/-"),
            ("1手 ７六歩(77) 0:01", "1 7f 7g 1000/-"),
            ("1,７六歩(77),0:01", "1 7f 7g 1000/-"),
            ("\"1\",\"７六歩(77)\",\"0:01\",\"0:00:01\"", "1 7f 7g 1000/1000"),
            ("1,先手,７六歩(77),0:01/0:00:01", "1 7f 7g 1000/1000"),
            ("1;▲７六歩;1分3秒", "1 7f ? 63000/-"),
            ("| 1 | ▲７六歩(77) | 0:01 |", "1 7f 7g 1000/-"),
            ("- 1 ７六歩(77)", "1 7f 7g -/-"),
            ("No.3 ５五角打", "3 5e hand -/-"),
            ("1 - ７六歩(77)", "1 7f 7g -/-"),
            ("Move 3: ５五角打", "3 5e hand -/-"),
            ("3) ７六歩(77) - 0:01", "3 7f 7g 1000/-"),
            ("3手目：投了", "3 投了 -/-"),
            ("4投了", "4 投了 -/-"),
            ("①７六歩(77)", "1 7f 7g -/-"),
            ("㉒ △３四歩", "22 3d ? -/-"),
            ("㊿投了", "50 投了 -/-"),
            ("①まずは", "none"),
            ("4投了図", "none"),
            ("3: 投了 *まいった", "3 投了 -/- *まいった"),
            ("3：▲２六歩(27) 好手", "3 2f 2g -/- ?好手"),
            ("3: ７?歩(77)", "3 unreadable -/-"),
            ("3: 7g7f", "3 unreadable -/-"),
            ("3: +7776FU", "3 unreadable -/-"),
            ("3: P-7f", "3 unreadable -/-"),
            ("3手目７六歩、これが敗着", "none"),
            ("3手目：７六歩では２六歩", "none"),
            ("1: 先手の手", "none"),
            ("15:35:06", "none"),
            ("10:30 対局開始", "none"),
            ("1：", "none"),
            ("一: ７六歩(77)", "none"),
            ("三間飛車：▲７六歩", "none"),
            ("76歩34歩22角成", "none"),
            ("5手詰", "none"),
            ("<1:info depth 3", "none"),
        ] {
            assert_eq!(short(line), want, "{line}");
        }
    }

    #[test]
    fn moves_without_a_number() {
        for (line, want) in [
            ("７六歩(77)   ( 0:01/00:00:01)", true),
            ("▲７六歩(77) 0:01", true),
            ("５五角打", true),
            ("７六歩", false),
            ("７六歩(77)は本手", false),
            ("７六歩(77) 好手", false),
        ] {
            assert_eq!(without_number(line).is_some(), want, "{line}");
        }
        for (line, want) in [
            ("初手：７六歩(77)", true),
            ("手順：７六歩(77)３四歩(33)", true),
            ("2手：２二角成（８８）", true),
            ("手順：▲７六歩△３四歩", false),
            ("棋戦：第一回(77)", false),
            ("趣味：角(かど)", false),
        ] {
            assert_eq!(holds_move(line), want, "{line}");
        }
    }

    #[test]
    fn keys_that_are_numbers() {
        for (key, want) in [
            ("1", true),
            ("１２手目", true),
            ("(3)", true),
            ("第3手", true),
            ("3 手", true),
            ("手数", false),
            ("備考", false),
            ("3手詰", false),
            ("第3図", false),
            ("", false),
        ] {
            assert_eq!(is_number(key), want, "{key}");
        }
    }
}
