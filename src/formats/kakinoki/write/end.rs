//! How a line ended: the row in place of a move, and the closing line.
//!
//! The row says how, and a closing line who won: programs that know few words find the winner there. Words of other
//! formats, and words that only some programs know for what KIF has a word of its own for, are written as KIF has them.

use super::Writer;
use super::closing;
use super::row::Numbered;
use crate::formats::LossCode;
use crate::formats::conclusion::Conclusion;
use crate::formats::kakinoki::ending::{WORDS, word_for};
use crate::formats::kakinoki::row::is_word;
use crate::record::{Declaration, DeclaredBy, Ending, Subject};
use crate::rules::ByColor;

/// The words that the format's own page names.
const OFFICIAL: [&str; 13] = [
    "投了",
    "中断",
    "千日手",
    "持将棋",
    "詰み",
    "詰",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "不戦勝",
    "不戦敗",
    "不詰",
];

/// Writes the declarations of a line, and the notes behind the row.
pub(super) fn write(writer: &mut Writer<'_>, index: usize, mut totals: ByColor<i32>, mut notes: Vec<usize>) {
    let Some(end) = Conclusion::of(writer.record, writer.game, index) else {
        return notes.into_iter().for_each(|note| writer.note(note));
    };
    let line = &writer.record.lines[index];
    let find = |by| line.declarations.iter().find(move |declaration| declaration.by == by);
    let closing_lines: Vec<_> =
        line.declarations.iter().filter(|found| found.by == DeclaredBy::ClosingLine).collect();
    let row = find(DeclaredBy::Row).or_else(|| match closing_lines.first() {
        None => find(DeclaredBy::Summary).or_else(|| find(DeclaredBy::Header)),
        // Some formats have closing lines alone, which are passed over in KIF.
        Some(closing) => {
            Some(*closing).filter(|found| !matches!(found.ending, Ending::Unknown | Ending::None))
        }
    });
    let mut said: Vec<&Declaration> = Vec::new();
    if let Some(row) = row {
        let word = word(writer, row, &end);
        let clock = writer.with_total(row.clock, &mut totals, end.mover);
        let mark = writer.tree.has_branch_at(index, end.plies + 1);
        writer.row(&Numbered { number: end.plies + 1, text: &word, clock, mark });
        notes.drain(..).for_each(|note| writer.note(note));
        said.push(row);
    }
    let own = closing::of_kif(&end, side_names(writer));
    let mut due = true;
    for found in closing_lines {
        said.push(found);
        let covered = end.covers(found);
        // A line that names nobody, where the row or another line names the winner, hides him from other programs.
        let hides = end.winner.is_some() && end.winner_by(found).is_none() && found.ending != end.ending;
        let text = match &own {
            Some(own) if hides || covered && !closing::is_common(&found.word) => own,
            _ if covered && !due => continue,
            _ => &found.word,
        };
        if hides {
            let message = format!("`{}` was left out, since it says another ending", found.word);
            writer.lose(LossCode::EndingsDropped, message);
        }
        writer.text += text;
        writer.text.push('\n');
        due = false;
    }
    if let (Some(own), true, true) = (own, due, row.is_some()) {
        writer.text += &own;
        writer.text.push('\n');
    }
    notes.into_iter().for_each(|note| writer.note(note));
    dropped(writer, index, &end, &said);
}

/// Reports the statements that were not written and say more than those that were.
fn dropped(writer: &mut Writer<'_>, index: usize, end: &Conclusion, said: &[&Declaration]) {
    let line = &writer.record.lines[index];
    let is_dropped = |found: &&Declaration| !said.contains(found) && !end.covers(found);
    let more = line.declarations.iter().filter(is_dropped).count();
    if more > 0 {
        let message = format!("{more} further statements about the ending were left out");
        writer.lose(LossCode::EndingsDropped, message);
    }
}

