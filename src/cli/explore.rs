//! `kura explore`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::{OutputArgs, OutputFormat, note, print};
use anyhow::{Context, bail};
use clap::Args;
use kifukura::analyse::dobutsu::{ProbeError, Value};
use kifukura::notation::animals;
use kifukura::notation::kif::KifMove;
use kifukura::query::{Explored, MoveShare, Results, Score, explore};
use kifukura::report::{Align, Table, TableStyle, count, percent};
use kifukura::rules::shogi::{self, Move};
use kifukura::rules::{Board, Color, Play, Variant, dobutsu};
use std::path::PathBuf;

/// What was played in a position, and how it went
#[derive(Debug, Args)]
pub struct Explore {
    /// An SFEN, or moves in USI from the start position ("7g7f 3c3d"); the start position when not given. A position
    /// or moves of dōbutsu shōgi ("b3b2 a1b2") are told by themselves
    #[arg(value_name = "POSITION|MOVES")]
    position: Option<String>,
    /// Moves in USI, played from POSITION or from the start position
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Count handicap games too
    #[arg(long)]
    handicap_too: bool,
    /// List this many of the games
    #[arg(long, default_value_t = 0, value_name = "N")]
    list: usize,
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
        let (position, way, previous) = self.place()?;
        let connection = self.database.open()?;
        let mut filter = self.filter.filter();
        filter.variant = Some(position.variant());
        let explored =
            explore(&connection, &position, way.as_deref(), &filter, self.handicap_too, self.list)?;
        let values = self.values(&position, &explored)?;
        let place = Place { position, way, previous, values };
        match self.output.format {
            OutputFormat::Json => print(&format!("{:#}\n", place.to_json(&explored)?))?,
            OutputFormat::Jsonl => print(&format!("{}\n", place.to_json(&explored)?))?,
            OutputFormat::Csv if place.values.is_none() => {
                self.output.print(&explored.moves, || table(&explored, &place))?;
            }
            OutputFormat::Csv => {
                let rows = place.to_json(&explored)?;
                let rows =
                    rows.get("moves").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
                self.output.print(&rows, || table(&explored, &place))?;
            }
            OutputFormat::Table | OutputFormat::Md => {
                self.tell(&explored, &place)?;
                self.filter.tell_left_out(&connection, place.position.variant())?;
            }
        }
        Ok(if explored.games == 0 { Done::WithRemarks } else { Done::Well })
    }

    /// What the table says of the position and of each move that was played.
    fn values(&self, position: &Board, explored: &Explored) -> anyhow::Result<Option<Values>> {
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

    fn tell(&self, explored: &Explored, asked: &Place) -> anyhow::Result<()> {
        let style =
            if self.output.format == OutputFormat::Md { TableStyle::Markdown } else { TableStyle::Plain };
        let variant = asked.position.variant();
        let place = match asked.way.as_deref() {
            Some([]) => "start position".to_owned(),
            Some(way) => {
                format!("after {}", way.iter().map(|mv| variant.move_text(*mv)).collect::<Vec<_>>().join(" "))
            }
            None => explored.sfen.clone(),
        };
        let mut text = format!("{place} · {} games", count(explored.games));
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
    fn place(&self) -> anyhow::Result<(Board, Option<Vec<Move>>, Option<Move>)> {
        let text = self.position.as_deref().unwrap_or("startpos").trim();
        let text = text.strip_prefix("position ").unwrap_or(text);
        let text = text.strip_prefix("sfen ").unwrap_or(text);
        let (place, after) = text.split_once(" moves ").unwrap_or((text, ""));
        let (sfen, inside) = if place.contains('/') {
            (Some(place), after)
        } else {
            (None, place.trim_start_matches("startpos"))
        };
        let words = [inside, if inside == after { "" } else { after }, self.moves.as_deref().unwrap_or("")];
        let words: Vec<&str> =
            words.iter().flat_map(|words| words.split_whitespace()).filter(|word| *word != "moves").collect();
        let is_dobutsu = sfen
            .is_some_and(|sfen| sfen.split(' ').next().is_some_and(|board| board.matches('/').count() == 3))
            || words.first().is_some_and(|word| word.parse::<dobutsu::Move>().is_ok());
        let said = self.filter.filter().variant;
        let variant = said.unwrap_or(if is_dobutsu { Variant::Dobutsu } else { Variant::Shogi });
        let mut position = match (variant, sfen) {
            (variant, None) => Board::startpos(variant),
            (Variant::Shogi, Some(sfen)) => {
                let setup = sfen.parse::<shogi::Setup>().with_context(|| format!("`{sfen}` is no SFEN"))?;
                Board::Shogi(setup.try_into().context("nothing can be played in this position")?)
            }
            (Variant::Dobutsu, Some(sfen)) => {
                let setup = sfen.parse::<dobutsu::Setup>().with_context(|| format!("`{sfen}`"))?;
                Board::Dobutsu(setup.try_into().context("nothing can be played in this position")?)
            }
        };
        let from_start = position.is_even_start();
        let mut way = Vec::new();
        for word in words {
            let Some(mv) = variant.read_move(word) else {
                match variant {
                    Variant::Shogi => bail!("`{word}` is no move in USI (write 7g7f, 8h2b+ or P*5e)"),
                    Variant::Dobutsu => bail!("`{word}` is no move (write b3b2, b2b1+ or C*b3)"),
                }
            };
            if let Err((_, rule)) = position.judge_move(mv) {
                bail!("`{word}` cannot be played after {} moves: {rule}", way.len());
            }
            position.play(mv);
            way.push(mv);
        }
        let previous = way.last().copied();
        Ok((position, from_start.then_some(way), previous))
    }
}

/// What is asked about.
struct Place {
    position: Board,
    way: Option<Vec<Move>>,
    previous: Option<Move>,
    /// What perfect play makes of it, if a table was given.
    values: Option<Values>,
}

/// Exact values, for the side to move.
struct Values {
    here: Option<Value>,
    /// In the order of the explorer's moves.
    moves: Vec<Option<Value>>,
}

impl Place {
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

fn table(explored: &Explored, place: &Place) -> Table {
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
    if place.values.is_some() {
        columns.insert(2, ("perfect play", Align::Left));
    }
    let mut table = Table::new(&columns);
    for (index, share) in explored.moves.iter().enumerate() {
        let mut row = cells(share, explored, place).to_vec();
        if let Some(values) = &place.values {
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
        Board::Shogi(position) => KifMove::new(mv, position, previous).to_string(),
        Board::Dobutsu(position) => animals::say(position, mv, previous),
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
