//! Which openings, castles, strategies and types a game has, found by replay.
//!
//! The names and by what they are recognised stand in tables that everybody can read and extend (data/openings.tsv,
//! data/castles.tsv, docs/openings.md). Names of one side are looked for after its own moves, seen from its side of the
//! board; types, which both sides share, after every move.

mod course;
mod definitions;
mod shape;

pub use course::{Course, Rook};
pub use definitions::{Definition, DefinitionError, Definitions, Holder, Lasting, NameKind, Window};
pub use shape::{Shape, Word};

use crate::rules::shogi::Move;
use crate::rules::{ByColor, Color};
use course::RookEvent;

/// Castles are looked for until so many plies after the fighting started.
const AFTER_THE_START: u32 = 20;

/// The names that keep a rook from swinging.
const BARS_SWING: [&str; 4] = ["yagura", "aigakari", "yokofudori", "kakugawari"];

/// The names of the files of a ranging rook, from file 5.
const FILES: [&str; 5] =
    ["central_rook", "fourth_file_rook", "third_file_rook", "opposing_rook", "ninth_file_rook"];

/// A name that a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundName {
    /// The ply after which it held first.
    pub ply: u32,
    /// Its place among the definitions.
    pub place: usize,
}

/// Finds the names of games.
#[derive(Debug)]
pub struct Classifier<'d> {
    definitions: &'d Definitions,
    bars_swing: Vec<usize>,
    fortress: Option<usize>,
    /// The names that go when a swing is undone.
    ranging: Vec<usize>,
    types: [Option<usize>; 2],
}

impl<'d> Classifier<'d> {
    /// A classifier by these definitions.
    #[must_use]
    pub fn new(definitions: &'d Definitions) -> Self {
        let place = |id: &str| definitions.place(id);
        let of_ranging = |root: usize| {
            let all = 0..definitions.all().len();
            let is_opening = |name: &usize| definitions.all()[*name].kind == NameKind::Opening;
            all.filter(is_opening).filter(|name| definitions.is_a(*name, root)).collect()
        };
        Self {
            definitions,
            bars_swing: BARS_SWING.iter().filter_map(|id| place(id)).collect(),
            fortress: place("yagura"),
            ranging: place("ranging_rook").map(of_ranging).unwrap_or_default(),
            types: ["static_vs_ranging", "double_ranging_rook"].map(place),
        }
    }

    /// The names of both sides of a game from the even start, by the ply at which they held first.
    #[must_use]
    pub fn classify(&self, moves: &[Move]) -> ByColor<Vec<FoundName>> {
        let mut game = GameNames {
            course: Course::new(self.definitions.all().len()),
            classifier: self,
            found: ByColor::default(),
            replaced: ByColor::default(),
            waiting: ByColor::default(),
        };
        let mut is_closed = false;
        for mv in moves {
            game.play(*mv);
            if game.course.fighting().is_some() && !is_closed {
                is_closed = true;
                game.close();
            }
            let ply = game.course.ply();
            game.look(if ply % 2 == 1 { Color::Black } else { Color::White });
            if game.is_over() {
                break;
            }
        }
        if !is_closed {
            game.close();
        }
        game.finish()
    }
}

/// A name that must last: since which ply and own move its shape stands.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    name: FoundName,
    since: usize,
}

/// The names of a game on their way.
struct GameNames<'c> {
    classifier: &'c Classifier<'c>,
    course: Course,
    found: ByColor<Vec<FoundName>>,
    /// Names that another one took the place of; they do not come back.
    replaced: ByColor<Vec<usize>>,
    waiting: ByColor<Vec<Waiting>>,
}

