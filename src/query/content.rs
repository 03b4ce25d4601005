//! Games with all that is stored of them, in an order that depends on the games alone: the same games come in the same
//! order from every database, whatever the order in which they were imported.

use super::games::chosen_games;
use super::{Filter, Listing, QueryError};
use crate::database::{Database, Snapshot};
use crate::index::{Day, FIRST_MOVES};
use crate::record::Record;
use crate::store::{self, ColumnReader, GameColumns, RecordPlace, StoreError, Wanted};
use rayon::prelude::*;
use rusqlite::Statement;
use std::cmp::Reverse;
use std::ops::Range;

/// The order: by variant, day and moves, which [`Key`] has too, then by everything else that tells games apart.
const ORDER: &str = "g.variant DESC, g.date IS NULL, g.date, g.moves, g.start, b.name, w.name, e.name,
     g.declared_ending, g.declared_winner, g.declared_word, g.verified_ending, g.agreement, g.broken_rule, g.started,
     g.ended, g.time_control, g.opening, g.handicap, p.name, g.black_rating, g.white_rating, g.clocks,
     (SELECT count(*) FROM branch WHERE game = g.id), (SELECT count(*) FROM note WHERE game = g.id),
     g.verified_winner,
     (SELECT json_group_array(json_array(line, ply, centipawns, mate_for, mate_plies, depth, nodes, engine, variation))
      FROM (SELECT * FROM evaluation WHERE game = g.id ORDER BY number))";

const TABLES: &str = "game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place";

/// How many games of equal keys are put in order at once.
const TIED_GAMES: usize = 4096;

/// At most so many games are read at once, and about so many bytes of them.
pub(super) const CHUNK_GAMES: usize = 2048;
const CHUNK_BYTES: usize = 8 << 20;

/// The beginning of the order, as far as the facts in memory have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    variant: Reverse<&'static str>,
    is_undated: bool,
    day: Option<Day>,
    /// The first moves as the bytes of the column `moves`; what follows the last is 0, which no legal move is.
    moves: [u8; 2 * FIRST_MOVES],
}

/// The games of a filter in order, in one state of the database.
#[derive(Debug)]
pub(crate) struct StoredGames<'d> {
    pub(super) database: &'d Database,
    pub(super) snapshot: Snapshot<'d>,
    pub(super) ids: Vec<u32>,
}

impl<'d> StoredGames<'d> {
    /// Finds the games: the part of them that a listing has, by its order and then by their content.
    ///
    /// # Errors
    /// When the filter or the database does not allow it.
    pub(crate) fn new(
        database: &'d Database,
        filter: &Filter,
        listing: &Listing,
    ) -> Result<Self, QueryError> {
        let snapshot = database.snapshot()?;
        let ids = in_order(&snapshot, chosen_games(&snapshot, filter)?)?;
        let ids = listing.of_ordered(&snapshot, ids)?;
        Ok(Self { database, snapshot, ids })
    }

    /// How many they are.
    pub(crate) const fn len(&self) -> usize {
        self.ids.len()
    }

    /// The ids in order.
    pub(crate) fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The record of one of the games, and where it stands in its first file.
    ///
    /// # Errors
    /// When the database cannot be read, or what it holds is no game.
    pub(crate) fn record(&self, id: u32) -> Result<(Record, Option<RecordPlace>), QueryError> {
        let (connection, id) = (self.snapshot.connection(), i64::from(id));
        let read = || {
            let missing = || StoreError::BadGame { game: id, reason: "it is gone".to_owned() };
            let record = store::load(connection, id)?.ok_or_else(missing)?;
            Ok((record, store::record_place(connection, id)?))
        };
        Ok(read().map_err(|error: StoreError| self.database.named(error))?)
    }

