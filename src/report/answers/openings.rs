//! Openings and castles: the names that there are, how often they are played, and how well they do.

use super::base::base_remarks;
use super::counted;
use super::player_score::player_fields;
use crate::classify::{Definition, Definitions, NameKind};
use crate::query::{Counted, OpeningGroup, OpeningRow, OpeningTable, OpeningsBy};
use crate::report::numbers::count;
use crate::report::opening_name as name;
use crate::report::{Answer, Chart, Field, Kind, ResultStyle, Row, Shown, View};
use crate::terms::{Category, Language, statement};

/// A row of [`OpeningStatistics`].
#[derive(Clone, Debug)]
pub struct OpeningLine {
    row: OpeningRow,
    language: Language,
    /// What tells it apart from other rows of the name.
    group: Option<String>,
}

impl Row for OpeningLine {
    const NAME: &'static str = "opening";

    fn fields() -> Vec<Field<Self>> {
        let [_, _, performance] = player_fields(|line: &Self| Some(line.row.side));
        vec![
            Field::new(
                "group",
                Kind::Text,
                "the year, the rating band, the event, or what the other side plays",
                |line: &Self| line.group.clone().into(),
            )
            .in_data(),
            Field::new("opening", Kind::Text, "the name in the language of the answer", |line: &Self| {
                name(&line.row.definition, line.language).into()
            }),
            Field::new("id", Kind::Text, "the id of the definition", |line: &Self| {
                line.row.definition.id.clone().into()
            })
            .shown(Shown::IfWide(2)),
            Field::new("japanese", Kind::Text, "the Japanese name", |line: &Self| {
                line.row.definition.japanese.clone().into()
            })
            .shown(Shown::IfWide(4)),
            Field::new(
                "name_kind",
                Kind::Code(Category::NameKind),
                "what it is the name of",
                |line: &Self| line.row.definition.kind.into(),
            )
            .shown(Shown::IfWide(3)),
            Field::new(
                "games",
                Kind::Count,
                "games in which a side has the name; of a player's games those in which the player has it",
                |line: &Self| line.row.games.into(),
            ),
            Field::new(
                "share",
                Kind::Score,
                "their share of the games of the group, with its 95 % interval",
                |line: &Self| line.row.share.into(),
            ),
            Field::new(
                "results",
                Kind::Results(ResultStyle::Counts),
                "how those games went for Black and White",
                |line: &Self| line.row.results.into(),
            )
            .in_data(),
            Field::new(
                "side_results",
                Kind::PlayerResults,
                "how they went for the side that has the name; of types, which both sides have, for Black unless a \
                 player is asked for",
                |line: &Self| line.row.side.results.into(),
            )
            .heading("results")
            .shown(Shown::IfWide(1)),
            Field::new("score", Kind::Score, "that side's score", |line: &Self| line.row.side.score().into()),
            performance,
        ]
    }
}

/// How often openings are played, and how well they do.
#[derive(Clone, Debug)]
pub struct OpeningStatistics {
    /// What was counted.
    pub table: Counted<OpeningTable>,
    /// By what rows are told apart further.
    pub by: OpeningsBy,
    /// The definitions, for the names of groups.
    pub definitions: Definitions,
    /// The language of names.
    pub language: Language,
    /// Whether a player or a side is asked for.
    pub is_about_a_side: bool,
}

impl OpeningStatistics {
    /// What tells a row apart from others of its name, in words.
    pub(super) fn group_name(&self, row: &OpeningRow) -> Option<String> {
        match &row.group {
            OpeningGroup::All => None,
            OpeningGroup::Year(year) => year.map(|year| year.to_string()),
            OpeningGroup::Rating(rating) => rating.map(|rating| format!("{rating}–{}", rating + 199)),
            OpeningGroup::Event(event) => event.clone(),
            OpeningGroup::Opponent(id) => {
                let definition =
                    self.definitions.place(id).and_then(|place| self.definitions.all().get(place));
                definition.map(|definition| name(definition, self.language).to_owned())
            }
        }
    }
}

