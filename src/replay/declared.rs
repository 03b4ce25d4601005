//! Makes one declared ending of everything a record says about it.

use super::{Played, Stop, side_after_written};
use crate::record::{Code, Declaration, DeclaredBy, Diagnostic, Ending, Line, Subject};
use crate::rules::{Color, Variant};

/// What a line of a record declares, its parts put together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// The kind; [`Ending::None`] when nothing is declared.
    pub ending: Ending,
    /// Who won, by the record's words.
    pub winner: Option<Color>,
    /// The word of the first part that speaks.
    pub word: String,
}

/// What a branch declares; `turn` is the side that makes its first move.
pub(crate) fn of_branch(line: &Line, variant: Variant, turn: Color, played: &Played) -> Declared {
    merge(line, variant, turn, played, &mut Vec::new())
}

/// The row says what happened, the closing line says who won; a server's summary makes a general word precise.
/// Where two parts contradict each other both stay in the record and the contradiction is reported.
pub(super) fn merge(
    line: &Line,
    variant: Variant,
    turn: Color,
    played: &Played,
    diagnostics: &mut Vec<Diagnostic>,
) -> Declared {
    let by = |by: DeclaredBy| line.declarations.iter().find(move |found| found.by == by);
    let (row, closing) = (by(DeclaredBy::Row), by(DeclaredBy::ClosingLine));
    let (summary, header) = (by(DeclaredBy::Summary), by(DeclaredBy::Header));
    let in_order: Vec<&Declaration> = [row, closing, summary, header].into_iter().flatten().collect();
    let Some(first) = in_order.first() else { return Declared::default() };

    let mover = side_after_written(turn, line);
    let is_foul = matches!(played.stop, Some(Stop::Illegal(..) | Stop::Unresolved(Code::PieceMismatch)));
    let last_is_illegal = is_foul && !moves_follow(line, played);
    let winner_of = |found: &Declaration| match found.subject {
        // 反則負け and %ILLEGAL_MOVE after a recorded illegal move: its maker loses, not the side to move.
        Subject::MoverLoses if found.ending == Ending::IllegalMove && last_is_illegal => Some(mover),
        subject => subject.winner(mover),
    };
    let reported = diagnostics.len();
    let mut ending = first.ending.in_variant(variant);
    for found in &in_order[1..] {
        ending = match sharper(ending, found.ending.in_variant(variant)) {
            Some(kind) => kind,
            None => {
                report(first, found, diagnostics);
                ending
            }
        };
    }
    // What is said again and again is contradicted once.
    for found in
        line.declarations.iter().filter(|found| !in_order.iter().any(|one| std::ptr::eq(*one, *found)))
    {
        match sharper(ending, found.ending.in_variant(variant)) {
            Some(kind) => ending = kind,
            None => {
                report(first, found, diagnostics);
                break;
            }
        }
    }
    // A server writes that somebody resigned also where a connection broke, whoever's it was.
    let broken_off = summary.is_some_and(|summary| summary.ending == Ending::Disconnection);
    let counts = |found: &&Declaration| {
        !broken_off || found.by != DeclaredBy::Row || found.ending != Ending::Resignation
    };
    let in_trust = [closing, row, summary, header].into_iter().flatten().chain(&line.declarations);
    let winners: Vec<(&Declaration, Color)> =
        in_trust.filter(counts).filter_map(|found| winner_of(found).map(|winner| (found, winner))).collect();
    let winner = winners.first().map(|(_, winner)| *winner);
    if diagnostics.len() == reported && ending != Ending::PerpetualCheck {
        draw_and_winner(line, ending, winners.first().map(|(found, _)| *found), diagnostics);
    }
    if let Some((found, _)) = winners.iter().find(|(_, other)| Some(*other) != winner) {
        report(winners[0].0, found, diagnostics);
    } else if matches!(ending, Ending::Resignation | Ending::TimeForfeit)
        && winner == Some(mover)
        && line.unread == 0
    {
        let (found, _) = winners[0];
        let message = format!(
            "`{}` calls {mover} the winner, who was to move and so the one who could lose by it",
            found.word
        );
        diagnostics.push(Diagnostic::new(Code::WinnerConflict, found.place, message));
    }
    let says_so = in_order.iter().find(|found| found.ending.in_variant(variant) == ending);
    Declared { ending, winner, word: says_so.unwrap_or(first).word.clone() }
}

/// Reports a game that nobody won by one statement and somebody by another, or both by the same one.
fn draw_and_winner(
    line: &Line,
    ending: Ending,
    won: Option<&Declaration>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(won) = won else { return };
    match line.declarations.iter().find(|found| found.subject == Subject::Nobody) {
        Some(draw) => report(draw, won, diagnostics),
        None if ending.is_draw() => {
            let message = format!("`{}` is a draw by its words and names a winner", won.word);
            diagnostics.push(Diagnostic::new(Code::WinnerConflict, won.place, message));
        }
        None => {}
    }
}

/// True when written moves stand behind the one at which replay stopped.
pub(super) fn moves_follow(line: &Line, played: &Played) -> bool {
    played.stop.is_some() && (line.unread > 0 || line.plies.len() > played.moves.len() + 1)
}

/// The more precise of two kinds that can both be true of one game; `None` when they contradict each other.
fn sharper(first: Ending, second: Ending) -> Option<Ending> {
    use Ending::{
        Adjourned, Checkmate, Disconnection, DrawAgreed, IllegalMove, Interrupted, Jishogi, LionCaptured,
        MaxMoves, None as Nothing, PerpetualCheck, Resignation, Sennichite, Threefold, Unknown,
    };
    match (first, second) {
        (a, b) if a == b => Some(a),
        (a, Unknown | Nothing) | (Unknown | Nothing, a) => Some(a),
        (Sennichite | IllegalMove, PerpetualCheck) | (PerpetualCheck, Sennichite | IllegalMove) => {
            Some(PerpetualCheck)
        }
        (Interrupted | Resignation, Disconnection) | (Disconnection, Interrupted | Resignation) => {
            Some(Disconnection)
        }
        (Interrupted, Adjourned) | (Adjourned, Interrupted) => Some(Adjourned),
        (Interrupted | DrawAgreed | Jishogi, MaxMoves) | (MaxMoves, Interrupted | DrawAgreed | Jishogi) => {
            Some(MaxMoves)
        }
        (DrawAgreed, Jishogi | Sennichite | Threefold) => Some(second),
        (Jishogi | Sennichite | Threefold, DrawAgreed) => Some(first),
        (Checkmate, LionCaptured) | (LionCaptured, Checkmate) => Some(LionCaptured),
        _ => None,
    }
}

/// Reports that two statements contradict each other, in kind or winner or both, once.
fn report(first: &Declaration, second: &Declaration, diagnostics: &mut Vec<Diagnostic>) {
    let message = format!("the record ends with `{}` and also with `{}`", first.word, second.word);
    let found = Diagnostic::new(Code::WinnerConflict, second.place, message);
    if diagnostics.last() != Some(&found) {
        diagnostics.push(found);
    }
}
