//! The lines of moves of one record while it is read: the main line, its branches, and what ends them.

use crate::record::{Clock, Code, Declaration, Line, Note, NoteKind, Place, Ply, Record, WrittenMove};
use crate::rules::shogi::Square;

/// As many moves as a usual game has: capacity for them is reserved at once.
const USUAL_LENGTH: usize = 144;

/// What happens to the moves and endings that come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// They belong to the current line.
    #[default]
    Open,
    /// Moves behind one that cannot be read: they are counted.
    Unread,
    /// Anything behind the ending is set aside.
    Ended,
    /// Anything in a branch that belongs nowhere is set aside.
    Orphan,
}

/// A line of the path from the start to where reading stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub line: usize,
    pub after: usize,
}

/// What was set aside under a diagnostic, which is completed when the number of lines is known.
#[derive(Clone, Copy, Debug)]
struct SetAside {
    diagnostic: usize,
    lines: usize,
}

/// What comes next in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Next {
    /// A move, or what should be one.
    Move,
    /// A statement about the ending in place of a move.
    Ending,
}

/// Builds the lines of a record. A branch cuts the path of lines before the branch's first ply and goes on from there,
/// as in KIF.
#[derive(Debug)]
pub(in crate::formats) struct TreeBuilder {
    pub(super) path: Vec<Segment>,
    state: State,
    /// The plies from the start position to where reading stands.
    plies: usize,
    /// The destination of the last move.
    previous: Option<Square>,
    set_aside: Option<SetAside>,
    started: bool,
}

impl Default for TreeBuilder {
    fn default() -> Self {
        Self {
            path: vec![Segment { line: 0, after: 0 }],
            state: State::default(),
            plies: 0,
            previous: None,
            set_aside: None,
            started: false,
        }
    }
}

impl TreeBuilder {
    /// True when a move, an ending or a branch has been read.
    pub fn started(&self) -> bool {
        self.started
    }

    /// True when the next move belongs to the current line.
    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// True when the current line has been ended.
    pub fn ended(&self) -> bool {
        self.state == State::Ended
    }

    /// True in a branch that belongs nowhere.
    pub fn is_orphan(&self) -> bool {
        self.state == State::Orphan
    }

    /// True when the current line is a branch.
    pub fn in_branch(&self) -> bool {
        self.path.len() > 1
    }

    /// How many plies of the current line, counted from the start position, have been read.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// How many rows of moves, read or not, the current line has, counted from the start position.
    pub fn rows(&self, record: &Record) -> usize {
        self.plies + record.lines[self.line()].unread
    }

    /// True when nothing of the current line has been read.
    pub fn is_fresh(&self, record: &Record) -> bool {
        let line = &record.lines[self.line()];
        self.is_open() && line.plies.is_empty() && line.unread == 0
    }

    /// The destination of the move before the next one.
    pub fn previous(&self) -> Option<Square> {
        self.previous
    }

    /// The current line, as an index into `Record::lines`.
    pub fn line(&self) -> usize {
        self.path.last().map_or(0, |segment| segment.line)
    }

    /// Whether what comes next belongs to the current line. What does not is counted and reported.
    pub fn takes(&mut self, record: &mut Record, next: Next, place: impl FnOnce() -> Place) -> bool {
        if !self.started {
            self.started = true;
            record.lines[0].plies.reserve(USUAL_LENGTH);
        }
        match self.state {
            State::Open => return true,
            State::Unread if next == Next::Ending => return true,
            State::Unread => record.lines[self.line()].unread += 1,
            State::Ended if self.set_aside.is_none() => {
                self.begin_set_aside(record, Code::TextAfterEnd, place(), "rows after the end".to_owned());
            }
            State::Ended | State::Orphan => {}
        }
        if let Some(set_aside) = &mut self.set_aside {
            set_aside.lines += 1;
        }
        false
    }

    /// Adds a move that the current line [takes](Self::takes).
    #[inline]
    pub fn push(&mut self, record: &mut Record, written: WrittenMove, clock: Clock, place: Place) {
        self.previous = written.to.or(self.previous);
        record.lines[self.line()].plies.push(Ply { written, clock, place });
        self.plies += 1;
    }

    /// Notes that the next move of the current line cannot be read; the moves behind it are counted.
    pub fn unreadable_move(&mut self, record: &mut Record, place: Place, message: String) {
        self.begin_set_aside(record, Code::UnreadableMove, place, message);
        self.skip(record, 1);
    }

    /// Notes that so many moves of the current line are missing.
    pub fn skip(&mut self, record: &mut Record, moves: usize) {
        record.lines[self.line()].unread += moves;
        self.state = State::Unread;
    }

