//! `kura perft`

use super::Done;
use super::output::print;
use anyhow::Context;
use clap::Args;
use kifukura::rules::shogi::{Position, Setup, perft, perft_divide};
use std::fmt::Write;

/// Count the lines of play of a depth, as move generators are checked
#[derive(Debug, Args)]
pub struct Perft {
    /// How many plies
    depth: u32,
    /// The position to count from, as SFEN; the start position when not given
    #[arg(value_name = "SFEN")]
    position: Option<String>,
    /// Print the count behind each first move as well
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub fn run(self) -> anyhow::Result<Done> {
        let setup = match self.position.as_deref() {
            None | Some("startpos") => Setup::startpos(),
            Some(sfen) => sfen.parse().with_context(|| format!("`{sfen}` is no SFEN"))?,
        };
        let position = Position::try_from(setup).context("nothing can be played in this position")?;
        let mut text = String::new();
        if self.divide && self.depth > 0 {
            let moves = perft_divide(&position, self.depth);
            for (mv, nodes) in &moves {
                let _ = writeln!(text, "{mv} {nodes}");
            }
            let _ = writeln!(text, "\n{}", moves.iter().map(|(_, nodes)| nodes).sum::<u64>());
        } else {
            let _ = writeln!(text, "{}", perft(&position, self.depth));
        }
        print(&text)?;
        Ok(Done::Well)
    }
}
