//! What is stored of a game, column by column: for readers of many games that need no record and judge no move.

use super::StoreError;
use super::details::{self, DetailColumns};
use super::evaluation;
use super::headers::Fields;
use super::source::{RECORDS_OF, SEEN_PATH};
use super::visibility::UNDONE_IMPORTS;
use crate::record::{Ending, Evaluation, GameKind, PartialDate};
use crate::replay::Agreement;
use crate::rules::{ByColor, Color, Placing, Rule, Variant};
use rusqlite::{Connection, Row, Statement};

/// The stored columns of a game and how many rows of other tables belong to it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameColumns {
    /// The id.
    pub id: i64,
    /// Which game is played.
    pub variant: Variant,
    /// What the record is.
    pub kind: GameKind,
    /// How the pieces stood at the beginning.
    pub placing: Placing,
    /// The start position as SFEN; `None` for the even one.
    pub start: Option<String>,
    /// The handicap's name as written.
    pub handicap: Option<String>,
    /// The legal moves, as [`unpack_moves`](super::unpack_moves) reads them.
    pub moves: Vec<u8>,
    /// The clocks, as [`unpack_game_clocks`](super::unpack_game_clocks) reads them; empty when no move has one.
    pub clocks: Vec<u8>,
    /// The players' names as written.
    pub players: ByColor<Option<String>>,
    /// The players' ratings.
    pub ratings: ByColor<Option<f64>>,
    /// The event.
    pub event: Option<String>,
    /// The place.
    pub place: Option<String>,
    /// When it began.
    pub started: Option<PartialDate>,
    /// When it ended.
    pub ended: Option<PartialDate>,
    /// The time control as written.
    pub time_control: Option<String>,
    /// The opening's name as written.
    pub opening: Option<String>,
    /// The ending that the record declares; [`Ending::None`] when it declares none.
    pub declared_ending: Ending,
    /// The word for it as written.
    pub declared_word: Option<String>,
    /// The winner that the record declares.
    pub declared_winner: Option<Color>,
    /// The ending that the moves verify; [`Ending::None`] when they verify none.
    pub verified_ending: Ending,
    /// The winner that the moves verify.
    pub verified_winner: Option<Color>,
    /// How the two endings compare.
    pub agreement: Agreement,
    /// The verified winner, else the declared one.
    pub winner: Option<Color>,
    /// The rule that the first illegal move broke.
    pub broken_rule: Option<Rule>,
    /// The same for the same variant, start and moves; see [`fingerprint`](super::fingerprint).
    pub fingerprint: i64,
    /// Equal for two copies of one game: what tells games apart where enough is known, else the fingerprint.
    pub content_id: i64,
    /// How many branches it has.
    pub branches: usize,
    /// How many comments and bookmarks it has.
    pub notes: usize,
    /// What engines thought, in the order of the record.
    pub evaluations: Vec<Evaluation>,
    /// The file that it came from first, if it was asked for and is known.
    pub source: Option<StoredPath>,
    /// The rest of the record, if it was asked for.
    pub details: Option<Box<DetailColumns>>,
}

/// What is read of games beside what is always read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The sources.
    pub source: bool,
    /// The rest of the records.
    pub details: bool,
}

/// A path under which a source was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPath {
    /// The path of the file, or of the archive that holds it.
    pub path: String,
    /// The name inside the archive; empty for a file that lies in none.
    pub member: String,
}

impl GameColumns {
    /// About how many bytes it takes in memory, evaluations and branches apart.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let texts = [
            &self.start,
            &self.handicap,
            &self.players.black,
            &self.players.white,
            &self.event,
            &self.place,
            &self.time_control,
            &self.opening,
            &self.declared_word,
        ];
        let texts: usize = texts.into_iter().flatten().map(String::len).sum();
        let details = self.details.as_ref().map_or(0, |details| {
            let headers = details.headers.iter().map(|header| header.key.len() + header.value.len() + 48);
            let notes = details.notes.iter().map(|note| note.text.len() + 48);
            headers.chain(notes).sum::<usize>()
        });
        size_of::<Self>() + self.moves.len() + self.clocks.len() + texts + details
    }
}

