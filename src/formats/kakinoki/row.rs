//! One move row: number, move, times, branch mark. The hot path of reading KIF; nothing here allocates.

use super::blank::{is_blank, skip_blanks};
use super::clock::{self, ClockText};
use super::ending::is_known;
use super::move_text::{read_move, split};
use crate::notation::kif::{arabic_digit, digit, mark};
use crate::record::{Clock, WrittenMove};
use crate::rules::Color;

/// A row that begins with a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::formats) struct Row<'a> {
    /// The number in front.
    pub number: u32,
    /// What stands in place of the move.
    pub content: Content<'a>,
    /// Where the content begins, in bytes from the start of the line.
    pub offset: usize,
    /// The times.
    pub clock: Clock,
    /// Where a time that cannot be read begins.
    pub bad_clock: Option<usize>,
    /// A `+` after the times: another branch exists for this ply.
    pub branch_mark: bool,
    /// Where text begins that the row should not have.
    pub leftover: Option<usize>,
    /// Where the text of a comment begins that ends the row.
    pub comment: Option<usize>,
    /// The row is not spelled as KIF has it; see [`super::foreign_row`].
    pub foreign: bool,
}

/// What a row holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::formats) enum Content<'a> {
    /// A move; the square beside 同, if the text gives both, is in `to`.
    Move {
        /// The move.
        written: WrittenMove,
        /// The text has 同.
        same: bool,
    },
    /// A word in place of a move: an ending; and the side whose mark stands before it.
    Word(&'a str, Option<Color>),
    /// Something that is like a move and cannot be read.
    Unreadable(&'a str),
}

/// Reads a row; `None` when the line does not begin with a number and something after it.
pub(in crate::formats) fn read(line: &str) -> Option<Row<'_>> {
    let (number, rest) = read_number(skip_blanks(line))?;
    let rest = skip_blanks(rest);
    let offset = line.len() - rest.len();
    let (content, rest) = match read_move(rest) {
        Some((written, same, rest)) => (Content::Move { written, same }, rest),
        None => read_word(rest)?,
    };
    Some(Row::new(number, content, offset).with_end(line, rest))
}

/// What may stand between a move and times without brackets.
const BEFORE_TIMES: &[char] = &[' ', '\u{3000}', '\t', '-', '–', '—', '…', ':', '：', '=', '＝', '→'];

impl<'a> Row<'a> {
    /// True for a row with a move, or with a word that means something.
    pub(super) fn is_certain(&self) -> bool {
        match self.content {
            Content::Move { .. } => true,
            Content::Word(word, _) => is_known(word),
            Content::Unreadable(_) => false,
        }
    }

    /// True for a row in another program's spelling that may as well be a sentence about a move.
    pub(super) fn is_doubtful(&self) -> bool {
        self.foreign && (self.leftover.is_some() || matches!(self.content, Content::Unreadable(_)))
    }

    /// A row with nothing behind its content.
    pub(super) fn new(number: u32, content: Content<'a>, offset: usize) -> Self {
        Self {
            number,
            content,
            offset,
            clock: Clock::default(),
            bad_clock: None,
            branch_mark: false,
            leftover: None,
            comment: None,
            foreign: false,
        }
    }

    /// The row with the times, the branch mark and the comment that `rest`, the end of the line, has.
    pub(super) fn with_end(mut self, line: &str, rest: &str) -> Self {
        self.read_end(line, rest);
        self
    }

    fn read_end(&mut self, line: &str, mut rest: &str) {
        let mut groups = 0;
        loop {
            rest = skip_blanks(rest);
            let offset = line.len() - rest.len();
            match rest.chars().next() {
                None => return,
                Some('(' | '（') => match clock::read(rest) {
                    ClockText::Read(found, after) => {
                        if groups == 0 {
                            self.clock = found;
                        } else if found != self.clock {
                            self.bad_clock = Some(offset);
                        }
                        groups += 1;
                        rest = after;
                    }
                    ClockText::Unreadable(after) => {
                        self.bad_clock = Some(offset);
                        rest = after;
                    }
                },
                Some('+' | '＋') => {
                    self.branch_mark = true;
                    rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
                }
                Some(sign @ ('*' | '＊' | '#' | '＃')) => {
                    self.comment = Some(offset + sign.len_utf8());
                    return;
                }
                // Cells of tables and of lists with commas.
                Some(sign @ (',' | '，' | ';' | '；' | '|' | '｜' | '"' | '\'')) => {
                    rest = &rest[sign.len_utf8()..];
                }
                Some(_) => match clock::read_bare(rest.trim_start_matches(BEFORE_TIMES)) {
                    Some((found, after)) if groups == 0 => {
                        self.clock = found;
                        groups += 1;
                        rest = after;
                    }
                    _ => {
                        self.leftover = Some(offset);
                        return;
                    }
                },
            }
        }
    }
}

