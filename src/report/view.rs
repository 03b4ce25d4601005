//! An answer as rows of cells under described columns, whatever form it is shown in.

use super::{Cell, Kind};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;

/// Where a column appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// In every form.
    Always,
    /// In tables that are wide enough, those with the lowest number longest; in data always.
    IfWide(u8),
    /// In data only; `--columns` puts it into tables as well.
    InData,
    /// Only when `--columns` asks for it.
    OnRequest,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name in data formats.
    pub name: Cow<'static, str>,
    /// The key of its heading among the terms; the heading itself where it is none.
    pub heading: Cow<'static, str>,
    /// What kind of value it holds.
    pub kind: Kind,
    /// Where it appears.
    pub shown: Shown,
    /// What it means, in one English sentence without a full stop.
    pub meaning: &'static str,
}

/// An answer: a list of rows, or a single one.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What a row is, as `schema/answers.md` calls it.
    pub name: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// True when the answer is one object and no list.
    pub is_single: bool,
}

/// How a row gives the value of a column.
type Getter<R> = Box<dyn Fn(&R) -> Cell + Send + Sync>;

/// A column of the rows of one type.
pub struct Field<R> {
    column: Column,
    get: Getter<R>,
}

impl<R> std::fmt::Debug for Field<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Field").field("column", &self.column).finish_non_exhaustive()
    }
}

impl<R: 'static> Field<R> {
    /// A column that every form has; its heading has the same key as its name.
    #[must_use]
    pub fn new(
        name: &'static str,
        kind: Kind,
        meaning: &'static str,
        get: impl Fn(&R) -> Cell + Send + Sync + 'static,
    ) -> Self {
        let (own_name, heading) = (Cow::Borrowed(name), Cow::Borrowed(name));
        let column = Column { name: own_name, heading, kind, shown: Shown::Always, meaning };
        Self { column, get: Box::new(get) }
    }

    /// The same column of rows that hold a row of this type.
    #[must_use]
    pub fn of<T>(self, inner: impl Fn(&T) -> &R + Send + Sync + 'static) -> Field<T> {
        let get = self.get;
        Field { column: self.column, get: Box::new(move |row| get(inner(row))) }
    }

    /// The same with a heading of another key.
    #[must_use]
    pub fn heading(mut self, heading: &'static str) -> Self {
        self.column.heading = Cow::Borrowed(heading);
        self
    }

    /// The same, appearing elsewhere.
    #[must_use]
    pub fn shown(mut self, shown: Shown) -> Self {
        self.column.shown = shown;
        self
    }

    /// The same in data formats only.
    #[must_use]
    pub fn in_data(self) -> Self {
        self.shown(Shown::InData)
    }
}

/// A type whose values are rows of an answer.
pub trait Row: Sized + 'static {
    /// What a row is, as `schema/answers.md` calls it: `game`, `player`.
    const NAME: &'static str;

    /// The columns in order.
    fn fields() -> Vec<Field<Self>>;
}

impl View {
    /// The view of some rows.
    pub fn of<'a, R: Row>(rows: impl IntoIterator<Item = &'a R>) -> Self {
        let fields = R::fields();
        let cells = |row: &R| fields.iter().map(|field| (field.get)(row)).collect();
        let rows = rows.into_iter().map(cells).collect();
        Self { name: R::NAME, columns: columns(fields), rows, is_single: false }
    }

    /// The view of a single object.
    pub fn single<R: Row>(row: &R) -> Self {
        Self { is_single: true, ..Self::of([row]) }
    }

    /// The columns of a type of rows, without any row.
    #[must_use]
    pub fn empty<R: Row>() -> Self {
        Self::of::<R>([])
    }

    /// The same with only these columns, in this order, in every form; a name that stands there twice counts once.
    ///
    /// # Errors
    /// The name that no column has.
    pub fn select(mut self, names: &[String]) -> Result<Self, UnknownColumn> {
        let mut places: Vec<usize> = Vec::with_capacity(names.len());
        for name in names {
            let place = self.columns.iter().position(|column| column.name == *name);
            let place = place.ok_or_else(|| self.unknown(name))?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let columns: Vec<Column> = places
            .iter()
            .map(|place| Column { shown: Shown::Always, ..self.columns[*place].clone() })
            .collect();
        for row in &mut self.rows {
            *row = places.iter().map(|place| row[*place].clone()).collect();
        }
        self.columns = columns;
        Ok(self)
    }

    /// The same sorted by a column, the highest first if `descending`; empty cells come last either way.
    ///
    /// # Errors
    /// The name that no column has.
    pub fn sorted(mut self, name: &str, descending: bool) -> Result<Self, UnknownColumn> {
        let place = self.columns.iter().position(|column| column.name == name);
        let place = place.ok_or_else(|| self.unknown(name))?;
        self.rows.sort_by(|a, b| {
            let order = a[place].is_null().cmp(&b[place].is_null());
            order.then_with(|| {
                let order = a[place].order(&b[place]);
                if descending { order.reverse() } else { order }
            })
        });
        Ok(self)
    }

    fn unknown(&self, name: &str) -> UnknownColumn {
        let known = self.columns.iter().map(|column| column.name.clone().into_owned()).collect();
        UnknownColumn { name: name.to_owned(), known }
    }

    /// The view without the columns that appear only on request.
    #[must_use]
    pub fn without_requested(mut self) -> Self {
        let keep: Vec<bool> = self.columns.iter().map(|column| column.shown != Shown::OnRequest).collect();
        if keep.iter().all(|keep| *keep) {
            return self;
        }
        let mut kept = keep.iter();
        self.columns.retain(|_| kept.next().copied().unwrap_or(true));
        for row in &mut self.rows {
            let mut kept = keep.iter();
            row.retain(|_| kept.next().copied().unwrap_or(true));
        }
        self
    }

    /// The rows as objects that serialize under the columns' names.
    pub(super) fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.rows.iter().map(|cells| Object { columns: &self.columns, cells })
    }
}

