//! Glicko-2 ratings, by M. E. Glickman's description (<http://www.glicko.net/glicko/glicko2.pdf>).

use std::f64::consts::PI;

/// What a rating of 1500 ± 173.7178 is on the scale on which is calculated.
const SCALE: f64 = 173.7178;

/// How exactly the volatility is found.
const EXACT: f64 = 1e-6;

/// How strong a player is, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much the strength is expected to change from period to period.
    pub volatility: f64,
}

impl Default for Glicko {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Glicko {
    /// The interval in which the strength is with 95 %.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        (self.rating - 1.96 * self.deviation, self.rating + 1.96 * self.deviation)
    }

    /// After so many periods without a game: no surer than a player who is new.
    #[must_use]
    pub fn after_idle(&self, periods: u32) -> Self {
        let own = self.deviation / SCALE;
        let grown = (own * own + f64::from(periods) * self.volatility * self.volatility).sqrt() * SCALE;
        Self { deviation: grown.min(Self::default().deviation.max(self.deviation)), ..*self }
    }

    /// After a period with these results, each against an opponent as strong as before the period: 1 for a win, 0.5 for a
    /// draw, 0 for a loss. `tau` says how much volatilities may change, 0.3 to 1.2.
    ///
    /// ```
    /// use kifukura::query::Glicko;
    ///
    /// let opponent = |rating, deviation| Glicko { rating, deviation, ..Glicko::default() };
    /// let player = opponent(1500.0, 200.0);
    /// let results = [(opponent(1400.0, 30.0), 1.0), (opponent(1550.0, 100.0), 0.0), (opponent(1700.0, 300.0), 0.0)];
    /// let after = player.after(&results, 0.5);
    /// assert_eq!([after.rating.round(), after.deviation.round()], [1464.0, 152.0]);
    /// ```
    #[must_use]
    pub fn after(&self, results: &[(Self, f64)], tau: f64) -> Self {
        if results.is_empty() {
            return self.after_idle(1);
        }
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in results {
            let (other, deviation) = ((opponent.rating - 1500.0) / SCALE, opponent.deviation / SCALE);
            let weight = 1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mu - other)).exp());
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = self.new_volatility(phi, variance, variance * surprise, tau);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + 1.0 / variance).sqrt();
        Self {
            rating: (mu + phi * phi * surprise).mul_add(SCALE, 1500.0),
            deviation: phi * SCALE,
            volatility,
        }
    }

    /// The volatility at which what happened is likeliest, by the Illinois method of finding a root.
    fn new_volatility(&self, phi: f64, variance: f64, delta: f64, tau: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let slope = |x: f64| {
            let all = phi * phi + variance + x.exp();
            x.exp() * (delta * delta - all) / (2.0 * all * all) - (x - start) / (tau * tau)
        };
        let mut low = start;
        let mut high = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            (1..100).map(|step| start - f64::from(step) * tau).find(|x| slope(*x) >= 0.0).unwrap_or(start)
        };
        let (mut at_low, mut at_high) = (slope(low), slope(high));
        // It always ends much sooner.
        for _ in 0..100 {
            if (high - low).abs() <= EXACT {
                break;
            }
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let at_middle = slope(middle);
            if at_middle * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (middle, at_middle);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glickmans_own_example() {
        let of = |rating, deviation| Glicko { rating, deviation, volatility: 0.06 };
        let results = [(of(1400.0, 30.0), 1.0), (of(1550.0, 100.0), 0.0), (of(1700.0, 300.0), 0.0)];
        let after = of(1500.0, 200.0).after(&results, 0.5);
        let rounded = |value: f64, factor: f64| (value * factor).round() / factor;
        // The paper rounds on its way: 1464.06, 151.52, 0.05999.
        assert_eq!(rounded(after.rating, 10.0), 1464.1);
        assert!((after.rating - 1464.06).abs() < 0.015, "{after:?}");
        assert_eq!(rounded(after.deviation, 100.0), 151.52);
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn who_does_not_play_becomes_less_sure() {
        let player = Glicko { rating: 1700.0, deviation: 50.0, volatility: 0.06 };
        let idle = player.after(&[], 0.5);
        assert_eq!(idle, player.after_idle(1));
        // √(50² + (0.06·173.7178)²) = 51.07
        assert_eq!((idle.deviation * 100.0).round(), 5107.0);
        assert_eq!(player.after_idle(100_000).deviation, 350.0);
        assert_eq!(player.interval(), (1602.0, 1798.0));
    }
}
