//! The days that a partial date may mean, and dates that are typed.

use super::PartialDate;
use super::date::days_in;
use super::date_spelling::year_first;

impl PartialDate {
    /// The date that a text is, and nothing but a date: `2024`, `2024-05`, `2020/05`, `2020.5.1`, `20240501`,
    /// `令和2年5月`, `30 Dec 2018`. `None` when anything of the text is left over, means two dates (`03/04/2018`), has a
    /// time of day, or is a month or day that does not exist.
    ///
    /// ```
    /// use kifukura::record::PartialDate;
    ///
    /// let date = PartialDate::exactly("令和2年5月").expect("it is a month");
    /// assert_eq!(date.day_text(), "2020-05");
    /// assert_eq!(PartialDate::exactly("2024-13"), None);
    /// ```
    #[must_use]
    pub fn exactly(text: &str) -> Option<Self> {
        let normal = year_first(text);
        // A number that is left out was not understood.
        if numbers(text) > numbers(&normal) {
            return None;
        }
        let (year, rest) = number(&normal, 4, 4)?;
        let mut date = Self { year: u16::try_from(year).ok()?, month: None, day: None, time: None };
        if !(1..=9999).contains(&date.year) {
            return None;
        }
        let Some(rest) = after(rest, '年')? else { return Some(date) };
        let (month, rest) = number(rest, 1, 2)?;
        date.month = Some(u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?);
        let Some(rest) = after(rest, '月')? else { return Some(date) };
        let (day, rest) = number(rest, 1, 2)?;
        let last = days_in(date.year, date.month?);
        date.day = Some(u8::try_from(day).ok().filter(|day| (1..=last).contains(day))?);
        matches!(rest.trim(), "" | "日").then_some(date)
    }

    /// The first day that it may mean: of a year its first one.
    #[must_use]
    pub fn first_day(self) -> Self {
        let (month, day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        Self { month: Some(month), day: Some(day), ..self }
    }

    /// The last day that it may mean: of a year its last one.
    #[must_use]
    pub fn last_day(self) -> Self {
        let month = self.month.unwrap_or(12);
        let day = self.day.unwrap_or_else(|| days_in(self.year, month));
        Self { month: Some(month), day: Some(day), ..self }
    }
}

/// How many numbers a text has, in half-width or full-width digits.
fn numbers(text: &str) -> usize {
    let is_digit = |char: char| char.is_ascii_digit() || ('０'..='９').contains(&char);
    text.split(|char| !is_digit(char)).filter(|part| !part.is_empty()).count()
}

/// A number of so many digits, and what follows.
fn number(text: &str, least: usize, most: usize) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if !(least..=most).contains(&digits) {
        return None;
    }
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// What follows a year or month and its sign; `Some(None)` when it is the last, `None` when it is something else.
fn after(rest: &str, kanji: char) -> Option<Option<&str>> {
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(None);
    }
    let behind = rest.strip_prefix(['/', '-', '.', kanji])?;
    if behind.is_empty() {
        // `2024年` is whole, `2024-` is not.
        return rest.starts_with(kanji).then_some(None);
    }
    Some(Some(behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_dates_are_dates_and_nothing_else() {
        let exactly =
            |text: &str| PartialDate::exactly(text).map(|date| date.to_string()).unwrap_or_default();
        for (text, want) in [
            ("2024", "2024"),
            ("2024-05", "2024-05"),
            ("2020/05", "2020-05"),
            ("2020/5", "2020-05"),
            ("2020.5.1", "2020-05-01"),
            ("2020-5-1", "2020-05-01"),
            (" 2024-05-01 ", "2024-05-01"),
            ("20240501", "2024-05-01"),
            ("２０２４／５／１", "2024-05-01"),
            ("2024年", "2024"),
            ("2024年5月", "2024-05"),
            ("2024年5月1日", "2024-05-01"),
            ("令和2年5月", "2020-05"),
            ("令和２年５月", "2020-05"),
            ("令和元年", "2019"),
            ("令和元年5月1日", "2019-05-01"),
            ("R2.5.1", "2020-05-01"),
            ("H31/4/30", "2019-04-30"),
            ("昭和五十年三月", "1975-03"),
            ("平成31", "2019"),
            ("明治45年", "1912"),
            ("1607", "1607"),
            ("2024-02-29", "2024-02-29"),
            ("30 Dec 2018", "2018-12-30"),
            ("12/30/2018", "2018-12-30"),
            // No dates, or more than dates.
            ("2023-02-29", ""),
            ("2024-13", ""),
            ("2024-00", ""),
            ("2024-05-32", ""),
            ("2024-", ""),
            ("2024-05-", ""),
            ("03/04/2018", ""),
            ("2024/05/01 10:00", ""),
            ("2023-2024", ""),
            ("2023-24", ""),
            ("24-05-01", ""),
            ("20245", ""),
            ("202405", ""),
            ("0000", ""),
            ("yesterday", ""),
            ("", ""),
            ("2024x", ""),
            ("2024-05-01x", ""),
            ("令和の日", ""),
            ("????/??/??", ""),
        ] {
            assert_eq!(exactly(text), want, "{text}");
        }
    }

    #[test]
    fn first_and_last_days() {
        let days = |text: &str| {
            let date = PartialDate::exactly(text).unwrap();
            (date.first_day().to_string(), date.last_day().to_string())
        };
        for (text, first, last) in [
            ("2024", "2024-01-01", "2024-12-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2023-02", "2023-02-01", "2023-02-28"),
            ("2024-05-03", "2024-05-03", "2024-05-03"),
        ] {
            assert_eq!(days(text), (first.to_owned(), last.to_owned()), "{text}");
        }
    }
}
