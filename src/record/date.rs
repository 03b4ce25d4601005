//! Dates as records give them: often partial, sometimes with a time of day.

use super::date_spelling::year_first;
use std::fmt;

/// A date with as much of it as the record has, in the record's own (unstated) time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    /// The year, 1 to 9999.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
    /// Seconds since midnight.
    pub time: Option<u32>,
}

impl PartialDate {
    /// Reads `1999/07/15(木) 19:07:12`, `2020/07/09 09:00`, `2019-10`, `2003年9月9日`, `2024-05-01T10:00:00+09:00`,
    /// `令和6年5月1日`, `昭和五十年三月`, `H31.4.30`, `20240501`, `12/30/2018 10:29:48 PM`, `30 Dec 2018`.
    ///
    /// Of `03/04/2018`, which may be in March or in April, the year is certain; with AM or PM the month comes first, with
    /// points the day.
    ///
    /// Placeholders (`????/??/??`, `0000/00/00`) and everything that is not a date give `None`; a month or day that does
    /// not exist ends the date before it. Digits of any width are read.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text).0
    }

    /// What is certain of a date, and whether the text names a month, a day or a time of day that there is not.
    /// Zeros stand for what is not known (`1999/07/00`).
    #[must_use]
    pub fn read(text: &str) -> (Option<Self>, bool) {
        let mut impossible = false;
        (Self::read_parts(text, &mut impossible), impossible)
    }

    fn read_parts(text: &str, impossible: &mut bool) -> Option<Self> {
        let text = year_first(text);
        let mut numbers = Numbers { rest: &text };
        // Fewer digits are a time of day or a counter (`15:35:06`), not a year.
        if text.bytes().take_while(u8::is_ascii_digit).count() != 4 {
            return None;
        }
        let year = u16::try_from(numbers.next(4)?).ok().filter(|year| (1..=9999).contains(year))?;
        let mut date = Self { year, month: None, day: None, time: None };
        numbers.skip_brackets();
        let Some(separator) = numbers.separator() else { return Some(date) };
        if !"/-.年".contains(separator) {
            return Some(date);
        }
        numbers.skip_brackets();
        let month = numbers.next(2);
        // Two years (`2023-2024`, `2023-24`) are not a month.
        *impossible =
            month.is_some_and(|month| month > 12) && numbers.rest.starts_with(['/', '-', '.', '月']);
        date.month = month.and_then(|month| u8::try_from(month).ok()).filter(|m| (1..=12).contains(m));
        let (Some(month), Some(separator)) = (date.month, numbers.separator()) else { return Some(date) };
        if !"/-.月".contains(separator) {
            return Some(date);
        }
        let day = numbers.next(2);
        *impossible = day.is_some_and(|day| day > u32::from(days_in(year, month)))
            && !numbers.rest.starts_with(|character: char| character.is_ascii_digit());
        date.day =
            day.and_then(|day| u8::try_from(day).ok()).filter(|day| (1..=days_in(year, month)).contains(day));
        if date.day.is_some() {
            date.time = numbers.time_of_day(impossible);
        }
        Some(date)
    }

    /// The text by which games are sorted: `2024-05-01`, `1950-03`, `1607`.
    #[must_use]
    pub fn day_text(&self) -> String {
        match (self.month, self.day) {
            (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", self.year),
            (Some(month), None) => format!("{:04}-{month:02}", self.year),
            _ => format!("{:04}", self.year),
        }
    }

    /// The date as CSA and KIF write it: `2024/05/01 10:00:00`.
    #[must_use]
    pub fn slashes(&self) -> String {
        self.to_string().replace('-', "/").replace('T', " ")
    }
}

/// ISO 8601, as far as the date goes: `2024-05-01T10:00:00`, `1950-03`.
impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.day_text())?;
        if let Some(seconds) = self.time {
            write!(f, "T{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        }
        Ok(())
    }
}

/// Walks over the numbers of a text.
struct Numbers<'a> {
    rest: &'a str,
}

