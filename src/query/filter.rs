//! Which games a question is about.

use super::clause::Clause;
use super::{
    Condition, ConditionError, DateCondition, HandicapCondition, PlayerCondition, PlyRange, Undated,
    parse_day,
};
use crate::record::{Ending, GameKind, PartialDate};
use crate::replay::Agreement;
use crate::rules::{Color, StartKind, Variant};
use std::fmt::{self, Write};
use std::str::FromStr;

/// A choice of games: those that meet every condition; without conditions all games.
///
/// Its text has the conditions one behind the other, `player="A" ending=resignation,checkmate plies=40..`, and is read
/// back to the same filter.
///
/// ```
/// use kifukura::query::{Condition, Filter};
/// use kifukura::record::Ending;
///
/// let filter: Filter = "player=髙見 since=2020".parse()?;
/// let filter = filter.and(Condition::Ending(vec![Ending::Checkmate]));
/// assert_eq!(filter.to_string(), "player=\"髙見\" since=2020 ending=checkmate");
/// assert_eq!("colour=black".parse::<Filter>().unwrap_err().to_string(), "there is no condition `colour`");
/// # Ok::<(), kifukura::query::ConditionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    conditions: Vec<Condition>,
}

impl Filter {
    /// True when it chooses every game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The conditions.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Adds a condition.
    pub fn push(&mut self, condition: Condition) {
        self.conditions.push(condition);
    }

    /// The filter with one more condition.
    #[must_use]
    pub fn and(mut self, condition: Condition) -> Self {
        self.push(condition);
        self
    }

    /// The game that is asked for, if one is.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Variant(variant) => Some(*variant),
            _ => None,
        })
    }

    /// The filter for one game, whichever it asked for before.
    #[must_use]
    pub fn of_variant(mut self, variant: Variant) -> Self {
        self.conditions.retain(|condition| !matches!(condition, Condition::Variant(_)));
        self.conditions.insert(0, Condition::Variant(variant));
        self
    }

    /// The kinds of records that are asked for; `None` when none is named.
    #[must_use]
    pub fn kinds(&self) -> Option<Vec<GameKind>> {
        let asked: Vec<&Vec<GameKind>> = self
            .conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Kind(kinds) => Some(kinds),
                _ => None,
            })
            .collect();
        let in_all = |kind: &GameKind| asked.iter().all(|kinds| kinds.contains(kind));
        (!asked.is_empty()).then(|| GameKind::ALL.into_iter().filter(in_all).collect())
    }

    /// The kinds that a question counts: those that are asked for, else its own and those without which another
    /// condition could not be met (set positions, forfeits).
    pub(super) fn counted_kinds(&self, own: &[GameKind]) -> Vec<GameKind> {
        let needs = |condition: &Condition| match condition {
            Condition::Start(starts) if starts.contains(&StartKind::Set) => Some(GameKind::SetPosition),
            Condition::Ending(endings) if endings.contains(&Ending::Forfeit) => Some(GameKind::Forfeit),
            _ => None,
        };
        let needed = || self.conditions.iter().filter_map(needs).chain(own.iter().copied()).collect();
        self.kinds().unwrap_or_else(needed)
    }

    /// Whether it asks for a player, whose games an index has.
    pub(super) fn names_a_player(&self) -> bool {
        self.conditions.iter().any(|condition| matches!(condition, Condition::Player(_)))
    }

    /// The filter as an SQL condition on `game AS g`.
    pub(super) fn clause(&self) -> Clause {
        Clause::all(self.conditions.iter().map(Condition::clause))
    }
}

