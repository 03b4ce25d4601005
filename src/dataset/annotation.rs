//! A game of dōbutsu shōgi against perfect play, as one object.

use crate::analyse::dobutsu::Annotation;
use crate::query::GameSummary;
use crate::rules::Color;
use serde::Serialize;

/// A stored game with the value of every position. The names are stable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnnotationObject {
    /// The game's id.
    pub id: i64,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The winner that statistics use.
    pub winner: Option<String>,
    /// The proved ending, else the declared one.
    pub ending: String,
    /// How many moves were judged.
    pub plies: usize,
    /// The moves.
    pub moves: Vec<String>,
    /// The value of the start and of the position after each move, for the side to move: `win 75`, `loss 78`, `draw`.
    pub values: Vec<String>,
    /// The moves that threw the result away.
    pub thrown: Vec<ThrownMove>,
    /// The share of Black's moves, in positions that were not lost, that kept the result.
    pub black_accuracy: Option<f64>,
    /// The same of White's moves.
    pub white_accuracy: Option<f64>,
}

/// A move that threw the result away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThrownMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: &'static str,
    /// The move.
    pub mv: String,
    /// What the position was worth for that side.
    pub before: String,
    /// What it was worth afterwards.
    pub after: String,
    /// The best move.
    pub better: Option<String>,
}

impl AnnotationObject {
    /// The object of a game.
    #[must_use]
    pub fn new(game: &GameSummary, annotation: &Annotation) -> Self {
        let thrown = |(index, judged): (usize, &crate::analyse::dobutsu::Judged)| {
            judged.threw().then(|| ThrownMove {
                ply: index + 1,
                side: judged.side.name(),
                mv: judged.mv.to_string(),
                before: judged.before.to_string(),
                after: judged.after.to_string(),
                better: judged.better.map(|mv| mv.to_string()),
            })
        };
        let kept = annotation.kept();
        let ending =
            if game.verified_ending == crate::record::Ending::None { &game.declared_ending } else { &game.verified_ending };
        Self {
            id: game.id,
            black: game.black.clone(),
            white: game.white.clone(),
            winner: game.winner.map(|color| color.name().to_owned()),
            ending: ending.name().to_owned(),
            plies: annotation.moves.len(),
            moves: annotation.moves.iter().map(|judged| judged.mv.to_string()).collect(),
            values: annotation.values.iter().map(ToString::to_string).collect(),
            thrown: annotation.moves.iter().enumerate().filter_map(thrown).collect(),
            black_accuracy: kept[Color::Black].accuracy(),
            white_accuracy: kept[Color::White].accuracy(),
        }
    }
}