/// The first of several rows on a line, `1 ７六歩(77) 2 ３四歩(33)`, and where the next one begins.
pub(super) fn first_of_several(line: &str) -> Option<(Row<'_>, usize)> {
    let begins = |text: &str| skip_blanks(text).starts_with(|char| arabic_digit(char).is_some());
    if !begins(line) {
        return None;
    }
    let either = |text| {
        read(text).filter(Row::is_certain).or_else(|| super::foreign_row::read(text)).filter(Row::is_certain)
    };
    let row = either(line)?;
    let next = row.leftover?;
    let next = line.len()
        - line[next..].trim_start_matches(|char| is_blank(char) || matches!(char, '/' | '／' | '→')).len();
    if !begins(&line[next..]) {
        return None;
    }
    let behind = either(&line[next..])?;
    (behind.number == row.number.checked_add(1)?).then_some((Row { leftover: None, ..row }, next))
}

/// The number in front and what follows it, which must be separate from the number by a blank, a point or its nature.
fn read_number(text: &str) -> Option<(u32, &str)> {
    let (mut number, mut rest, mut wide) = (None, text, false);
    while let Some((char, after)) = split(rest) {
        let Some(value) = arabic_digit(char) else { break };
        if number.is_some() && !wide && !char.is_ascii() {
            break;
        }
        wide = !char.is_ascii();
        number = Some(number.unwrap_or(0_u32).checked_mul(10)?.checked_add(u32::from(value))?);
        rest = after;
    }
    let (next, after) = split(rest)?;
    let rest = match next {
        '.' | '．' | ')' | '）' => after,
        _ if is_blank(next) || next == '同' || mark(next).is_some() || arabic_digit(next).is_some() => rest,
        _ => return None,
    };
    Some((number?, rest))
}

/// True for a word that a row with it in place of a move gives back as it is, also where it is read as another program's.
pub(in crate::formats) fn is_word(text: &str) -> bool {
    let word = Content::Word(text, None);
    skip_blanks(text).len() == text.len()
        && read_move(text).is_none()
        && read_word(text) == Some((word, ""))
        && super::foreign_row::read(&format!("1 {text}")).is_none_or(|row| row.content == word)
}

/// A word in place of a move, up to its times or its comment.
fn read_word(text: &str) -> Option<(Content<'_>, &str)> {
    let bracket = text.find(['(', '（']).unwrap_or(text.len());
    let end = comment(text).map_or(bracket, |at| at.min(bracket));
    let word = text[..end].trim_end_matches(is_blank);
    let word = word.strip_suffix(['+', '＋']).map_or(word, |word| word.trim_end_matches(is_blank));
    let color = word.chars().next().and_then(mark);
    let word = skip_blanks(word.trim_start_matches(|char| mark(char).is_some()));
    let known = word.split(is_blank).next().filter(|first| first.len() < word.len() && is_known(first));
    if let Some(known) = known.filter(|_| !is_known(word)) {
        // Something else follows: `投了 まで4手で後手の勝ち`.
        let start = text.find(word).unwrap_or_default();
        return Some((Content::Word(known, color), &text[start + known.len()..]));
    }
    let mut chars = word.chars();
    let first = chars.next()?;
    let second_is_digit = chars.next().is_some_and(|char| digit(char).is_some());
    let in_brackets = text[end..].strip_prefix(['(', '（']);
    let like_a_move = first == '同'
        || arabic_digit(first).is_some()
        || digit(first).is_some() && second_is_digit
        || word.contains('\u{fffd}')
        || word.chars().all(|char| matches!(char, '?' | '？'))
        || in_brackets.is_some_and(|inside| {
            inside.starts_with(|char: char| char.is_ascii_digit()) && !text[end..].contains(':')
        });
    Some(match like_a_move {
        true => (Content::Unreadable(text), ""),
        false => (Content::Word(word, color), &text[end..]),
    })
}