impl FromIterator<Condition> for Filter {
    fn from_iter<T: IntoIterator<Item = Condition>>(conditions: T) -> Self {
        Self { conditions: conditions.into_iter().collect() }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.conditions.iter().enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            write!(f, "{condition}")?;
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
            Self::Player(PlayerCondition { names: players, side, opponents }) => {
                write!(f, "player={}", names(players))?;
                if let Some(side) = side {
                    write!(f, " side={}", side.name())?;
                }
                if !opponents.is_empty() {
                    write!(f, " opponent={}", names(opponents))?;
                }
                Ok(())
            }
            Self::Event(events) => write!(f, "event={}", names(events)),
            Self::Dates(dates) => write!(f, "{}", dates_text(dates)),
            Self::Ending(endings) => write!(f, "ending={}", list(endings, |ending| ending.name().to_owned())),
            Self::Winner(winners) => {
                write!(f, "winner={}", list(winners, |winner| winner_name(*winner).to_owned()))
            }
            Self::Agreement(values) => {
                write!(f, "agreement={}", list(values, |value| value.name().to_owned()))
            }
            Self::Opening(openings) => write!(f, "opening={}", names(openings)),
            Self::Handicap(handicaps) => {
                let text = |handicap: &HandicapCondition| match handicap {
                    HandicapCondition::Even => "even".to_owned(),
                    HandicapCondition::Any => "any".to_owned(),
                    HandicapCondition::Named(name) => quoted(name),
                };
                write!(f, "handicap={}", list(handicaps, text))
            }
            Self::MinRating(rating) => write!(f, "min-rating={rating}"),
            Self::Plies(range) => write!(f, "plies={range}"),
            Self::Sql(condition) => write!(f, "where={}", quoted(condition)),
        }
    }
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
}

impl FromStr for Filter {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut filter = Self::default();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let form = || ConditionError::Form(rest.to_owned());
            let (name, after) = rest.split_once('=').ok_or_else(form)?;
            let (values, after) = words(after).ok_or_else(form)?;
            filter.read(name, values)?;
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
                (Word { text: rest[..end].to_owned(), is_quoted: false }, &rest[end..])
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
            None => return Some((Word { text, is_quoted: true }, after)),
        }
    }
}

impl Filter {
    fn read(&mut self, name: &str, values: Vec<Word>) -> Result<(), ConditionError> {
        let texts = || values.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
        let one = |name| match values.as_slice() {
            [one] => Ok(one.text.as_str()),
            _ => Err(ConditionError::Value { name, value: texts().join(",") }),
        };
        fn each<T>(
            values: &[Word],
            name: &'static str,
            read: impl Fn(&str) -> Option<T>,
        ) -> Result<Vec<T>, ConditionError> {
            let bad = |word: &Word| ConditionError::Value { name, value: word.text.clone() };
            values.iter().map(|word| read(&word.text).ok_or_else(|| bad(word))).collect()
        }
        let side = |text: &str| Color::ALL.into_iter().find(|color| color.name() == text);
        let condition = match name {
            "variant" => {
                let value = one("variant")?;
                let bad = || ConditionError::Value { name: "variant", value: value.to_owned() };
                Condition::Variant(Variant::from_name(value).ok_or_else(bad)?)
            }
            "kind" => Condition::Kind(each(&values, "kind", GameKind::from_name)?),
            "start" => Condition::Start(each(&values, "start", StartKind::from_name)?),
            "player" => Condition::Player(PlayerCondition { names: texts(), ..PlayerCondition::default() }),
            "side" => {
                let sides = each(&values, "side", side)?;
                self.last_player("side")?.side = sides.first().copied();
                return Ok(());
            }
            "opponent" => {
                self.last_player("opponent")?.opponents = texts();
                return Ok(());
            }
            "event" => Condition::Event(texts()),
            "since" => {
                self.since(parse_day(one("since")?)?);
                return Ok(());
            }
            "until" => {
                self.until(parse_day(one("until")?)?);
                return Ok(());
            }
            "undated" => {
                let value = one("undated")?;
                let bad = || ConditionError::Value { name: "undated", value: value.to_owned() };
                let undated = Undated::from_name(value).ok_or_else(bad)?;
                self.set_dates(DateCondition { undated, ..self.dates().unwrap_or_default() });
                return Ok(());
            }
            "ending" => Condition::Ending(each(&values, "ending", Ending::from_name)?),
            "winner" => Condition::Winner(each(&values, "winner", |text| match text {
                "none" => Some(None),
                text => side(text).map(Some),
            })?),
            "agreement" => Condition::Agreement(each(&values, "agreement", Agreement::from_name)?),
            "opening" => Condition::Opening(texts()),
            "handicap" => Condition::Handicap(
                values
                    .iter()
                    .map(|word| match word.text.as_str() {
                        "even" if !word.is_quoted => HandicapCondition::Even,
                        "any" if !word.is_quoted => HandicapCondition::Any,
                        name => HandicapCondition::Named(name.to_owned()),
                    })
                    .collect(),
            ),
            "min-rating" => {
                let value = one("min-rating")?;
                let bad = || ConditionError::Value { name: "min-rating", value: value.to_owned() };
                let rating = value.parse::<f64>().ok().filter(|rating| rating.is_finite());
                Condition::MinRating(rating.ok_or_else(bad)?)
            }
            "plies" => Condition::Plies(PlyRange::parse(one("plies")?)?),
            "where" => Condition::Sql(one("where")?.to_owned()),
            other => return Err(ConditionError::Name(other.to_owned())),
        };
        self.push(condition);
        Ok(())
    }

