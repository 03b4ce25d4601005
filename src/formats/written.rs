//! What a writer hands back.

/// A record as text in some format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text, with LF line ends.
    pub text: String,
    /// What the format cannot hold, one sentence each, without a full stop.
    pub warnings: Vec<String>,
}
