//! The table of names: what an opening or a castle is called, and by what it is recognised.

use super::Shape;
use crate::record::normalize_name;
use crate::rules::{Color, named_enum};
use std::collections::HashMap;

named_enum! {
    /// What a name is the name of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum NameKind {
        /// What both sides play together: double static rook, bishop exchange.
        Type = "type",
        /// What one side plays.
        Opening = "opening",
        /// A plan within openings.
        Strategy = "strategy",
        /// A single idea.
        Tactic = "tactic",
        /// Where a king is safe.
        Castle = "castle",
    }
}

named_enum! {
    /// Who can have a name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Holder {
        /// Either side by itself.
        One = "one",
        /// Both sides together.
        Both = "both",
        /// Black only.
        Black = "black",
        /// White only.
        White = "white",
    }
}

impl Holder {
    /// Whether a side can have names of this sort.
    #[must_use]
    pub const fn can_be(self, side: Color) -> bool {
        match self {
            Self::One | Self::Both => true,
            Self::Black => matches!(side, Color::Black),
            Self::White => matches!(side, Color::White),
        }
    }
}

named_enum! {
    /// When a name can be found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Window {
        /// Before the fighting starts.
        Opening = "opening",
        /// Before the fighting starts, or within twenty plies of its start.
        OpeningAndAfter = "opening+20",
        /// At any time.
        Any = "any",
        /// Once, when the fighting starts or the record ends.
        End = "end",
    }
}

/// How a name that was found can be lost again, or is only found when its shape stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lasting {
    /// Once found it stays.
    #[default]
    Stays,
    /// The shape must stand for so many own moves, or until the record ends.
    MustLast(usize),
    /// It is forgotten when the rook leaves the file for another within so many own moves.
    Left(usize),
    /// It is undone when the rook returns within so many own moves.
    Undone(usize),
}

/// A name and how it is recognised.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The stable key: `fourth_file_rook`.
    pub id: String,
    /// What it is the name of.
    pub kind: NameKind,
    /// Who can have it.
    pub holder: Holder,
    /// The more general name; empty for none.
    pub parent: String,
    /// When it can be found.
    pub window: Window,
    /// How it lasts.
    pub lasting: Lasting,
    /// The names that it takes the place of.
    pub replaces: Vec<String>,
    /// By what it is recognised.
    pub shape: Shape,
    /// The same as it is written.
    pub shape_text: String,
    /// The Japanese name.
    pub japanese: String,
    /// How it is read.
    pub reading: String,
    /// The English name.
    pub english: String,
    /// The Italian name; empty where there is none.
    pub italian: String,
    /// What it is, in words.
    pub definition: String,
}

/// The columns of a table.
const COLUMNS: [&str; 13] = [
    "id",
    "kind",
    "side",
    "parent",
    "window",
    "lasting",
    "replaces",
    "shape",
    "japanese",
    "reading",
    "english",
    "italian",
    "definition",
];

/// So many names are the most.
const MOST_NAMES: usize = 4096;

/// A table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DefinitionError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// All names, in the order of their tables.
#[derive(Clone, Debug)]
pub struct Definitions {
    all: Vec<Definition>,
    places: HashMap<String, usize>,
}

