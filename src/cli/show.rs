//! `kura show`

use super::Done;
use super::convert::{Form, warn};
use super::database::Database;
use super::output::print;
use anyhow::bail;
use clap::Args;
use kifukura::dataset::GameObject;
use kifukura::notation::animals;
use kifukura::notation::kif::KifMove;
use kifukura::query::{GameSummary, game};
use kifukura::record::Record;
use kifukura::replay::{Game, replay};
use kifukura::report::{Animals, clean, clock, draw_animals, draw_board};
use kifukura::rules::shogi::Square;
use kifukura::rules::{Board, Color, dobutsu};
use kifukura::store;
use std::fmt::Write;
use std::io::{IsTerminal, Write as _};

/// Show a game: its headers, its moves, and the board at any ply
#[derive(Debug, Args)]
pub struct Show {
    /// The game's id, from `kura games`
    id: i64,
    /// Draw the board (or write `--as bod` or `--as sfen`) after this many plies; the last position when not given
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print the game as a record in this format instead
    #[arg(long = "as", value_enum, value_name = "FORMAT")]
    target: Option<Form>,
    /// Draw animals with letters instead of pictures
    #[arg(long)]
    ascii: bool,
    /// Print the bytes of the file that the game came from, as they came in (the first file, if there are several)
    #[arg(long, conflicts_with = "target")]
    source: bool,
    #[command(flatten)]
    database: Database,
}

impl Show {
    pub fn run(self) -> anyhow::Result<Done> {
        let connection = self.database.open()?;
        let (Some(record), Some(summary)) = (store::load(&connection, self.id)?, game(&connection, self.id)?)
        else {
            bail!("there is no game {}; `kura games` lists them", self.id);
        };
        let sources = store::sources_of(&connection, self.id)?;
        if self.source {
            return self.source(&connection, &sources);
        }
        let replayed = replay(&record);
        if let (Some(ply), Ok(game)) = (self.ply, &replayed) {
            let plies = game.moves().len();
            if ply > plies {
                bail!("game {} has {plies} plies, so there is no position after ply {ply}", self.id);
            }
        }
        if let Some(form) = self.target {
            if self.ply.is_some() && !matches!(form, Form::Record(target) if target.is_position()) {
                bail!("--ply goes with `--as bod` and `--as sfen`; the other formats hold the whole game");
            }
            let text = match (form, &replayed) {
                (Form::Jsonl, _) => {
                    format!("{}\n", serde_json::to_string(&GameObject::new(&record, &replayed))?)
                }
                (Form::Record(target), Ok(game)) => {
                    let written = target.write(&record, game, self.ply);
                    warn("", &written.losses);
                    written.text
                }
                (Form::Record(_), Err(_)) => bail!("the start position cannot be played on"),
            };
            print(&text)?;
            return Ok(Done::Well);
        }
        let Ok(game) = replayed else {
            bail!("game {} has a start position that cannot be played on", self.id)
        };
        let ply = self.ply.unwrap_or(game.moves().len());
        let color = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let mut text = head(&summary);
        for (_, path) in &sources {
            let _ = writeln!(text, "from {}", clean(path));
        }
        text.push('\n');
        let mut position = game.start.clone();
        for mv in &game.moves()[..ply] {
            position.play(*mv);
        }
        let last = ply.checked_sub(1).map(|index| game.moves()[index]);
        match &position {
            Board::Shogi(position) => text.push_str(&draw_board(position, last, color)),
            Board::Dobutsu(position) => {
                let animals = if self.ascii { Animals::Letters } else { Animals::Pictures };
                let last = last.and_then(dobutsu::Move::from_shogi);
                text.push_str(&draw_animals(position, last, animals, color));
            }
        }
        let _ = writeln!(text, "sfen {}\n", position.sfen());
        moves(&mut text, &record, &game, ply);
        if let Some(rest) = rest(&connection, self.id)? {
            let _ = writeln!(text, "\nnot played, kept as text:\n{}", indent(&rest));
        }
        print(&text)?;
        Ok(Done::Well)
    }
}

impl Show {
    fn source(&self, connection: &rusqlite::Connection, sources: &[(i64, String)]) -> anyhow::Result<Done> {
        for (source, _) in sources {
            if let Some(bytes) = store::source_bytes(connection, *source)? {
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes)?;
                out.flush()?;
                return Ok(Done::Well);
            }
        }
        bail!("the file of game {} was not kept (it was imported with --no-source)", self.id);
    }
}

