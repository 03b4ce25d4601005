//! The text of a page: its lines without tags and entities, preformatted text apart from the rest.

use super::block::{Block, BlockLine};
use crate::formats::lines::{TextLine, lines};

/// Tags that begin and end a line.
const LINES: [&str; 33] = [
    "br",
    "p",
    "div",
    "tr",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "table",
    "tbody",
    "thead",
    "pre",
    "blockquote",
    "section",
    "article",
    "header",
    "footer",
    "main",
    "center",
    "form",
    "textarea",
    "title",
    "body",
    "html",
];

/// Other tags by which a page is known.
const OTHERS: [&str; 8] = ["td", "th", "span", "font", "code", "head", "script", "style"];

/// Tags whose content stands as it is written.
const PREFORMATTED: [&str; 2] = ["pre", "textarea"];

/// Tags whose content is no text of the page.
const HIDDEN: [&str; 4] = ["script", "style", "rt", "rp"];

/// True for a text with tags where no record has them: at its very beginning, or in two lines that are no comments.
pub(super) fn is_page(text: &str) -> bool {
    let start = text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}');
    let first = ["<!doctype", "<?xml", "<!--"]
        .iter()
        .any(|word| start.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
    if first || known_tag(start) {
        return true;
    }
    let tagged = lines(text).filter(|line| {
        let text = line.text.trim_start();
        let is_remark =
            text.starts_with(['*', '＊', '#', '\'', '&', '$', '%', '"', '{']) || text.starts_with("備考");
        !is_remark && text.match_indices('<').any(|(at, _)| known_tag(&text[at..]))
    });
    tagged.take(2).count() == 2
}

/// True for text that begins with a tag of a page.
fn known_tag(text: &str) -> bool {
    let Some(name) = text.strip_prefix('<') else { return false };
    let name = name.strip_prefix('/').unwrap_or(name);
    let end = name.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(name.len());
    let ends = name[end..].starts_with(['>', ' ', '/', '\t']);
    let name = name[..end].to_ascii_lowercase();
    ends && (LINES.contains(&name.as_str()) || OTHERS.contains(&name.as_str()))
}

/// The blocks of a page: what is preformatted each on its own, and all the rest between them.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut page = Page::default();
    for line in lines(text) {
        page.line(&line);
    }
    page.end_block(false);
    page.blocks
}

#[derive(Debug, Default)]
struct Page {
    blocks: Vec<Block>,
    lines: Vec<BlockLine>,
    current: BlockLine,
    /// Inside a tag that ends in a later line; the sign of quotation that is open in it.
    tag: Option<String>,
    /// Inside a comment.
    in_comment: bool,
    /// The tag whose content is left out.
    hidden: Option<String>,
    /// The tag that made the text preformatted.
    preformatted: Option<String>,
    /// Inside a row of a table, where line ends are blanks.
    in_row: bool,
}

impl Page {
    fn line(&mut self, line: &TextLine<'_>) {
        if self.current.text.is_empty() {
            self.current = BlockLine::of(line);
        }
        let (mut at, mut column) = (0, line.before + 1);
        while let Some(char) = line.text[at..].chars().next() {
            let taken = self.token(&line.text[at..], char, line, column);
            column += u32::try_from(line.text[at..at + taken].chars().count()).unwrap_or(u32::MAX);
            at += taken;
        }
        if self.in_row {
            self.current.push(' ', line.number, column);
        } else if self.tag.is_none() && !self.in_comment {
            self.end_line(line);
        }
    }

    /// Takes what stands at a place, and says how many bytes it is.
    fn token(&mut self, text: &str, char: char, line: &TextLine<'_>, column: u32) -> usize {
        if self.in_comment {
            let end = text.find("-->");
            self.in_comment = end.is_none();
            return end.map_or(text.len(), |end| end + 3);
        }
        if let Some(tag) = &mut self.tag {
            let end = text.find('>').map_or(text.len(), |end| end + 1);
            tag.push_str(&text[..end]);
            if text[..end].ends_with('>') {
                let tag = self.tag.take().unwrap_or_default();
                self.tag(&tag, line);
            }
            return end;
        }
        if text.starts_with("<!--") {
            self.in_comment = true;
            return "<!--".len();
        }
        if let Some(name) = text.strip_prefix("<![CDATA[").map(|_| "<![CDATA[") {
            return name.len();
        }
        let after = text.strip_prefix('<').and_then(|rest| rest.chars().next());
        if after.is_some_and(|char| char.is_ascii_alphabetic() || matches!(char, '/' | '!' | '?')) {
            let end = text.find('>').map_or(text.len(), |end| end + 1);
            if text[..end].ends_with('>') {
                self.tag(&text[..end], line);
            } else {
                self.tag = Some(text.to_owned());
            }
            return end;
        }
        if self.hidden.is_some() {
            return char.len_utf8();
        }
        if let Some((char, length)) = entity(text) {
            self.current.push(char, line.number, column);
            return length;
        }
        self.current.push(char, line.number, column);
        char.len_utf8()
    }

