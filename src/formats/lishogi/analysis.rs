//! The analysis of a game: an evaluation after every move, and what was better.

use crate::formats::builder::comment_at;
use crate::record::{Code, EngineScore, Evaluation, Place, Record};
use crate::rules::Color;
use serde_json::Value;

/// Adds the evaluations, and as comments the judgements and the moves that were better. Those of moves that are not there
/// are reported at `place`.
pub(super) fn understand(analysis: &Value, record: &mut Record, place: Place) {
    let moves = record.main().plies.len() + record.main().unread;
    let items = analysis.as_array().map_or(&[][..], Vec::as_slice);
    if items.len() > moves {
        let message =
            format!("the analysis is of {} moves, the game has {moves}; the rest is ignored", items.len());
        record.report(Code::IgnoredField, place, message);
    }
    for (ply, found) in (1..=moves).zip(items) {
        if let Some(score) = score(found) {
            let depth = found.get("depth").and_then(Value::as_u64).and_then(|depth| depth.try_into().ok());
            record.evaluations.push(Evaluation {
                line: 0,
                ply,
                score,
                depth,
                nodes: None,
                engine: None,
                variation: None,
            });
        }
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let judgement = text(found.get("judgment").and_then(|judgement| judgement.get("comment")));
        let better = text(found.get("variation")).or_else(|| text(found.get("best")));
        let better = better.map(|moves| format!("better: {moves}"));
        record.notes.extend([judgement, better].into_iter().flatten().map(|text| comment_at(ply, text)));
    }
}

/// Centipawns from Sente's view, or a mate, whose length is counted in different ways.
fn score(found: &Value) -> Option<EngineScore> {
    if let Some(mate) = found.get("mate").and_then(Value::as_i64).filter(|mate| *mate != 0) {
        let winner = if mate > 0 { Color::Black } else { Color::White };
        return Some(EngineScore::Mate { winner, plies: None });
    }
    let value = found.get("eval").and_then(Value::as_i64)?;
    Some(EngineScore::Centipawns(value.try_into().ok()?))
}
