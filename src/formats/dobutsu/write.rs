//! A record as a list of moves, and what that cannot hold.

use super::reader::START;
use super::{Notation, ending, position, word};
use crate::formats::usi::lost;
use crate::formats::written::Losses;
use crate::formats::{Loss, LossCode, Written};
use crate::notation::animals;
use crate::record::{Record, Relative};
use crate::replay::{Game, Stop};
use crate::rules::Color;
use crate::rules::dobutsu::{Move, PieceKind, Position, Setup};
use std::fmt::Write as _;

/// Writes the main line in a notation: the legal moves, an illegal one after them if the record has it, and a word
/// for the ending. A game of standard shogi gives nothing.
#[must_use]
pub fn write(record: &Record, game: &Game, notation: Notation) -> Written {
    let Some(start) = game.start.dobutsu() else {
        let message = "only games of dōbutsu shōgi have this notation";
        return Written { text: String::new(), losses: vec![Loss::new(LossCode::NotWritten, message)] };
    };
    let mut moves: Vec<Move> = game.moves().iter().filter_map(|mv| Move::from_shogi(*mv)).collect();
    if let Some(Some(Stop::Illegal(Some(mv), _))) = game.lines.first().map(|line| line.stop) {
        moves.extend(Move::from_shogi(mv));
    }
    let main = record.main();
    let plies = main.plies.len() + main.unread;
    let mover = if plies.is_multiple_of(2) { start.turn() } else { !start.turn() };
    let declaration = main.declarations.first();
    let ending = declaration.and_then(|said| ending::write(said, mover, notation != Notation::Prose));
    let text = match notation {
        Notation::Prose => prose(record, start, &moves, ending.as_deref()),
        _ => list(notation, start, &moves, ending.as_deref()),
    };
    let headers = if notation == Notation::Prose { 0 } else { record.headers.len() };
    let endings = main.declarations.len() - usize::from(ending.is_some());
    let mut losses = Losses::default();
    losses.left_out("a list of moves", lost(record, endings, headers, moves.len()));
    Written { text, losses: losses.finish() }
}

fn list(notation: Notation, start: &Position, moves: &[Move], ending: Option<&str>) -> String {
    let place = position::write(notation, &start.setup());
    let mut text = match notation {
        Notation::Algebraic => place,
        Notation::Fairy => format!("position fen {place} moves"),
        _ => format!("position sfen {place} moves"),
    };
    if moves.is_empty() && ending.is_none() {
        text = text.trim_end_matches(" moves").to_owned();
    }
    let mut position = *start;
    for mv in moves {
        let _ = write!(text, " {}", word::write(notation, &position, *mv));
        position.play(*mv);
    }
    if let Some(ending) = ending {
        let _ = write!(text, " {ending}");
    }
    text.push('\n');
    text
}

/// Names, then eight moves a line.
fn prose(record: &Record, start: &Position, moves: &[Move], ending: Option<&str>) -> String {
    let mut text = String::new();
    let info = &record.info;
    let date = info.started.map(|date| date.slashes());
    let known = [
        ("開始日時", date.as_deref()),
        ("棋戦", info.event.as_deref()),
        ("場所", info.place.as_deref()),
        ("先手", info.players.black.as_deref()),
        ("後手", info.players.white.as_deref()),
    ];
    for (key, value) in known {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}：{}", value.replace(['\n', '\r'], " "));
        }
    }
    if start.setup() != Setup::startpos() {
        let _ = writeln!(text, "{START}：{start}");
    }
    let mut position = *start;
    let mut previous = None;
    let mut words: Vec<String> = Vec::new();
    for mv in moves {
        words.push(prose_move(&position, *mv, previous));
        position.play(*mv);
        previous = Some(mv.to());
    }
    words.extend(ending.map(str::to_owned));
    for row in words.chunks(8) {
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text.push('\n');
    text
}

/// `▲B2ひよこ`, with the words that distinguish two animals of a kind.
fn prose_move(position: &Position, mv: Move, previous: Option<crate::rules::dobutsu::Square>) -> String {
    let turn = position.turn();
    let mark = if turn == Color::Black { '▲' } else { '△' };
    let square =
        if previous == Some(mv.to()) { "同".to_owned() } else { animals::square_text(mv.to().to_shogi()) };
    let kind = mv.dropped().or_else(|| Some(position.piece_at(mv.from()?)?.kind)).unwrap_or(PieceKind::Chick);
    let name = animals::name(kind.to_shogi());
    let suffix = match mv.from() {
        None => "打".to_owned(),
        Some(from) => {
            let far = if turn == Color::Black { 1 } else { 4 };
            let promotion = match mv.promotes() {
                true => "成",
                false if kind == PieceKind::Chick && mv.to().rank() == far => "不成",
                false => "",
            };
            match distinguishing(position, mv, kind) {
                Some(words) => format!("{words}{promotion}"),
                None => format!("{promotion}({})", animals::square_text(from.to_shogi())),
            }
        }
    };
    format!("{mark}{square}{name}{suffix}")
}

/// The words by which only this move is meant; `None` where only its origin says it, as of an illegal move.
fn distinguishing(position: &Position, mv: Move, kind: PieceKind) -> Option<String> {
    const WORDS: [(Relative, char); 6] = [
        (Relative::UP, '上'),
        (Relative::SIDEWAYS, '寄'),
        (Relative::DOWN, '引'),
        (Relative::LEFT, '左'),
        (Relative::RIGHT, '右'),
        (Relative::STRAIGHT, '直'),
    ];
    let single = WORDS.iter().map(|(word, char)| (*word, char.to_string()));
    let pairs = WORDS.iter().flat_map(|(one, first)| {
        WORDS.iter().map(move |(other, second)| (one.with(*other), format!("{first}{second}")))
    });
    let choices = std::iter::once((Relative::default(), String::new())).chain(single).chain(pairs);
    let means = |relative: Relative| {
        let written = crate::record::WrittenMove {
            to: Some(mv.to().to_shogi()),
            piece: Some(kind.to_shogi()),
            relative,
            promotion: if mv.promotes() {
                crate::record::Promotion::Yes
            } else {
                crate::record::Promotion::Unstated
            },
            ..crate::record::WrittenMove::default()
        };
        let found = crate::replay::resolve(position, &written, None);
        found.is_ok_and(|found| found.mv == mv.to_shogi() && found.finding.is_none())
    };
    choices.into_iter().find(|(words, _)| means(*words)).map(|(_, text)| text)
}