impl GameNames<'_> {
    fn definitions(&self) -> &Definitions {
        self.classifier.definitions
    }

    fn play(&mut self, mv: Move) {
        let mover = if self.course.ply().is_multiple_of(2) { Color::Black } else { Color::White };
        let bars = self.classifier.bars_swing.iter().any(|name| self.course.has(mover, *name));
        let fortress = self.classifier.fortress.is_some_and(|name| self.course.has(!mover, name));
        match self.course.play(mv, bars, fortress) {
            Some(RookEvent::Returned(after)) if after <= self.undone_within() => {
                self.course.undo_swing(mover);
                for name in self.classifier.ranging.clone() {
                    self.forget(mover, name);
                }
                for name in self.classifier.types.into_iter().flatten() {
                    Color::ALL.into_iter().for_each(|color| self.forget(color, name));
                }
                self.replaced = ByColor::default();
            }
            Some(RookEvent::LeftFile(file, after)) => {
                let name =
                    FILES.get(usize::from(file).wrapping_sub(5)).and_then(|id| self.definitions().place(id));
                if let Some(name) = name
                    && matches!(self.definitions().all()[name].lasting, Lasting::Left(within) if after <= within)
                {
                    self.forget(mover, name);
                }
            }
            _ => {}
        }
    }

    /// Within how many own moves the return of the rook undoes its swing.
    fn undone_within(&self) -> usize {
        let ranging = self.definitions().place("ranging_rook");
        match ranging.map(|name| self.definitions().all()[name].lasting) {
            Some(Lasting::Undone(within)) => within,
            _ => 0,
        }
    }

    fn forget(&mut self, side: Color, name: usize) {
        self.course.set(side, name, false);
        self.found[side].retain(|found| found.place != name);
    }

    /// Whether no further ply can give a name but those of any time, which end early by their own conditions.
    fn is_over(&self) -> bool {
        const LATE: u32 = 200;
        let ply = self.course.ply();
        let waits = Color::ALL.iter().any(|color| !self.waiting[*color].is_empty());
        ply > LATE
            && self.course.fighting().is_some_and(|fighting| ply > fighting + AFTER_THE_START)
            && !waits
    }

    /// Whether a name can be found at this ply.
    fn is_open(&self, definition: &Definition, closing: bool) -> bool {
        let ply = self.course.ply();
        match (definition.window, self.course.fighting()) {
            (Window::Any, _) => true,
            (Window::End, _) => closing,
            (_, None) => true,
            (Window::OpeningAndAfter, Some(fighting)) => ply <= fighting + AFTER_THE_START,
            // With the first blow only what the rooks are decides itself.
            (Window::Opening, Some(fighting)) => {
                let only_rooks =
                    || definition.shape.words().iter().all(|word| matches!(word, Word::Rook { .. }));
                ply < fighting || closing && ply == fighting && only_rooks()
            }
        }
    }

    /// Looks for the names of the side that moved, and for those of both.
    fn look(&mut self, mover: Color) {
        self.find(&[mover], false);
        self.look_for_lasting(mover);
    }

    /// The opening is over: the fighting started, or the record ends.
    fn close(&mut self) {
        self.course.close();
        self.find(&Color::ALL, true);
    }

    /// Names that refer to other names are looked at again until nothing changes.
    fn find(&mut self, sides: &[Color], closing: bool) {
        // Every round finds a name at least.
        for _ in 0..=self.definitions().all().len() {
            let mut changed = false;
            for place in 0..self.classifier.definitions.all().len() {
                let definition = &self.classifier.definitions.all()[place];
                if matches!(definition.lasting, Lasting::MustLast(_)) || !self.is_open(definition, closing) {
                    continue;
                }
                let sides = if definition.holder == Holder::Both { &Color::ALL[..] } else { sides };
                for side in sides {
                    if self.course.has(*side, place) || self.replaced[*side].contains(&place) {
                        continue;
                    }
                    if can_hold(definition.holder, *side) && definition.shape.holds(&self.course, *side) {
                        self.give(*side, place);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn give(&mut self, side: Color, place: usize) {
        let definition = &self.classifier.definitions.all()[place];
        let sides = if definition.holder == Holder::Both { Color::ALL.to_vec() } else { vec![side] };
        let replaced: Vec<usize> =
            definition.replaces.iter().filter_map(|id| self.classifier.definitions.place(id)).collect();
        for side in sides {
            if !self.course.has(side, place) {
                self.course.set(side, place, true);
                self.found[side].push(FoundName { ply: self.course.ply(), place });
            }
            for name in &replaced {
                self.forget(side, *name);
                self.replaced[side].push(*name);
            }
        }
    }

    /// Names whose shape must stand for some own moves.
    fn look_for_lasting(&mut self, mover: Color) {
        let (ply, own_moves) = (self.course.ply(), self.course.own_moves(mover));
        for (place, definition) in self.classifier.definitions.all().iter().enumerate() {
            let Lasting::MustLast(needed) = definition.lasting else { continue };
            if self.course.has(mover, place) || !can_hold(definition.holder, mover) {
                continue;
            }
            let waiting = self.waiting[mover].iter().position(|waiting| waiting.name.place == place);
            let holds = definition.shape.holds(&self.course, mover);
            match (waiting, holds) {
                (None, true) if self.is_open(definition, false) => {
                    let name = FoundName { ply, place };
                    self.waiting[mover].push(Waiting { name, since: own_moves });
                }
                (Some(index), true) if own_moves - self.waiting[mover][index].since >= needed => {
                    let waiting = self.waiting[mover].swap_remove(index);
                    self.course.set(mover, place, true);
                    self.found[mover].push(waiting.name);
                }
                (Some(index), false) => {
                    self.waiting[mover].swap_remove(index);
                }
                _ => {}
            }
        }
    }

    fn finish(self) -> ByColor<Vec<FoundName>> {
        let mut found = self.found;
        for color in Color::ALL {
            // A record that ends first counts.
            found[color].extend(self.waiting[color].iter().map(|waiting| waiting.name));
            found[color].sort_unstable();
        }
        found
    }
}

/// Whether a side can have names of a holder.
fn can_hold(holder: Holder, side: Color) -> bool {
    match holder {
        Holder::One | Holder::Both => true,
        Holder::Black => side == Color::Black,
        Holder::White => side == Color::White,
    }
}
