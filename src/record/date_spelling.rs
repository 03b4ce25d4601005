//! The spellings of dates: eras, kanji numbers, days before years, names of months.

use super::date::days_in;

/// A date's text in half-width digits and with the year first, as `2018/12/30 10:29:48 PM`; a text that is no such date
/// comes back as it is.
pub(super) fn year_first(text: &str) -> String {
    let text: String = text.trim().chars().map(half_width).collect();
    if matches!(text.as_bytes(), [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'/' | b'-', ..])
        && text.is_ascii()
    {
        return text;
    }
    if text.is_ascii() {
        let first = text.as_bytes().first().copied().unwrap_or_default();
        let found = match first.is_ascii_digit() {
            true => without_signs(&text).or_else(|| year_last(&text)),
            false => None,
        };
        let found = found.or_else(|| with_month_name(&text));
        if found.is_some() || !text.starts_with(['M', 'T', 'S', 'H', 'R']) {
            return found.unwrap_or(text);
        }
    }
    western(&text)
}

/// `20181230`, `20181230T222948`, `20181230222948`.
fn without_signs(text: &str) -> Option<String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = |range: std::ops::Range<usize>| text[range].parse::<u16>().ok();
    if digits != 8 && digits != 14 {
        return None;
    }
    let (year, month, day) = (number(0..4)?, number(4..6)?, number(6..8)?);
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    if year < 1000 || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return None;
    }
    let rest = &text[8..];
    let clock = rest.trim_start_matches('T');
    let is_time = clock.len() == 6 && clock.bytes().all(|byte| byte.is_ascii_digit());
    let rest =
        if is_time { format!(" {}:{}:{}", &clock[..2], &clock[2..4], &clock[4..]) } else { rest.to_owned() };
    Some(format!("{}/{}/{}{rest}", &text[..4], &text[4..6], &text[6..8]))
}

/// `12/30/2018`, `30.12.2018`: which number is the month is told by the larger one, by AM or PM behind (the month), or by
/// points (the day comes first). Else only the year is certain.
fn year_last(text: &str) -> Option<String> {
    let (first, text) = leading_number(text, 2)?;
    let sign = text.chars().next().filter(|sign| "/-.".contains(*sign))?;
    let (second, text) = leading_number(text.strip_prefix(sign)?, 2)?;
    let (year, rest) = leading_number(text.strip_prefix(sign)?, 4).filter(|(year, _)| *year >= 1000)?;
    if rest.starts_with(|char: char| char.is_ascii_digit() || char == sign) {
        return None;
    }
    let upper = rest.to_ascii_uppercase();
    let is_half_day = |at: usize| upper[..at].ends_with(|char: char| char == ' ' || char.is_ascii_digit());
    let half_days =
        upper.match_indices(['A', 'P']).any(|(at, _)| upper[at + 1..].starts_with('M') && is_half_day(at));
    let (month, day) = match (first, second) {
        (13.., ..=12) => (second, first),
        (..=12, ..=12) if first == second || half_days => (first, second),
        (..=12, ..=12) if sign == '.' => (second, first),
        (..=12, ..=12) => return Some(format!("{year}")),
        _ => (first, second),
    };
    Some(format!("{year}/{month:02}/{day:02}{rest}"))
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// `30 Dec 2018`, `December 30th, 2018 10:29`, `Sun Dec 30 22:29:48 2018`, `Dec 2018`.
fn with_month_name(text: &str) -> Option<String> {
    const MOST: usize = 60;
    if text.len() > MOST {
        return None;
    }
    let (mut month, mut day, mut year, mut rest) = (None, None, None, String::new());
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let number =
            leading_number(word, 4).filter(|(_, behind)| ["", ".", "st", "nd", "rd", "th"].contains(behind));
        match number {
            Some((number, _)) if number >= 1000 && year.is_none() => year = Some(number),
            Some((number, _)) if number < 100 && day.is_none() && year.is_none() => day = Some(number),
            _ if month.is_none() && month_number(word).is_some() => month = month_number(word),
            _ if month.is_none() && is_weekday(word) => {}
            _ => {
                rest.push(' ');
                rest += word;
            }
        }
    }
    let (month, year) = (month?, year?);
    Some(match day {
        Some(day) => format!("{year}/{month:02}/{day:02}{rest}"),
        None => format!("{year}/{month:02}{rest}"),
    })
}

/// The number of a month whose English name, or its first three letters and more, a word is.
fn month_number(word: &str) -> Option<usize> {
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    let is_month = |name: &&str| word.len() >= 3 && name.starts_with(&word);
    MONTHS.iter().position(is_month).map(|index| index + 1)
}

fn is_weekday(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    word.len() >= 3 && days.iter().any(|day| day.starts_with(&word))
}

/// The number of at most so many digits that a text begins with, and what follows it.
fn leading_number(text: &str, digits: usize) -> Option<(u32, &str)> {
    let length = text.bytes().take(digits).take_while(u8::is_ascii_digit).count();
    Some((text[..length].parse().ok()?, &text[length..]))
}

/// The eras since 1868: name, initial, the year before their first.
const ERAS: [(&str, &str, u32); 5] =
    [("明治", "M", 1867), ("大正", "T", 1911), ("昭和", "S", 1925), ("平成", "H", 1988), ("令和", "R", 2018)];

/// The text with an era's year as a year of our reckoning, and kanji numbers before 年月日 as digits.
fn western(text: &str) -> String {
    let text = with_digits(text);
    for (name, initial, before) in ERAS {
        let Some(rest) = text.strip_prefix(name).or_else(|| text.strip_prefix(initial)) else { continue };
        let rest = rest.trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (year, rest) = match rest.strip_prefix('元') {
            Some(rest) => (Some(1), rest),
            None => {
                (rest[..digits].parse::<u32>().ok().filter(|year| (1..=99).contains(year)), &rest[digits..])
            }
        };
        if let Some(year) = year {
            return format!("{:04}{rest}", before + year);
        }
    }
    text
}

/// Kanji numbers before 年, 月, 日, 時 and 分 as digits: `五十年` is `50年`, `一九五〇年` is `1950年`.
fn with_digits(text: &str) -> String {
    const DIGITS: &str = "〇一二三四五六七八九";
    let digit = |character: char| DIGITS.chars().position(|digit| digit == character);
    let (mut digits, mut run) = (String::with_capacity(text.len()), String::new());
    for character in text.chars() {
        if digit(character).is_some() || character == '十' {
            run.push(character);
            continue;
        }
        if !run.is_empty() && "年月日時分".contains(character) {
            if let Some((tens, ones)) = run.split_once('十') {
                let tens = tens.chars().next().map_or(Some(1), digit);
                let ones = ones.chars().next().map_or(Some(0), digit);
                digits += &(tens.unwrap_or(0) * 10 + ones.unwrap_or(0)).to_string();
            } else {
                run.chars().filter_map(digit).for_each(|digit| digits += &digit.to_string());
            }
            run.clear();
        }
        digits.push_str(&std::mem::take(&mut run));
        digits.push(character);
    }
    digits + &run
}

fn half_width(character: char) -> char {
    match character {
        '０'..='９' => char::from_digit(u32::from(character) - u32::from('０'), 10).unwrap_or(character),
        '／' => '/',
        '：' => ':',
        '－' => '-',
        '　' => ' ',
        other => other,
    }
}
