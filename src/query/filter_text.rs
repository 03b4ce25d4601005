//! The text of a filter and its conditions, both ways.

use super::{
    Condition, ConditionError, DateCondition, Filter, HandicapCondition, NameCondition, PlayerCondition,
    PlyRange, RatingRange, Undated, parse_day,
};
use crate::pattern::nearest;
use crate::record::{Ending, GameKind, PartialDate};
use crate::replay::Agreement;
use crate::rules::{Color, StartKind, Variant};
use std::fmt::{self, Write};
use std::str::FromStr;

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.conditions().iter().enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            let is_player = |condition: Option<&Condition>| matches!(condition, Some(Condition::Player(_)));
            match condition {
                Condition::Player(player) => {
                    let before = index.checked_sub(1).and_then(|before| self.conditions().get(before));
                    f.write_str(&player_text(player, is_player(before)))?;
                }
                condition => write!(f, "{condition}")?,
            }
        }
        Ok(())
    }
}

/// The name of a winner in texts; `none` for nobody.
fn winner_name(winner: Option<Color>) -> &'static str {
    winner.map_or("none", Color::name)
}

/// A text between quotation marks, its own doubled.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn list<'a, T: 'a>(values: &'a [T], text: impl Fn(&'a T) -> String) -> String {
    values.iter().map(text).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |names: &[String]| list(names, |name| quoted(name));
        match self {
            Self::Variant(variant) => write!(f, "variant={variant}"),
            Self::Kind(kinds) => write!(f, "kind={}", list(kinds, |kind| kind.name().to_owned())),
            Self::Start(starts) => write!(f, "start={}", list(starts, |start| start.name().to_owned())),
            Self::Player(player) => f.write_str(&player_text(player, false)),
            Self::Event(events) => write!(f, "event={}", names(events)),
            Self::Dates(dates) => write!(f, "{}", dates_text(dates)),
            Self::Ending(endings) => write!(f, "ending={}", ending_names(endings)),
            Self::Declared(endings) => write!(f, "declared={}", ending_names(endings)),
            Self::Verified(endings) => write!(f, "verified={}", ending_names(endings)),
            Self::Winner(winners) => {
                write!(f, "winner={}", list(winners, |winner| winner_name(*winner).to_owned()))
            }
            Self::Agreement(values) => {
                write!(f, "agreement={}", list(values, |value| value.name().to_owned()))
            }
            Self::Type(types) => write!(f, "type={}", names(types)),
            Self::OpeningWritten(openings) => write!(f, "opening-written={}", names(openings)),
            Self::Handicap(handicaps) => {
                let text = |handicap: &HandicapCondition| match handicap {
                    HandicapCondition::Even => "even".to_owned(),
                    HandicapCondition::Any => "any".to_owned(),
                    HandicapCondition::Named(name) => quoted(name),
                };
                write!(f, "handicap={}", list(handicaps, text))
            }
            Self::MinRating(rating) => write!(f, "min-rating={rating}"),
            Self::MaxRatingGap(gap) => write!(f, "max-rating-gap={gap}"),
            Self::RequireClock => f.write_str("require-clock=yes"),
            Self::NoIllegal => f.write_str("no-illegal=yes"),
            Self::Plies(range) => write!(f, "plies={range}"),
            Self::TimeControl(texts) => write!(f, "time-control={}", names(texts)),
            Self::Source(texts) => write!(f, "source={}", names(texts)),
            Self::ExcludeSource(texts) => write!(f, "exclude-source={}", names(texts)),
            Self::Comment(texts) => write!(f, "comment={}", names(texts)),
            Self::Header(texts) => write!(f, "header={}", names(texts)),
            Self::Sql(condition) => write!(f, "where={}", quoted(condition)),
            Self::Query(query) => write!(f, "query={}", quoted(&query.to_string())),
        }
    }
}

fn ending_names(endings: &[Ending]) -> String {
    list(endings, |ending| ending.name().to_owned())
}

