//! What the moves of a game of dōbutsu shōgi prove about its ending, and whether that is what the record declares.
//!
//! The rules of comparison are those of `docs/endings.md`.

use super::declared::{Declared, moves_follow};
use super::verdict::{self, Proof};
use super::{Agreement, Facts, Outcome, Played, Stop, Walk, clocks};
use crate::record::{Code, Diagnostic, Ending, Record, Subject};
use crate::rules::shogi::Rule;
use crate::rules::{Color, dobutsu};
use dobutsu::{EndRule, Position};

/// Proves what can be proved of the main line and compares it with what is declared.
pub(super) fn outcome(
    record: &Record,
    _: &Position,
    walk: &Walk<Position>,
    played: &Played,
    declared: Declared,
    diagnostics: &mut Vec<Diagnostic>,
) -> Outcome {
    let case = Case {
        record,
        walk,
        played,
        facts: facts(record, walk, played),
        declared: &declared,
        complete: played.stop.is_none() && record.main().unread == 0,
    };
    let (proof, mut agreement) = case.judge();
    let said = case.said_winner(proof);
    agreement = verdict::of_winner(proof, said, agreement);
    let (verified, verified_winner) = proof.unwrap_or((Ending::None, None));
    case.report(agreement, verified, diagnostics);
    Outcome {
        declared: declared.ending.unwrap_or(Ending::None),
        declared_word: declared.word.clone(),
        declared_winner: said,
        verified,
        verified_winner,
        agreement,
        facts: case.facts,
    }
}

fn facts(record: &Record, walk: &Walk<Position>, played: &Played) -> Facts {
    let plies = played.moves.len();
    let ply = |ply: usize| u32::try_from(ply).unwrap_or(u32::MAX);
    let mut facts = Facts {
        occurrences: ply(walk.history.max_count()),
        threefold: walk.repetition.as_ref().map(|(repetition, _)| repetition.occurrences),
        no_legal_move: !walk.position.has_legal_move(),
        ..Facts::default()
    };
    let passed_over =
        [walk.repetition.as_ref().map(|(_, ply)| *ply), walk.over.as_ref().map(|(_, ply)| *ply)];
    facts.continues_after_end = passed_over.into_iter().flatten().filter(|over| *over < plies).min().map(ply);
    match played.stop {
        Some(Stop::Illegal(_, rule)) => {
            let side = walk.position.turn();
            facts.broken = Some((rule, ply(plies + 1)));
            facts.offender = Some(if rule == Rule::TwoMovesInARow { !side } else { side });
            if moves_follow(record.main(), played) {
                facts.continues_after_end = Some(ply(plies + 1));
            }
        }
        Some(Stop::Unresolved(Code::ContinuesAfterEnd)) => facts.continues_after_end = Some(ply(plies)),
        _ => {}
    }
    facts
}

/// The kind of ending that an end on the board is. A side without a move loses as if it were mated.
const fn kind(ending: dobutsu::Ending) -> Ending {
    match ending {
        dobutsu::Ending::LionCaptured => Ending::LionCaptured,
        dobutsu::Ending::LionTry => Ending::LionTry,
        dobutsu::Ending::NoLegalMove => Ending::Checkmate,
    }
}

fn proof(over: dobutsu::Outcome) -> (Ending, Option<Color>) {
    (kind(over.ending), over.winner)
}

/// Everything that a judgement needs.
struct Case<'a> {
    record: &'a Record,
    walk: &'a Walk<Position>,
    played: &'a Played,
    facts: Facts,
    declared: &'a Declared,
    /// Every written move was played.
    complete: bool,
}

