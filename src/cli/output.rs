//! Answers on standard output, in the form that was asked for.

use super::Done;
use super::pager::print_paged;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use kifukura::report::{Answer, Csv, CsvOptions, Json, JsonLines, Markdown, RenderOptions, Renderer, Table};
use kifukura::terms::Language;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Columns for people
    #[default]
    Table,
    /// A table for a Markdown page
    Md,
    /// One JSON array
    Json,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
}

/// The options of every answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputFormat,
    /// Only these columns, in this order; schema/answers.md names them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// Sort the rows by this column; NAME:desc puts the highest first
    #[arg(long, value_name = "NAME", value_parser = sort_order)]
    sort: Option<(String, bool)>,
    #[command(flatten)]
    csv: CsvArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

/// The options of CSV.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct CsvArgs {
    /// CSV: write texts as they are, also those that a spreadsheet would run as a formula (docs/commands.md says how others
    /// are guarded)
    #[arg(long)]
    raw: bool,
    /// CSV: begin with a mark of the byte order, by which Excel knows UTF-8
    #[arg(long)]
    bom: bool,
}

impl CsvArgs {
    /// How CSV is written.
    pub fn options(self) -> CsvOptions {
        CsvOptions { raw: self.raw, mark: self.bom }
    }
}

/// The option `--lang`.
#[derive(Clone, Copy, Debug, Args)]
pub struct LanguageArgs {
    /// The language of names and headings in tables; data formats are the same in all
    #[arg(long, value_name = "LANG", env = "KURA_LANG", default_value = "en", value_parser = language_parser())]
    lang: Language,
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::name))
        .try_map(|name| Language::from_name(&name).ok_or("an unknown language"))
}

fn sort_order(text: &str) -> Result<(String, bool), &'static str> {
    match text.split_once(':') {
        None => Ok((text.to_owned(), false)),
        Some((name, "asc")) => Ok((name.to_owned(), false)),
        Some((name, "desc")) => Ok((name.to_owned(), true)),
        Some(_) => Err("write NAME, NAME:asc or NAME:desc"),
    }
}

impl LanguageArgs {
    /// The language.
    pub fn language(self) -> Language {
        self.lang
    }
}

impl OutputArgs {
    /// True when a person reads the answer.
    pub fn for_people(&self) -> bool {
        matches!(self.format, OutputFormat::Table | OutputFormat::Md)
    }

    /// The language of names and headings.
    pub fn language(&self) -> Language {
        self.language.language()
    }

    /// How many rows to ask for when `limit` are to be shown (0 for all): all of them when they are to be sorted first.
    pub fn limit(&self, limit: u64) -> Option<u64> {
        (limit > 0 && self.sort.is_none()).then_some(limit)
    }

    /// Prints an answer and what is to be remarked on it.
    pub fn print(&self, answer: &dyn Answer) -> anyhow::Result<Done> {
        self.print_rows(answer, 0)
    }

    /// Takes the order away that was asked for, where it is one that the caller sorts by.
    pub fn take_order<T>(&mut self, known: impl Fn(&str) -> Option<T>) -> Option<(T, bool)> {
        let order = self.sort.as_ref().and_then(|(name, descending)| Some((known(name)?, *descending)))?;
        self.sort = None;
        Some(order)
    }

    /// True when rows are still to be sorted by one of their columns.
    pub fn sorts(&self) -> bool {
        self.sort.is_some()
    }

    /// The same with at most `limit` rows (0 for all), counted after sorting.
    pub fn print_rows(&self, answer: &dyn Answer, limit: u64) -> anyhow::Result<Done> {
        self.print_page(answer, 0, limit)
    }

    /// How an answer is rendered without its first `offset` rows and with at most `limit` (0 for all).
    pub fn options(&self, offset: u64, limit: u64) -> RenderOptions {
        let mut options = RenderOptions::default();
        options.language = self.language();
        options.width = line_width();
        options.columns.clone_from(&self.columns);
        options.sort.clone_from(&self.sort);
        options.offset = usize::try_from(offset).unwrap_or(usize::MAX);
        options.csv = self.csv.options();
        options.limit = usize::try_from(limit).ok().filter(|limit| *limit > 0);
        options
    }

    /// The same without the first `offset` rows.
    pub fn print_page(&self, answer: &dyn Answer, offset: u64, limit: u64) -> anyhow::Result<Done> {
        let renderer: &dyn Renderer = match self.format {
            OutputFormat::Table => &Table,
            OutputFormat::Md => &Markdown,
            OutputFormat::Json => &Json,
            OutputFormat::Jsonl => &JsonLines,
            OutputFormat::Csv => &Csv,
        };
        let options = self.options(offset, limit);
        if self.format == OutputFormat::Table && io::stdout().is_terminal() {
            let mut text = Vec::new();
            renderer.render(answer, &options, &mut text)?;
            print_paged(&String::from_utf8_lossy(&text))?;
        } else {
            let mut out = io::BufWriter::new(io::stdout().lock());
            renderer.render(answer, &options, &mut out)?;
            out.flush()?;
        }
        if self.for_people() {
            for remark in answer.remarks(self.language()) {
                note(&format!("{remark}\n"));
            }
        }
        Ok(if answer.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

/// How many characters a line may take: what COLUMNS says, else the terminal's width; anything goes into a file or a
/// pipe.
fn line_width() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || {
        let stdout = io::stdout();
        let size = stdout.is_terminal().then(|| terminal_size::terminal_size_of(stdout)).flatten();
        size.map(|(width, _)| usize::from(width.0))
    };
    said.or_else(terminal).filter(|width| *width > 0)
}

/// Prints text to standard output.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// How much is said beside the data.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Verbosity {
    /// Say nothing beside the answer but errors
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more: every warning of a kind, every file, and how long it took
    #[arg(long, short, global = true)]
    verbose: bool,
}

static QUIET: AtomicBool = AtomicBool::new(false);
static VERBOSE: AtomicBool = AtomicBool::new(false);

impl Verbosity {
    /// Makes it the program's.
    pub fn set(self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
        VERBOSE.store(self.verbose, Ordering::Relaxed);
    }
}

/// True with `--verbose`.
pub fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// True with `--quiet`.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// True when standard output is a terminal with colours, and nobody wants it without (<https://no-color.org>).
pub fn has_colors() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && !is_set("NO_COLOR")
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Prints a warning, a count or a hint to standard error; nothing with `--quiet`.
pub fn note(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// Prints an error or a question to standard error.
pub fn complain(text: &str) {
    // A closed standard error stops nothing.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
