//! How a line ended: the row in place of a move, and the closing line.

use super::Writer;
use super::row::Numbered;
use crate::formats::LossCode;
use crate::formats::kakinoki::ending::{self, WORDS, word_for};
use crate::formats::kakinoki::row::is_word;
use crate::record::{Declaration, DeclaredBy, Ending, Place, Subject};
use crate::replay::Stop;
use crate::rules::{ByColor, Color};

/// How many of the words are those that the format's own page names.
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

/// Writes the declarations of a line.
pub(super) fn write(writer: &mut Writer<'_>, index: usize, mut totals: ByColor<Option<i32>>) {
    let line = &writer.record.lines[index];
    let plies = line.after + line.plies.len() + line.unread;
    let mover = writer.side(plies + 1);
    let find = |by| line.declarations.iter().find(move |declaration| declaration.by == by);
    let closing: Vec<_> =
        line.declarations.iter().filter(|found| found.by == DeclaredBy::ClosingLine).collect();
    let row = find(DeclaredBy::Row).or_else(|| {
        if closing.is_empty() { find(DeclaredBy::Summary).or_else(|| find(DeclaredBy::Header)) } else { None }
    });
    let mut translated = false;
    let of_the_maker = row.and_then(|found| lost_by_its_maker(writer, index, found));
    let row = of_the_maker.as_ref().or(row);
    if let Some(declaration) = row {
        let word = word(writer, declaration, mover);
        translated = word != declaration.word;
        let clock = writer.with_total(declaration.clock, &mut totals, mover);
        let mark = writer.tree.has_branch_at(index, plies + 1);
        writer.row(&Numbered { number: plies + 1, text: &word, clock, mark });
    }
    for declaration in &closing {
        writer.text += &declaration.word;
        writer.text.push('\n');
    }
    if let (Some(declaration), true, true) = (row, translated, closing.is_empty()) {
        writer.text += &closing_line(declaration, plies, mover, writer.game.start.turn());
        writer.text.push('\n');
    }
    let written = closing.len() + usize::from(row.is_some());
    if written < line.declarations.len() {
        let more = line.declarations.len() - written;
        writer.lose(
            LossCode::EndingsDropped,
            format!("{more} further statements about the ending were left out"),
        );
    }
}

/// Another format's word for a foul of which the last recorded move is the foul itself: its maker has lost, and not,
/// as 反則負け in its place would say, the side to move.
fn lost_by_its_maker(writer: &Writer<'_>, index: usize, found: &Declaration) -> Option<Declaration> {
    let line = &writer.record.lines[index];
    let played = writer.game.lines.get(index)?;
    let is_last = line.unread == 0 && line.plies.len() == played.moves.len() + 1;
    let is_foul = matches!(played.stop, Some(Stop::Illegal(..))) && is_last;
    let is_ours = WORDS.iter().any(|(word, ..)| *word == found.word);
    let loses = found.ending == Ending::IllegalMove && found.subject == Subject::MoverLoses;
    (is_foul && loses && !is_ours).then(|| Declaration { subject: Subject::MoverWins, ..found.clone() })
}

/// Writes the declarations of a line as KI2 has them: by a closing line.
pub(super) fn write_ki2(writer: &mut Writer<'_>, index: usize) {
    let line = &writer.record.lines[index];
    let plies = line.after + line.plies.len() + line.unread;
    let mover = writer.side(plies + 1);
    writer.lost_times += line.declarations.iter().filter(|found| !found.clock.is_empty()).count();
    let closing = line.declarations.iter().find(|found| found.by == DeclaredBy::ClosingLine);
    let by = [DeclaredBy::Row, DeclaredBy::Summary, DeclaredBy::Header];
    let main =
        by.into_iter().find_map(|by| line.declarations.iter().find(|found| found.by == by)).or(closing);
    let Some(main) = main else { return };
    let text = match closing {
        Some(closing) => closing.word.clone(),
        None => ki2_closing_line(main, plies, mover, writer.game.start.turn()),
    };
    let kept = ending::closing_line(&text, Place::FILE).is_some_and(|read| {
        read.ending == main.ending && read.subject.winner(mover) == main.subject.winner(mover)
    });
    if !kept {
        let message = format!("KI2 cannot say `{}`; `{text}` was written", main.word);
        writer.lose(LossCode::EndingChanged, message);
    }
    writer.text += &text;
    writer.text.push('\n');
    let written = 1 + usize::from(closing.is_some_and(|closing| closing != main));
    if written < line.declarations.len() {
        let more = line.declarations.len() - written;
        writer.lose(
            LossCode::EndingsDropped,
            format!("{more} further statements about the ending were left out"),
        );
    }
}

