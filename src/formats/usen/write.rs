//! A record as USEN, and what that cannot hold.

use super::HAND;
use crate::formats::branches::Branches;
use crate::formats::written::{Losses, headers, unread_times};
use crate::formats::{LossCode, Written};
use crate::record::{Ending, Line, Named, Origin, Promotion, Record, WrittenMove};
use crate::replay::{Game, Stop};
use crate::rules::Color;
use crate::rules::shogi::{PieceKind, Setup, Square};

/// Writes the moves of all lines and their endings as one line of text.
#[must_use]
pub fn write(record: &Record, game: &Game) -> Written {
    let Some(start) = game.start.shogi() else { return Written::only_shogi("USEN") };
    let setup = start.setup();
    let mut losses = Losses::default();
    let even = Setup { ply: setup.ply, ..Setup::startpos() };
    let mut text = if setup == even {
        String::new()
    } else {
        let sfen = setup.to_string();
        let fields: Vec<_> = sfen.split(' ').take(3).collect();
        fields.join(".").replace('/', "_").replace('+', "z")
    };
    if setup.ply > 1 {
        let message = "USEN has no number for the start position's next move";
        losses.add(LossCode::MoveNumberDropped, message);
    }
    let tree = Branches::new(record);
    let mut waiting = vec![0];
    while let Some(index) = waiting.pop() {
        let line = &record.lines[index];
        text += &format!("~{}.", line.after);
        let written = codes(line, game, index, &mut text);
        if written < line.plies.len() + line.unread {
            let dropped = line.plies.len() + line.unread - written;
            let message = format!("{dropped} moves that cannot be spelled in USEN were left out");
            losses.add(LossCode::MovesDropped, message);
        }
        let plies = line.after + line.plies.len() + line.unread;
        let turn = game.start.turn();
        let mover = if plies.is_multiple_of(2) { turn } else { !turn };
        text.push('.');
        text.extend(ending(line, mover, &mut losses));
        waiting.extend(tree.children(index).iter().rev());
    }
    text.push('\n');
    let times = record.lines.iter().flat_map(|line| &line.plies).filter(|ply| !ply.clock.is_empty()).count();
    let times = times + unread_times(record);
    let lost = [
        (LossCode::HeadersDropped, headers(record), "headers"),
        (LossCode::NotesDropped, record.notes.len(), "comments and bookmarks"),
        (LossCode::TimesDropped, times, "times"),
    ];
    losses.left_out("USEN", lost);
    Written { text, losses: losses.finish() }
}

/// Writes the moves of a line; how many could be written.
fn codes(line: &Line, game: &Game, index: usize, text: &mut String) -> usize {
    let played = game.lines.get(index);
    let mut moves = played.map_or_else(Vec::new, |played| played.moves.clone());
    if let Some(Stop::Illegal(Some(mv), _)) = played.and_then(|played| played.stop) {
        moves.push(mv);
    }
    // A move that its own text denies would become one: USEN names no pieces.
    let denied = match played.map(|played| (played.moves.len(), played.stop)) {
        Some((legal, Some(Stop::Unresolved(_)))) => legal,
        _ => line.plies.len(),
    };
    let mut previous = None;
    for (at, ply) in line.plies.iter().enumerate() {
        if at >= denied {
            return at;
        }
        let written = moves.get(at).map_or(ply.written, |mv| WrittenMove::from(*mv));
        let Some(code) = code(&written, previous) else { return at };
        *text += &code;
        previous = written.to.or(previous);
    }
    line.plies.len()
}

fn code(written: &WrittenMove, previous: Option<Square>) -> Option<String> {
    let number = |square: Square| u16::from(square.rank() - 1) * 9 + u16::from(square.file() - 1);
    let to = number(written.to.or(previous)?);
    let from = match written.origin {
        Origin::Board(from) => number(from),
        Origin::Hand => HAND.iter().find(|(_, kind)| Some(*kind) == written.piece)?.0,
        Origin::Unstated | Origin::File(_) | Origin::Rank(_) => return None,
    };
    // CSA names the piece after the move, and without a board nobody knows whether it has become that.
    if written.named == Named::After
        && written.origin != Origin::Hand
        && written.piece.is_some_and(PieceKind::is_promoted)
    {
        return None;
    }
    let mut value = (from * 81 + to) * 2 + u16::from(written.promotion == Promotion::Yes);
    let mut digits = ['0'; 3];
    for digit in digits.iter_mut().rev() {
        *digit = char::from_digit(u32::from(value % 36), 36)?;
        value /= 36;
    }
    (value == 0 && !written.pass).then(|| digits.iter().collect())
}

/// The letter for a line's ending, with a loss where there is none.
fn ending(line: &Line, mover: Color, losses: &mut Losses) -> Option<char> {
    let main = line.declarations.first()?;
    let loses = main.subject.winner(mover) == Some(!mover);
    let letter = match main.ending {
        Ending::Resignation if loses => Some('r'),
        Ending::TimeForfeit if loses => Some('t'),
        Ending::Jishogi => Some('j'),
        Ending::Interrupted => Some('p'),
        _ => None,
    };
    if letter.is_none() {
        losses.add(LossCode::EndingsDropped, format!("USEN has no letter for `{}`", main.word));
    }
    for other in &line.declarations[1..] {
        if other.subject.winner(mover).is_some_and(|winner| !loses || winner == mover)
            || other.ending != Ending::Unknown && other.ending != main.ending
        {
            losses.add(LossCode::EndingsDropped, format!("USEN has no place for `{}`", other.word));
        }
    }
    letter
}
