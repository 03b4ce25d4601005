//! `kura export`

mod form;
mod layout;
mod records;

use super::Done;
use super::database::DatabaseArgs;
use super::dataset::PositionArgs;
use super::emptied::report_emptied;
use super::error::CommandError;
use super::filter::{FilterArgs, named};
use super::form::{Form, encoding};
use super::game_writer::GameWriter;
use super::output::{CsvArgs, note};
use super::output_file::{OutputFile, write_file};
use super::output_folder::{ExistingArgs, is_folder};
use clap::Args;
use form::ExportForm;
use kifukura::database::Database;
use kifukura::dataset::build::{Plan, tables_of, write_table};
use kifukura::dataset::table::{TableFormat, TableName};
use kifukura::dataset::{DatasetFormat, export, export_into};
use kifukura::formats::encoding::Encoding;
use kifukura::query::{Filter, GameOrder, Listing, Questions};
use kifukura::report::counted;
use kifukura::terms::Language;
use layout::Layout;
use std::io::{BufWriter, IsTerminal};
use std::path::PathBuf;

/// Write games as a dataset or as records: the same games always give the same bytes
///
/// Without --to a dataset, one row a game (--format). With --to records: into a folder, one file a game, with the folders of
/// the files that were imported or as --layout says; several games into one file where the format has a place for
/// several. `--to db` writes into another database, made if it is not there, with everything that belongs to the games:
/// files, comments, branches, findings, names that are one person's; games that it has already are merged as by an import,
/// and `kura undo` there takes it back.
#[derive(Debug, Args)]
pub struct Export {
    /// The table whose rows are written
    #[arg(long, value_name = "TABLE", default_value = "games", value_parser = named(TableName::ALL.map(TableName::name), TableName::from_name))]
    table: TableName,
    /// The form of the rows: jsonl, csv or parquet; of games also usi and hcpe3, of positions also sfen, psv and hcpe
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = named(TableFormat::ALL.map(TableFormat::name), TableFormat::from_name), hide_possible_values = true)]
    format: TableFormat,
    /// Only these columns of a dataset, in this order; schema/answers.md names them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    #[command(flatten)]
    csv: CsvArgs,
    /// Write records in this format instead
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["table", "format", "columns", "raw", "bom"])]
    to: Option<ExportForm>,
    /// The encoding of records: utf-8, cp932, euc-jp, …; when not given cp932 for `kif`, utf-8 for all others
    #[arg(long, value_parser = encoding, requires = "to")]
    encoding: Option<Encoding>,
    /// The file to write, complete or not at all; standard output when not given. With --to also a folder: if it is one
    /// already, if its name ends with a slash, or if there is nothing and the name has no ending
    #[arg(long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// The folders and names of records, for example "{year}/{event}/{black}-{white}.kif". Known are source (folders and
    /// name of the file that was imported), id, date, year, month, day, event, place, black, white, winner, ending,
    /// plies, kind, variant, handicap and opening; files that would have one name are numbered
    #[arg(long, value_name = "LAYOUT", value_parser = Layout::parse, requires = "to")]
    layout: Option<Layout>,
    /// Sort the games by this instead of by their content; NAME:desc puts the highest first. Games without it come last
    #[arg(long, value_name = "date|length|rating", value_parser = order)]
    sort: Option<(GameOrder, bool)>,
    /// How many games to write; 0 for all
    #[arg(long, default_value_t = 0, value_name = "N")]
    limit: u64,
    /// How many to pass over first
    #[arg(long, default_value_t = 0, value_name = "N")]
    offset: u64,
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    existing: ExistingArgs,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
}

/// `--sort`: an order and whether it is turned round.
fn order(text: &str) -> Result<(GameOrder, bool), String> {
    let (name, descending) = text.strip_suffix(":desc").map_or((text, false), |name| (name, true));
    let known = [GameOrder::Date, GameOrder::Length, GameOrder::Rating];
    let order = GameOrder::from_name(name).filter(|order| known.contains(order));
    let order =
        order.ok_or_else(|| "date, length or rating, with `:desc` behind it or without".to_owned())?;
    Ok((order, descending))
}

impl Export {
    pub fn run(self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        if let Some(path) = &self.out {
            self.database.must_not_be(path)?;
        }
        match self.to {
            Some(ExportForm::Form(Form::Record(target))) => {
                if self.layout.is_some() && !self.out.as_deref().is_some_and(is_folder) {
                    return Err(CommandError::new("--layout names files below a folder")
                        .hint("name the folder: `--out NAME/`")
                        .into());
                }
                let layout = self.layout.clone().unwrap_or_default();
                let writer =
                    GameWriter::new(Form::Record(target), self.encoding, self.out.as_deref(), self.existing)?;
                let filter = self.filter.filter();
                let (done, games) =
                    records::export_records(&database, &filter, &self.listing(), target, &layout, writer)?;
                self.explain(&database, &filter, games)?;
                Ok(done)
            }
            Some(ExportForm::Form(Form::Jsonl)) | None => self.dataset(&database),
            Some(ExportForm::Database) => self.copy_to_database(&database),
        }
    }

