//! An evaluation as an object of a game.

use crate::record::{EngineScore, Evaluation};
use crate::report::{Field, Kind, Row};
use crate::terms::Category;

/// An evaluation as an object. Either `centipawns` or `mate_for` is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationObject {
    /// The line: 0 is the main line, else the number of the branch.
    pub line: usize,
    /// After how many plies.
    pub ply: usize,
    /// Hundredths of a pawn from Black's view.
    pub centipawns: Option<i32>,
    /// The side that mates.
    pub mate_for: Option<&'static str>,
    /// In how many plies.
    pub mate_plies: Option<u32>,
    /// How many plies deep the engine searched.
    pub depth: Option<u32>,
    /// How many positions it examined.
    pub nodes: Option<u64>,
    /// The engine.
    pub engine: Option<String>,
    /// The moves that it expected, as written.
    pub variation: Option<String>,
}

impl From<&Evaluation> for EvaluationObject {
    fn from(found: &Evaluation) -> Self {
        let (centipawns, mate) = match found.score {
            EngineScore::Centipawns(value) => (Some(value), None),
            EngineScore::Mate { winner, plies } => (None, Some((winner, plies))),
        };
        Self {
            line: found.line,
            ply: found.ply,
            centipawns,
            mate_for: mate.map(|(winner, _)| winner.name()),
            mate_plies: mate.and_then(|(_, plies)| plies),
            depth: found.depth,
            nodes: found.nodes,
            engine: found.engine.clone(),
            variation: found.variation.clone(),
        }
    }
}

impl Row for EvaluationObject {
    const NAME: &'static str = "evaluation";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new(
                "line",
                Kind::Count,
                "0 is the main line, else the number of the branch",
                |row: &Self| row.line.into(),
            ),
            Field::new("ply", Kind::Count, "after how many plies", |row: &Self| row.ply.into()),
            Field::new("centipawns", Kind::Id, "hundredths of a pawn from Black's view", |row: &Self| {
                row.centipawns.map(i64::from).into()
            }),
            Field::new("mate_for", Kind::Code(Category::Side), "the side that mates", |row: &Self| {
                row.mate_for.into()
            }),
            Field::new("mate_plies", Kind::Count, "in how many plies", |row: &Self| row.mate_plies.into()),
            Field::new("depth", Kind::Count, "how many plies the engine searched", |row: &Self| {
                row.depth.into()
            }),
            Field::new("nodes", Kind::Count, "how many positions it searched", |row: &Self| row.nodes.into()),
            Field::new("engine", Kind::Text, "the engine", |row: &Self| row.engine.clone().into()),
            Field::new("variation", Kind::Text, "the moves that it expected, as written", |row: &Self| {
                row.variation.clone().into()
            }),
        ]
    }
}
