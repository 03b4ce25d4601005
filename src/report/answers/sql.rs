//! Answers to somebody's own SQL.

use crate::query::SqlTable;
use crate::report::{Answer, Cell, Column, Kind, Shown, View};
use serde_json::Value;

/// The rows of an SQL question.
#[derive(Clone, Debug)]
pub struct SqlAnswer(pub SqlTable);

fn cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(value) => Cell::Flag(*value),
        Value::Number(number) => number
            .as_i64()
            .map(Cell::Integer)
            .or_else(|| number.as_f64().map(Cell::Number))
            .unwrap_or(Cell::Null),
        Value::String(text) => Cell::Text(text.clone()),
        other => Cell::Text(other.to_string()),
    }
}

impl Answer for SqlAnswer {
    fn view(&self) -> View {
        let column = |name: String| Column {
            heading: name.clone().into(),
            name: name.into(),
            kind: Kind::Any,
            shown: Shown::Always,
            meaning: "",
        };
        let columns = self.0.columns.iter().cloned().map(column).collect();
        let rows = self.0.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        View { name: "sql", columns, rows, is_single: false }
    }
}
