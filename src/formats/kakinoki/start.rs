//! The start position, put together from handicap, diagram, hands and turn, wherever they stand in the record.

use super::animals;
use super::blank::is_blank;
use super::diagram::{self, Rank};
use super::handicap::{self, Handicap};
use super::move_text::read_move;
use crate::record::{Code, Origin, Place, Record, StartSource};
use crate::rules::shogi::{Hand, Setup, Square};
use crate::rules::{ByColor, Color, dobutsu};

/// What says where a game starts, as it is read.
#[derive(Debug, Default)]
pub(in crate::formats) struct StartBuilder {
    handicap: Option<(String, Place)>,
    ranks: Vec<Rank>,
    hands: ByColor<Option<Hand>>,
    turn: Option<(Color, Place)>,
    /// A line that names the other side as the one to move.
    other_turn: Option<Place>,
    last_move: Option<LastMove>,
    fault: Option<(Place, String)>,
    /// The first move names an animal.
    animal_move: bool,
    animal_ranks: Vec<animals::Rank>,
    animal_hands: ByColor<Option<dobutsu::Hand>>,
    diagram_place: Place,
}

/// The move before the start position, from a line `手数＝171  ▲６二角成  まで`.
#[derive(Clone, Copy, Debug)]
struct LastMove {
    count: u32,
    mover: Option<Color>,
    to: Option<Square>,
    place: Place,
}

impl StartBuilder {
    /// A handicap's name. The first one counts.
    pub fn handicap(&mut self, name: &str, place: Place) {
        if self.handicap.is_none() && !name.is_empty() {
            self.handicap = Some((name.to_owned(), place));
        }
    }

    /// The handicap's name that counts.
    pub fn handicap_name(&self) -> Option<&str> {
        self.handicap.as_ref().map(|(name, _)| name.as_str())
    }

    /// A rank of the diagram.
    pub fn rank(&mut self, line: &str, place: Place) {
        if self.ranks.is_empty() && self.animal_ranks.is_empty() {
            self.diagram_place = place;
        }
        if self.ranks.is_empty()
            && self.animal_ranks.len() < 4
            && let Some(rank) = animals::read_rank(line)
        {
            return self.animal_ranks.push(rank);
        }
        match diagram::read_rank(line) {
            Some(rank) if self.ranks.len() < 9 => self.ranks.push(rank),
            Some(_) => self.fail(place, "the diagram has more than nine ranks".to_owned()),
            None => {
                self.fail(
                    place,
                    format!("rank {} of the diagram has not nine squares", self.ranks.len() + 1),
                );
                self.ranks.push(Rank::default());
            }
        }
    }

    /// A side's hand.
    pub fn hand(&mut self, color: Color, text: &str, place: Place) {
        if !text.is_empty()
            && let Some(hand) = animals::read_hand(text)
        {
            self.animal_hands[color] = Some(hand);
            return;
        }
        match diagram::read_hand(text) {
            Ok(hand) => self.hands[color] = Some(hand),
            Err(at) => {
                let char: String = text[at..].chars().take(1).collect();
                self.fail(
                    place,
                    format!("`{char}` in `{text}` cannot be in hand, or there are too many of it"),
                );
            }
        }
    }

    /// The side to move.
    pub fn turn(&mut self, color: Color, place: Place) {
        let (first, _) = *self.turn.get_or_insert((color, place));
        if first != color {
            self.other_turn = self.other_turn.or(Some(place));
        }
    }

    /// The line that gives the last move before the diagram.
    pub fn last_move(&mut self, count: u32, text: &str, place: Place) {
        let read = read_move(text.trim_start_matches(is_blank));
        let (mover, to) = read.map_or((None, None), |(written, ..)| (written.color, written.to));
        self.last_move = Some(LastMove { count, mover, to, place });
    }

    /// True when a diagram has begun, so that a further diagram belongs to another game.
    pub fn has_diagram(&self) -> bool {
        self.ranks.len() == 9 || self.animal_ranks.len() == 4
    }

    /// The first move names an animal.
    pub fn animal_move(&mut self) {
        self.animal_move = true;
    }

