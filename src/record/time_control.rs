//! How much time each side has, as headers say it.

/// A time control; all times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The time at the start.
    pub base: i64,
    /// The time for each move once `base` is used up (秒読み).
    pub byoyomi: i64,
    /// What every move adds (Fischer).
    pub increment: i64,
}

impl TimeControl {
    /// Reads CSA's `00:10+30` and `600+10+0`, and Japanese texts such as `10分切れ負け`, `各4時間`, `1時間30分`,
    /// `10分+30秒`. `None` for anything else: a time control that is half understood verifies nothing.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        if text.is_ascii() { Self::csa(text) } else { Self::japanese(text) }
    }

    /// `HH:MM+SS` of V2, `base+byoyomi+increment` in seconds of V3.
    fn csa(text: &str) -> Option<Self> {
        let mut parts = text.split('+');
        let base = parts.next()?;
        let base = match base.split_once(':') {
            Some((hours, minutes)) => {
                (hours.parse::<u32>().ok()?.checked_mul(60)?.checked_add(minutes.parse::<u32>().ok()?)?)
                    .into()
            }
            None => return Self::seconds(base, parts.next(), parts.next(), parts.next()),
        };
        let byoyomi = milliseconds(parts.next().unwrap_or("0"))?;
        (parts.next().is_none()).then_some(Self {
            base: 60_000_i64.checked_mul(base)?,
            byoyomi,
            increment: 0,
        })
    }

    fn seconds(
        base: &str,
        byoyomi: Option<&str>,
        increment: Option<&str>,
        more: Option<&str>,
    ) -> Option<Self> {
        if more.is_some() {
            return None;
        }
        Some(Self {
            base: milliseconds(base)?,
            byoyomi: milliseconds(byoyomi?)?,
            increment: milliseconds(increment.unwrap_or("0"))?,
        })
    }

    fn japanese(text: &str) -> Option<Self> {
        let text = text.strip_prefix('各').unwrap_or(text);
        let (main, byoyomi) = match text.split_once('+') {
            Some((main, seconds)) => (main, milliseconds(seconds.strip_suffix('秒')?)?),
            None => (text, 0),
        };
        let main = main.strip_suffix("切れ負け").unwrap_or(main);
        let (hours, minutes) = match main.split_once("時間") {
            Some((hours, minutes)) => (hours.parse::<u32>().ok()?, minutes),
            None => (0, main),
        };
        let minutes = match minutes {
            "" if hours > 0 => 0,
            minutes => minutes.strip_suffix('分')?.parse::<u32>().ok()?,
        };
        Some(Self { base: (i64::from(hours) * 60 + i64::from(minutes)) * 60_000, byoyomi, increment: 0 })
    }
}

/// Seconds with at most three decimals.
fn milliseconds(text: &str) -> Option<i64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}").parse::<i64>().ok()?;
    Some(i64::from(seconds.parse::<u32>().ok()?) * 1000 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::TimeControl;

    #[test]
    fn controls() {
        for (text, want) in [
            ("00:10+30", Some((600_000, 30_000, 0))),
            ("00:25+00", Some((1_500_000, 0, 0))),
            ("600+10+0", Some((600_000, 10_000, 0))),
            ("300+0+10.5", Some((300_000, 0, 10_500))),
            ("10分切れ負け", Some((600_000, 0, 0))),
            ("各4時間", Some((14_400_000, 0, 0))),
            ("1時間30分", Some((5_400_000, 0, 0))),
            ("10分+30秒", Some((600_000, 30_000, 0))),
            ("15分", Some((900_000, 0, 0))),
            ("600", None),
            ("", None),
            ("早指し", None),
            ("99999999:99999999+0", None),
        ] {
            let found = TimeControl::parse(text).map(|c| (c.base, c.byoyomi, c.increment));
            assert_eq!(found, want, "{text}");
        }
    }
}
