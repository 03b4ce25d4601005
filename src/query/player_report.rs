//! Everything about one player's games: colours, opponents, streaks, form, openings, length, endings, time.

use super::openings::definitions;
use super::players::{Names, shown_names};
use super::selection::Selection;
use super::spread::Spread;
use super::tally::WHOLE_GAMES;
use super::time_stats::{add_game, known_times};
use super::{
    Base, Counted, Filter, PlayerResults, PlayerScore, QueryError, TimeGroupRow, openings::OpeningRole,
};
use crate::classify::{Definition, NameKind};
use crate::database::Snapshot;
use crate::index::{GameFacts, MeasureParts, Measures, OpeningNames};
use crate::record::{Ending, GameResult, PartialDate, TimeControl};
use crate::rules::{ByColor, Color};
use rayon::prelude::*;
use rusqlite::Connection;
use std::collections::{BTreeMap, HashMap};

/// The games against an opponent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpponentRow {
    /// The opponent.
    pub opponent: String,
    /// How the games went.
    pub score: PlayerScore,
    /// The day of the last one.
    pub last: Option<PartialDate>,
}

/// The games of a month.
#[derive(Clone, Debug, PartialEq)]
pub struct FormRow {
    /// The month, or the year of games of which no more is known.
    pub month: PartialDate,
    /// How the games went.
    pub score: PlayerScore,
}

/// The games of a colour in which the player has an opening.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerOpeningRow {
    /// The colour.
    pub side: Color,
    /// The opening.
    pub definition: Definition,
    /// How the games went.
    pub score: PlayerScore,
}

/// The games that ended in a way.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEndingRow {
    /// The verified ending, else the declared one.
    pub ending: Ending,
    /// How the games went.
    pub results: PlayerResults,
}

/// Runs of games, in the order of their days; games without a date or a result are in none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streaks {
    /// The longest run of wins.
    pub wins: u64,
    /// The longest run without a loss.
    pub unbeaten: u64,
    /// The longest run of losses.
    pub losses: u64,
    /// The run of wins, or of losses (below 0), with which the games end; 0 after a draw.
    pub current: i64,
    /// Games that are in no run.
    pub left_out: u64,
}

impl Streaks {
    fn of(results: impl Iterator<Item = (Color, GameResult)>) -> Self {
        let mut streaks = Self::default();
        let (mut wins, mut unbeaten, mut losses) = (0, 0, 0);
        for (color, result) in results {
            match result {
                GameResult::Unknown => {
                    streaks.left_out += 1;
                    continue;
                }
                GameResult::Won(winner) if winner == color => {
                    (wins, unbeaten, losses) = (wins + 1, unbeaten + 1, 0);
                }
                GameResult::Won(_) => {
                    (wins, unbeaten, losses) = (0, 0, losses + 1);
                }
                GameResult::Draw => {
                    (wins, unbeaten, losses) = (0, unbeaten + 1, 0);
                }
            }
            streaks.wins = streaks.wins.max(wins);
            streaks.unbeaten = streaks.unbeaten.max(unbeaten);
            streaks.losses = streaks.losses.max(losses);
        }
        let run = |length: u64| i64::try_from(length).unwrap_or(i64::MAX);
        streaks.current = if losses > 0 { -run(losses) } else { run(wins) };
        streaks
    }
}

/// The ratings that records give a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecordedRatings {
    /// How many games have one.
    pub games: u64,
    /// The first one by date; games without a date come first.
    pub first: Option<f64>,
    /// The last one.
    pub last: Option<f64>,
    /// The lowest.
    pub least: Option<f64>,
    /// The highest.
    pub most: Option<f64>,
}

/// A player's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerReport {
    /// What the player is called; of several who are asked for, all of them.
    pub player: String,
    /// All games against others.
    pub score: PlayerScore,
    /// Games in which the player had both sides; they are no results.
    pub self_play: u64,
    /// The games of each colour.
    pub colors: ByColor<PlayerScore>,
    /// The first day and the last one.
    pub days: Option<(PartialDate, PartialDate)>,
    /// Runs of wins and losses.
    pub streaks: Streaks,
    /// The ratings in the records.
    pub ratings: RecordedRatings,
    /// How many plies the games have.
    pub plies: Spread,
    /// The player's thinking times.
    pub times: TimeGroupRow,
    /// The opponents, most games first.
    pub opponents: Vec<OpponentRow>,
    /// Games against somebody without a name.
    pub nameless: u64,
    /// The months, the first one first; games without a date are not among them.
    pub form: Vec<FormRow>,
    /// The openings, those of Black first, most games first.
    pub openings: Vec<PlayerOpeningRow>,
    /// The endings, most games first.
    pub endings: Vec<PlayerEndingRow>,
}

