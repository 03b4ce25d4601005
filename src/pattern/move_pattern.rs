//! Moves in USI with holes: `7g7f`, `*-4e+`, `N*`, `2h-*`.

use super::pieces::{kind_of_letter, piece};
use super::{Frame, SquareSet};
use crate::rules::shogi::{Move, PieceKind, Square};
use crate::rules::{MoveOrigin, Variant, dobutsu};
use std::fmt::{self, Write};

/// A pattern of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePattern {
    /// Where the move comes from.
    pub origin: PatternOrigin,
    /// Where it may go.
    pub to: SquareSet,
    /// Whether it promotes; open when there is none.
    pub promotes: Option<bool>,
}

/// Where the moves of a pattern come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternOrigin {
    /// The board or a hand.
    Any,
    /// One of these squares.
    Squares(SquareSet),
    /// A hand: drops of these kinds.
    Hand(KindSet),
}

/// A set of the kinds that can be dropped, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSet(u8);

impl KindSet {
    /// Whether a kind is one of them.
    #[must_use]
    pub const fn contains(self, kind: PieceKind) -> bool {
        kind.slot() < 8 && self.0 >> kind.slot() & 1 == 1
    }

    /// The kinds, weakest first.
    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        PieceKind::HAND.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<PieceKind> for KindSet {
    fn from_iter<T: IntoIterator<Item = PieceKind>>(kinds: T) -> Self {
        Self(kinds.into_iter().filter(|kind| kind.slot() < 7).fold(0, |set, kind| set | 1 << kind.slot()))
    }
}

impl MovePattern {
    /// Whether a move is one of the pattern's.
    #[must_use]
    pub fn contains(self, mv: Move) -> bool {
        let origin = match (self.origin, mv.origin()) {
            (PatternOrigin::Any, _) => true,
            (PatternOrigin::Squares(squares), MoveOrigin::Board(from)) => squares.contains(from),
            (PatternOrigin::Hand(kinds), MoveOrigin::Hand(kind)) => kinds.contains(kind),
            _ => false,
        };
        origin && self.to.contains(mv.to()) && self.promotes.is_none_or(|promotes| promotes == mv.promotes())
    }

    /// The pattern as another frame sees it.
    #[must_use]
    pub fn seen(self, frame: Frame, variant: Variant) -> Self {
        let origin = match self.origin {
            PatternOrigin::Squares(squares) => PatternOrigin::Squares(frame.squares(squares, variant)),
            origin => origin,
        };
        Self { origin, to: frame.squares(self.to, variant), ..self }
    }

    /// The pattern of a text; `None` when it is none. A whole move in USI is that move; elsewhere `+` says that it
    /// promotes, `=` that it does not, and without a sign that is open.
    #[must_use]
    pub fn parse(text: &str, variant: Variant) -> Option<Self> {
        let one = |square: Square| SquareSet::from_iter([square]);
        if let Some(mv) = variant.read_move(text)
            && is_usi(text, variant)
        {
            return Some(match mv.origin() {
                MoveOrigin::Board(from) => Self {
                    origin: PatternOrigin::Squares(one(from)),
                    to: one(mv.to()),
                    promotes: Some(mv.promotes()),
                },
                MoveOrigin::Hand(kind) => Self {
                    origin: PatternOrigin::Hand(KindSet::from_iter([kind])),
                    to: one(mv.to()),
                    promotes: None,
                },
            });
        }
        let (body, promotes) = match text.strip_suffix(['+', '=']) {
            Some(body) => (body, Some(text.ends_with('+'))),
            None => (text, None),
        };
        let squares = |text: &str| match text {
            "*" => Some(SquareSet::board(variant)),
            text => SquareSet::parse(text, variant),
        };
        if let Some((kinds, to)) = body.split_once('*')
            && let Some(kinds) = kinds_of(kinds, variant)
        {
            let to = if to.is_empty() { SquareSet::board(variant) } else { squares(to)? };
            return promotes.is_none().then_some(Self { origin: PatternOrigin::Hand(kinds), to, promotes });
        }
        body.match_indices('-').find_map(|(at, _)| {
            let (from, to) = (&body[..at], squares(&body[at + 1..])?);
            let origin =
                if from == "*" { PatternOrigin::Any } else { PatternOrigin::Squares(squares(from)?) };
            Some(Self { origin, to, promotes })
        })
    }

