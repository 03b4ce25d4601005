//! The days of games against the days that are asked for. What a record says of its day may leave open whether it is one
//! of them.

use super::ConditionError;
use super::clause::Clause;
use crate::index::Day;
use crate::record::PartialDate;
use crate::rules::named_enum;
use rusqlite::types::Value;

named_enum! {
    /// What becomes of games whose day may be one that is asked for, or not.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Undated {
        /// They are not chosen; answers say how many they are.
        #[default]
        Exclude = "exclude",
        /// They are chosen too.
        Include = "include",
        /// Only they are chosen.
        Only = "only",
    }
}

/// The days of which one must be that of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DateCondition {
    /// The first day: of a date such as `2024-05` its first.
    pub since: Option<PartialDate>,
    /// The last day: of a date such as `2024-05` its last.
    pub until: Option<PartialDate>,
    /// What becomes of games whose day leaves it open: a game of `2024` may be of May or not, one without a date may be
    /// of any day. Without a first or last day every game with a date is of the days.
    pub undated: Undated,
}

/// Whether a game is of the days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Every day that its date may mean is one of them.
    In,
    /// None is.
    Out,
    /// Some are.
    Undecided,
}

impl DateCondition {
    /// The bounds, ready to be compared with facts.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            from: self.since.map(|since| Day::from(since.first_day())),
            to: self.until.map(|until| Day::from(until.last_day())),
        }
    }

    /// Whether games in this place are chosen.
    pub(super) const fn chooses(&self, place: Place) -> bool {
        match (place, self.undated) {
            (Place::Out, _) | (Place::In, Undated::Only) | (Place::Undecided, Undated::Exclude) => false,
            (Place::In, _) | (Place::Undecided, _) => true,
        }
    }

    /// The condition in SQL.
    pub(super) fn clause(&self) -> Clause {
        let Clause { sql, values } = self.place_clause();
        let wanted = match self.undated {
            Undated::Exclude => "= 1",
            Undated::Include => "<> 0",
            Undated::Only => "= 2",
        };
        Clause { sql: format!("{sql} {wanted}"), values }
    }

    /// The place of a game in SQL: 0 out, 1 in, 2 undecided.
    pub(super) fn place_clause(&self) -> Clause {
        const FIRST: &str = "substr(g.date || '-01-01', 1, 10)";
        const LAST: &str = "CASE length(g.date) WHEN 10 THEN g.date
             WHEN 7 THEN coalesce(date(g.date || '-01', '+1 month', '-1 day'), g.date || '-31')
             ELSE g.date || '-12-31' END";
        let since = self.since.map(|since| since.first_day().day_text());
        let until = self.until.map(|until| until.last_day().day_text());
        if since.as_ref().zip(until.as_ref()).is_some_and(|(since, until)| since > until) {
            return Clause { sql: "0".to_owned(), values: Vec::new() };
        }
        let (mut out, mut inside, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (bound, outside, within) in [
            (&since, format!("{LAST} < ?"), format!("{FIRST} >= ?")),
            (&until, format!("{FIRST} > ?"), format!("{LAST} <= ?")),
        ] {
            if bound.is_some() {
                out.push(outside);
                inside.push(within);
            }
        }
        let bounds = || [&since, &until].into_iter().flatten().cloned().map(Value::Text);
        values.extend(bounds().chain(bounds()));
        let all = |parts: Vec<String>, word: &str, none: &str| {
            if parts.is_empty() { none.to_owned() } else { parts.join(word) }
        };
        let (out, inside) = (all(out, " OR ", "FALSE"), all(inside, " AND ", "TRUE"));
        let sql =
            format!("CASE WHEN g.date IS NULL THEN 2 WHEN {out} THEN 0 WHEN {inside} THEN 1 ELSE 2 END");
        Clause { sql, values }
    }
}

/// The first and the last day as facts have them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    from: Option<Day>,
    to: Option<Day>,
}

impl Bounds {
    /// The place of a game of this day.
    #[inline]
    pub fn place(&self, day: Option<Day>) -> Place {
        if self.from.zip(self.to).is_some_and(|(from, to)| from > to) {
            return Place::Out;
        }
        let Some(day) = day else { return Place::Undecided };
        let (first, last) = (day.first(), day.last());
        if self.from.is_some_and(|from| last < from) || self.to.is_some_and(|to| first > to) {
            Place::Out
        } else if self.from.is_none_or(|from| first >= from) && self.to.is_none_or(|to| last <= to) {
            Place::In
        } else {
            Place::Undecided
        }
    }
}

/// The day of a text: `2024`, `2024-05`, `2024-05-01`, `2020/5`, `2020.5.1`, `令和2年5月`; see
/// [`PartialDate::exactly`].
///
/// # Errors
/// When it is none.
pub fn parse_day(text: &str) -> Result<PartialDate, ConditionError> {
    PartialDate::exactly(text).ok_or_else(|| ConditionError::Date(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_in_or_out_or_undecided() {
        let place = |since: &str, until: &str, day: &str| {
            let bound = |text: &str| parse_day(text).ok();
            let condition =
                DateCondition { since: bound(since), until: bound(until), undated: Undated::Exclude };
            match condition.bounds().place(Day::parse(day)) {
                Place::In => "in",
                Place::Out => "out",
                Place::Undecided => "undecided",
            }
        };
        for (since, until, day, want) in [
            ("2024", "2024", "2024", "in"),
            ("2024-01-01", "2024-12-31", "2024", "in"),
            ("2024-01-02", "2024-12-31", "2024", "undecided"),
            ("2024-01-01", "2024-12-30", "2024", "undecided"),
            ("2024-01-02", "2024-12-31", "2024-01", "undecided"),
            ("2024-02-01", "2024-02-29", "2024-02", "in"),
            ("2024-02-01", "2024-02-28", "2024-02", "undecided"),
            ("2024-05", "", "2024", "undecided"),
            ("2024-05", "", "2024-05", "in"),
            ("2024-05", "", "2024-04", "out"),
            ("", "2024-05", "2024", "undecided"),
            ("", "2024-05", "2024-06-01", "out"),
            ("", "2024-05", "2024-05-31", "in"),
            ("2024-06", "2024-05", "2024-05", "out"),
            ("2024-06", "2024-05", "2024", "out"),
            ("2024-06", "2024-05", "", "out"),
            ("2024", "", "", "undecided"),
            ("", "", "", "undecided"),
            ("", "", "1607", "in"),
        ] {
            assert_eq!(place(since, until, day), want, "{since} to {until}: {day}");
        }
    }
}
