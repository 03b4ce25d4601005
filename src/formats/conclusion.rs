//! What a line's statements about its ending come to, as a writer has to say it.

use crate::record::{Declaration, DeclaredBy, Ending, Record, Subject};
use crate::replay::{Game, Stop, declared_by_branch};
use crate::rules::Color;

/// The ending of a line, its parts put together, and whose turn it would be.
#[derive(Clone, Debug)]
pub(super) struct Conclusion {
    /// How many plies come before it, counted from the start position.
    pub plies: usize,
    /// The side to move after so many plies. That is what programs go by; after two moves of one side in a row it is not
    /// the side that would really have to move.
    pub mover: Color,
    /// The side that would really have to move.
    to_move: Color,
    /// The kind.
    pub ending: Ending,
    /// Who won, by the record's words.
    pub winner: Option<Color>,
    /// The last move of the line is a foul, and nothing follows it.
    pub ends_in_foul: bool,
}

impl Conclusion {
    /// That of a line; `None` when the record says nothing about its ending.
    pub fn of(record: &Record, game: &Game, index: usize) -> Option<Self> {
        let line = record.lines.get(index)?;
        if line.declarations.is_empty() {
            return None;
        }
        let turn = game.start.turn();
        let side = |plies: usize| if plies.is_multiple_of(2) { turn } else { !turn };
        let nothing = Default::default();
        let played = game.lines.get(index).unwrap_or(&nothing);
        let (ending, winner) = if index == 0 {
            (game.outcome.declared, game.outcome.declared_winner)
        } else {
            let declared = declared_by_branch(line, record.variant(), side(line.after), played);
            (declared.ending, declared.winner)
        };
        let plies = line.after + line.plies.len() + line.unread;
        let written = line.plies.last().and_then(|ply| ply.written.color).filter(|_| line.unread == 0);
        let to_move = written.map_or(side(plies), |color| !color);
        let is_last = line.unread == 0 && line.plies.len() == played.moves.len() + 1;
        let ends_in_foul = matches!(played.stop, Some(Stop::Illegal(..))) && is_last;
        Some(Self { plies, mover: side(plies), to_move, ending, winner, ends_in_foul })
    }

    /// Whom it calls the winner, as a statement does that is made where it stands.
    pub fn subject(&self) -> Subject {
        match self.winner {
            Some(winner) if winner == self.mover => Subject::MoverWins,
            Some(_) => Subject::MoverLoses,
            None if self.ending.is_draw() => Subject::Nobody,
            None => Subject::Silent,
        }
    }

    /// Whom one of the line's statements calls the winner.
    pub fn winner_by(&self, said: &Declaration) -> Option<Color> {
        match said.subject {
            Subject::MoverLoses if said.ending == Ending::IllegalMove && self.ends_in_foul => {
                Some(self.to_move)
            }
            subject => subject.winner(self.to_move),
        }
    }

    /// A statement as it is written in formats whose word for a foul names the offender: of a foul that is the last move
    /// it names the winner, since other words would be taken to be about the side to move.
    pub fn naming_the_offender(&self, said: &Declaration) -> Declaration {
        let of_last_move = said.ending == Ending::IllegalMove && self.ends_in_foul;
        let winner = self.winner.filter(|_| of_last_move).map(Subject::Winner);
        Declaration { subject: winner.unwrap_or(said.subject), ..said.clone() }
    }

    /// True when one of the line's statements says nothing that the conclusion does not say.
    pub fn covers(&self, said: &Declaration) -> bool {
        let says_no_kind = said.by == DeclaredBy::ClosingLine && said.ending == Ending::Unknown;
        (said.ending == self.ending || said.ending == Ending::None || says_no_kind)
            && self.winner_by(said).is_none_or(|winner| Some(winner) == self.winner)
    }
}
