//! Games of dōbutsu shōgi against perfect play, as answers.

use crate::analyse::{Annotation, JudgedMove, KeptResults};
use crate::database::{Database, DatabaseError};
use crate::query::{Filter, GameSummary, Listing, QueryError, Questions};
use crate::record::Ending;
use crate::replay::replay;
use crate::report::{
    Answer, Cell, Chart, Dot, Dots, Field, Kind, Lines, Plot, Point, Row, Series, Shown, Unit, View, count,
    decimal,
};
use crate::rules::dobutsu::Move;
use crate::rules::{Color, Variant};
use crate::store::StoreError;
use crate::tablebase::{ProbeError, SolutionTable, Value};
use crate::terms::{self, Category, Language, statement};
use std::collections::BTreeMap;

/// A stored game with the value of every position.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotatedGame {
    /// The game.
    pub game: GameSummary,
    /// What perfect play makes of it.
    pub annotation: Annotation,
}

/// Why games cannot be held against perfect play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnnotationError {
    /// The filter or the database.
    #[error("{0}")]
    Query(#[from] QueryError),
    /// The table of the solution.
    #[error("{0}")]
    Probe(#[from] ProbeError),
}

impl From<DatabaseError> for AnnotationError {
    fn from(error: DatabaseError) -> Self {
        Self::Query(error.into())
    }
}

/// The annotated games of a filter, and how many there are beside them that the table does not have.
///
/// # Errors
/// When the filter, the database or the table does not allow it.
pub fn annotated_games(
    database: &Database,
    filter: &Filter,
    table: &SolutionTable,
) -> Result<(Vec<AnnotatedGame>, u64), AnnotationError> {
    let (mut games, mut missing) = (Vec::new(), 0);
    for game in database.list_games(&filter.clone().of_variant(Variant::Dobutsu), &Listing::default())? {
        let bad = |reason: &str| {
            DatabaseError::from(StoreError::BadGame { game: game.id, reason: reason.to_owned() })
        };
        let record = database.record(game.id)?.ok_or_else(|| bad("it is gone"))?;
        let played = replay(&record).map_err(|error| bad(error.code.name()))?;
        let moves: Vec<Move> = played.moves().iter().filter_map(|mv| Move::from_shogi(*mv)).collect();
        let Some(start) = played.start.dobutsu() else { continue };
        match Annotation::new(table, start, &moves) {
            Ok(annotation) => games.push(AnnotatedGame { game, annotation }),
            Err(ProbeError::NotInTable) => missing += 1,
            Err(error) => return Err(error.into()),
        }
    }
    Ok((games, missing))
}

/// A move after which the result that was in hand was lost.
#[derive(Clone, Debug)]
struct LostResult {
    ply: usize,
    judged: JudgedMove,
}

impl Row for LostResult {
    const NAME: &'static str = "lost result";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("ply", Kind::Id, "the move's number, from 1", |row: &Self| row.ply.into()),
            Field::new("side", Kind::Code(Category::Side), "who made it", |row: &Self| {
                row.judged.side.into()
            }),
            Field::new("move", Kind::Text, "the move", |row: &Self| row.judged.mv.to_string().into()),
            Field::new("before", Kind::Text, "what the position was worth for that side", |row: &Self| {
                row.judged.before.to_string().into()
            }),
            Field::new("after", Kind::Text, "what it was worth afterwards", |row: &Self| {
                row.judged.after.to_string().into()
            }),
            Field::new("better", Kind::Text, "the best move", |row: &Self| {
                row.judged.better.map(|mv| mv.to_string()).into()
            }),
        ]
    }
}

impl AnnotatedGame {
    fn lost_results(&self) -> Vec<LostResult> {
        let moves = (1..).zip(&self.annotation.moves);
        moves
            .filter(|(_, judged)| judged.gave_result_away())
            .map(|(ply, judged)| LostResult { ply, judged: *judged })
            .collect()
    }

    fn ending(&self) -> Ending {
        match self.game.verified_ending {
            Ending::None => self.game.declared_ending,
            verified => verified,
        }
    }

    fn accuracy(&self, color: Color) -> Option<f64> {
        self.annotation.kept()[color].accuracy()
    }
}

