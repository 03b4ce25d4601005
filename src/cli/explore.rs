//! `kura explore`

use super::Done;
use super::database::DatabaseArgs;
use super::emptied::report_emptied;
use super::error::CommandError;
use super::filter::FilterArgs;
use super::output::{OutputFormat, note};
use super::plot::PicturedOutput;
use clap::Args;
use kifukura::database::Database;
use kifukura::intake::each_file;
use kifukura::query::{
    AskedPosition, ExploreOptions, Explored, Filter, HandicapCondition, QueryError, Questions, TreeShape,
    at_match, game_summary, main_variant, placings_named, tree,
};
use kifukura::replay::replay;
use kifukura::report::{ExplorerAnswer, MoveValues, TreeAnswer, clean, counted};
use kifukura::rules::shogi::Handicap;
use kifukura::rules::{Placing, PlayablePosition, Variant, VariantPosition, dobutsu};
use kifukura::tablebase::{ProbeError, Value};
use std::path::{Path, PathBuf};

/// What was played in a position, and how it went
#[derive(Debug, Args)]
#[command(after_help = super::SCORES)]
pub struct Explore {
    /// An SFEN, or moves from the start position in the spelling of USI ("7g7f 3c3d"), KIF or KI2 ("７六歩 ３四歩"), CSA
    /// ("+7776FU -3334FU") or the West ("P-7f P-3d"), or a file whose first game leads to the position; the start
    /// position when not given. With --handicap the start position is that of the handicap; where several are
    /// meant, of the one with most games. A position or moves of dōbutsu shōgi
    /// ("b3b2 a1b2") are recognised by their form
    #[arg(value_name = "POSITION|MOVES")]
    position: Option<String>,
    /// The position of a stored game, after its last move or after --ply
    #[arg(long, value_name = "ID", conflicts_with = "position")]
    game: Option<i64>,
    /// After how many plies of the game or the file
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Moves in the same spellings, played from POSITION or from the start position
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
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
    #[arg(long, alias = "least", default_value_t = 1, value_name = "N", requires = "depth")]
    min_games: u64,
    /// What was played at the first match of --query in each game, instead of in one position
    #[arg(long, requires = "query", conflicts_with_all = ["position", "game", "moves", "list", "by", "depth"])]
    at_match: bool,
    /// A table of dōbutsu shōgi, which gives the exact value of each move
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU")]
    table: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: PicturedOutput,
}

impl Explore {
    pub fn run(mut self) -> anyhow::Result<Done> {
        let database = self.database.open()?;
        if self.at_match
            && let Some(query) = self.filter.take_query()
        {
            return self.output.print(&at_match(&database, &query, &self.filter.filter())?);
        }
        let asked = self.asked(&database)?;
        let variant = asked.position.variant();
        let filter = self.filter.filter().of_variant(variant);
        let mut options = ExploreOptions::default();
        options.path.clone_from(&asked.path);
        if let Some(depth) = self.depth {
            if self.output.format == OutputFormat::Csv {
                return Err(CommandError::new("a tree has no rows").hint("ask for `--format json`").into());
            }
            let shape = TreeShape { depth, width: self.width, min_games: self.min_games };
            let moves = tree(&database, &asked.position, &filter, &options, shape)?;
            return self.output.print(&TreeAnswer { asked, moves });
        }
        options.examples = self.list;
        options.examples_with = match &self.with {
            Some(text) => asked.next(text)?,
            None => None,
        };
        options.by_year = self.by.is_some();
        let explored = database.explore(&asked.position, &filter, &options)?;
        let values = self.values(&asked.position, &explored)?;
        let lists_games = self.list > 0;
        let player = filter.player_names().to_vec();
        let (position, games) = (asked.position.clone(), explored.games);
        let done = self.output.print(&ExplorerAnswer { asked, explored, values, lists_games, player })?;
        if self.output.for_people() {
            let language = self.output.language();
            self.filter.report_names(&database, language)?;
            if games == 0 {
                let met = |filter: &Filter| {
                    Ok(database.explore(&position, filter, &ExploreOptions::default())?.games)
                };
                report_emptied(&filter, language, met, Some("not_in_any_game"))?;
            }
            self.filter.report_left_out(&database, variant, self.output.language())?;
        }
        Ok(done)
    }

