//! What the tags of a game say.

use super::ending;
use super::handicap::handicap_name;
use crate::formats::builder::{declared, excerpt};
use crate::formats::kakinoki::handicap::{self, Handicap};
use crate::record::{Code, Declaration, DeclaredBy, Header, PartialDate, Place, Record, Start, StartSource};
use crate::rules::shogi::Setup;

/// The tags of one game while they are read.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// The handicap that a tag names.
    handicap: Option<(String, Place)>,
    /// How many moves a tag counts.
    moves: Option<(usize, Place)>,
}

/// True for a tag that every game has once; a second one is another game's.
pub(super) fn is_once(key: &str) -> bool {
    matches!(key.to_ascii_lowercase().as_str(), "sente" | "black" | "gote" | "white")
}

/// True for a tag that says something about a game by itself.
pub(super) fn tells(key: &str) -> bool {
    is_once(key)
        || matches!(
            key.to_ascii_lowercase().as_str(),
            "event" | "date" | "sfen" | "fen" | "position" | "handicap"
        )
}

impl Tags {
    /// Takes one tag.
    pub fn take(&mut self, record: &mut Record, key: &str, value: &str, place: Place) {
        let info = &mut record.info;
        let text = || Some(value.trim().to_owned()).filter(|value| !value.is_empty());
        match key.to_ascii_lowercase().as_str() {
            "sente" | "black" => info.players.black = text(),
            "gote" | "white" => info.players.white = text(),
            "event" => info.event = text(),
            "site" | "venue" => info.place = info.place.take().or_else(text),
            "opening" | "joseki" => info.opening = text(),
            "date" => date(record, value, place),
            "handicap" => self.handicap = text().map(|name| (name, place)),
            "position" | "sfen" | "fen" => position(record, value, place),
            "result" => result(record, value, place),
            "moves" => self.moves = value.trim().parse().ok().map(|moves| (moves, place)),
            _ => {}
        }
        record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
    }

    /// Completes the record when all of it was read.
    pub fn finish(self, record: &mut Record) {
        if let Some((name, place)) = self.handicap {
            take_handicap(record, &name, place);
        }
        if let Some((moves, place)) = self.moves {
            let plies = record.main().plies.len() + record.main().unread;
            // Some count as chess players do, two moves of two sides as one.
            if moves != plies && moves != plies.div_ceil(2) {
                let message = format!("the tag counts {moves} moves, the record has {plies}");
                record.report(Code::CountMismatch, place, message);
            }
        }
    }
}

fn date(record: &mut Record, value: &str, place: Place) {
    let (date, impossible) = PartialDate::read(value);
    record.info.started = date;
    // `????.??.??` says that nothing is known.
    let is_unknown = value.chars().all(|char| "?0/:-. ".contains(char));
    if impossible || date.is_none() && !is_unknown {
        record.report(Code::BadHeader, place, format!("`{}` is not a valid date", excerpt(value)));
    }
}

fn position(record: &mut Record, value: &str, place: Place) {
    match value.parse::<Setup>() {
        Ok(setup) => {
            record.start = Start { setup: setup.into(), source: StartSource::Diagram, ..Start::default() };
        }
        Err(_) if value.trim().is_empty() => {}
        Err(error) => {
            record.report(Code::BadStart, place, format!("not SFEN: {error}"));
            record.unusable = Some(Code::BadStart);
        }
    }
}

fn result(record: &mut Record, value: &str, place: Place) {
    let value = value.trim();
    if let Some((ending, subject)) = ending::sentence(value) {
        let declaration = declared(ending, subject, value, place);
        record.lines[0].declarations.push(Declaration { by: DeclaredBy::Header, ..declaration });
    } else if !value.chars().all(|char| "*?- ".contains(char)) {
        let message = format!("`{}` does not say how the game ended", excerpt(value));
        record.report(Code::EndingUnknown, place, message);
    }
}

/// The start position of a handicap, unless another tag gave one.
fn take_handicap(record: &mut Record, name: &str, place: Place) {
    if record.start.source != StartSource::Silence || record.unusable.is_some() {
        return;
    }
    let known = handicap_name(name).unwrap_or(name);
    record.start.handicap = Some(known.to_owned());
    match handicap::find(known) {
        Handicap::Known(setup, guess) => {
            record.start.setup = setup.into();
            record.start.source = StartSource::Name;
            if let Some(reason) = guess {
                record.report(Code::HandicapGuessed, place, format!("`{}`: {reason}", excerpt(name)));
            }
        }
        Handicap::Custom | Handicap::Unknown => {
            let message =
                format!("`{}` is not a known handicap, and no tag gives the position", excerpt(name));
            record.report(Code::UnknownHandicap, place, message);
            record.unusable = Some(Code::UnknownHandicap);
        }
    }
}
