//! Which games a query finds, and where: facts first, then the position index, then the games are played through.

use super::{GameWords, Query};
use crate::database::{Database, Snapshot};
use crate::index::{self, GameFacts};
use crate::pattern::{Program, Scratch, Start};
use crate::query::game_set::GameSet;
use crate::query::selection::{Selection, Verdict};
use crate::query::{Base, Counted, Filter, Occurrence, QueryError, games_by_sql, main_variant_of};
use crate::rules::shogi::Move;
use crate::rules::{Variant, VariantSetup};
use rayon::prelude::*;
use rusqlite::Connection;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How many conditions on whole games a query can have.
const WORDS: usize = 64;

/// How many games are read at once.
const CHUNK: usize = 8192;

/// Games of which one in so many is wanted are read one by one.
const FEW: usize = 8;

/// A step of answering a query.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What is asked: `facts`, `index`, `moves`.
    pub name: &'static str,
    /// What of the query is asked there.
    pub asks: String,
    /// How many games are left after it.
    pub games: u64,
    /// How long it took.
    pub time: Duration,
}

/// What a query found, and how.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Where it holds, in the order of the games' ids.
    pub places: Vec<Occurrence>,
    /// The games in which it does.
    pub base: Base,
    /// The steps that it took.
    pub stages: Vec<Stage>,
}

/// The games of a filter in which all queries hold somewhere, each with the first ply at which that is so, or with
/// every ply at which the last of them holds. Without a query all games of the filter are found at their start.
///
/// # Errors
/// When a query, the filter or the database does not allow it.
pub fn search_games(
    database: &Database,
    queries: &[Query],
    filter: &Filter,
    all_matches: bool,
) -> Result<Found, QueryError> {
    let snapshot = database.snapshot()?;
    if queries.is_empty() {
        let Counted { answer: places, base } = games_by_sql(&snapshot, filter)?;
        return Ok(Found { places, base, stages: Vec::new() });
    }
    let selection = Selection::new(&snapshot, filter, None)?;
    let verdict = |id: u32, game: &GameFacts| selection.verdict(id, game);
    let mut found = Found::default();
    let mut places: Option<Vec<Occurrence>> = None;
    for query in queries {
        let before: Option<GameSet> =
            places.as_ref().map(|places| places.iter().map(|place| place.id()).collect());
        let wanted = |id: u32, game: &GameFacts| {
            verdict(id, game) != Verdict::No && before.as_ref().is_none_or(|games| games.contains(id))
        };
        let now = run(&snapshot, query, filter.variant(), wanted, all_matches, &mut found.stages)?;
        places = Some(match places {
            None => now,
            Some(earlier) => joined(&earlier, now),
        });
    }
    let places = places.unwrap_or_default();
    let ids: Vec<u32> = places.iter().map(Occurrence::id).collect();
    let facts = snapshot.facts_of(&ids, false)?;
    for places in places.chunk_by(|a, b| a.game == b.game) {
        let id = places[0].id();
        if facts.get(id).is_some_and(|game| selection.count(id, game, &mut found.base)) {
            found.places.extend(places);
        }
    }
    Ok(found)
}

/// The places of both, of the games that both have: where the later of the two stands.
fn joined(earlier: &[Occurrence], later: Vec<Occurrence>) -> Vec<Occurrence> {
    let first = |game: i64| {
        let at = earlier.partition_point(|place| place.game < game);
        earlier.get(at).filter(|place| place.game == game)
    };
    let mut joined: Vec<Occurrence> = later
        .into_iter()
        .filter_map(|place| {
            first(place.game).map(|other| Occurrence { ply: place.ply.max(other.ply), ..place })
        })
        .collect();
    joined.dedup();
    joined
}

/// The games among those that are wanted in which a query holds somewhere.
pub(in crate::query) fn matching_games(
    snapshot: &Snapshot<'_>,
    query: &Query,
    variant: Option<Variant>,
    wanted: impl Fn(u32, &GameFacts) -> bool + Sync,
) -> Result<GameSet, QueryError> {
    let places = run(snapshot, query, variant, wanted, false, &mut Vec::new())?;
    Ok(places.iter().map(Occurrence::id).collect())
}

