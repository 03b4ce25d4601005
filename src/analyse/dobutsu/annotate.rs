//! A game against perfect play.

use super::probe::ProbeError;
use super::table::Table;
use super::value::Value;
use crate::rules::dobutsu::{Move, Position};
use crate::rules::{ByColor, Color};
use std::io::{Read, Seek};

/// A move of a game, and what it did to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who made it.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// What the position was worth for that side.
    pub before: Value,
    /// What it is worth for the same side after the move.
    pub after: Value,
    /// The best move, where this one threw the result away.
    pub better: Option<Move>,
}

impl Judged {
    /// True when a won position became a drawn or lost one, or a drawn one a lost one.
    #[must_use]
    pub fn threw(&self) -> bool {
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
    pub moves: Vec<Judged>,
}

/// How a side, or all players together, kept the results that they had in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
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

impl Kept {
    /// Counts a move.
    pub fn add(&mut self, judged: &Judged) {
        self.moves += 1;
        let kept = u64::from(!judged.threw());
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
    /// How each side kept its results.
    #[must_use]
    pub fn kept(&self) -> ByColor<Kept> {
        let mut kept = ByColor::<Kept>::default();
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

impl<R: Read + Seek> Table<R> {
    /// Judges the moves of a game, which must be legal, up to where it is over by the official rules.
    ///
    /// # Errors
    /// [`ProbeError::NotInTable`] if an animal is missing; otherwise those of reading.
    pub fn annotate(&self, start: &Position, moves: &[Move]) -> Result<Annotation, ProbeError> {
        let mut position = *start;
        let mut annotation = Annotation { values: vec![self.value(&position)?], moves: Vec::new() };
        for mv in moves {
            let before = annotation.values.last().copied().unwrap_or(Value::Draw);
            if position.is_over() {
                break;
            }
            let mut next = position;
            next.play(*mv);
            let value = self.value(&next)?;
            let side = position.turn();
            let mut judged = Judged { side, mv: *mv, before, after: value.before(), better: None };
            if judged.threw() {
                judged.better = self.moves(&position)?.first().map(|best| best.mv);
            }
            annotation.values.push(value);
            annotation.moves.push(judged);
            position = next;
        }
        Ok(annotation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(before: Value, after: Value) -> Judged {
        let mv = "b3b2".parse().unwrap();
        Judged { side: Color::Black, mv, before, after, better: None }
    }

    #[test]
    fn a_result_is_thrown_away_when_its_class_falls() {
        use Value::{Draw, Loss, Win};
        for (before, after, threw) in [
            (Win(3), Win(1), false),
            (Win(3), Win(75), false),
            (Win(3), Draw, true),
            (Win(3), Loss(2), true),
            (Draw, Draw, false),
            (Draw, Loss(10), true),
            (Loss(10), Loss(2), false),
        ] {
            assert_eq!(judged(before, after).threw(), threw, "{before} {after}");
        }
        let mut kept = Kept::default();
        for (before, after) in [(Win(3), Win(3)), (Win(3), Draw), (Draw, Draw), (Loss(4), Loss(2))] {
            kept.add(&judged(before, after));
        }
        assert_eq!(kept, Kept { moves: 4, won: 2, won_kept: 1, drawn: 1, drawn_kept: 1 });
        assert_eq!(kept.accuracy(), Some(2.0 / 3.0));
        assert_eq!(Kept::default().accuracy(), None);
    }
}
