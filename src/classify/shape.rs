//! By what a name is recognised: words side by side must all hold, `( a | b )` one of them, `!` not.

use super::course::{Course, Rook};
use crate::pattern::{PieceSet, Relation, SquareSet};
use crate::rules::shogi::{Move, PieceKind, Square};
use crate::rules::{Color, Variant};
use std::fmt;

/// What must hold, seen from a side: its pieces are in upper case, its camp is the one below.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// All of them hold.
    All(Vec<Self>),
    /// One of them holds.
    One(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
    /// A single word, and how it is written.
    Word(Word, String),
}

/// A word of a shape.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it, and `parse` has how each is written")]
pub enum Word {
    Pieces(SquareSet, PieceSet),
    /// Such a piece has moved or was dropped there; promotion does not matter.
    Was {
        own: bool,
        squares: Option<SquareSet>,
        kind: PieceKind,
    },
    /// Such a piece has captured there.
    Took {
        own: bool,
        squares: SquareSet,
        kind: PieceKind,
    },
    Rook {
        own: bool,
        rook: Rook,
    },
    FirstSwingFile(u8),
    /// The own rook pawn had moved when the rook swung.
    Feint,
    BishopsOn,
    BishopsExchanged,
    /// The own side captured first.
    ExchangedByOwn,
    ExchangedOn(Square),
    ExchangePly(Relation, u32),
    /// A side pawn was taken with both bishops on the board, when both diagonals had been open at the trade of the rook
    /// pawns.
    SidePawn,
    /// A name that the side, or the other one, has now.
    Name {
        own: bool,
        place: usize,
    },
    OwnMove(Relation, u32),
    Ply(Relation, u32),
    /// The own move of this number from 0.
    OwnMoveIs(usize, Move),
    Side(Color),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, parts: &[Self], between: &str| {
            f.write_str("(")?;
            for (index, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if index > 0 { between } else { "" })?;
            }
            f.write_str(")")
        };
        match self {
            Self::All(parts) => join(f, parts, " "),
            Self::One(parts) => join(f, parts, "|"),
            Self::Not(inner) => write!(f, "!{inner}"),
            Self::Word(_, text) => f.write_str(text),
        }
    }
}

impl Shape {
    /// Reads a shape; `place` has the places of names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(text: &str, place: impl Fn(&str) -> Option<usize>) -> Result<Self, String> {
        let tokens = tokens(text);
        let mut parser = Parser { tokens: &tokens, at: 0, place: &place };
        let shape = parser.alternatives()?;
        match parser.next() {
            None => Ok(shape),
            Some(token) => Err(format!("`{token}` stands alone")),
        }
    }

    /// Whether it holds for a side now.
    pub(super) fn holds(&self, course: &Course, side: Color) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(course, side)),
            Self::One(parts) => parts.iter().any(|part| part.holds(course, side)),
            Self::Not(inner) => !inner.holds(course, side),
            Self::Word(word, _) => course.holds(word, side),
        }
    }

    /// Those of its words by which it holds, as they are written; what must not be is behind `!`.
    pub(super) fn matched(&self, course: &Course, side: Color) -> Vec<String> {
        match self {
            Self::All(parts) => parts.iter().flat_map(|part| part.matched(course, side)).collect(),
            Self::One(parts) => {
                let held = parts.iter().find(|part| part.holds(course, side));
                held.map(|part| part.matched(course, side)).unwrap_or_default()
            }
            Self::Not(inner) => vec![format!("!{inner}")],
            Self::Word(_, text) => vec![text.clone()],
        }
    }

    /// Its word, where it is a single one.
    pub(super) const fn word(&self) -> Option<&Word> {
        match self {
            Self::Word(word, _) => Some(word),
            _ => None,
        }
    }

    /// The words that it is made of.
    pub fn words(&self) -> Vec<&Word> {
        match self {
            Self::All(parts) | Self::One(parts) => parts.iter().flat_map(Self::words).collect(),
            Self::Not(inner) => inner.words(),
            Self::Word(word, _) => vec![word],
        }
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if "()|!".contains(first) {
            1
        } else {
            rest.find(|char: char| char.is_whitespace() || "()|!".contains(char)).unwrap_or(rest.len())
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

struct Parser<'t, P> {
    tokens: &'t [&'t str],
    at: usize,
    place: &'t P,
}

