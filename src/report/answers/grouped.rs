//! Tables whose rows are groups of games: by year, event, rating, handicap or opening.

use super::base::base_remarks;
use super::charts::say;
use super::counted;
use super::player_score::show_player;
use crate::classify::Definitions;
use crate::query::{Counted, GameGroup, GroupBy, GroupTable, PlayerScore};
use crate::report::chart::{Dot, Dots, Lines, Point, Series};
use crate::report::numbers::count;
use crate::report::{Answer, Cell, Chart, Field, HeatMap, Kind, Plot, Row, Shown, Unit, View, opening_name};
use crate::terms::{self, Category, Language, statement};

/// How many groups a picture names one by one.
const GROUPS: usize = 24;

/// A row of a group of games.
pub trait GroupRow: Clone + 'static {
    /// What a row is, as `schema/answers.md` calls it.
    const NAME: &'static str;

    /// The group.
    fn group(&self) -> &GameGroup;

    /// How the games went for the player that the filter asks for.
    fn player(&self) -> Option<PlayerScore> {
        None
    }

    /// The columns behind the group.
    fn fields() -> Vec<Field<Self>>;

    /// What is to be said of all rows.
    fn remarks(rows: &[Self], language: Language) -> Vec<String>;

    /// A picture of some rows.
    fn chart(rows: &[Labelled<'_, Self>], by: Option<GroupBy>, language: Language) -> Option<Chart>;
}

/// A row with what its group is called.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'r, R> {
    /// The group's name; empty where there is one group alone.
    pub label: &'r str,
    /// The row.
    pub row: &'r R,
}

/// A row with its group as a cell.
#[derive(Clone, Debug)]
pub struct GroupLine<R> {
    group: Cell,
    row: R,
}

impl<R: GroupRow> Row for GroupLine<R> {
    const NAME: &'static str = R::NAME;

    fn fields() -> Vec<Field<Self>> {
        let group = Field::new(
            "group",
            Kind::Text,
            "the year, the event, the rating band, the placing of the pieces or the opening; null for games without \
             it, and where all games are one group",
            |line: &Self| line.group.clone(),
        );
        let own = R::fields().into_iter().map(|field| field.of(|line: &Self| &line.row));
        std::iter::once(group.in_data()).chain(own).collect()
    }
}

/// A table of groups of games.
#[derive(Clone, Debug)]
pub struct GroupStatistics<R> {
    /// What was counted.
    pub table: Counted<GroupTable<R>>,
    /// By what the groups are told apart.
    pub by: Option<GroupBy>,
    /// The definitions, for the names of openings.
    pub definitions: Definitions,
    /// The language of names.
    pub language: Language,
    /// How many rows [`limit`](Self::limit) left out.
    hidden: usize,
}

/// What a group is called, as data and in tables; nothing for games that belong to none.
fn group_cell(group: &GameGroup, definitions: &Definitions, language: Language) -> Cell {
    match group {
        GameGroup::All => Cell::Null,
        GameGroup::Year(year) => year.map(|year| year.to_string()).into(),
        GameGroup::Event(event) => event.clone().into(),
        GameGroup::Rating(rating) => rating.map(|rating| format!("{rating}–{}", rating + 199)).into(),
        GameGroup::Handicap(placing) => placing.name().into(),
        GameGroup::Opening(id) => {
            let place = id.as_deref().and_then(|id| definitions.place(id));
            let definition = place.and_then(|place| definitions.all().get(place));
            definition.map(|definition| opening_name(definition, language).to_owned()).into()
        }
    }
}

/// Whether a group is called so in any language, or has this code; `-` are the games that belong to none.
#[must_use]
pub fn is_group_called(group: &GameGroup, name: &str, definitions: &Definitions) -> bool {
    let name = name.trim();
    if group.is_none() {
        return matches!(name, "-" | "–");
    }
    let same = |other: &str| other.to_lowercase() == name.to_lowercase();
    let code = match group {
        GameGroup::Opening(Some(id)) => same(id),
        GameGroup::Rating(Some(rating)) => {
            same(&rating.to_string()) || same(&format!("{rating}-{}", rating + 199))
        }
        GameGroup::Handicap(placing) => Language::ALL
            .into_iter()
            .any(|language| same(terms::name(Category::Handicap, placing.name(), language))),
        _ => false,
    };
    let is_label = |language| match group_cell(group, definitions, language) {
        Cell::Text(label) => same(&label),
        _ => false,
    };
    code || Language::ALL.into_iter().any(is_label)
}

impl<R: GroupRow> GroupStatistics<R> {
    /// A table, whose names of openings are those of `definitions`.
    #[must_use]
    pub const fn new(
        table: Counted<GroupTable<R>>,
        by: Option<GroupBy>,
        definitions: Definitions,
        language: Language,
    ) -> Self {
        Self { table, by, definitions, language, hidden: 0 }
    }

    /// Leaves the first rows.
    pub fn limit(&mut self, rows: usize) {
        let all = &mut self.table.answer.rows;
        self.hidden += all.len().saturating_sub(rows);
        all.truncate(rows);
    }

    fn label(&self, row: &R, language: Language) -> String {
        match (row.group(), group_cell(row.group(), &self.definitions, self.language)) {
            (GameGroup::Handicap(placing), _) => {
                terms::name(Category::Handicap, placing.name(), language).to_owned()
            }
            (_, Cell::Text(label)) => label,
            (GameGroup::All, _) => String::new(),
            _ => "–".to_owned(),
        }
    }
}

