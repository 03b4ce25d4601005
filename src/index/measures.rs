//! What statistics over clocks, evaluations and every move need of the games, block by block. It is derived from the
//! games' rows, like their facts.

use super::IndexError;
use super::check::start_of;
use super::facts::BLOCK;
use super::measure_block::{
    BlockMeasures, GameMeasures, Measured, PlyEvaluation, Texts, pack_evaluations, unpack_evaluations,
    unpack_numbers,
};
use crate::record::{EngineScore, TimeControl};
use crate::rules::shogi::Move;
use crate::rules::{ByColor, Color, PlayablePosition, Rule, Variant};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

/// What is read of a game.
const COLUMNS: &str =
    "SELECT g.id, g.variant, g.start, g.moves, g.clocks, g.facts, g.broken_rule, g.time_control
     FROM game g WHERE g.hidden_by IS NULL";

/// The evaluations of main lines, with the plies.
const EVALUATIONS: &str = "SELECT game, ply, centipawns, mate_for FROM evaluation WHERE line = 0";

/// A game as it is stored.
struct StoredRow {
    id: u32,
    variant: Variant,
    start: Option<String>,
    moves: Vec<u8>,
    clocks: Vec<u8>,
    facts: Option<String>,
    broken_rule: Option<Rule>,
    time_control: Option<String>,
    evaluations: Vec<PlyEvaluation>,
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredRow> {
    let variant: String = row.get(1)?;
    let rule: Option<String> = row.get(6)?;
    Ok(StoredRow {
        id: row.get(0)?,
        variant: Variant::from_name(&variant).unwrap_or_default(),
        start: row.get(2)?,
        moves: row.get(3)?,
        clocks: row.get::<_, Option<Vec<u8>>>(4)?.unwrap_or_default(),
        facts: row.get(5)?,
        broken_rule: rule.as_deref().and_then(Rule::from_name),
        time_control: row.get(7)?,
        evaluations: Vec::new(),
    })
}

fn read_evaluation(row: &Row<'_>) -> rusqlite::Result<(u32, PlyEvaluation)> {
    let mate_for = row.get_ref(3)?.as_str_or_null()?;
    let winner = Color::ALL.into_iter().find(|color| Some(color.name()) == mate_for);
    let centipawns = row.get::<_, Option<i32>>(2)?.unwrap_or(0);
    let score = winner
        .map_or(EngineScore::Centipawns(centipawns), |winner| EngineScore::Mate { winner, plies: None });
    Ok((row.get(0)?, PlyEvaluation { ply: row.get(1)?, score }))
}

impl StoredRow {
    /// Of several evaluations of one position the last stays.
    fn evaluate(&mut self, evaluation: PlyEvaluation) {
        let place = self.evaluations.partition_point(|other| other.ply < evaluation.ply);
        match self.evaluations.get_mut(place).filter(|other| other.ply == evaluation.ply) {
            Some(other) => *other = evaluation,
            None => self.evaluations.insert(place, evaluation),
        }
    }

    fn measured(self) -> (u32, Measured) {
        let facts: Option<Value> = self.facts.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let has = |name: &str| facts.as_ref().is_some_and(|facts| facts[name] == Value::Bool(true));
        let mut numbers = GameMeasures {
            could_declare: has("could_declare"),
            at_move_limit: has("at_move_limit"),
            mate_in_one: has("mate_in_one"),
            broken_rule: self.broken_rule,
            occurrences: 1,
            control: self.time_control.as_deref().and_then(TimeControl::parse),
            ..GameMeasures::default()
        };
        self.play(&mut numbers);
        let evaluations = pack_evaluations(&self.evaluations);
        (self.id, Measured { numbers, clocks: self.clocks, evaluations })
    }

