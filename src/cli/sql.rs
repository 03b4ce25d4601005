//! `kura sql`

use super::Done;
use super::database::Database;
use super::output::OutputArgs;
use clap::Args;
use kifukura::query::run_sql;
use kifukura::report::{Align, Table};
use serde_json::{Map, Value};

/// Ask the database in SQL, read-only; schema/README.md describes the tables
#[derive(Debug, Args)]
pub struct Sql {
    /// One SQL statement
    #[arg(value_name = "SQL")]
    sql: String,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    output: OutputArgs,
}

impl Sql {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let answer = run_sql(&connection, &self.sql)?;
        let objects: Vec<Map<String, Value>> = answer
            .rows
            .iter()
            .map(|row| answer.columns.iter().cloned().zip(row.iter().cloned()).collect())
            .collect();
        self.output.print(&objects, || {
            let mut table = Table::with_names(answer.columns.iter().map(|name| (name.clone(), Align::Left)));
            for row in &answer.rows {
                table.row(row.iter().map(|value| match value {
                    Value::Null => "–".to_owned(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                }));
            }
            table
        })?;
        Ok(if answer.rows.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}
