//! gz and zst: one file, usually named like the archive without its ending, or a tar.

use super::name::member_name;
use super::{Depth, Walk, damaged};
use flate2::bufread::GzDecoder;
use std::io::Read;

pub(super) fn gzip(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    let mut streams = Streams { decoder: GzDecoder::new(bytes), excess: 0 };
    let own = streams.decoder.header().and_then(|header| header.filename()).map(<[u8]>::to_vec);
    one(walk, name, own.as_deref(), &mut streams, depth);
    if streams.excess > 0 && !walk.over {
        let excess = streams.excess;
        walk.refuse(
            name,
            &format!("damaged: {excess} bytes after the end are no gz; what is before them was read"),
        );
    }
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

pub(super) fn zstd(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    match zstd::Decoder::with_buffer(bytes) {
        Ok(mut decoder) => one(walk, name, None, &mut decoder, depth),
        Err(error) => walk.refuse(name, &damaged(&error)),
    }
}

/// The one file of a stream. A stream that breaks off gives what came before the break only to the report.
fn one(walk: &mut Walk<'_, '_>, name: &str, own: Option<&[u8]>, reader: &mut dyn Read, depth: Depth) {
    let content = walk.bytes(reader);
    let is_archive = content.as_ref().is_ok_and(|bytes| super::Kind::of(bytes).is_some());
    let name = match own {
        // A tar in a gz has no place of its own in the path.
        Some(own) if !is_archive => member_name(name, own),
        _ => name.to_owned(),
    };
    walk.member(name, content, depth);
}
