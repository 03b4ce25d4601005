//! What every answer can be asked for, whoever shows it.

use super::View;
use crate::terms::Language;

/// A part of a page for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Lines as they are; whoever makes them has cleaned what comes from files.
    Text(String),
    /// A table.
    Table(View),
}

/// An answer that can be shown in every form.
pub trait Answer {
    /// The whole answer as data, for JSON.
    fn view(&self) -> View;

    /// The list in it, for forms that have only rows (CSV).
    fn list(&self) -> View {
        self.view()
    }

    /// What people see: by default the list as a table.
    fn page(&self, language: Language) -> Vec<Block> {
        let _ = language;
        vec![Block::Table(self.list())]
    }

    /// Remarks for people below the answer, one sentence each.
    fn remarks(&self, language: Language) -> Vec<String> {
        let _ = language;
        Vec::new()
    }

    /// True when there is nothing in it.
    fn is_empty(&self) -> bool {
        self.list().rows.is_empty()
    }
}
