//! Games that may be one.

use super::counted;
use crate::query::{DuplicateGroup, Duplicates, GameSummary, LEAST_PLIES};
use crate::report::{Answer, Block, Cell, Field, Kind, Row, Shown, View};
use crate::terms::{Category, Language, statement};
use std::collections::BTreeSet;

impl Row for DuplicateGroup {
    const NAME: &'static str = "duplicate group";

    fn fields() -> Vec<Field<Self>> {
        fn lead(group: &DuplicateGroup) -> Option<&GameSummary> {
            group.games.first()
        }
        vec![
            Field::new("group", Kind::Id, "its number in this list", |row: &Self| row.number.into()),
            Field::new(
                "likeness",
                Kind::Code(Category::Likeness),
                "why the games may be one",
                |row: &Self| Cell::Code(row.likeness.name()),
            )
            .heading("reason"),
            Field::new(
                "games",
                Kind::List,
                "the ids of the games, the one that leads first",
                |row: &Self| Cell::List(row.ids().into_iter().map(Cell::Integer).collect()),
            ),
            Field::new("plies", Kind::Count, "the plies of the game that leads", |row: &Self| {
                lead(row).map(|game| game.plies).into()
            }),
            Field::new("date", Kind::Date, "its day", |row: &Self| {
                lead(row).and_then(|game| game.date).into()
            }),
            Field::new("black", Kind::Text, "its Black as written", |row: &Self| {
                lead(row).and_then(|game| game.black.clone()).into()
            }),
            Field::new("white", Kind::Text, "its White as written", |row: &Self| {
                lead(row).and_then(|game| game.white.clone()).into()
            }),
        ]
    }
}

/// A game of a group, as people see it.
struct Member<'a> {
    group: &'a DuplicateGroup,
    game: &'a GameSummary,
}

/// Groups of games that may be one.
#[derive(Clone, Debug)]
pub struct DuplicateList {
    /// The groups that are shown, and what was not looked at.
    pub found: Duplicates,
    /// How many groups there are.
    pub all: u64,
}

impl Answer for DuplicateList {
    fn view(&self) -> View {
        View::of(&self.found.groups)
    }

    /// A line for each game, so that all of them are named.
    fn page(&self, _: Language) -> Vec<Block> {
        let mut view = View::of::<GameSummary>([]);
        let group = View::empty::<DuplicateGroup>();
        let members = self.found.groups.iter();
        let members = members.flat_map(|group| group.games.iter().map(move |game| Member { group, game }));
        for Member { group, game } in members {
            let mut row = View::of([game]).rows.remove(0);
            row.insert(0, group.number.into());
            row.push(Cell::Code(group.likeness.name()));
            view.rows.push(row);
        }
        let [number, likeness] = [0, 1].map(|place| group.columns[place].clone());
        view.columns.insert(0, number);
        view.columns.push(likeness);
        for column in &mut view.columns {
            column.shown = match &*column.name {
                "group" | "id" | "plies" | "date" | "black" | "white" | "likeness" => Shown::Always,
                "declared_ending" => Shown::IfWide(2),
                "event" => Shown::IfWide(1),
                _ => Shown::InData,
            };
        }
        vec![Block::Table(view)]
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let shown = self.found.groups.len();
        // The game that leads one group may be a member of another.
        let games: BTreeSet<i64> = self.found.groups.iter().flat_map(DuplicateGroup::ids).collect();
        let values = [
            ("groups", super::shown_of("group", self.all, shown, language)),
            ("games", counted("game", games.len() as u64, language)),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(key, text)| (*key, text.as_str())).collect();
        let mut remarks = vec![statement("groups_of_games", &values, language)];
        if self.found.groups.iter().any(|group| group.likeness.is_sure()) {
            remarks.push(statement("duplicates_hint", &[], language));
        }
        let games = |number: u64| counted("game", number, language);
        if self.found.short_games > 0 {
            let (short, least) = (games(self.found.short_games), LEAST_PLIES.to_string());
            remarks.push(statement("short_games", &[("games", &short), ("plies", &least)], language));
        }
        if self.found.uncompared_games > 0 {
            let many = games(self.found.uncompared_games);
            remarks.push(statement("uncompared_games", &[("games", &many)], language));
        }
        remarks
    }
}
