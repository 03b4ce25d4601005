//! What the tags of PGN say.

use super::fen;
use crate::record::{Code, Header, PartialDate, Place, Record, Start, StartSource};
use crate::rules::Color;
use crate::rules::shogi::Setup;

/// The tags of one game while they are read.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// A tag says that it is shogi: its name, or a position of shogi.
    is_shogi: bool,
    /// The name of a game that is not shogi.
    other: Option<(String, Place)>,
    /// A tag gives a position that was understood.
    has_position: bool,
    /// A position in SFEN's convention, and whether it is unclear.
    sfen: Option<(Place, bool)>,
    /// `[White "…"]` or `[Black "…"]` is there.
    colours: Option<Place>,
    date: Option<(String, Place)>,
    time: Option<String>,
    pub termination: Option<(String, Place)>,
    pub result: Option<(String, Place)>,
    /// How many there are.
    pub count: usize,
}

/// True for a tag that says that the text is PGN of shogi or one of its kin, or of some game with its name.
pub(super) fn names_shogi(key: &str, value: &str) -> bool {
    match key {
        "Variant" => true,
        "FEN" | "SFEN" => value.matches('/').count() >= 8,
        _ => false,
    }
}

/// Whether a name of a variant is that of shogi.
fn is_shogi(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    matches!(
        name.as_str(),
        "shogi" | "standard shogi" | "japanese chess" | "9x9+7_shogi" | "fromposition" | "from position"
    )
}

impl Tags {
    /// Takes one tag.
    pub fn take(&mut self, record: &mut Record, key: &str, value: &str, place: Place) {
        self.count += 1;
        let info = &mut record.info;
        let text = || known(value).map(ToOwned::to_owned);
        let rating = || {
            value
                .trim()
                .trim_end_matches('?')
                .parse::<f64>()
                .ok()
                .filter(|rating| rating.is_finite() && *rating > 0.0)
        };
        match key {
            // White moves first.
            "White" | "Sente" => info.players.black = text(),
            "Black" | "Gote" => info.players.white = text(),
            "WhiteElo" | "SenteElo" => info.ratings.black = rating(),
            "BlackElo" | "GoteElo" => info.ratings.white = rating(),
            "Event" => info.event = text(),
            "Site" => info.place = text(),
            "Opening" => info.opening = text(),
            "Date" | "UTCDate" if key == "Date" || self.date.is_none() => {
                self.date = Some((value.to_owned(), place));
            }
            "Time" | "UTCTime" if key == "Time" || self.time.is_none() => self.time = text(),
            "EndDate" | "EndTime" if info.ended.is_none() => info.ended = PartialDate::parse(value),
            "TimeControl" => info.time_control = time_control(value),
            "Termination" => self.termination = Some((value.to_owned(), place)),
            "Result" => self.result = Some((value.to_owned(), place)),
            "Variant" if is_shogi(value) => self.is_shogi = true,
            "Variant" => self.other = Some((value.to_owned(), place)),
            "FEN" | "SFEN" => self.position(record, value, key == "SFEN", place),
            _ => {}
        }
        if matches!(key, "White" | "Black") {
            self.colours = self.colours.or(Some(place));
        }
        record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
    }

    fn position(&mut self, record: &mut Record, value: &str, is_sfen: bool, place: Place) {
        match fen::read(value, is_sfen) {
            Ok(start) => {
                (self.is_shogi, self.has_position) = (true, true);
                self.sfen = start.is_sfen.then_some((place, start.is_unclear));
                let source = match start.setup == Setup::startpos() {
                    true => StartSource::Name,
                    false => StartSource::Diagram,
                };
                record.start = Start { setup: start.setup.into(), source, ..Start::default() };
                if record.unusable == Some(Code::BadStart) {
                    record.unusable = None;
                }
            }
            // Beside a position that was understood the other one decides nothing.
            Err(error) => {
                record.report(Code::BadStart, place, format!("not a position of shogi: {error}"));
                record.unusable = record.unusable.or(Some(Code::BadStart)).filter(|_| !self.has_position);
            }
        }
    }

    /// Completes the record when all tags were read. `black_dots` says that the first move's number has three points
    /// and so is Black's in PGN's sense, that of the small letters.
    pub fn finish(&mut self, record: &mut Record, black_dots: Option<Place>) {
        self.date(record);
        if let Some((name, place)) = self.other.take() {
            record.report(Code::UnknownHandicap, place, format!("`{name}` is another game than shogi"));
            record.unusable = Some(Code::UnknownHandicap);
            return;
        }
        if !self.is_shogi {
            let message = "no tag says that the game is shogi";
            if record.unusable.is_none() {
                record.report(Code::UnknownHandicap, Place::FILE, message);
                record.unusable = Some(Code::UnknownHandicap);
            }
            return;
        }
        self.first_mover(record, black_dots);
        if let (Some((place, _)), Some(_)) = (self.sfen, self.colours) {
            let message =
                "`White` is taken for the side of the capital letters, as in PGN; SFEN calls that side black";
            record.report(Code::ColoursUnclear, place, message);
        }
    }

    fn first_mover(&self, record: &mut Record, black_dots: Option<Place>) {
        let by_dots = black_dots.map(|place| (Color::White, place));
        match (self.sfen, by_dots) {
            (Some((_, true)), Some((color, _))) => record.start.set_turn(color),
            (Some((place, true)), None) => {
                let turn = record.start.turn();
                let message = format!(
                    "FEN and SFEN call the sides by each other's names; {turn} (in shogi's sense) is taken to move first"
                );
                record.report(Code::BadTurn, place, message);
            }
            (_, Some((color, place))) if record.start.turn() != color => {
                let message = format!(
                    "the first number is that of a move by {color}, but {} is to move",
                    record.start.turn()
                );
                record.report(Code::BadTurn, place, message);
            }
            _ => {}
        }
    }

    fn date(&mut self, record: &mut Record) {
        let Some((date, place)) = self.date.take() else { return };
        let text = self.time.take().map_or_else(|| date.clone(), |time| format!("{date} {time}"));
        let (read, impossible) = PartialDate::read(&text);
        record.info.started = read;
        let is_unknown = date.chars().all(|char| "?0/:-. ".contains(char));
        if impossible || read.is_none() && !is_unknown {
            record.report(Code::BadHeader, place, format!("`{text}` is not a valid date"));
        }
    }
}

/// The value, unless it says that nothing is known.
fn known(value: &str) -> Option<&str> {
    Some(value.trim()).filter(|value| !matches!(*value, "" | "?" | "-" | "??"))
}

/// `300+5` is seconds and what each move adds, as `300+0+5` in CSA. Anything else stays as it is written.
fn time_control(value: &str) -> Option<String> {
    let value = known(value)?;
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    Some(match value.split_once('+') {
        Some((base, increment)) if is_number(base) && is_number(increment) => format!("{base}+0+{increment}"),
        None if is_number(value) => format!("{value}+0+0"),
        _ => value.to_owned(),
    })
}
