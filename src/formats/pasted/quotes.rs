//! Text that is quoted as in mail, by `>` or a stroke before each line.

use super::block::Block;
use crate::formats::kakinoki::is_blank;

/// The signs of quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    /// `>` and `＞`.
    Arrows,
    /// Strokes as well, which diagrams and tables have too.
    All,
}

/// How often a line is quoted, and how many characters stand before what is quoted.
pub(super) fn depth(line: &str, signs: Signs) -> (usize, usize) {
    let is_sign =
        |char: char| matches!(char, '>' | '＞') || signs == Signs::All && matches!(char, '|' | '｜' | '│');
    let (mut depth, mut taken, mut at) = (0, 0, 0);
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        at += 1;
        if is_sign(char) {
            depth += 1;
            if chars.next_if(|char| is_blank(*char)).is_some() {
                at += 1;
            }
            taken = at;
        } else if !is_blank(char) {
            break;
        }
    }
    // Logs of programs mark what goes to a program: `>1:isready`, `>T:+7776FU`.
    let rest: String = line.chars().skip(taken).take(4).collect();
    let is_log = rest
        .find(':')
        .is_some_and(|colon| colon > 0 && rest[..colon].chars().all(|char| char.is_ascii_alphanumeric()));
    // The ranks of diagrams and the rows of tables have strokes at their ends too.
    let is_framed =
        signs == Signs::All && line.chars().skip(taken).any(|char| matches!(char, '|' | '｜' | '│'));
    if is_log || is_framed { (0, 0) } else { (depth, taken) }
}

/// True for a line that goes the other way than a line behind `>`: `<<< `, `< `, `<-`. Logs have both, mail has not.
pub(super) fn goes_the_other_way(line: &str) -> bool {
    let rest = line.trim_start_matches(is_blank).strip_prefix(['<', '＜']);
    rest.is_some_and(|rest| rest.starts_with(['<', '＜', '-', ':']) || rest.starts_with(is_blank))
}

/// The blocks of what is quoted equally often, the deepest first.
pub(super) fn blocks(block: &Block, signs: Signs) -> Vec<Block> {
    let depths = block.lines.iter().map(|line| depth(&line.text, signs));
    let depths: Vec<_> = depths.map(|(depth, taken)| (depth.min(DEEPEST), taken)).collect();
    let mut found: Vec<usize> = depths.iter().map(|(depth, _)| *depth).collect();
    found.sort_unstable();
    found.dedup();
    let of_depth = |wanted: usize| {
        let lines = block.lines.iter().zip(&depths).filter(|(line, (depth, _))| {
            // A line without anything may be anywhere.
            *depth == wanted || line.text.trim_matches(is_blank).is_empty()
        });
        let lines =
            lines.map(|(line, (_, taken))| if wanted == 0 { line.clone() } else { line.rest(*taken) });
        Block { lines: lines.collect(), framed: block.framed, depth: wanted }
    };
    found.into_iter().rev().map(of_depth).collect()
}

/// What is quoted more often than this counts as quoted so often.
const DEEPEST: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths() {
        for (line, want) in [
            ("> 先手：甲", (1, 2)),
            (">先手：甲", (1, 1)),
            ("> >   1 ７六歩", (2, 4)),
            (">>   1 ７六歩", (2, 3)),
            ("＞　先手：甲", (1, 2)),
            ("  > 甲", (1, 4)),
            (">1:isready", (0, 0)),
            (">T:+7776FU", (0, 0)),
            ("甲 > 乙", (0, 0)),
            ("| 先手：甲", (0, 0)),
            ("", (0, 0)),
        ] {
            assert_eq!(depth(line, Signs::Arrows), want, "{line}");
        }
        assert_eq!(depth("| 先手：甲", Signs::All), (1, 2));
        for (line, want) in [
            ("<<< +7776FU", true),
            (" < usi", true),
            ("<- usi", true),
            ("<p>", false),
            ("<!-- -->", false),
            ("", false),
        ] {
            assert_eq!(goes_the_other_way(line), want, "{line}");
        }
    }
}