    /// True when this side's hand has been read.
    pub fn has_hand(&self, color: Color) -> bool {
        self.hands[color].is_some() || self.animal_hands[color].is_some()
    }

    fn fail(&mut self, place: Place, message: String) {
        if self.fault.is_none() {
            self.fault = Some((place, message));
        }
    }

    /// Writes the start into the record, whose moves are already there.
    pub fn finish(self, record: &mut Record) {
        record.start.handicap = self.handicap.as_ref().map(|(name, _)| name.clone());
        if self.finish_animals(record) {
            return;
        }
        if let Some((place, message)) = &self.fault {
            if self.ranks.is_empty() {
                record.report(Code::BadHeader, *place, message.clone());
            } else {
                record.report(Code::BadStart, *place, message.clone());
                record.unusable = Some(Code::BadStart);
                return;
            }
        }
        match <[Rank; 9]>::try_from(self.ranks.clone()) {
            Ok(ranks) => self.take_diagram(record, &ranks),
            Err(ranks) if ranks.is_empty() => self.take_name(record),
            Err(ranks) => {
                let message = format!("the diagram has {} ranks instead of nine", ranks.len());
                record.report(Code::BadStart, self.diagram_place, message);
                record.unusable = Some(Code::BadStart);
            }
        }
    }

    /// Writes the start of a game of dōbutsu shōgi into the record; false when it is none.
    fn finish_animals(&self, record: &mut Record) -> bool {
        let named = self.handicap.as_ref().and_then(|(name, _)| animals::by_name(name));
        let drawn = <[animals::Rank; 4]>::try_from(self.animal_ranks.clone()).ok();
        let foreign = !self.ranks.is_empty() || named.is_none() && self.handicap.is_some() && drawn.is_none();
        if named.is_none() && drawn.is_none() && !self.animal_move || named.is_none() && foreign {
            return false;
        }
        if let (true, Some((place, message))) = (!self.ranks.is_empty(), &self.fault) {
            record.report(Code::BadStart, *place, message.clone());
            record.unusable = Some(Code::BadStart);
        } else if !self.ranks.is_empty() || drawn.is_none() && !self.animal_ranks.is_empty() {
            let message = "the diagram has not four ranks of three squares";
            record.report(Code::BadStart, self.diagram_place, message);
            record.unusable = Some(Code::BadStart);
        } else if let Some((place, message)) = &self.fault {
            record.report(Code::BadHeader, *place, message.clone());
        }
        let usual = named.clone().unwrap_or_else(dobutsu::Setup::startpos);
        let mut setup = usual.clone();
        record.start.source = if named.is_some() { StartSource::Name } else { StartSource::Silence };
        if let Some(ranks) = drawn {
            let hands = ByColor::from_fn(|color| self.animal_hands[color].unwrap_or_default());
            setup = animals::setup(&ranks, hands);
            setup.turn = if setup.board == usual.board { usual.turn } else { Color::Black };
            record.start.source = StartSource::Diagram;
            if let Some(last) = self.last_move {
                setup.ply = last.count.saturating_add(1);
            }
        }
        let by_last_move = self.last_move.filter(|last| last.to.is_some()).and_then(|last| last.mover);
        if let Some(color) = self.turn.map(|(color, _)| color).or(by_last_move.map(|mover| !mover)) {
            setup.turn = color;
        }
        record.start.setup = setup.into();
        true
    }

    fn take_name(self, record: &mut Record) {
        let Some((name, place)) = &self.handicap else {
            if let Some(header) =
                record.headers.iter().find(|header| matches!(header.key.as_str(), "下手" | "上手"))
            {
                let message =
                    format!("`{}` plays, but no handicap is named; the even position was taken", header.key);
                record.report(Code::BadTurn, Place::FILE, message);
            }
            self.set_turn(record, None);
            return;
        };
        match handicap::find(name) {
            Handicap::Known(setup, guess) => {
                record.start.setup = setup.into();
                record.start.source = StartSource::Name;
                if let Some(reason) = guess {
                    record.report(Code::HandicapGuessed, *place, format!("`{name}`: {reason}"));
                }
                let turn = record.start.turn();
                self.set_turn(record, Some(turn));
            }
            Handicap::Custom => {
                record.report(
                    Code::UnknownHandicap,
                    *place,
                    format!("`{name}` needs a diagram, and there is none"),
                );
                record.unusable = Some(Code::UnknownHandicap);
            }
            Handicap::Unknown => {
                let message = format!("`{name}` is not a known handicap, and there is no diagram");
                record.report(Code::UnknownHandicap, *place, message);
                record.unusable = Some(Code::UnknownHandicap);
            }
        }
    }

