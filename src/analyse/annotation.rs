//! A game of dōbutsu shōgi against perfect play.

use crate::rules::dobutsu::{Move, Position};
use crate::rules::{ByColor, Color};
use crate::tablebase::{ProbeError, SolutionTable, Value};
use std::io::{Read, Seek};

/// A move of a game, and what it did to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// Who made it.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// What the position was worth for that side.
    pub before: Value,
    /// What it is worth for the same side after the move.
    pub after: Value,
    /// The best move, where this one gave the result away.
    pub better: Option<Move>,
}

impl JudgedMove {
    /// True when a won position became a drawn or lost one, or a drawn one a lost one.
    #[must_use]
    pub fn gave_result_away(&self) -> bool {
        class(self.after) < class(self.before)
    }
}

fn class(value: Value) -> u8 {
    match value {
        Value::Win(_) => 2,
        Value::Draw => 1,
        Value::Loss(_) => 0,
    }
}

/// A game with the value of every position and the judgement of every move, up to where it was over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The value of each position for its side to move: the start, then one after each move.
    pub values: Vec<Value>,
    /// The moves.
    pub moves: Vec<JudgedMove>,
}

/// How a side, or all players together, kept the results that they could have had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptResults {
    /// Moves.
    pub moves: u64,
    /// Moves in won positions.
    pub won: u64,
    /// Of them, those after which the position was still won.
    pub won_kept: u64,
    /// Moves in drawn positions.
    pub drawn: u64,
    /// Of them, those after which the position was still drawn.
    pub drawn_kept: u64,
}

impl KeptResults {
    /// Counts a move.
    pub fn add(&mut self, judged: &JudgedMove) {
        self.moves += 1;
        let kept = u64::from(!judged.gave_result_away());
        match judged.before {
            Value::Win(_) => {
                self.won += 1;
                self.won_kept += kept;
            }
            Value::Draw => {
                self.drawn += 1;
                self.drawn_kept += kept;
            }
            Value::Loss(_) => {}
        }
    }

    /// The share of moves, in positions that were not lost, that kept the result; from 0 to 1. `None` without such
    /// positions.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of moves are far below 2^52")]
    pub fn accuracy(&self) -> Option<f64> {
        let chances = self.won + self.drawn;
        (chances > 0).then(|| (self.won_kept + self.drawn_kept) as f64 / chances as f64)
    }
}

impl Annotation {
    /// Judges the moves of a game, which must be legal, up to where it is over by the official rules.
    ///
    /// # Errors
    /// [`ProbeError::NotInTable`] if an animal is missing; otherwise those of reading.
    pub fn new<R: Read + Seek>(
        table: &SolutionTable<R>,
        start: &Position,
        moves: &[Move],
    ) -> Result<Self, ProbeError> {
        let (mut position, mut before) = (*start, table.value(start)?);
        let mut annotation = Self { values: vec![before], moves: Vec::new() };
        for mv in moves {
            if position.is_over() {
                break;
            }
            let mut next = position;
            next.play(*mv);
            let value = table.value(&next)?;
            let side = position.turn();
            let mut judged = JudgedMove { side, mv: *mv, before, after: value.before(), better: None };
            if judged.gave_result_away() {
                judged.better = table.moves(&position)?.first().map(|best| best.mv);
            }
            annotation.values.push(value);
            annotation.moves.push(judged);
            (position, before) = (next, value);
        }
        Ok(annotation)
    }

    /// How each side kept its results.
    #[must_use]
    pub fn kept(&self) -> ByColor<KeptResults> {
        let mut kept = ByColor::<KeptResults>::default();
        for judged in &self.moves {
            kept[judged.side].add(judged);
        }
        kept
    }

    /// Whether a side had a won position at any time.
    #[must_use]
    pub fn had_won(&self, side: Color) -> bool {
        self.moves.iter().any(|judged| {
            let own = judged.side == side;
            [judged.before, judged.after].into_iter().any(|value| match value {
                Value::Win(_) => own,
                Value::Loss(_) => !own,
                Value::Draw => false,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(before: Value, after: Value) -> JudgedMove {
        let mv = "b3b2".parse().unwrap();
        JudgedMove { side: Color::Black, mv, before, after, better: None }
    }

    #[test]
    fn a_result_is_given_away_when_its_class_falls() {
        use Value::{Draw, Loss, Win};
        for (before, after, given_away) in [
            (Win(3), Win(1), false),
            (Win(3), Win(75), false),
            (Win(3), Draw, true),
            (Win(3), Loss(2), true),
            (Draw, Draw, false),
            (Draw, Loss(10), true),
            (Loss(10), Loss(2), false),
        ] {
            assert_eq!(judged(before, after).gave_result_away(), given_away, "{before} {after}");
        }
        let mut kept = KeptResults::default();
        for (before, after) in [(Win(3), Win(3)), (Win(3), Draw), (Draw, Draw), (Loss(4), Loss(2))] {
            kept.add(&judged(before, after));
        }
        assert_eq!(kept, KeptResults { moves: 4, won: 2, won_kept: 1, drawn: 1, drawn_kept: 1 });
        assert_eq!(kept.accuracy(), Some(2.0 / 3.0));
        assert_eq!(KeptResults::default().accuracy(), None);
    }
}
