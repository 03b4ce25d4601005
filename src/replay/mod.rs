//! Plays a [`Record`]: which of its moves are legal, and how the game really ended.
//!
//! What a record declares and what its moves prove are two results and stay two results. Nothing here reads text or
//! stores anything.

mod clocks;
mod course;
mod declared;
mod game;
mod prove;
mod prove_dobutsu;
mod resolve;
mod verdict;

pub use game::{Agreement, Facts, Game, Outcome, Played, Stop};
pub use resolve::{Resolved, Unresolved, resolve};

use crate::record::{Code, Diagnostic, Line, Place, Ply, Record};
use crate::rules::shogi::{Move, Position, Rule, Square};
use crate::rules::{Board, Color, dobutsu};
use course::Course;

/// Why no game can be made of a record; the diagnostics say what and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// The code that the ledger files the record under.
    pub code: Code,
    /// What replay found (the reader's own findings are in the record).
    pub diagnostics: Vec<Diagnostic>,
}

/// Plays the record.
///
/// The main line is played to its first move that is illegal or cannot be understood; so is every branch.
///
/// # Errors
/// [`Unplayable`] when the start position is unusable, so that no move can be judged.
pub fn replay(record: &Record) -> Result<Game, Unplayable> {
    if let Some(code) = record.unusable {
        return Err(Unplayable { code, diagnostics: Vec::new() });
    }
    let impossible = |error: &dyn std::fmt::Display| Unplayable {
        code: Code::StartImpossible,
        diagnostics: vec![Diagnostic::new(
            Code::StartImpossible,
            Place::default(),
            format!("the start position `{}` cannot be played on: {error}", record.start.sfen()),
        )],
    };
    match &record.start.dobutsu {
        None => {
            let setup = record.start.setup.clone();
            let start = Position::try_from(setup).map_err(|error| impossible(&error))?;
            Ok(play(record, &start, Board::Shogi, prove::outcome))
        }
        Some(setup) => {
            let start = dobutsu::Position::try_from(setup.clone()).map_err(|error| impossible(&error))?;
            Ok(play(record, &start, Board::Dobutsu, prove_dobutsu::outcome))
        }
    }
}

/// How a game of some variant is proved to have ended.
type Prove<P> = fn(&Record, &P, &Walk<P>, &Played, declared::Declared, &mut Vec<Diagnostic>) -> Outcome;

/// Plays all lines and judges the main one.
fn play<P: Course>(record: &Record, start: &P, board: fn(P) -> Board, prove: Prove<P>) -> Game {
    let mut diagnostics = Vec::new();
    let mut walk = Walk::new(start, record.main().plies.len());
    let branches = &record.lines[1..];
    let mut waypoints = (!branches.is_empty()).then(|| Waypoints(Vec::new()));
    let main = walk.line(record.main(), &mut diagnostics, Code::IllegalMove, waypoints.as_mut());
    let mut lines = vec![main];
    if let Some(waypoints) = &mut waypoints {
        let mut walk = Walk::new(start, 0);
        for line in branches {
            let played = branch(&mut walk, &lines, waypoints, record, line, &mut diagnostics);
            lines.push(played);
        }
    }
    diagnostics.extend(clocks::contradiction(record));
    let declared = declared::merge(record.main(), start.variant(), start.turn(), &lines[0], &mut diagnostics);
    let outcome = prove(record, start, &walk, &lines[0], declared, &mut diagnostics);
    Game {
        start: board(start.clone()),
        last: board(walk.position),
        lines,
        keys: walk.keys,
        outcome,
        diagnostics,
    }
}

/// A position on its way through a line.
struct Walk<P: Course> {
    position: P,
    history: P::History,
    keys: Vec<u64>,
    previous: Option<Square>,
    /// The first repetition that ends a game, and the ply that completed it.
    repetition: Option<(P::Repetition, usize)>,
    /// The first position in which the game was over on the board, and after how many plies.
    over: Option<(P::Over, usize)>,
}

