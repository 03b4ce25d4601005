//! The table of moves: one row a ply.

use super::batch::{Batch, ColumnType, TableColumn, Value};
use super::game::PlayedGame;
use crate::rules::shogi::{Move, Piece};
use crate::rules::{Color, PlayablePosition, VariantPosition};

/// The columns.
#[must_use]
pub fn columns() -> Vec<TableColumn> {
    let column = TableColumn::new;
    vec![
        column("game", ColumnType::Text, "the game, as in the table of games"),
        column("ply", ColumnType::Integer, "the number of the move in its game, from 1").varied(),
        column("side", ColumnType::Text, "who moves: `black` or `white`"),
        column("move", ColumnType::Text, "the move in USI, in dōbutsu shōgi as `b3b2`"),
        column("piece", ColumnType::Text, "the piece that moves as a letter of SFEN, `+` before a promoted one; in dōbutsu shōgi the piece of standard shogi that stands for the animal"),
        column("captured", ColumnType::Text, "the piece that it takes, in the same way").optional(),
        column("is_drop", ColumnType::Flag, "whether it is a drop"),
        column("promotes", ColumnType::Flag, "whether the piece promotes"),
        column("is_check", ColumnType::Flag, "whether it gives check; nothing in dōbutsu shōgi").optional(),
        column("time_ms", ColumnType::Integer, "the time spent on it in milliseconds").optional().varied(),
        column("evaluation", ColumnType::Integer, "what an engine thought of the position after it, in hundredths of a pawn from Black's view, at most 30000; a mate in n plies is 32000 - n").optional().varied(),
    ]
}

/// Adds the moves of a game.
pub fn push_game(batch: &mut Batch, game: &PlayedGame) {
    match &game.start {
        VariantPosition::Shogi(start) => push_line(batch, game, start.clone()),
        VariantPosition::Dobutsu(start) => push_line(batch, game, *start),
    }
}

fn push_line<P: PlayablePosition>(batch: &mut Batch, game: &PlayedGame, mut position: P) {
    for (index, mv) in game.moves.iter().enumerate() {
        let ply = i32::try_from(index + 1).unwrap_or(i32::MAX);
        let side = position.turn();
        let moved = match mv.from() {
            Some(square) => position.piece_on(square),
            None => mv.dropped().map(|kind| Piece::new(Color::Black, kind)),
        };
        let captured = if mv.is_drop() { None } else { position.piece_on(mv.to()) };
        position.make(*mv);
        let check = position.as_shogi().map(|position| position.in_check());
        push_row(batch, game, &Ply { ply, index, mv: *mv, side, moved, captured, check });
    }
}

/// A move with what it does.
struct Ply {
    ply: i32,
    index: usize,
    mv: Move,
    side: Color,
    moved: Option<Piece>,
    captured: Option<Piece>,
    check: Option<bool>,
}

fn push_row(batch: &mut Batch, game: &PlayedGame, ply: &Ply) {
    let number = |value: Option<i32>| value.map_or(Value::Missing, Value::Integer);
    let letter =
        |piece: Option<Piece>| piece.map_or(Value::Missing, |piece| Value::Text(piece_letter(piece)));
    let [key, place, side, mv, piece, captured, is_drop, promotes, is_check, time, evaluation] =
        batch.columns.as_mut_slice()
    else {
        debug_assert!(false, "the rows are of another table");
        return;
    };
    key.push(Value::Text(&game.key));
    place.push(Value::Integer(ply.ply));
    side.push(Value::Text(ply.side.name()));
    mv.push_text_with(|text| game.variant.push_move(ply.mv, text));
    piece.push(match letter(ply.moved) {
        Value::Missing => Value::Text("?"),
        letter => letter,
    });
    captured.push(letter(ply.captured));
    is_drop.push(Value::Flag(ply.mv.is_drop()));
    promotes.push(Value::Flag(ply.mv.promotes()));
    is_check.push(ply.check.map_or(Value::Missing, Value::Flag));
    time.push(number(game.clocks.get(ply.index).copied().flatten()));
    evaluation.push(number(game.evaluation(ply.index + 1, Color::Black).map(i32::from)));
    batch.rows += 1;
}

/// A piece as Black's letter of SFEN.
pub(super) fn piece_letter(piece: Piece) -> &'static str {
    const LETTERS: [[&str; 8]; 2] =
        [["P", "L", "N", "S", "G", "B", "R", "K"], ["+P", "+L", "+N", "+S", "G", "+B", "+R", "K"]];
    let kind = piece.kind;
    LETTERS[usize::from(kind.is_promoted())][kind.slot() & 7]
}
