//! Records that were copied with their surroundings: pages (HTML), Markdown, quoted mail.
//!
//! What is a text of its own there (preformatted text, the lines between fences, what is quoted equally often) is read as
//! a file would be, and everything that is found gets its place in the file back. Ordinary files are not touched: the
//! first and last characters of their lines tell them.

mod block;
mod html;
mod markdown;
mod quotes;

use self::block::{Block, BlockLine};
use self::quotes::Signs;
use super::Format;
use super::kakinoki::surroundings;
use super::lines::lines;
use crate::record::{Code, Diagnostic, Place, Record, StartSource};

/// The longest text that is taken apart, in bytes.
const MOST: usize = 16 << 20;

/// What was read from inside of a text.
#[derive(Debug)]
pub(super) struct Pasted {
    /// The format of the first game.
    pub format: Format,
    /// The games, in the order of the file.
    pub records: Vec<Record>,
    /// What surrounds them.
    pub finding: Diagnostic,
}

/// True for a line that may belong to surroundings: with the first sign of a tag, a quotation or a fence, or the last of
/// a tag.
#[inline]
pub(super) fn may_be(line: &[u8]) -> bool {
    let first = line.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(first, Some(b'<' | b'>' | b'`' | b'~')) || line.last() == Some(&b'>')
}

/// The games inside of surroundings; `None` when there are no surroundings or no games.
pub(super) fn read(text: &str) -> Option<Pasted> {
    read_with(text, Signs::Arrows)
}

/// The same for a text that gives no games as it stands: strokes may be quotation as well.
pub(super) fn read_at_all_costs(text: &str) -> Option<Pasted> {
    read_with(text, Signs::All)
}

fn read_with(text: &str, signs: Signs) -> Option<Pasted> {
    // JSON has strings of its own.
    if text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let page = html::is_page(text);
    let is_other = |line: &str| quotes::depth(line, signs).0 > 0 || markdown::is_fence(line);
    if text.len() > MOST || !page && !lines(text).any(|line| is_other(line.text)) {
        return None;
    }
    if !page && lines(text).any(|line| quotes::goes_the_other_way(line.text)) {
        return None;
    }
    let blocks = if page { html::blocks(text) } else { vec![whole(text)] };
    let quoted: Vec<Block> = blocks.iter().flat_map(|block| quotes::blocks(block, signs)).collect();
    let blocks: Vec<Block> = quoted.into_iter().flat_map(markdown::blocks).collect();
    if blocks.len() < 2 && !page && blocks.iter().all(|block| block.depth == 0 && !block.framed) {
        return None;
    }
    let mut found = games_in(&blocks, true);
    if found.is_empty() {
        found = games_in(&blocks, false);
        let as_it_stands = |(block, ..): &(&Block, Format, Vec<Record>)| !page && block.depth == 0;
        if found.iter().all(as_it_stands) {
            return None;
        }
    }
    // Quoted lines of USI are logs as a rule, which have games of their own.
    if !page && found.iter().all(|(block, format, _)| *format == Format::Usi && !block.framed) {
        return None;
    }
    let what = match &found[..] {
        _ if page => "a page",
        [(block, ..), ..] if block.framed => "Markdown",
        _ => "quoted text",
    };
    let format = found[0].1;
    let mut records: Vec<Record> = found.into_iter().flat_map(|(.., records)| records).collect();
    records.sort_by_key(|record| record.text_range.start);
    let games = if records.len() == 1 { "game was" } else { "games were" };
    let message = format!("{} {games} read from {what}; the text around is left out", records.len());
    Some(Pasted { format, records, finding: Diagnostic::new(Code::PastedText, Place::FILE, message) })
}

/// The text as one block.
fn whole(text: &str) -> Block {
    let line = |line: super::lines::TextLine<'_>| {
        let mut found = BlockLine::of(&line);
        for (column, char) in (line.before + 1..).zip(line.text.chars()) {
            found.push(char, line.number, column);
        }
        found
    };
    Block { lines: lines(text).map(line).collect(), ..Block::default() }
}

/// The games of all blocks with or without a frame, each with its block and format.
fn games_in(blocks: &[Block], framed: bool) -> Vec<(&Block, Format, Vec<Record>)> {
    let mut found = Vec::new();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.framed == framed) {
        let before = index.checked_sub(1).and_then(|before| blocks.get(before)).filter(|other| !other.framed);
        let after = blocks.get(index + 1).filter(|other| !other.framed);
        let text = block.text();
        let Some(format) = Format::detect(&text) else { continue };
        let completed = framed.then(|| completed(block, format, &text, before, after)).flatten();
        let read = completed.as_ref().unwrap_or(block);
        let mut records = format.read(&read.text());
        records.retain(is_game);
        if !records.is_empty() {
            read.restore(&mut records);
            found.push((block, format, records));
        }
    }
    found
}

/// A block of KIF or KI2 with the headers that stand above its frame and the closing line below it, when it has none.
fn completed(
    block: &Block,
    format: Format,
    text: &str,
    before: Option<&Block>,
    after: Option<&Block>,
) -> Option<Block> {
    if !matches!(format, Format::Kif | Format::Ki2) {
        return None;
    }
    let has = |wanted: fn(&str) -> bool| lines(text).any(|line| wanted(line.text));
    let mut block = block.clone();
    let mut changed = false;
    if let Some(before) = before.filter(|_| !has(surroundings::is_header)) {
        let headers: Vec<_> =
            before.lines.iter().filter(|line| surroundings::is_header(&line.text)).cloned().collect();
        changed |= !headers.is_empty();
        block.lines.splice(..0, headers);
    }
    if let Some(after) = after.filter(|_| !has(surroundings::is_ending)) {
        let mut lines = after.lines.iter().take_while(|line| !surroundings::is_header(&line.text));
        let closing = lines.find(|line| surroundings::is_closing(&line.text));
        changed |= closing.is_some();
        block.lines.extend(closing.cloned());
    }
    changed.then_some(block)
}

/// True for a record with a move, or what should be one, or a position of its own.
fn is_game(record: &Record) -> bool {
    let main = record.main();
    !main.plies.is_empty() || main.unread > 0 || record.start.source == StartSource::Diagram
}

/// True when records have no game that can be played.
pub(super) fn are_poor(records: &[Record]) -> bool {
    !records.iter().any(|record| is_game(record) && record.unusable.is_none())
}
