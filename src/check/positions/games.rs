//! Games of hcpe3.

use super::judge::{At, Judged};
use super::{PositionReport, RecordFinding};
use crate::formats::packed::RecordError;
use crate::formats::packed::hcpe3::{self, Game};
use crate::record::Code;
use crate::rules::shogi::Setup;
use rayon::prelude::*;
use std::io::BufRead;

/// How many moves are judged at once, on all cores.
const AT_ONCE: usize = 1 << 16;

/// A game that was read, with its place, or why there is none.
type Read = Result<(At, Game<Setup>), RecordError>;

/// Judges every game.
pub(super) fn check(
    input: &mut dyn BufRead,
    report: &mut PositionReport,
    take: &mut dyn FnMut(RecordFinding),
) {
    let mut games = hcpe3::read(input);
    loop {
        let (mut batch, mut moves) = (Vec::new(), 0);
        while moves < AT_ONCE {
            let at = At { record: games.games(), offset: games.offset() };
            match games.next() {
                None => break,
                Some(Ok(game)) => {
                    moves += game.moves.len() + 1;
                    batch.push(Ok((at, game)));
                }
                Some(Err(error)) => batch.push(Err(error)),
            }
        }
        if batch.is_empty() {
            break;
        }
        report.records += batch.len() as u64;
        for judged in batch.par_iter().map(judge).collect::<Vec<_>>() {
            report.counts.add(&judged.counts);
            judged.findings.into_iter().for_each(|finding| report.find(finding, take));
        }
    }
    report.bytes = games.offset();
}

fn judge(game: &Read) -> Judged {
    let mut judged = Judged::default();
    match game {
        Ok((at, game)) => judged.game(game, *at),
        Err(error) => judged.fault(At { record: error.index, offset: error.offset }, &error.fault),
    }
    judged
}

impl Judged {
    /// Judges a game move by move, up to the first illegal one. Every move is a position.
    fn game(&mut self, game: &Game<Setup>, at: At) {
        self.counts.positions += game.moves.len() as u64;
        let Some((mut position, is_complete)) = self.possible(&game.start, at) else { return };
        for (number, searched) in game.moves.iter().enumerate() {
            self.counts.position(&position, is_complete);
            self.counts.score(searched.score);
            self.counts.result(game.result);
            let place = format!("move {}: ", number + 1);
            if !self.is_legal(&position, searched.mv, &place, at) {
                return;
            }
            let place = format!("a candidate of move {}: ", number + 1);
            let wrong = searched.candidates.iter().find_map(|(mv, _)| Some((mv, position.judge(*mv).err()?)));
            match wrong {
                Some((mv, rule)) => {
                    let message = format!("{place}`{mv}` is illegal: {rule}");
                    self.find(at, Code::BadPackedMove, &message);
                }
                None => self.counts.sound += 1,
            }
            position.play(searched.mv);
        }
    }
}
