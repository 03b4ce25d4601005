//! `kura players`

use super::Done;
use super::database::Database;
use super::output::{OutputArgs, note};
use anyhow::bail;
use clap::{Args, Subcommand};
use kifukura::query::{PlayerRow, Why, players_like, suggestions};
use kifukura::report::{Align, Table, clean, count, counted};
use kifukura::store;
use rusqlite::Connection;

/// Players and the spellings of their names; which names are one person's
///
/// Spellings that differ in width, case, blanks, middle dots or in shapes of one kanji (髙見 and 高見, 渡邉 and 渡辺)
/// are one person without further ado. Other names are when you say so; no game is changed by it, and `split` undoes
/// it. Every filter and every statistic takes all names of a person as one; records are one game by what they say,
/// whatever the names are said to be.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Players {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    list: List,
    #[command(flatten)]
    database: Database,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The players, most games first (this is also shown without a subcommand)
    List(List),
    /// Make further names, which need not be in any game yet, names of a player
    Alias(Alias),
    /// Make players that are in the database one, under the first name
    Merge(Merge),
    /// Undo `alias` and `merge`: a name becomes a player again, or all names that were given to a player
    Split(Split),
    /// Names that may be one person's; nothing is merged
    Suggest(Suggest),
}

#[derive(Debug, Args)]
struct List {
    /// Only players one of whose names has this part, in any spelling
    #[arg(long, value_name = "TEXT")]
    like: Option<String>,
    /// How many to list; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: usize,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct Alias {
    /// The player
    name: String,
    /// The further names
    #[arg(required = true, value_name = "ALIAS")]
    aliases: Vec<String>,
}

#[derive(Debug, Args)]
struct Merge {
    /// The name that stays
    keep: String,
    /// The names that go into it
    #[arg(required = true, value_name = "OTHER")]
    others: Vec<String>,
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
    output: OutputArgs,
}

impl Players {
    pub fn run(self) -> anyhow::Result<Done> {
        let done = match &self.what {
            None => self.list.run(&self.database.open()?),
            Some(What::List(list)) => list.run(&self.database.open()?),
            Some(What::Suggest(suggest)) => suggest.run(&self.database.open()?),
            Some(What::Alias(alias)) => {
                let connection = self.database.open_for_repair()?;
                join(&connection, &alias.name, &alias.aliases)
            }
            Some(What::Merge(merge)) => {
                let connection = self.database.open_for_repair()?;
                for name in std::iter::once(&merge.keep).chain(&merge.others) {
                    must_be_there(&connection, name)?;
                }
                join(&connection, &merge.keep, &merge.others)
            }
            Some(What::Split(split)) => split.run(&self.database.open_for_repair()?),
        };
        done.map_err(|error| self.database.name(error))
    }
}

fn must_be_there(connection: &Connection, name: &str) -> anyhow::Result<()> {
    if store::is_player(connection, name)? {
        return Ok(());
    }
    bail!(
        "no player is called `{name}`; `kura players --like {name}` looks for parts of names, \
         `kura players alias` takes names to come as well"
    );
}

fn join(connection: &Connection, keep: &str, others: &[String]) -> anyhow::Result<Done> {
    if let Some(empty) =
        std::iter::once(keep).chain(others.iter().map(String::as_str)).find(|name| name.trim().is_empty())
    {
        bail!("`{empty}` is no name");
    }
    let joined = store::join_players(connection, keep, others)?;
    // The name that was given may itself be an alias.
    let person = store::person_of(connection, keep)?;
    let keep = person.as_str();
    let message = match joined {
        0 => format!("these are names of `{}` already\n", clean(keep)),
        joined => format!("{} joined to `{}`\n", counted(joined as u64, "player"), clean(keep)),
    };
    note(&message);
    Ok(Done::Well)
}

impl Split {
    fn run(&self, connection: &Connection) -> anyhow::Result<Done> {
        let mut done = Done::Well;
        for name in &self.names {
            let split = store::split_player(connection, name)?;
            if split == 0 {
                note(&format!(
                    "warning: `{}` was given to nobody, and nobody's name was given to it\n",
                    clean(name)
                ));
                done = Done::WithRemarks;
            } else {
                note(&format!("{} split off\n", counted(split as u64, "name")));
            }
        }
        Ok(done)
    }
}

impl List {
    fn run(&self, connection: &Connection) -> anyhow::Result<Done> {
        let players = players_like(connection, self.like.as_deref())?;
        let most = if self.limit == 0 { players.len() } else { self.limit.min(players.len()) };
        let shown = &players[..most];
        self.output.print(shown, || table(shown))?;
        if self.output.for_people() {
            let more = match players.len() - most {
                0 => String::new(),
                more => format!(", {} not shown (--limit 0 shows all)", count(more as u64)),
            };
            note(&format!("{}{more}\n", counted(players.len() as u64, "player")));
        }
        Ok(if players.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

fn table(players: &[PlayerRow]) -> Table {
    let mut table = Table::new(&[
        ("player", Align::Left),
        ("games", Align::Right),
        ("won", Align::Right),
        ("lost", Align::Right),
        ("drawn", Align::Right),
        ("no known result", Align::Right),
        ("years", Align::Left),
        ("further names", Align::Left),
        ("names in the games", Align::Left),
    ]);
    let names = |names: &[String]| if names.is_empty() { "–".to_owned() } else { names.join(" · ") };
    for player in players {
        let years = match (player.first_year, player.last_year) {
            (Some(first), Some(last)) if first == last => first.to_string(),
            (Some(first), Some(last)) => format!("{first}–{last}"),
            _ => "–".to_owned(),
        };
        table.row([
            player.player.clone(),
            count(player.games),
            count(player.won),
            count(player.lost),
            count(player.drawn),
            count(player.unknown),
            years,
            names(&player.aliases),
            names(&player.spellings),
        ]);
    }
    table
}

impl Suggest {
    fn run(&self, connection: &Connection) -> anyhow::Result<Done> {
        let pairs = suggestions(connection)?;
        self.output.print(&pairs, || {
            let mut table = Table::new(&[
                ("player", Align::Left),
                ("games", Align::Right),
                ("other", Align::Left),
                ("games", Align::Right),
                ("why", Align::Left),
                ("shared events", Align::Right),
                ("shared years", Align::Right),
            ]);
            for pair in &pairs {
                let why = match pair.why {
                    Why::Signs => "they differ in signs that are easily confused",
                    Why::OneLetter => "one letter differs",
                    Why::Beginning => "one is the beginning of the other",
                };
                table.row([
                    pair.player.clone(),
                    count(pair.games[0]),
                    pair.other.clone(),
                    count(pair.games[1]),
                    why.to_owned(),
                    count(pair.shared_events),
                    count(pair.shared_years),
                ]);
            }
            table
        })?;
        if self.output.for_people() {
            note(&format!(
                "{} (`kura players merge A B` makes them one)\n",
                counted(pairs.len() as u64, "pair")
            ));
        }
        Ok(if pairs.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}
