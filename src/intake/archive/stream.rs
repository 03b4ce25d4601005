//! gz and zst: one file, usually named like the archive without its ending, or a tar.

use super::error::ArchiveError;
use super::kind::ArchiveKind;
use super::members::Members;
use flate2::bufread::GzDecoder;
use std::io::Read;
use std::ops::ControlFlow;

pub(super) fn gzip(members: &mut Members<'_>, bytes: &[u8]) -> ControlFlow<()> {
    let mut streams = Streams { decoder: GzDecoder::new(bytes), excess: 0 };
    let own = streams.decoder.header().and_then(|header| header.filename()).map(<[u8]>::to_vec);
    one(members, own.as_deref(), &mut streams)?;
    if streams.excess > 0 {
        return members.report(ArchiveError::Excess(streams.excess));
    }
    ControlFlow::Continue(())
}

/// One stream of gz after the other.
struct Streams<'a> {
    decoder: GzDecoder<&'a [u8]>,
    /// How many bytes after the last stream are none. Zeros, with which tapes and disks fill up, do not count.
    excess: usize,
}

impl Read for Streams<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let read = self.decoder.read(buffer)?;
            let rest = *self.decoder.get_ref();
            if read > 0 || buffer.is_empty() || rest.is_empty() {
                return Ok(read);
            }
            if !rest.starts_with(&[0x1f, 0x8b]) {
                self.excess = if rest.iter().all(|byte| *byte == 0) { 0 } else { rest.len() };
                return Ok(0);
            }
            self.decoder = GzDecoder::new(rest);
        }
    }
}

pub(super) fn zstd(members: &mut Members<'_>, bytes: &[u8]) -> ControlFlow<()> {
    match zstd::Decoder::with_buffer(bytes) {
        Ok(mut decoder) => one(members, None, &mut decoder),
        Err(error) => members.report(ArchiveError::damaged(&error)),
    }
}

/// The one file of a stream. Of a stream that breaks off nothing is given.
fn one(members: &mut Members<'_>, own: Option<&[u8]>, reader: &mut dyn Read) -> ControlFlow<()> {
    let content = members.bytes(reader);
    let is_archive = content.as_deref().is_ok_and(|bytes| ArchiveKind::of(bytes).is_some());
    let name = match own {
        // A tar in a gz has no place of its own in the path.
        Some(own) if !is_archive => members.name(own),
        _ => members.archive.to_owned(),
    };
    members.give(name, content)
}
