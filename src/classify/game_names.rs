//! The names of one game, found move by move.

use super::course::{Course, RookEvent, as_seen_by};
use super::name_set::NameSet;
use super::{Classifier, Definition, FoundName, Holder, Lasting, NameKind, Window, Word};
use crate::rules::shogi::Move;
use crate::rules::{ByColor, Color, MoveOrigin};

/// Castles are looked for until so many plies after the fighting started.
const AFTER_THE_START: u32 = 20;

/// A name that must last: since which ply and own move its shape stands.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    name: FoundName,
    since: usize,
}

/// The names of a game on their way.
pub(super) struct GameNames<'c> {
    classifier: &'c Classifier<'c>,
    course: Course,
    found: ByColor<Vec<FoundName>>,
    /// Names that another one took the place of; they do not come back.
    replaced: ByColor<NameSet>,
    waiting: ByColor<Vec<Waiting>>,
    /// The names of which something changed since they were looked at.
    changed: ByColor<NameSet>,
    /// The names that each side can still get.
    alive: ByColor<NameSet>,
    /// Those of them, or at the end of the opening of all, that can hold with kings and rooks as they are now.
    possible: ByColor<NameSet>,
    /// How many of the names with a last ply are out of reach.
    expired: usize,
    is_closed: bool,
    /// By which words each name held, where that is asked for.
    reasons: Option<Vec<(Color, FoundName, Vec<String>)>>,
}

impl<'c> GameNames<'c> {
    pub fn new(classifier: &'c Classifier<'c>) -> Self {
        let count = classifier.definitions.all().len();
        Self {
            classifier,
            course: Course::new(count),
            found: ByColor::default(),
            replaced: ByColor::from_fn(|_| NameSet::new(count)),
            waiting: ByColor::default(),
            changed: classifier.dependents.at_start(),
            alive: ByColor::from_fn(|color| {
                let mut alive = classifier.dependents.of_side[color].clone();
                alive.remove_all(&classifier.dependents.closing);
                alive
            }),
            possible: ByColor::from_fn(|_| NameSet::new(count)),
            expired: 0,
            is_closed: false,
            reasons: None,
        }
    }

    /// The same, which keeps by which words each name held.
    pub fn with_reasons(classifier: &'c Classifier<'c>) -> Self {
        Self { reasons: Some(Vec::new()), ..Self::new(classifier) }
    }

    /// By which words the names held, as far as they were kept.
    pub fn take_reasons(&mut self) -> Vec<(Color, FoundName, Vec<String>)> {
        self.reasons.take().unwrap_or_default()
    }

    fn keep_reason(&mut self, side: Color, name: FoundName, seen_by: Color) {
        if let Some(reasons) = &mut self.reasons {
            let shape = &self.classifier.definitions.all()[name.place].shape;
            reasons.push((side, name, shape.matched(&self.course, seen_by)));
        }
    }

    /// Plays a move and looks for the names of the side that moved, and for those of both.
    pub fn play(&mut self, mv: Move) {
        let mover = if self.course.ply().is_multiple_of(2) { Color::Black } else { Color::White };
        self.move_piece(mover, mv);
        if self.course.fighting().is_some() && !self.is_closed {
            self.close();
        }
        self.let_expire();
        self.find(mover, false);
        self.look_for_lasting(mover);
    }

    /// Names that cannot be found any more are looked at no longer.
    fn let_expire(&mut self) {
        let dependents = &self.classifier.dependents;
        let ply = self.course.ply();
        while let Some((last, place)) = dependents.expiring.get(self.expired)
            && *last < ply
        {
            Color::ALL.into_iter().for_each(|color| self.alive[color].remove(*place));
            self.expired += 1;
        }
        let over = match self.course.fighting() {
            Some(fighting) if ply == fighting => &dependents.in_opening,
            Some(fighting) if ply == fighting + AFTER_THE_START + 1 => &dependents.in_opening_and_after,
            _ => return,
        };
        Color::ALL.into_iter().for_each(|color| self.alive[color].remove_all(over));
    }

