//! Setups as SFEN text, read and written.
//!
//! Source of the notation: <http://shogidokoro.starfree.jp/usi.html>. Read: three or four fields
//! separated by white space; hands in any order, also letter by letter (equal kinds add up), counts up to 18. Written: hands in the order
//! rook, bishop, gold, silver, knight, lance, pawn, Black's first.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::setup::Setup;
use super::square::Square;
use crate::rules::Color;

/// Why a text is not SFEN, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SfenError {
    /// The column of the offending character, counted in characters from 1; one past the end when
    /// something is missing.
    pub column: usize,
    /// What is wrong there.
    pub kind: SfenErrorKind,
}

/// What is wrong with an SFEN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// A field (board, side to move, hands) is missing.
    MissingField,
    /// There is text after the last field.
    ExtraText,
    /// A character that means nothing there.
    UnexpectedCharacter,
    /// A rank has more than nine squares.
    RankTooLong,
    /// A rank has fewer than nine squares.
    RankTooShort,
    /// The board has more than nine ranks.
    TooManyRanks,
    /// The board has fewer than nine ranks.
    TooFewRanks,
    /// A `+` before a piece that does not promote.
    CannotPromote,
    /// The side to move is neither `b` nor `w`.
    UnknownSide,
    /// A count in hand is 0 or above 18, also the sum where a kind is named more than once, or no piece follows it.
    BadCount,
    /// The move number is not a number from 0 to 4294967295.
    BadMoveNumber,
}

impl fmt::Display for SfenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissingField => "a field is missing",
            Self::ExtraText => "text after the last field",
            Self::UnexpectedCharacter => "unexpected character",
            Self::RankTooLong => "a rank has more than nine squares",
            Self::RankTooShort => "a rank has fewer than nine squares",
            Self::TooManyRanks => "more than nine ranks",
            Self::TooFewRanks => "fewer than nine ranks",
            Self::CannotPromote => "this piece has no promoted form",
            Self::UnknownSide => "the side to move is `b` or `w`",
            Self::BadCount => "a count in hand is 1 to 18 and stands before its piece",
            Self::BadMoveNumber => "the move number is not a number",
        })
    }
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {}", self.kind, self.column)
    }
}

impl std::error::Error for SfenError {}

