//! A board as Japanese programs draw it: the numbers of the files, a frame, and ranks with their kanji.

use super::kif::{FILES, kanji_number, rank_name};
use crate::rules::Color;

/// A board of up to nine files and ranks. `square` gives what stands in a column, counted from the left, and a rank; see
/// [`square`](square()).
#[must_use]
pub fn board(files: u8, ranks: u8, mut square: impl FnMut(u8, u8) -> String) -> String {
    let width = usize::from(files);
    let numbers: Vec<String> = FILES.iter().take(width).rev().map(char::to_string).collect();
    let frame = format!("+{}+\n", "---".repeat(width));
    let mut text = format!("  {}\n{frame}", numbers.join(" "));
    for rank in 1..=ranks {
        text.push('|');
        (1..=files).for_each(|column| text += &square(column, rank));
        text.push('|');
        text.push(rank_name(rank));
        text.push('\n');
    }
    text + &frame
}

/// A square: `v` before White's piece, a point where there is none.
#[must_use]
pub fn square(piece: Option<(Color, &str)>) -> String {
    match piece {
        Some((Color::White, name)) => format!("v{name}"),
        Some((Color::Black, name)) => format!(" {name}"),
        None => " ・".to_owned(),
    }
}

/// Pieces in hand of one kind: `歩`, `歩十八`.
#[must_use]
pub fn in_hand(name: &str, count: u8) -> String {
    match count {
        1 => name.to_owned(),
        _ => format!("{name}{}", kanji_number(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::{board, in_hand, square};
    use crate::rules::Color;

    #[test]
    fn a_board_of_any_size() {
        let text = board(3, 2, |column, rank| match (column, rank) {
            (1, 1) => square(Some((Color::White, "き"))),
            (3, 2) => square(Some((Color::Black, "ラ"))),
            _ => square(None),
        });
        assert_eq!(text, "  ３ ２ １\n+---------+\n|vき ・ ・|一\n| ・ ・ ラ|二\n+---------+\n");
        assert_eq!([1, 2, 18].map(|count| in_hand("歩", count)), ["歩", "歩二", "歩十八"]);
    }
}
