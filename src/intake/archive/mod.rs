//! The files inside zip, tar, gz, zst, 7z and lzh, recognised by their first bytes and never written to disk.
//!
//! An archive is hostile until it is read: its members' names are only shown, cleaned ([`member_name`]); what it
//! expands to is bounded in bytes and in proportion to its own size; and a member that is damaged, encrypted or too
//! large is told and passed over. An archive may hold archives, once; a `gz` or `zst` around either does not count.

mod lzh;
mod name;
mod sevenz;
mod stream;
mod tape;
mod zipped;

use super::source::{MOST_KEPT, too_large};
use std::io::Read;

/// How much the files of one archive may hold together, in bytes.
const MOST_UNPACKED: u64 = 16 << 30;

/// How many times its own size an archive may expand to. Text of records packs some 4 to 40 times.
const MOST_RATIO: u64 = 250;

/// Archives that expand to less than this are let pass whatever the ratio, in bytes.
const SMALL: u64 = 64 << 20;

/// The largest member, in bytes.
const MOST_MEMBER: u64 = MOST_KEPT;

/// How many archives may lie in one another.
const DEPTH: u8 = 2;

/// How many streams of gz and zst may lie in one another.
const STREAMS: u8 = 3;

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Zip,
    Tar,
    Gzip,
    Zstd,
    SevenZip,
    Lzh,
    /// One that is known and not opened.
    Foreign(&'static str),
}

impl Kind {
    /// The kind of archive that bytes are, by what they begin with.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::SevenZip,
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Self::Foreign("RAR"),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Foreign("xz"),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, ..] => Self::Foreign("bzip2"),
            _ if lzh::begins(bytes) => Self::Lzh,
            _ if tape::begins(bytes) => Self::Tar,
            _ => return None,
        })
    }
}

/// Takes a file out of an archive: its cleaned name, and its bytes or why there are none. `false` ends the walk.
pub(super) type Take<'a> = dyn FnMut(String, Result<Vec<u8>, String>) -> bool + 'a;

/// Gives every file inside `bytes`, an archive of `kind`, to `take`. What concerns the archive itself has no name.
pub(super) fn unpack(kind: Kind, bytes: &[u8], take: &mut Take<'_>) {
    let packed = bytes.len() as u64;
    let limit = packed.saturating_mul(MOST_RATIO).clamp(SMALL, MOST_UNPACKED);
    let mut walk = Walk { take, left: limit, limit, over: false };
    walk.archive("", kind, bytes, Depth { archives: DEPTH, streams: STREAMS });
}

/// How many more archives and streams may follow inside.
#[derive(Clone, Copy, Debug)]
struct Depth {
    archives: u8,
    streams: u8,
}

/// A walk through an archive and the archives in it.
struct Walk<'a, 'b> {
    take: &'a mut Take<'b>,
    /// How many bytes may still come out.
    left: u64,
    limit: u64,
    /// Nothing more is wanted.
    over: bool,
}

impl Walk<'_, '_> {
    fn archive(&mut self, name: &str, kind: Kind, bytes: &[u8], depth: Depth) {
        let stream = matches!(kind, Kind::Gzip | Kind::Zstd);
        let left = if stream { depth.streams } else { depth.archives };
        if left == 0 {
            return self
                .refuse(name, "an archive in an archive in an archive is not opened; unpack it first");
        }
        let inside =
            Depth { archives: depth.archives - u8::from(!stream), streams: depth.streams - u8::from(stream) };
        match kind {
            Kind::Zip => zipped::walk(self, name, bytes, inside),
            Kind::Tar => tape::walk(self, name, bytes, inside),
            Kind::Gzip => stream::gzip(self, name, bytes, inside),
            Kind::Zstd => stream::zstd(self, name, bytes, inside),
            Kind::SevenZip => sevenz::walk(self, name, bytes, inside),
            Kind::Lzh => lzh::walk(self, name, bytes, inside),
            Kind::Foreign(what) => {
                self.refuse(
                    name,
                    &format!("{what} archives are not opened; unpack it, or pack it as zip or 7z"),
                );
            }
        }
    }

    /// A member that was read, or could not be.
    fn member(&mut self, name: String, content: Result<Vec<u8>, String>, depth: Depth) {
        if self.over {
            return;
        }
        match content {
            Ok(bytes) => match Kind::of(&bytes) {
                Some(kind) => self.archive(&name, kind, &bytes, depth),
                None => self.over |= !(self.take)(name, Ok(bytes)),
            },
            Err(reason) => self.over |= !(self.take)(name, Err(reason)),
        }
    }

    /// Reads a member and hands it on; false when the walk is over.
    fn read(&mut self, name: String, reader: &mut dyn Read, depth: Depth) -> bool {
        let content = self.bytes(reader);
        self.member(name, content, depth);
        !self.over
    }

    /// The bytes of a member, within the limits. What was unpacked counts even if nothing comes of it.
    fn bytes(&mut self, reader: &mut dyn Read) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = reader.take(self.left.min(MOST_MEMBER) + 1).read_to_end(&mut bytes);
        let length = bytes.len() as u64;
        if length > self.left {
            self.expands_too_far();
            return Err(String::new());
        }
        self.left -= length;
        match read {
            Err(error) => Err(damaged(&error)),
            Ok(_) if length > MOST_MEMBER => {
                Err(too_large("unpack it first; records may be files of any size"))
            }
            Ok(_) => Ok(bytes),
        }
    }

    /// Ends the walk through an archive that is a bomb, or as good as one.
    fn expands_too_far(&mut self) {
        let reason =
            format!("the archive expands to more than {} MiB; the rest was not read", self.limit >> 20);
        (self.take)(String::new(), Err(reason));
        (self.left, self.over) = (0, true);
    }

    fn refuse(&mut self, name: &str, reason: &str) {
        self.over |= !(self.take)(name.to_owned(), Err(reason.to_owned()));
    }
}

fn damaged(error: &dyn std::fmt::Display) -> String {
    format!("damaged: {error}")
}