    /// The paths that imports were given.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn imported_paths(&self) -> Result<Vec<String>, QueryError> {
        Ok(store::imported_paths(self.snapshot.connection()).map_err(|error| self.database.named(error))?)
    }

    /// Reads the games and gives them to `take` in order, some at once, until it answers `false`.
    ///
    /// # Errors
    /// When the database cannot be read, or what it holds is no game.
    pub(crate) fn read(
        &self,
        wanted: Wanted,
        take: impl FnMut(Vec<GameColumns>) -> bool,
    ) -> Result<(), QueryError> {
        Ok(self.read_chunks(wanted, take).map_err(|error| self.database.named(error))?)
    }

    fn read_chunks(
        &self,
        wanted: Wanted,
        mut take: impl FnMut(Vec<GameColumns>) -> bool,
    ) -> Result<(), StoreError> {
        self.read_some(&self.ids, wanted, &mut take)
    }

    pub(super) fn read_some(
        &self,
        ids: &[u32],
        wanted: Wanted,
        take: &mut dyn FnMut(Vec<GameColumns>) -> bool,
    ) -> Result<(), StoreError> {
        let mut reader = ColumnReader::new(self.snapshot.connection(), wanted)?;
        let (mut chunk, mut bytes) = (Vec::new(), 0);
        for id in ids.iter().map(|id| i64::from(*id)) {
            let missing = || StoreError::BadGame { game: id, reason: "it is gone".to_owned() };
            let game = reader.read(id)?.ok_or_else(missing)?;
            bytes += game.bytes();
            chunk.push(game);
            if chunk.len() >= CHUNK_GAMES || bytes >= CHUNK_BYTES {
                bytes = 0;
                if !take(std::mem::take(&mut chunk)) {
                    return Ok(());
                }
            }
        }
        if !chunk.is_empty() {
            take(chunk);
        }
        Ok(())
    }
}

/// These games, which come sorted by their ids, in the order of their content. SQL is asked only where the facts in
/// memory leave it open.
pub(super) fn in_order(snapshot: &Snapshot<'_>, games: Vec<u32>) -> Result<Vec<u32>, QueryError> {
    let facts = snapshot.facts_of(&games, true)?;
    let key = |id: u32| {
        let game = facts.get(id)?;
        let mut moves = [0; 2 * FIRST_MOVES];
        let (places, _) = moves.as_chunks_mut();
        for (place, mv) in places.iter_mut().zip(facts.first_moves(id)?) {
            *place = mv.to_le_bytes();
        }
        let variant = Reverse(game.variant.name());
        Some((Key { variant, is_undated: game.day.is_none(), day: game.day, moves }, id))
    };
    let mut keyed: Vec<(Key, u32)> = games.into_par_iter().filter_map(key).collect();
    keyed.par_sort_unstable();
    let mut tied = Vec::new();
    let mut start = 0;
    for group in keyed.chunk_by(|a, b| a.0 == b.0) {
        if group.len() > 1 {
            tied.push(start..start + group.len());
        }
        start += group.len();
    }
    let mut ids: Vec<u32> = keyed.into_iter().map(|(_, id)| id).collect();
    let question =
        format!("SELECT g.id FROM {TABLES} WHERE g.id IN (SELECT value FROM json_each(?1)) ORDER BY {ORDER}");
    let mut statement = snapshot.connection().prepare(&question)?;
    let mut waiting: Vec<Range<usize>> = Vec::new();
    let mut count = 0;
    for range in tied {
        count += range.len();
        waiting.push(range);
        if count >= TIED_GAMES {
            order_tied(&mut statement, &mut ids, &waiting)?;
            waiting.clear();
            count = 0;
        }
    }
    order_tied(&mut statement, &mut ids, &waiting)?;
    Ok(ids)
}

