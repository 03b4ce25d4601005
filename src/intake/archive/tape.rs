//! tar.

use super::name::member_name;
use super::{Depth, Walk, damaged};

/// The length of a header, in bytes.
const HEADER: usize = 512;

/// A tar has no mark at its beginning: `ustar` later in the first header, or a header whose checksum is right.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..HEADER) else { return false };
    if header[0] == 0 {
        return false;
    }
    let number = header[148..156].iter().filter(|byte| byte.is_ascii_digit());
    let said = number.fold(0_u32, |sum, byte| sum.wrapping_mul(8).wrapping_add(u32::from(byte - b'0')));
    let blanked = |(at, byte): (usize, &u8)| if (148..156).contains(&at) { 32 } else { u32::from(*byte) };
    said == header.iter().enumerate().map(blanked).sum::<u32>()
}

pub(super) fn walk(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    let mut archive = tar::Archive::new(bytes);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return walk.refuse(name, &damaged(&error)),
    };
    for entry in entries {
        // A damaged header hides where the next one is.
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => return walk.refuse(name, &damaged(&error)),
        };
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let (own, size) = (member_name(name, &entry.path_bytes()), entry.size());
        let content = walk.bytes(&mut entry).and_then(|bytes| match bytes.len() as u64 == size {
            true => Ok(bytes),
            false => Err("damaged: the archive ends inside this file".to_owned()),
        });
        walk.member(own, content, depth);
        if walk.over {
            return;
        }
    }
}
