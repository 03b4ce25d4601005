//! The headers and the start position.

use super::Writer;
use crate::formats::LossCode;
use crate::formats::date_text::says_no_more;
use crate::formats::kakinoki::handicap::{self, Handicap};
use crate::formats::kakinoki::header::{self, Key};
use crate::formats::kakinoki::header_line;
use crate::formats::kakinoki::line_kind::{LineKind, kind};
use crate::formats::kakinoki::{Dialect, animals, diagram, hands};
use crate::record::{Header, PartialDate, Record};
use crate::rules::shogi::Setup;
use crate::rules::{Color, VariantPosition, dobutsu};

/// The handicaps that every program knows, and means the same by. Beside other names a diagram says what is meant.
const NAMES_THAT_ALL_KNOW: [&str; 11] = [
    "平手",
    "香落ち",
    "右香落ち",
    "角落ち",
    "飛車落ち",
    "飛香落ち",
    "二枚落ち",
    "四枚落ち",
    "六枚落ち",
    "八枚落ち",
    "十枚落ち",
];

/// Headers, start position and the separator before the moves.
pub(super) fn write(writer: &mut Writer<'_>) {
    let start = &writer.game.start;
    let name = match start {
        VariantPosition::Shogi(position) => start_name(writer.record, &position.setup()),
        VariantPosition::Dobutsu(position) => Some(animal_name(writer, &position.setup())),
    };
    for (key, value) in headers(writer.record, is_handicap(start), name.as_deref()) {
        line(writer, &key, &value);
    }
    if writer.record.info.has_ratings_apart() {
        let message = format!("{} has no header for the players' ratings", writer.name());
        writer.lose(LossCode::RatingsDropped, message);
    }
    let (diagram, ply) = match start {
        VariantPosition::Shogi(position) => {
            let setup = position.setup();
            let said = name.as_deref().is_some_and(|name| NAMES_THAT_ALL_KNOW.contains(&name));
            ((!said).then(|| diagram::write(&setup)), setup.ply)
        }
        VariantPosition::Dobutsu(position) => {
            let setup = position.setup();
            let said = name.as_deref().and_then(animals::by_name) == Some(setup.clone());
            ((!said).then(|| animals::write(&setup)), setup.ply)
        }
    };
    let is_drawn = diagram.is_some();
    if let Some(diagram) = diagram {
        writer.text += &diagram;
        if ply > 1 {
            // Behind a `#` it does not disturb programs that have no such line.
            writer.text += &format!("#手数＝{}  まで\n", ply - 1);
        }
    }
    if let Some(turn) = turn_to_be_said(writer, is_drawn) {
        writer.text += turn;
    }
    writer.text += match writer.dialect {
        Dialect::Kif => "手数----指手---------消費時間--\n",
        Dialect::Ki2 => "\n",
    };
}

/// True for a game with a handicap that has a name.
pub(super) fn is_handicap(start: &VariantPosition) -> bool {
    start.shogi().is_some_and(|position| {
        position.turn() == Color::White && handicap::name_of(&position.setup()).is_some()
    })
}

/// The line that says who moves first, where a reader would go by the first move and that move is against the rules.
/// For White a diagram has it already.
fn turn_to_be_said(writer: &Writer<'_>, is_drawn: bool) -> Option<&'static str> {
    let position = writer.game.start.shogi()?;
    let silent = writer.game.moves().is_empty() && !writer.record.main().plies.is_empty();
    match position.turn() {
        Color::Black => silent.then_some("先手番\n"),
        Color::White => (silent && !is_drawn).then_some("後手番\n"),
    }
}

/// Keys and values of all headers: the record's own ones, and those that its info makes when it came from another
/// format. `handicap` is the value of 手合割; in a handicap game the sides have other names. Without one there is no such
/// header, not even その他, for which some programs refuse a file although a diagram stands in it.
pub(in crate::formats) fn headers(
    record: &Record,
    is_handicap: bool,
    handicap: Option<&str>,
) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut handicap_due = true;
    let names_handicap = |header: &Header| header::key(&header.key) == Some(Key::Handicap);
    if let Some(handicap) = handicap.filter(|_| !record.headers.iter().any(names_handicap)) {
        pairs.push(("手合割".to_owned(), handicap.to_owned()));
    }
    for header in &record.headers {
        let (key, value) = match header::key(&header.key) {
            Some(Key::Hand(_) | Key::Turn) => continue,
            Some(Key::SomeHand) if hands::is_of_a_side(record, &header.key) => continue,
            Some(Key::Player(_)) if is_english(header) => continue,
            Some(Key::Handicap) => match handicap.filter(|_| std::mem::take(&mut handicap_due)) {
                // Other programs know no other spelling.
                Some(handicap) => ("手合割", handicap),
                None => continue,
            },
            None if is_said_by_info(record, header) => continue,
            _ => (header.key.as_str(), header.value.as_str()),
        };
        pairs.push((key.to_owned(), value.to_owned()));
    }
    from_info(record, is_handicap, &mut pairs);
    pairs
}

