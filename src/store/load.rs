//! Reading a stored game back, as a record that can be replayed and written in any format.

use super::StoreError;
use super::codec::{unpack_game_clocks, unpack_moves};
use super::columns::side;
use super::details::{branches_of, notes_of};
use super::headers::Fields;
use crate::notation::beyond;
use crate::record::{
    Clock, Declaration, Ending, Info, Line, PartialDate, Place, Ply, Record, Start, StartSource, WrittenMove,
};
use crate::replay::side_after_written;
use crate::rules::shogi::Move;
use crate::rules::{ByColor, Color, Variant, VariantSetup};
use rusqlite::{Connection, OptionalExtension, Row};

/// The game with this id; `None` when there is none.
///
/// What replay could not play follows the legal moves as it was written, but in games of a database that an earlier
/// kifukura filled: of these only the text is there, in the column `rest`, and in the source.
///
/// # Errors
/// When the database cannot be read, or holds something that is no game.
pub fn load(connection: &Connection, id: i64) -> Result<Option<Record>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT g.start, g.handicap, g.moves, g.clocks, b.name, w.name, g.black_rating, g.white_rating, e.name,
                 p.name, g.started, g.ended, g.time_control, g.opening, g.max_moves, g.impasse_points,
                 g.declared_ending, g.declared_word, g.declared_winner, h.pairs, g.producer, g.remarks, g.variant,
                 g.kind = 'book_line', g.beyond
             FROM game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
             LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place
             LEFT JOIN header h ON h.id = g.headers WHERE g.id = ?1",
        )?
        .query_row([id], |row| Ok(record(row)))
        .optional()?;
    let Some(found) = found else { return Ok(None) };
    let bad = |reason| StoreError::BadGame { game: id, reason };
    let Found { mut record, ending, beyond } = found.map_err(bad)?;
    add_branches(connection, id, &mut record)?;
    let said = match beyond {
        Some(text) => beyond::add(&mut record, &text)
            .ok_or_else(|| bad("what stands beyond its moves is damaged".to_owned()))?,
        None => false,
    };
    if !said {
        let mover = side_after_written(record.start.turn(), record.main());
        record.lines[0].declarations.extend(ending.statement(mover));
    }
    record.notes = notes_of(connection, id)?;
    record.evaluations = super::evaluation::load(connection, id)?;
    Ok(Some(record))
}

/// A game's row.
struct Found {
    record: Record,
    ending: DeclaredEnding,
    beyond: Option<String>,
}

/// The columns of the declared ending, and the clock beside it.
struct DeclaredEnding {
    ending: Ending,
    word: String,
    winner: Option<Color>,
    clock: Clock,
}

impl DeclaredEnding {
    /// The statement that says so; `mover` is the side to move.
    fn statement(self, mover: Color) -> Option<Declaration> {
        beyond::usual_ending(self.ending, &self.word, self.winner, mover, self.clock)
    }
}