impl<P: Fn(&str) -> Option<usize>> Parser<'_, P> {
    fn next(&self) -> Option<&str> {
        self.tokens.get(self.at).copied()
    }

    fn alternatives(&mut self) -> Result<Shape, String> {
        let mut parts = vec![self.conjunction()?];
        while self.next() == Some("|") {
            self.at += 1;
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Shape::One(parts) })
    }

    fn conjunction(&mut self) -> Result<Shape, String> {
        let mut parts = Vec::new();
        while !matches!(self.next(), None | Some("|" | ")")) {
            parts.push(self.unit(0)?);
        }
        match parts.len() {
            0 => Err("a word is missing".to_owned()),
            1 => Ok(parts.remove(0)),
            _ => Ok(Shape::All(parts)),
        }
    }

    fn unit(&mut self, depth: usize) -> Result<Shape, String> {
        let token = self.next().unwrap_or_default().to_owned();
        self.at += 1;
        match token.as_str() {
            "!" if depth < 8 => Ok(Shape::Not(Box::new(self.unit(depth + 1)?))),
            "(" if self.tokens[..self.at].iter().filter(|token| **token == "(").count() < 64 => {
                let inner = self.alternatives()?;
                if self.next() != Some(")") {
                    return Err("a parenthesis is not closed".to_owned());
                }
                self.at += 1;
                Ok(inner)
            }
            token => self.word(token).map(|word| Shape::Word(word, token.to_owned())),
        }
    }

    fn word(&self, token: &str) -> Result<Word, String> {
        let wrong = || format!("`{token}` is not a word of shapes");
        let name = |id: &str, own| {
            let place = (self.place)(id).ok_or_else(|| format!("`{id}` is not a name of the table"))?;
            Ok::<_, String>(Word::Name { own, place })
        };
        if let Some(id) = token.strip_prefix("tag:") {
            return name(id, true);
        }
        if let Some(id) = token.strip_prefix("opp.tag:") {
            return name(id, false);
        }
        let plain = match token {
            "feint" => Some(Word::Feint),
            "bishops_on" => Some(Word::BishopsOn),
            "bishops_exchanged" => Some(Word::BishopsExchanged),
            "exchanged_by:own" => Some(Word::ExchangedByOwn),
            "side_pawn" => Some(Word::SidePawn),
            "side:black" => Some(Word::Side(Color::Black)),
            "side:white" => Some(Word::Side(Color::White)),
            _ => None,
        };
        plain.or_else(|| with_value(token)).ok_or_else(wrong)
    }
}

/// A word with a value.
fn with_value(token: &str) -> Option<Word> {
    let number = |text: &str| text.parse::<u32>().ok();
    if let Some(square) = token.strip_prefix("exchanged_on:") {
        return Some(Word::ExchangedOn(square.parse().ok()?));
    }
    if let Some((before, piece)) = token.strip_prefix("was:").and_then(|rest| rest.split_once('=')) {
        let (own, kind) = piece_of(piece)?;
        let squares = if before == "any" { None } else { Some(squares(before)?) };
        return Some(Word::Was { own, squares, kind });
    }
    if let Some((before, piece)) = token.strip_prefix("took:").and_then(|rest| rest.split_once('=')) {
        let (own, kind) = piece_of(piece)?;
        return Some(Word::Took { own, squares: squares(before)?, kind });
    }
    for (name, make) in [
        ("own_move", Word::OwnMove as fn(Relation, u32) -> Word),
        ("exchange_ply", Word::ExchangePly),
        ("ply", Word::Ply),
    ] {
        if let Some(rest) = token.strip_prefix(name)
            && let Some((relation, digits)) = relation(rest)
        {
            return Some(make(relation, number(digits)?));
        }
    }
    let (name, value) = token.split_once('=')?;
    let rook = |own| Some(Word::Rook { own, rook: Rook::from_name(value)? });
    match name {
        "rook" => rook(true),
        "opp.rook" => rook(false),
        "first_swing_file" => Some(Word::FirstSwingFile(value.parse().ok()?)),
        _ if name.starts_with("own_move") => {
            let index = name["own_move".len()..].parse::<usize>().ok()?.checked_sub(1)?;
            Some(Word::OwnMoveIs(index, value.parse().ok()?))
        }
        _ => Some(Word::Pieces(squares(name)?, PieceSet::parse(value, Variant::Shogi)?)),
    }
}

fn squares(text: &str) -> Option<SquareSet> {
    SquareSet::parse(text, Variant::Shogi)
}

/// `<=9`, `>=16`.
fn relation(text: &str) -> Option<(Relation, &str)> {
    let signs =
        [("<=", Relation::AtMost), (">=", Relation::AtLeast), ("<", Relation::Less), (">", Relation::More)];
    signs.iter().find_map(|(sign, relation)| Some((*relation, text.strip_prefix(sign)?)))
}

/// Whose piece a letter means, and of which kind.
fn piece_of(text: &str) -> Option<(bool, PieceKind)> {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    Some((letter.is_ascii_uppercase(), PieceKind::from_letter(letter)?))
}