impl Definitions {
    /// The tables of the names that kifukura knows.
    pub const STANDARD: [&'static str; 2] =
        [include_str!("../../data/openings.tsv"), include_str!("../../data/castles.tsv")];

    /// The names that kifukura knows: data/openings.tsv and data/castles.tsv.
    ///
    /// # Errors
    /// When the tables that were compiled in are damaged, which a test rules out.
    pub fn standard() -> Result<Self, DefinitionError> {
        Self::parse(&Self::STANDARD)
    }

    /// No names at all.
    #[must_use]
    pub fn empty() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    /// Reads tables, each a header line and one line for each name, columns parted by tabs. A name that stands in
    /// several tables is the last one's.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn parse(tables: &[&str]) -> Result<Self, DefinitionError> {
        let mut rows: Vec<(usize, Vec<&str>)> = Vec::new();
        for table in tables {
            let mut lines = table.lines().enumerate().map(|(index, line)| (index + 1, line));
            let header = lines.next().map(|(_, line)| line).unwrap_or_default();
            if header.split('\t').ne(COLUMNS) {
                let reason = format!("the columns must be {}", COLUMNS.join(", "));
                return Err(DefinitionError { line: 1, reason });
            }
            for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
                let cells: Vec<&str> = text.split('\t').collect();
                if cells.len() != COLUMNS.len() {
                    let reason = format!("{} columns, {} are needed", cells.len(), COLUMNS.len());
                    return Err(DefinitionError { line, reason });
                }
                if rows.len() == MOST_NAMES {
                    let reason = format!("there are more than {MOST_NAMES} names");
                    return Err(DefinitionError { line, reason });
                }
                match rows.iter_mut().find(|(_, known)| known[0] == cells[0]) {
                    Some(known) => *known = (line, cells),
                    None => rows.push((line, cells)),
                }
            }
        }
        let places: HashMap<String, usize> =
            rows.iter().enumerate().map(|(place, (_, cells))| (cells[0].to_owned(), place)).collect();
        let read = |(line, cells): &(usize, Vec<&str>)| {
            definition(cells, &places).map_err(|reason| DefinitionError { line: *line, reason })
        };
        let all: Vec<Definition> = rows.iter().map(read).collect::<Result<_, _>>()?;
        let definitions = Self { all, places };
        for (place, (line, cells)) in rows.iter().enumerate() {
            if definitions.parents(place).count() > definitions.all.len() {
                let reason = format!("the parents of `{}` go round in a circle", cells[0]);
                return Err(DefinitionError { line: *line, reason });
            }
        }
        Ok(definitions)
    }

    /// The names.
    #[must_use]
    pub fn all(&self) -> &[Definition] {
        &self.all
    }

    /// The place of a name among all.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// Whether a name is another one or, by its parents, a special case of it.
    #[must_use]
    pub fn is_a(&self, place: usize, other: usize) -> bool {
        self.parents(place).any(|parent| parent == other)
    }

    /// A name, its parent, the parent of that, and so on; one more than there are names when they go round in a circle.
    fn parents(&self, place: usize) -> impl Iterator<Item = usize> {
        let next = |place: &usize| self.place(&self.all.get(*place)?.parent);
        std::iter::successors(Some(place), next).take(self.all.len() + 1)
    }

    /// The places of the names of some kinds that a text means: those that are called so (by id, in Japanese or its reading,
    /// in English or Italian; small letters, blanks and hyphens make no difference), else those of whose name it is a part.
    #[must_use]
    pub fn named(&self, text: &str, kinds: &[NameKind]) -> Vec<usize> {
        let asked = folded(text);
        if asked.is_empty() {
            return Vec::new();
        }
        let by = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let has = |definition: &Definition| {
                let Definition { id, japanese, english, italian, reading, .. } = definition;
                let names = [id, japanese, english, italian, reading];
                names.into_iter().any(|name| !name.is_empty() && fits(&folded(name)))
            };
            let all = self.all.iter().enumerate();
            let found = all.filter(|(_, definition)| kinds.contains(&definition.kind) && has(definition));
            found.map(|(place, _)| place).collect()
        };
        let whole = by(&|name| name == asked);
        if whole.is_empty() { by(&|name| name.contains(&asked)) } else { whole }
    }
}

/// A name without what spellings differ in.
fn folded(name: &str) -> String {
    normalize_name(name).chars().filter(|char| !matches!(char, '_' | '-' | '\'' | '’' | ' ')).collect()
}

