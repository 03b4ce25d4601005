//! The values of a text of JSON, each of them a game, a list of games, or neither.

use super::{Lines, blanks, readable, without_marks};
use crate::formats::budget::{self, Budget};
use crate::record::{Code, Place, Record};
use serde_json::Deserializer;

/// A value that may be a game.
pub(in crate::formats) struct Value<'v> {
    /// It.
    pub json: &'v serde_json::Value,
    /// Where it begins; of a list of games, where that begins.
    pub place: Place,
}

/// The records that `games` makes of every value of the text, and of every item of a list. It answers false for a value
/// that is none; such a value is reported as not being `what`, unless it is an empty object, which keeps a connection
/// alive.
pub(in crate::formats) fn read(
    text: &str,
    what: &str,
    mut games: impl FnMut(Value<'_>, &mut Vec<Record>) -> bool,
) -> Vec<Record> {
    let (mut records, mut budget) = (Vec::<Record>::new(), Budget::default());
    // What stands before a game and is none; the game reports it, so that its text is part of the game's.
    let mut strays = Record::default();
    let mut end = 0;
    let all = without_marks(text);
    let text = &all[..readable(&all)];
    let mut values = Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let mut lines = Lines::new(text);
    'text: loop {
        let start = values.byte_offset();
        let place = Place::new(lines.of(start + blanks(&text[start..])), 1);
        match values.next() {
            None => break,
            Some(Ok(value)) => {
                let range = end..values.byte_offset();
                let (items, is_list) = match &value {
                    serde_json::Value::Array(items) => (items.as_slice(), true),
                    other => (std::slice::from_ref(other), false),
                };
                for (index, json) in items.iter().enumerate() {
                    let first = records.len();
                    if !games(Value { json, place }, &mut records) && !is_empty(json) {
                        let item = if is_list { format!("[{index}]") } else { "the value".to_owned() };
                        strays.report(
                            Code::IgnoredField,
                            place,
                            format!("{item} is not {what}; it is ignored"),
                        );
                    }
                    for record in &mut records[first..] {
                        record.report_all(std::mem::take(&mut strays.diagnostics));
                        record.text_range = range.clone();
                        end = range.end;
                        if !budget.take(record) {
                            break 'text;
                        }
                    }
                }
            }
            Some(Err(error)) => {
                let to_u32 = |number| u32::try_from(number).unwrap_or(u32::MAX);
                let place = Place::new(to_u32(error.line()), to_u32(error.column()).max(1));
                report(&mut records, text.len(), Code::BadJson, place, format!("not JSON: {error}"));
                break;
            }
        }
    }
    if text.len() < all.len() {
        if records.is_empty() {
            records.push(Record { unusable: Some(Code::TooMuch), ..Record::default() });
        }
        let place = Place::new(lines.of(text.len()), 1);
        records.last_mut().into_iter().for_each(|last| last.diagnostics.push(budget::finding(place)));
    }
    budget.report(&mut records);
    if let Some(last) = records.last_mut() {
        last.report_all(strays.diagnostics);
        // Games of one value have one range.
        let range = last.text_range.clone();
        for record in records.iter_mut().rev().take_while(|record| record.text_range == range) {
            record.text_range.end = all.len();
        }
    }
    records
}

fn is_empty(json: &serde_json::Value) -> bool {
    json.as_object().is_some_and(serde_json::Map::is_empty)
}

/// Reports of the text itself on its last record, or on one that cannot be used.
fn report(records: &mut Vec<Record>, end: usize, code: Code, place: Place, message: String) {
    if records.is_empty() {
        records.push(Record { unusable: Some(code), text_range: 0..end, ..Record::default() });
    }
    records.last_mut().into_iter().for_each(|last| last.report(code, place, message.clone()));
}
