//! Branches, comments and evaluations of several records of one game.

use crate::store::StoreError;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

/// A branch as it is stored; its number is its place in the list, from 1.
#[derive(Clone, Debug, PartialEq)]
struct Branch {
    parent: usize,
    after: usize,
    moves: Vec<u8>,
    clocks: Value,
    ending: Value,
}

/// A comment, bookmark or evaluation: its line and ply, and its further columns.
#[derive(Clone, Debug, PartialEq)]
struct Remark {
    line: usize,
    ply: usize,
    values: Vec<Value>,
}

/// A table of remarks and its columns beside game, number, line and ply.
#[derive(Clone, Copy, Debug)]
struct Table {
    name: &'static str,
    columns: &'static str,
    count: usize,
}

const NOTES: Table = Table { name: "note", columns: "kind, text", count: 2 };

const EVALUATIONS: Table = Table {
    name: "evaluation",
    columns: "centipawns, mate_for, mate_plies, depth, nodes, engine, variation",
    count: 7,
};

/// Where a line of another record is in the game that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NewLine {
    /// The line's number; 0 is the main line.
    pub number: usize,
    /// Whether only the other record has it.
    pub is_new: bool,
}

/// What is written beside and below the main line of a game.
#[derive(Debug)]
pub(super) struct Lines {
    branches: Vec<Branch>,
    notes: Vec<Remark>,
    evaluations: Vec<Remark>,
    is_altered: bool,
}

impl Lines {
    pub fn read(connection: &Connection, game: i64) -> Result<Self, StoreError> {
        Ok(Self {
            branches: branches(connection, game)?,
            notes: NOTES.read(connection, game)?,
            evaluations: EVALUATIONS.read(connection, game)?,
            is_altered: false,
        })
    }

    /// True when something was added to what was read.
    pub const fn is_altered(&self) -> bool {
        self.is_altered
    }

    /// Adds what another record has. Its main line must be the one of this game, a beginning of it, or of the same
    /// length with one other move, from which on it becomes a branch. `None`, and nothing is added, when it is neither;
    /// else which line of this game each of theirs is.
    pub fn add(
        &mut self,
        connection: &Connection,
        main: &[u8],
        their_main: &[u8],
        game: i64,
    ) -> Result<Option<Vec<NewLine>>, StoreError> {
        let mut theirs = Self::read(connection, game)?;
        let mut lines = vec![NewLine { number: 0, is_new: false }];
        if !main.starts_with(their_main) {
            let Some(parting) = one_move(main, their_main) else { return Ok(None) };
            theirs.move_behind(parting, their_main);
        }
        let number = |lines: &[NewLine], line: usize| lines.get(line).map_or(0, |line| line.number);
        for branch in theirs.branches {
            let parent = number(&lines, branch.parent);
            lines.push(self.line_of(Branch { parent, ..branch }));
        }
        let own_line = |remark: Remark| Remark { line: number(&lines, remark.line), ..remark };
        for note in theirs.notes.into_iter().map(own_line) {
            self.add_note(note);
        }
        for evaluation in theirs.evaluations.into_iter().map(own_line) {
            if !self.evaluations.contains(&evaluation) {
                self.is_altered = true;
                insert(&mut self.evaluations, evaluation);
            }
        }
        Ok(Some(lines))
    }

    /// Makes the main line from a ply on a branch, the first one.
    fn move_behind(&mut self, parting: usize, main: &[u8]) {
        let is_behind = |line: usize, ply: usize| line == 0 && ply > parting;
        for branch in &mut self.branches {
            branch.parent = match branch.parent {
                0 if is_behind(0, branch.after) => 1,
                0 => 0,
                parent => parent + 1,
            };
        }
        for remark in self.notes.iter_mut().chain(&mut self.evaluations) {
            remark.line = match remark.line {
                0 if is_behind(0, remark.ply) => 1,
                0 => 0,
                line => line + 1,
            };
        }
        let moves = main[2 * parting..].to_vec();
        let branch = Branch { parent: 0, after: parting, moves, clocks: Value::Null, ending: Value::Null };
        self.branches.insert(0, branch);
    }

    /// The line that a branch is, which is added if it is not there.
    fn line_of(&mut self, branch: Branch) -> NewLine {
        let same = |own: &Branch| {
            (own.parent, own.after, &own.moves) == (branch.parent, branch.after, &branch.moves)
        };
        if let Some(place) = self.branches.iter().position(same) {
            let own = &mut self.branches[place];
            for (mine, theirs) in [(&mut own.clocks, branch.clocks), (&mut own.ending, branch.ending)] {
                if *mine == Value::Null && theirs != Value::Null {
                    *mine = theirs;
                    self.is_altered = true;
                }
            }
            return NewLine { number: place + 1, is_new: false };
        }
        self.is_altered = true;
        self.branches.push(branch);
        NewLine { number: self.branches.len(), is_new: true }
    }

