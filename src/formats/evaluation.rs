//! Engine evaluations in comments, in the dialects of the programs that write them.
//!
//! | program | text after the comment mark |
//! | --- | --- |
//! | ShogiHome, Kifuzo | `評価値=80`, `#評価値=-60`, `詰み=先手勝ち:15手`; then `読み筋=`, `深さ=`, `ノード数=`, `エンジン=` |
//! | ShogiGUI | `*対局 …`, `*解析 … 深さ 19/25 ノード数 2154676 評価値 113 読み筋 …`, `評価値 +詰 5` |
//! | 棋神アナリティクス | `… 評価値 113 …` |
//! | floodgate, CSA V3 | `* 30 +7776FU -8384FU #12345` |
//!
//! All of them count from Black's view. ぴよ将棋 writes `#形勢[N]` and does not say from whose: such a comment stays a
//! comment. From ±30,000 on a number means a mate of unknown length.

use crate::record::{EngineScore, Evaluation, Note, NoteKind, Record};
use crate::rules::Color;

/// From here on a number is a mate.
const MATE: i64 = 30_000;

/// Reads the evaluations out of a record's comments.
pub(super) fn understand(record: &mut Record) {
    let mut found: Vec<Evaluation> = Vec::new();
    // Only lines of one position belong together, and only as long as no line repeats what another has said.
    let mut open = false;
    let mut engine = None;
    for note in record.notes.iter().filter(|note| note.kind == NoteKind::Comment) {
        let same = found.last().is_some_and(|last| (last.line, last.ply) == (note.line, note.ply));
        open &= same;
        for text in note.text.lines() {
            if let Some(new) = scored(note, text) {
                found.push(new);
                open = true;
            } else if let Some((key, value)) = fact(text) {
                match (key, found.last_mut().filter(|_| open)) {
                    ("エンジン", None) => engine = Some((note.line, note.ply, value.to_owned())),
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
    record.evaluations = found;
}

/// A comment line that has a score, with all that it says beside it.
fn scored(note: &Note, text: &str) -> Option<Evaluation> {
    let evaluation = |score| Evaluation {
        line: note.line,
        ply: note.ply,
        score,
        depth: None,
        nodes: None,
        engine: None,
        variation: None,
    };
    let bare = text.strip_prefix('*').unwrap_or(text).trim_start();
    let bare = bare.strip_prefix('#').unwrap_or(bare);
    if let Some(rest) = bare.strip_prefix("詰み=") {
        return Some(evaluation(mate_of(rest)?));
    }
    if let Some(rest) = bare.strip_prefix("評価値").and_then(|rest| rest.strip_prefix(['=', '＝'])) {
        return Some(evaluation(score(rest)?));
    }
    if let Some(rest) = text.strip_prefix("* ")
        && let Some((score, rest)) = floodgate(rest)
    {
        let mut new = evaluation(score);
        let (moves, nodes) = rest.split_once('#').unwrap_or((rest, ""));
        new.nodes = nodes.trim().parse().ok();
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

/// `113`, `-43↑`, `+詰 5`, `-詰`, `+Mate:3`.
fn score(text: &str) -> Option<EngineScore> {
    let text = text.trim_start();
    if let Some((value, rest)) = number(text) {
        return ends_a_number(rest).then(|| of_number(value));
    }
    let (winner, rest) = match text.chars().next()? {
        '+' | '＋' => (Color::Black, &text[text.chars().next()?.len_utf8()..]),
        '-' | '－' | '−' => (Color::White, &text[text.chars().next()?.len_utf8()..]),
        _ => return None,
    };
    let rest = ["詰み", "詰", "Mate", "mate"].iter().find_map(|word| rest.strip_prefix(word))?;
    let plies =
        number(rest.trim_start_matches([':', '：', ' '])).and_then(|(plies, _)| u32::try_from(plies).ok());
    Some(EngineScore::Mate { winner, plies })
}

/// `先手勝ち:15手`, `後手勝ち`.
fn mate_of(text: &str) -> Option<EngineScore> {
    let winner = match text.trim_start() {
        text if text.starts_with("先手勝ち") || text.starts_with("下手勝ち") => Color::Black,
        text if text.starts_with("後手勝ち") || text.starts_with("上手勝ち") => Color::White,
        _ => return None,
    };
    let plies = text.split_once([':', '：']).and_then(|(_, rest)| number(rest.trim_start()));
    Some(EngineScore::Mate { winner, plies: plies.and_then(|(plies, _)| u32::try_from(plies).ok()) })
}

/// A number, and after it nothing, moves, or the count of nodes.
fn floodgate(text: &str) -> Option<(EngineScore, &str)> {
    let (value, rest) = number(text)?;
    let next = rest.trim_start();
    let fits = next.is_empty()
        || rest.starts_with(' ')
            && (next.starts_with(['%', '#']) || next.starts_with(['+', '-']) && next.len() >= 5);
    fits.then(|| (of_number(value), rest))
}

fn of_number(value: i64) -> EngineScore {
    match i32::try_from(value) {
        Ok(centipawns) if value.abs() < MATE => EngineScore::Centipawns(centipawns),
        _ => EngineScore::Mate { winner: if value > 0 { Color::Black } else { Color::White }, plies: None },
    }
}

/// An integer with its sign, perhaps with commas before every three digits, and what follows it.
fn number(text: &str) -> Option<(i64, &str)> {
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = |from: usize| text.bytes().skip(from).take_while(u8::is_ascii_digit).count();
    let mut end = sign + digits(sign);
    let mut digits_only = text.get(..end)?.trim_start_matches('+').to_owned();
    let groups = (1..=3).contains(&(end - sign));
    while groups && text[end..].starts_with(',') && digits(end + 1) == 3 {
        digits_only += &text[end + 1..end + 4];
        end += 4;
    }
    Some((digits_only.parse().ok()?, &text[end..]))
}

/// True for what may stand behind a score: nothing, an arrow, or a word behind a blank or a mark. A percent
/// sign, a range or digits in groups make the number something else.
fn ends_a_number(rest: &str) -> bool {
    let mut chars = rest.trim_start_matches(['↑', '↓']).chars();
    match chars.next() {
        None | Some(')' | '）' | '、' | '。') => true,
        Some(',' | ';') => chars.next().is_none_or(|char| !char.is_ascii_digit()),
        Some(char) if char.is_whitespace() => {
            let rest = chars.as_str().trim_start();
            let range = rest.starts_with("- ") || rest.starts_with(['%', '％', '→', '～', '〜', '~']);
            !range && !rest.starts_with(|char: char| char.is_ascii_digit())
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comments: &[&str]) -> Vec<Evaluation> {
        let mut record = Record::default();
        for text in comments {
            let text = (*text).to_owned();
            record.notes.push(Note { line: 0, ply: 3, kind: NoteKind::Comment, text });
        }
        understand(&mut record);
        record.evaluations
    }

    #[test]
    fn scores_in_every_dialect() {
        for (text, want) in [
            ("評価値=80", "+80"),
            ("*評価値=-12", "-12"),
            ("#評価値=-60", "-60"),
            ("*#評価値=5", "+5"),
            ("詰み=先手勝ち", "+mate"),
            ("#詰み=後手勝ち:8手", "-mate 8"),
            ("*対局 深さ 2 ノード数 960 評価値 0 読み筋 ▲７六歩(77)", "+0"),
            ("*対局 深さ 2 ノード数 365 評価値 -1000001 読み筋 △同　銀(31)", "-mate"),
            ("*解析 0  評価値 +詰 5 読み筋 ▲１五飛(18)", "+mate 5"),
            ("*解析 0 ○ 評価値 -詰 読み筋 △投了", "-mate"),
            (" 候補1 時間 00:10.0 深さ 28 評価値 67 読み筋 ▲７八銀(79)", "+67"),
            ("*解析 0 評価値 67↑ 読み筋 ▲７八銀(79)", "+67"),
            ("* 30 +7776FU -8384FU #12345", "+30"),
            ("* -30000 %TORYO", "-mate"),
            ("* 32000", "+mate"),
            ("* 0", "+0"),
            ("評価値=1,250", "+1250"),
            ("*評価値 -12,345 読み筋 ▲７八銀(79)", "-12345"),
            ("先手の評価値 +300", "+300"),
        ] {
            let found: Vec<_> = read(&[text]).iter().map(|found| found.score.to_string()).collect();
            assert_eq!(found, [want], "{text}");
        }
    }

    #[test]
    fn other_comments_have_no_score() {
        for text in [
            "評価値上は▲５五歩もこちらの有利を保ててはいるが、",
            "* 30分の長考",
            "* 5五の歩",
            "* 3 golds are missing",
            "30",
            "#形勢[120]",
            "#指し手[72]▲７六歩(77)",
            "#推奨手[29]▲２六歩(27)",
            "#定跡",
            // Kifuzo's, which could be any number.
            " 30",
            "詰み=長手数",
            "評価値=",
            "評価値 1.5",
            "評価値=1,25",
            "評価値=1 250",
            "評価値=+1_000",
            "評価値 65%",
            "評価値=65 %",
            "評価値 70％",
            "評価値 65-35 で先手",
            "評価値 100→-50",
            "評価値 +50 ～ +100",
            "評価値 50 - 100",
            "後手の評価値 +300",
            "手番の評価値 +300",
            "深さ=12",
        ] {
            assert_eq!(read(&[text]), [], "{text}");
        }
    }

    #[test]
    fn lines_of_one_evaluation_belong_together() {
        let found = read(&[
            "互角",
            "評価値=-18",
            "読み筋=△８四歩",
            "深さ=12/20",
            "ノード数=4711",
            "エンジン=e",
            "評価値=7",
            "深さ=3",
        ]);
        assert_eq!(found.len(), 2);
        let first = &found[0];
        assert_eq!(
            (first.score, first.depth, first.nodes),
            (EngineScore::Centipawns(-18), Some(12), Some(4711))
        );
        assert_eq!((first.engine.as_deref(), first.variation.as_deref()), (Some("e"), Some("△８四歩")));
        assert_eq!((found[1].depth, found[1].nodes), (Some(3), None));
        let analysis =
            &read(&["*解析 0 時間 00:03.8 深さ 19/25 ノード数 2154676 評価値 113 読み筋 ▲２六歩(27)"])[0];
        assert_eq!((analysis.depth, analysis.nodes, analysis.ply), (Some(19), Some(2_154_676), 3));
        assert_eq!(analysis.variation.as_deref(), Some("▲２六歩(27)"));
        let many = &read(&["*解析 0 ノード数 12,345,678 評価値 113"])[0];
        assert_eq!(many.nodes, Some(12_345_678));
        let flood = &read(&["* 30 +7776FU -8384FU #12345"])[0];
        assert_eq!((flood.nodes, flood.variation.as_deref()), (Some(12345), Some("+7776FU -8384FU")));
    }
}
