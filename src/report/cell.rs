//! A value of an answer, and what kind of value a column holds.

use super::View;
use super::numbers::{count, decimal, percent};
use crate::classify::NameKind;
use crate::query::{PlayerResults, Results, Score};
use crate::record::{Ending, GameKind, PartialDate};
use crate::replay::Agreement;
use crate::rules::{Color, Rule, Variant};
use crate::terms::{self, Category, Language};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;

/// What stands in a table where there is nothing.
const NOTHING: &str = "–";

/// How results stand in a table; data formats always have the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultStyle {
    /// Counts, games with an unknown result among them.
    Counts,
    /// Shares of the games with a result.
    Shares,
}

/// What kind of value a column holds: how it is aligned and written, and of which type it is in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number that names something.
    Id,
    /// How many there are of something.
    Count,
    /// A number with so many decimals.
    Number(u8),
    /// A share of a whole, from 0 to 1; in tables in percent.
    Share,
    /// A day, as far as it is known (ISO 8601).
    Date,
    /// A text.
    Text,
    /// A position as SFEN.
    Sfen,
    /// A stored code; in tables the name of what it stands for.
    Code(Category),
    /// The same, with nothing shown for `none`.
    CodeOrNone(Category),
    /// True or false.
    Flag,
    /// A share of points with its 95 % interval.
    Score,
    /// How games went for Black and White.
    Results(ResultStyle),
    /// How games went for a player.
    PlayerResults,
    /// Words or numbers.
    List,
    /// A count for each of several names.
    Counts,
    /// Rows of another answer, with its name.
    Rows(&'static str),
    /// Whatever somebody's own question gives.
    Any,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Null,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A count.
    Count(u64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A stored code.
    Code(&'static str),
    /// A day.
    Date(PartialDate),
    /// A share of points.
    Score(Score),
    /// How games went for Black and White.
    Results(Results),
    /// How games went for a player.
    PlayerResults(PlayerResults),
    /// Several values.
    List(Vec<Self>),
    /// Words with blanks between them, which data formats part.
    Words(String),
    /// Numbers by their names, in order.
    Counts(Vec<(String, u64)>),
    /// Rows of their own.
    Rows(View),
    /// A value that is JSON already.
    Json(String),
}

macro_rules! cells {
    ($($source:ty, $value:ident => $cell:expr;)+) => {
        $(impl From<$source> for Cell {
            fn from($value: $source) -> Self {
                $cell
            }
        })+
    };
}

cells! {
    bool, value => Self::Flag(value);
    i64, value => Self::Integer(value);
    u64, value => Self::Count(value);
    u32, value => Self::Count(value.into());
    u16, value => Self::Count(value.into());
    usize, value => Self::Count(value as u64);
    f64, value => Self::Number(value);
    String, value => Self::Text(value);
    &str, value => Self::Text(value.to_owned());
    Color, value => Self::Code(value.name());
    Ending, value => Self::Code(value.name());
    Agreement, value => Self::Code(value.name());
    Variant, value => Self::Code(value.name());
    GameKind, value => Self::Code(value.name());
    NameKind, value => Self::Code(value.name());
    Rule, value => Self::Code(value.name());
    PartialDate, value => Self::Date(value);
    Score, value => Self::Score(value);
    Results, value => Self::Results(value);
    PlayerResults, value => Self::PlayerResults(value);
    View, value => Self::Rows(value);
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Cell {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl Cell {
    /// The value as a table shows it: one text, or several for values that take several columns of it.
    pub(super) fn shown(&self, kind: Kind, language: Language) -> Vec<String> {
        match (self, kind) {
            (Self::Results(results), Kind::Results(ResultStyle::Counts)) => {
                [results.black, results.white, results.draw, results.unknown].map(count).to_vec()
            }
            (Self::Results(results), _) => {
                let known = results.games() - results.unknown;
                [results.black, results.draw, results.white].map(|part| percent(part, known)).to_vec()
            }
            (Self::PlayerResults(results), _) => {
                [results.wins, results.losses, results.draws, results.unknown].map(count).to_vec()
            }
            (Self::Null, kind) => vec![NOTHING.to_owned(); kind.headings().len().max(1)],
            (cell, kind) => vec![cell.text(kind, language)],
        }
    }

    fn text(&self, kind: Kind, language: Language) -> String {
        match (self, kind) {
            (Self::Null, _) => NOTHING.to_owned(),
            (Self::Code("none"), Kind::CodeOrNone(_)) => NOTHING.to_owned(),
            (Self::Code(code), Kind::Code(category) | Kind::CodeOrNone(category)) => {
                terms::name(category, code, language).to_owned()
            }
            (Self::Text(code), Kind::Code(category)) => terms::name(category, code, language).to_owned(),
            (Self::Code(code), _) => (*code).to_owned(),
            (Self::Flag(value), _) => value.to_string(),
            (Self::Integer(number), _) => number.to_string(),
            (Self::Count(number), Kind::Count) => count(*number),
            (Self::Count(number), _) => number.to_string(),
            (Self::Number(number), Kind::Share) => decimal(number * 100.0, 1) + " %",
            (Self::Number(number), Kind::Number(decimals)) => decimal(*number, decimals),
            (Self::Number(number), _) => number.to_string(),
            (Self::Text(text) | Self::Words(text), _) => text.clone(),
            (Self::Date(date), _) => date.to_string(),
            (Self::Score(score), _) => score_text(*score),
            (Self::List(cells), _) if cells.is_empty() => NOTHING.to_owned(),
            (Self::List(cells), kind) => {
                cells.iter().map(|cell| cell.text(kind, language)).collect::<Vec<_>>().join(" · ")
            }
            (Self::Counts(counts), _) => {
                let texts = counts.iter().map(|(name, number)| format!("{name} {}", count(*number)));
                texts.collect::<Vec<_>>().join(" · ")
            }
            (Self::Results(_) | Self::PlayerResults(_), kind) => self.shown(kind, language).join(" · "),
            (Self::Rows(view), _) => count(view.rows.len() as u64),
            (Self::Json(text), _) => text.clone(),
        }
    }
}

/// A score in percent with its interval: `54.6 % [51.0, 58.2]`.
#[must_use]
pub fn score_text(Score { mean, low, high }: Score) -> String {
    let percent = |share: f64| decimal(share * 100.0, 1);
    format!("{} % [{}, {}]", percent(mean), percent(low), percent(high))
}

impl Kind {
    /// True when the values stand to the right of their column.
    pub(super) const fn is_right(self) -> bool {
        matches!(
            self,
            Self::Id
                | Self::Count
                | Self::Number(_)
                | Self::Share
                | Self::Results(_)
                | Self::PlayerResults
                | Self::Score
        )
    }

    /// The headings of the table's columns, where the kind has headings of its own; empty for a single column.
    pub(super) const fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Results(ResultStyle::Counts) => &["black_won", "white_won", "draw", "unknown_result"],
            Self::Results(ResultStyle::Shares) => &["black", "draw", "white"],
            Self::PlayerResults => &["won", "lost", "drawn", "unknown_result"],
            _ => &[],
        }
    }

    /// The names that CSV puts behind the column's, where a value is an object.
    pub(super) const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Results(_) => &["black_wins", "white_wins", "draws", "unknown"],
            Self::PlayerResults => &["wins", "losses", "draws", "unknown"],
            Self::Score => &["mean", "low", "high"],
            _ => &[],
        }
    }

    /// The type of the values in JSON, in words for the page that describes the answers.
    #[must_use]
    pub fn json_type(self) -> String {
        match self {
            Self::Id | Self::Count => "integer".to_owned(),
            Self::Number(_) => "number".to_owned(),
            Self::Share => "number from 0 to 1".to_owned(),
            Self::Date => "date".to_owned(),
            Self::Text | Self::Sfen => "string".to_owned(),
            Self::Code(category) | Self::CodeOrNone(category) => format!("code ({})", category.name()),
            Self::Flag => "boolean".to_owned(),
            Self::Score => "score".to_owned(),
            Self::Results(_) => "results".to_owned(),
            Self::PlayerResults => "player results".to_owned(),
            Self::List => "list".to_owned(),
            Self::Counts => "object of integers".to_owned(),
            Self::Rows(name) => format!("list of [{name}](#{name})"),
            Self::Any => "any".to_owned(),
        }
    }
}

