//! Start positions of JKF: presets by name, and positions square by square.

use serde::de::{MapAccess, SeqAccess};
use serde_json::{Map, Number, Value, json};
use std::borrow::Cow;

use super::lenient::{Field, Fields, Shape, items};
use super::mismatches::At;
use super::part;
use crate::formats::kakinoki::handicap::{self, Handicap};
use crate::notation::csa;
use crate::record::Code;
use crate::rules::Color;
use crate::rules::shogi::{Hand, Piece, PieceKind, Setup, Square};

/// Presets and the names of their handicaps.
const PRESETS: &[(&str, &str)] = &[
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The presets that every program knows, and means the same by.
const WRITTEN: [&str; 11] = ["HIRATE", "KY", "KY_R", "KA", "HI", "HIKY", "2", "4", "6", "8", "10"];

/// The handicap of a preset, its position, and the reason when that is a guess.
pub(super) fn preset(name: &str) -> Option<(&'static str, Setup, Option<&'static str>)> {
    let (_, handicap) = PRESETS.iter().find(|(preset, _)| *preset == name)?;
    match handicap::find(handicap) {
        Handicap::Known(setup, guess) => Some((handicap, setup, guess)),
        Handicap::Custom | Handicap::Unknown => None,
    }
}

/// Where a game starts.
#[derive(Debug, Default)]
pub(super) struct Initial<'a> {
    pub preset: Field<Cow<'a, str>>,
    pub data: Field<Data>,
}

impl<'de> Shape<'de> for Box<Initial<'de>> {
    const WANTED: Option<&'static str> = None;

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut initial = Self::default();
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "preset" => fields.read("preset", &mut initial.preset)?,
                "data" => fields.read("data", &mut initial.data)?,
                _ => fields.unknown(&name)?,
            }
        }
        Ok(Some(initial))
    }
}

/// A position square by square.
#[derive(Debug, Default)]
pub(super) struct Data {
    color: Field<Color>,
    board: Field<Files>,
    hands: Field<Hands>,
}

impl<'de> Shape<'de> for Data {
    const WANTED: Option<&'static str> = None;

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut data = Self::default();
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "color" => fields.read("color", &mut data.color)?,
                "board" => fields.read("board", &mut data.board)?,
                "hands" => fields.read("hands", &mut data.hands)?,
                _ => fields.unknown(&name)?,
            }
        }
        Ok(Some(data))
    }
}

/// The nine files, from Black's right.
#[derive(Debug)]
struct Files(Vec<Field<Squares>>);

impl<'de> Shape<'de> for Files {
    const WANTED: Option<&'static str> = None;

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut files = Vec::new();
        items(&mut list, at, |file, _| files.push(file))?;
        Ok(Some(Self(files)))
    }
}

/// The nine squares of a file, from White's side.
#[derive(Debug)]
struct Squares(Vec<Cell>);

impl<'de> Shape<'de> for Squares {
    const WANTED: Option<&'static str> = None;

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut squares = Vec::new();
        items(&mut list, at, |cell: Field<Cell>, _| squares.push(cell.value().unwrap_or(Cell::Empty)))?;
        Ok(Some(Self(squares)))
    }
}

/// What stands on a square.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Empty,
    Piece(Piece),
    Unclear,
}

impl<'de> Shape<'de> for Cell {
    const WANTED: Option<&'static str> = Some("an object");

    /// A side without a piece is no piece: some programs write one for every square.
    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut color, mut kind) = (Field::Missing, Field::Missing);
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "color" => fields.read("color", &mut color)?,
                "kind" => fields.read("kind", &mut kind)?,
                _ => fields.unknown(&name)?,
            }
        }
        Ok(Some(match (kind, color) {
            (Field::Missing | Field::Null, _) => Self::Empty,
            (Field::Is(kind), Field::Is(color)) => Self::Piece(Piece { color, kind }),
            _ => Self::Unclear,
        }))
    }
}

/// Black's hand and White's.
#[derive(Debug)]
struct Hands(Vec<Field<Hand>>);

