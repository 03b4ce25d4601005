//! How games went, in numbers.

use crate::index::GameFacts;
use crate::record::GameResult;
use crate::rules::Color;

/// How games went, each game counted once. Draws, games without a result, and wins never mix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that Black won.
    pub black: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that ended without a winner by a rule or an agreement.
    pub draw: u64,
    /// Games whose result is not known (interrupted, adjourned, just ended).
    pub unknown: u64,
}

impl Results {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.black + self.white + self.draw + self.unknown
    }

    /// The share of points that `color` made of the games with a result, a draw counting half; `None` without such
    /// games.
    #[must_use]
    pub fn score(&self, color: Color) -> Option<Score> {
        let (wins, losses) = match color {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        };
        Score::of(wins, losses, self.draw)
    }

    /// Counts one more game.
    pub(super) fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Won(Color::Black) => self.black += 1,
            GameResult::Won(Color::White) => self.white += 1,
            GameResult::Draw => self.draw += 1,
            GameResult::Unknown => self.unknown += 1,
        }
    }
}

impl std::ops::AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.black += other.black;
        self.white += other.white;
        self.draw += other.draw;
        self.unknown += other.unknown;
    }
}

/// How a player's games went, each game counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerResults {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games whose result is not known.
    pub unknown: u64,
}

impl PlayerResults {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws + self.unknown
    }

    /// The share of points among the games with a result; `None` without such games.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Score::of(self.wins, self.losses, self.draws)
    }

    /// Counts one more game, in which the player had `color`.
    pub(super) fn add(&mut self, color: Color, result: GameResult) {
        match result {
            GameResult::Won(winner) if winner == color => self.wins += 1,
            GameResult::Won(_) => self.losses += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Unknown => self.unknown += 1,
        }
    }
}

impl std::ops::AddAssign for PlayerResults {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.unknown += other.unknown;
    }
}

/// How the games of the player that a question is about went, whichever side it had. Games in which it had both sides are
/// not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerScore {
    /// How the games went.
    pub results: PlayerResults,
    /// How those against an opponent with a rating went.
    pub rated: PlayerResults,
    /// The ratings of the opponents of rated games with a result, added up, in thousandths: a sum that does not depend on
    /// the order.
    ratings: i64,
}

impl PlayerScore {
    /// The share of points among the games with a result; `None` without such games.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.results.score()
    }

    /// The mean rating of the opponents, over the games with a result in which it is known.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of games and ratings are far below 2^52")]
    pub fn mean_opponent(&self) -> Option<f64> {
        let games = self.rated.wins + self.rated.losses + self.rated.draws;
        (games > 0).then(|| self.ratings as f64 / 1000.0 / games as f64)
    }

    /// The rating at which just this score is to be expected against opponents of this mean rating: the mean plus
    /// 400·log₁₀(s / (1 − s)) for a share s of the points. `None` without rated opponents, and when all points or none were
    /// made, which is to be expected at no rating.
    #[must_use]
    pub fn performance(&self) -> Option<f64> {
        let share = self.rated.score()?.mean;
        let mean = self.mean_opponent()?;
        (share > 0.0 && share < 1.0).then(|| mean + 400.0 * (share / (1.0 - share)).log10())
    }

    /// Counts one more game if the player had one side of it.
    pub(super) fn add_side(&mut self, game: &GameFacts, side: Option<Color>) {
        if let Some(color) = side {
            self.add(color, game);
        }
    }

    /// Counts one more game, in which the player had `color`.
    pub(super) fn add(&mut self, color: Color, game: &GameFacts) {
        self.results.add(color, game.result);
        if let Some(rating) = game.rating(!color) {
            self.rated.add(color, game.result);
            if game.result != GameResult::Unknown {
                self.ratings = self.ratings.saturating_add(thousandths(rating));
            }
        }
    }
}

impl std::ops::AddAssign for PlayerScore {
    fn add_assign(&mut self, other: Self) {
        self.results += other.results;
        self.rated += other.rated;
        self.ratings = self.ratings.saturating_add(other.ratings);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "no rating is larger than 2^53, and what is larger is cut"
)]
fn thousandths(rating: f64) -> i64 {
    (rating * 1000.0).round() as i64
}

/// A share of points with its 95 % interval, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The share.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Score {
    /// The share of points of so many wins, losses and draws, a draw counting half, with Wilson's interval at 95 %; `None`
    /// of no games. A draw varies less than a win and a loss, so with draws the interval is a little too wide.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
    pub fn of(wins: u64, losses: u64, draws: u64) -> Option<Self> {
        let games = (wins + losses + draws) as f64;
        if games == 0.0 {
            return None;
        }
        let mean = (wins as f64 + draws as f64 / 2.0) / games;
        let square = 1.96_f64 * 1.96;
        let middle = (mean + square / (2.0 * games)) / (1.0 + square / games);
        let half = (mean * (1.0 - mean) / games + square / (4.0 * games * games)).sqrt() * 1.96
            / (1.0 + square / games);
        Some(Self { mean, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_performance_is_the_rating_at_which_the_score_is_to_be_expected() {
        let of = |wins: u64, losses: u64, draws: u64, mean: i64| {
            let rated = PlayerResults { wins, losses, draws, unknown: 7 };
            let ratings = mean * 1000 * i64::try_from(wins + losses + draws).unwrap();
            PlayerScore { results: rated, rated, ratings }.performance().map(f64::round)
        };
        assert_eq!(of(1, 1, 0, 1500), Some(1500.0));
        assert_eq!(of(0, 0, 2, 1500), Some(1500.0));
        // 400·log10(3) = 190.8, 400·log10(10) = 400.
        assert_eq!(of(3, 1, 0, 1500), Some(1691.0));
        assert_eq!(of(1, 3, 0, 1500), Some(1309.0));
        assert_eq!(of(10, 1, 0, 2000), Some(2400.0));
        assert_eq!([of(5, 0, 0, 1500), of(0, 5, 0, 1500), of(0, 0, 0, 0)], [None; 3]);
    }

    #[test]
    fn scores_of_few_games_have_wide_intervals() {
        let rounded = |results: Results| {
            let score = results.score(Color::Black).unwrap();
            [score.mean, score.low, score.high].map(|value| (value * 1000.0).round() / 1000.0)
        };
        // Wilson's interval by hand: 1 of 1 gives 1/(1 + 3.8416) = 0.207 to 1.
        assert_eq!(rounded(Results { black: 1, ..Results::default() }), [1.0, 0.207, 1.0]);
        assert_eq!(rounded(Results { black: 50, white: 50, ..Results::default() }), [0.5, 0.404, 0.596]);
        assert_eq!(rounded(Results { black: 1, draw: 2, unknown: 9, white: 1 }), [0.5, 0.15, 0.85]);
        assert_eq!(Results { unknown: 3, ..Results::default() }.score(Color::White), None);
    }
}
