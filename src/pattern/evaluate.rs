//! Where in a game a program holds.

use super::program::{NodeId, NodeKind, Program};
use super::track::{Start, Track, TrackRoom};
use super::{Gap, Word, bits};
use crate::rules::shogi::Move;
use crate::rules::{ByColor, Color};

/// A ply at which a query holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// How many plies were played.
    pub ply: u32,
    /// Which way round it was found: Black when as it stands, White when with the sides exchanged. Neither when the
    /// query does not ask for that.
    pub sides: ByColor<bool>,
}

/// Room for what is found, which one game after the other uses.
#[derive(Debug, Default)]
pub struct Scratch {
    track: TrackRoom,
    room: Room,
}

/// Room for what the parts of a program find.
#[derive(Debug, Default)]
struct Room {
    results: Vec<Rows>,
    done: Vec<bool>,
    /// For each set of squares that is compared, a number for what stands there at each ply.
    contents: Vec<Vec<u32>>,
}

/// The plies at which something holds, by the side of the match.
#[derive(Clone, Debug, Default)]
struct Rows {
    /// Without a side.
    none: Vec<u64>,
    /// Of Black, then of White; empty when nothing has a side.
    sided: [Vec<u64>; 2],
}

impl Rows {
    fn clear(&mut self, words: usize, has_sides: bool) {
        let resize = |row: &mut Vec<u64>, words| {
            row.clear();
            row.resize(words, 0);
        };
        resize(&mut self.none, words);
        self.sided.iter_mut().for_each(|row| resize(row, if has_sides { words } else { 0 }));
    }

    /// All plies, whatever their sides.
    fn any(&self) -> Vec<u64> {
        let mut any = self.none.clone();
        self.sided.iter().for_each(|row| bits::or(&mut any, row));
        any
    }

    fn is_empty(&self) -> bool {
        bits::is_empty(&self.none) && self.sided.iter().all(|row| bits::is_empty(row))
    }

    fn or(&mut self, other: &Self) {
        bits::or(&mut self.none, &other.none);
        for (row, other) in self.sided.iter_mut().zip(&other.sided) {
            bits::or(row, other);
        }
    }

    /// Where both hold; the other one's side counts where it has one.
    fn and(&mut self, other: &Self) {
        let other_has_sides = other.sided.iter().any(|row| !row.is_empty());
        let any = if other_has_sides { self.any() } else { Vec::new() };
        bits::and(&mut self.none, &other.none);
        for (row, other_row) in self.sided.iter_mut().zip(&other.sided) {
            bits::and(row, &other.none);
            if other_has_sides {
                row.iter_mut().zip(&any).zip(other_row).for_each(|((word, any), other)| *word |= any & other);
            }
        }
    }

    /// The plies that come after these with a gap.
    fn after(&mut self, gap: Gap, plies: usize) {
        for row in std::iter::once(&mut self.none).chain(&mut self.sided).filter(|row| !row.is_empty()) {
            bits::after(row, gap.from, gap.to, plies);
        }
    }

    /// Only this ply.
    fn only(&mut self, ply: usize) {
        for row in std::iter::once(&mut self.none).chain(&mut self.sided).filter(|row| !row.is_empty()) {
            let kept = row[ply / 64] & 1 << (ply % 64);
            row.fill(0);
            row[ply / 64] = kept;
        }
    }
}

impl<W: Word> Program<W> {
    /// The plies of a game at which the program holds, in order. `words` says which of [`words`](Self::words) hold for
    /// the game.
    pub fn matches(
        &self,
        start: &Start,
        moves: impl IntoIterator<Item = Move>,
        words: &[bool],
        scratch: &mut Scratch,
    ) -> Vec<Match> {
        let mut found = Vec::new();
        self.find(start, moves, words, scratch, |rows| found = all(rows));
        found
    }

