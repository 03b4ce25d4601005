//! The parts of a JKF move: squares, pieces, words and times.

use serde::de::MapAccess;
use serde_json::Number;
use std::borrow::Cow;

use super::lenient::{Field, Fields, Shape};
use super::mismatches::At;
use crate::notation::{csa, kif};
use crate::record::{Clock, Code, Origin, Promotion, Relative, WrittenMove};
use crate::rules::Color;
use crate::rules::shogi::{PieceKind, Square};

/// A move. A part that cannot be understood ends the line, so that most of them are judged in [`Move::written`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Move {
    color: Field<Color>,
    from: Field<Square>,
    to: Field<Square>,
    piece: Field<PieceKind>,
    same: Field<bool>,
    promote: Field<Promote>,
    relative: Field<Words>,
}

impl Move {
    /// Whether the move says its origin, or that it has none.
    pub fn has_origin(&self) -> bool {
        self.from != Field::Missing
    }

    /// The move as the text has it; `Err` names its part that cannot be understood. In a record that has origins one
    /// without it is a drop.
    pub fn written(&self, has_origins: bool) -> Result<WrittenMove, &'static str> {
        let to = self.to.fits().map_err(|_| ".to")?;
        if to.is_none() && self.same != Field::Is(true) {
            return Err(", which has neither `to` nor `same`,");
        }
        let Words(relative, dropped) = self.relative.fits().map_err(|_| ".relative")?.unwrap_or_default();
        let origin = match self.from.fits().map_err(|_| ".from")? {
            Some(from) => Origin::Board(from),
            None if dropped || has_origins && relative.is_empty() => Origin::Hand,
            None => Origin::Unstated,
        };
        let piece = self.piece.fits().map_err(|_| ".piece")?;
        let promotion = match self.promote.fits().map_err(|_| ".promote")? {
            None => Promotion::Unstated,
            Some(Promote(true)) => Promotion::Yes,
            Some(Promote(false)) => Promotion::No,
        };
        let color = self.color.fits().map_err(|_| ".color")?;
        Ok(WrittenMove { to, origin, piece, promotion, color, relative, ..WrittenMove::default() })
    }
}

impl<'de> Shape<'de> for Move {
    const WANTED: Option<&'static str> = None;

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut mv, mut capture) = (Self::default(), Field::<Capture>::Missing);
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "color" => fields.read("color", &mut mv.color)?,
                "from" => fields.read("from", &mut mv.from)?,
                "to" => fields.read("to", &mut mv.to)?,
                "piece" => fields.read("piece", &mut mv.piece)?,
                "same" => fields.read("same", &mut mv.same)?,
                "promote" => fields.read("promote", &mut mv.promote)?,
                "relative" => fields.read("relative", &mut mv.relative)?,
                "capture" => fields.read("capture", &mut capture)?,
                _ => fields.unknown(&name)?,
            }
        }
        Ok(Some(mv))
    }
}

/// `{"x": 7, "y": 6}`.
impl<'de> Shape<'de> for Square {
    const WANTED: Option<&'static str> = None;

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut file, mut rank) = (Field::<Ordinal>::Missing, Field::<Ordinal>::Missing);
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "x" => fields.read("x", &mut file)?,
                "y" => fields.read("y", &mut rank)?,
                _ => fields.unknown(&name)?,
            }
        }
        Ok(file.value().zip(rank.value()).and_then(|(file, rank)| Self::new(file.0, rank.0)))
    }
}

/// A file or rank.
struct Ordinal(u8);

impl Shape<'_> for Ordinal {
    const WANTED: Option<&'static str> = None;

    fn number(number: &Number, _: &At<'_>) -> Option<Self> {
        u8::try_from(number.as_u64()?).ok().map(Self)
    }
}

/// The side of a number (0 Black, 1 White) or, in old files, a truth value.
impl Shape<'_> for Color {
    const WANTED: Option<&'static str> = None;

    fn number(number: &Number, _: &At<'_>) -> Option<Self> {
        match number.as_u64()? {
            0 => Some(Self::Black),
            1 => Some(Self::White),
            _ => None,
        }
    }

    fn truth(truth: bool, _: &At<'_>) -> Option<Self> {
        Some(if truth { Self::Black } else { Self::White })
    }
}

