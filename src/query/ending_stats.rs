//! How games end, group by group: endings as declared and as verified, how often games end in special ways, which rules
//! are broken, and the games behind each of these numbers.

use super::grouping::{frequent, games_of_group, grouped};
use super::{
    Counted, Filter, GameGroup, GroupChoice, GroupOptions, GroupTable, PlayerScore, QueryError, Results,
    Score,
};
use crate::database::Snapshot;
use crate::index::{GameFacts, GameMeasures, MeasureParts, Measures};
use crate::record::Ending;
use crate::replay::Agreement;
use crate::rules::{Rule, named_enum};
use std::collections::BTreeMap;

/// The games of a group with one declared ending, one verified ending and one agreement of the two.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingPairRow {
    /// The group.
    pub group: GameGroup,
    /// What the records declare.
    pub declared: Ending,
    /// What the moves verify.
    pub verified: Ending,
    /// How the two compare.
    pub agreement: Agreement,
    /// Games.
    pub games: u64,
    /// Their share of the games of the group.
    pub share: Option<Score>,
    /// How those games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

/// How the games of a group end. The ending of a game is the verified one, else the declared one.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingRateRow {
    /// The group.
    pub group: GameGroup,
    /// Games.
    pub games: u64,
    /// How many of them end so, most games first.
    pub endings: Vec<(Ending, u64)>,
    /// Games whose moves contradict what the record declares.
    pub contradicted: u64,
    /// Games of each of the facts.
    pub facts: [u64; EndingFact::ALL.len()],
    /// How the games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

impl EndingRateRow {
    /// How many of the games end so.
    #[must_use]
    pub fn with(&self, ending: Ending) -> u64 {
        self.endings.iter().find(|(found, _)| *found == ending).map_or(0, |(_, games)| *games)
    }

    /// Their share, with its interval.
    #[must_use]
    pub fn share(&self, ending: Ending) -> Option<Score> {
        let games = self.with(ending);
        Score::of(games, self.games - games, 0)
    }
}

named_enum! {
    /// What is known of a game that ended with a resignation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EndingFact {
        /// The side that resigned could have won by a declaration.
        CouldDeclare = "could_declare",
        /// Just as many plies were played as the move limit allows.
        AtMoveLimit = "at_move_limit",
        /// The side that resigned could have mated with its next move.
        MateInOne = "mate_in_one",
    }
}

impl EndingFact {
    const fn holds(self, game: &GameMeasures) -> bool {
        match self {
            Self::CouldDeclare => game.could_declare,
            Self::AtMoveLimit => game.at_move_limit,
            Self::MateInOne => game.mate_in_one,
        }
    }
}

/// The games in which a rule was broken by the first move that is not legal.
#[derive(Clone, Debug, PartialEq)]
pub struct IllegalMoveRow {
    /// The rule.
    pub rule: Rule,
    /// Games.
    pub games: u64,
    /// Their share of all games that are counted.
    pub share: Option<Score>,
    /// Games which that move decided.
    pub decided: u64,
    /// Games whose record declares an illegal move.
    pub declared: u64,
    /// At which ply, and how often.
    pub plies: BTreeMap<u32, u64>,
    /// How the games went.
    pub results: Results,
    /// How they went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
}

impl IllegalMoveRow {
    /// The ply in the middle: as many such moves came before it as after it.
    #[must_use]
    pub fn median_ply(&self) -> Option<u32> {
        let mut left = self.games.div_ceil(2);
        self.plies.iter().find_map(|(ply, games)| {
            left = left.saturating_sub(*games);
            (left == 0).then_some(*ply)
        })
    }
}

/// Which ending of a game is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndingSource {
    /// What the record declares.
    Declared,
    /// What the moves verify.
    Verified,
    /// The verified one, else the declared one.
    #[default]
    Either,
}