    /// The same where the program [is known by its positions](Self::is_known_by_positions): `plies` has those at which
    /// each of them occurs.
    pub(crate) fn matches_by_positions(
        &self,
        start: &Start,
        moves: u32,
        plies: impl Fn(usize) -> Vec<u16>,
        words: &[bool],
        scratch: &mut Scratch,
    ) -> Vec<Match> {
        let track = TrackRoom::unplayed(start, moves as usize);
        let given: Vec<Vec<u16>> = (0..self.positions.len()).map(plies).collect();
        let mut found = Vec::new();
        self.evaluate(track, Some(&given), words, &mut scratch.room, |rows| found = all(rows));
        found
    }

    /// The first ply of a game at which the program holds.
    pub fn first_match(
        &self,
        start: &Start,
        moves: impl IntoIterator<Item = Move>,
        words: &[bool],
        scratch: &mut Scratch,
    ) -> Option<Match> {
        let mut found = None;
        self.find(start, moves, words, scratch, |rows| {
            let first = |row: &Vec<u64>| bits::plies(row).next();
            let sided = [Color::Black, Color::White].map(|color| first(&rows.sided[color.index()]));
            let ply = sided.into_iter().chain([first(&rows.none)]).flatten().min();
            found = ply.map(|ply| Match {
                ply: u32::try_from(ply).unwrap_or(u32::MAX),
                sides: ByColor::from_fn(|color| sided[color.index()] == Some(ply)),
            });
        });
        found
    }

    fn find(
        &self,
        start: &Start,
        moves: impl IntoIterator<Item = Move>,
        words: &[bool],
        scratch: &mut Scratch,
        take: impl FnOnce(&Rows),
    ) {
        if start.variant() == self.variant {
            let track = scratch.track.track(start, moves);
            self.evaluate(track, None, words, &mut scratch.room, take);
        }
    }

    fn evaluate(
        &self,
        track: Track<'_>,
        given: Option<&[Vec<u16>]>,
        truths: &[bool],
        room: &mut Room,
        take: impl FnOnce(&Rows),
    ) {
        let Room { results, done, contents } = room;
        results.resize_with(self.nodes.len(), Rows::default);
        done.clear();
        done.resize(self.nodes.len(), false);
        contents.clear();
        contents.extend(self.compared.iter().map(|squares| track.contents(*squares)));
        let row_words = bits::words_for(track.plies());
        let mut evaluation =
            Evaluation { program: self, track, given, truths, row_words, results, done, contents };
        evaluation.evaluate(self.root, None);
        take(&evaluation.results[self.root]);
    }
}

/// All plies that were found.
fn all(rows: &Rows) -> Vec<Match> {
    let any = rows.any();
    let has = |row: &Vec<u64>, ply: usize| row.get(ply / 64).is_some_and(|word| word >> (ply % 64) & 1 == 1);
    let found = bits::plies(&any).map(|ply| Match {
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        sides: ByColor::from_fn(|color| has(&rows.sided[color.index()], ply)),
    });
    found.collect()
}

/// One game under evaluation.
struct Evaluation<'p, 's, W> {
    program: &'p Program<W>,
    track: Track<'s>,
    /// The plies at which the positions of the program occur, where they are known.
    given: Option<&'p [Vec<u16>]>,
    truths: &'p [bool],
    row_words: usize,
    results: &'p mut Vec<Rows>,
    done: &'p mut Vec<bool>,
    contents: &'p [Vec<u32>],
}