/// A piece by its name.
impl<'de> Shape<'de> for PieceKind {
    const WANTED: Option<&'static str> = None;

    fn text(name: Cow<'de, str>, _: &At<'_>) -> Option<Self> {
        kind(&name)
    }
}

/// The piece of CSA's two letters or of a Japanese name.
pub(super) fn kind(name: &str) -> Option<PieceKind> {
    if let [first, second] = name.as_bytes() {
        return csa::piece_kind([*first, *second]);
    }
    let mut chars = name.chars();
    match (chars.next()?, chars.next()) {
        (char, None) => kif::piece_kind(char),
        ('成', Some(char)) => kif::piece_kind(char)?.promoted(),
        _ => None,
    }
}

/// The piece that is taken. The board knows it too, so that nothing is lost when it cannot be understood.
struct Capture;

impl<'de> Shape<'de> for Capture {
    const WANTED: Option<&'static str> = Some("the name of a piece");

    fn text(name: Cow<'de, str>, _: &At<'_>) -> Option<Self> {
        kind(&name).map(|_| Self)
    }
}

/// Whether the piece promotes: where that is neither said nor denied, the move has another meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Promote(bool);

impl Shape<'_> for Promote {
    const WANTED: Option<&'static str> = None;

    fn truth(truth: bool, _: &At<'_>) -> Option<Self> {
        Some(Self(truth))
    }
}

/// The words `LCR` and `UMD`, and whether `H` says that the piece is dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Words(Relative, bool);

impl<'de> Shape<'de> for Words {
    const WANTED: Option<&'static str> = None;

    fn text(text: Cow<'de, str>, _: &At<'_>) -> Option<Self> {
        let mut words = Self::default();
        for letter in text.chars() {
            words.0 = words.0.with(match letter {
                'L' => Relative::LEFT,
                'C' => Relative::STRAIGHT,
                'R' => Relative::RIGHT,
                'U' => Relative::UP,
                'M' => Relative::SIDEWAYS,
                'D' => Relative::DOWN,
                'H' => {
                    words.1 = true;
                    Relative::default()
                }
                _ => return None,
            });
        }
        Some(words)
    }
}

/// `{"now": {"m": 0, "s": 5}, "total": {"h": 0, "m": 0, "s": 5}}`.
impl<'de> Shape<'de> for Clock {
    const WANTED: Option<&'static str> = Some("an object");

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut now, mut total) = (Field::<Time>::Missing, Field::<Time>::Missing);
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "now" => fields.read("now", &mut now)?,
                "total" => fields.read("total", &mut total)?,
                _ => fields.unknown(&name)?,
            }
        }
        let milliseconds = |time: Field<Time>| time.value().and_then(|time| time.0);
        Ok(Some(Self { spent: milliseconds(now), total: milliseconds(total) }))
    }
}

/// A time in milliseconds, if it can be understood.
struct Time(Option<i32>);

impl<'de> Shape<'de> for Time {
    const WANTED: Option<&'static str> = Some("an object");

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut hours, mut minutes, mut seconds) = (Field::Missing, Field::Missing, Field::Missing);
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "h" => fields.read("h", &mut hours)?,
                "m" => fields.read("m", &mut minutes)?,
                "s" => fields.read("s", &mut seconds)?,
                _ => fields.unknown(&name)?,
            }
        }
        let mut sum = 0.0;
        for (name, part, unit) in [("h", hours, 3600.0), ("m", minutes, 60.0), ("s", seconds, 1.0)] {
            match part.fits() {
                Ok(number) => sum += number.map_or(0.0, |Amount(number)| number * unit),
                // Without one of its parts it would be another time.
                Err(kind) => {
                    let what = format_args!("is {kind}, not a number; the time is ignored");
                    at.name(name).report(Code::IgnoredField, what);
                    return Ok(Some(Self(None)));
                }
            }
        }
        let milliseconds = sum * 1000.0;
        if milliseconds.abs() >= f64::from(i32::MAX) {
            at.report(Code::BadClock, "is longer than any game; it is ignored");
            return Ok(Some(Self(None)));
        }
        if milliseconds < 0.0 {
            at.report(Code::BadClock, "is negative; it is kept");
        }
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        Ok(Some(Self(Some((milliseconds + 0.5_f64.copysign(milliseconds)) as i32))))
    }
}

