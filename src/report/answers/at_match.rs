//! What was played where a query holds.

use super::base::kinds_text;
use super::charts::{dot, drawn, say, score_dots};
use crate::query::{AtMatch, MatchMove};
use crate::report::{Answer, Chart, Field, Kind, Row, View};
use crate::terms::{self, Category, Language, counted, statement};

impl Row for MatchMove {
    const NAME: &'static str = "move at a match";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new(
                "usi",
                Kind::Text,
                "the move in USI, in dōbutsu shōgi as `b3b2`; turned where the query was found with Black and White \
                 exchanged",
                |row: &Self| row.usi.clone().into(),
            )
            .heading("move"),
            Field::new(
                "side",
                Kind::Code(Category::Side),
                "who plays it: `black` is the side that the query calls so",
                |row: &Self| row.mover.into(),
            ),
            Field::new(
                "games",
                Kind::Count,
                "the games in which it was played at the first match",
                |row: &Self| row.games.into(),
            ),
            Field::new(
                "results",
                Kind::PlayerResults,
                "how those games went for who played it",
                |row: &Self| row.results.into(),
            ),
            Field::new("score", Kind::Score, "the score of who played it", |row: &Self| row.results.score().into())
                .heading("score_side_to_move"),
        ]
    }
}

impl Answer for AtMatch {
    fn view(&self) -> View {
        View::of(&self.moves)
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let (rows, mut notes) = drawn(&self.moves, rows, language);
        let one = |row: &MatchMove| {
            let side = terms::name(Category::Side, row.mover.name(), language);
            dot(format!("{side} {}", row.usi), row.results.score(), row.games)
        };
        let dots = rows.into_iter().map(one).collect();
        notes.extend(self.remarks(language));
        let plot = score_dots(say("score_with_interval", language), dots);
        Some(Chart::new(&say("chart_moves_at_match", language), plot).noted(notes))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let games = kinds_text(&self.base.counted, language);
        let ended = counted("game", self.ended_here, &crate::report::count(self.ended_here), language);
        vec![
            statement("based_on", &[("games", &games)], language),
            statement("ended_at_match", &[("games", &ended)], language),
        ]
    }
}
