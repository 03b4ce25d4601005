//! Conditions in SQL.

use super::condition::{Condition, HandicapCondition, NameCondition, PlayerCondition, PlyRange, RatingRange};
use super::placings_named;
use crate::record::{Ending, exact_person_key, normalize_name, person_key};
use crate::rules::{Color, StartKind};
use crate::store::{SEEN_PATH, UNDONE_IMPORTS};
use rusqlite::types::Value;

/// A condition on the table `game AS g` in SQL, and the values for its `?`.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    pub sql: String,
    pub values: Vec<Value>,
}

impl Clause {
    fn new(sql: impl Into<String>, values: Vec<Value>) -> Self {
        Self { sql: sql.into(), values }
    }

    /// All of these; true when there is none.
    pub fn all(clauses: impl IntoIterator<Item = Self>) -> Self {
        Self::joined(clauses, " AND ", "TRUE")
    }

    /// Whether a game is in the days of all of these, which are places in SQL.
    pub fn all_in(places: impl IntoIterator<Item = Self>) -> Self {
        Self::all(places.into_iter().map(|place| Self { sql: format!("{} = 1", place.sql), ..place }))
    }

    /// One of these.
    fn any(clauses: impl IntoIterator<Item = Self>) -> Self {
        Self::joined(clauses, " OR ", "FALSE")
    }

    fn joined(clauses: impl IntoIterator<Item = Self>, word: &str, none: &str) -> Self {
        let (sql, values): (Vec<_>, Vec<_>) =
            clauses.into_iter().map(|clause| (format!("({})", clause.sql), clause.values)).unzip();
        let sql = if sql.is_empty() { none.to_owned() } else { sql.join(word) };
        Self { sql, values: values.concat() }
    }
}

/// The ids of all names of the persons one of whose names is given: its key, that of the same name on a server, and both
/// again for each of two further places.
const EXACTLY: &str = "SELECT id FROM player WHERE person <> '' AND person IN
     (SELECT person FROM player WHERE key IN (?, ?) UNION
      SELECT person FROM player_alias WHERE folded IN (?, ?) OR person IN (?, ?))";

/// The ids of all names of whoever asks.
const MINE: &str = "SELECT id FROM player WHERE person <> '' AND person IN
     (WITH own (key) AS (SELECT folded FROM own_name UNION SELECT ' ' || name FROM own_name)
      SELECT person FROM player WHERE key IN own UNION
      SELECT person FROM player_alias WHERE folded IN own OR person IN own)";

/// The ids of all names of the persons one of whose names contains a normalized text, which stands three times.
const PLAYERS: &str = "SELECT id FROM player WHERE person <> '' AND person IN
     (SELECT person FROM player WHERE instr(folded, ?) UNION
      SELECT person FROM player_alias WHERE instr(folded, ?) OR instr(person, ?))";

/// The question for the ids of all names of the persons who have one of these names.
pub(super) fn player_ids(names: &[NameCondition]) -> Clause {
    let (mut questions, mut values) = (Vec::new(), Vec::new());
    for name in names {
        let (question, given) = match name {
            NameCondition::Me => {
                questions.push(MINE);
                continue;
            }
            NameCondition::Part(part) => (PLAYERS, vec![normalized(part); 3]),
            NameCondition::Exact(name) => {
                let keys = [text(person_key(name)), text(exact_person_key(name))];
                (EXACTLY, vec![keys; 3].concat())
            }
        };
        questions.push(question);
        values.extend(given);
    }
    Clause::new(questions.join(" UNION "), values)
}

/// The question for the ids of the events whose name has one of these parts.
pub(super) fn event_ids(names: &[String]) -> Clause {
    let questions = vec!["SELECT id FROM event WHERE instr(folded, ?)"; names.len()].join(" UNION ");
    Clause::new(questions, names.iter().map(|name| normalized(name)).collect())
}

fn normalized(name: &str) -> Value {
    Value::Text(normalize_name(name))
}

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

/// A pattern for LIKE that finds `text` anywhere, its own wildcards taken literally.
fn like(part: &str) -> Value {
    let escaped = part.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    Value::Text(format!("%{escaped}%"))
}

