//! Plays one line of a record as far as it is legal.

use super::branch::Waypoints;
use super::replay_position::ReplayPosition;
use super::resolve::{self, Unresolved, resolve};
use super::{Played, Stop};
use crate::record::{Code, Diagnostic, Line, Ply};
use crate::rules::Rule;
use crate::rules::shogi::{Move, Square};

/// A position that is played through a line, and what is noted meanwhile.
pub(super) struct Walk<P: ReplayPosition> {
    pub position: P,
    pub history: P::History,
    pub keys: Vec<u64>,
    pub previous: Option<Square>,
    /// The first repetition that ends a game, and the ply that completed it.
    pub repetition: Option<(P::Repetition, usize)>,
    /// The first position in which the game was over on the board, and after how many plies.
    pub over: Option<(P::Over, usize)>,
}

impl<P: ReplayPosition> Walk<P> {
    /// The beginning of a line of so many plies.
    pub fn new(start: &P, plies: usize) -> Self {
        let mut keys = Vec::with_capacity(plies + 1);
        keys.push(start.index_key());
        Self {
            position: start.clone(),
            history: start.history(plies),
            keys,
            previous: None,
            repetition: None,
            over: start.over().map(|over| (over, 0)),
        }
    }

    /// Begins another line in this position; `previous` is where the move before it went.
    pub fn restart(&mut self, position: &P, previous: Option<Square>, plies: usize) {
        *self = Self { previous, ..Self::new(position, plies) };
    }

    /// Plays as much of a line as is legal, and reports where it stops under `code`.
    pub fn line(
        &mut self,
        line: &Line,
        diagnostics: &mut Vec<Diagnostic>,
        code: Code,
        mut waypoints: Option<&mut Waypoints<P>>,
    ) -> Played {
        let mut played = Played { moves: Vec::with_capacity(line.plies.len()), ..Played::default() };
        if let Some(waypoints) = &mut waypoints {
            waypoints.begin(&self.position);
        }
        for (index, ply) in line.plies.iter().enumerate() {
            if let Some(waypoints) = &mut waypoints {
                waypoints.pass(index, &self.position);
            }
            match self.ply(ply, diagnostics) {
                Ok(mv) => played.moves.push(mv),
                Err(stop) => {
                    report_stop(&stop, ply, line, line.after + index + 1, code, diagnostics);
                    played.stop = Some(stop.stop);
                    break;
                }
            }
        }
        played
    }

    fn ply(&mut self, ply: &Ply, diagnostics: &mut Vec<Diagnostic>) -> Result<Move, Stopped> {
        if self.position.is_final() {
            let message = "the game was over before this move".to_owned();
            return Err(Stopped { stop: Stop::Unresolved(Code::ContinuesAfterEnd), message });
        }
        if let Some(position) = self.position.as_shogi()
            && let Some(mv) = resolve::at_once(position, &ply.written, self.previous)
            && self.position.make_if_legal(mv)
        {
            self.made(mv);
            return Ok(mv);
        }
        let resolved = resolve(&self.position, &ply.written, self.previous).map_err(|error| match error {
            Unresolved::Unclear(code, message) => Stopped { stop: Stop::Unresolved(code), message },
            Unresolved::Breaks(rule) => {
                Stopped { stop: Stop::Illegal(None, rule), message: rule.to_string() }
            }
        })?;
        if let Some((code, message)) = resolved.finding {
            diagnostics.push(Diagnostic::new(code, ply.place, message));
        }
        let mv = resolved.mv;
        self.position.judge_move(mv).map_err(|rule| {
            let wrong_side = rule == Rule::NotYourPiece && ply.written.color == Some(!self.position.turn());
            let rule = if wrong_side { Rule::TwoMovesInARow } else { rule };
            let text = self.position.variant().move_text(mv);
            Stopped { stop: Stop::Illegal(Some(mv), rule), message: format!("`{text}`: {rule}") }
        })?;
        self.position.make(mv);
        self.made(mv);
        Ok(mv)
    }

    /// Keeps what follows from a move that was made.
    #[inline]
    fn made(&mut self, mv: Move) {
        self.position.remember(&mut self.history);
        self.keys.push(self.position.index_key());
        self.previous = Some(mv.to());
        if self.repetition.is_none()
            && let Some(repetition) = P::repetition(&self.history)
        {
            self.repetition = Some((repetition, self.keys.len() - 1));
        }
        if self.over.is_none() {
            self.over = self.position.over().map(|over| (over, self.keys.len() - 1));
        }
    }
}

/// A stop with the words for it.
struct Stopped {
    stop: Stop,
    message: String,
}

fn report_stop(
    stopped: &Stopped,
    ply: &Ply,
    line: &Line,
    number: usize,
    illegal: Code,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let rest = line.plies.len() + line.after - number + line.unread;
    let after = match rest {
        0 => String::new(),
        1 => "; 1 more move is kept as text".to_owned(),
        _ => format!("; {rest} more moves are kept as text"),
    };
    let code = match stopped.stop {
        Stop::Illegal(..) => illegal,
        Stop::Unresolved(code) => code,
    };
    diagnostics.push(Diagnostic::new(code, ply.place, format!("move {number}: {}{after}", stopped.message)));
}
