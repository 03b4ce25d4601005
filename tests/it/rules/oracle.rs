//! Tables of answers that independent libraries agree on.

use std::path::PathBuf;

use kifukura::rules::shogi::Position;

/// The rows of a tab-separated table, with its column names.
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// One row.
pub struct Row<'a> {
    columns: &'a [String],
    fields: &'a [String],
}

impl Table {
    /// The copy kept with the tests; of the largest table a sample.
    pub fn kept(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(name);
        Self::parse(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}")))
    }

    /// The complete table from `shared/` beside the project, where that is.
    pub fn complete(name: &str) -> Option<Self> {
        let path = crate::support::shared(&format!("oracles/{name}"))?;
        Some(Self::parse(&std::fs::read_to_string(path).unwrap()))
    }

    fn parse(text: &str) -> Self {
        let mut lines = text.lines().map(|line| line.split('\t').map(String::from).collect::<Vec<_>>());
        let columns = lines.next().expect("a table has a line of column names");
        Self { columns, rows: lines.collect() }
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        assert!(!self.rows.is_empty());
        self.rows.iter().map(|fields| Row { columns: &self.columns, fields })
    }
}

impl Row<'_> {
    pub fn get(&self, column: &str) -> &str {
        let place = self.columns.iter().position(|name| name == column);
        &self.fields[place.unwrap_or_else(|| panic!("no column {column}"))]
    }

    pub fn number(&self, column: &str) -> u32 {
        self.get(column).parse().unwrap_or_else(|_| panic!("{column} {}: not a number", self.get("id")))
    }

    pub fn position(&self) -> Position {
        position(self.get("sfen"))
    }
}

/// The position of a text that must be right.
pub fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// The legal moves in USI, sorted.
pub fn legal_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    moves
}
