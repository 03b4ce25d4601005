//! Games as packed positions for engines to learn from.

use super::file::Rows;
use super::plan::NoScore;
use crate::dataset::table::{PlayedGame, Sampling, TableFormat};
use crate::formats::packed::{NO_SCORE, Refusal, hcpe, hcpe3, psv};
use crate::record::{Ending, GameResult};
use crate::rules::VariantPosition;
use crate::store::GameColumns;
use std::convert::Infallible;
use std::io;

/// How positions are packed.
pub(super) struct Packing<'a> {
    pub format: TableFormat,
    pub no_score: NoScore,
    pub sampling: &'a Sampling,
}

/// Why positions of a game are left out that could be packed.
const NO_EVALUATION: &str = "no evaluation";

impl Packing<'_> {
    /// Appends the positions of a game that `keeps` lets through, and counts those that have no packed form.
    pub fn push_game(
        &self,
        game: &PlayedGame,
        keeps: &mut impl FnMut(u64) -> bool,
        bytes: &mut Vec<u8>,
        rows: &mut Rows,
    ) {
        if let Some(refusal) = refusal(game) {
            let mut positions = 0;
            let counted = self.sampling.each(game, |_| {
                positions += 1;
                Ok::<_, Infallible>(())
            });
            let Ok(()) = counted;
            rows.leave_out(refusal.name(), positions);
            return;
        }
        let pushed = self.sampling.each(game, |row| {
            let VariantPosition::Shogi(position) = row.position else { return Ok(()) };
            if !keeps(row.key()) {
                return Ok(());
            }
            let score = game.evaluation(row.ply as usize, row.side_of_game());
            if score.is_none() && self.no_score == NoScore::LeaveOut {
                rows.leave_out(NO_EVALUATION, 1);
                return Ok(());
            }
            let score = score.unwrap_or(NO_SCORE);
            let result = match game.result {
                GameResult::Won(winner) if row.is_turned => GameResult::Won(!winner),
                result => result,
            };
            let mv = Some(row.mv);
            let packed = match self.format {
                TableFormat::Psv => psv::Record { score, ..psv::Record::new(position, mv, result) }
                    .to_bytes()
                    .map(|record| bytes.extend_from_slice(&record)),
                _ => hcpe::Record { score, ..hcpe::Record::new(position, mv, result) }
                    .to_bytes()
                    .map(|record| bytes.extend_from_slice(&record)),
            };
            match packed {
                Ok(()) => rows.rows += 1,
                Err(refusal) => rows.leave_out(refusal.name(), 1),
            }
            Ok::<_, Infallible>(())
        });
        let Ok(()) = pushed;
    }
}

/// Why no position of a game has a packed form.
fn refusal(game: &PlayedGame) -> Option<Refusal> {
    let unknown = (game.result == GameResult::Unknown).then_some(Refusal::UnknownResult);
    Refusal::of_either(&game.start).or(unknown)
}

/// Appends a game in the form of hcpe3, each move as the only one that was looked at.
pub(super) fn push_hcpe3(
    game: &PlayedGame,
    columns: &GameColumns,
    bytes: &mut Vec<u8>,
    rows: &mut Rows,
) -> io::Result<()> {
    let VariantPosition::Shogi(start) = &game.start else {
        rows.leave_out(Refusal::Dobutsu.name(), 1);
        return Ok(());
    };
    if let Some(refusal) = refusal(game) {
        rows.leave_out(refusal.name(), 1);
        return Ok(());
    }
    let mut side = start.turn();
    let mut moves = Vec::with_capacity(game.moves.len());
    for (ply, mv) in game.moves.iter().enumerate() {
        let score = game.evaluation(ply, side).unwrap_or(NO_SCORE);
        moves.push(hcpe3::SearchedMove::played(*mv, score));
        side = !side;
    }
    let ending = columns.verified_ending.or(columns.declared_ending);
    let end = hcpe3::GameEnd {
        sennichite: matches!(ending, Ending::Sennichite | Ending::PerpetualCheck),
        declaration: ending == Ending::Declaration,
        max_moves: ending == Ending::MaxMoves,
    };
    let packed = hcpe3::Game { start, moves, result: game.result, end, opponent: 0 };
    packed.write(bytes).map_err(io::Error::other)?;
    rows.rows += 1;
    Ok(())
}