    fn tag(&mut self, tag: &str, line: &TextLine<'_>) {
        let inner = tag.trim_start_matches('<');
        let is_end = inner.starts_with('/');
        let name: String = inner
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        if let Some(hidden) = &self.hidden {
            if is_end && *hidden == name {
                self.hidden = None;
            }
            return;
        }
        if self.preformatted.is_some() && !is_end && PREFORMATTED.contains(&name.as_str()) {
            return;
        }
        match name.as_str() {
            name if HIDDEN.contains(&name) && !is_end && !tag.ends_with("/>") => {
                self.hidden = Some(name.to_owned());
            }
            name if PREFORMATTED.contains(&name) && !is_end => {
                self.end_line(line);
                self.end_block(false);
                self.preformatted = Some(name.to_owned());
            }
            name if is_end && self.preformatted.as_deref() == Some(name) => {
                self.end_line(line);
                self.end_block(true);
                self.preformatted = None;
            }
            "tr" => {
                self.end_line(line);
                self.in_row = !is_end;
            }
            "table" => {
                self.end_line(line);
                self.in_row = false;
            }
            "td" | "th" if !self.current.text.is_empty() => self.current.push('\t', line.number, 1),
            name if LINES.contains(&name) && !self.in_row => self.end_line(line),
            _ => {}
        }
    }

    fn end_line(&mut self, line: &TextLine<'_>) {
        self.lines.push(std::mem::replace(&mut self.current, BlockLine::of(line)));
    }

    fn end_block(&mut self, framed: bool) {
        if !self.current.text.is_empty() {
            self.lines.push(std::mem::take(&mut self.current));
        }
        let lines = std::mem::take(&mut self.lines);
        if lines.iter().any(|line| !line.text.trim().is_empty()) {
            let framed = framed || self.preformatted.is_some();
            self.blocks.push(Block { lines, framed, depth: 0 });
        }
    }
}

/// The character that an entity stands for, and its length.
fn entity(text: &str) -> Option<(char, usize)> {
    const NAMES: [(&str, char); 11] = [
        ("nbsp", '\u{a0}'),
        ("lt", '<'),
        ("gt", '>'),
        ("amp", '&'),
        ("quot", '"'),
        ("apos", '\''),
        ("ensp", ' '),
        ("emsp", '\u{3000}'),
        ("thinsp", ' '),
        ("hellip", '…'),
        ("mdash", '—'),
    ];
    /// The longest entity that is known, `&#x10ffff;`.
    const LONGEST: usize = 10;
    let inner = text.strip_prefix('&')?;
    let end = inner.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &inner[..end];
    let char = match name.strip_prefix('#') {
        Some(number) => {
            let hexadecimal = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
            char::from_u32(hexadecimal.unwrap_or_else(|| number.parse()).ok()?)?
        }
        None => NAMES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((char, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_other_texts() {
        for (text, want) in [
            ("<!DOCTYPE html>\n", true),
            ("\u{feff}\n<pre>\n", true),
            ("先手：甲<br>\n後手：乙<br>\n", true),
            ("先手：甲<br>\n", false),
            ("*<br>\n*<br>\n'<br>\n", false),
            ("<1:info\n>1:go\n", false),
            ("a < b\nc <d\n", false),
            ("備考：a<br>b\n備考：<br>\n", false),
        ] {
            assert_eq!(is_page(text), want, "{text}");
        }
    }

    #[test]
    fn lines_of_pages() {
        for (text, want) in [
            ("<p>甲<br>乙</p>", "甲/乙"),
            ("<table><tr><td>1</td>\n<td>７六歩</td></tr><tr><td>2</td></tr></table>", "1\t \t７六歩/2"),
            ("a&lt;b&amp;&#9650;&#x25b3;&nbsp;&x;", "a<b&▲△\u{a0}&x;"),
            ("<ruby>甲<rt>こう</rt></ruby>乙<script>var a = 1 < 2;</script>", "甲乙"),
            ("a<!-- b\nc -->d", "ad"),
            ("<a href='x\ny'>z</a> 1 < 2", "z 1 < 2"),
        ] {
            let blocks = blocks(text);
            let lines: Vec<_> =
                blocks.iter().flat_map(|block| &block.lines).map(|line| line.text.trim()).collect();
            let lines: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
            assert_eq!(lines.join("/"), want, "{text}");
        }
        let found = blocks("甲<pre>乙\n<b>丙</b></pre>丁<pre>戊");
        let found: Vec<_> =
            found.iter().map(|block| (block.text().trim().to_owned(), block.framed)).collect();
        let want = [("甲", false), ("乙\n丙", true), ("丁", false), ("戊", true)];
        assert_eq!(found, want.map(|(text, framed)| (text.to_owned(), framed)));
    }
}
