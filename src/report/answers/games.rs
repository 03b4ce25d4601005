//! Lists of games.

use super::base::{kinds_text, undecided};
use super::not_shown;
use crate::query::{Base, FoundGame, GameSummary};
use crate::report::{Answer, Cell, Field, Kind, Row, Shown, View};
use crate::terms::{Category, Language};

impl Row for GameSummary {
    const NAME: &'static str = "game";

    fn fields() -> Vec<Field<Self>> {
        [Self::game_fields(), Self::ending_fields(), Self::start_fields()].into_iter().flatten().collect()
    }
}

impl GameSummary {
    /// Which game it is, who played it and when.
    fn game_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("id", Kind::Id, "the game's id in this database", |game: &Self| game.id.into()),
            Field::new("variant", Kind::Code(Category::Variant), "which game is played", |game: &Self| {
                game.variant.into()
            })
            .in_data(),
            Field::new("kind", Kind::Code(Category::GameKind), "what the record is", |game: &Self| {
                game.kind.into()
            })
            .in_data(),
            Field::new("date", Kind::Date, "the day it began, as far as it is known", |game: &Self| {
                game.date.into()
            }),
            Field::new("black", Kind::Text, "Black's name as written", |game: &Self| {
                game.black.clone().into()
            }),
            Field::new("white", Kind::Text, "White's name as written", |game: &Self| {
                game.white.clone().into()
            }),
            Field::new("plies", Kind::Count, "how many legal moves it has", |game: &Self| game.plies.into()),
        ]
    }

    /// How it ended.
    fn ending_fields() -> Vec<Field<Self>> {
        let ending = Kind::CodeOrNone(Category::Ending);
        let side = Kind::Code(Category::Side);
        vec![
            Field::new("winner", side, "the verified winner, else the declared one", |game: &Self| {
                game.winner.into()
            }),
            Field::new("declared_ending", ending, "the ending that the record declares", |game: &Self| {
                game.declared_ending.into()
            })
            .heading("declared"),
            Field::new("declared_winner", side, "the winner that the record declares", |game: &Self| {
                game.declared_winner.into()
            })
            .in_data(),
            Field::new(
                "verified_ending",
                ending,
                "the ending that the moves verify, `none` when they verify nothing",
                |game: &Self| game.verified_ending.into(),
            )
            .heading("verified")
            .shown(Shown::IfWide(1)),
            Field::new("verified_winner", side, "the winner that the moves verify", |game: &Self| {
                game.verified_winner.into()
            })
            .in_data(),
            Field::new(
                "agreement",
                Kind::Code(Category::Agreement),
                "how the two endings compare",
                |game: &Self| game.agreement.into(),
            )
            .shown(Shown::IfWide(2)),
        ]
    }

    /// Where it was played, and from which position.
    fn start_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("event", Kind::Text, "the event as written", |game: &Self| game.event.clone().into())
                .shown(Shown::IfWide(3)),
            Field::new("black_rating", Kind::Number(0), "Black's rating", |game: &Self| {
                game.black_rating.into()
            })
            .in_data(),
            Field::new("white_rating", Kind::Number(0), "White's rating", |game: &Self| {
                game.white_rating.into()
            })
            .in_data(),
            Field::new("handicap", Kind::Text, "the handicap's name as written", |game: &Self| {
                game.handicap.clone().into()
            })
            .in_data(),
            Field::new(
                "placing",
                Kind::Code(Category::Handicap),
                "how the pieces stood at the beginning: `even`, a handicap, `set` for any other position",
                |game: &Self| Cell::Code(game.placing.name()),
            )
            .in_data(),
            Field::new(
                "start_sfen",
                Kind::Sfen,
                "the start position, when it is not the even one",
                |game: &Self| game.start_sfen.clone().into(),
            )
            .in_data(),
            Field::new(
                "broken_rule",
                Kind::Code(Category::Rule),
                "the rule that the first illegal move broke",
                |game: &Self| game.broken_rule.into(),
            )
            .in_data(),
        ]
    }
}

impl Row for FoundGame {
    const NAME: &'static str = "found game";

    fn fields() -> Vec<Field<Self>> {
        let ply = "after how many plies what was asked for is so";
        let side = "which way round it was found: `black` as it was asked for, `white` with Black and White exchanged, \
                    `both`; nothing where that was not asked";
        let mut fields = vec![
            Field::new("ply", Kind::Count, ply, |found: &Self| found.ply.into()),
            Field::new("side", Kind::Code(Category::Side), side, |found: &Self| {
                match (found.sides.black, found.sides.white) {
                    (true, true) => Cell::Code("both"),
                    (true, false) => Cell::Code("black"),
                    (false, true) => Cell::Code("white"),
                    (false, false) => Cell::Null,
                }
            }),
        ];
        fields.extend(GameSummary::fields().into_iter().map(|field| field.of(|found: &Self| &found.game)));
        fields
    }
}

/// What there is, how much of it is not shown, and what the dates leave open.
fn shown_records(all: &Base, shown: usize, language: Language) -> Vec<String> {
    let records = kinds_text(&all.counted, language);
    let records = not_shown(records, all.counted.all(), shown, language);
    std::iter::once(records).chain(undecided(all, language)).collect()
}

/// Games as they are listed.
#[derive(Clone, Debug)]
pub struct GameList {
    /// The games that are shown.
    pub games: Vec<GameSummary>,
    /// All that there are.
    pub all: Base,
}

impl Answer for GameList {
    fn view(&self) -> View {
        View::of(&self.games)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        shown_records(&self.all, self.games.len(), language)
    }
}

/// Games that were found by what happens in them.
#[derive(Clone, Debug)]
pub struct FoundGames {
    /// The games that are shown.
    pub games: Vec<FoundGame>,
    /// All that there are.
    pub all: Base,
}

impl Answer for FoundGames {
    fn view(&self) -> View {
        let mut view = View::of(&self.games);
        // In a table there is no column for what was not asked.
        let has_sides = self.games.iter().any(|found| found.sides.black || found.sides.white);
        if let Some(side) = view.columns.iter_mut().find(|column| column.name == "side" && !has_sides) {
            side.shown = Shown::InData;
        }
        view
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        // A game can stand there with several places.
        let games = self.games.chunk_by(|a, b| a.game.id == b.game.id).count();
        shown_records(&self.all, games, language)
    }
}
