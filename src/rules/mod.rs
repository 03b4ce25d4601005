//! The games themselves: who may move what where, and when a game is over. Uses only the standard library.

mod color;
pub mod dobutsu;
mod move_origin;
mod named_enum;
mod placing;
mod playable_position;
mod rule;
pub mod shogi;
mod variant;
mod variant_position;
mod variant_setup;

pub use color::{ByColor, Color};
pub use move_origin::MoveOrigin;
pub(crate) use named_enum::named_enum;
pub use placing::{Placing, StartKind};
pub use playable_position::PlayablePosition;
pub use rule::Rule;
pub use variant::Variant;
pub use variant_position::VariantPosition;
pub use variant_setup::{VariantSetup, VariantSetupError, VariantSfenError};
