//! A game on one line: a position, perhaps, and moves.

use super::word::{self, Word};
use super::{Notation, ending, position};
use crate::formats::builder::{add_move, break_off, comment_at, excerpt};
use crate::formats::lines::TextLine;
use crate::record::{Code, Place, Record, Start, StartSource, WrittenMove};
use crate::replay::resolve;
use crate::rules::PlayablePosition;
use crate::rules::dobutsu::{Position, Setup};

/// The only first moves of an even game, as lishogi writes them; standard shogi has none of them.
const FIRST: [&str; 4] = ["2c2b", "1d1c", "2d1c", "2d3c"];

/// True for a line that can only be a game or position of dōbutsu shōgi.
pub(super) fn begins(line: &str) -> bool {
    let mut words =
        line.split_whitespace().skip_while(|word| matches!(*word, "position" | "startpos" | "moves"));
    let Some(first) = words.next() else { return false };
    let first = if matches!(first, "sfen" | "fen") { words.next().unwrap_or_default() } else { first };
    if position::is_board(first) {
        return true;
    }
    match word::read(if is_number(first) { words.next().unwrap_or_default() } else { first }) {
        Some(Word { notation: Some(Notation::Lishogi), .. }) => {
            FIRST.contains(&first) && words.all(|word| word::read(word).is_some() || ending_like(word))
        }
        Some(_) => true,
        None => false,
    }
}

fn ending_like(word: &str) -> bool {
    word.starts_with('#') || ending::read(word, Place::FILE).is_some()
}

/// `12.`, or `12` before moves.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a line for which [`begins`] is true.
pub(super) fn read(line: TextLine<'_>) -> Record {
    let mut record = Record { text_range: line.start..line.start + line.text.len(), ..Record::default() };
    record.start.setup = Setup::startpos().into();
    let words: Vec<(usize, &str)> = line
        .text
        .split_whitespace()
        .map(|word| (word.as_ptr().addr() - line.text.as_ptr().addr(), word))
        .collect();
    let mut at = 0;
    let mut notation = None;
    while let Some((_, "position" | "startpos" | "sfen" | "fen")) = words.get(at) {
        if words[at].1 == "startpos" {
            record.start.source = StartSource::Name;
        }
        at += 1;
    }
    if let Some((offset, first)) = words.get(at).filter(|(_, word)| position::is_board(word)) {
        let fields: Vec<&str> =
            words[at..].iter().map(|(_, word)| *word).take_while(|word| *word != "moves").collect();
        match position::read(&fields) {
            Ok(found) => {
                record.start =
                    Start { setup: found.setup.into(), source: StartSource::Diagram, ..Start::default() };
                notation = found.notation;
                at += found.words;
            }
            Err(message) => {
                record.report(Code::BadStart, line.place(*offset), format!("`{first}`: {message}"));
                record.unusable = Some(Code::BadStart);
                at = words.len();
            }
        }
    }
    if words.get(at).is_some_and(|(_, word)| *word == "moves") {
        at += 1;
    }
    moves(&mut record, line, &words[at..], notation);
    record
}

fn moves(record: &mut Record, line: TextLine<'_>, words: &[(usize, &str)], mut notation: Option<Notation>) {
    let mut ended = false;
    for (offset, word) in words {
        let place = line.place(*offset);
        if word.starts_with('#') {
            let text = line.text[offset + 1..].trim().to_owned();
            record.notes.push(comment_at(record.main().plies.len(), text));
            break;
        }
        if let Some(found) = word::read(word).filter(|_| !ended) {
            if record.main().unread == 0 {
                notation = notation.or(found.notation);
            }
            add_move(record, found.written, place);
        } else if ended {
            let message = format!("`{}` after the end of the game", excerpt(word));
            record.report(Code::TextAfterEnd, place, message);
            break;
        } else if let Some(declaration) = ending::read(word, place) {
            record.lines[0].declarations.push(declaration);
            ended = true;
        } else if !is_number(word) {
            break_off(record, place, word);
        }
    }
    settle(record, notation);
}

/// Counts the ranks from the end that the game shows.
fn settle(record: &mut Record, notation: Option<Notation>) {
    let from_the_bottom = match notation {
        Some(Notation::Fairy) => true,
        Some(_) => false,
        None => {
            let Some(start) =
                record.start.setup.dobutsu().cloned().and_then(|setup| Position::try_from(setup).ok())
            else {
                return;
            };
            let plies = || record.main().plies.iter().map(|ply| ply.written);
            let (top, bottom) = (legal(start, plies()), legal(start, plies().map(word::turned)));
            if top == bottom && top > 0 {
                let message =
                    "ranks counted from the top and from the bottom both make sense; the top was taken";
                record.report(Code::RanksGuessed, Place::new(0, 0), message);
            }
            bottom > top
        }
    };
    if from_the_bottom {
        for ply in &mut record.lines[0].plies {
            ply.written = word::turned(ply.written);
        }
    }
}

/// How many of the moves can be played one after the other.
fn legal(mut position: Position, moves: impl Iterator<Item = WrittenMove>) -> usize {
    let mut count = 0;
    for written in moves {
        let Ok(found) = resolve(&position, &written, None) else { break };
        if found.finding.is_some() || position.is_over() || position.judge_move(found.mv).is_err() {
            break;
        }
        position.make(found.mv);
        count += 1;
    }
    count
}
