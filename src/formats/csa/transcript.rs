//! What a server and its client send each other beside statements, as the logs of both hold it: the summary of a game,
//! greetings, and the marks that a log puts before every line.
//!
//! Source: <http://www2.computer-shogi.org/protocol/tcp_ip_server_121.html>.

use super::is_csa;
use crate::notation::csa;

/// A line of the protocol that is no statement of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// `BEGIN Game_Summary`, which comes before a game.
    Summary,
    /// `Name+:…`: a key of the summary, and its value.
    Key(&'a str, &'a str),
    /// `AGREE`, `START:…`, `BEGIN Time`, `LOGIN:… OK`: said to each other, not about the game.
    Talk,
    /// `I+1249,840,x2|81WS`: a player's rating and place, as 81Dojo writes them.
    Player,
}

/// The keys of a summary.
const KEYS: [&str; 19] = [
    "Protocol_Version",
    "Protocol_Mode",
    "Format",
    "Declaration",
    "Game_ID",
    "Name+",
    "Name-",
    "Your_Turn",
    "Rematch_On_Draw",
    "To_Move",
    "Max_Moves",
    "Time_Unit",
    "Total_Time",
    "Byoyomi",
    "Least_Time_Per_Move",
    "Increment",
    "Delay",
    "Time_Roundup",
    "Jishogi_Declaration",
];

/// Words with which a line of talk begins.
const TALK: [&str; 5] = ["AGREE", "REJECT", "START", "LOGIN", "LOGOUT"];

impl<'a> Line<'a> {
    /// What a line says; `None` for a statement of a record, and for what the protocol does not have.
    pub fn of(text: &'a str) -> Option<Self> {
        let text = text.trim_ascii();
        match text.as_bytes() {
            [b'I', b'+' | b'-', b'0'..=b'9' | b'*', ..] if text.contains('|') => return Some(Self::Player),
            [b'A'..=b'Z', b'A'..=b'Z' | b'a'..=b'z', ..] => {}
            _ => return None,
        }
        if let Some((key, value)) = text.split_once(':')
            && KEYS.contains(&key)
        {
            return Some(Self::Key(key, value.trim()));
        }
        let (word, rest) = text.split_once([' ', ':']).unwrap_or((text, ""));
        match (word, rest) {
            ("BEGIN", "Game_Summary") => Some(Self::Summary),
            ("BEGIN" | "END", "Game_Summary" | "Time" | "Time+" | "Time-" | "Position") => Some(Self::Talk),
            (word, _) => TALK.contains(&word).then_some(Self::Talk),
        }
    }
}

/// True for a line whose first bytes only a statement has: it has no marks before it and is no line of the protocol, so
/// that most lines of a record need no closer look.
pub(super) const fn begins_as_statement(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [b'\'' | b'$' | b'%' | b'+', ..]
            | [b'-', b'0'..=b'9', ..]
            | [b'N', b'+' | b'-', ..]
            | [b'V', b'1'..=b'3', b'.', b'0'..=b'9', ..]
            | [b'P', b'I']
    )
}

/// How much of a line is searched for the end of a log's marks, in bytes.
const MOST: usize = 64;

/// Words in the marks of a log: which way a line went, how important it is.
const WORDS: [&str; 37] = [
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
    "server",
    "client",
    "csa",
    "read",
    "write",
    "tx",
    "rx",
    "stdin",
    "stdout",
    "info",
    "debug",
    "trace",
    "warn",
    "error",
    "log",
    "main",
    "am",
    "pm",
    "s",
    "c",
    "utc",
    "jst",
];

/// How many bytes of a line are the marks that a log puts before a statement (`send:`, `12:00:03 <<< `, `[csa] `); 0
/// where there are none.
pub(super) fn prefix(text: &str) -> usize {
    if is_time(text) {
        return 0;
    }
    let is_mark = match text.trim_ascii_start().as_bytes() {
        [b'-', b'-' | b'>' | b' ', ..] => true,
        [b'0'..=b'9' | b'[' | b'(' | b'<' | b'>' | b'=' | b'|' | b'#', ..] => true,
        [b'A'..=b'Z' | b'a'..=b'z', ..] => {
            Line::of(text).is_none() && !is_csa(text.trim_ascii_start().as_bytes())
        }
        _ => false,
    };
    if !is_mark {
        return 0;
    }
    let bytes = text.as_bytes();
    let after_mark =
        |at: &usize| matches!(bytes[*at], b':' | b'>' | b'<' | b']' | b')' | b'|' | b' ' | b'\t');
    for at in (0..bytes.len().min(MOST)).filter(after_mark) {
        let rest = &text[at + 1..];
        if is_line(rest.trim_ascii()) {
            let before = &text[..=at];
            let length = text.len() - rest.trim_ascii_start().len();
            return if is_prefix(before) { length } else { 0 };
        }
    }
    0
}

