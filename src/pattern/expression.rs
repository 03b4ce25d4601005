//! What a query says, as a tree. Its text form is the one that everything is printed in.

use super::{MovePattern, PieceSet, SquareSet};
use crate::rules::{Color, Variant, VariantSetup};
use std::fmt::{self, Write};
use std::ops::Range;

/// A condition on the plies of a game, and where in the text it stands. Two are equal when they say the same; where
/// they were written does not matter.
///
/// `W` is what a caller adds to the language: conditions on whole games.
#[derive(Clone, Debug)]
pub struct Expression<W> {
    /// What it says.
    pub kind: ExpressionKind<W>,
    /// Its bytes in the text that it was read from.
    pub range: Range<usize>,
}

/// What an [`Expression`] says.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind<W> {
    /// A single condition.
    Atom(Atom<W>),
    /// The expression does not hold.
    Not(Box<Expression<W>>),
    /// All hold.
    And(Vec<Expression<W>>),
    /// One of them holds.
    Or(Vec<Expression<W>>),
    /// One holds, and at later plies the others; the sequence holds where its last step does.
    Then(Box<Expression<W>>, Vec<(Gap, Expression<W>)>),
    /// The expression holds with left and right exchanged.
    Mirrored(Box<Expression<W>>),
    /// The expression holds with Black and White exchanged.
    Swapped(Box<Expression<W>>),
    /// The expression holds as it stands or with Black and White exchanged.
    Either(Box<Expression<W>>),
}

/// How many plies lie between two steps of a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// The fewest.
    pub from: u32,
    /// The most; any number when there is none.
    pub to: Option<u32>,
}

/// A comparison with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Where pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On squares of the board.
    Squares(SquareSet),
    /// In the hand of a side, whichever case the letters have; without a side each piece in the hand of its own.
    Hand(Option<Color>),
    /// Of a side on the board and in hand, promoted pieces as what they were before; without a side each of its own.
    All(Option<Color>),
}

/// What is asked of the move that led to the ply: which pieces, and where it went. What is missing is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCondition {
    /// The piece: the one that was dropped, captured, or promoted (as it was before).
    pub pieces: Option<PieceSet>,
    /// Where the move went.
    pub squares: Option<SquareSet>,
}

/// What a caller adds to the language.
pub trait Word: Clone + PartialEq + fmt::Debug + fmt::Display {
    /// Whether it is several conditions side by side, so that `not` before its text would mean the first one only.
    fn is_compound(&self) -> bool {
        false
    }

    /// The same with Black and White exchanged.
    #[must_use]
    fn swapped(&self) -> Self {
        self.clone()
    }
}

/// A single condition, on the position after a ply or the move that led to it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Atom<W> {
    /// One of the pieces stands on one of the squares.
    OnSome(SquareSet, PieceSet),
    /// One of the pieces stands on each of the squares.
    OnEvery(SquareSet, PieceSet),
    /// How many of the pieces there are.
    Count(PieceSet, Place, Relation, u32),
    /// The points of a side's pieces on the board and in hand: five for a rook or bishop, promoted or not, none for
    /// the king, one for any other.
    Points(Color, Relation, u32),
    /// Who is to move.
    Turn(Color),
    /// How many plies were played.
    Ply(Relation, u32),
    /// The side to move is in check.
    Check,
    /// The side to move is checkmated.
    Mate,
    /// No legal move follows.
    End,
    /// The move promotes.
    Promotes(MoveCondition),
    /// The move captures.
    Captures(MoveCondition),
    /// The move is a drop.
    Drops(MoveCondition),
    /// The move.
    Move(MovePattern),
    /// The whole position, the move number apart.
    Position(VariantSetup),
    /// On these squares stands what stood there at the step before.
    Same(SquareSet),
    /// What the caller added to the language.
    Word(W),
}

impl<W: PartialEq> PartialEq for Expression<W> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Relation {
    pub(super) const ALL: [(Self, &'static str); 6] = [
        (Self::NotEqual, "!="),
        (Self::AtMost, "<="),
        (Self::AtLeast, ">="),
        (Self::Equal, "="),
        (Self::Less, "<"),
        (Self::More, ">"),
    ];

    /// Whether `number` stands so to `other`.
    #[must_use]
    pub const fn holds(self, number: u32, other: u32) -> bool {
        match self {
            Self::Equal => number == other,
            Self::NotEqual => number != other,
            Self::Less => number < other,
            Self::AtMost => number <= other,
            Self::More => number > other,
            Self::AtLeast => number >= other,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Self::ALL.iter().find(|(relation, _)| relation == self);
        f.write_str(known.map_or("", |(_, sign)| sign))
    }
}

impl fmt::Display for Gap {
    /// Nothing when the gap is open on both ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (0, None) => Ok(()),
            (0, Some(to)) => write!(f, "[..{to}]"),
            (from, None) => write!(f, "[{from}..]"),
            (from, Some(to)) => write!(f, "[{from}..{to}]"),
        }
    }
}

/// How tightly what stands around an expression binds; what binds less tightly needs parentheses there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Then,
    Or,
    And,
    Not,
}

