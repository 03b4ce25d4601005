//! A short file that has what a code is about.

/// The example of a code, as a file that is read like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The file's name; its extension is one that such files have.
    pub path: &'static str,
    /// What the file holds.
    pub bytes: ExampleBytes,
}

/// How the bytes of an example are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExampleBytes {
    /// A text in UTF-8.
    Utf8(&'static str),
    /// A text in CP932 (Shift-JIS), then bytes that are not valid in it or in UTF-8.
    Cp932(&'static str, &'static [u8]),
    /// A text in UTF-8 whose last line is there many times.
    Repeated {
        /// What comes before.
        first: &'static str,
        /// The line, with its end.
        line: &'static str,
        /// How many times it is there.
        times: usize,
    },
    /// Bytes that are no text, such as packed positions.
    Bytes(&'static [u8]),
    /// No bytes show the code.
    Impossible {
        /// Why not.
        reason: &'static str,
        /// The message of such a finding.
        message: &'static str,
    },
}