    /// Writes the pattern.
    pub(super) fn write(self, f: &mut impl Write, variant: Variant) -> fmt::Result {
        let squares = |f: &mut _, set: SquareSet| match set {
            set if set == SquareSet::board(variant) => Write::write_char(f, '*'),
            set => set.write(f, variant),
        };
        match self.origin {
            PatternOrigin::Hand(kinds) => {
                let letters: String = kinds.iter().map(|kind| letter(kind, variant)).collect();
                match letters.len() {
                    1 => write!(f, "{letters}*")?,
                    _ => write!(f, "[{letters}]*")?,
                }
                return if self.to == SquareSet::board(variant) { Ok(()) } else { self.to.write(f, variant) };
            }
            PatternOrigin::Squares(from)
                if from.len() == 1 && self.to.len() == 1 && self.promotes.is_some() =>
            {
                from.write(f, variant)?;
                self.to.write(f, variant)?;
                return f.write_str(if self.promotes == Some(true) { "+" } else { "" });
            }
            // `*` would be the hands too.
            PatternOrigin::Squares(from) => from.write(f, variant)?,
            PatternOrigin::Any => f.write_char('*')?,
        }
        f.write_char('-')?;
        squares(f, self.to)?;
        f.write_str(match self.promotes {
            None => "",
            Some(true) => "+",
            Some(false) => "=",
        })
    }
}

/// Whether the text of a move has the form of its game: the letters of the animals are those of other pieces in shogi.
fn is_usi(text: &str, variant: Variant) -> bool {
    variant == Variant::Shogi || text.parse::<dobutsu::Move>().is_ok()
}

fn letter(kind: PieceKind, variant: Variant) -> char {
    match (variant, dobutsu::PieceKind::from_shogi(kind)) {
        (Variant::Dobutsu, Some(kind)) => kind.letter(),
        _ => kind.letter(),
    }
}

/// The kinds of `N`, `[NS]`, `桂`: letters in upper case, as in USI, or names.
fn kinds_of(text: &str, variant: Variant) -> Option<KindSet> {
    let (inside, is_list) = match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => (inside, true),
        None => (text, false),
    };
    let (mut kinds, mut rest) = (Vec::new(), inside);
    while let Some(char) = rest.chars().next() {
        let (kind, used) = match char {
            'A'..='Z' => (kind_of_letter(char, false, variant)?, 1),
            _ if char.is_ascii() => return None,
            _ => piece(rest, variant).map(|(piece, used)| (piece.kind, used))?,
        };
        let droppable = match variant {
            Variant::Shogi => PieceKind::HAND.contains(&kind),
            Variant::Dobutsu => dobutsu::PieceKind::HAND.map(dobutsu::PieceKind::to_shogi).contains(&kind),
        };
        if !droppable {
            return None;
        }
        kinds.push(kind);
        rest = &rest[used..];
    }
    (kinds.len() == 1 || is_list && kinds.len() > 1).then(|| kinds.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, variant: Variant) -> Option<String> {
        let mut shown = String::new();
        MovePattern::parse(text, variant)?.write(&mut shown, variant).ok()?;
        Some(shown)
    }

    #[test]
    fn moves_are_read_with_and_without_holes() {
        for (text, wanted) in [
            ("7g7f", "7g7f"),
            ("8h2b+", "8h2b+"),
            ("N*4e", "N*4e"),
            ("N*", "N*"),
            ("桂*", "N*"),
            ("[SN]*4-5e", "[NS]*4-5e"),
            ("*-4e+", "*-4e+"),
            ("*-4e", "*-4e"),
            ("2h-*", "2h-*"),
            ("2h-*=", "2h-*="),
            ("2-3h-4e", "2-3h-4e"),
            ("2h-3-4e", "2h-3-4e"),
            ("7g-7f", "7g-7f"),
            ("7g-7f=", "7g7f"),
            ("*-*", "*-*"),
            ("1-9a-i-*", "1-9a-i-*"),
            ("７七-７六", "7g-7f"),
        ] {
            assert_eq!(shown(text, Variant::Shogi).as_deref(), Some(wanted), "{text}");
        }
        for text in ["", "7g", "n*", "K*", "N*4e+", "7g7f7e", "-", "*", "7g-", "-7f", "b3b2"] {
            assert_eq!(shown(text, Variant::Shogi), None, "{text}");
        }
        for (text, wanted) in [("b3b2", "b3b2"), ("C*b3", "C*b3"), ("G*", "G*"), ("*-a-c1+", "*-a-c1+")] {
            assert_eq!(shown(text, Variant::Dobutsu).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(shown("7g7f", Variant::Dobutsu), None);
        assert_eq!(shown("L*", Variant::Dobutsu), None);
    }

    #[test]
    fn a_whole_move_is_that_move_and_a_hole_leaves_promotion_open() {
        let contains = |pattern: &str, mv: &str| {
            MovePattern::parse(pattern, Variant::Shogi).unwrap().contains(mv.parse().unwrap())
        };
        assert!(contains("8h2b", "8h2b") && !contains("8h2b", "8h2b+"));
        assert!(contains("8h-2b", "8h2b") && contains("8h-2b", "8h2b+") && !contains("8h-2b+", "8h2b"));
        assert!(contains("N*", "N*4e") && !contains("N*", "P*4e") && !contains("*-4e", "2c4d"));
        assert!(contains("*-4e", "N*4e") && !contains("*-4e+", "N*4e"));
    }
}