fn definition(cells: &[&str], places: &HashMap<String, usize>) -> Result<Definition, String> {
    let [
        id,
        kind,
        holder,
        parent,
        window,
        lasting,
        replaces,
        shape,
        japanese,
        reading,
        english,
        italian,
        words,
    ] = cells
    else {
        return Err("a column is missing".to_owned());
    };
    let unknown = |what: &str, name: &str| format!("`{name}` is not {what}");
    let known = |name: &&str| places.contains_key(*name);
    let replaces: Vec<&str> = replaces.split(',').filter(|name| !name.is_empty()).collect();
    if let Some(name) = replaces.iter().find(|name| !known(name)) {
        return Err(unknown("a name of the table", name));
    }
    if !parent.is_empty() && !known(parent) {
        return Err(unknown("a name of the table", parent));
    }
    Ok(Definition {
        id: (*id).to_owned(),
        kind: NameKind::from_name(kind).ok_or_else(|| unknown("a kind of name", kind))?,
        holder: Holder::from_name(holder).ok_or_else(|| unknown("a side", holder))?,
        parent: (*parent).to_owned(),
        window: Window::from_name(window).ok_or_else(|| unknown("a window", window))?,
        lasting: self::lasting(lasting).ok_or_else(|| unknown("a way to last", lasting))?,
        replaces: replaces.into_iter().map(str::to_owned).collect(),
        shape: Shape::parse(shape, |name| places.get(name).copied())?,
        shape_text: (*shape).to_owned(),
        japanese: (*japanese).to_owned(),
        reading: (*reading).to_owned(),
        english: (*english).to_owned(),
        italian: (*italian).to_owned(),
        definition: (*words).to_owned(),
    })
}

fn lasting(text: &str) -> Option<Lasting> {
    if text.is_empty() {
        return Some(Lasting::Stays);
    }
    let (name, moves) = text.split_once('=')?;
    let moves = moves.parse().ok()?;
    Some(match name {
        "lasts" => Lasting::MustLast(moves),
        "left" => Lasting::Left(moves),
        "undone" => Lasting::Undone(moves),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_read_and_parents_lead_somewhere() {
        let definitions = Definitions::standard().unwrap();
        assert_eq!(definitions.all().len(), 224);
        let of = |kind| definitions.all().iter().filter(|definition| definition.kind == kind).count();
        assert_eq!(NameKind::ALL.map(of), [20, 125, 4, 2, 73]);
        let place = |id| definitions.place(id).unwrap();
        assert!(definitions.is_a(place("normal_fourth_file_rook"), place("ranging_rook")));
        assert!(!definitions.is_a(place("ranging_rook"), place("normal_fourth_file_rook")));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        let header = COLUMNS.join("\t");
        let row = |shape: &str| format!("{header}\nx\topening\tone\t\tany\t\t\t{shape}\tx\tx\tx\t\tx\n");
        assert!(Definitions::parse(&[&row("7f=P rook=ranging")]).is_ok());
        for (shape, wanted) in [
            ("7f=X", "line 2: `7f=X` is not a word of shapes"),
            ("(7f=P", "line 2: a parenthesis is not closed"),
            ("tag:y", "line 2: `y` is not a name of the table"),
        ] {
            assert_eq!(Definitions::parse(&[&row(shape)]).unwrap_err().to_string(), wanted);
        }
        assert_eq!(Definitions::parse(&["id\n"]).unwrap_err().line, 1);
        let many = |names: usize| {
            let name = |number: usize| format!("n{number}\topening\tone\t\tany\t\t\t7f=P\tx\tx\tx\t\tx\n");
            let rows: String = (0..names).map(name).collect();
            Definitions::parse(&[&format!("{header}\n{rows}")])
        };
        assert!(many(MOST_NAMES).is_ok());
        assert_eq!(
            many(MOST_NAMES + 1).unwrap_err().to_string(),
            "line 4098: there are more than 4096 names"
        );
        let circle = format!(
            "{header}\na\topening\tone\tb\tany\t\t\t7f=P\tx\tx\tx\t\tx\nb\topening\tone\ta\tany\t\t\t7f=P\tx\tx\tx\t\tx\n"
        );
        let error = Definitions::parse(&[&circle]).unwrap_err().to_string();
        assert_eq!(error, "line 2: the parents of `a` go round in a circle");
    }
}
