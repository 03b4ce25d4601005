//! What a record says about its end elsewhere than in a row or below the moves: a closing line before the first move, a
//! header (結果：後手の勝ち), and in KI2 a win without a reason.

use super::ending::{self, ClosingLine, Count, understand_as_ki2};
use crate::record::{Code, Declaration, DeclaredBy, Place, Record};

/// Statements that are added when the moves are known.
#[derive(Debug, Default)]
pub(super) struct Stated {
    closings: Vec<(String, Place)>,
    ends_a_game: bool,
    headers: Vec<(String, String, Place)>,
}

impl Stated {
    /// A closing line before the first move: below headers of a game it may be that of a game without moves.
    pub fn closing(&mut self, line: &str, place: Place, below_headers: bool) {
        self.closings.push((line.to_owned(), place));
        self.ends_a_game |= below_headers;
    }

    /// True when a closing line has been read that may end a game without moves.
    pub fn ends_a_game(&self) -> bool {
        self.ends_a_game
    }

    /// A header that names the result.
    pub fn header(&mut self, name: &str, value: &str, place: Place) {
        self.headers.push((name.to_owned(), value.to_owned(), place));
    }

    /// Adds everything to the main line.
    pub fn finish(self, record: &mut Record) {
        for (line, place) in self.closings {
            // The players may be named below it.
            let Some(closing) = ending::closing_line_of(&line, place, &record.info.players) else { continue };
            ending::report_nobody(record, &closing.declaration);
            let ClosingLine { declaration, count } = closing;
            let moves = record.main().plies.len() + record.main().unread;
            let counted = match count {
                Count::Unstated => true,
                Count::Plies(plies) => plies as usize == moves,
                Count::Impossible => false,
            };
            if !counted {
                let message =
                    format!("`{}` counts other moves than the record has, {moves}", declaration.word);
                record.report(Code::CountMismatch, declaration.place, message);
            }
            record.lines[0].declarations.push(declaration);
        }
        for (name, value, place) in self.headers {
            if let Some(declaration) = of_header(record, &name, &value, place) {
                record.lines[0].declarations.push(declaration);
            }
        }
    }
}

/// What a header of the result declares, if its value is understood.
fn of_header(record: &Record, name: &str, value: &str, place: Place) -> Option<Declaration> {
    let sentence = match name {
        "勝者" => format!("{value}の勝ち"),
        "敗者" => format!("{value}の負け"),
        _ => value.to_owned(),
    };
    let found = match ending::closing_line_of(&sentence, place, &record.info.players) {
        Some(closing) => closing.declaration,
        None if ending::is_known(value) => ending::word(value, None, crate::record::Clock::default(), place),
        None => return None,
    };
    Some(Declaration { word: value.to_owned(), by: DeclaredBy::Header, ..found })
}

/// Takes the closing lines of a record in KI2 for what they [mean there](understand_as_ki2), and says so.
pub(super) fn resignations_of_ki2(record: &mut Record) {
    let mut found = Vec::new();
    for line in &mut record.lines {
        if line.declarations.iter().any(|one| one.by == DeclaredBy::Row) {
            continue;
        }
        let closings = line.declarations.iter_mut().filter(|one| one.by == DeclaredBy::ClosingLine);
        for declaration in closings {
            let before = declaration.ending;
            understand_as_ki2(declaration);
            if declaration.ending != before {
                found.push((declaration.place, declaration.word.clone()));
            }
        }
    }
    for (place, word) in found {
        let message = format!("`{word}` names no reason, so that it stands for a resignation");
        record.report(Code::ResignationByConvention, place, message);
    }
}
