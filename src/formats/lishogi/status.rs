//! How a game ended, by its status and its winner.

use crate::formats::builder::declared;
use crate::record::{Code, Ending, Place, Record, Subject};
use crate::rules::Color;
use serde_json::{Map, Value};

/// What a status says, and whom it calls the winner where no field does; `None` for one that is not known.
fn meaning(status: &str) -> Option<(Ending, Subject)> {
    Some(match status {
        "created" | "started" => (Ending::None, Subject::Silent),
        "paused" => (Ending::Adjourned, Subject::Silent),
        "aborted" => (Ending::Interrupted, Subject::Silent),
        "mate" | "stalemate" => (Ending::Checkmate, Subject::MoverLoses),
        "resign" => (Ending::Resignation, Subject::Silent),
        "timeout" => (Ending::Disconnection, Subject::Silent),
        "outoftime" => (Ending::TimeForfeit, Subject::Silent),
        "draw" => (Ending::DrawAgreed, Subject::Nobody),
        "noStart" => (Ending::Forfeit, Subject::Silent),
        "cheat" | "unknownFinish" | "royalsLost" | "bareKing" | "check" => (Ending::Unknown, Subject::Silent),
        "tryRule" => (Ending::TryRule, Subject::Silent),
        "perpetualCheck" => (Ending::PerpetualCheck, Subject::Silent),
        "impasse27" | "impasse" => (Ending::Declaration, Subject::Silent),
        "repetition" => (Ending::Sennichite, Subject::Nobody),
        "illegalMove" => (Ending::IllegalMove, Subject::Silent),
        _ => return None,
    })
}

/// Adds what the game says about its ending.
pub(super) fn declare(game: &Map<String, Value>, record: &mut Record, place: Place) {
    let winner = match game.get("winner").and_then(Value::as_str) {
        Some("sente") => Some(Color::Black),
        Some("gote") => Some(Color::White),
        Some(other) => {
            record.report(Code::BadHeader, place, format!("winner `{other}` is neither `sente` nor `gote`"));
            None
        }
        None => None,
    };
    let status = game.get("status").map_or_else(
        || "",
        |status| status.as_str().or_else(|| status.get("name")?.as_str()).unwrap_or_default(),
    );
    let (mut ending, said) = meaning(status).unwrap_or_else(|| {
        if !status.is_empty() {
            record.report(Code::EndingUnknown, place, format!("`{status}` is not a known status"));
        }
        (Ending::Unknown, Subject::Silent)
    });
    // A player who left does not always lose.
    if status == "timeout" && winner.is_none() {
        ending = Ending::DrawAgreed;
    }
    if ending == Ending::None && winner.is_none() || status.is_empty() && winner.is_none() {
        return;
    }
    let declarations = &mut record.lines[0].declarations;
    let subject =
        winner.map_or(if ending == Ending::DrawAgreed { Subject::Nobody } else { said }, Subject::Winner);
    let is_draw = said == Subject::Nobody && winner.is_some();
    if is_draw {
        declarations.push(declared(ending, said, status, place));
        ending = Ending::Unknown;
    }
    let word = if status.is_empty() { "winner" } else { status };
    let ending = if ending == Ending::None { Ending::Unknown } else { ending };
    declarations.push(declared(ending, subject, word, place));
}
