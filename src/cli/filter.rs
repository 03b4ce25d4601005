//! The filter options, the same for every command.

use super::error::CommandError;
use super::output::note;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use kifukura::database::Database;
use kifukura::query::{
    Condition, DateCondition, Filter, HandicapCondition, NameCondition, OpeningCondition, OpeningRole,
    PlayerCondition, PlyRange, Query, QueryError, Questions, RatingRange, Undated, main_variant, parse_day,
};
use kifukura::record::{Ending, GameKind, PartialDate};
use kifukura::replay::Agreement;
use kifukura::report::{kinds_text, query_error};
use kifukura::rules::{Color, StartKind, Variant};
use kifukura::terms::{Language, statement};

/// Which games. An option that is given several times, or with several values, asks for one of them; different options
/// all hold.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Which games", group = ArgGroup::new("who").args(["player", "me", "opening", "castle", "opponent_opening", "opponent_castle"]).multiple(true))]
pub struct FilterArgs {
    /// The game: shogi or dobutsu; where only one can be shown, shogi when not given (dobutsu where there is no other)
    #[arg(long, value_parser = named(Variant::ALL.map(Variant::name), Variant::from_name), hide_possible_values = true)]
    variant: Option<Variant>,
    /// What the records are: game (at least one move from the even start or a handicap), set_position (from another
    /// position), position (no move), forfeit, problem, book_line, or any; several with commas between them. Lists show
    /// all, statistics count games, `explore` games from any start
    #[arg(long, value_delimiter = ',', value_parser = named(KINDS, Some), hide_possible_values = true)]
    kind: Vec<&'static str>,
    /// The position in which the games begin: even, handicap or set
    #[arg(long, value_delimiter = ',', value_parser = named(StartKind::ALL.map(StartKind::name), StartKind::from_name))]
    start: Vec<StartKind>,
    /// A part of a player's name, in any spelling, or `=NAME` for the whole name; all names of a person are meant (see
    /// `kura players`)
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Your own games (`kura players me NAME…` says which names are yours); with --player those against that player
    #[arg(long)]
    me: bool,
    /// The side that --player has, or with --me you, or that plays --opening
    #[arg(long, alias = "color", value_parser = named(["black", "white"], side), requires = "who")]
    side: Option<Color>,
    /// A part of the other player's name, or `=NAME` for the whole name
    #[arg(long, value_name = "NAME", requires = "who")]
    opponent: Vec<String>,
    /// The rating of --player, or with --me yours: 1800..2000, 2000.. (or 2000) or ..1500
    #[arg(long, value_name = "RANGE", value_parser = RatingRange::parse, requires = "who")]
    player_rating: Option<RatingRange>,
    /// The rating of the other player
    #[arg(long, value_name = "RANGE", value_parser = RatingRange::parse, requires = "who")]
    opponent_rating: Option<RatingRange>,
    /// A part of the event's name, in any spelling
    #[arg(long, value_name = "NAME")]
    event: Vec<String>,
    /// From this day on: 2024, 2024-05, 2024-05-01, 2020/5, 2020.5.1, 令和2年5月
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    since: Option<PartialDate>,
    /// Up to this day
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    until: Option<PartialDate>,
    /// Games whose date leaves open whether they are of these days (`2024` may be any day of that year, no date any day
    /// at all): exclude, include, or only; without --since and --until games without a date are meant
    #[arg(long, value_parser = named(Undated::ALL.map(Undated::name), Undated::from_name), hide_possible_values = true)]
    undated: Option<Undated>,
    /// The ending, as declared or as verified; several with commas between them; `none` where nothing is declared and
    /// nothing verified
    #[arg(long, value_delimiter = ',', value_parser = named(Ending::ALL.map(Ending::name), Ending::from_name), hide_possible_values = true)]
    ending: Vec<Ending>,
    /// The ending that the record declares, whatever the moves verify
    #[arg(long, value_delimiter = ',', value_name = "ENDING", value_parser = named(Ending::ALL.map(Ending::name), Ending::from_name), hide_possible_values = true)]
    declared: Vec<Ending>,
    /// The ending that the moves verify, whatever the record declares
    #[arg(long, value_delimiter = ',', value_name = "ENDING", value_parser = named(Ending::ALL.map(Ending::name), Ending::from_name), hide_possible_values = true)]
    verified: Vec<Ending>,
    /// The winner: black, white or none
    #[arg(long, value_delimiter = ',', value_parser = named(["black", "white", "none"], Some))]
    winner: Vec<&'static str>,
    /// How the declared ending compares with the verified one
    #[arg(long, value_delimiter = ',', value_parser = named(Agreement::ALL.map(Agreement::name), Agreement::from_name))]
    agreement: Vec<Agreement>,
    /// An opening, strategy or type of game that --player (or with --me you, else one of the sides) plays, as its moves
    /// show: an id, a name in any language, or a part of it (`kura openings list` has them)
    #[arg(long, value_name = "NAME")]
    opening: Vec<String>,
    /// A castle of that side
    #[arg(long, value_name = "NAME")]
    castle: Vec<String>,
    /// An opening of the other side
    #[arg(long, value_name = "NAME")]
    opponent_opening: Vec<String>,
    /// A castle of the other side
    #[arg(long, value_name = "NAME")]
    opponent_castle: Vec<String>,
    /// What both sides play together: double_static_rook, static_vs_ranging, double_ranging_rook, kakugawari, …
    #[arg(long = "type", value_name = "NAME")]
    kind_of_game: Vec<String>,
    /// A part of the opening's name as written in the records
    #[arg(long, value_name = "NAME")]
    opening_written: Vec<String>,
    /// A part of the handicap's name (the placing of the pieces decides, not what the record calls it); `any` for every
    /// handicap game, `even` for games from the even start
    #[arg(long, value_name = "NAME")]
    handicap: Vec<String>,
    /// Both players rated at least this
    #[arg(long, alias = "rating", value_name = "RATING", value_parser = rating)]
    min_rating: Option<f64>,
    /// The ratings of the players at most this far apart; both must have one
    #[arg(long, value_name = "POINTS", value_parser = rating)]
    max_rating_gap: Option<f64>,
    /// Only games of which the record has the times of moves
    #[arg(long)]
    require_clock: bool,
    /// Only games in which no move breaks a rule
    #[arg(long)]
    no_illegal: bool,
    /// The number of plies: 57, 40..120, 100.. or ..80
    #[arg(long, value_name = "RANGE", value_parser = PlyRange::parse)]
    plies: Option<PlyRange>,
    /// A part of the time control as written in the records
    #[arg(long, value_name = "TEXT")]
    time_control: Vec<String>,
    /// A part of the path of a file that the game came from; members of archives are `games.zip/a.kif`
    #[arg(long, value_name = "TEXT")]
    source: Vec<String>,
    /// No game that came from a file whose path has this part
    #[arg(long, value_name = "TEXT")]
    exclude_source: Vec<String>,
    /// A part of a comment
    #[arg(long, value_name = "TEXT")]
    comment: Vec<String>,
    /// A part of a header line, which counts as NAME:VALUE: 東京, 場所:東京
    #[arg(long, value_name = "TEXT")]
    header: Vec<String>,
    /// Only games in which this query holds somewhere, for example `2h=K then[..30] drops N` (docs/query.md has the
    /// language)
    #[arg(long, value_name = "QUERY", value_parser = read_query, group = "shape")]
    query: Option<Query>,
    /// Look for the query or the pattern with left and right changed as well
    #[arg(long, requires = "shape")]
    mirrored: bool,
    /// Look for the query or the pattern with Black and White changed as well
    #[arg(long, requires = "shape")]
    swapped: bool,
    /// A condition in SQL on the columns of the table `game` (called g)
    #[arg(long = "where", value_name = "SQL")]
    condition: Option<String>,
}

