//! `kura dataset build`

use super::{plan_file, step_text};
use crate::cli::database::DatabaseArgs;
use crate::cli::error::CommandError;
use crate::cli::filter::{FilterArgs, named};
use crate::cli::output::{self, CsvArgs, note};
use crate::cli::{Cli, Command, Done};
use clap::{Args, Parser};
use kifukura::dataset::build::{
    Anonymiser, Existing, Manifest, NoScore, PartitionBy, Plan, Split, SplitBy, build, clean_conditions,
    read_previous, tables_of,
};
use kifukura::dataset::table::{Sampling, TableName};
use kifukura::report::{clean, counted};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Build a dataset in a folder: tables, manifest, card
///
/// Usually games, moves and positions as Parquet and games as JSON Lines, of all records that the filter chooses. The
/// options may stand in a file (TOML), each under its name without the dashes; those of the command line count more.
#[derive(Debug, Args)]
pub struct Build {
    /// A file with options: `clean = true`, `split = "train=0.9,test=0.1"`, `ending = ["resignation", "checkmate"]`
    #[arg(value_name = "PLAN.toml")]
    plan: Option<PathBuf>,
    /// The folder; it is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The dataset's name; that of the plan or of the folder when not given
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// One line that says what it is
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The licence under which it is given away
    #[arg(long, value_name = "NAME")]
    licence: Option<String>,
    /// Which tables
    #[arg(long, value_name = "TABLE", value_delimiter = ',', value_parser = named(TableName::ALL.map(TableName::name), TableName::from_name))]
    tables: Vec<TableName>,
    /// Formats, each for every table that has it, or `TABLE:FORMAT` for one: parquet, csv, jsonl; of games also usi and
    /// hcpe3; of positions also sfen, psv and hcpe. When not given parquet and games:jsonl
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    formats: Vec<String>,
    /// Only these columns, each in the tables that have it; schema/dataset.md names them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// Clean games: even games of at least 30 plies with an ending that the moves do not contradict, without an illegal
    /// move, no duplicates; a filter that is given as well counts instead of that part
    #[arg(long)]
    clean: bool,
    /// Of games that may be one only the one with the richest record (see `kura duplicates`)
    #[arg(long)]
    no_duplicates: bool,
    /// Headers, comments and branches in games.jsonl
    #[arg(long)]
    with_text: bool,
    /// A folder for each year, or for each folder that was imported
    #[arg(long, value_name = "year|source", value_parser = named(PartitionBy::ALL.map(PartitionBy::name), PartitionBy::from_name))]
    partition: Option<PartitionBy>,
    #[command(flatten)]
    parts: PartArgs,
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    names: NameArgs,
    #[command(flatten)]
    csv: CsvArgs,
    /// Go on with a build that was interrupted
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Replace the dataset that is in the folder
    #[arg(long)]
    force: bool,
    /// How many threads work; all cores when not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
}

/// The parts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Parts")]
struct PartArgs {
    /// The parts with their shares: train=0.9,valid=0.05,test=0.05
    #[arg(long, value_name = "PARTS")]
    split: Option<String>,
    /// What stays together: a game with its near-duplicates, all games of a player or of an event, or a game while no
    /// position stands in two parts
    #[arg(long, value_name = "game|player|event|position", requires = "split", value_parser = named(SplitBy::ALL.map(SplitBy::name), SplitBy::from_name))]
    by: Option<SplitBy>,
    /// The folder of an earlier dataset, whose games stay in their parts
    #[arg(long, value_name = "FOLDER", requires = "split")]
    previous: Option<PathBuf>,
}

/// The positions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Positions")]
pub struct PositionArgs {
    /// Every so manieth position of a game, from the first one on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// The first position: after so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    from_ply: u32,
    /// The last position
    #[arg(long, value_name = "PLIES")]
    to_ply: Option<u32>,
    /// No positions in which the side to move is in check
    #[arg(long)]
    not_in_check: bool,
    /// Only positions in which the side to move is not in check and its move neither takes, promotes nor gives check
    #[arg(long)]
    quiet_positions: bool,
    /// The mirror image of each position (left and right changed) as well
    #[arg(long)]
    mirror: bool,
    /// Turn positions so that Black is always to move
    #[arg(long)]
    one_side: bool,
    /// Each position once, with how often it came up, the mean result and the mean evaluation
    #[arg(long)]
    unique: bool,
    /// Put the positions in an order that this number decides
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,
    /// Positions without an evaluation in psv and hcpe: leave-out, or zero
    #[arg(long, value_name = "leave-out|zero", default_value = "zero", value_parser = named(NoScore::ALL.map(NoScore::name), NoScore::from_name))]
    no_score: NoScore,
}

/// The names of players.
#[derive(Debug, Args)]
#[command(next_help_heading = "Names")]
struct NameArgs {
    /// Put names in the place of players' names that say who is the same and not who it is; needs a key
    #[arg(long)]
    anonymise: bool,
    /// A file with the key, of at least 16 bytes; without the option the environment variable KURA_ANONYMISE_KEY has it
    #[arg(long, value_name = "FILE", requires = "anonymise")]
    key_file: Option<PathBuf>,
}

