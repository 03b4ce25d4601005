//! The explorer's answer as a chart: scores of the moves, the squares that they lead to, or the years.

use super::ExplorerAnswer;
use super::charts::{Went, dot, drawn, say, score_dots, years};
use super::explorer::notation;
use super::player_score::about_player;
use crate::notation::kif::rank_name;
use crate::query::{MoveStatistics, PlayerMoves, YearStatistics};
use crate::report::{Chart, HeatMap, Plot, Unit};
use crate::rules::{VariantPosition, dobutsu};
use crate::terms::Language;

impl ExplorerAnswer {
    /// The chart of these rows of the list.
    pub(super) fn drawn(&self, rows: &[usize], language: Language) -> Option<Chart> {
        let explored = &self.explored;
        let title = self.headline(language).trim_end().to_owned();
        if !explored.years.is_empty() {
            let year = |row: &YearStatistics| Some((row.year?, Went::of(row.results, row.player)));
            let dated: Vec<_> = explored.years.iter().filter_map(year).collect();
            return years(&title, &dated, language);
        }
        let Some(player) = &explored.player else {
            let (moves, notes) = drawn(&explored.moves, rows, language);
            let games = explored.games;
            let mut chart = Chart::new(&title, self.scores(&moves, false, language)).noted(notes);
            chart.panels[0].heading = say("chart_moves", language);
            return (!moves.is_empty())
                .then(|| chart.with(&say("chart_targets", language), self.squares(&moves, games)));
        };
        let PlayerMoves { own, against, own_score, against_score, .. } = player;
        let mut chart: Option<Chart> = None;
        let parts = [("moves_of", own, own_score), ("moves_against", against, against_score)];
        for (key, moves, score) in parts.into_iter().filter(|(_, moves, _)| !moves.is_empty()) {
            let moves: Vec<&MoveStatistics> = moves.iter().collect();
            let summary = super::counted("game", score.results.games(), language);
            let heading = about_player(key, &self.player, &[("summary", &summary)], language);
            let plot = self.scores(&moves, true, language);
            chart = Some(match chart {
                Some(chart) => chart.with(&heading, plot),
                None => {
                    let mut chart = Chart::new(&title, plot);
                    chart.panels[0].heading = heading;
                    chart
                }
            });
        }
        chart.map(Chart::on_one_scale)
    }

    /// The scores of moves: the player's, or those of the side to move.
    fn scores(&self, moves: &[&MoveStatistics], is_player: bool, language: Language) -> Plot {
        let row = |row: &&MoveStatistics| {
            let name = notation(&self.asked.position, row.mv, self.asked.previous);
            let score = if is_player { row.player.and_then(|player| player.score()) } else { row.score };
            dot(format!("{name} {}", row.usi), score, row.games)
        };
        let axis = if is_player { "score_with_interval" } else { "score_to_move_with_interval" };
        score_dots(say(axis, language), moves.iter().map(row).collect())
    }

    /// To which squares the moves lead, as shares of the games.
    fn squares(&self, moves: &[&MoveStatistics], games: u64) -> Plot {
        let (files, ranks): (Vec<u8>, u8) = match &self.asked.position {
            VariantPosition::Shogi(_) => ((1..=9).rev().collect(), 9),
            VariantPosition::Dobutsu(_) => ((1..=3).collect(), 4),
        };
        let mut cells = vec![vec![None; files.len()]; usize::from(ranks)];
        for row in moves {
            let (file, rank) = match &self.asked.position {
                VariantPosition::Shogi(_) => (row.mv.to().file(), row.mv.to().rank()),
                VariantPosition::Dobutsu(_) => match dobutsu::Move::from_shogi(row.mv) {
                    Some(mv) => (mv.to().file(), mv.to().rank()),
                    None => continue,
                },
            };
            let column = files.iter().position(|known| *known == file);
            if let Some(cell) =
                column.and_then(|column| cells.get_mut(usize::from(rank) - 1)?.get_mut(column))
            {
                #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
                let share = row.games as f64 / games.max(1) as f64;
                *cell = Some(cell.unwrap_or(0.0) + share);
            }
        }
        let is_shogi = matches!(self.asked.position, VariantPosition::Shogi(_));
        let file =
            |file: &u8| if is_shogi { file.to_string() } else { char::from(b'A' + file - 1).to_string() };
        let rank = |rank: u8| if is_shogi { rank_name(rank).to_string() } else { rank.to_string() };
        let columns = files.iter().map(file).collect();
        let rows = (1..=ranks).map(rank).collect();
        Plot::Heat(HeatMap { columns, rows, is_board: true, unit: Unit::Share, range: None, cells })
    }
}
