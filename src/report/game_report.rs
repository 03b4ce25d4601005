//! A stored game as a page of HTML: who played, the positions, chances, times, and every move.

use super::game::head;
use super::{
    Bin, Cell, Chart, Column, Diagram, Histogram, HtmlPage, Kind, Lines, PieceStyle, Plot, Point, Series,
    Shown, Unit, View, clock, diagram_caption, opening_names,
};
use crate::classify::Definitions;
use crate::notation::animals;
use crate::notation::kif::KifMove;
use crate::query::GameSummary;
use crate::record::{EngineScore, Record};
use crate::replay::Game;
use crate::rules::{ByColor, Color, PlayablePosition, Variant, VariantPosition};
use crate::terms::{self, Category, Language, statement};

/// How many diagrams there are at most.
const DIAGRAMS: usize = 5;

/// How many moves are listed at most.
const MOST_MOVES: usize = 1200;

/// How many branches are named at most.
const MOST_BRANCHES: usize = 20;

/// What an advantage of so many hundredths of a pawn is worth: the chances are 1/(1 + e^(−x/600)).
const CHANCE: f64 = 600.0;

/// The page of a game, with the names that the definitions have for it.
#[must_use]
pub fn game_report(
    summary: &GameSummary,
    record: &Record,
    game: &Game,
    definitions: &Definitions,
    language: Language,
) -> HtmlPage {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "–".to_owned());
    let title = format!("☗ {}  ☖ {}", name(&summary.black), name(&summary.white));
    let mut page = HtmlPage::new(&title, language);
    page.section(&statement("report_game", &[], language)).text(&head(summary, language));
    if record.variant() == Variant::Shogi && game.start.is_even_start() {
        let names = opening_names(game.moves(), definitions, language);
        // Which squares matched is what `kura show --openings` is asked for.
        let names: Vec<&str> =
            names.lines().map(|line| line.split_once("]  ").map_or(line, |(name, _)| name)).collect();
        let names = names.join("\n").replace(" [", " – ");
        page.section(&statement("chart_openings", &[], language)).text(&names);
    }
    let section = page.section(&statement("report_positions", &[], language));
    for ply in shown_plies(game.moves().len()) {
        section.picture(diagram(summary, game, ply, language));
    }
    if let Some(chart) = chances(record, language) {
        page.section(&chart.title.clone()).picture(chart.drawn(false)).note(&statement(
            "chance_basis",
            &[],
            language,
        ));
    }
    if let Some(chart) = times(record, language) {
        page.section(&chart.title.clone()).picture(chart.drawn(false));
    }
    let section = page.section(&heading("moves", language));
    section.table(moves(record, game, language), MOST_MOVES);
    for (number, line) in record.lines.iter().enumerate().skip(1).take(MOST_BRANCHES) {
        let values = [("number", number.to_string()), ("ply", line.after.to_string())];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        section.note(&statement("branch", &values, language));
    }
    page
}

fn heading(key: &str, language: Language) -> String {
    terms::name(Category::Heading, key, language).to_owned()
}

/// The plies whose positions are drawn: evenly, the last one among them.
fn shown_plies(plies: usize) -> Vec<usize> {
    let mut shown: Vec<usize> = (1..=DIAGRAMS).map(|part| (plies * part).div_ceil(DIAGRAMS)).collect();
    shown.dedup();
    shown
}

fn diagram(summary: &GameSummary, game: &Game, ply: usize, language: Language) -> super::Picture {
    let mut position = game.start.clone();
    game.moves().iter().take(ply).for_each(|mv| position.play(*mv));
    let last = ply.checked_sub(1).and_then(|index| game.moves().get(index).copied());
    let names = ByColor::from_fn(|color| match color {
        Color::Black => summary.black.as_deref(),
        Color::White => summary.white.as_deref(),
    });
    let pieces = match position.variant() {
        Variant::Shogi => PieceStyle::OneKanji,
        Variant::Dobutsu => PieceStyle::Kana,
    };
    let caption = diagram_caption(summary, game, ply, pieces, language);
    Diagram {
        position: &position,
        last,
        names,
        caption: caption.into_iter().last().into_iter().collect(),
        pieces,
    }
    .picture()
}