/// A time alone, which has no marks before it.
fn is_time(text: &str) -> bool {
    match text.as_bytes() {
        [b'T', rest @ ..] => rest.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-')),
        _ => false,
    }
}

/// A statement that stands for itself, or a line of the protocol.
fn is_line(text: &str) -> bool {
    match text.as_bytes() {
        [b'+' | b'-'] => true,
        [b'+' | b'-' | b'%', ..] => {
            let first = text.split(',').next().unwrap_or_default();
            is_csa(first.as_bytes()) && !first.contains(' ') && (first.starts_with('%') || first.len() == 7)
        }
        [b'#', rest @ ..] => {
            rest.len() > 2 && rest.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_')
        }
        [b'P', ..] if is_csa(text.as_bytes()) => true,
        _ => Line::of(text).is_some_and(|line| line != Line::Player),
    }
}

/// Nothing but times, directions, levels, and names in brackets or beside an arrow.
fn is_prefix(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b" \t:<>[](){}=-_.,/|#@+".contains(&byte);
    let names = text.contains(['<', '>']) || text.contains('[') && text.contains(']');
    let word = |word: &str| {
        word.is_empty()
            || word.bytes().any(|byte| byte.is_ascii_digit())
            || WORDS.contains(&word.to_ascii_lowercase().as_str())
    };
    let holds_a_move = text.as_bytes().array_windows::<7>().any(|seven| csa::read_move(*seven).is_some());
    text.bytes().all(allowed)
        && !holds_a_move
        && (names || text.split(|char: char| !char.is_ascii_alphanumeric()).all(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_of_logs() {
        for (text, want) in [
            ("send:+7776FU,T12", 5),
            ("recv:+", 5),
            ("recv: -3334FU,'* 8 +2726FU", 6),
            ("[12:00:03.120] recv: %TORYO", 21),
            ("2014-01-06 11:02:31 <<< BEGIN Game_Summary", 24),
            ("> +7776FU", 2),
            ("-> -3334FU", 3),
            ("<- +", 3),
            ("[gpsfish] #RESIGN", 10),
            ("S: P1-KY-KE-GI-KI-OU-KI-GI-KE-KY", 3),
            ("1. +7776FU", 3),
            ("Name+:player_a", 0),
            ("I+1249,840,x2|81WS", 0),
            ("+7776FU", 0),
            ("-3334FU,T1", 0),
            ("'** 30 +7776FU", 0),
            ("pv: +7776FU", 0),
            ("send:+7776FU -3334FU", 0),
            ("$EVENT:+7776FU", 0),
            ("N+> +7776FU", 0),
            ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY", 0),
            ("うさぎ > +7776FU", 0),
            ("", 0),
        ] {
            assert_eq!(prefix(text), want, "{text}");
            assert!(want == 0 || !begins_as_statement(text), "{text}");
        }
    }

    #[test]
    fn lines_of_the_protocol() {
        for (text, want) in [
            ("BEGIN Game_Summary", Some(Line::Summary)),
            ("END Game_Summary", Some(Line::Talk)),
            ("Name+:player_a", Some(Line::Key("Name+", "player_a"))),
            ("START:x", Some(Line::Talk)),
            ("LOGIN:player_b OK", Some(Line::Talk)),
            ("AGREE", Some(Line::Talk)),
            ("I-*1154,392,x2|ADR", Some(Line::Player)),
            ("Note:player_a", None),
            ("AGREED", None),
            ("V2.2", None),
            ("N+BEGIN", None),
            ("PI", None),
            ("T12", None),
        ] {
            assert_eq!(Line::of(text), want, "{text}");
            assert!(want.is_none() || !begins_as_statement(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_begins_as_a_statement_is_no_talk(text in "(['$%+\\-NVPI0-9.]{1,3}[ -~]{0,30}|V[1-3]\\.[0-9][ -~]{0,9}|PI)") {
            if begins_as_statement(&text) {
                prop_assert_eq!((prefix(&text), Line::of(&text)), (0, None));
            }
        }
    }
}
