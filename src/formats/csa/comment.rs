//! What the comments of the servers say: results, ratings, limits.
//!
//! shogi-server (floodgate) and the clients of the CSA protocol write their facts as comments. All of them stay notes;
//! the ones below are understood as well.

use super::ending;
use crate::record::{Declaration, DeclaredBy, Ending, Info, PartialDate, Place, Subject};
use crate::rules::{ByColor, Color};

/// True for comments that a server writes for programs, which are written back as they came.
pub(super) fn is_server_fact(text: &str) -> bool {
    const KEYS: [&str; 9] = [
        "summary:",
        "rating:",
        "black_rate:",
        "white_rate:",
        "Max_Moves:",
        "Least_Time_Per_Move:",
        "Increment:",
        "Declaration:",
        "$END_TIME:",
    ];
    KEYS.iter().any(|key| text.starts_with(key))
}

/// True for the line by which a program names the file's encoding: `encoding=Shift_JIS`.
pub(super) fn is_encoding(text: &str) -> bool {
    let text = text.trim();
    let (Some(key), Some(name)) = (text.get(..9), text.get(9..)) else { return false };
    key.eq_ignore_ascii_case("encoding=")
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The program in the line that Kifu for Windows and its kin write above a record:
/// ` ---- Kifu for Windows V7 V7.09 CSA形式棋譜ファイル ----`.
pub(super) fn banner(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix("--")?.strip_suffix("--")?;
    let name = name.trim_matches(|char: char| char == '-' || char.is_whitespace());
    let is_program = ["形式棋譜ファイル", "Kifu for", "柿木将棋"].iter().any(|word| name.contains(word));
    is_program.then_some(name)
}

/// Takes the ratings, limits and times out of a comment.
pub(super) fn note_facts(info: &mut Info, text: &str) {
    let Some((key, value)) = text.split_once(':') else { return };
    let value = value.trim();
    match key {
        "black_rate" => info.ratings.black = rating(value).or(info.ratings.black),
        "white_rate" => info.ratings.white = rating(value).or(info.ratings.white),
        "Max_Moves" => {
            info.max_moves = info.max_moves.or_else(|| value.parse().ok().filter(|limit| *limit > 0));
        }
        "Declaration" if value.starts_with("Jishogi 1.") => {
            info.impasse_points = info.impasse_points.or(Some(27));
        }
        "$END_TIME" => info.ended = info.ended.or_else(|| PartialDate::parse(value)),
        _ => {}
    }
}

/// `name+hash:2345.6`, or only the number.
fn rating(value: &str) -> Option<f64> {
    let number = value.rsplit(':').next()?;
    number.trim().parse().ok().filter(|rating: &f64| rating.is_finite())
}

/// What `summary:toryo:A win:B lose` declares. The names show which side is which; where they cannot, Black comes first.
pub(super) fn summary(text: &str, players: &ByColor<Option<String>>, place: Place) -> Option<Declaration> {
    let (reason, results) = text.strip_prefix("summary:")?.split_once(':')?;
    let kind = ending::of_reason(reason);
    let subject = winner(results, players);
    Some(Declaration {
        ending: kind,
        subject: if kind == Ending::Unknown && subject == Subject::Nobody {
            Subject::Silent
        } else {
            subject
        },
        word: text.trim_end().to_owned(),
        plies: None,
        by: DeclaredBy::Summary,
        clock: crate::record::Clock::default(),
        place,
    })
}

fn winner(results: &str, players: &ByColor<Option<String>>) -> Subject {
    let mut first_won = None;
    let mut winner_name = None;
    for (index, part) in results.split(':').enumerate() {
        let Some((name, word)) = part.trim().rsplit_once(' ') else { continue };
        match word {
            "win" => (first_won, winner_name) = (Some(index == 0), Some(name)),
            "lose" => first_won = first_won.or(Some(index != 0)),
            "draw" => return Subject::Nobody,
            _ => {}
        }
    }
    let is = |color: Color| winner_name.is_some() && players[color].as_deref() == winner_name;
    match (is(Color::Black), is(Color::White), first_won) {
        (true, false, _) => Subject::Winner(Color::Black),
        (false, true, _) => Subject::Winner(Color::White),
        (_, _, Some(true)) => Subject::Winner(Color::Black),
        (_, _, Some(false)) => Subject::Winner(Color::White),
        (_, _, None) => Subject::Silent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_name_the_winner() {
        let players = ByColor { black: Some("a".to_owned()), white: Some("b c".to_owned()) };
        let nobody = ByColor::default();
        let (black, white) = (Subject::Winner(Color::Black), Subject::Winner(Color::White));
        for (text, who, ending, subject) in [
            ("summary:toryo:a win:b c lose", &players, Ending::Resignation, black),
            ("summary:toryo:a lose:b c win", &players, Ending::Resignation, white),
            ("summary:toryo:b c lose:a win", &players, Ending::Resignation, black),
            ("summary:toryo:b c win:a lose", &players, Ending::Resignation, white),
            ("summary:time up:x lose:y win", &nobody, Ending::TimeForfeit, white),
            ("summary:time up:x win:y lose", &nobody, Ending::TimeForfeit, black),
            ("summary:max_moves:a draw:b c draw", &players, Ending::MaxMoves, Subject::Nobody),
            ("summary:abnormal:a lose:b c win", &players, Ending::Disconnection, white),
            ("summary:oute_sennichite:a lose:b c win", &players, Ending::PerpetualCheck, white),
            ("summary:lightning:a lose:b c win", &players, Ending::Unknown, white),
            ("summary:sennichite:", &players, Ending::Sennichite, Subject::Silent),
        ] {
            let found = summary(text, who, Place::FILE).expect("a summary");
            assert_eq!((found.ending, found.subject), (ending, subject), "{text}");
        }
        assert_eq!(summary("summary", &players, Place::FILE), None);
    }

    #[test]
    fn ratings_and_limits() {
        let mut info = Info::default();
        for text in
            ["black_rate:a+0123:2345.5", "white_rate:1999", "Max_Moves:256", "Declaration:Jishogi 1.1", "x"]
        {
            note_facts(&mut info, text);
        }
        assert_eq!((info.ratings.black, info.ratings.white), (Some(2345.5), Some(1999.0)));
        assert_eq!((info.max_moves, info.impasse_points), (Some(256), Some(27)));
    }
}
