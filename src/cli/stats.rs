//! `kura stats`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::{OutputArgs, note};
use clap::{Args, Subcommand};
use kifukura::query::{self, EndingRow, Overview, Results};
use kifukura::report::{Align, Table, count, counted, percent};

/// Statistics: the whole in numbers, endings, players, lengths, years
#[derive(Debug, Args)]
pub struct Stats {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Games, players, days, results (this is also shown without a subcommand)
    Overview(Same),
    /// How games ended: as declared, and as proved
    Endings(Endings),
    /// Players and their results
    Players(Players),
    /// How long games are
    Lengths(Same),
    /// Games year by year
    Years(Same),
    /// Dōbutsu shōgi against perfect play: how often a won game was won, by ply and by player
    Dobutsu(super::dobutsu::StatsArgs),
}

/// The options that every table takes.
#[derive(Debug, Args)]
struct Same {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct Endings {
    /// Rows by the declared or by the proved ending
    #[arg(long, default_value = "declared", value_parser = ["declared", "proved"])]
    by: String,
    #[command(flatten)]
    same: Same,
}

#[derive(Debug, Args)]
struct Players {
    /// How many players; 0 for all
    #[arg(long, default_value_t = 30, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    same: Same,
}

impl Stats {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let done = self.answer(&connection)?;
        let filter = match &self.what {
            None => &self.filter,
            Some(What::Overview(same) | What::Lengths(same) | What::Years(same)) => &same.filter,
            Some(What::Endings(endings)) => &endings.same.filter,
            Some(What::Players(players)) => &players.same.filter,
            Some(What::Dobutsu(_)) => return Ok(done),
        };
        let shown = filter.of_one_game().variant.unwrap_or_default();
        filter.tell_left_out(&connection, shown)?;
        Ok(done)
    }

    fn answer(&self, connection: &rusqlite::Connection) -> anyhow::Result<Done> {
        match &self.what {
            None => overview(connection, &self.filter, &self.output),
            Some(What::Overview(same)) => overview(connection, &same.filter, &same.output),
            Some(What::Endings(endings)) => endings.run(connection),
            Some(What::Players(players)) => players.run(connection),
            Some(What::Lengths(same)) => lengths(connection, same),
            Some(What::Years(same)) => years(connection, same),
            Some(What::Dobutsu(args)) => args.run(connection),
        }
    }
}

fn overview(
    connection: &rusqlite::Connection,
    filter: &FilterArgs,
    output: &OutputArgs,
) -> anyhow::Result<Done> {
    let overview = query::overview(connection, &filter.of_one_game())?;
    output.print(std::slice::from_ref(&overview), || overview_table(&overview))?;
    Ok(if overview.games == 0 { Done::WithRemarks } else { Done::Well })
}

fn overview_table(overview: &Overview) -> Table {
    let mut table =
        Table::new(&[("games in this database", Align::Left), ("", Align::Right), ("", Align::Left)]);
    let Results { black, white, draw, unknown } = overview.results;
    let mut row =
        |name: &str, number: u64, remark: String| table.row([name.to_owned(), count(number), remark]);
    row("games", overview.games, String::new());
    row("  Black won", black, percent(black, overview.games));
    row("  White won", white, percent(white, overview.games));
    row("  draw", draw, percent(draw, overview.games));
    row("  no known result", unknown, percent(unknown, overview.games));
    row("handicap games", overview.handicap_games, "with the handicap's name".to_owned());
    row(
        "set positions",
        overview.set_positions,
        "from another position, without a handicap's name".to_owned(),
    );
    row("legal moves", overview.plies, String::new());
    row("players", overview.players, "all names of one person counted once".to_owned());
    row("events", overview.events, String::new());
    let days = overview.first_date.as_deref().zip(overview.last_date.as_deref());
    row(
        "games with a date",
        overview.games - overview.undated,
        days.map_or_else(String::new, |(first, last)| format!("{first} to {last}")),
    );
    row("games cut short", overview.with_rest, "by a move that is illegal or unclear".to_owned());
    table
}

