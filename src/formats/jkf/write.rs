//! A record as normalised JKF, and what that cannot hold.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::start as initial;
use crate::formats::branches::Branches;
use crate::formats::csa::Version;
use crate::formats::csa::ending::{of_word, word};
use crate::formats::kakinoki::handicap::name_of;
use crate::formats::kakinoki::write::head::{headers, start_name};
use crate::formats::written::Losses;
use crate::formats::{LossCode, Written};
use crate::notation::csa;
use crate::record::{Clock, DeclaredBy, Ending, NoteKind, Origin, Promotion, Record, Relative, WrittenMove};
use crate::replay::{Game, Stop};
use crate::rules::Color;
use crate::rules::shogi::{Move, PieceKind, Position, Square};

/// As many branches inside one another as readers of JSON let through.
const DEEPEST: usize = 40;

/// Writes a played record as one line of JSON: headers, start position, moves, times, comments, bookmarks (as comments
/// that begin with `&`), endings, and every branch.
#[must_use]
pub fn write(record: &Record, game: &Game) -> Written {
    let Some(start) = game.start.shogi() else { return Written::only_shogi("JKF") };
    let setup = start.setup();
    let is_handicap = setup.turn == Color::White && name_of(&setup).is_some();
    let (tree, notes, losses) = (Branches::new(record), notes(record), Losses::default());
    let mut writer = Writer { record, game, tree, notes, losses };
    let mut header = Map::new();
    let name = start_name(record, &setup);
    for (key, value) in headers(record, is_handicap, name.as_deref().unwrap_or("その他")) {
        if header.contains_key(&key) {
            let message = format!("JKF has every header once; another `{key}` was left out");
            writer.lose(LossCode::HeadersDropped, message);
        } else {
            header.insert(key, value.into());
        }
    }
    if record.info.has_ratings_apart() {
        writer.lose(LossCode::RatingsDropped, "JKF has no header for the players' ratings");
    }
    if setup.ply > 1 {
        let message = "JKF has no number for the start position's next move";
        writer.lose(LossCode::MoveNumberDropped, message);
    }
    let mut first = Map::new();
    writer.comments(0, 0, &mut first);
    let mut moves = vec![Value::from(first)];
    moves.append(&mut writer.line(0, start, None, 0));
    let unread: usize = record.lines.iter().map(|line| line.unread).sum();
    if unread > 0 {
        let message = format!("{unread} moves that could not be read were left out");
        writer.lose(LossCode::MovesDropped, message);
    }
    writer.losses.unplaced(record);
    let json = json!({ "header": header, "initial": initial::write(&setup), "moves": moves });
    Written { text: format!("{json}\n"), losses: writer.losses.finish() }
}

/// The notes by line and ply. A branch has no node before its first move, so that what stands there goes behind it.
fn notes(record: &Record) -> HashMap<(usize, usize), Vec<usize>> {
    let mut notes: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, note) in record.notes.iter().enumerate() {
        let first = record.lines.get(note.line).filter(|_| note.line > 0).map_or(0, |line| line.after + 1);
        notes.entry((note.line, note.ply.max(first))).or_default().push(index);
    }
    notes
}

struct Writer<'a> {
    record: &'a Record,
    game: &'a Game,
    tree: Branches,
    /// The notes by line and ply.
    notes: HashMap<(usize, usize), Vec<usize>>,
    losses: Losses,
}

