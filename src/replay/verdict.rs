//! What both games have in common when the proof of an ending is held against the declaration.

use super::Agreement;
use super::declared::Declared;
use crate::record::{Code, DeclaredBy, Diagnostic, Ending, Place, Record};
use crate::rules::Color;

/// What the moves prove: the kind, and the winner.
pub(super) type Proof = Option<(Ending, Option<Color>)>;

/// The agreement, unless the record names a winner whom the moves deny, be it for the other side or for nobody: then it
/// is contradicted, whatever the word.
pub(super) fn of_winner(proof: Proof, said: Option<Color>, agreement: Agreement) -> Agreement {
    match (proof, said) {
        (Some((_, proved)), Some(said)) if proved != Some(said) => Agreement::Contradicts,
        _ => agreement,
    }
}

/// The agreement of a declaration that speaks of what happened beside the board (a resignation, a disconnection, …):
/// moves cannot verify it. It agrees with an ending that they do verify, and is consistent with a game that they leave
/// open.
pub(super) const fn of_event(board: Proof) -> Agreement {
    if board.is_some() { Agreement::Agrees } else { Agreement::Consistent }
}

/// A declared move limit, against the limit that the record names.
pub(super) fn max_moves(record: &Record, plies: usize, complete: bool, board: Proof) -> (Proof, Agreement) {
    match record.info.max_moves.map(|limit| limit as usize) {
        _ if board.is_some() => (board, Agreement::Contradicts),
        _ if !complete => (board, Agreement::CannotBeVerified),
        Some(limit) if plies == limit => (Some((Ending::MaxMoves, None)), Agreement::Agrees),
        Some(limit) if plies < limit => (None, Agreement::Contradicts),
        _ => (None, Agreement::CannotBeVerified),
    }
}

/// Reports a game that went on after its end (after which ply, and how it ended there), an ending that is contradicted
/// (`why` says by what), and one that is proved but not declared.
pub(super) fn report(
    record: &Record,
    declared: &Declared,
    (agreement, verified): (Agreement, Ending),
    played_on: Option<(u32, &str)>,
    why: impl FnOnce() -> String,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let line = record.main();
    let row = line.declarations.iter().min_by_key(|found| found.by != DeclaredBy::Row);
    let last = || line.plies.last().map_or_else(Place::default, |ply| ply.place);
    let place = row.map_or_else(last, |found| found.place);
    if let Some((ply, how)) = played_on {
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
            format!("the record says `{}`, but {}", declared.word, why()),
        )),
        Agreement::NothingDeclared if verified != Ending::None => diagnostics.push(Diagnostic::new(
            Code::EndingRefined,
            place,
            format!("the record does not say how the game ended; its moves prove {}", verified.name()),
        )),
        _ => {}
    }
}
