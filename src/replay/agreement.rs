//! How a declared ending compares with what the moves verify.

use crate::rules::named_enum;

named_enum! {
    /// Whether what a record declares about its ending is what its moves verify; `docs/endings.md` has the rules.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Agreement {
        /// The moves verify how the game ended, and the declaration is compatible with it.
        Agrees = "agrees",
        /// Nothing can verify an ending of this kind (a resignation, a disconnection, a forfeit, …), and nothing
        /// contradicts it.
        Consistent = "consistent",
        /// The moves contradict it.
        Contradicts = "contradicts",
        /// Replay verifies endings of this kind, but the moves of this record do not tell.
        CannotBeVerified = "cannot_be_verified",
        /// The record declares nothing.
        NothingDeclared = "nothing_declared",
    }
}
