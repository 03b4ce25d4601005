//! `kura show`

use super::Done;
use super::database::DatabaseArgs;
use super::diagram::DiagramArgs;
use super::error::CommandError;
use super::filter::read_query;
use super::form::{Form, encoding};
use super::game_writer::warn;
use super::output::{LanguageArgs, has_colors, note, print};
use super::pager::print_paged;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use kifukura::database::{Database, GameSource};
use kifukura::dataset::GameObject;
use kifukura::formats::encoding::Encoding;
use kifukura::formats::{Among, Target};
use kifukura::query::{Condition, Filter, Occurrence, Query, QueryError, game_summary, search_games};
use kifukura::record::Record;
use kifukura::replay::{Game, replay};
use kifukura::report::{Animals, BoardPlace, GamePage, opening_names, opening_values};
use kifukura::rules::shogi::Move;
use kifukura::rules::{PlayablePosition, Variant};
use std::io::Write;

/// Show a game: its headers, its moves, and the board at any ply
#[derive(Debug, Args)]
pub struct Show {
    /// The game's id, from `kura games`
    id: i64,
    /// Draw the board (or write `--to bod` or `--to sfen`) after this many plies; the last position when not given
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Mark the plies at which this query holds (docs/query.md has the language)
    #[arg(long, value_name = "QUERY", value_parser = read_query, conflicts_with_all = ["target", "format", "source"])]
    query: Option<Query>,
    /// Show the names of openings and castles that the moves have, with the ply after which each held first, instead of
    /// the moves; with `--format json` beside the game (docs/openings.md says what the names are)
    #[arg(long, conflicts_with_all = ["target", "source", "query", "ply"])]
    openings: bool,
    /// Print the game as a record in this format instead
    #[arg(long = "to", alias = "as", value_enum, value_name = "FORMAT")]
    target: Option<Form>,
    /// The encoding of the record: utf-8, cp932, euc-jp, …; when not given cp932 for `kif` (on a terminal utf-8), utf-8
    /// for all others
    #[arg(long, value_parser = encoding, requires = "target")]
    encoding: Option<Encoding>,
    /// `text` for people, `json` for the game as `convert --to jsonl` has it
    #[arg(long, value_enum, default_value_t, conflicts_with = "target")]
    format: ShowFormat,
    /// Where the board stands: below the moves, or above them
    #[arg(long, value_parser = board(), default_value = "end")]
    board: BoardPlace,
    /// Draw animals with letters instead of pictures
    #[arg(long)]
    ascii: bool,
    /// Print the bytes of the file that the game came from, as they came in (the first file, if there are several)
    #[arg(long, conflicts_with_all = ["target", "format"])]
    source: bool,
    #[command(flatten)]
    diagram: DiagramArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// `--format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    #[default]
    #[value(alias = "table")]
    Text,
    #[value(alias = "jsonl")]
    Json,
}

fn board() -> impl TypedValueParser<Value = BoardPlace> {
    PossibleValuesParser::new(["end", "top"]).map(|name| match name.as_str() {
        "top" => BoardPlace::Top,
        _ => BoardPlace::End,
    })
}

/// The line of a game with the names beside it.
fn with_openings(line: &str, database: &Database, id: i64) -> anyhow::Result<String> {
    let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line)?;
    let names = opening_values(&database.opening_names(id)?, &database.definitions()?);
    object.insert("openings".to_owned(), names);
    Ok(serde_json::to_string(&object)? + "\n")
}

/// The moves in which openings are looked for; none unless the game begins at the even start of shogi.
fn opening_moves(game: &Game) -> &[Move] {
    match game.start.is_even_start() && game.start.variant() == Variant::Shogi {
        true => game.moves(),
        false => &[],
    }
}

impl Show {
    pub fn run(self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        let summary = game_summary(&database, self.id)?;
        let record = database.record(self.id)?.ok_or(QueryError::NoSuchGame(self.id))?;
        let sources = database.sources(self.id)?;
        if self.source {
            return self.source(&database, &sources);
        }
        let replayed = replay(&record);
        if self.format == ShowFormat::Json || self.target == Some(Form::Jsonl) {
            let line = GameObject::new(&record, &replayed).json_line()?;
            print(&if self.openings { with_openings(&line, &database, self.id)? } else { line })?;
            return Ok(Done::Well);
        }
        let Ok(game) = replayed else {
            let message = format!("game {} has a start position that cannot be played on", self.id);
            return Err(CommandError::new(message).into());
        };
        if self.openings {
            let definitions = database.definitions()?;
            print(&opening_names(opening_moves(&game), &definitions, self.language.language()))?;
            return Ok(Done::Well);
        }
        if let Some(ply) = self.ply {
            let plies = game.moves().len();
            if ply > plies {
                let id = self.id;
                let message = format!("game {id} has {plies} plies, so there is no position after ply {ply}");
                return Err(CommandError::new(message).into());
            }
        }
        if self.diagram.is_asked_for()? {
            let ply = self.ply.unwrap_or(game.moves().len());
            return self.diagram.draw(&summary, &game, ply, self.language.language());
        }
        if let Some(Form::Record(target)) = self.target {
            if self.ply.is_some() && !target.is_position() {
                return Err(CommandError::new("--ply goes with `--to bod` and `--to sfen`")
                    .hint("the other formats hold the whole game")
                    .into());
            }
            return self.record(target, &record, &game);
        }
        let unplayed = database.unplayed(self.id)?;
        let sources: Vec<String> = sources.into_iter().map(|source| source.path).collect();
        let matches = self.matches(&database)?;
        let page = GamePage {
            summary: &summary,
            record: &record,
            game: &game,
            sources: &sources,
            unplayed: unplayed.as_deref(),
            ply: self.ply.unwrap_or(game.moves().len()),
            matches: &matches,
            animals: if self.ascii { Animals::Letters } else { Animals::Pictures },
            color: has_colors(),
            board: self.board,
            language: self.language.language(),
        };
        print_paged(&page.text())?;
        Ok(Done::Well)
    }

    fn record(&self, target: Target, record: &Record, game: &Game) -> anyhow::Result<Done> {
        let written = target.write(record, game, self.ply);
        warn(&written.losses);
        if written.text.trim().is_empty() {
            return Ok(Done::WithRemarks);
        }
        let encoding = Form::Record(target).encoding(self.encoding, true);
        let (bytes, losses) = target.encode(written.text, encoding, Among::Alone);
        warn(&losses);
        let mut out = std::io::stdout().lock();
        out.write_all(&bytes)?;
        out.flush()?;
        Ok(Done::Well)
    }

    /// Where the query holds.
    fn matches(&self, database: &Database) -> anyhow::Result<Vec<Occurrence>> {
        let Some(query) = self.query.clone() else { return Ok(Vec::new()) };
        let game = Filter::default().and(Condition::Sql(format!("g.id = {}", self.id)));
        let matches = search_games(database, &[query], &game, true)?.places;
        if matches.is_empty() {
            note("the query holds nowhere in the game\n");
        }
        Ok(matches)
    }

    fn source(&self, database: &Database, sources: &[GameSource]) -> anyhow::Result<Done> {
        for source in sources {
            if let Some(bytes) = database.source_bytes(source.id)? {
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes)?;
                out.flush()?;
                return Ok(Done::Well);
            }
        }
        Err(CommandError::new(format!("the file of game {} was not kept", self.id))
            .hint("it was imported with --no-source")
            .into())
    }
}