impl<R: GroupRow> Answer for GroupStatistics<R> {
    fn view(&self) -> View {
        let line = |row: &R| GroupLine {
            group: group_cell(row.group(), &self.definitions, self.language),
            row: row.clone(),
        };
        let lines: Vec<GroupLine<R>> = self.table.answer.rows.iter().map(line).collect();
        let mut view = View::of(&lines);
        if self.table.answer.rows.iter().any(|row| row.player().is_some()) {
            show_player(&mut view);
        }
        let Some(by) = self.by else { return view };
        view.columns[0].heading = heading(by).into();
        view.columns[0].shown = Shown::Always;
        if by == GroupBy::Handicap {
            view.columns[0].kind = Kind::Code(Category::Handicap);
        }
        view
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let rows: Vec<&R> = rows.iter().filter_map(|row| self.table.answer.rows.get(*row)).collect();
        let labels: Vec<String> = rows.iter().map(|row| self.label(row, language)).collect();
        let labelled: Vec<Labelled<'_, R>> =
            labels.iter().zip(rows).map(|(label, row)| Labelled { label, row }).collect();
        Some(R::chart(&labelled, self.by, language)?.noted(self.remarks(language)))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.table.base, language);
        if self.hidden > 0 {
            remarks.push(statement("openings_hidden", &[("n", &count(self.hidden as u64))], language));
        }
        if self.table.answer.rare > 0 {
            let groups = counted("group", self.table.answer.rare, language);
            remarks.push(statement("groups_rare", &[("groups", &groups)], language));
        }
        if self.by == Some(GroupBy::Opening) {
            remarks.push(say("groups_of_openings", language));
        }
        remarks.extend(R::remarks(&self.table.answer.rows, language));
        remarks
    }
}

/// The heading of the groups.
pub(super) const fn heading(by: GroupBy) -> &'static str {
    match by {
        GroupBy::Rating => "rating_band",
        by => by.name(),
    }
}

/// Where a group stands on a scale: years and ratings.
fn place(group: &GameGroup) -> Option<f64> {
    match group {
        GameGroup::Year(Some(year)) => Some(f64::from(*year)),
        GameGroup::Rating(Some(rating)) => Some(f64::from(*rating)),
        _ => None,
    }
}

/// A value of each group, and the ends of its interval where it has one.
pub(super) type Value<R> = Box<dyn Fn(&R) -> Option<(f64, f64, f64)>>;

/// Values of groups: lines where groups are years or ratings, dots for one value, else a table with shades.
pub(super) fn values_plot<R: GroupRow>(
    rows: &[Labelled<'_, R>],
    by: Option<GroupBy>,
    unit: Unit,
    values: &[(String, Value<R>)],
    language: Language,
) -> Option<Plot> {
    let (first, _) = values.first()?;
    if matches!(by, Some(GroupBy::Year | GroupBy::Rating)) {
        let axis = terms::name(Category::Heading, heading(by?), language).to_owned();
        let step = if by == Some(GroupBy::Year) { 1.0 } else { 200.0 };
        let series = |(name, value): &(String, Value<R>)| {
            let point = |line: &Labelled<'_, R>| {
                let (y, low, high) = value(line.row)?;
                let interval = (values.len() == 1 && low < high).then_some((low, high));
                Some(Point { x: place(line.row.group())?, y, interval })
            };
            Series { name: name.clone(), points: rows.iter().filter_map(point).collect() }
        };
        let series: Vec<Series> = values.iter().map(series).collect();
        let is_empty = series.iter().all(|series| series.points.is_empty());
        let lines =
            Lines { axis, unit: Unit::Id, values: unit, step: Some(step), series, ..Lines::default() };
        return (!is_empty).then_some(Plot::Lines(lines));
    }
    let written = |value: f64| match unit {
        Unit::Share => format!("{:.1} %", value * 100.0),
        unit => unit.text(value),
    };
    let rows = &rows[..rows.len().min(GROUPS)];
    if values.len() == 1 || rows.len() == 1 {
        let dot = |label: &str, value: Option<(f64, f64, f64)>| Dot {
            label: label.to_owned(),
            value,
            note: value.map_or_else(|| "–".to_owned(), |(value, ..)| written(value)),
        };
        let dots = match values {
            [(_, value)] => rows.iter().map(|line| dot(line.label, value(line.row))).collect(),
            values => values.iter().map(|(name, value)| dot(name, value(rows[0].row))).collect(),
        };
        let axis = if values.len() == 1 { first.clone() } else { String::new() };
        return Some(Plot::Dots(Dots { axis, unit, rows: dots, ..Dots::default() }));
    }
    let cells = |line: &Labelled<'_, R>| values.iter().map(|(_, value)| Some(value(line.row)?.0)).collect();
    (!rows.is_empty()).then(|| {
        Plot::Heat(HeatMap {
            columns: values.iter().map(|(name, _)| name.clone()).collect(),
            rows: rows.iter().map(|line| line.label.to_owned()).collect(),
            is_board: false,
            unit,
            range: None,
            cells: rows.iter().map(cells).collect(),
        })
    })
}
