//! `kura problems`

use super::Done;
use super::database::DatabaseArgs;
use super::output::OutputArgs;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kifukura::query::{ProblemsOptions, list_problems};
use kifukura::record::Severity;
use kifukura::report::ProblemList;

/// What was wrong with the files that were imported
#[derive(Debug, Args)]
pub struct Problems {
    /// Of this import only (the ids are in the table `import`)
    #[arg(long, value_name = "ID")]
    import: Option<i64>,
    /// Of this severity and worse
    #[arg(long, default_value = "warning", value_parser = severity_parser())]
    severity: Severity,
    /// With this code only, for example `R001`
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    /// How many to list; 0 for all
    #[arg(long, default_value_t = 0, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The parser of `--severity`.
pub fn severity_parser() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(Severity::ALL.map(Severity::name))
        .try_map(|name| Severity::from_name(&name).ok_or("an unknown severity"))
}

impl Problems {
    pub fn run(self) -> anyhow::Result<Done> {
        let mut options = ProblemsOptions::default();
        options.import = self.import;
        options.severity = self.severity;
        options.code = self.code;
        let mut problems = list_problems(&self.database.open()?, &options)?;
        let all = problems.len() as u64;
        if let Some(limit) = self.output.limit(self.limit) {
            problems.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        self.output.print_rows(&ProblemList { problems, all }, self.limit)
    }
}