/// What a number about endings counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingMark {
    /// Games that end so.
    Ending(Ending),
    /// Games whose endings compare so.
    Agreement(Agreement),
    /// Games in which a rule was broken.
    Rule(Rule),
    /// Games in which any rule was broken.
    AnyRule,
    /// Games with a fact.
    Fact(EndingFact),
}

/// Which games of a table about endings are listed.
#[derive(Clone, Debug, Default)]
pub struct EndingGames {
    /// Which ending is meant.
    pub source: EndingSource,
    /// What all of them have.
    pub marks: Vec<EndingMark>,
}

#[derive(Default)]
struct PairSums {
    games: u64,
    pairs: BTreeMap<(Ending, Ending, Agreement), (Results, PlayerScore)>,
}

impl std::ops::AddAssign for PairSums {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        for (pair, (results, player)) in other.pairs {
            let own = self.pairs.entry(pair).or_default();
            own.0 += results;
            own.1 += player;
        }
    }
}

pub(super) fn ending_pairs(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &GroupOptions,
) -> Result<Counted<GroupTable<EndingPairRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    let counted = grouped(snapshot, filter, options.by, |sums: &mut PairSums, _, game, side| {
        sums.games += 1;
        let own = sums.pairs.entry((game.declared, game.verified, game.agreement)).or_default();
        own.0.add(game.result);
        own.1.add_side(game, side);
    })?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.least_games, |sums| sums.games);
        let mut rows = Vec::new();
        for (group, sums) in groups {
            let from = rows.len();
            for ((declared, verified, agreement), (results, player)) in sums.pairs {
                let games = results.games();
                rows.push(EndingPairRow {
                    group: group.clone(),
                    declared,
                    verified,
                    agreement,
                    games,
                    share: Score::of(games, sums.games - games, 0),
                    results,
                    player: has_player.then_some(player),
                });
            }
            let names =
                |row: &EndingPairRow| [row.declared.name(), row.verified.name(), row.agreement.name()];
            rows[from..].sort_by(|a, b| b.games.cmp(&a.games).then_with(|| names(a).cmp(&names(b))));
        }
        GroupTable { rows, rare }
    }))
}

#[derive(Default)]
struct RateSums {
    games: u64,
    endings: BTreeMap<Ending, u64>,
    contradicted: u64,
    facts: [u64; EndingFact::ALL.len()],
    results: Results,
    player: PlayerScore,
}

impl std::ops::AddAssign for RateSums {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        for (ending, games) in other.endings {
            *self.endings.entry(ending).or_default() += games;
        }
        self.contradicted += other.contradicted;
        self.facts.iter_mut().zip(other.facts).for_each(|(own, other)| *own += other);
        self.results += other.results;
        self.player += other.player;
    }
}

pub(super) fn ending_rates(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    options: &GroupOptions,
) -> Result<Counted<GroupTable<EndingRateRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    let measures = Measures::load(snapshot.connection(), None, MeasureParts::default())?;
    let counted = grouped(snapshot, filter, options.by, |sums: &mut RateSums, id, game, side| {
        sums.games += 1;
        *sums.endings.entry(game.verified.or(game.declared)).or_default() += 1;
        sums.contradicted += u64::from(game.agreement == Agreement::Contradicts);
        let measured = measures.of(id).copied().unwrap_or_default();
        for (own, fact) in sums.facts.iter_mut().zip(EndingFact::ALL) {
            *own += u64::from(fact.holds(&measured));
        }
        sums.results.add(game.result);
        sums.player.add_side(game, side);
    })?;
    Ok(counted.map(|groups| {
        let (groups, rare) = frequent(groups, options.least_games, |sums| sums.games);
        let row = |(group, sums): (GameGroup, RateSums)| {
            let mut endings: Vec<(Ending, u64)> = sums.endings.into_iter().collect();
            endings.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.name().cmp(b.0.name())));
            EndingRateRow {
                group,
                games: sums.games,
                endings,
                contradicted: sums.contradicted,
                facts: sums.facts,
                results: sums.results,
                player: has_player.then_some(sums.player),
            }
        };
        GroupTable { rows: groups.into_iter().map(row).collect(), rare }
    }))
}

