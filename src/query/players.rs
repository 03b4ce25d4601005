//! Players: each person once, with every spelling.

use super::clause::player_ids;
use super::tally::{Tally, WHOLE_GAMES, tally_from};
use super::{Base, Counted, Filter, NameCondition, PlayerResults, PlayerScore, QueryError, Score};
use crate::database::{Database, Snapshot};
use crate::index::GameFacts;
use crate::record::{GameKind, person_key};
use crate::rules::Color;
use crate::store::{self, StoreError, VISIBLE};
use rusqlite::{Connection, params_from_iter};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroU32;

/// A player's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRow {
    /// The name: the one that others were merged into, else the spelling with the most games.
    pub player: String,
    /// Games.
    pub games: u64,
    /// Games with Black, against others.
    pub as_black: u64,
    /// How the games against others went for the player.
    pub results: PlayerResults,
    /// Games in which the player had both sides, each counted once; they are no results.
    pub self_play: u64,
    /// Won games and half the drawn ones among those against others with a result.
    pub score: Option<Score>,
    /// The performance rating over the games against rated opponents; see [`PlayerScore::performance`].
    pub performance: Option<f64>,
    /// The year of the first game with a date.
    pub first_year: Option<u16>,
    /// The year of the last one.
    pub last_year: Option<u16>,
    /// The spellings in the games, as written, most games first.
    pub spellings: Vec<String>,
    /// Further names that were given to the person and stand in no game.
    pub aliases: Vec<String>,
}

/// The games of one spelling.
struct Spelling<'n> {
    id: u32,
    name: &'n str,
    person: &'n str,
    sums: PlayerTally,
}

/// What is counted of the games of one name.
#[derive(Clone, Debug, Default)]
struct PlayerTally {
    /// How often the name stands in a record, whatever is counted of it.
    uses: u64,
    games: u64,
    as_black: u64,
    self_play: u64,
    score: PlayerScore,
    years: Option<(u16, u16)>,
}

impl PlayerTally {
    fn add(&mut self, color: Color, game: &GameFacts) {
        self.games += 1;
        self.as_black += u64::from(color == Color::Black);
        self.score.add(color, game);
        self.add_year(game);
    }

    fn add_self_play(&mut self, game: &GameFacts) {
        self.games += 1;
        self.self_play += 1;
        self.add_year(game);
    }

    fn add_year(&mut self, game: &GameFacts) {
        if let Some(year) = game.year() {
            self.add_years((year, year));
        }
    }

    fn add_years(&mut self, (first, last): (u16, u16)) {
        let (mine_first, mine_last) = self.years.unwrap_or((first, last));
        self.years = Some((mine_first.min(first), mine_last.max(last)));
    }

    fn merge(&mut self, other: &Self) {
        self.uses += other.uses;
        self.games += other.games;
        self.as_black += other.as_black;
        self.self_play += other.self_play;
        self.score += other.score;
        if let Some(years) = other.years {
            self.add_years(years);
        }
    }
}

/// The names of the players.
#[derive(Default)]
pub(super) struct Names {
    /// Name and person by their ids.
    names: Vec<(u32, String, String)>,
    /// The number of the person that an id belongs to, by id; 0 for none.
    persons: Vec<u32>,
}

impl Names {
    pub(super) fn read(connection: &Connection) -> Result<Self, QueryError> {
        let mut statement = connection.prepare_cached("SELECT id, name, person FROM player")?;
        let mut rows = statement.query(())?;
        let mut names = Self::default();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        while let Some(row) = rows.next()? {
            let (id, name, person): (u32, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX).saturating_add(1);
            // What is nobody's name counts for nobody.
            let number = if person.is_empty() { 0 } else { *numbers.entry(person.clone()).or_insert(next) };
            let place = id as usize;
            if names.persons.len() <= place {
                names.persons.resize(place + 1, 0);
            }
            names.persons[place] = number;
            names.names.push((id, name, person));
        }
        Ok(names)
    }

    /// The number of the person whose name it is; 0 for nobody.
    pub(super) fn person(&self, id: NonZeroU32) -> u32 {
        self.persons.get(id.get() as usize).copied().unwrap_or(0)
    }

    /// Whether a name is somebody's.
    fn is_somebody(&self, id: NonZeroU32) -> bool {
        self.persons.get(id.get() as usize).is_some_and(|person| *person != 0)
    }