/// Writes the declarations of a line as KI2 has them: by a closing line.
pub(super) fn write_ki2(writer: &mut Writer<'_>, index: usize) {
    let line = &writer.record.lines[index];
    writer.lost_times += line.declarations.iter().filter(|found| !found.clock.is_empty()).count();
    let Some(end) = Conclusion::of(writer.record, writer.game, index) else { return };
    let says_it = |text: &str| {
        closing::read_ki2(text)
            .is_some_and(|read| read.ending == end.ending && end.winner_by(&read) == end.winner)
    };
    let by = |by| line.declarations.iter().find(move |found| found.by == by);
    let closing = by(DeclaredBy::ClosingLine);
    let main = by(DeclaredBy::Row)
        .or(closing)
        .or_else(|| by(DeclaredBy::Summary))
        .or_else(|| by(DeclaredBy::Header));
    let word = main.map_or("", |found| found.word.as_str());
    let own = closing::of_ki2(&end, word, side_names(writer));
    // A line in other words than most programs know is kept only where they say something else.
    let is_kept =
        |found: &&Declaration| says_it(&found.word) && (closing::is_common(&found.word) || !says_it(&own));
    let kept = closing.filter(is_kept);
    let text = kept.map_or(own.clone(), |found| found.word.clone());
    if !says_it(&text) {
        let message = format!("KI2 cannot say `{word}`; `{text}` was written");
        writer.lose(LossCode::EndingChanged, message);
    }
    writer.text += &text;
    writer.text.push('\n');
    let said: Vec<_> = kept.into_iter().collect();
    let first = line.declarations.iter().find(|found| found.ending == end.ending);
    let said: Vec<_> = said.into_iter().chain(first).collect();
    dropped(writer, index, &end, &said);
}

/// The word of the row. Words of other formats are translated, and of several that mean the same the official one is
/// written.
fn word(writer: &mut Writer<'_>, row: &Declaration, end: &Conclusion) -> String {
    let winner = end.winner_by(row);
    let subject = match (row.ending, end.winner) {
        (Ending::IllegalMove, Some(_)) => end.subject(),
        _ => row.subject,
    };
    let keeps = |word: &str| is_word(word) && !word.starts_with(['%', '#']) && !word.contains(['\n', '\r']);
    let known = word_for(row.ending, subject, end.mover);
    let word = match known.filter(|_| row.ending != Ending::Unknown) {
        Some(word) => word.to_owned(),
        // A blank would end the word for some programs, and its rest be no time.
        None if row.ending == Ending::Unknown && keeps(&row.word) => row.word.replace(' ', "\u{3000}"),
        None => match known.filter(|_| row.subject != Subject::Silent) {
            Some(word) => word.to_owned(),
            None => {
                let message = format!("KIF has no word for `{}`; 中断 was written", row.word);
                writer.lose(LossCode::EndingChanged, message);
                "中断".to_owned()
            }
        },
    };
    if !OFFICIAL.contains(&word.as_str()) {
        let message = format!("`{word}` is not among the words of KIF; some programs will not read it");
        writer.lose(LossCode::EndingUncommon, message);
    }
    let said = WORDS.iter().find(|(known, ..)| *known == word).map_or(Subject::Silent, |(.., said)| *said);
    let by_word = match said {
        Subject::MoverLoses if row.ending == Ending::IllegalMove && end.ends_in_foul => winner,
        said => said.winner(end.mover),
    };
    if by_word != winner && by_word != end.winner {
        let message = format!("`{word}` names another winner than `{}` did", row.word);
        writer.lose(LossCode::WinnerChanged, message);
    }
    word
}

/// What the sides are called: in handicap games, where White moves first, they have other names.
fn side_names(writer: &Writer<'_>) -> ByColor<&'static str> {
    if writer.is_handicap {
        ByColor { black: "下手", white: "上手" }
    } else {
        ByColor { black: "先手", white: "後手" }
    }
}