/// A game of the player.
#[derive(Clone, Copy)]
struct Own {
    id: u32,
    game: GameFacts,
    side: Option<Color>,
}

pub(super) fn player_report(
    snapshot: &Snapshot<'_>,
    player: &str,
    filter: &Filter,
) -> Result<Counted<PlayerReport>, QueryError> {
    let selection = Selection::of_kinds(snapshot, filter, None, &WHOLE_GAMES)?;
    let of_block = snapshot.all_facts()?.games().map(|games| {
        let (mut own, mut base) = (Vec::new(), Base::default());
        for (id, game) in games {
            if selection.count(id, game, &mut base) {
                own.push(Own { id, game: *game, side: selection.side(id, game) });
            }
        }
        (own, base)
    });
    let (mut games, mut base) = (Vec::new(), Base::default());
    for (own, more) in of_block.collect::<Vec<_>>() {
        games.extend(own);
        base += more;
    }
    let ids: Vec<u32> = games.iter().map(|own| own.id).collect();
    let mut report = PlayerReport { player: player.to_owned(), ..PlayerReport::default() };
    report.openings = openings(snapshot, &games, &ids)?;
    report.times = times(snapshot.connection(), &games, &ids)?;
    games.sort_by_key(|own| (own.game.day, own.id));
    report.count(&games);
    report.opponents = opponents(snapshot.connection(), &games, &mut report.nameless)?;
    Ok(Counted { answer: report, base })
}

impl PlayerReport {
    /// Counts what the facts of the games say, which come by their days.
    fn count(&mut self, games: &[Own]) {
        let mut form: BTreeMap<(u16, Option<u8>), PlayerScore> = BTreeMap::new();
        let mut endings: BTreeMap<Ending, PlayerResults> = BTreeMap::new();
        let mut rated = Vec::new();
        let mut runs = Vec::new();
        for Own { game, side, .. } in games {
            self.plies.add(game.plies);
            if let Some(day) = game.day {
                let date = day.date();
                self.days = Some((self.days.map_or(date, |(first, _)| first), date));
            }
            let Some(side) = *side else {
                self.self_play += 1;
                continue;
            };
            self.score.add(side, game);
            self.colors[side].add(side, game);
            endings.entry(game.verified.or(game.declared)).or_default().add(side, game.result);
            rated.extend(game.rating(side));
            match game.day {
                Some(day) => {
                    form.entry((day.year(), day.date().month)).or_default().add(side, game);
                    runs.push((side, game.result));
                }
                None => self.streaks.left_out += 1,
            }
        }
        let undated = self.streaks.left_out;
        self.streaks = Streaks::of(runs.into_iter());
        self.streaks.left_out += undated;
        self.ratings = RecordedRatings {
            games: rated.len() as u64,
            first: rated.first().copied(),
            last: rated.last().copied(),
            least: rated.iter().copied().min_by(f64::total_cmp),
            most: rated.iter().copied().max_by(f64::total_cmp),
        };
        let month = |((year, month), score): ((u16, Option<u8>), PlayerScore)| FormRow {
            month: PartialDate { year, month, day: None, time: None },
            score,
        };
        self.form = form.into_iter().map(month).collect();
        self.endings =
            endings.into_iter().map(|(ending, results)| PlayerEndingRow { ending, results }).collect();
        self.endings.sort_by(|a, b| {
            b.results.games().cmp(&a.results.games()).then_with(|| a.ending.name().cmp(b.ending.name()))
        });
    }
}

