//! lzh, in which Japanese collections were packed for twenty years.

use super::error::ArchiveError;
use super::members::Members;
use delharc::{LhaDecodeReader, LhaHeader};
use std::ops::ControlFlow;

pub(super) fn read(members: &mut Members<'_>, bytes: &[u8]) -> ControlFlow<()> {
    let mut reader = match LhaDecodeReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return members.report(ArchiveError::damaged(&error)),
    };
    loop {
        let header = reader.header();
        if !header.is_directory() {
            let name = members.name(&raw_name(header));
            let content = if reader.is_decoder_supported() {
                match members.bytes(&mut reader) {
                    Ok(_) if !reader.crc_is_ok() => Err(ArchiveError::Checksum),
                    content => content,
                }
            } else {
                Err(ArchiveError::UnknownMethod(String::from_utf8_lossy(&header.compression).into_owned()))
            };
            members.give(name, content)?;
        }
        match reader.next_file() {
            Ok(true) => {}
            Ok(false) => return ControlFlow::Continue(()),
            Err(error) => {
                let damaged = Box::new(ArchiveError::damaged(&error));
                return members.report(ArchiveError::RestLost(damaged));
            }
        }
    }
}

/// The path as bytes, since only they can be CP932; 0xFF stands between folders.
fn raw_name(header: &LhaHeader) -> Vec<u8> {
    let (mut folder, mut file) = (Vec::new(), header.filename.to_vec());
    for extra in header.iter_extra() {
        match extra {
            [1, name @ ..] => file = name.to_vec(),
            [2, path @ ..] => folder = path.to_vec(),
            _ => {}
        }
    }
    if !folder.is_empty() {
        folder.push(b'/');
    }
    folder.extend(file);
    for byte in &mut folder {
        if *byte == 0xff {
            *byte = b'/';
        }
    }
    folder
}
