//! What was played in a position.

use super::base::{kinds_cell, left_out};
use super::counted;
use super::player_score::{about_player, player_fields, player_points, player_summary, show_player};
use crate::notation::animals;
use crate::notation::kif::KifMove;
use crate::query::{
    AskedPosition, Explored, GameSummary, MoveStatistics, NameCondition, PlayerMoves, TreeMove,
    YearStatistics,
};
use crate::report::cell::ResultStyle;
use crate::report::numbers::count;
use crate::report::{Answer, Block, Cell, Chart, Field, Kind, Row, Shown, View, score_text};
use crate::rules::shogi::Move;
use crate::rules::{Color, PlayablePosition, VariantPosition};
use crate::terms::{self, Category, Language, statement};

/// Exact values of a solved game for the side to move, as text: `win 75`, `loss 78`, `draw`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveValues {
    /// Of the position; none when the table does not have it.
    pub position: Option<String>,
    /// Of each of the explorer's moves, in their order.
    pub moves: Vec<Option<String>>,
}

/// The explorer's answer with the position that was asked about.
#[derive(Clone, Debug)]
pub struct ExplorerAnswer {
    /// What was asked about.
    pub asked: AskedPosition,
    /// The answer.
    pub explored: Explored,
    /// What perfect play makes of it, where a table was given.
    pub values: Option<MoveValues>,
    /// Games of the other game that a filter left out would be listed by `--list`.
    pub lists_games: bool,
    /// The player that the filter asks for, for whom scores are shown.
    pub player: Vec<NameCondition>,
}

/// A move of the explorer.
#[derive(Clone, Debug)]
pub(super) struct MoveRow {
    statistics: MoveStatistics,
    notation: String,
    /// The games that reached the position.
    all: u64,
    value: Option<String>,
}