fn columns<R>(fields: Vec<Field<R>>) -> Vec<Column> {
    fields.into_iter().map(|field| field.column).collect()
}

/// The columns of a type of rows, ready for rows that come one by one.
#[derive(Debug)]
pub struct Layout<R> {
    getters: Vec<Field<R>>,
    columns: Vec<Column>,
}

impl<R: Row> Layout<R> {
    /// The columns that `wanted` chooses.
    pub fn new(wanted: impl Fn(&Column) -> bool) -> Self {
        let getters: Vec<Field<R>> = R::fields().into_iter().filter(|field| wanted(&field.column)).collect();
        let columns = getters.iter().map(|field| field.column.clone()).collect();
        Self { getters, columns }
    }

    /// The columns with these names, in this order.
    ///
    /// # Errors
    /// The name that no column has.
    pub fn select(names: &[String]) -> Result<Self, UnknownColumn> {
        let view = View::empty::<R>().select(names)?;
        let mut fields: Vec<Option<Field<R>>> = R::fields().into_iter().map(Some).collect();
        let mut field = |column: &Column| {
            let place = fields
                .iter()
                .position(|field| field.as_ref().is_some_and(|field| field.column.name == column.name));
            place.and_then(|place| fields[place].take()).ok_or_else(|| view.unknown(&column.name))
        };
        let getters = view.columns.iter().map(&mut field).collect::<Result<_, _>>()?;
        Ok(Self { getters, columns: view.columns })
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The cells of a row.
    pub fn cells(&self, row: &R) -> Vec<Cell> {
        self.getters.iter().map(|field| (field.get)(row)).collect()
    }
}

/// The columns of a type of rows, as the page that describes the answers lists them.
#[must_use]
pub fn columns_of<R: Row>() -> Vec<Column> {
    columns(R::fields())
}

/// A column that an answer does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this answer has no column `{name}`")]
pub struct UnknownColumn {
    /// What was asked for.
    pub name: String,
    /// The columns that there are.
    pub known: Vec<String>,
}

/// A row under its columns' names.
pub(super) struct Object<'a> {
    pub columns: &'a [Column],
    pub cells: &'a [Cell],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for (column, cell) in self.columns.iter().zip(self.cells) {
            map.serialize_entry(&column.name, cell)?;
        }
        map.end()
    }
}

impl Cell {
    fn is_null(&self) -> bool {
        *self == Self::Null
    }

    /// The order of two values of one column.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Score(a), Self::Score(b)) => a.mean.total_cmp(&b.mean),
            (Self::Results(a), Self::Results(b)) => a.games().cmp(&b.games()),
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Count(a), Self::Count(b)) => a.cmp(b),
            (Self::Integer(a), Self::Integer(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) | (Self::Words(a), Self::Words(b)) => a.cmp(b),
            (Self::Code(a), Self::Code(b)) => a.cmp(b),
            (Self::Date(a), Self::Date(b)) => a.to_string().cmp(&b.to_string()),
            (Self::List(a), Self::List(b)) => a.len().cmp(&b.len()),
            _ => std::cmp::Ordering::Equal,
        }
    }
}
