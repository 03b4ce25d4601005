//! Where the words of a closing line begin, in all that programs and people write: `まで57手で先手の勝ち`,
//! `57手まで先手の勝ち`, `以上、57手で先手勝ち`, `（まで57手で先手の勝ち）`, `先手の勝ち`.
//!
//! A line that begins with まで is one whatever follows; any other only when it says a result and nothing else, so that
//! no sentence about a game is taken for its end.

use super::blank::{is_blank, skip_blanks};
use super::ending::Count;
use crate::notation::kif::{arabic_digit, digit, number};

/// Brackets around a closing line, and signs before it.
const AROUND: [(char, char); 8] = [
    ('（', '）'),
    ('(', ')'),
    ('【', '】'),
    ('[', ']'),
    ('〔', '〕'),
    ('「', '」'),
    ('<', '>'),
    ('＜', '＞'),
];
const SIGNS: &[char] = &['※', '○', '●', '■', '□', '◆', '◇', '★', '☆', '→', '…', '―', '—', '・', '-', '='];

/// What parts the count from the words.
const AFTER_COUNT: [&str; 9] = ["までで", "まで", "にて", "目で", "で", "に", "て", "、", "，"];

/// The count and the words of a closing line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parts<'a> {
    /// How many moves it counts.
    pub count: Count,
    /// What follows the count.
    pub words: &'a str,
    /// The line does not begin with まで: the words must be a result and nothing else.
    pub strict: bool,
    /// Nothing but the words shows that the game ends here: they must name a side.
    pub bare: bool,
}

/// True for a line that may be a closing line, told by its first character; headers of sides have a colon.
pub(super) fn may_be(line: &str) -> bool {
    let Some(first) = line.chars().next() else { return false };
    match first {
        'ま' | '以' | '総' | '合' | '計' | '全' => true,
        '先' | '後' | '上' | '下' => !line.contains(['：', ':']),
        _ => {
            digit(first).is_some()
                || first == '十'
                || SIGNS.contains(&first)
                || AROUND.iter().any(|(open, _)| *open == first)
        }
    }
}

/// The parts of a line; `None` when it does not begin like a closing line.
pub(super) fn split(line: &str) -> Option<Parts<'_>> {
    let plain = line.trim_matches(is_blank);
    if let Some(rest) = plain.strip_prefix("まで") {
        return after_made(rest, false);
    }
    let inner = without_brackets(plain);
    if let Some(rest) = inner.strip_prefix("まで") {
        return after_made(rest, true);
    }
    let named = ["以上", "総手数", "合計", "計", "全"].into_iter().find_map(|word| inner.strip_prefix(word));
    let text = named.unwrap_or(inner).trim_start_matches(|char| is_blank(char) || "、，,：:".contains(char));
    if let Some((count, length)) = count(text) {
        let rest = skip_blanks(&text[length..]).strip_prefix('手')?;
        let words = AFTER_COUNT.into_iter().find_map(|word| rest.strip_prefix(word));
        // `57手 先手の勝ち`
        let words = words.or_else(|| rest.starts_with([' ', '\u{3000}', ':', '：', ',']).then_some(rest))?;
        let bare = named.is_none() && !rest.starts_with("まで");
        return Some(Parts { count, words: trim(words), strict: true, bare });
    }
    named.is_none().then_some(Parts { count: Count::Unstated, words: inner, strict: true, bare: true })
}

/// What follows まで.
fn after_made(rest: &str, strict: bool) -> Option<Parts<'_>> {
    let rest = rest.trim_start_matches(['、', ',', '，', ' ', '\u{3000}']);
    let (count, words) = match count(rest) {
        Some((count, length)) => (count, skip_blanks(&rest[length..]).strip_prefix('手')?),
        None => (Count::Unstated, rest),
    };
    let words = words.trim_start_matches(['に', 'て', 'で', '、', ' ', '\u{3000}']);
    Some(Parts { count, words, strict, bare: false })
}

