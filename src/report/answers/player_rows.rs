//! The rows of the tables about one player's games.

use crate::query::{FormRow, OpponentRow, PlayerEndingRow, PlayerOpeningRow, PlayerScore};
use crate::report::{Field, Kind, Row, Shown, opening_name};
use crate::terms::{Category, Language};

/// The columns of how a player's games went.
pub(super) fn score_fields<R: 'static>(of: fn(&R) -> PlayerScore) -> [Field<R>; 4] {
    [
        Field::new("games", Kind::Count, "games", move |row: &R| of(row).results.games().into()),
        Field::new("results", Kind::PlayerResults, "how they went for the player", move |row: &R| {
            of(row).results.into()
        }),
        Field::new("score", Kind::Score, "the player's score, with its 95 % interval", move |row: &R| {
            of(row).score().into()
        }),
        Field::new(
            "performance",
            Kind::Number(0),
            "the performance rating over the games against rated opponents",
            move |row: &R| of(row).performance().into(),
        )
        .shown(Shown::IfWide(1)),
    ]
}

impl Row for OpponentRow {
    const NAME: &'static str = "opponent";

    fn fields() -> Vec<Field<Self>> {
        let opponent =
            Field::new("opponent", Kind::Text, "the opponent", |row: &Self| row.opponent.clone().into());
        let last =
            Field::new("last_date", Kind::Date, "the day of the last game with a date", |row: &Self| {
                row.last.into()
            })
            .shown(Shown::IfWide(2));
        std::iter::once(opponent).chain(score_fields(|row: &Self| row.score)).chain([last]).collect()
    }
}

impl Row for FormRow {
    const NAME: &'static str = "form";

    fn fields() -> Vec<Field<Self>> {
        let month =
            Field::new("month", Kind::Date, "the month, or the year where no more is known", |row: &Self| {
                row.month.into()
            });
        std::iter::once(month).chain(score_fields(|row: &Self| row.score)).collect()
    }
}

/// An opening with its name in a language.
#[derive(Clone, Debug)]
pub struct PlayerOpeningLine {
    pub(super) row: PlayerOpeningRow,
    pub(super) language: Language,
}

impl Row for PlayerOpeningLine {
    const NAME: &'static str = "player opening";

    fn fields() -> Vec<Field<Self>> {
        let fields = [
            Field::new("side", Kind::Code(Category::Side), "the player's colour", |line: &Self| {
                line.row.side.into()
            }),
            Field::new("opening", Kind::Text, "the name in the language of the answer", |line: &Self| {
                opening_name(&line.row.definition, line.language).into()
            }),
            Field::new("id", Kind::Text, "the id of the definition", |line: &Self| {
                line.row.definition.id.clone().into()
            })
            .in_data(),
            Field::new(
                "name_kind",
                Kind::Code(Category::NameKind),
                "what it is the name of",
                |line: &Self| line.row.definition.kind.into(),
            ),
        ];
        fields.into_iter().chain(score_fields(|line: &Self| line.row.score)).collect()
    }
}

impl Row for PlayerEndingRow {
    const NAME: &'static str = "player ending";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new(
                "ending",
                Kind::Code(Category::Ending),
                "the verified ending, else the declared one",
                |row: &Self| row.ending.into(),
            ),
            Field::new("games", Kind::Count, "games", |row: &Self| row.results.games().into()),
            Field::new("results", Kind::PlayerResults, "how they went for the player", |row: &Self| {
                row.results.into()
            }),
            Field::new("score", Kind::Score, "the player's score, with its 95 % interval", |row: &Self| {
                row.results.score().into()
            }),
        ]
    }
}
