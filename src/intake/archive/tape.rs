//! tar.

use super::error::ArchiveError;
use super::members::Members;
use std::ops::ControlFlow;

/// The length of a header, in bytes.
const HEADER: usize = 512;

/// A tar has no mark at its beginning, but a header whose checksum is right.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..HEADER) else { return false };
    if header[0] == 0 {
        return false;
    }
    let number = header[148..156].iter().filter(|byte| byte.is_ascii_digit());
    let stated = number.fold(0_u32, |sum, byte| sum.wrapping_mul(8).wrapping_add(u32::from(byte - b'0')));
    let blanked = |(at, byte): (usize, &u8)| if (148..156).contains(&at) { 32 } else { u32::from(*byte) };
    stated == header.iter().enumerate().map(blanked).sum::<u32>()
}

pub(super) fn read(members: &mut Members<'_>, bytes: &[u8]) -> ControlFlow<()> {
    let mut archive = tar::Archive::new(bytes);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return members.report(ArchiveError::damaged(&error)),
    };
    for entry in entries {
        // A damaged header hides where the next one is.
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => return members.report(ArchiveError::damaged(&error)),
        };
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let (name, size) = (members.name(&entry.path_bytes()), entry.size());
        let content = members.bytes(&mut entry).and_then(|bytes| match bytes.len() as u64 == size {
            true => Ok(bytes),
            false => Err(ArchiveError::CutOff),
        });
        members.give(name, content)?;
    }
    ControlFlow::Continue(())
}
