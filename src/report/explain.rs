//! What a code means, with an example that is really read: the text below goes through the readers and replay.

mod examples;

use super::finding_text;
use crate::check::Findings;
use crate::formats::encoding::{Encoding, encode};
use crate::intake::{Content, ReplayedFile};
use crate::record::{Code, Diagnostic, Place};
use examples::EXAMPLES;
use std::fmt::Write;

/// How many lines of an example are shown.
const MOST_LINES: usize = 20;

/// What a code means, what to do about it, and an example: the file and what is found in it.
#[must_use]
pub fn explain(code: Code) -> String {
    let mut text = format!("{code} ({})\n{}\n\nhint: {}\n", code.severity(), code.explanation(), code.hint());
    let (input, found) = example(code);
    if !input.is_empty() {
        text.push_str("\nexample:\n");
        for line in input.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    if !found.is_empty() {
        text.push_str("\nwhat `kura check` says to it:\n");
        for line in found.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

/// The example of a code: a file's text, and the finding as it is shown; empty where there is no example.
#[must_use]
pub fn example(code: Code) -> (String, String) {
    // What no text of its own can show.
    let told = match code {
        Code::Unreadable => Some(("games.zip/round3.kif", "encrypted; unpack it with its password")),
        Code::RanksGuessed => Some((
            "drops.txt",
            "ranks counted from the top and from the bottom both make sense; the top was taken",
        )),
        _ => None,
    };
    if let Some((path, message)) = told {
        let found = Diagnostic::new(code, Place::default(), message);
        return (String::new(), finding_text(&Findings::new(path, "").find(None, &found)));
    }
    let Some((_, path, text)) = EXAMPLES.iter().find(|(own, ..)| *own == code) else {
        return (String::new(), String::new());
    };
    let file = ReplayedFile::new(Content::new(bytes(code, text)));
    let mut all = file.findings();
    let found = all.find(|(_, found)| found.code == code).map(|(_, found)| found);
    let document = &file.document;
    let text: String = document.text.lines().take(MOST_LINES).collect::<Vec<_>>().join("\0");
    let findings = Findings::new(path, &document.text);
    let shown = found.map(|found| finding_text(&findings.find(None, found))).unwrap_or_default();
    (super::clean(&text).replace('␀', "\n"), shown)
}

/// The bytes of an example: the few that are about bytes are not UTF-8.
fn bytes(code: Code, text: &str) -> Vec<u8> {
    let cp932 = || encode(text, Encoding::Cp932).0;
    match code {
        Code::UndecodableBytes => [cp932().as_slice(), b"\xff\n"].concat(),
        Code::EncodingMisdeclared => cp932(),
        Code::TooManyFindings => ["   1 ７六歩(77)\n", &"?\n".repeat(1001)].concat().into_bytes(),
        Code::TooMuch => "startpos\n".repeat(160_000).into_bytes(),
        Code::EncodingGuessed => [text.as_bytes(), b"\xb1\xb2\n"].concat(),
        _ => text.as_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_shows_its_code() {
        let bad: Vec<_> = Code::ALL.iter().filter(|code| !example(**code).1.contains(code.id())).collect();
        assert!(bad.is_empty(), "no example, or one that does not show it: {bad:?}");
    }

    #[test]
    fn every_code_has_an_explanation() {
        for code in Code::ALL {
            let text = explain(*code);
            assert!(text.contains("hint: ") && text.contains(code.id()), "{text}");
            assert!(!code.hint().ends_with('.') && !code.hint().is_empty(), "{code}");
        }
    }
}
