//! A position as text in each notation.

use super::Notation;
use crate::rules::Color;
use crate::rules::dobutsu::{Piece, PieceKind, Setup};

/// A position read from the words of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    /// The position.
    pub setup: Setup,
    /// The notation, where only one has such positions.
    pub notation: Option<Notation>,
    /// How many words it took.
    pub words: usize,
}

/// True for the first word of a position: a board of four ranks with letters of animals.
pub(super) fn is_board(word: &str) -> bool {
    let board = word.split('[').next().unwrap_or_default();
    let known = |byte: u8| b"/+123-LGECRBPKlgecrbpk".contains(&byte);
    match board.bytes().filter(|byte| *byte == b'/').count() {
        3 => board.bytes().all(known) && board.bytes().any(|byte| byte.is_ascii_alphabetic()),
        5 => (board.starts_with("S/") || board.starts_with("G/")) && board[2..].bytes().all(known),
        _ => false,
    }
}

/// Reads the position that the words begin with. `Err` says what is wrong with it.
pub(super) fn read(words: &[&str]) -> Result<Read, String> {
    let first = words.first().copied().unwrap_or_default();
    if first.matches('/').count() == 5 {
        let setup = algebraic(first).ok_or_else(|| format!("`{first}` is not a position"))?;
        return Ok(Read { setup, notation: Some(Notation::Algebraic), words: 1 });
    }
    if let Some((board, hands)) = first.split_once('[') {
        let hands = hands.strip_suffix(']').ok_or("the bracket of the hands is not closed")?;
        let hands = if hands.is_empty() { "-" } else { hands };
        let turn = match words.get(1) {
            Some(&"w") => "b",
            Some(&"b") => "w",
            _ => return Err("the side to move is missing".to_owned()),
        };
        let text = format!("{board} {turn} {hands}");
        let mut setup: Setup = text.parse().map_err(|error| format!("`{text}`: {error}"))?;
        let numbers = words.iter().skip(2).take(2).take_while(|word| word.parse::<u32>().is_ok()).count();
        if let Some(full) = words.get(3).filter(|_| numbers == 2).and_then(|word| word.parse::<u32>().ok()) {
            let white = u32::from(setup.turn == Color::White);
            setup.ply = full.saturating_sub(1).saturating_mul(2).saturating_add(1 + white);
        }
        return Ok(Read { setup, notation: Some(Notation::Fairy), words: 2 + numbers });
    }
    let number = words.get(3).is_some_and(|word| word.parse::<u32>().is_ok());
    let count = (3 + usize::from(number)).min(words.len());
    let text = words[..count].join(" ");
    let lishogi = first.bytes().any(|byte| b"RBPKrbpk".contains(&byte));
    let text = if lishogi { own_letters(&words[..count]) } else { text };
    let setup = text.parse().map_err(|error| format!("`{text}`: {error}"))?;
    Ok(Read { setup, notation: lishogi.then_some(Notation::Lishogi), words: count })
}

