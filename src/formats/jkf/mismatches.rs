//! What a JSON text has that JKF does not have, and where.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use crate::record::{Code, MOST_FINDINGS, Place, Record};

/// The findings about the fields of one record, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Mismatches {
    told: Vec<Mismatch>,
    /// Names that JKF does not have, each with its place in `told`.
    names: BTreeMap<String, usize>,
}

#[derive(Debug)]
struct Mismatch {
    code: Code,
    message: String,
    /// How many more fields have the same unknown name.
    more: usize,
}

impl Mismatches {
    /// Budget for another finding: one above the bound, so that the record says that there are more.
    fn has_room(&self) -> bool {
        self.told.len() <= MOST_FINDINGS
    }

    fn tell(&mut self, code: Code, at: &At<'_>, what: impl fmt::Display) {
        if self.has_room() {
            self.told.push(Mismatch { code, message: format!("{at} {what}"), more: 0 });
        }
    }

    fn unknown(&mut self, name: &str, at: &At<'_>) {
        match self.names.get(name) {
            Some(index) => self.told[*index].more += 1,
            None if self.has_room() => {
                self.names.insert(name.to_owned(), self.told.len());
                self.tell(Code::IgnoredField, at, "is no field of JKF; it is ignored");
            }
            None => {}
        }
    }

    /// Hands everything to a record.
    pub fn report(self, record: &mut Record, place: Place) {
        for Mismatch { code, message, more } in self.told {
            let message = match more {
                0 => message,
                more => format!("{message}, as are {more} more of this name"),
            };
            record.report(code, place, message);
        }
    }
}

/// Where in the text a value stands. The path is put together only when there is something to tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'p> {
    up: Option<&'p Self>,
    step: Step<'p>,
    mismatches: &'p RefCell<Mismatches>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Name(&'p str),
    Index(usize),
}

impl<'p> At<'p> {
    /// The beginning of every path.
    pub const fn root(mismatches: &'p RefCell<Mismatches>) -> Self {
        Self { up: None, step: Step::Root, mismatches }
    }

    /// The field of this name, below.
    pub const fn name(&'p self, name: &'p str) -> Self {
        Self { up: Some(self), step: Step::Name(name), mismatches: self.mismatches }
    }

    /// The item of this number, below.
    pub const fn index(&'p self, index: usize) -> Self {
        Self { up: Some(self), step: Step::Index(index), mismatches: self.mismatches }
    }

    /// A finding about the value: the path and `what`.
    #[cold]
    pub fn tell(&self, code: Code, what: impl fmt::Display) {
        self.mismatches.borrow_mut().tell(code, self, what);
    }

    /// A field with a name that JKF does not have. Each name is told once.
    #[cold]
    pub fn unknown(&self, name: &str) {
        self.mismatches.borrow_mut().unknown(name, &self.name(name));
    }
}

/// `moves[3].move.to`
impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let above = self.up.filter(|up| !matches!(up.step, Step::Root));
        match (above, self.step) {
            (_, Step::Root) => f.write_str("the value"),
            (Some(above), Step::Name(name)) => write!(f, "{above}.{name}"),
            (None, Step::Name(name)) => f.write_str(name),
            (Some(above), Step::Index(index)) => write!(f, "{above}[{index}]"),
            (None, Step::Index(index)) => write!(f, "[{index}]"),
        }
    }
}