impl Row for AnnotatedGame {
    const NAME: &'static str = "annotated game";

    fn fields() -> Vec<Field<Self>> {
        let accuracy = "the share of the side's moves, in positions that were not lost, that kept the result";
        vec![
            Field::new("id", Kind::Id, "the game's id in this database", |row: &Self| row.game.id.into()),
            Field::new("black", Kind::Text, "Black's name", |row: &Self| row.game.black.clone().into()),
            Field::new("white", Kind::Text, "White's name", |row: &Self| row.game.white.clone().into()),
            Field::new("plies", Kind::Count, "how many moves were judged", |row: &Self| {
                row.annotation.moves.len().into()
            }),
            Field::new("winner", Kind::Code(Category::Side), "the verified winner, else the declared one", |row: &Self| {
                row.game.winner.into()
            }),
            Field::new("ending", Kind::Code(Category::Ending), "the verified ending, else the declared one", |row: &Self| {
                row.ending().into()
            })
            .shown(Shown::IfWide(1)),
            Field::new("black_accuracy", Kind::Share, accuracy, |row: &Self| row.accuracy(Color::Black).into()),
            Field::new("white_accuracy", Kind::Share, accuracy, |row: &Self| row.accuracy(Color::White).into()),
            Field::new("moves", Kind::List, "the moves", |row: &Self| {
                row.annotation.moves.iter().map(|judged| judged.mv.to_string()).collect::<Vec<_>>().into()
            })
            .in_data(),
            Field::new("values", Kind::List, "the value of the start and after each move, for the side to move: `win 75`, `loss 78`, `draw`", |row: &Self| {
                row.annotation.values.iter().map(ToString::to_string).collect::<Vec<_>>().into()
            })
            .in_data(),
            Field::new("lost_results", Kind::Rows(LostResult::NAME), "the moves after which the result in hand was lost", |row: &Self| {
                View::of(&row.lost_results()).into()
            })
            .heading("result_lost"),
        ]
    }
}

/// Annotated games as a list.
#[derive(Clone, Debug)]
pub struct AnnotatedGames {
    /// The games.
    pub games: Vec<AnnotatedGame>,
    /// Games that the table does not have.
    pub missing: u64,
}

fn counted(number: u64, language: Language) -> String {
    terms::counted("game", number, &count(number), language)
}

/// The remark on games that the table does not have.
fn missing_remark(missing: u64, language: Language) -> Option<String> {
    let games = counted(missing, language);
    (missing > 0).then(|| statement("not_in_table", &[("games", &games)], language))
}

impl Answer for AnnotatedGames {
    fn view(&self) -> View {
        View::of(&self.games)
    }

    /// The lost results in one line.
    fn page(&self, _: Language) -> Vec<crate::report::Block> {
        let mut view = self.view();
        let place = view.columns.len() - 1;
        view.columns[place].kind = Kind::Text;
        for (row, game) in view.rows.iter_mut().zip(&self.games) {
            let texts = game.lost_results().into_iter().map(|LostResult { ply, judged }| {
                format!("{ply}. {} ({} → {})", judged.mv, judged.before, judged.after)
            });
            let texts = texts.collect::<Vec<_>>().join(", ");
            row[place] = if texts.is_empty() { Cell::Null } else { Cell::Text(texts) };
        }
        vec![crate::report::Block::Table(view)]
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let games = counted(self.games.len() as u64, language);
        std::iter::once(games).chain(missing_remark(self.missing, language)).collect()
    }
}

/// By what annotated games are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccuracyBy {
    /// Black and White.
    #[default]
    Side,
    /// The number of the ply.
    Ply,
    /// The player.
    Player,
}

/// How a side, a player, or all at one ply used what they had in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AccuracyRow {
    group: String,
    games: u64,
    had_won: u64,
    won_it: u64,
    kept: KeptResults,
}

#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn share(part: u64, all: u64) -> Cell {
    if all == 0 { Cell::Null } else { Cell::Number(part as f64 / all as f64) }
}

