//! What a line of a USI text is.

use super::quoted;
use crate::rules::shogi::Move;

/// What a line holds. Offsets are bytes of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// Nothing.
    Blank,
    /// `# text`
    Comment(&'a str),
    /// A game or position.
    Game {
        /// It is a `position` command, as a program sends it, with what a log puts before it.
        command: Option<&'a str>,
        /// It is a single move and nothing else.
        single: bool,
        /// It has moves, but neither `startpos` nor a position.
        alone: bool,
        /// Where its text starts (after `position`) and ends.
        body: (usize, usize),
        /// Labels before and after it.
        labels: [&'a str; 2],
    },
    /// A row of an opening book: a move, the answer to it, numbers.
    BookRow,
    /// A line of the protocol between an engine and its user.
    Protocol {
        /// What a log puts before the command.
        marks: &'a str,
        /// The line from the command on.
        command: &'a str,
    },
    /// Anything else.
    Other,
}

/// Characters between a label and a game.
const SEPARATORS: [char; 4] = [';', '|', ',', '\t'];

const COMMANDS: [&str; 21] = [
    "usi",
    "usiok",
    "isready",
    "readyok",
    "usinewgame",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "gameover",
    "bestmove",
    "info",
    "option",
    "setoption",
    "id",
    "checkmate",
    "copyprotection",
    "registration",
    "debug",
    "register",
    "ponder",
];

/// Finds out what the line is.
pub(super) fn classify(text: &str) -> Kind<'_> {
    let (start, end) = trimmed(text);
    let Some(line) = text.get(start..end).filter(|line| !line.is_empty()) else { return Kind::Blank };
    if let Some(comment) = line.strip_prefix('#') {
        return Kind::Comment(comment);
    }
    if !line.bytes().any(|byte| matches!(byte, b' ' | b';' | b'|' | b',' | b'\t' | b'/')) {
        return single_word(line, (start, end));
    }
    if let Some(rest) = line.strip_prefix("position ").filter(|rest| begins_after_position(rest)) {
        return command(text, (start, end), start, end - rest.len());
    }
    if begins_game(line) {
        return if is_book_row(line) { Kind::BookRow } else { labelled_after(text, start, end, "") };
    }
    other(text, start, end)
}

/// A line that neither is a game nor begins with one: what stands before it is a label, a list's mark, a quotation mark or
/// the mark of a log.
fn other(text: &str, start: usize, end: usize) -> Kind<'_> {
    let line = &text[start..end];
    if let Some((from, to)) = quoted::quotation(line, begins_quoted) {
        let labels = [quoted::label(&line[..from]), quoted::label(&line[to..])];
        return in_quotes(text, (start + from, start + to), labels);
    }
    if let Some(at) = command_inside(line) {
        return command(text, (start, end), start + at - "position ".len(), start + at);
    }
    let bullet = quoted::bullet(line);
    if bullet > 0 && begins_game(&line[bullet..]) && !is_book_row(&line[bullet..]) {
        return labelled_after(text, start + bullet, end, "");
    }
    for (at, mark) in line.match_indices(SEPARATORS).take(8) {
        let from = at + mark.len();
        let from = from + line[from..].len() - line[from..].trim_start().len();
        if begins_game(&line[from..]) {
            return labelled_after(text, start + from, end, line[..at].trim_end());
        }
    }
    if line.starts_with("```") {
        return Kind::Blank;
    }
    protocol(line).map_or(Kind::Other, |(marks, command)| Kind::Protocol { marks, command })
}

/// Where, behind the first game of a line, the text of another one begins that stands in quotation marks as well.
pub(super) fn another(line: &str, from: usize) -> Option<usize> {
    let rest = &line[from..];
    if rest.len() < "startpos".len() {
        return None;
    }
    let (start, _) = quoted::quotation(rest, begins_quoted)?;
    let mark = rest[..start].chars().next_back().map_or(0, char::len_utf8);
    Some(from + start - mark)
}

/// A `position` command in a line from `start` to `end`, with marks up to `at`, whose game begins at `from`.
fn command(text: &str, (start, end): (usize, usize), at: usize, from: usize) -> Kind<'_> {
    let plain = text[..end].ends_with(|char: char| char.is_ascii_alphanumeric() || char == '+');
    let end = if plain { end } else { quoted::end_of_game(&text[..end], from) };
    Kind::Game {
        command: Some(&text[start..at]),
        single: false,
        alone: false,
        body: (from, end),
        labels: ["", ""],
    }
}

