//! What the moves of a game verify about its ending, and whether that is what the record declares.
//!
//! The rules of comparison are those of `docs/endings.md`, kind by kind. What all games have in common is here; each
//! game's own rules are its [`VerifyEnding`].

use super::declared::{Declared, moves_follow};
use super::replay_position::ReplayPosition;
use super::walk::Walk;
use super::{Agreement, Facts, Outcome, Played, Stop, clocks};
use crate::record::{Code, DeclaredBy, Diagnostic, Ending, Place, Record};
use crate::rules::{Color, Rule};

/// An ending that the moves verify, and who won by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verified {
    pub ending: Ending,
    pub winner: Option<Color>,
}

impl Verified {
    pub const fn won(ending: Ending, winner: Color) -> Self {
        Self { ending, winner: Some(winner) }
    }

    pub const fn drawn(ending: Ending) -> Self {
        Self { ending, winner: None }
    }
}

/// What is verified, and how the declaration compares with it.
pub(super) type Judgement = (Option<Verified>, Agreement);

/// A position whose game's rules verify endings.
pub(super) trait VerifyEnding: ReplayPosition {
    /// What is to be known about the last position of a line.
    fn facts(line: &PlayedLine<'_, Self>) -> Facts;

    /// What the last position verifies, whatever the record says.
    fn on_the_board(case: &Case<'_, Self>) -> Option<Verified>;

    /// The judgement of a declared ending with which this game has rules of its own; `board` is what the last position
    /// verifies.
    fn judge(case: &Case<'_, Self>, ending: Ending, board: Option<Verified>) -> Option<Judgement>;

    /// Whom the record calls the winner.
    fn declared_winner(case: &Case<'_, Self>, _verified: Option<Verified>) -> Option<Color> {
        case.line.declared.winner
    }

    /// After which ply the game was over and went on nevertheless, and how it ended there.
    fn played_on(case: &Case<'_, Self>) -> Option<(u32, &'static str)>;

    /// In words, what contradicts the declaration; `None` where nothing but the common words are to be said.
    fn contradiction(case: &Case<'_, Self>, verified: Ending) -> Option<String>;
}

/// The main line of a record as it was played.
pub(super) struct PlayedLine<'a, P: ReplayPosition> {
    pub record: &'a Record,
    pub start: &'a P,
    pub walk: &'a Walk<P>,
    pub played: &'a Played,
    pub declared: &'a Declared,
}

impl<P: ReplayPosition> PlayedLine<'_, P> {
    /// True when every written move was played.
    pub fn is_complete(&self) -> bool {
        self.played.stop.is_none() && self.record.main().unread == 0
    }

    pub fn last(&self) -> &P {
        &self.walk.position
    }

    /// Notes the rule that the last recorded move broke, and who moved; the ply after which the game was over, if more
    /// moves follow.
    pub fn note_illegal_move(&self, facts: &mut Facts) -> Option<u32> {
        let Some(Stop::Illegal(_, rule)) = self.played.stop else { return None };
        let ply = ply_number(self.played.moves.len() + 1);
        // Whoever moves out of turn is not the side to move.
        let side = self.last().turn();
        let written = self.record.main().plies.get(self.played.moves.len());
        let out_of_turn = written.is_some_and(|ply| ply.written.color == Some(!side));
        facts.broken = Some((rule, ply));
        facts.offender = Some(if rule == Rule::TwoMovesInARow || out_of_turn { !side } else { side });
        moves_follow(self.record.main(), self.played).then_some(ply)
    }

    /// True when the number of the row whose move was not played is not the one that comes next.
    fn has_wrong_number(&self) -> bool {
        let row = self.record.main().plies.get(self.played.moves.len()).and_then(|ply| ply.place.line());
        let mut found = self.record.diagnostics.iter();
        row.is_some() && found.any(|found| found.code == Code::NumberMismatch && found.place.line() == row)
    }
}

/// A count of plies as facts hold it.
pub(super) fn ply_number(plies: usize) -> u32 {
    u32::try_from(plies).unwrap_or(u32::MAX)
}

/// Everything that a judgement needs.
pub(super) struct Case<'a, P: ReplayPosition> {
    pub line: PlayedLine<'a, P>,
    pub facts: Facts,
}

impl<P: VerifyEnding> Case<'_, P> {
    /// What an illegal move as the last one verifies; `None` when no move was illegal. When more moves follow, or the
    /// number of its row says that others before it are missing, it decides the game only if the record declares a foul.
    pub fn illegal_move(&self) -> Option<Option<Verified>> {
        let (_, ply) = self.facts.broken?;
        let is_last = self.facts.continues_after_end != Some(ply) && !self.line.has_wrong_number();
        let decides = is_last || self.line.declared.ending == Ending::IllegalMove;
        let winner = self.facts.offender.map(|offender| !offender);
        Some(decides.then_some(Verified { ending: Ending::IllegalMove, winner }))
    }