impl Numbers<'_> {
    /// The number that starts here, of at most `digits` digits.
    fn next(&mut self, digits: usize) -> Option<u32> {
        let length = self.rest.bytes().take(digits).take_while(u8::is_ascii_digit).count();
        let value = self.rest.get(..length)?.parse().ok()?;
        self.rest = &self.rest[length..];
        Some(value)
    }

    /// Passes over the same year in the other reckoning: `2024年(令和6年)5月1日`.
    fn skip_brackets(&mut self) {
        let inner = self.rest.strip_prefix(['(', '（']);
        if let Some((_, rest)) = inner.and_then(|inner| inner.split_once([')', '）'])) {
            self.rest = rest.trim_start();
        }
    }

    /// The next character, blanks around it skipped.
    fn separator(&mut self) -> Option<char> {
        let rest = self.rest.trim_start();
        let separator = rest.chars().next()?;
        self.rest = rest[separator.len_utf8()..].trim_start();
        Some(separator)
    }

    /// `10:00` or `10:00:00` or `10時00分` or `10時` later in the text; 午後 before it or PM beside it adds twelve hours.
    fn time_of_day(&mut self, impossible: &mut bool) -> Option<u32> {
        let colon = self.rest.find([':', '時'])?;
        let hour_alone = self.rest[colon..].starts_with('時');
        let digits = self.rest[..colon].bytes().rev().take_while(u8::is_ascii_digit).count();
        let before = self.rest[..colon - digits].to_ascii_uppercase();
        self.rest = &self.rest[colon - digits..];
        let mut below = |number: u32, most: u32| {
            *impossible |= number >= most;
            number < most
        };
        let hours = self.next(2).filter(|hours| below(*hours, 24))?;
        self.separator()?;
        let minutes = match self.next(2) {
            None if hour_alone => 0,
            minutes => minutes.filter(|minutes| below(*minutes, 60))?,
        };
        let mut seconds = 0;
        if let Some(rest) = self.rest.trim_start().strip_prefix([':', '分']) {
            self.rest = rest.trim_start();
            seconds = self.next(2).filter(|seconds| below(*seconds, 60)).unwrap_or(0);
        }
        let after = self.rest.trim_start().to_ascii_uppercase();
        let half = |japanese: &str, marks: &[&str]| {
            before.contains(japanese)
                || marks.iter().any(|word| before.ends_with(word) || after.starts_with(word))
        };
        let hours = match hours {
            12 if half("午前", &["AM", "AM ", "A.M."]) => 0,
            0..12 if half("午後", &["PM", "PM ", "P.M."]) => hours + 12,
            _ => hours,
        };
        Some(hours * 3600 + minutes * 60 + seconds)
    }
}

