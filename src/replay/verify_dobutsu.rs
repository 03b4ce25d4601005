//! What the moves of a game of dōbutsu shōgi verify about its ending.

use super::verify::{Case, Judgement, PlayedLine, Verified, VerifyEnding, ply_number};
use super::{Agreement, Facts, Stop};
use crate::record::{Code, Ending, Subject};
use crate::rules::Color;
use crate::rules::dobutsu::{EndRule, GameEnd, GameEndKind, Position};

impl VerifyEnding for Position {
    fn facts(line: &PlayedLine<'_, Self>) -> Facts {
        let (walk, plies) = (line.walk, line.played.moves.len());
        let mut facts = Facts {
            occurrences: ply_number(walk.history.max_count()),
            threefold: walk.repetition.as_ref().map(|(repetition, _)| repetition.occurrences),
            no_legal_move: !line.last().has_legal_move(),
            ..Facts::default()
        };
        let passed_over =
            [walk.repetition.as_ref().map(|(_, ply)| *ply), walk.over.as_ref().map(|(_, ply)| *ply)];
        let passed_over = passed_over.into_iter().flatten().filter(|over| *over < plies).min();
        let illegal = line.note_illegal_move(&mut facts);
        facts.continues_after_end = match line.played.stop {
            Some(Stop::Unresolved(Code::ContinuesAfterEnd)) => Some(ply_number(plies)),
            _ => illegal.or(passed_over.map(ply_number)),
        };
        facts
    }

    fn on_the_board(case: &Case<'_, Self>) -> Option<Verified> {
        let (walk, plies) = (case.line.walk, case.line.played.moves.len());
        let over_now = walk.over.as_ref().filter(|(_, ply)| *ply == plies).map(|(end, _)| *end);
        if let Some(end) = case.line.last().game_end_under(EndRule::FairyStockfish) {
            return Some(verified(over_now.unwrap_or(end)));
        }
        if let Some(verified) = case.illegal_move() {
            return verified;
        }
        if !case.line.is_complete() {
            return None;
        }
        let repeated = || walk.history.repetition().map(|_| Verified::drawn(Ending::Threefold));
        over_now.map(verified).or_else(repeated)
    }

    fn judge(case: &Case<'_, Self>, ending: Ending, board: Option<Verified>) -> Option<Judgement> {
        use Agreement::{Agrees, CannotBeVerified, Contradicts};
        let on_board = board.map(|board| board.ending);
        Some(match ending {
            _ if on_board == Some(ending) => (board, Agrees),
            Ending::LionTry if passed_over_try(case).is_some() => (passed_over_try(case), Agrees),
            Ending::LionCaptured | Ending::LionTry if case.line.is_complete() => (board, Contradicts),
            Ending::Threefold => match (board, case.facts.threefold) {
                (Some(_), _) => (board, Contradicts),
                (None, Some(_)) => (Some(Verified::drawn(Ending::Threefold)), Agrees),
                (None, None) => (None, CannotBeVerified),
            },
            // 詰み is said of a lion that cannot get away, and of one that was taken.
            Ending::Checkmate if on_board == Some(Ending::LionCaptured) => (board, Agrees),
            _ => return None,
        })
    }

    /// トライ in place of a move means the side whose lion has reached the far rank: the side to move, if its lion could
    /// be taken and was not.
    fn declared_winner(case: &Case<'_, Self>, verified: Option<Verified>) -> Option<Color> {
        let line = &case.line;
        let by_the_word =
            || line.record.main().declarations.iter().all(|found| found.subject == Subject::MoverLoses);
        match verified {
            Some(Verified { ending: Ending::LionTry, winner })
                if line.declared.ending == Ending::LionTry && by_the_word() =>
            {
                winner
            }
            _ => line.declared.winner,
        }
    }

    fn played_on(case: &Case<'_, Self>) -> Option<(u32, &'static str)> {
        let line = &case.line;
        let ply = case.facts.continues_after_end.filter(|_| line.played.stop.is_none())?;
        let was_over = line.walk.over.as_ref().is_some_and(|(_, over)| ply_number(*over) == ply);
        Some(if was_over {
            (ply, "it was over by the official rules")
        } else {
            (ply, "it was drawn by the third occurrence of its position")
        })
    }

    fn contradiction(case: &Case<'_, Self>, verified: Ending) -> Option<String> {
        let words = match (case.line.declared.ending, verified) {
            (_, Ending::LionCaptured) => "a lion was taken",
            (_, Ending::LionTry) => "a lion has reached the far rank",
            (_, Ending::Threefold) => "the last position stands for the third time",
            (_, Ending::Checkmate) => "the side to move has no move",
            (_, Ending::IllegalMove) => return None,
            (Ending::LionCaptured, _) => "no lion was taken",
            (Ending::LionTry, _) => "no lion has reached the far rank safely",
            _ => return None,
        };
        Some(words.to_owned())
    }
}

/// What an end on the board verifies. A side without a move loses as if it were mated.
const fn verified(end: GameEnd) -> Verified {
    let ending = match end.kind {
        GameEndKind::LionCaptured => Ending::LionCaptured,
        GameEndKind::LionTry => Ending::LionTry,
        GameEndKind::NoLegalMove => Ending::Checkmate,
    };
    Verified { ending, winner: end.winner }
}

/// A try that nobody saw while the game went on.
fn passed_over_try(case: &Case<'_, Position>) -> Option<Verified> {
    let (end, _) = case.line.walk.over.as_ref()?;
    (end.kind == GameEndKind::LionTry).then(|| verified(*end))
}
