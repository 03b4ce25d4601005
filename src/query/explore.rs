//! The opening explorer: what was played in a position, and how it went.

use super::move_tally::{MoveStatistics, MoveTallies};
use super::selection::Selection;
use super::{Base, Filter, GameSummary, PlayerScore, QueryError, Results, Score};
use crate::database::Snapshot;
use crate::index::{self, FIRST_MOVES, GameFacts, LoadedFacts, Posting};
use crate::record::GameKind;
use crate::rules::shogi::Move;
use crate::rules::{Color, Placing, PlayablePosition, StartKind, VariantPosition};
use crate::store::{self, StoreError};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;

/// What the games have to say about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// The position.
    pub sfen: String,
    /// The games that reached it.
    pub games: u64,
    /// How often it was reached; a game that repeats a position visits it several times.
    pub visits: u64,
    /// How those games went.
    pub results: Results,
    /// The score of the side that moves.
    pub score: Option<Score>,
    /// The moves, most played first, then by their USI text.
    pub moves: Vec<MoveStatistics>,
    /// The games of the player that the filter asks for, seen from that side.
    pub player: Option<PlayerMoves>,
    /// Games that ended in this position.
    pub ended_here: u64,
    /// Games that reached the position at another ply or by other moves than the ones asked about; those from set
    /// positions are not among them.
    pub by_transposition: u64,
    /// Games that began in a set position.
    pub from_set_positions: u64,
    /// What the games are, and the records that reached the position and are none (forfeits, problems, …).
    pub base: Base,
    /// The years in order, when they were asked for; games without a year come last.
    pub years: Vec<YearStatistics>,
    /// Some of the games.
    pub examples: Vec<GameSummary>,
}

/// What a player did in a position, and what was done against it; each move has the player's score.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerMoves {
    /// How the games that reached the position went for the player, over both colours.
    pub score: PlayerScore,
    /// Those in which the player is to move here.
    pub own_score: PlayerScore,
    /// The moves of those games.
    pub own: Vec<MoveStatistics>,
    /// Those in which the opponent is to move here.
    pub against_score: PlayerScore,
    /// The moves of those games.
    pub against: Vec<MoveStatistics>,
}

/// What was played in a position in one year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YearStatistics {
    /// The year; none for games without a date.
    pub year: Option<u16>,
    /// The games that reached the position.
    pub games: u64,
    /// How they went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
    /// How many games had each move, most played first.
    pub moves: Vec<MoveCount>,
}

/// How many games had a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCount {
    /// The move in USI; in dōbutsu shōgi as `b3b2`.
    pub usi: String,
    /// The games.
    pub games: u64,
}

/// How a position is explored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExploreOptions {
    /// The moves by which the caller came to the position from the even start, when it did; games that came by other
    /// moves are then counted as transpositions.
    pub path: Option<Vec<Move>>,
    /// List at most this many games.
    pub examples: usize,
    /// Only list games in which this move was played here.
    pub examples_with: Option<Move>,
    /// Count year by year as well.
    pub by_year: bool,
}

/// What is counted unless a filter asks for more: whatever was played, from whichever position.
const PLAYED: [GameKind; 2] = [GameKind::Game, GameKind::SetPosition];

/// Counts what was played in `position` by the games of `filter`, wherever they began: a game that begins elsewhere and
/// comes here says as much about the position as any other.
pub(super) fn explore(
    snapshot: &Snapshot<'_>,
    position: &VariantPosition,
    filter: &Filter,
    options: &ExploreOptions,
) -> Result<Explored, QueryError> {
    let postings = index::lookup(snapshot.connection(), position.index_key().into())?;
    let mut ids: Vec<u32> = postings.iter().map(|posting| posting.game).collect();
    ids.dedup();
    let by_moves = options.path.as_ref().is_some_and(|path| !path.is_empty());
    let facts = snapshot.facts_of(&ids, by_moves)?;
    let selection = Selection::of_kinds(snapshot, filter, Some(&ids), &PLAYED)?;
    let (mover, has_player) = (position.turn(), selection.has_player());
    let question = Question { options, selection: &selection, mover, facts: &facts, has_player };
    question.count(&postings, snapshot.connection())?.explored(position, snapshot.connection())
}

/// What is asked of the games that reached a position.
struct Question<'a> {
    options: &'a ExploreOptions,
    selection: &'a Selection,
    mover: Color,
    facts: &'a LoadedFacts,
    /// Whether the filter asks for a player.
    has_player: bool,
}

