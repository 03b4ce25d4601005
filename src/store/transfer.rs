//! Games of one database, and all that belongs to them, written into another: records, the files that they came from with
//! their bytes, what was found in these, and the names that were made one person's.

use super::StoreError;
use super::collection::{collection_id, collection_of, name_collection};
use super::known_ids::KnownIds;
use super::name::join_players;
use super::operation::{Change, insert_change};
use super::save::{Copies, Stored, store_game};
use super::source::{
    BlockWriter, NewSource, RECORDS_OF, SEEN_PATH, add_part, add_path, insert_source, integer, source_pieces,
};
use super::stored_game::stored_game;
use super::visibility::{UNDONE_IMPORTS, standing_for};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::{BTreeMap, BTreeSet};

/// A record of a game: its source, and its number in it.
type Place = (i64, i64);

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transferred {
    /// It is new there, with this id.
    New(i64),
    /// It is there already, with this id, and has what is richer here.
    Known(i64),
}

/// Writes games from one database into another. Each call of [`Transfer::games`] is a part of one import.
#[derive(Debug)]
pub struct Transfer<'c> {
    from: &'c Connection,
    import: i64,
    operation: i64,
    /// The ids of sources there, by their ids here.
    sources: BTreeMap<i64, i64>,
    /// How many sources, entries, paths and names it has added there.
    added: u64,
}

impl<'c> Transfer<'c> {
    /// Begins, on behalf of an import and its operation there.
    pub fn new(from: &'c Connection, import: i64, operation: i64) -> Self {
        Self { from, import, operation, sources: BTreeMap::new(), added: 0 }
    }

    /// True when everything was there already.
    pub const fn is_idle(&self) -> bool {
        self.added == 0
    }

    /// Writes these games; what became of each. The caller holds the transaction of `to`, and sees to index and facts.
    ///
    /// # Errors
    /// When one of the databases cannot be read or written, or a game or kept bytes are damaged.
    pub fn games(&mut self, to: &Connection, games: &[i64]) -> Result<Vec<Transferred>, StoreError> {
        let mut known = KnownIds::default();
        let mut records = Vec::with_capacity(games.len());
        for game in games {
            records.push(self.records(*game)?);
        }
        self.sources(to, records.iter().flatten().map(|(source, _)| *source).collect())?;
        let mut done = Vec::with_capacity(games.len());
        for (game, places) in games.iter().zip(&records) {
            done.push(self.game(to, &mut known, *game, places)?);
        }
        Ok(done)
    }

