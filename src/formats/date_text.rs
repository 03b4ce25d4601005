//! Does a date as it is written say more than the date that is understood?

use crate::notation::kif::arabic_digit;
use crate::record::PartialDate;

const ERAS: [&str; 10] = ["明治", "大正", "昭和", "平成", "令和", "M", "T", "S", "H", "R"];

/// What stands between the numbers of a date and says nothing more: signs, units, days of the week.
const BETWEEN: &str = "/-.:年月日時分秒火水木金土曜()T／－−．：（）";

/// True when the text says nothing beside this date: no second date or time, no part of a second, no time zone.
pub(super) fn says_no_more(text: &str, date: PartialDate) -> bool {
    let text = text.trim();
    let era = ERAS.iter().find_map(|era| text.strip_prefix(era));
    let mut numbers: Vec<u64> = Vec::new();
    let mut in_number = false;
    for char in era.unwrap_or(text).chars() {
        match arabic_digit(char).or((char == '元').then_some(1)) {
            Some(digit) => match numbers.last_mut().filter(|_| in_number) {
                Some(number) => *number = number.saturating_mul(10).saturating_add(digit.into()),
                None => numbers.push(digit.into()),
            },
            None if char.is_whitespace() || BETWEEN.contains(char) => {}
            None => return false,
        }
        in_number = arabic_digit(char).is_some();
    }
    let mut known = vec![u64::from(date.year)];
    known.extend(date.month.map(u64::from));
    known.extend(date.day.map(u64::from));
    if let Some(time) = date.time {
        known.extend([time / 3600, time / 60 % 60, time % 60].map(u64::from));
    }
    if let (Some(_), Some(year)) = (era, numbers.first_mut()) {
        *year = date.year.into();
    }
    // Zeros stand for what is not known.
    let length = numbers.len().max(known.len());
    numbers.resize(length, 0);
    known.resize(length, 0);
    numbers == known
}

#[cfg(test)]
mod tests {
    use super::says_no_more;
    use crate::record::PartialDate;

    #[test]
    fn dates_that_say_more() {
        for (text, want) in [
            ("1999/07/15(木) 19:07:12", true),
            ("2020/07/09 09:00", true),
            ("２０２０／０７／０９　９：００", true),
            ("2003年9月9日", true),
            ("2003年9月9日（火曜日）10時30分", true),
            ("2024-05-01T10:00:00", true),
            ("1999/07/00", true),
            ("令和6年5月1日", true),
            ("令和元年5月1日", true),
            ("H31.4.30", true),
            ("2024", true),
            ("2020/05/01 10:00～18:30", false),
            ("2020/05/01 10:00-18:30", false),
            ("2020年5月1日～2日", false),
            ("2020/05/01・02", false),
            ("2024-05-01T10:00:00+09:00", false),
            ("2024-05-01T10:00:00Z", false),
            ("2024/05/01 10:00:00.123", false),
            ("2023-2024", false),
            ("2024/05/01 頃", false),
        ] {
            let date = PartialDate::parse(text).unwrap();
            assert_eq!(says_no_more(text, date), want, "{text}: {date}");
        }
    }
}
