//! Tags of PSN and JPSN.

/// Keys whose values are read without quotation marks as well.
const LOOSE: [&str; 18] = [
    "Sente",
    "Gote",
    "SenteGrade",
    "GoteGrade",
    "Name",
    "Email",
    "Country",
    "Event",
    "Date",
    "UTCDate",
    "Site",
    "Venue",
    "Round",
    "Result",
    "Handicap",
    "Opening",
    "Proam",
    "Source",
];

/// The key and value of the tag that a line begins with, and its length; `loose` says that values may have no quotation
/// marks. `@key: value` and such a value take the line.
pub(super) fn read(line: &str, loose: bool) -> Option<(&str, &str, usize)> {
    let trimmed = line.trim_end();
    if let Some(rest) = trimmed.strip_prefix('@') {
        let (key, value) = rest.split_once(':').unwrap_or((rest, ""));
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        return is_key.then(|| (key, value.trim().trim_matches('"'), line.len()));
    }
    let inside = trimmed.strip_prefix('[')?;
    let (key, after) = inside.split_at(inside.find(|char: char| !is_key(char))?);
    let begin = after.trim_start();
    if key.is_empty() || begin.len() == after.len() && !begin.starts_with(QUOTES) {
        return None;
    }
    let start = inside.len() - begin.len();
    if let Some(value) = begin.strip_prefix(QUOTES) {
        // The line's last mark ends the value of a tag that is alone on it.
        let whole = value.strip_suffix(']').map(str::trim_end).and_then(|value| value.strip_suffix(QUOTES));
        let alone = whole.filter(|value| !ends_a_tag(value));
        let length = match alone {
            Some(value) => return Some((key, value, line.len())),
            None => value
                .match_indices(QUOTES)
                .find(|(at, mark)| value[at + mark.len()..].trim_start().starts_with(']'))?,
        };
        let (end, mark) = length;
        let rest = &value[end + mark.len()..];
        let close = rest.len() - rest.trim_start().len() + 1;
        let quote = begin.len() - value.len();
        return Some((key, &value[..end], 1 + start + quote + end + mark.len() + close));
    }
    let value = begin.strip_suffix(']').filter(|_| loose && LOOSE.contains(&key))?;
    Some((key, value.trim(), line.len()))
}

/// Quotation marks around values.
const QUOTES: [char; 3] = ['"', '“', '”'];

/// Another tag stands on the line: a mark and a closing bracket inside of what would be the value.
fn ends_a_tag(value: &str) -> bool {
    value.match_indices(QUOTES).any(|(at, mark)| value[at + mark.len()..].trim_start().starts_with(']'))
}

fn is_key(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn tags_in_every_spelling() {
        for (line, want) in [
            ("[Sente \"A\"]", Some(("Sente", "A", 11))),
            ("[Sente \"A\"]  ", Some(("Sente", "A", 13))),
            ("[Sente\"A\"]", Some(("Sente", "A", 10))),
            ("[Sente “A”]", Some(("Sente", "A", 15))),
            ("[Note \"a [b] \"c\" d\"]", Some(("Note", "a [b] \"c\" d", 20))),
            ("[A \"b\"] [C \"d\"]", Some(("A", "b", 7))),
            ("[A \"b\"] 1.P-7f", Some(("A", "b", 7))),
            ("[Email \"\"]", Some(("Email", "", 10))),
            ("[Sente The Champion]", Some(("Sente", "The Champion", 20))),
            ("[Black attacks]", None),
            ("[ one ]", None),
            ("[one]", None),
            ("[Sente \"A\"", None),
            ("@result: 0-1", Some(("result", "0-1", 12))),
            ("@moves:", Some(("moves", "", 7))),
            ("@", None),
            ("1.P-7f", None),
        ] {
            assert_eq!(read(line, true), want, "{line}");
        }
        assert_eq!(read("[Sente The Champion]", false), None);
    }
}
