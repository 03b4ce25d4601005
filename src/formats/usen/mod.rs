//! USEN, the URL-safe form of SFEN: a game as a parameter of a page's address, `~0.7ku2jm6y236e5t24be.r`.
//!
//! It is the form of Shogi Playground and ShogiHome. Sections are parted by `~`: first the start position (nothing for
//! the even one), then a line of moves each, as `plies before it . moves . ending`. A move is a number to the base 36 in
//! three digits: (origin × 81 + destination) × 2, plus one for a promotion; squares count from 1a along the ranks, and
//! pieces in hand are origins beyond 81. Branches leave the line read last, as in KIF. Whole addresses are read as well
//! as their `usen` or `u` parameter alone.

mod write;

pub use write::write;

use super::kif::moves::Moves;
use super::kif::row::{Content, Row};
use super::lines::{TextLine, lines};
use super::room::{self, MOST_BRANCHES, Room};
use crate::record::{
    Clock, Code, Declaration, DeclaredBy, Ending, Origin, Place, Promotion, Record, Start, StartSource,
    Subject, WrittenMove,
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
    let mut room = Room::default();
    for line in lines(text) {
        if let Some((usen, offset)) = find(line.text) {
            let before = line.place(offset).column - 1;
            let start = if records.is_empty() { 0 } else { line.start };
            if let Some(last) = records.last_mut() {
                last.text_range.end = start;
            }
            let mut record = game(&usen, &line, before);
            record.text_range = start..text.len();
            let goes_on = room.take(&mut record);
            records.push(record);
            if !goes_on {
                break;
            }
        }
    }
    room.report(&mut records);
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
    if start.is_empty() {
        record.start.source = StartSource::Name;
    } else {
        let sfen = start.replace('_', "/").replace('.', " ").replace('z', "+");
        match sfen.parse::<Setup>() {
            Ok(setup) => {
                record.start = Start { setup: setup.into(), source: StartSource::Diagram, ..Start::default() }
            }
            Err(error) => {
                record.report(Code::BadStart, place(0), format!("no position: {error}"));
                record.unusable = Some(Code::BadStart);
            }
        }
    }
    let mut moves = Moves::default();
    let mut at = start.len() + 1;
    for (number, section) in sections.enumerate() {
        if number > MOST_BRANCHES {
            record.diagnostics.push(room::finding(place(at)));
            break;
        }
        let mut parts = section.splitn(3, '.');
        let (after, text, end) =
            (parts.next(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let after = after.and_then(|after| after.parse::<u32>().ok());
        let here =
            TextLine { text: section, number: line.number, start: line.start, before: place(at).column - 1 };
        match (number, after) {
            (0, Some(0)) => {}
            (0, _) => {
                let message = "the first line of moves does not begin at ply 0";
                record.report(Code::BadToken, place(at), message);
            }
            (_, after) => moves.branch(&mut record, after.and_then(|after| after.checked_add(1)), &here),
        }
        let begin = at + section.find('.').map_or(section.len(), |dot| dot + 1);
        for (index, code) in text.as_bytes().chunks(3).enumerate() {
            let offset = begin + 3 * index;
            let part = TextLine {
                text: "",
                number: line.number,
                start: line.start,
                before: place(offset).column - 1,
            };
            let code = std::str::from_utf8(code).unwrap_or_default();
            let content = match written(code) {
                Some(written) => Content::Move { written, same: false },
                None => Content::Unreadable(code),
            };
            row(&mut moves, &mut record, content, &part);
        }
        ending(&mut moves, &mut record, end, place(begin + text.len() + 1));
        at += section.len() + 1;
    }
    moves.finish(&mut record);
    if record.main().plies.is_empty() && record.main().unread == 0 {
        record.report(Code::NoMoves, Place::default(), "the record has no moves");
    }
    record
}

fn row(moves: &mut Moves, record: &mut Record, content: Content<'_>, part: &TextLine<'_>) {
    let row = Row {
        number: moves.next_number(),
        content,
        offset: 0,
        clock: Clock::default(),
        bad_clock: None,
        branch_mark: false,
        leftover: None,
    };
    moves.row(record, &row, part, false);
}

/// The letter for the ending; `i` is followed by the illegal move.
fn ending(moves: &mut Moves, record: &mut Record, text: &str, place: Place) {
    let (ending, subject) = match text {
        "" => return,
        "r" => (Ending::Resignation, Subject::MoverLoses),
        "t" => (Ending::TimeForfeit, Subject::MoverLoses),
        "j" => (Ending::Jishogi, Subject::Nobody),
        "p" => (Ending::Interrupted, Subject::Silent),
        _ => match text.strip_prefix('i').map(|code| (code, written(code))) {
            Some((_, Some(written))) => {
                let part = TextLine { text: "", number: place.line, start: 0, before: place.column };
                row(moves, record, Content::Move { written, same: false }, &part);
                (Ending::IllegalMove, Subject::MoverWins)
            }
            Some(("", None)) => (Ending::IllegalMove, Subject::MoverLoses),
            _ => {
                record.report(Code::EndingUnknown, place, format!("`{text}` is no ending that is known"));
                (Ending::Unknown, Subject::Silent)
            }
        },
    };
    let (by, clock, word) = (DeclaredBy::Row, Clock::default(), text.to_owned());
    moves.closing(record, Declaration { ending, subject, word, plies: None, by, clock, place });
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

    fn told(text: &str) -> String {
        let record = &read(text)[0];
        let game = replay(record).unwrap();
        let lines: Vec<_> = game
            .lines
            .iter()
            .map(|line| line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let all = record.diagnostics.iter().chain(&game.diagnostics);
        let codes: Vec<_> = all
            .map(|found| format!("{}@{}:{}", found.code.id(), found.place.line, found.place.column))
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
            ("~0.7ku2jm6y2~1.6y2.~2.6y2", "7g7f 3c3d 2g2f/|none|R004@1:16"),
            ("~0.7ku2jm6y2~2.6y2.r", "7g7f 3c3d 2g2f/2g2f|none|"),
            ("4k4_9_9_9_9_9_9_9_4K4.b.P~0.bfq.", "P*5e|none|"),
            ("~0.7ku2jm7ku6y2", "7g7f 3c3d|none|R001@1:10"),
            ("~0.7ku2j", "7g7f|none|K002@1:7"),
            ("~0.7kuzzz2jm", "7g7f|none|K002@1:7"),
            ("~0.7ku.q", "7g7f|unknown|E001@1:8"),
        ] {
            assert_eq!(score(text), 1, "{text}");
            assert_eq!(told(text), want, "{text}");
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
            assert_eq!(told(&written.text).split('|').next(), told(text).split('|').next());
        }
    }
}
