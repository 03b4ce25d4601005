//! Players, and names that may be one person's.

use super::base::{base_remarks, left_out};
use super::charts::{Went, dot, drawn, result_bars, say, score_dots};
use super::{counted, shown_of};
use crate::query::{Base, Counted, PlayerRow, Suggestion};
use crate::report::{Answer, Block, Cell, Chart, Field, Kind, Measure, Row, Shown, View};
use crate::terms::{Category, Language, statement};

impl Row for PlayerRow {
    const NAME: &'static str = "player";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("player", Kind::Text, "the player's name", |row: &Self| row.player.clone().into()),
            Field::new("games", Kind::Count, "games", |row: &Self| row.games.into()),
            Field::new("as_black", Kind::Count, "games with Black against others", |row: &Self| {
                row.as_black.into()
            }),
            Field::new(
                "results",
                Kind::PlayerResults,
                "how the games against others went for the player",
                |row: &Self| row.results.into(),
            ),
            Field::new(
                "self_play",
                Kind::Count,
                "games in which the player had both sides, each counted once; they are no results",
                |row: &Self| row.self_play.into(),
            )
            .in_data(),
            Field::new("score", Kind::Score, "the player's score", |row: &Self| row.score.into()),
            Field::new(
                "performance",
                Kind::Number(0),
                "the performance rating over the games against rated opponents",
                |row: &Self| row.performance.into(),
            )
            .shown(Shown::IfWide(1)),
            Field::new("first_year", Kind::Id, "the year of the first game with a date", |row: &Self| {
                row.first_year.into()
            })
            .in_data(),
            Field::new("last_year", Kind::Id, "the year of the last game with a date", |row: &Self| {
                row.last_year.into()
            })
            .in_data(),
            Field::new(
                "aliases",
                Kind::List,
                "further names given to the person that stand in no game",
                |row: &Self| row.aliases.clone().into(),
            )
            .heading("other_names")
            .in_data(),
            Field::new(
                "spellings",
                Kind::List,
                "the spellings in the games, most games first",
                |row: &Self| row.spellings.clone().into(),
            )
            .in_data(),
        ]
    }
}

/// The results of players.
#[derive(Clone, Debug)]
pub struct PlayerStatistics(pub Counted<Vec<PlayerRow>>);

impl Answer for PlayerStatistics {
    fn view(&self) -> View {
        let mut view = View::of(&self.0.answer);
        if self.self_play() > 0 {
            view.columns.iter_mut().filter(|column| column.name == "self_play").for_each(|column| {
                column.shown = Shown::Always;
            });
        }
        view
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let (rows, mut notes) = drawn(&self.0.answer, rows, language);
        let dots =
            rows.into_iter().map(|row| dot(row.player.clone(), row.score, row.results.games())).collect();
        notes.extend(self.remarks(language));
        let plot = score_dots(say("score_with_interval", language), dots);
        Some(Chart::new(&say("chart_players", language), plot).noted(notes))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        base_remarks(&self.0.base, language)
    }
}

impl PlayerStatistics {
    fn self_play(&self) -> u64 {
        self.0.answer.iter().map(|row| row.self_play).sum()
    }
}

/// Players with their names.
#[derive(Clone, Debug)]
pub struct PlayerList {
    /// The players that are shown.
    pub players: Vec<PlayerRow>,
    /// How many there are.
    pub all: u64,
    /// The games that are counted.
    pub base: Base,
}

impl Answer for PlayerList {
    fn view(&self) -> View {
        View::of(&self.players)
    }

    /// Names in place of scores.
    fn page(&self, _: Language) -> Vec<Block> {
        let mut view = self.view();
        for column in &mut view.columns {
            column.shown = match &*column.name {
                "as_black" | "score" | "performance" => Shown::InData,
                "aliases" => Shown::IfWide(2),
                "spellings" => Shown::IfWide(1),
                _ => column.shown,
            };
        }
        let last = view.columns.iter().position(|column| column.name == "last_year");
        if let Some(place) = last {
            view.columns[place].shown = Shown::Always;
            view.columns[place].heading = "years".into();
            view.columns[place].kind = Kind::Text;
            for (row, player) in view.rows.iter_mut().zip(&self.players) {
                row[place] = years(player);
            }
        }
        vec![Block::Table(view)]
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let (rows, mut notes) = drawn(&self.players, rows, language);
        let went = rows.into_iter().map(|row| (row.player.clone(), Went::Player(row.results)));
        let bars = result_bars(went, Measure::Count, language)?;
        notes.extend(self.remarks(language));
        Some(Chart::new(&say("chart_player_list", language), bars).noted(notes))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let shown = shown_of("player", self.all, self.players.len(), language);
        std::iter::once(shown).chain(left_out(&self.base, language)).collect()
    }
}

fn years(player: &PlayerRow) -> Cell {
    match (player.first_year, player.last_year) {
        (Some(first), Some(last)) if first == last => Cell::Text(first.to_string()),
        (Some(first), Some(last)) => Cell::Text(format!("{first}–{last}")),
        _ => Cell::Null,
    }
}

impl Row for Suggestion {
    const NAME: &'static str = "suggestion";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("player", Kind::Text, "the player with more games", |row: &Self| {
                row.player.clone().into()
            }),
            Field::new("games", Kind::Count, "that player's games", |row: &Self| row.games.into()),
            Field::new("other", Kind::Text, "the other name", |row: &Self| row.other.clone().into()),
            Field::new("other_games", Kind::Count, "the games with that name", |row: &Self| {
                row.other_games.into()
            })
            .heading("games"),
            Field::new(
                "likeness",
                Kind::Code(Category::Likeness),
                "how the names are alike",
                |row: &Self| Cell::Code(row.likeness.code()),
            )
            .heading("reason"),
            Field::new("shared_events", Kind::Count, "events in which both played", |row: &Self| {
                row.shared_events.into()
            }),
            Field::new("shared_years", Kind::Count, "years in which both played", |row: &Self| {
                row.shared_years.into()
            }),
        ]
    }
}

/// Names that may be one person's.
#[derive(Clone, Debug)]
pub struct SuggestionList(pub Vec<Suggestion>);

impl Answer for SuggestionList {
    fn view(&self) -> View {
        View::of(&self.0)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let pairs = counted("pair", self.0.len() as u64, language);
        vec![format!("{pairs} ({})", statement("merge_hint", &[], language))]
    }
}
