//! Rows of games, and the order in which they go into a file.

use super::BuildError;
use super::file::{FileSpec, Rows, Writing, all_columns, columns_of};
use super::games::SelectedGame;
use super::packed::{Packing, push_hcpe3};
use super::plan::Plan;
use crate::dataset::GameObject;
use crate::dataset::relative_source::ImportedFolders;
use crate::dataset::table::{
    Batch, BatchCursor, ParquetWriter, PlayedGame, Sorter, TableColumn, TableFormat, TableName, Value,
    csv_header, csv_rows, each_unique_batch, game_columns, gather, json_rows, moves_columns,
    positions_columns, push_game_cells, push_moves, push_positions, push_row, row_bytes, unique_columns,
};
use crate::query::QueryError;
use crate::report::{Layout, write_json_row};
use crate::rules::Variant;
use crate::store::{GameColumns, Wanted};
use std::io::{self, Write};

/// How many rows of a sorted table are written at once.
const ROWS_AT_ONCE: usize = 1 << 14;

/// Rows on their way into a file.
pub(super) enum Piece {
    Batch(Batch),
    Bytes(Vec<u8>),
    /// Rows to be put in order, each as bytes.
    Loose(Vec<Vec<u8>>),
    /// Positions to be gathered, by their keys.
    Gathered(Sorter),
}

/// Where rows go.
pub(super) enum Sink<W: Write + Send> {
    Parquet(Box<ParquetWriter<W>>),
    Plain(W),
}

impl<W: Write + Send> Sink<W> {
    pub fn new(mut output: W, plan: &Plan, spec: &FileSpec, columns: &[TableColumn]) -> io::Result<Self> {
        if spec.format == TableFormat::Csv {
            csv_header(columns, plan.csv, &mut output)?;
        }
        Ok(match spec.format {
            TableFormat::Parquet => {
                Self::Parquet(Box::new(ParquetWriter::new(output, spec.table.name(), columns)?))
            }
            _ => Self::Plain(output),
        })
    }

    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Parquet(writer) => writer.finish()?.flush(),
            Self::Plain(mut output) => output.flush(),
        }
    }
}

/// Makes rows of games.
pub(super) struct RowMaker<'a> {
    writing: &'a Writing<'a>,
    spec: &'a FileSpec,
    pub columns: Vec<TableColumn>,
    /// Which of the table's columns they are, where they are not all.
    chosen: Option<Vec<usize>>,
    /// The columns of games.
    layout: Option<Layout<GameObject>>,
    folders: ImportedFolders,
}

impl<'a> RowMaker<'a> {
    pub fn new(writing: &'a Writing<'a>, spec: &'a FileSpec) -> Result<Self, BuildError> {
        let plan = writing.plan;
        let columns = columns_of(plan, spec.table, spec.format);
        let all = all_columns(plan, spec.table);
        let place = |column: &TableColumn| all.iter().position(|known| known.name == column.name);
        let chosen = (columns.len() < all.len() || plan.columns.is_some())
            .then(|| columns.iter().filter_map(place).collect());
        let layout = match spec.table {
            TableName::Games => Some(Layout::select(&game_names(plan, spec.format, &columns))?),
            _ => None,
        };
        // Parquet and CSV have the chosen columns of games from the layout.
        let chosen = if layout.is_some() { None } else { chosen };
        Ok(Self { writing, spec, columns, chosen, layout, folders: ImportedFolders::new(Vec::new()) })
    }

    pub fn wanted(&self) -> Wanted {
        let is_json = self.spec.table == TableName::Games && self.spec.format == TableFormat::Jsonl;
        Wanted { source: false, details: is_json && self.writing.plan.with_text }
    }

    /// Whether rows come in an order of their own.
    pub fn is_sorted(&self) -> bool {
        let plan = self.writing.plan;
        self.spec.table == TableName::Positions && (plan.unique || plan.shuffle.is_some())
    }

    /// Whether equal positions become one row.
    fn gathers(&self) -> bool {
        self.spec.table == TableName::Positions && self.writing.plan.unique
    }

    /// The rows of some games.
    pub fn pieces(&self, games: Vec<(SelectedGame, GameColumns)>) -> Result<(Vec<Piece>, Rows), BuildError> {
        match self.spec.table {
            TableName::Games => self.game_pieces(games),
            TableName::Moves => self.move_pieces(games),
            TableName::Positions => self.position_pieces(games),
        }
    }

    fn played(&self, game: SelectedGame, columns: &GameColumns) -> Result<PlayedGame, BuildError> {
        Ok(PlayedGame::new(game.name(), columns).map_err(QueryError::from)?)
    }