/// lishogi's letters of an SFEN as ours; the side to move keeps its own.
fn own_letters(words: &[&str]) -> String {
    let letter = |letter: char| match letter {
        'R' => 'G',
        'B' => 'E',
        'P' => 'C',
        'K' => 'L',
        'r' => 'g',
        'b' => 'e',
        'p' => 'c',
        'k' => 'l',
        other => other,
    };
    let word = |(index, word): (usize, &&str)| -> String {
        if index == 1 { (*word).to_owned() } else { word.chars().map(letter).collect() }
    };
    words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// `S/gle/-c-/-C-/ELG/-`: the side, the ranks, what both hold; `R` is a hen.
fn algebraic(text: &str) -> Option<Setup> {
    let mut parts = text.split('/');
    let mut setup =
        Setup { turn: if parts.next()? == "S" { Color::Black } else { Color::White }, ..Setup::default() };
    for rank in 0..4 {
        let mut file = 0;
        for letter in parts.next()?.chars() {
            let square = setup.board.get_mut(rank * 3 + file).filter(|_| file < 3)?;
            *square = if letter == '-' { None } else { Some(piece(letter)?) };
            file += 1;
        }
        if file != 3 {
            return None;
        }
    }
    let hands = parts.next()?;
    for letter in hands.chars().filter(|_| hands != "-") {
        let piece = piece(letter).filter(|piece| PieceKind::HAND.contains(&piece.kind))?;
        setup.hands[piece.color].add(piece.kind);
    }
    parts.next().is_none().then_some(setup)
}

fn piece(letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let kind = match letter.to_ascii_uppercase() {
        'R' => PieceKind::Hen,
        letter => PieceKind::from_letter(letter)?,
    };
    Some(Piece { color, kind })
}

/// The position in a notation; our own where the notation has none.
pub(super) fn write(notation: Notation, setup: &Setup) -> String {
    let ours = setup.to_string();
    let mut fields = ours.split(' ');
    let (board, turn, hands) = (
        fields.next().unwrap_or_default(),
        fields.next().unwrap_or_default(),
        fields.next().unwrap_or_default(),
    );
    match notation {
        Notation::Lishogi => {
            let theirs = |text: &str| text.chars().map(lishogi_letter).collect::<String>();
            format!("{} {turn} {} {}", theirs(board), theirs(hands), setup.ply)
        }
        Notation::Fairy => {
            let held: String = Color::ALL
                .into_iter()
                .flat_map(|color| {
                    setup.hands[color].iter().map(move |(kind, count)| {
                        let letter = if color == Color::Black {
                            kind.letter()
                        } else {
                            kind.letter().to_ascii_lowercase()
                        };
                        letter.to_string().repeat(usize::from(count))
                    })
                })
                .collect();
            let held = if held.is_empty() { "-" } else { &held };
            let first = if setup.turn == Color::Black { 'w' } else { 'b' };
            format!("{board}[{held}] {first} 0 {}", setup.ply.saturating_sub(1) / 2 + 1)
        }
        Notation::Algebraic => algebraic_text(setup),
        Notation::Ours | Notation::Prose => ours,
    }
}

const fn lishogi_letter(letter: char) -> char {
    match letter {
        'G' => 'R',
        'E' => 'B',
        'C' => 'P',
        'L' => 'K',
        'g' => 'r',
        'e' => 'b',
        'c' => 'p',
        'l' => 'k',
        other => other,
    }
}

fn algebraic_text(setup: &Setup) -> String {
    let letter = |color: Color, kind: PieceKind| {
        let letter = if kind.is_promoted() { 'R' } else { kind.letter() };
        if color == Color::Black { letter } else { letter.to_ascii_lowercase() }
    };
    let mut text = if setup.turn == Color::Black { "S".to_owned() } else { "G".to_owned() };
    for row in setup.board.chunks(3) {
        text.push('/');
        text.extend(row.iter().map(|piece| piece.map_or('-', |piece| letter(piece.color, piece.kind))));
    }
    text.push('/');
    let before = text.len();
    for color in Color::ALL {
        for (kind, count) in setup.hands[color].iter() {
            text.extend(std::iter::repeat_n(letter(color, kind), usize::from(count)));
        }
    }
    if text.len() == before {
        text.push('-');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_comes_back_in_every_notation() {
        for sfen in
            ["gle/1c1/1C1/ELG b - 1", "1+Ce/g2/3/EL1 w Cg 4", "l2/3/3/2L b 2G2E2C 1", "+cl1/3/3/2L w - 2"]
        {
            let setup: Setup = sfen.parse().unwrap();
            for notation in [Notation::Ours, Notation::Fairy, Notation::Lishogi, Notation::Algebraic] {
                let text = write(notation, &setup);
                let words: Vec<&str> = text.split(' ').collect();
                assert!(is_board(words[0]), "{text}");
                let read = read(&words).unwrap();
                assert_eq!(read.words, words.len(), "{text}");
                let ply = if notation == Notation::Algebraic { setup.ply } else { read.setup.ply };
                assert_eq!(Setup { ply, ..read.setup }, setup, "{text}");
            }
        }
    }

    #[test]
    fn other_words_are_no_boards() {
        for word in ["", "a/b/c/d", "9/9/9/9", "gle/1c1/1C1", "lnsgkgsnl/1r5b1/ppppppppp/9", "S/a/b/c/d/e"] {
            assert!(!is_board(word), "{word}");
        }
        for words in [&["gle/1c1/1C1/ELG"][..], &["gle/1c1/1C1/ELG[-]", "x"], &["S/gle/-c-/-C-/ELG/x"]] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
