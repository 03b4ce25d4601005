//! Which names can begin to hold when something changes, so that only those are looked at.

use super::course::{Course, Rook, State};
use super::definitions::{Definitions, Holder, Lasting, Window};
use super::name_set::{NameSet, NameSets};
use super::shape::{Shape, Word};
use crate::pattern::{CODES, Relation, content};
use crate::rules::shogi::{Piece, PieceKind, Square};
use crate::rules::{ByColor, Color};

/// For everything that a shape can ask for, the names that ask for it.
#[derive(Debug)]
pub(super) struct Dependents {
    /// By square and content, as the side sees them, those that ask for it to be there.
    arriving: NameSets,
    /// Those that ask for it not to be there.
    leaving: NameSets,
    /// By the side's own rook, and by the other one's.
    rooks: [NameSet; 2],
    /// The bishops and their exchange.
    bishops: NameSet,
    side_pawn: NameSet,
    /// By the name that the side has, and by the one that the other side has.
    names: Vec<[NameSet; 2]>,
    /// Those that have to be looked at after every move.
    always: NameSet,
    /// Those that hold when nothing has been played yet.
    at_start: ByColor<NameSet>,
    /// Those of both sides, which are looked at after the moves of both.
    pub both: NameSet,
    /// Those that need not last.
    pub instant: NameSet,
    pub lasting: NameSet,
    /// Those that are looked for once, at the end of the opening.
    pub closing: NameSet,
    /// Those that are looked for before the fighting starts, and those that are looked for a little after it as well.
    pub in_opening: NameSet,
    pub in_opening_and_after: NameSet,
    /// The last ply at which a name can hold, as its shape says, the earliest first.
    pub expiring: Vec<(u32, usize)>,
    /// Those that can hold with the own king on a square, as far as their shapes say by themselves.
    with_king: NameSets,
    /// The same by what the own rook is and what the other one is.
    with_rooks: NameSets,
    /// Those that a side can have.
    pub of_side: ByColor<NameSet>,
    /// After this ply no name can be found that may be found at any time; `None` when there is no such ply.
    pub last_ply: Option<u32>,
}

impl Dependents {
    pub fn new(definitions: &Definitions) -> Self {
        let count = definitions.all().len();
        let empty = || NameSet::new(count);
        let mut found = Self {
            arriving: NameSets::new(Square::COUNT * CODES, count),
            leaving: NameSets::new(Square::COUNT * CODES, count),
            rooks: [empty(), empty()],
            bishops: empty(),
            side_pawn: empty(),
            names: vec![[empty(), empty()]; count],
            always: empty(),
            at_start: ByColor::from_fn(|_| empty()),
            both: empty(),
            instant: empty(),
            lasting: empty(),
            closing: empty(),
            in_opening: empty(),
            in_opening_and_after: empty(),
            expiring: Vec::new(),
            with_king: NameSets::new(Square::COUNT, count),
            with_rooks: NameSets::new(Rook::ALL.len() * Rook::ALL.len(), count),
            of_side: ByColor::from_fn(|_| empty()),
            last_ply: Some(0),
        };
        let start = Course::new(count);
        for (place, definition) in definitions.all().iter().enumerate() {
            found.add(place, &definition.shape, false);
            for color in Color::ALL.into_iter().filter(|color| definition.shape.holds(&start, *color)) {
                found.at_start[color].insert(place);
            }
            if definition.holder == Holder::Both {
                found.both.insert(place);
            }
            match definition.lasting {
                Lasting::MustLast(_) => found.lasting.insert(place),
                _ => found.instant.insert(place),
            }
            match definition.window {
                Window::End => found.closing.insert(place),
                Window::Opening => found.in_opening.insert(place),
                Window::OpeningAndAfter => found.in_opening_and_after.insert(place),
                Window::Any => {
                    found.last_ply = found.last_ply.zip(last_ply(&definition.shape)).map(|(a, b)| a.max(b));
                }
            }
            found.add_guards(place, &definition.shape);
            found.expiring.extend(last_ply(&definition.shape).map(|ply| (ply, place)));
            for color in Color::ALL.into_iter().filter(|color| definition.holder.can_be(*color)) {
                found.of_side[color].insert(place);
            }
        }
        found.expiring.sort_unstable();
        found
    }

    /// Says with which kings and rooks a shape can hold.
    fn add_guards(&mut self, place: usize, shape: &Shape) {
        let words: Vec<&Word> = match shape {
            Shape::All(parts) => parts.iter().filter_map(Shape::word).collect(),
            shape => shape.word().into_iter().collect(),
        };
        let king = content(Some(Piece::new(Color::Black, PieceKind::King)));
        let fits_king = |square: Square| {
            words.iter().all(|word| match word {
                // Only the king itself makes the word hold.
                Word::Pieces(squares, pieces) => {
                    !(pieces.has(king) && pieces.pieces().count() == 1 && !pieces.has(0))
                        || squares.contains(square)
                }
                _ => true,
            })
        };
        for square in Square::all().filter(|square| fits_king(*square)) {
            self.with_king.insert(square.index(), place);
        }
        for own_rook in Rook::ALL {
            for other_rook in Rook::ALL {
                let fits = words.iter().all(|word| match word {
                    Word::Rook { own: true, rook } => *rook == own_rook,
                    Word::Rook { own: false, rook } => *rook == other_rook,
                    _ => true,
                });
                if fits {
                    self.with_rooks.insert(rooks(own_rook, other_rook), place);
                }
            }
        }
    }

