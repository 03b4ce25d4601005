//! Walks over the games of a text.

use super::dialect::Dialect;
use super::game::Game;
use super::lexer::Lexer;
use crate::formats::budget::Budget;
use crate::record::{Code, Place, Record};

/// Every game of the text.
pub(super) fn read(text: &str) -> Vec<Record> {
    let mut lexer = Lexer::new(text);
    let mut records: Vec<Record> = Vec::new();
    let mut budget = Budget::default();
    // Text before the first tag that is no move.
    let mut stray = None;
    while lexer.next_game().is_some() {
        let start = lexer.offset();
        let dialect = Dialect::of(lexer.clone());
        let game = Game::read(&mut lexer, dialect, &mut budget);
        let mut record = match game {
            Ok(record) => record,
            Err(place) => {
                stray = stray.or(Some(place));
                continue;
            }
        };
        if let Some(place) = stray.take() {
            record.report(Code::UnreadableLine, place, "text that is no part of a game");
        }
        match records.last_mut() {
            Some(last) => {
                last.text_range.end = start;
                record.text_range.start = start;
            }
            None => record.text_range.start = 0,
        }
        let more = budget.take(&mut record);
        records.push(record);
        if !more || budget.is_spent() {
            break;
        }
    }
    if let Some(last) = records.last_mut() {
        last.text_range.end = text.len();
        if let Some(place) = stray {
            last.report(Code::UnreadableLine, place, "text that is no part of a game");
        }
    }
    budget.report(&mut records);
    records
}

/// Where the text that is no game begins, or the game.
pub(super) type FoundGame = Result<Record, Place>;
