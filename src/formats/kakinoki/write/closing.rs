//! The closing line: `まで57手で先手の勝ち`.
//!
//! In KIF it stands beside a row that says how the game ended, so that it only has to name the winner, in the words that
//! most programs know. In KI2 it is all there is, and says both.

use crate::formats::conclusion::Conclusion;
use crate::formats::kakinoki::ending::{closing_line, understand_as_ki2, word_for};
use crate::record::{Declaration, Ending, Place, Subject};
use crate::rules::{ByColor, Color};

/// The line beside the row of KIF; `None` where the row says all and a line would be one that some programs refuse.
pub(super) fn of_kif(end: &Conclusion, names: ByColor<&str>) -> Option<String> {
    let how = match (end.winner, end.ending) {
        (Some(winner), Ending::IllegalMove) => foul(end.mover, winner, names),
        (Some(winner), _) => format!("{}の勝ち", names[winner]),
        (
            None,
            Ending::Sennichite
            | Ending::Threefold
            | Ending::Jishogi
            | Ending::Interrupted
            | Ending::Adjourned
            | Ending::NoMate,
        ) => word_for(end.ending, Subject::Silent, end.mover)?.to_owned(),
        (None, _) => return None,
    };
    Some(format!("まで{}手で{how}", end.plies))
}

/// The line of KI2; `word` is the record's own, for an ending that is not known.
pub(super) fn of_ki2(end: &Conclusion, word: &str, names: ByColor<&str>) -> String {
    let how = match (end.winner, end.ending) {
        (Some(winner), Ending::IllegalMove) => foul(end.mover, winner, names),
        (Some(winner), Ending::TimeForfeit) => format!("時間切れにより{}の勝ち", names[winner]),
        (Some(winner), Ending::Declaration) => format!("{}の入玉勝ち", names[winner]),
        (Some(winner), Ending::Forfeit) => format!("{}の不戦勝", names[winner]),
        (Some(winner), Ending::Checkmate) if winner != end.mover => "詰み".to_owned(),
        (Some(winner), Ending::PerpetualCheck | Ending::TryRule) => {
            let word = word_for(end.ending, end.subject(), end.mover).unwrap_or_default();
            format!("{word}により{}の勝ち", names[winner])
        }
        (Some(winner), _) => format!("{}の勝ち", names[winner]),
        (None, Ending::Unknown) => word.replace(['\n', '\r'], " "),
        (None, ending) => word_for(ending, end.subject(), end.mover).unwrap_or("中断").to_owned(),
    };
    format!("まで{}手で{how}", end.plies)
}

/// A foul as both formats name it: of the side to move, which wins when the foul is the last move of the record, and
/// loses when it is not in the record.
fn foul(mover: Color, winner: Color, names: ByColor<&str>) -> String {
    format!("{}の反則{}", names[mover], if winner == mover { "勝ち" } else { "負け" })
}

/// What a closing line of KI2 declares.
pub(super) fn read_ki2(text: &str) -> Option<Declaration> {
    let mut read = closing_line(text, Place::FILE)?;
    understand_as_ki2(&mut read);
    Some(read)
}

/// True for a line that is written as most programs write it; some refuse a file that has another one.
pub(super) fn is_common(line: &str) -> bool {
    const SIDES: [&str; 4] = ["先手", "後手", "上手", "下手"];
    const OF_NOBODY: [&str; 6] = ["中断", "封じ手", "持将棋", "千日手", "詰み", "不詰"];
    let Some(rest) = line.strip_prefix("まで") else { return false };
    let unnumbered = rest.trim_start_matches(|char: char| char.is_ascii_digit());
    let Some(how) = unnumbered.strip_prefix("手で").filter(|_| unnumbered.len() < rest.len()) else {
        return false;
    };
    let untimed = how.strip_prefix("時間切れにより").unwrap_or(how);
    let won = SIDES.iter().find_map(|side| untimed.strip_prefix(side));
    match won {
        Some("の勝ち") => true,
        Some("の反則勝ち" | "の反則負け") => untimed.len() == how.len(),
        Some(_) => false,
        None => OF_NOBODY.contains(&how),
    }
}
