//! Corrections of KIF: names of pieces, numbers of rows, counts of closing lines.

use super::Fix;
use super::row::{recounted, renamed, renumbered, row_number};
use crate::notation::kif::piece_name;
use crate::record::{Code, DeclaredBy, Diagnostic, Place, Ply, Record, StartSource};
use crate::replay::Game;
use crate::rules::VariantPosition;
use std::collections::{HashMap, HashSet};

/// Corrects the lines of a file as far as one of its records goes; what is wrong and not certain goes to `left`.
pub(super) fn correct(
    lines: &mut [String],
    record: &Record,
    game: &Game,
    fixed: &mut Vec<Fix>,
    left: &mut Vec<Fix>,
) {
    let mut corrector = Corrector { lines, fixed, left };
    corrector.pieces(record, game);
    if let Some(place) = doubtful_numbers(record, corrector.lines) {
        let message = "the numbers are left as they are: moves may be missing";
        corrector.left.push(Fix::at(Code::NumberMismatch, place, message));
        return;
    }
    corrector.numbers(record);
    corrector.counts(record, game);
}

/// Which of the lines a place is in.
fn index(place: Place) -> Option<usize> {
    (place.line()? as usize).checked_sub(1)
}

/// Where rows have wrong numbers that may be right, since rows may be missing: a number that is larger than the row's
/// place, something that could not be read, or a closing line that counts as the rows do.
fn doubtful_numbers(record: &Record, lines: &[String]) -> Option<Place> {
    let first = record.diagnostics.iter().find(|found| found.code == Code::NumberMismatch)?.place;
    let main = record.main();
    let row_number = |place: Place| row_number(lines.get(index(place)?)?);
    let too_large = |(ply, at): (&Ply, usize)| row_number(ply.place).is_some_and(|number| number > at);
    let unread = main.unread > 0
        || record
            .diagnostics
            .iter()
            .any(|found| matches!(found.code, Code::UnreadableLine | Code::UnreadableMove));
    let last = main.plies.last().and_then(|ply| row_number(ply.place));
    let rows = || main.declarations.iter().filter(|stated| stated.by == DeclaredBy::Row);
    let ends: Vec<usize> = rows().filter_map(|stated| row_number(stated.place)).collect();
    let counted = main.declarations.iter().filter_map(|stated| stated.plies).any(|count| {
        let count = count as usize;
        (Some(count) == last || ends.contains(&(count + 1))) && count != main.plies.len()
    });
    let late = ends.iter().any(|number| *number > main.plies.len() + 1);
    (unread || counted || late || main.plies.iter().zip(1..).any(too_large)).then_some(first)
}

/// Corrects the lines of one record.
struct Corrector<'a> {
    lines: &'a mut [String],
    fixed: &'a mut Vec<Fix>,
    left: &'a mut Vec<Fix>,
}

impl Corrector<'_> {
    /// Replaces a line and notes it.
    fn replace(&mut self, code: Code, place: Place, new: Option<String>) {
        let line = index(place).and_then(|index| self.lines.get_mut(index));
        if let (Some(line), Some(new)) = (line, new)
            && *line != new
        {
            let message = format!("`{}` is now `{}`", line.trim(), new.trim());
            self.fixed.push(Fix::at(code, place, message));
            *line = new;
        }
    }

    fn line(&self, place: Place) -> Option<&str> {
        self.lines.get(index(place)?).map(String::as_str)
    }

    /// Names of pieces that the origin decides, and 打 that only a drop can mean.
    fn pieces(&mut self, record: &Record, game: &Game) {
        const CODES: [Code; 3] = [Code::NoSuchPiece, Code::PromotedNameMeansPromotion, Code::UnmarkedDrop];
        let wanted: HashMap<Place, Code> = game
            .diagnostics
            .iter()
            .filter(|found| CODES.contains(&found.code))
            .map(|found| (found.place, found.code))
            .collect();
        let VariantPosition::Shogi(start) = &game.start else { return };
        if wanted.is_empty() {
            return;
        }
        for (index, (line, played)) in record.lines.iter().zip(&game.lines).enumerate() {
            let Some(moves) = game.path_to(record, index) else { continue };
            let mut position = start.clone();
            moves.iter().for_each(|mv| position.play(*mv));
            for (ply, mv) in line.plies.iter().zip(&played.moves) {
                if let Some(code) = wanted.get(&ply.place) {
                    let piece = mv.from().and_then(|from| position.piece_at(from));
                    let new = self.line(ply.place).and_then(|text| {
                        renamed(
                            text,
                            ply.place.column().unwrap_or(1),
                            *code,
                            piece.map(|piece| piece_name(piece.kind)),
                            *mv,
                        )
                    });
                    self.replace(*code, ply.place, new);
                }
                position.play(*mv);
            }
        }
    }

    /// Numbers of rows. Where branches name rows by their numbers, or a diagram has a number of its own, nothing is
    /// certain.
    fn numbers(&mut self, record: &Record) {
        let wrong = record.diagnostics.iter().any(|found| found.code == Code::NumberMismatch);
        if !wrong || record.lines.len() > 1 || record.start.source == StartSource::Diagram {
            return;
        }
        let main = record.main();
        let ending =
            main.declarations.iter().find(|stated| stated.by == DeclaredBy::Row).map(|stated| stated.place);
        let unread = usize::from(main.unread > 0);
        let rows = main.plies.iter().map(|ply| ply.place).chain(ending.filter(|_| unread == 0));
        for (place, number) in rows.zip(1..) {
            let new = self.line(place).and_then(|line| renumbered(line, number));
            self.replace(Code::NumberMismatch, Place::new(place.line().unwrap_or(0), 1), new);
        }
    }

    /// The count of the closing line, when the rows speak against it: all were read, the ending has the number that
    /// comes after the last move, and nothing else in the record contradicts it. The first that is left is noted.
    fn counts(&mut self, record: &Record, game: &Game) {
        const DOUBTS: [Code; 4] =
            [Code::NumberMismatch, Code::UnreadableMove, Code::UnreadableLine, Code::WinnerConflict];
        let sure =
            !record.diagnostics.iter().chain(&game.diagnostics).any(|found| DOUBTS.contains(&found.code));
        let mut left = None;
        let wrong: HashSet<Place> = record
            .diagnostics
            .iter()
            .filter(|found: &&Diagnostic| found.code == Code::CountMismatch)
            .map(|found| found.place)
            .collect();
        for (line, played) in record.lines.iter().zip(&game.lines) {
            for stated in line.declarations.iter().filter(|stated| wrong.contains(&stated.place)) {
                let plies = line.after + line.plies.len();
                let mut rows = line.declarations.iter().filter(|row| row.by == DeclaredBy::Row);
                let numbered = rows.any(|row| self.line(row.place).and_then(row_number) == Some(plies + 1));
                let sure = sure && numbered && line.unread == 0 && played.stop.is_none();
                if sure && record.start.source != StartSource::Diagram {
                    let new = self.line(stated.place).and_then(|text| recounted(text, plies));
                    self.replace(Code::CountMismatch, stated.place, new);
                } else {
                    left = left.or(Some(stated.place));
                }
            }
        }
        if let Some(place) = left {
            let message = "the count is left as it is: a row may be missing";
            self.left.push(Fix::at(Code::CountMismatch, place, message));
        }
    }
}