    /// Counts what the moves do, as far as they can be played.
    fn play(&self, numbers: &mut GameMeasures) {
        let Some(mut position) = start_of(self.variant, self.start.as_deref()) else { return };
        numbers.white_first = position.turn() == Color::White;
        let moves = self.moves.as_chunks::<2>().0;
        let mut keys = Vec::with_capacity(moves.len() + 1);
        keys.push((position.index_key(), 0_u32));
        let [mut promotions, mut drops, mut captures] = [ByColor::<u32>::default(); 3];
        for (ply, pair) in (1_u32..).zip(moves) {
            let Some(mv) = Move::from_raw(u16::from_le_bytes(*pair)) else { break };
            let side = position.turn();
            promotions[side] += u32::from(mv.promotes());
            drops[side] += u32::from(mv.is_drop());
            if !mv.is_drop() && position.piece_on(mv.to()).is_some() {
                captures[side] += 1;
                if numbers.first_capture == 0 {
                    numbers.first_capture = ply;
                }
            }
            position.make(mv);
            keys.push((position.index_key(), ply));
        }
        (numbers.promotions, numbers.drops, numbers.captures) = (promotions, drops, captures);
        keys.sort_unstable();
        for same in keys.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            numbers.occurrences = numbers.occurrences.max(u32::try_from(same.len()).unwrap_or(u32::MAX));
            if numbers.first_repetition == 0 || same[1].1 < numbers.first_repetition {
                numbers.first_repetition = same[1].1;
            }
        }
    }
}

/// The games of a range of ids.
fn measured(connection: &Connection, first: u32, last: u32) -> Result<Vec<(u32, Measured)>, IndexError> {
    let mut statement =
        connection.prepare_cached(&format!("{COLUMNS} AND g.id BETWEEN ?1 AND ?2 ORDER BY g.id"))?;
    let mut games = statement.query_map([first, last], read)?.collect::<Result<Vec<_>, _>>()?;
    let mut statement = connection
        .prepare_cached(&format!("{EVALUATIONS} AND game BETWEEN ?1 AND ?2 ORDER BY game, number"))?;
    let mut rows = statement.query([first, last])?;
    let mut at = 0;
    while let Some(row) = rows.next()? {
        let (game, evaluation) = read_evaluation(row)?;
        while games.get(at).is_some_and(|found| found.id < game) {
            at += 1;
        }
        if let Some(found) = games.get_mut(at).filter(|found| found.id == game) {
            found.evaluate(evaluation);
        }
    }
    Ok(games.into_par_iter().with_min_len(16).map(StoredRow::measured).collect())
}

/// Brings the blocks up to date for these games, sorted, which are new, were altered or hidden, or came back. The caller
/// holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub(super) fn update(connection: &Connection, games: &[u32]) -> Result<(), IndexError> {
    /// From this many games on the whole block is made anew.
    const MANY: usize = 256;
    for changed in games.chunk_by(|a, b| a / BLOCK == b / BLOCK) {
        let number = changed[0] / BLOCK;
        let kept = if changed.len() < MANY { stored(connection, number)? } else { None };
        let Some(kept) = kept else {
            rebuild(connection, number)?;
            continue;
        };
        let mut block = BlockMeasures::default();
        let last = changed.last().map_or(0, |id| (id % BLOCK) as usize + 1);
        for (id, index) in (number * BLOCK..).zip(0..kept.numbers.len().max(last)) {
            let of_game = match changed.binary_search(&id) {
                Ok(_) => measured(connection, id, id)?.pop().map(|(_, game)| game),
                Err(_) => kept.of(index),
            };
            block.push(of_game.as_ref());
        }
        write(connection, number, &block)?;
    }
    Ok(())
}

/// Writes all blocks anew. The caller holds the transaction.
///
/// # Errors
/// When the database cannot be written.
pub(super) fn rebuild_all(connection: &Connection) -> Result<(), IndexError> {
    connection.execute("DELETE FROM measure_block", ())?;
    (0..blocks(connection)?).try_for_each(|number| rebuild(connection, number))
}

fn blocks(connection: &Connection) -> Result<u32, IndexError> {
    let last: Option<u32> = connection.query_row("SELECT max(id) FROM game", (), |row| row.get(0))?;
    Ok(last.map_or(0, |last| last / BLOCK + 1))
}

fn rebuild(connection: &Connection, number: u32) -> Result<(), IndexError> {
    write(connection, number, &made(connection, number)?)
}

/// The block as the games' rows make it.
fn made(connection: &Connection, number: u32) -> Result<BlockMeasures, IndexError> {
    let mut block = BlockMeasures::default();
    for (id, game) in measured(connection, number * BLOCK, number * BLOCK + (BLOCK - 1))? {
        while block.numbers.len() < (id % BLOCK) as usize {
            block.push(None);
        }
        block.push(Some(&game));
    }
    Ok(block)
}

fn write(connection: &Connection, number: u32, block: &BlockMeasures) -> Result<(), IndexError> {
    let [numbers, clocks, evaluations] = block.pack().map_err(|_| IndexError::DamagedMeasures { number })?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO measure_block (number, numbers, clocks, evaluations)
             VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![number, numbers, clocks, evaluations])?;
    Ok(())
}

