//! What a JSON text has in places where JKF has something else, or nothing.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use crate::record::{Code, MOST_FINDINGS, Place, Record};

/// The findings about the fields of one record, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Mismatches {
    listed: Vec<Mismatch>,
    /// Names that JKF does not have, each with its place in `listed`.
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
    /// True when another finding may be added: one above the limit, so that the record says that there are more.
    fn may_grow(&self) -> bool {
        self.listed.len() <= MOST_FINDINGS
    }

    fn add(&mut self, code: Code, at: &At<'_>, what: impl fmt::Display) {
        if self.may_grow() {
            self.listed.push(Mismatch { code, message: format!("{at} {what}"), more: 0 });
        }
    }

    fn unknown(&mut self, name: &str, at: &At<'_>) {
        match self.names.get(name) {
            Some(index) => self.listed[*index].more += 1,
            None if self.may_grow() => {
                self.names.insert(name.to_owned(), self.listed.len());
                self.add(Code::IgnoredField, at, "is not a field of JKF; it is ignored");
            }
            None => {}
        }
    }

    /// Hands everything to a record.
    pub fn report(self, record: &mut Record, place: Place) {
        for Mismatch { code, message, more } in self.listed {
            let message = match more {
                0 => message,
                more => format!("{message}, as are {more} more of this name"),
            };
            record.report(code, place, message);
        }
    }
}

/// Where in the text a value stands. The path is put together only when there is something to report.
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
    pub fn report(&self, code: Code, what: impl fmt::Display) {
        self.mismatches.borrow_mut().add(code, self, what);
    }

    /// A field with a name that JKF does not have. Each name is reported once.
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