impl<W> Expression<W> {
    /// Whether any condition of the tree meets a test.
    pub fn any(&self, test: &mut impl FnMut(&Self) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|part| part.any(test))
    }

    /// The expressions that it is made of.
    pub fn parts(&self) -> Vec<&Self> {
        match &self.kind {
            ExpressionKind::Atom(_) => Vec::new(),
            ExpressionKind::Not(inner)
            | ExpressionKind::Mirrored(inner)
            | ExpressionKind::Swapped(inner)
            | ExpressionKind::Either(inner) => vec![inner],
            ExpressionKind::And(parts) | ExpressionKind::Or(parts) => parts.iter().collect(),
            ExpressionKind::Then(first, rest) => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, step)| step)).collect()
            }
        }
    }

    /// The text, in the one form that every way of writing it has in common.
    #[must_use]
    pub fn text(&self, variant: Variant) -> String
    where
        W: Word,
    {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, Binding::Then, variant);
        text
    }

    fn write(&self, f: &mut String, around: Binding, variant: Variant) -> fmt::Result
    where
        W: Word,
    {
        let own = match &self.kind {
            ExpressionKind::Then(..) => Binding::Then,
            ExpressionKind::Or(_) => Binding::Or,
            ExpressionKind::And(_) => Binding::And,
            ExpressionKind::Atom(Atom::Word(word)) if word.is_compound() => Binding::And,
            _ => Binding::Not,
        };
        let needs_parentheses = own < around;
        if needs_parentheses {
            f.push('(');
        }
        match &self.kind {
            ExpressionKind::Atom(atom) => atom.write(f, variant)?,
            ExpressionKind::Not(inner) => {
                f.push_str("not ");
                // `not not` would be read, but nobody writes it.
                let is_not = matches!(inner.kind, ExpressionKind::Not(_));
                inner.write_inside(f, if is_not { None } else { Some(Binding::Not) }, variant)?;
            }
            ExpressionKind::And(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    f.push_str(if index > 0 { " " } else { "" });
                    // Words stand beside other conditions as they stand beside each other.
                    let is_word = matches!(part.kind, ExpressionKind::Atom(Atom::Word(_)));
                    part.write(f, if is_word { Binding::And } else { Binding::Not }, variant)?;
                }
            }
            ExpressionKind::Or(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    f.push_str(if index > 0 { " or " } else { "" });
                    part.write(f, Binding::And, variant)?;
                }
            }
            ExpressionKind::Then(first, rest) => {
                first.write(f, Binding::Or, variant)?;
                for (gap, step) in rest {
                    write!(f, " then{gap} ")?;
                    step.write(f, Binding::Or, variant)?;
                }
            }
            ExpressionKind::Mirrored(inner) => {
                f.push_str("mirrored");
                inner.write_inside(f, None, variant)?;
            }
            ExpressionKind::Swapped(inner) => {
                f.push_str("swapped");
                inner.write_inside(f, None, variant)?;
            }
            ExpressionKind::Either(inner) => {
                f.push_str("either");
                inner.write_inside(f, None, variant)?;
            }
        }
        if needs_parentheses {
            f.push(')');
        }
        Ok(())
    }

    /// In parentheses, or where `around` is given only if they are needed.
    fn write_inside(&self, f: &mut String, around: Option<Binding>, variant: Variant) -> fmt::Result
    where
        W: Word,
    {
        match around {
            Some(around) => self.write(f, around, variant),
            None => {
                f.push('(');
                self.write(f, Binding::Then, variant)?;
                f.push(')');
                Ok(())
            }
        }
    }
}

impl<W: Word> Atom<W> {
    fn write(&self, f: &mut String, variant: Variant) -> fmt::Result {
        match self {
            Self::OnSome(squares, pieces) => {
                squares.write(f, variant)?;
                f.push('=');
                pieces.write(f, variant)
            }
            Self::OnEvery(squares, pieces) => {
                f.push_str("every(");
                squares.write(f, variant)?;
                f.push_str(")=");
                pieces.write(f, variant)
            }
            Self::Count(pieces, place, relation, number) => {
                f.push('#');
                pieces.write(f, variant)?;
                let side = |side: &Option<Color>| side.map(|side| format!(":{side}")).unwrap_or_default();
                match place {
                    Place::Squares(squares) if *squares == SquareSet::board(variant) => {}
                    Place::Squares(squares) => {
                        f.push('@');
                        squares.write(f, variant)?;
                    }
                    Place::Hand(color) => write!(f, "@hand{}", side(color))?,
                    Place::All(color) => write!(f, "@all{}", side(color))?,
                }
                write!(f, "{relation}{number}")
            }
            Self::Points(color, relation, number) => write!(f, "points({color}){relation}{number}"),
            Self::Turn(color) => write!(f, "turn={color}"),
            Self::Ply(relation, number) => write!(f, "ply{relation}{number}"),
            Self::Check => f.write_str("check"),
            Self::Mate => f.write_str("mate"),
            Self::End => f.write_str("end"),
            Self::Promotes(condition) => condition.write("promotes", f, variant),
            Self::Captures(condition) => condition.write("captures", f, variant),
            Self::Drops(condition) => condition.write("drops", f, variant),
            Self::Move(pattern) => {
                f.push_str("move=");
                pattern.write(f, variant)
            }
            Self::Position(setup) => {
                let text = setup.to_string();
                let sfen = text.rsplit_once(' ').map_or(text.as_str(), |(without_number, _)| without_number);
                write!(f, "position=\"{sfen}\"")
            }
            Self::Same(squares) => {
                f.push_str("same(");
                squares.write(f, variant)?;
                f.push(')');
                Ok(())
            }
            Self::Word(word) => write!(f, "{word}"),
        }
    }
}

impl MoveCondition {
    fn write(self, name: &str, f: &mut String, variant: Variant) -> fmt::Result {
        f.push_str(name);
        if self.pieces.is_some() || self.squares.is_some() {
            f.push(' ');
        }
        if let Some(pieces) = self.pieces {
            pieces.write(f, variant)?;
        }
        if let Some(squares) = self.squares {
            f.push('@');
            squares.write(f, variant)?;
        }
        Ok(())
    }
}