/// A game that may match.
#[derive(Clone, Copy)]
struct Candidate {
    id: u32,
    /// How many plies it has.
    plies: u32,
    /// Which words of the program hold, a bit each.
    words: u64,
}

/// A query made ready for one state of the database.
struct Plan {
    program: Program<GameWords>,
    words: Vec<Selection>,
    /// For each whole position of the program the occurrences that the index has, by game and ply; `None` when the
    /// index cannot have it.
    positions: Vec<Option<Vec<(u32, u16)>>>,
}

fn run(
    snapshot: &Snapshot<'_>,
    query: &Query,
    variant: Option<Variant>,
    wanted: impl Fn(u32, &GameFacts) -> bool + Sync,
    all_matches: bool,
    stages: &mut Vec<Stage>,
) -> Result<Vec<Occurrence>, QueryError> {
    let connection = snapshot.connection();
    let reading = match variant {
        Some(variant) => query.reading_of(variant).map(|expression| (variant, expression)),
        None => query.reading(main_variant_of(connection)?),
    };
    let Some((variant, expression)) = reading else { return Ok(Vec::new()) };
    let program = Program::new(expression, variant);
    if program.words().len() > WORDS {
        return Err(QueryError::TooManyWords(WORDS));
    }
    let mut stage = |name, asks: String, games: usize, since: Instant| {
        stages.push(Stage { name, asks, games: games as u64, time: since.elapsed() });
    };
    let begun = Instant::now();
    let words = program.words().iter().map(|words| Selection::new(snapshot, words.filter(), None));
    let words = words.collect::<Result<Vec<_>, _>>()?;
    let mut plan = Plan { program, words, positions: Vec::new() };
    let any_words: Vec<String> = plan.program.words().iter().map(ToString::to_string).collect();
    let asked = plan.look_up(connection)?;
    let by_position = plan.games_with_positions();
    if let Some(games) = &by_position {
        stage("index", format!("{asked} × position="), games.len(), begun);
    }
    let begun = Instant::now();
    let candidates = plan.candidates(snapshot, &wanted, by_position.as_deref())?;
    stage("facts", any_words.join("; "), candidates.len(), begun);
    let begun = Instant::now();
    let candidates = if asked > 0 { plan.narrowed(candidates) } else { candidates };
    if asked > 0 && by_position.is_none() {
        stage("index", format!("{asked} × position="), candidates.len(), begun);
    }
    let begun = Instant::now();
    let by_index = plan.program.is_known_by_positions();
    let places = if by_index {
        plan.places_by_index(&candidates, all_matches)
    } else {
        plan.places_by_moves(connection, &candidates, all_matches)?
    };
    let asks = if by_index { String::new() } else { expression.text(variant) };
    let games = places.chunk_by(|a, b| a.game == b.game).count();
    stage(if by_index { "plies" } else { "moves" }, asks, games, begun);
    Ok(places)
}

impl Plan {
    /// The games that have one of the positions, sorted, where no others can match; `None` where others can.
    fn games_with_positions(&self) -> Option<Vec<u32>> {
        /// With more words than this it is not worth while to try every combination of them.
        const MOST_WORDS: usize = 6;
        let words = self.program.words().len();
        let has_none = |position: usize| self.positions.get(position)?.as_ref().map(|_| false);
        let asked = self.positions.iter().flatten().count();
        let others_can =
            || (0..1_u64 << words).any(|words| self.program.can_match(&truths(words), &has_none));
        if asked == 0 || words > MOST_WORDS || others_can() {
            return None;
        }
        let mut games: Vec<u32> = self.positions.iter().flatten().flatten().map(|(game, _)| *game).collect();
        games.sort_unstable();
        games.dedup();
        Some(games)
    }

