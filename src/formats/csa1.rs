//! CSA on one line, as books of engines are made of (`.csa1`): for each game a line that says what it is, and a line of
//! moves without signs and without anything between them.
//!
//! ```text
//! 1 2003/09/08 甲 乙 2 4 王位戦 矢倉
//! 7776FU3334FU8822UM3122GI
//! ```
//! The first line has a number, the day, Black, White, the result (0 a draw, 1 Black won, 2 White won), the number of
//! moves, the event and the opening, with blanks between them; `?` and `*` stand for what is not known. Source: the program
//! Apery, which reads such files, and the files that go with it. The result gives no reason.

use super::budget::Budget;
use super::builder::{declared, excerpt, report_no_moves};
use super::kakinoki::header;
use super::lines::{TextLine, lines};
use crate::notation::csa;
use crate::record::{
    Clock, Code, Declaration, Ending, PartialDate, Place, Ply, Record, StartSource, Subject, WrittenMove,
};
use crate::rules::Color;

/// The characters of a move.
const LENGTH: usize = 6;

/// Twice the number of lines that are moves on end, since each has another line before it; counting stops at 64 lines.
#[must_use]
pub fn score(text: &str) -> usize {
    2 * lines(text).filter(|line| is_moves(line.text, 2)).take(64).count()
}

/// Every game of the text. A line of moves without the line before it is a game about which nothing is said.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    let mut reader = Reader::default();
    for line in lines(text) {
        reader.line(&line);
        if reader.budget.is_spent() {
            break;
        }
    }
    reader.end_record(text.len());
    if let Some(last) = reader.records.last_mut() {
        last.text_range.end = text.len();
    }
    reader.budget.report(&mut reader.records);
    reader.records
}

#[derive(Debug, Default)]
struct Reader {
    records: Vec<Record>,
    /// The game whose line of moves is to come.
    waiting: Option<Record>,
    /// What is reported of the lines before the first game.
    strays: Record,
    begin: usize,
    budget: Budget,
}

impl Reader {
    fn line(&mut self, line: &TextLine<'_>) {
        if let Some(head) = Head::of(line.text) {
            self.end_record(line.start);
            self.waiting = Some(head.record(line));
        } else if is_moves(line.text, 1) {
            read_moves(self.waiting.get_or_insert_default(), line);
            self.end_record(line.start + line.text.len());
        } else if !line.text.trim().is_empty() {
            let message =
                format!("`{}` is neither moves nor the line before them", excerpt(line.text.trim()));
            match self.waiting.as_mut().or(self.records.last_mut()) {
                Some(record) => record.report(Code::UnreadableLine, line.start_place(), message),
                None => self.strays.report(Code::UnreadableLine, line.start_place(), message),
            }
        }
    }

    fn end_record(&mut self, end: usize) {
        let Some(mut record) = self.waiting.take() else { return };
        report_no_moves(&mut record);
        let plies = record.main().plies.len() + record.main().unread;
        let declared = record.main().declarations.first().and_then(|found| Some((found.plies?, found.place)));
        if let Some((count, place)) = declared.filter(|(count, _)| usize::try_from(*count) != Ok(plies)) {
            let message = format!("the line counts {count} moves, the record has {plies}");
            record.report(Code::CountMismatch, place, message);
        }
        record.report_all(std::mem::take(&mut self.strays.diagnostics));
        record.text_range = self.begin..end;
        self.begin = end;
        self.budget.take(&mut record);
        self.records.push(record);
    }
}

/// The line that says what a game is, word by word.
#[derive(Debug)]
struct Head<'a> {
    words: Vec<&'a str>,
    /// Which word is the result; the number of moves comes next.
    result: usize,
    plies: u32,
}

impl<'a> Head<'a> {
    fn of(line: &'a str) -> Option<Self> {
        if !line.trim_start().starts_with(|char: char| char.is_ascii_digit()) {
            return None;
        }
        let words: Vec<_> = line.split_whitespace().collect();
        words[0].parse::<u32>().ok()?;
        let (result, plies) = (4..words.len().checked_sub(1)?)
            .filter(|at| matches!(words[*at], "0" | "1" | "2"))
            .find_map(|at| Some((at, words[at + 1].parse().ok()?)))?;
        Some(Self { words, result, plies })
    }

    /// The game as far as this line describes it.
    fn record(&self, line: &TextLine<'_>) -> Record {
        let mut record = Record::default();
        record.start.source = StartSource::Silence;
        let place = |word: &str| line.place(word.as_ptr().addr() - line.text.as_ptr().addr());
        // The line has no names for its words; those of KIF let every writer and question find them.
        let mut header = |name: &str, value: &str, at: Place| {
            if !matches!(value, "?" | "*" | "-") {
                header::add(&mut record, name, value, at);
            }
        };
        let (words, end) = (&self.words, self.result + 2);
        header("記録ID", words[0], place(words[0]));
        // Some programs write the name of a file here.
        let has_day = PartialDate::parse(words[1]).is_some() || !words[1].contains('/');
        header(if has_day { "開始日時" } else { "棋譜ファイル" }, words[1], place(words[1]));
        match words[2..self.result] {
            [black, white] => {
                header("先手", black, place(black));
                header("後手", white, place(white));
            }
            _ => header("対局者", &words[2..self.result].join(" "), place(words[2])),
        }
        if let Some(event) = words.get(end) {
            header("棋戦", event, place(event));
        }
        if let Some(opening) = words.get(end + 1) {
            // And an evaluation here.
            let name = if opening.parse::<i64>().is_ok() { "評価値" } else { "戦型" };
            header(name, &words[end + 1..].join(" "), place(opening));
        }
        if self.result != 4 {
            let message = "names with blanks, so that it is not clear which of the words are whose";
            record.report(Code::BadHeader, place(words[2]), message);
        }
        let (ending, subject) = match words[self.result] {
            "1" => (Ending::Unknown, Subject::Winner(Color::Black)),
            "2" => (Ending::Unknown, Subject::Winner(Color::White)),
            _ => (Ending::DrawAgreed, Subject::Nobody),
        };
        let declaration = declared(ending, subject, words[self.result], place(words[self.result]));
        record.lines[0].declarations.push(Declaration { plies: Some(self.plies), ..declaration });
        record
    }
}

