//! How a query was answered.

use crate::query::Stage;
use crate::report::{Answer, Cell, Field, Kind, Row, View};

impl Row for Stage {
    const NAME: &'static str = "stage of a query";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new(
                "stage",
                Kind::Text,
                "what is asked: `facts` of the games in memory, the position `index`, `plies` that the index has, `moves` \
                 of the games that are left",
                |stage: &Self| Cell::Text(stage.name.to_owned()),
            ),
            Field::new("games", Kind::Count, "how many games are left after it", |stage: &Self| {
                stage.games.into()
            }),
            Field::new("milliseconds", Kind::Number(1), "how long it took", |stage: &Self| {
                (stage.time.as_secs_f64() * 1000.0).into()
            }),
            Field::new("asks", Kind::Text, "what of the query is asked there", |stage: &Self| {
                Some(stage.asks.clone()).filter(|asks| !asks.is_empty()).into()
            }),
        ]
    }
}

/// The steps in which a query was answered.
#[derive(Clone, Debug)]
pub struct QueryPlan {
    /// The steps, the first one first.
    pub stages: Vec<Stage>,
}

impl Answer for QueryPlan {
    fn view(&self) -> View {
        View::of(&self.stages)
    }
}