/// The names of `--kind`.
const KINDS: [&str; GameKind::ALL.len() + 1] = {
    let mut names = ["any"; GameKind::ALL.len() + 1];
    let mut at = 0;
    while at < GameKind::ALL.len() {
        names[at] = GameKind::ALL[at].name();
        at += 1;
    }
    names
};

/// A parser that knows these names, and what each stands for.
pub fn named<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    value: fn(&'static str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| {
        let name = names.into_iter().find(|known| *known == name);
        name.and_then(value).ok_or("an unknown name")
    })
}

/// A query, or a picture of what is wrong with it.
pub fn read_query(text: &str) -> Result<Query, String> {
    text.parse().map_err(|error| query_error(&error))
}

fn side(name: &'static str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

fn rating(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|rating: &f64| rating.is_finite()).ok_or("a rating is a number")
}

impl FilterArgs {
    /// The handicaps that are asked for.
    pub fn handicaps(&self) -> Vec<HandicapCondition> {
        let handicap = |name: &String| match name.as_str() {
            "even" => HandicapCondition::Even,
            "any" => HandicapCondition::Any,
            _ => HandicapCondition::Named(name.clone()),
        };
        self.handicap.iter().map(handicap).collect()
    }

    /// The names of players that are asked for, each with its option.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let players = self.player.iter().map(|name| ("--player", name.as_str()));
        players.chain(self.opponent.iter().map(|name| ("--opponent", name.as_str())))
    }

    /// The names of openings and castles that are asked for, each with its option.
    pub fn openings(&self) -> impl Iterator<Item = (&'static str, OpeningRole, &str)> {
        let asked = [
            ("--opening", OpeningRole::Opening, &self.opening),
            ("--castle", OpeningRole::Castle, &self.castle),
            ("--opponent-opening", OpeningRole::Opening, &self.opponent_opening),
            ("--opponent-castle", OpeningRole::Castle, &self.opponent_castle),
            ("--type", OpeningRole::Type, &self.kind_of_game),
        ];
        asked
            .into_iter()
            .flat_map(|(option, role, names)| names.iter().map(move |name| (option, role, name.as_str())))
    }

    /// The game that is asked for, or that alone the query can be about.
    pub fn variant(&self) -> Option<Variant> {
        self.variant.or_else(|| self.query.as_ref()?.variant())
    }

    /// A query or pattern, as the options want it turned.
    pub fn turned(&self, query: Query) -> Query {
        let query = if self.mirrored { query.or_mirrored() } else { query };
        if self.swapped { query.or_swapped() } else { query }
    }

    /// Takes the query away, for those who ask for the places where it holds.
    pub fn take_query(&mut self) -> Option<Query> {
        let query = self.query.take()?;
        self.variant = self.variant.or(query.variant());
        Some(self.turned(query))
    }

    /// The filter for an answer about dōbutsu shōgi.
    pub fn of_dobutsu(&self) -> Result<Filter, CommandError> {
        match self.variant {
            Some(Variant::Shogi) => {
                Err(CommandError::new("this answer is about dōbutsu shōgi")
                    .hint("leave `--variant shogi` out"))
            }
            _ => Ok(self.filter().of_variant(Variant::Dobutsu)),
        }
    }

    /// The game that an answer about one game is about: the one that is named, else the database's main one.
    pub fn one_variant(&self, database: &Database) -> Result<Variant, QueryError> {
        self.variant().map_or_else(|| main_variant(database), Ok)
    }

    /// Reports how many games of the other game a filter left out.
    pub fn report_left_out(
        &self,
        database: &Database,
        shown: Variant,
        language: Language,
    ) -> Result<(), QueryError> {
        for other in Variant::ALL.into_iter().filter(|other| *other != shown) {
            let kinds = database.count_records(&self.filter().of_variant(other))?.counted;
            if kinds.all() > 0 {
                let games = kinds_text(&kinds, language);
                let values = [("games", games.as_str()), ("variant", other.name()), ("name", other.name())];
                note(&format!("{}\n", statement("left_out", &values, language)));
            }
        }
        Ok(())
    }

    /// Who plays: a player, or whoever asks, then against the player.
    fn player_condition(&self) -> Option<PlayerCondition> {
        let players = || self.player.iter().cloned().map(NameCondition::from);
        let others = self.opponent.iter().cloned().map(NameCondition::from);
        let (names, opponents) = match self.me {
            true => (vec![NameCondition::Me], players().chain(others).collect()),
            false => (players().collect(), others.collect()),
        };
        let (rating, opponent_rating) = (self.player_rating, self.opponent_rating);
        let plays = OpeningCondition { openings: self.opening.clone(), castles: self.castle.clone() };
        let opponent_plays = OpeningCondition {
            openings: self.opponent_opening.clone(),
            castles: self.opponent_castle.clone(),
        };
        let is_about_a_side = !names.is_empty() || !plays.is_empty() || !opponent_plays.is_empty();
        let condition = PlayerCondition {
            names,
            side: self.side,
            opponents,
            rating,
            opponent_rating,
            plays,
            opponent_plays,
        };
        is_about_a_side.then_some(condition)
    }

    /// The filter that the options make.
    pub fn filter(&self) -> Filter {
        let filled = |names: &Vec<String>| Some(names.clone()).filter(|names| !names.is_empty());
        let kinds = match self.kind.as_slice() {
            kinds if kinds.contains(&"any") => GameKind::ALL.to_vec(),
            kinds => kinds.iter().filter_map(|name| GameKind::from_name(name)).collect(),
        };
        let dates =
            DateCondition { since: self.since, until: self.until, undated: self.undated.unwrap_or_default() };
        let asks_for_days = self.since.is_some() || self.until.is_some() || self.undated.is_some();
        let winners = self.winner.iter().map(|name| side(name)).collect::<Vec<_>>();
        let endings = |endings: &Vec<Ending>| Some(endings.clone()).filter(|endings| !endings.is_empty());
        let conditions = [
            self.variant.map(Condition::Variant),
            (!kinds.is_empty()).then_some(Condition::Kind(kinds)),
            (!self.start.is_empty()).then(|| Condition::Start(self.start.clone())),
            self.player_condition().map(Condition::Player),
            filled(&self.event).map(Condition::Event),
            asks_for_days.then_some(Condition::Dates(dates)),
            endings(&self.ending).map(Condition::Ending),
            endings(&self.declared).map(Condition::Declared),
            endings(&self.verified).map(Condition::Verified),
            (!winners.is_empty()).then_some(Condition::Winner(winners)),
            (!self.agreement.is_empty()).then(|| Condition::Agreement(self.agreement.clone())),
            filled(&self.kind_of_game).map(Condition::Type),
            filled(&self.opening_written).map(Condition::OpeningWritten),
            (!self.handicap.is_empty()).then(|| Condition::Handicap(self.handicaps())),
            self.min_rating.map(Condition::MinRating),
            self.max_rating_gap.map(Condition::MaxRatingGap),
            self.require_clock.then_some(Condition::RequireClock),
            self.no_illegal.then_some(Condition::NoIllegal),
            self.plies.map(Condition::Plies),
            filled(&self.time_control).map(Condition::TimeControl),
            filled(&self.source).map(Condition::Source),
            filled(&self.exclude_source).map(Condition::ExcludeSource),
            filled(&self.comment).map(Condition::Comment),
            filled(&self.header).map(Condition::Header),
            self.condition.clone().map(Condition::Sql),
            self.query.clone().map(|query| Condition::Query(Box::new(self.turned(query)))),
        ];
        conditions.into_iter().flatten().collect()
    }
}
