//! `kura openings`

use super::Done;
use super::database::DatabaseArgs;
use super::error::CommandError;
use super::filter::FilterArgs;
use super::output::{OutputArgs, print};
use clap::{Args, Subcommand};
use kifukura::classify::{Definition, Definitions, NameKind};
use kifukura::database::Database;
use kifukura::query::{Filter, OpeningsOptions, Questions, games_by_name};
use kifukura::report::{NameList, NamePage, OpeningStatistics, clean};
use kifukura::terms::Language;
use std::path::{Path, PathBuf};

/// The names of openings and castles: which there are, what they mean, how many games have them
#[derive(Debug, Args)]
pub struct Openings {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// All names, special ones below more general ones, each with the number of games in which a side has it
    List(List),
    /// What a name means: its definition, a board, the number of games
    Show(Show),
}

#[derive(Debug, Args)]
struct List {
    /// Only names of these kinds: type, opening, strategy, tactic, castle
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = kind)]
    of: Vec<NameKind>,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct Show {
    /// An id, a name in any language, or a part of it
    name: String,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A kind of names.
pub fn kind(name: &str) -> Result<NameKind, String> {
    let known = NameKind::ALL.map(NameKind::name).join(", ");
    NameKind::from_name(name).ok_or_else(|| format!("the kinds are {known}"))
}

/// A table of definitions in a file.
pub fn read_definitions(path: &Path) -> anyhow::Result<String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| anyhow::anyhow!("`{shown}`: {error}"))?;
    let [first, second] = Definitions::STANDARD;
    let tables = if text.is_empty() { vec![first, second] } else { vec![first, second, &text] };
    Definitions::parse(&tables).map_err(|error| anyhow::anyhow!("`{shown}`, {error}"))?;
    Ok(text)
}

/// `--definitions`
#[derive(Debug, Default, Args)]
pub struct DefinitionsArgs {
    /// A table of further names, or of other definitions of known ones, in the form of data/openings.tsv (docs/openings.md);
    /// an empty file takes what was added before away. It stays with the database
    #[arg(long, value_name = "FILE")]
    definitions: Option<PathBuf>,
}

impl DefinitionsArgs {
    /// The table, where one is named.
    pub fn read(&self) -> anyhow::Result<Option<String>> {
        self.definitions.as_deref().map(read_definitions).transpose()
    }
}

/// How often openings or castles are played.
pub fn opening_statistics(
    database: &Database,
    filter: &Filter,
    options: &OpeningsOptions,
    language: Language,
) -> anyhow::Result<OpeningStatistics> {
    Ok(OpeningStatistics {
        table: database.openings(filter, options)?,
        by: options.by,
        definitions: database.definitions()?,
        language,
        is_about_a_side: filter.player().is_some(),
    })
}

/// Names and their games.
struct Names {
    definitions: Definitions,
    games: Vec<(Definition, u64)>,
}

impl Names {
    /// Those of a database, else the ones that come with kifukura, without games.
    fn read(database: &DatabaseArgs, filter: &FilterArgs) -> anyhow::Result<Self> {
        if database.exists() {
            let database = database.open()?;
            let games = games_by_name(&database, &filter.filter())?;
            return Ok(Self { definitions: database.definitions()?, games });
        }
        let definitions = Definitions::standard()?;
        let games = definitions.all().iter().map(|definition| (definition.clone(), 0)).collect();
        Ok(Self { definitions, games })
    }
}

impl Openings {
    pub fn run(self) -> anyhow::Result<Done> {
        match self.what {
            What::List(list) => {
                let names = Names::read(&list.database, &list.filter)?;
                let kinds = if list.of.is_empty() { NameKind::ALL.to_vec() } else { list.of };
                let list_of = NameList::new(&names.games, &kinds, list.output.language());
                list.output.print(&list_of)
            }
            What::Show(show) => show.run(),
        }
    }
}

impl Show {
    fn run(self) -> anyhow::Result<Done> {
        let Names { definitions, games: names } = Names::read(&self.database, &self.filter)?;
        let found = definitions.named(&self.name, &NameKind::ALL);
        if found.is_empty() {
            let message = format!("no opening or castle is called `{}`", clean(&self.name));
            return Err(CommandError::new(message).hint("`kura openings list` lists the names").into());
        }
        let ids: Vec<&str> = found.iter().map(|place| definitions.all()[*place].id.as_str()).collect();
        let chosen: Vec<(Definition, u64)> =
            names.iter().filter(|(definition, _)| ids.contains(&definition.id.as_str())).cloned().collect();
        if !self.output.for_people() {
            return self.output.print(&NameList::new(&chosen, &NameKind::ALL, self.output.language()));
        }
        for found in &chosen {
            print(&NamePage { name: found, all: &names, language: self.output.language() }.text())?;
        }
        Ok(Done::Well)
    }
}