/// The conditions that a [`PlayerCondition`] is read from. One without a name that stands behind another one says that it
/// is about another side.
fn player_text(player: &PlayerCondition, is_behind: bool) -> String {
    let names = |names: &[NameCondition]| {
        list(names, |name| match name {
            NameCondition::Me => name.to_string(),
            name => quoted(&name.to_string()),
        })
    };
    let mut parts = Vec::new();
    let mut add = |name: &str, value: String| {
        if !value.is_empty() {
            parts.push(format!("{name}={value}"));
        }
    };
    let mut mark = match player.side {
        _ if !player.names.is_empty() => "",
        Some(Color::Black) => "(black)",
        Some(Color::White) => "(white)",
        None if is_behind => "(either)",
        None => "",
    };
    let has_mark = !mark.is_empty();
    let mut plays = |names: &[String]| match names {
        [] => String::new(),
        names => list(names, |name| quoted(name)) + std::mem::take(&mut mark),
    };
    add("player", names(&player.names));
    add("opening", plays(&player.plays.openings));
    add("castle", plays(&player.plays.castles));
    add("opponent-opening", plays(&player.opponent_plays.openings));
    add("opponent-castle", plays(&player.opponent_plays.castles));
    let side = player.side.filter(|_| !has_mark);
    add("side", side.map_or(String::new(), |side| side.name().to_owned()));
    add("opponent", names(&player.opponents));
    for (name, rating) in [("player-rating", player.rating), ("opponent-rating", player.opponent_rating)] {
        add(name, rating.map_or(String::new(), |rating| rating.to_string()));
    }
    parts.join(" ")
}

/// The conditions that [`DateCondition`] is read from.
fn dates_text(DateCondition { since, until, undated }: &DateCondition) -> String {
    let day = |name: &str, day: &Option<PartialDate>| day.map(|day| format!("{name}={}", day.day_text()));
    let parts = [day("since", since), day("until", until)];
    // Alone it says that games without a date are left out.
    let names_undated = *undated != Undated::default() || parts.iter().all(Option::is_none);
    let undated = names_undated.then(|| format!("undated={}", undated.name()));
    parts.into_iter().flatten().chain(undated).collect::<Vec<_>>().join(" ")
}

/// A value of a condition: between quotation marks or not.
struct Word {
    text: String,
    is_quoted: bool,
    /// Of which side it is said, in parentheses behind it.
    of: Option<Side>,
}

/// A side in parentheses.
#[derive(Clone, Copy)]
enum Side {
    Named(Color),
    Either,
}

const SIDES: [(&str, Side); 3] = [
    ("(black)", Side::Named(Color::Black)),
    ("(white)", Side::Named(Color::White)),
    ("(either)", Side::Either),
];

impl FromStr for Filter {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut filter = Self::default();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let form = || ConditionError::Form(rest.to_owned());
            let (name, after) = rest.split_once('=').ok_or_else(form)?;
            let (values, after) = words(after).ok_or_else(form)?;
            filter.read(name, &values)?;
            rest = after.trim_start();
        }
        Ok(filter)
    }
}

/// The values up to the next blank, and what follows; `None` when a quotation mark has no partner or nothing stands
/// there.
fn words(text: &str) -> Option<(Vec<Word>, &str)> {
    let mut values = Vec::new();
    let mut rest = text;
    loop {
        let (word, after) = match rest.strip_prefix('"') {
            Some(inside) => quoted_word(inside)?,
            None => {
                let end = rest.find([',', ' ']).unwrap_or(rest.len());
                (Word { text: rest[..end].to_owned(), is_quoted: false, of: None }, &rest[end..])
            }
        };
        if word.text.is_empty() && !word.is_quoted {
            return None;
        }
        values.push(word);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after.is_empty() || after.starts_with(' ') => return Some((values, after)),
            None => return None,
        }
    }
}

