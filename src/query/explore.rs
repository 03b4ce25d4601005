//! The opening explorer: what was played in a position, and how it went.

use super::filter::{Clause, FilterError};
use super::{Filter, GameSummary};
use crate::index::{self, IndexError, Posting};
use crate::record::Ending;
use crate::rules::shogi::Move;
use crate::rules::{Color, Play, Variant};
use crate::store::{self, StoreError};
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExploreError {
    /// The filter.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The position index.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// How games went, each game counted once. Draws, games without a result, and wins never mix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games that Black won.
    pub black: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that ended without a winner by a rule or an agreement.
    pub draw: u64,
    /// Games whose result is not known (interrupted, adjourned, just ended).
    pub unknown: u64,
}

impl Results {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.black + self.white + self.draw + self.unknown
    }

    /// The share of points that `color` made of the games with a result, a draw counting half; `None` without such
    /// games.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
    pub fn score(&self, color: Color) -> Option<Score> {
        let games = (self.black + self.white + self.draw) as f64;
        if games == 0.0 {
            return None;
        }
        let wins = match color {
            Color::Black => self.black,
            Color::White => self.white,
        };
        let mean = (wins as f64 + self.draw as f64 / 2.0) / games;
        // Wilson's interval at 95 %. A draw varies less than a win and a loss, so with draws it is a little too wide.
        let square = 1.96_f64 * 1.96;
        let middle = (mean + square / (2.0 * games)) / (1.0 + square / games);
        let half = (mean * (1.0 - mean) / games + square / (4.0 * games * games)).sqrt() * 1.96
            / (1.0 + square / games);
        Some(Score { mean, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
    }

    fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Won(Color::Black) => self.black += 1,
            GameResult::Won(Color::White) => self.white += 1,
            GameResult::Draw => self.draw += 1,
            GameResult::Unknown => self.unknown += 1,
        }
    }
}

/// A share of points with its 95 % interval, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The share.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A game's result as statistics count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameResult {
    Won(Color),
    Draw,
    Unknown,
}

/// The SQL that gives a game's result in one word: `black`, `white`, `draw` or `unknown`.
pub(super) const RESULT_SQL: &str = "CASE WHEN g.winner IS NOT NULL THEN g.winner
     WHEN CASE g.verified_ending WHEN 'none' THEN g.declared_ending ELSE g.verified_ending END
          IN ('sennichite', 'jishogi', 'max_moves', 'draw_agreed', 'threefold') THEN 'draw'
     ELSE 'unknown' END";

/// What [`RESULT_SQL`] gives.
pub(super) fn result_named(name: &str) -> GameResult {
    match name {
        "black" => GameResult::Won(Color::Black),
        "white" => GameResult::Won(Color::White),
        "draw" => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// What was played in a position, for one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveShare {
    /// The move in USI; in dōbutsu shōgi as `b3b2`.
    pub usi: String,
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// The games in which it was played here, each counted once.
    pub games: u64,
    /// How those games went.
    pub results: Results,
    /// The score of the side that moves.
    pub score: Option<Score>,
    /// The mean rating of the players who played it, over the games that have one.
    pub average_rating: Option<f64>,
    /// The last year in which it was played.
    pub last_year: Option<u16>,
}

/// What the games have to say about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explored {
    /// The position.
    pub sfen: String,
    /// The games that reached it.
    pub games: u64,
    /// How often it was reached; a game that repeats a position visits it several times.
    pub visits: u64,
    /// How those games went.
    pub results: Results,
    /// The moves, most played first, then by their USI text.
    pub moves: Vec<MoveShare>,
    /// Games that ended in this position.
    pub ended_here: u64,
    /// Games that reached the position at another ply or by other moves than the ones asked about.
    pub by_transposition: u64,
    /// Games with the same position that were left out because they began as handicap games.
    pub handicap_games: u64,
    /// Forfeits, which count for nothing here.
    pub forfeits: u64,
    /// Some of the games.
    pub examples: Vec<GameSummary>,
}

/// What the explorer needs of a game.
struct GameFacts {
    result: GameResult,
    ratings: [Option<f64>; 2],
    year: Option<u16>,
    even: bool,
    forfeit: bool,
}

/// Counts what was played in `position` by the games of `filter`.
///
/// `way` are the moves by which the caller came to the position from the even start, when it did; games that came by
/// other moves are then counted as transpositions. Handicap games are left out (and counted) unless the filter asks
/// for them or `handicap_too` is set. At most `examples` games are listed.
///
/// # Errors
/// When the filter or the database does not allow it.
pub fn explore(
    connection: &Connection,
    position: &impl Play,
    way: Option<&[Move]>,
    filter: &Filter,
    handicap_too: bool,
    examples: usize,
) -> Result<Explored, ExploreError> {
    let postings = index::lookup(connection, position.index_key().into())?;
    let facts = game_facts(connection, filter, &postings)?;
    let handicap_too = handicap_too || filter.handicap.is_some();
    let mut explored = Explored {
        sfen: position.sfen_text(),
        games: 0,
        visits: 0,
        results: Results::default(),
        moves: Vec::new(),
        ended_here: 0,
        by_transposition: 0,
        handicap_games: 0,
        forfeits: 0,
        examples: Vec::new(),
    };
    let mut moves: BTreeMap<Move, Tally> = BTreeMap::new();
    let mut listed = Vec::new();
    for visits in postings.chunk_by(|a, b| a.game == b.game) {
        let Some(game) = facts.get(&visits[0].game) else { continue };
        if game.forfeit {
            explored.forfeits += 1;
            continue;
        }
        if !game.even && !handicap_too {
            explored.handicap_games += 1;
            continue;
        }
        explored.games += 1;
        explored.visits += visits.len() as u64;
        explored.results.add(game.result);
        if let Some(way) = way
            && !came_by(connection, visits, way)?
        {
            explored.by_transposition += 1;
        }
        explored.ended_here += u64::from(visits.iter().any(|visit| visit.next().is_none()));
        let played: HashSet<Move> = visits.iter().filter_map(Posting::next).collect();
        for mv in played {
            moves.entry(mv).or_default().add(game, position.turn());
        }
        if listed.len() < examples {
            listed.push(i64::from(visits[0].game));
        }
    }
    explored.moves =
        moves.into_iter().map(|(mv, tally)| tally.share(mv, position.variant(), position.turn())).collect();
    explored.moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.usi.cmp(&b.usi)));
    for id in listed {
        explored.examples.extend(super::game(connection, id)?);
    }
    Ok(explored)
}

