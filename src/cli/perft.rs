//! `kura perft`

use super::Done;
use super::output::print;
use anyhow::{Context, bail};
use clap::Args;
use kifukura::rules::shogi::{Position, Setup, perft, perft_divide};
use std::fmt::Write;

/// Count the lines of play of a depth, as move generators are checked
#[derive(Debug, Args)]
pub struct Perft {
    /// The position, as SFEN or `startpos` (the start position when not given), and how many plies
    #[arg(required = true, num_args = 1..=2, value_names = ["SFEN", "DEPTH"])]
    position_and_depth: Vec<String>,
    /// Print the count behind each first move as well
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub fn run(self) -> anyhow::Result<Done> {
        let (sfen, depth) = match self.position_and_depth.as_slice() {
            [depth] => ("startpos", depth),
            [sfen, depth] => (sfen.as_str(), depth),
            _ => bail!("give a position and a depth"),
        };
        let depth: u32 =
            depth.parse().with_context(|| format!("`{depth}` is no depth; write a number of plies"))?;
        let setup = match sfen {
            "startpos" => Setup::startpos(),
            sfen => sfen.parse().with_context(|| format!("`{sfen}` is no SFEN"))?,
        };
        let position = Position::try_from(setup).context("nothing can be played in this position")?;
        let mut text = String::new();
        if self.divide && depth > 0 {
            let moves = perft_divide(&position, depth);
            for (mv, nodes) in &moves {
                let _ = writeln!(text, "{mv} {nodes}");
            }
            let _ = writeln!(text, "\n{}", moves.iter().map(|(_, nodes)| nodes).sum::<u64>());
        } else {
            let _ = writeln!(text, "{}", perft(&position, depth));
        }
        print(&text)?;
        Ok(Done::Well)
    }
}
