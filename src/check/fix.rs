//! A corrected copy of a record file: only what can be corrected with certainty, each correction said.
//!
//! The text is edited where it is wrong and otherwise left as it is. A copy that would not read as the same games is
//! not made at all.

use crate::formats::encoding::{Encoding, declare_utf8, repair_mojibake};
use crate::formats::{Format, text_lines};
use crate::intake::{Content, ReplayedFile};
use crate::notation::kif::{digit, mark, number, piece_name};
use crate::record::{Code, DeclaredBy, Diagnostic, Place, Ply, Record, StartSource};
use crate::replay::Game;
use crate::rules::Board;
use crate::rules::shogi::Move;
use std::collections::{HashMap, HashSet};

/// One correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The diagnostic that it settles, if there is a code for it.
    pub code: Option<Code>,
    /// Where.
    pub place: Place,
    /// What was done.
    pub message: String,
}

/// A corrected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The whole text, to be written as UTF-8.
    pub text: String,
    /// What was corrected; empty when there is nothing to do.
    pub fixes: Vec<Fix>,
    /// What is wrong and was left, since no correction is certain.
    pub left: Vec<Fix>,
}

/// Corrects what was read. Mojibake only when `mojibake` says so, since it cannot be undone with certainty.
///
/// # Errors
/// Why no copy can be made: a correction would change what is read.
pub fn fix(prepared: &ReplayedFile, mojibake: bool) -> Result<Fixed, String> {
    let mut fixed = once(prepared, mojibake)?;
    // One correction can bring out another: the count of a closing line goes by the numbers of the rows.
    for _ in 0..MOST_ROUNDS {
        if fixed.fixes.is_empty() {
            break;
        }
        let more = once(&ReplayedFile::new(Content::new(fixed.text.clone().into_bytes())), false)?;
        fixed.left = more.left;
        if more.fixes.is_empty() {
            break;
        }
        fixed.text = more.text;
        fixed.fixes.extend(more.fixes);
    }
    Ok(fixed)
}

/// How often a corrected text is corrected again.
const MOST_ROUNDS: usize = 3;

fn once(prepared: &ReplayedFile, mojibake: bool) -> Result<Fixed, String> {
    let (mut fixes, mut left) = (Vec::new(), Vec::new());
    let repaired =
        match mojibake && prepared.document.diagnostics.iter().any(|found| found.code == Code::Mojibake) {
            true => repair_mojibake(&prepared.document.text).map(|(text, lines)| {
                let message = format!("{lines} lines were decoded anew");
                fixes.push(Fix { code: Some(Code::Mojibake), place: Place::default(), message });
                ReplayedFile::new(Content::new(text.into_bytes()))
            }),
            false => None,
        };
    let read = repaired.as_ref().unwrap_or(prepared);
    let mut lines: Vec<String> = text_lines(&read.document.text).map(ToOwned::to_owned).collect();
    let encoding = prepared.document.encoding;
    if !matches!(encoding, Encoding::Utf8 | Encoding::Ascii) {
        let message = format!("written as utf-8 instead of {}", encoding.name());
        fixes.push(Fix { code: None, place: Place::default(), message });
    }
    if encoding != Encoding::Ascii {
        for (line, number) in lines.iter_mut().take(5).zip(1..) {
            if let Some(new) = declare_utf8(line) {
                let message = "now names the encoding utf-8".to_owned();
                fixes.push(Fix {
                    code: Some(Code::EncodingMisdeclared),
                    place: Place::new(number, 1),
                    message,
                });
                *line = new;
            }
        }
    }
    if read.document.format == Some(Format::Kif) {
        for found in &read.games {
            if let Ok(game) = &found.game {
                let mut corrector = Corrector { lines: &mut lines, fixes: &mut fixes };
                corrector.pieces(&found.record, game);
                if let Some(place) = doubtful_numbers(&found.record, corrector.lines) {
                    let message = "the numbers are left as they are: moves may be missing".to_owned();
                    left.push(Fix { code: Some(Code::NumberMismatch), place, message });
                    continue;
                }
                corrector.numbers(&found.record);
                if let Some(place) = corrector.counts(&found.record, game) {
                    let message = "the count is left as it is: a row may be missing".to_owned();
                    left.push(Fix { code: Some(Code::CountMismatch), place, message });
                }
            }
        }
    }
    let text = join(&lines, &read.document.text, &mut fixes);
    let again = ReplayedFile::new(Content::new(text.clone().into_bytes()));
    if !same_games(read, &again) {
        return Err("the corrected copy would not read as the same games, so none was made".to_owned());
    }
    Ok(Fixed { text, fixes, left })
}

