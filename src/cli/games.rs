//! `kura games`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::{OutputArgs, note};
use super::place::Place;
use anyhow::Context;
use clap::Args;
use kifukura::query::{
    Filter, GameSummary, Pattern, Search, count_games, found_games, games_with_position, list_games,
    search_games,
};
use kifukura::report::{Align, Table, count, counted};
use rusqlite::Connection;

/// List games
#[derive(Debug, Args)]
pub struct Games {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Only games that reach this position: an SFEN, or moves from the start position
    #[arg(long, value_name = "SFEN|MOVES", conflicts_with_all = ["pattern", "sequence"])]
    position: Option<String>,
    /// Only games in which this part of a position stands on the board: words like 7f=P (a black pawn; p is White's,
    /// +P a tokin), 5e=. (empty), 5e=* (any piece), black.hand.B>=1, white.all.R=0 (board and hand), turn=white
    #[arg(long, value_name = "WORDS")]
    pattern: Option<String>,
    /// Look for the pattern with left and right changed as well
    #[arg(long, requires = "pattern")]
    mirrored: bool,
    /// Look for the pattern with Black and White changed as well
    #[arg(long, requires = "pattern")]
    swapped: bool,
    /// Only games in which these moves (USI) are played one directly after the other, anywhere
    #[arg(long, value_name = "MOVES")]
    sequence: Option<String>,
    /// How many to list; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
}

impl Games {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let filter = self.filter.filter();
        let limit = (self.limit > 0).then_some(self.limit);
        if let Some(found) = self.found(&connection, &filter)? {
            let games = found_games(&connection, &found, limit)?;
            self.output.print(&games, || {
                let summaries: Vec<GameSummary> = games.iter().map(|found| found.game.clone()).collect();
                table(&summaries)
            })?;
            self.tell(found.len() as u64, games.len());
            return Ok(if found.is_empty() { Done::WithRemarks } else { Done::Well });
        }
        let games = list_games(&connection, &filter, limit)?;
        self.output.print(&games, || table(&games))?;
        let all = count_games(&connection, &filter)?;
        self.tell(all, games.len());
        Ok(if games.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

impl Games {
    fn tell(&self, all: u64, shown: usize) {
        if self.output.for_people() {
            match all.saturating_sub(shown as u64) {
                0 => note(&format!("{}\n", counted(all, "game"))),
                more => {
                    note(&format!(
                        "{}, {} not shown (--limit 0 shows all)\n",
                        counted(all, "game"),
                        count(more)
                    ));
                }
            }
        }
    }

    /// The games that are found by what happens in them; `None` when nothing of the sort is asked for.
    fn found(&self, connection: &Connection, filter: &Filter) -> anyhow::Result<Option<Vec<(i64, u32)>>> {
        if let Some(text) = &self.position {
            let position = Place::read(text, None, filter.variant)?.position;
            return Ok(Some(games_with_position(connection, &position, filter)?));
        }
        if self.pattern.is_none() && self.sequence.is_none() {
            return Ok(None);
        }
        let mut search = Search::default();
        if let Some(pattern) = &self.pattern {
            search.patterns = vec![pattern.parse::<Pattern>()?];
        }
        if self.mirrored {
            search.patterns.extend(search.patterns.iter().map(Pattern::mirrored).collect::<Vec<_>>());
        }
        if self.swapped {
            search.patterns.extend(search.patterns.iter().map(Pattern::swapped).collect::<Vec<_>>());
        }
        for word in self.sequence.iter().flat_map(|text| text.split_whitespace()) {
            search.sequence.push(word.parse().with_context(|| format!("`{word}` is no move in USI"))?);
        }
        Ok(Some(search_games(connection, &search, filter)?))
    }
}

/// Games as a table.
pub fn table(games: &[GameSummary]) -> Table {
    let mut table = Table::new(&[
        ("id", Align::Right),
        ("date", Align::Left),
        ("black", Align::Left),
        ("white", Align::Left),
        ("plies", Align::Right),
        ("winner", Align::Left),
        ("declared", Align::Left),
        ("proved", Align::Left),
        ("agreement", Align::Left),
        ("event", Align::Left),
    ]);
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    for game in games {
        table.row([
            game.id.to_string(),
            text(&game.date),
            text(&game.black),
            text(&game.white),
            game.plies.to_string(),
            text(&game.winner),
            game.declared_ending.clone(),
            if game.verified_ending == "none" { "–".to_owned() } else { game.verified_ending.clone() },
            game.agreement.clone(),
            text(&game.event),
        ]);
    }
    table
}
