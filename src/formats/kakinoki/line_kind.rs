//! What kind of line a line is. The table is that of KIF and KI2.

use super::blank::{is_blank, skip_blanks};
use super::row::{self, Content, Row};
use super::{branch_heading, closing, diagram, ending, foreign_row, header, header_line};
use crate::notation::kif::{digit, mark, number};
use crate::rules::Color;

/// The kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::formats) enum LineKind<'a> {
    /// Nothing but blanks.
    Blank,
    /// A numbered row.
    Row(Row<'a>),
    /// `*text`.
    Comment(&'a str),
    /// `&name`.
    Bookmark(&'a str),
    /// `#text`: banners, versions, separators of programs.
    Remark(&'a str),
    /// `手数----指手---------消費時間--`.
    Separator,
    /// `変化：N手`; `None` when the number cannot be read.
    Branch(Option<u32>),
    /// A line that may be the heading of a branch, with its number: `変化A：3手`.
    BranchLike(u32),
    /// `まで57手で先手の勝ち`, to be read with [`super::ending::closing_line`].
    Closing,
    /// `後手番`.
    Turn(Color),
    /// `手数＝171  ▲６二角成  まで`: the number, and the text after it.
    LastMove(u32, &'a str),
    /// The frame or the files' numbers of a diagram.
    Frame,
    /// A rank of a diagram.
    Rank,
    /// `key：value`.
    Header(&'a str, &'a str),
    /// `盤面回転`.
    Rotation,
    /// Moves as KI2 writes them.
    Ki2Moves,
    /// Anything else.
    Other,
}

/// The kind of a line.
pub(in crate::formats) fn kind(line: &str) -> LineKind<'_> {
    let trimmed = skip_blanks(line);
    let Some(first) = trimmed.chars().next() else { return LineKind::Blank };
    let rest = &trimmed[first.len_utf8()..];
    match first {
        '0'..='9' | '０'..='９' => match row::read(line) {
            Some(Row { content: Content::Unreadable(_), .. }) if diagram::is_frame(line) => LineKind::Frame,
            Some(row) if row.is_certain() => LineKind::Row(row),
            Some(row) => {
                LineKind::Row(foreign_row::read(line).filter(super::row::Row::is_certain).unwrap_or(row))
            }
            None => match foreign_row::read(line) {
                Some(row) => LineKind::Row(row),
                None => rare(line, trimmed),
            },
        },
        '*' | '＊' => LineKind::Comment(rest),
        '#' | '＃' => number_of_start(rest).unwrap_or(LineKind::Remark(rest)),
        '&' | '＆' => LineKind::Bookmark(rest),
        // Nothing else begins so; with a kanji number a rank of a diagram could.
        _ if mark(first).is_some() && rest.starts_with(is_square_of_ki2) && is_ki2_move(trimmed) => {
            LineKind::Ki2Moves
        }
        _ => rare(line, trimmed),
    }
}

/// `#手数＝31  まで`: the number of the start position where a program that has no such line passes over it.
fn number_of_start(text: &str) -> Option<LineKind<'_>> {
    let (count, length) = number(text.strip_prefix("手数＝")?)?;
    let rest = &text["手数＝".len() + length..];
    (rest.trim_matches(is_blank) == "まで").then_some(LineKind::LastMove(count, rest))
}

/// Lines of which a record has few.
fn rare<'a>(line: &'a str, trimmed: &'a str) -> LineKind<'a> {
    let full = trimmed.trim_end_matches(is_blank);
    if full.starts_with(begins_header)
        && !full.starts_with("手数")
        && let Some((key, value)) = header::split(full)
    {
        return header_line(full, key, value);
    }
    if let Some(rest) = full.strip_prefix("手数") {
        match rest.chars().next() {
            Some('-' | '―' | '─' | '－' | '−' | 'ー' | '=' | '＝') if rest.contains("指手") => {
                return LineKind::Separator;
            }
            Some('＝' | '=') => {
                let rest = rest.trim_start_matches(['＝', '=', ' ', '\u{3000}']);
                if let Some((count, length)) = number(rest) {
                    return LineKind::LastMove(count, &rest[length..]);
                }
            }
            _ if (rest.contains("指手") || rest.contains("指し手")) && rest.contains("時間") => {
                return LineKind::Separator;
            }
            Some('-' | '―' | '─' | '－' | '−' | 'ー') => return LineKind::Separator,
            _ => {}
        }
    }
    if closing::may_be(full) && ending::is_closing_line(full) {
        return LineKind::Closing;
    }
    if let Some(rest) = after_branch_word(full) {
        // One program repeats the words: `変化：変化：3手`.
        let rest = after_branch_word(rest).unwrap_or(rest);
        let is_number = |behind: &str| behind.is_empty() || behind.starts_with('手');
        let read = number(rest).filter(|(_, length)| is_number(rest[*length..].trim_start_matches(is_blank)));
        return LineKind::Branch(read.map(|(count, _)| count));
    }
    if full == "盤面回転" {
        return LineKind::Rotation;
    }
    if full.ends_with('番')
        && let Some(color) = header::side(full)
    {
        return LineKind::Turn(color);
    }
    if full.starts_with(foreign_row::may_begin)
        && let Some(row) = foreign_row::read(line)
    {
        return LineKind::Row(row);
    }
    if diagram::is_frame(line) || is_table_frame(full) {
        return LineKind::Frame;
    }
    if is_table_head(full) {
        return LineKind::Separator;
    }
    if diagram::is_like_rank(line) {
        return LineKind::Rank;
    }
    if is_ki2_move(full) {
        return LineKind::Ki2Moves;
    }
    if let Some(number) = branch_heading::number_in(full) {
        return LineKind::BranchLike(number);
    }
    match header::split(full) {
        Some((key, value)) if !foreign_row::is_number(key) => header_line(full, key, value),
        _ => LineKind::Other,
    }
}

/// A line with a colon. What it says of a move is not lost as somebody's own header.
fn header_line<'a>(line: &str, key: &'a str, value: &'a str) -> LineKind<'a> {
    match foreign_row::holds_move(line) && header_line::known_key(key).is_none() {
        true => LineKind::Other,
        false => LineKind::Header(key, value),
    }
}

/// True for a character with which most headers begin, and beside them no line that has a colon but 手数.
const fn begins_header(char: char) -> bool {
    matches!(
        char,
        '先' | '後'
            | '上'
            | '下'
            | '手'
            | '棋'
            | '開'
            | '終'
            | '場'
            | '持'
            | '戦'
            | '備'
            | '表'
            | '対'
            | '結'
    )
}

/// The line under the head of a table in Markdown: `|---|:--|`.
fn is_table_frame(line: &str) -> bool {
    line.contains("--") && line.chars().all(|char| matches!(char, '|' | '-' | ':' | '+' | ' '))
}

/// The head of a table of moves: `| 手数 | 指し手 | 消費時間 |`.
fn is_table_head(line: &str) -> bool {
    let cells = line.trim_start_matches(['|', '｜', '"', ' ', '\u{3000}']);
    let is_first = ["手数", "No", "#", "手"].iter().any(|word| cells.starts_with(word));
    cells.len() < line.len()
        && is_first
        && ["指し手", "指手", "着手", "棋譜"].iter().any(|word| cells.contains(word))
}

/// What follows `変化：`.
fn after_branch_word(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("変化")?.trim_start_matches(is_blank);
    Some(rest.strip_prefix(['：', ':'])?.trim_start_matches(is_blank))
}

/// How the square of a move begins in most files of KI2.
const fn is_square_of_ki2(char: char) -> bool {
    matches!(char, '１'..='９' | '同')
}

/// A mark and a square, as a line of KI2 begins.
fn is_ki2_move(text: &str) -> bool {
    let mut chars = text.chars();
    let mut char = chars.next();
    if char.and_then(mark).is_none() {
        return false;
    }
    char = chars.find(|char| !is_blank(*char));
    char == Some('同') || char.and_then(digit).is_some() && chars.next().and_then(digit).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_lines() {
        for (line, want) in [
            ("", LineKind::Blank),
            ("　 \t", LineKind::Blank),
            ("*好手", LineKind::Comment("好手")),
            ("* 好手 ", LineKind::Comment(" 好手 ")),
            ("**対局", LineKind::Comment("*対局")),
            ("＊好手", LineKind::Comment("好手")),
            ("&しおり", LineKind::Bookmark("しおり")),
            ("# ---- Kifu", LineKind::Remark(" ---- Kifu")),
            ("手数----指手---------消費時間--", LineKind::Separator),
            ("手数－－指手－－消費時間", LineKind::Separator),
            ("手数：5手詰", LineKind::Header("手数", "5手詰")),
            ("手数＝171  ▲６二角成  まで", LineKind::LastMove(171, "  ▲６二角成  まで")),
            ("#手数＝31  まで", LineKind::LastMove(31, "  まで")),
            ("#手数＝31  ▲６二角成  まで", LineKind::Remark("手数＝31  ▲６二角成  まで")),
            ("変化：12手", LineKind::Branch(Some(12))),
            ("変化:１２ 手　", LineKind::Branch(Some(12))),
            ("変化：変化：3手", LineKind::Branch(Some(3))),
            ("変化：3", LineKind::Branch(Some(3))),
            ("変化：手", LineKind::Branch(None)),
            ("変化A：3手", LineKind::BranchLike(3)),
            ("まで57手で先手の勝ち", LineKind::Closing),
            ("後手番　", LineKind::Turn(Color::White)),
            ("下手番", LineKind::Turn(Color::Black)),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １", LineKind::Frame),
            ("+---------------------------+", LineKind::Frame),
            ("|v香v桂v銀v金v玉v金 ・v桂v香|一", LineKind::Rank),
            ("盤面回転", LineKind::Rotation),
            ("▲７六歩 △３四歩", LineKind::Ki2Moves),
            ("備考：▲７六歩", LineKind::Header("備考", "▲７六歩")),
            ("これは棋譜です", LineKind::Other),
            ("+7776FU", LineKind::Other),
        ] {
            assert_eq!(kind(line), want, "{line}");
        }
        assert!(matches!(kind("   1 ７六歩(77)"), LineKind::Row(_)));
        for (line, want) in [
            ("先手番：甲", LineKind::Header("先手番", "甲")),
            ("手数：+---+", LineKind::Header("手数", "+---+")),
            ("結果：まで3手で先手の勝ち", LineKind::Header("結果", "まで3手で先手の勝ち")),
            ("対局者 ： ７六歩(77)", LineKind::Other),
            ("先手：７六歩(77)", LineKind::Header("先手", "７六歩(77)")),
            ("先手の勝ち", LineKind::Closing),
            ("上手番", LineKind::Turn(Color::White)),
        ] {
            assert_eq!(kind(line), want, "{line}");
        }
    }
}