/// The parts of a value that is an object, in the order of [`Kind::parts`].
impl Cell {
    pub(super) fn parts(&self) -> Option<Vec<Self>> {
        match self {
            Self::Results(results) => {
                Some([results.black, results.white, results.draw, results.unknown].map(Self::Count).to_vec())
            }
            Self::PlayerResults(results) => {
                let PlayerResults { wins, losses, draws, unknown } = *results;
                Some([wins, losses, draws, unknown].map(Self::Count).to_vec())
            }
            Self::Score(Score { mean, low, high }) => Some([*mean, *low, *high].map(Self::Number).to_vec()),
            _ => None,
        }
    }

    fn part_names(&self) -> &'static [&'static str] {
        match self {
            Self::Results(_) => Kind::Results(ResultStyle::Counts).parts(),
            Self::PlayerResults(_) => Kind::PlayerResults.parts(),
            Self::Score(_) => Kind::Score.parts(),
            _ => &[],
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Flag(value) => serializer.serialize_bool(*value),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Count(number) => serializer.serialize_u64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Code(code) => serializer.serialize_str(code),
            Self::Date(date) => serializer.collect_str(date),
            Self::List(cells) => serializer.collect_seq(cells),
            Self::Words(text) => serializer.collect_seq(text.split_ascii_whitespace()),
            Self::Counts(counts) => {
                serializer.collect_map(counts.iter().map(|(name, number)| (name, number)))
            }
            Self::Rows(view) if view.is_single => match view.objects().next() {
                Some(object) => object.serialize(serializer),
                None => serializer.serialize_none(),
            },
            Self::Json(text) => match RawValue::from_string(text.clone()) {
                Ok(json) => json.serialize(serializer),
                Err(_) => serializer.serialize_str(text),
            },
            Self::Rows(view) => {
                let mut list = serializer.serialize_seq(Some(view.rows.len()))?;
                view.objects().try_for_each(|object| list.serialize_element(&object))?;
                list.end()
            }
            Self::Score(_) | Self::Results(_) | Self::PlayerResults(_) => {
                let mut object = serializer.serialize_map(None)?;
                for (name, part) in self.part_names().iter().zip(self.parts().unwrap_or_default()) {
                    object.serialize_entry(name, &part)?;
                }
                object.end()
            }
        }
    }
}