impl<'a> Question<'a> {
    fn path(&self) -> Option<&'a [Move]> {
        self.options.path.as_deref()
    }

    fn count(&self, postings: &[Posting], connection: &Connection) -> Result<Count<'a>, StoreError> {
        /// How many postings are counted at once. The parts are the same on any number of cores, so that sums of
        /// ratings are too.
        const PART: usize = 1 << 15;
        let mut count = Count::new(self.mover, self.options, self.has_player);
        // Longer paths than the index keeps are looked up in the database, by one thread.
        if self.path().is_some_and(|path| path.len() > FIRST_MOVES) {
            let looked_up = |game: u32, path: &[Move]| came_by_moves(connection, game, path);
            for visits in postings.chunk_by(|a, b| a.game == b.game) {
                self.visit(&mut count, visits, looked_up)?;
            }
            return Ok(count);
        }
        let mut parts = Vec::new();
        let mut rest = postings;
        while !rest.is_empty() {
            let cut = rest.len().min(PART);
            let last = rest[cut - 1].game;
            // A game's visits stay together.
            let cut = cut + rest[cut..].iter().take_while(|posting| posting.game == last).count();
            let (part, after) = rest.split_at(cut);
            parts.push(part);
            rest = after;
        }
        let counted = parts.par_iter().map(|part| {
            let mut count = Count::new(self.mover, self.options, self.has_player);
            for visits in part.chunk_by(|a, b| a.game == b.game) {
                self.visit(&mut count, visits, |_, _| Ok(true))?;
            }
            Ok(count)
        });
        for part in counted.collect::<Result<Vec<_>, StoreError>>()? {
            count.merge(part);
        }
        Ok(count)
    }

    /// Counts a game that reached the position. `looked_up` says whether its moves begin as a path that is longer than
    /// the first moves which the index keeps.
    #[inline]
    fn visit(
        &self,
        count: &mut Count<'_>,
        visits: &[Posting],
        looked_up: impl Fn(u32, &[Move]) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let id = visits[0].game;
        let Some(game) = self.facts.get(id) else { return Ok(()) };
        if self.selection.count(id, game, &mut count.base) {
            if game.placing.kind() == StartKind::Set {
                count.from_set_positions += 1;
            } else if let Some(path) = self.path()
                && !(self.may_have_come_by(visits, game, path) && looked_up(id, path)?)
            {
                count.by_transposition += 1;
            }
            count.add(visits, game, if self.has_player { self.selection.side(id, game) } else { None });
        }
        Ok(())
    }

    /// True when one of a game's visits came by exactly the moves of `path` from the even start, as far as the index
    /// knows them.
    fn may_have_come_by(&self, visits: &[Posting], game: &GameFacts, path: &[Move]) -> bool {
        game.placing == Placing::Even
            && visits.iter().any(|visit| usize::from(visit.ply) == path.len())
            && (path.is_empty()
                || self
                    .facts
                    .first_moves(visits[0].game)
                    .is_some_and(|first| first.iter().zip(path).all(|(raw, mv)| *raw == mv.raw())))
    }
}

/// True when a game's moves begin with these.
fn came_by_moves(connection: &Connection, game: u32, path: &[Move]) -> Result<bool, StoreError> {
    let bytes = i64::try_from(2 * path.len()).unwrap_or(i64::MAX);
    let moves: Option<Vec<u8>> = connection
        .prepare_cached("SELECT substr(moves, 1, ?2) FROM game WHERE id = ?1")?
        .query_row([i64::from(game), bytes], |row| row.get(0))
        .optional()?;
    Ok(moves.is_some_and(|moves| moves == store::pack_moves(path)))
}

/// The counts of a player's games on their way.
struct PlayerCount {
    own_score: PlayerScore,
    own: MoveTallies,
    against_score: PlayerScore,
    against: MoveTallies,
}

impl PlayerCount {
    fn new() -> Self {
        let score = PlayerScore::default();
        Self { own_score: score, own: MoveTallies::new(), against_score: score, against: MoveTallies::new() }
    }

    fn merge(&mut self, other: Self) {
        self.own_score += other.own_score;
        self.own.merge(other.own);
        self.against_score += other.against_score;
        self.against.merge(other.against);
    }

    fn moves(self, statistics: impl Fn(MoveTallies) -> Vec<MoveStatistics>) -> PlayerMoves {
        let mut score = self.own_score;
        score += self.against_score;
        PlayerMoves {
            score,
            own_score: self.own_score,
            own: statistics(self.own),
            against_score: self.against_score,
            against: statistics(self.against),
        }
    }
}

/// The counts of a year on their way.
#[derive(Default)]
struct YearCount {
    results: Results,
    player: PlayerScore,
    moves: BTreeMap<u16, u64>,
}

