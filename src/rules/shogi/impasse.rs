//! Impasse (持将棋): points, declarations under the 27- and the 24-point rule, agreement, the try rule.
//!
//! A rook or bishop, promoted or not, counts 5, every other piece but the king 1. In handicap games
//! White, who gives the handicap, counts the missing pieces as still there: [`handicap_bonus`].
//! Sources: the rules of the CSA (<http://www2.computer-shogi.org/>) for the 27-point declaration, of the
//! Japan Shogi Association for 24 points.

use super::geometry::last_ranks;
use super::piece::PieceKind;
use super::position::{Mover, Position};
use super::setup::Setup;
use super::square::Square;
use crate::rules::{ByColor, Color, named_enum};

/// What a declaration (入玉宣言) of one side rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpasseDeclaration {
    /// Is the own king in the enemy camp, the last three ranks?
    pub king_in_zone: bool,
    /// Is the own king attacked?
    pub in_check: bool,
    /// The own pieces in the enemy camp, without the king.
    pub pieces_in_zone: u8,
    /// The points of those pieces and of the hand, without a handicap bonus.
    pub points: u8,
}

named_enum! {
    /// A condition of a declaration; its name is the code that answers use when it fails.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Condition {
        /// The king is in the enemy camp.
        KingInZone = "king",
        /// The king is not in check.
        NotInCheck = "check",
        /// At least ten pieces besides the king are in the camp.
        TenPieces = "pieces",
        /// The points suffice.
        Points = "points",
    }
}

/// What a declaration leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side that declares wins.
    Wins,
    /// The game is drawn.
    Draws,
    /// The claim fails, and with it, under the 27-point rule, the game.
    Fails,
}

impl ImpasseDeclaration {
    /// The facts for one side; declarations are made by the side to move.
    #[must_use]
    pub fn of(position: &Position, color: Color) -> Self {
        let zone = last_ranks(color, 3);
        let king = position.king(color);
        let in_zone = position.pieces(color) & zone;
        let kinds =
            in_zone.into_iter().filter_map(|square| position.piece_at(square)).map(|piece| piece.kind);
        let kinds = kinds.filter(|&kind| kind != PieceKind::King);
        Self {
            king_in_zone: king.is_some_and(|king| zone.contains(king)),
            in_check: king.is_some_and(|king| position.is_attacked(king, !color)),
            pieces_in_zone: kinds.clone().fold(0, |sum, _| sum + 1),
            points: kinds.map(points).sum::<u8>() + hand_points(position, color),
        }
    }

    /// The conditions that fail when `needed` points are asked for; in the order of [`Condition`].
    /// `bonus` is added to the points.
    pub fn failed(self, needed: u8, bonus: u8) -> impl Iterator<Item = Condition> {
        let failed = [
            (!self.king_in_zone, Condition::KingInZone),
            (self.in_check, Condition::NotInCheck),
            (self.pieces_in_zone < 10, Condition::TenPieces),
            (self.points.saturating_add(bonus) < needed, Condition::Points),
        ];
        failed.into_iter().filter_map(|(fails, condition)| fails.then_some(condition))
    }

    /// The points the 27-point rule asks of a side: 28 of Black, 27 of White.
    #[must_use]
    pub const fn needed_csa27(color: Color) -> u8 {
        match color {
            Color::Black => 28,
            Color::White => 27,
        }
    }

    /// The conditions of the 27-point rule that fail for the side the facts are about.
    /// `bonus` is the [`handicap_bonus`] for White in handicap games, else 0.
    pub fn failed_csa27(self, color: Color, bonus: u8) -> impl Iterator<Item = Condition> {
        self.failed(Self::needed_csa27(color), bonus)
    }

    /// The verdict under the 27-point rule: the declarer wins when no condition fails, else loses.
    #[must_use]
    pub fn csa27(self, color: Color, bonus: u8) -> Verdict {
        match self.failed_csa27(color, bonus).next() {
            None => Verdict::Wins,
            Some(_) => Verdict::Fails,
        }
    }

    /// The verdict under the 24-point declaration (professionals, since 2013): with all conditions
    /// met, 31 points win and 24 to 30 draw.
    #[must_use]
    pub fn law24(self, bonus: u8) -> Verdict {
        match (self.failed(31, bonus).next(), self.failed(24, bonus).next()) {
            (None, _) => Verdict::Wins,
            (_, None) => Verdict::Draws,
            _ => Verdict::Fails,
        }
    }
}

/// The state of a game in which both sides agree to count points (24-point rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointCount {
    /// Are both kings in the enemy camps, as the rule demands?
    pub kings_in_zones: bool,
    /// All points of each side, with White's handicap bonus.
    pub points: ByColor<u8>,
}