    /// Ends the current line.
    pub fn end(&mut self, record: &mut Record, declaration: Declaration) {
        self.started = true;
        if self.is_orphan() {
            return;
        }
        self.close_set_aside(record);
        record.lines[self.line()].declarations.push(declaration);
        self.state = State::Ended;
    }

    /// Begins a branch after so many plies from the start; `number` is the number that the text gives its first move.
    /// `None` for either where the text does not say it.
    pub fn branch(&mut self, record: &mut Record, after: Option<usize>, number: Option<u32>, place: Place) {
        let found = after.and_then(|after| Some((after, *self.departures(record, after).first()?)));
        let Some((after, departure)) = found else {
            let name =
                number.map_or_else(|| "without a number".to_owned(), |number| format!("at ply {number}"));
            return self.orphan(record, place, format!("no line reaches the branch {name}"));
        };
        if !departure.sure {
            let message = format!("the line read last does not reach ply {}", after + 1);
            record.report(Code::BranchGuessed, place, message);
        }
        self.leave(record, departure.parent, after);
    }

    /// Sets aside what follows: a branch that belongs nowhere.
    pub fn orphan(&mut self, record: &mut Record, place: Place, message: String) {
        self.started = true;
        self.close_set_aside(record);
        self.begin_set_aside(record, Code::OrphanBranch, place, message);
        self.state = State::Orphan;
    }

    /// Begins a branch that leaves a line after so many plies from the start, which the line has. `None` when it is no
    /// line of its own because it goes on where a branch before it stops.
    pub fn leave(&mut self, record: &mut Record, parent: usize, after: usize) -> Option<usize> {
        self.started = true;
        self.close_set_aside(record);
        match self.path.iter().rposition(|segment| segment.line == parent) {
            Some(at) => self.path.truncate(at + 1),
            None => self.path = path_to(record, parent),
        }
        self.state = State::Open;
        self.plies = after;
        self.previous = destination(record, parent, after);
        let before = &record.lines[parent];
        if parent > 0
            && before.after + before.plies.len() == after
            && before.declarations.is_empty()
            && before.unread == 0
        {
            return None;
        }
        record.lines.push(Line { parent: Some(parent), after, ..Line::default() });
        self.path.push(Segment { line: record.lines.len() - 1, after });
        Some(record.lines.len() - 1)
    }

    /// Goes on with a line that [waits](Self::waiting) on the path.
    pub fn resume(&mut self, record: &mut Record, at: usize) {
        self.close_set_aside(record);
        self.path.truncate(at + 1);
        let line = self.line();
        self.state = State::Open;
        self.plies = record.lines[line].after + record.lines[line].plies.len();
        self.previous = destination(record, line, self.plies);
    }

    /// A comment or bookmark.
    pub fn note(&mut self, record: &mut Record, kind: NoteKind, text: &str) {
        if !self.is_orphan() {
            let ply = self.plies + usize::from(self.state == State::Ended);
            record.notes.push(Note { line: self.line(), ply, kind, text: text.to_owned() });
        } else if let Some(set_aside) = &mut self.set_aside {
            set_aside.lines += 1;
        }
    }

    fn begin_set_aside(&mut self, record: &mut Record, code: Code, place: Place, message: String) {
        record.report(code, place, message);
        self.set_aside = Some(SetAside { diagnostic: record.diagnostics.len() - 1, lines: 0 });
    }

    fn close_set_aside(&mut self, record: &mut Record) {
        if let Some(SetAside { diagnostic, lines }) = self.set_aside.take()
            && lines > 0
        {
            let unit = if lines == 1 { "line" } else { "lines" };
            let which = match record.diagnostics[diagnostic].code {
                Code::UnreadableMove => "further",
                _ => "in all",
            };
            record.diagnostics[diagnostic].message += &format!("; {lines} {unit} {which} left as text");
        }
    }

    /// Completes the findings of the record.
    pub fn finish(mut self, record: &mut Record) {
        self.close_set_aside(record);
    }
}

/// The lines from the main line to a line.
fn path_to(record: &Record, line: usize) -> Vec<Segment> {
    let mut path = Vec::new();
    let mut next = Some(line);
    while let Some(line) = next {
        path.push(Segment { line, after: record.lines[line].after });
        next = record.lines[line].parent;
    }
    path.reverse();
    path
}

/// Where the move before ply `after + 1` went, on the path through `line`.
fn destination(record: &Record, line: usize, after: usize) -> Option<Square> {
    let (mut line, mut after) = (line, after);
    loop {
        let current = record.lines.get(line)?;
        let plies = current.plies.get(..after.saturating_sub(current.after))?;
        if let Some(to) = plies.iter().rev().find_map(|ply| ply.written.to) {
            return Some(to);
        }
        (line, after) = (current.parent?, current.after);
    }
}