impl Answer for OpeningStatistics {
    fn view(&self) -> View {
        let line = |row: &OpeningRow| OpeningLine {
            row: row.clone(),
            language: self.language,
            group: self.group_name(row),
        };
        let lines: Vec<OpeningLine> = self.table.answer.rows.iter().map(line).collect();
        let mut view = View::of(&lines);
        let heading = match self.by {
            OpeningsBy::Name => return view,
            OpeningsBy::Year => "year",
            OpeningsBy::Rating => "rating_band",
            OpeningsBy::Event => "event",
            OpeningsBy::Opponent => "opponent_opening",
        };
        view.columns[0].heading = heading.into();
        view.columns[0].shown = Shown::Always;
        view
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        self.drawn(rows, language)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = base_remarks(&self.table.base, language);
        let OpeningTable { nameless, rare, hidden, .. } = self.table.answer;
        if nameless > 0 {
            let games = counted("game", nameless, language);
            remarks.push(statement("openings_nameless", &[("games", &games)], language));
        }
        if hidden > 0 {
            remarks.push(statement("openings_hidden", &[("n", &count(hidden as u64))], language));
        }
        if rare > 0 {
            remarks.push(statement("openings_rare", &[("n", &count(rare))], language));
        }
        if !self.is_about_a_side {
            remarks.push(statement("openings_side", &[], language));
        }
        remarks
    }
}

/// A name of the definitions.
#[derive(Clone, Debug)]
pub struct NameLine {
    definition: Definition,
    games: u64,
    depth: usize,
    language: Language,
}

impl Row for NameLine {
    const NAME: &'static str = "opening_name";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new(
                "opening",
                Kind::Text,
                "the name in the language of the answer; in tables indented below the more general one",
                |line: &Self| name(&line.definition, line.language).into(),
            ),
            Field::new("id", Kind::Text, "the id of the definition", |line: &Self| {
                line.definition.id.clone().into()
            }),
            Field::new("japanese", Kind::Text, "the Japanese name", |line: &Self| {
                line.definition.japanese.clone().into()
            }),
            Field::new("reading", Kind::Text, "how it is read", |line: &Self| {
                line.definition.reading.clone().into()
            })
            .in_data(),
            Field::new("english", Kind::Text, "the English name", |line: &Self| {
                line.definition.english.clone().into()
            })
            .in_data(),
            Field::new("italian", Kind::Text, "the Italian name, where there is one", |line: &Self| {
                Some(line.definition.italian.clone()).filter(|name| !name.is_empty()).into()
            })
            .in_data(),
            Field::new(
                "name_kind",
                Kind::Code(Category::NameKind),
                "what it is the name of",
                |line: &Self| line.definition.kind.into(),
            ),
            Field::new("parent", Kind::Text, "the id of the more general name", |line: &Self| {
                Some(line.definition.parent.clone()).filter(|name| !name.is_empty()).into()
            })
            .in_data(),
            Field::new("side", Kind::Text, "who can have it: one, both, black or white", |line: &Self| {
                line.definition.holder.name().into()
            })
            .in_data(),
            Field::new(
                "window",
                Kind::Text,
                "when it can be found, as docs/openings.md explains",
                |line: &Self| line.definition.window.name().into(),
            )
            .in_data(),
            Field::new("shape", Kind::Text, "by what it is recognised", |line: &Self| {
                line.definition.shape_text.clone().into()
            })
            .in_data(),
            Field::new("definition", Kind::Text, "what it is, in English words", |line: &Self| {
                line.definition.definition.clone().into()
            })
            .in_data(),
            Field::new("games", Kind::Count, "games in which a side has it", |line: &Self| line.games.into()),
        ]
    }
}

/// Names with the number of games, more special ones below more general ones.
#[derive(Clone, Debug)]
pub struct NameList(Vec<NameLine>);

impl NameList {
    /// The list of the names of some kinds, each with its number of games.
    #[must_use]
    pub fn new(names: &[(Definition, u64)], kinds: &[NameKind], language: Language) -> Self {
        let mut list = Self(Vec::with_capacity(names.len()));
        let chosen: Vec<&(Definition, u64)> =
            names.iter().filter(|(definition, _)| kinds.contains(&definition.kind)).collect();
        let is_there = |id: &str| chosen.iter().any(|(definition, _)| definition.id == id);
        for root in chosen.iter().filter(|(definition, _)| !is_there(&definition.parent)) {
            list.add(root, &chosen, 0, language);
        }
        list
    }

    fn add(
        &mut self,
        (definition, games): &(Definition, u64),
        all: &[&(Definition, u64)],
        depth: usize,
        language: Language,
    ) {
        // Parents that go round in a circle are below no root, so every name comes once.
        self.0.push(NameLine { definition: definition.clone(), games: *games, depth, language });
        for child in all.iter().filter(|(other, _)| other.parent == definition.id) {
            self.add(child, all, depth + 1, language);
        }
    }
}

impl Answer for NameList {
    fn view(&self) -> View {
        View::of(&self.0)
    }

    fn page(&self, _: Language) -> Vec<crate::report::Block> {
        let mut view = self.view();
        for (line, row) in self.0.iter().zip(&mut view.rows) {
            row[0] = format!("{}{}", "  ".repeat(line.depth), name(&line.definition, line.language)).into();
        }
        vec![crate::report::Block::Table(view)]
    }
}
