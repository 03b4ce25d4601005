//! Numbers as people read them.

/// A count with commas: `61,204`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with what is counted: `1 game`, `1,204 games`. `noun` is one of them; its plural ends with s.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// A share of a whole: `54.6 %`; `–` of nothing.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", part as f64 * 100.0 / whole as f64) }
}

/// A number with so many decimals: `54.6`.
#[must_use]
pub fn decimal(number: f64, decimals: u8) -> String {
    format!("{number:.0$}", usize::from(decimals))
}

/// A time in milliseconds: `0:42`, `1:02:03`, `0:01.500`.
#[must_use]
pub fn clock(milliseconds: i32) -> String {
    let sign = if milliseconds < 0 { "-" } else { "" };
    let total = milliseconds.unsigned_abs();
    let (seconds, rest) = (total / 1000, total % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    match hours {
        0 => format!("{sign}{minutes}:{seconds:02}{fraction}"),
        hours => format!("{sign}{hours}:{minutes:02}:{seconds:02}{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([count(0), count(999), count(1000), count(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [counted(0, "game"), counted(1, "game"), counted(1234, "game")],
            ["0 games", "1 game", "1,234 games"]
        );
        assert_eq!([percent(1, 3), percent(0, 0)], ["33.3 %", "–"]);
        assert_eq!(
            [clock(42_000), clock(3_723_000), clock(1500), clock(-3000)],
            ["0:42", "1:02:03", "0:01.500", "-0:03"]
        );
    }
}
