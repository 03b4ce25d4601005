//! Single conditions.

use super::{Atom, JOINTS, Parsed, Parser, Vocabulary, nearest};
use crate::pattern::expression::Place;
use crate::pattern::{ExpressionKind, MoveCondition, MovePattern, ParseError, PieceSet, Relation, SquareSet};
use crate::rules::{Color, Variant, VariantSetup};
use std::ops::Range;

/// Conditions that begin with a name.
const NAMES: [&str; 16] = [
    "turn", "ply", "check", "mate", "end", "promotes", "captures", "drops", "move", "position", "mirrored",
    "swapped", "either", "same", "every", "points",
];

impl<V: Vocabulary> Parser<'_, V> {
    pub(super) fn atom(&mut self) -> Parsed<V> {
        let from = self.at;
        for name in ["mirrored", "swapped", "either"] {
            if self.rest().strip_prefix(name).is_some_and(|rest| rest.starts_with('(')) {
                return self.turned(name);
            }
        }
        self.plain_atom().map_err(|error| self.mistake(from).unwrap_or(error))
    }

    fn plain_atom(&mut self) -> Parsed<V> {
        let from = self.at;
        let rest = self.rest();
        let length = rest.find(|char: char| !(char.is_ascii_lowercase())).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        let is_called = after.starts_with('(');
        let is_whole = !after.starts_with(|char: char| super::is_of_name(char) || char == '(');
        let atom = match name {
            _ if rest.starts_with('#') => self.count()?,
            "every" if is_called => self.every()?,
            "same" if is_called => self.same()?,
            "points" if is_called => self.points()?,
            "check" if is_whole => self.bare(name, Atom::Check)?,
            "mate" if is_whole => self.bare(name, Atom::Mate)?,
            "end" if is_whole => self.bare(name, Atom::End)?,
            "turn" if is_whole => self.turn()?,
            "ply" if is_whole => {
                self.at += name.len();
                let (relation, number) = self.comparison("ply", "ply<=40")?;
                Atom::Ply(relation, number)
            }
            "promotes" if is_whole => Atom::Promotes(self.move_condition(name)?),
            "captures" if is_whole => Atom::Captures(self.move_condition(name)?),
            "drops" if is_whole => Atom::Drops(self.move_condition(name)?),
            "move" if after.starts_with('=') => self.move_pattern()?,
            "position" if after.starts_with('=') => self.position()?,
            "black" | "white" if after.starts_with('.') => self.amount(name)?,
            _ => self.on_some()?,
        };
        self.end_of_condition()?;
        Ok(self.node(from, ExpressionKind::Atom(atom)))
    }

    /// A condition that is only a name.
    fn bare(&mut self, name: &str, atom: Atom<V::Word>) -> Result<Atom<V::Word>, ParseError> {
        self.at += name.len();
        match self.rest().starts_with(['=', '<', '>']) {
            true => Err(self.error(self.at..self.at + 1, format!("`{name}` stands alone, without a value"))),
            false => Ok(atom),
        }
    }

    /// `mirrored(…)`, `swapped(…)`, `either(…)`
    fn turned(&mut self, name: &str) -> Parsed<V> {
        let from = self.at;
        self.at += name.len();
        let inner = Box::new(self.group(self.at)?);
        let kind = match name {
            "mirrored" => ExpressionKind::Mirrored(inner),
            "swapped" => ExpressionKind::Swapped(inner),
            _ => ExpressionKind::Either(inner),
        };
        Ok(self.node(from, kind))
    }

    /// What stands in the parentheses behind a name, and its bytes.
    fn argument(&mut self, name: &str, example: &str) -> Result<(&str, Range<usize>), ParseError> {
        let open = self.at + name.len();
        self.at = open + 1;
        let Some(length) = self.rest().find(')') else {
            let error = self.error(open..open + 1, "this parenthesis is not closed");
            return Err(error.with_hint(format!("for example `{example}`")));
        };
        let range = self.at..self.at + length;
        self.at = range.end + 1;
        Ok((&self.text[range.clone()], range))
    }

    fn squares(&self, text: &str, range: Range<usize>) -> Result<SquareSet, ParseError> {
        SquareSet::parse(text.trim(), self.variant).ok_or_else(|| {
            let message = if text.trim().is_empty() {
                "squares are missing here".to_owned()
            } else {
                format!("`{}` is not a square", text.trim())
            };
            self.error(range, message).with_hint(self.squares_hint())
        })
    }

    const fn squares_hint(&self) -> &'static str {
        match self.variant {
            Variant::Shogi => {
                "squares are 1a to 9i (or 11 to 99, １一 to ９九), several of them 2-4g-i or 2h,3h"
            }
            Variant::Dobutsu => "squares are a1 to c4, several of them a-c1 or a1,b2",
        }
    }

    fn pieces(&self, text: &str, range: Range<usize>) -> Result<PieceSet, ParseError> {
        PieceSet::parse(text, self.variant).ok_or_else(|| {
            if text.starts_with('[') && !text.contains(']') {
                let error = self.error(range.start..range.start + 1, "this bracket is not closed");
                return error.with_hint("`[GS]` is one of several pieces");
            }
            let message = if text.is_empty() {
                "a piece is missing here".to_owned()
            } else {
                format!("`{text}` is not a piece")
            };
            self.error(range, message).with_hint(match self.variant {
                Variant::Shogi => {
                    "pieces are P L N S G B R K (Black's, small ones White's), +R promoted, [GS] one of them, * any, . \
                     none, black, white, or 角 and △角"
                }
                Variant::Dobutsu => {
                    "pieces are C E G L (Black's, small ones White's), +C the hen, [EG] one of them, * any, . none, \
                     black, white"
                }
            })
        })
    }

    /// `squares=pieces`
    fn on_some(&mut self) -> Result<Atom<V::Word>, ParseError> {
        let from = self.at;
        let token = self.token();
        let Some(length) = token.find('=') else { return Err(self.unknown(token)) };
        let names = &token[..length];
        if SquareSet::parse(names, self.variant).is_none()
            && names.chars().all(|char| char.is_alphabetic() || matches!(char, '-' | '_'))
        {
            return Err(self.unknown(token));
        }
        if names.starts_with("not") || names.is_empty() {
            return Err(self.unknown(token));
        }
        let squares = self.squares(names, from..from + length)?;
        self.at += length + 1;
        Ok(Atom::OnSome(squares, self.pieces_here()?))
    }

    /// The pieces up to the next blank.
    fn pieces_here(&mut self) -> Result<PieceSet, ParseError> {
        let token = self.token();
        let pieces = self.pieces(token, self.at..self.at + token.len())?;
        self.at += token.len();
        Ok(pieces)
    }

    /// `every(squares)=pieces`
    fn every(&mut self) -> Result<Atom<V::Word>, ParseError> {
        let (text, range) = self.argument("every", "every(7-9g)=P")?;
        let text = text.to_owned();
        let squares = self.squares(&text, range)?;
        if !self.take_char('=') {
            let error = self.error(self.at..self.at, "`=` and a piece are missing here");
            return Err(error.with_hint("for example `every(7-9g)=P`"));
        }
        Ok(Atom::OnEvery(squares, self.pieces_here()?))
    }

    /// `same(squares)`
    fn same(&mut self) -> Result<Atom<V::Word>, ParseError> {
        let from = self.at;
        let (text, range) = self.argument("same", "7f=P then same(2h) 3d=p")?;
        let text = text.to_owned();
        let squares = self.squares(&text, range)?;
        if !self.has_step_before {
            let error = self.error(from..self.at, "`same` compares with the step before, and there is none");
            return Err(error.with_hint("for example `2h=R then[..20] same(2h) captures`"));
        }
        Ok(Atom::Same(squares))
    }

    /// `points(side) cmp N`
    fn points(&mut self) -> Result<Atom<V::Word>, ParseError> {
        let (text, range) = self.argument("points", "points(black)>=24")?;
        let color = color(text.trim());
        let color = color.ok_or_else(|| self.error(range, "the side is `black` or `white`"))?;
        if self.variant != Variant::Shogi {
            return Err(self.error(self.at..self.at, "points are counted in shogi only"));
        }
        let (relation, number) = self.comparison("points", "points(black)>=24")?;
        Ok(Atom::Points(color, relation, number))
    }

    /// `turn=side`
    fn turn(&mut self) -> Result<Atom<V::Word>, ParseError> {
        self.at += "turn".len();
        let error = |range, parser: &Self| {
            parser
                .error(range, "whose turn it is is missing here")
                .with_hint("write `turn=black` or `turn=white`")
        };
        if !self.take_char('=') {
            return Err(error(self.at..self.at, self));
        }
        let token = self.token();
        let range = self.at..self.at + token.len();
        let color = color(token).ok_or_else(|| match token {
            "" => error(range, self),
            _ => self
                .error(range, format!("`{token}` is not a side"))
                .with_hint("write `turn=black` or `turn=white`"),
        })?;
        self.at += token.len();
        Ok(Atom::Turn(color))
    }

    /// A sign and a number.
    fn comparison(&mut self, name: &str, example: &str) -> Result<(Relation, u32), ParseError> {
        let sign = Relation::ALL.iter().find(|(_, sign)| self.rest().starts_with(sign));
        let Some((relation, sign)) = sign else {
            let error = self.error(self.at..self.at, format!("`{name}` needs a comparison here"));
            return Err(error.with_hint(format!("for example `{example}`")));
        };
        let sign_from = self.at;
        self.at += sign.len();
        let token = self.token();
        let number = token.parse::<u16>().map_err(|_| {
            if token.starts_with(['=', '<', '>', '!']) {
                let more = token.len() - token.trim_start_matches(['=', '<', '>', '!']).len();
                let range = sign_from..self.at + more;
                let message = format!("`{}` is not a comparison", &self.text[range.clone()]);
                return self.error(range, message).with_hint("comparisons are = != < <= > >=");
            }
            let message = if token.is_empty() {
                "a number is missing here".to_owned()
            } else if token.bytes().all(|byte| byte.is_ascii_digit()) {
                format!("`{token}` is too large; {} is the most", u16::MAX)
            } else {
                format!("`{token}` is not a number")
            };
            let error = self.error(self.at..self.at + token.len(), message);
            error.with_hint(format!("for example `{example}`"))
        })?;
        self.at += token.len();
        Ok((*relation, u32::from(number)))
    }

    /// `#pieces [@squares | @hand[:side] | @all[:side]] cmp N`
    fn count(&mut self) -> Result<Atom<V::Word>, ParseError> {
        const EXAMPLE: &str = "#[GS]@1-3g-i>=3";
        self.at += 1;
        let token = self.token();
        let length = token.find(['<', '>', '=', '!']).unwrap_or(token.len());
        let counted = &token[..length];
        let from = self.at;
        let (pieces, place) =
            counted.split_once('@').map_or((counted, None), |(pieces, place)| (pieces, Some(place)));
        let kinds = self.pieces(pieces, from..from + pieces.len())?;
        let range = from + pieces.len() + 1..from + length;
        let place = match place {
            None => Place::Squares(SquareSet::board(self.variant)),
            Some(place) => match self.holder(place, range.clone())? {
                Some(place) => place,
                None => Place::Squares(self.squares(place, range)?),
            },
        };
        if !matches!(place, Place::Squares(_)) && kinds.contains(None) {
            return Err(self.error(from..from + pieces.len(), "only pieces can be in hand"));
        }
        self.at += length;
        let (relation, number) = self.comparison("#", EXAMPLE)?;
        Ok(Atom::Count(kinds, place, relation, number))
    }

    /// `hand`, `hand:black`, `all:white`; nothing for squares.
    fn holder(&self, place: &str, range: Range<usize>) -> Result<Option<Place>, ParseError> {
        let (name, side) = place.split_once(':').map_or((place, None), |(name, side)| (name, Some(side)));
        let make: fn(Option<Color>) -> Place = match name {
            "hand" => Place::Hand,
            "all" => Place::All,
            _ => return Ok(None),
        };
        let side = match side {
            None => None,
            Some(side) => {
                Some(color(side).ok_or_else(|| self.error(range, "the side is `black` or `white`"))?)
            }
        };
        Ok(Some(make(side)))
    }

    /// `black.hand.B>=1`, `white.all.R=0`
    fn amount(&mut self, side: &str) -> Result<Atom<V::Word>, ParseError> {
        const EXAMPLE: &str = "black.hand.B>=1";
        let from = self.at;
        let token = self.token();
        let length = token.find(['<', '>', '=', '!']).unwrap_or(token.len());
        let mut parts = token[..length].splitn(3, '.');
        let color = parts.next().and_then(color);
        let make: Option<fn(Option<Color>) -> Place> = match parts.next() {
            Some("hand") => Some(Place::Hand),
            Some("all") => Some(Place::All),
            _ => None,
        };
        let pieces = parts.next().and_then(|text| PieceSet::parse(text, self.variant));
        let (Some(color), Some(make), Some(pieces)) = (color, make, pieces.filter(|set| !set.contains(None)))
        else {
            let message = format!("`{}` is not a number of pieces", &token[..length]);
            let error = self.error(from..from + length, message);
            return Err(
                error.with_hint(format!("write `{side}.hand.B>=1`, or `{side}.all.R=0` for board and hand"))
            );
        };
        self.at += length;
        let (relation, number) = self.comparison(&token[..length], EXAMPLE)?;
        Ok(Atom::Count(pieces, make(Some(color)), relation, number))
    }

    /// `drops [pieces] [@squares]`, and the same of captures and promotions.
    fn move_condition(&mut self, name: &str) -> Result<MoveCondition, ParseError> {
        self.at += name.len();
        if self.rest().starts_with(['=', '<', '>']) {
            let error = self.error(self.at..self.at + 1, format!("a blank stands behind `{name}`"));
            return Err(error.with_hint(format!("for example `{name} B@2b`")));
        }
        let end = self.at;
        self.skip_blanks();
        let token = self.token();
        let (text, place) = token.split_once('@').map_or((token, None), |(text, place)| (text, Some(place)));
        // `N*` as in USI.
        let kinds = text.strip_suffix('*').filter(|kinds| !kinds.is_empty()).unwrap_or(text);
        let pieces = PieceSet::parse(kinds, self.variant).filter(|set| !set.contains(None));
        let is_ours = !token.contains(['=', '<', '>', '#']) && (place.is_some() || pieces.is_some());
        if !is_ours {
            self.at = end;
            return Ok(MoveCondition::default());
        }
        if !text.is_empty() && pieces.is_none() {
            self.pieces(text, self.at..self.at + text.len())?;
        }
        let from = self.at + text.len() + 1;
        let squares = place.map(|place| self.squares(place, from..from + place.len())).transpose()?;
        self.at += token.len();
        Ok(MoveCondition { pieces: pieces.filter(|_| !text.is_empty()), squares })
    }

    /// `move=pattern`
    fn move_pattern(&mut self) -> Result<Atom<V::Word>, ParseError> {
        self.at += "move=".len();
        let token = self.token();
        let pattern = MovePattern::parse(token, self.variant).ok_or_else(|| {
            let message = if token.is_empty() {
                "a move is missing here".to_owned()
            } else {
                format!("`{token}` is not a move")
            };
            self.error(self.at..self.at + token.len(), message).with_hint(match self.variant {
                Variant::Shogi => "write 7g7f, 8h2b+, P*5e, or with holes: 2h-*, *-4e+, N*, N*4-5e",
                Variant::Dobutsu => "write b3b2, b2b1+, C*b3, or with holes: b3-*, *-b1, C*",
            })
        })?;
        self.at += token.len();
        Ok(Atom::Move(pattern))
    }

    /// `position=SFEN`, `position=moves`, in quotation marks where there are blanks
    fn position(&mut self) -> Result<Atom<V::Word>, ParseError> {
        self.at += "position=".len();
        let from = self.at;
        let text = if self.rest().starts_with('"') {
            self.quoted()?
        } else {
            let token = self.token().to_owned();
            self.at += token.len();
            token
        };
        let range = from..self.at;
        if text.trim().is_empty() {
            let error = self.error(range, "a position is missing here");
            return Err(error.with_hint("write an SFEN or moves: `position=\"7g7f 3c3d\"`"));
        }
        let found = self.vocabulary.position(&text, self.variant);
        // Quotation marks inside of a position there are none, so its text stands there as it is.
        let value_from = from + usize::from(self.text[from..].starts_with('"'));
        let found = found.map_err(|error| self.word_error(error, range, value_from));
        found.map(|setup| Atom::Position(without_number(setup)))
    }

    /// The error for something that begins like no condition.
    fn unknown(&self, token: &str) -> ParseError {
        let length = token.find(['=', '<', '>', '(', '!']).unwrap_or(token.len());
        let word = &token[..length];
        let range = self.at..self.at + word.len().max(1).min(self.rest().len());
        let range = range.start..self.text.ceil_char_boundary(range.end);
        let names = NAMES.iter().chain(&JOINTS).chain(self.vocabulary.names()).copied();
        // Squares without what stands on them.
        if SquareSet::parse(word, self.variant).is_some() {
            let error = self.error(range.end..range.end, "`=` and a piece are missing here");
            return error
                .with_hint(format!("write `{word}=K`, `{word}=*` for any piece, `{word}=.` for none"));
        }
        let is_name = NAMES.contains(&word);
        let error = match token.get(length..).and_then(|rest| rest.chars().next()) {
            Some('=' | '<' | '>') if self.vocabulary.names().contains(&word) => {
                self.error(range, format!("`{word}` cannot stand here"))
            }
            _ if is_name => self.error(range.end..range.end, format!("`{word}` is not complete")),
            _ if token.is_empty() => self.error(range, "this is not a condition"),
            _ => self
                .error(range, format!("`{}` is not a condition", if word.is_empty() { token } else { word })),
        };
        let other = match self.variant {
            Variant::Shogi => Variant::Dobutsu,
            Variant::Dobutsu => Variant::Shogi,
        };
        if SquareSet::parse(word, other).is_some() {
            return error.with_hint(self.squares_hint());
        }
        let begins = |name: &&str| word.len() > 2 && name.starts_with(word);
        let like = nearest(&word.to_lowercase(), names.clone()).or_else(|| names.clone().find(begins));
        match like.filter(|_| !is_name) {
            Some(name) if NAMES.contains(&name) => {
                error.with_hint(format!("did you mean `{}`?", example(name)))
            }
            Some(name) if JOINTS.contains(&name) => error.with_hint(format!("did you mean `{name}`?")),
            Some(name) => error.with_hint(format!("did you mean `{name}=…`?")),
            None if is_name => error.with_hint(format!("write `{}`", example(word))),
            None => error.with_hint(
                "for example `2h=K`, `#G@7-9h-i>=2`, `drops N`, `check`, `move=7g7f` or `ending=resignation`",
            ),
        }
    }
}

/// How a condition with this name is written.
fn example(name: &str) -> &str {
    match name {
        "turn" => "turn=black",
        "ply" => "ply<=40",
        "move" => "move=7g7f",
        "position" => "position=\"7g7f 3c3d\"",
        "mirrored" => "mirrored(2h=K)",
        "swapped" => "swapped(2h=K)",
        "either" => "either(2h=K)",
        "same" => "same(2h)",
        "every" => "every(7-9g)=P",
        "points" => "points(black)>=24",
        name => name,
    }
}

/// The side with a name.
fn color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

/// The position, whichever move of a game it comes after.
fn without_number(mut setup: VariantSetup) -> VariantSetup {
    setup.set_ply(1);
    setup
}
