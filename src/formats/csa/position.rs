//! The start position of a CSA record: `PI`, `P1` to `P9`, `P+` and `P-` lines, and the side to move.

use crate::notation::csa;
use crate::record::{Code, Start, StartSource};
use crate::rules::Color;
use crate::rules::shogi::{Piece, PieceKind, Setup, Square};

/// Something wrong with a position line: the byte in the line, the code and the message.
pub(super) type Fault = (usize, Code, String);

/// Two digits and two letters, with the byte of the line where they start.
type Quartet = (usize, [u8; 2], [u8; 2]);

/// Collects the position lines of one record.
#[derive(Debug, Default)]
pub(super) struct StartBuilder {
    /// The position so far; `None` before the first position line.
    setup: Option<Setup>,
    /// Which of the rows `P1` to `P9` were given, as bits.
    rows: u16,
    /// The position is the even one, with nothing taken off.
    even: bool,
    /// `PI` was given.
    initial: bool,
    /// The side that takes all pieces that are left (`00AL`).
    rest: Option<Color>,
}

impl StartBuilder {
    /// True when no position line was seen.
    pub fn is_empty(&self) -> bool {
        self.setup.is_none()
    }

    /// Reads a line that starts with `P`.
    pub fn line(&mut self, text: &str) -> Result<(), Fault> {
        let bytes = text.as_bytes();
        match bytes.get(1) {
            Some(b'I') => self.even_less(bytes),
            Some(digit @ b'1'..=b'9') => self.row(digit - b'0', text),
            Some(sign @ (b'+' | b'-')) => {
                let color = if *sign == b'+' { Color::Black } else { Color::White };
                self.pieces(color, bytes)
            }
            _ => Err((0, Code::UnreadableLine, format!("`{}` is not a position line", super::shown(text)))),
        }
    }

    /// `PI`, with the pieces that are taken off: `PI82HI22KA`.
    fn even_less(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut setup = Setup::startpos();
        self.even = true;
        let (quartets, stray) = quartets(bytes)?;
        for (at, square, code) in quartets {
            let (square, kind) = (csa::square(square), csa::piece_kind(code));
            let place =
                square.filter(|square| setup.piece_at(*square).is_some_and(|piece| Some(piece.kind) == kind));
            let Some(place) = place else {
                return Err(bad(
                    at,
                    "takes off a piece that does not stand there in the even position",
                    bytes,
                ));
            };
            setup.board[place.index()] = None;
            self.even = false;
        }
        self.initial = true;
        let before = self.setup.replace(setup).filter(|before| *before != Setup::default());
        if before.is_some() && before != self.setup {
            return Err(bad(0, "is not the position that the lines before it give", bytes));
        }
        without_stray(stray, bytes)
    }

    /// `P1-KY-KE * …`. Cells are found by their marks, since blanks get lost at the end of a row and are
    /// collapsed by web pages; a row that has too few marks is cut into cells of three characters.
    fn row(&mut self, rank: u8, text: &str) -> Result<(), Fault> {
        let bytes = text.as_bytes();
        let (cells, end) = cells_by_marks(bytes);
        let cells = if cells.len() == 9 { cells } else { cells_by_width(bytes) };
        if cells.len() != 9 {
            return Err(bad(0, "does not name nine squares", bytes));
        }
        let setup = self.setup.get_or_insert_default();
        let again = self.initial || self.rows & (1 << rank) != 0;
        for (file, cell) in (1..=9).rev().zip(cells) {
            if let Some(square) = Square::new(file, rank) {
                let before = std::mem::replace(&mut setup.board[square.index()], cell);
                if before != cell && (again || before.is_some()) {
                    return Err(bad(0, "is not the row that the lines before it give", bytes));
                }
            }
        }
        self.rows |= 1 << rank;
        let junk = bytes[end..].iter().position(|byte| !byte.is_ascii_whitespace());
        match junk {
            Some(offset) => {
                let rest = super::shown(text.get(end + offset..).unwrap_or_default());
                Err((
                    end + offset,
                    Code::UnreadableLine,
                    format!("`{rest}` after the ninth square was set aside"),
                ))
            }
            None => Ok(()),
        }
    }

    /// `P+59OU00FU`, `P-00AL`.
    fn pieces(&mut self, color: Color, bytes: &[u8]) -> Result<(), Fault> {
        let setup = self.setup.get_or_insert_default();
        let (quartets, stray) = quartets(bytes)?;
        for (at, square, code) in quartets {
            if (&square, &code) == (b"00", b"AL") {
                if self.rest.is_some_and(|other| other != color) {
                    return Err(bad(at, "gives the remaining pieces to both sides", bytes));
                }
                self.rest = Some(color);
                continue;
            }
            let Some(kind) = csa::piece_kind(code) else { return Err(bad(at, "names no piece", bytes)) };
            if &square == b"00" {
                if kind == PieceKind::King || kind.is_promoted() {
                    return Err(bad(at, "puts a king or a promoted piece in hand", bytes));
                }
                setup.hands[color].add(kind);
                continue;
            }
            let Some(square) = csa::square(square) else { return Err(bad(at, "names no square", bytes)) };
            if setup.board[square.index()].replace(Piece { color, kind }).is_some() {
                return Err(bad(at, "puts a second piece on a square", bytes));
            }
        }
        without_stray(stray, bytes)
    }