/// The official name of the start position, or the record's own for one that has none; `None` when only a diagram can
/// say it.
pub(in crate::formats) fn start_name(record: &Record, setup: &Setup) -> Option<String> {
    if setup.ply > 1 {
        return None;
    }
    let is_right = |name: &&String| matches!(handicap::find(name), Handicap::Known(known, _) if handicap::same_position(&known, setup));
    let own = || record.start.handicap.as_ref().filter(is_right).cloned();
    handicap::name_of(setup).map(str::to_owned).or_else(own)
}

/// The name of the game, or of a handicap that says all of the start position.
fn animal_name(writer: &Writer<'_>, setup: &dobutsu::Setup) -> String {
    let written = writer.record.start.handicap.as_ref().filter(|name| animals::by_name(name).is_some());
    let known = animals::name_of(setup).unwrap_or(animals::NAME);
    written
        .filter(|name| animals::by_name(name).as_ref() == Some(setup))
        .map_or(known.to_owned(), Clone::clone)
}

/// True for a key such as `Sente`, which other programs do not know and which means the other side in PGN (`White`):
/// the names are written as 先手 and 後手.
fn is_english(header: &Header) -> bool {
    header.key.is_ascii()
}

/// A header of CSA whose meaning a KIF header made from the record's info carries.
fn is_said_by_info(record: &Record, header: &Header) -> bool {
    let info = &record.info;
    match header.key.as_str() {
        "N+" | "N-" => {
            let name = &info.players[if header.key == "N+" { Color::Black } else { Color::White }];
            header.value.trim().is_empty() || name.as_deref() == Some(header.value.trim())
        }
        "$EVENT" | "$SITE" | "$OPENING" => true,
        "$START_TIME" => info.started.is_some(),
        "$END_TIME" => info.ended.is_some(),
        "$TIME_LIMIT" => info.time_control.as_deref() == Some(header.value.as_str()),
        "$TIME" => info.time_control.as_deref() == Some(header.value.as_str()),
        "$MAX_MOVES" => info.max_moves.is_some(),
        "$JISHOGI" => info.impasse_points.is_some(),
        "$NOTE" => info.remarks.is_some(),
        _ => false,
    }
}

/// What is known of the game and in no header of KIF, as when the record came from another format.
fn from_info(record: &Record, handicap: bool, pairs: &mut Vec<(String, String)>) {
    let info = &record.info;
    let has = |wanted: Key| {
        record.headers.iter().any(|header| !is_english(header) && header::key(&header.key) == Some(wanted))
    };
    // A date of CSA that says more keeps its spelling.
    let date = |date: &Option<PartialDate>, key: &str| {
        let written = record.headers.iter().rev().find(|header| header.key == key);
        date.map(|date| match written.map(|header| header.value.trim()) {
            Some(text) if PartialDate::parse(text) == Some(date) && !says_no_more(text, date) => {
                text.to_owned()
            }
            _ => date.slashes(),
        })
    };
    let [black, white] = if handicap { ["下手", "上手"] } else { ["先手", "後手"] };
    let known = [
        (Key::Started, "開始日時", date(&info.started, "$START_TIME")),
        (Key::Ended, "終了日時", date(&info.ended, "$END_TIME")),
        (Key::Event, "棋戦", info.event.clone()),
        (Key::Site, "場所", info.place.clone()),
        (Key::TimeControl, "持ち時間", info.time_control.clone()),
        (Key::Opening, "戦型", info.opening.clone()),
        (Key::MaxMoves, "最大手数", info.max_moves.map(|limit| limit.to_string())),
        (Key::Impasse, "持将棋", info.impasse_points.map(|points| format!("{points}点法"))),
        (Key::Player(Color::Black), black, info.players.black.clone()),
        (Key::Player(Color::White), white, info.players.white.clone()),
    ];
    for (key, name, value) in known {
        let short = matches!(key, Key::Player(color) if has(Key::ShortName(color)));
        if let Some(value) = value.filter(|_| !has(key) && !short) {
            pairs.push((name.to_owned(), value));
        }
    }
    if let Some(remarks) = &info.remarks
        && !record.headers.iter().any(|header| header.key == "備考")
    {
        for remark in remarks.lines() {
            pairs.push(("備考".to_owned(), remark.to_owned()));
        }
    }
}

/// One header line; as a comment if KIF would read it as something else.
fn line(writer: &mut Writer<'_>, key: &str, value: &str) {
    if key == "盤面回転" && value.is_empty() {
        writer.text += "盤面回転\n";
        return;
    }
    let line_ends = ['\n', '\r'];
    let has_line_ends = key.contains(line_ends) || value.contains(line_ends);
    let key = key.replace(line_ends, " ");
    let text = format!("{key}：{}", value.replace(line_ends, " "));
    if has_line_ends {
        let message = format!("line ends in the header `{key}` were written as blanks");
        writer.lose(LossCode::LineEndsChanged, message);
    }
    match kind(&text) {
        LineKind::Header(key, value) if header_line::is_one(key, value) => writer.text += &text,
        _ => {
            let message =
                format!("`{key}` cannot be a header in {}; it was written as a comment", writer.name());
            writer.lose(LossCode::HeaderAsComment, message);
            writer.text.push('*');
            writer.text += &text;
        }
    }
    writer.text.push('\n');
}