/// A number of hours, minutes or seconds.
struct Amount(f64);

impl Shape<'_> for Amount {
    const WANTED: Option<&'static str> = None;

    fn number(number: &Number, _: &At<'_>) -> Option<Self> {
        number.as_f64().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::jkf::read;
    use crate::formats::jkf::tests::node_findings;
    use crate::record::Clock;

    const MOVE: &str = r#""move":{"to":{"x":7,"y":6},"piece":"FU"}"#;

    #[test]
    fn parts_of_a_move_and_times() {
        for (json, want) in [
            (
                format!("{{{MOVE},\"time\":{{\"now\":3,\"all\":4}}}}"),
                "J003 moves[1].time.now is a number, not an object; it is ignored; J003 moves[1].time.all is not a field of JKF; it is ignored",
            ),
            (
                format!("{{{MOVE},\"time\":{{\"now\":{{\"m\":\"1\",\"s\":5}}}}}}"),
                "J003 moves[1].time.now.m is text, not a number; the time is ignored",
            ),
            (
                format!("{{{MOVE},\"time\":{{\"now\":{{\"s\":-5}}}}}}"),
                "F007 moves[1].time.now is negative; it is kept",
            ),
            (
                format!("{{{MOVE},\"time\":{{\"total\":{{\"h\":1e9}}}}}}"),
                "F007 moves[1].time.total is longer than any game; it is ignored",
            ),
            (
                MOVE.replace("\"x\":7", "\"x\":7,\"z\":1"),
                "J003 moves[1].move.to.z is not a field of JKF; it is ignored",
            ),
            (
                MOVE.replace("\"FU\"", "\"FU\",\"same\":1"),
                "J003 moves[1].move.same is a number, not a truth value; it is ignored",
            ),
            (
                MOVE.replace("\"FU\"", "\"FU\",\"capture\":\"XX\""),
                "J003 moves[1].move.capture is text, not the name of a piece; it is ignored",
            ),
            (MOVE.replace("\"FU\"", "\"FU\",\"capture\":null,\"promote\":null"), ""),
            (
                MOVE.replace("\"FU\"", "\"FU\",\"promote\":1"),
                "J002 moves[1].move.promote cannot be understood; the line ends before it",
            ),
        ] {
            let json = if json.starts_with('{') { json } else { format!("{{{json}}}") };
            assert_eq!(node_findings(&json), want, "{json}");
        }
    }

    #[test]
    fn a_time_is_read_whole_or_not_at_all() {
        let clock = |time: &str| {
            let record = read(&format!("{{\"moves\":[{{}},{{{MOVE},\"time\":{time}}}]}}")).remove(0);
            record.lines[0].plies[0].clock
        };
        let clock_of = |spent, total| Clock { spent, total };
        for (time, want) in [
            (r#"{"now":{"m":1,"s":5},"total":{"h":1,"m":1,"s":5}}"#, clock_of(Some(65_000), Some(3_665_000))),
            (r#"{"now":{"m":1,"s":"5"},"total":{"s":5}}"#, clock_of(None, Some(5000))),
            (r#"{"now":{"s":1.2344},"total":{"s":-5}}"#, clock_of(Some(1234), Some(-5000))),
            (r#"{"now":{},"total":{"h":600}}"#, clock_of(Some(0), None)),
            (r#"{"now":{"h":null,"s":1}}"#, clock_of(Some(1000), None)),
        ] {
            assert_eq!(clock(time), want, "{time}");
        }
    }
}