#[cfg(test)]
mod tests {
    use super::{Next, TreeBuilder};
    use crate::formats::builder::declared;
    use crate::record::{Clock, Code, Ending, NoteKind, Place, Record, Subject, WrittenMove};

    /// `m` a move, `?` one that cannot be read, `e` an ending, `c` a comment, a digit a branch after so many plies.
    fn build(text: &str) -> (Record, String) {
        let (mut record, mut tree) = (Record::default(), TreeBuilder::default());
        for (column, char) in (1..).zip(text.chars()) {
            let place = Place::new(1, column);
            match char {
                'm' if tree.takes(&mut record, Next::Move, || place) => {
                    tree.push(&mut record, WrittenMove::default(), Clock::default(), place);
                }
                '?' if tree.takes(&mut record, Next::Move, || place) => {
                    tree.unreadable_move(&mut record, place, "unreadable".to_owned());
                }
                'e' if tree.takes(&mut record, Next::Ending, || place) => {
                    tree.end(&mut record, declared(Ending::Resignation, Subject::Silent, "e", place));
                }
                'c' => tree.note(&mut record, NoteKind::Comment, "c"),
                _ => {
                    if let Some(after) = char.to_digit(10) {
                        tree.branch(&mut record, usize::try_from(after).ok(), Some(after + 1), place);
                    }
                }
            }
        }
        tree.finish(&mut record);
        let line = |line: &crate::record::Line| {
            let parent = line.parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
            format!("{parent}+{}:{}/{}", line.after, line.plies.len(), line.unread)
        };
        let lines = record.lines.iter().map(line).collect::<Vec<_>>().join(" ");
        (record, lines)
    }

    #[test]
    fn lines_and_branches() {
        for (text, want, codes) in [
            ("mmm", "-+0:3/0", &[][..]),
            ("mm?mme", "-+0:2/3", &[Code::UnreadableMove]),
            ("mmemm", "-+0:2/0", &[Code::TextAfterEnd]),
            ("mmme1mm2m", "-+0:3/0 0+1:2/0 1+2:1/0", &[]),
            ("mmme2mm1m", "-+0:3/0 0+2:2/0 0+1:1/0", &[]),
            ("mm1m2m", "-+0:2/0 0+1:2/0", &[]),
            ("m5mm", "-+0:1/0", &[Code::OrphanBranch]),
            ("mmmm1m3m", "-+0:4/0 0+1:1/0 0+3:1/0", &[Code::BranchGuessed]),
            ("mmmm1m4m", "-+0:4/0 0+1:1/0 0+4:1/0", &[Code::BranchGuessed]),
            // The block with two moves has no fifth ply, the main line has.
            ("mmmmmm2mm4mm", "-+0:6/0 0+2:2/0 0+4:2/0", &[Code::BranchGuessed]),
            ("mmmmmm2mmm4mm", "-+0:6/0 0+2:3/0 1+4:2/0", &[]),
            // An ending is a row too.
            ("mmmmmm2mme4mm", "-+0:6/0 0+2:2/0 1+4:2/0", &[]),
            ("mmmm2mm4mm", "-+0:4/0 0+2:4/0", &[]),
            ("mmmm2m2m", "-+0:4/0 0+2:1/0 0+2:1/0", &[]),
            ("mmmm22m", "-+0:4/0 0+2:0/0 0+2:1/0", &[]),
            ("mmmmmm4mm2m5m", "-+0:6/0 0+4:2/0 0+2:1/0 0+5:1/0", &[Code::BranchGuessed]),
            ("mmmm2mmmm1m5m", "-+0:4/0 0+2:4/0 0+1:1/0 1+5:1/0", &[Code::BranchGuessed]),
        ] {
            let (record, lines) = build(text);
            assert_eq!(lines, want, "{text}");
            let found: Vec<_> = record.diagnostics.iter().map(|found| found.code).collect();
            assert_eq!(found, codes, "{text}");
        }
        assert_eq!(build("m?mm").0.diagnostics[0].message, "unreadable; 2 lines further left as text");
        assert_eq!(
            build("m7mc").0.diagnostics[0].message,
            "no line reaches the branch at ply 8; 2 lines in all left as text"
        );
        let notes = build("cmc0mc").0.notes;
        assert_eq!(
            notes.iter().map(|note| (note.line, note.ply)).collect::<Vec<_>>(),
            [(0, 0), (0, 1), (1, 1)]
        );
    }
}