impl Build {
    pub fn run(mut self, arguments: &[OsString]) -> anyhow::Result<Done> {
        if let Some(path) = self.plan.clone() {
            let more = plan_file::arguments_of(&path, arguments)?;
            let all = arguments.iter().cloned().chain(more);
            let Command::Dataset(dataset) = Cli::parse_from(all).command else {
                return Err(CommandError::new("the plan is of another command").into());
            };
            self = dataset.into_build().ok_or_else(|| CommandError::new("the plan is of another command"))?;
        }
        let out = self.out.clone().ok_or_else(|| {
            CommandError::new("no folder is named")
                .hint("name it: `--out FOLDER`, or `out = \"FOLDER\"` in the plan")
        })?;
        self.database.must_not_be(&out)?;
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
        }
        let plan = self.to_plan(&out)?;
        let database = self.database.open()?;
        let existing = match (self.force, self.resume) {
            (true, _) => Existing::Replace,
            (_, true) => Existing::Resume,
            _ => Existing::Refuse,
        };
        let mut report = |step| {
            if let Some(text) = step_text(&step) {
                note(&format!("{text}\n"));
            }
        };
        let manifest = build(&database, &plan, &out, existing, &mut report)?;
        output::print(&summary(&manifest, &out))?;
        Ok(if manifest.games == 0 { Done::WithRemarks } else { Done::Well })
    }

    fn to_plan(&self, out: &Path) -> anyhow::Result<Plan> {
        let mut filter = self.filter.filter();
        if self.clean {
            clean_conditions(&filter).into_iter().for_each(|condition| filter.push(condition));
        }
        let stem = self.plan.as_deref().and_then(Path::file_stem).or_else(|| out.file_name());
        let name =
            stem.map_or_else(|| "dataset".to_owned(), |name| clean(&name.to_string_lossy()).into_owned());
        let mut plan = Plan::new(self.name.as_deref().unwrap_or(&name), filter);
        if let Some(title) = &self.title {
            plan.title.clone_from(title);
        }
        plan.licence.clone_from(&self.licence);
        plan.no_duplicates = self.no_duplicates || self.clean;
        let tables = if self.tables.is_empty() { TableName::ALL.to_vec() } else { self.tables.clone() };
        if !self.formats.is_empty() {
            plan.tables = tables_of(&tables, &self.formats).map_err(CommandError::new)?;
        } else {
            plan.tables.retain(|(table, _)| tables.contains(table));
        }
        plan.columns.clone_from(&self.columns);
        plan.partition = self.partition;
        plan.with_text = self.with_text;
        plan.csv = self.csv.options();
        self.parts.add_to(&mut plan)?;
        self.positions.add_to(&mut plan);
        plan.anonymise = self.names.anonymiser()?;
        Ok(plan)
    }
}

impl PartArgs {
    fn add_to(&self, plan: &mut Plan) -> anyhow::Result<()> {
        let Some(text) = &self.split else { return Ok(()) };
        let split = Split::parse(text, self.by.unwrap_or_default());
        plan.split = Some(split.map_err(|message| {
            CommandError::new(message).hint("for example `--split train=0.9,valid=0.05,test=0.05`")
        })?);
        if let Some(folder) = &self.previous {
            plan.previous = read_previous(folder)?;
        }
        Ok(())
    }
}

impl PositionArgs {
    /// Says so in a plan.
    pub fn add_to(&self, plan: &mut Plan) {
        plan.sampling = Sampling {
            every: self.every,
            from_ply: self.from_ply,
            to_ply: self.to_ply,
            not_in_check: self.not_in_check,
            quiet: self.quiet_positions,
            mirrored: self.mirror,
            one_side: self.one_side,
        };
        plan.unique = self.unique;
        plan.shuffle = self.shuffle;
        plan.no_score = self.no_score;
    }
}

/// Where the key is when no file is named.
const KEY: &str = "KURA_ANONYMISE_KEY";

impl NameArgs {
    fn anonymiser(&self) -> anyhow::Result<Option<Anonymiser>> {
        if !self.anonymise {
            return Ok(None);
        }
        let missing = || {
            CommandError::new("no key is given, without which everybody could try names until one fits")
                .hint(format!("name a file with one, `--key-file FILE`, or set {KEY}"))
        };
        let key = match &self.key_file {
            Some(path) => std::fs::read(path)
                .map_err(|error| CommandError::new(format!("`{}`: {error}", path.display())))?,
            None => std::env::var_os(KEY).ok_or_else(missing)?.into_encoded_bytes(),
        };
        Ok(Some(Anonymiser::new(key.trim_ascii_end()).map_err(CommandError::new)?))
    }
}

/// What was built, for people.
fn summary(manifest: &Manifest, out: &Path) -> String {
    let mut text = format!(
        "{} of {} in `{}`\n",
        counted(manifest.games, "game"),
        counted(manifest.database.records, "record"),
        clean(&out.to_string_lossy())
    );
    let mut tables: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for file in &manifest.files {
        let Some(table) = file.table.as_deref() else { continue };
        let sums = tables.entry((table, &file.format)).or_default();
        *sums = (sums.0 + 1, sums.1 + file.rows);
    }
    for ((table, format), (files, rows)) in tables {
        let _ = writeln!(text, "  {table}, {format}: {} in {}", counted(rows, "row"), counted(files, "file"));
    }
    for excluded in manifest.excluded.iter().filter(|excluded| excluded.games > 0) {
        let _ =
            writeln!(text, "  left out, {}: {}", clean(&excluded.reason), counted(excluded.games, "record"));
    }
    for left in &manifest.left_out {
        let parts = [Some(&left.table), left.format.as_ref(), left.split.as_ref()];
        let file: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        let (file, reason) = (file.join(" "), clean(&left.reason));
        let _ = writeln!(text, "  not in {file}, {reason}: {}", counted(left.rows, "row"));
    }
    text
}
