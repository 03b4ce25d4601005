//! Start positions of PGN: FEN with the hands in brackets, or SFEN.

use crate::rules::Color;
use crate::rules::shogi::{PieceKind, Setup};

/// A start position, and whether its text leaves no doubt about who moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub setup: Setup,
    /// The letter of the side to move is SFEN's, in which `b` moves up the board, and not FEN's, in which `w` does.
    pub is_sfen: bool,
    /// The text fits both, and they say different things.
    pub is_unclear: bool,
}

/// Reads the value of `[FEN "…"]`, or of `[SFEN "…"]` where `is_sfen`.
pub(super) fn read(text: &str, is_sfen: bool) -> Result<Start, String> {
    let text = text.trim();
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, turn, rest @ ..] = fields.as_slice() else { return Err("a field is missing".to_owned()) };
    let (board, holdings) = match board.split_once('[') {
        Some((board, holdings)) => (board, Some(holdings.strip_suffix(']').ok_or("a `[` without `]`")?)),
        // The hands as a tenth rank.
        None => match board.match_indices('/').nth(8) {
            Some((at, _)) => (&board[..at], Some(&board[at + 1..])),
            None => (*board, None),
        },
    };
    let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_counters = rest.len() > 2 || rest.first().is_some_and(is_number);
    let is_fen = !is_sfen && (holdings.is_some() || has_counters);
    let hands = match (holdings, is_fen) {
        (Some(holdings), _) => holdings,
        (None, true) => "-",
        (None, false) => rest.first().copied().unwrap_or("-"),
    };
    let black_moves = match (*turn, is_fen) {
        ("w" | "W", true) | ("b" | "B", false) => true,
        ("b" | "B", true) | ("w" | "W", false) => false,
        _ => return Err("the side to move is `b` or `w`".to_owned()),
    };
    let parse = |turn| {
        format!("{board} {turn} {} 1", hands_of(hands)?).parse::<Setup>().map_err(|error| error.to_string())
    };
    let mut setup = parse(if black_moves { 'b' } else { 'w' })?;
    let mut is_unclear = !is_fen && !is_sfen && hands == "-";
    // Nobody begins an even game with Gote's move.
    let even = Setup { turn: setup.turn, ply: setup.ply, ..Setup::startpos() };
    if is_unclear && setup == even {
        setup.turn = Color::Black;
        is_unclear = false;
    }
    Ok(Start { setup, is_sfen: !is_fen, is_unclear })
}

/// Hands with pieces one by one or with numbers before them, in any order, as SFEN has them.
fn hands_of(text: &str) -> Result<String, String> {
    let mut counts = [[0_u32; 8]; 2];
    let mut number = None::<u32>;
    for char in text.chars().filter(|char| *char != '-') {
        if let Some(digit) = char.to_digit(10) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            continue;
        }
        let kind = PieceKind::from_letter(char.to_ascii_uppercase()).and_then(place);
        let kind = kind.ok_or_else(|| format!("`{char}` is no piece in hand"))?;
        let count = &mut counts[usize::from(char.is_ascii_lowercase())][kind];
        *count = count.saturating_add(number.take().unwrap_or(1));
    }
    let mut sfen = String::new();
    for (side, counts) in counts.iter().enumerate() {
        for (count, letter) in counts.iter().zip(LETTERS) {
            let letter = if side == 0 { letter } else { letter.to_ascii_lowercase() };
            match count {
                0 => {}
                1 => sfen.push(letter),
                _ => sfen += &format!("{count}{letter}"),
            }
        }
    }
    Ok(if sfen.is_empty() { "-".to_owned() } else { sfen })
}

/// SFEN's order.
const LETTERS: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

fn place(kind: PieceKind) -> Option<usize> {
    LETTERS.iter().position(|letter| *letter == kind.letter())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn who_moves_first() {
        const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        const TWO: &str = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        for (text, is_sfen, want) in [
            (format!("{EVEN}[-] w 0 1"), false, "b - fen"),
            (format!("{EVEN}[] w - - 0 1"), false, "b - fen"),
            (format!("{EVEN} w 0 1"), false, "b - fen"),
            (format!("{EVEN} b - 1"), false, "b - sfen"),
            (format!("{EVEN} w - 1"), false, "b - sfen"),
            (format!("{TWO}[-] b 0 1"), false, "w - fen"),
            (format!("{TWO} w - 1"), false, "w - sfen unclear"),
            (format!("{TWO} w - 1"), true, "w - sfen"),
            (format!("{TWO}[PPpRrP2g] w 0 1"), false, "b R3Pr2gp fen"),
            (format!("{TWO}/RPp w 0 1"), false, "b RPp fen"),
            (format!("sfen {TWO} w 2Pp 1"), false, "w 2Pp sfen"),
        ] {
            let found = read(&text, is_sfen).unwrap();
            let sfen = found.setup.to_string();
            let fields: Vec<_> = sfen.split(' ').collect();
            let kind = if found.is_sfen { "sfen" } else { "fen" };
            let unclear = if found.is_unclear { " unclear" } else { "" };
            assert_eq!(format!("{} {} {kind}{unclear}", fields[1], fields[2]), want, "{text}");
        }
        for text in [
            "",
            "9/9 w",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &format!("{EVEN}[q] w 0 1"),
            &format!("{EVEN}[ w 0 1"),
            &format!("{EVEN} x"),
        ] {
            assert!(read(text, false).is_err(), "{text}");
        }
    }
}
