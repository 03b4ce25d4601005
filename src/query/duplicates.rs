//! Games that may be one and the same. Nothing here merges anything: it is a list to look at.

use super::QueryError;
use crate::database::Database;

/// Why two games may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// They agree in everything that tells games apart, and were kept apart when they were imported.
    Copy,
    /// The same moves, but something else tells them apart: a name, a day, an ending.
    SameMoves,
    /// The same players, and one's moves are the beginning of the other's.
    Prefix,
    /// The same players on the same day, and one move differs.
    OneMove,
}

impl Likeness {
    /// The code that answers use, for example `same_moves`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::SameMoves => "same_moves",
            Self::Prefix => "prefix",
            Self::OneMove => "one_move",
        }
    }
}

/// Two games that may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Why.
    pub likeness: Likeness,
    /// The game with more moves, or the first of two equally long ones.
    pub game: i64,
    /// The other one.
    pub other: i64,
    /// The plies of the game.
    pub plies: u32,
    /// The plies of the other one.
    pub other_plies: u32,
}

/// The fewest plies that two games must share; shorter ones are alike by chance.
const LEAST: usize = 20;

/// How many games of the same moves are compared with the first of them.
const MOST_ALIKE: usize = 50;

struct Row {
    id: i64,
    identity: Option<i64>,
    date: Option<String>,
    moves: Vec<u8>,
}

impl Row {
    fn plies(&self) -> u32 {
        u32::try_from(self.moves.len() / 2).unwrap_or(u32::MAX)
    }

    fn pair(&self, other: &Self, likeness: Likeness) -> Duplicate {
        let (long, short) = if self.moves.len() >= other.moves.len() { (self, other) } else { (other, self) };
        Duplicate {
            likeness,
            game: long.id,
            other: short.id,
            plies: long.plies(),
            other_plies: short.plies(),
        }
    }
}

/// All pairs, by likeness and then by the ids of the games.
///
/// # Errors
/// When the database cannot be read.
pub fn duplicates(database: &Database) -> Result<Vec<Duplicate>, QueryError> {
    let mut pairs = Vec::new();
    let snapshot = database.snapshot()?;
    let connection = snapshot.connection();
    // The moves of all games of a pair of players, or of a fingerprint, are in memory at a time.
    let mut groups = |sql: &str,
                      compare: &dyn Fn(&mut [Row], &mut Vec<Duplicate>)|
     -> Result<(), QueryError> {
        let mut statement = connection.prepare(sql)?;
        let mut rows = statement.query(())?;
        let mut group: Vec<Row> = Vec::new();
        let mut before = None;
        while let Some(row) = rows.next()? {
            let key: (Option<i64>, Option<i64>, Option<String>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if before.as_ref() != Some(&key) {
                compare(&mut group, &mut pairs);
                group.clear();
                before = Some(key);
            }
            group.push(Row { id: row.get(3)?, date: row.get(4)?, moves: row.get(5)?, identity: row.get(6)? });
        }
        compare(&mut group, &mut pairs);
        Ok(())
    };
    groups(
        "SELECT identity, NULL, NULL, id, date, moves, identity FROM game
         WHERE hidden_by IS NULL
             AND identity IN (SELECT identity FROM game WHERE hidden_by IS NULL GROUP BY 1 HAVING count(*) > 1)
         ORDER BY 1, id",
        &copies,
    )?;
    groups(
        "SELECT fingerprint, NULL, variant || coalesce(start, ''), id, date, moves, identity FROM game
         WHERE hidden_by IS NULL
             AND fingerprint IN (SELECT fingerprint FROM game WHERE hidden_by IS NULL GROUP BY 1 HAVING count(*) > 1)
         ORDER BY 1, 3, id",
        &same_moves,
    )?;
    groups(
        "WITH one (id, person) AS MATERIALIZED
             (SELECT p.id, min(q.id) FROM player p JOIN player q ON q.person = p.person GROUP BY 1)
         SELECT b.person, w.person, variant || coalesce(start, ''), g.id, date, moves, identity FROM game g
         JOIN one b ON b.id = g.black JOIN one w ON w.id = g.white
         WHERE g.hidden_by IS NULL ORDER BY 1, 2, 3, moves, g.id",
        &alike,
    )?;
    pairs.sort_by_key(|pair| (pair.likeness, pair.game.min(pair.other), pair.game.max(pair.other)));
    pairs.dedup();
    Ok(pairs)
}

fn copies(group: &mut [Row], pairs: &mut Vec<Duplicate>) {
    let Some((first, others)) = group.split_first() else { return };
    pairs.extend(
        others
            .iter()
            .filter(|other| other.moves == first.moves)
            .map(|other| first.pair(other, Likeness::Copy)),
    );
}

fn same_moves(group: &mut [Row], pairs: &mut Vec<Duplicate>) {
    let Some((first, others)) = group.split_first() else { return };
    for other in others.iter().take(MOST_ALIKE) {
        let are_copies = first.identity.is_some() && first.identity == other.identity;
        if first.moves == other.moves && first.moves.len() >= 2 * LEAST && !are_copies {
            pairs.push(first.pair(other, Likeness::SameMoves));
        }
    }
}

/// Compares the games of two players, which come sorted by their moves, so that a prefix stands before the whole.
fn alike(group: &mut [Row], pairs: &mut Vec<Duplicate>) {
    for (index, row) in group.iter().enumerate() {
        if row.moves.len() < 2 * LEAST {
            continue;
        }
        let longer = group[index + 1..].iter().take_while(|next| next.moves.starts_with(&row.moves));
        for whole in longer.filter(|whole| whole.moves.len() > row.moves.len()).take(MOST_ALIKE) {
            pairs.push(whole.pair(row, Likeness::Prefix));
        }
    }
    group.sort_by(|a, b| (&a.date, a.moves.len(), a.id).cmp(&(&b.date, b.moves.len(), b.id)));
    for day in group.chunk_by(|a, b| a.date == b.date && a.moves.len() == b.moves.len()) {
        if day[0].date.is_none() || day[0].moves.len() < 2 * LEAST {
            continue;
        }
        for (index, row) in day.iter().enumerate() {
            for other in day[index + 1..].iter().take(MOST_ALIKE) {
                let pairs_of = |row: &'_ Row| row.moves.as_chunks::<2>().0.to_vec();
                let different = pairs_of(row)
                    .iter()
                    .zip(&pairs_of(other))
                    .filter(|(mine, theirs)| mine != theirs)
                    .count();
                if different == 1 {
                    pairs.push(row.pair(other, Likeness::OneMove));
                }
            }
        }
    }
}