    /// Adds a comment or bookmark unless its text is there already; one that holds the text of another takes its place.
    fn add_note(&mut self, note: Remark) {
        let text = |remark: &Remark| match remark.values.as_slice() {
            [_, Value::Text(text)] => text.trim().to_owned(),
            _ => String::new(),
        };
        let theirs = text(&note);
        let here = |own: &Remark| {
            (own.line, own.ply) == (note.line, note.ply) && own.values.first() == note.values.first()
        };
        if self.notes.iter().any(|own| here(own) && text(own).contains(&theirs)) {
            return;
        }
        self.is_altered = true;
        match self.notes.iter().position(|own| here(own) && theirs.contains(&text(own))) {
            Some(place) => self.notes[place] = note,
            None => insert(&mut self.notes, note),
        }
    }

    /// Writes everything as that of a game which has none of it yet.
    pub fn write(&self, connection: &Connection, game: i64) -> Result<(), StoreError> {
        for (number, branch) in (1..).zip(&self.branches) {
            let integer = |number: usize| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
            let values = [
                Value::Integer(game),
                Value::Integer(number),
                integer(branch.parent),
                integer(branch.after),
                Value::Blob(branch.moves.clone()),
                branch.clocks.clone(),
                branch.ending.clone(),
            ];
            connection
                .prepare_cached(
                    "INSERT INTO branch (game, number, parent, after, moves, clocks, ending)
                     VALUES (?, ?, ?, ?, ?, ?, ?)",
                )?
                .execute(params_from_iter(values))?;
        }
        NOTES.write(connection, game, &self.notes)?;
        EVALUATIONS.write(connection, game, &self.evaluations)
    }
}

/// Puts a remark behind all that stand at its place or before it.
fn insert(remarks: &mut Vec<Remark>, remark: Remark) {
    let key = |remark: &Remark| (remark.line, remark.ply);
    let place = remarks.iter().rposition(|own| key(own) <= key(&remark)).map_or(0, |place| place + 1);
    remarks.insert(place, remark);
}

/// The ply after which two lines of one length part, if one move is all in which they differ.
fn one_move(one: &[u8], other: &[u8]) -> Option<usize> {
    let (one, other) = (one.as_chunks::<2>().0, other.as_chunks::<2>().0);
    let mut different = one.iter().zip(other).enumerate().filter(|(_, (a, b))| a != b);
    let (ply, _) = different.next().filter(|_| one.len() == other.len())?;
    different.next().is_none().then_some(ply)
}

fn branches(connection: &Connection, game: i64) -> Result<Vec<Branch>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT parent, after, moves, clocks, ending FROM branch WHERE game = ?1 ORDER BY number",
    )?;
    let rows = statement.query_map([game], |row| {
        Ok(Branch {
            parent: row.get::<_, u32>(0)? as usize,
            after: row.get::<_, u32>(1)? as usize,
            moves: row.get(2)?,
            clocks: row.get(3)?,
            ending: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

impl Table {
    fn read(self, connection: &Connection, game: i64) -> Result<Vec<Remark>, StoreError> {
        let Self { name, columns, count } = self;
        let mut statement = connection.prepare_cached(&format!(
            "SELECT line, ply, {columns} FROM {name} WHERE game = ?1 ORDER BY number"
        ))?;
        let rows = statement.query_map([game], |row| {
            let values = (2..count + 2).map(|column| row.get(column)).collect::<Result<_, _>>()?;
            Ok(Remark { line: row.get::<_, u32>(0)? as usize, ply: row.get::<_, u32>(1)? as usize, values })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn write(self, connection: &Connection, game: i64, remarks: &[Remark]) -> Result<(), StoreError> {
        let Self { name, columns, count } = self;
        let marks = vec!["?"; count + 4].join(", ");
        let mut statement = connection.prepare_cached(&format!(
            "INSERT INTO {name} (game, number, line, ply, {columns}) VALUES ({marks})"
        ))?;
        let integer = |number: usize| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
        for (number, remark) in remarks.iter().enumerate() {
            let key = [Value::Integer(game), integer(number), integer(remark.line), integer(remark.ply)];
            statement.execute(params_from_iter(key.iter().chain(&remark.values)))?;
        }
        Ok(())
    }
}
