//! The times behind a move, as 将棋所 writes them: `(00:01 / 00:00:01)`.

use crate::record::Clock;

/// The time of the move, and the total behind a slash.
pub(super) fn read(text: &str) -> Option<Clock> {
    let (spent, total) = text.split_once('/').unwrap_or((text, ""));
    let total = Some(total.trim()).filter(|total| !total.is_empty());
    Some(Clock {
        spent: Some(milliseconds(spent)?),
        total: total.map(milliseconds).map_or(Some(None), |total| total.map(Some))?,
    })
}

/// `0:01`, `00:00:01`, in milliseconds; a time without a colon is no time.
fn milliseconds(text: &str) -> Option<i32> {
    let parts: Vec<&str> = text.trim().split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let seconds = parts.iter().try_fold(0_i32, |sum, part| {
        let is_number = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        sum.checked_mul(60)?.checked_add(is_number.then(|| part.parse().ok())??)
    })?;
    seconds.checked_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn times_of_moves() {
        for (text, want) in [
            ("00:01 / 00:00:04", Some((Some(1000), Some(4000)))),
            ("1:05", Some((Some(65_000), None))),
            ("0:01/", Some((Some(1000), None))),
            ("1:00:00/1:00:00", Some((Some(3_600_000), Some(3_600_000)))),
            ("1", None),
            ("P-7f", None),
            ("0:01/x", None),
            ("", None),
        ] {
            assert_eq!(read(text).map(|clock| (clock.spent, clock.total)), want, "{text}");
        }
    }
}