/// True when one of a game's visits came by exactly the moves of `way` from the even start.
fn came_by(connection: &Connection, visits: &[Posting], way: &[Move]) -> Result<bool, StoreError> {
    if !visits.iter().any(|visit| usize::from(visit.ply) == way.len()) {
        return Ok(false);
    }
    let bytes = i64::try_from(2 * way.len()).unwrap_or(i64::MAX);
    let moves: Option<Option<Vec<u8>>> = connection
        .prepare_cached("SELECT substr(moves, 1, ?2) FROM game WHERE id = ?1 AND start IS NULL")?
        .query_row([i64::from(visits[0].game), bytes], |row| row.get(0))
        .optional()?;
    // SQLite gives NULL for an empty part of an empty blob.
    Ok(moves.is_some_and(|moves| moves.unwrap_or_default() == store::pack_moves(way)))
}

/// A move's counts on their way.
#[derive(Default)]
struct Tally {
    results: Results,
    rating_sum: f64,
    rated: u32,
    last_year: Option<u16>,
}

impl Tally {
    fn add(&mut self, game: &GameFacts, mover: Color) {
        self.results.add(game.result);
        if let Some(rating) = game.ratings[mover.index()] {
            self.rating_sum += rating;
            self.rated += 1;
        }
        self.last_year = self.last_year.max(game.year);
    }

    fn share(self, mv: Move, variant: Variant, mover: Color) -> MoveShare {
        MoveShare {
            usi: variant.move_text(mv),
            mv,
            games: self.results.games(),
            results: self.results,
            score: self.results.score(mover),
            average_rating: (self.rated > 0).then(|| self.rating_sum / f64::from(self.rated)),
            last_year: self.last_year,
        }
    }
}

/// The facts of the games that have postings and pass the filter.
fn game_facts(
    connection: &Connection,
    filter: &Filter,
    postings: &[Posting],
) -> Result<HashMap<u32, GameFacts>, ExploreError> {
    /// Below this many games they are asked for one by one, above it the table is read through once.
    const FEW: usize = 2000;
    let Clause { sql, values } = filter.clause()?;
    let mut games: Vec<u32> = postings.iter().map(|posting| posting.game).collect();
    games.dedup();
    let columns = format!(
        "SELECT g.id, {RESULT_SQL}, g.black_rating, g.white_rating, CAST(substr(g.date, 1, 4) AS INTEGER),
             g.start IS NULL, g.declared_ending FROM game g WHERE ({sql})"
    );
    let mut facts = HashMap::with_capacity(games.len());
    let mut take = |row: &rusqlite::Row<'_>| {
        let id: u32 = row.get(0)?;
        let result: String = row.get(1)?;
        let declared: String = row.get(6)?;
        facts.insert(
            id,
            GameFacts {
                result: result_named(&result),
                ratings: [row.get(2)?, row.get(3)?],
                year: row.get(4)?,
                even: row.get(5)?,
                forfeit: declared == Ending::Forfeit.name(),
            },
        );
        Ok::<_, rusqlite::Error>(())
    };
    if games.len() <= FEW {
        let mut statement =
            connection.prepare(&format!("{columns} AND g.id = ?")).map_err(StoreError::from)?;
        for game in games {
            let values = values.iter().cloned().chain([rusqlite::types::Value::Integer(game.into())]);
            let mut rows = statement.query(params_from_iter(values)).map_err(StoreError::from)?;
            while let Some(row) = rows.next().map_err(StoreError::from)? {
                take(row).map_err(StoreError::from)?;
            }
        }
    } else {
        let mut statement = connection.prepare(&columns).map_err(StoreError::from)?;
        let mut rows = statement.query(params_from_iter(values)).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            take(row).map_err(StoreError::from)?;
        }
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_few_games_have_wide_intervals() {
        let rounded = |results: Results| {
            let score = results.score(Color::Black).unwrap();
            [score.mean, score.low, score.high].map(|value| (value * 1000.0).round() / 1000.0)
        };
        // Wilson's interval by hand: 1 of 1 gives 1/(1 + 3.8416) = 0.207 to 1.
        assert_eq!(rounded(Results { black: 1, ..Results::default() }), [1.0, 0.207, 1.0]);
        assert_eq!(rounded(Results { black: 50, white: 50, ..Results::default() }), [0.5, 0.404, 0.596]);
        assert_eq!(rounded(Results { black: 1, draw: 2, unknown: 9, white: 1 }), [0.5, 0.15, 0.85]);
        assert_eq!(Results { unknown: 3, ..Results::default() }.score(Color::White), None);
    }
}
