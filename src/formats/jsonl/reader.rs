//! One object.

use super::details::{NAMES, StoredDetails};
use super::fields::{Fields, evaluation};
use crate::formats::budget::MOST_BRANCHES;
use crate::formats::builder::{add_move, break_off, excerpt, report_no_moves};
use crate::notation::beyond;
use crate::record::{
    Clock, Code, Ending, Header, Info, Line, Place, Ply, Record, Start, StartSource, WrittenMove,
};
use crate::replay::side_after_written;
use crate::rules::{ByColor, Variant, VariantSetup};
use serde_json::Value;

/// The record of an object; `None` for one that has no list of moves.
pub(super) fn game(json: &Value, place: Place) -> Option<Record> {
    let fields = Fields { object: json.as_object()?, place };
    let moves = fields.get("moves")?.as_array().filter(|moves| moves.iter().all(Value::is_string))?;
    let mut record = Record::default();
    let variant = start(&fields, &mut record);
    info(&fields, &mut record);
    for word in moves.iter().filter_map(Value::as_str) {
        match variant.read_move(word) {
            Some(mv) => add_move(&mut record, WrittenMove::from(mv), place),
            None if record.lines[0].unread == 0 => break_off(&mut record, place, word),
            None => record.lines[0].unread += 1,
        }
    }
    if fields.get("plies").is_some_and(|plies| plies.as_u64() != Some(moves.len() as u64)) {
        let message = format!("plies is not the number of moves, {}", moves.len());
        record.report(Code::IgnoredField, place, message);
    }
    clocks(&fields, &mut record);
    let evaluations = fields.read(&mut record, "evaluations", "a list", Value::as_array);
    for item in evaluations.into_iter().flatten() {
        match evaluation(item) {
            Some(found) => record.evaluations.push(found),
            None => record.report(
                Code::IgnoredField,
                place,
                "an evaluation that cannot be understood; it is ignored",
            ),
        }
    }
    let details = details(&fields, &mut record);
    apply(details, &fields, variant, &mut record);
    fields.report_unknown(&mut record);
    check_places(&mut record, place);
    report_no_moves(&mut record);
    Some(record)
}

/// Variant, start position and handicap.
fn start(fields: &Fields<'_>, record: &mut Record) -> Variant {
    let place = fields.place;
    let name = fields.text(record, "variant");
    let variant = name.as_deref().map_or(Some(Variant::Shogi), Variant::from_name);
    let Some(variant) = variant else {
        let message =
            format!("`{}` is another game than shogi", excerpt(name.as_deref().unwrap_or_default()));
        record.report(Code::UnknownHandicap, place, message);
        record.unusable = Some(Code::UnknownHandicap);
        return Variant::Shogi;
    };
    let handicap = fields.text(record, "handicap");
    let even = VariantSetup::startpos(variant);
    let setup = match fields.text(record, "start_sfen") {
        Some(sfen) => VariantSetup::from_sfen(variant, &sfen).map_err(|error| format!("start_sfen: {error}")),
        // Another position may be the first or the last one.
        None => {
            match fields.object.iter().find(|(name, value)| *name != "final_sfen" && is_position(value)) {
                Some((name, _)) => {
                    Err(format!("there is no start_sfen, and `{}` may be another position", excerpt(name)))
                }
                None => {
                    let message = "there is no start_sfen; the game is read from the even position";
                    record.report(Code::IgnoredField, place, message);
                    Ok(even.clone())
                }
            }
        }
    };
    let source = match (&setup, &handicap) {
        (Ok(setup), None) if *setup == even => StartSource::Silence,
        (Ok(setup), Some(_)) if *setup == even => StartSource::Name,
        _ => StartSource::Diagram,
    };
    record.start = Start { setup: even, handicap, source };
    match setup {
        Ok(setup) => record.start.setup = setup,
        Err(message) => {
            record.report(Code::BadStart, place, message);
            record.unusable = Some(Code::BadStart);
        }
    }
    variant
}

fn is_position(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.matches('/').count() == 8)
}

fn info(fields: &Fields<'_>, record: &mut Record) {
    record.info = Info {
        players: ByColor { black: fields.text(record, "black"), white: fields.text(record, "white") },
        ratings: ByColor {
            black: fields.number(record, "black_rating"),
            white: fields.number(record, "white_rating"),
        },
        event: fields.text(record, "event"),
        place: fields.text(record, "place"),
        started: fields.date(record, "started"),
        ended: fields.date(record, "ended"),
        time_control: fields.text(record, "time_control"),
        opening: fields.text(record, "opening"),
        ..Info::default()
    };
}

fn clocks(fields: &Fields<'_>, record: &mut Record) {
    let times = fields.read(record, "clocks_ms", "a list", Value::as_array);
    for (ply, time) in record.lines[0].plies.iter_mut().zip(times.into_iter().flatten()) {
        ply.clock.spent = time.as_i64().and_then(|time| time.try_into().ok());
    }
}

