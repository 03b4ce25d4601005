//! Dōbutsu shōgi in KIF, as lishogi writes it: the game's name as a handicap, a diagram of three files, animals in
//! hand.

use super::blank::is_blank;
use super::diagram::{hand_text, with_hands};
use crate::notation::kif::number;
use crate::notation::{animals, diagram as drawing};
use crate::rules::dobutsu::{Hand, Piece, PieceKind, Setup, Square};
use crate::rules::{ByColor, Color};

/// The name that is written.
pub(super) const NAME: &str = "どうぶつしょうぎ";

/// The handicap in which White has no chick.
const NO_CHICK: &str = "ひよこ落ち";

/// The start position that the name of a handicap means, if it is one of dōbutsu shōgi.
pub(super) fn by_name(name: &str) -> Option<Setup> {
    let name: String = name.chars().filter(|char| !is_blank(*char)).collect();
    let name = name.to_lowercase().replace(['-', '_'], "");
    match name.as_str() {
        NAME
        | "どうぶつ将棋"
        | "どうぶつしょうき"
        | "動物将棋"
        | "動物しょうぎ"
        | "ドウブツショウギ"
        | "dobutsu"
        | "dōbutsu"
        | "dobutsushogi"
        | "dōbutsushōgi"
        | "doubutsushogi"
        | "animalshogi" => Some(Setup::startpos()),
        NO_CHICK => "gle/3/1C1/ELG w - 1".parse().ok(),
        _ => None,
    }
}

/// The handicap's name that says all of a start position, if there is one.
pub(super) fn name_of(setup: &Setup) -> Option<&'static str> {
    [NAME, NO_CHICK].into_iter().find(|name| by_name(name).as_ref() == Some(setup))
}

/// One rank of a diagram, from the left.
pub(super) type Rank = [Option<Piece>; 3];

const STROKES: [char; 4] = ['|', '｜', '│', '┃'];

/// Reads a rank between two strokes: `|vきvラvぞ|一`.
pub(super) fn read_rank(line: &str) -> Option<Rank> {
    let inner = line.trim_matches(is_blank).strip_prefix(STROKES)?;
    let mut rest = &inner[..inner.rfind(STROKES)?];
    let (mut rank, mut count) = (Rank::default(), 0);
    let mut color = Color::Black;
    while let Some(first) = rest.chars().next() {
        let length = first.len_utf8();
        if let Some((kind, length)) = animals::read_name(rest) {
            let kind = PieceKind::from_shogi(kind)?;
            *rank.get_mut(count)? = Some(Piece { color, kind });
            (count, color, rest) = (count + 1, Color::Black, &rest[length..]);
            continue;
        }
        match first {
            'v' | 'V' | 'ｖ' | '-' | '△' | '▽' | '☖' => color = Color::White,
            '^' | '+' | '▲' | '☗' => color = Color::Black,
            '・' | '･' | '.' | '＊' | '*' => {
                *rank.get_mut(count)? = None;
                (count, color) = (count + 1, Color::Black);
            }
            _ if is_blank(first) || STROKES.contains(&first) => {}
            _ => return None,
        }
        rest = &rest[length..];
    }
    (count == 3).then_some(rank)
}

/// The animals in hand after 持駒：; `None` when something else stands there.
pub(super) fn read_hand(text: &str) -> Option<Hand> {
    let mut hand = Hand::default();
    let mut rest = text.trim_start_matches(is_blank);
    while !rest.is_empty() {
        let (kind, length) = animals::read_name(rest)?;
        let kind = PieceKind::from_shogi(kind).filter(|kind| PieceKind::HAND.contains(kind))?;
        rest = &rest[length..];
        let count = number(rest).map_or(1, |(count, length)| {
            rest = &rest[length..];
            count
        });
        let total = u32::from(hand.count(kind)) + count;
        hand.set(kind, u8::try_from(total).ok().filter(|total| *total <= 2)?);
        rest = rest.trim_start_matches(|char| is_blank(char) || matches!(char, '、' | ',' | '，'));
    }
    Some(hand)
}

/// A setup from four ranks and the hands, Black to move.
pub(super) fn setup(ranks: &[Rank; 4], hands: ByColor<Hand>) -> Setup {
    let mut setup = Setup { hands, ..Setup::default() };
    for (square, piece) in setup.board.iter_mut().zip(ranks.iter().flatten()) {
        *square = *piece;
    }
    setup
}

/// The diagram of a setup with both hands and, for White, the turn line.
pub(super) fn write(setup: &Setup) -> String {
    let board = drawing::board(3, 4, |column, rank| {
        let piece = Square::new(column, rank).and_then(|square| setup.board[square.index()]);
        drawing::square(piece.map(|piece| (piece.color, animals::diagram_character(piece.kind))))
    });
    let hand = |color: Color| {
        let held = setup.hands[color].iter();
        hand_text(held.map(|(kind, count)| drawing::in_hand(animals::name(kind.to_shogi()), count)))
    };
    with_hands(&board, ByColor::from_fn(hand), setup.turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_diagram_is_read_again() {
        for sfen in ["gle/1c1/1C1/ELG b - 1", "1+Ce/g2/3/EL1 w Cg 1", "l2/3/3/2L b 2G2E2C 1"] {
            let setup: Setup = sfen.parse().unwrap();
            let drawn = write(&setup);
            let ranks: Vec<Rank> = drawn.lines().filter_map(read_rank).collect();
            let hand = |side: &str| {
                let line = drawn.lines().find(|line| line.starts_with(side)).unwrap();
                read_hand(line.split_once('：').unwrap().1.trim_start_matches("なし")).unwrap()
            };
            let hands = ByColor { black: hand("先手の"), white: hand("後手の") };
            let again = super::setup(&ranks.try_into().unwrap(), hands);
            assert_eq!((again.board, again.hands), (setup.board, setup.hands), "{drawn}");
        }
    }

    #[test]
    fn names_and_ranks_in_every_spelling() {
        for name in ["どうぶつしょうぎ", "動物将棋　", "Dobutsu Shogi", "animal shogi"] {
            assert_eq!(by_name(name), Some(Setup::startpos()), "{name}");
        }
        assert_eq!(by_name("平手"), None);
        assert_eq!(name_of(&Setup::startpos()), Some(NAME));
        assert!(read_rank("|vきvラvぞ|一").is_some() && read_rank("| ・vひ ・|二").is_some());
        assert!(read_rank("|v香v桂v銀v金v玉v金v銀v桂v香|一").is_none() && read_rank("|vきvラ|").is_none());
        assert_eq!(read_hand("ひよこ二　ぞう").map(|hand| hand.to_string()), Some("E2C".to_owned()));
        assert!(
            read_hand("歩").is_none() && read_hand("ひよこ3").is_none() && read_hand("ライオン").is_none()
        );
    }
}
