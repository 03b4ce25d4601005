//! tar.

use super::error::ArchiveError;
use super::members::Members;
use std::ops::ControlFlow;

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