impl Case<'_> {
    fn judge(&self) -> (Proof, Agreement) {
        use Agreement::{Agrees, CannotBeVerified, Contradicts, NothingDeclared};
        let board = self.on_the_board();
        let Some(ending) = self.declared.ending.filter(|ending| *ending != Ending::None) else {
            return (board, NothingDeclared);
        };
        let proved = board.map(|(kind, _)| kind);
        match ending {
            Ending::Resignation
            | Ending::Forfeit
            | Ending::Interrupted
            | Ending::Adjourned
            | Ending::DrawAgreed
            | Ending::Disconnection => (board, verdict::of_event(board)),
            _ if proved == Some(ending) => (board, Agrees),
            Ending::LionTry if self.passed_over_try().is_some() => (self.passed_over_try(), Agrees),
            Ending::LionCaptured | Ending::LionTry if self.complete => (board, Contradicts),
            Ending::Threefold => match (board, self.facts.threefold) {
                (Some(_), _) => (board, Contradicts),
                (None, Some(_)) => (Some((Ending::Threefold, None)), Agrees),
                (None, None) => (None, CannotBeVerified),
            },
            // 詰み is said of a lion that cannot get away, and of one that was taken.
            Ending::Checkmate if proved == Some(Ending::LionCaptured) => (board, Agrees),
            Ending::MaxMoves => {
                verdict::max_moves(self.record, self.played.moves.len(), self.complete, board)
            }
            Ending::TimeForfeit => self.time_forfeit(board),
            Ending::Unknown if board.is_some_and(|(_, winner)| winner == self.declared.winner) => {
                (board, Agrees)
            }
            _ => (board, CannotBeVerified),
        }
    }

    /// Whom the record calls the winner. トライ in place of a move means the side whose lion has reached the far rank:
    /// the side to move, if its lion could be taken and was not.
    fn said_winner(&self, proof: Proof) -> Option<Color> {
        let by_the_word =
            self.record.main().declarations.iter().all(|found| found.subject == Subject::MoverLoses);
        match proof {
            Some((Ending::LionTry, winner))
                if self.declared.ending == Some(Ending::LionTry) && by_the_word =>
            {
                winner
            }
            _ => self.declared.winner,
        }
    }

    /// What the last position proves whatever the record says.
    fn on_the_board(&self) -> Proof {
        if let Some(over) = self.walk.position.outcome_under(EndRule::FairyStockfish) {
            return Some(match &self.walk.over {
                Some((first, ply)) if *ply == self.played.moves.len() => proof(*first),
                _ => proof(over),
            });
        }
        if let Some((_, ply)) = self.facts.broken {
            let last_word = self.facts.continues_after_end != Some(ply)
                || self.declared.ending == Some(Ending::IllegalMove);
            return last_word.then(|| (Ending::IllegalMove, self.facts.offender.map(|offender| !offender)));
        }
        if !self.complete {
            return None;
        }
        match &self.walk.over {
            Some((over, ply)) if *ply == self.played.moves.len() => Some(proof(*over)),
            _ => self.walk.history.repetition().map(|_| (Ending::Threefold, None)),
        }
    }

    /// A try that nobody saw while the game went on.
    fn passed_over_try(&self) -> Proof {
        let (over, _) = self.walk.over.as_ref()?;
        (over.ending == dobutsu::Ending::LionTry).then(|| proof(*over))
    }

    /// The side to move is the one whose time ran out.
    fn time_forfeit(&self, board: Proof) -> (Proof, Agreement) {
        let mover = self.walk.position.turn();
        match clocks::time_forfeit(self.record, self.played, mover) {
            Agreement::Agrees if board.is_none() => {
                (Some((Ending::TimeForfeit, Some(!mover))), Agreement::Agrees)
            }
            agreement => (board, agreement),
        }
    }

    fn report(&self, agreement: Agreement, verified: Ending, diagnostics: &mut Vec<Diagnostic>) {
        let passed_over = self.facts.continues_after_end.filter(|_| self.played.stop.is_none());
        let played_on = passed_over.map(|ply| match &self.walk.over {
            Some((_, over)) if u32::try_from(*over) == Ok(ply) => (ply, "it was over by the official rules"),
            _ => (ply, "it was drawn by the third occurrence of its position"),
        });
        let (verdict, why) = ((agreement, verified), || self.why(verified).to_owned());
        verdict::report(self.record, self.declared, verdict, played_on, why, diagnostics);
    }

    /// In words, what speaks against the declaration.
    fn why(&self, verified: Ending) -> &'static str {
        match (verified, self.declared.ending) {
            (Ending::LionCaptured, _) => "a lion was taken",
            (Ending::LionTry, _) => "a lion has reached the far rank",
            (Ending::Threefold, _) => "the last position stands for the third time",
            (Ending::IllegalMove, _) => "the last move is illegal, and its maker loses",
            (Ending::Checkmate, _) => "the side to move has no move",
            (_, Some(Ending::LionCaptured)) => "no lion was taken",
            (_, Some(Ending::LionTry)) => "no lion has reached the far rank safely",
            (_, Some(Ending::MaxMoves)) => "fewer moves were played",
            (_, Some(Ending::TimeForfeit)) => "the recorded times leave time on the clock",
            _ => "the moves say otherwise",
        }
    }
}
