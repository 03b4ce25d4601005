//! lzh, in which Japanese collections were packed for twenty years.

use super::name::member_name;
use super::{Depth, Walk, damaged};
use delharc::{LhaDecodeReader, LhaHeader};

/// `-lh5-` and its kin in the first header.
pub(super) fn begins(bytes: &[u8]) -> bool {
    matches!(bytes.get(2..7), Some([b'-', b'l', b'h' | b'z', b'0'..=b'9' | b'd' | b's' | b'x', b'-']))
}

pub(super) fn walk(walk: &mut Walk<'_, '_>, name: &str, bytes: &[u8], depth: Depth) {
    let mut reader = match LhaDecodeReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return walk.refuse(name, &damaged(&error)),
    };
    loop {
        let header = reader.header();
        if !header.is_directory() {
            let own = member_name(name, &raw_name(header));
            let content = if reader.is_decoder_supported() {
                let content = walk.bytes(&mut reader);
                match content {
                    Ok(_) if !reader.crc_is_ok() => Err("damaged: its checksum is wrong".to_owned()),
                    content => content,
                }
            } else {
                let method = String::from_utf8_lossy(&header.compression).into_owned();
                Err(format!("packed by {method}, which is not known here"))
            };
            walk.member(own, content, depth);
        }
        if walk.over {
            return;
        }
        match reader.next_file() {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return walk.refuse(name, &format!("{}; the rest was not read", damaged(&error))),
        }
    }
}

/// The path as bytes, since only they can be CP932; folders are parted by 0xFF.
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
