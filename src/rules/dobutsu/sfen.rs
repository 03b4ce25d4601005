//! The text form of a position: `gle/1c1/1C1/ELG b - 1`.
//!
//! Four ranks from the top, files from the left (`a`), capital letters for Black, `+C` for a hen, digits for empty
//! squares; `b` or `w` for the side to move; the hands, Black's first, giraffes, elephants, chicks, `-` for none;
//! the number of the next move, which may be missing. It is what Fairy-Stockfish prints as `Sfen`.

use super::{Hand, Piece, PieceKind, Setup};
use crate::rules::{ByColor, Color};
use std::fmt;
use std::str::FromStr;

/// Why a text is not a position, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SfenError {
    /// The character at which it goes wrong, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: SfenErrorKind,
}

/// What is wrong with the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// A field is missing.
    Missing(&'static str),
    /// A character that means nothing there.
    Unexpected(char),
    /// A rank has more or fewer than three squares, or there are not four ranks.
    WrongSize,
    /// More of a piece in hand than there are.
    TooManyInHand,
    /// The move number is not a number.
    NotANumber,
    /// Something follows the move number.
    TooLong,
}

impl FromStr for Setup {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        let mut fields = Fields { text, column: 1 };
        let mut setup = Self::default();
        let (field, column) = fields.next("board")?;
        read_board(field, column, &mut setup)?;
        let (field, column) = fields.next("side to move")?;
        setup.turn = match field {
            "b" => Color::Black,
            "w" => Color::White,
            other => return Err(unexpected(other.chars().next().unwrap_or(' '), column)),
        };
        let (field, column) = fields.next("hands")?;
        setup.hands = read_hands(field, column)?;
        if let Ok((field, column)) = fields.next("move number") {
            setup.ply = field.parse().map_err(|_| SfenError { column, kind: SfenErrorKind::NotANumber })?;
        }
        match fields.next("") {
            Ok((_, column)) => Err(SfenError { column, kind: SfenErrorKind::TooLong }),
            Err(_) => Ok(setup),
        }
    }
}

/// Fields between spaces, with the column at which each begins.
struct Fields<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self, name: &'static str) -> Result<(&'a str, usize), SfenError> {
        let rest = self.text.trim_start_matches(' ');
        let column = self.column + self.text.len() - rest.len();
        if rest.is_empty() {
            return Err(SfenError { column, kind: SfenErrorKind::Missing(name) });
        }
        let (field, rest) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
        (self.text, self.column) = (rest, column + field.chars().count());
        Ok((field, column))
    }
}

fn unexpected(character: char, column: usize) -> SfenError {
    SfenError { column, kind: SfenErrorKind::Unexpected(character) }
}

fn read_board(field: &str, start: usize, setup: &mut Setup) -> Result<(), SfenError> {
    let (mut rank, mut file, mut promoted) = (0, 0, false);
    let mut column = start;
    let wrong_size = |column| SfenError { column, kind: SfenErrorKind::WrongSize };
    for character in field.chars() {
        match character {
            '/' if file != 3 || rank == 3 => return Err(wrong_size(column)),
            '/' if !promoted => (rank, file) = (rank + 1, 0),
            '1'..='3' if !promoted => file += character as usize - '0' as usize,
            '+' if !promoted => promoted = true,
            _ => {
                let kind = PieceKind::from_letter(character.to_ascii_uppercase());
                let kind = if promoted { kind.and_then(PieceKind::promoted) } else { kind };
                let kind = kind.ok_or_else(|| unexpected(character, column))?;
                if file >= 3 {
                    return Err(wrong_size(column));
                }
                setup.board[rank * 3 + file] = Some(Piece { color: color(character), kind });
                (file, promoted) = (file + 1, false);
            }
        }
        if file > 3 {
            return Err(wrong_size(column));
        }
        column += 1;
    }
    if rank == 3 && file == 3 && !promoted { Ok(()) } else { Err(wrong_size(column)) }
}

fn color(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::Black } else { Color::White }
}

