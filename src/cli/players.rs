//! `kura players`

mod show;

use super::Done;
use super::database::DatabaseArgs;
use super::error::CommandError;
use super::output::note;
use super::plot::PicturedOutput;
use clap::{Args, Subcommand};
use kifukura::database::{Database, Operation};
use kifukura::query::{Counted, RankClash, games_between, players_like, rank_clash, suggestions};
use kifukura::record::person_key;
use kifukura::report::{PlayerList, SuggestionList, clean, counted};
use kifukura::terms::{self, Language};

/// Players and the spellings of their names; which names are one person's
///
/// Spellings that differ in width, case, blanks, middle dots or in shapes of one kanji (髙見 and 高見, 渡邉 and 渡辺), or
/// in a rank, title or rating (甲野五段, 甲野 王位, 甲野(1786)), are one person without further ado; names that stand in games
/// of a server (floodgate) are compared exactly. `?`, `-`, 名無し, Unknown and the like are nobody. Other names are when you say so; no game is changed by it, and `kura undo` takes
/// it back. Every filter and every statistic takes all names of a person as one; records are one game by what they say,
/// whatever the names are said to be.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Players {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    list: List,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The players, most games first (this is also shown without a subcommand)
    List(List),
    /// Everything about a player: games by colour, opponents, runs, form by month, openings by colour, endings, time; with a
    /// second name head to head
    Show(Box<show::Show>),
    /// Make further names, which need not be in any game yet, names of a player
    Alias(Alias),
    /// Make players that are in the database one, under the first name
    Merge(Merge),
    /// Take names away again: a name becomes a player again, or all names that were given to a player
    Split(Split),
    /// Names that may be one person's; nothing is merged
    Suggest(Suggest),
    /// Say which names are yours, in every app: `--me` finds their games; without a name they are listed
    Me(super::own_names::Me),
}

#[derive(Debug, Args)]
struct List {
    /// Only players one of whose names has this part, in any spelling
    #[arg(long, value_name = "TEXT")]
    like: Option<String>,
    /// How many to list; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    output: PicturedOutput,
}

#[derive(Debug, Args)]
struct Alias {
    /// The player
    name: String,
    /// The further names
    #[arg(required = true, value_name = "ALIAS")]
    aliases: Vec<String>,
    /// Also when they played each other
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct Merge {
    /// The name that stays
    keep: String,
    /// The names that go into it
    #[arg(required = true, value_name = "OTHER")]
    others: Vec<String>,
    /// Also when they played each other
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct Split {
    /// The names
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
}

#[derive(Debug, Args)]
struct Suggest {
    #[command(flatten)]
    output: PicturedOutput,
}

impl Players {
    pub fn run(self) -> anyhow::Result<Done> {
        match &self.what {
            None => self.list.run(&self.database.open()?),
            Some(What::List(list)) => list.run(&self.database.open()?),
            Some(What::Show(show)) => show.run(&self.database),
            Some(What::Suggest(suggest)) => {
                suggest.output.print(&SuggestionList(suggestions(&self.database.open()?)?))
            }
            Some(What::Alias(Alias { name, aliases, force })) => {
                join(&self.database.open_to_write()?, name, aliases, *force)
            }
            Some(What::Merge(merge)) => {
                let database = self.database.open_to_write()?;
                for name in std::iter::once(&merge.keep).chain(&merge.others) {
                    must_be_there(&database, name)?;
                }
                join(&database, &merge.keep, &merge.others, merge.force)
            }
            Some(What::Me(me)) => me.run(&self.database),
            Some(What::Split(split)) => split.run(&self.database.open_to_write()?),
        }
    }
}

fn must_be_there(database: &Database, name: &str) -> anyhow::Result<()> {
    if database.is_player(name)? {
        return Ok(());
    }
    Err(CommandError::new(format!("no player is called `{name}`"))
        .hint(format!(
            "`kura players --like {name}` looks for parts of names, `kura players alias` takes names to come as well"
        ))
        .into())
}

/// Refuses to make players one who sat opposite each other.
fn must_be_one(database: &Database, names: &[&str]) -> anyhow::Result<()> {
    for (index, one) in names.iter().enumerate() {
        for other in &names[index + 1..] {
            let games = games_between(database, one, other)?;
            if games > 0 && database.person_of(one)? != database.person_of(other)? {
                let message = format!(
                    "`{one}` and `{other}` played each other in {}, so they are two persons",
                    counted(games, "game")
                );
                return Err(CommandError::new(message)
                    .hint(format!(
                        "`kura games --player {one} --opponent {other}` shows {}; `--force` makes them one nevertheless",
                        if games == 1 { "it" } else { "them" }
                    ))
                    .into());
            }
        }
    }
    Ok(())
}

fn join(database: &Database, keep: &str, others: &[String], force: bool) -> anyhow::Result<Done> {
    let names = std::iter::once(keep).chain(others.iter().map(String::as_str));
    if let Some(empty) = names.into_iter().find(|name| name.trim().is_empty()) {
        return Err(CommandError::new(format!("`{empty}` is not a name")).into());
    }
    let mut names = std::iter::once(keep).chain(others.iter().map(String::as_str));
    if let Some(nobody) = names.find(|name| person_key(name).is_empty()) {
        return Err(CommandError::new(format!("`{nobody}` is nobody's name")).into());
    }
    if !force {
        must_be_one(
            database,
            &std::iter::once(keep).chain(others.iter().map(String::as_str)).collect::<Vec<_>>(),
        )?;
    }
    for other in others {
        if let Some(clash) = rank_clash(database, keep, other)? {
            let RankClash { year, one, other: theirs } = clash;
            note(&clean(&format!(
                "warning: in {year} `{keep}` is {one} and `{other}` is {theirs}, which one person is not at once"
            )));
            note("\n");
        }
    }
    let joined = database.join_players(keep, others)?;
    // The name that was given may itself be an alias.
    let person = database.person_of(keep)?;
    let keep = clean(&person);
    note(&match joined {
        None => format!("these are names of `{keep}` already\n"),
        Some((operation, joined)) => {
            format!("{} joined to `{keep}` ({})\n", counted(joined as u64, "player"), undo_hint(&operation))
        }
    });
    Ok(Done::Well)
}

/// How to take an operation back.
fn undo_hint(operation: &Operation) -> String {
    terms::statement("undo_hint", &[("id", &operation.id.to_string())], Language::English)
}

impl Split {
    fn run(&self, database: &Database) -> anyhow::Result<Done> {
        let mut done = Done::Well;
        for name in &self.names {
            let Some((operation, split)) = database.split_player(name)? else {
                note(&format!(
                    "warning: `{}` was given to nobody, and nobody's name was given to it\n",
                    clean(name)
                ));
                done = Done::WithRemarks;
                continue;
            };
            note(&format!("{} split off ({})\n", counted(split as u64, "name"), undo_hint(&operation)));
        }
        Ok(done)
    }
}

impl List {
    fn run(&self, database: &Database) -> anyhow::Result<Done> {
        let Counted { answer: mut players, base } = players_like(database, self.like.as_deref())?;
        let all = players.len() as u64;
        if let Some(limit) = self.output.limit(self.limit) {
            players.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        self.output.print_rows(&PlayerList { players, all, base }, self.limit)
    }
}
