//! The facts behind a verified ending, as the JSON object of the column `facts`.

use crate::record::Ending;
use crate::replay::{Game, Outcome};
use serde_json::{Map, Value, json};

/// The facts worth keeping about how a game ended; `None` when there are none.
pub(super) fn to_json(game: &Game) -> Option<String> {
    let Outcome { facts, declared, verified, .. } = &game.outcome;
    let mut object = Map::new();
    let mut note = |name: &str, value: Value| object.insert(name.to_owned(), value);
    if facts.mate {
        note("mate", json!(true));
    }
    for (name, is_so) in [
        ("futile_interpositions", facts.futile_interpositions),
        ("could_declare", facts.could_declare),
        ("at_move_limit", facts.at_move_limit),
    ] {
        if is_so {
            note(name, json!(true));
        }
    }
    if facts.no_legal_move {
        note("no_legal_move", json!(true));
    }
    if facts.mate_in_one {
        note("mate_in_one", json!(true));
    }
    if let Some(repetition) = &facts.repetition {
        note("repetition_plies", json!(repetition.occurrences));
        note("black_checked_throughout", json!(repetition.black_checked_throughout));
        note("white_checked_throughout", json!(repetition.white_checked_throughout));
    } else if let Some(occurrences) = facts.threefold {
        note("repetition_plies", json!(occurrences));
    } else if matches!(declared, Ending::Sennichite | Ending::PerpetualCheck | Ending::Threefold) {
        note("most_occurrences", json!(facts.occurrences));
    }
    let impasse = |ending| matches!(ending, Ending::Jishogi | Ending::Declaration);
    if facts.both_kings_entered || impasse(*declared) || impasse(*verified) {
        note("points", json!({ "black": facts.points.black, "white": facts.points.white }));
        note("both_kings_entered", json!(facts.both_kings_entered));
    }
    if let Some(points) = facts.declaration_points {
        note("declaration_points", json!(points));
    }
    if !facts.failed_conditions.is_empty() {
        let failed: Vec<&str> = facts.failed_conditions.iter().map(|condition| condition.name()).collect();
        note("failed_conditions", json!(failed));
    }
    if let Some((rule, ply)) = facts.broken {
        note("broken_rule", json!(rule.name()));
        note("broken_at_ply", json!(ply));
    }
    if let Some(offender) = facts.offender {
        note("offender", json!(offender.name()));
    }
    if let Some(ply) = facts.continues_after_end {
        note("continues_after_end", json!(ply));
    }
    (!object.is_empty()).then(|| Value::Object(object).to_string())
}