/// A move as people write it.
pub(super) fn notation(position: &VariantPosition, mv: Move, previous: Option<Move>) -> String {
    let previous = previous.map(Move::to);
    match position {
        VariantPosition::Shogi(position) => KifMove::new(mv, position, previous).to_string(),
        VariantPosition::Dobutsu(position) => animals::say(position, mv, previous),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn share(part: u64, all: u64) -> Cell {
    if all == 0 { Cell::Null } else { Cell::Number(part as f64 / all as f64) }
}

/// The columns that a move has wherever it is counted: the move, games, results, score, that of the player asked for,
/// rating, year, a game.
pub(super) fn move_fields() -> [Field<MoveStatistics>; 10] {
    let [player_results, player_score, performance] = player_fields(|row: &MoveStatistics| row.player);
    [
        Field::new(
            "usi",
            Kind::Text,
            "the move in USI, in dōbutsu shōgi as `b3b2`",
            |row: &MoveStatistics| row.usi.clone().into(),
        )
        .heading("move"),
        Field::new("games", Kind::Count, "the games in which it was played here", |row: &MoveStatistics| {
            row.games.into()
        }),
        Field::new(
            "results",
            Kind::Results(ResultStyle::Shares),
            "how those games went",
            |row: &MoveStatistics| row.results.into(),
        ),
        Field::new("score", Kind::Score, "the score of the side to move", |row: &MoveStatistics| {
            row.score.into()
        })
        .heading("score_side_to_move"),
        player_results,
        player_score,
        performance,
        Field::new(
            "average_rating",
            Kind::Number(0),
            "the mean rating of those who played it",
            |row: &MoveStatistics| row.average_rating.into(),
        )
        .shown(Shown::IfWide(3)),
        Field::new("last_year", Kind::Id, "the last year in which it was played", |row: &MoveStatistics| {
            row.last_year.into()
        })
        .shown(Shown::IfWide(2)),
        Field::new(
            "model_game",
            Kind::Id,
            "a game to look at: of those with the highest rated players the most recent one",
            |row: &MoveStatistics| row.model_game.into(),
        )
        .shown(Shown::IfWide(4)),
    ]
}

impl Row for MoveRow {
    const NAME: &'static str = "move";

    fn fields() -> Vec<Field<Self>> {
        let [usi, games, rest @ ..] = move_fields().map(|field| field.of(|row: &Self| &row.statistics));
        let notation = Field::new("notation", Kind::Text, "the move as people write it", |row: &Self| {
            row.notation.clone().into()
        });
        let value = Field::new(
            "value",
            Kind::Text,
            "the exact value for the side to move, with a table of a solved game",
            |row: &Self| row.value.clone().into(),
        );
        let share =
            Field::new("share", Kind::Share, "of the games that reached the position", |row: &Self| {
                share(row.statistics.games, row.all)
            });
        let first =
            [usi, notation, value.heading("perfect_play").in_data(), games, share.shown(Shown::IfWide(1))];
        first.into_iter().chain(rest).collect()
    }
}

impl Row for YearStatistics {
    const NAME: &'static str = "year of a position";

    fn fields() -> Vec<Field<Self>> {
        let [player_results, player_score, performance] = player_fields(|row: &Self| row.player);
        vec![
            Field::new("year", Kind::Id, "the year; null for games without a date", |row: &Self| {
                row.year.into()
            }),
            Field::new("games", Kind::Count, "the games that reached the position", |row: &Self| {
                row.games.into()
            }),
            Field::new("results", Kind::Results(ResultStyle::Shares), "how they went", |row: &Self| {
                row.results.into()
            }),
            player_results,
            player_score,
            performance,
            Field::new(
                "moves",
                Kind::Counts,
                "how many games had each move, most played first",
                |row: &Self| Cell::Counts(row.moves.iter().map(|mv| (mv.usi.clone(), mv.games)).collect()),
            )
            .heading("most_played"),
        ]
    }
}

impl Row for ExplorerAnswer {
    const NAME: &'static str = "explored position";

    fn fields() -> Vec<Field<Self>> {
        Self::result_fields().into_iter().chain(Self::count_fields()).collect()
    }
}

impl ExplorerAnswer {
    /// The position, how its games went, and its moves.
    fn result_fields() -> Vec<Field<Self>> {
        let player = |row: &Self| row.explored.player.as_ref().map(|player| player.score);
        let [player_results, player_score, performance] = player_fields(player);
        vec![
            Field::new("sfen", Kind::Sfen, "the position", |row: &Self| row.explored.sfen.clone().into()),
            Field::new("games", Kind::Count, "the games that reached it", |row: &Self| {
                row.explored.games.into()
            }),
            Field::new("visits", Kind::Count, "how often it was reached", |row: &Self| {
                row.explored.visits.into()
            }),
            Field::new(
                "results",
                Kind::Results(ResultStyle::Shares),
                "how those games went",
                |row: &Self| row.explored.results.into(),
            ),
            Field::new("score", Kind::Score, "the score of the side to move", |row: &Self| {
                row.explored.score.into()
            }),
            Field::new(
                "value",
                Kind::Text,
                "the exact value for the side to move, with a table of a solved game",
                |row: &Self| row.values.as_ref().and_then(|values| values.position.clone()).into(),
            ),
            Field::new(
                "moves",
                Kind::Rows(MoveRow::NAME),
                "what was played, most played first",
                |row: &Self| View::of(&row.moves()).into(),
            ),
            player_results,
            player_score,
            performance,
            Field::new(
                "own_moves",
                Kind::Rows(MoveRow::NAME),
                "what the player that the filter asks for played here",
                |row: &Self| View::of(&row.own_moves()).into(),
            ),
            Field::new(
                "moves_against",
                Kind::Rows(MoveRow::NAME),
                "what was played here against that player",
                |row: &Self| View::of(&row.moves_against()).into(),
            ),
        ]
    }

    /// What was counted apart, and what was asked for beside the moves.
    fn count_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("ended_here", Kind::Count, "games that ended in this position", |row: &Self| {
                row.explored.ended_here.into()
            }),
            Field::new(
                "by_transposition",
                Kind::Count,
                "games that came by other moves than those asked about",
                |row: &Self| row.explored.by_transposition.into(),
            ),
            Field::new(
                "from_set_positions",
                Kind::Count,
                "games that began in a set position",
                |row: &Self| row.explored.from_set_positions.into(),
            ),
            Field::new(
                "left_out",
                Kind::Counts,
                "records that reached it and are of kinds that are not counted unless asked for",
                |row: &Self| kinds_cell(&row.explored.base.left_out),
            ),
            Field::new(
                "undecided",
                Kind::Count,
                "games that would be counted if their dates were known better",
                |row: &Self| row.explored.base.undecided.all.into(),
            ),
            Field::new(
                "years",
                Kind::Rows(YearStatistics::NAME),
                "year by year, when asked for",
                |row: &Self| View::of(&row.explored.years).into(),
            ),
            Field::new(
                "examples",
                Kind::Rows(GameSummary::NAME),
                "some of the games, when asked for",
                |row: &Self| View::of(&row.explored.examples).into(),
            ),
        ]
    }
}

impl ExplorerAnswer {
    fn moves(&self) -> Vec<MoveRow> {
        self.move_rows(&self.explored.moves, self.explored.games)
    }

    fn own_moves(&self) -> Vec<MoveRow> {
        let player = self.explored.player.as_ref();
        player.map(|player| self.move_rows(&player.own, player.own_score.results.games())).unwrap_or_default()
    }

    fn moves_against(&self) -> Vec<MoveRow> {
        let player = self.explored.player.as_ref();
        let rows =
            |player: &PlayerMoves| self.move_rows(&player.against, player.against_score.results.games());
        player.map(rows).unwrap_or_default()
    }

    /// The rows of some of the moves, which were played in so many games.
    fn move_rows(&self, moves: &[MoveStatistics], all: u64) -> Vec<MoveRow> {
        let value = |usi: &str| {
            let place = self.explored.moves.iter().position(|mv| mv.usi == usi)?;
            self.values.as_ref()?.moves.get(place)?.clone()
        };
        let row = |statistics: &MoveStatistics| MoveRow {
            notation: notation(&self.asked.position, statistics.mv, self.asked.previous),
            all,
            value: value(&statistics.usi),
            statistics: statistics.clone(),
        };
        moves.iter().map(row).collect()
    }

