//! The table of positions: one row a position of a game, with the move that was made in it.

use super::batch::{Batch, ColumnType, TableColumn, Value};
use super::game::PlayedGame;
use super::sampling::{SampledPosition, Sampling};
use crate::record::GameResult;
use crate::rules::VariantPosition;

/// The columns.
#[must_use]
pub fn columns() -> Vec<TableColumn> {
    let column = TableColumn::new;
    vec![
        column("game", ColumnType::Text, "the game, as in the table of games"),
        column("ply", ColumnType::Integer, "after how many plies of its game").varied(),
        column("sfen", ColumnType::Text, "the position").varied(),
        column("side", ColumnType::Text, "who is to move: `black` or `white`"),
        column("move", ColumnType::Text, "the move that was made, in USI, in dōbutsu shōgi as `b3b2`"),
        column("winner", ColumnType::Text, "who won the game, in the colours of the position: `black`, `white`, `draw`; nothing when that is not known").optional(),
        column("result", ColumnType::Number, "what the side to move made of the game: 1, 0.5 or 0").optional(),
        column("plies_left", ColumnType::Integer, "how many plies the game had from here on").varied(),
        column("is_check", ColumnType::Flag, "whether the side to move is in check; nothing in dōbutsu shōgi").optional(),
        column("is_capture", ColumnType::Flag, "whether the move takes a piece"),
        column("evaluation", ColumnType::Integer, "what an engine thought of the position, in hundredths of a pawn from the view of the side to move, at most 30000; a mate in n plies is 32000 - n").optional().varied(),
        column("is_mirrored", ColumnType::Flag, "whether left and right are changed"),
    ]
}

/// Adds the positions of a game that `wanted` lets through.
pub fn push_game(
    batch: &mut Batch,
    game: &PlayedGame,
    sampling: &Sampling,
    mut wanted: impl FnMut(&SampledPosition<'_>) -> bool,
) {
    let pushed = sampling.each(game, |row| {
        if wanted(row) {
            push_row(batch, game, row);
        }
        Ok::<_, std::convert::Infallible>(())
    });
    let Ok(()) = pushed;
}

fn push_row(batch: &mut Batch, game: &PlayedGame, row: &SampledPosition<'_>) {
    let [key, ply, sfen, side, mv, winner, result, plies_left, is_check, is_capture, evaluation, is_mirrored] =
        batch.columns.as_mut_slice()
    else {
        debug_assert!(false, "the rows are of another table");
        return;
    };
    let number = |value: usize| Value::Integer(i32::try_from(value).unwrap_or(i32::MAX));
    let mover = row.side_of_game();
    key.push(Value::Text(&game.key));
    ply.push(number(row.ply as usize));
    sfen.push_text_with(|text| push_sfen(row.position, text));
    side.push(Value::Text(row.position.turn().name()));
    mv.push_text_with(|text| game.variant.push_move(row.mv, text));
    winner.push(match game.result {
        GameResult::Won(color) => Value::Text(if row.is_turned { !color } else { color }.name()),
        GameResult::Draw => Value::Text("draw"),
        GameResult::Unknown => Value::Missing,
    });
    result.push(game.points(mover).map_or(Value::Missing, Value::Number));
    plies_left.push(number(game.moves.len() - row.ply as usize));
    is_check.push(match row.position {
        VariantPosition::Shogi(position) => Value::Flag(position.in_check()),
        VariantPosition::Dobutsu(_) => Value::Missing,
    });
    is_capture.push(Value::Flag(row.captures));
    let score = game.evaluation(row.ply as usize, mover);
    evaluation.push(score.map_or(Value::Missing, |score| Value::Integer(score.into())));
    is_mirrored.push(Value::Flag(row.is_mirrored));
    batch.rows += 1;
}

/// Appends the SFEN of a position.
pub fn push_sfen(position: &VariantPosition, text: &mut String) {
    match position {
        VariantPosition::Shogi(position) => position.push_sfen(text),
        VariantPosition::Dobutsu(position) => *text += &position.sfen(),
    }
}