impl Writer<'_> {
    fn lose(&mut self, code: LossCode, message: impl Into<String>) {
        self.losses.add(code, message);
    }

    /// The nodes of a line that begins on `position`, with the branches that leave it.
    fn line(
        &mut self,
        index: usize,
        position: &Position,
        previous: Option<Square>,
        depth: usize,
    ) -> Vec<Value> {
        let record = self.record;
        let line = &record.lines[index];
        let played = self.game.lines.get(index);
        let legal = played.map_or(&[][..], |played| &played.moves);
        let stop = played.and_then(|played| played.stop);
        let (mut position, mut previous, mut beyond) = (position.clone(), previous, false);
        let mut nodes = Vec::with_capacity(line.plies.len() + 1);
        for (at, ply) in line.plies.iter().enumerate() {
            let number = line.after + at + 1;
            let mut node = Map::new();
            let mv = match (legal.get(at), stop) {
                (Some(mv), _) => Some(legal_move(*mv, &position, previous)),
                (None, Some(Stop::Illegal(Some(mv), _))) if !beyond => {
                    beyond = true;
                    Some(legal_move(mv, &position, previous))
                }
                (None, _) => {
                    let board = (!std::mem::replace(&mut beyond, true)).then_some(&position);
                    written_move(&ply.written, self.side(number), board)
                }
            };
            let Some(mv) = mv else {
                let message =
                    format!("JKF cannot spell move {number}; it and what stands behind it were left out");
                self.lose(LossCode::MovesDropped, message);
                break;
            };
            node.insert("move".to_owned(), mv);
            self.time(ply.clock, &mut node);
            self.comments(index, number, &mut node);
            self.forks(index, number, (&position, previous, beyond), depth, &mut node);
            nodes.push(node.into());
            if let Some(mv) = legal.get(at) {
                position.play(*mv);
                previous = Some(mv.to());
            }
        }
        let number = line.after + line.plies.len() + 1;
        let mut node = Map::new();
        self.special(index, number, &mut node);
        self.forks(index, number, (&position, previous, beyond), depth, &mut node);
        if !node.is_empty() {
            nodes.push(node.into());
        }
        nodes
    }

    /// The branches that replace the ply of this number.
    fn forks(
        &mut self,
        index: usize,
        number: usize,
        (position, previous, beyond): (&Position, Option<Square>, bool),
        depth: usize,
        node: &mut Map<String, Value>,
    ) {
        let (children, lines) = (self.tree.children(index), &self.record.lines);
        let first = children.partition_point(|child| lines[*child].after + 1 > number);
        let last = children.partition_point(|child| lines[*child].after + 1 >= number);
        let here = children[first..last].to_vec();
        if here.is_empty() {
            return;
        }
        if depth >= DEEPEST || beyond {
            let message = format!(
                "branches inside more than {DEEPEST} others, or behind an illegal move, were left out"
            );
            self.lose(LossCode::BranchesDropped, message);
            return;
        }
        let forks: Vec<Value> =
            here.into_iter().map(|child| self.line(child, position, previous, depth + 1).into()).collect();
        node.insert("forks".to_owned(), forks.into());
    }

    /// The side that makes the ply of this number.
    fn side(&self, number: usize) -> Color {
        let turn = self.game.start.turn();
        if number % 2 == 1 { turn } else { !turn }
    }

    fn time(&mut self, clock: Clock, node: &mut Map<String, Value>) {
        if clock.is_empty() {
            return;
        }
        if [clock.spent, clock.total].iter().flatten().any(|time| time % 1000 != 0) {
            self.lose(LossCode::TimesCut, "JKF has no time below a second; it was cut off");
        }
        let mut time = Map::new();
        if let Some(now) = clock.spent {
            let seconds = now / 1000;
            time.insert(
                "now".to_owned(),
                match seconds / 3600 {
                    0 => json!({ "m": seconds / 60, "s": seconds % 60 }),
                    hours => json!({ "h": hours, "m": seconds / 60 % 60, "s": seconds % 60 }),
                },
            );
        }
        match clock.total.map(|total| total / 1000) {
            Some(total) => {
                time.insert(
                    "total".to_owned(),
                    json!({ "h": total / 3600, "m": total / 60 % 60, "s": total % 60 }),
                );
            }
            None => {
                let message = "the record has times without totals, which JKF should have";
                self.lose(LossCode::TotalsMissing, message);
            }
        }
        node.insert("time".to_owned(), time.into());
    }

    /// The notes after the ply of this number.
    fn comments(&mut self, index: usize, number: usize, node: &mut Map<String, Value>) {
        let record = self.record;
        let mut comments = Vec::new();
        for note in self.notes.remove(&(index, number)).unwrap_or_default() {
            let note = &record.notes[note];
            let is_first = note.ply < number;
            comments.push(match note.kind {
                NoteKind::Bookmark => format!("&{}", note.text),
                NoteKind::Comment => note.text.clone(),
            });
            if is_first {
                let message = "a comment before a branch's first move was put behind it";
                self.losses.add(LossCode::CommentMoved, message);
            }
            if note.kind == NoteKind::Comment && note.text.starts_with('&') {
                let message = "a comment that begins with `&` is a bookmark in JKF";
                self.losses.add(LossCode::CommentAsBookmark, message);
            }
        }
        if !comments.is_empty() {
            node.insert("comments".to_owned(), comments.into());
        }
    }

    /// The ending of a line.
    fn special(&mut self, index: usize, number: usize, node: &mut Map<String, Value>) {
        let record = self.record;
        let line = &record.lines[index];
        let mover = self.side(number + line.unread);
        let by = [DeclaredBy::Row, DeclaredBy::ClosingLine, DeclaredBy::Summary, DeclaredBy::Header];
        let mut ordered =
            by.into_iter().flat_map(|by| line.declarations.iter().filter(move |found| found.by == by));
        let Some(main) = ordered.next() else { return };
        let winner = main.subject.winner(mover);
        let special = match word(main, winner, mover, Version::V30) {
            Ok(word) => word.trim_start_matches('%').to_owned(),
            Err(_) if of_word(&main.word).is_none() && main.by == DeclaredBy::Row && main.word.is_ascii() => {
                main.word.clone()
            }
            Err(nearest) => {
                let message = format!("JKF cannot say `{}` ({})", main.word, main.ending.name());
                self.lose(LossCode::EndingChanged, message);
                match nearest {
                    Some(word) => word.to_owned(),
                    None => return,
                }
            }
        };
        let read = of_word(&special);
        if winner.is_some() && read.and_then(|(_, subject)| subject.winner(mover)) != winner {
            self.lose(LossCode::WinnerChanged, format!("JKF cannot say who won by `{}`", main.word));
        }
        for other in ordered {
            let says_more = other.ending != Ending::Unknown && other.ending != main.ending
                || other.subject.winner(mover).is_some_and(|winner| {
                    read.and_then(|(_, subject)| subject.winner(mover)) != Some(winner)
                });
            if says_more {
                self.lose(LossCode::EndingsDropped, format!("JKF has no place for `{}`", other.word));
            }
        }
        node.insert("special".to_owned(), special.into());
        self.time(main.clock, node);
    }
}

