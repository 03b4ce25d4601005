//! `kura explore`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::{OutputArgs, OutputFormat, note, print};
use super::place::Place;
use anyhow::bail;
use clap::Args;
use kifukura::formats::kif;
use kifukura::notation::animals;
use kifukura::notation::kif::KifMove;
use kifukura::query::{Branch, Explored, Explorer, Filter, Look, MoveShare, Results, Score, YearShare, tree};
use kifukura::report::{Align, Table, TableStyle, count, counted, percent};
use kifukura::rules::shogi::Move;
use kifukura::rules::{Color, PlayablePosition, VariantPosition, dobutsu};
use kifukura::tablebase::{ProbeError, Value};
use std::path::PathBuf;

/// What was played in a position, and how it went
#[derive(Debug, Args)]
pub struct Explore {
    /// An SFEN, or moves from the start position in USI ("7g7f 3c3d"), KIF or KI2 ("７六歩 ３四歩") spelling; the
    /// start position (with --handicap NAME that of the handicap) when not given. A position or moves of dōbutsu shōgi
    /// ("b3b2 a1b2") are told by themselves
    #[arg(value_name = "POSITION|MOVES")]
    position: Option<String>,
    /// Moves in the same spellings, played from POSITION or from the start position
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Count handicap games too
    #[arg(long)]
    handicap_too: bool,
    /// List this many of the games
    #[arg(long, default_value_t = 0, value_name = "N")]
    list: usize,
    /// List only games in which this move was played here
    #[arg(long, value_name = "MOVE", requires = "list")]
    with: Option<String>,
    /// Count year by year as well
    #[arg(long, value_parser = ["year"], value_name = "PERIOD")]
    by: Option<String>,
    /// Show what was played so many plies deep, as a tree
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["list", "by"])]
    depth: Option<usize>,
    /// How many moves of each position the tree follows
    #[arg(long, default_value_t = 3, value_name = "N", requires = "depth")]
    width: usize,
    /// The fewest games that a move of the tree has
    #[arg(long, default_value_t = 1, value_name = "N", requires = "depth")]
    least: u64,
    /// A table of dōbutsu shōgi, which gives the exact value of each move
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU")]
    table: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Explore {
    pub fn run(self) -> anyhow::Result<Done> {
        let place = self.place()?;
        let connection = self.database.open()?;
        let mut filter = self.filter.filter();
        filter.variant = Some(place.position.variant());
        let mut explorer = Explorer::new(&connection);
        let mut look = Look::default();
        look.way = place.way.as_deref();
        look.handicap_too = self.handicap_too;
        if let Some(depth) = self.depth {
            return self.tree(&mut explorer, &place, &filter, look, depth);
        }
        look.examples = self.list;
        look.examples_with = match &self.with {
            Some(text) => place.next(text)?,
            None => None,
        };
        look.by_year = self.by.is_some();
        let explored = explorer.look(&place.position, &filter, look)?;
        let asked = Asked { values: self.values(&place.position, &explored)?, place };
        match self.output.format {
            OutputFormat::Json => print(&format!("{:#}\n", asked.to_json(&explored)?))?,
            OutputFormat::Jsonl => print(&format!("{}\n", asked.to_json(&explored)?))?,
            OutputFormat::Csv if self.by.is_some() => {
                self.output.print(&year_rows(&explored.years), || years_table(&explored.years))?;
            }
            OutputFormat::Csv if asked.values.is_none() => {
                self.output.print(&explored.moves, || table(&explored, &asked))?;
            }
            OutputFormat::Csv => {
                let rows = asked.to_json(&explored)?;
                let rows =
                    rows.get("moves").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
                self.output.print(&rows, || table(&explored, &asked))?;
            }
            OutputFormat::Table | OutputFormat::Md => {
                self.tell(&explored, &asked)?;
                self.filter.tell_left_out(&connection, asked.place.position.variant())?;
            }
        }
        Ok(if explored.games == 0 { Done::WithRemarks } else { Done::Well })
    }

    fn tree(
        &self,
        explorer: &mut Explorer<'_>,
        place: &Place,
        filter: &Filter,
        look: Look<'_>,
        depth: usize,
    ) -> anyhow::Result<Done> {
        let shape = (depth, self.width, self.least);
        let branches = tree(explorer, &place.position, filter, look, shape)?;
        match self.output.format {
            OutputFormat::Json => print(&format!("{:#}\n", serde_json::to_value(&branches)?))?,
            OutputFormat::Jsonl => {
                for branch in &branches {
                    print(&format!("{}\n", serde_json::to_value(branch)?))?;
                }
            }
            OutputFormat::Csv => bail!("a tree is no table; ask for --format json"),
            OutputFormat::Table | OutputFormat::Md => {
                let mut text = String::new();
                tree_text(&branches, &place.position, place.previous, 0, &mut text);
                print(&text)?;
            }
        }
        Ok(if branches.is_empty() { Done::WithRemarks } else { Done::Well })
    }

    /// What the table says of the position and of each move that was played.
    fn values(&self, position: &VariantPosition, explored: &Explored) -> anyhow::Result<Option<Values>> {
        let (Some(path), Some(position)) = (&self.table, position.dobutsu()) else { return Ok(None) };
        let table = super::dobutsu::open(path)?;
        let value = |position: &dobutsu::Position| match table.value(position) {
            Err(ProbeError::NotInTable) => Ok(None),
            value => value.map(Some),
        };
        let mut moves = Vec::new();
        for share in &explored.moves {
            let mut next = *position;
            if let Some(mv) = dobutsu::Move::from_shogi(share.mv) {
                next.play(mv);
            }
            moves.push(value(&next)?.map(Value::before));
        }
        Ok(Some(Values { here: value(position)?, moves }))
    }

    fn tell(&self, explored: &Explored, asked: &Asked) -> anyhow::Result<()> {
        let style =
            if self.output.format == OutputFormat::Md { TableStyle::Markdown } else { TableStyle::Plain };
        let variant = asked.place.position.variant();
        let place = match asked.place.way.as_deref() {
            Some([]) => "start position".to_owned(),
            Some(way) => {
                format!("after {}", way.iter().map(|mv| variant.move_text(*mv)).collect::<Vec<_>>().join(" "))
            }
            None => explored.sfen.clone(),
        };
        let mut text = format!("{place} · {}", counted(explored.games, "game"));
        if explored.visits > explored.games {
            text.push_str(&format!(" ({} visits)", count(explored.visits)));
        }
        if let Some(Score { mean, low, high }) = explored.results.score(Color::Black) {
            text.push_str(&format!(
                " · Black {:.1} % [{:.1}, {:.1}]",
                mean * 100.0,
                low * 100.0,
                high * 100.0
            ));
        }
        if let Some(Values { here: Some(here), .. }) = &asked.values {
            text.push_str(&format!(" · perfect play: {here} for the side to move"));
        }
        text.push_str("\n\n");
        if !explored.moves.is_empty() {
            text.push_str(&table(explored, asked).render(style));
            text.push('\n');
        }
        print(&text)?;
        if !explored.years.is_empty() {
            print(&format!("{}\n", years_table(&explored.years).render(style)))?;
        }
        if !explored.examples.is_empty() {
            print(&super::games::table(&explored.examples).render(style))?;
        }
        self.remarks(explored);
        Ok(())
    }

    fn remarks(&self, explored: &Explored) {
        let remark = |number: u64, text: &str| {
            if number > 0 {
                note(&format!("{} {text}\n", count(number)));
            }
        };
        remark(explored.results.unknown, "games have no known result and count for no score");
        remark(explored.ended_here, "games ended here");
        remark(explored.by_transposition, "games came here by other moves");
        remark(explored.handicap_games, "handicap games left out (--handicap-too counts them)");
        remark(explored.forfeits, "forfeits left out");
        if self.list == 0 && explored.games > 0 {
            note("--list 10 shows some of the games\n");
        }
    }

    /// The position that was asked about, and the moves to it when it was asked for by moves from the start.
    fn place(&self) -> anyhow::Result<Place> {
        let start = match self.filter.handicap() {
            Some(name) if self.position.is_none() && name != "any" => kif::handicap_start(name),
            _ => None,
        };
        let words = [self.position.as_deref().unwrap_or(""), self.moves.as_deref().unwrap_or("")];
        Place::read(words.join(" ").trim(), start, self.filter.filter().variant)
    }
}

