//! Plays a [`Record`]: which of its moves are legal, and how the game really ended.
//!
//! What a record declares and what its moves verify are two results and stay two results. Nothing here reads text or
//! stores anything.

mod agreement;
mod branch;
mod clocks;
mod declared;
mod futile;
mod game;
mod kind;
mod replay_position;
mod resolve;
mod settle;
mod verify;
mod verify_dobutsu;
mod verify_shogi;
mod walk;
mod western;

pub use agreement::Agreement;
pub(crate) use declared::of_branch as declared_by_branch;
pub use game::{Facts, Game, Outcome, Played, Stop};
pub use resolve::{Resolved, Unresolved, resolve};
pub(crate) use settle::{DoubtfulBranch, settle};

use crate::record::{Code, Diagnostic, Line, Place, Record};
use crate::rules::shogi::Position;
use crate::rules::{Color, VariantPosition, VariantSetup, dobutsu};
use branch::Waypoints;
use verify::{PlayedLine, VerifyEnding};
use walk::Walk;

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
/// A move that breaks a rule ends what is played, and stays in the record:
/// ```
/// use kifukura::{formats, replay::{Stop, replay}, rules::Rule};
///
/// let record = &formats::read(b"position startpos moves 7g7f 3c3d 8h3b+").records[0];
/// let game = replay(record).expect("a start position that can be played on");
/// assert_eq!(game.moves().len(), 2);
/// assert!(matches!(game.lines[0].stop, Some(Stop::Illegal(Some(_), Rule::CannotMoveSo))));
/// ```
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
            Place::FILE,
            format!("the start position `{}` cannot be played on: {error}", record.start.setup),
        )],
    };
    match &record.start.setup {
        VariantSetup::Shogi(setup) => {
            let start = Position::try_from(setup).map_err(|error| impossible(&error))?;
            Ok(play(record, &start, VariantPosition::Shogi))
        }
        VariantSetup::Dobutsu(setup) => {
            let start = dobutsu::Position::try_from(setup.clone()).map_err(|error| impossible(&error))?;
            Ok(play(record, &start, VariantPosition::Dobutsu))
        }
    }
}

/// Plays all lines and judges the main one.
fn play<P: VerifyEnding>(record: &Record, start: &P, of_variant: fn(P) -> VariantPosition) -> Game {
    let mut diagnostics = Vec::new();
    let mut walk = Walk::new(start, record.main().plies.len());
    let branches = &record.lines[1..];
    let mut waypoints = (!branches.is_empty()).then(Waypoints::default);
    let main = walk.line(record.main(), &mut diagnostics, Code::IllegalMove, waypoints.as_mut());
    let mut lines = vec![main];
    if let Some(waypoints) = &mut waypoints {
        let mut walk = Walk::new(start, 0);
        for line in branches {
            let played = branch::play(&mut walk, &lines, waypoints, record, line, &mut diagnostics);
            lines.push(played);
        }
    }
    diagnostics.extend(clocks::contradiction(record));
    let declared = declared::merge(record.main(), start.variant(), start.turn(), &lines[0], &mut diagnostics);
    let line = PlayedLine { record, start, walk: &walk, played: &lines[0], declared: &declared };
    let outcome = verify::outcome(line, &mut diagnostics);
    Game {
        start: of_variant(start.clone()),
        last: of_variant(walk.position),
        lines,
        keys: walk.keys,
        outcome,
        diagnostics,
    }
}

/// The side that is to move after every *written* move of the main line, legal or not.
pub(crate) fn side_after_written(turn: Color, line: &Line) -> Color {
    if let (Some(Some(color)), 0) = (line.plies.last().map(|ply| ply.written.color), line.unread) {
        return !color;
    }
    if (line.plies.len() + line.unread).is_multiple_of(2) { turn } else { !turn }
}