/// Black's chances by the evaluations of the main line; none without two of them.
fn chances(record: &Record, language: Language) -> Option<Chart> {
    let point = |evaluation: &crate::record::Evaluation| {
        let chance = match evaluation.score {
            EngineScore::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / CHANCE).exp()),
            EngineScore::Mate { winner: Color::Black, .. } => 1.0,
            EngineScore::Mate { .. } => 0.0,
        };
        let ply = u32::try_from(evaluation.ply).ok()?;
        Some(Point { x: f64::from(ply), y: chance, interval: None })
    };
    let main = record.evaluations.iter().filter(|evaluation| evaluation.line == 0);
    let mut points: Vec<Point> = main.filter_map(point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points.dedup_by(|next, first| next.x == first.x);
    if points.len() < 2 {
        return None;
    }
    let lines = Lines {
        axis: heading("ply", language),
        unit: Unit::Id,
        values: Unit::Share,
        reference: Some(0.5),
        series: vec![Series { name: String::new(), points }],
        ..Lines::default()
    };
    Some(Chart::new(&statement("chart_chances", &[], language), Plot::Lines(lines)))
}

/// The seconds of each ply of the main line; none where the record has no times.
fn times(record: &Record, language: Language) -> Option<Chart> {
    let bin = |(ply, written): (u32, &crate::record::Ply)| {
        let spent = u64::try_from(written.clock.spent?).ok()?;
        let ply = f64::from(ply);
        Some(Bin { from: ply - 0.5, to: ply + 0.5, count: spent / 1000 })
    };
    let bins: Vec<Bin> = (1..).zip(&record.main().plies).filter_map(bin).collect();
    if bins.iter().all(|bin| bin.count == 0) {
        return None;
    }
    let histogram = Histogram { axis: heading("ply", language), unit: Unit::Id, range: None, bins };
    Some(Chart::new(&statement("chart_times", &[], language), Plot::Histogram(histogram)))
}

/// The moves of the main line with their times, evaluations and comments; columns that nothing stands in are left out.
fn moves(record: &Record, game: &Game, language: Language) -> View {
    let column = |heading: String, kind| Column {
        name: "".into(),
        heading: heading.into(),
        kind,
        shown: Shown::Always,
        meaning: "",
    };
    let mut columns = vec![
        column(heading("ply", language), Kind::Id),
        column(heading("move", language), Kind::Text),
        column("USI".to_owned(), Kind::Text),
        column(statement("column_time", &[], language), Kind::Id),
        column(heading("evaluation", language), Kind::Id),
        column(heading("comment", language), Kind::Text),
    ];
    let mut position = game.start.clone();
    let mut previous = None;
    let mut rows = Vec::new();
    for (index, mv) in game.moves().iter().enumerate() {
        let ply = index + 1;
        let mark = if position.turn() == Color::Black { '☗' } else { '☖' };
        let said = match &position {
            VariantPosition::Shogi(board) => KifMove::new(*mv, board, previous).to_string(),
            VariantPosition::Dobutsu(board) => animals::say(board, *mv, previous),
        };
        let spent = record.main().plies.get(index).and_then(|written| written.clock.spent);
        let evaluation = record.evaluations.iter().find(|found| (found.line, found.ply) == (0, ply));
        let notes = record.notes.iter().filter(|note| (note.line, note.ply) == (0, ply));
        let notes: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
        let text = |text: String| if text.is_empty() { Cell::Null } else { Cell::Text(text) };
        rows.push(vec![
            ply.into(),
            Cell::Text(format!("{mark}{said}")),
            Cell::Text(record.variant().move_text(*mv)),
            text(spent.map(clock).unwrap_or_default()),
            text(evaluation.map(|found| found.score.to_string()).unwrap_or_default()),
            text(notes.join(" / ").replace('\n', " ")),
        ]);
        position.play(*mv);
        previous = Some(mv.to());
    }
    for place in (3..columns.len()).rev() {
        if rows.iter().all(|row| row[place] == Cell::Null) {
            columns.remove(place);
            rows.iter_mut().for_each(|row| drop(row.remove(place)));
        }
    }
    View { name: "moves", columns, rows, is_single: false }
}