/// A year's line in CSV.
#[derive(serde::Serialize)]
struct YearRow<'a> {
    year: u16,
    games: u64,
    black: u64,
    draw: u64,
    white: u64,
    unknown: u64,
    most_played: Option<&'a str>,
}

fn year_rows<'a>(years: &'a [YearShare]) -> Vec<YearRow<'a>> {
    let row = |share: &'a YearShare| {
        let Results { black, draw, white, unknown, .. } = share.results;
        let most_played = share.moves.first().map(|(usi, _)| usi.as_str());
        YearRow { year: share.year, games: share.games, black, draw, white, unknown, most_played }
    };
    years.iter().map(row).collect()
}

/// The moves of the years: the three most played of each.
fn years_table(years: &[YearShare]) -> Table {
    let mut table = Table::new(&[
        ("year", Align::Right),
        ("games", Align::Right),
        ("Black", Align::Right),
        ("draw", Align::Right),
        ("White", Align::Right),
        ("most played", Align::Left),
    ]);
    for YearShare { year, games, results, moves } in years {
        let known = results.black + results.white + results.draw;
        let most: Vec<String> =
            moves.iter().take(3).map(|(usi, played)| format!("{usi} {}", percent(*played, *games))).collect();
        table.row([
            year.to_string(),
            count(*games),
            percent(results.black, known),
            percent(results.draw, known),
            percent(results.white, known),
            most.join(" · "),
        ]);
    }
    table
}

