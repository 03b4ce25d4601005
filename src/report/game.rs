//! A stored game for people: headers, the board at a ply, the moves with times, scores and comments, branches.

use super::{Animals, clean, clock, draw_animals, draw_board};
use crate::notation::animals;
use crate::notation::kif::KifMove;
use crate::query::{GameSummary, Occurrence};
use crate::record::{Ending, Record};
use crate::replay::Game;
use crate::rules::shogi::Square;
use crate::rules::{Color, VariantPosition, dobutsu};
use crate::terms::{self, Category, Language, statement};
use std::fmt::Write;

/// Where the board stands on a game's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardPlace {
    /// Below the moves, so that it is in sight when a terminal has shown them.
    #[default]
    End,
    /// Above the moves.
    Top,
}

/// A game and how it is to be drawn.
#[derive(Clone, Debug)]
pub struct GamePage<'a> {
    /// Its line in a list.
    pub summary: &'a GameSummary,
    /// Its record.
    pub record: &'a Record,
    /// What was played.
    pub game: &'a Game,
    /// The paths that it came from.
    pub sources: &'a [String],
    /// The text from the first move on that could not be played.
    pub unplayed: Option<&'a str>,
    /// After how many plies the board is drawn.
    pub ply: usize,
    /// Where a query holds.
    pub matches: &'a [Occurrence],
    /// What animals are drawn with.
    pub animals: Animals,
    /// Where the board stands.
    pub board: BoardPlace,
    /// Whether the squares of the last move stand out.
    pub color: bool,
    /// The language of names.
    pub language: Language,
}

impl GamePage<'_> {
    /// The page as text.
    #[must_use]
    pub fn text(&self) -> String {
        let game = self.game;
        let mut text = head(self.summary, self.language);
        for path in self.sources {
            let _ = writeln!(text, "{}", statement("from_source", &[("path", &clean(path))], self.language));
        }
        text.push('\n');
        if self.board == BoardPlace::Top {
            self.draw(&mut text);
            text.push('\n');
        }
        if !self.matches.is_empty() {
            let _ = writeln!(text, "{}\n", self.places());
        }
        let marked: Vec<usize> = self.matches.iter().map(|place| place.ply as usize).collect();
        moves(&mut text, self.record, game, &Marks { shown: self.ply, marked: &marked });
        if let Some(unplayed) = self.unplayed {
            let kept = statement("kept_as_text", &[], self.language);
            let _ = writeln!(text, "\n{kept}:\n{}", indent(unplayed));
        }
        if self.board == BoardPlace::End {
            text.push('\n');
            self.draw(&mut text);
        }
        text
    }

    /// The board at the ply, and its SFEN.
    fn draw(&self, text: &mut String) {
        let game = self.game;
        let mut position = game.start.clone();
        for mv in game.moves().iter().take(self.ply) {
            position.play(*mv);
        }
        let last = self.ply.checked_sub(1).and_then(|index| game.moves().get(index).copied());
        match &position {
            VariantPosition::Shogi(position) => text.push_str(&draw_board(position, last, self.color)),
            VariantPosition::Dobutsu(position) => {
                let last = last.and_then(dobutsu::Move::from_shogi);
                text.push_str(&draw_animals(position, last, self.animals, self.color));
            }
        }
        let _ = writeln!(text, "sfen {}", position.sfen());
    }

    /// At which plies the query holds, and which way round.
    fn places(&self) -> String {
        let place = |place: &Occurrence| {
            let sides = Color::ALL.into_iter().filter(|color| place.sides[*color]);
            let sides: Vec<&str> =
                sides.map(|color| terms::name(Category::Side, color.name(), self.language)).collect();
            match sides.as_slice() {
                [] => place.ply.to_string(),
                sides => format!("{} ({})", place.ply, sides.join(", ")),
            }
        };
        let places: Vec<String> = self.matches.iter().map(place).collect();
        statement("query_holds", &[("plies", &places.join(", "))], self.language)
    }
}

/// Which plies of a list of moves stand out.
struct Marks<'m> {
    /// The one whose board is drawn.
    shown: usize,
    /// Those at which a query holds.
    marked: &'m [usize],
}

fn indent(text: &str) -> String {
    text.lines().take(20).map(|line| format!("  {}\n", clean(line))).collect()
}