/// Puts the games of each of these ranges into their order. The ranges are in order, so that all of their games in
/// order are the games of the first range, then those of the second, and so on.
fn order_tied(
    statement: &mut Statement<'_>,
    ids: &mut [u32],
    ranges: &[Range<usize>],
) -> Result<(), QueryError> {
    if ranges.is_empty() {
        return Ok(());
    }
    let tied: Vec<u32> = ranges.iter().flat_map(|range| &ids[range.clone()]).copied().collect();
    let list = format!("{tied:?}");
    let sorted = statement.query_map([list], |row| row.get(0))?.collect::<Result<Vec<u32>, _>>()?;
    for (place, id) in ranges.iter().flat_map(Clone::clone).zip(sorted) {
        ids[place] = id;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index;
    use crate::rules::Variant;
    use rusqlite::{Connection, params};

    /// A database of random games, many of which are equal in much.
    fn random_games(
        connection: &Connection,
        random: &mut fastrand::Rng,
        games: usize,
    ) -> rusqlite::Result<()> {
        for name in ["A", "B", "c"] {
            connection.execute(
                "INSERT INTO player (name, folded, person) VALUES (?1, lower(?1), lower(?1))",
                [name],
            )?;
            connection.execute("INSERT INTO event (name, folded) VALUES (?1, lower(?1))", [name])?;
        }
        let dates = [
            None,
            Some("2024"),
            Some("2024-05"),
            Some("2024-05-01"),
            Some("2024-05-01T10:00:00"),
            Some("1607"),
        ];
        // 5 and 261 differ in the second byte, 1 and 256 in both.
        let moves: Vec<u8> =
            [5_u16, 261, 1, 256].iter().cycle().take(40).flat_map(|mv| mv.to_le_bytes()).collect();
        for _ in 0..games {
            let mut own = moves[..2 * random.usize(0..16)].to_vec();
            if !own.is_empty() && random.bool() {
                let last = own.len() - 2;
                own[last] = random.u8(1..4);
            }
            connection.execute(
                "INSERT INTO game (variant, moves, plies, start, black, event, started, declared_ending, declared_word,
                     verified_ending, agreement, black_rating, clocks, fingerprint)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'none', 'nothing_declared', ?10, ?11, 0)",
                params![
                    random.choice(Variant::ALL).unwrap().name(),
                    own,
                    u32::try_from(own.len() / 2).unwrap(),
                    random.choice([None, Some("a"), Some("b")]).unwrap(),
                    random.choice([None, Some(1), Some(2), Some(3)]).unwrap(),
                    random.choice([None, Some(1), Some(3)]).unwrap(),
                    random.choice(dates).unwrap(),
                    random.choice(["none", "resignation"]).unwrap(),
                    random.choice([None, Some("投了")]).unwrap(),
                    random.choice([None, Some(1500.0), Some(900.0)]).unwrap(),
                    random.choice([None, Some(vec![0_u8, 3])]).unwrap(),
                ],
            )?;
            let id = connection.last_insert_rowid();
            if random.bool() {
                connection.execute(
                    "INSERT INTO note (game, number, line, ply, kind, text) VALUES (?1, 0, 0, 0, 'comment', 'x')",
                    [id],
                )?;
            }
            if random.bool() {
                connection.execute(
                    "INSERT INTO evaluation (game, number, line, ply, centipawns) VALUES (?1, 0, 0, 1, ?2)",
                    [id, random.i64(-3..3)],
                )?;
            }
        }
        Ok(())
    }

    /// The contents of the games that decide about their order, in the order of `ids`.
    fn contents(connection: &Connection, ids: &[u32]) -> Vec<String> {
        let columns = ORDER.replace(" DESC", "");
        let question = format!("SELECT json_array({columns}) FROM {TABLES} WHERE g.id = ?1")
            .replace("g.moves", "hex(g.moves)")
            .replace("g.clocks", "hex(g.clocks)");
        let mut statement = connection.prepare(&question).unwrap();
        ids.iter().map(|id| statement.query_row([id], |row| row.get(0)).unwrap()).collect()
    }

    #[test]
    fn the_order_is_the_one_that_sql_gives() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = fastrand::Rng::with_seed(11);
        for (number, games) in [0, 1, 3, 40, 300, 1000, 6000].into_iter().enumerate() {
            let path = folder.path().join(format!("{number}.db"));
            let database = Database::create(&path).unwrap();
            let filled = database.write(|connection| {
                let transaction = connection.transaction()?;
                random_games(&transaction, &mut random, games)?;
                index::rebuild_games(&transaction)?;
                Ok::<_, QueryError>(transaction.commit()?)
            });
            filled.unwrap();
            for filter in ["", "variant=shogi", "since=2024-05 ending=resignation", "where=\"g.plies > 3\""] {
                let filter: Filter = filter.parse().unwrap();
                let ours = StoredGames::new(&database, &filter, &Listing::default()).unwrap();
                let connection = ours.snapshot.connection();
                let clause = filter.clause();
                let question = format!("SELECT g.id FROM {TABLES} WHERE {} ORDER BY {ORDER}", clause.sql);
                let mut statement = connection.prepare(&question).unwrap();
                let rows = statement
                    .query_map(rusqlite::params_from_iter(&clause.values), |row| row.get(0))
                    .unwrap();
                let theirs: Vec<u32> = rows.collect::<Result<_, _>>().unwrap();
                assert_eq!(ours.len(), theirs.len());
                // Games that are equal in everything may stand in any order.
                assert_eq!(contents(connection, &ours.ids), contents(connection, &theirs));
                let (mut one, mut other) = (ours.ids.clone(), theirs.clone());
                one.sort_unstable();
                other.sort_unstable();
                assert_eq!(one, other);
            }
        }
    }
}
