//! `kura import`

mod replace;

use super::Done;
use super::confirm::can_ask;
use super::database::DatabaseArgs;
use super::openings::DefinitionsArgs;
use super::output::{OutputArgs, OutputFormat, is_quiet, is_verbose, note};
use anyhow::bail;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kifukura::import::{Collection, Duplicates, Options, Progress, Replace, Summary, import};
use kifukura::intake::STANDARD_INPUT;
use kifukura::report::{ImportReport, clean, count, counted};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many paths that could not be read are named.
const SHOWN: usize = 10;

/// How often the progress bar moves.
const TICK: Duration = Duration::from_millis(200);

/// Read records from files, folders and archives into the database
///
/// Every file is read, whatever it is called. What is known already is left alone, so the same command can be
/// run again at any time, also after it was interrupted. Ctrl-C ends it after what is being written (exit code 130), a
/// second Ctrl-C at once; nothing that was stored is lost either way.
#[derive(Debug, Args)]
pub struct Import {
    /// Files, folders, and archives of either (zip, tar, gz, zst, 7z, lzh)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    database: DatabaseArgs,
    /// Do not keep the bytes of the files in the database
    #[arg(long)]
    no_source: bool,
    /// What to do with records that agree in everything that tells games apart: merge makes them one game; keep makes
    /// each a game of its own; report does the same and lists which game repeats which
    #[arg(long, value_enum, default_value_t)]
    duplicates: Copies,
    /// The same as --duplicates keep
    #[arg(long, conflicts_with = "duplicates")]
    no_dedupe: bool,
    /// What to do with a record that corrects one which was seen under the same path with other bytes (a name put right
    /// in a file): never leaves both and says so; always lets the earlier game give way to it; ask asks for each, and is
    /// the same as never without a terminal. Known files are looked at again
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    replace: When,
    /// How many threads read and replay; as many as there are cores when not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    definitions: DefinitionsArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// What these files belong to, as datasets made of them will say; files that are known already are named too
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// The licence under which these files were given away, for example CC0-1.0
    #[arg(long, value_name = "NAME")]
    licence: Option<String>,
    /// The same as --format json
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

impl Import {
    pub fn run(mut self) -> anyhow::Result<Done> {
        self.must_have_a_path()?;
        if self.json {
            self.output.format = OutputFormat::Json;
        }
        let added = self.definitions.read()?;
        let database = self.database.create()?;
        if let Some(added) = added {
            database.reclassify(Some(&added), &mut |_| {})?;
        }
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
        }
        ctrlc::set_handler(interrupt)?;
        let bar = bar();
        let result = import(&database, &self.paths, self.options(), &mut |progress| show(&bar, progress));
        bar.finish_and_clear();
        let mut report = ImportReport(result?);
        if self.replace == When::Ask && can_ask() {
            replace::ask(&database, &mut report.0)?;
        }
        self.output.print(&report)?;
        let done = finish(&report.0);
        replace::remark(&report.0);
        Ok(done)
    }

    fn options(&self) -> Options {
        let mut options = Options::default();
        options.keep_source = !self.no_source;
        options.duplicates = match self.duplicates {
            _ if self.no_dedupe => Duplicates::Keep,
            Copies::Merge => Duplicates::Merge,
            Copies::Keep => Duplicates::Keep,
            Copies::Report => Duplicates::Report,
        };
        options.replace = match self.replace {
            When::Never => Replace::Never,
            When::Ask => Replace::Report,
            When::Always => Replace::Always,
        };
        if self.collection.is_some() || self.licence.is_some() {
            let (name, licence) = (self.collection.clone(), self.licence.clone());
            options.collection = Some(Collection { name, licence });
        }
        options.stop = Some(&STOP);
        options
    }

    /// Refuses paths none of which exists when there is no database yet: nobody wants an empty one.
    fn must_have_a_path(&self) -> anyhow::Result<()> {
        let there = |path: &PathBuf| path.as_os_str() == STANDARD_INPUT || path.symlink_metadata().is_ok();
        if self.paths.iter().any(there) || self.database.exists() {
            return Ok(());
        }
        let more = if self.paths.len() > 1 { ", nor anything at the other paths" } else { "" };
        bail!("there is no `{}`{more}; no database was made", clean(&self.paths[0].to_string_lossy()));
    }
}

/// Reports what could not be read, and what to do next.
fn finish(summary: &Summary) -> Done {
    let shown = if is_verbose() { usize::MAX } else { SHOWN };
    for unreadable in summary.unreadable.iter().take(shown) {
        let (path, reason) = (clean(&unreadable.path), clean(&unreadable.reason));
        note(&format!("warning: `{path}` could not be read: {reason}\n"));
    }
    if summary.unreadable.len() > shown {
        note(&format!(
            "warning: and {} more (kura sql \"SELECT * FROM unread\")\n",
            summary.unreadable.len() - shown
        ));
    }
    for file in summary.positions.iter().take(shown) {
        note(&format!("note: `{}` was passed over: {}\n", clean(&file.path), clean(&file.reason)));
    }
    if summary.positions.len() > shown {
        note(&format!("note: and {} more with positions\n", summary.positions.len() - shown));
    }
    if summary.interrupted {
        note(&format!(
            "interrupted: {} stored, all of it safe\nhint: run the same command again to go on\n",
            counted(summary.stored, "game")
        ));
        return Done::Interrupted;
    }
    if summary.files == 0 {
        note("warning: no files were found below the given paths\n");
    }
    if summary.is_clean() && summary.files > 0 { Done::Well } else { Done::WithRemarks }
}

/// `--duplicates`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Copies {
    #[default]
    Merge,
    Keep,
    Report,
}

/// `--replace`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum When {
    Ask,
    Always,
    #[default]
    Never,
}

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

fn interrupt() {
    if STOP.swap(true, Ordering::SeqCst) {
        std::process::exit(super::INTERRUPTED);
    }
    note("\ninterrupted: what is being written is finished first (Ctrl-C once more ends at once)\n");
}

fn bar() -> ProgressBar {
    if is_quiet() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length();
    let template = "  {spinner} reading  {bar:40} {msg}  {elapsed}, eta {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message("looking for files");
    // It moves at once, also while files are looked for or a large one is read.
    bar.enable_steady_tick(TICK);
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.bytes);
    bar.set_position(progress.bytes_done);
    let seconds = bar.elapsed().as_secs_f64().max(1e-3);
    #[expect(clippy::cast_precision_loss, reason = "rates for a progress bar")]
    let (games, megabytes) = (progress.games as f64 / seconds, progress.bytes_done as f64 / seconds / 1e6);
    bar.set_message(format!(
        "{} / {} files  {games:.0} games/s  {megabytes:.0} MB/s  {}",
        count(progress.files_done),
        count(progress.files),
        counted(progress.problems, "problem")
    ));
}