    /// The games that can match by their facts, of these games or of all.
    fn candidates(
        &self,
        snapshot: &Snapshot<'_>,
        wanted: &(impl Fn(u32, &GameFacts) -> bool + Sync),
        games: Option<&[u32]>,
    ) -> Result<Vec<Candidate>, QueryError> {
        let variant = self.program.variant();
        let candidate = |(id, game): (u32, &GameFacts)| {
            if game.variant != variant || !wanted(id, game) {
                return None;
            }
            let mut words = 0;
            for (index, word) in self.words.iter().enumerate() {
                words |= u64::from(word.chooses(id, game)) << index;
            }
            let can_match = self.words.is_empty() || self.program.can_match(&truths(words), &|_| None);
            can_match.then_some(Candidate { id, plies: game.plies, words })
        };
        if let Some(games) = games {
            let facts = snapshot.facts_of(games, false)?;
            let known = |id: &u32| candidate((*id, facts.get(*id)?));
            return Ok(games.iter().filter_map(known).collect());
        }
        let facts = snapshot.all_facts()?;
        Ok(facts.games().flat_map_iter(|games| games.filter_map(candidate)).collect())
    }

    /// Asks the index for the program's positions; returns how many it was asked for.
    fn look_up(&mut self, connection: &Connection) -> Result<usize, QueryError> {
        let mut asked = 0;
        for key in self.program.position_keys() {
            let found = match key {
                None => None,
                Some(key) => {
                    asked += 1;
                    let postings = index::lookup(connection, key.into())?;
                    Some(postings.iter().map(|posting| (posting.game, posting.ply)).collect())
                }
            };
            self.positions.push(found);
        }
        Ok(asked)
    }

    /// The plies at which a game has a position of the program.
    fn plies_of(&self, position: usize, game: u32) -> Option<&[(u32, u16)]> {
        let found = self.positions.get(position)?.as_ref()?;
        let from = found.partition_point(|(id, _)| *id < game);
        let length = found[from..].partition_point(|(id, _)| *id == game);
        Some(&found[from..from + length])
    }

    /// Those candidates that can match by the positions that they have.
    fn narrowed(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let sets: Vec<Option<GameSet>> = self
            .positions
            .iter()
            .map(|found| found.as_ref().map(|found| found.iter().map(|(game, _)| *game).collect()))
            .collect();
        let can_match = |candidate: &Candidate| {
            let has = |position: usize| Some(sets.get(position)?.as_ref()?.contains(candidate.id));
            self.program.can_match(&truths(candidate.words), &has)
        };
        candidates.into_par_iter().filter(can_match).collect()
    }

    /// The places of candidates that need not be played through.
    fn places_by_index(&self, candidates: &[Candidate], all_matches: bool) -> Vec<Occurrence> {
        let start = Start::from(&VariantSetup::startpos(self.program.variant()));
        candidates
            .par_iter()
            .map_init(Scratch::default, |scratch, candidate| {
                let plies = |position: usize| {
                    let found = self.plies_of(position, candidate.id).unwrap_or_default();
                    found.iter().map(|(_, ply)| *ply).collect()
                };
                let words = truths(candidate.words);
                let found =
                    self.program.matches_by_positions(&start, candidate.plies, plies, &words, scratch);
                places(candidate.id, found, all_matches)
            })
            .flatten_iter()
            .collect()
    }

    /// The places of candidates, which are played through: one thread reads the games, all others judge those that it
    /// has read.
    fn places_by_moves(
        &self,
        connection: &Connection,
        candidates: &[Candidate],
        all_matches: bool,
    ) -> Result<Vec<Occurrence>, QueryError> {
        let even = Start::from(&VariantSetup::startpos(self.program.variant()));
        std::thread::scope(|scope| {
            let (send, receive) = sync_channel::<Chunk>(2);
            let judge = |receive: Receiver<Chunk>| {
                let judged =
                    receive.into_iter().map(|chunk| self.judge(&chunk, candidates, &even, all_matches));
                judged.flatten().collect::<Vec<_>>()
            };
            let judges = scope.spawn(move || judge(receive));
            let read = read(connection, candidates, &send);
            drop(send);
            let found = judges.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            read.map(|()| found)
        })
    }