    /// Leaves of some names those that can hold for a side with its king and the rooks as they are.
    pub fn keep_possible(&self, course: &Course, side: Color, names: &mut NameSet) {
        names.keep(self.with_king.set(course.king(side)));
        names.keep(self.with_rooks.set(rooks(course.rook(side), course.rook(!side))));
    }

    fn add(&mut self, place: usize, shape: &Shape, is_denied: bool) {
        match shape {
            Shape::All(parts) | Shape::One(parts) => {
                parts.iter().for_each(|part| self.add(place, part, is_denied));
            }
            Shape::Not(inner) => self.add(place, inner, !is_denied),
            Shape::Word(word, _) => self.add_word(place, word, is_denied),
        }
    }

    fn add_word(&mut self, place: usize, word: &Word, is_denied: bool) {
        match word {
            Word::Pieces(squares, pieces) => {
                let sets = if is_denied { &mut self.leaving } else { &mut self.arriving };
                for square in squares.iter() {
                    for code in (0..).take(CODES).filter(|code| pieces.has(*code)) {
                        sets.insert(row(square, code), place);
                    }
                }
            }
            // Nothing undoes what has been.
            Word::Was { squares: Some(_), .. } | Word::Took { .. } if is_denied => {}
            Word::Was { own, squares: Some(squares), kind } | Word::Took { own, squares, kind } => {
                let color = if *own { Color::Black } else { Color::White };
                let kinds = [Some(kind.unpromoted()), kind.unpromoted().promoted()];
                for square in squares.iter() {
                    for kind in kinds.into_iter().flatten() {
                        let code = content(Some(Piece::new(color, kind)));
                        self.arriving.insert(row(square, code), place);
                    }
                }
            }
            Word::Rook { own, .. } => self.rooks[usize::from(!own)].insert(place),
            Word::FirstSwingFile(_) | Word::Feint => self.rooks[0].insert(place),
            Word::BishopsOn
            | Word::BishopsExchanged
            | Word::ExchangedByOwn
            | Word::ExchangedOn(_)
            | Word::ExchangePly(..) => self.bishops.insert(place),
            Word::SidePawn => self.side_pawn.insert(place),
            Word::Name { own, place: asked } => self.names[*asked][usize::from(!own)].insert(place),
            // It does not begin to hold as the game goes on.
            Word::OwnMove(Relation::AtMost | Relation::Less, _)
            | Word::Ply(Relation::AtMost | Relation::Less, _)
                if !is_denied => {}
            Word::OwnMove(..) | Word::Ply(..) | Word::OwnMoveIs(..) | Word::Was { squares: None, .. } => {
                self.always.insert(place);
            }
            Word::Side(_) => {}
        }
    }

    /// What is to be looked at first.
    pub fn at_start(&self) -> ByColor<NameSet> {
        self.at_start.clone()
    }

    /// What stands on a square changed; all is as the side sees it.
    pub fn square_changed(
        &self,
        square: Square,
        before: Option<Piece>,
        after: Option<Piece>,
        changed: &mut NameSet,
    ) {
        self.leaving.add_to(row(square, content(before)), changed);
        self.arriving.add_to(row(square, content(after)), changed);
    }

    pub fn ply_passed(&self, changed: &mut NameSet) {
        changed.add(&self.always);
    }

    /// A side got or lost a name.
    pub fn name_changed(&self, side: Color, name: usize, changed: &mut ByColor<NameSet>) {
        if let Some([own, other]) = self.names.get(name) {
            changed[side].add(own);
            changed[!side].add(other);
        }
    }

    pub fn state_changed(&self, before: State, after: State, changed: &mut ByColor<NameSet>) {
        if before == after {
            return;
        }
        for color in Color::ALL {
            let index = color.index();
            if before.rooks[index] != after.rooks[index] {
                changed[color].add(&self.rooks[0]);
                changed[!color].add(&self.rooks[1]);
            }
        }
        for color in Color::ALL {
            if (before.bishops, before.exchanged) != (after.bishops, after.exchanged) {
                changed[color].add(&self.bishops);
            }
            if before.side_pawn != after.side_pawn {
                changed[color].add(&self.side_pawn);
            }
        }
    }
}

/// The place of what the rooks are among the sets.
const fn rooks(own: Rook, other: Rook) -> usize {
    own as usize * Rook::ALL.len() + other as usize
}

/// The place of a square's content among the sets.
fn row(square: Square, code: u8) -> usize {
    square.index() * CODES + usize::from(code)
}

/// The last ply at which a shape can hold, as its own words say.
fn last_ply(shape: &Shape) -> Option<u32> {
    match shape {
        Shape::All(parts) => parts.iter().filter_map(last_ply).min(),
        Shape::One(parts) => parts.iter().map(last_ply).collect::<Option<Vec<_>>>()?.into_iter().max(),
        Shape::Not(_) => None,
        Shape::Word(Word::Ply(Relation::AtMost | Relation::Less, ply), _) => Some(*ply),
        Shape::Word(Word::OwnMove(Relation::AtMost | Relation::Less, moves), _) => {
            Some(moves.saturating_mul(2))
        }
        Shape::Word(..) => None,
    }
}