    /// The moves as a table; exact values are shown where there are any.
    fn move_table(&self, rows: &[MoveRow]) -> View {
        let mut view = View::of(rows);
        if self.explored.player.is_some() {
            show_player(&mut view);
        }
        if self.values.is_some() {
            view.columns.iter_mut().filter(|column| column.name == "value").for_each(|column| {
                column.shown = Shown::Always;
            });
        }
        view
    }

    /// The years as a table.
    fn year_table(&self) -> View {
        let mut view = View::of(&self.explored.years);
        if self.explored.player.is_some() {
            show_player(&mut view);
        }
        view
    }

    pub(super) fn headline(&self, language: Language) -> String {
        let explored = &self.explored;
        let variant = self.asked.position.variant();
        let place = match self.asked.path.as_deref() {
            Some([]) => statement("start_position", &[], language),
            Some(path) => {
                let moves: Vec<_> = path.iter().map(|mv| variant.move_text(*mv)).collect();
                statement("after", &[("moves", &moves.join(" "))], language)
            }
            None => explored.sfen.clone(),
        };
        let mut parts = vec![place, counted("game", explored.games, language)];
        if explored.visits > explored.games {
            parts.push(counted("visit", explored.visits, language));
        }
        if let Some(player) = &explored.player {
            let points = player_points(&player.score, language).join(" · ");
            if !points.is_empty() {
                parts.push(about_player("score_of", &self.player, &[("score", &points)], language));
            }
        } else if let Some(score) = explored.results.score(Color::Black) {
            parts.push(format!("{} {}", terms::name(Category::Side, "black", language), score_text(score)));
        }
        if let Some(value) = self.values.as_ref().and_then(|values| values.position.as_ref()) {
            parts.push(statement("perfect_play", &[("value", value)], language));
        }
        parts.join(" · ") + "\n"
    }
}

impl Answer for ExplorerAnswer {
    fn view(&self) -> View {
        View::single(self)
    }

    /// The years where they were asked for, else the moves.
    fn list(&self) -> View {
        if self.explored.years.is_empty() { self.move_table(&self.moves()) } else { self.year_table() }
    }

    fn page(&self, language: Language) -> Vec<Block> {
        let mut blocks = vec![Block::Text(self.headline(language))];
        match &self.explored.player {
            Some(player) => {
                let parts = [
                    ("moves_of", &player.own_score, self.own_moves()),
                    ("moves_against", &player.against_score, self.moves_against()),
                ];
                for (key, score, rows) in parts.into_iter().filter(|(_, _, rows)| !rows.is_empty()) {
                    let summary = player_summary(score, language);
                    let title = about_player(key, &self.player, &[("summary", &summary)], language);
                    blocks
                        .extend([Block::Text(format!("\n{title}\n")), Block::Table(self.move_table(&rows))]);
                }
            }
            None if !self.explored.moves.is_empty() => {
                blocks.push(Block::Table(self.move_table(&self.moves())));
            }
            None => {}
        }
        if !self.explored.years.is_empty() {
            blocks.push(Block::Table(self.year_table()));
        }
        if !self.explored.examples.is_empty() {
            blocks.push(Block::Table(View::of(&self.explored.examples)));
        }
        blocks
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        self.drawn(rows, language)
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let explored = &self.explored;
        let mut remarks = Vec::new();
        for (number, key) in [
            (explored.results.unknown, "unknown_results"),
            (explored.ended_here, "ended_here"),
            (explored.by_transposition, "by_transposition"),
            (explored.from_set_positions, "from_set_positions"),
        ] {
            if number > 0 {
                let games = counted("game", number, language);
                remarks.push(statement(key, &[("games", &games), ("n", &count(number))], language));
            }
        }
        remarks.extend(left_out(&explored.base, language));
        remarks.extend(undated_row(&explored.years, language));
        if !self.lists_games && explored.games > 0 {
            remarks.push(statement("list_hint", &[], language));
        }
        remarks
    }

    fn is_empty(&self) -> bool {
        self.explored.games == 0
    }
}

/// What the row without a year is.
fn undated_row(years: &[YearStatistics], language: Language) -> Option<String> {
    let undated = years.iter().find(|row| row.year.is_none())?;
    Some(format!("– {}: {}", statement("no_date", &[], language), count(undated.games)))
}

/// A line of the tree for people: the move, its games and its score.
pub(super) fn tree_line(mv: &TreeMove, position: &VariantPosition, previous: Option<Move>) -> String {
    let MoveStatistics { usi, mv, games, score, player, .. } = &mv.statistics;
    let score = player.map_or(*score, |player| player.score());
    let score = score.map_or_else(String::new, |score| format!("  {}", score_text(score)));
    format!("{usi} {}  {}{score}\n", notation(position, *mv, previous), count(*games))
}