/// A quoted game, and the labels around it.
fn in_quotes<'a>(text: &'a str, (from, to): (usize, usize), labels: [&'a str; 2]) -> Kind<'a> {
    let inside = &text[from..to];
    let (command, body) = match inside.strip_prefix("position ") {
        Some(rest) => (Some(""), (to - rest.len(), to)),
        None => (None, (from, to)),
    };
    Kind::Game { command, single: false, alone: false, body, labels }
}

/// The first byte that is not blank, and the byte after the last.
fn trimmed(text: &str) -> (usize, usize) {
    let is_plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if is_plain(text.as_bytes().first()) && is_plain(text.as_bytes().last()) {
        return (0, text.len());
    }
    (text.len() - text.trim_start().len(), text.trim_end().len())
}

/// A line of one word.
fn single_word(line: &str, body: (usize, usize)) -> Kind<'_> {
    match line.as_bytes().last() {
        Some(b'a'..=b'i' | b'+') if is_move(line) => game(true, body),
        Some(b'a'..=b'z') => match after_prefix(line) {
            "startpos" if line == "startpos" => game(false, body),
            command if COMMANDS.contains(&command) => {
                Kind::Protocol { marks: &line[..line.len() - command.len()], command }
            }
            _ => Kind::Other,
        },
        Some(b':' | b'>' | b'<') => Kind::Blank,
        _ if line == "```" => Kind::Blank,
        _ => Kind::Other,
    }
}

fn game<'a>(single: bool, body: (usize, usize)) -> Kind<'a> {
    Kind::Game { command: None, single, alone: single, body, labels: ["", ""] }
}

/// A game with a label after it, behind `;`, `|`, `,` or a tab.
fn labelled_after<'a>(text: &'a str, start: usize, end: usize, before: &'a str) -> Kind<'a> {
    let body = &text[start..end];
    // A tab may also stand between the words of the game.
    let parts = |at: usize| {
        let next = body[at..].trim_start_matches(SEPARATORS).split_whitespace().next();
        !(body[at..].starts_with('\t') && next.is_some_and(|word| word == "moves" || is_move(word)))
    };
    let cut = body.match_indices(SEPARATORS).map(|(at, _)| at).find(|at| parts(*at)).unwrap_or(body.len());
    let label = body[cut..].trim_start_matches(SEPARATORS).trim();
    let alone = body.split_whitespace().next().is_some_and(|word| word == "moves" || is_move(word));
    Kind::Game { command: None, single: false, alone, body: (start, start + cut), labels: [before, label] }
}

/// Does a game or a position start here (without `position`)?
fn begins_game(text: &str) -> bool {
    begins_position(text)
        || text.split_whitespace().next().is_some_and(|word| {
            is_board(word)
                || is_move(word)
                || (word == "moves" && text.split_whitespace().nth(1).is_some_and(is_move))
        })
}

/// `startpos` or `sfen …`.
fn begins_position(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match words.next() {
        Some("startpos") => {
            words.next().is_none_or(|word| word == "moves" || word.starts_with('#') || is_move(word))
        }
        Some("sfen") => words.next().is_some_and(|word| word.contains('/') || word == "lnsgkgsnl"),
        _ => false,
    }
}

/// The same, and a position without the word `sfen`, which some programs leave out.
fn begins_after_position(text: &str) -> bool {
    begins_position(text) || text.split_whitespace().next().is_some_and(is_board)
}

/// A game or position that is quoted: moves alone are too little to tell one from words.
fn begins_quoted(text: &str) -> bool {
    begins_after_position(text) || text.strip_prefix("position ").is_some_and(begins_after_position)
}

/// The first field of an SFEN: nine ranks.
pub(super) fn is_board(word: &str) -> bool {
    word.bytes().filter(|byte| *byte == b'/').count() == 8
        && word.bytes().all(|byte| b"/+123456789".contains(&byte) || b"PLNSGBRKplnsgbrk".contains(&byte))
}

fn is_move(word: &str) -> bool {
    Move::from_usi_bytes(word.as_bytes()).is_some()
}

/// `7g7f 3c3d 0 32 1`, `7g7f none none none 103`: a move and, somewhere after it, a number.
fn is_book_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(is_move) && words.any(|word| word.parse::<f64>().is_ok() && word != "0000")
}

/// A row of an opening book below its position, where two columns are enough: a move and the answer to it, or a word in
/// place of either. What follows are numbers, or `none` where there is none.
pub(super) fn is_reply_row(line: &str) -> bool {
    let is_word = |word: &str| matches!(word, "none" | "resign" | "win" | "0000") || is_move(word);
    let is_number = |word: &str| word == "none" || word.parse::<f64>().is_ok();
    let mut words = line.split_whitespace();
    words.next().is_some_and(is_word) && words.next().is_some_and(is_word) && words.all(is_number)
}

