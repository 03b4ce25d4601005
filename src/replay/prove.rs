//! What the moves of a game prove about its ending, and whether that is what the record declares.
//!
//! The rules of comparison are those of `docs/endings.md`, kind by kind.

use super::declared::{Declared, moves_follow};
use super::verdict::{self, Proof};
use super::{Agreement, Facts, Outcome, Played, Stop, Walk, side_after_written};
use crate::record::{Diagnostic, Ending, Record};
use crate::rules::Color;
use crate::rules::shogi::impasse::{self, Condition, PointCount, Verdict};
use crate::rules::shogi::{Declaration, Position, Rule};

/// The length from which professional games count as jishogi (since October 2019), in plies.
const PROFESSIONAL_LIMIT: usize = 500;

/// Proves what can be proved of the main line and compares it with what is declared.
pub(super) fn outcome(
    record: &Record,
    start: &Position,
    walk: &Walk<Position>,
    played: &Played,
    declared: Declared,
    diagnostics: &mut Vec<Diagnostic>,
) -> Outcome {
    let mut case = Case {
        record,
        played,
        last: &walk.position,
        facts: facts(record, start, walk, played, &declared),
        declared: &declared,
        bonus: bonus(record, start),
        complete: played.stop.is_none() && record.main().unread == 0,
        at_end: walk.repetition.as_ref().is_some_and(|(_, ply)| *ply == played.moves.len())
            || walk.history.repetition().is_some(),
    };
    let (proof, mut agreement) = case.judge();
    agreement = verdict::of_winner(proof, declared.winner, agreement);
    let (verified, verified_winner) = proof.unwrap_or((Ending::None, None));
    if declared.ending == Some(Ending::Declaration) && case.complete {
        case.facts.failed_conditions = case.failed();
    }
    let passed_over = case.facts.continues_after_end.filter(|_| case.facts.broken.is_none());
    let played_on = passed_over.map(|ply| (ply, "the position stood for the fourth time"));
    let verdict = (agreement, verified);
    verdict::report(record, &declared, verdict, played_on, || case.why(verified), diagnostics);
    Outcome {
        declared: declared.ending.unwrap_or(Ending::None),
        declared_word: declared.word.clone(),
        declared_winner: declared.winner,
        verified,
        verified_winner,
        agreement,
        facts: case.facts,
    }
}

fn facts(
    record: &Record,
    start: &Position,
    walk: &Walk<Position>,
    played: &Played,
    declared: &Declared,
) -> Facts {
    let last = &walk.position;
    let count = PointCount::of(last, bonus(record, start));
    let mut facts = Facts {
        occurrences: walk.history.max_count(),
        repetition: walk.repetition.as_ref().map(|(repetition, _)| *repetition),
        points: count.points,
        both_kings_entered: count.kings_in_zones,
        ..Facts::default()
    };
    if !last.has_legal_move() {
        facts.mate = last.in_check();
        facts.no_legal_move = !last.in_check();
    }
    if let Some(Stop::Illegal(_, rule)) = played.stop {
        let ply = u32::try_from(played.moves.len() + 1).unwrap_or(u32::MAX);
        facts.broken = Some((rule, ply));
        // Whoever moves out of turn is not the side to move.
        let side = last.turn();
        facts.offender = Some(if rule == Rule::TwoMovesInARow { !side } else { side });
        facts.continues_after_end = moves_follow(record.main(), played).then_some(ply);
    }
    if let Some((_, ply)) = walk.repetition.as_ref().filter(|(_, ply)| *ply < played.moves.len()) {
        facts.continues_after_end = u32::try_from(*ply).ok();
    }
    if declared.ending == Some(Ending::Resignation) && played.stop.is_none() {
        facts.mate_in_one =
            last.turn() == side_after_written(start.turn(), record.main()) && last.mate_in_one().is_some();
    }
    facts
}

