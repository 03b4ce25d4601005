//! 7z.

use super::error::ArchiveError;
use super::members::Members;
use sevenz_rust2::{Archive, BlockDecoder, Error, Password};
use std::io::Cursor;
use std::ops::ControlFlow;

/// The most memory that a decoder may ask for, in KiB; more than the strongest usual setting needs.
const MOST_MEMORY: usize = 1 << 20;

pub(super) fn read(members: &mut Members<'_>, bytes: &[u8]) -> ControlFlow<()> {
    let (mut source, password) = (Cursor::new(bytes), Password::empty());
    let archive = match Archive::read_with_memory_limit(&mut source, &password, MOST_MEMORY) {
        Ok(archive) => archive,
        Err(error) => return members.report(reason(&error)),
    };
    for index in 0..archive.blocks.len() {
        let decoder =
            BlockDecoder::new_with_memory_limit(1, MOST_MEMORY, index, &archive, &password, &mut source);
        // Passing over a file of a block means unpacking it all the same.
        let size = decoder.entries().iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.size()));
        if size > members.budget.left {
            return members.report(members.expands_too_far());
        }
        let names: Vec<_> = decoder
            .entries()
            .iter()
            .map(|entry| entry.has_stream().then(|| members.name(entry.name().as_bytes())))
            .collect();
        let (mut done, mut flow) = (0, ControlFlow::Continue(()));
        let result = decoder.for_each_entries(&mut |entry, reader| {
            done += 1;
            if entry.has_stream() {
                flow = members.read(members.name(entry.name().as_bytes()), reader);
            }
            Ok(flow.is_continue())
        });
        flow?;
        if let Err(error) = result {
            // The files of a block are one stream: what comes after the damage is lost with it.
            for name in names.into_iter().skip(done).flatten() {
                members.give(name, Err(reason(&error)))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn reason(error: &Error) -> ArchiveError {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => ArchiveError::Encrypted,
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => ArchiveError::Encrypted,
        Error::UnsupportedCompressionMethod(method) => ArchiveError::UnknownMethod(method.clone()),
        Error::MaxMemLimited { actaul_kb, .. } => ArchiveError::NeedsMemory(actaul_kb >> 10),
        error => ArchiveError::damaged(error),
    }
}