/// The characters of a text with their columns, and the column past the end.
struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    column: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.column += usize::from(next.is_some());
        next
    }

    /// The next character of the current field.
    fn next_in_field(&mut self) -> Option<char> {
        self.rest.next_if(|c| !c.is_whitespace()).inspect(|_| self.column += 1)
    }

    /// An error about the character read last.
    fn here<T>(&self, kind: SfenErrorKind) -> Result<T, SfenError> {
        Err(SfenError { column: self.column, kind })
    }

    /// An error about what should come next.
    fn next_char<T>(&self, kind: SfenErrorKind) -> Result<T, SfenError> {
        Err(SfenError { column: self.column + 1, kind })
    }

    /// Skips white space; is anything left?
    fn field_follows(&mut self) -> bool {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {
            self.column += 1;
        }
        self.rest.peek().is_some()
    }

    fn field(&mut self) -> Result<(), SfenError> {
        if self.field_follows() { Ok(()) } else { self.next_char(SfenErrorKind::MissingField) }
    }

    fn board(&mut self, setup: &mut Setup) -> Result<(), SfenError> {
        for rank in 1..=9 {
            let mut file = 9;
            while let Some(next) = self.rest.peek().filter(|c| !c.is_whitespace() && **c != '/').copied() {
                self.next();
                if let Some(empty) = next.to_digit(10) {
                    let empty = u8::try_from(empty).unwrap_or(0);
                    match empty {
                        0 => return self.here(SfenErrorKind::UnexpectedCharacter),
                        _ if empty > file => return self.here(SfenErrorKind::RankTooLong),
                        _ => file -= empty,
                    }
                    continue;
                }
                let piece = self.piece(next)?;
                let Some(square) = Square::new(file, rank) else {
                    return self.here(SfenErrorKind::RankTooLong);
                };
                setup.board[square.index()] = Some(piece);
                file -= 1;
            }
            if file > 0 {
                return self.next_char(SfenErrorKind::RankTooShort);
            }
            match (self.next_in_field(), rank) {
                (Some(_), 9) => return self.here(SfenErrorKind::TooManyRanks),
                (None, 1..=8) => return self.next_char(SfenErrorKind::TooFewRanks),
                _ => {}
            }
        }
        Ok(())
    }

    /// The piece that begins with this character.
    fn piece(&mut self, first: char) -> Result<Piece, SfenError> {
        let letter = match first {
            '+' => match self.next_in_field() {
                Some(letter) => letter,
                None => return self.next_char(SfenErrorKind::UnexpectedCharacter),
            },
            letter => letter,
        };
        let Some(kind) = PieceKind::from_letter(letter) else {
            return self.here(SfenErrorKind::UnexpectedCharacter);
        };
        let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
        match (first, kind.promoted()) {
            ('+', None) => self.here(SfenErrorKind::CannotPromote),
            ('+', Some(promoted)) => Ok(Piece::new(color, promoted)),
            _ => Ok(Piece::new(color, kind)),
        }
    }

    fn side(&mut self) -> Result<Color, SfenError> {
        let color = match self.next() {
            Some('b') => Color::Black,
            Some('w') => Color::White,
            _ => return self.here(SfenErrorKind::UnknownSide),
        };
        match self.next_in_field() {
            None => Ok(color),
            Some(_) => self.here(SfenErrorKind::UnknownSide),
        }
    }

    fn hands(&mut self, setup: &mut Setup) -> Result<(), SfenError> {
        if self.rest.peek() == Some(&'-') {
            self.next();
            return match self.next_in_field() {
                None => Ok(()),
                Some(_) => self.here(SfenErrorKind::UnexpectedCharacter),
            };
        }
        let mut count: Option<u8> = None;
        while let Some(next) = self.next_in_field() {
            if let Some(digit) = next.to_digit(10) {
                let value = u32::from(count.unwrap_or(0)) * 10 + digit;
                match u8::try_from(value) {
                    Ok(value @ 1..=18) => count = Some(value),
                    _ => return self.here(SfenErrorKind::BadCount),
                }
                continue;
            }
            let kind = match PieceKind::from_letter(next) {
                Some(kind) if kind != PieceKind::King => kind,
                _ => return self.here(SfenErrorKind::UnexpectedCharacter),
            };
            let color = if next.is_ascii_uppercase() { Color::Black } else { Color::White };
            let sum = setup.hands[color].count(kind) + count.take().unwrap_or(1);
            if sum > 18 {
                return self.here(SfenErrorKind::BadCount);
            }
            setup.hands[color].set(kind, sum);
        }
        if count.is_some() { self.next_char(SfenErrorKind::BadCount) } else { Ok(()) }
    }

    fn move_number(&mut self) -> Result<u32, SfenError> {
        let mut number = 0_u32;
        while let Some(next) = self.next_in_field() {
            let grown = next.to_digit(10).and_then(|digit| number.checked_mul(10)?.checked_add(digit));
            let Some(grown) = grown else { return self.here(SfenErrorKind::BadMoveNumber) };
            number = grown;
        }
        Ok(number)
    }
}

impl FromStr for Setup {
    type Err = SfenError;

    /// Reads SFEN without the word `sfen`; the move number may be missing (then 1).
    fn from_str(text: &str) -> Result<Self, SfenError> {
        let mut reader = Reader { rest: text.chars().peekable(), column: 0 };
        let mut setup = Self::default();
        reader.field()?;
        reader.board(&mut setup)?;
        reader.field()?;
        setup.turn = reader.side()?;
        reader.field()?;
        reader.hands(&mut setup)?;
        if reader.field_follows() {
            setup.ply = reader.move_number()?;
        }
        if reader.field_follows() { reader.next_char(SfenErrorKind::ExtraText) } else { Ok(setup) }
    }
}

impl Position {
    /// Appends the canonical SFEN to `text`, faster than [`Display`](fmt::Display) writes it.
    pub(crate) fn push_sfen(&self, text: &mut String) {
        let push_number = |text: &mut String, number: u32| {
            let _ = write!(text, "{number}");
        };
        for rank in 0..9 {
            let mut empty = 0;
            for file in (0..9).rev() {
                let Some(piece) = self.board[file * 9 + rank].piece() else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push(char::from(b'0' + empty));
                    empty = 0;
                }
                piece.push_sfen(text);
            }
            if empty > 0 {
                text.push(char::from(b'0' + empty));
            }
            if rank < 8 {
                text.push('/');
            }
        }
        text.push_str(if self.turn == Color::Black { " b " } else { " w " });
        let before = text.len();
        for color in Color::ALL {
            for (kind, count) in self.hands[color].iter() {
                if count > 1 {
                    push_number(text, count.into());
                }
                Piece::new(color, kind).push_sfen(text);
            }
        }
        if text.len() == before {
            text.push('-');
        }
        text.push(' ');
        push_number(text, self.ply);
    }
}

