//! `kura openings`

use super::Done;
use super::database::DatabaseArgs;
use super::filter::FilterArgs;
use super::output::{OutputArgs, print};
use clap::{Args, Subcommand};
use kifukura::classify::{Definition, Definitions, NameKind};
use kifukura::database::Database;
use kifukura::query::{OpeningRole, Questions, kinds_of, names_meant};
use kifukura::report::{NameList, NamePage};
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
    Definitions::parse(&[first, second, &text]).map_err(|error| anyhow::anyhow!("`{shown}`, {error}"))?;
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

/// The names with their games; without a database the names alone.
fn names(
    database: &DatabaseArgs,
    filter: &FilterArgs,
) -> anyhow::Result<(Option<Database>, Vec<(Definition, u64)>)> {
    if !database.exists() {
        let all = Definitions::standard()?;
        return Ok((None, all.all().iter().map(|definition| (definition.clone(), 0)).collect()));
    }
    let database = database.open()?;
    let names = database.games_by_name(&filter.filter())?;
    Ok((Some(database), names))
}

impl Openings {
    pub fn run(self) -> anyhow::Result<Done> {
        match self.what {
            What::List(list) => {
                let (_, names) = names(&list.database, &list.filter)?;
                let kinds = if list.of.is_empty() { NameKind::ALL.to_vec() } else { list.of };
                let list_of = NameList::new(&names, &kinds, list.output.language());
                list.output.print(&list_of)
            }
            What::Show(show) => show.run(),
        }
    }
}

impl Show {
    fn run(self) -> anyhow::Result<Done> {
        let (database, names) = names(&self.database, &self.filter)?;
        let ids: Vec<String> = match database {
            Some(database) => {
                let meant = |role| names_meant(&database, role, &self.name);
                let found = meant(OpeningRole::Opening).or_else(|_| meant(OpeningRole::Castle))?;
                found.into_iter().map(|definition| definition.id).collect()
            }
            None => Definitions::standard()?
                .named(&self.name, &kinds_of(OpeningRole::Opening))
                .into_iter()
                .chain(Definitions::standard()?.named(&self.name, &kinds_of(OpeningRole::Castle)))
                .map(|place| names[place].0.id.clone())
                .collect(),
        };
        let chosen: Vec<(Definition, u64)> =
            names.iter().filter(|(definition, _)| ids.contains(&definition.id)).cloned().collect();
        if !self.output.for_people() {
            return self.output.print(&NameList::new(&chosen, &NameKind::ALL, self.output.language()));
        }
        for found in &chosen {
            print(&NamePage { name: found, all: &names, language: self.output.language() }.text())?;
        }
        Ok(if chosen.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}
