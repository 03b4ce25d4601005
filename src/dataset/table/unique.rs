//! The table of positions where each position is one row, with what became of all games that reached it.

use super::batch::{Batch, ColumnType, TableColumn, Value};
use super::game::PlayedGame;
use super::positions::push_sfen;
use super::sampling::SampledPosition;
use super::sorter::Sorter;
use std::io;

/// The columns.
#[must_use]
pub fn columns() -> Vec<TableColumn> {
    let column = TableColumn::new;
    vec![
        column("sfen", ColumnType::Text, "the position; the move's number is 1, since games reach it at different plies").varied(),
        column("side", ColumnType::Text, "who is to move: `black` or `white`"),
        column("visits", ColumnType::Integer, "how many rows of the selection were this position"),
        column("wins", ColumnType::Integer, "how many of them the side to move won"),
        column("draws", ColumnType::Integer, "how many were drawn"),
        column("losses", ColumnType::Integer, "how many it lost"),
        column("unknown", ColumnType::Integer, "of how many the result is not known"),
        column("result", ColumnType::Number, "the mean result of the side to move: 1, 0.5 or 0 for a game, of those with a known result").optional(),
        column("evaluation", ColumnType::Number, "the mean of what engines thought of it, in hundredths of a pawn from the view of the side to move").optional(),
        column("evaluations", ColumnType::Integer, "how many evaluations that is the mean of"),
        column("move", ColumnType::Text, "the move that was made most often; of several the first by its text"),
        column("moves", ColumnType::Integer, "how many different moves were made"),
    ]
}

/// Adds a row of a game to what is to be gathered.
///
/// # Errors
/// When a temporary file cannot be written.
pub fn gather(sorter: &mut Sorter, game: &PlayedGame, row: &SampledPosition<'_>) -> io::Result<()> {
    let mut sfen = String::with_capacity(96);
    push_sfen(row.position, &mut sfen);
    let sfen = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(position, _)| position);
    let result = match game.points(row.side_of_game()) {
        None => 3,
        Some(points) if points > 0.75 => 2,
        Some(points) if points > 0.25 => 1,
        Some(_) => 0,
    };
    let mut bytes = Vec::with_capacity(sfen.len() + 16);
    bytes.extend_from_slice(sfen.as_bytes());
    bytes.push(0);
    bytes.push(result);
    match game.evaluation(row.ply as usize, row.side_of_game()) {
        Some(score) => {
            bytes.push(1);
            bytes.extend_from_slice(&score.to_le_bytes());
        }
        None => bytes.extend_from_slice(&[0; 3]),
    }
    let mut mv = String::with_capacity(5);
    game.variant.push_move(row.mv, &mut mv);
    bytes.extend_from_slice(mv.as_bytes());
    sorter.push(row.key(), &bytes)
}

/// What is known of one position.
#[derive(Debug, Default)]
struct Gathered {
    sfen: String,
    results: [i32; 4],
    evaluation: f64,
    evaluations: i32,
    moves: Vec<(String, i32)>,
}

impl Gathered {
    fn add(&mut self, row: &[u8]) {
        let [result, has_score, low, high, mv @ ..] = row else { return };
        self.results[usize::from(*result & 3)] += 1;
        if *has_score == 1 {
            self.evaluation += f64::from(i16::from_le_bytes([*low, *high]));
            self.evaluations += 1;
        }
        let mv = String::from_utf8_lossy(mv);
        match self.moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, count)) => *count += 1,
            None => self.moves.push((mv.into_owned(), 1)),
        }
    }

    fn push(&self, batch: &mut Batch) {
        let [sfen, side, visits, wins, draws, losses, unknown, result, evaluation, evaluations, mv, moves] =
            batch.columns.as_mut_slice()
        else {
            debug_assert!(false, "the rows are of another table");
            return;
        };
        let [lost, drawn, won, open] = self.results;
        let known = lost + drawn + won;
        let is_white = self.sfen.split(' ').nth(1) == Some("w");
        sfen.push_text_with(|text| {
            text.push_str(&self.sfen);
            text.push_str(" 1");
        });
        side.push(Value::Text(if is_white { "white" } else { "black" }));
        for (column, count) in
            [(visits, known + open), (wins, won), (draws, drawn), (losses, lost), (unknown, open)]
        {
            column.push(Value::Integer(count));
        }
        let mean = |sum: f64, count: i32| match count {
            0 => Value::Missing,
            count => Value::Number(sum / f64::from(count)),
        };
        result.push(mean(f64::from(won) + f64::from(drawn) / 2.0, known));
        evaluation.push(mean(self.evaluation, self.evaluations));
        evaluations.push(Value::Integer(self.evaluations));
        let best = self.moves.iter().min_by_key(|(text, count)| (-count, text.as_str()));
        mv.push(Value::Text(best.map_or("", |(text, _)| text.as_str())));
        moves.push(Value::Integer(i32::try_from(self.moves.len()).unwrap_or(i32::MAX)));
        batch.rows += 1;
    }
}

/// Gives the rows of all positions to `take`, some at once, in the order of their keys.
///
/// # Errors
/// When a temporary file cannot be read, or `take` gives one.
pub fn each_batch(
    sorter: Sorter,
    columns: &[TableColumn],
    rows_at_once: usize,
    mut take: impl FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    let mut batch = Batch::new(columns);
    let mut current = Gathered::default();
    sorter.each(|_, bytes| {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let (sfen, rest) = bytes.split_at(end);
        if sfen != current.sfen.as_bytes() {
            if !current.sfen.is_empty() {
                current.push(&mut batch);
                if batch.rows >= rows_at_once {
                    take(std::mem::replace(&mut batch, Batch::new(columns)))?;
                }
            }
            current = Gathered { sfen: String::from_utf8_lossy(sfen).into_owned(), ..Gathered::default() };
        }
        current.add(rest.get(1..).unwrap_or_default());
        Ok(())
    })?;
    if !current.sfen.is_empty() {
        current.push(&mut batch);
    }
    if batch.rows > 0 {
        take(batch)?;
    }
    Ok(())
}
