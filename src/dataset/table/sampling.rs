//! Which positions of a game become rows, and in which form.

use super::game::PlayedGame;
use crate::rules::shogi::{Hand, Move, Position, Setup, Square};
use crate::rules::{ByColor, Color, PlayablePosition, VariantPosition};

/// Which positions of a game become rows. Each is one in which a move of the game was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Every so manieth from the first one on.
    pub every: u32,
    /// The first one: after so many plies.
    pub from_ply: u32,
    /// The last one.
    pub to_ply: Option<u32>,
    /// None in which the side to move is in check.
    pub not_in_check: bool,
    /// Only those in which nothing hangs in the balance: the side to move is not in check, and its move neither takes,
    /// promotes nor gives check.
    pub quiet: bool,
    /// Each one's mirror image (left and right changed) behind it, as a row of its own.
    pub mirrored: bool,
    /// Turned so that Black is to move.
    pub one_side: bool,
}

impl Default for Sampling {
    /// Every position as it is.
    fn default() -> Self {
        Self {
            every: 1,
            from_ply: 0,
            to_ply: None,
            not_in_check: false,
            quiet: false,
            mirrored: false,
            one_side: false,
        }
    }
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct SampledPosition<'a> {
    /// After how many plies.
    pub ply: u32,
    /// The position, as it is written.
    pub position: &'a VariantPosition,
    /// The move that is made in it.
    pub mv: Move,
    /// Whether its colours are those of the game; they are not where it was turned.
    pub is_turned: bool,
    /// Whether left and right are changed.
    pub is_mirrored: bool,
    /// Whether the move takes a piece.
    pub captures: bool,
}

impl SampledPosition<'_> {
    /// The side of the game that is to move.
    #[must_use]
    pub fn side_of_game(&self) -> Color {
        if self.is_turned { !self.position.turn() } else { self.position.turn() }
    }

    /// Its key in the index; equal for equal positions, whatever the move's number.
    #[must_use]
    pub fn key(&self) -> u64 {
        match self.position {
            VariantPosition::Shogi(position) => position.index_key(),
            VariantPosition::Dobutsu(position) => position.index_key(),
        }
    }
}

impl Sampling {
    /// Whether positions are changed, which only those of standard shogi can be.
    #[must_use]
    pub const fn changes_positions(&self) -> bool {
        self.mirrored || self.one_side
    }

    /// Whether it asks for what only positions of standard shogi have: turned boards, checks.
    #[must_use]
    pub const fn is_of_shogi_only(&self) -> bool {
        self.changes_positions() || self.not_in_check || self.quiet
    }

    /// Gives the positions of a game to `take`.
    pub fn each<E>(
        &self,
        game: &PlayedGame,
        mut take: impl FnMut(&SampledPosition<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut position = game.start.clone();
        for (ply, mv) in (0_u32..).zip(&game.moves) {
            if self.to_ply.is_some_and(|last| ply > last) {
                break;
            }
            let is_due = ply >= self.from_ply && (ply - self.from_ply).is_multiple_of(self.every.max(1));
            if is_due && self.wants(&position, *mv) {
                self.give(&position, ply, *mv, &mut take)?;
            }
            position.play(*mv);
        }
        Ok(())
    }

    fn wants(&self, position: &VariantPosition, mv: Move) -> bool {
        if !self.not_in_check && !self.quiet {
            return true;
        }
        let is_calm = !self.quiet || !captures(position, mv) && !mv.promotes();
        match position {
            VariantPosition::Shogi(position) => {
                is_calm && !position.in_check() && !(self.quiet && position.after(mv).in_check())
            }
            // Checks of dōbutsu shōgi are no concern of its rules: a lion may be left to be caught.
            VariantPosition::Dobutsu(_) => is_calm,
        }
    }

    fn give<E>(
        &self,
        position: &VariantPosition,
        ply: u32,
        mv: Move,
        take: &mut impl FnMut(&SampledPosition<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let captures = captures(position, mv);
        let plain = SampledPosition { ply, position, mv, is_turned: false, is_mirrored: false, captures };
        let VariantPosition::Shogi(shogi) = position else { return take(&plain) };
        if !self.changes_positions() {
            return take(&plain);
        }
        let is_turned = self.one_side && shogi.turn() == Color::White;
        for is_mirrored in [false, true] {
            if is_mirrored && !self.mirrored {
                break;
            }
            let square = |square: Square| {
                let square = if is_turned { square.flip() } else { square };
                if is_mirrored { square.mirror() } else { square }
            };
            let changed = VariantPosition::Shogi(moved_over(shogi, is_turned, square));
            let mv = match mv.from() {
                Some(from) => Move::board(square(from), square(mv.to()), mv.promotes()),
                None => mv.dropped().map_or(mv, |kind| Move::drop(kind, square(mv.to()))),
            };
            take(&SampledPosition { ply, position: &changed, mv, is_turned, is_mirrored, captures })?;
        }
        Ok(())
    }
}

fn captures(position: &VariantPosition, mv: Move) -> bool {
    !mv.is_drop()
        && match position {
            VariantPosition::Shogi(position) => position.piece_at(mv.to()).is_some(),
            VariantPosition::Dobutsu(position) => position.piece_on(mv.to()).is_some(),
        }
}

/// The position with every piece on another square, and with colours changed where it is turned.
fn moved_over(position: &Position, is_turned: bool, square: impl Fn(Square) -> Square) -> Position {
    let setup = position.setup();
    let color = |color: Color| if is_turned { !color } else { color };
    let mut changed = Setup { turn: color(setup.turn), ply: setup.ply, ..Setup::default() };
    for (from, piece) in setup.pieces() {
        let piece = crate::rules::shogi::Piece::new(color(piece.color), piece.kind);
        changed.board[square(from).index()] = Some(piece);
    }
    let hand = |side: Color| -> Hand { setup.hands[color(side)] };
    changed.hands = ByColor { black: hand(Color::Black), white: hand(Color::White) };
    Position::from_setup_unchecked(&changed)
}