/// The lines with one kind of line end, the commoner one.
fn join(lines: &[String], text: &str, fixes: &mut Vec<Fix>) -> String {
    let (mut both, mut lf, mut cr) = (0, 0, 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => both += 1,
            b'\r' => cr += 1,
            b'\n' if at == 0 || bytes[at - 1] != b'\r' => lf += 1,
            _ => {}
        }
    }
    let (end, name) = if both > lf { ("\r\n", "CR LF") } else { ("\n", "LF") };
    if cr > 0 || both.min(lf) > 0 {
        let message =
            format!("all lines end with {name} now ({both} with CR LF, {lf} with LF, {cr} with CR before)");
        fixes.push(Fix { code: None, place: Place::default(), message });
    }
    if text.ends_with('\u{1a}') {
        let message = "the end mark of DOS (Ctrl-Z) was taken away".to_owned();
        fixes.push(Fix { code: None, place: Place::default(), message });
    }
    let mut joined = lines.join(end);
    if !joined.is_empty() {
        joined.push_str(end);
    }
    joined
}

fn same_games(before: &ReplayedFile, after: &ReplayedFile) -> bool {
    before.games.len() == after.games.len()
        && before.games.iter().zip(&after.games).all(|(before, after)| match (&before.game, &after.game) {
            (Ok(old), Ok(new)) => {
                old.lines == new.lines
                    && old.outcome.declared == new.outcome.declared
                    && old.outcome.verified == new.outcome.verified
                    && before.record.notes.len() == after.record.notes.len()
                    && before.record.headers.len() == after.record.headers.len()
                    && rows(&before.record).eq(rows(&after.record))
            }
            (Err(_), Err(_)) => true,
            _ => false,
        })
}

/// How many rows each line has, legal or not, and how many that could not be read.
fn rows(record: &Record) -> impl Iterator<Item = (usize, usize)> {
    record.lines.iter().map(|line| (line.plies.len(), line.unread))
}

/// Where rows have wrong numbers that may be right, since rows may be missing: a number that is larger than the row's
/// place, something that could not be read, or a closing line that counts as the rows do.
fn doubtful_numbers(record: &Record, lines: &[String]) -> Option<Place> {
    let first = record.diagnostics.iter().find(|found| found.code == Code::NumberMismatch)?.place;
    let main = record.main();
    let row_number = |place: Place| row_number(lines.get((place.line as usize).checked_sub(1)?)?);
    let ahead = |(ply, at): (&Ply, usize)| row_number(ply.place).is_some_and(|number| number > at);
    let unread = main.unread > 0
        || record
            .diagnostics
            .iter()
            .any(|found| matches!(found.code, Code::UnreadableLine | Code::UnreadableMove));
    let last = main.plies.last().and_then(|ply| row_number(ply.place));
    let rows = || main.declarations.iter().filter(|said| said.by == DeclaredBy::Row);
    let ends: Vec<usize> = rows().filter_map(|said| row_number(said.place)).collect();
    let counted = main.declarations.iter().filter_map(|said| said.plies).any(|count| {
        let count = count as usize;
        (Some(count) == last || ends.contains(&(count + 1))) && count != main.plies.len()
    });
    let late = ends.iter().any(|number| *number > main.plies.len() + 1);
    (unread || counted || late || main.plies.iter().zip(1..).any(ahead)).then_some(first)
}

/// Corrects the lines of one record.
struct Corrector<'a> {
    lines: &'a mut [String],
    fixes: &'a mut Vec<Fix>,
}