    fn judge(
        &self,
        chunk: &Chunk,
        candidates: &[Candidate],
        even: &Start,
        all_matches: bool,
    ) -> Vec<Occurrence> {
        let variant = self.program.variant();
        let judge = |scratch: &mut Scratch, game: &ReadGame| {
            let candidate = candidates[game.candidate];
            let own = match &game.start {
                None => None,
                Some(sfen) => match VariantSetup::from_sfen(variant, sfen) {
                    Ok(setup) => Some(Start::from(&setup)),
                    Err(_) => return Vec::new(),
                },
            };
            let (pairs, _) = chunk.moves[game.moves.clone()].as_chunks::<2>();
            let moves = pairs.iter().map_while(|pair| Move::from_raw(u16::from_le_bytes(*pair)));
            let (start, words) = (own.as_ref().unwrap_or(even), truths(candidate.words));
            if all_matches {
                return places(candidate.id, self.program.matches(start, moves, &words, scratch), true);
            }
            let first = self.program.first_match(start, moves, &words, scratch);
            places(candidate.id, first.into_iter().collect(), false)
        };
        chunk.games.par_iter().with_min_len(128).map_init(Scratch::default, judge).flatten_iter().collect()
    }
}

/// The words as the program takes them.
fn truths(words: u64) -> [bool; WORDS] {
    std::array::from_fn(|index| words >> index & 1 == 1)
}

fn places(game: u32, found: Vec<crate::pattern::Match>, all_matches: bool) -> Vec<Occurrence> {
    let most = if all_matches { usize::MAX } else { 1 };
    let place =
        |found: crate::pattern::Match| Occurrence { game: game.into(), ply: found.ply, sides: found.sides };
    found.into_iter().take(most).map(place).collect()
}

/// Games that were read: their moves one behind the other.
#[derive(Default)]
struct Chunk {
    games: Vec<ReadGame>,
    moves: Vec<u8>,
}

struct ReadGame {
    /// Its place among the candidates.
    candidate: usize,
    start: Option<String>,
    moves: Range<usize>,
}

/// The moves of a row.
fn blob<'r>(row: &'r rusqlite::Row<'_>) -> rusqlite::Result<&'r [u8]> {
    Ok(row.get_ref(2)?.as_blob_or_null()?.unwrap_or_default())
}

/// Reads the candidates' moves and sends them on.
fn read(
    connection: &Connection,
    candidates: &[Candidate],
    send: &SyncSender<Chunk>,
) -> Result<(), QueryError> {
    let (Some(first), Some(last)) = (candidates.first(), candidates.last()) else { return Ok(()) };
    let mut chunk = Chunk::default();
    let mut add = |candidate: usize, row: &rusqlite::Row<'_>| -> Result<bool, QueryError> {
        let from = chunk.moves.len();
        chunk.moves.extend_from_slice(blob(row)?);
        let start: Option<String> = row.get(1)?;
        chunk.games.push(ReadGame { candidate, start, moves: from..chunk.moves.len() });
        if chunk.games.len() >= CHUNK {
            // Whoever judges the games reports why it stopped.
            return Ok(send.send(std::mem::take(&mut chunk)).is_ok());
        }
        Ok(true)
    };
    let span = (last.id - first.id) as usize + 1;
    if candidates.len() * FEW < span {
        let mut statement = connection.prepare_cached("SELECT id, start, moves FROM game WHERE id = ?")?;
        for (index, candidate) in candidates.iter().enumerate() {
            let mut rows = statement.query([candidate.id])?;
            if let Some(row) = rows.next()?
                && !add(index, row)?
            {
                return Ok(());
            }
        }
    } else {
        let mut statement = connection
            .prepare_cached("SELECT id, start, moves FROM game WHERE id BETWEEN ? AND ? ORDER BY id")?;
        let mut rows = statement.query([first.id, last.id])?;
        let mut next = 0;
        while let Some(row) = rows.next()? {
            let id: u32 = row.get(0)?;
            if candidates.get(next).is_some_and(|candidate| candidate.id == id) {
                if !add(next, row)? {
                    return Ok(());
                }
                next += 1;
            }
        }
    }
    let _ = send.send(chunk);
    Ok(())
}