impl fmt::Display for Setup {
    /// Writes canonical SFEN with four fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            let mut empty = 0;
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.piece_at(square));
                if piece.is_some() && empty > 0 {
                    write!(f, "{empty}")?;
                }
                match piece {
                    Some(piece) => write!(f, "{piece}")?,
                    None if file == 1 => write!(f, "{}", empty + 1)?,
                    None => {}
                }
                empty = if piece.is_some() { 0 } else { empty + 1 };
            }
            f.write_str(if rank < 9 { "/" } else { "" })?;
        }
        f.write_str(if self.turn == Color::Black { " b " } else { " w " })?;
        for color in Color::ALL {
            for (kind, count) in self.hands[color].iter() {
                if count > 1 {
                    write!(f, "{count}")?;
                }
                write!(f, "{}", Piece::new(color, kind))?;
            }
        }
        if Color::ALL.into_iter().all(|color| self.hands[color].is_empty()) {
            f.write_str("-")?;
        }
        write!(f, " {}", self.ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn start_position_is_written_and_read() {
        assert_eq!(Setup::startpos().to_string(), START);
        assert_eq!(START.parse(), Ok(Setup::startpos()));
    }

    #[test]
    fn other_spellings_become_canonical() {
        let canonical = |text: &str| text.parse::<Setup>().map(|setup| setup.to_string());
        let board = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL";
        let sfen = format!("{board} w RGgsn5p 1");
        assert_eq!(canonical(&format!("  {board}  w  5pnsgGR ")), Ok(sfen));
        assert_eq!(
            canonical("9/9/9/9/9/9/9/9/111111111 b 18P2b 0"),
            Ok("9/9/9/9/9/9/9/9/9 b 18P2b 0".into())
        );
        assert_eq!(canonical("9/9/9/9/9/9/9/9/9 b PSPpbpb 19"), Ok("9/9/9/9/9/9/9/9/9 b S2P2b2p 19".into()));
        assert_eq!(canonical("9/9/9/9/9/9/9/9/9 b 2PpP10p"), Ok("9/9/9/9/9/9/9/9/9 b 3P11p 1".into()));
    }

    #[test]
    fn every_error_says_where() {
        let cases = [
            ("", 1, SfenErrorKind::MissingField),
            ("9/9/9/9/9/9/9/9/9", 18, SfenErrorKind::MissingField),
            ("9/9/9/9/9/9/9/9/9 b", 20, SfenErrorKind::MissingField),
            ("9/9/9/9/9/9/9/9/9 b - 1 x", 25, SfenErrorKind::ExtraText),
            ("9/9/8x/9/9/9/9/9/9 b - 1", 6, SfenErrorKind::UnexpectedCharacter),
            ("9/9/玉8/9/9/9/9/9/9 b - 1", 5, SfenErrorKind::UnexpectedCharacter),
            ("9/9/0/9/9/9/9/9/9 b - 1", 5, SfenErrorKind::UnexpectedCharacter),
            ("9/9/9P/9/9/9/9/9/9 b - 1", 6, SfenErrorKind::RankTooLong),
            ("9/81/82/9/9/9/9/9/9 b - 1", 7, SfenErrorKind::RankTooLong),
            ("9/8/9/9/9/9/9/9/9 b - 1", 4, SfenErrorKind::RankTooShort),
            ("9/9/9/9/9/9/9/9/9/9 b - 1", 18, SfenErrorKind::TooManyRanks),
            ("9/9/9/9/9/9/9/9 b - 1", 16, SfenErrorKind::TooFewRanks),
            ("9/9/+G8/9/9/9/9/9/9 b - 1", 6, SfenErrorKind::CannotPromote),
            ("9/9/9/9/9/9/9/9/9 x - 1", 19, SfenErrorKind::UnknownSide),
            ("9/9/9/9/9/9/9/9/9 bw - 1", 20, SfenErrorKind::UnknownSide),
            ("9/9/9/9/9/9/9/9/9 b 19P 1", 22, SfenErrorKind::BadCount),
            ("9/9/9/9/9/9/9/9/9 b 0P 1", 21, SfenErrorKind::BadCount),
            ("9/9/9/9/9/9/9/9/9 b P2 1", 23, SfenErrorKind::BadCount),
            ("9/9/9/9/9/9/9/9/9 b K 1", 21, SfenErrorKind::UnexpectedCharacter),
            ("9/9/9/9/9/9/9/9/9 b -P 1", 22, SfenErrorKind::UnexpectedCharacter),
            ("9/9/9/9/9/9/9/9/9 b 18PP 1", 24, SfenErrorKind::BadCount),
            ("9/9/9/9/9/9/9/9/9 b P -1", 23, SfenErrorKind::BadMoveNumber),
            ("9/9/9/9/9/9/9/9/9 b P 4294967296", 32, SfenErrorKind::BadMoveNumber),
        ];
        for (text, column, kind) in cases {
            assert_eq!(text.parse::<Setup>(), Err(SfenError { column, kind }), "{text}");
        }
    }
}