    /// The records of a game, those of the games that it stands for too.
    fn records(&self, game: i64) -> Result<Vec<Place>, StoreError> {
        let mut statement = self.from.prepare_cached(&format!(
            "SELECT e.source, e.number FROM game g JOIN entry e ON e.game IN ({RECORDS_OF})
                 JOIN source s ON s.id = e.source
             WHERE g.id = ?1 AND s.import NOT IN ({UNDONE_IMPORTS}) ORDER BY e.game <> g.id, e.source, e.number"
        ))?;
        let rows = statement.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn game(
        &mut self,
        to: &Connection,
        known: &mut KnownIds,
        game: i64,
        places: &[Place],
    ) -> Result<Transferred, StoreError> {
        let missing = || StoreError::BadGame { game, reason: "it is gone".to_owned() };
        let new = stored_game(self.from, game)?.ok_or_else(missing)?;
        // A game that nothing tells from others is known by its records.
        let mut there = None;
        for place in places {
            there = there.or(self.game_of(to, *place)?);
        }
        // But one that was made of several records here, and is not there, has more than they.
        there = there.filter(|(_, identity)| *identity == new.identity);
        let done = match there {
            Some((id, _)) => Transferred::Known(id),
            None => match store_game(to, known, &new, Copies::Merge, self.operation)? {
                Stored::New(id) | Stored::Copy(id, _) => Transferred::New(id),
                Stored::Duplicate(id) => Transferred::Known(id),
            },
        };
        let (id, mut is_first) = match done {
            Transferred::New(id) => (id, true),
            Transferred::Known(id) => (id, false),
        };
        for (source, number) in places {
            let Some(own) = self.sources.get(source).copied() else { continue };
            let bucket = if is_first { "stored" } else { "duplicate" };
            if self.entry(to, (*source, *number), own, bucket, Some(id))? {
                is_first = false;
            }
        }
        Ok(done)
    }

    /// The game there that stands for a record, and its identity.
    fn game_of(
        &self,
        to: &Connection,
        (source, number): Place,
    ) -> Result<Option<(i64, Option<i64>)>, StoreError> {
        let Some(source) = self.sources.get(&source) else { return Ok(None) };
        let game: Option<i64> = to
            .prepare_cached("SELECT game FROM entry WHERE source = ?1 AND number = ?2")?
            .query_row([*source, number], |row| row.get(0))
            .optional()?
            .flatten();
        let Some(game) = game.map_or(Ok(None), |game| standing_for(to, game))? else { return Ok(None) };
        let mut identity = to.prepare_cached("SELECT identity FROM game WHERE id = ?1")?;
        Ok(Some((game, identity.query_row([game], |row| row.get(0))?)))
    }

    /// Copies an entry of the ledger with what was found in that game; false when it is there already.
    fn entry(
        &mut self,
        to: &Connection,
        (source, number): Place,
        own: i64,
        bucket: &str,
        game: Option<i64>,
    ) -> Result<bool, StoreError> {
        let (start, end, code): (i64, i64, Option<String>) = self
            .from
            .prepare_cached("SELECT byte_start, byte_end, code FROM entry WHERE source = ?1 AND number = ?2")?
            .query_row([source, number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let added = to
            .prepare_cached(
                "INSERT OR IGNORE INTO entry (source, number, byte_start, byte_end, bucket, game, code)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![own, number, start, end, bucket, game, code])?;
        if added > 0 {
            self.added += 1;
            self.findings(to, source, own, Some(number))?;
        }
        Ok(added > 0)
    }

    /// Copies what was found in a game of a source, or about the source as such.
    fn findings(
        &self,
        to: &Connection,
        source: i64,
        own: i64,
        number: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut statement = self.from.prepare_cached(
            "SELECT code, severity, line, \"column\", message FROM diagnostic
             WHERE source = ?1 AND number IS ?2 ORDER BY rowid",
        )?;
        let mut rows = statement.query(params![source, number])?;
        while let Some(row) = rows.next()? {
            let (code, severity, message): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(4)?);
            let (line, column): (i64, i64) = (row.get(2)?, row.get(3)?);
            to.prepare_cached(
                "INSERT INTO diagnostic (source, number, code, severity, line, \"column\", message)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![own, number, code, severity, line, column, message])?;
        }
        Ok(())
    }

    /// Makes those of these sources that are not there yet, in the order of their bytes.
    fn sources(&mut self, to: &Connection, sources: BTreeSet<i64>) -> Result<(), StoreError> {
        let mut wanted = Vec::new();
        for source in sources.into_iter().filter(|source| !self.sources.contains_key(source)) {
            let block: Option<i64> = self
                .from
                .prepare_cached("SELECT block FROM source WHERE id = ?1")?
                .query_row([source], |row| row.get(0))?;
            wanted.push((block, source));
        }
        wanted.sort_unstable();
        let mut blocks = BlockWriter::default();
        let mut unpacked = None;
        for (_, source) in wanted {
            let own = self.source(to, source, &mut blocks, &mut unpacked)?;
            self.sources.insert(source, own);
        }
        blocks.flush(to)
    }

    fn source(
        &mut self,
        to: &Connection,
        id: i64,
        blocks: &mut BlockWriter,
        unpacked: &mut Option<(i64, Vec<u8>)>,
    ) -> Result<i64, StoreError> {
        type Columns = (Vec<u8>, i64, String, String, Option<String>);
        let (sha256, bytes, encoding, evidence, format): Columns = self
            .from
            .prepare_cached("SELECT sha256, bytes, encoding, evidence, format FROM source WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
        let there: Option<i64> = to
            .prepare_cached(&format!(
                "SELECT id FROM source WHERE sha256 = ?1 AND import NOT IN ({UNDONE_IMPORTS})"
            ))?
            .query_row([&sha256], |row| row.get(0))
            .optional()?;
        let own = match there {
            Some(own) => own,
            None => {
                let damaged = |reason: &str| StoreError::BadSource { id, reason: reason.to_owned() };
                let new = NewSource {
                    sha256: sha256
                        .as_slice()
                        .try_into()
                        .map_err(|_| damaged("its SHA-256 has no 32 bytes"))?,
                    bytes: usize::try_from(bytes).map_err(|_| damaged("its length is below zero"))?,
                    encoding: &encoding,
                    evidence: &evidence,
                    format: format.as_deref(),
                    games: 0,
                    import: self.import,
                    kept: None,
                };
                let own = insert_source(to, &new)?;
                self.added += 1;
                if let Some(collection) = collection_of(self.from, id)? {
                    name_collection(to, own, collection_id(to, &collection)?)?;
                }
                self.bytes(to, id, own, blocks, unpacked)?;
                self.findings(to, id, own, None)?;
                own
            }
        };
        self.paths(to, id, own)?;
        Ok(own)
    }

    /// Copies the kept bytes of a source.
    fn bytes(
        &self,
        to: &Connection,
        id: i64,
        own: i64,
        blocks: &mut BlockWriter,
        unpacked: &mut Option<(i64, Vec<u8>)>,
    ) -> Result<(), StoreError> {
        source_pieces(self.from, id, unpacked, |start, bytes| {
            let place = blocks.add(to, bytes)?;
            match start {
                Some(start) => add_part(to, own, start, bytes.len(), place),
                None => {
                    to.prepare_cached("UPDATE source SET block = ?2, block_start = ?3 WHERE id = ?1")?
                        .execute(params![own, place.0, integer(place.1)])?;
                    Ok(())
                }
            }
        })
    }

    fn paths(&mut self, to: &Connection, id: i64, own: i64) -> Result<(), StoreError> {
        let mut statement = self.from.prepare_cached(&format!(
            "SELECT p.path, p.member FROM source_path p WHERE p.source = ?1 AND {SEEN_PATH} ORDER BY 1, 2"
        ))?;
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            let (path, member): (String, String) = (row.get(0)?, row.get(1)?);
            self.added += u64::from(add_path(to, own, &path, &member, Some(self.import))?);
        }
        Ok(())
    }

    /// Notes the games that are new there, whose ids come sorted, as changes of the operation.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn added(&self, to: &Connection, games: &[i64]) -> Result<(), StoreError> {
        for run in games.chunk_by(|a, b| a + 1 == *b) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            insert_change(to, self.operation, Change::Added(*first, *last))?;
        }
        Ok(())
    }

    /// Completes the ledger there: what could not be stored of these sources, how many games of each there are, and
    /// whether that is all of it. A source of which some games are not there is read again when it is imported.
    ///
    /// # Errors
    /// When one of the databases cannot be read or written.
    pub fn finish(&mut self, to: &Connection) -> Result<(), StoreError> {
        for (source, own) in self.sources.clone() {
            let mut statement = self
                .from
                .prepare_cached("SELECT number FROM entry WHERE source = ?1 AND bucket = 'rejected'")?;
            let rejected =
                statement.query_map([source], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
            for number in rejected {
                self.entry(to, (source, number), own, "rejected", None)?;
            }
            let (games, complete): (i64, bool) = self
                .from
                .prepare_cached("SELECT games, complete FROM source WHERE id = ?1")?
                .query_row([source], |row| Ok((row.get(0)?, row.get(1)?)))?;
            to.prepare_cached(
                "UPDATE source SET games = (SELECT count(*) FROM entry e WHERE e.source = source.id),
                     complete = ?3 AND ?2 = (SELECT count(*) FROM entry e WHERE e.source = source.id)
                 WHERE id = ?1 AND NOT (complete AND games > 0)",
            )?
            .execute(params![own, games, complete])?;
        }
        Ok(())
    }

    /// Makes names one person's there that are one person's here, as far as these games have them.
    ///
    /// # Errors
    /// When one of the databases cannot be read or written.
    pub fn names(&mut self, to: &Connection, games: &[i64]) -> Result<(), StoreError> {
        let mut persons = BTreeSet::new();
        for game in games {
            let mut statement = self.from.prepare_cached(
                "SELECT DISTINCT p.person FROM game g JOIN player p ON p.id IN (g.black, g.white) WHERE g.id = ?1",
            )?;
            let found = statement.query_map([game], |row| row.get::<_, String>(0))?;
            for person in found {
                persons.insert(person?);
            }
        }
        for person in persons {
            let mut statement = self.from.prepare_cached(
                "SELECT person_name, name FROM player_alias WHERE person = ?1 ORDER BY folded",
            )?;
            let aliases: Vec<(String, String)> = statement
                .query_map([person], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            for (keep, name) in aliases {
                self.added += join_players(to, self.operation, &keep, &[name])? as u64;
            }
        }
        Ok(())
    }
}