    /// Whether both sides are one person.
    fn is_self_play(&self, game: &GameFacts) -> bool {
        let person = |side: usize| {
            let id = game.players[side]?;
            self.persons.get(id.get() as usize).copied().filter(|person| *person != 0)
        };
        person(0).is_some_and(|black| person(1) == Some(black))
    }
}

/// The games of each name, by its id.
struct PlayersTally<'a> {
    names: &'a Names,
    /// The kinds that are counted; names in other records are only known.
    counted: &'a [GameKind],
    /// Sides of counted games that are nobody's.
    nameless: u64,
    sums: HashMap<u32, PlayerTally>,
}

impl Tally for PlayersTally<'_> {
    fn add(&mut self, game: &GameFacts, _: Option<Color>) {
        let is_counted = self.counted.contains(&game.kind);
        let is_self_play = self.names.is_self_play(game);
        for color in Color::ALL {
            let Some(id) = game.players[color.index()].filter(|id| self.names.is_somebody(*id)) else {
                self.nameless += u64::from(is_counted);
                continue;
            };
            let sums = self.sums.entry(id.get()).or_default();
            if !is_counted {
                continue;
            }
            sums.uses += 1;
            match (is_self_play, color) {
                (false, color) => sums.add(color, game),
                // The game counts once, for the name that Black has.
                (true, Color::Black) => sums.add_self_play(game),
                (true, Color::White) => {}
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.nameless += other.nameless;
        for (id, sums) in other.sums {
            self.sums.entry(id).or_default().merge(&sums);
        }
    }
}

pub(super) fn players(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    limit: Option<u64>,
) -> Result<Counted<Vec<PlayerRow>>, QueryError> {
    let names = Names::read(snapshot.connection())?;
    let (spellings, base) = spellings(snapshot, &names, filter, &WHOLE_GAMES)?;
    let mut answer = persons(snapshot.connection(), spellings)?;
    answer.truncate(limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
    Ok(Counted { answer, base })
}

/// The players one of whose names contains `like` (all when it is not given), with all their games; those who stand in
/// no game but in another record have none.
///
/// # Errors
/// When the database cannot be read.
pub fn players_like(database: &Database, like: Option<&str>) -> Result<Counted<Vec<PlayerRow>>, QueryError> {
    let snapshot = database.snapshot()?;
    let names = Names::read(snapshot.connection())?;
    let (mut found, base) = spellings(&snapshot, &names, &Filter::default(), &GameKind::ALL)?;
    let base = base.split(&WHOLE_GAMES);
    if let Some(like) = like {
        let question = player_ids(&[like.into()]);
        let mut statement = snapshot.connection().prepare(&question.sql)?;
        let ids = statement
            .query_map(params_from_iter(&question.values), |row| row.get(0))?
            .collect::<Result<HashSet<u32>, _>>()?;
        found.retain(|spelling| ids.contains(&spelling.id));
    }
    Ok(Counted { answer: persons(snapshot.connection(), found)?, base })
}

/// What persons are called, by their numbers: by the name that others were merged into, else by the one of these names that
/// is used most.
pub(super) fn shown_names(
    connection: &Connection,
    names: &Names,
    uses: &HashMap<u32, u64>,
) -> Result<HashMap<u32, String>, QueryError> {
    let given: HashMap<String, String> =
        aliases(connection)?.into_iter().map(|(person, name, ..)| (person, name)).collect();
    let mut best: HashMap<u32, (u64, &str, &str)> = HashMap::new();
    for (id, name, person) in &names.names {
        let (Some(uses), Some(number)) = (uses.get(id), names.persons.get(*id as usize)) else { continue };
        let own = best.entry(*number).or_insert((0, name, person));
        if *uses > own.0 || *uses == own.0 && name.as_str() < own.1 {
            *own = (*uses, name, person);
        }
    }
    let shown = |(number, (_, name, person)): (u32, (u64, &str, &str))| {
        (number, given.get(person).cloned().unwrap_or_else(|| name.to_owned()))
    };
    Ok(best.into_iter().map(shown).collect())
}

/// The players that these names mean, each by the name that was given to the person, else by the shortest spelling; in the
/// order of those names.
///
/// # Errors
/// When the database cannot be read.
pub fn players_meant(database: &Database, names: &[NameCondition]) -> Result<Vec<String>, QueryError> {
    let ids = player_ids(names);
    let question = format!("SELECT person, name FROM player WHERE id IN ({})", ids.sql);
    let snapshot = database.snapshot()?;
    let connection = snapshot.connection();
    let mut persons: BTreeMap<String, String> = BTreeMap::new();
    let mut statement = connection.prepare(&question)?;
    let mut rows = statement.query(params_from_iter(&ids.values))?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(1)?;
        let shown = persons.entry(row.get(0)?).or_insert_with(|| name.clone());
        let length = |name: &str| name.chars().count();
        if (length(&name), &name) < (length(shown), shown) {
            *shown = name;
        }
    }
    for (person, person_name, _, _) in aliases(connection)? {
        persons.entry(person).and_modify(|shown| *shown = person_name);
    }
    let mut shown: Vec<String> = persons.into_values().collect();
    shown.sort_unstable();
    Ok(shown)
}

/// In how many games two players sat opposite each other, whatever of their names they had. One person cannot.
///
/// # Errors
/// When the database cannot be read.
pub fn games_between(database: &Database, one: &str, other: &str) -> Result<u64, QueryError> {
    let of = "SELECT id FROM player WHERE person <> '' AND person IN (SELECT person FROM player WHERE key = ?
         UNION SELECT person FROM player_alias WHERE folded = ? OR person = ?)";
    let question = format!(
        "SELECT count(*) FROM game g WHERE {VISIBLE} AND
             (g.black IN ({of}) AND g.white IN ({of}) OR g.black IN ({of}) AND g.white IN ({of}))"
    );
    let snapshot = database.snapshot()?;
    let key = |name: &str| Ok::<_, QueryError>(vec![store::key_of(snapshot.connection(), name)?; 3]);
    let (one, other) = (key(one)?, key(other)?);
    let values = [one.clone(), other.clone(), other, one].concat();
    let count: i64 =
        snapshot.connection().query_row(&question, params_from_iter(values), |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

/// The names that stand in the records of a filter: of these kinds unless it names others. Only games are counted of the
/// kinds that it does not name.
fn spellings<'n>(
    snapshot: &Snapshot<'_>,
    names: &'n Names,
    filter: &Filter,
    kinds: &[GameKind],
) -> Result<(Vec<Spelling<'n>>, Base), QueryError> {
    let counted = filter.counted_kinds(&WHOLE_GAMES);
    let empty = || PlayersTally { names, counted: &counted, nameless: 0, sums: HashMap::new() };
    let Counted { answer, mut base } = tally_from(snapshot, filter, kinds, empty)?;
    base.nameless = answer.nameless;
    let mut sums = answer.sums;
    let mut spellings = Vec::with_capacity(sums.len());
    for (id, name, person) in &names.names {
        if let Some(sums) = sums.remove(id) {
            spellings.push(Spelling { id: *id, name, person, sums });
        }
    }
    Ok((spellings, base))
}

/// Puts the spellings of one person together.
fn persons(connection: &Connection, mut spellings: Vec<Spelling<'_>>) -> Result<Vec<PlayerRow>, QueryError> {
    spellings.sort_by(|a, b| b.sums.uses.cmp(&a.sums.uses).then_with(|| a.name.cmp(b.name)));
    let mut persons: BTreeMap<&str, (PlayerTally, PlayerRow)> = BTreeMap::new();
    for Spelling { name, person, sums, .. } in spellings {
        let (all, row) = persons.entry(person).or_default();
        all.merge(&sums);
        row.spellings.push(name.to_owned());
    }
    let mut shown: HashMap<String, String> = HashMap::new();
    for (person, person_name, key, name) in aliases(connection)? {
        if let Some((_, row)) = persons.get_mut(person.as_str()) {
            if !row.spellings.iter().any(|spelling| *spelling == name || person_key(spelling) == key) {
                row.aliases.push(name);
            }
            shown.insert(person, person_name);
        }
    }
    let mut rows: Vec<PlayerRow> = persons
        .into_iter()
        .map(|(person, (sums, mut row))| {
            let commonest = row.spellings.first().cloned().unwrap_or_default();
            row.player = shown.remove(person).unwrap_or(commonest);
            (row.games, row.as_black, row.results) = (sums.games, sums.as_black, sums.score.results);
            row.self_play = sums.self_play;
            row.score = sums.score.score();
            row.performance = sums.score.performance();
            (row.first_year, row.last_year) = sums.years.unzip();
            row
        })
        .collect();
    rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.player.cmp(&b.player)));
    Ok(rows)
}

/// The aliases: person, the person's name, the alias's key, the alias as given.
fn aliases(connection: &Connection) -> Result<Vec<(String, String, String, String)>, StoreError> {
    let mut statement =
        connection.prepare("SELECT person, person_name, folded, name FROM player_alias ORDER BY name")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
