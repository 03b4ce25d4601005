//! A record as normalised JKF, and what that cannot hold.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::start as initial;
use crate::formats::branches::Branches;
use crate::formats::conclusion::Conclusion;
use crate::formats::csa::Version;
use crate::formats::csa::ending::{of_word, word};
use crate::formats::kakinoki::handicap::name_of;
use crate::formats::kakinoki::write::head::{headers, start_name};
use crate::formats::loose_board::LooseBoard;
use crate::formats::written::Losses;
use crate::formats::{LossCode, Written};
use crate::notation::csa;
use crate::record::{Clock, DeclaredBy, Ending, NoteKind, Origin, Promotion, Record, Relative, WrittenMove};
use crate::replay::{Game, Stop};
use crate::rules::shogi::{Move, PieceKind, Position, Square};
use crate::rules::{ByColor, Color, VariantPosition};

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
    for (key, value) in headers(record, is_handicap, name.as_deref()) {
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
    let first =
        Reached { position: start.clone(), previous: None, beyond: false, totals: ByColor::default() };
    moves.append(&mut writer.line(0, first, 0));
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

/// Where a line begins, or has come to.
#[derive(Clone, Debug)]
struct Reached {
    position: Position,
    /// Where the last move went.
    previous: Option<Square>,
    /// The last move was no legal one.
    beyond: bool,
    /// The times that both sides have used, as far as they are known.
    totals: ByColor<i32>,
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

    /// The nodes of a line that begins at `here`, with the branches that leave it.
    fn line(&mut self, index: usize, mut here: Reached, depth: usize) -> Vec<Value> {
        let record = self.record;
        let line = &record.lines[index];
        let played = self.game.lines.get(index);
        let legal = played.map_or(&[][..], |played| &played.moves);
        let stop = played.and_then(|played| played.stop);
        let mut board = None;
        let mut nodes = Vec::with_capacity(line.plies.len() + 1);
        for (at, ply) in line.plies.iter().enumerate() {
            let number = line.after + at + 1;
            let mut node = Map::new();
            let is_foul = at >= legal.len() && !here.beyond;
            let side = ply.written.color.unwrap_or_else(|| self.side(number));
            let mv = match (legal.get(at), stop) {
                (Some(mv), _) => Some(legal_move(*mv, &here.position, here.previous).into()),
                (None, stop) => {
                    let board = board.get_or_insert_with(|| {
                        LooseBoard::new(&VariantPosition::Shogi(here.position.clone()), here.previous)
                    });
                    match stop {
                        Some(Stop::Illegal(Some(mv), _)) if is_foul => {
                            board.play_move(mv, side);
                            Some(foul(mv, side, &here.position, here.previous))
                        }
                        _ => {
                            let node = written_move(&ply.written, side, board);
                            board.play(&ply.written, side);
                            node
                        }
                    }
                }
            };
            let Some(mv) = mv else {
                let message =
                    format!("JKF cannot spell move {number}; it and what stands behind it were left out");
                self.lose(LossCode::MovesDropped, message);
                here.beyond = true;
                break;
            };
            node.insert("move".to_owned(), mv);
            let totals = self.time(ply.clock, number, here.totals, &mut node);
            self.comments(index, number, &mut node);
            self.forks(index, number, &here, depth, &mut node);
            nodes.push(node.into());
            here.totals = totals;
            here.beyond |= is_foul;
            if let Some(mv) = legal.get(at) {
                here.position.play(*mv);
                here.previous = Some(mv.to());
            }
        }
        let number = line.after + line.plies.len() + 1;
        let mut node = Map::new();
        self.special(index, number, here.totals, &mut node);
        self.comments(index, number, &mut node);
        self.forks(index, number, &here, depth, &mut node);
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
        here: &Reached,
        depth: usize,
        node: &mut Map<String, Value>,
    ) {
        let (children, lines) = (self.tree.children(index), &self.record.lines);
        let first = children.partition_point(|child| lines[*child].after + 1 > number);
        let last = children.partition_point(|child| lines[*child].after + 1 >= number);
        let branches = children[first..last].to_vec();
        if branches.is_empty() {
            return;
        }
        if depth >= DEEPEST || here.beyond {
            let message = format!(
                "branches inside more than {DEEPEST} others, or behind an illegal move, were left out"
            );
            self.lose(LossCode::BranchesDropped, message);
            return;
        }
        let forks: Vec<Value> =
            branches.into_iter().map(|child| self.line(child, here.clone(), depth + 1).into()).collect();
        node.insert("forks".to_owned(), forks.into());
    }

    /// The side that makes the ply of this number.
    fn side(&self, number: usize) -> Color {
        let turn = self.game.start.turn();
        if number % 2 == 1 { turn } else { !turn }
    }

    /// Writes the times beside a ply or an ending; the totals after it. JKF has both times or none.
    fn time(
        &mut self,
        clock: Clock,
        number: usize,
        mut totals: ByColor<i32>,
        node: &mut Map<String, Value>,
    ) -> ByColor<i32> {
        let total = &mut totals[self.side(number)];
        *total = clock.total_after(*total);
        let Some(now) = clock.spent.map(|spent| spent / 1000) else {
            if clock.total.is_some() {
                let message = "totals of the clocks without the time of the move were left out";
                self.lose(LossCode::TimesDropped, message);
            }
            return totals;
        };
        if [clock.spent, clock.total].iter().flatten().any(|time| time % 1000 != 0) {
            self.lose(LossCode::TimesCut, "JKF has no time below a second; it was cut off");
        }
        if clock.total.is_none() {
            let message = "totals of the times that are not in the record were added up";
            self.lose(LossCode::TotalsAdded, message);
        }
        let now = match now / 3600 {
            0 => json!({ "m": now / 60, "s": now % 60 }),
            hours => json!({ "h": hours, "m": now / 60 % 60, "s": now % 60 }),
        };
        let total = *total / 1000;
        let total = json!({ "h": total / 3600, "m": total / 60 % 60, "s": total % 60 });
        node.insert("time".to_owned(), json!({ "now": now, "total": total }));
        totals
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
    fn special(&mut self, index: usize, number: usize, totals: ByColor<i32>, node: &mut Map<String, Value>) {
        let record = self.record;
        let line = &record.lines[index];
        let Some(end) = Conclusion::of(record, self.game, index) else { return };
        let mover = self.side(number + line.unread);
        let by = [DeclaredBy::Row, DeclaredBy::ClosingLine, DeclaredBy::Summary, DeclaredBy::Header];
        let mut ordered =
            by.into_iter().flat_map(|by| line.declarations.iter().filter(move |found| found.by == by));
        let Some(main) = ordered.next() else { return };
        let main = &end.naming_the_offender(main);
        let winner = end.winner_by(main);
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
                || end.winner_by(other).is_some_and(|winner| {
                    read.and_then(|(_, subject)| subject.winner(mover)) != Some(winner)
                });
            if says_more {
                self.lose(LossCode::EndingsDropped, format!("JKF has no place for `{}`", other.word));
            }
        }
        node.insert("special".to_owned(), special.into());
        self.time(main.clock, number + line.unread, totals, node);
    }
}

/// A legal move, complete.
fn legal_move(mv: Move, position: &Position, previous: Option<Square>) -> Map<String, Value> {
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
    node
}

/// An illegal move, complete: with the side that made it, and said to be a drop if it is one, since there may be no such
/// piece in hand.
fn foul(mv: Move, side: Color, position: &Position, previous: Option<Square>) -> Value {
    let mut node = legal_move(mv, position, previous);
    node.insert("color".to_owned(), side.index().into());
    if mv.from().is_none() {
        node.insert("relative".to_owned(), "H".into());
    }
    node.into()
}

/// A move of `side` that follows an illegal one or is none on this board, from its own words.
fn written_move(written: &WrittenMove, side: Color, board: &LooseBoard) -> Option<Value> {
    if written.pass || written.is_western() {
        return None;
    }
    let mut node = Map::new();
    node.insert("color".to_owned(), side.index().into());
    let standing = match written.origin {
        Origin::Board(from) => {
            node.insert("from".to_owned(), square(from));
            board.piece_on(from).map(|piece| piece.kind)
        }
        Origin::Hand => {
            node.insert("relative".to_owned(), "H".into());
            None
        }
        Origin::Unstated | Origin::File(_) | Origin::Rank(_) => return None,
    };
    node.insert("to".to_owned(), square(board.destination(written)?));
    if written.to.is_none() {
        node.insert("same".to_owned(), true.into());
    }
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
