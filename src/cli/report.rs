//! `kura report`

use super::Done;
use super::database::DatabaseArgs;
use super::emptied::report_emptied;
use super::error::CommandError;
use super::filter::FilterArgs;
use super::matched_names::found;
use super::openings::opening_statistics;
use super::output::{LanguageArgs, note, print};
use super::output_file::{Existing, write_file};
use clap::{Args, Subcommand};
use kifukura::database::Database;
use kifukura::query::{
    AskedPosition, Condition, EndingsBy, ExploreOptions, Filter, GameOrder, Listing, OpeningRole, OpeningsBy,
    OpeningsOptions, PlayerCondition, QueryError, Questions, game_summary, kinds_of,
};
use kifukura::replay::replay;
use kifukura::report::{
    EndingStatistics, ExplorerAnswer, GameList, HtmlPage, LengthStatistics, OverviewAnswer, PlayerStatistics,
    YearStatisticsAnswer, game_report, results_of,
};
use kifukura::rules::Variant;
use kifukura::terms::{Language, statement};
use std::path::{Path, PathBuf};

/// A page with tables and pictures about a game, a player, an event or the whole collection, as one HTML file that loads
/// nothing
#[derive(Debug, Args)]
pub struct Report {
    #[command(subcommand)]
    about: About,
}

#[derive(Debug, Subcommand)]
enum About {
    /// A game: positions, chances by the evaluations in the record, times, every move
    Game(OfGame),
    /// A player: results, years, first moves, recent games
    Player(OfName),
    /// An event: results, endings, players, games
    Event(OfName),
    /// All games, or those of a filter
    Collection(OfFilter),
}

#[derive(Debug, Args)]
struct Target {
    /// The page; `-` is standard output
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
    /// Overwrite the page
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Args)]
struct OfGame {
    /// The game's id, from `kura games`
    id: i64,
    #[command(flatten)]
    target: Target,
}

#[derive(Debug, Args)]
struct OfName {
    /// The name, or a part of it; "=NAME" is a player's whole name
    name: String,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Debug, Args)]
struct OfFilter {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    filter: FilterArgs,
}

/// How many players and games a page lists.
const PLAYERS: u64 = 30;
const GAMES: u64 = 50;

/// How many openings, and how many castles.
const OPENINGS: usize = 25;

/// How many rows of any other table.
const ROWS: usize = 200;

/// What a page is about.
struct Subject {
    title: String,
    condition: Option<Condition>,
    /// What is to be said of it.
    remark: Option<String>,
}

impl Report {
    pub fn run(self) -> anyhow::Result<Done> {
        match self.about {
            About::Game(of) => of.run(),
            About::Player(OfName { name, target, filter }) => {
                let database = target.database.open()?;
                let (found, remark) = found(&database, "player", &name, target.language.language())?;
                let title = match &found[..] {
                    [one] => one.clone(),
                    _ => name.strip_prefix('=').unwrap_or(&name).to_owned(),
                };
                let player = PlayerCondition { names: vec![name.into()], ..PlayerCondition::default() };
                let condition = Some(Condition::Player(player));
                run(&target, &filter, &Subject { title, condition, remark })
            }
            About::Event(OfName { name, target, filter }) => {
                let condition = Some(Condition::Event(vec![name.clone()]));
                run(&target, &filter, &Subject { title: name, condition, remark: None })
            }
            About::Collection(OfFilter { target, filter }) => {
                let title = statement("report_collection", &[], target.language.language());
                run(&target, &filter, &Subject { title, condition: None, remark: None })
            }
        }
    }
}

impl OfGame {
    fn run(&self) -> anyhow::Result<Done> {
        let database = self.target.database.open()?;
        let summary = game_summary(&database, self.id)?;
        let record = database.record(self.id)?.ok_or(QueryError::NoSuchGame(self.id))?;
        let game = replay(&record).map_err(|_| {
            CommandError::new(format!("game {} has a start position that cannot be played on", self.id))
        })?;
        self.target.write(&game_report(
            &summary,
            &record,
            &game,
            &database.definitions()?,
            self.target.language.language(),
        ))
    }
}

/// The page of the games that meet a filter and a condition.
fn run(target: &Target, args: &FilterArgs, subject: &Subject) -> anyhow::Result<Done> {
    let database = target.database.open()?;
    let language = target.language.language();
    let variant = args.one_variant(&database)?;
    let filter = match &subject.condition {
        Some(condition) => args.filter().and(condition.clone()),
        None => args.filter(),
    };
    let filter = filter.of_variant(variant);
    let met = |filter: &Filter| Ok(database.overview(filter)?.answer.games);
    if met(&filter)? == 0 {
        report_emptied(&filter, language, met, None)?;
        return Err(CommandError::new("there is no game to report on").into());
    }
    if let Some(remark) = &subject.remark {
        note(&format!("{remark}\n"));
    }
    args.report_left_out(&database, variant, language)?;
    target.write(&page(&database, &filter, variant, subject, language)?)
}

/// The sections of a page, each an answer.
fn page(
    database: &Database,
    filter: &Filter,
    variant: Variant,
    subject: &Subject,
    language: Language,
) -> anyhow::Result<HtmlPage> {
    let say = |key: &str| statement(key, &[], language);
    let player = filter.player_names().to_vec();
    let mut page = HtmlPage::new(&subject.title, language);
    let section = page.section(&say("chart_overview"));
    if let Some(whose) = results_of(filter, language) {
        section.text(&whose);
    }
    if let Some(remark) = &subject.remark {
        section.note(remark);
    }
    section.answer(&OverviewAnswer(database.overview(filter)?), ROWS);
    page.section(&say("chart_years")).answer(&YearStatisticsAnswer(database.years(filter)?), ROWS);
    let asked = AskedPosition::read("", None, Some(variant))?;
    let options = ExploreOptions::default();
    let explored = database.explore(&asked.position, filter, &options)?;
    let explorer =
        ExplorerAnswer { asked, explored, values: None, lists_games: true, player: player.clone() };
    page.section(&say("report_first_moves")).answer(&explorer, ROWS);
    let endings = database.endings(filter, EndingsBy::Declared)?;
    page.section(&say("chart_endings_declared"))
        .answer(&EndingStatistics { endings, by: EndingsBy::Declared }, ROWS);
    page.section(&say("chart_lengths")).answer(&LengthStatistics(database.lengths(filter)?), ROWS);
    if variant == Variant::Shogi {
        for (role, title) in
            [(OpeningRole::Opening, "report_openings"), (OpeningRole::Castle, "chart_castles")]
        {
            let options = OpeningsOptions { kinds: kinds_of(role), by: OpeningsBy::Name, least_games: 0 };
            let openings = opening_statistics(database, filter, &options, language)?;
            page.section(&say(title)).answer(&openings, OPENINGS);
        }
    }
    let players = database.players(filter, Some(PLAYERS))?;
    page.section(&say("chart_players")).answer(&PlayerStatistics(players), ROWS);
    let mut listing = Listing::first(GAMES);
    listing.order = GameOrder::Date;
    listing.descending = true;
    let games = database.list_games(filter, &listing)?;
    let all = database.count_records(filter)?;
    page.section(&say("report_recent_games")).answer(&GameList { games, all }, ROWS);
    Ok(page)
}

impl Target {
    fn write(&self, page: &HtmlPage) -> anyhow::Result<Done> {
        let html = page.html();
        if self.html == Path::new("-") {
            print(&html)?;
        } else {
            write_file(
                &self.html,
                Existing::forced(self.force),
                |file| Ok(file.write_all(html.as_bytes())?),
            )?;
        }
        Ok(Done::Well)
    }
}