    /// The condition on days that there is.
    fn dates(&self) -> Option<DateCondition> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Dates(dates) => Some(*dates),
            _ => None,
        })
    }

    /// Puts a condition on days in the place of the one that there is, else behind the others.
    fn set_dates(&mut self, dates: DateCondition) {
        let place = self.conditions.iter().position(|condition| matches!(condition, Condition::Dates(_)));
        match place {
            Some(place) => self.conditions[place] = Condition::Dates(dates),
            None => self.push(Condition::Dates(dates)),
        }
    }

    /// No day before this one; of two such the later holds.
    fn since(&mut self, day: PartialDate) {
        let dates = self.dates().unwrap_or_default();
        let since = dates.since.filter(|since| since.first_day() > day.first_day()).unwrap_or(day);
        self.set_dates(DateCondition { since: Some(since), ..dates });
    }

    /// No day after this one; of two such the earlier holds.
    fn until(&mut self, day: PartialDate) {
        let dates = self.dates().unwrap_or_default();
        let until = dates.until.filter(|until| until.last_day() < day.last_day()).unwrap_or(day);
        self.set_dates(DateCondition { until: Some(until), ..dates });
    }

    /// The filter with the games that it leaves out since their dates leave it open, and the conditions that do so.
    pub(super) fn with_undecided(&self) -> (Self, Vec<DateCondition>) {
        let mut excluding = Vec::new();
        let include = |condition: &Condition| match condition {
            Condition::Dates(dates) if dates.undated == Undated::Exclude => {
                excluding.push(*dates);
                Condition::Dates(DateCondition { undated: Undated::Include, ..*dates })
            }
            condition => condition.clone(),
        };
        let filter = self.conditions.iter().map(include).collect();
        (filter, excluding)
    }

    fn last_player(&mut self, name: &'static str) -> Result<&mut PlayerCondition, ConditionError> {
        match self.conditions.last_mut() {
            Some(Condition::Player(player)) => Ok(player),
            _ => Err(ConditionError::NeedsPlayer(name)),
        }
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
            "opening=\"a\"\"b,c\" handicap=any,even,\"any\",\"二枚\" min-rating=1500.5 plies=40..",
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
        assert_eq!(wrong("side=black"), "`side` needs a player before it");
        assert_eq!(wrong("colour=black"), "there is no condition `colour`");
        assert_eq!(wrong("event=\"x"), "`event=\"x` is not of the form `name=value`");
        assert_eq!(wrong("min-rating=NaN"), "`NaN` is not one of the values of `min-rating`");
    }
}