fn quoted_word(inside: &str) -> Option<(Word, &str)> {
    let (mut text, mut rest) = (String::new(), inside);
    loop {
        let (before, after) = rest.split_once('"')?;
        text.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                text.push('"');
                rest = more;
            }
            None => {
                let side = SIDES.iter().find_map(|(name, side)| Some((*side, after.strip_prefix(name)?)));
                let after = side.map_or(after, |(_, after)| after);
                return Some((Word { text, is_quoted: true, of: side.map(|(side, _)| side) }, after));
            }
        }
    }
}

fn texts(values: &[Word]) -> Vec<String> {
    values.iter().map(|word| word.text.clone()).collect()
}

fn names(values: &[Word]) -> Vec<NameCondition> {
    let name = |word: &Word| match word.text.as_str() {
        "me" if !word.is_quoted => NameCondition::Me,
        name => name.into(),
    };
    values.iter().map(name).collect()
}

/// The names of a condition's values, where it has such.
fn known_values(name: &str) -> Vec<&'static str> {
    match name {
        "variant" => Variant::ALL.iter().map(|value| value.name()).collect(),
        "kind" => GameKind::ALL.iter().map(|value| value.name()).collect(),
        "start" => StartKind::ALL.iter().map(|value| value.name()).collect(),
        "ending" | "declared" | "verified" => Ending::ALL.iter().map(|value| value.name()).collect(),
        "agreement" => Agreement::ALL.iter().map(|value| value.name()).collect(),
        "undated" => Undated::ALL.iter().map(|value| value.name()).collect(),
        "winner" => vec!["black", "white", "none"],
        "side" => vec!["black", "white"],
        "require-clock" | "no-illegal" => vec!["yes"],
        _ => Vec::new(),
    }
}

/// The error for a value that a condition does not have.
fn no_value(name: &'static str, value: String) -> ConditionError {
    /// More values than this are too many to name.
    const FEW: usize = 8;
    let known = known_values(name);
    /// Whoever writes so much of the beginning means the word.
    const BEGINNING: usize = 4;
    let begins_alike = || {
        let beginning = value.get(..BEGINNING)?;
        known.iter().copied().find(|known| known.starts_with(beginning))
    };
    let meant = nearest(&value, known.iter().copied())
        .or_else(begins_alike)
        .map(|meant| format!("did you mean `{meant}`?"));
    let all =
        || (!known.is_empty() && known.len() <= FEW).then(|| format!("write one of {}", known.join(", ")));
    ConditionError::Value { hint: meant.or_else(all), name, value }
}

/// The value of a condition that has one.
fn one<'w>(values: &'w [Word], name: &'static str) -> Result<&'w str, ConditionError> {
    match values {
        [one] => Ok(&one.text),
        _ => Err(no_value(name, texts(values).join(","))),
    }
}

