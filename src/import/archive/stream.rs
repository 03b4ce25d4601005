//! gz and zst: one file, usually named like the archive without its ending, or a tar.

use super::name::member_name;
use super::{Depth, Walk, damaged};
use std::io::Read;

pub(super) fn gzip(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    let mut decoder = flate2::read::MultiGzDecoder::new(bytes);
    let own = decoder.header().and_then(|header| header.filename()).map(<[u8]>::to_vec);
    one(walk, name, own.as_deref(), &mut decoder, depth);
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
