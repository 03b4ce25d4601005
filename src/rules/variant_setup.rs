//! An unchecked position of any game, and how it becomes one that can be played on.

use super::{Color, Variant, VariantPosition, dobutsu, shogi};
use std::fmt;

/// An unchecked position: the variant is the case, so that a record's start position says which game it is of.
///
/// ```
/// use kifukura::rules::{Color, Variant, VariantSetup};
///
/// let setup = VariantSetup::from_sfen(Variant::Dobutsu, "gle/1c1/1C1/ELG b - 1")?;
/// assert_eq!(setup, VariantSetup::startpos(Variant::Dobutsu));
/// assert_eq!(setup.position()?.turn(), Color::Black);
///
/// let two_kings = VariantSetup::from_sfen(Variant::Shogi, "4k4/9/9/9/9/9/9/9/3KK4 b - 1")?;
/// assert!(two_kings.position().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum VariantSetup {
    /// Of standard shogi.
    Shogi(shogi::Setup),
    /// Of dōbutsu shōgi.
    Dobutsu(dobutsu::Setup),
}

/// Why a setup cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantSetupError {
    /// A setup of standard shogi.
    Shogi(shogi::SetupError),
    /// A setup of dōbutsu shōgi.
    Dobutsu(dobutsu::SetupError),
}

/// Why a text is not a position of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantSfenError {
    /// Of standard shogi.
    Shogi(shogi::SfenError),
    /// Of dōbutsu shōgi.
    Dobutsu(dobutsu::SfenError),
}

impl VariantSetup {
    /// The start of an even game.
    #[must_use]
    pub fn startpos(variant: Variant) -> Self {
        match variant {
            Variant::Shogi => shogi::Setup::startpos().into(),
            Variant::Dobutsu => dobutsu::Setup::startpos().into(),
        }
    }

    /// Reads the text form of a game's positions, which [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// What is wrong with the text, and at which column.
    pub fn from_sfen(variant: Variant, sfen: &str) -> Result<Self, VariantSfenError> {
        match variant {
            Variant::Shogi => sfen.parse().map(Self::Shogi).map_err(VariantSfenError::Shogi),
            Variant::Dobutsu => sfen.parse().map(Self::Dobutsu).map_err(VariantSfenError::Dobutsu),
        }
    }

    /// The position that can be played on.
    ///
    /// # Errors
    /// What makes it impossible.
    pub fn position(&self) -> Result<VariantPosition, VariantSetupError> {
        match self {
            Self::Shogi(setup) => {
                shogi::Position::try_from(setup).map(VariantPosition::Shogi).map_err(VariantSetupError::Shogi)
            }
            Self::Dobutsu(setup) => dobutsu::Position::try_from(setup.clone())
                .map(VariantPosition::Dobutsu)
                .map_err(VariantSetupError::Dobutsu),
        }
    }

    /// Which game it is of.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match self {
            Self::Shogi(_) => Variant::Shogi,
            Self::Dobutsu(_) => Variant::Dobutsu,
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        match self {
            Self::Shogi(setup) => setup.turn,
            Self::Dobutsu(setup) => setup.turn,
        }
    }

    /// Sets the side to move.
    pub const fn set_turn(&mut self, turn: Color) {
        match self {
            Self::Shogi(setup) => setup.turn = turn,
            Self::Dobutsu(setup) => setup.turn = turn,
        }
    }

    /// Sets the number of the next move, 1 at the start of a game.
    pub const fn set_ply(&mut self, ply: u32) {
        match self {
            Self::Shogi(setup) => setup.ply = ply,
            Self::Dobutsu(setup) => setup.ply = ply,
        }
    }

    /// The setup, if it is one of standard shogi.
    #[must_use]
    pub const fn shogi(&self) -> Option<&shogi::Setup> {
        match self {
            Self::Shogi(setup) => Some(setup),
            Self::Dobutsu(_) => None,
        }
    }

    /// The setup to be changed, if it is one of standard shogi.
    pub const fn shogi_mut(&mut self) -> Option<&mut shogi::Setup> {
        match self {
            Self::Shogi(setup) => Some(setup),
            Self::Dobutsu(_) => None,
        }
    }

    /// The setup, if it is one of dōbutsu shōgi.
    #[must_use]
    pub const fn dobutsu(&self) -> Option<&dobutsu::Setup> {
        match self {
            Self::Dobutsu(setup) => Some(setup),
            Self::Shogi(_) => None,
        }
    }
}

/// The even start position of standard shogi.
impl Default for VariantSetup {
    fn default() -> Self {
        Self::Shogi(shogi::Setup::startpos())
    }
}

impl From<shogi::Setup> for VariantSetup {
    fn from(setup: shogi::Setup) -> Self {
        Self::Shogi(setup)
    }
}

impl From<dobutsu::Setup> for VariantSetup {
    fn from(setup: dobutsu::Setup) -> Self {
        Self::Dobutsu(setup)
    }
}

impl fmt::Display for VariantSetup {
    /// The text form: SFEN, or `gle/1c1/1C1/ELG b - 1` in dōbutsu shōgi.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shogi(setup) => setup.fmt(f),
            Self::Dobutsu(setup) => setup.fmt(f),
        }
    }
}

impl fmt::Display for VariantSetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shogi(error) => error.fmt(f),
            Self::Dobutsu(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VariantSetupError {}

impl fmt::Display for VariantSfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shogi(error) => error.fmt(f),
            Self::Dobutsu(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VariantSfenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_becomes_a_position_of_its_variant() {
        for variant in Variant::ALL {
            let setup = VariantSetup::startpos(variant);
            assert_eq!(VariantSetup::from_sfen(variant, &setup.to_string()), Ok(setup.clone()));
            assert_eq!(setup.variant(), variant);
            let position = setup.position().unwrap();
            assert_eq!(position.sfen(), setup.to_string());
            assert_eq!(position.sfen(), VariantPosition::startpos(variant).sfen());
        }
        let white = dobutsu::Setup { turn: Color::White, ..dobutsu::Setup::default() };
        assert_eq!(
            VariantSetup::from(white).position().unwrap_err(),
            VariantSetupError::Dobutsu(dobutsu::SetupError::NoLion)
        );
    }
}