fn record(row: &Row<'_>) -> Result<Found, String> {
    let text = |error: rusqlite::Error| error.to_string();
    let start: Option<String> = row.get(0).map_err(text)?;
    let handicap: Option<String> = row.get(1).map_err(text)?;
    let variant: String = row.get(22).map_err(text)?;
    let variant = Variant::from_name(&variant).ok_or_else(|| format!("an unknown game `{variant}`"))?;
    let mut position = Start { handicap, ..Start::default() };
    if start.is_some() {
        position.source = StartSource::Diagram;
    } else if position.handicap.is_some() {
        position.source = StartSource::Name;
    }
    let bad = |sfen: &str, error: &dyn std::fmt::Display| format!("its start `{sfen}`: {error}");
    position.setup = match &start {
        None => VariantSetup::startpos(variant),
        Some(sfen) => VariantSetup::from_sfen(variant, sfen).map_err(|error| bad(sfen, &error))?,
    };
    let moves: Vec<u8> = row.get(2).map_err(text)?;
    let clocks: Option<Vec<u8>> = row.get(3).map_err(text)?;
    let date = |column| {
        let text: Option<String> = row.get(column).map_err(text)?;
        Ok::<_, String>(text.as_deref().and_then(PartialDate::parse))
    };
    let info = Info {
        players: ByColor { black: row.get(4).map_err(text)?, white: row.get(5).map_err(text)? },
        ratings: ByColor { black: row.get(6).map_err(text)?, white: row.get(7).map_err(text)? },
        event: row.get(8).map_err(text)?,
        place: row.get(9).map_err(text)?,
        started: date(10)?,
        ended: date(11)?,
        time_control: row.get(12).map_err(text)?,
        opening: row.get(13).map_err(text)?,
        max_moves: row.get(14).map_err(text)?,
        impasse_points: row.get(15).map_err(text)?,
        remarks: row.get(21).map_err(text)?,
    };
    let declared: String = row.get(16).map_err(text)?;
    let ending = Ending::from_name(&declared).ok_or_else(|| format!("an unknown ending `{declared}`"))?;
    let winner: Option<String> = row.get(18).map_err(text)?;
    let headers: Option<String> = row.get(19).map_err(text)?;
    let column =
        |column: usize| row.get_ref(column).and_then(|value| Ok(value.as_str_or_null()?)).map_err(text);
    let fields = Fields {
        black: column(4)?,
        white: column(5)?,
        event: column(8)?,
        place: column(9)?,
        started: column(10)?,
        ended: column(11)?,
        time_control: column(12)?,
        opening: column(13)?,
        handicap: column(1)?,
    };
    let headers = fields.unpack(headers.as_deref())?;
    let (plies, clock) = plies(&moves, clocks.as_deref())?;
    let ending = DeclaredEnding {
        ending,
        word: row.get::<_, Option<String>>(17).map_err(text)?.unwrap_or_default(),
        winner: winner.as_deref().and_then(side),
        clock,
    };
    let record = Record {
        start: position,
        headers,
        info,
        lines: vec![Line { plies, ..Line::default() }],
        producer: row.get(20).map_err(text)?,
        is_book_line: row.get(23).map_err(text)?,
        ..Record::default()
    };
    Ok(Found { record, ending, beyond: row.get(24).map_err(text)? })
}

/// The moves of a line with their clocks, and the clock beside its ending.
fn plies(moves: &[u8], clocks: Option<&[u8]>) -> Result<(Vec<Ply>, Clock), String> {
    let moves = unpack_moves(moves).ok_or("its moves are damaged")?;
    let (clocks, ending) =
        unpack_game_clocks(clocks.unwrap_or_default(), moves.len()).ok_or("its clocks are damaged")?;
    let ply = |(mv, clock): (Move, _)| Ply { written: WrittenMove::from(mv), clock, place: Place::FILE };
    Ok((moves.into_iter().zip(clocks).map(ply).collect(), ending))
}

fn add_branches(connection: &Connection, id: i64, record: &mut Record) -> Result<(), StoreError> {
    let bad = |reason: &str| StoreError::BadGame { game: id, reason: reason.to_owned() };
    for branch in branches_of(connection, id)? {
        if branch.parent >= record.lines.len() {
            return Err(bad("a branch that leaves a line which does not exist"));
        }
        let (plies, _) = plies(&branch.moves, Some(&branch.clocks)).map_err(|reason| bad(&reason))?;
        let (parent, after) = (Some(branch.parent), branch.after);
        record.lines.push(Line { parent, after, plies, ..Line::default() });
    }
    Ok(())
}

/// The text of what replay could not play in a game, if there is any.
///
/// # Errors
/// When the database cannot be read.
pub fn rest_of(connection: &Connection, id: i64) -> Result<Option<String>, StoreError> {
    let rest =
        connection.query_row("SELECT rest FROM game WHERE id = ?1", [id], |row| row.get(0)).optional()?;
    Ok(rest.flatten())
}