impl Endings {
    fn run(&self, connection: &rusqlite::Connection) -> anyhow::Result<Done> {
        let rows = query::endings(connection, &self.same.filter.of_one_game(), self.by == "proved")?;
        self.same.output.print(&rows, || endings_table(&self.by, &rows))?;
        let games: u64 = rows.iter().map(|row| row.games).sum();
        if self.same.output.for_people() {
            note(&format!(
                "denominator: {}; the winner is the proved one, else the declared one\n",
                counted(games, "game")
            ));
        }
        Ok(if rows.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

fn endings_table(by: &str, rows: &[EndingRow]) -> Table {
    let by = if by == "proved" { "proved" } else { "declared" };
    let mut table = Table::new(&[
        (by, Align::Left),
        ("games", Align::Right),
        ("agrees", Align::Right),
        ("consistent", Align::Right),
        ("contradicts", Align::Right),
        ("cannot be verified", Align::Right),
        ("nothing declared", Align::Right),
        ("Black won", Align::Right),
        ("White won", Align::Right),
        ("no winner", Align::Right),
    ]);
    let number = |number: u64| if number == 0 { "–".to_owned() } else { count(number) };
    for row in rows {
        table.row([
            row.ending.clone(),
            count(row.games),
            number(row.agrees),
            number(row.consistent),
            number(row.contradicts),
            number(row.cannot_be_verified),
            number(row.nothing_declared),
            number(row.black_won),
            number(row.white_won),
            number(row.no_winner),
        ]);
    }
    table
}

impl Players {
    fn run(&self, connection: &rusqlite::Connection) -> anyhow::Result<Done> {
        let rows = query::players(
            connection,
            &self.same.filter.of_one_game(),
            (self.limit > 0).then_some(self.limit),
        )?;
        self.same.output.print(&rows, || {
            let mut table = Table::new(&[
                ("player", Align::Left),
                ("games", Align::Right),
                ("as Black", Align::Right),
                ("won", Align::Right),
                ("lost", Align::Right),
                ("drawn", Align::Right),
                ("no known result", Align::Right),
                ("score", Align::Right),
            ]);
            for row in &rows {
                table.row([
                    row.player.clone(),
                    count(row.games),
                    count(row.as_black),
                    count(row.won),
                    count(row.lost),
                    count(row.drawn),
                    count(row.unknown),
                    row.score.map_or_else(|| "–".to_owned(), |score| format!("{:.1} %", score * 100.0)),
                ]);
            }
            table
        })?;
        Ok(if rows.is_empty() { Done::WithRemarks } else { Done::Well })
    }
}

const RESULT_COLUMNS: [(&str, Align); 5] = [
    ("games", Align::Right),
    ("Black won", Align::Right),
    ("White won", Align::Right),
    ("draw", Align::Right),
    ("no known result", Align::Right),
];

fn result_cells(results: Results) -> [String; 5] {
    [results.games(), results.black, results.white, results.draw, results.unknown].map(count)
}

fn lengths(connection: &rusqlite::Connection, same: &Same) -> anyhow::Result<Done> {
    let rows = query::lengths(connection, &same.filter.of_one_game())?;
    same.output.print(&rows, || {
        let mut table = Table::new(&[&[("plies", Align::Right)][..], &RESULT_COLUMNS].concat());
        for row in &rows {
            table.row([format!("{}–{}", row.from, row.to)].into_iter().chain(result_cells(row.results)));
        }
        table
    })?;
    Ok(if rows.is_empty() { Done::WithRemarks } else { Done::Well })
}

fn years(connection: &rusqlite::Connection, same: &Same) -> anyhow::Result<Done> {
    let rows = query::years(connection, &same.filter.of_one_game())?;
    same.output.print(&rows, || {
        let mut table = Table::new(
            &[&[("year", Align::Right)][..], &RESULT_COLUMNS, &[("mean plies", Align::Right)]].concat(),
        );
        for row in &rows {
            let year = row.year.map_or_else(|| "no date".to_owned(), |year| year.to_string());
            let mean = [format!("{:.1}", row.mean_plies)];
            table.row([year].into_iter().chain(result_cells(row.results)).chain(mean));
        }
        table
    })?;
    Ok(if rows.is_empty() { Done::WithRemarks } else { Done::Well })
}