    fn game_pieces(&self, games: Vec<(SelectedGame, GameColumns)>) -> Result<(Vec<Piece>, Rows), BuildError> {
        let mut rows = Rows::default();
        if matches!(self.spec.format, TableFormat::Usi | TableFormat::Hcpe3) {
            let (mut text, mut bytes) = (String::new(), Vec::new());
            for (game, columns) in &games {
                let played = self.played(*game, columns)?;
                if self.spec.format == TableFormat::Usi {
                    played.push_usi(&mut text);
                    rows.rows += 1;
                } else {
                    push_hcpe3(&played, columns, &mut bytes, &mut rows)?;
                }
            }
            bytes.extend_from_slice(text.as_bytes());
            return Ok((vec![Piece::Bytes(bytes)], rows));
        }
        let Some(layout) = &self.layout else { return Ok((Vec::new(), rows)) };
        let mut batch = Batch::new(&self.columns);
        let mut bytes = Vec::new();
        for (game, columns) in games {
            let mut object = GameObject::of_stored(columns, &self.folders).map_err(QueryError::from)?;
            object.game = Some(game.name());
            self.hide_names(&mut object);
            let cells = layout.cells(&object);
            rows.rows += 1;
            match self.spec.format {
                TableFormat::Jsonl => write_json_row(layout.columns(), &cells, &mut bytes)?,
                _ => push_game_cells(&mut batch, &cells),
            }
        }
        let piece = match self.spec.format {
            TableFormat::Jsonl => Piece::Bytes(bytes),
            _ => self.finished(batch)?,
        };
        Ok((vec![piece], rows))
    }

    fn hide_names(&self, object: &mut GameObject) {
        let Some(anonymiser) = &self.writing.plan.anonymise else { return };
        for name in [&mut object.black, &mut object.white, &mut object.black_name, &mut object.white_name] {
            *name = name.as_deref().and_then(|name| anonymiser.name(name));
        }
        // Events and places are often called after people, and servers name events after the players.
        object.event = object.event.as_deref().map(|event| anonymiser.text("event", event));
        object.place = object.place.as_deref().map(|place| anonymiser.text("place", place));
        // Some words for an ending name the winner, and an engine may be a player.
        object.declared_word = None;
        object.evaluations.iter_mut().for_each(|evaluation| evaluation.engine = None);
    }

    fn move_pieces(&self, games: Vec<(SelectedGame, GameColumns)>) -> Result<(Vec<Piece>, Rows), BuildError> {
        let mut batch = Batch::new(&moves_columns());
        for (game, columns) in &games {
            push_moves(&mut batch, &self.played(*game, columns)?);
        }
        let rows = Rows { rows: batch.rows as u64, ..Rows::default() };
        Ok((vec![self.finished(batch)?], rows))
    }

    fn position_pieces(
        &self,
        games: Vec<(SelectedGame, GameColumns)>,
    ) -> Result<(Vec<Piece>, Rows), BuildError> {
        let plan = self.writing.plan;
        let sampling = &plan.sampling;
        let mut rows = Rows::default();
        let mut batch = Batch::new(&positions_columns());
        let mut loose = Vec::new();
        let mut gathered = Sorter::new(self.writing.folder.to_owned());
        let mut bytes = Vec::new();
        for (game, columns) in &games {
            let played = self.played(*game, columns)?;
            if sampling.is_of_shogi_only() && played.variant != Variant::Shogi {
                rows.leave_out(
                    "only positions of standard shogi can be turned, mirrored, or told by checks",
                    played.moves.len() as u64,
                );
                continue;
            }
            let mut given_up = 0;
            let mut keeps = |key: u64| {
                let keeps = match (self.writing.shared, game.part) {
                    (Some(shared), Some(part)) => shared.keeps(key, part),
                    _ => true,
                };
                given_up += u64::from(!keeps);
                keeps
            };
            if self.gathers() {
                sampling.each(&played, |row| {
                    if keeps(row.key()) {
                        rows.rows += 1;
                        gather(&mut gathered, &played, row)?;
                    }
                    Ok::<_, io::Error>(())
                })?;
            } else if self.spec.format.row_bytes().is_some() {
                let packing = Packing { format: self.spec.format, no_score: plan.no_score, sampling };
                packing.push_game(&played, &mut keeps, &mut bytes, &mut rows);
            } else {
                let before = batch.rows;
                push_positions(&mut batch, &played, sampling, |row| keeps(row.key()));
                rows.rows += (batch.rows - before) as u64;
            }
            rows.leave_out("split: the position stands in an earlier part", given_up);
        }
        if self.gathers() {
            return Ok((vec![Piece::Gathered(gathered)], rows));
        }
        if let Some(size) = self.spec.format.row_bytes() {
            let piece = if self.is_sorted() {
                Piece::Loose(bytes.chunks(size).map(<[u8]>::to_vec).collect())
            } else {
                Piece::Bytes(bytes)
            };
            return Ok((vec![piece], rows));
        }
        if self.is_sorted() {
            let batch = self.projected(batch);
            let mut cursor = batch.cursor();
            loop {
                let mut row = Vec::new();
                if !row_bytes(&mut cursor, &mut row) {
                    break;
                }
                loose.push(row);
            }
            return Ok((vec![Piece::Loose(loose)], rows));
        }
        Ok((vec![self.finished(batch)?], rows))
    }

    /// The columns that the file has.
    fn projected(&self, mut batch: Batch) -> Batch {
        if let Some(chosen) = &self.chosen {
            batch.columns = chosen.iter().filter_map(|place| batch.columns.get(*place).cloned()).collect();
        }
        batch
    }