impl Row for AccuracyRow {
    const NAME: &'static str = "accuracy";

    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::new("group", Kind::Text, "the side, the ply or the player", |row: &Self| {
                row.group.clone().into()
            }),
            Field::new("games", Kind::Count, "games, each counted once for the row", |row: &Self| {
                row.games.into()
            }),
            Field::new(
                "had_won",
                Kind::Count,
                "games in which the position was won at some time",
                |row: &Self| row.had_won.into(),
            ),
            Field::new("won_it", Kind::Count, "of them, games that were won", |row: &Self| row.won_it.into()),
            Field::new("won_it_share", Kind::Share, "the same as a share", |row: &Self| {
                share(row.won_it, row.had_won)
            })
            .shown(Shown::IfWide(1)),
            Field::new("moves", Kind::Count, "moves", |row: &Self| row.kept.moves.into()).in_data(),
            Field::new("winning_moves", Kind::Count, "moves in won positions", |row: &Self| {
                row.kept.won.into()
            }),
            Field::new(
                "winning_moves_kept_share",
                Kind::Share,
                "of them, those after which it was still won",
                |row: &Self| share(row.kept.won_kept, row.kept.won),
            )
            .heading("winning_moves_kept"),
            Field::new("drawing_moves", Kind::Count, "moves in drawn positions", |row: &Self| {
                row.kept.drawn.into()
            }),
            Field::new(
                "drawing_moves_kept_share",
                Kind::Share,
                "of them, those after which it was still drawn",
                |row: &Self| share(row.kept.drawn_kept, row.kept.drawn),
            )
            .heading("drawing_moves_kept"),
            Field::new(
                "accuracy",
                Kind::Share,
                "of the moves in positions that were not lost, those that kept the result",
                |row: &Self| row.kept.accuracy().into(),
            ),
        ]
    }
}

/// How well games were played.
#[derive(Clone, Debug)]
pub struct AccuracyStatistics {
    rows: Vec<AccuracyRow>,
    by: AccuracyBy,
    games: u64,
    missing: u64,
}

impl AccuracyStatistics {
    /// Counts annotated games.
    #[must_use]
    pub fn of(games: &[AnnotatedGame], missing: u64, by: AccuracyBy) -> Self {
        let mut rows: BTreeMap<(u64, String), AccuracyRow> = BTreeMap::new();
        for game in games {
            match by {
                AccuracyBy::Ply => count_plies(&mut rows, game),
                AccuracyBy::Side | AccuracyBy::Player => count_sides(&mut rows, game, by),
            }
        }
        let row = |((_, group), row): ((u64, String), AccuracyRow)| AccuracyRow { group, ..row };
        let mut rows: Vec<AccuracyRow> = rows.into_iter().map(row).collect();
        if by == AccuracyBy::Player {
            rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.group.cmp(&b.group)));
        }
        Self { rows, by, games: games.len() as u64, missing }
    }
}

/// Counts a game for each side, or for the player who has it.
fn count_sides(rows: &mut BTreeMap<(u64, String), AccuracyRow>, game: &AnnotatedGame, by: AccuracyBy) {
    for color in Color::ALL {
        let name = if color == Color::Black { &game.game.black } else { &game.game.white };
        let key = match (by, name) {
            (AccuracyBy::Player, Some(name)) => (0, name.clone()),
            (AccuracyBy::Player, None) => continue,
            _ => (color.index() as u64, color.name().to_owned()),
        };
        let row = rows.entry(key).or_default();
        let had_won = game.annotation.had_won(color);
        row.games += 1;
        row.had_won += u64::from(had_won);
        row.won_it += u64::from(had_won && game.game.winner == Some(color));
        let own = game.annotation.moves.iter().filter(|judged| judged.side == color);
        own.for_each(|judged| row.kept.add(judged));
    }
}

/// Counts every ply of a game; the position was won for the side that moves.
fn count_plies(rows: &mut BTreeMap<(u64, String), AccuracyRow>, game: &AnnotatedGame) {
    for (ply, judged) in (1_u64..).zip(&game.annotation.moves) {
        let row = rows.entry((ply, ply.to_string())).or_default();
        let won = matches!(judged.before, Value::Win(_));
        row.games += 1;
        row.had_won += u64::from(won);
        row.won_it += u64::from(won && game.game.winner == Some(judged.side));
        row.kept.add(judged);
    }
}