impl<'de> Shape<'de> for Hands {
    const WANTED: Option<&'static str> = Some("a list");

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut hands = Vec::new();
        items(&mut list, at, |hand, at| match hands.len() {
            0 | 1 => hands.push(hand),
            _ => at.report(Code::IgnoredField, "is the hand of a third side; it is ignored"),
        })?;
        Ok(Some(Self(hands)))
    }
}

/// `{"FU": 2, "KI": 1}`.
impl<'de> Shape<'de> for Hand {
    const WANTED: Option<&'static str> = None;

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut counts = [const { Field::Missing }; PieceKind::HAND.len()];
        let (mut fields, mut clear) = (Fields::new(object, at), true);
        while let Some(name) = fields.next()? {
            let known = part::kind(&name);
            match PieceKind::HAND.iter().position(|kind| known == Some(*kind)) {
                Some(index) => fields.read(&name, &mut counts[index])?,
                None => {
                    clear = false;
                    fields.skip()?;
                }
            }
        }
        let mut hand = Self::default();
        for (kind, count) in PieceKind::HAND.into_iter().zip(counts) {
            match count {
                Field::Missing => {}
                Field::Is(Count(count)) => hand.set(kind, count),
                Field::Null | Field::Mismatch(_) => clear = false,
            }
        }
        Ok(clear.then_some(hand))
    }
}

/// How many pieces of a kind are in hand.
#[derive(Clone, Copy, Debug)]
struct Count(u8);

impl Shape<'_> for Count {
    const WANTED: Option<&'static str> = None;

    fn number(number: &Number, _: &At<'_>) -> Option<Self> {
        u8::try_from(number.as_u64()?).ok().filter(|count| *count <= 18).map(Self)
    }
}

/// The position that is given square by square. `Err` names the field that cannot be understood.
pub(super) fn position(data: &Data) -> Result<Setup, String> {
    let mut setup = Setup { turn: data.color.value().ok_or("color")?, ..Setup::default() };
    let Files(files) = data.board.as_ref().value().ok_or("board")?;
    if files.len() != 9 {
        return Err(format!("board, which has {} of the 9 files,", files.len()));
    }
    for (file, squares) in (1..).zip(files) {
        let squares = squares.as_ref().value().filter(|squares| squares.0.len() == 9);
        let squares = squares.ok_or_else(|| format!("board[{}]", file - 1))?;
        for (rank, cell) in (1..).zip(&squares.0) {
            let piece = match cell {
                Cell::Empty => None,
                Cell::Piece(piece) => Some(*piece),
                Cell::Unclear => return Err(format!("board[{}][{}]", file - 1, rank - 1)),
            };
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = piece;
            }
        }
    }
    let hands = data.hands.as_ref().value().map_or(&[][..], |hands| &hands.0);
    for ((side, color), hand) in [Color::Black, Color::White].into_iter().enumerate().zip(hands) {
        setup.hands[color] = hand.value().ok_or_else(|| format!("hands[{side}]"))?;
    }
    Ok(setup)
}