/// The points that White counts for the pieces given as a handicap. A start with a full Black camp is a handicap;
/// a diagram from the middle of a game is not.
fn bonus(record: &Record, start: &Position) -> u8 {
    const FULL_CAMP: u8 = 27;
    let full = impasse::total_points(start, Color::Black) == FULL_CAMP;
    if full { impasse::handicap_bonus(&record.start.setup) } else { 0 }
}

/// Everything that a judgement needs.
struct Case<'a> {
    record: &'a Record,
    played: &'a Played,
    last: &'a Position,
    facts: Facts,
    declared: &'a Declared,
    bonus: u8,
    /// Every written move was played.
    complete: bool,
    /// The last position stands on the board for at least the fourth time.
    at_end: bool,
}

impl Case<'_> {
    fn judge(&self) -> (Proof, Agreement) {
        use Agreement::{Agrees, CannotBeVerified, Contradicts, NothingDeclared};
        let board = self.on_the_board();
        let Some(ending) = self.declared.ending.filter(|ending| *ending != Ending::None) else {
            return (board, NothingDeclared);
        };
        match ending {
            Ending::Resignation
            | Ending::Forfeit
            | Ending::Interrupted
            | Ending::Adjourned
            | Ending::DrawAgreed
            | Ending::Disconnection => (board, verdict::of_event(board)),
            Ending::Checkmate if !self.complete => (board, CannotBeVerified),
            Ending::Checkmate if self.facts.mate || self.facts.no_legal_move => (board, Agrees),
            Ending::Checkmate => (board, Contradicts),
            Ending::NoMate if self.facts.mate => (board, Contradicts),
            Ending::IllegalMove => match board {
                Some((Ending::IllegalMove | Ending::PerpetualCheck, _)) => (board, Agrees),
                _ => (board, CannotBeVerified),
            },
            Ending::Sennichite | Ending::PerpetualCheck => self.repetition(ending, board),
            Ending::Declaration if self.complete => self.declaration(),
            Ending::Jishogi if self.complete => self.jishogi(board),
            Ending::TryRule if self.complete => self.try_rule(board),
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

    /// What the last position proves whatever the record says.
    fn on_the_board(&self) -> Proof {
        if let Some((_, ply)) = self.facts.broken {
            let last_word = self.facts.continues_after_end != Some(ply)
                || self.declared.ending == Some(Ending::IllegalMove);
            return last_word.then(|| (Ending::IllegalMove, self.facts.offender.map(|offender| !offender)));
        }
        if !self.complete {
            return None;
        }
        if self.facts.mate || self.facts.no_legal_move {
            return Some((Ending::Checkmate, Some(!self.last.turn())));
        }
        if self.at_end { self.repeated() } else { None }
    }

    /// The ending that the first fourfold repetition is.
    fn repeated(&self) -> Proof {
        self.facts.repetition.as_ref().map(|repetition| match repetition.loser {
            Some(loser) => (Ending::PerpetualCheck, Some(!loser)),
            None => (Ending::Sennichite, None),
        })
    }

    fn repetition(&self, declared: Ending, board: Proof) -> (Proof, Agreement) {
        if board.is_some_and(|(kind, _)| kind == Ending::Checkmate) {
            return (board, Agreement::Contradicts);
        }
        match self.repeated() {
            Some(proved) if proved.0 == declared => (Some(proved), Agreement::Agrees),
            Some(proved) => (Some(proved), Agreement::Contradicts),
            None => (board, Agreement::CannotBeVerified),
        }
    }

    /// The declarer is the side to move. With no rule named, the 27-point rule decides, and what only the 24-point
    /// law would call a draw is left open.
    fn declaration(&self) -> (Proof, Agreement) {
        let mover = self.last.turn();
        let claim = Declaration::of(self.last, mover);
        let won = Some((Ending::Declaration, Some(mover)));
        let lost = Some((Ending::Declaration, Some(!mover)));
        let by_27 = claim.csa27(mover, self.bonus_of(mover));
        let by_24 = claim.law24(self.bonus_of(mover));
        match (self.record.info.impasse_points, by_27, by_24) {
            (Some(24), _, Verdict::Wins) => (won, Agreement::Agrees),
            (Some(24), _, Verdict::Draws) => (Some((Ending::Jishogi, None)), Agreement::Contradicts),
            (Some(24), _, Verdict::Fails) => (lost, Agreement::Contradicts),
            (_, Verdict::Wins, _) => (won, Agreement::Agrees),
            (None, _, Verdict::Draws) => (None, Agreement::Contradicts),
            _ => (lost, Agreement::Contradicts),
        }
    }

    fn bonus_of(&self, color: Color) -> u8 {
        if color == Color::White { self.bonus } else { 0 }
    }

    fn jishogi(&self, board: Proof) -> (Proof, Agreement) {
        if board.is_some() {
            return (board, Agreement::Contradicts);
        }
        let limit = self.record.info.max_moves.map_or(PROFESSIONAL_LIMIT, |limit| limit as usize);
        let enough = Color::ALL.iter().all(|color| self.facts.points[*color] >= 24);
        if self.facts.both_kings_entered && enough {
            (Some((Ending::Jishogi, None)), Agreement::Agrees)
        } else if !enough && self.played.moves.len() < limit {
            (None, Agreement::Contradicts)
        } else {
            (None, Agreement::CannotBeVerified)
        }
    }

    /// The side that tried made the last move.
    fn try_rule(&self, board: Proof) -> (Proof, Agreement) {
        let tried = !self.last.turn();
        if impasse::has_tried(self.last, tried) {
            (Some((Ending::TryRule, Some(tried))), Agreement::Agrees)
        } else {
            (board, Agreement::Contradicts)
        }
    }

    /// The side to move is the one whose time ran out.
    fn time_forfeit(&self, board: Proof) -> (Proof, Agreement) {
        let mover = self.last.turn();
        match super::clocks::time_forfeit(self.record, self.played, mover) {
            Agreement::Agrees if board.is_none() => {
                (Some((Ending::TimeForfeit, Some(!mover))), Agreement::Agrees)
            }
            agreement => (board, agreement),
        }
    }
}

impl Case<'_> {
    /// In words, what speaks against the declaration.
    fn why(&self, verified: Ending) -> String {
        let declared = self.declared.ending.unwrap_or(Ending::None);
        let side = self.last.turn();
        match (declared, verified) {
            (_, Ending::Checkmate) => format!("{side} is mated"),
            (_, Ending::PerpetualCheck) => "one side gave check with every move of the repetition".to_owned(),
            (_, Ending::Sennichite) => "the repetition is no perpetual check".to_owned(),
            (_, Ending::IllegalMove) => "the last move is illegal, and its maker loses".to_owned(),
            (Ending::Checkmate, _) if !self.last.in_check() => format!("{side} is not in check"),
            (Ending::Checkmate, _) => format!("{side} still has a legal move"),
            (Ending::Declaration, _) => format!("the declaration misses: {}", self.failed().join(", ")),
            (Ending::Jishogi, _) => format!(
                "Black has {} points and White {} (24 each are needed)",
                self.facts.points.black, self.facts.points.white
            ),
            (Ending::MaxMoves, _) => format!("only {} moves were played", self.played.moves.len()),
            (Ending::TryRule, _) => "no king stands safely on the square of the try".to_owned(),
            (Ending::TimeForfeit, _) => "the recorded times leave time on the clock".to_owned(),
            _ => "the moves say otherwise".to_owned(),
        }
    }

    /// The conditions that a declaration by the side to move misses, under the rule in force.
    fn failed(&self) -> Vec<&'static str> {
        let mover = self.last.turn();
        let claim = Declaration::of(self.last, mover);
        let needed =
            if self.record.info.impasse_points == Some(24) { 31 } else { Declaration::needed_csa27(mover) };
        claim.failed(needed, self.bonus_of(mover)).map(Condition::code).collect()
    }
}
