//! A log of what a server and its client sent each other: the summary before a game, and moves that stand there twice.

use super::super::comment;
use super::super::transcript::Line;
use super::Reader;
use crate::formats::lines::TextLine;
use crate::record::{Code, Header, Place, WrittenMove};
use crate::rules::Color;

/// What is known of the talk around a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Session {
    /// The text is such a log.
    there: bool,
    /// That was reported.
    told: bool,
    /// An echo was reported.
    told_echo: bool,
    /// The side that the client has.
    pub client: Option<Color>,
    /// The unit of times in milliseconds, where it is not the second.
    unit: Option<u64>,
    /// Main time, byoyomi and increment, in units.
    times: [Option<u64>; 3],
    /// The statement being read has a time behind it on its line.
    pub time_follows: bool,
}

impl Session {
    /// True for a log of a server or client.
    pub const fn is_there(&self) -> bool {
        self.there
    }

    /// The time control as CSA writes it.
    pub fn time_control(&self) -> Option<String> {
        let [base, byoyomi, increment] = self.times;
        let seconds = |units: u64| {
            let time = units.saturating_mul(self.unit.unwrap_or(1000));
            let text = format!("{}.{:03}", time / 1000, time % 1000);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        let or_none = |units: Option<u64>| seconds(units.unwrap_or(0));
        Some(format!("{}+{}+{}", seconds(base?), or_none(byoyomi), or_none(increment)))
    }
}

impl Reader {
    /// The line without the marks of a log.
    #[cold]
    pub(super) fn without_prefix<'a>(&mut self, line: TextLine<'a>, length: usize) -> TextLine<'a> {
        self.session.there = true;
        let characters = line.text.get(..length).map_or(0, |text| text.chars().count());
        line.rest(length, u32::try_from(characters).unwrap_or(u32::MAX))
    }

    /// Takes a line of the protocol; false leaves it to be read as statements.
    #[cold]
    pub(super) fn said(&mut self, said: Line<'_>, line: &TextLine<'_>) -> bool {
        match said {
            Line::Summary if self.has_statements => self.next_game(line.start, line.start),
            Line::Key("Name+" | "Name-" | "Game_ID", _) if self.is_over() => {
                self.next_game(line.start, line.start);
            }
            _ => {}
        }
        if !self.budget.allows(&self.record, 0) {
            return true;
        }
        match said {
            Line::Key(key, value) => self.key(key, value, line),
            Line::Summary | Line::Talk => self.session.there = true,
            Line::Player => {}
        }
        if !std::mem::replace(&mut self.session.told, true) {
            let message = "lines that a server and its client send each other";
            self.record.report(Code::ServerMessage, line.start_place(), message);
        }
        true
    }

    fn key(&mut self, key: &str, value: &str, line: &TextLine<'_>) {
        let side = match value {
            "+" => Some(Color::Black),
            "-" => Some(Color::White),
            _ => None,
        };
        match key {
            "Name+" => self.player(Color::Black, "N+", value, line.start_place()),
            "Name-" => self.player(Color::White, "N-", value, line.start_place()),
            "Your_Turn" => self.session.client = side,
            "To_Move" => self.turn = self.turn.or(side),
            "Game_ID" => {
                self.record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
                let info = &mut self.record.info;
                info.event = info.event.take().or_else(|| Some(value.to_owned()).filter(|id| !id.is_empty()));
            }
            "Time_Unit" => self.session.unit = unit(value),
            "Total_Time" => self.session.times[0] = value.parse().ok(),
            "Byoyomi" => self.session.times[1] = value.parse().ok(),
            "Increment" => self.session.times[2] = value.parse().ok(),
            _ => comment::note_facts(&mut self.record.info, &format!("{key}:{value}")),
        }
    }

    /// A move that the client sent and the server sends again, with its time: one move.
    pub(super) fn is_echo(&mut self, written: &WrittenMove, place: Place) -> bool {
        let session = &self.session;
        let last = self.record.main().plies.last().filter(|last| last.written == *written && !written.pass);
        let is_echo = |last: &crate::record::Ply| {
            session.there
                || session.time_follows && last.clock.spent.is_none() && last.place.line() != place.line()
        };
        if !last.is_some_and(is_echo) {
            return false;
        }
        if !std::mem::replace(&mut self.session.told_echo, true) {
            let message = "a move that the client sent and the server repeated is one move";
            self.record.report(Code::ServerMessage, place, message);
        }
        true
    }
}

/// `1sec`, `1min`, `100msec` in milliseconds.
fn unit(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let factor = match &text[digits..] {
        "msec" | "ms" => 1,
        "sec" | "s" => 1000,
        "min" => 60_000,
        _ => return None,
    };
    text[..digits].parse::<u64>().ok()?.checked_mul(factor)
}
