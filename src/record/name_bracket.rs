//! Brackets beside a player's name: `(1786)`, `(R2050 五段)`, `[4D]`, `（アマ五段、東京）`.

use super::rank::{is_rank, is_separator};

/// What a bracket says about a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NameBracket {
    /// Ranks and titles.
    pub rank: Option<String>,
    /// The rating.
    pub rating: Option<f64>,
    /// What is neither.
    pub rest: String,
    /// A number alone, which nothing says to be a rating.
    is_bare: bool,
}

/// Words before a rating.
const RATING_WORDS: [&str; 7] = ["R", "Ｒ", "レーティング", "レート", "Rating", "rating", "rate"];

impl NameBracket {
    /// Reads what stands between brackets; `None` when no part of it is a rank or a rating. Square brackets also hold the
    /// grades of 81Dojo: `4D`, `12K`.
    ///
    /// A number alone or beside a rank is a rating when it has three or four digits.
    pub fn read(inside: &str, square: bool) -> Option<Self> {
        let whole = inside.trim_matches(is_separator);
        if is_rank(whole) || square && is_grade(whole) {
            return Some(Self { rank: Some(whole.to_owned()), ..Self::default() });
        }
        let (mut ranks, mut rating, mut numbers, mut rest) = (Vec::new(), None, Vec::new(), Vec::new());
        let is_end = |char: char| is_separator(char) || ":：=＝;；".contains(char);
        let mut words = inside.split(is_end).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let announced =
                RATING_WORDS.contains(&word).then(|| words.peek().copied().and_then(number)).flatten();
            if announced.is_some() {
                words.next();
            }
            let marked = RATING_WORDS.iter().find_map(|mark| number(word.strip_prefix(mark)?));
            match announced.or(marked) {
                Some(found) if rating.is_none() => rating = Some(found),
                None if is_rank(word) => ranks.push(word.to_owned()),
                None if number(word).is_some_and(|found| found >= 100.0) => numbers.push(word),
                _ => rest.push(word),
            }
        }
        if is_rank(&rest.join(" ")) {
            ranks.push(std::mem::take(&mut rest).join(" "));
        }
        let is_bare = rating.is_none() && ranks.is_empty();
        match numbers[..] {
            [one] if rating.is_none() && rest.is_empty() => rating = number(one),
            _ => rest.extend(numbers),
        }
        let rank = (!ranks.is_empty()).then(|| ranks.join("・"));
        (rank.is_some() || rating.is_some()).then(|| Self { rank, rating, rest: rest.join(" "), is_bare })
    }

    /// True for a number alone that may be the year of a program's version as well.
    pub fn is_year(&self) -> bool {
        self.is_bare && self.rating.is_some_and(|rating| (1990.0..=2039.0).contains(&rating))
    }
}

/// `4D`, `12K`.
fn is_grade(text: &str) -> bool {
    let number =
        |most| move |digits: &str| digits.parse().is_ok_and(|number: u8| (1..=most).contains(&number));
    text.strip_suffix('D').is_some_and(number(10)) || text.strip_suffix('K').is_some_and(number(30))
}

/// A rating in digits of any width: `1786`, `2345.6`, `1500?` (provisional).
fn number(text: &str) -> Option<f64> {
    let half = |char| match char {
        '０'..='９' => char::from_u32(u32::from(char) - u32::from('０') + u32::from('0')).unwrap_or(char),
        '．' => '.',
        _ => char,
    };
    let text: String = text.trim_end_matches(['?', '？']).chars().map(half).collect();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let fits = is_number(whole) && is_number(fraction) && whole.len() <= 4 && !whole.starts_with('0');
    fits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::NameBracket;

    #[test]
    fn ranks_ratings_and_what_is_neither() {
        for (inside, square, want) in [
            ("1786", false, Some((None, Some(1786.0), ""))),
            ("１５００", false, Some((None, Some(1500.0), ""))),
            ("R511", false, Some((None, Some(511.0), ""))),
            ("R85", false, Some((None, Some(85.0), ""))),
            ("Ｒ２０５０　五段", false, Some((Some("五段"), Some(2050.0), ""))),
            ("五段・1786", false, Some((Some("五段"), Some(1786.0), ""))),
            ("R: 1500, 2 dan", false, Some((Some("2 dan"), Some(1500.0), ""))),
            ("レート 1500?", false, Some((None, Some(1500.0), ""))),
            ("2345.6", false, Some((None, Some(2345.6), ""))),
            ("三段", false, Some((Some("三段"), None, ""))),
            ("竜王・名人", false, Some((Some("竜王・名人"), None, ""))),
            ("アマ五段、東京", false, Some((Some("アマ五段"), None, "東京"))),
            ("東京 R1500", false, Some((None, Some(1500.0), "東京"))),
            ("4D", true, Some((Some("4D"), None, ""))),
            ("12K", true, Some((Some("12K"), None, ""))),
            ("4D", false, None),
            ("40D", true, None),
            ("東京 1500", false, None),
            ("1500 1600", false, None),
            ("2", false, None),
            ("007", false, None),
            ("12345", false, None),
            ("r2614", false, None),
            ("USA", false, None),
            ("smp", false, None),
            ("元名人の弟子", false, None),
            ("^^", false, None),
            ("", false, None),
        ] {
            let found = NameBracket::read(inside, square);
            let found = found.as_ref().map(|found| (found.rank.as_deref(), found.rating, &found.rest[..]));
            assert_eq!(found, want, "{inside}");
        }
    }
}
