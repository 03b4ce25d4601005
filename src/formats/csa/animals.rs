//! The start position in the CSA-like notation of dōbutsu shōgi: four rows of three animals, then how many chicks,
//! elephants and giraffes Black and White hold, then `+` or `-`.
//!
//! ```text
//! -KI-LI-ZO
//!  . -HI .
//!  . +HI .
//! +ZO+LI+KI
//! 000000
//! +
//! ```

use crate::notation::animals;
use crate::notation::csa;
use crate::record::{Code, Start, StartSource};
use crate::rules::dobutsu::{Hand, Piece, PieceKind, Setup};
use crate::rules::{ByColor, Color};

use super::position::Fault;

/// The kinds in the order of the six digits.
const HANDS: [PieceKind; 3] = [PieceKind::Chick, PieceKind::Elephant, PieceKind::Giraffe];

/// One row, from the left.
type Row = [Option<Piece>; 3];

/// Reads a row; `None` for any other line.
pub(super) fn row(text: &str) -> Option<Row> {
    let mut row = Row::default();
    let (mut count, mut rest) = (0, text.as_bytes());
    loop {
        let cell;
        (cell, rest) = match rest {
            [b' ', rest @ ..] => (None, rest),
            [b'.', rest @ ..] => (Some(None), rest),
            [sign @ (b'+' | b'-'), first, second, rest @ ..] => {
                let kind = animals::from_code([*first, *second])?;
                (Some(Some(Piece { color: csa::color(*sign)?, kind })), rest)
            }
            [] => break,
            _ => return None,
        };
        if let Some(cell) = cell {
            *row.get_mut(count)? = cell;
            count += 1;
        }
    }
    (count == 3).then_some(row)
}

/// Collects the position lines of one record.
#[derive(Debug, Default)]
pub(super) struct AnimalStart {
    rows: Vec<Row>,
    hands: Option<ByColor<Hand>>,
    /// The moves are those of animals.
    pub moves: bool,
}

impl AnimalStart {
    /// True when something says that the game is dōbutsu shōgi.
    pub fn is_there(&self) -> bool {
        self.moves || !self.rows.is_empty()
    }

    /// True when a position line was seen.
    pub fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Adds a row.
    pub fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Takes a line of six digits after the rows; false when it is none.
    pub fn hands(&mut self, text: &str) -> bool {
        let Ok(digits) = <[u8; 6]>::try_from(text.as_bytes()) else { return false };
        if self.rows.is_empty()
            || self.hands.is_some()
            || !digits.iter().all(|digit| (b'0'..=b'2').contains(digit))
        {
            return false;
        }
        let mut hands = ByColor::<Hand>::default();
        for (color, counts) in Color::ALL.into_iter().zip(digits.chunks(3)) {
            for (kind, count) in HANDS.into_iter().zip(counts) {
                hands[color].set(kind, count - b'0');
            }
        }
        self.hands = Some(hands);
        true
    }

    /// The start position with this side to move.
    pub fn finish(self, turn: Color) -> Result<Start, Fault> {
        let mut setup = Setup::startpos();
        let mut source = StartSource::Silence;
        if !self.rows.is_empty() {
            if self.rows.len() != 4 {
                let message = format!("the start position has {} rows instead of four", self.rows.len());
                return Err((0, Code::BadStart, message));
            }
            setup = Setup { hands: self.hands.unwrap_or_default(), ..Setup::default() };
            for (square, piece) in setup.board.iter_mut().zip(self.rows.into_iter().flatten()) {
                *square = piece;
            }
            source = StartSource::Diagram;
        }
        setup.turn = turn;
        Ok(Start { setup: setup.into(), source, ..Start::default() })
    }
}

/// The position as its lines.
pub(super) fn write(setup: &Setup) -> Vec<String> {
    let cell = |piece: &Option<Piece>| match piece {
        Some(piece) => format!("{}{}", csa::sign(piece.color), animals::code(piece.kind)),
        None => " . ".to_owned(),
    };
    let mut lines: Vec<String> =
        setup.board.chunks(3).map(|row| row.iter().map(cell).collect::<String>()).collect();
    lines.push(
        Color::ALL
            .into_iter()
            .flat_map(|color| HANDS.map(|kind| setup.hands[color].count(kind).to_string()))
            .collect(),
    );
    lines.push(csa::sign(setup.turn).to_string());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_position_is_read_again() {
        for sfen in ["gle/1c1/1C1/ELG b - 1", "1+Ce/g2/3/EL1 w Cg 1", "l2/3/3/2L b 2G2E2C 1"] {
            let setup: Setup = sfen.parse().unwrap();
            let mut start = AnimalStart::default();
            for line in write(&setup) {
                match row(line.trim()) {
                    Some(row) => start.row(row),
                    None => assert!(line.len() == 1 || start.hands(&line), "{line}"),
                }
            }
            let again = start.finish(setup.turn).unwrap().setup;
            assert_eq!(again, setup.into(), "{sfen}");
        }
    }

    #[test]
    fn other_lines_are_no_rows() {
        for text in ["+7776FU", "+B4C3LI", "-KI-LI", "-KI-LI-ZO-HI", "...x", "", "%TORYO", "-KI-OU-ZO", "-"] {
            assert!(row(text).is_none(), "{text}");
        }
        assert!(row(". . .").is_some() && row("...").is_some() && row("-KI . +ZO").is_some());
    }
}