#[derive(Default)]
struct IllegalSums {
    all: u64,
    rules: BTreeMap<Rule, RuleSums>,
}

#[derive(Default)]
struct RuleSums {
    decided: u64,
    declared: u64,
    plies: BTreeMap<u32, u64>,
    results: Results,
    player: PlayerScore,
}

impl std::ops::AddAssign for IllegalSums {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        for (rule, sums) in other.rules {
            let own = self.rules.entry(rule).or_default();
            own.decided += sums.decided;
            own.declared += sums.declared;
            for (ply, games) in sums.plies {
                *own.plies.entry(ply).or_default() += games;
            }
            own.results += sums.results;
            own.player += sums.player;
        }
    }
}

/// The rules that are broken, most games first.
pub(super) fn illegal_moves(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
) -> Result<Counted<Vec<IllegalMoveRow>>, QueryError> {
    let has_player = filter.asks_for_a_side();
    let measures = Measures::load(snapshot.connection(), None, MeasureParts::default())?;
    let counted = grouped(snapshot, filter, None, |sums: &mut IllegalSums, id, game, side| {
        sums.all += 1;
        let Some(rule) = measures.of(id).and_then(|game| game.broken_rule) else { return };
        let own = sums.rules.entry(rule).or_default();
        own.decided += u64::from(game.verified == Ending::IllegalMove);
        own.declared += u64::from(game.declared == Ending::IllegalMove);
        *own.plies.entry(game.plies + 1).or_default() += 1;
        own.results.add(game.result);
        own.player.add_side(game, side);
    })?;
    Ok(counted.map(|groups| {
        let sums = groups.into_iter().next().map(|(_, sums)| sums).unwrap_or_default();
        let row = |(rule, found): (Rule, RuleSums)| {
            let games = found.results.games();
            IllegalMoveRow {
                rule,
                games,
                share: Score::of(games, sums.all - games, 0),
                decided: found.decided,
                declared: found.declared,
                plies: found.plies,
                results: found.results,
                player: has_player.then_some(found.player),
            }
        };
        let mut rows: Vec<IllegalMoveRow> = sums.rules.into_iter().map(row).collect();
        rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.rule.name().cmp(b.rule.name())));
        rows
    }))
}

/// The ids of the games behind a number of these tables, of one group or of all.
pub(super) fn ending_games(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    wanted: &EndingGames,
    group: Option<GroupChoice<'_>>,
) -> Result<Counted<Vec<u32>>, QueryError> {
    let needs_measures = wanted
        .marks
        .iter()
        .any(|mark| matches!(mark, EndingMark::Rule(_) | EndingMark::AnyRule | EndingMark::Fact(_)));
    let measures = match needs_measures {
        true => Measures::load(snapshot.connection(), None, MeasureParts::default())?,
        false => Measures::default(),
    };
    let ending_of = |game: &GameFacts| match wanted.source {
        EndingSource::Declared => game.declared,
        EndingSource::Verified => game.verified,
        EndingSource::Either => game.verified.or(game.declared),
    };
    games_of_group(snapshot, filter, group, |id, game| {
        wanted.marks.iter().all(|mark| match mark {
            EndingMark::Ending(ending) => ending_of(game) == *ending,
            EndingMark::Agreement(agreement) => game.agreement == *agreement,
            EndingMark::Rule(rule) => measures.of(id).and_then(|game| game.broken_rule) == Some(*rule),
            EndingMark::AnyRule => measures.of(id).is_some_and(|game| game.broken_rule.is_some()),
            EndingMark::Fact(fact) => measures.of(id).is_some_and(|game| fact.holds(game)),
        })
    })
}
