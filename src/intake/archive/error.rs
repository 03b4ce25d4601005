//! What can be wrong with an archive or with a file in it.

#[cfg(feature = "archives")]
use std::fmt::Display;

/// Why a file could not be taken out of an archive, or what became of the archive as one. The text says after a
/// semicolon what can be done about it, where something can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The bytes contradict the format, in the unpacker's words.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The checksum is not that of the bytes.
    #[error("damaged: its checksum is wrong")]
    Checksum,
    /// The archive ends before the file does.
    #[error("damaged: the archive ends inside this file")]
    CutOff,
    /// So many bytes after a gz are none.
    #[error("damaged: {0} bytes after the end are no gz; what is before them was read")]
    Excess(usize),
    /// The damage hides what follows.
    #[error("{0}; the rest was not read")]
    RestLost(Box<Self>),
    /// The table of contents of a zip is missing.
    #[error("{0}; what could be found was read")]
    NoDirectory(Box<Self>),
    /// A member whose name cannot be read either.
    #[error("member {number}: {error}")]
    Nameless {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<Self>,
    },
    /// Two members of a zip have one name, and the first of them cannot be read.
    #[error("a member that has the name of another one cannot be read; unpack the archive first")]
    SameName,
    /// A password is needed.
    #[error("encrypted; unpack it with its password")]
    Encrypted,
    /// It is packed by a method of this name.
    #[error("packed by {0}, which is not known here")]
    UnknownMethod(String),
    /// So many MiB of memory would be needed.
    #[error("needs {0} MiB to unpack")]
    NeedsMemory(usize),
    /// A member above this size in bytes.
    #[error("larger than {} MiB; unpack it first; records may be files of any size", .0 >> 20)]
    MemberTooLarge(u64),
    /// An archive lies deeper in others than is allowed.
    #[error("an archive in an archive in an archive is not opened; unpack it first")]
    TooDeep,
    /// An archive of a kind that is known by name only.
    #[error("{0} archives are not opened; unpack it, or pack it as zip or 7z")]
    Foreign(&'static str),
    /// An archive of a kind that is opened, but not by a build without the feature `archives`.
    #[error("{0} archives are not opened by this build of kifukura; unpack it first")]
    NotInThisBuild(&'static str),
    /// The files in it hold more than this many bytes: it is a bomb, or as good as one.
    #[error("the archive expands to more than {} MiB; the rest was not read", .0 >> 20)]
    ExpandsTooFar(u64),
}

#[cfg(feature = "archives")]
impl ArchiveError {
    /// Damage, in the words of an unpacker.
    pub(super) fn damaged(error: &dyn Display) -> Self {
        Self::Damaged(error.to_string())
    }
}