const COLUMNS: &str = "SELECT g.id, g.variant, g.start, g.handicap, g.moves, g.clocks, b.name, w.name,
     g.black_rating, g.white_rating, e.name, p.name, g.started, g.ended, g.time_control, g.opening,
     g.declared_ending, g.declared_word, g.declared_winner, g.verified_ending, g.verified_winner, g.agreement, g.winner,
     g.broken_rule, g.fingerprint, (SELECT count(*) FROM branch WHERE game = g.id),
     (SELECT count(*) FROM note WHERE game = g.id), EXISTS (SELECT 1 FROM evaluation WHERE game = g.id)";

/// Stands behind [`COLUMNS`] and the columns of the source.
const KIND: &str = "g.kind, g.placing, ifnull(g.identity, g.fingerprint)";

/// The column behind all of these.
const FIRST_DETAIL: usize = 33;

const TABLES: &str = "FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place";

/// A column of the first path of the first source of a game.
fn of_source(column: &str) -> String {
    format!(
        "(SELECT {column} FROM source_path p WHERE p.source =
             (SELECT e.source FROM entry e JOIN source s ON s.id = e.source
              WHERE e.game IN ({RECORDS_OF}) AND s.import NOT IN ({UNDONE_IMPORTS})
              ORDER BY e.game <> g.id, e.source LIMIT 1)
          AND {SEEN_PATH} ORDER BY path, member LIMIT 1)"
    )
}

/// Where a record stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPlace {
    /// The path of the file that the game came from first.
    pub path: StoredPath,
    /// Its number in the file, from 0, when the file has several games.
    pub number: Option<u64>,
}

/// Where the record of a game stands in the file that it came from first; `None` when no path is known.
///
/// # Errors
/// When the database cannot be read.
pub fn record_place(connection: &Connection, game: i64) -> Result<Option<RecordPlace>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT p.path, p.member, e.number, s.games > 1
         FROM game g JOIN entry e ON e.game IN ({RECORDS_OF}) JOIN source s ON s.id = e.source
             JOIN source_path p ON p.source = s.id
         WHERE g.id = ?1 AND s.import NOT IN ({UNDONE_IMPORTS}) AND {SEEN_PATH}
         ORDER BY e.game <> g.id, e.source, p.path, p.member, e.number LIMIT 1"
    ))?;
    let mut rows = statement.query([game])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let is_one_of_several: bool = row.get(3)?;
    Ok(Some(RecordPlace {
        path: StoredPath { path: row.get(0)?, member: row.get(1)? },
        number: is_one_of_several.then_some(row.get::<_, i64>(2)?.cast_unsigned()),
    }))
}

/// Reads the columns of games one by one.
#[derive(Debug)]
pub struct ColumnReader<'c> {
    connection: &'c Connection,
    statement: Statement<'c>,
    wanted: Wanted,
}

impl<'c> ColumnReader<'c> {
    /// Makes ready to read, with what is wanted.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(connection: &'c Connection, wanted: Wanted) -> Result<Self, StoreError> {
        let (path, member) = match wanted.source {
            true => (of_source("path"), of_source("member")),
            false => ("NULL".to_owned(), "NULL".to_owned()),
        };
        let (details, table) = match wanted.details {
            true => (format!(", {}", details::COLUMNS), details::TABLE),
            false => (String::new(), ""),
        };
        let question =
            format!("{COLUMNS}, {path}, {member}, {KIND}{details} {TABLES} {table} WHERE g.id = ?1");
        Ok(Self { connection, statement: connection.prepare(&question)?, wanted })
    }

    /// The columns of a game; `None` when there is no such game.
    ///
    /// # Errors
    /// When the database cannot be read, or a column holds what no column of a game can.
    pub fn read(&mut self, id: i64) -> Result<Option<GameColumns>, StoreError> {
        let mut rows = self.statement.query([id])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let mut game = columns(row)?;
        if row.get(27)? {
            game.evaluations = evaluation::load(self.connection, id)?;
        }
        if self.wanted.details {
            let column = |column: usize| row.get_ref(column).and_then(|value| Ok(value.as_str_or_null()?));
            let fields = Fields {
                black: column(6)?,
                white: column(7)?,
                event: column(10)?,
                place: column(11)?,
                started: column(12)?,
                ended: column(13)?,
                time_control: column(14)?,
                opening: column(15)?,
                handicap: column(3)?,
            };
            let counts = [game.branches, game.notes];
            let details = details::read(self.connection, id, row, FIRST_DETAIL, &fields, counts)?;
            game.details = Some(Box::new(details));
        }
        Ok(Some(game))
    }
}

