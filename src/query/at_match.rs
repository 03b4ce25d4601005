//! What was played where a query holds.

use super::{Base, Filter, PlayerResults, Query, QueryError, search_games};
use crate::database::Database;
use crate::pattern::Frame;
use crate::rules::shogi::Move;
use crate::rules::{Color, MoveOrigin, Variant};
use std::collections::HashMap;

/// A move that was played where a query holds, as the side that the query asks about sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchMove {
    /// The move in USI; in dōbutsu shōgi as `b3b2`. Where the query holds with Black and White exchanged, so is the move.
    pub usi: String,
    /// Who plays it: Black is the side that the query calls so.
    pub mover: Color,
    /// The games in which it was played at the first match.
    pub games: u64,
    /// How they went for who played it.
    pub results: PlayerResults,
}

/// What was played at the first match of a query in each game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtMatch {
    /// The moves, most played first, then by their text.
    pub moves: Vec<MatchMove>,
    /// Games that ended at the match.
    pub ended_here: u64,
    /// The games.
    pub base: Base,
}

/// Counts what was played at the first match of a query by the games of a filter.
///
/// # Errors
/// When the query, the filter or the database does not allow it.
pub fn at_match(database: &Database, query: &Query, filter: &Filter) -> Result<AtMatch, QueryError> {
    let found = search_games(database, std::slice::from_ref(query), filter, false)?;
    let mut answer = AtMatch { base: found.base, ..AtMatch::default() };
    let snapshot = database.snapshot()?;
    let ids: Vec<u32> = found.places.iter().map(super::Occurrence::id).collect();
    let facts = snapshot.facts_of(&ids, false)?;
    let mut statement = snapshot.connection().prepare(
        "SELECT substr(moves, ?2, 2), start IS NOT NULL AND instr(start, ' w ') > 0 FROM game WHERE id = ?1",
    )?;
    let mut counts: HashMap<(u16, Color, Variant), PlayerResults> = HashMap::new();
    for (place, id) in found.places.iter().zip(ids) {
        let Some(game) = facts.get(id) else { continue };
        let (next, white_began): (Vec<u8>, bool) = statement
            .query_row([place.game, 2 * i64::from(place.ply) + 1], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let next = next.first_chunk().and_then(|pair| Move::from_raw(u16::from_le_bytes(*pair)));
        let Some(mv) = next else {
            answer.ended_here += 1;
            continue;
        };
        let mover = if (place.ply % 2 == 1) == white_began { Color::Black } else { Color::White };
        let frame = Frame { swapped: place.sides.white && !place.sides.black, mirrored: false };
        let key = (seen(mv, frame, game.variant).raw(), frame.color(mover), game.variant);
        counts.entry(key).or_default().add(mover, game.result);
    }
    let row = |((raw, mover, variant), results): ((u16, Color, Variant), PlayerResults)| {
        let usi = Move::from_raw(raw).map(|mv| variant.move_text(mv)).unwrap_or_default();
        let games = results.wins + results.losses + results.draws + results.unknown;
        MatchMove { usi, mover, games, results }
    };
    answer.moves = counts.into_iter().map(row).collect();
    answer.moves.sort_by(|a, b| {
        b.games.cmp(&a.games).then_with(|| a.usi.cmp(&b.usi)).then_with(|| a.mover.cmp(&b.mover))
    });
    Ok(answer)
}

/// A move as a frame sees it.
fn seen(mv: Move, frame: Frame, variant: Variant) -> Move {
    let to = frame.square(mv.to(), variant);
    match mv.origin() {
        MoveOrigin::Board(from) => Move::board(frame.square(from, variant), to, mv.promotes()),
        MoveOrigin::Hand(kind) => Move::drop(kind, to),
    }
}