/// The `initial` of a position.
pub(super) fn write(setup: &Setup) -> Value {
    if let Some(name) = handicap::name_of(setup)
        && let Some((preset, _)) = PRESETS.iter().find(|(_, handicap)| *handicap == name)
        && WRITTEN.contains(preset)
    {
        return json!({ "preset": preset });
    }
    let piece = |piece: Option<Piece>| {
        piece.map_or_else(
            || json!({}),
            |piece| json!({"color": piece.color.index(), "kind": csa::piece_code(piece.kind)}),
        )
    };
    let file = |file| -> Value {
        (1..=9)
            .map(|rank| piece(Square::new(file, rank).and_then(|square| setup.board[square.index()])))
            .collect()
    };
    let hand = |hand: Hand| -> Value {
        let counts: Map<String, Value> = PieceKind::HAND
            .into_iter()
            .map(|kind| (csa::piece_code(kind).to_owned(), hand.count(kind).into()))
            .collect();
        counts.into()
    };
    json!({
        "preset": "OTHER",
        "data": {
            "color": setup.turn.index(),
            "board": (1..=9).map(file).collect::<Value>(),
            "hands": [hand(setup.hands.black), hand(setup.hands.white)],
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::lenient::Seed;
    use super::super::mismatches::Mismatches;
    use super::*;
    use crate::formats::jkf;
    use crate::formats::jkf::tests::findings;
    use serde::de::DeserializeSeed;
    use std::cell::RefCell;

    fn read(data: &Value) -> Result<Setup, String> {
        let mismatches = RefCell::<Mismatches>::default();
        position(&Seed::<Data>::new(&At::root(&mismatches)).deserialize(data).unwrap().value().unwrap())
    }

    #[test]
    fn positions_there_and_back() {
        for (preset_name, handicap) in PRESETS {
            let (name, setup, guess) = preset(preset_name).unwrap();
            assert_eq!(name, *handicap);
            let preset = if WRITTEN.contains(preset_name) { preset_name } else { "OTHER" };
            assert_eq!(
                (guess.is_some(), write(&setup)["preset"].as_str()),
                (*preset_name == "3", Some(preset))
            );
        }
        let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
        let setup: Setup = sfen.parse().unwrap();
        assert_eq!(read(&write(&setup)["data"]), Ok(setup));
        for (data, want) in [
            (json!({}), "color"),
            (json!({"color": 0}), "board"),
            (json!({"color": 0, "board": [[]]}), "board, which has 1 of the 9 files,"),
            (json!({"color": 0, "board": vec![json!([]); 9]}), "board[0]"),
            (
                json!({"color": 0, "board": vec![vec![json!({"kind": "??", "color": 0}); 9]; 9]}),
                "board[0][0]",
            ),
            (json!({"color": 0, "board": vec![vec![json!({}); 9]; 9], "hands": [{"OU": 1}]}), "hands[0]"),
            (
                json!({"color": 0, "board": vec![vec![json!({}); 9]; 9], "hands": [{}, {"FU": 19}]}),
                "hands[1]",
            ),
            (json!({"color": 0, "board": vec![vec![json!({}); 9]; 9], "hands": [{}, null]}), "hands[1]"),
        ] {
            assert_eq!(read(&data), Err(want.to_owned()));
        }
    }

    #[test]
    fn start_positions_in_part() {
        let start = |json: &str| {
            findings(&jkf::read(&format!("{{\"initial\":{json},\"moves\":[{{}}]}}"))[0]).join("; ")
        };
        let empty = format!("[{}]", [format!("[{}]", ["{}"; 9].join(",")).as_str(); 9].join(","));
        let data = |more: &str| format!("{{\"color\":0,\"board\":{empty}{more}}}");
        for (json, want) in [
            ("3".to_owned(), "F004 initial is a number, not an object"),
            (
                r#"{"preset":3}"#.to_owned(),
                "F004 initial names neither a preset nor a position; \
                 J003 initial.preset is a number, not text; it is ignored",
            ),
            (r#"{"preset":"OTHER","data":3}"#.to_owned(), "F004 initial.data is a number, not an object"),
            (
                format!(r#"{{"preset":3,"data":{}}}"#, data("")),
                "J003 initial.preset is a number, not text; it is ignored",
            ),
            (
                format!(r#"{{"preset":"HIRATE","data":{}}}"#, data("")),
                "J003 initial.data is not the position of `HIRATE`; it is ignored",
            ),
            (
                format!(r#"{{"data":{}}}"#, data(r#","hands":3"#)),
                "J003 initial.data.hands is a number, not a list; it is ignored",
            ),
            (
                format!(r#"{{"data":{}}}"#, data(r#","hands":[{},{"FU":1,"FU":2},{}],"komaochi":0"#)),
                "J003 initial.data.hands[1].FU is there more than once; the last one counts; \
                 J003 initial.data.hands[2] is the hand of a third side; it is ignored; \
                 J003 initial.data.komaochi is not a field of JKF; it is ignored",
            ),
            (
                format!(r#"{{"data":{}}}"#, data("").replacen("{}", "3", 1)),
                "J003 initial.data.board[0][0] is a number, not an object; it is ignored",
            ),
        ] {
            assert_eq!(start(&json), want, "{json}");
        }
    }
}