impl Answer for AccuracyStatistics {
    fn view(&self) -> View {
        let mut view = View::of(&self.rows);
        (view.columns[0].heading, view.columns[0].kind) = match self.by {
            AccuracyBy::Side => ("side".into(), Kind::Code(Category::Side)),
            AccuracyBy::Ply => {
                for (cells, row) in view.rows.iter_mut().zip(&self.rows) {
                    cells[0] = row.group.parse::<u64>().map_or(Cell::Null, Cell::Count);
                }
                ("ply".into(), Kind::Id)
            }
            AccuracyBy::Player => ("player".into(), Kind::Text),
        };
        view
    }

    fn chart(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let axis = statement("chart_accuracy", &[], language);
        if self.by == AccuracyBy::Ply {
            let point = |row: &AccuracyRow| {
                let ply: u32 = row.group.parse().ok()?;
                Some(Point { x: f64::from(ply), y: row.kept.accuracy()?, interval: None })
            };
            let points = self.rows.iter().filter_map(point).collect();
            let lines = Lines {
                axis: terms::name(Category::Heading, "ply", language).to_owned(),
                values: Unit::Share,
                reference: Some(1.0),
                series: vec![Series { name: String::new(), points }],
                ..Lines::default()
            };
            return Some(Chart::new(&axis, Plot::Lines(lines)).noted(self.remarks(language)));
        }
        let dot = |row: &AccuracyRow| {
            let label = match self.by {
                AccuracyBy::Side => terms::name(Category::Side, &row.group, language).to_owned(),
                _ => row.group.clone(),
            };
            let accuracy = row.kept.accuracy();
            let share = accuracy.map_or_else(|| "–".to_owned(), |share| decimal(share * 100.0, 1) + " %");
            let value = accuracy.map(|share| (share, share, share));
            Dot { label, value, note: format!("{} · {share}", count(row.games)) }
        };
        let rows = rows.iter().filter_map(|row| self.rows.get(*row)).take(100).map(dot).collect();
        let dots = Dots { unit: Unit::Share, rows, ..Dots::default() };
        Some(Chart::new(&axis, Plot::Dots(dots)).noted(self.remarks(language)))
    }

    fn remarks(&self, language: Language) -> Vec<String> {
        let basis = statement("accuracy_basis", &[], language);
        let games = format!("{}; {basis}", counted(self.games, language));
        std::iter::once(games).chain(missing_remark(self.missing, language)).collect()
    }

    fn is_empty(&self) -> bool {
        self.games == 0
    }
}

/// The kinds of rows of this file with their columns, for the page that describes the answers.
#[must_use]
pub fn annotation_rows() -> Vec<(&'static str, Vec<crate::report::Column>)> {
    fn row<R: Row>() -> (&'static str, Vec<crate::report::Column>) {
        (R::NAME, crate::report::columns_of::<R>())
    }
    vec![row::<AnnotatedGame>(), row::<LostResult>(), row::<AccuracyRow>()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(by: AccuracyBy, groups: [&str; 2]) -> String {
        let row = |(group, won_kept): (&str, u64)| AccuracyRow {
            group: group.to_owned(),
            games: 1204,
            kept: KeptResults { moves: 9, won: 4, won_kept, ..KeptResults::default() },
            ..AccuracyRow::default()
        };
        let rows = groups.into_iter().zip([4, 3]).map(row).collect();
        let statistics = AccuracyStatistics { rows, by, games: 2, missing: 0 };
        let chart = statistics.chart(&[0, 1], Language::English).unwrap();
        assert_eq!(chart.picture().faults(), Vec::<String>::new());
        chart.text(Some(60))
    }

    #[test]
    fn accuracy_has_a_picture_by_side_player_and_ply() {
        let sides = drawn(AccuracyBy::Side, ["black", "white"]);
        assert!(sides.contains("Black                                     ●  1,204 · 100.0 %\n"), "{sides}");
        assert!(drawn(AccuracyBy::Player, ["甲", "乙"]).contains("\n乙  "));
        let plies = drawn(AccuracyBy::Ply, ["1", "2"]);
        assert!(plies.contains("\n2  ") && plies.contains("75 %\n"), "{plies}");
    }
}