/// Where a comment begins behind a word: after a blank, or after a word that is known.
fn comment(text: &str) -> Option<usize> {
    let at = text.find(['*', '＊', '#', '＃'])?;
    let unmarked = skip_blanks(text[..at].trim_start_matches(|char| mark(char).is_some()));
    (!unmarked.is_empty() && unmarked.ends_with(is_blank) || is_known(unmarked)).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Origin, Promotion};
    use crate::rules::shogi::PieceKind;

    /// A move in a short form: destination, piece, origin, promotion.
    fn short(line: &str) -> String {
        let Some(row) = read(line) else { return "none".to_owned() };
        let body = match row.content {
            Content::Move { written, same } => {
                let to = written.to.map_or_else(String::new, |square| square.to_string());
                let piece = written.piece.map_or('?', PieceKind::letter);
                let plus = if written.piece.is_some_and(PieceKind::is_promoted) { "+" } else { "" };
                let origin = match written.origin {
                    Origin::Unstated | Origin::File(_) | Origin::Rank(_) => String::new(),
                    Origin::Hand => "*".to_owned(),
                    Origin::Board(square) => square.to_string(),
                };
                let promotion = match written.promotion {
                    Promotion::Unstated | Promotion::OrCheck => "",
                    Promotion::Yes => "+",
                    Promotion::No => "=",
                };
                let same = if same { "same" } else { "" };
                format!("{same}{to} {plus}{piece} {origin}{promotion}")
            }
            Content::Word(word, color) => format!("word {word}{}", color.map_or("", |_| " marked")),
            Content::Unreadable(_) => "unreadable".to_owned(),
        };
        let clock = |time: Option<i32>| time.map_or_else(|| "-".to_owned(), |time| time.to_string());
        let mut text = format!("{} {body}", row.number);
        if !row.clock.is_empty() {
            text += &format!(" {}/{}", clock(row.clock.spent), clock(row.clock.total));
        }
        text + if row.branch_mark { " mark" } else { "" }
            + if row.bad_clock.is_some() { " bad clock" } else { "" }
            + if row.leftover.is_some() { " leftover" } else { "" }
            + &row.comment.map_or_else(String::new, |at| format!(" *{}", &line[at..]))
    }

    #[test]
    fn rows_in_every_spelling() {
        for (line, want) in [
            ("   1 ７六歩(77)   ( 0:12/00:00:12)", "1 7f P 7g 12000/12000"),
            ("   1 ７六歩(77)   ( 0:12/00:00:12)+", "1 7f P 7g 12000/12000 mark"),
            ("1 76歩(77)", "1 7f P 7g"),
            ("1 ７６歩（７７）", "1 7f P 7g"),
            ("1 七六歩(77)", "1 7f P 7g"),
            ("１　７六歩(77)", "1 7f P 7g"),
            ("　　1　７六歩(77)", "1 7f P 7g"),
            ("\t1\t７六歩(77)\t( 0:01/00:00:01)", "1 7f P 7g 1000/1000"),
            ("1. ７六歩(77)", "1 7f P 7g"),
            ("12７六歩(77)", "12 7f P 7g"),
            ("1 ▲７六歩(77)", "1 7f P 7g"),
            ("2 ☖３四歩(33)", "2 3d P 3c"),
            ("4 同　銀(31)", "4 same S 3a"),
            ("4 同銀(31)", "4 same S 3a"),
            ("4 同 銀(31)", "4 same S 3a"),
            ("4 同　２二銀(31)", "4 same2b S 3a"),
            ("3 ２二角成(88)", "3 2b B 8h+"),
            ("3 ２二角不成(88)", "3 2b B 8h="),
            ("3 ２二角生(88)", "3 2b B 8h="),
            ("3 ２二成銀(33)", "3 2b +S 3c"),
            ("3 ２二銀成(33)", "3 2b S 3c+"),
            ("3 ８八馬(22)", "3 8h +B 2b"),
            ("5 ４五角打", "5 4e B *"),
            ("5 ４五角打   ( 0:05/00:00:09)", "5 4e B * 5000/9000"),
            ("5 ３三角打(00)", "5 3c B *"),
            ("5 ３三角(00)", "5 3c B *"),
            ("5 ３三角", "5 3c B "),
            ("5 ３三角 (22)", "5 3c B 2b"),
            ("5 ３三金右上", "5 3c G "),
            ("5 ３三角(22)(00:05/00:00:10)", "5 3c B 2b 5000/10000"),
            ("5 ３三角(22) ( 0:03/00:00:03) ( 0:03/00:00:03)", "5 3c B 2b 3000/3000"),
            ("5 ３三角(22) ( 0:03/00:00:03)( 0:04/00:00:03)", "5 3c B 2b 3000/3000 bad clock"),
            ("5 ３三角(22) ( x:03/00:00:03)", "5 3c B 2b bad clock"),
            ("5 ３三角(22) ( 0:03/00:00:03) 好手", "5 3c B 2b 3000/3000 leftover"),
            ("5 ８九角(11)成", "5 8i B 1a+"),
            ("5 ８九角(11) 成 ( 0:03/)", "5 8i B 1a+ 3000/-"),
            ("5 ８九角(11) 成功", "5 8i B 1a leftover"),
            ("5 ８九角(11)不成 ( 0:03/)", "5 8i B 1a= 3000/-"),
            ("5 P*7f", "5 word P*7f"),
            ("5 投了", "5 word 投了"),
            ("5 ▲投了", "5 word 投了 marked"),
            ("3 ２二角　成(88)", "3 2b B 8h+"),
            ("3 ２二角 成(88)", "3 2b B 8h+"),
            ("3 ２二角 不成(88) ( 0:01/)", "3 2b B 8h= 1000/-"),
            ("3 ５八金 右(49)", "3 5h G 4i"),
            ("3 ４五角 打", "3 4e B *"),
            ("3 ５八金(49) 上出来", "3 5h G 4i leftover"),
            ("5 投了   ( 0:05/00:00:09)", "5 word 投了 5000/9000"),
            ("5 Time-up", "5 word Time-up"),
            ("5 千日手+", "5 word 千日手"),
            ("5 ７?歩(77)", "5 unreadable"),
            ("5 ７十歩(77)", "5 unreadable"),
            ("5 ７六歩(7)", "5 unreadable"),
            ("5 ７六歩(70)", "5 unreadable"),
            ("5 同", "5 unreadable"),
            ("5 ？", "5 unreadable"),
            ("1 ２二ひよこ(23)", "1 2b P 2c"),
            ("2 同　ぞう(11)", "2 same B 1a"),
            ("3 ２三ゾウ打", "3 2c B *"),
            ("4 １一ヒヨコ成(12)", "4 1a P 1b+"),
            ("5 ２一にわとり(22)", "5 2a +P 2b"),
            ("5 ?六歩(77)", "5 unreadable"),
            ("5 ７六", "5 unreadable"),
            ("5", "none"),
            ("5手詰", "none"),
            ("７六歩(77)", "none"),
            ("99999999999 ７六歩(77)", "none"),
        ] {
            assert_eq!(short(line), want, "{line}");
        }
    }
    #[test]
    fn rows_with_remarks_and_bare_times() {
        for (line, want) in [
            ("5 ３三角(22) ( 0:03/00:00:03)#remark", "5 3c B 2b 3000/3000 *remark"),
            ("5 ３三角(22) *好手", "5 3c B 2b *好手"),
            ("5 ３三角(22) ( 0:03/00:00:03)+ ＊好手", "5 3c B 2b 3000/3000 mark *好手"),
            ("5 ３三角(22) 0:03", "5 3c B 2b 3000/-"),
            ("5 ３三角(22), 3秒", "5 3c B 2b 3000/-"),
            ("5 投了 *まいった", "5 word 投了 *まいった"),
            ("5 投了*3手", "5 word 投了 *3手"),
            ("5 ▲投了　# 先手 (0:01)", "5 word 投了 marked * 先手 (0:01)"),
            ("5 投了 0:05", "5 word 投了 5000/-"),
            ("5 投了 まで4手で後手の勝ち", "5 word 投了 leftover"),
            ("5 裁定 *不明", "5 word 裁定 *不明"),
        ] {
            assert_eq!(short(line), want, "{line}");
        }
    }
}
