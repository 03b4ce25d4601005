//! The opening explorer: what was played in a position, and how it went.

use super::filter::FilterError;
use super::results::{Results, Score};
use super::row_filter::RowFilter;
use super::{Filter, GameSummary};
use crate::index::{self, FIRST_MOVES, GameRow, Games, IndexError, Posting};
use crate::rules::shogi::Move;
use crate::rules::{Color, Play, Variant};
use crate::store::{self, StoreError};
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The years in order, when they were asked for; games without a year are in none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub years: Vec<YearShare>,
    /// Some of the games.
    pub examples: Vec<GameSummary>,
}

/// What was played in a position in one year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct YearShare {
    /// The year.
    pub year: u16,
    /// The games that reached the position.
    pub games: u64,
    /// How they went.
    pub results: Results,
    /// How many games had each move, most played first.
    pub moves: Vec<(String, u64)>,
}

/// How to look at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look<'a> {
    /// The moves by which the caller came to the position from the even start, when it did; games that came by other
    /// moves are then counted as transpositions.
    pub way: Option<&'a [Move]>,
    /// Count handicap games too, even if the filter does not ask for them.
    pub handicap_too: bool,
    /// List at most this many games.
    pub examples: usize,
    /// Only list games in which this move was played here.
    pub examples_with: Option<Move>,
    /// Count year by year as well.
    pub by_year: bool,
}

/// Counts what was played in `position` by the games of `filter`; see [`Explorer::look`].
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
    let look = Look { way, handicap_too, examples, ..Look::default() };
    Explorer::new(connection).look(position, filter, look)
}

/// Answers questions about positions. Keeps the games' facts in memory, so that the second question is quicker.
#[derive(Debug)]
pub struct Explorer<'c> {
    connection: &'c Connection,
    games: Games,
}

impl<'c> Explorer<'c> {
    /// An explorer of a database.
    #[must_use]
    pub fn new(connection: &'c Connection) -> Self {
        Self { connection, games: Games::default() }
    }

    /// Counts what was played in `position` by the games of `filter`.
    ///
    /// Handicap games are left out (and counted) unless the filter asks for them or the look does.
    ///
    /// # Errors
    /// When the filter or the database does not allow it.
    pub fn look(
        &mut self,
        position: &impl Play,
        filter: &Filter,
        look: Look<'_>,
    ) -> Result<Explored, ExploreError> {
        // Everything from one state of the database, whoever writes meanwhile.
        let alone = self.connection.is_autocommit();
        let snapshot =
            alone.then(|| self.connection.unchecked_transaction()).transpose().map_err(StoreError::from)?;
        self.games.refresh(self.connection)?;
        let postings = index::lookup(self.connection, position.index_key().into())?;
        let mut ids: Vec<u32> = postings.iter().map(|posting| posting.game).collect();
        ids.dedup();
        self.games.load(self.connection, &ids, look.way.is_some_and(|way| !way.is_empty()))?;
        let filter_of_rows = RowFilter::new(self.connection, filter, &ids)?;
        let mut count = Count::new(position.turn(), look);
        let handicap_too = look.handicap_too || filter.handicap.is_some();
        for visits in postings.chunk_by(|a, b| a.game == b.game) {
            let id = visits[0].game;
            let Some(game) = self.games.get(id).filter(|game| filter_of_rows.chooses(id, game)) else {
                continue;
            };
            if game.is_forfeit() {
                count.forfeits += 1;
            } else if !game.even && !handicap_too {
                count.handicap_games += 1;
            } else {
                if let Some(way) = look.way
                    && !self.came_by(visits, game, way)?
                {
                    count.by_transposition += 1;
                }
                count.add(visits, game);
            }
        }
        let explored = count.explored(position, self.connection)?;
        drop(snapshot);
        Ok(explored)
    }

    /// True when one of a game's visits came by exactly the moves of `way` from the even start.
    fn came_by(&self, visits: &[Posting], game: &GameRow, way: &[Move]) -> Result<bool, StoreError> {
        if !game.even || !visits.iter().any(|visit| usize::from(visit.ply) == way.len()) {
            return Ok(false);
        }
        if way.is_empty() {
            return Ok(true);
        }
        let first = self.games.first_moves(visits[0].game);
        if first.is_some_and(|first| first.iter().zip(way).any(|(raw, mv)| *raw != mv.raw())) {
            return Ok(false);
        }
        if first.is_some() && way.len() <= FIRST_MOVES {
            return Ok(true);
        }
        let bytes = i64::try_from(2 * way.len()).unwrap_or(i64::MAX);
        let moves: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT substr(moves, 1, ?2) FROM game WHERE id = ?1")?
            .query_row([i64::from(visits[0].game), bytes], |row| row.get(0))
            .optional()?;
        Ok(moves.is_some_and(|moves| moves == store::pack_moves(way)))
    }
}

