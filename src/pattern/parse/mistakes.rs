//! What people write who know other languages, and what to write instead.

use super::{Parser, Vocabulary};
use crate::pattern::{MovePattern, ParseError, PieceSet, SquareSet};

/// Characters of Japanese keyboards that have an ASCII one in their place here.
const WIDE: [(char, &str); 13] = [
    ('＝', "="),
    ('（', "("),
    ('）', ")"),
    ('＃', "#"),
    ('＜', "<"),
    ('＞', ">"),
    ('≦', "<="),
    ('≧', ">="),
    ('，', "a blank"),
    ('、', "a blank"),
    ('。', "a blank"),
    ('；', "a blank"),
    ('＊', "*"),
];

/// What joins conditions elsewhere.
const JOINED_ELSEWHERE: [(&str, &str); 11] = [
    ("&&", "a blank, or `and`"),
    ("&", "a blank, or `and`"),
    (",", "a blank, or `and`"),
    (";", "a blank, or `and`"),
    ("かつ", "a blank, or `and`"),
    ("||", "`or`"),
    ("|", "`or`"),
    ("または", "`or`"),
    ("!", "`not `"),
    ("->", "`then`"),
    ("-->", "`then`"),
];

impl<V: Vocabulary> Parser<'_, V> {
    /// The error for a mistake that is known, in the condition that begins at `from`.
    pub(super) fn mistake(&self, from: usize) -> Option<ParseError> {
        let parser = Parser { at: from, ..*self };
        let token = parser.token();
        parser.quotation(token).or_else(|| parser.wide(token)).or_else(|| parser.joined(token)).or_else(
            || {
                parser
                    .comma(token)
                    .or_else(|| parser.blank_around_equals(token))
                    .or_else(|| parser.no_equals(token))
                    .or_else(|| parser.bare_move(token))
            },
        )
    }

    fn at_token(&self, from: usize, length: usize, message: impl Into<String>) -> ParseError {
        self.error(self.at + from..self.at + from + length, message)
    }

    /// `"2h=K"`
    fn quotation(&self, token: &str) -> Option<ParseError> {
        let error =
            token.starts_with('"').then(|| self.at_token(0, 1, "no condition stands in quotation marks"));
        error.map(|error| error.with_hint("they stand around names with blanks: `player=\"A B\"`"))
    }

    /// `２八＝玉`
    fn wide(&self, token: &str) -> Option<ParseError> {
        // What stands in quotation marks is no mistake.
        let plain = token.split('"').next()?;
        let (at, char) = plain.char_indices().find(|(_, char)| WIDE.iter().any(|(wide, _)| wide == char))?;
        let (_, plain) = WIDE.iter().find(|(wide, _)| *wide == char)?;
        let error = self.at_token(at, char.len_utf8(), format!("`{char}` has no meaning here"));
        let instead = if *plain == "a blank" { (*plain).to_owned() } else { format!("`{plain}`") };
        Some(error.with_hint(format!("write {instead}")))
    }

    /// `&&`
    fn joined(&self, token: &str) -> Option<ParseError> {
        let (sign, instead) = JOINED_ELSEWHERE
            .iter()
            .filter(|(sign, _)| token.starts_with(sign))
            .max_by_key(|(sign, _)| sign.len())?;
        let error = self.at_token(0, sign.len(), format!("`{sign}` has no meaning here"));
        Some(error.with_hint(format!("write {instead}")))
    }

    /// `2h=K,3h=S`
    fn comma(&self, token: &str) -> Option<ParseError> {
        let (squares, rest) = token.split_once('=')?;
        let at = rest.find([',', ';', '&', '|'])?;
        SquareSet::parse(squares, self.variant)?;
        PieceSet::parse(&rest[..at], self.variant)?;
        let sign = &rest[at..=at];
        let error = self.at_token(squares.len() + 1 + at, 1, format!("`{sign}` has no meaning here"));
        Some(error.with_hint(match sign {
            "|" => "write ` or `",
            _ => "write a blank between conditions; several pieces are `[GS]`",
        }))
    }

    /// `7f = P`, `7f= P`, `2h==K`
    fn blank_around_equals(&self, token: &str) -> Option<ParseError> {
        let name = token.strip_suffix('=').unwrap_or(token);
        if let Some((squares, rest)) = token.split_once('=')
            && let Some(piece) = rest.strip_prefix('=')
            && PieceSet::parse(piece, self.variant).is_some()
        {
            let error = self.at_token(squares.len(), 2, "`==` is not a comparison");
            return Some(error.with_hint(format!("write `{squares}={piece}`")));
        }
        SquareSet::parse(name, self.variant)?;
        let after = &self.rest()[name.len()..];
        let (before, behind) = after.split_once('=')?;
        let piece = behind.split_whitespace().next().unwrap_or_default().trim_end_matches(')');
        let has_blank = !before.is_empty() || behind.starts_with(char::is_whitespace);
        if !before.trim().is_empty() || !has_blank || PieceSet::parse(piece, self.variant).is_none() {
            return None;
        }
        let blanks = behind.len() - behind.trim_start().len();
        let error = self.at_token(name.len(), before.len() + 1 + blanks, "no blanks may stand around `=`");
        Some(error.with_hint(format!("write `{name}={piece}`")))
    }

    /// `2hK`
    fn no_equals(&self, token: &str) -> Option<ParseError> {
        let splits = token.char_indices().skip(1).map(|(at, _)| token.split_at(at));
        let (squares, pieces) = splits
            .filter(|(squares, _)| SquareSet::parse(squares, self.variant).is_some())
            .find(|(_, pieces)| PieceSet::parse(pieces, self.variant).is_some())?;
        let error = self.at_token(squares.len(), 0, "`=` is missing here");
        Some(error.with_hint(format!("write `{squares}={pieces}`")))
    }

    /// `3c3d`
    fn bare_move(&self, token: &str) -> Option<ParseError> {
        if token.contains('=') {
            return None;
        }
        MovePattern::parse(token, self.variant)?;
        let error = self.at_token(0, token.len(), format!("`{token}` is not a condition"));
        Some(error.with_hint(format!(
            "write `move={token}`; one move directly after another is `move=… then[..0] move=…`"
        )))
    }
}
