//! Names of archive members: bytes of somebody else's, for showing only.

use crate::formats::encoding::short_text;
use crate::intake::source_path::SEPARATOR;

/// The name of a member below `parent`, cleaned: UTF-8 or else CP932, backslashes as slashes, no control characters,
/// and no part that leads out of the archive.
pub(super) fn member_name(parent: &str, name: &[u8]) -> String {
    let text = short_text(name).replace('\\', "/");
    let mut parts: Vec<String> = Vec::new();
    for part in text.split('/').filter(|part| !matches!(*part, "" | ".")) {
        let shown = |char: char| if char.is_control() { '\u{fffd}' } else { char };
        parts.push(if part == ".." { "__".to_owned() } else { part.chars().map(shown).collect() });
    }
    let own = if parts.is_empty() { "(without a name)".to_owned() } else { parts.join("/") };
    if parent.is_empty() { own } else { format!("{parent}{SEPARATOR}{own}") }
}

#[cfg(test)]
mod tests {
    use super::member_name;

    #[test]
    fn names_lead_nowhere() {
        for (name, want) in [
            (b"a/b.kif".as_slice(), "a/b.kif"),
            (b"../../etc/passwd", "__/__/etc/passwd"),
            (b"/etc//./passwd", "etc/passwd"),
            (b"a\\..\\b.kif", "a/__/b.kif"),
            (b"a\x1b[2J\n.kif", "a\u{fffd}[2J\u{fffd}.kif"),
            (b"", "(without a name)"),
            (b"\x8a\xfb\x95\x88\x81\x5c\x95\\.kif", "棋譜―表.kif"),
            ("棋譜.kif".as_bytes(), "棋譜.kif"),
        ] {
            assert_eq!(member_name("", name), want);
        }
        assert_eq!(member_name("in.zip", b"a.kif"), "in.zip/a.kif");
    }
}
