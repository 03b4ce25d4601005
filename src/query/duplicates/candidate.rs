//! Games that are compared with one another, read group by group.

use super::Richness;
use crate::query::QueryError;
use crate::record::{Ending, GameResult};
use crate::rules::Color;
use rusqlite::{Connection, Row};

/// A game and what tells it from others.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub id: i64,
    pub identity: Option<i64>,
    /// The moves as they are stored.
    pub moves: Vec<u8>,
    /// The persons who play, then event and place as they are compared.
    pub names: [Option<String>; 4],
    /// When it began, as ISO 8601 as far as it is known.
    pub started: Option<String>,
    pub result: GameResult,
    pub richness: Richness,
}

/// What a candidate is made of. The three columns of the group to which it belongs follow.
const COLUMNS: &str =
    "g.id, g.identity, g.moves, b.person, w.person, e.folded, p.folded, g.started, g.winner,
         g.declared_ending, g.verified_ending,
         (SELECT count(*) FROM note WHERE game = g.id) + (SELECT count(*) FROM branch WHERE game = g.id),
         g.clocks IS NOT NULL, coalesce(length(h.pairs), 0)";

const TABLES: &str = "game g LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
     LEFT JOIN event e ON e.id = g.event LEFT JOIN place p ON p.id = g.place LEFT JOIN header h ON h.id = g.headers";

impl Candidate {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let text = |column: usize| row.get::<_, Option<String>>(column);
        let names = [known(text(3)?), known(text(4)?), text(5)?, text(6)?];
        let moves: Vec<u8> = row.get(2)?;
        let started = text(7)?;
        let winner = text(8)?;
        let winner = Color::ALL.into_iter().find(|color| Some(color.name()) == winner.as_deref());
        let ending = |column: usize| {
            Ok::<_, rusqlite::Error>(
                Ending::from_name(row.get_ref(column)?.as_str()?).unwrap_or(Ending::Unknown),
            )
        };
        let richness = Richness {
            plies: moves.len() / 2,
            notes: row.get(11)?,
            has_clocks: row.get(12)?,
            date: started.as_deref().unwrap_or_default().len(),
            names: names.iter().flatten().count(),
            headers: row.get(13)?,
        };
        Ok(Self {
            id: row.get(0)?,
            identity: row.get(1)?,
            result: GameResult::new(ending(10)?.or(ending(9)?), winner),
            moves,
            names,
            started,
            richness,
        })
    }

    /// How many plies it has.
    pub const fn plies(&self) -> usize {
        self.moves.len() / 2
    }

    /// The day, when it is known exactly.
    pub fn day(&self) -> Option<&str> {
        self.started.as_deref()?.get(..10)
    }

    /// Whether the two may have begun at one moment, as far as both say when.
    pub fn may_be_of_one_day(&self, other: &Self) -> bool {
        match (&self.started, &other.started) {
            (Some(one), Some(other)) => one.starts_with(other.as_str()) || other.starts_with(one.as_str()),
            _ => true,
        }
    }
}

/// A name that is somebody's: `?` and `-` are nobody's.
fn known(name: Option<String>) -> Option<String> {
    name.filter(|name| name.chars().any(char::is_alphanumeric))
}

/// Gives all games that have their variant, start and moves in common to `take`, group by group.
pub(super) fn of_equal_moves(
    connection: &Connection,
    take: impl FnMut(&mut Vec<Candidate>),
) -> Result<(), QueryError> {
    let twice = "SELECT fingerprint FROM game WHERE hidden_by IS NULL GROUP BY 1 HAVING count(*) > 1";
    let question = format!(
        "SELECT {COLUMNS}, g.fingerprint, NULL, g.variant || coalesce(g.start, '') FROM {TABLES}
         WHERE g.hidden_by IS NULL AND g.fingerprint IN ({twice}) ORDER BY 15, 17, g.moves, g.id"
    );
    each_group(connection, &question, |a, b| a.moves == b.moves, take)
}

/// Gives all games of two players from one start to `take`, pair by pair, in the order of their moves.
pub(super) fn of_equal_players(
    connection: &Connection,
    take: impl FnMut(&mut Vec<Candidate>),
) -> Result<(), QueryError> {
    let question = format!(
        "SELECT {COLUMNS}, one.id, two.id, g.variant || coalesce(g.start, '') FROM {TABLES}
         JOIN (SELECT person, min(id) AS id FROM player WHERE person <> '' GROUP BY 1) one ON one.person = b.person
         JOIN (SELECT person, min(id) AS id FROM player WHERE person <> '' GROUP BY 1) two ON two.person = w.person
         WHERE g.hidden_by IS NULL AND g.plies >= {} ORDER BY 15, 16, 17, g.moves, g.id",
        super::LEAST_PLIES
    );
    each_group(connection, &question, |_, _| true, take)
}

fn each_group(
    connection: &Connection,
    question: &str,
    belong: impl Fn(&Candidate, &Candidate) -> bool,
    mut take: impl FnMut(&mut Vec<Candidate>),
) -> Result<(), QueryError> {
    let mut statement = connection.prepare(question)?;
    let mut rows = statement.query(())?;
    let mut group: Vec<Candidate> = Vec::new();
    let mut before = None;
    while let Some(row) = rows.next()? {
        let key: (Option<i64>, Option<i64>, Option<String>) = (row.get(14)?, row.get(15)?, row.get(16)?);
        let candidate = Candidate::read(row)?;
        let goes_on = before.as_ref() == Some(&key)
            && group.last().is_none_or(|last: &Candidate| belong(last, &candidate));
        if !goes_on {
            take(&mut group);
            group.clear();
            before = Some(key);
        }
        group.push(candidate);
    }
    take(&mut group);
    Ok(())
}