/// How many days a month has.
pub(super) fn days_in(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        PartialDate::parse(text).map_or_else(|| "-".to_owned(), |date| date.to_string())
    }

    #[test]
    fn what_the_calendar_has_not() {
        for (text, want) in [
            ("2024/02/30", true),
            ("2024/13/01", true),
            ("2024/04/31 10:00", true),
            ("2024/05/01 25:61:61", true),
            ("2024/05/01 10:00:61", true),
            ("2024/02/29 23:59:59", false),
            ("31/31/2018", true),
            ("Mar 99, 2018", true),
            ("03/04/2018", false),
            ("2023-2024", false),
            ("2023-24", false),
            ("1999/07/00", false),
            ("1999/??/??", false),
            ("0000/00/00", false),
            ("????/??/??", false),
            ("", false),
        ] {
            assert_eq!(PartialDate::read(text).1, want, "{text}");
        }
    }

    #[test]
    fn dates_of_every_sort() {
        for (text, want) in [
            ("1999/07/15(木) 19:07:12", "1999-07-15T19:07:12"),
            ("1999/07/15（木） 19:07:12", "1999-07-15T19:07:12"),
            ("2020/07/09 09:00", "2020-07-09T09:00:00"),
            ("2019/10/20", "2019-10-20"),
            ("2024-05-01T10:00:00+09:00", "2024-05-01T10:00:00"),
            ("2003年9月9日", "2003-09-09"),
            ("2003年9月9日 9時30分", "2003-09-09T09:30:00"),
            ("２００３／９／９", "2003-09-09"),
            ("2024/05/01 1:00 PM", "2024-05-01T13:00:00"),
            ("2024/05/01 01:00:05pm", "2024-05-01T13:00:05"),
            ("2024/05/01 12:30 AM", "2024-05-01T00:30:00"),
            ("2024/05/01 12:30 PM", "2024-05-01T12:30:00"),
            ("2024年5月1日午後1時30分", "2024-05-01T13:30:00"),
            ("2024年5月1日 午前10時", "2024-05-01T10:00:00"),
            ("2024/05/01 午後1時", "2024-05-01T13:00:00"),
            ("2024/05/01 13時", "2024-05-01T13:00:00"),
            ("2024/05/01 10:00～18:30", "2024-05-01T10:00:00"),
            ("令和6年(2024年)5月1日", "2024-05-01"),
            ("2024(令和6)年5月1日", "2024-05-01"),
            ("平成31（2019）年4月30日", "2019-04-30"),
            ("2024(R6)/05/01", "2024-05-01"),
            ("2024年（令和6年）5月1日 9:00", "2024-05-01T09:00:00"),
            ("1950/03", "1950-03"),
            ("1607", "1607"),
            ("1607年", "1607"),
            ("2001/02/29", "2001-02"),
            ("2000/02/29", "2000-02-29"),
            ("1999/13/01", "1999"),
            ("1999/07/00", "1999-07"),
            ("令和6年5月1日", "2024-05-01"),
            ("令和元年５月１日(水) 10:00", "2019-05-01T10:00:00"),
            ("平成31年4月30日", "2019-04-30"),
            ("昭和五十年三月", "1975-03"),
            ("昭和二十三年十一月十日", "1948-11-10"),
            ("大正元年", "1912"),
            ("明治45", "1912"),
            ("一九五〇年三月一日", "1950-03-01"),
            ("H31.4.30", "2019-04-30"),
            ("R6/5/1", "2024-05-01"),
            ("R対局", "-"),
            ("昭和の日", "-"),
            ("????/??/??", "-"),
            ("0000/00/00", "-"),
            ("", "-"),
            ("昨日", "-"),
            ("15:35:06", "-"),
            ("99/07/15", "-"),
            ("12/30/2018 10:29:48 PM", "2018-12-30T22:29:48"),
            ("3/4/2018 1:05:00 AM", "2018-03-04T01:05:00"),
            ("3/4/2018 1:05:08PM", "2018-03-04T13:05:08"),
            ("30/12/2018 10:29", "2018-12-30T10:29:00"),
            ("04/04/2018", "2018-04-04"),
            ("03/04/2018", "2018"),
            ("03-04-2018 10:00", "2018"),
            ("3.4.2018", "2018-04-03"),
            ("31/31/2018", "2018"),
            ("20181230", "2018-12-30"),
            ("20181230 22:29", "2018-12-30T22:29:00"),
            ("20181230T222948", "2018-12-30T22:29:48"),
            ("20181230222948", "2018-12-30T22:29:48"),
            ("20181330", "-"),
            ("20180230", "-"),
            ("10000101", "1000-01-01"),
            ("123456789", "-"),
            ("30 Dec 2018", "2018-12-30"),
            ("30 December 2018 22:29", "2018-12-30T22:29:00"),
            ("Dec. 30, 2018", "2018-12-30"),
            ("December 30th, 2018 10:29 PM", "2018-12-30T22:29:00"),
            ("Sun Dec 30 22:29:48 2018", "2018-12-30T22:29:48"),
            ("Sun, 30 Dec 2018 22:29:48 +0900", "2018-12-30T22:29:48"),
            ("Dec 2018", "2018-12"),
            ("May day", "-"),
            ("Mar 99, 2018", "2018-03"),
            ("99999/99/99", "-"),
        ] {
            assert_eq!(read(text), want, "{text}");
        }
    }
}
