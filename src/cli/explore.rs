//! `kura explore`

use super::Done;
use super::database::Database;
use super::filter::FilterArgs;
use super::output::{OutputArgs, OutputFormat, note, print};
use anyhow::{Context, bail};
use clap::Args;
use kifukura::notation::kif::KifMove;
use kifukura::query::{Explored, MoveShare, Results, Score, explore};
use kifukura::report::{Align, Table, TableStyle, count, percent};
use kifukura::rules::Color;
use kifukura::rules::shogi::{Move, Position, Setup};

/// What was played in a position, and how it went
#[derive(Debug, Args)]
pub struct Explore {
    /// An SFEN, or moves in USI from the start position ("7g7f 3c3d"); the start position when not given
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
        let filter = self.filter.filter();
        let explored =
            explore(&connection, &position, way.as_deref(), &filter, self.handicap_too, self.list)?;
        match self.output.format {
            OutputFormat::Json => print(&format!("{:#}\n", serde_json::to_value(&explored)?))?,
            OutputFormat::Jsonl => print(&format!("{}\n", serde_json::to_value(&explored)?))?,
            OutputFormat::Csv => {
                self.output.print(&explored.moves, || table(&explored, &position, previous))?;
            }
            OutputFormat::Table | OutputFormat::Md => {
                self.tell(&explored, &position, previous, way.as_deref())?;
            }
        }
        Ok(if explored.games == 0 { Done::WithRemarks } else { Done::Well })
    }

    fn tell(
        &self,
        explored: &Explored,
        position: &Position,
        previous: Option<Move>,
        way: Option<&[Move]>,
    ) -> anyhow::Result<()> {
        let style =
            if self.output.format == OutputFormat::Md { TableStyle::Markdown } else { TableStyle::Plain };
        let place = match way {
            Some([]) => "start position".to_owned(),
            Some(way) => {
                format!("after {}", way.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
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
        text.push_str("\n\n");
        if !explored.moves.is_empty() {
            text.push_str(&table(explored, position, previous).render(style));
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
    fn place(&self) -> anyhow::Result<(Position, Option<Vec<Move>>, Option<Move>)> {
        let text = self.position.as_deref().unwrap_or("startpos").trim();
        let text = text.strip_prefix("position ").unwrap_or(text);
        let text = text.strip_prefix("sfen ").unwrap_or(text);
        let (place, after) = text.split_once(" moves ").unwrap_or((text, ""));
        let (setup, inside) = if place.contains('/') {
            (place.parse::<Setup>().with_context(|| format!("`{place}` is no SFEN"))?, after)
        } else {
            (Setup::startpos(), place.trim_start_matches("startpos"))
        };
        let from_start = setup == Setup::startpos();
        let mut position = Position::try_from(setup).context("nothing can be played in this position")?;
        let words = [inside, if inside == after { "" } else { after }, self.moves.as_deref().unwrap_or("")];
        let mut way = Vec::new();
        for word in words.iter().flat_map(|words| words.split_whitespace()).filter(|word| *word != "moves") {
            let Ok(mv) = word.parse::<Move>() else {
                bail!("`{word}` is no move in USI (write 7g7f, 8h2b+ or P*5e)");
            };
            if let Err(rule) = position.try_play(mv) {
                bail!("`{word}` cannot be played after {} moves: {rule}", way.len());
            }
            way.push(mv);
        }
        let previous = way.last().copied();
        Ok((position, from_start.then_some(way), previous))
    }
}

fn table(explored: &Explored, position: &Position, previous: Option<Move>) -> Table {
    let mut table = Table::new(&[
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
    ]);
    for share in &explored.moves {
        table.row(cells(share, explored, position, previous));
    }
    table
}

fn cells(
    share: &MoveShare,
    explored: &Explored,
    position: &Position,
    previous: Option<Move>,
) -> [String; 10] {
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
        KifMove::new(share.mv, position, previous.map(Move::to)).to_string(),
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
