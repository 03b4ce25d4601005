//! Writes KIF and KI2 as Kifu for Windows reads them.

mod closing;
mod end;
pub(in crate::formats) mod head;
mod row;

use super::Dialect;
use crate::formats::branches::Branches;
use crate::formats::loose_board::LooseBoard;
use crate::formats::written::Losses;
use crate::formats::{LossCode, Written};
use crate::notation::ki2::Ki2Move;
use crate::notation::kif::KifMove;
use crate::record::{Clock, NoteKind, Record, WrittenMove};
use crate::replay::{Game, Stop};
use crate::rules::shogi::{Move, Square};
use crate::rules::{ByColor, Color, PlayablePosition, VariantPosition};
use row::Numbered;

/// Writes a record from its first line to its last.
pub(in crate::formats) fn write_with(mut writer: Writer<'_>) -> Written {
    head::write(&mut writer);
    let mut waiting = vec![0];
    while let Some(line) = waiting.pop() {
        writer.line(line);
        waiting.extend(writer.tree.children(line).iter().rev());
    }
    writer.finish()
}

/// What is known before the first move of a line.
#[derive(Clone, Debug)]
struct Reached {
    line: usize,
    /// The position; `None` behind a move that is not legal.
    position: Option<VariantPosition>,
    /// Where the last move went.
    previous: Option<Square>,
    /// The times that both sides have used, as far as they are known.
    totals: ByColor<i32>,
}

impl Reached {
    fn start(game: &Game) -> Self {
        let totals = ByColor { black: 0, white: 0 };
        Self { line: 0, position: Some(game.start.clone()), previous: None, totals }
    }

    /// Goes on by legal moves; `None` when there are fewer than are needed.
    fn play(&mut self, moves: Option<&[Move]>) {
        let (Some(moves), Some(position)) = (moves, &mut self.position) else {
            self.position = None;
            return;
        };
        for mv in moves {
            position.play(*mv);
            self.previous = Some(mv.to());
        }
    }
}

/// Moves that are listed together.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    count: usize,
    first: usize,
}

impl Counted {
    const fn add(&mut self, number: usize) {
        if self.count == 0 {
            self.first = number;
        }
        self.count += 1;
    }
}

/// How many moves KI2 writes a line, and how many columns each has.
const KI2_ROW: (usize, usize) = (6, 12);

/// A text in the making.
#[derive(Debug)]
pub(in crate::formats) struct Writer<'a> {
    dialect: Dialect,
    /// The moves in the unfinished line of KI2, and the width of the last one.
    in_row: (usize, usize),
    lost_times: usize,
    /// Moves without a spelling, and moves of KI2 that are not legal.
    nameless: Counted,
    illegal: Counted,
    record: &'a Record,
    game: &'a Game,
    tree: Branches,
    /// The lines from the main line to the one that is being written.
    path: Vec<Reached>,
    /// The notes of each line, in order.
    notes: Vec<Vec<usize>>,
    /// A handicap game, in which the sides have other names.
    is_handicap: bool,
    cut_milliseconds: bool,
    text: String,
    losses: Losses,
}

impl<'a> Writer<'a> {
    /// A writer that has not written anything.
    pub fn new(record: &'a Record, game: &'a Game, dialect: Dialect) -> Self {
        let mut notes = vec![Vec::new(); record.lines.len()];
        for (index, note) in record.notes.iter().enumerate() {
            if let Some(line) = notes.get_mut(note.line) {
                line.push(index);
            }
        }
        if dialect == Dialect::Ki2 {
            // Kifu for JS has no comment behind a bookmark there.
            let order =
                |note: &usize| (record.notes[*note].ply, record.notes[*note].kind == NoteKind::Bookmark);
            notes.iter_mut().for_each(|line| line.sort_by_key(order));
        }
        Self {
            dialect,
            in_row: (0, 0),
            lost_times: 0,
            nameless: Counted::default(),
            illegal: Counted::default(),
            record,
            game,
            tree: Branches::new(record),
            path: Vec::new(),
            notes,
            is_handicap: head::is_handicap(&game.start),
            cut_milliseconds: false,
            text: String::new(),
            losses: Losses::default(),
        }
    }

    /// Notes what the format cannot hold, once.
    fn lose(&mut self, code: LossCode, message: impl Into<String>) {
        self.losses.add(code, message);
    }