fn columns(row: &Row<'_>) -> Result<GameColumns, StoreError> {
    let date = |column: usize| {
        let text = row.get_ref(column)?.as_str_or_null()?;
        Ok::<_, rusqlite::Error>(text.and_then(PartialDate::parse))
    };
    let count = |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, u32>(column)? as usize);
    let path: Option<String> = row.get(28)?;
    let member: Option<String> = row.get(29)?;
    Ok(GameColumns {
        id: row.get(0)?,
        variant: required_code(row, 1, Variant::from_name)?,
        kind: required_code(row, 30, GameKind::from_name)?,
        placing: required_code(row, 31, Placing::from_name)?,
        start: row.get(2)?,
        handicap: row.get(3)?,
        moves: row.get(4)?,
        clocks: row.get::<_, Option<Vec<u8>>>(5)?.unwrap_or_default(),
        players: ByColor { black: row.get(6)?, white: row.get(7)? },
        ratings: ByColor { black: row.get(8)?, white: row.get(9)? },
        event: row.get(10)?,
        place: row.get(11)?,
        started: date(12)?,
        ended: date(13)?,
        time_control: row.get(14)?,
        opening: row.get(15)?,
        declared_ending: required_code(row, 16, Ending::from_name)?,
        declared_word: row.get(17)?,
        declared_winner: stored_code(row, 18, side)?,
        verified_ending: required_code(row, 19, Ending::from_name)?,
        verified_winner: stored_code(row, 20, side)?,
        agreement: required_code(row, 21, Agreement::from_name)?,
        winner: stored_code(row, 22, side)?,
        broken_rule: stored_code(row, 23, Rule::from_name)?,
        fingerprint: row.get(24)?,
        content_id: row.get(32)?,
        branches: count(25)?,
        notes: count(26)?,
        evaluations: Vec::new(),
        source: path.map(|path| StoredPath { path, member: member.unwrap_or_default() }),
        details: None,
    })
}

/// The side with a stored name.
pub(crate) fn side(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

/// The value whose stored name stands in a column of a game's row, which has the game's id in its first column.
pub(crate) fn stored_code<T>(
    row: &Row<'_>,
    column: usize,
    value: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, StoreError> {
    let text = row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from)?;
    let Some(name) = text else { return Ok(None) };
    let unknown = |game| StoreError::BadGame { game, reason: format!("`{name}` is not a known name") };
    value(name).map(Some).ok_or(unknown(row.get(0)?))
}

/// The same of a column that is never empty.
pub(crate) fn required_code<T>(
    row: &Row<'_>,
    column: usize,
    value: impl Fn(&str) -> Option<T>,
) -> Result<T, StoreError> {
    let missing = |game| StoreError::BadGame { game, reason: format!("its column {column} is empty") };
    stored_code(row, column, value)?.ok_or(missing(row.get(0)?))
}

/// The paths that imports were given, each once, without those of imports that were undone.
///
/// # Errors
/// When the database cannot be read.
pub fn imported_paths(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection
        .prepare(&format!("SELECT DISTINCT paths FROM import WHERE id NOT IN ({UNDONE_IMPORTS})"))?;
    let lists = statement.query_map((), |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<String> = lists.iter().flat_map(|list| list.lines()).map(ToOwned::to_owned).collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths)
}
