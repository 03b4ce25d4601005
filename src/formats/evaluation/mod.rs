//! Engine evaluations in comments, in the dialects of the programs that write them.
//!
//! | program | text after the comment mark |
//! | --- | --- |
//! | ShogiHome | `評価値=80`, `#評価値=-60`, `詰み=先手勝ち:15手`; then `読み筋=`, `深さ=`, `ノード数=`, `エンジン=` |
//! | ShogiGUI | `*対局 …`, `*解析 … 深さ 19/25 ノード数 2154676 評価値 113 読み筋 …`, `評価値 +詰 5` |
//! | 棋神アナリティクス | `… 評価値 113 …` |
//! | floodgate, CSA V3 | `* 30 +7776FU -8384FU #12345`; in CSA files also in an engine's own words |
//! | clients of the CSA protocol | ` 30 +7776FU -8384FU` |
//! | 柿木将棋 | `形勢：347 互角`, `形勢：-812 後手有利` |
//! | ぴよ将棋, K-Shogi | `#形勢[72]▲…`, `#指し手[-40]△…` |
//!
//! All of them count from Black's view. A number beside a word that gives it to the other side, and ぴよ将棋's `#推奨手[29]`,
//! which is about another move, stay comments. From ±30,000 on a number means a mate of unknown length.

mod protocol;
mod score;
#[cfg(test)]
mod tests;

use super::Format;
use crate::record::{EngineScore, Evaluation, NoteKind, Record};
use protocol::Said;
use score::{mate_of, number, of_number, score};

/// Reads the evaluations out of the comments of a record of this format, and adds them to those that the format's reader
/// found.
pub(super) fn understand(record: &mut Record, format: Format) {
    let mut found: Vec<Evaluation> = std::mem::take(&mut record.evaluations);
    let by_reader = found.len();
    // Only lines of one position belong together, and only as long as no line repeats what another has said.
    let mut open = false;
    let mut engine = None;
    for note in record.notes.iter().filter(|note| note.kind == NoteKind::Comment) {
        // Behind the ending stands what is said of the last position.
        let reached = record.lines.get(note.line).map(|line| line.after + line.plies.len());
        let ply = note.ply - usize::from(reached.is_some_and(|reached| note.ply == reached + 1));
        let same = found.last().is_some_and(|last| (last.line, last.ply) == (note.line, ply));
        open &= same;
        for text in note.text.lines() {
            if let Some(new) = scored((note.line, ply), text, format) {
                found.push(new);
                open = true;
            } else if let Some((key, value)) = fact(text) {
                match (key, found.last_mut().filter(|_| open)) {
                    ("エンジン", None) => engine = Some((note.line, ply, value.to_owned())),
                    (key, Some(last)) => add(last, key, value),
                    _ => {}
                }
            }
        }
        if let (Some((line, ply, name)), Some(last)) = (&engine, found.last_mut().filter(|_| open))
            && (*line, *ply) == (last.line, last.ply)
            && last.engine.is_none()
        {
            last.engine = Some(name.clone());
        }
    }
    if by_reader > 0 {
        found.sort_by_key(|found| (found.line, found.ply));
    }
    record.evaluations = found;
}

/// A comment line, after this ply of a line of moves, that has a score, with all that it says beside it.
fn scored((line, ply): (usize, usize), text: &str, format: Format) -> Option<Evaluation> {
    let evaluation = |score| of_score(line, ply, score);
    let bare = text.strip_prefix('*').unwrap_or(text).trim_start();
    let bare = bare.strip_prefix('#').unwrap_or(bare);
    if let Some(rest) = bare.strip_prefix("詰み=") {
        return Some(evaluation(mate_of(rest)?));
    }
    if let Some(rest) = bare.strip_prefix("評価値").and_then(|rest| rest.strip_prefix(['=', '＝'])) {
        return Some(evaluation(score(rest)?));
    }
    let is_csa = matches!(format, Format::Csa | Format::Csa1);
    let by_protocol = match text.strip_prefix("* ") {
        Some(rest) => protocol::said(rest, is_csa),
        // A reader of CSA knows which star it was.
        None if !is_csa && text.starts_with(' ') => protocol::kept_by_client(text).filter(is_of_csa),
        None => None,
    };
    if let Some(said) = by_protocol {
        return Some(of_said(line, ply, &said));
    }
    if let Some((score, moves)) = of_situation(text).or_else(|| of_phone(text)) {
        let mut new = evaluation(score);
        new.variation = filled(moves);
        return Some(new);
    }
    // A sentence about 評価値 has no number behind it, and one about 後手の評価値 counts from another view.
    let at = text.find("評価値 ")?;
    if text[..at].ends_with('の')
        && !["先手の", "下手の", "▲の"].iter().any(|whose| text[..at].ends_with(whose))
    {
        return None;
    }
    let rest = &text[at + "評価値 ".len()..];
    let mut new = evaluation(score(rest)?);
    for (word, key) in [("深さ ", "深さ"), ("ノード数 ", "ノード数"), ("読み筋 ", "読み筋")]
    {
        if let Some(at) = text.find(word) {
            add(&mut new, key, &text[at + word.len()..]);
        }
    }
    Some(new)
}