    /// What the table has for the position and for each move that was played.
    fn values(&self, position: &VariantPosition, explored: &Explored) -> anyhow::Result<Option<MoveValues>> {
        let (Some(path), Some(position)) = (&self.table, position.dobutsu()) else { return Ok(None) };
        let table = super::dobutsu::open(path)?;
        let value = |position: &dobutsu::Position| match table.value(position) {
            Err(ProbeError::NotInTable) => Ok(None),
            value => value.map(Some),
        };
        let text = |value: Option<Value>| value.map(|value| value.to_string());
        let mut moves = Vec::new();
        for statistics in &explored.moves {
            let mut next = *position;
            if let Some(mv) = dobutsu::Move::from_shogi(statistics.mv) {
                next.play(mv);
            }
            moves.push(text(value(&next)?.map(Value::before)));
        }
        Ok(Some(MoveValues { position: text(value(position)?), moves }))
    }

    /// The position that was asked about, and the moves to it when it was asked for by moves from the start.
    fn asked(&self, database: &Database) -> anyhow::Result<AskedPosition> {
        if let Some(mut asked) = self.of_game(database)? {
            asked.play_all(self.moves.as_deref().unwrap_or(""))?;
            return Ok(asked);
        }
        let words = [self.position.as_deref().unwrap_or(""), self.moves.as_deref().unwrap_or("")].join(" ");
        let words = words.trim();
        // Without a word to recognise the game by it is the one that the database has.
        let variant = match self.filter.variant() {
            None if words.is_empty() => Some(main_variant(database)?),
            variant => variant,
        };
        let start = self.handicap(database)?.and_then(Handicap::setup);
        Ok(AskedPosition::read(words, start, variant)?)
    }

    /// The position of a stored game or of a file's; `None` when neither is asked for.
    fn of_game(&self, database: &Database) -> anyhow::Result<Option<AskedPosition>> {
        if let Some(id) = self.game {
            game_summary(database, id)?;
            let record = database.record(id)?.ok_or(QueryError::NoSuchGame(id))?;
            let unplayable =
                |_| CommandError::new(format!("game {id} has a start position that cannot be played on"));
            return Ok(Some(AskedPosition::of_game(&replay(&record).map_err(unplayable)?, self.ply)?));
        }
        let file = self.position.as_ref().map(Path::new).filter(|path| path.is_file());
        let Some(path) = file else {
            return match self.ply {
                None => Ok(None),
                Some(_) => Err(CommandError::new("--ply needs a game")
                    .hint("write `--game ID --ply N`, or a file in the place of the position")
                    .into()),
            };
        };
        let mut found = None;
        let mut games = 0;
        each_file(&[path.to_owned()], |_, file| -> anyhow::Result<()> {
            let file = file?;
            games += file.games.len();
            let first = file.games.into_iter().filter_map(|game| game.game.ok()).next();
            found = found.take().or(first);
            Ok(())
        })?;
        let shown = path.display();
        let game = found.ok_or_else(|| CommandError::new(format!("`{shown}` has no game")))?;
        if games > 1 {
            note(&format!(
                "the first of {} in `{}`\n",
                counted(games as u64, "game"),
                clean(&shown.to_string())
            ));
        }
        Ok(Some(AskedPosition::of_game(&game, self.ply)?))
    }

    /// The handicap whose start position is meant: of several that which most games have.
    fn handicap(&self, database: &Database) -> anyhow::Result<Option<Handicap>> {
        let asked = self.filter.handicaps();
        let mut handicaps = Vec::new();
        for asked in &asked {
            match asked {
                HandicapCondition::Any => handicaps.extend(Handicap::ALL),
                HandicapCondition::Named(name) => {
                    let placings = placings_named(name);
                    // The even start is meant as well, which every question begins with.
                    if placings.contains(&Placing::Even) {
                        return Ok(None);
                    }
                    handicaps.extend(placings.into_iter().filter_map(Placing::handicap));
                }
                _ => return Ok(None),
            }
        }
        handicaps.retain(|handicap| *handicap != Handicap::Other);
        if handicaps.len() < 2 {
            return Ok(handicaps.first().copied());
        }
        let games = database.placings(&self.filter.filter().of_variant(Variant::Shogi))?.answer;
        let mut found = games.iter().filter_map(|(placing, games)| Some((placing.handicap()?, *games)));
        let most = found.find(|(handicap, _)| handicaps.contains(handicap));
        Ok(most.map(|(handicap, _)| handicap).or(handicaps.first().copied()))
    }
}