/// Counts on their way.
struct Count<'a> {
    look: Look<'a>,
    mover: Color,
    games: u64,
    visits: u64,
    results: Results,
    ended_here: u64,
    by_transposition: u64,
    handicap_games: u64,
    forfeits: u64,
    tallies: Vec<(u16, Tally)>,
    /// For each move as its raw bits the place of its tally plus 1, 0 for none.
    places: Vec<u16>,
    years: BTreeMap<u16, (Results, BTreeMap<u16, u64>)>,
    examples: Vec<u32>,
}

impl<'a> Count<'a> {
    fn new(mover: Color, look: Look<'a>) -> Self {
        Self {
            look,
            mover,
            games: 0,
            visits: 0,
            results: Results::default(),
            ended_here: 0,
            by_transposition: 0,
            handicap_games: 0,
            forfeits: 0,
            tallies: Vec::new(),
            places: vec![0; 1 << 16],
            years: BTreeMap::new(),
            examples: Vec::new(),
        }
    }

    /// Counts a game that visits the position at least once.
    fn add(&mut self, visits: &[Posting], game: &GameRow) {
        self.games += 1;
        self.visits += visits.len() as u64;
        self.results.add(game.result);
        self.ended_here += u64::from(visits.iter().any(|visit| visit.next_raw() == 0));
        for (index, visit) in visits.iter().enumerate() {
            let raw = visit.next_raw();
            // A move that a game plays here several times counts once.
            if raw != 0 && visits[..index].iter().all(|before| before.next_raw() != raw) {
                let mover = self.mover;
                self.tally(raw).add(game, mover);
            }
        }
        if self.look.by_year
            && let Some(year) = game.year()
        {
            let (results, moves) = self.years.entry(year).or_default();
            results.add(game.result);
            for (index, visit) in visits.iter().enumerate() {
                let raw = visit.next_raw();
                if raw != 0 && visits[..index].iter().all(|before| before.next_raw() != raw) {
                    *moves.entry(raw).or_default() += 1;
                }
            }
        }
        let wanted = self.look.examples_with.map(Move::raw);
        if self.examples.len() < self.look.examples
            && wanted.is_none_or(|wanted| visits.iter().any(|visit| visit.next_raw() == wanted))
        {
            self.examples.push(visits[0].game);
        }
    }

    fn tally(&mut self, raw: u16) -> &mut Tally {
        let place = &mut self.places[usize::from(raw)];
        if *place == 0 {
            self.tallies.push((raw, Tally::default()));
            *place = u16::try_from(self.tallies.len()).unwrap_or(u16::MAX);
        }
        &mut self.tallies[usize::from(*place) - 1].1
    }

    fn explored(self, position: &impl Play, connection: &Connection) -> Result<Explored, ExploreError> {
        let variant = position.variant();
        let named = |raw: u16| Move::from_raw(raw).map(|mv| variant.move_text(mv)).unwrap_or_default();
        let mut moves: Vec<MoveShare> = self
            .tallies
            .into_iter()
            .filter_map(|(raw, tally)| Some(tally.share(Move::from_raw(raw)?, variant, self.mover)))
            .collect();
        moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.usi.cmp(&b.usi)));
        let years = self.years.into_iter().map(|(year, (results, moves))| {
            let mut moves: Vec<(String, u64)> =
                moves.into_iter().map(|(raw, games)| (named(raw), games)).collect();
            moves.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            YearShare { year, games: results.games(), results, moves }
        });
        let mut examples = Vec::new();
        for id in self.examples {
            examples.extend(super::game(connection, id.into())?);
        }
        Ok(Explored {
            sfen: position.sfen_text(),
            games: self.games,
            visits: self.visits,
            results: self.results,
            moves,
            ended_here: self.ended_here,
            by_transposition: self.by_transposition,
            handicap_games: self.handicap_games,
            forfeits: self.forfeits,
            years: years.collect(),
            examples,
        })
    }
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
    fn add(&mut self, game: &GameRow, mover: Color) {
        self.results.add(game.result);
        if let Some(rating) = game.rating(mover) {
            self.rating_sum += rating;
            self.rated += 1;
        }
        self.last_year = self.last_year.max(game.year());
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