/// True for a line that begins with so many moves and holds nothing that could stand between words.
fn is_moves(line: &str, most: usize) -> bool {
    let line = line.trim().as_bytes();
    line.len() >= most * LENGTH
        && line.chunks_exact(LENGTH).take(most).all(|part| read_move(part).is_some())
        && line.iter().all(u8::is_ascii_alphanumeric)
}

fn read_moves(record: &mut Record, line: &TextLine<'_>) {
    let text = line.text.trim();
    let begin = line.text.len() - line.text.trim_start().len();
    for (number, part) in text.as_bytes().chunks(LENGTH).enumerate() {
        let place = line.place(begin + number * LENGTH);
        let main = &mut record.lines[0];
        match read_move(part) {
            _ if main.unread > 0 => main.unread += 1,
            Some(written) => main.plies.push(Ply { written, clock: Clock::default(), place }),
            None => {
                main.unread = 1;
                let message = format!("`{}` is not a move", String::from_utf8_lossy(part));
                record.report(Code::BadStatement, place, message);
            }
        }
    }
}

/// A move without the sign of its side.
fn read_move(text: &[u8]) -> Option<WrittenMove> {
    let [a, b, c, d, e, f] = *text else { return None };
    Some(WrittenMove { color: None, ..csa::read_move([b'+', a, b, c, d, e, f])? })
}

#[cfg(test)]
mod tests {
    use super::{read, score};
    use crate::replay::replay;
    use crate::rules::Color;

    fn summaries(text: &str) -> Vec<String> {
        let one = |record: &crate::record::Record| {
            let game = replay(record).unwrap();
            let usi: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
            let all = record.diagnostics.iter().chain(&game.diagnostics);
            let place = |found: &crate::record::Diagnostic| {
                format!(
                    "{}@{}:{}",
                    found.code.id(),
                    found.place.line().unwrap_or(0),
                    found.place.column().unwrap_or(0)
                )
            };
            let found: Vec<_> = all.map(place).collect();
            let winner = game.outcome.declared_winner.map_or("-", Color::name);
            format!("{}|{winner}|{}", usi.join(" "), found.join(" "))
        };
        read(text).iter().map(one).collect()
    }

    #[test]
    fn games_of_two_lines() {
        let text = "1 2003/09/08 甲 乙 1 4 王位戦 横歩取り\n7776FU3334FU8822UM3122GI\n\n\
                    2 ? 丙 丁 2 2\r\n2726FU8384FU\r\n3 * 戊 己 0 0 ? *\n2726FU8384";
        assert_eq!(score(text), 4);
        assert_eq!(
            summaries(text),
            ["7g7f 3c3d 8h2b+ 3a2b|black|", "2g2f 8c8d|white|", "2g2f|-|C001@7:7 K005@6:9"]
        );
        let records = read(text);
        let info = &records[0].info;
        assert_eq!(info.players.black.as_deref(), Some("甲"));
        assert_eq!(info.players.white.as_deref(), Some("乙"));
        assert_eq!(info.started.map(|date| date.day_text()).as_deref(), Some("2003-09-08"));
        assert_eq!((info.event.as_deref(), info.opening.as_deref()), (Some("王位戦"), Some("横歩取り")));
        assert_eq!((records[1].info.started, records[2].info.event.as_deref()), (None, None));
        let parts: String = records.iter().map(|record| &text[record.text_range.clone()]).collect();
        assert_eq!(parts, text);
    }

    #[test]
    fn what_is_not_as_it_should_be() {
        for (text, want) in [
            ("7776FU3334FU\n", &["7g7f 3c3d|-|"][..]),
            ("1 2003 甲 乙 1 2\n", &["|black|F002@0:0 K005@1:12"]),
            ("1 2003 甲 乙 1 3\n7776FU3344FU2726FU\n", &["7g7f|black|R001@2:7"]),
            ("1 2003 甲 乙 1 3\n7776FU33X4FU2726FU\n", &["7g7f|black|C001@2:7"]),
            ("1 2003 甲 六段 乙 四段 1 1\n7776FU\n", &["7g7f|black|F008@1:8"]),
            ("hello\n1 kifu/a_b 甲 乙 1 1 ? 100\n7776FU\n", &["7g7f|black|F003@1:1"]),
            ("1 昨日 甲 乙 1 1\n7776FU\nend\n", &["7g7f|black|F008@1:3 F003@3:1"]),
        ] {
            assert_eq!(summaries(text), want, "{text}");
        }
        for text in ["", "1 2003 甲 乙 1 3\n", "7776FU\n", "7776FU 3334FU\n", "+7776FU\n", "7g7f3c3d\n"] {
            assert_eq!(score(text), 0, "{text}");
        }
    }
}