fn read_hands(field: &str, start: usize) -> Result<ByColor<Hand>, SfenError> {
    let mut hands = ByColor::<Hand>::default();
    if field == "-" {
        return Ok(hands);
    }
    let mut count = None;
    let mut column = start;
    for character in field.chars() {
        match (character, count) {
            ('1' | '2', None) => count = Some(character as usize - '0' as usize),
            ('3'..='9', None) => return Err(SfenError { column, kind: SfenErrorKind::TooManyInHand }),
            _ => {
                let kind = PieceKind::from_letter(character.to_ascii_uppercase());
                let kind = kind.filter(|kind| PieceKind::HAND.contains(kind));
                let kind = kind.ok_or_else(|| unexpected(character, column))?;
                for _ in 0..count.take().unwrap_or(1) {
                    hands[color(character)].add(kind);
                }
                if hands[color(character)].count(kind) > 2 {
                    return Err(SfenError { column, kind: SfenErrorKind::TooManyInHand });
                }
            }
        }
        column += 1;
    }
    if count.is_some() { Err(SfenError { column, kind: SfenErrorKind::Missing("piece") }) } else { Ok(hands) }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (rank, row) in self.board.chunks(3).enumerate() {
            let mut empty = 0;
            for piece in row {
                match piece {
                    Some(piece) if empty > 0 => write!(f, "{}{piece}", std::mem::take(&mut empty))?,
                    Some(piece) => write!(f, "{piece}")?,
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank < 3 { "/" } else { " " })?;
        }
        let turn = if self.turn == Color::Black { 'b' } else { 'w' };
        let hands = self.hands.black.letters() + &self.hands.white.letters().to_ascii_lowercase();
        write!(f, "{turn} {} {}", if hands.is_empty() { "-" } else { &hands }, self.ply)
    }
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SfenErrorKind::Missing(what) => write!(f, "{what} missing")?,
            SfenErrorKind::Unexpected(character) => write!(f, "unexpected `{character}`")?,
            SfenErrorKind::WrongSize => f.write_str("the board must have four ranks of three squares")?,
            SfenErrorKind::TooManyInHand => f.write_str("more than two of a piece in hand")?,
            SfenErrorKind::NotANumber => f.write_str("the move number is not a number")?,
            SfenErrorKind::TooLong => f.write_str("nothing may follow the move number")?,
        }
        write!(f, " (column {})", self.column)
    }
}

impl std::error::Error for SfenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canonical_text_survives() {
        for sfen in [
            "gle/1c1/1C1/ELG b - 1",
            "+cE1/El1/GCG/2L w - 12",
            "1l1/2e/LCG/3 w Cge 7",
            "l2/3/3/2L b 2G2E2C 300",
            "g1g/L2/1Cl/c2 b 2e 1",
        ] {
            assert_eq!(sfen.parse::<Setup>().unwrap().to_string(), sfen);
        }
        assert_eq!("gle/1c1/1C1/ELG b -".parse(), Ok(Setup::startpos()));
        assert_eq!("l2/3/3/L2 b ECg1G 1".parse::<Setup>().unwrap().to_string(), "l2/3/3/L2 b GECg 1");
    }

    #[test]
    fn an_error_names_its_column() {
        use SfenErrorKind::{Missing, NotANumber, TooLong, TooManyInHand, Unexpected, WrongSize};
        for (sfen, column, kind) in [
            ("", 1, Missing("board")),
            ("gle/1c1/1C1/ELG", 16, Missing("side to move")),
            ("gle/1c1/1C1/ELG b", 18, Missing("hands")),
            ("gle/1c1/1C1 b -", 12, WrongSize),
            ("gle/1c1/1C1/ELG/3 b -", 16, WrongSize),
            ("gle1/1c1/1C1/ELG b -", 4, WrongSize),
            ("gl/1c1/1C1/ELG b -", 3, WrongSize),
            ("gle/1c1/1C1/EL+ b -", 16, WrongSize),
            ("gle/1+g1/1C1/ELG b -", 7, Unexpected('g')),
            ("gle/1p1/1C1/ELG b -", 6, Unexpected('p')),
            ("gle/1c1/1C1/ELG x -", 17, Unexpected('x')),
            ("gle/1c1/1C1/ELG b L", 19, Unexpected('L')),
            ("gle/1c1/1C1/ELG b 3C", 19, TooManyInHand),
            ("gle/1c1/1C1/ELG b CCC", 21, TooManyInHand),
            ("gle/1c1/1C1/ELG b 2", 20, Missing("piece")),
            ("gle/1c1/1C1/ELG b - x", 21, NotANumber),
            ("gle/1c1/1C1/ELG b - 1 1", 23, TooLong),
            ("獅", 1, Unexpected('獅')),
        ] {
            assert_eq!(sfen.parse::<Setup>(), Err(SfenError { column, kind }), "{sfen}");
        }
    }
}