    /// The part of the games that is written.
    fn listing(&self) -> Listing {
        let (order, descending) = self.sort.unwrap_or_default();
        let limit = Some(self.limit).filter(|limit| *limit > 0);
        Listing { order, descending, offset: self.offset, limit }
    }

    fn copy_to_database(&self, database: &Database) -> anyhow::Result<Done> {
        let path = self.out.as_deref().ok_or_else(|| {
            CommandError::new("`--to db` needs the other database").hint("name it: `--out FILE.db`")
        })?;
        let filter = self.filter.filter();
        let all = database.count_games(&filter)?;
        self.explain(database, &filter, all)?;
        if all == 0 {
            note("0 games\n");
            return Ok(Done::WithRemarks);
        }
        if self.existing.skips() && path.exists() {
            note("nothing was written: the file is there already (--skip-existing)\n");
            return Ok(Done::Well);
        }
        let copied = export_into(database, &filter, &self.listing(), &Database::create(path)?)?;
        let known = match copied.known {
            0 => String::new(),
            known => format!(", {} there already", counted(known, "game")),
        };
        note(&format!("{}{known}\n", counted(copied.new, "new game")));
        Ok(Done::Well)
    }

    fn dataset(&self, database: &Database) -> anyhow::Result<Done> {
        let filter = self.filter.filter();
        let format = match (self.table, self.format) {
            (TableName::Games, TableFormat::Csv) => DatasetFormat::Csv(self.csv.options()),
            (TableName::Games, TableFormat::Jsonl) => DatasetFormat::JsonLines,
            _ => return self.table(database),
        };
        let columns = self.columns.as_deref();
        let listing = self.listing();
        let games = match &self.out {
            None => export(
                database,
                &filter,
                &listing,
                format,
                columns,
                &mut BufWriter::new(std::io::stdout().lock()),
            )?,
            Some(path) if self.existing.skips() && path.exists() => {
                note("nothing was written: the file is there already\n");
                return Ok(Done::Well);
            }
            Some(path) => {
                let mut games = 0;
                write_file(path, self.existing.existing(), |file| {
                    games = export(database, &filter, &listing, format, columns, file)?;
                    Ok(())
                })?;
                games
            }
        };
        note(&format!("{}\n", counted(games, "game")));
        self.explain(database, &filter, games)?;
        Ok(if games == 0 { Done::WithRemarks } else { Done::Well })
    }

    /// Writes a table in one of the formats of datasets.
    fn table(&self, database: &Database) -> anyhow::Result<Done> {
        let filter = self.filter.filter();
        let mut plan = Plan::new("export", filter.clone());
        plan.tables =
            tables_of(&[self.table], &[self.format.name().to_owned()]).map_err(CommandError::new)?;
        plan.columns.clone_from(&self.columns);
        plan.csv = self.csv.options();
        self.positions.add_to(&mut plan);
        let listing = self.listing();
        let (games, rows, left_out) = match &self.out {
            None if !self.format.is_text() && std::io::stdout().is_terminal() => {
                return Err(CommandError::new(format!("{} is nothing for a terminal", self.format.name()))
                    .hint("name a file: `--out FILE`")
                    .into());
            }
            None => write_table(database, &plan, &listing, std::io::stdout())?,
            Some(path) if self.existing.skips() && path.exists() => {
                note("nothing was written: the file is there already\n");
                return Ok(Done::Well);
            }
            Some(path) => {
                let mut file = OutputFile::create(path, self.existing.existing())?;
                let written = write_table(database, &plan, &listing, &mut file)?;
                file.finish()?;
                written
            }
        };
        note(&format!("{} of {}\n", counted(rows, "row"), counted(games, "game")));
        for (reason, rows) in left_out {
            note(&format!("left out, {reason}: {}\n", counted(rows, "row")));
        }
        self.explain(database, &filter, games)?;
        Ok(if rows == 0 { Done::WithRemarks } else { Done::Well })
    }

    /// Says what the names of the filter found, and where nothing is found, why.
    fn explain(&self, database: &Database, filter: &Filter, found: u64) -> anyhow::Result<()> {
        self.filter.report_names(database, Language::English)?;
        if found == 0 {
            report_emptied(filter, Language::English, |filter| database.count_games(filter), None)?;
        }
        Ok(())
    }
}