/// A legal move, complete.
fn legal_move(mv: Move, position: &Position, previous: Option<Square>) -> Value {
    let (color, to) = (position.turn(), mv.to());
    let mut node = Map::new();
    node.insert("color".to_owned(), color.index().into());
    let kind = match mv.from() {
        Some(from) => {
            node.insert("from".to_owned(), square(from));
            position.piece_at(from).map_or(PieceKind::Pawn, |piece| piece.kind)
        }
        None => mv.dropped().unwrap_or(PieceKind::Pawn),
    };
    node.insert("to".to_owned(), square(to));
    node.insert("piece".to_owned(), csa::piece_code(kind).into());
    if previous == Some(to) {
        node.insert("same".to_owned(), true.into());
    }
    let candidates = position.reaching(kind, to);
    let mut relative = String::new();
    match mv.from() {
        Some(from) => {
            let in_zone = |square: Square| match color {
                Color::Black => square.rank() <= 3,
                Color::White => square.rank() >= 7,
            };
            if mv.promotes() || kind.promoted().is_some() && (in_zone(from) || in_zone(to)) {
                node.insert("promote".to_owned(), mv.promotes().into());
            }
            if let Some(taken) = position.piece_at(to) {
                node.insert("capture".to_owned(), csa::piece_code(taken.kind).into());
            }
            let words = Relative::distinguishing(color, kind, candidates, from, to);
            let letters = [
                (Relative::LEFT, 'L'),
                (Relative::STRAIGHT, 'C'),
                (Relative::RIGHT, 'R'),
                (Relative::UP, 'U'),
                (Relative::SIDEWAYS, 'M'),
                (Relative::DOWN, 'D'),
            ];
            relative.extend(
                letters.into_iter().filter(|(word, _)| words.contains(*word)).map(|(_, letter)| letter),
            );
        }
        None if !candidates.is_empty() => relative.push('H'),
        None => {}
    }
    if !relative.is_empty() {
        node.insert("relative".to_owned(), relative.into());
    }
    node.into()
}

/// A move that is not legal, from its own words.
fn written_move(written: &WrittenMove, side: Color, board: Option<&Position>) -> Option<Value> {
    if written.pass {
        return None;
    }
    let mut node = Map::new();
    node.insert("color".to_owned(), written.color.unwrap_or(side).index().into());
    let standing = match written.origin {
        Origin::Board(from) => {
            node.insert("from".to_owned(), square(from));
            board.and_then(|board| board.piece_at(from)).map(|piece| piece.kind)
        }
        Origin::Hand => {
            node.insert("relative".to_owned(), "H".into());
            None
        }
        Origin::Unstated => return None,
    };
    match written.to {
        Some(to) => node.insert("to".to_owned(), square(to)),
        None => node.insert("same".to_owned(), true.into()),
    };
    let after = written.named == crate::record::Named::After;
    // JKF names the piece that moves, so that the move would become that piece's.
    if after && standing.is_some_and(|kind| written.piece.is_some_and(|piece| !becomes(kind, piece))) {
        return None;
    }
    let promotes = written.promotion == Promotion::Yes
        || after && standing.and_then(PieceKind::promoted).is_some_and(|kind| written.piece == Some(kind));
    let piece = if after { standing.or(written.piece) } else { written.piece.or(standing) };
    node.insert("piece".to_owned(), csa::piece_code(piece?).into());
    if promotes {
        node.insert("promote".to_owned(), true.into());
    }
    Some(node.into())
}

/// True when a piece can be this one after its move.
fn becomes(before: PieceKind, after: PieceKind) -> bool {
    before == after || before.promoted() == Some(after)
}

fn square(square: Square) -> Value {
    json!({ "x": square.file(), "y": square.rank() })
}