impl<P: Course> Walk<P> {
    /// The beginning of a line of so many plies.
    fn new(start: &P, plies: usize) -> Self {
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
    fn restart(&mut self, position: &P, previous: Option<Square>, plies: usize) {
        *self = Self { previous, ..Self::new(position, plies) };
    }

    /// Plays as much of a line as is legal, and reports where it stops under `code`.
    fn line(
        &mut self,
        line: &Line,
        diagnostics: &mut Vec<Diagnostic>,
        code: Code,
        mut waypoints: Option<&mut Waypoints<P>>,
    ) -> Played {
        let mut played = Played { moves: Vec::with_capacity(line.plies.len()), ..Played::default() };
        if let Some(waypoints) = &mut waypoints {
            waypoints.0.push(vec![self.position.clone()]);
        }
        for (index, ply) in line.plies.iter().enumerate() {
            if let Some(waypoints) = &mut waypoints
                && index > 0
                && index % STEP == 0
            {
                waypoints.add(&self.position);
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
        self.position.judge_move(mv).map_err(|(rule, words)| {
            let wrong_side = rule == Rule::NotYourPiece && ply.written.color == Some(!self.position.turn());
            let (rule, words) = if wrong_side {
                (Rule::TwoMovesInARow, Rule::TwoMovesInARow.to_string())
            } else {
                (rule, words)
            };
            let text = self.position.variant().move_text(mv);
            Stopped { stop: Stop::Illegal(Some(mv), rule), message: format!("`{text}`: {words}") }
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

/// Positions along the lines of a record, so that a branch is reached from near by and not from the start.
struct Waypoints<P>(Vec<Vec<P>>);

/// How many plies lie between two waypoints.
const STEP: usize = 32;

impl<P: Course> Waypoints<P> {
    /// Adds a position of the last line.
    fn add(&mut self, position: &P) {
        if let Some(line) = self.0.last_mut() {
            line.push(position.clone());
        }
    }

    /// The position after `plies` moves of a line, which are `moves`.
    fn position(&self, line: usize, moves: &[Move], plies: usize) -> Option<P> {
        let along = self.0.get(line)?;
        let nearest = (plies / STEP).min(along.len().checked_sub(1)?);
        let mut position = along.get(nearest)?.clone();
        for mv in moves.get(nearest * STEP..plies)? {
            position.make(*mv);
        }
        Some(position)
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

/// Plays a branch from the position in which it leaves its parent.
fn branch<P: Course>(
    walk: &mut Walk<P>,
    lines: &[Played],
    waypoints: &mut Waypoints<P>,
    record: &Record,
    line: &Line,
    diagnostics: &mut Vec<Diagnostic>,
) -> Played {
    let Some((position, previous)) = departure(lines, waypoints, record, line) else {
        let place = line.plies.first().map_or_else(Place::default, |ply| ply.place);
        diagnostics.push(Diagnostic::new(
            Code::BranchIllegal,
            place,
            format!("the branch leaves the game after ply {}, which is beyond the legal moves", line.after),
        ));
        waypoints.0.push(Vec::new());
        return Played { unreachable: true, ..Played::default() };
    };
    walk.restart(&position, previous, line.plies.len());
    walk.line(line, diagnostics, Code::BranchIllegal, Some(waypoints))
}

/// The position in which a branch leaves its parent, and where the move before it went; `None` when the parent does
/// not reach so far.
fn departure<P: Course>(
    lines: &[Played],
    waypoints: &Waypoints<P>,
    record: &Record,
    line: &Line,
) -> Option<(P, Option<Square>)> {
    let mut parent = line.parent?;
    // A branch may leave before its parent's own first move: then the parent's parent is the one it leaves.
    while record.lines.get(parent)?.after >= line.after
        && let Some(above) = record.lines[parent].parent
    {
        parent = above;
    }
    let moves = &lines.get(parent)?.moves;
    let plies = line.after.checked_sub(record.lines[parent].after)?;
    let previous = plies.checked_sub(1).and_then(|index| moves.get(index)).map(|mv| mv.to());
    if plies > moves.len() {
        return None;
    }
    Some((waypoints.position(parent, moves, plies)?, previous))
}

/// The moves from the start position to the first move of `line`; `None` when its parents do not reach so far.
fn way_to(record: &Record, lines: &[Played], line: &Line) -> Option<Vec<Move>> {
    let mut way = Vec::new();
    let (mut parent, mut end) = (line.parent, line.after);
    while let Some(index) = parent {
        let (above, played) = (record.lines.get(index)?, lines.get(index)?);
        // A branch may leave before its parent's own first move: then the parent's parent is the one it leaves.
        if end > above.after {
            way.splice(..0, played.moves.get(..end - above.after)?.iter().copied());
            end = above.after;
        }
        parent = above.parent;
    }
    Some(way)
}

/// The side that is to move after every *written* move of the main line, legal or not.
fn side_after_written(turn: Color, line: &Line) -> Color {
    if let (Some(Some(color)), 0) = (line.plies.last().map(|ply| ply.written.color), line.unread) {
        return !color;
    }
    if (line.plies.len() + line.unread).is_multiple_of(2) { turn } else { !turn }
}
