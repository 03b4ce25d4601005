//! `kura problems`

use super::Done;
use super::database::Database;
use super::output::{OutputArgs, note};
use clap::Args;
use kifukura::query::list_problems;
use kifukura::report::{Align, Table, counted};

/// What was wrong with the files that were imported
#[derive(Debug, Args)]
pub struct Problems {
    /// Of this import only (the ids are in the table `import`)
    #[arg(long, value_name = "ID")]
    import: Option<i64>,
    /// Of this severity and worse
    #[arg(long, default_value = "warning", value_parser = ["info", "warning", "error"])]
    severity: String,
    /// With this code only, for example `R001`
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    output: OutputArgs,
}

impl Problems {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let severities: &[&str] = match self.severity.as_str() {
            "error" => &["error"],
            "warning" => &["error", "warning"],
            _ => &["error", "warning", "info"],
        };
        let problems = list_problems(&connection, self.import, severities, self.code.as_deref())?;
        self.output.print(&problems, || {
            let mut table = Table::new(&[
                ("place", Align::Left),
                ("game", Align::Right),
                ("severity", Align::Left),
                ("code", Align::Left),
                ("what", Align::Left),
            ]);
            for problem in &problems {
                let path = problem.path.as_deref().unwrap_or("–");
                // Line 0 is the file as a whole.
                let place = match problem.line {
                    0 => path.to_owned(),
                    line => format!("{path}:{line}:{}", problem.column),
                };
                table.row([
                    place,
                    problem.game.map_or_else(|| "–".to_owned(), |game| game.to_string()),
                    problem.severity.clone(),
                    problem.code.clone(),
                    problem.message.clone(),
                ]);
            }
            table
        })?;
        if self.output.for_people() {
            note(&format!("{}\n", counted(problems.len() as u64, "finding")));
        }
        Ok(if problems.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}
