//! `kura sql`

use super::Done;
use super::database::DatabaseArgs;
use super::output::OutputArgs;
use clap::Args;
use kifukura::query::run_sql;
use kifukura::report::SqlAnswer;

/// Ask the database in SQL, read-only; schema/README.md describes the tables
#[derive(Debug, Args)]
pub struct Sql {
    /// One SQL statement
    #[arg(value_name = "SQL")]
    sql: String,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Sql {
    pub fn run(self) -> anyhow::Result<Done> {
        self.output.print(&SqlAnswer(run_sql(&self.database.open()?, &self.sql)?))
    }
}