pub(super) fn head(game: &GameSummary, language: Language) -> String {
    let name = |name: &Option<String>| name.as_deref().map_or("–".into(), |name| clean(name).into_owned());
    let date = game.date.map_or_else(|| "–".to_owned(), |date| date.to_string());
    let mut text = format!("{}  {date}  {}\n", game.id, name(&game.event));
    let _ = writeln!(text, "▲ {}  △ {}", name(&game.black), name(&game.white));
    let result = match game.winner {
        Some(winner) => {
            let side = terms::name(Category::Side, winner.name(), language);
            statement("winner_is", &[("side", side)], language)
        }
        None => statement("no_winner", &[], language),
    };
    let ending = |ending: Ending| match ending {
        Ending::None => "–",
        ending => terms::name(Category::Ending, ending.name(), language),
    };
    let heading = |key| terms::name(Category::Heading, key, language);
    let _ = writeln!(
        text,
        "{result} · {} · {} {} · {} {} · {}",
        terms::counted("ply", game.plies.into(), &game.plies.to_string(), language),
        heading("declared"),
        ending(game.declared_ending),
        heading("verified"),
        ending(game.verified_ending),
        terms::name(Category::Agreement, game.agreement.name(), language)
    );
    if let Some(handicap) = &game.handicap {
        let _ = writeln!(text, "{} {}", heading("handicap"), clean(handicap));
    }
    text
}

fn moves(text: &mut String, record: &Record, game: &Game, marks: &Marks<'_>) {
    let mut position = game.start.clone();
    let mut previous = None;
    for note in record.notes.iter().filter(|note| (note.line, note.ply) == (0, 0)) {
        let _ = writeln!(text, "       {}", clean(&note.text));
    }
    rows(text, record, game, 0, &mut position, &mut previous, marks);
    let side = if position.turn() == Color::Black { "Black" } else { "White" };
    if !record.main().declarations.is_empty() {
        let words =
            record.main().declarations.iter().map(|found| clean(&found.word)).collect::<Vec<_>>().join(" · ");
        let _ = writeln!(text, "       {words} ({side} to move)");
    }
    notes_behind_end(text, record, 0);
    for index in 1..record.lines.len() {
        branch(text, record, game, index);
    }
}

/// A branch: where it leaves, and its moves.
fn branch(text: &mut String, record: &Record, game: &Game, index: usize) {
    let line = &record.lines[index];
    let what = format!("branch {index} leaves after ply {}", line.after);
    let Some(path) = game.path_to(record, index).filter(|_| !game.lines[index].unreachable) else {
        let _ = writeln!(text, "\n{what}, which is beyond the legal moves");
        return;
    };
    let parent = line.parent.filter(|parent| *parent > 0);
    let of = parent.map_or_else(String::new, |parent| format!(" of branch {parent}"));
    let _ = writeln!(text, "\n{what}{of}:");
    let mut position = game.start.clone();
    path.iter().for_each(|mv| position.play(*mv));
    let mut previous = path.last().map(|mv| mv.to());
    rows(text, record, game, index, &mut position, &mut previous, &Marks { shown: 0, marked: &[] });
    for found in &line.declarations {
        let _ = writeln!(text, "       {}", clean(&found.word));
    }
    notes_behind_end(text, record, index);
}

/// The notes that stand behind the ending of a line.
fn notes_behind_end(text: &mut String, record: &Record, index: usize) {
    let line = &record.lines[index];
    let last = line.after + line.plies.len();
    for note in record.notes.iter().filter(|note| note.line == index && note.ply > last) {
        let _ = writeln!(text, "       {}", clean(&note.text));
    }
}

/// The legal moves of a line with their times, scores and comments, played on `position`.
fn rows(
    text: &mut String,
    record: &Record,
    game: &Game,
    line: usize,
    position: &mut VariantPosition,
    previous: &mut Option<Square>,
    marks: &Marks<'_>,
) {
    let written = &record.lines[line];
    let comments = |ply: usize| record.notes.iter().filter(move |note| note.line == line && note.ply == ply);
    for (index, mv) in game.lines[line].moves.iter().enumerate() {
        let number = written.after + index + 1;
        let shown = if number == marks.shown { '>' } else { ' ' };
        let mark = if marks.marked.contains(&number) { '*' } else { ' ' };
        let kif = match &*position {
            VariantPosition::Shogi(board) => {
                KifMove::new(*mv, board, *previous).with_mark(position.turn()).to_string()
            }
            VariantPosition::Dobutsu(board) => {
                let mark = if position.turn() == Color::Black { '▲' } else { '△' };
                format!("{mark}{}", animals::say(board, *mv, *previous))
            }
        };
        let clock = written.plies.get(index).and_then(|ply| ply.clock.spent).map(clock).unwrap_or_default();
        let pad = 20_usize.saturating_sub(unicode_width::UnicodeWidthStr::width(kif.as_str()));
        let evaluation = record.evaluations.iter().find(|found| (found.line, found.ply) == (line, number));
        let score = evaluation.map(|found| found.score.to_string()).unwrap_or_default();
        let (gap, usi) = (" ".repeat(pad), record.variant().move_text(*mv));
        let line = format!("{shown}{number:>4}{mark} {kif}{gap}{usi:<7}{clock:>9}  {score:>8}");
        let _ = writeln!(text, "{}", line.trim_end());
        for note in comments(number) {
            let _ = writeln!(text, "       {}", clean(&note.text));
        }
        position.play(*mv);
        *previous = Some(mv.to());
    }
}
