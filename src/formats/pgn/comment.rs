//! Times and evaluations in comments: `[%emt 0:00:03]`, `[%eval 0.34]`, and what engines' programs write, `+0.12/5 0.5s`.

use crate::record::EngineScore;
use crate::rules::Color;

/// What a comment behind a move says beside its words.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Facts {
    /// How long the move took, in milliseconds.
    pub spent: Option<i32>,
    pub score: Option<EngineScore>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
}

/// Reads a comment on a move by `mover`. Scores in `[%eval …]` are White's in PGN's sense, our Black's; those of
/// engines are the mover's. `[%clk …]` says what is left, of which nothing follows without all that was added.
pub(super) fn read(comment: &str, mover: Color) -> Facts {
    let mut facts = Facts::default();
    if let Some(value) = command(comment, "emt").or_else(|| command(comment, "egt")) {
        facts.spent = clock(value);
    }
    if let Some(value) = command(comment, "eval") {
        let mut parts = value.split(',');
        facts.score = parts.next().and_then(|score| white_score(score.trim()));
        facts.depth =
            parts.next().and_then(|depth| depth.trim().parse().ok()).filter(|_| facts.score.is_some());
        return facts;
    }
    let mut words = comment.split([' ', '\n', ',']).filter(|word| !word.is_empty());
    let Some((score, depth)) = words.next().and_then(|word| word.split_once('/')) else { return facts };
    let depth = depth.split('/').next().and_then(|depth| depth.parse().ok());
    if let (Some(score), Some(depth)) = (mover_score(score, mover), depth) {
        facts.score = Some(score);
        facts.depth = Some(depth).filter(|depth| *depth > 0);
        facts.spent = facts.spent.or_else(|| words.next().and_then(engine_time));
    }
    facts
}

/// The value of `[%name value]`.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        rest = &rest[at + 2..];
        if let Some(value) = rest.strip_prefix(name).filter(|value| value.starts_with([' ', '\t'])) {
            return value.split(']').next().map(str::trim);
        }
    }
    None
}

/// `0:00:03`, `0:03.5`, `3`, in milliseconds.
fn clock(text: &str) -> Option<i32> {
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, before) = parts.split_last()?;
    if before.len() > 2 || before.iter().any(|part| part.is_empty() || part.len() > 3 || !digits(part)) {
        return None;
    }
    let minutes = before.iter().try_fold(0_i64, |sum, part| Some(sum * 60 + part.parse::<i64>().ok()?))?;
    let total = minutes.checked_mul(60_000)?.checked_add(milliseconds(seconds)?)?;
    i32::try_from(total).ok()
}

/// `0.5s` of cutechess; `3.4`, `47` and `1:05` of XBoard. With a sign it is the time that is left.
fn engine_time(word: &str) -> Option<i32> {
    match word.strip_suffix('s') {
        Some(seconds) => i32::try_from(milliseconds(seconds)?).ok(),
        None => clock(word),
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Seconds with decimals.
fn milliseconds(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !digits(whole) || !digits(fraction) || whole.len() > 9 {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(whole.parse::<i64>().ok()? * 1000 + thousandths.parse::<i64>().ok()?)
}

/// `0.34`, `-1.2`, `#5`, `#-3`; a mate without its length, since programs count moves or plies.
fn white_score(text: &str) -> Option<EngineScore> {
    if let Some(moves) = text.strip_prefix('#') {
        let number: i32 = moves.strip_prefix('+').unwrap_or(moves).parse().ok()?;
        let winner = if number < 0 { Color::White } else { Color::Black };
        return Some(EngineScore::Mate { winner, plies: None });
    }
    centipawns(text).map(EngineScore::Centipawns)
}

/// `+0.12`, `-M5`, `+M1`.
fn mover_score(text: &str, mover: Color) -> Option<EngineScore> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(moves) = rest.strip_prefix('M').or_else(|| rest.strip_prefix('#')) {
        return digits(moves)
            .then_some(EngineScore::Mate { winner: if sign > 0 { mover } else { !mover }, plies: None });
    }
    let value = centipawns(rest).filter(|_| rest.contains('.'))? * sign;
    Some(EngineScore::Centipawns(if mover == Color::Black { value } else { -value }))
}

/// A number with at most two decimals that count.
fn centipawns(text: &str) -> Option<i32> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = rest.split_once('.').unwrap_or((rest, "0"));
    if !digits(whole) || !digits(fraction) || whole.len() > 5 {
        return None;
    }
    let hundredths: String = fraction.chars().chain("00".chars()).take(2).collect();
    Some(sign * (whole.parse::<i32>().ok()? * 100 + hundredths.parse::<i32>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{Facts, read};
    use crate::record::EngineScore;
    use crate::rules::Color;

    fn short(comment: &str, mover: Color) -> String {
        let Facts { spent, score, depth } = read(comment, mover);
        let text = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
        let score = text(score.map(|score: EngineScore| score.to_string()));
        format!(
            "{} {score} {}",
            text(spent.map(|spent| spent.to_string())),
            text(depth.map(|depth| depth.to_string()))
        )
    }

    #[test]
    fn times_and_scores() {
        for (comment, black, white) in [
            ("[%emt 0:00:03]", "3000 - -", "3000 - -"),
            ("[%emt 12.5] good", "12500 - -", "12500 - -"),
            ("[%clk 0:09:58]", "- - -", "- - -"),
            ("[%eval 0.34]", "- +34 -", "- +34 -"),
            ("[%eval -1.2,18] [%emt 1:00:00.25]", "3600250 -120 18", "3600250 -120 18"),
            ("[%eval #-3]", "- -mate -", "- -mate -"),
            ("+0.12/5 0.5s", "500 +12 5", "500 -12 5"),
            ("-M5/20 1.25s, Black mates", "1250 -mate 20", "1250 +mate 20"),
            ("+0.25/12 3.4", "3400 +25 12", "3400 -25 12"),
            ("-3.00/9 1:05", "65000 -300 9", "65000 +300 9"),
            ("+0.25/12 +120", "- +25 12", "- -25 12"),
            ("1/2", "- - -", "- - -"),
            ("12/5 moves", "- - -", "- - -"),
            ("book", "- - -", "- - -"),
            ("[%emt 99999999999999999]", "- - -", "- - -"),
            ("", "- - -", "- - -"),
        ] {
            assert_eq!(
                [short(comment, Color::Black), short(comment, Color::White)],
                [black, white],
                "{comment}"
            );
        }
    }
}