    /// The main line, or a branch with its 変化 line.
    fn line(&mut self, index: usize) {
        let line = &self.record.lines[index];
        if index > 0 {
            self.text += &format!("\n変化：{}手\n", line.after + 1);
        }
        let Reached { mut position, mut previous, mut totals, .. } = self.reach(index);
        let legal = self.game.lines.get(index).map_or(&[][..], |played| &played.moves);
        let stop = self.game.lines.get(index).and_then(|played| played.stop);
        let mut board = None;
        let mut notes = std::mem::take(&mut self.notes[index]).into_iter().peekable();
        for (at, ply) in line.plies.iter().enumerate() {
            let number = line.after + at + 1;
            while let Some(note) = notes.next_if(|note| self.record.notes[*note].ply < number) {
                self.note(note);
            }
            let text = match (&mut position, legal.get(at)) {
                (Some(position), Some(mv)) => {
                    let text = match (self.dialect, position.shogi()) {
                        // Some programs lose what 同 means at the beginning of a branch.
                        (Dialect::Ki2, Some(position)) => {
                            Ki2Move::new(*mv, position, previous.filter(|_| index == 0 || at > 0)).to_string()
                        }
                        _ => KifMove::new(*mv, position, previous).to_string(),
                    };
                    position.play(*mv);
                    previous = Some(mv.to());
                    text
                }
                (before, _) => {
                    let first = before.take();
                    if let Some(position) = &first {
                        board = Some(LooseBoard::new(position, previous));
                    }
                    let side = ply.written.color.unwrap_or_else(|| self.side(number));
                    let words = match (first.as_ref().and_then(VariantPosition::shogi), stop) {
                        (Some(position), Some(Stop::Illegal(Some(mv), _)))
                            if self.dialect == Dialect::Ki2 && side == position.turn() =>
                        {
                            row::in_words(mv, position, previous)
                        }
                        _ => None,
                    };
                    let written = match (&first, stop) {
                        (Some(VariantPosition::Shogi(position)), Some(Stop::Illegal(Some(mv), _))) => {
                            row::understood(&ply.written, mv, position)
                        }
                        _ => ply.written,
                    };
                    let text = words.unwrap_or_else(|| self.foul(number, &written, side, board.as_ref()));
                    match (&mut board, first, stop) {
                        (Some(board), Some(_), Some(Stop::Illegal(Some(mv), _))) => board.play_move(mv, side),
                        (Some(board), ..) => board.play(&ply.written, side),
                        (None, ..) => {}
                    }
                    text
                }
            };
            if self.dialect == Dialect::Ki2 {
                self.ki2_move(&text, ply.clock);
                continue;
            }
            let clock = self.with_total(ply.clock, &mut totals, self.side(number));
            let mark =
                self.tree.has_branch_at(index, number) || at == 0 && self.tree.has_later_sibling(index);
            self.row(&Numbered { number, text: &text, clock, mark });
        }
        let last = line.after + line.plies.len();
        while let Some(note) = notes.next_if(|note| self.record.notes[*note].ply <= last) {
            self.note(note);
        }
        self.end_line(index, totals, notes.collect());
    }

    /// What stands behind the moves of a line: its endings, and the notes that belong to them.
    fn end_line(&mut self, index: usize, totals: ByColor<i32>, notes: Vec<usize>) {
        match self.dialect {
            Dialect::Kif => end::write(self, index, totals, notes),
            Dialect::Ki2 => {
                self.end_row();
                // Kifu for JS refuses a file with a comment behind the closing line.
                if !notes.is_empty() && !self.record.lines[index].declarations.is_empty() {
                    let message = "a comment behind the ending was put before the closing line";
                    self.lose(LossCode::CommentMoved, message);
                }
                notes.into_iter().for_each(|note| self.note(note));
                end::write_ki2(self, index);
            }
        }
    }

    /// A move of `side` that is not legal, or follows one that is not, on the board before it if that is known.
    fn foul(
        &mut self,
        number: usize,
        written: &WrittenMove,
        side: Color,
        board: Option<&LooseBoard>,
    ) -> String {
        let text = row::spell(written, self.game.start.variant(), board);
        let text = text.unwrap_or_else(|| {
            self.nameless.add(number);
            row::NAMELESS.to_owned()
        });
        let is_ki2 = self.dialect == Dialect::Ki2;
        if is_ki2 && text.contains('(') {
            self.illegal.add(number);
        }
        // KIF names the side only where it is not the one whose turn it is.
        let mark = if side == Color::Black { '▲' } else { '△' };
        if is_ki2 || side != self.side(number) { format!("{mark}{text}") } else { text }
    }