impl Corrector<'_> {
    /// Replaces a line and notes it.
    fn replace(&mut self, code: Code, place: Place, new: Option<String>) {
        let line = (place.line as usize).checked_sub(1).and_then(|index| self.lines.get_mut(index));
        if let (Some(line), Some(new)) = (line, new)
            && *line != new
        {
            let message = format!("`{}` is now `{}`", line.trim(), new.trim());
            self.fixes.push(Fix { code: Some(code), place, message });
            *line = new;
        }
    }

    fn line(&self, place: Place) -> Option<&str> {
        self.lines.get((place.line as usize).checked_sub(1)?).map(String::as_str)
    }

    /// Names of pieces that the origin decides, and 打 that only a drop can mean.
    fn pieces(&mut self, record: &Record, game: &Game) {
        const CODES: [Code; 3] = [Code::NoSuchPiece, Code::PromotedNameMeansPromotion, Code::UnmarkedDrop];
        let wanted: HashMap<Place, Code> = game
            .diagnostics
            .iter()
            .filter(|found| CODES.contains(&found.code))
            .map(|found| (found.place, found.code))
            .collect();
        if wanted.is_empty() {
            return;
        }
        let Board::Shogi(start) = &game.start else { return };
        for (index, (line, played)) in record.lines.iter().zip(&game.lines).enumerate() {
            let Some(way) = game.way_to(record, index) else { continue };
            let mut position = start.clone();
            way.iter().for_each(|mv| position.play(*mv));
            for (ply, mv) in line.plies.iter().zip(&played.moves) {
                if let Some(code) = wanted.get(&ply.place) {
                    let piece = mv.from().and_then(|from| position.piece_at(from));
                    let new = self.line(ply.place).and_then(|text| {
                        renamed(text, ply.place.column, *code, piece.map(|piece| piece_name(piece.kind)), *mv)
                    });
                    self.replace(*code, ply.place, new);
                }
                position.play(*mv);
            }
        }
    }

    /// Numbers of rows. Where branches name rows by their numbers, or a diagram has a number of its own, nothing is
    /// certain.
    fn numbers(&mut self, record: &Record) {
        let wrong = record.diagnostics.iter().any(|found| found.code == Code::NumberMismatch);
        if !wrong || record.lines.len() > 1 || record.start.source == StartSource::Diagram {
            return;
        }
        let main = record.main();
        let ending = main.declarations.iter().find(|said| said.by == DeclaredBy::Row).map(|said| said.place);
        let unread = usize::from(main.unread > 0);
        let rows = main.plies.iter().map(|ply| ply.place).chain(ending.filter(|_| unread == 0));
        for (place, number) in rows.zip(1..) {
            let new = self.line(place).and_then(|line| renumbered(line, number));
            self.replace(Code::NumberMismatch, Place::new(place.line, 1), new);
        }
    }

    /// The count of the closing line, when the rows speak against it: all were read, the ending has the number that
    /// comes after the last move, and nothing else in the record contradicts it. Returns where one was left.
    fn counts(&mut self, record: &Record, game: &Game) -> Option<Place> {
        const DOUBTS: [Code; 4] =
            [Code::NumberMismatch, Code::UnreadableMove, Code::UnreadableLine, Code::WinnerConflict];
        let sure =
            !record.diagnostics.iter().chain(&game.diagnostics).any(|found| DOUBTS.contains(&found.code));
        let mut left = None;
        let wrong: HashSet<Place> = record
            .diagnostics
            .iter()
            .filter(|found: &&Diagnostic| found.code == Code::CountMismatch)
            .map(|found| found.place)
            .collect();
        for (line, played) in record.lines.iter().zip(&game.lines) {
            for said in line.declarations.iter().filter(|said| wrong.contains(&said.place)) {
                let plies = line.after + line.plies.len();
                let mut rows = line.declarations.iter().filter(|row| row.by == DeclaredBy::Row);
                let numbered = rows.any(|row| self.line(row.place).and_then(row_number) == Some(plies + 1));
                let sure = sure && numbered && line.unread == 0 && played.stop.is_none();
                if sure && record.start.source != StartSource::Diagram {
                    let new = self.line(said.place).and_then(|text| recounted(text, plies));
                    self.replace(Code::CountMismatch, said.place, new);
                } else {
                    left = left.or(Some(said.place));
                }
            }
        }
        left
    }
}

/// A row with another name for its piece.
fn renamed(line: &str, column: u32, code: Code, piece: Option<&str>, mv: Move) -> Option<String> {
    let letters: Vec<char> = line.chars().collect();
    let blank = |at: usize| letters.get(at).is_some_and(|letter| letter.is_whitespace());
    let skip = |mut at: usize| {
        while blank(at) {
            at += 1;
        }
        at
    };
    let mut at = (column as usize).checked_sub(1)?;
    if mark(*letters.get(at)?).is_some() {
        at = skip(at + 1);
    }
    if matches!(letters.get(at)?, '同' | '仝') {
        at = skip(at + 1);
    }
    if digit(*letters.get(at)?).is_some() {
        at = skip(at + 2);
    }
    let end = at + if *letters.get(at)? == '成' { 2 } else { 1 };
    let (before, rest) = (letters.get(..at)?, letters.get(end..)?);
    let written: String = letters[at..end].iter().collect();
    let name = match code {
        Code::UnmarkedDrop => format!("{written}打"),
        Code::PromotedNameMeansPromotion
            if rest.iter().find(|letter| !letter.is_whitespace()) != Some(&'成') && mv.promotes() =>
        {
            format!("{}成", piece?)
        }
        _ => piece?.to_owned(),
    };
    Some(before.iter().chain(name.chars().collect::<Vec<_>>().iter()).chain(rest).collect())
}

/// A row with another number, as wide as the old one.
fn renumbered(line: &str, number: usize) -> Option<String> {
    let (start, end) = number_span(line);
    let width = line[..end].chars().count();
    (end > start).then(|| format!("{number:>width$}{}", &line[end..]))
}