    /// The start position with this side to move.
    pub fn finish(self, turn: Color) -> Result<Start, Fault> {
        let Some(mut setup) = self.setup else { return Ok(Start::default()) };
        setup.turn = turn;
        if self.rows != 0 && self.rows != 0b11_1111_1110 {
            let missing = (1..=9).find(|rank| self.rows & (1 << rank) == 0).unwrap_or(0);
            return Err((
                0,
                Code::BadStart,
                format!("the row `P{missing}` of the start position is missing"),
            ));
        }
        if let Some(color) = self.rest {
            give_rest(&mut setup, color);
        }
        let source = if self.even { StartSource::Name } else { StartSource::Diagram };
        Ok(Start { setup: setup.into(), source, ..Start::default() })
    }
}

/// Puts every piece of the set that is nowhere else, kings apart, in the hand of `color`.
fn give_rest(setup: &mut Setup, color: Color) {
    for kind in PieceKind::HAND {
        let on_board = setup.pieces().filter(|(_, piece)| piece.kind.unpromoted() == kind).count();
        let held = Color::ALL.iter().map(|side| usize::from(setup.hands[*side].count(kind))).sum::<usize>();
        for _ in on_board + held..usize::from(kind.in_a_set()) {
            setup.hands[color].add(kind);
        }
    }
}

/// The groups of four after the first two bytes of a line, in order, and where a `00` stands before one that names a
/// square: a piece is on the board or in hand, and the square says that it is on the board.
fn quartets(bytes: &[u8]) -> Result<(Vec<Quartet>, Option<usize>), Fault> {
    let (mut found, mut stray) = (Vec::new(), None);
    let mut at = 2;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        if rest[0].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if matches!(rest, [b'0', b'0', b'1'..=b'9', b'1'..=b'9', ..]) {
            stray = stray.or(Some(at));
            at += 2;
            continue;
        }
        let [a, b, c, d, ..] = *rest else { return Err(bad(at, "ends in the middle of a piece", bytes)) };
        found.push((at, [a, b], [c, d]));
        at += 4;
    }
    Ok((found, stray))
}

/// Reports a `00` that was passed over.
fn without_stray(stray: Option<usize>, bytes: &[u8]) -> Result<(), Fault> {
    let Some(at) = stray else { return Ok(()) };
    let line = String::from_utf8_lossy(bytes);
    let message =
        format!("`{}` has `00`, a piece in hand, before a square; the square was taken", super::shown(&line));
    Err((at, Code::StrayHandMark, message))
}

/// Up to nine cells of a row by their marks, and the byte after the last of them.
fn cells_by_marks(bytes: &[u8]) -> (Vec<Option<Piece>>, usize) {
    let mut cells = Vec::with_capacity(9);
    let mut at = 2;
    while cells.len() < 9 {
        match bytes.get(at..).unwrap_or_default() {
            [b' ' | b'\t', ..] => at += 1,
            [b'*', ..] => {
                cells.push(None);
                at += 1;
            }
            [sign @ (b'+' | b'-'), first, second, ..] => {
                let Some(kind) = csa::piece_kind([*first, *second]) else { break };
                let color = if *sign == b'+' { Color::Black } else { Color::White };
                cells.push(Some(Piece { color, kind }));
                at += 3;
            }
            _ => break,
        }
    }
    (cells, at)
}

/// The cells of a row whose empty squares are three blanks; blanks missing at the end are empty squares.
fn cells_by_width(bytes: &[u8]) -> Vec<Option<Piece>> {
    let mut cells = Vec::with_capacity(9);
    for cell in bytes.get(2..).unwrap_or_default().chunks(3) {
        match cell {
            [b' ', b'*', b' '] | [b' ', b'*' | b' '] | [b' '] | b"   " => cells.push(None),
            [sign @ (b'+' | b'-'), first, second] => {
                let Some(kind) = csa::piece_kind([*first, *second]) else { return Vec::new() };
                let color = if *sign == b'+' { Color::Black } else { Color::White };
                cells.push(Some(Piece { color, kind }));
            }
            _ => return Vec::new(),
        }
    }
    if cells.len() < 9 && bytes.get(2..).is_some_and(|row| row.windows(3).any(|blank| blank == b"   ")) {
        cells.resize(9, None);
    }
    cells
}

