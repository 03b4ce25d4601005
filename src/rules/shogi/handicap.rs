//! Handicap starts: what White, the stronger player, leaves out of an even start position.
//!
//! The placing of the pieces decides, not a name: records of one game have different words for it, or none.
//! Names in Japanese: the JSA's (<https://www.shogi.or.jp/knowledge/shogi/08.html>) and those of Kifu for Windows.

use super::{Hand, PieceKind, Setup};
use crate::rules::{Color, named_enum};
use std::sync::LazyLock;

named_enum! {
    /// A handicap by the placing of the pieces; "right" and "left" are White's.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Handicap {
        /// 香落ち: without the lance of file 1.
        Lance = "lance",
        /// 右香落ち: without the lance of file 9.
        RightLance = "right_lance",
        /// 角落ち
        Bishop = "bishop",
        /// 飛車落ち
        Rook = "rook",
        /// 飛香落ち
        RookLance = "rook_lance",
        /// 二枚落ち
        Two = "two",
        /// 三枚落ち, of which this is what most programs mean.
        Three = "three",
        /// 四枚落ち
        Four = "four",
        /// 五枚落ち
        Five = "five",
        /// 左五枚落ち
        LeftFive = "left_five",
        /// 六枚落ち
        Six = "six",
        /// 左七枚落ち
        LeftSeven = "left_seven",
        /// 右七枚落ち, 七枚落ち
        RightSeven = "right_seven",
        /// 八枚落ち
        Eight = "eight",
        /// 九枚落ち, of which this is what most programs mean.
        Nine = "nine",
        /// 十枚落ち
        Ten = "ten",
        /// 両香落ち
        Lances = "lances",
        /// トンボ: rook, bishop and pawns alone.
        Dragonfly = "dragonfly",
        /// 裸玉, 十九枚落ち
        NakedKing = "naked_king",
        /// 歩三兵: the king and three pawns in hand.
        ThreePawns = "three_pawns",
        /// Some other pieces of White's are missing.
        Other = "other",
    }
}

impl Handicap {
    /// White's three ranks and hand in SFEN; nothing of those that have no placing of their own.
    const fn camp(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Lance => ("lnsgkgsn1/1r5b1/ppppppppp", "-"),
            Self::RightLance => ("1nsgkgsnl/1r5b1/ppppppppp", "-"),
            Self::Bishop => ("lnsgkgsnl/1r7/ppppppppp", "-"),
            Self::Rook => ("lnsgkgsnl/7b1/ppppppppp", "-"),
            Self::RookLance => ("lnsgkgsn1/7b1/ppppppppp", "-"),
            Self::Two => ("lnsgkgsnl/9/ppppppppp", "-"),
            Self::Three => ("lnsgkgsn1/9/ppppppppp", "-"),
            Self::Four => ("1nsgkgsn1/9/ppppppppp", "-"),
            Self::Five => ("2sgkgsn1/9/ppppppppp", "-"),
            Self::LeftFive => ("1nsgkgs2/9/ppppppppp", "-"),
            Self::Six => ("2sgkgs2/9/ppppppppp", "-"),
            Self::LeftSeven => ("2sgkg3/9/ppppppppp", "-"),
            Self::RightSeven => ("3gkgs2/9/ppppppppp", "-"),
            Self::Eight => ("3gkg3/9/ppppppppp", "-"),
            Self::Nine => ("4kg3/9/ppppppppp", "-"),
            Self::Ten => ("4k4/9/ppppppppp", "-"),
            Self::Lances => ("1nsgkgsn1/1r5b1/ppppppppp", "-"),
            Self::Dragonfly => ("4k4/1r5b1/ppppppppp", "-"),
            Self::NakedKing => ("4k4/9/9", "-"),
            Self::ThreePawns => ("4k4/9/9", "3p"),
            Self::Other => return None,
        })
    }

    /// The start position, White to move; `None` of [`Other`](Self::Other), which has no placing of its own.
    ///
    /// ```
    /// use kifukura::rules::shogi::Handicap;
    ///
    /// let two = Handicap::Two.setup().expect("it has a placing of its own");
    /// assert_eq!(two.to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    /// assert_eq!(Handicap::of(&two), Some(Handicap::Two));
    /// ```
    #[must_use]
    pub fn setup(self) -> Option<Setup> {
        let (camp, hand) = self.camp()?;
        format!("{camp}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand} 1").parse().ok()
    }

    /// The handicap of a start position: Black has everything, White less, nothing else stands on the board or in
    /// hand. `None` of an even start and of every other position. Who moves first does not matter.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        static KNOWN: LazyLock<Vec<(Handicap, Setup)>> = LazyLock::new(|| {
            Handicap::ALL.into_iter().filter_map(|handicap| Some((handicap, handicap.setup()?))).collect()
        });
        let same = |known: &Setup| known.board == setup.board && known.hands == setup.hands;
        if let Some((handicap, _)) = KNOWN.iter().find(|(_, known)| same(known)) {
            return Some(*handicap);
        }
        let even = Setup::startpos();
        let has_less = setup.board.iter().zip(&even.board).all(|(here, full)| match full {
            Some(piece) if piece.color == Color::White && piece.kind != PieceKind::King => {
                here.is_none() || here == full
            }
            full => here == full,
        });
        let nothing_in_hand = Color::ALL.into_iter().all(|color| setup.hands[color] == Hand::EMPTY);
        (has_less && nothing_in_hand && setup.board != even.board).then_some(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handicap_is_known_by_its_placing() {
        for handicap in Handicap::ALL.into_iter().filter(|handicap| *handicap != Handicap::Other) {
            let setup = handicap.setup().unwrap();
            assert_eq!(Handicap::of(&setup), Some(handicap));
            let black_first = Setup { turn: Color::Black, ply: 7, ..setup };
            assert_eq!(Handicap::of(&black_first), Some(handicap));
        }
        assert_eq!(Handicap::Other.setup(), None);
    }

    #[test]
    fn what_only_looks_like_a_handicap_is_none() {
        let of = |sfen: &str| Handicap::of(&sfen.parse().unwrap());
        for sfen in [
            // Even, and even with White to move.
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            // Black gives it.
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL w - 1",
            // A move was played; a piece is in hand; a piece too many.
            "lnsgkgsnl/9/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1",
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R 1",
            "lnsgkgsnl/9/ppppppppp/9/4p4/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ] {
            assert_eq!(of(sfen), None, "{sfen}");
        }
        // The other lance of three pieces, a silver, a pawn.
        for camp in ["1nsgkgsnl/9/ppppppppp", "ln1gkgsnl/1r5b1/ppppppppp", "lnsgkgsnl/1r5b1/pppp1pppp"] {
            let sfen = format!("{camp}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
            assert_eq!(of(&sfen), Some(Handicap::Other), "{sfen}");
        }
    }
}