    fn judge(&self) -> Judgement {
        use Agreement::{Agrees, CannotBeVerified, NothingDeclared};
        let board = P::on_the_board(self);
        let common = |ending| match ending {
            Ending::MaxMoves => self.max_moves(board),
            Ending::TimeForfeit => self.time_forfeit(board),
            Ending::Unknown if board.is_some_and(|board| board.winner == self.line.declared.winner) => {
                (board, Agrees)
            }
            _ => (board, CannotBeVerified),
        };
        match self.line.declared.ending {
            Ending::None => (board, NothingDeclared),
            Ending::Resignation
            | Ending::Forfeit
            | Ending::Interrupted
            | Ending::Adjourned
            | Ending::DrawAgreed
            | Ending::Disconnection => (board, of_event(board)),
            ending => P::judge(self, ending, board).unwrap_or_else(|| common(ending)),
        }
    }

    /// A declared move limit, against the limit that the record names.
    fn max_moves(&self, board: Option<Verified>) -> Judgement {
        let plies = self.line.played.moves.len();
        match self.line.record.info.max_moves.map(|limit| limit as usize) {
            _ if board.is_some() => (board, Agreement::Contradicts),
            _ if !self.line.is_complete() => (board, Agreement::CannotBeVerified),
            Some(limit) if plies == limit => (Some(Verified::drawn(Ending::MaxMoves)), Agreement::Agrees),
            Some(limit) if plies < limit => (None, Agreement::Contradicts),
            _ => (None, Agreement::CannotBeVerified),
        }
    }

    /// The side to move is the one whose time ran out.
    fn time_forfeit(&self, board: Option<Verified>) -> Judgement {
        let mover = self.line.last().turn();
        match clocks::time_forfeit(self.line.record, self.line.played, mover) {
            Agreement::Agrees if board.is_none() => {
                (Some(Verified::won(Ending::TimeForfeit, !mover)), Agreement::Agrees)
            }
            agreement => (board, agreement),
        }
    }

    /// In words, what contradicts the declaration.
    fn why(&self, verified: Ending) -> String {
        if let Some(words) = P::contradiction(self, verified) {
            return words;
        }
        match (self.line.declared.ending, verified) {
            (_, Ending::IllegalMove) => "the last move is illegal, and its maker loses".to_owned(),
            (Ending::MaxMoves, _) => format!("only {} moves were played", self.line.played.moves.len()),
            (Ending::TimeForfeit, _) => "the recorded times leave time on the clock".to_owned(),
            _ => "the moves say otherwise".to_owned(),
        }
    }

    /// Reports a game that went on after its end, an ending that is contradicted, and one that is verified but not
    /// declared.
    fn report(&self, agreement: Agreement, verified: Ending, diagnostics: &mut Vec<Diagnostic>) {
        let line = self.line.record.main();
        let row = line.declarations.iter().min_by_key(|found| found.by != DeclaredBy::Row);
        let last = || line.plies.last().map_or_else(Place::default, |ply| ply.place);
        let place = row.map_or_else(last, |found| found.place);
        if let Some((ply, how)) = P::played_on(self) {
            diagnostics.push(Diagnostic::new(
                Code::ContinuesAfterEnd,
                line.plies.get(ply as usize).map_or(place, |ply| ply.place),
                format!("after move {ply} {how}, and the game goes on"),
            ));
        }
        match agreement {
            Agreement::Contradicts => diagnostics.push(Diagnostic::new(
                Code::EndingContradicted,
                place,
                format!("the record says `{}`, but {}", self.line.declared.word, self.why(verified)),
            )),
            Agreement::NothingDeclared if verified != Ending::None => diagnostics.push(Diagnostic::new(
                Code::EndingRefined,
                place,
                format!("the record does not say how the game ended; its moves verify {}", verified.name()),
            )),
            _ => {}
        }
    }
}

/// The agreement of a declaration that speaks of what happened beside the board (a resignation, a disconnection, …):
/// moves cannot verify it. It agrees with an ending that they do verify, and is consistent with a game that they leave
/// open.
const fn of_event(board: Option<Verified>) -> Agreement {
    if board.is_some() { Agreement::Agrees } else { Agreement::Consistent }
}

/// The agreement, unless the record names a winner whom the moves contradict, be it for the other side or for nobody: then it
/// is contradicted, whatever the word.
fn of_winner(verified: Option<Verified>, declared: Option<Color>, agreement: Agreement) -> Agreement {
    match (verified, declared) {
        (Some(verified), Some(declared)) if verified.winner != Some(declared) => Agreement::Contradicts,
        _ => agreement,
    }
}

/// Verifies what can be verified of the main line and compares it with what is declared.
pub(super) fn outcome<P: VerifyEnding>(
    line: PlayedLine<'_, P>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Outcome {
    let facts = P::facts(&line);
    let case = Case { line, facts };
    let (verified, agreement) = case.judge();
    let declared_winner = P::declared_winner(&case, verified);
    let agreement = of_winner(verified, declared_winner, agreement);
    let (ending, winner) = verified.map_or((Ending::None, None), |found| (found.ending, found.winner));
    case.report(agreement, ending, diagnostics);
    Outcome {
        declared: case.line.declared.ending,
        declared_word: case.line.declared.word.clone(),
        declared_winner,
        verified: ending,
        verified_winner: winner,
        agreement,
        facts: case.facts,
    }
}
