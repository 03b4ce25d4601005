//! Answers to somebody's own SQL.

use crate::query::SqlTable;
use crate::report::{Answer, Cell, Column, Kind, Shown, View};
use serde_json::Value;
use std::collections::HashSet;

/// The rows of an SQL question. Columns of equal names are numbered (`n`, `n_2`), so that none is lost.
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

/// The names, those that came before with a number behind them.
fn unique(names: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut unique = Vec::with_capacity(names.len());
    for name in names {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        let free = free.unwrap_or_default();
        taken.insert(free.clone());
        unique.push(free);
    }
    unique
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
        let columns = unique(&self.0.columns).into_iter().map(column).collect();
        let rows = self.0.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        View { name: "sql", columns, rows, is_single: false }
    }
}

#[cfg(test)]
mod tests {
    use super::unique;

    #[test]
    fn columns_of_equal_names_are_numbered() {
        let names = ["a", "a", "b", "a_2", "a"].map(str::to_owned);
        assert_eq!(unique(&names), ["a", "a_2", "b", "a_2_2", "a_3"]);
    }
}