    fn definition(&self, place: usize) -> &'c Definition {
        &self.classifier.definitions.all()[place]
    }

    fn move_piece(&mut self, mover: Color, mv: Move) {
        let classifier = self.classifier;
        let bars = classifier.bars_swing.iter().any(|name| self.course.has(mover, *name));
        let fortress = classifier.fortress.is_some_and(|name| self.course.has(!mover, name));
        let before = self.course.state();
        let from = match mv.origin() {
            MoveOrigin::Board(from) => Some(from),
            MoveOrigin::Hand(_) => None,
        };
        let squares = [from, Some(mv.to())];
        let contents = |course: &Course| squares.map(|square| square.map(|square| course.seen(square)));
        let contents_before = contents(&self.course);
        let event = self.course.play(mv, bars, fortress);
        let contents_after = contents(&self.course);
        for (square, (before, after)) in
            squares.into_iter().zip(contents_before.into_iter().zip(contents_after))
        {
            let (Some(square), Some(before), Some(after)) = (square, before, after) else { continue };
            for color in Color::ALL {
                let square = as_seen_by(color, square);
                let changed = &mut self.changed[color];
                classifier.dependents.square_changed(square, before[color], after[color], changed);
            }
        }
        for color in Color::ALL {
            classifier.dependents.ply_passed(&mut self.changed[color]);
        }
        match event {
            Some(RookEvent::Returned(after)) if after <= classifier.undone_within => self.undo_swing(mover),
            Some(RookEvent::LeftFile(file, after)) => {
                let name = classifier.files.get(usize::from(file).wrapping_sub(5)).copied().flatten();
                if let Some(name) = name
                    && matches!(self.definition(name).lasting, Lasting::Left(within) if after <= within)
                    && self.was_found_within(mover, name, after)
                {
                    self.forget_with_special_cases(mover, name);
                }
            }
            _ => {}
        }
        classifier.dependents.state_changed(before, self.course.state(), &mut self.changed);
    }

    fn undo_swing(&mut self, side: Color) {
        let classifier = self.classifier;
        self.course.undo_swing(side);
        for name in &classifier.ranging {
            self.forget(side, *name);
        }
        for name in classifier.types.into_iter().flatten() {
            Color::ALL.into_iter().for_each(|color| self.forget(color, name));
        }
        for color in Color::ALL {
            let replaced = std::mem::replace(
                &mut self.replaced[color],
                NameSet::new(classifier.definitions.all().len()),
            );
            self.changed[color].add(&replaced);
        }
    }

    /// Whether a name was found in the last so many own moves, the last one not counted.
    fn was_found_within(&self, side: Color, name: usize, own_moves: usize) -> bool {
        let plies = u32::try_from(2 * own_moves).unwrap_or(u32::MAX);
        self.found[side].iter().any(|found| found.place == name && found.ply + plies >= self.course.ply())
    }

    /// Forgets a name and the openings that are special cases of it.
    fn forget_with_special_cases(&mut self, side: Color, name: usize) {
        let definitions = self.classifier.definitions;
        let is_one = |found: &FoundName| {
            definitions.all()[found.place].kind == NameKind::Opening && definitions.is_a(found.place, name)
        };
        let names: Vec<usize> =
            self.found[side].iter().filter(|found| is_one(found)).map(|found| found.place).collect();
        for name in names {
            self.forget(side, name);
        }
    }

    fn forget(&mut self, side: Color, name: usize) {
        if self.course.has(side, name) {
            self.course.set(side, name, false);
            self.found[side].retain(|found| found.place != name);
            self.changed[side].insert(name);
            self.classifier.dependents.name_changed(side, name, &mut self.changed);
        }
    }

    /// Whether no further ply can give a name.
    pub fn is_over(&self) -> bool {
        /// Up to this ply names are looked for that may be found at any time and do not say themselves how late.
        const LATE: u32 = 200;
        let ply = self.course.ply();
        let waits = Color::ALL.iter().any(|color| !self.waiting[*color].is_empty());
        ply > self.classifier.dependents.last_ply.unwrap_or(LATE)
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
            // With the first blow it is decided what the rooks are, and so what they make of what came before; the board
            // is that after the blow.
            (Window::Opening, Some(fighting)) => {
                let needs_board =
                    |word: &&Word| matches!(word, Word::Pieces(..) | Word::Was { .. } | Word::Took { .. });
                ply < fighting
                    || closing && ply == fighting && !definition.shape.words().iter().any(needs_board)
            }
        }
    }

    /// The opening is over: the fighting started, or the record ends.
    fn close(&mut self) {
        self.is_closed = true;
        let before = self.course.state();
        self.course.close();
        self.classifier.dependents.state_changed(before, self.course.state(), &mut self.changed);
        for color in Color::ALL {
            self.changed[color].add(&self.classifier.dependents.closing);
        }
        self.find(Color::Black, true);
    }

    /// Names that refer to other names are looked at again until nothing changes: those of the side that moved and of
    /// both, at the end of the opening those of either side.
    fn find(&mut self, mover: Color, closing: bool) {
        for side in Color::ALL {
            let dependents = &self.classifier.dependents;
            let names = if closing { &dependents.of_side[side] } else { &self.alive[side] };
            self.possible[side].copy_from(names);
            dependents.keep_possible(&self.course, side, &mut self.possible[side]);
        }
        // Every round finds a name at least.
        for _ in 0..=self.classifier.definitions.all().len() {
            let mut next = ByColor::from_fn(|side| self.next_changed(side, 0, mover, closing));
            if next == ByColor::default() {
                return;
            }
            while let Some(place) = Color::ALL.into_iter().filter_map(|side| next[side]).min() {
                for side in Color::ALL {
                    if next[side] == Some(place) {
                        self.look_at(place, side, closing);
                    }
                }
                for side in Color::ALL {
                    // What changed by that is looked at in the same round if its turn is still to come.
                    if let Some(waiting) = next[side].filter(|waiting| *waiting > place) {
                        self.changed[side].insert(waiting);
                    }
                    next[side] = self.next_changed(side, place + 1, mover, closing);
                }
            }
        }
    }

    /// Takes out the first name from a place on that is to be looked at for a side. At the end of the opening every name
    /// is, whatever its window.
    fn next_changed(&mut self, side: Color, from: usize, mover: Color, closing: bool) -> Option<usize> {
        let dependents = &self.classifier.dependents;
        let wanted = if closing || side == mover { &dependents.instant } else { &dependents.both };
        self.changed[side].take_next(from, wanted, &self.possible[side])
    }

    fn look_at(&mut self, place: usize, side: Color, closing: bool) {
        let definition = self.definition(place);
        if !self.course.has(side, place)
            && !self.replaced[side].contains(place)
            && self.is_open(definition, closing)
            && definition.shape.holds(&self.course, side)
        {
            self.give(side, place);
        }
    }

    fn give(&mut self, holder: Color, place: usize) {
        let classifier = self.classifier;
        let both = self.definition(place).holder == Holder::Both;
        for side in Color::ALL.into_iter().filter(|color| both || *color == holder) {
            if !self.course.has(side, place) {
                let name = FoundName { ply: self.course.ply(), place };
                self.course.set(side, place, true);
                self.found[side].push(name);
                self.keep_reason(side, name, holder);
                classifier.dependents.name_changed(side, place, &mut self.changed);
            }
            for name in &classifier.replaced_by[place] {
                self.forget(side, *name);
                self.replaced[side].insert(*name);
            }
        }
    }

    /// Names whose shape must stand for some own moves.
    fn look_for_lasting(&mut self, mover: Color) {
        let own_moves = self.course.own_moves(mover);
        let mut index = 0;
        while let Some(waiting) = self.waiting[mover].get(index).copied() {
            let definition = self.definition(waiting.name.place);
            if !definition.shape.holds(&self.course, mover) {
                self.waiting[mover].swap_remove(index);
                self.changed[mover].insert(waiting.name.place);
            } else if matches!(definition.lasting, Lasting::MustLast(needed) if own_moves - waiting.since >= needed)
            {
                self.waiting[mover].swap_remove(index);
                self.course.set(mover, waiting.name.place, true);
                self.found[mover].push(waiting.name);
                self.classifier.dependents.name_changed(mover, waiting.name.place, &mut self.changed);
            } else {
                index += 1;
            }
        }
        let mut from = 0;
        while let Some(place) =
            self.changed[mover].take_next(from, &self.classifier.dependents.lasting, &self.possible[mover])
        {
            self.begin_to_wait(place, mover);
            from = place + 1;
        }
    }

    fn begin_to_wait(&mut self, place: usize, mover: Color) {
        let definition = self.definition(place);
        if !self.course.has(mover, place)
            && !self.waiting[mover].iter().any(|waiting| waiting.name.place == place)
            && self.is_open(definition, false)
            && definition.shape.holds(&self.course, mover)
        {
            let name = FoundName { ply: self.course.ply(), place };
            self.keep_reason(mover, name, mover);
            self.waiting[mover].push(Waiting { name, since: self.course.own_moves(mover) });
        }
    }

    /// The record ends.
    pub fn finish(&mut self) -> ByColor<Vec<FoundName>> {
        if !self.is_closed {
            self.close();
        }
        let mut found = std::mem::take(&mut self.found);
        for color in Color::ALL {
            // A record that ends first counts.
            found[color].extend(self.waiting[color].iter().map(|waiting| waiting.name));
            found[color].sort_unstable();
        }
        found
    }
}