/// A tree with a line a move, indented by its depth.
fn tree_text(
    branches: &[Branch],
    position: &VariantPosition,
    previous: Option<Move>,
    indent: usize,
    text: &mut String,
) {
    for Branch { share, then } in branches {
        let score = share.score.map_or_else(String::new, |score| {
            format!("  {:.1} % [{:.1}, {:.1}]", score.mean * 100.0, score.low * 100.0, score.high * 100.0)
        });
        let name = KifMove::new(share.mv, position, previous.map(Move::to));
        text.push_str(&format!("{:indent$}{} {name}  {}{score}\n", "", share.usi, count(share.games)));
        let mut after = position.clone();
        after.play(share.mv);
        tree_text(then, &after, Some(share.mv), indent + 2, text);
    }
}

/// What is asked about.
struct Asked {
    place: Place,
    /// What perfect play makes of it, if a table was given.
    values: Option<Values>,
}

/// Exact values, for the side to move.
struct Values {
    here: Option<Value>,
    /// In the order of the explorer's moves.
    moves: Vec<Option<Value>>,
}

impl Asked {
    /// The answer as JSON, with the exact values where there are any.
    fn to_json(&self, explored: &Explored) -> anyhow::Result<serde_json::Value> {
        let mut object = serde_json::to_value(explored)?;
        let text = |value: &Option<Value>| serde_json::json!(value.map(|value| value.to_string()));
        if let Some(values) = &self.values {
            object["value"] = text(&values.here);
            for (index, value) in values.moves.iter().enumerate() {
                if let Some(share) = object["moves"].get_mut(index) {
                    share["value"] = text(value);
                }
            }
        }
        Ok(object)
    }
}

fn table(explored: &Explored, asked: &Asked) -> Table {
    let mut columns = vec![
        ("move", Align::Left),
        ("", Align::Left),
        ("games", Align::Right),
        ("share", Align::Right),
        ("Black", Align::Right),
        ("draw", Align::Right),
        ("White", Align::Right),
        ("score for the mover", Align::Left),
        ("avg rating", Align::Right),
        ("last", Align::Right),
    ];
    if asked.values.is_some() {
        columns.insert(2, ("perfect play", Align::Left));
    }
    let mut table = Table::new(&columns);
    for (index, share) in explored.moves.iter().enumerate() {
        let mut row = cells(share, explored, &asked.place).to_vec();
        if let Some(values) = &asked.values {
            let value = values.moves.get(index).copied().flatten();
            row.insert(2, value.map_or_else(|| "–".to_owned(), |value| value.to_string()));
        }
        table.row(row);
    }
    table
}

/// The move as people write it.
fn spoken(mv: Move, place: &Place) -> String {
    let previous = place.previous.map(Move::to);
    match &place.position {
        VariantPosition::Shogi(position) => KifMove::new(mv, position, previous).to_string(),
        VariantPosition::Dobutsu(position) => animals::say(position, mv, previous),
    }
}

fn cells(share: &MoveShare, explored: &Explored, place: &Place) -> [String; 10] {
    let Results { black, white, draw, .. } = share.results;
    let known = black + white + draw;
    let score = share.score.map_or_else(
        || "–".to_owned(),
        |Score { mean, low, high }| {
            format!("{:.1} % [{:.1}, {:.1}]", mean * 100.0, low * 100.0, high * 100.0)
        },
    );
    let dash = || "–".to_owned();
    [
        share.usi.clone(),
        spoken(share.mv, place),
        count(share.games),
        percent(share.games, explored.games),
        percent(black, known),
        percent(draw, known),
        percent(white, known),
        score,
        share.average_rating.map_or_else(dash, |rating| format!("{rating:.0}")),
        share.last_year.map_or_else(dash, |year| year.to_string()),
    ]
}