/// A stored block; `None` where there is none or it is damaged, so that it is made anew.
fn stored(connection: &Connection, number: u32) -> Result<Option<BlockMeasures>, IndexError> {
    let found: Option<[Vec<u8>; 3]> = connection
        .prepare_cached("SELECT numbers, clocks, evaluations FROM measure_block WHERE number = ?1")?
        .query_row([number], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))
        .optional()?;
    Ok(found.and_then(|columns| BlockMeasures::unpack(columns.each_ref().map(Vec::as_slice))))
}

/// What is read beside the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeasureParts {
    /// The clocks.
    pub clocks: bool,
    /// The evaluations.
    pub evaluations: bool,
}

/// What was counted of many games.
#[derive(Debug, Default)]
pub struct Measures(Vec<BlockMeasures>);

impl Measures {
    /// Those of these games, sorted, or of all.
    ///
    /// # Errors
    /// When the database cannot be read, or a block is missing or damaged.
    pub fn load(
        connection: &Connection,
        games: Option<&[u32]>,
        parts: MeasureParts,
    ) -> Result<Self, IndexError> {
        let is_wanted = |number: u32| {
            games.is_none_or(|games| {
                let at = games.partition_point(|game| *game < number * BLOCK);
                games.get(at).is_some_and(|game| game / BLOCK == number)
            })
        };
        let column = |name: &'static str, is_read: bool| if is_read { name } else { "x''" };
        let question = format!(
            "SELECT numbers, {}, {} FROM measure_block WHERE number = ?1",
            column("clocks", parts.clocks),
            column("evaluations", parts.evaluations)
        );
        let mut statement = connection.prepare_cached(&question)?;
        let mut packed = Vec::new();
        for number in 0..blocks(connection)? {
            let columns = |row: &Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
            let columns: Option<[Vec<u8>; 3]> = match is_wanted(number) {
                true => statement.query_row([number], columns).optional()?,
                false => None,
            };
            // A block without games is not written.
            packed.push((number, columns.unwrap_or_default()));
        }
        let unpack = |(number, [numbers, clocks, evaluations]): &(u32, [Vec<u8>; 3])| {
            if numbers.is_empty() {
                return Ok(BlockMeasures::default());
            }
            let texts = |packed: &[u8], is_read: bool| {
                if is_read { Texts::unpack(packed) } else { Some(Texts::default()) }
            };
            let block = unpack_numbers(numbers).and_then(|numbers| {
                let clocks = texts(clocks, parts.clocks)?;
                Some(BlockMeasures { numbers, clocks, evaluations: texts(evaluations, parts.evaluations)? })
            });
            block.ok_or(IndexError::DamagedMeasures { number: *number })
        };
        Ok(Self(packed.par_iter().map(unpack).collect::<Result<_, _>>()?))
    }

    fn block(&self, game: u32) -> Option<(&BlockMeasures, usize)> {
        Some((self.0.get((game / BLOCK) as usize)?, (game % BLOCK) as usize))
    }

    /// What was counted of a game.
    #[must_use]
    #[inline]
    pub fn of(&self, game: u32) -> Option<&GameMeasures> {
        let (block, index) = self.block(game)?;
        block.numbers.get(index)?.as_ref()
    }

    /// The clocks of a game, as in the column `clocks`; empty where it has none or they were not read.
    #[must_use]
    #[inline]
    pub fn clocks(&self, game: u32) -> &[u8] {
        self.block(game).map_or(&[], |(block, index)| block.clocks.of(index))
    }

    /// The evaluations of the positions of a game's main line, by ply; none where they were not read.
    pub fn evaluations(&self, game: u32) -> impl Iterator<Item = PlyEvaluation> {
        unpack_evaluations(self.block(game).map_or(&[], |(block, index)| block.evaluations.of(index)))
    }
}

/// How many games have other measures in their block than by their rows.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn differences(connection: &Connection) -> Result<u64, IndexError> {
    let mut different = 0;
    for number in 0..blocks(connection)? {
        let (made, kept) = (made(connection, number)?, stored(connection, number)?.unwrap_or_default());
        let all = made.numbers.len().max(kept.numbers.len());
        different += (0..all).filter(|index| made.of(*index) != kept.of(*index)).count() as u64;
    }
    Ok(different)
}
