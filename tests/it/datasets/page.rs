//! The page that describes the columns of datasets says what the types say.

use crate::documents::must_be;
use kifukura::dataset::table::{
    TableColumn, TableFormat, TableName, games_columns, moves_columns, positions_columns, unique_columns,
};
use std::fmt::Write;

const ABOUT: &str = "# The tables of datasets

What `kura dataset build` and `kura export --table` write. Parquet and CSV have these columns, JSON Lines the same names
(there `moves` and `clocks_ms` of games are lists, and `evaluations` stand beside them). A text is UTF-8; what is missing
is null in Parquet and JSON and empty in CSV. Sides are `black` and `white`; endings and agreement are those of
docs/endings.md; days are ISO 8601 and may be partial.

Parquet has one file a table, part and partition: zstd, groups of about 131,072 rows, statistics for each column. The
layouts of psv, hcpe and hcpe3 are in docs/packed-positions.md.
";

fn push_table(text: &mut String, title: &str, about: &str, columns: &[TableColumn]) {
    let _ = write!(
        text,
        "\n## {title}\n\n{about}\n\n| column | type | empty | meaning |\n| --- | --- | --- | --- |\n"
    );
    for column in columns {
        let empty = if column.is_optional { "may be" } else { "never" };
        let _ =
            writeln!(text, "| `{}` | {} | {empty} | {} |", column.name, column.kind.name(), column.meaning);
    }
}

#[test]
fn every_column_of_a_dataset_is_on_its_page() {
    let mut text = ABOUT.to_owned();
    push_table(&mut text, "games", "One row a game.", &games_columns());
    push_table(&mut text, "moves", "One row a legal move of the main line.", &moves_columns());
    push_table(
        &mut text,
        "positions",
        "One row a position in which a move was made, in the order of the games and of their plies.",
        &positions_columns(),
    );
    push_table(
        &mut text,
        "positions with `--unique`",
        "One row a position; the rows are in the order of the positions' keys.",
        &unique_columns(),
    );
    text += "\n## Formats\n\n| format | tables |\n| --- | --- |\n";
    for format in TableFormat::ALL {
        let tables: Vec<&str> = format.tables().iter().map(|table: &TableName| table.name()).collect();
        let _ = writeln!(text, "| `{}` | {} |", format.name(), tables.join(", "));
    }
    must_be("schema/dataset.md", &text);
}
