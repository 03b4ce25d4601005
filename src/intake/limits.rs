//! How much is read: sizes of files, chunks and archives, in bytes.

/// From which size on files are read in chunks, and how large these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that is read at once, in bytes.
    pub file: u64,
    /// How large a chunk is, in bytes, if its games are not larger.
    pub chunk: usize,
    /// How large a chunk may become when it holds one game, in bytes; a larger game is refused.
    pub game: usize,
}

impl Default for Limits {
    /// A file of 64 MiB takes with its games about five times its size, and others wait for the writer meanwhile: so an
    /// import stays below 1 GiB whatever it is given.
    fn default() -> Self {
        Self { file: 64 << 20, chunk: 8 << 20, game: 64 << 20 }
    }
}

/// The largest archive, member of an archive, and standard input, which are kept in memory.
pub(super) const MOST_IN_MEMORY: u64 = 256 << 20;

/// How many files make a batch, unless their bytes do.
pub(super) const BATCH_FILES: usize = 2048;

/// How many bytes make a batch.
pub(super) const BATCH_BYTES: u64 = 16 << 20;

/// The most that the members of one archive may hold together.
#[cfg(feature = "archives")]
const MOST_UNPACKED: u64 = 16 << 30;

/// How many times its own size an archive may expand to. Text of records packs some 4 to 40 times.
#[cfg(feature = "archives")]
const MOST_RATIO: u64 = 250;

/// What an archive may expand to whatever its own size.
#[cfg(feature = "archives")]
const ALWAYS_UNPACKED: u64 = 64 << 20;

/// The most that the members of an archive of this size may hold together.
#[cfg(feature = "archives")]
pub(super) fn most_unpacked(packed: u64) -> u64 {
    packed.saturating_mul(MOST_RATIO).clamp(ALWAYS_UNPACKED, MOST_UNPACKED)
}

/// How many more archives, and streams of gz and zst around them, may follow inside of one another.
#[cfg(feature = "archives")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    pub archives: u8,
    pub streams: u8,
}

#[cfg(feature = "archives")]
impl Depth {
    /// For an archive that lies in no other one.
    pub const OUTERMOST: Self = Self { archives: 2, streams: 3 };
}