/// The column `record`, and what is said of its fields that are not there.
fn details(fields: &Fields<'_>, record: &mut Record) -> StoredDetails {
    let place = fields.place;
    let Some(value) = fields.get("record") else {
        for name in ["branches", "notes"] {
            if let Some(count) = fields.get(name).and_then(Value::as_u64).filter(|count| *count > 0) {
                let message = format!("{name} says {count}, and `record`, which has them, is not there");
                record.report(Code::IgnoredField, place, message);
            }
        }
        return StoredDetails::default();
    };
    for name in value.as_object().into_iter().flat_map(|object| object.keys()) {
        if !NAMES.contains(&name.as_str()) {
            let message = format!("record.{name} is not a field of kura's objects; it is ignored");
            record.report(Code::IgnoredField, place, message);
        }
    }
    serde_json::from_value(value.clone()).unwrap_or_else(|error| {
        record.report(Code::BadField, place, format!("record cannot be understood: {error}"));
        StoredDetails::default()
    })
}

/// Adds what the column `record` says, and then the ending.
fn apply(details: StoredDetails, fields: &Fields<'_>, variant: Variant, record: &mut Record) {
    let place = fields.place;
    record.headers = details.headers.into_iter().map(|(key, value)| Header { key, value }).collect();
    record.notes = details.comments.into_iter().map(|note| note.note()).collect();
    (record.info.max_moves, record.info.impasse_points) = (details.max_moves, details.impasse_points);
    (record.info.remarks, record.producer) = (details.remarks, details.producer);
    record.is_book_line = details.book_line;
    if let Some(totals) = details.totals_ms {
        let mut clocks: Vec<Clock> = record.main().plies.iter().map(|ply| ply.clock).collect();
        totals.add(&mut clocks);
        record.lines[0].plies.iter_mut().zip(clocks).for_each(|(ply, clock)| ply.clock = clock);
    }
    for (number, branch) in details.branches.into_iter().take(MOST_BRANCHES).enumerate() {
        let mut clocks: Vec<Clock> = vec![Clock::default(); branch.moves.len()];
        clocks.iter_mut().zip(branch.clocks_ms).for_each(|(clock, spent)| clock.spent = spent);
        if let Some(totals) = branch.totals_ms {
            totals.add(&mut clocks);
        }
        let mut line =
            Line { parent: Some(branch.parent.min(number)), after: branch.after, ..Line::default() };
        for (word, clock) in branch.moves.iter().zip(clocks) {
            match variant.read_move(word).filter(|_| line.unread == 0) {
                Some(mv) => line.plies.push(Ply { written: WrittenMove::from(mv), clock, place }),
                None => line.unread += 1,
            }
        }
        if line.unread > 0 || branch.parent > number {
            record.report(
                Code::BadField,
                place,
                format!("record.branches[{number}] cannot be understood completely"),
            );
        }
        record.lines.push(line);
    }
    let said = details.beyond.map(|beyond| beyond::add(record, &beyond.to_string()));
    if said == Some(None) {
        record.report(Code::BadField, place, "record.beyond cannot be understood");
    }
    let ending =
        fields.read(record, "declared_ending", "an ending", |value| Ending::from_name(value.as_str()?));
    if said.flatten() != Some(true)
        && let Some(ending) = ending
    {
        let word = fields.text(record, "declared_word").unwrap_or_default();
        let winner = fields.side(record, "declared_winner");
        let clock = details.ending_ms.map_or_else(Clock::default, |(spent, total)| Clock { spent, total });
        let mover = side_after_written(record.start.turn(), record.main());
        let statement = beyond::usual_ending(ending, &word, winner, mover, clock);
        record.lines[0].declarations.extend(statement);
    }
    if let Some(code) = details.unusable.as_deref().and_then(Code::find) {
        record.report(code, place, "no game could be made of the record from which the object was written");
        record.unusable = Some(code);
    }
}

/// Puts everything into the line of the object, and what belongs to a ply that is not there to one that is.
fn check_places(record: &mut Record, place: Place) {
    let mut wrong = 0_u32;
    let mut reaches: Vec<(usize, usize)> = Vec::with_capacity(record.lines.len());
    for (index, line) in record.lines.iter_mut().enumerate() {
        line.plies.iter_mut().for_each(|ply| ply.place = place);
        line.declarations.iter_mut().for_each(|found| found.place = place);
        if let Some((from, to)) = line.parent.and_then(|parent| reaches.get(parent)).copied()
            && !(from..=to).contains(&line.after)
        {
            wrong += 1;
            line.after = line.after.clamp(from, to);
            line.unread += line.plies.len();
            line.plies.clear();
        }
        debug_assert!(index == reaches.len());
        reaches.push((line.after, line.after + line.plies.len()));
    }
    // A comment may stand behind rows that could not be read, and behind the ending.
    let behind: Vec<usize> =
        record.lines.iter().map(|line| line.unread + usize::from(!line.declarations.is_empty())).collect();
    let mut fit = |line: &mut usize, ply: &mut usize| {
        let fits = reaches.get(*line).is_some_and(|(from, to)| (*from..=*to + behind[*line]).contains(ply));
        if !fits {
            wrong += 1;
            *line = (*line).min(reaches.len() - 1);
            let (from, to) = reaches[*line];
            *ply = (*ply).clamp(from, to);
        }
    };
    record.notes.iter_mut().for_each(|note| fit(&mut note.line, &mut note.ply));
    record.evaluations.iter_mut().for_each(|found| fit(&mut found.line, &mut found.ply));
    if wrong > 0 {
        let message = format!("{wrong} branches, comments or evaluations belong to plies that are not there");
        record.report(Code::BadField, place, message);
    }
}
