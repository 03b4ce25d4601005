//! Moments as lishogi writes them: milliseconds since 1970, or ISO 8601, both in UTC.

use crate::record::PartialDate;
use serde_json::Value;

/// The date and the time of day.
pub(super) fn read(value: &Value) -> Option<PartialDate> {
    match value.as_str() {
        Some(text) => PartialDate::parse(text),
        None => of_seconds(value.as_i64()?.div_euclid(1000)),
    }
}

/// So many seconds after the beginning of 1970, from 1970 to 9999.
fn of_seconds(seconds: i64) -> Option<PartialDate> {
    let (mut days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    if !(0..=2_932_896).contains(&days) {
        return None;
    }
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let mut month = 1;
    for length in [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    Some(PartialDate {
        year: u16::try_from(year).ok()?,
        month: Some(month),
        day: u8::try_from(days + 1).ok(),
        time: u32::try_from(time).ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn moments() {
        for (json, want) in [
            ("1700000000000", "2023-11-14T22:13:20"),
            ("0", "1970-01-01T00:00:00"),
            ("951782400000", "2000-02-29T00:00:00"),
            ("1735689599999", "2024-12-31T23:59:59"),
            ("253402300799000", "9999-12-31T23:59:59"),
            ("253402300800000", "-"),
            ("-1", "-"),
            ("\"2024-05-01T10:00:00.000Z\"", "2024-05-01T10:00:00"),
            ("null", "-"),
            ("1e300", "-"),
        ] {
            let value = serde_json::from_str(json).unwrap();
            let found = read(&value).map_or_else(|| "-".to_owned(), |date| date.to_string());
            assert_eq!(found, want, "{json}");
        }
    }
}