/// The number of a row.
fn row_number(line: &str) -> Option<usize> {
    let (start, end) = number_span(line);
    number(&line[start..end]).map(|(number, _)| number as usize)
}

/// Where the number of a row stands.
fn number_span(line: &str) -> (usize, usize) {
    let blanks = line.len() - line.trim_start().len();
    // The square may follow at once (`11３八銀`), in digits of the other width.
    let ascii = line[blanks..].starts_with(|letter: char| letter.is_ascii_digit());
    let other = |letter: char| !letter.is_numeric() || letter.is_ascii_digit() != ascii;
    (blanks, blanks + line[blanks..].find(other).unwrap_or(line.len() - blanks))
}

/// A closing line with another count.
fn recounted(line: &str, count: usize) -> Option<String> {
    let start = line.find(|letter: char| letter.is_ascii_digit())?;
    if line[..start].ends_with(['-', '−', '－']) {
        return None;
    }
    let digits = line[start..].find(|letter: char| !letter.is_ascii_digit())?;
    Some(format!("{}{count}{}", &line[..start], &line[start + digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> (String, usize) {
        let fixed = fix(&ReplayedFile::new(Content::new(text.as_bytes().to_vec())), true).unwrap();
        (fixed.text, fixed.fixes.len())
    }

    #[test]
    fn what_is_certain_is_corrected_and_nothing_else_touched() {
        for (text, want, count) in [
            ("# x\n   1 ７六歩(77)\n", "# x\n   1 ７六歩(77)\n", 0),
            ("   1 ７六銀(77)\n", "   1 ７六歩(77)\n", 1),
            (
                "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二馬(88)  ( 0:01/00:00:02)\n",
                "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)  ( 0:01/00:00:02)\n",
                1,
            ),
            (
                "   1 ７六歩(77)\n   1 ３四歩(33)\n   2 投了\n",
                "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
                2,
            ),
            (
                "   1 ７六歩(77)\n   2 投了\nまで57手で先手の勝ち\n",
                "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n",
                1,
            ),
            (
                "   1 ７六歩(77)\r   2 ３四歩(33)\n   3 投了",
                "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
                1,
            ),
            ("   1 ７六歩(77)\n   0３四歩(33)\n", "   1 ７六歩(77)\n   2３四歩(33)\n", 1),
            // A branch counts by the rows' numbers, so they are left alone.
            (
                "   1 ７六歩(77)\n   3 ３四歩(33)\n\n変化：3手\n   3 ８四歩(83)\n",
                "   1 ７六歩(77)\n   3 ３四歩(33)\n\n変化：3手\n   3 ８四歩(83)\n",
                0,
            ),
        ] {
            assert_eq!(fixed(text), (want.to_owned(), count), "{text}");
        }
    }

    #[test]
    fn numbers_are_left_where_moves_may_be_missing() {
        for text in [
            "   1 ７六歩(77)\n   3 ３四歩(33)\n   4 投了\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\nまで9手で先手の勝ち\n",
            "   1 ７六歩(77)\n   1 ３四歩(33)\nまで1手で先手の勝ち\n",
            "   1 ７六歩(77)\nwhat is this\n   1 ３四歩(33)\n",
        ] {
            let fixed = fix(&ReplayedFile::new(Content::new(text.as_bytes().to_vec())), true).unwrap();
            assert_eq!((fixed.text.as_str(), fixed.fixes.len(), fixed.left.len()), (text, 0, 1), "{text}");
            assert_eq!(fixed.left[0].code, Some(Code::NumberMismatch));
        }
    }

    #[test]
    fn a_promotion_is_written_once() {
        let text = |name| format!("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二{name}(88)\n");
        assert_eq!(fixed(&text("馬 成")), (text("角 成"), 1));
        assert_eq!(fixed(&text("馬")), (text("角成"), 1));
    }

    #[test]
    fn counts_are_left_where_a_row_may_be_missing() {
        for text in [
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで3手で先手の勝ち\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   4 投了\nまで4手で後手の勝ち\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   3 中断\nまで2手で中断\n",
            "   1 ７六歩(77)\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\nまで2手で後手の勝ち\n",
        ] {
            let fixed = fix(&ReplayedFile::new(Content::new(text.as_bytes().to_vec())), true).unwrap();
            assert_eq!((fixed.text.as_str(), fixed.fixes.len(), fixed.left.len()), (text, 0, 1), "{text}");
        }
    }

    #[test]
    fn mojibake_comes_back_line_by_line() {
        let good = "手合割：平手\n先手：表\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
        let (text, count) = fixed(&as_latin1(good));
        assert_eq!((text.as_str(), count), (good, 1));
    }

    /// UTF-8 that was read as Latin-1 and saved.
    fn as_latin1(text: &str) -> String {
        text.bytes().map(char::from).collect()
    }
}
