//! What an import did.

use crate::import::{Correction, Repeat, Summary, Unreadable};
use crate::replay::Agreement;
use crate::report::summary::import_summary;
use crate::report::{Answer, Block, Cell, Field, Kind, Row, View};
use crate::terms::Language;

/// What an import did, in numbers that add up.
#[derive(Clone, Debug)]
pub struct ImportReport(pub Summary);

impl Row for Summary {
    const NAME: &'static str = "import";

    fn fields() -> Vec<Field<Self>> {
        let count = |name, meaning, get: fn(&Self) -> u64| {
            Field::new(name, Kind::Count, meaning, move |row: &Self| get(row).into())
        };
        vec![
            Field::new("import", Kind::Id, "its id; null when it found nothing new", |row: &Self| {
                row.import.into()
            }),
            Field::new(
                "operation",
                Kind::Id,
                "the operation that can be undone; null when nothing was stored",
                |row: &Self| row.operation.into(),
            ),
            count("files", "files below the given paths, those in archives included", |row| row.files),
            count("files_in_archives", "how many of them lie in archives", |row| row.files_in_archives),
            count("bytes", "bytes of the files that were read", |row| row.bytes),
            count("files_known", "files whose content the database knew already", |row| row.files_known),
            count("files_without_game", "files in which no game was found", |row| row.files_without_game),
            files("positions", "those of them that hold packed positions", |row| &row.positions),
            count("files_with_several", "files that hold more than one game", |row| row.files_with_several),
            count("files_cut_short", "files that were not read to the end", |row| row.files_cut_short),
            count("files_unreadable", "files that could not be read", |row| row.files_unreadable),
            files("unreadable", "which they are, and why", |row| &row.unreadable),
            count("games", "games in the files that were read", |row| row.games),
            count("stored", "games that are new in the database", |row| row.stored),
            count("copies", "stored games that repeat another, when copies are kept", |row| row.copies),
            Field::new("repeats", Kind::Rows(Repeat::NAME), "which game repeats which", |row: &Self| {
                View::of(&row.repeats).into()
            }),
            Field::new(
                "corrections",
                Kind::Rows(Correction::NAME),
                "records that correct an earlier one of the same file",
                |row: &Self| View::of(&row.corrections).into(),
            ),
            count("duplicates", "games that were there already", |row| row.duplicates),
            count("rejected", "games that could not be stored", |row| row.rejected),
            count("endings_declared", "new games with a declared ending", |row| row.endings_declared),
            Field::new(
                "agreement",
                Kind::Counts,
                "how their declared endings compare with the verified ones",
                agreement,
            ),
            counts("broken_rules", "rules that illegal moves broke in the new games", |row| {
                row.broken_rules.iter().map(|(rule, count)| (*rule, *count)).collect()
            }),
            count("games_cut_short", "new games with a move that could not be played", |row| {
                row.games_cut_short
            }),
            counts("encodings", "files of each encoding", |row| {
                row.encodings.iter().map(|(name, count)| (*name, *count)).collect()
            }),
            counts("formats", "files of each format", |row| {
                row.formats.iter().map(|(name, count)| (*name, *count)).collect()
            }),
            counts("diagnostics", "findings of each code", |row| {
                row.diagnostics.iter().map(|(code, count)| (code.id(), *count)).collect()
            }),
            Field::new("interrupted", Kind::Flag, "true when it was ended early", |row: &Self| {
                row.interrupted.into()
            }),
            Field::new("seconds", Kind::Number(1), "the time it took, in seconds", |row: &Self| {
                row.elapsed.as_secs_f64().into()
            }),
        ]
    }
}

/// A column of counts by name.
fn counts(
    name: &'static str,
    meaning: &'static str,
    get: fn(&Summary) -> Vec<(&'static str, u64)>,
) -> Field<Summary> {
    Field::new(name, Kind::Counts, meaning, move |row: &Summary| {
        Cell::Counts(get(row).into_iter().map(|(name, count)| (name.to_owned(), count)).collect())
    })
}

/// A list of files that were not read, with the reasons.
fn files(name: &'static str, meaning: &'static str, get: fn(&Summary) -> &Vec<Unreadable>) -> Field<Summary> {
    Field::new(name, Kind::Rows(Unreadable::NAME), meaning, move |row: &Summary| View::of(get(row)).into())
}

/// Every agreement, also those that no game has.
fn agreement(summary: &Summary) -> Cell {
    let count = |agreement: Agreement| {
        (agreement.name().to_owned(), summary.agreement.get(&agreement).copied().unwrap_or(0))
    };
    Cell::Counts(Agreement::ALL.map(count).to_vec())
}

impl Row for Unreadable {
    const NAME: &'static str = "unreadable_file";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("path", Kind::Text, "the file, or the file in an archive", |row: &Self| {
                row.path.clone().into()
            }),
            Field::new("reason", Kind::Text, "why it could not be read", |row: &Self| {
                row.reason.clone().into()
            }),
        ]
    }
}

impl Row for Repeat {
    const NAME: &'static str = "repeat";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("game", Kind::Id, "the id of the new game", |row: &Self| row.game.into()),
            Field::new("same_as", Kind::Id, "the id of the game that it repeats", |row: &Self| {
                row.same_as.into()
            }),
        ]
    }
}

impl Row for Correction {
    const NAME: &'static str = "correction";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("path", Kind::Text, "the file", |row: &Self| row.path.clone().into()),
            Field::new("game", Kind::Id, "the game of the corrected record", |row: &Self| row.game.into()),
            Field::new("corrects", Kind::Id, "the game of the record that it corrects", |row: &Self| {
                row.corrects.into()
            }),
            Field::new(
                "is_replaced",
                Kind::Flag,
                "true when that game gave way to it, so that only one is counted",
                |row: &Self| row.is_replaced.into(),
            ),
        ]
    }
}

impl Answer for ImportReport {
    fn view(&self) -> View {
        View::single(&self.0)
    }

    fn page(&self, _: Language) -> Vec<Block> {
        vec![Block::Text(import_summary(&self.0))]
    }

    fn is_empty(&self) -> bool {
        self.0.files == 0
    }
}