const ANY_HANDICAP: &str = "g.placing NOT IN ('even', 'set')";

/// The question for the ids of the games of a handicap without a name of its own that the record calls so.
pub(super) fn other_handicaps(name: &str) -> Clause {
    Clause::new(
        "SELECT id FROM game WHERE placing <> 'even' AND placing = 'other' AND handicap LIKE ? ESCAPE '\\'",
        vec![like(name)],
    )
}

impl HandicapCondition {
    fn clause(&self) -> Clause {
        match self {
            Self::Even => Clause::new("g.placing = 'even'", Vec::new()),
            Self::Any => Clause::new(ANY_HANDICAP, Vec::new()),
            Self::Named(name) => {
                let by_placing = placings_named(name)
                    .into_iter()
                    .map(|placing| Clause::new("g.placing = ?", vec![text(placing.name())]));
                let Clause { sql, values } = other_handicaps(name);
                Clause::any(by_placing.chain([Clause::new(format!("g.id IN ({sql})"), values)]))
            }
        }
    }
}

/// What no SQL can say; whoever asks it all the same gets an error and no wrong answer.
const NOT_SQL: &str = "this_is_not_sql()";

impl PlayerCondition {
    fn clause(&self) -> Clause {
        if !self.is_sql() {
            return Clause::new(NOT_SQL, Vec::new());
        }
        let side = |own: Color| {
            let named = |color: Color, names: &[NameCondition]| {
                let ids = player_ids(names);
                Clause::new(format!("g.{} IN ({})", color.name(), ids.sql), ids.values)
            };
            let other = (!self.opponents.is_empty()).then(|| named(!own, &self.opponents));
            let ratings = [(own, self.rating), (!own, self.opponent_rating)];
            let ratings = ratings.into_iter().filter_map(|(color, range)| Some(rating_clause(color, range?)));
            let own = (!self.names.is_empty()).then(|| named(own, &self.names));
            Clause::all(own.into_iter().chain(other).chain(ratings))
        };
        Clause::any(Color::ALL.into_iter().filter(|own| self.side.is_none_or(|side| side == *own)).map(side))
    }
}

/// Whether a side's rating is in a range.
fn rating_clause(color: Color, RatingRange { from, to }: RatingRange) -> Clause {
    let bounds = [(">=", from), ("<=", to)];
    Clause::all(bounds.into_iter().filter_map(|(sign, end)| {
        end.map(|end| Clause::new(format!("g.{}_rating {sign} ?", color.name()), vec![Value::Real(end)]))
    }))
}

/// The games of which one of several questions, each with a `?` for a part of a text, gives the ids.
fn found_by(question: &str, parts: &[String]) -> Clause {
    Clause::any(parts.iter().map(|part| Clause::new(format!("g.id IN ({question})"), vec![like(part)])))
}

/// Games of files whose path has a part, and those that stand for such games now.
const BY_SOURCE: &str = "WITH RECURSIVE found (id) AS (
         SELECT e.game FROM source_path p JOIN source s ON s.id = p.source JOIN entry e ON e.source = p.source
         WHERE p.shown LIKE ? ESCAPE '\\' AND e.game IS NOT NULL AND {seen}
             AND s.import NOT IN ({undone})
         UNION SELECT g.successor FROM game g JOIN found ON g.id = found.id WHERE g.successor IS NOT NULL)
     SELECT id FROM found";

/// The games of files whose path has one of these parts.
fn by_source(parts: &[String]) -> Clause {
    found_by(&BY_SOURCE.replace("{seen}", SEEN_PATH).replace("{undone}", UNDONE_IMPORTS), parts)
}

const BY_COMMENT: &str = "SELECT game FROM note WHERE text LIKE ? ESCAPE '\\'";

const BY_HEADER: &str =
    "SELECT game FROM game_header WHERE replace(key || ':' || value, '：', ':') LIKE ? ESCAPE '\\'";