    fn take_diagram(self, record: &mut Record, ranks: &[Rank; 9]) {
        let hands = ByColor::from_fn(|color| self.hands[color].unwrap_or_default());
        let drawn = diagram::setup(ranks, hands);
        record.start.setup = drawn.clone().into();
        record.start.source = StartSource::Diagram;
        let mut turn = None;
        if let Some((name, place)) = &self.handicap
            && let Handicap::Known(setup, _) = handicap::find(name)
        {
            let agrees = setup.board == drawn.board && setup.hands == hands;
            if agrees || setup.turn == Color::White {
                turn = Some(setup.turn);
            }
            if !agrees {
                record.report(
                    Code::StartConflict,
                    *place,
                    format!("the diagram is not the position of `{name}`"),
                );
            }
        }
        self.set_turn(record, turn);
    }

    /// Sets who moves first: the record's own word, else the last move before the diagram, else the handicap; the
    /// first move decides where none of these speaks or where it disproves the handicap.
    fn set_turn(self, record: &mut Record, by_handicap: Option<Color>) {
        let by_last_move = self.take_last_move(record);
        let said = self.turn.map(|(color, _)| color).or(by_last_move);
        let against = self.turn.filter(|(color, _)| by_last_move.is_some_and(|other| other != *color));
        if let Some(place) = self.other_turn.or(against.map(|(_, place)| place)) {
            let side = said.unwrap_or(Color::Black);
            let message = format!("the record says of both sides that they move first; {side} was taken");
            record.report(Code::BadTurn, place, message);
        }
        record.start.set_turn(said.or(by_handicap).unwrap_or(Color::Black));
        if let (Some((color, place)), Some(usual)) = (self.turn, by_handicap)
            && color != usual
            && record.start.source == StartSource::Name
        {
            record.report(
                Code::BadTurn,
                place,
                format!("{color} is said to move first, against the handicap"),
            );
        }
        if said.is_none()
            && (record.start.source == StartSource::Diagram || by_handicap == Some(Color::White))
        {
            let first = record.main().plies.first().copied();
            let mover = first.and_then(|ply| match ply.written.origin {
                Origin::Board(square) => {
                    record.start.setup.shogi()?.piece_at(square).map(|piece| piece.color)
                }
                _ => ply.written.color,
            });
            if let (Some(mover), Some(ply)) = (mover, first)
                && mover != record.start.turn()
            {
                record.start.set_turn(mover);
                record.report(
                    Code::BadTurn,
                    ply.place,
                    format!("nothing says that {mover} moves first but the first move"),
                );
            }
        }
    }

    /// Uses the last move before the diagram: who made it, its number, and what 同 means in the first row. It counts
    /// only when the piece stands where it went.
    fn take_last_move(&self, record: &mut Record) -> Option<Color> {
        let last = self.last_move?;
        if last.to.is_none() {
            // Only the number, as in `手数＝0  まで`.
            record.start.setup.set_ply(last.count.saturating_add(1));
            return None;
        }
        let setup: &mut Setup = record.start.setup.shogi_mut()?;
        let standing = last.to.and_then(|to| setup.board[to.index()]).map(|piece| piece.color);
        let mover = last.mover.or(standing)?;
        if standing != Some(mover) {
            let message = "the last move before the diagram is not on the diagram; it was set aside";
            record.report(Code::BadTurn, last.place, message);
            return None;
        }
        setup.ply = last.count.saturating_add(1);
        if let Some(first) = record.lines[0].plies.first_mut()
            && first.written.to.is_none()
        {
            first.written.to = last.to;
        }
        Some(!mover)
    }
}
