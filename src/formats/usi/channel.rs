//! Whose line a line of a log is: the marks before it name the engine, or nobody where the log is of one engine alone.
//!
//! `1> position …` and `<1:bestmove …` are lines of the engine 1; `recv:`, `>`, `[12:00:03] GUI->Engine: ` name none.

/// Words that say which way a line went, or how important it is.
const WORDS: [&str; 40] = [
    "send",
    "sent",
    "snd",
    "sending",
    "recv",
    "rcv",
    "received",
    "receive",
    "receiving",
    "in",
    "out",
    "input",
    "output",
    "to",
    "from",
    "stdin",
    "stdout",
    "stderr",
    "gui",
    "engine",
    "usi",
    "server",
    "client",
    "cmd",
    "command",
    "read",
    "write",
    "tx",
    "rx",
    "info",
    "debug",
    "trace",
    "warn",
    "warning",
    "error",
    "log",
    "main",
    "am",
    "pm",
    "position",
];

/// The name of the engine in the marks before a command.
pub(super) fn name(marks: &str) -> String {
    let is_part = |char: char| char.is_alphanumeric() || "_.()[]".contains(char);
    // Glued to an arrow: `>1:`, `2<`, `<Engine(0):`.
    if let Some(at) = marks.rfind(['<', '>']) {
        let before = marks[..at].trim_end_matches(['<', '>', '-', '=']);
        let after = &marks[at + 1..];
        let after = after.trim_start_matches(['-', '=']);
        let end = after.find(|char| !is_part(char)).unwrap_or(after.len());
        let begin = before.char_indices().rfind(|(_, char)| !is_part(*char));
        let begin = begin.map_or(0, |(at, char)| at + char.len_utf8());
        for glued in [&after[..end], &before[begin..]] {
            let glued = glued.trim_matches(['[', ']', '(', '.']);
            if !glued.is_empty() && !is_common(glued) && !is_time(glued) {
                return glued.to_lowercase();
            }
        }
    }
    let marks = without_times(marks);
    let words = marks.split(|char: char| char.is_whitespace() || "<>:;|,=[](){}/".contains(char));
    let words = words.map(|word| word.trim_matches(['-', '.', '#']));
    let telling = words.filter(|word| !word.is_empty() && !is_common(word) && !is_time(word));
    telling.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The text without dates and times: numbers with signs between them.
fn without_times(text: &str) -> String {
    let mut rest = text;
    let mut left = String::with_capacity(text.len());
    while let Some(at) = rest.find(|char: char| char.is_ascii_digit()) {
        let run = rest[at..].find(|char: char| !char.is_ascii_digit() && !":./,-TZ".contains(char));
        let (run, after) = rest[at..].split_at(run.unwrap_or(rest.len() - at));
        let groups = run.split(|char: char| !char.is_ascii_digit()).filter(|group| !group.is_empty());
        left += &rest[..at];
        left += if groups.count() > 1 { " " } else { run };
        rest = after;
    }
    left + rest
}

/// A word that names no engine.
fn is_common(word: &str) -> bool {
    word.split(['-', '_', '.']).all(|part| WORDS.iter().any(|common| part.eq_ignore_ascii_case(common)))
}

/// A part of a date or time, or a counter; an engine's number has one or two digits.
fn is_time(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let others = word.bytes().filter(|byte| !byte.is_ascii_digit()).all(|byte| b"-.+TZtz".contains(&byte));
    others && digits > 0 && (digits > 2 || digits < word.len())
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn engines_in_the_marks_of_logs() {
        for (marks, want) in [
            ("", ""),
            ("recv:", ""),
            ("> ", ""),
            ("< ", ""),
            (">> ", ""),
            ("1> ", "1"),
            ("<1:", "1"),
            (">2:", "2"),
            ("2< ", "2"),
            ("12:00 >1:", "1"),
            ("[2024-05-01 10:00:00.123] > ", ""),
            ("2024-05-01T10:00:00.123Z [INFO] send: ", ""),
            ("12345 >Engine(0): ", "engine(0)"),
            ("12350 <Engine(1): ", "engine(1)"),
            ("[YaneuraOu] ", "yaneuraou"),
            ("> YaneuraOu: ", "yaneuraou"),
            ("GUI->Engine: ", ""),
            ("Engine->GUI: ", ""),
            ("to engine1: ", "engine1"),
            ("from engine1: ", "engine1"),
            ("recv(2): ", "2"),
            ("[1] recv: ", "1"),
        ] {
            assert_eq!(name(marks), want, "{marks}");
        }
    }
}