impl<W: Word> Evaluation<'_, '_, W> {
    /// Fills the result of a node. `before` is the ply of the step before, where that matters.
    fn evaluate(&mut self, id: NodeId, before: Option<usize>) {
        let node = &self.program.nodes[id];
        if self.done[id] {
            return;
        }
        let mut own = std::mem::take(&mut self.results[id]);
        own.clear(self.row_words, node.has_sides);
        match &node.kind {
            NodeKind::Leaf(leaf) => self.leaf(*leaf, &mut own.none),
            NodeKind::Word(word) => {
                if self.truths.get(*word).copied().unwrap_or(false) {
                    bits::fill(&mut own.none, self.track.plies());
                }
            }
            NodeKind::Same(set) => {
                let contents = &self.contents[*set];
                let wanted = before.and_then(|ply| contents.get(ply));
                for (ply, content) in contents.iter().enumerate() {
                    own.none[ply / 64] |= u64::from(Some(content) == wanted) << (ply % 64);
                }
            }
            NodeKind::Not(inner) => {
                self.evaluate(*inner, before);
                own.none = self.results[*inner].any();
                own.none.iter_mut().for_each(|word| *word = !*word);
                bits::trim(&mut own.none, self.track.plies());
            }
            NodeKind::And(parts) => self.all(parts, before, &mut own),
            NodeKind::Or(parts) => {
                for part in parts {
                    self.evaluate(*part, before);
                    own.or(&self.results[*part]);
                }
            }
            NodeKind::Then(first, rest) => self.sequence(*first, rest, before, &mut own),
            NodeKind::Sided(inner, color) => {
                self.evaluate(*inner, before);
                own.or(&self.results[*inner]);
                let none = std::mem::replace(&mut own.none, vec![0; self.row_words]);
                bits::or(&mut own.sided[color.index()], &none);
            }
        }
        self.results[id] = own;
        self.done[id] = !node.is_relative;
    }

    fn leaf(&self, leaf: usize, row: &mut [u64]) {
        let number = self.program.positions.iter().position(|known| *known == leaf);
        match self.given.and_then(|given| given.get(number?)) {
            None => self.program.leaves[leaf].find(&self.track, row),
            Some(plies) => {
                for ply in plies.iter().map(|ply| usize::from(*ply)).filter(|ply| *ply < self.track.plies()) {
                    row[ply / 64] |= 1 << (ply % 64);
                }
            }
        }
    }

    /// A conjunction, whose parts are in the order in which they are best asked.
    fn all(&mut self, parts: &[NodeId], before: Option<usize>, own: &mut Rows) {
        bits::fill(&mut own.none, self.track.plies());
        for part in parts {
            self.evaluate(*part, before);
            own.and(&self.results[*part]);
            if own.is_empty() {
                return;
            }
        }
    }

    fn sequence(&mut self, first: NodeId, rest: &[(Gap, NodeId)], before: Option<usize>, own: &mut Rows) {
        self.evaluate(first, before);
        own.or(&self.results[first]);
        for (gap, step) in rest {
            if own.is_empty() {
                return;
            }
            if self.program.nodes[*step].is_relative {
                self.relative_step(*gap, *step, own);
            } else {
                own.after(*gap, self.track.plies());
                if !own.is_empty() {
                    self.evaluate(*step, None);
                    own.and(&self.results[*step]);
                }
            }
        }
    }

    /// A step that is compared with the one before: each ply of that one is a step of its own, those at which the same
    /// stands on all compared squares together.
    fn relative_step(&mut self, gap: Gap, step: NodeId, own: &mut Rows) {
        let mut before: Vec<usize> = bits::plies(&own.any()).collect();
        let contents = self.contents;
        let content = |ply: usize| contents.iter().map(move |numbers| numbers.get(ply).copied());
        before.sort_by(|a, b| content(*a).cmp(content(*b)).then(a.cmp(b)));
        let mut all = Rows::default();
        all.clear(self.row_words, self.has_sides(own));
        for group in before.chunk_by(|a, b| content(*a).eq(content(*b))) {
            let Some(ply) = group.first() else { continue };
            self.evaluate(step, Some(*ply));
            let mut found = Rows::default();
            found.clear(self.row_words, self.has_sides(own));
            for ply in group {
                let mut one = own.clone();
                one.only(*ply);
                found.or(&one);
            }
            found.after(gap, self.track.plies());
            found.and(&self.results[step]);
            all.or(&found);
        }
        *own = all;
    }

    fn has_sides(&self, rows: &Rows) -> bool {
        rows.sided.iter().any(|row| !row.is_empty())
    }
}
