//! `kura stats dobutsu`.

use super::annotate::{each, share, tell_missing};
use super::open;
use crate::cli::Done;
use crate::cli::filter::FilterArgs;
use crate::cli::output::{OutputArgs, note};
use kifukura::analyse::{Annotation, KeptResults};
use kifukura::query::GameSummary;
use kifukura::report::{Align, Table, count, percent};
use kifukura::rules::Color;
use rusqlite::Connection;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The options of `kura stats dobutsu`.
#[derive(Debug, clap::Args)]
pub struct StatsArgs {
    /// Rows by side, by ply, or by player
    #[arg(long, default_value = "side", value_parser = ["side", "ply", "player"])]
    by: String,
    /// The table that `kura dobutsu solve` has written
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU", default_value = "dobutsu.table")]
    table: PathBuf,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// One row: a side, a ply or a player.
#[derive(Debug, Default, Serialize)]
struct Row {
    of: String,
    /// Games, each counted once for this row.
    games: u64,
    /// Games in which the position was won at some time.
    had_won: u64,
    /// Of them, games that were won.
    won_it: u64,
    moves: u64,
    in_won: u64,
    in_won_kept: u64,
    in_drawn: u64,
    in_drawn_kept: u64,
    accuracy: Option<f64>,
}

/// What is counted for a row.
#[derive(Debug, Default)]
struct Counts {
    games: u64,
    had_won: u64,
    won_it: u64,
    kept: KeptResults,
}

impl StatsArgs {
    /// The options that choose games.
    pub fn run(&self, connection: &Connection) -> anyhow::Result<Done> {
        let table = open(&self.table)?;
        let mut rows: BTreeMap<(u64, String), Counts> = BTreeMap::new();
        let mut games = 0_u64;
        let missing = each(connection, &self.filter.filter(), &table, |game, annotation| {
            games += 1;
            match self.by.as_str() {
                "ply" => by_ply(&mut rows, game, annotation),
                by => by_side(&mut rows, game, annotation, by == "player"),
            }
        })?;
        let mut rows: Vec<Row> = rows.into_iter().map(|((_, of), counts)| row(of, &counts)).collect();
        if self.by == "player" {
            rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.of.cmp(&b.of)));
        }
        self.output.print(&rows, || self.table_of(&rows))?;
        if self.output.for_people() {
            note(&format!(
                "{} games; accuracy: moves that kept the result, of those in positions that were not lost\n",
                count(games)
            ));
        }
        tell_missing(missing);
        Ok(if games == 0 { Done::WithRemarks } else { Done::Well })
    }

    fn table_of(&self, rows: &[Row]) -> Table {
        let mut table = Table::new(&[
            (self.by.as_str(), if self.by == "ply" { Align::Right } else { Align::Left }),
            ("games", Align::Right),
            ("had it won", Align::Right),
            ("and won it", Align::Right),
            ("", Align::Right),
            ("moves when winning", Align::Right),
            ("kept", Align::Right),
            ("when drawing", Align::Right),
            ("kept", Align::Right),
            ("accuracy", Align::Right),
        ]);
        for row in rows {
            table.row([
                row.of.clone(),
                count(row.games),
                count(row.had_won),
                count(row.won_it),
                percent(row.won_it, row.had_won),
                count(row.in_won),
                percent(row.in_won_kept, row.in_won),
                count(row.in_drawn),
                percent(row.in_drawn_kept, row.in_drawn),
                share(row.accuracy),
            ]);
        }
        table
    }
}

fn row(of: String, counts: &Counts) -> Row {
    let KeptResults { moves, won, won_kept, drawn, drawn_kept } = counts.kept;
    Row {
        of,
        games: counts.games,
        had_won: counts.had_won,
        won_it: counts.won_it,
        moves,
        in_won: won,
        in_won_kept: won_kept,
        in_drawn: drawn,
        in_drawn_kept: drawn_kept,
        accuracy: counts.kept.accuracy(),
    }
}

/// Counts a game for each side, or for the player who has it.
fn by_side(
    rows: &mut BTreeMap<(u64, String), Counts>,
    game: &GameSummary,
    annotation: &Annotation,
    player: bool,
) {
    for color in Color::ALL {
        let name = if color == Color::Black { &game.black } else { &game.white };
        let key = match (player, name) {
            (false, _) => (color.index() as u64, color.name().to_owned()),
            (true, Some(name)) => (0, name.clone()),
            (true, None) => continue,
        };
        let counts = rows.entry(key).or_default();
        counts.games += 1;
        let had_won = annotation.had_won(color);
        counts.had_won += u64::from(had_won);
        counts.won_it += u64::from(had_won && game.winner.as_deref() == Some(color.name()));
        annotation
            .moves
            .iter()
            .filter(|judged| judged.side == color)
            .for_each(|judged| counts.kept.add(judged));
    }
}

/// Counts every ply of a game; the position was won for the side that moves.
fn by_ply(rows: &mut BTreeMap<(u64, String), Counts>, game: &GameSummary, annotation: &Annotation) {
    for (ply, judged) in (1_u64..).zip(&annotation.moves) {
        let counts = rows.entry((ply, ply.to_string())).or_default();
        counts.games += 1;
        let won = matches!(judged.before, kifukura::tablebase::Value::Win(_));
        counts.had_won += u64::from(won);
        counts.won_it += u64::from(won && game.winner.as_deref() == Some(judged.side.name()));
        counts.kept.add(judged);
    }
}