/// Whether an ending is declared or verified; nothing has to be both.
fn ending_clause(ending: Ending) -> Clause {
    let word = if ending == Ending::None { "AND" } else { "OR" };
    let name = text(ending.name());
    Clause::new(format!("g.declared_ending = ? {word} g.verified_ending = ?"), vec![name.clone(), name])
}

/// Whether a column has one of these endings.
fn one_ending(column: &str, endings: &[Ending]) -> Clause {
    Clause::any(
        endings.iter().map(|ending| Clause::new(format!("g.{column} = ?"), vec![text(ending.name())])),
    )
}

impl Condition {
    /// The condition in SQL.
    pub(super) fn clause(&self) -> Clause {
        match self {
            Self::Variant(variant) => Clause::new("g.variant = ?", vec![text(variant.name())]),
            Self::Kind(kinds) => {
                Clause::any(kinds.iter().map(|kind| Clause::new("g.kind = ?", vec![text(kind.name())])))
            }
            Self::Start(starts) => Clause::any(starts.iter().map(|start| {
                let sql = match start {
                    StartKind::Even => "g.placing = 'even'",
                    StartKind::Set => "g.placing = 'set'",
                    StartKind::Handicap => ANY_HANDICAP,
                };
                Clause::new(sql, Vec::new())
            })),
            Self::Player(player) => player.clause(),
            Self::Event(names) => {
                let ids = event_ids(names);
                Clause::new(format!("g.event IN ({})", ids.sql), ids.values)
            }
            Self::Dates(dates) => dates.clause(),
            Self::Ending(endings) => Clause::any(endings.iter().copied().map(ending_clause)),
            Self::Declared(endings) => one_ending("declared_ending", endings),
            Self::Verified(endings) => one_ending("verified_ending", endings),
            Self::Winner(winners) => Clause::any(winners.iter().map(|winner| match winner {
                Some(color) => Clause::new("g.winner = ?", vec![text(color.name())]),
                None => Clause::new("g.winner IS NULL", Vec::new()),
            })),
            Self::Agreement(values) => Clause::any(
                values.iter().map(|value| Clause::new("g.agreement = ?", vec![text(value.name())])),
            ),
            Self::Type(_) => Clause::new(NOT_SQL, Vec::new()),
            Self::OpeningWritten(names) => Clause::any(
                names.iter().map(|name| Clause::new("g.opening LIKE ? ESCAPE '\\'", vec![like(name)])),
            ),
            Self::Handicap(handicaps) => Clause::any(handicaps.iter().map(HandicapCondition::clause)),
            Self::MinRating(rating) => {
                let sql = "g.black_rating >= ? AND g.white_rating >= ?";
                Clause::new(sql, vec![Value::Real(*rating); 2])
            }
            Self::MaxRatingGap(gap) => {
                Clause::new("abs(g.black_rating - g.white_rating) <= ?", vec![Value::Real(*gap)])
            }
            Self::RequireClock => Clause::new("ifnull(length(g.clocks), 0) > 0", Vec::new()),
            Self::NoIllegal => Clause::new("g.broken_rule IS NULL", Vec::new()),
            Self::Plies(PlyRange { from, to }) => {
                Clause::all([("g.plies >= ?", from), ("g.plies <= ?", to)].into_iter().filter_map(
                    |(sql, end)| end.map(|end| Clause::new(sql, vec![Value::Integer(end.into())])),
                ))
            }
            Self::TimeControl(parts) => Clause::any(
                parts.iter().map(|part| Clause::new("g.time_control LIKE ? ESCAPE '\\'", vec![like(part)])),
            ),
            Self::Source(parts) => by_source(parts),
            Self::ExcludeSource(parts) => {
                let found = by_source(parts);
                Clause::new(format!("NOT ({})", found.sql), found.values)
            }
            Self::Comment(parts) => found_by(BY_COMMENT, parts),
            Self::Header(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.replace('：', ":")).collect();
                found_by(BY_HEADER, &parts)
            }
            // A comment at its end must not swallow what follows.
            Self::Sql(condition) => Clause::new(format!("{condition}\n"), Vec::new()),
            // Games are played through for it.
            Self::Query(_) => Clause::new(NOT_SQL, Vec::new()),
        }
    }
}