    /// The format's name.
    const fn name(&self) -> &'static str {
        match self.dialect {
            Dialect::Kif => "KIF",
            Dialect::Ki2 => "KI2",
        }
    }

    /// A move in a line of KI2.
    fn ki2_move(&mut self, text: &str, clock: Clock) {
        self.lost_times += usize::from(!clock.is_empty());
        let (count, width) = self.in_row;
        match count {
            0 => {}
            _ if count == KI2_ROW.0 => self.end_row(),
            _ => self.text += &" ".repeat(KI2_ROW.1.saturating_sub(width).max(1)),
        }
        self.text += text;
        self.in_row = (self.in_row.0 + 1, unicode_width::UnicodeWidthStr::width_cjk(text));
    }

    /// Ends the line of KI2 that has moves already.
    fn end_row(&mut self) {
        if std::mem::take(&mut self.in_row).0 > 0 {
            self.text.push('\n');
        }
    }

    /// The side that makes the ply with this number.
    fn side(&self, number: usize) -> Color {
        let turn = self.game.start.turn();
        if number % 2 == 1 { turn } else { !turn }
    }

    fn note(&mut self, index: usize) {
        self.end_row();
        let note = &self.record.notes[index];
        let mark = match note.kind {
            NoteKind::Comment => '*',
            NoteKind::Bookmark => '&',
        };
        // A lone carriage return would end the line for a reader, and what follows it be no comment any more.
        for line in note.text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r')) {
            self.text.push(mark);
            self.text += line;
            self.text.push('\n');
        }
    }

    /// What is known before the first move of a line. Lines come after the line that they leave and before the next one
    /// that leaves the same, so the path to each begins at its parent.
    fn reach(&mut self, index: usize) -> Reached {
        let parent = self.tree.parent(index);
        while index > 0 && self.path.last().is_some_and(|reached| reached.line != parent) {
            self.path.pop();
        }
        let mut reached = self.path.last().cloned().unwrap_or_else(|| Reached::start(self.game));
        if index > 0 {
            let line = &self.record.lines[parent];
            let plies = self.record.lines[index].after.saturating_sub(line.after);
            reached.play(self.game.lines.get(parent).and_then(|played| played.moves.get(..plies)));
            for (number, ply) in (line.after + 1..).zip(line.plies.iter().take(plies)) {
                let total = &mut reached.totals[self.side(number)];
                *total = ply.clock.total_after(*total);
            }
        }
        reached.line = index;
        self.path.push(reached.clone());
        reached
    }

    /// The clock with a total, which KIF has beside every time; one that the record leaves out is added up.
    fn with_total(&mut self, clock: Clock, totals: &mut ByColor<i32>, side: Color) -> Clock {
        totals[side] = clock.total_after(totals[side]);
        if clock.spent.is_none() || clock.total.is_some() {
            return clock;
        }
        let message = "totals of the times that are not in the record were added up";
        self.lose(LossCode::TotalsAdded, message);
        Clock { total: Some(totals[side]), ..clock }
    }

    fn row(&mut self, row: &Numbered<'_>) {
        self.cut_milliseconds |= row.has_milliseconds();
        row.write(&mut self.text);
    }

    fn finish(mut self) -> Written {
        self.report_moves();
        if self.lost_times > 0 {
            self.lose(LossCode::TimesDropped, format!("KI2 has no times; {} were left out", self.lost_times));
        }
        if self.cut_milliseconds {
            self.lose(LossCode::TimesCut, "KIF has no time below a second; it was cut off");
        }
        let unread: usize = self.record.lines.iter().map(|line| line.unread).sum();
        if unread > 0 {
            let message = format!("{unread} rows that could not be read were left out");
            self.lose(LossCode::MovesDropped, message);
        }
        self.losses.unplaced(self.record);
        Written { text: self.text, losses: self.losses.finish() }
    }

    /// Moves that could not be written as the format has them.
    fn report_moves(&mut self) {
        let (name, sign) = (self.name(), row::NAMELESS);
        match self.nameless {
            Counted { count: 0, .. } => {}
            Counted { count: 1, first } => self.lose(
                LossCode::MovesUnspelled,
                format!("move {first} has no spelling in {name} and was written as `{sign}`"),
            ),
            Counted { count, first } => self.lose(
                LossCode::MovesUnspelled,
                format!(
                    "{count} moves, of which the first is move {first}, have no spelling in {name} and were written as `{sign}`"
                ),
            ),
        }
        match self.illegal {
            Counted { count: 0, .. } => {}
            Counted { count: 1, first } => self.lose(
                LossCode::MovesWithOrigin,
                format!("move {first} is not legal, so it was written with its origin, which KI2 does not have"),
            ),
            Counted { count, first } => self.lose(
                LossCode::MovesWithOrigin,
                format!(
                    "{count} moves, of which the first is move {first}, do not follow legally, so they were written with \
                     their origins, which KI2 does not have"
                ),
            ),
        }
    }
}