/// The opponents; games against nobody are counted apart.
fn opponents(
    connection: &Connection,
    games: &[Own],
    nameless: &mut u64,
) -> Result<Vec<OpponentRow>, QueryError> {
    let names = Names::read(connection)?;
    let mut rows: HashMap<u32, OpponentRow> = HashMap::new();
    let mut uses: HashMap<u32, u64> = HashMap::new();
    for Own { game, side, .. } in games {
        let Some(side) = *side else { continue };
        let id = game.players[(!side).index()];
        let Some((id, number)) = id.map(|id| (id, names.person(id))).filter(|(_, number)| *number != 0)
        else {
            *nameless += 1;
            continue;
        };
        *uses.entry(id.get()).or_default() += 1;
        let row = rows.entry(number).or_default();
        row.score.add(side, game);
        row.last = game.day.map(|day| day.date()).or(row.last);
    }
    let shown = shown_names(connection, &names, &uses)?;
    let mut rows: Vec<OpponentRow> = rows
        .into_iter()
        .map(|(number, row)| OpponentRow { opponent: shown.get(&number).cloned().unwrap_or_default(), ..row })
        .collect();
    rows.sort_by(|a, b| {
        let games = |row: &OpponentRow| row.score.results.games();
        games(b).cmp(&games(a)).then_with(|| a.opponent.cmp(&b.opponent))
    });
    Ok(rows)
}

/// What the player plays with each colour: openings, strategies and castles.
fn openings(
    snapshot: &Snapshot<'_>,
    games: &[Own],
    ids: &[u32],
) -> Result<Vec<PlayerOpeningRow>, QueryError> {
    let definitions = definitions(snapshot)?;
    let names = OpeningNames::load(snapshot.connection(), Some(ids))?;
    let mut found: HashMap<(usize, Color), PlayerScore> = HashMap::new();
    for Own { id, game, side } in games {
        let Some(side) = *side else { continue };
        for name in names.of(*id).iter().filter(|name| name.side() == side) {
            found.entry((name.place(), side)).or_default().add(side, game);
        }
    }
    let is_shown = |kind: NameKind| {
        kind != NameKind::Type && (OpeningRole::Opening.has(kind) || OpeningRole::Castle.has(kind))
    };
    let row = |((place, side), score): ((usize, Color), PlayerScore)| {
        let definition = definitions.all().get(place).filter(|definition| is_shown(definition.kind))?;
        Some(PlayerOpeningRow { side, definition: definition.clone(), score })
    };
    let mut rows: Vec<PlayerOpeningRow> = found.into_iter().filter_map(row).collect();
    rows.sort_by(|a, b| {
        let games = |row: &PlayerOpeningRow| row.score.results.games();
        let by_games = || games(b).cmp(&games(a)).then_with(|| a.definition.id.cmp(&b.definition.id));
        a.side.index().cmp(&b.side.index()).then_with(by_games)
    });
    Ok(rows)
}

/// The player's thinking times.
fn times(connection: &Connection, games: &[Own], ids: &[u32]) -> Result<TimeGroupRow, QueryError> {
    /// The clocks of fewer games than this are read one by one.
    const FEW: usize = 4000;
    let mut sums = TimeGroupRow::default();
    if games.len() >= FEW {
        let parts = MeasureParts { clocks: true, evaluations: false };
        let measures = Measures::load(connection, Some(ids), parts)?;
        for Own { id, game, side } in games {
            let found = measures.of(*id).copied().unwrap_or_default();
            let plies = || known_times(measures.clocks(*id), game.plies, found.white_first);
            add_game(&mut sums, plies, found.control, *side);
        }
        return Ok(sums);
    }
    let mut statement =
        connection.prepare_cached("SELECT clocks, start, time_control FROM game WHERE id = ?1")?;
    for Own { id, game, side } in games {
        let (clocks, start, control): (Option<Vec<u8>>, Option<String>, Option<String>) =
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let (clocks, white_first) =
            (clocks.unwrap_or_default(), start.is_some_and(|start| start.contains(" w ")));
        let plies = || known_times(&clocks, game.plies, white_first);
        add_game(&mut sums, plies, control.as_deref().and_then(TimeControl::parse), *side);
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streaks_of_wins_and_losses() {
        let of = |text: &str| {
            let result = |char: char| match char {
                '+' => GameResult::Won(Color::White),
                '-' => GameResult::Won(Color::Black),
                '=' => GameResult::Draw,
                _ => GameResult::Unknown,
            };
            let Streaks { wins, unbeaten, losses, current, left_out } =
                Streaks::of(text.chars().map(|char| (Color::White, result(char))));
            (wins, unbeaten, losses, current, left_out)
        };
        assert_eq!(of(""), (0, 0, 0, 0, 0));
        assert_eq!(of("++-+=++"), (2, 4, 1, 2, 0));
        assert_eq!(of("+?+--"), (2, 2, 2, -2, 1));
        assert_eq!(of("+="), (1, 2, 0, 0, 0));
    }
}