fn rest(connection: &rusqlite::Connection, id: i64) -> Result<Option<String>, store::StoreError> {
    store::rest_of(connection, id)
}

fn indent(text: &str) -> String {
    text.lines().take(20).map(|line| format!("  {}\n", clean(line))).collect()
}

fn head(game: &GameSummary) -> String {
    let name = |name: &Option<String>| clean(name.as_deref().unwrap_or("–")).into_owned();
    let mut text = format!("{}  {}  {}\n", game.id, name(&game.date), name(&game.event));
    let _ = writeln!(text, "▲ {}  △ {}", name(&game.black), name(&game.white));
    let result = match game.winner.as_deref() {
        Some(winner) => format!("{winner} won"),
        None => "no winner".to_owned(),
    };
    let _ = writeln!(
        text,
        "{result} · {} plies · declared {} · proved {} · {}",
        game.plies, game.declared_ending, game.verified_ending, game.agreement
    );
    if let Some(handicap) = &game.handicap {
        let _ = writeln!(text, "handicap {}", clean(handicap));
    }
    text
}

fn moves(text: &mut String, record: &Record, game: &Game, shown: usize) {
    let mut position = game.start.clone();
    let mut previous = None;
    for note in record.notes.iter().filter(|note| (note.line, note.ply) == (0, 0)) {
        let _ = writeln!(text, "       {}", clean(&note.text));
    }
    rows(text, record, game, 0, &mut position, &mut previous, shown);
    let side = if position.turn() == Color::Black { "Black" } else { "White" };
    if !record.main().declarations.is_empty() {
        let words =
            record.main().declarations.iter().map(|found| clean(&found.word)).collect::<Vec<_>>().join(" · ");
        let _ = writeln!(text, "       {words} ({side} to move)");
    }
    for index in 1..record.lines.len() {
        branch(text, record, game, index);
    }
}

/// A branch: where it leaves, and its moves.
fn branch(text: &mut String, record: &Record, game: &Game, index: usize) {
    let line = &record.lines[index];
    let what = format!("branch {index} leaves after ply {}", line.after);
    let Some(way) = game.way_to(record, index).filter(|_| !game.lines[index].unreachable) else {
        let _ = writeln!(text, "\n{what}, which is beyond the legal moves");
        return;
    };
    let parent = line.parent.filter(|parent| *parent > 0);
    let of = parent.map_or_else(String::new, |parent| format!(" of branch {parent}"));
    let _ = writeln!(text, "\n{what}{of}:");
    let mut position = game.start.clone();
    way.iter().for_each(|mv| position.play(*mv));
    let mut previous = way.last().map(|mv| mv.to());
    rows(text, record, game, index, &mut position, &mut previous, 0);
    for found in &line.declarations {
        let _ = writeln!(text, "       {}", clean(&found.word));
    }
}

/// The legal moves of a line with their times, scores and comments, played on `position`.
fn rows(
    text: &mut String,
    record: &Record,
    game: &Game,
    line: usize,
    position: &mut Board,
    previous: &mut Option<Square>,
    shown: usize,
) {
    let written = &record.lines[line];
    let comments = |ply: usize| record.notes.iter().filter(move |note| note.line == line && note.ply == ply);
    for (index, mv) in game.lines[line].moves.iter().enumerate() {
        let number = written.after + index + 1;
        let mark = if number == shown { '>' } else { ' ' };
        let kif = match &*position {
            Board::Shogi(board) => KifMove::new(*mv, board, *previous).with_mark(position.turn()).to_string(),
            Board::Dobutsu(board) => {
                let mark = if position.turn() == Color::Black { '▲' } else { '△' };
                format!("{mark}{}", animals::say(board, *mv, *previous))
            }
        };
        let clock = written.plies.get(index).and_then(|ply| ply.clock.spent).map(clock).unwrap_or_default();
        let pad = 20_usize.saturating_sub(unicode_width::UnicodeWidthStr::width(kif.as_str()));
        let evaluation = record.evaluations.iter().find(|found| (found.line, found.ply) == (line, number));
        let score = evaluation.map(|found| found.score.to_string()).unwrap_or_default();
        let (gap, usi) = (" ".repeat(pad), record.variant().move_text(*mv));
        let line = format!("{mark}{:>4}  {kif}{gap}{usi:<7}{clock:>9}  {score:>8}", number);
        let _ = writeln!(text, "{}", line.trim_end());
        for note in comments(number) {
            let _ = writeln!(text, "       {}", clean(&note.text));
        }
        position.play(*mv);
        *previous = Some(mv.to());
    }
}
