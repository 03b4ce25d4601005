//! `kura dobutsu probe`.

use crate::cli::Done;
use anyhow::{Context, bail};
use kifukura::rules::dobutsu::{Move, Position, Setup};
use kifukura::tablebase::ProbeError;
use std::io::{self, Write};
use std::path::PathBuf;

/// Show what a position is worth, every move of it, and perfect play
///
/// Values are for the side to move, with the number of plies to the end: the winner hurries and the loser delays.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The table that `kura dobutsu solve` has written
    #[arg(long, value_name = "FILE", env = "KURA_DOBUTSU", default_value = "dobutsu.table")]
    table: PathBuf,
    /// The longest line of perfect play to show, in plies; the longest win has 173
    #[arg(long, value_name = "PLIES", default_value_t = 200)]
    line: usize,
    /// A position (`gle/1c1/1C1/ELG b - 1`), moves from the start (`b3b2 c1b2`), or both with `moves` between
    #[arg(value_name = "SFEN|MOVES")]
    position: Vec<String>,
}

impl Args {
    /// Runs the command; exit code 1 if the table does not have the position.
    pub fn run(self) -> anyhow::Result<Done> {
        let position = read_position(&self.position.join(" "))?;
        let table = super::open(&self.table)?;
        let value = match table.value(&position) {
            Err(error @ ProbeError::NotInTable) => {
                writeln!(io::stderr(), "{error}")?;
                return Ok(Done::WithRemarks);
            }
            value => value?,
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{position}")?;
        writeln!(out, "{value}")?;
        if let Some(end) = position.game_end() {
            writeln!(out, "{}", end.kind.name())?;
            return Ok(Done::Well);
        }
        writeln!(out)?;
        for choice in table.moves(&position)? {
            writeln!(out, "{:6} {}", choice.mv.to_string(), choice.value)?;
        }
        let line = table.line(&position, self.line)?;
        let line: Vec<_> = line.iter().map(|choice| choice.mv.to_string()).collect();
        writeln!(out, "\n{}", line.join(" "))?;
        Ok(Done::Well)
    }
}

/// The position of a text, after its moves.
fn read_position(text: &str) -> anyhow::Result<Position> {
    let text = text.trim();
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None if text.contains('/') => (text, ""),
        None => ("", text.strip_prefix("startpos").unwrap_or(text)),
    };
    let start = start.strip_prefix("sfen").unwrap_or(start).trim();
    let mut position = match start {
        "" | "startpos" => Position::startpos(),
        sfen => Position::try_from(sfen.parse::<Setup>().with_context(|| format!("`{sfen}`"))?)?,
    };
    for word in moves.split_whitespace() {
        if position.is_over() {
            bail!("`{word}`: the game is over");
        }
        let mv = word.parse::<Move>().with_context(|| format!("`{word}`"))?;
        position.try_play(mv).with_context(|| format!("`{word}`"))?;
    }
    Ok(position)
}