fn trim(words: &str) -> &str {
    words.trim_matches(|char| is_blank(char) || "、，,：:".contains(char))
}

/// The line without brackets around all of it and signs before it.
fn without_brackets(line: &str) -> &str {
    let text = line.trim_start_matches(|char| is_blank(char) || SIGNS.contains(&char));
    let text = text.trim_end_matches(|char| is_blank(char) || "。．.！!".contains(char));
    let inner = AROUND.into_iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    inner.map_or(text, |inner| inner.trim_matches(|char| is_blank(char) || "。．.！!".contains(char)))
}

/// The count that a text begins with, and its length.
fn count(text: &str) -> Option<(Count, usize)> {
    let unsigned = text.trim_start_matches(['-', '−', '－']);
    if unsigned.len() == text.len()
        && let Some((plies, length)) = number(text)
    {
        return Some((Count::Plies(plies), length));
    }
    let rest = unsigned.trim_start_matches(|char| arabic_digit(char).is_some());
    (rest.len() < unsigned.len()).then_some((Count::Impossible, text.len() - rest.len()))
}

/// The sides, by all their names.
const SIDES: [&str; 4] = ["先手", "後手", "上手", "下手"];

/// Words of a result, the longer ones first.
const RESULTS: [&str; 33] = [
    "最大手数",
    "引き分け",
    "時間切れ",
    "切れ負け",
    "切れ勝ち",
    "封じ手",
    "千日手",
    "持将棋",
    "引分け",
    "連続王手",
    "反則手",
    "指し掛け",
    "勝利",
    "勝ち",
    "負け",
    "敗北",
    "敗戦",
    "投了",
    "反則",
    "不戦",
    "入玉",
    "宣言",
    "中断",
    "不詰",
    "詰み",
    "切断",
    "引分",
    "勝",
    "負",
    "敗",
    "詰",
    "トライ",
    "キャッチ",
];

/// Words that join the others.
const JOINTS: [&str; 26] = [
    "となりました",
    "となった",
    "によって",
    "により",
    "による",
    "でした",
    "です",
    "成立",
    "指し直し",
    "二歩",
    "王手放置",
    "規定",
    "行為",
    "番",
    "玉",
    "の",
    "が",
    "は",
    "を",
    "に",
    "で",
    "し",
    "と",
    "、",
    "，",
    "ため",
];

/// True for words that say a result and nothing else: `後手の勝ち`, `時間切れにより先手の勝ち`, `千日手成立`.
pub(super) fn is_result(words: &str) -> bool {
    let words = words.split(['（', '(']).next().unwrap_or_default();
    let mut rest = words.trim_end_matches(|char| is_blank(char) || "。．.！!".contains(char));
    let mut said = false;
    while !skip_blanks(rest).is_empty() {
        rest = skip_blanks(rest);
        let result = RESULTS.iter().find_map(|word| rest.strip_prefix(word));
        said |= result.is_some();
        let next = result.or_else(|| SIDES.iter().chain(&JOINTS).find_map(|word| rest.strip_prefix(word)));
        let Some(next) = next else { return false };
        rest = next;
    }
    said
}

/// True for words that name a side.
pub(super) fn names_a_side(words: &str) -> bool {
    SIDES.iter().any(|side| words.contains(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_sentences() {
        for (words, want) in [
            ("後手の勝ち", true),
            ("後手勝ち！", true),
            ("先手の時間切れにより後手の勝ち", true),
            ("後手の反則負け（二歩）", true),
            ("先手が投了し後手の勝ちとなりました。", true),
            ("千日手成立", true),
            ("先手の勝ち筋がある", false),
            ("先手の勝ちが濃厚", false),
            ("先手", false),
            ("", false),
            ("後手の方が好み", false),
        ] {
            assert_eq!(is_result(words), want, "{words}");
        }
    }
}