/// A `position` command after the marks that a log puts before it; not one that an engine prints.
fn command_inside(line: &str) -> Option<usize> {
    let at = line.find("position s")?;
    let before = line[..at].chars().next_back();
    let rest = &line[at + "position ".len()..];
    let printed = line[..at].trim_end().ends_with("string");
    (before.is_none_or(|char| !char.is_alphanumeric()) && !printed && begins_position(rest))
        .then_some(at + "position ".len())
}

/// The part after the last mark of a log line without blanks: `recv:usi` gives `usi`.
fn after_prefix(line: &str) -> &str {
    line.rfind([':', '>', '<']).map_or(line, |at| &line[at + 1..])
}

/// The marks that a log puts before a command of the protocol, and the line from the command on.
fn protocol(line: &str) -> Option<(&str, &str)> {
    let marks = line.char_indices().take(80).filter(|(_, char)| ":<> ]".contains(*char));
    let starts = std::iter::once(0).chain(marks.map(|(at, mark)| at + mark.len_utf8()));
    starts.map(|start| line.split_at(start)).find(|(_, rest)| {
        let word = || rest.split(' ').next().unwrap_or_default();
        rest.as_bytes().first().is_some_and(u8::is_ascii_lowercase) && COMMANDS.contains(&word())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_sort() {
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        for (text, want) in [
            ("", "blank"),
            ("  ", "blank"),
            ("# 7g7f", "comment  7g7f"),
            ("position startpos", "command startpos||"),
            ("position startpos moves 7g7f", "command startpos moves 7g7f||"),
            ("recv:position startpos moves 7g7f", "command startpos moves 7g7f||"),
            ("12:00 >1:position startpos", "command startpos||"),
            ("startpos", "game startpos||"),
            ("startpos moves", "game startpos moves||"),
            ("startpos is a word", "other"),
            (&format!("{even} b - 1"), &format!("game {even} b - 1||")),
            (&format!("sfen {even} b - 1"), &format!("game sfen {even} b - 1||")),
            (&format!("label | {even} b - 1"), &format!("game {even} b - 1|label|")),
            ("a.kif;gote;7g7f 3c3d", "game 7g7f 3c3d|a.kif;gote|"),
            ("7g7f 3c3d\tlabel", "game 7g7f 3c3d||label"),
            ("7g7f", "single 7g7f"),
            ("7g7f resign", "game 7g7f resign||"),
            ("moves 7g7f", "game moves 7g7f||"),
            ("moves are", "other"),
            ("7g7f 3c3d 12 3", "book"),
            ("7g7f none none none 103", "book"),
            ("30 7g7f 3c3d", "other"),
            ("usinewgame", "protocol usinewgame"),
            ("recv:usi", "protocol usi"),
            ("send:bestmove 7g7f", "protocol bestmove 7g7f"),
            (">1:go btime 0", "protocol go btime 0"),
            ("\"position startpos moves 7g7f\"", "command startpos moves 7g7f||"),
            ("`position startpos moves 7g7f`", "command startpos moves 7g7f||"),
            ("- `startpos moves 7g7f` is best", "game startpos moves 7g7f||is best"),
            ("\"sfen\": \"position startpos moves 7g7f 3c3d\",", "command startpos moves 7g7f 3c3d|sfen|"),
            (&format!("  \"{even} b - 1\","), &format!("game {even} b - 1||")),
            ("<p>position startpos moves 7g7f</p>", "command startpos moves 7g7f||"),
            ("1. position startpos moves 7g7f", "command startpos moves 7g7f||"),
            ("* startpos moves 7g7f", "game startpos moves 7g7f||"),
            ("position startpos moves 7g7f # it's", "command startpos moves 7g7f # it's||"),
            (&format!("position {even} b - 1 moves 7g7f"), &format!("command {even} b - 1 moves 7g7f||")),
            ("info string position startpos moves 7g7f", "protocol info string position startpos moves 7g7f"),
            ("```", "blank"),
            ("うさぎ", "other"),
            ("+7776FU", "other"),
        ] {
            let found = match classify(text) {
                Kind::Blank => "blank".to_owned(),
                Kind::Comment(text) => format!("comment {text}"),
                Kind::Game { single: true, body, .. } => format!("single {}", &text[body.0..body.1]),
                Kind::Game { command, body, labels, .. } => {
                    let name = if command.is_some() { "command" } else { "game" };
                    format!("{name} {}|{}|{}", &text[body.0..body.1], labels[0], labels[1])
                }
                Kind::BookRow => "book".to_owned(),
                Kind::Protocol { command, .. } => format!("protocol {command}"),
                Kind::Other => "other".to_owned(),
            };
            assert_eq!(found, want, "{text}");
        }
    }
}
