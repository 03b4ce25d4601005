//! The table of games: one row a game, with the columns of [`GameObject`].

use super::batch::{Batch, ColumnType, TableColumn, Value};
use crate::dataset::GameObject;
use crate::report::{Cell, Column, Kind, View};

/// What is no column of this table: what the tables of moves and positions have, or other forms have as objects.
const NOT_HERE: [&str; 6] = ["id", "source", "game_index", "format", "encoding", "diagnostics"];

/// The columns of games, first the name under which the other tables know them.
#[must_use]
pub fn columns() -> Vec<TableColumn> {
    game_columns().iter().filter_map(table_column).collect()
}

/// The columns of [`GameObject`] that the table has, in its order.
pub(in crate::dataset) fn game_columns() -> Vec<Column> {
    let all = View::empty::<GameObject>().columns;
    let (key, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|column| column.name == "game");
    let is_here = |column: &Column| !NOT_HERE.contains(&&*column.name) && table_column(column).is_some();
    key.into_iter().chain(others.into_iter().filter(is_here)).collect()
}

/// The column of a column's cells; `None` for those that are objects.
fn table_column(column: &Column) -> Option<TableColumn> {
    /// Hardly two games have the same.
    const VARIED: [&str; 4] = ["game", "moves", "final_sfen", "fingerprint"];
    let name = &*column.name;
    let kind = match column.kind {
        Kind::Id | Kind::Count => ColumnType::Integer,
        Kind::Number(_) | Kind::Share => ColumnType::Number,
        Kind::Flag => ColumnType::Flag,
        Kind::Text | Kind::Sfen | Kind::Date | Kind::Code(_) | Kind::CodeOrNone(_) => ColumnType::Text,
        // Moves are words with blanks between them.
        Kind::List if name == "moves" => ColumnType::Text,
        Kind::List => ColumnType::Integers,
        _ => return None,
    };
    let mut made = TableColumn::new(name, kind, column.meaning);
    made.is_from_records = matches!(column.kind, Kind::Text);
    made.repeats = !VARIED.contains(&name) && kind != ColumnType::Integers;
    made.is_optional = name != "game";
    Some(made)
}

/// Adds a game of which these are the cells, in the order of the columns.
pub fn push(batch: &mut Batch, cells: &[Cell]) {
    for (column, cell) in batch.columns.iter_mut().zip(cells) {
        match cell {
            Cell::Flag(value) => column.push(Value::Flag(*value)),
            Cell::Count(value) => column.push(Value::Integer(i32::try_from(*value).unwrap_or(i32::MAX))),
            Cell::Integer(value) => {
                column.push(Value::Integer(i32::try_from(*value).unwrap_or(i32::MAX)));
            }
            Cell::Number(value) => column.push(Value::Number(*value)),
            Cell::Text(text) | Cell::Words(text) => column.push(Value::Text(text)),
            Cell::Code(code) => column.push(Value::Text(code)),
            Cell::Date(date) => column.push(Value::Text(&date.to_string())),
            // No times at all are no list.
            Cell::List(values) if !values.is_empty() => {
                let number = |cell: &Cell| match cell {
                    Cell::Integer(value) => i32::try_from(*value).ok(),
                    _ => None,
                };
                column.push(Value::List(&values.iter().map(number).collect::<Vec<_>>()));
            }
            _ => column.push(Value::Missing),
        }
    }
    batch.rows += 1;
}