fn bad(at: usize, what: &str, bytes: &[u8]) -> Fault {
    let line = String::from_utf8_lossy(bytes);
    (at, Code::BadStart, format!("`{}` {what}", super::shown(&line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sfen(lines: &[&str], turn: Color) -> String {
        let mut builder = StartBuilder::default();
        for line in lines {
            if let Err((at, code, _)) = builder.line(line) {
                return format!("{} at {at}", code.id());
            }
        }
        builder.finish(turn).map_or_else(|(_, code, _)| code.id().to_owned(), |start| start.setup.to_string())
    }

    #[test]
    fn positions_of_every_sort() {
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        let two_pieces = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        let cases: &[(&[&str], Color, &str)] = &[
            (&["PI"], Color::Black, &format!("{even} b - 1")),
            (&["PI82HI22KA"], Color::White, &format!("{two_pieces} w - 1")),
            (&["PI 82HI 22KA "], Color::White, &format!("{two_pieces} w - 1")),
            (&["PI82KA"], Color::White, "F004 at 2"),
            (&["P+59OU77FU00FU00FU", "P-51OU33FU"], Color::Black, "4k4/9/6p2/9/9/9/2P6/9/4K4 b 2P 1"),
            (
                &["P-11OU", "P+33KI", "P+00KI", "P-00AL"],
                Color::Black,
                "8k/9/6G2/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1",
            ),
            (&["P-00AL", "P-11OU", "P+00KI"], Color::Black, "8k/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1"),
            (&["P-0011OU"], Color::Black, "C007 at 2"),
            (&["P-59OU0033KI"], Color::Black, "C007 at 6"),
            (&["P-0010OU"], Color::Black, "F004 at 6"),
            (&["P+00OU"], Color::Black, "F004 at 2"),
            (&["P+11OU", "P-11OU"], Color::Black, "F004 at 2"),
            (&["P+55K"], Color::Black, "F004 at 2"),
            (&["P1-KY-KE"], Color::Black, "F004 at 0"),
            (&["P1 * * * * * * * * *"], Color::Black, "F004"),
            (&["P+", "P-"], Color::Black, "9/9/9/9/9/9/9/9/9 b - 1"),
            (&["P0"], Color::Black, "F003 at 0"),
            // Two positions in one record.
            (&["P+", "P-", "PI"], Color::Black, &format!("{even} b - 1")),
            (&["PI", "PI"], Color::Black, &format!("{even} b - 1")),
            (&["PI", "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY"], Color::Black, "F004"),
            (&["PI", "P1 *  *  *  *  *  *  *  *  * "], Color::Black, "F004 at 0"),
            (&["P1 *  *  *  * -OU *  *  *  * ", "PI"], Color::Black, "F004 at 0"),
            (&["P1 *  *  *  * -OU *  *  *  * ", "P1 *  *  *  *  * -OU *  *  * "], Color::Black, "F004 at 0"),
            (&["P+51OU", "P1 *  *  *  *  *  *  *  *  * "], Color::Black, "F004 at 0"),
            (&["P+00FU", "PI"], Color::Black, "F004 at 0"),
            (&["PI", "PI82HI"], Color::White, "F004 at 0"),
        ];
        for (lines, turn, want) in cases {
            assert_eq!(sfen(lines, *turn), *want, "{lines:?}");
        }
    }

    #[test]
    fn a_stray_mark_leaves_the_square() {
        let mut builder = StartBuilder::default();
        let faults: Vec<_> = ["P-0011OU", "P+0033KI", "P+00KI", "P-00AL"]
            .iter()
            .filter_map(|line| builder.line(line).err())
            .map(|(at, code, _)| (at, code))
            .collect();
        assert_eq!(faults, [(2, Code::StrayHandMark), (2, Code::StrayHandMark)]);
        let start = builder.finish(Color::Black).map(|start| start.setup.to_string());
        assert_eq!(start, Ok("8k/9/6G2/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1".to_owned()));
    }

    #[test]
    fn rows_are_read_by_marks_not_by_columns() {
        for row in [
            "P2 * -HI *  *  *  *  * -KA * ",
            "P2 * -HI *  *  *  *  * -KA *",
            "P2 * -HI * * * * * -KA *",
            "P2*-HI*****-KA*",
            "P2   -HI               -KA   ",
            "P2   -HI               -KA",
        ] {
            let mut lines: Vec<String> = (1..=9).map(|rank| format!("P{rank} * * * * * * * * *")).collect();
            lines[1] = row.to_owned();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert_eq!(sfen(&lines, Color::White), "9/1r5b1/9/9/9/9/9/9/9 w - 1", "{row}");
        }
    }
}