/// The values of a condition, each read by `read`.
fn each<T>(
    values: &[Word],
    name: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, ConditionError> {
    let bad = |word: &Word| no_value(name, word.text.clone());
    values.iter().map(|word| read(&word.text).ok_or_else(|| bad(word))).collect()
}

/// The value of a condition that has one, read by `read`.
fn single<T>(
    values: &[Word],
    name: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, ConditionError> {
    let value = one(values, name)?;
    read(value).ok_or_else(|| no_value(name, value.to_owned()))
}

fn side(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == text)
}

impl Filter {
    /// Adds the condition of a name and the text of its values.
    pub(super) fn read_word(&mut self, name: &str, values: &str) -> Result<(), ConditionError> {
        match words(values) {
            Some((values, "")) => self.read(name, &values),
            _ => Err(ConditionError::Form(format!("{name}={values}"))),
        }
    }

    /// Says what a side plays: the player just named, or one of which nothing was said yet.
    fn played(&mut self, values: &[Word], of: fn(&mut PlayerCondition) -> &mut Vec<String>) {
        let mut side = None;
        let mut played = Vec::new();
        for word in values {
            let marked = SIDES.iter().find_map(|(name, side)| Some((*side, word.text.strip_suffix(name)?)));
            let (of, text) = match marked.filter(|_| !word.is_quoted) {
                Some((of, text)) => (Some(of), text),
                None => (word.of, word.text.as_str()),
            };
            side = side.or(of);
            played.push(text.to_owned());
        }
        let mut player = match side {
            None => self.take_player().unwrap_or_default(),
            Some(Side::Either) => PlayerCondition::default(),
            Some(Side::Named(color)) => PlayerCondition { side: Some(color), ..PlayerCondition::default() },
        };
        of(&mut player).extend(played);
        self.push(Condition::Player(player));
    }

    fn read(&mut self, name: &str, values: &[Word]) -> Result<(), ConditionError> {
        match name {
            "side" => {
                let sides = each(values, "side", side)?;
                self.last_player("side")?.side = sides.first().copied();
            }
            "opponent" => self.last_player("opponent")?.opponents = names(values),
            "player-rating" => {
                let rating = RatingRange::parse(one(values, "player-rating")?)?;
                self.last_player("player-rating")?.rating = Some(rating);
            }
            "opponent-rating" => {
                let rating = RatingRange::parse(one(values, "opponent-rating")?)?;
                self.last_player("opponent-rating")?.opponent_rating = Some(rating);
            }
            "opening" => self.played(values, |player| &mut player.plays.openings),
            "castle" => self.played(values, |player| &mut player.plays.castles),
            "opponent-opening" => self.played(values, |player| &mut player.opponent_plays.openings),
            "opponent-castle" => self.played(values, |player| &mut player.opponent_plays.castles),
            "since" => self.since(parse_day(one(values, "since")?)?),
            "until" => self.until(parse_day(one(values, "until")?)?),
            "undated" => {
                let undated = single(values, "undated", Undated::from_name)?;
                self.set_dates(DateCondition { undated, ..self.dates().unwrap_or_default() });
            }
            name => self.push(condition(name, values)?),
        }
        Ok(())
    }
}

/// The condition of a name that no other condition has a part in.
fn condition(name: &str, values: &[Word]) -> Result<Condition, ConditionError> {
    Ok(match name {
        "variant" => Condition::Variant(single(values, "variant", Variant::from_name)?),
        "kind" => Condition::Kind(each(values, "kind", GameKind::from_name)?),
        "start" => Condition::Start(each(values, "start", StartKind::from_name)?),
        "player" => Condition::Player(PlayerCondition { names: names(values), ..PlayerCondition::default() }),
        "event" => Condition::Event(texts(values)),
        "ending" => Condition::Ending(each(values, "ending", Ending::from_name)?),
        "declared" => Condition::Declared(each(values, "declared", Ending::from_name)?),
        "verified" => Condition::Verified(each(values, "verified", Ending::from_name)?),
        "winner" => Condition::Winner(each(values, "winner", |text| match text {
            "none" => Some(None),
            text => side(text).map(Some),
        })?),
        "agreement" => Condition::Agreement(each(values, "agreement", Agreement::from_name)?),
        "type" => Condition::Type(texts(values)),
        "opening-written" => Condition::OpeningWritten(texts(values)),
        "handicap" => Condition::Handicap(values.iter().map(handicap).collect()),
        "min-rating" => Condition::MinRating(single(values, "min-rating", rating)?),
        "max-rating-gap" => Condition::MaxRatingGap(single(values, "max-rating-gap", rating)?),
        "require-clock" => single(values, "require-clock", yes).map(|()| Condition::RequireClock)?,
        "no-illegal" => single(values, "no-illegal", yes).map(|()| Condition::NoIllegal)?,
        "plies" => Condition::Plies(PlyRange::parse(one(values, "plies")?)?),
        "time-control" => Condition::TimeControl(texts(values)),
        "source" => Condition::Source(texts(values)),
        "exclude-source" => Condition::ExcludeSource(texts(values)),
        "comment" => Condition::Comment(texts(values)),
        "header" => Condition::Header(texts(values)),
        "where" => Condition::Sql(one(values, "where")?.to_owned()),
        "query" => {
            let query = one(values, "query")?.parse();
            Condition::Query(Box::new(query.map_err(|error| ConditionError::Query(Box::new(error)))?))
        }
        other => return Err(ConditionError::Name(other.to_owned())),
    })
}

fn rating(text: &str) -> Option<f64> {
    text.parse().ok().filter(|rating: &f64| rating.is_finite())
}

/// The value of a condition that is there or not.
fn yes(text: &str) -> Option<()> {
    (text == "yes").then_some(())
}

fn handicap(word: &Word) -> HandicapCondition {
    match word.text.as_str() {
        "even" if !word.is_quoted => HandicapCondition::Even,
        "any" if !word.is_quoted => HandicapCondition::Any,
        name => HandicapCondition::Named(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "",
            "variant=dobutsu kind=game,forfeit start=even,set player=\"A B\",\"c\" side=black opponent=\"D\" event=\"x\"",
            "since=2024 until=2024-05-01 undated=include ending=resignation,none winner=black,none agreement=consistent",
            "player=\"=A\" opponent=\"B\" player-rating=1800..2000 opponent-rating=..1500.5 declared=none verified=checkmate",
            "player=me opponent=\"me\",\"A\"",
            "time-control=\"10分\" source=\"a/b.zip\" comment=\"x\",\"y\" header=\"場所:東京\"",
            "opening-written=\"a\"\"b,c\" handicap=any,even,\"any\",\"二枚\" min-rating=1500.5 plies=40..",
            "opening=\"a\",\"b\" castle=\"c\" type=\"d\"",
            "player=\"A\" opening=\"a\" opening=\"b\"(either) castle=\"b\"(white) plies=3 opening=\"c\" castle=\"d\"",
            "player=me opponent-opening=\"a\" opponent-castle=\"b\" side=black opponent=\"A\"",
            "query=\"2h=K then[..30] drops N@4-5e\" plies=40..",
            "max-rating-gap=200 require-clock=yes no-illegal=yes exclude-source=\"a\",\"b\" min-rating=1500",
            "until=1607 plies=57 plies=..80 where=\"g.plies > 3\"",
        ] {
            assert_eq!(text.parse::<Filter>().unwrap().to_string(), text);
        }
        for (text, same) in [
            ("until=2020/5 plies=3 since=令和元年", "since=2019 until=2020-05 plies=3"),
            ("since=2020-05 since=2020 until=2022 until=2021-06", "since=2020-05 until=2021-06"),
            ("undated=exclude", "undated=exclude"),
            ("since=2020 undated=exclude", "since=2020"),
            ("undated=only", "undated=only"),
            ("castle=mino(black) opening=x", "opening=\"x\"(black) castle=\"mino\""),
        ] {
            assert_eq!(text.parse::<Filter>().unwrap().to_string(), same);
        }
        let loose: Filter = "player=A ending=checkmate".parse().unwrap();
        assert_eq!(loose.to_string(), "player=\"A\" ending=checkmate");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |text: &str| text.parse::<Filter>().unwrap_err().to_string();
        assert_eq!(wrong("since=x"), "`x` is not a valid date");
        assert_eq!(wrong("plies=9..3"), "the range is empty: 9 is more than 3");
        assert_eq!(wrong("ending=lost"), "`lost` is not one of the values of `ending`");
        assert_eq!(wrong("player=A player-rating=x"), "`x` is not a range of ratings");
        assert_eq!(wrong("player=A opponent-rating=9..3"), "the range of ratings is empty: 9 is more than 3");
        assert_eq!(wrong("side=black"), "`side` needs a player before it");
        assert_eq!(wrong("colour=black"), "there is no condition `colour`");
        assert_eq!(wrong("event=\"x"), "`event=\"x` is not of the form `name=value`");
        assert_eq!(wrong("min-rating=NaN"), "`NaN` is not one of the values of `min-rating`");
    }
}
