//! The command line: the only part of the program that prints.

mod dobutsu;

use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// A storehouse of shogi game records.
#[derive(Debug, Parser)]
#[command(name = "kura", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Dobutsu(dobutsu::Args),
}

/// Runs the command that the arguments ask for.
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Dobutsu(args) => args.run(),
    };
    result.unwrap_or_else(|error| {
        // Nothing can be done about a standard error that is closed.
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        ExitCode::from(2)
    })
}