impl PointCount {
    /// Counts the points of both sides; `bonus` is White's [`handicap_bonus`].
    #[must_use]
    pub fn of(position: &Position, bonus: u8) -> Self {
        let in_zone = |color| position.king(color).is_some_and(|king| last_ranks(color, 3).contains(king));
        let mut points = ByColor::from_fn(|color| total_points(position, color));
        points.white = points.white.saturating_add(bonus);
        Self { kings_in_zones: Color::ALL.into_iter().all(in_zone), points }
    }

    /// Is it an impasse without a winner: both kings in the camps, both sides with 24 points?
    #[must_use]
    pub fn is_impasse(self) -> bool {
        self.kings_in_zones && self.points.black >= 24 && self.points.white >= 24
    }

    /// The side that has fewer than 24 points while the other has enough, both kings in the camps.
    #[must_use]
    pub fn loser(self) -> Option<Color> {
        match (self.kings_in_zones, self.points.black >= 24, self.points.white >= 24) {
            (true, false, true) => Some(Color::Black),
            (true, true, false) => Some(Color::White),
            _ => None,
        }
    }
}

/// The points of everything a side has, on the board and in hand, without a handicap bonus.
#[must_use]
pub fn total_points(position: &Position, color: Color) -> u8 {
    let all = position.pieces(color);
    let great = all & (position.movers[Mover::BISHOP] | position.movers[Mover::ROOK]);
    let kings = u32::from(position.king(color).is_some());
    let on_board = all.count() - kings + 4 * great.count();
    u8::try_from(on_board).unwrap_or(u8::MAX).saturating_add(hand_points(position, color))
}

/// The points that White lacks at the start of a handicap game: 27 less what White has; 0 in even games.
#[must_use]
pub fn handicap_bonus(start: &Setup) -> u8 {
    let white = start.board.iter().flatten().filter(|piece| piece.color == Color::White);
    let on_board = white.fold(0_u8, |sum, piece| sum.saturating_add(points(piece.kind)));
    let in_hand = start
        .hands
        .white
        .iter()
        .fold(0_u8, |sum, (kind, count)| sum.saturating_add(points(kind).saturating_mul(count)));
    27_u8.saturating_sub(on_board.saturating_add(in_hand))
}

/// Has the side's king reached the square where the other king stands at the start of a game, without
/// being attacked there (try rule, トライ)? 5a for Black, 5i for White.
#[must_use]
pub fn has_tried(position: &Position, color: Color) -> bool {
    let rank = if color == Color::Black { 1 } else { 9 };
    let king = position.king(color);
    king.is_some()
        && king == Square::new(5, rank)
        && king.is_some_and(|king| !position.is_attacked(king, !color))
}

const fn points(kind: PieceKind) -> u8 {
    match kind.unpromoted() {
        PieceKind::King => 0,
        PieceKind::Rook | PieceKind::Bishop => 5,
        _ => 1,
    }
}

fn hand_points(position: &Position, color: Color) -> u8 {
    position.hand(color).iter().map(|(kind, count)| points(kind) * count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_give_back_what_is_missing() {
        let bonus =
            |board: &str| handicap_bonus(&format!("{board}/9/9/9/9/9/9/9/4K4 w - 1").parse().unwrap());
        assert_eq!(handicap_bonus(&Setup::startpos()), 0);
        assert_eq!(bonus("4k4"), 27);
        let bishop = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(handicap_bonus(&bishop.parse().unwrap()), 5);
    }

    #[test]
    fn try_rule() {
        let tried = |sfen: &str| has_tried(&sfen.parse().unwrap(), Color::Black);
        assert!(tried("4K4/9/9/9/9/9/9/9/4k4 w - 1"));
        assert!(!tried("3K5/9/9/9/9/9/9/9/4k4 w - 1"));
        assert!(!tried("9/9/9/9/9/9/9/9/4k4 w - 1"));
        assert!(has_tried(&"4K4/9/9/9/9/9/9/9/4k4 b - 1".parse().unwrap(), Color::White));
    }

    #[test]
    fn point_count_names_the_loser() {
        let count = |sfen: &str| PointCount::of(&sfen.parse().unwrap(), 0);
        let even = count("4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L9Prb2g2s2n2l9p 1");
        assert!(even.is_impasse() && even.loser().is_none());
        let uneven = count("4K4/9/9/9/9/9/9/9/4k4 b 2RB2G2S2N2L9Pb2g2s2n2l9p 1");
        assert_eq!((uneven.points.black, uneven.points.white, uneven.loser()), (32, 22, Some(Color::White)));
        let outside = count("9/9/9/4K4/9/9/9/9/4k4 b 2RB2G2S2N2L9Pb2g2s2n2l9p 1");
        assert_eq!((outside.kings_in_zones, outside.loser()), (false, None));
    }
}