/// The closing line for an ending that a row declares. A win without a reason is what programs write, and take, for a
/// resignation.
fn ki2_closing_line(declaration: &Declaration, plies: usize, mover: Color, turn: Color) -> String {
    let how = match (declaration.subject.winner(mover), declaration.ending) {
        (Some(_), Ending::Checkmate) => "詰み".to_owned(),
        (Some(winner), Ending::PerpetualCheck | Ending::TryRule) => {
            let word = word_for(declaration.ending, declaration.subject, mover).unwrap_or_default();
            format!("{word}により{}の勝ち", side_name(winner, turn))
        }
        (None, Ending::Unknown) => declaration.word.replace(['\n', '\r'], " "),
        _ => return closing_line(declaration, plies, mover, turn),
    };
    format!("まで{plies}手で{how}")
}

/// The word of the row. Words of other formats are translated.
fn word(writer: &mut Writer<'_>, declaration: &Declaration, mover: Color) -> String {
    let known = WORDS.iter().any(|(word, ..)| *word == declaration.word);
    let keeps = |word: &str| is_word(word) && !word.starts_with(['%', '#']) && !word.contains(['\n', '\r']);
    let word = if known || declaration.ending == Ending::Unknown && keeps(&declaration.word) {
        declaration.word.clone()
    } else {
        match word_for(declaration.ending, declaration.subject, mover) {
            Some(word)
                if declaration.ending != Ending::Unknown
                    || !matches!(declaration.subject, Subject::Silent) =>
            {
                word.to_owned()
            }
            _ => {
                let message = format!("KIF has no word for `{}`; 中断 was written", declaration.word);
                writer.lose(LossCode::EndingChanged, message);
                "中断".to_owned()
            }
        }
    };
    if !OFFICIAL.contains(&word.as_str()) {
        let message = format!("`{word}` is not among the words of KIF; some programs will not read it");
        writer.lose(LossCode::EndingUncommon, message);
    }
    let said =
        WORDS.iter().find(|(known, ..)| *known == word).map_or(Subject::Silent, |(.., subject)| *subject);
    if said.winner(mover) != declaration.subject.winner(mover) {
        let message = format!("`{word}` names another winner than `{}` did", declaration.word);
        writer.lose(LossCode::WinnerChanged, message);
    }
    word
}

/// The closing line for an ending that another format declared.
fn closing_line(declaration: &Declaration, plies: usize, mover: Color, turn: Color) -> String {
    let name = |color: Color| side_name(color, turn);
    let how = match (declaration.subject.winner(mover).map(name), declaration.ending) {
        (Some(name), Ending::TimeForfeit) => format!("時間切れにより{name}の勝ち"),
        (Some(name), Ending::IllegalMove | Ending::PerpetualCheck) => format!("{name}の反則勝ち"),
        (Some(name), Ending::Declaration) => format!("{name}の入玉勝ち"),
        (Some(name), Ending::Forfeit) => format!("{name}の不戦勝"),
        (Some(name), _) => format!("{name}の勝ち"),
        (None, ending) => word_for(ending, declaration.subject, mover).unwrap_or("中断").to_owned(),
    };
    format!("まで{plies}手で{how}")
}

/// A side's name. In handicap games, where White moves first, the sides have other names.
const fn side_name(color: Color, turn: Color) -> &'static str {
    match (color, turn) {
        (Color::Black, Color::Black) => "先手",
        (Color::White, Color::Black) => "後手",
        (Color::Black, Color::White) => "下手",
        (Color::White, Color::White) => "上手",
    }
}
