//! Who played whom, and how it went.

use super::players::{Names, shown_names};
use super::selection::Selection;
use super::tally::WHOLE_GAMES;
use super::{Base, Counted, Filter, PlayerScore, QueryError};
use crate::database::Snapshot;
use crate::rules::Color;
use rayon::prelude::*;
use std::collections::HashMap;

/// A player of a cross table.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossRow {
    /// The player.
    pub player: String,
    /// All the player's games.
    pub score: PlayerScore,
    /// The games against each other player of the table, by their places in it; none where they did not meet.
    pub against: Vec<Option<PlayerScore>>,
}

impl CrossRow {
    /// Points: a win one, a draw half.
    #[must_use]
    pub fn points(&self) -> f64 {
        points(&self.score)
    }
}

/// Points: a win one, a draw half.
#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn points(score: &PlayerScore) -> f64 {
    score.results.wins as f64 + score.results.draws as f64 / 2.0
}

/// A cross table: its players, most points first; of equal points whoever made them in fewer games, then by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrossTable {
    /// The players.
    pub rows: Vec<CrossRow>,
    /// How many more players there are.
    pub hidden: u64,
    /// Games that are not in it: of somebody without a name, or of a player against itself.
    pub left_out: u64,
}

type Pairs = HashMap<(u32, u32), PlayerScore>;

pub(super) fn cross_table(
    snapshot: &Snapshot<'_>,
    filter: &Filter,
    limit: Option<u64>,
) -> Result<Counted<CrossTable>, QueryError> {
    let names = Names::read(snapshot.connection())?;
    let selection = Selection::of_kinds(snapshot, filter, None, &WHOLE_GAMES)?;
    let of_block = snapshot.all_facts()?.games().map(|games| {
        let (mut pairs, mut uses) = (Pairs::new(), HashMap::<u32, u64>::new());
        let (mut base, mut left_out) = (Base::default(), 0);
        for (id, game) in games {
            if !selection.count(id, game, &mut base) {
                continue;
            }
            let sides = game.players[0].zip(game.players[1]);
            let persons = sides.map(|(black, white)| [names.person(black), names.person(white)]);
            let Some([black, white]) = persons.filter(|[a, b]| *a != 0 && *b != 0 && a != b) else {
                left_out += 1;
                continue;
            };
            pairs.entry((black, white)).or_default().add(Color::Black, game);
            pairs.entry((white, black)).or_default().add(Color::White, game);
            for id in game.players.iter().flatten() {
                *uses.entry(id.get()).or_default() += 1;
            }
        }
        (pairs, uses, base, left_out)
    });
    let (mut pairs, mut uses) = (Pairs::new(), HashMap::<u32, u64>::new());
    let (mut base, mut table) = (Base::default(), CrossTable::default());
    for (more, used, own, left_out) in of_block.collect::<Vec<_>>() {
        more.into_iter().for_each(|(pair, score)| *pairs.entry(pair).or_default() += score);
        used.into_iter().for_each(|(id, count)| *uses.entry(id).or_default() += count);
        base += own;
        table.left_out += left_out;
    }
    let shown = shown_names(snapshot.connection(), &names, &uses)?;
    let mut players: HashMap<u32, PlayerScore> = HashMap::new();
    pairs.iter().for_each(|((own, _), score)| *players.entry(*own).or_default() += *score);
    let mut order: Vec<(u32, PlayerScore)> = players.into_iter().collect();
    let name = |number: &u32| shown.get(number).map_or("", String::as_str);
    order.sort_by(|(a, of_a), (b, of_b)| {
        let by_games = || of_a.results.games().cmp(&of_b.results.games());
        points(of_b).total_cmp(&points(of_a)).then_with(by_games).then_with(|| name(a).cmp(name(b)))
    });
    let most = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    table.hidden = order.len().saturating_sub(most) as u64;
    order.truncate(most);
    let row = |(own, score): &(u32, PlayerScore)| CrossRow {
        player: name(own).to_owned(),
        score: *score,
        against: order.iter().map(|(other, _)| pairs.get(&(*own, *other)).copied()).collect(),
    };
    table.rows = order.iter().map(row).collect();
    Ok(Counted { answer: table, base })
}
