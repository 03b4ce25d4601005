//! `kura import`

use super::Done;
use super::database::Database;
use super::output::{note, print};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kifukura::import::{Options, Progress, Summary, import};
use kifukura::report::{clean, import_summary};
use std::path::PathBuf;

/// How many paths that could not be read are named.
const SHOWN: usize = 10;

/// Read records from files, folders and archives into the database
///
/// Every file is looked at, whatever it is called. What is known already is left alone, so the same command can be
/// run again at any time, also after it was interrupted.
#[derive(Debug, Args)]
pub struct Import {
    /// Files, folders, and archives of either (zip, tar, gz, zst, 7z, lzh)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    database: Database,
    /// Do not keep the bytes of the files in the database
    #[arg(long)]
    no_source: bool,
    /// How many threads read and replay; as many as there are cores when not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

impl Import {
    pub fn run(self) -> anyhow::Result<Done> {
        let mut connection = self.database.create()?;
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
        }
        let bar = bar();
        let mut options = Options::default();
        options.keep_source = !self.no_source;
        let result = import(&mut connection, &self.paths, options, &mut |progress| show(&bar, progress));
        bar.finish_and_clear();
        let summary = result.map_err(|error| self.database.explain(error))?;
        if self.json {
            print(&format!("{:#}\n", to_json(&summary)))?;
        } else {
            print(&import_summary(&summary))?;
        }
        for (path, reason) in summary.unreadable.iter().take(SHOWN) {
            note(&format!("warning: `{}` could not be read: {}\n", clean(path), clean(reason)));
        }
        if summary.unreadable.len() > SHOWN {
            note(&format!(
                "warning: and {} more (kura sql \"SELECT * FROM unread\")\n",
                summary.unreadable.len() - SHOWN
            ));
        }
        if summary.files == 0 {
            note("warning: no files were found below the given paths\n");
        }
        Ok(if summary.is_clean() && summary.files > 0 { Done::Well } else { Done::WithRemarks })
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    let template = "  reading  {bar:40} {human_pos} / {human_len} files  {msg}  eta {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.files);
    bar.set_position(progress.files_done);
    let seconds = bar.elapsed().as_secs_f64().max(1e-3);
    #[expect(clippy::cast_precision_loss, reason = "rates for a progress bar")]
    let (games, megabytes) = (progress.games as f64 / seconds, progress.bytes_done as f64 / seconds / 1e6);
    bar.set_message(format!("{games:.0} games/s  {megabytes:.0} MB/s  {} refused", progress.refused));
}

fn to_json(summary: &Summary) -> serde_json::Value {
    serde_json::json!({
        "import": summary.import,
        "files": summary.files,
        "files_in_archives": summary.members,
        "bytes": summary.bytes,
        "files_known": summary.known_files,
        "files_without_game": summary.files_without_game,
        "files_unreadable": summary.unreadable_files,
        "games": summary.games,
        "stored": summary.stored,
        "duplicates": summary.duplicates,
        "rejected": summary.rejected,
        "seconds": summary.elapsed.as_secs_f64(),
    })
}
