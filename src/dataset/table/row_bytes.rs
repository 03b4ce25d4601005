//! A row as bytes and back, for rows that are put in another order.

use super::batch::{Batch, BatchCursor, ColumnRows, Value, Values};
use std::convert::Infallible;

/// Appends the next row of a batch; false when there is none left.
pub fn row_bytes(cursor: &mut BatchCursor<'_>, bytes: &mut Vec<u8>) -> bool {
    let next = cursor.next_row(|_, value| {
        match value {
            Value::Missing => bytes.push(0),
            Value::Flag(value) => bytes.extend([1, u8::from(value)]),
            Value::Integer(value) => fixed(bytes, &value.to_le_bytes()),
            Value::Long(value) => fixed(bytes, &value.to_le_bytes()),
            Value::Number(value) => fixed(bytes, &value.to_le_bytes()),
            Value::Text(text) => {
                fixed(bytes, &length(text.len()));
                bytes.extend_from_slice(text.as_bytes());
            }
            Value::List(values) => {
                fixed(bytes, &length(values.len()));
                for value in values {
                    bytes.push(u8::from(value.is_some()));
                    bytes.extend_from_slice(&value.unwrap_or_default().to_le_bytes());
                }
            }
        }
        Ok::<_, Infallible>(())
    });
    let Ok(is_there) = next;
    is_there
}

fn fixed(bytes: &mut Vec<u8>, value: &[u8]) {
    bytes.push(1);
    bytes.extend_from_slice(value);
}

fn length(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes()
}

/// Adds a row that [`row_bytes`] made of a row with the same columns.
pub fn push_row(batch: &mut Batch, mut bytes: &[u8]) {
    for column in &mut batch.columns {
        push_value(column, &mut bytes);
    }
    batch.rows += 1;
}

fn push_value(column: &mut ColumnRows, bytes: &mut &[u8]) {
    if take(bytes) != [1] {
        column.push(Value::Missing);
        return;
    }
    match &column.values {
        Values::Flags(_) => column.push(Value::Flag(take(bytes) == [1])),
        Values::Integers(_) => column.push(Value::Integer(i32::from_le_bytes(take(bytes)))),
        Values::Longs(_) => column.push(Value::Long(i64::from_le_bytes(take(bytes)))),
        Values::Numbers(_) => column.push(Value::Number(f64::from_le_bytes(take(bytes)))),
        Values::Texts(_) => {
            let length = u32::from_le_bytes(take(bytes)) as usize;
            let (text, rest) = bytes.split_at(length.min(bytes.len()));
            *bytes = rest;
            column.push(Value::Text(&String::from_utf8_lossy(text)));
        }
        Values::Lists { .. } => {
            let length = u32::from_le_bytes(take(bytes));
            let mut values = Vec::new();
            for _ in 0..length {
                let is_there = take(bytes) == [1];
                let value = i32::from_le_bytes(take(bytes));
                values.push(is_there.then_some(value));
            }
            column.push(Value::List(&values));
        }
    }
}

/// The next bytes; zeros where there are none, which no row has that [`row_bytes`] made.
fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    match bytes.split_first_chunk() {
        Some((value, rest)) => {
            *bytes = rest;
            *value
        }
        None => {
            *bytes = &[];
            [0; N]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::batch::{ColumnType, TableColumn};
    use super::*;

    #[test]
    fn rows_come_back() {
        let columns: Vec<TableColumn> = [
            ColumnType::Flag,
            ColumnType::Integer,
            ColumnType::Long,
            ColumnType::Number,
            ColumnType::Text,
            ColumnType::Integers,
        ]
        .into_iter()
        .map(|kind| TableColumn::new(kind.name(), kind, "").optional())
        .collect();
        let mut batch = Batch::new(&columns);
        let rows: [[Value<'_>; 6]; 3] = [
            [
                Value::Flag(true),
                Value::Integer(-7),
                Value::Long(i64::MIN),
                Value::Number(0.1),
                Value::Text("歩\0"),
                Value::List(&[Some(3), None, Some(-1)]),
            ],
            [Value::Missing; 6],
            [
                Value::Flag(false),
                Value::Integer(i32::MAX),
                Value::Long(0),
                Value::Number(-2.5),
                Value::Text(""),
                Value::List(&[]),
            ],
        ];
        for row in rows {
            for (column, value) in batch.columns.iter_mut().zip(row) {
                column.push(value);
            }
            batch.rows += 1;
        }
        let mut again = Batch::new(&columns);
        let mut cursor = batch.cursor();
        let mut bytes = Vec::new();
        while row_bytes(&mut cursor, &mut bytes) {
            push_row(&mut again, &bytes);
            bytes.clear();
        }
        assert_eq!(again, batch);
    }
}
