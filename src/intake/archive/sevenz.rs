//! 7z.

use super::name::member_name;
use super::{Depth, Walk, damaged};
use sevenz_rust2::{Archive, BlockDecoder, Error, Password};
use std::io::Cursor;

/// The most memory that a decoder may ask for, in KiB; more than the strongest usual setting needs.
const MOST_MEMORY: usize = 1 << 20;

pub(super) fn walk(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    let (mut source, password) = (Cursor::new(bytes), Password::empty());
    let archive = match Archive::read_with_memory_limit(&mut source, &password, MOST_MEMORY) {
        Ok(archive) => archive,
        Err(error) => return walk.refuse(name, &reason(&error)),
    };
    for index in 0..archive.blocks.len() {
        let decoder =
            BlockDecoder::new_with_memory_limit(1, MOST_MEMORY, index, &archive, &password, &mut source);
        // Passing over a file of a block means unpacking it all the same.
        let size = decoder.entries().iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.size()));
        if size > walk.left {
            return walk.expands_too_far();
        }
        let names: Vec<_> = decoder
            .entries()
            .iter()
            .map(|entry| entry.has_stream().then(|| member_name(name, entry.name().as_bytes())))
            .collect();
        let mut done = 0;
        let result = decoder.for_each_entries(&mut |entry, reader| {
            done += 1;
            let own = member_name(name, entry.name().as_bytes());
            Ok(!entry.has_stream() || walk.read(own, reader, depth))
        });
        if walk.over {
            return;
        }
        if let Err(error) = result {
            // The files of a block are one stream: what comes after the damage is lost with it.
            for own in names.into_iter().skip(done).flatten() {
                walk.member(own, Err(reason(&error)), depth);
            }
        }
    }
}

fn reason(error: &Error) -> String {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => {
            "encrypted; unpack it with its password".to_owned()
        }
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => {
            "encrypted; unpack it with its password".to_owned()
        }
        Error::UnsupportedCompressionMethod(method) => format!("packed by {method}, which is not known here"),
        Error::MaxMemLimited { actaul_kb, .. } => format!("needs {} MiB to unpack", actaul_kb >> 10),
        error => damaged(error),
    }
}
