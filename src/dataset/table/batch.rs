//! Rows of a table as columns: what every format of datasets is written from.

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// True or false.
    Flag,
    /// A whole number of 32 bits.
    Integer,
    /// A whole number of 64 bits.
    Long,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list of whole numbers of 32 bits, each of which may be missing.
    Integers,
}

impl ColumnType {
    /// Its name on the page that describes datasets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flag => "boolean",
            Self::Integer => "int32",
            Self::Long => "int64",
            Self::Number => "double",
            Self::Text => "string",
            Self::Integers => "list<int32>",
        }
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub kind: ColumnType,
    /// Whether a row may have none.
    pub is_optional: bool,
    /// Whether many rows have the same value, so that each is written once and named by a number.
    pub repeats: bool,
    /// Whether it holds texts of records, which a spreadsheet must not take for formulas.
    pub is_from_records: bool,
    /// What it holds.
    pub meaning: &'static str,
}

impl TableColumn {
    /// A column whose every row has a value, one of few.
    pub(super) fn new(name: &str, kind: ColumnType, meaning: &'static str) -> Self {
        let name = name.to_owned();
        Self { name, kind, is_optional: false, repeats: true, is_from_records: false, meaning }
    }

    /// The same where rows may have no value.
    pub(super) fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// The same where hardly two rows have the same value.
    pub(super) fn varied(self) -> Self {
        Self { repeats: false, ..self }
    }
}

/// Texts one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// All of them.
    pub bytes: String,
    /// Where each ends.
    pub ends: Vec<usize>,
}

impl Texts {
    /// The text with this number.
    #[must_use]
    pub fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[index]]
    }
}

/// The values of a column, those that are missing left out.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// True or false.
    Flags(Vec<bool>),
    /// Whole numbers of 32 bits.
    Integers(Vec<i32>),
    /// Whole numbers of 64 bits.
    Longs(Vec<i64>),
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Texts),
    /// Lists of numbers: all numbers, and how many each list has.
    Lists {
        /// The numbers of all lists.
        values: Vec<Option<i32>>,
        /// How many of them each list has.
        lengths: Vec<usize>,
    },
}

/// A value on its way into a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// None.
    Missing,
    /// True or false.
    Flag(bool),
    /// A whole number of 32 bits.
    Integer(i32),
    /// A whole number of 64 bits.
    Long(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a str),
    /// A list.
    List(&'a [Option<i32>]),
}

/// The rows of one column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnRows {
    /// The values.
    pub values: Values,
    /// Which rows have one; empty where all have.
    pub present: Vec<bool>,
    is_optional: bool,
}

impl ColumnRows {
    fn new(column: &TableColumn) -> Self {
        let values = match column.kind {
            ColumnType::Flag => Values::Flags(Vec::new()),
            ColumnType::Integer => Values::Integers(Vec::new()),
            ColumnType::Long => Values::Longs(Vec::new()),
            ColumnType::Number => Values::Numbers(Vec::new()),
            ColumnType::Text => Values::Texts(Texts::default()),
            ColumnType::Integers => Values::Lists { values: Vec::new(), lengths: Vec::new() },
        };
        Self { values, present: Vec::new(), is_optional: column.is_optional }
    }

    /// Adds a row. A value of another type than the column's is a mistake of the table and counts as missing.
    pub fn push(&mut self, value: Value<'_>) {
        let fits = match (&mut self.values, value) {
            (Values::Flags(values), Value::Flag(value)) => {
                values.push(value);
                true
            }
            (Values::Integers(values), Value::Integer(value)) => {
                values.push(value);
                true
            }
            (Values::Longs(values), Value::Long(value)) => {
                values.push(value);
                true
            }
            (Values::Numbers(values), Value::Number(value)) => {
                values.push(value);
                true
            }
            (Values::Texts(texts), Value::Text(value)) => {
                texts.bytes.push_str(value);
                texts.ends.push(texts.bytes.len());
                true
            }
            (Values::Lists { values, lengths }, Value::List(list)) => {
                values.extend_from_slice(list);
                lengths.push(list.len());
                true
            }
            (_, _) => false,
        };
        debug_assert!(
            fits || (self.is_optional && value == Value::Missing),
            "{value:?} in {:?}",
            self.values
        );
        if self.is_optional {
            self.present.push(fits);
        }
    }

    /// Adds a text that is made in place.
    pub fn push_text_with(&mut self, write: impl FnOnce(&mut String)) {
        if let Values::Texts(texts) = &mut self.values {
            write(&mut texts.bytes);
            texts.ends.push(texts.bytes.len());
        }
        if self.is_optional {
            self.present.push(true);
        }
    }
}

/// Some rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// How many.
    pub rows: usize,
    /// The columns in the table's order.
    pub columns: Vec<ColumnRows>,
}

impl Batch {
    /// No rows yet.
    #[must_use]
    pub fn new(columns: &[TableColumn]) -> Self {
        Self { rows: 0, columns: columns.iter().map(ColumnRows::new).collect() }
    }

    /// A reader of the rows.
    #[must_use]
    pub fn cursor(&self) -> BatchCursor<'_> {
        BatchCursor { batch: self, row: 0, places: vec![Place::default(); self.columns.len()] }
    }
}

/// Where in a column's values a reader is.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    value: usize,
    /// In the numbers of all lists.
    element: usize,
}

/// Reads the rows of a batch one by one.
#[derive(Debug)]
pub struct BatchCursor<'a> {
    batch: &'a Batch,
    row: usize,
    places: Vec<Place>,
}

impl<'a> BatchCursor<'a> {
    /// Gives the values of the next row to `take`, with the number of each column. False when there is no row left.
    pub fn next_row<E>(
        &mut self,
        mut take: impl FnMut(usize, Value<'a>) -> Result<(), E>,
    ) -> Result<bool, E> {
        if self.row >= self.batch.rows {
            return Ok(false);
        }
        for (number, (column, place)) in self.batch.columns.iter().zip(&mut self.places).enumerate() {
            let is_there = column.present.get(self.row).copied().unwrap_or(!column.is_optional);
            if !is_there {
                take(number, Value::Missing)?;
                continue;
            }
            let at = place.value;
            let value = match &column.values {
                Values::Flags(values) => Value::Flag(values[at]),
                Values::Integers(values) => Value::Integer(values[at]),
                Values::Longs(values) => Value::Long(values[at]),
                Values::Numbers(values) => Value::Number(values[at]),
                Values::Texts(texts) => Value::Text(texts.get(at)),
                Values::Lists { values, lengths } => {
                    let start = place.element;
                    place.element += lengths[at];
                    Value::List(&values[start..place.element])
                }
            };
            place.value += 1;
            take(number, value)?;
        }
        self.row += 1;
        Ok(true)
    }
}
