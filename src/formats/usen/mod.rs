//! USEN, the URL-safe form of SFEN: a game as a parameter of a page's address, `~0.7ku2jm6y236e5t24be.r`.
//!
//! It is the form of Shogi Playground and ShogiHome. Sections are separated by `~`: first the start position (nothing for
//! the even one), then a line of moves each, as `plies before it . moves . ending`. A move is a number to the base 36 in
//! three digits: (origin × 81 + destination) × 2, plus one for a promotion; squares count from 1a along the ranks, and
//! pieces in hand are origins beyond 81. Branches leave the line read last, as in KIF. Whole addresses are read as well
//! as their `usen` or `u` parameter alone.

mod write;

pub use write::write;

use super::budget::{self, Budget, MOST_BRANCHES};
use super::builder::{Next, TreeBuilder, declared, report_no_moves};
use super::lines::{TextLine, lines};
use crate::record::{
    Clock, Code, Ending, Origin, Place, Promotion, Record, Start, StartSource, Subject, WrittenMove,
};
use crate::rules::shogi::{PieceKind, Setup, Square};

/// What a piece in hand is as an origin.
const HAND: [(u16, PieceKind); 14] = [
    (83, PieceKind::Tokin),
    (84, PieceKind::PromotedLance),
    (85, PieceKind::PromotedKnight),
    (86, PieceKind::PromotedSilver),
    (87, PieceKind::Horse),
    (88, PieceKind::Dragon),
    (89, PieceKind::King),
    (90, PieceKind::Gold),
    (91, PieceKind::Pawn),
    (92, PieceKind::Lance),
    (93, PieceKind::Knight),
    (94, PieceKind::Silver),
    (95, PieceKind::Bishop),
    (96, PieceKind::Rook),
];

/// The number of lines that hold a game in this form; counting stops at 64.
#[must_use]
pub fn score(text: &str) -> usize {
    if !text.contains('~') && !text.contains("%7") {
        return 0;
    }
    lines(text).filter(|line| find(line.text).is_some()).take(64).count()
}

/// Every game of the text, one a line.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    let mut budget = Budget::default();
    for line in lines(text) {
        if let Some((usen, offset)) = find(line.text) {
            let before = line.place(offset).column().map_or(0, |column| column - 1);
            let start = if records.is_empty() { 0 } else { line.start };
            if let Some(last) = records.last_mut() {
                last.text_range.end = start;
            }
            let mut record = game(&usen, &line, before);
            record.text_range = start..text.len();
            let goes_on = budget.take(&mut record);
            records.push(record);
            if !goes_on {
                break;
            }
        }
    }
    budget.report(&mut records);
    records
}

/// The game in a line, decoded, and the byte where it begins.
fn find(line: &str) -> Option<(String, usize)> {
    let trimmed = line.trim();
    let parameter = ["?usen=", "&usen=", "?u=", "&u=", "#usen="].into_iter().find_map(|name| {
        let at = trimmed.find(name)? + name.len();
        Some(trimmed[at..].split(['&', '#', ' ']).next().unwrap_or_default())
    });
    let word = parameter.unwrap_or_else(|| trimmed.strip_prefix("usen=").unwrap_or(trimmed));
    let usen = unescaped(word);
    let (start, rest) = usen.split_once('~')?;
    let is_start = start.is_empty() || start.bytes().filter(|byte| *byte == b'_').count() == 8;
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-~".contains(&byte);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_section = digits > 0 && matches!(rest.as_bytes().get(digits), Some(b'.'));
    (is_start && is_section && usen.bytes().all(allowed))
        .then(|| (usen, word.as_ptr().addr() - line.as_ptr().addr()))
}

/// The text with `%7E` and its like as what they stand for.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).filter(u8::is_ascii) {
            Some(byte) => {
                out.push(char::from(byte));
                out += &part[2..];
            }
            None => {
                out.push('%');
                out += part;
            }
        }
    }
    out
}

