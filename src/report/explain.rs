//! What a code means, with an example that goes through the readers and replay like any file.

use super::finding_text;
use crate::check::{Findings, check_positions};
use crate::formats::encoding::{Encoding, encode};
use crate::formats::packed::PackedFormat;
use crate::intake::{Content, ReplayedFile};
use crate::record::{Code, Diagnostic, Example, ExampleBytes, Place};
use std::fmt::Write;

/// How many lines of an example are shown.
const MOST_LINES: usize = 20;

/// How many bytes of an example that is no text are shown in a line.
const BYTES_A_LINE: usize = 16;

/// What a code means, what to do about it, and an example: the file and what is found in it.
#[must_use]
pub fn explain(code: Code) -> String {
    let mut text = format!("{code} ({})\n{}\n\nhint: {}\n", code.severity(), code.explanation(), code.hint());
    let (input, found) = example(code);
    if let ExampleBytes::Impossible { reason, .. } = code.example().bytes {
        let _ = writeln!(text, "\nno file shows this finding: {reason}");
    }
    for (heading, lines) in [("example", input), ("what `kura check` reports", found)] {
        if !lines.is_empty() {
            let _ = writeln!(text, "\n{heading}:");
            lines.lines().for_each(|line| {
                let _ = writeln!(text, "    {line}");
            });
        }
    }
    text
}

/// The example of a code: the first lines of the file, and the finding of this code as `kura check` shows it. The
/// finding is empty when reading the file does not report the code; the file is empty when no file can show it.
#[must_use]
pub fn example(code: Code) -> (String, String) {
    let Example { path, bytes } = code.example();
    let bytes = match bytes {
        ExampleBytes::Utf8(text) => text.as_bytes().to_vec(),
        ExampleBytes::Cp932(text, then) => [encode(text, Encoding::Cp932).0.as_slice(), then].concat(),
        ExampleBytes::Repeated { first, line, times } => [first, &line.repeat(times)].concat().into_bytes(),
        ExampleBytes::Bytes(bytes) => return packed_example(code, path, bytes),
        ExampleBytes::Impossible { message, .. } => {
            let found = Diagnostic::new(code, Place::FILE, message);
            return (String::new(), finding_text(&Findings::new(path, "").find(None, &found)));
        }
    };
    let file = ReplayedFile::new(Content::new(bytes));
    let findings = Findings::of(path, &file);
    let found = file.findings().map(|(_, found)| found).find(|found| found.code == code);
    // The line ends are joined by a character that `clean` shows as one of its own.
    let lines = file.document.text.lines().take(MOST_LINES).collect::<Vec<_>>().join("\0");
    let shown = found.map(|found| finding_text(&findings.find(None, found))).unwrap_or_default();
    (super::clean(&lines).replace('␀', "\n"), shown)
}

/// The same of packed positions, of which the bytes are shown.
fn packed_example(code: Code, path: &str, bytes: &[u8]) -> (String, String) {
    let mut lines = String::new();
    for bytes in bytes.chunks(BYTES_A_LINE) {
        let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(lines, "{}", digits.join(" "));
    }
    let mut shown = String::new();
    let extension = path.rsplit('.').next().unwrap_or_default();
    if let Some(format) = PackedFormat::of_file(extension, bytes, bytes.len() as u64) {
        check_positions(&mut &bytes[..], format, &mut |found| {
            if found.diagnostic.code == code && shown.is_empty() {
                shown = finding_text(&Findings::new(path, "").find(None, &found.diagnostic));
            }
        });
    }
    (lines.trim_end().to_owned(), shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_shows_its_code() {
        let without: Vec<_> =
            Code::ALL.iter().filter(|code| !example(**code).1.contains(code.id())).collect();
        assert_eq!(without, Vec::<&Code>::new(), "reading the example does not report the code");
    }

    #[test]
    fn an_explanation_has_meaning_hint_and_example() {
        for code in Code::ALL {
            let text = explain(*code);
            for part in [code.id(), code.name(), code.explanation(), code.hint(), "`kura check` reports"] {
                assert!(text.contains(part), "{text}");
            }
        }
    }
}
