//! Start positions of JKF: presets by name, and positions square by square.

use serde_json::{Map, Value, json};

use crate::formats::kif::handicap::{self, Handicap};
use crate::notation::csa;
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

/// The handicap of a preset, its position, and the reason when that is a guess.
pub(super) fn preset(name: &str) -> Option<(&'static str, Setup, Option<&'static str>)> {
    let (_, handicap) = PRESETS.iter().find(|(preset, _)| *preset == name)?;
    match handicap::find(handicap) {
        Handicap::Known(setup, guess) => Some((handicap, setup, guess)),
        Handicap::Custom | Handicap::Unknown => None,
    }
}

/// The side of a number (0 Black, 1 White) or, in old files, a truth value.
pub(super) fn color(value: &Value) -> Option<Color> {
    match (value.as_u64(), value.as_bool()) {
        (Some(0), _) | (_, Some(true)) => Some(Color::Black),
        (Some(1), _) | (_, Some(false)) => Some(Color::White),
        _ => None,
    }
}

/// The piece of CSA's two letters or of a Japanese name.
pub(super) fn kind(name: &str) -> Option<PieceKind> {
    if let [first, second] = name.as_bytes() {
        return csa::piece_kind([*first, *second]);
    }
    let mut letters = name.chars();
    match (letters.next()?, letters.next()) {
        (letter, None) => crate::notation::kif::piece_kind(letter),
        ('成', Some(letter)) => crate::notation::kif::piece_kind(letter)?.promoted(),
        _ => None,
    }
}

/// A position square by square. `Err` names the part that cannot be understood.
pub(super) fn position(data: &Value) -> Result<Setup, String> {
    let mut setup = Setup { turn: data.get("color").and_then(color).ok_or("color")?, ..Setup::default() };
    let files = data.get("board").and_then(Value::as_array).ok_or("board")?;
    if files.len() != 9 {
        return Err(format!("board, which has {} files,", files.len()));
    }
    for (file, squares) in (1..).zip(files) {
        let squares = squares.as_array().filter(|squares| squares.len() == 9);
        for (rank, value) in (1..).zip(squares.ok_or_else(|| format!("board[{}]", file - 1))?) {
            let place = || format!("board[{}][{}]", file - 1, rank - 1);
            let piece = match (value.get("kind").and_then(Value::as_str), value.get("color").and_then(color))
            {
                (None, _) if value.get("kind").is_none_or(Value::is_null) => None,
                (Some(name), Some(color)) => Some(Piece { color, kind: kind(name).ok_or_else(place)? }),
                _ => return Err(place()),
            };
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = piece;
            }
        }
    }
    for (side, color) in [(0, Color::Black), (1, Color::White)] {
        let Some(hand) = data.get("hands").and_then(|hands| hands.get(side)) else { continue };
        let place = || format!("hands[{side}]");
        for (name, count) in hand.as_object().ok_or_else(place)? {
            let kind = kind(name).filter(|kind| PieceKind::HAND.contains(kind)).ok_or_else(place)?;
            let count =
                count.as_u64().and_then(|count| u8::try_from(count).ok()).filter(|count| *count <= 18);
            setup.hands[color].set(kind, count.ok_or_else(place)?);
        }
    }
    Ok(setup)
}

/// The `initial` of a position.
pub(super) fn write(setup: &Setup) -> Value {
    if let Some(name) = handicap::name_of(setup)
        && let Some((preset, _)) = PRESETS.iter().find(|(_, handicap)| *handicap == name)
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
    use super::*;

    #[test]
    fn positions_there_and_back() {
        for (preset_name, handicap) in PRESETS {
            let (name, setup, guess) = preset(preset_name).unwrap();
            assert_eq!(name, *handicap);
            if guess.is_none() {
                assert_eq!(write(&setup), json!({ "preset": preset_name }));
            }
        }
        let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
        let setup: Setup = sfen.parse().unwrap();
        assert_eq!(position(&write(&setup)["data"]), Ok(setup));
        for (data, want) in [
            (json!({}), "color"),
            (json!({"color": 0}), "board"),
            (json!({"color": 0, "board": [[]]}), "board, which has 1 files,"),
            (json!({"color": 0, "board": vec![json!([]); 9]}), "board[0]"),
            (
                json!({"color": 0, "board": vec![vec![json!({"kind": "??", "color": 0}); 9]; 9]}),
                "board[0][0]",
            ),
            (json!({"color": 0, "board": vec![vec![json!({}); 9]; 9], "hands": [{"OU": 1}]}), "hands[0]"),
        ] {
            assert_eq!(position(&data), Err(want.to_owned()));
        }
    }
}