    /// Rows as they go into the file.
    fn finished(&self, batch: Batch) -> Result<Piece, BuildError> {
        Ok(self.encoded(self.projected(batch))?)
    }

    fn encoded(&self, batch: Batch) -> io::Result<Piece> {
        Ok(match self.spec.format {
            TableFormat::Csv => Piece::Bytes(csv_rows(&self.columns, self.writing.plan.csv, &batch)?),
            TableFormat::Jsonl => Piece::Bytes(json_rows(&self.columns, &batch)?),
            TableFormat::Sfen => Piece::Bytes(sfen_lines(&batch)),
            _ => Piece::Batch(batch),
        })
    }

    pub fn take<W: Write + Send>(
        &self,
        piece: Piece,
        sink: &mut Sink<W>,
        sorter: Option<&mut Sorter>,
    ) -> io::Result<()> {
        match (piece, sink, sorter) {
            (Piece::Batch(batch), Sink::Parquet(writer), _) => writer.push(batch),
            (Piece::Bytes(bytes), Sink::Plain(output), _) => output.write_all(&bytes),
            (Piece::Loose(rows), _, Some(sorter)) => {
                let seed = self.writing.plan.shuffle.unwrap_or_default();
                rows.iter().try_for_each(|row| sorter.push(super::mix(seed ^ super::hash(row)), row))
            }
            (Piece::Gathered(rows), _, Some(sorter)) => rows.each(|key, row| sorter.push(key, row)),
            _ => Err(io::Error::other("rows of another form than the file's")),
        }
    }

    /// Writes rows in the order of the sorter, and says how many they are.
    pub fn write_sorted<W: Write + Send>(&self, sorter: Sorter, sink: &mut Sink<W>) -> io::Result<u64> {
        if !self.gathers() {
            return self.write_loose(sorter, sink);
        }
        let all = unique_columns();
        let mut shuffled =
            self.writing.plan.shuffle.map(|seed| (seed, Sorter::new(self.writing.folder.to_owned())));
        let mut rows = 0;
        each_unique_batch(sorter, &all, ROWS_AT_ONCE, |batch| {
            rows += batch.rows as u64;
            let batch = self.projected(batch);
            match &mut shuffled {
                None => self.take(self.encoded(batch)?, sink, None),
                Some((seed, sorter)) => push_loose(&mut batch.cursor(), *seed, sorter),
            }
        })?;
        if let Some((_, sorter)) = shuffled {
            self.write_loose(sorter, sink)?;
        }
        Ok(rows)
    }

    fn write_loose<W: Write + Send>(&self, sorter: Sorter, sink: &mut Sink<W>) -> io::Result<u64> {
        let mut rows = 0;
        if self.spec.format.row_bytes().is_some() {
            sorter.each(|_, row| {
                rows += 1;
                self.take(Piece::Bytes(row.to_vec()), sink, None)
            })?;
            return Ok(rows);
        }
        let mut batch = Batch::new(&self.columns);
        sorter.each(|_, row| {
            rows += 1;
            push_row(&mut batch, row);
            if batch.rows >= ROWS_AT_ONCE {
                let full = std::mem::replace(&mut batch, Batch::new(&self.columns));
                self.take(self.encoded(full)?, sink, None)?;
            }
            Ok(())
        })?;
        if batch.rows > 0 {
            self.take(self.encoded(batch)?, sink, None)?;
        }
        Ok(rows)
    }
}

fn push_loose(cursor: &mut BatchCursor<'_>, seed: u64, sorter: &mut Sorter) -> io::Result<()> {
    let mut row = Vec::new();
    while row_bytes(cursor, &mut row) {
        sorter.push(super::mix(seed ^ super::hash(&row)), &row)?;
        row.clear();
    }
    Ok(())
}

/// The positions of some rows, one a line.
fn sfen_lines(batch: &Batch) -> Vec<u8> {
    let mut lines = String::new();
    let mut cursor = batch.cursor();
    let is_there = |lines: &mut String, cursor: &mut BatchCursor<'_>| {
        let next = cursor.next_row(|number, value| {
            if let (Value::Text(text), true) = (value, number == SFEN_COLUMN) {
                lines.push_str(text);
                lines.push('\n');
            }
            Ok::<_, std::convert::Infallible>(())
        });
        let Ok(is_there) = next;
        is_there
    };
    while is_there(&mut lines, &mut cursor) {}
    lines.into_bytes()
}

/// Where the SFEN stands among the only column that a file of SFEN has.
const SFEN_COLUMN: usize = 0;

/// The names of the columns of games in a format.
fn game_names(plan: &Plan, format: TableFormat, columns: &[TableColumn]) -> Vec<String> {
    let named = || columns.iter().map(|column| column.name.clone()).collect();
    if format != TableFormat::Jsonl || plan.columns.is_some() {
        return named();
    }
    let mut names: Vec<String> = named();
    names.push("evaluations".to_owned());
    if plan.with_text {
        names.push("record".to_owned());
    }
    debug_assert!(game_columns().iter().all(|column| names.contains(&column.name.clone().into_owned())));
    names
}
