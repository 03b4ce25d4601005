//! The start position, put together from handicap, diagram, hands and turn, wherever they stand in the record.

use super::blank::is_blank;
use super::board::{Board, BoardBuilder};
use super::diagram;
use super::handicap::{self, Handicap};
use super::hands::Hands;
use super::move_text::read_move;
use super::{animals, other_game};
use crate::record::{Code, Diagnostic, Origin, Place, Record, Severity, StartSource};
use crate::rules::shogi::{Hand, PieceKind, Setup, Square};
use crate::rules::{ByColor, Color, dobutsu};

/// What says where a game starts, as it is read.
#[derive(Debug, Default)]
pub(in crate::formats) struct StartBuilder {
    handicap: Option<(String, Place)>,
    board: BoardBuilder,
    hands: Hands,
    turn: Option<(Color, Place)>,
    /// A line that names the other side as the one to move.
    other_turn: Option<Place>,
    last_move: Option<LastMove>,
    fault: Option<(Place, String)>,
    /// The first move names an animal.
    animal_move: bool,
    animal_ranks: Vec<animals::Rank>,
    animal_hands: ByColor<Option<dobutsu::Hand>>,
    animal_place: Place,
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
        if self.board.is_empty()
            && self.animal_ranks.len() < 4
            && let Some(rank) = animals::read_rank(line)
        {
            if self.animal_ranks.is_empty() {
                self.animal_place = place;
            }
            return self.animal_ranks.push(rank);
        }
        self.board.rank(line, place);
    }

    /// A line of the diagram's frame.
    pub fn frame(&mut self, line: &str) {
        self.board.frame(line);
    }

    /// A side's hand under a key.
    pub fn hand(&mut self, key: &str, color: Color, text: &str, place: Place) {
        if !text.is_empty()
            && let Some(hand) = animals::read_hand(text)
        {
            self.animal_hands[color] = Some(hand);
            return;
        }
        if let Err(message) = self.hands.of_side(key, color, text, place) {
            self.fail(place, message);
        }
    }

    /// The hand of somebody whose side the key does not name.
    pub fn some_hand(&mut self, key: &str, text: &str, place: Place) {
        if let Err(message) = self.hands.of_somebody(key, text, place, !self.board.is_empty()) {
            self.fail(place, message);
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

    /// True when a line says that the move before the row with this number was the last one.
    pub fn precedes(&self, number: u32) -> bool {
        self.last_move.is_some_and(|last| last.count.checked_add(1) == Some(number))
    }

    /// True when a diagram has begun, so that a further diagram belongs to another game.
    pub fn has_diagram(&self) -> bool {
        self.board.is_complete() || self.animal_ranks.len() == 4
    }

    /// The first move names an animal.
    pub fn animal_move(&mut self) {
        self.animal_move = true;
    }

    /// True when this side's hand has been read.
    pub fn has_hand(&self, color: Color) -> bool {
        self.hands.has(color) || self.animal_hands[color].is_some()
    }

    /// True when two hands have been read of which nobody says whose they are.
    pub fn has_two_unnamed_hands(&self) -> bool {
        self.hands.has_two_unnamed()
    }

    fn fail(&mut self, place: Place, message: String) {
        if self.fault.is_none() {
            self.fault = Some((place, message));
        }
    }

    /// Writes the start into the record, whose moves are already there.
    pub fn finish(mut self, record: &mut Record) {
        record.start.handicap = self.handicap.as_ref().map(|(name, _)| name.clone());
        if let Some((place, name)) = self.other_game(record) {
            let message =
                format!("`{name}` is another game; its moves cannot be judged by the rules of shogi");
            record.report(Code::OtherGame, place, message);
            record.unusable = Some(Code::OtherGame);
            return;
        }
        if self.finish_animals(record) {
            return;
        }
        let rest = self.hands.rest();
        let hands = std::mem::take(&mut self.hands).finish(record).unwrap_or_else(|(place, message)| {
            self.fail(place, message);
            ByColor::default()
        });
        let unusable = match (std::mem::take(&mut self.board).finish(), self.fault.take()) {
            (Board::None, fault) => {
                if let Some((place, message)) = fault {
                    record.report(Code::BadHeader, place, message);
                }
                if let Some((_, place)) = rest {
                    record.report(
                        Code::BadHeader,
                        place,
                        "all other pieces are in hand, and there is no diagram",
                    );
                }
                return self.take_name(record, hands);
            }
            (Board::OtherSize(files, ranks, place), _) => {
                let message = format!("a board of {files} × {ranks} squares is that of another game");
                (Code::OtherGame, place, message)
            }
            (Board::Unreadable(place, message), _) | (_, Some((place, message))) => {
                (Code::BadStart, place, message)
            }
            (Board::Drawn(ranks, conflict), None) => {
                if let Some((place, message)) = conflict {
                    record.report(Code::DiagramLabels, place, message);
                }
                let hands = ByColor::from_fn(|color| hands[color].unwrap_or_default());
                return self.take_diagram(record, &diagram::setup(&ranks, hands), rest.map(|(side, _)| side));
            }
        };
        let (code, place, message) = unusable;
        record.report(code, place, message);
        record.unusable = Some(code);
    }

    /// The name of another game than shogi and dōbutsu shōgi, if the record says that it is of one.
    fn other_game(&self, record: &Record) -> Option<(Place, String)> {
        let by_handicap = self.handicap.as_ref().filter(|(name, _)| other_game::is_other_game(name));
        let by_header =
            || other_game::named_in(&record.headers).map(|header| (Place::FILE, header.value.clone()));
        by_handicap.map(|(name, place)| (*place, name.clone())).or_else(by_header)
    }

    /// Writes the start of a game of dōbutsu shōgi into the record; false when it is none.
    fn finish_animals(&self, record: &mut Record) -> bool {
        let named = self.handicap.as_ref().and_then(|(name, _)| animals::by_name(name));
        let drawn = <[animals::Rank; 4]>::try_from(self.animal_ranks.clone()).ok();
        let foreign = !self.board.is_empty() || named.is_none() && self.handicap.is_some() && drawn.is_none();
        if named.is_none() && drawn.is_none() && !self.animal_move || named.is_none() && foreign {
            return false;
        }
        if let (true, Some((place, message))) = (!self.board.is_empty(), &self.fault) {
            record.report(Code::BadStart, *place, message.clone());
            record.unusable = Some(Code::BadStart);
        } else if !self.board.is_empty() || drawn.is_none() && !self.animal_ranks.is_empty() {
            let message = "the diagram has not four ranks of three squares";
            let place = if self.animal_ranks.is_empty() { self.board.place() } else { self.animal_place };
            record.report(Code::BadStart, place, message);
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

    fn take_name(self, record: &mut Record, hands: ByColor<Option<Hand>>) {
        let Some((name, place)) = &self.handicap else {
            if let Some(header) =
                record.headers.iter().find(|header| matches!(header.key.as_str(), "下手" | "上手"))
            {
                let message =
                    format!("`{}` plays, but no handicap is named; the even position was taken", header.key);
                record.report(Code::BadTurn, Place::FILE, message);
            }
            give_hands(record, hands, None);
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
                give_hands(record, hands, Some((name, *place)));
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

    /// Takes the position of a diagram, in which a side may have all pieces that stand nowhere.
    fn take_diagram(self, record: &mut Record, drawn: &Setup, rest: Option<Color>) {
        let mut drawn = drawn.clone();
        if let Some(side) = rest {
            drawn.hands[side] = left_over(&drawn);
        }
        record.start.setup = drawn.clone().into();
        record.start.source = StartSource::Diagram;
        let mut turn = None;
        let named = self.handicap.clone();
        match named.as_ref().map(|(name, place)| (name, *place, handicap::find(name))) {
            Some((name, place, Handicap::Known(setup, _))) => {
                let agrees = handicap::is_meant_by(&drawn, name);
                if agrees || setup.turn == Color::White {
                    turn = Some(setup.turn);
                }
                if !agrees {
                    let message = format!("the diagram is not the position of `{name}`");
                    record.report(Code::StartConflict, place, message);
                }
            }
            Some((name, place, Handicap::Unknown)) => {
                let message = format!("`{name}` is not a known handicap; the diagram was taken");
                let mut found = Diagnostic::new(Code::UnknownHandicap, place, message);
                found.severity = Severity::Warning;
                record.report_all(vec![found]);
            }
            Some((_, _, Handicap::Custom)) | None => {}
        }
        self.set_turn(record, turn);
        name_by_board(record);
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

/// The pieces of a set that are neither on the board nor in a hand.
fn left_over(setup: &Setup) -> Hand {
    let mut hand = Hand::default();
    for kind in PieceKind::HAND {
        let standing = setup.board.iter().flatten().filter(|piece| piece.kind.unpromoted() == kind).count();
        let held: usize =
            Color::ALL.into_iter().map(|color| usize::from(setup.hands[color].count(kind))).sum();
        let left = usize::from(kind.in_a_set()).saturating_sub(standing + held);
        hand.set(kind, u8::try_from(left).unwrap_or_default());
    }
    hand
}

/// Puts the pieces that a record without a diagram names into the hands of its start position.
fn give_hands(record: &mut Record, hands: ByColor<Option<Hand>>, handicap: Option<(&str, Place)>) {
    let Some(setup) = record.start.setup.shogi_mut() else { return };
    let before = setup.hands;
    for color in Color::ALL {
        setup.hands[color] = hands[color].unwrap_or(before[color]);
    }
    if setup.hands == before {
        return;
    }
    record.start.source = StartSource::Diagram;
    let (name, place) = handicap.unwrap_or(("平手", Place::FILE));
    let message = format!("the pieces in hand are not those of `{name}`; they were added to its board");
    record.report(Code::StartConflict, place, message);
}

/// Gives a diagram that is the start of one handicap, and named as another, the name of that one: the pieces decide.
fn name_by_board(record: &mut Record) {
    let Some(setup) = record.start.setup.shogi() else { return };
    let written = record.start.handicap.as_deref();
    if setup.ply == 1
        && written.is_some_and(|written| !handicap::is_meant_by(setup, written))
        && let Some(name) = handicap::name_of(setup)
    {
        record.start.handicap = Some(name.to_owned());
    }
}