/// `key=value` of ShogiHome.
fn fact(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(['*', '#']).trim();
    let (key, value) = text.split_once(['=', '＝'])?;
    ["読み筋", "深さ", "ノード数", "エンジン"].contains(&key).then(|| (key, value.trim()))
}

/// Adds a fact that the evaluation does not have yet.
fn add(evaluation: &mut Evaluation, key: &str, value: &str) {
    match key {
        "深さ" => evaluation.depth = evaluation.depth.or_else(|| number(value)?.0.try_into().ok()),
        "ノード数" => evaluation.nodes = evaluation.nodes.or_else(|| number(value)?.0.try_into().ok()),
        "読み筋" if evaluation.variation.is_none() => evaluation.variation = filled(value),
        "エンジン" if evaluation.engine.is_none() => evaluation.engine = filled(value),
        _ => {}
    }
}

fn filled(text: &str) -> Option<String> {
    Some(text.trim()).filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

/// What the CSA comment behind one star says: of a client that keeps its own evaluations, or, behind a move and a comma,
/// that sends them.
pub(super) fn of_client(text: &str, behind_comma: bool, ply: usize) -> Option<Evaluation> {
    let said = match behind_comma {
        true => protocol::sent_by_client(text),
        false => protocol::kept_by_client(text),
    };
    Some(of_said(0, ply, &said?))
}

/// True for moves as CSA writes them. Other formats have lists of moves of their own behind numbers that are no scores.
fn is_of_csa(said: &Said<'_>) -> bool {
    said.variation.starts_with(['+', '-', '%'])
}

fn of_score(line: usize, ply: usize, score: EngineScore) -> Evaluation {
    Evaluation { line, ply, score, depth: None, nodes: None, engine: None, variation: None }
}

fn of_said(line: usize, ply: usize, said: &Said<'_>) -> Evaluation {
    let mut new = of_score(line, ply, said.score);
    (new.depth, new.nodes, new.variation) = (said.depth, said.nodes, filled(said.variation));
    new
}

/// 柿木将棋's `形勢：347 互角`, whose word has to fit the sign.
fn of_situation(text: &str) -> Option<(EngineScore, &str)> {
    let (value, rest) =
        number(text.trim_start().strip_prefix("形勢")?.strip_prefix(['：', ':'])?.trim_start())?;
    const STATES: [&str; 8] = ["有利", "やや有利", "優勢", "勝勢", "勝ち", "良し", "指しやすい", "有望"];
    let word = rest.trim();
    let is_good_for = |sides: [&str; 2]| {
        let state = sides.iter().find_map(|side| word.strip_prefix(side));
        state.is_some_and(|state| STATES.contains(&state))
    };
    let said = word == "互角"
        || value > 0 && is_good_for(["先手", "下手"])
        || value < 0 && is_good_for(["後手", "上手"]);
    let fits = word.is_empty() || rest.starts_with(char::is_whitespace) && said;
    fits.then(|| (of_number(value), ""))
}

/// `#形勢[72]▲１四歩 …`, `#指し手[-40]△１四歩 …` of apps for phones.
fn of_phone(text: &str) -> Option<(EngineScore, &str)> {
    let rest = text.strip_prefix("#形勢[").or_else(|| text.strip_prefix("#指し手["))?;
    let (value, rest) = number(rest)?;
    let rest = rest.strip_prefix(']')?;
    Some((of_number(value), rest.find(['▲', '△', '▽', '☗', '☖']).map_or("", |at| &rest[at..])))
}
