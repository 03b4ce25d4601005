//! One game.

use super::{analysis, headers, moment, players, status};
use crate::formats::builder::{add_move, break_off, excerpt, report_no_moves};
use crate::record::{Clock, Code, Place, Record, Start, StartSource, WrittenMove};
use crate::rules::shogi::Move;
use crate::rules::{Variant, VariantSetup, dobutsu};
use serde_json::{Map, Value};

/// The record that a game has in place of its moves.
pub(super) fn notation(json: &Value) -> Option<&str> {
    let game = json.as_object().filter(|game| !game.contains_key("moves"))?;
    game.get("notation")?.as_str()
}

/// The record of a game; `None` for a value that is none.
pub(super) fn game(json: &Value, place: Place) -> Option<Record> {
    let outer = json.as_object()?;
    // Games for bots have the moves and the status in an object of their own.
    let merged;
    let game = match outer.get("state").and_then(Value::as_object) {
        Some(state) => {
            merged = outer.iter().chain(state).map(|(name, value)| (name.clone(), value.clone())).collect();
            &merged
        }
        None => outer,
    };
    let moves = game.get("moves").and_then(Value::as_str);
    let is_game = moves.is_some() || game.contains_key("players") && game.contains_key("variant");
    if !is_game {
        return None;
    }
    let mut record = Record { headers: headers::of(outer), ..Record::default() };
    start(game, &mut record, place);
    if players::understand(game, &mut record.info).is_err() {
        let message = "the players are White and Black: this is a game of chess";
        record.report(Code::UnknownHandicap, place, message);
        record.unusable = Some(Code::UnknownHandicap);
    }
    understand(game, &mut record);
    read_moves(moves.unwrap_or_default(), &mut record, place);
    if moves.is_none() {
        let message = "the game has no `moves`; they are part of an export when they are asked for";
        record.report(Code::IgnoredField, place, message);
    }
    times(game, &mut record, place);
    if let Some(found) = game.get("analysis") {
        analysis::understand(found, &mut record, place);
    }
    // The move that lost the game by breaking a rule is not among the moves.
    if let Some(illegal) = game.get("illegalUsi").and_then(Value::as_str) {
        read_moves(illegal, &mut record, place);
    }
    status::declare(game, &mut record, place);
    report_no_moves(&mut record);
    Some(record)
}

/// The variant and the position.
fn start(game: &Map<String, Value>, record: &mut Record, place: Place) {
    let name = match game.get("variant") {
        None | Some(Value::Null) => "standard",
        Some(variant) => variant.as_str().or_else(|| variant.get("key")?.as_str()).unwrap_or_default(),
    };
    let variant = match name {
        "standard" | "fromPosition" => Variant::Shogi,
        "dobutsu" | "dobutsushogi" => Variant::Dobutsu,
        other => {
            let message = format!("`{}` is another game than shogi", excerpt(other));
            record.report(Code::UnknownHandicap, place, message);
            record.unusable = Some(Code::UnknownHandicap);
            return;
        }
    };
    let sfen = game.get("initialSfen").and_then(Value::as_str).filter(|sfen| *sfen != "startpos");
    let Some(sfen) = sfen else {
        record.start.setup = VariantSetup::startpos(variant);
        return;
    };
    match VariantSetup::from_sfen(variant, sfen) {
        Ok(setup) => record.start = Start { setup, source: StartSource::Diagram, ..Start::default() },
        Err(error) => {
            record.report(Code::BadStart, place, format!("not SFEN: {error}"));
            record.unusable = Some(Code::BadStart);
        }
    }
}

/// Dates and the time control. Byōyomi of several periods has no form that says more than the headers.
fn understand(game: &Map<String, Value>, record: &mut Record) {
    record.info.started = game.get("createdAt").and_then(moment::read);
    record.info.ended = game.get("lastMoveAt").and_then(moment::read);
    let Some(clock) = game.get("clock").and_then(Value::as_object) else { return };
    let seconds = |name: &str| clock.get(name).and_then(Value::as_u64).unwrap_or(0);
    let (initial, byoyomi, increment) = (seconds("initial"), seconds("byoyomi"), seconds("increment"));
    let periods = match seconds("periods") {
        periods if periods > 1 && byoyomi > 0 => format!("({periods})"),
        _ => String::new(),
    };
    record.info.time_control = Some(format!("{initial}+{byoyomi}{periods}+{increment}"));
}

fn read_moves(moves: &str, record: &mut Record, place: Place) {
    let variant = record.variant();
    for word in moves.split_ascii_whitespace() {
        let mv = Move::from_usi_bytes(word.as_bytes());
        match mv.filter(|mv| variant == Variant::Shogi || dobutsu::Move::from_shogi(*mv).is_some()) {
            Some(mv) => add_move(record, WrittenMove::from(mv), place),
            None if record.unusable.is_some() => record.lines[0].unread += 1,
            None if record.lines[0].unread == 0 => break_off(record, place, word),
            None => record.lines[0].unread += 1,
        }
    }
}

/// The time of each move, in hundredths of a second. What was left after each move tells it only where nothing else
/// was added to it than a known increment.
fn times(game: &Map<String, Value>, record: &mut Record, place: Place) {
    let list = |names: &[&str]| names.iter().find_map(|name| game.get(*name)?.as_array());
    let plies = &mut record.lines[0].plies;
    if let Some(spent) = list(&["moveCentis", "movetimes"]) {
        for (ply, time) in plies.iter_mut().zip(spent) {
            ply.clock = Clock { spent: time.as_i64().and_then(milliseconds), total: None };
        }
    } else if let Some(left) = list(&["clocks"]) {
        let clock = |name: &str| game.get("clock").and_then(|clock| clock.get(name)?.as_i64());
        let (Some(initial), Some(0) | None) = (clock("initial"), clock("byoyomi")) else {
            let message = "`clocks` says what is left, from which no time of a move follows here; it is kept as a header";
            return record.report(Code::BadClock, place, message);
        };
        let increment = clock("increment").unwrap_or(0).saturating_mul(100);
        let mut before = [initial.saturating_mul(100); 2];
        for (index, (ply, time)) in plies.iter_mut().zip(left).enumerate() {
            let Some(left) = time.as_i64() else { break };
            let spent = before[index % 2].saturating_add(increment).saturating_sub(left);
            before[index % 2] = left;
            // The clocks of some sites start with the second move.
            ply.clock.spent = milliseconds(spent).filter(|spent| *spent >= 0);
        }
    }
}

fn milliseconds(hundredths: i64) -> Option<i32> {
    i32::try_from(hundredths.checked_mul(10)?).ok()
}