/// Counts on their way.
struct Count<'a> {
    options: &'a ExploreOptions,
    mover: Color,
    games: u64,
    visits: u64,
    results: Results,
    ended_here: u64,
    by_transposition: u64,
    from_set_positions: u64,
    base: Base,
    moves: MoveTallies,
    /// Of the player that the question is about, if it is about one.
    player: Option<PlayerCount>,
    /// Without a year first.
    years: BTreeMap<Option<u16>, YearCount>,
    examples: Vec<u32>,
}

impl<'a> Count<'a> {
    fn new(mover: Color, options: &'a ExploreOptions, has_player: bool) -> Self {
        Self {
            options,
            mover,
            games: 0,
            visits: 0,
            results: Results::default(),
            ended_here: 0,
            by_transposition: 0,
            from_set_positions: 0,
            base: Base::default(),
            moves: MoveTallies::new(),
            player: has_player.then(PlayerCount::new),
            years: BTreeMap::new(),
            examples: Vec::new(),
        }
    }

    /// Counts a game that visits the position at least once, in which the player that the question is about had `side`.
    fn add(&mut self, visits: &[Posting], game: &GameFacts, side: Option<Color>) {
        let (id, mover) = (visits[0].game, self.mover);
        self.games += 1;
        self.visits += visits.len() as u64;
        self.results.add(game.result);
        self.ended_here += u64::from(visits.iter().any(|visit| visit.next_raw() == 0));
        let mut player = self.player.as_mut().zip(side);
        if let Some((player, side)) = &mut player {
            let score = if *side == mover { &mut player.own_score } else { &mut player.against_score };
            score.add(*side, game);
        }
        let mut year = self.options.by_year.then(|| self.years.entry(game.year()).or_default());
        if let Some(year) = &mut year {
            year.results.add(game.result);
            year.player.add_side(game, side);
        }
        for (index, visit) in visits.iter().enumerate() {
            let raw = visit.next_raw();
            // A move that a game plays here several times counts once.
            if raw == 0 || visits[..index].iter().any(|before| before.next_raw() == raw) {
                continue;
            }
            self.moves.add(raw, id, game, mover, side);
            if let Some((player, side)) = &mut player {
                let tallies = if *side == mover { &mut player.own } else { &mut player.against };
                tallies.add(raw, id, game, mover, Some(*side));
            }
            if let Some(year) = &mut year {
                *year.moves.entry(raw).or_default() += 1;
            }
        }
        let wanted = self.options.examples_with.map(Move::raw);
        if self.examples.len() < self.options.examples
            && wanted.is_none_or(|wanted| visits.iter().any(|visit| visit.next_raw() == wanted))
        {
            self.examples.push(visits[0].game);
        }
    }

    /// Adds the counts of games that come after these.
    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.visits += other.visits;
        self.results += other.results;
        self.ended_here += other.ended_here;
        self.by_transposition += other.by_transposition;
        self.from_set_positions += other.from_set_positions;
        self.base += other.base;
        self.moves.merge(other.moves);
        if let (Some(mine), Some(player)) = (&mut self.player, other.player) {
            mine.merge(player);
        }
        for (year, counts) in other.years {
            let mine = self.years.entry(year).or_default();
            mine.results += counts.results;
            mine.player += counts.player;
            for (raw, games) in counts.moves {
                *mine.moves.entry(raw).or_default() += games;
            }
        }
        let left = self.options.examples - self.examples.len();
        self.examples.extend(other.examples.into_iter().take(left));
    }

    fn explored(self, position: &VariantPosition, connection: &Connection) -> Result<Explored, QueryError> {
        let variant = position.variant();
        let named = |raw: u16| Move::from_raw(raw).map(|mv| variant.move_text(mv)).unwrap_or_default();
        let has_player = self.player.is_some();
        let statistics = |moves: MoveTallies| moves.statistics(variant, self.mover, has_player);
        let mut years = self.years;
        let undated = years.remove(&None).map(|counts| (None, counts));
        let years = years.into_iter().chain(undated).map(|(year, YearCount { results, player, moves })| {
            let mut moves: Vec<MoveCount> =
                moves.into_iter().map(|(raw, games)| MoveCount { usi: named(raw), games }).collect();
            moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.usi.cmp(&b.usi)));
            let player = has_player.then_some(player);
            YearStatistics { year, games: results.games(), results, player, moves }
        });
        let mut examples = Vec::new();
        for id in self.examples {
            examples.extend(super::games::game(connection, id.into())?);
        }
        Ok(Explored {
            sfen: position.sfen(),
            games: self.games,
            visits: self.visits,
            results: self.results,
            score: self.results.score(self.mover),
            moves: statistics(self.moves),
            player: self.player.map(|player| player.moves(statistics)),
            ended_here: self.ended_here,
            by_transposition: self.by_transposition,
            from_set_positions: self.from_set_positions,
            base: self.base,
            years: years.collect(),
            examples,
        })
    }
}