fn game(usen: &str, line: &TextLine<'_>, before: u32) -> Record {
    let mut record = Record::default();
    // Everything is ASCII, so that bytes are columns; escapes before a place would move it by two each.
    let place = |at: usize| {
        let column = before.saturating_add(u32::try_from(at + 1).unwrap_or(u32::MAX));
        Place::new(line.number, column)
    };
    let mut sections = usen.split('~');
    let start = sections.next().unwrap_or_default();
    read_start(&mut record, start, place(0));
    let mut tree = TreeBuilder::default();
    let mut at = start.len() + 1;
    for (number, section) in sections.enumerate() {
        if number > MOST_BRANCHES {
            record.diagnostics.push(budget::finding(place(at)));
            break;
        }
        let mut fields = section.splitn(3, '.');
        let (after, text, end) =
            (fields.next(), fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let after = after.and_then(|after| after.parse::<u32>().ok());
        match (number, after) {
            (0, Some(0)) => {}
            (0, _) => {
                let message = "the first line of moves does not begin at ply 0";
                record.report(Code::BadToken, place(at), message);
            }
            (_, after) => {
                let number = after.and_then(|after| after.checked_add(1));
                let after = number.and_then(|number| usize::try_from(number - 1).ok());
                tree.branch(&mut record, after, number, place(at));
            }
        }
        let begin = at + section.find('.').map_or(section.len(), |dot| dot + 1);
        for (index, code) in text.as_bytes().chunks(3).enumerate() {
            let code = std::str::from_utf8(code).unwrap_or_default();
            add_code(&mut tree, &mut record, code, place(begin + 3 * index));
        }
        ending(&mut tree, &mut record, end, place(begin + text.len() + 1));
        at += section.len() + 1;
    }
    tree.finish(&mut record);
    report_no_moves(&mut record);
    record
}

/// The start position: nothing for the even one, else an SFEN with other separators.
fn read_start(record: &mut Record, text: &str, place: Place) {
    if text.is_empty() {
        record.start.source = StartSource::Name;
        return;
    }
    let sfen = text.replace('_', "/").replace('.', " ").replace('z', "+");
    match sfen.parse::<Setup>() {
        Ok(setup) => {
            record.start = Start { setup: setup.into(), source: StartSource::Diagram, ..Start::default() }
        }
        Err(error) => {
            record.report(Code::BadStart, place, format!("not a position: {error}"));
            record.unusable = Some(Code::BadStart);
        }
    }
}

fn add_code(tree: &mut TreeBuilder, record: &mut Record, code: &str, place: Place) {
    if !tree.takes(record, Next::Move, || place) {
        return;
    }
    match written(code) {
        Some(written) => tree.push(record, written, Clock::default(), place),
        None => tree.unreadable_move(record, place, format!("`{code}` is not a move")),
    }
}

/// The letter for the ending; `i` is followed by the illegal move.
fn ending(tree: &mut TreeBuilder, record: &mut Record, text: &str, place: Place) {
    let (ending, subject) = match text {
        "" => return,
        "r" => (Ending::Resignation, Subject::MoverLoses),
        "t" => (Ending::TimeForfeit, Subject::MoverLoses),
        "j" => (Ending::Jishogi, Subject::Nobody),
        "p" => (Ending::Interrupted, Subject::Silent),
        _ => match text.strip_prefix('i').map(|code| (code, written(code))) {
            Some((code, Some(_))) => {
                add_code(tree, record, code, place.further(1));
                (Ending::IllegalMove, Subject::MoverWins)
            }
            Some(("", None)) => (Ending::IllegalMove, Subject::MoverLoses),
            _ => {
                record.report(Code::EndingUnknown, place, format!("`{text}` is not a known ending"));
                (Ending::Unknown, Subject::Silent)
            }
        },
    };
    tree.end(record, declared(ending, subject, text, place));
}

/// The move of three digits to the base 36.
fn written(code: &str) -> Option<WrittenMove> {
    if code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase()) {
        return None;
    }
    let value = u16::from_str_radix(code, 36).ok()?;
    let (from, to) = (value / 162, value % 162 / 2);
    let mut written = WrittenMove { to: Some(square(to)?), ..WrittenMove::default() };
    match square(from) {
        Some(from) => written.origin = Origin::Board(from),
        None => {
            written.origin = Origin::Hand;
            written.piece = Some(HAND.iter().find(|(number, _)| *number == from)?.1);
        }
    }
    if value % 2 == 1 {
        written.promotion = Promotion::Yes;
    }
    Some(written)
}

/// The square of a number: 1a is 0, 2a is 1, 1b is 9.
fn square(number: u16) -> Option<Square> {
    let (file, rank) = (number % 9 + 1, number / 9 + 1);
    Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

#[cfg(test)]
mod tests {
    use super::{read, score, write};
    use crate::replay::replay;

    fn summary(text: &str) -> String {
        let record = &read(text)[0];
        let game = replay(record).unwrap();
        let lines: Vec<_> = game
            .lines
            .iter()
            .map(|line| line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let all = record.diagnostics.iter().chain(&game.diagnostics);
        let codes: Vec<_> = all
            .map(|found| {
                format!(
                    "{}@{}:{}",
                    found.code.id(),
                    found.place.line().unwrap_or(0),
                    found.place.column().unwrap_or(0)
                )
            })
            .collect();
        format!("{}|{}|{}", lines.join("/"), game.outcome.declared.name(), codes.join(" "))
    }

    #[test]
    fn games_in_urls_and_alone() {
        for (text, want) in [
            ("~0.7ku2jm6y2.r", "7g7f 3c3d 2g2f|resignation|"),
            ("~0.7ku2jm.", "7g7f 3c3d|none|"),
            ("https://example.org/?usen=~0.7ku2jm6y2.t&branch=0&ply=3", "7g7f 3c3d 2g2f|time_forfeit|"),
            ("https://example.org/#/?u=%7E0.7ku2jm.p&x=1", "7g7f 3c3d|interrupted|"),
            ("~0.7ku2jm6y2~1.6y2.~2.6y2", "7g7f 3c3d 2g2f//2g2f|none|K008@1:21 R004@1:16"),
            ("~0.7ku2jm6y2~2.6y2.r", "7g7f 3c3d 2g2f/2g2f|none|"),
            ("4k4_9_9_9_9_9_9_9_4K4.b.P~0.bfq.", "P*5e|none|"),
            ("~0.7ku2jm7ku6y2", "7g7f 3c3d|none|R001@1:10"),
            ("~0.7ku2j", "7g7f|none|K002@1:7"),
            ("~0.7kuzzz2jm", "7g7f|none|K002@1:7"),
            ("~0.7ku.q", "7g7f|unknown|E001@1:8"),
        ] {
            assert_eq!(score(text), 1, "{text}");
            assert_eq!(summary(text), want, "{text}");
        }
        for text in ["", "~", "~0", "a~b", "https://example.org/~1.html", "~/.bashrc", "~0.7ku!"] {
            assert_eq!(score(text), 0, "{text}");
        }
    }

    #[test]
    fn every_code_comes_back() {
        for text in ["~0.7ku2jm6y2~2.6y2.r~1.6y2\n", "~0.7ku2jm6y2.r\n"] {
            let record = &read(text)[0];
            let game = replay(record).unwrap();
            let written = write(record, &game);
            assert_eq!(summary(&written.text).split('|').next(), summary(text).split('|').next());
        }
    }
}
