//! The column `record`: what a record says and no other column has, so that an export comes back whole.

use super::GameObject;
use crate::formats::jsonl::{Branch, Details};
use crate::notation::beyond::Beyond;
use crate::record::{Code, GameKind, Record};
use crate::replay::{Game, Unplayable};
use crate::report::{Cell, Field, Kind};
use crate::store::{self, BranchColumns, DetailColumns};

/// The column's name.
pub(super) const RECORD: &str = "record";

impl GameObject {
    /// The column.
    pub(super) fn record_field() -> Field<Self> {
        Field::new(
            RECORD,
            Kind::Any,
            "what the record says beside that, as docs/formats.md describes it: headers, comments, branches, what \
             follows the legal moves; null when it says nothing more",
            |row: &Self| row.details.as_ref().and_then(|details| details.to_json(row.variant)).map_or(Cell::Null, Cell::Json),
        )
        .in_data()
    }
}

/// The details of a record and what replay made of it.
pub(super) fn of_record(record: &Record, game: &Result<Game, Unplayable>) -> Details {
    let played = game.as_ref().ok();
    let legal =
        |index: usize| played.and_then(|game| game.lines.get(index)).map_or(&[][..], |line| &line.moves);
    let clocks = |index: usize| {
        record.lines[index].plies.iter().take(legal(index).len()).map(|ply| ply.clock).collect::<Vec<_>>()
    };
    let branches = record.lines.iter().enumerate().skip(1).map(|(index, line)| Branch {
        parent: line.parent.unwrap_or(0),
        after: line.after,
        moves: legal(index).to_vec(),
        clocks: clocks(index),
    });
    let beyond = match played {
        Some(game) => store::beyond_of(record, game),
        None => {
            let lines = record.lines.iter().enumerate();
            let all: Vec<Beyond> =
                lines.filter_map(|(index, line)| Beyond::new(index, line, 0, true)).collect();
            serde_json::to_string(&all).ok()
        }
    };
    Details {
        headers: record.headers.clone(),
        notes: record.notes.clone(),
        branches: branches.collect(),
        clocks: clocks(0),
        ending: store::ending_clock(record),
        beyond,
        max_moves: record.info.max_moves,
        impasse_points: record.info.impasse_points,
        producer: record.producer.clone(),
        remarks: record.info.remarks.clone(),
        is_book_line: record.is_book_line,
        unusable: record.unusable.map(Code::id),
    }
}

/// The details of a stored record; its clocks are added by whoever unpacks them. `None` when a branch is damaged.
pub(super) fn of_stored(stored: DetailColumns, kind: GameKind) -> Option<Details> {
    Some(Details {
        headers: stored.headers,
        notes: stored.notes,
        branches: stored.branches.into_iter().map(branch).collect::<Option<_>>()?,
        beyond: stored.beyond,
        max_moves: stored.max_moves,
        impasse_points: stored.impasse_points,
        producer: stored.producer,
        remarks: stored.remarks,
        is_book_line: kind == GameKind::BookLine,
        ..Details::default()
    })
}

fn branch(stored: BranchColumns) -> Option<Branch> {
    let moves = store::unpack_moves(&stored.moves)?;
    let (clocks, _) = store::unpack_game_clocks(&stored.clocks, moves.len())?;
    Some(Branch { parent: stored.parent, after: stored.after, moves, clocks })
}
