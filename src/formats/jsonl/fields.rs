//! The fields of an object: what is read, and what is not believed.

use crate::record::{Code, EngineScore, Evaluation, PartialDate, Place, Record};
use crate::rules::Color;
use serde_json::{Map, Value};

/// What is read, and what was found out about the game or says where it was found, which is not.
const KNOWN: [&str; 42] = [
    "variant",
    "start_sfen",
    "handicap",
    "moves",
    "plies",
    "declared_ending",
    "declared_word",
    "declared_winner",
    "black",
    "white",
    "black_rating",
    "white_rating",
    "event",
    "place",
    "started",
    "ended",
    "time_control",
    "opening",
    "clocks_ms",
    "evaluations",
    "record",
    "id",
    "source",
    "game_index",
    "format",
    "encoding",
    "kind",
    "placing",
    "verified_ending",
    "verified_winner",
    "agreement",
    "winner",
    "broken_rule",
    "final_sfen",
    "branches",
    "black_name",
    "black_rank",
    "white_name",
    "white_rank",
    "notes",
    "diagnostics",
    "fingerprint",
];

/// Reads fields and reports those that are of another type.
pub(super) struct Fields<'a> {
    pub object: &'a Map<String, Value>,
    pub place: Place,
}

impl<'a> Fields<'a> {
    /// The value of a field that is there and not null.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// What `read` makes of a field; a value of which it makes nothing is reported as not being `what`.
    pub fn read<T>(
        &self,
        record: &mut Record,
        name: &str,
        what: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(name)?;
        let found = read(value);
        if found.is_none() {
            record.report(Code::IgnoredField, self.place, format!("{name} is not {what}; it is ignored"));
        }
        found
    }

    pub fn text(&self, record: &mut Record, name: &str) -> Option<String> {
        self.read(record, name, "text", |value| value.as_str().map(str::to_owned))
    }

    pub fn number(&self, record: &mut Record, name: &str) -> Option<f64> {
        self.read(record, name, "a number", Value::as_f64)
    }

    pub fn date(&self, record: &mut Record, name: &str) -> Option<PartialDate> {
        self.read(record, name, "a date", |value| PartialDate::parse(value.as_str()?))
    }

    pub fn side(&self, record: &mut Record, name: &str) -> Option<Color> {
        self.read(record, name, "`black` or `white`", |value| side(value.as_str()?))
    }

    /// Reports the fields that objects of this kind do not have.
    pub fn report_unknown(&self, record: &mut Record) {
        for name in self.object.keys().filter(|name| !KNOWN.contains(&name.as_str())) {
            let message = format!("{name} is not a field of kura's objects; it is ignored");
            record.report(Code::IgnoredField, self.place, message);
        }
    }
}

fn side(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

/// One item of `evaluations`.
pub(super) fn evaluation(item: &Value) -> Option<Evaluation> {
    let field = |name: &str| item.get(name).filter(|value| !value.is_null());
    let number = |name: &str| field(name).and_then(Value::as_u64);
    let text = |name: &str| field(name).and_then(Value::as_str).map(str::to_owned);
    let score = match field("centipawns") {
        Some(value) => EngineScore::Centipawns(value.as_i64()?.try_into().ok()?),
        None => EngineScore::Mate {
            winner: side(field("mate_for")?.as_str()?)?,
            plies: number("mate_plies").and_then(|plies| plies.try_into().ok()),
        },
    };
    Some(Evaluation {
        line: usize::try_from(number("line")?).ok()?,
        ply: usize::try_from(number("ply")?).ok()?,
        score,
        depth: number("depth").and_then(|depth| depth.try_into().ok()),
        nodes: number("nodes"),
        engine: text("engine"),
        variation: text("variation"),
    })
}
