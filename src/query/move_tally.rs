//! The moves that were played in a position, counted.

use super::listing::number;
use super::{PlayerScore, Results, Score};
use crate::index::{Day, GameFacts};
use crate::rules::shogi::Move;
use crate::rules::{Color, Variant};
use std::cmp::Reverse;

/// What was played in a position, for one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveStatistics {
    /// The move in USI; in dōbutsu shōgi as `b3b2`.
    pub usi: String,
    /// The move.
    pub mv: Move,
    /// The games in which it was played here, each counted once.
    pub games: u64,
    /// How those games went.
    pub results: Results,
    /// The score of the side that moves.
    pub score: Option<Score>,
    /// The mean rating of the players who played it, over the games that have one.
    pub average_rating: Option<f64>,
    /// The last year in which it was played.
    pub last_year: Option<u16>,
    /// How those games went for the player that the filter asks for.
    pub player: Option<PlayerScore>,
    /// A game to look at: of those with the highest mean rating of both players the most recent one.
    pub model_game: i64,
}

/// The counts of the moves on their way.
pub(super) struct MoveTallies {
    tallies: Vec<(u16, Tally)>,
    /// For each move as its raw bits the place of its tally plus 1, 0 for none; empty before the first move.
    places: Vec<u16>,
}

impl MoveTallies {
    pub const fn new() -> Self {
        Self { tallies: Vec::new(), places: Vec::new() }
    }

    /// Counts a game in which a move was played.
    #[inline]
    pub fn add(&mut self, raw: u16, id: u32, game: &GameFacts, mover: Color, side: Option<Color>) {
        self.tally(raw).add(id, game, mover, side);
    }

    pub fn merge(&mut self, other: Self) {
        for (raw, tally) in other.tallies {
            self.tally(raw).merge(&tally);
        }
    }

    #[inline]
    fn tally(&mut self, raw: u16) -> &mut Tally {
        if self.places.is_empty() {
            self.places.resize(1 << 16, 0);
        }
        let place = &mut self.places[usize::from(raw)];
        if *place == 0 {
            self.tallies.push((raw, Tally::default()));
            *place = u16::try_from(self.tallies.len()).unwrap_or(u16::MAX);
        }
        &mut self.tallies[usize::from(*place) - 1].1
    }

    /// The moves, most played first, then by their USI text.
    pub fn statistics(self, variant: Variant, mover: Color, has_player: bool) -> Vec<MoveStatistics> {
        let share =
            |(raw, tally): (u16, Tally)| Some(tally.share(Move::from_raw(raw)?, variant, mover, has_player));
        let mut moves: Vec<MoveStatistics> = self.tallies.into_iter().filter_map(share).collect();
        moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.usi.cmp(&b.usi)));
        moves
    }
}

/// A move's counts on their way.
#[derive(Default)]
struct Tally {
    results: Results,
    rating_sum: f64,
    rated: u32,
    last_year: Option<u16>,
    player: PlayerScore,
    model: Model,
}

/// How well a game serves as a model, and its id: rating, day, and the lower id of equal ones.
type Model = (Option<u64>, Option<Day>, Reverse<u32>);

impl Tally {
    fn add(&mut self, id: u32, game: &GameFacts, mover: Color, side: Option<Color>) {
        self.results.add(game.result);
        self.player.add_side(game, side);
        self.add_model((game.mean_rating().map(number), game.day, Reverse(id)));
        if let Some(rating) = game.rating(mover) {
            self.rating_sum += rating;
            self.rated += 1;
        }
        self.last_year = self.last_year.max(game.year());
    }

    fn add_model(&mut self, model: Model) {
        // No game has the id 0.
        if self.model.2.0 == 0 || model > self.model {
            self.model = model;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.results += other.results;
        self.player += other.player;
        self.add_model(other.model);
        self.rating_sum += other.rating_sum;
        self.rated += other.rated;
        self.last_year = self.last_year.max(other.last_year);
    }

    fn share(self, mv: Move, variant: Variant, mover: Color, has_player: bool) -> MoveStatistics {
        MoveStatistics {
            usi: variant.move_text(mv),
            mv,
            games: self.results.games(),
            results: self.results,
            score: self.results.score(mover),
            average_rating: (self.rated > 0).then(|| self.rating_sum / f64::from(self.rated)),
            last_year: self.last_year,
            player: has_player.then_some(self.player),
            model_game: self.model.2.0.into(),
        }
    }
}
