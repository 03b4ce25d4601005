//! The command line. Each command is one file: its arguments, whose doc comment is the help, and one function.
//!
//! Exit codes: 0 done; 1 done, but something was rejected or nothing was found; 2 could not run; 130 ended by Ctrl-C.

mod check;
mod confirm;
mod convert;
mod database;
mod database_files;
mod dataset;
mod diagram;
mod dobutsu;
mod doctor;
mod duplicates;
mod emptied;
mod error;
mod explore;
mod export;
mod file_names;
mod filter;
mod form;
mod game_writer;
mod games;
mod import;
mod matched_names;
mod openings;
mod output;
mod output_file;
mod output_folder;
mod own_names;
mod pager;
mod perft;
mod players;
mod plot;
mod problems;
mod remove;
mod report;
mod show;
mod sql;
mod stats;
mod undo;

use clap::{Parser, Subcommand};
use kifukura::report::decimal;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

/// What scores are, below the help of the commands that have them.
const SCORES: &str = "Scores are shares of points, a draw counting half, over games with a result; in brackets Wilson's \
                      interval at 95 %. With --me or --player they are that player's, over both colours. \
                      docs/statistics.md says more.";

/// A storehouse of shogi records (棋譜蔵): reads every record, replays every move, answers questions about all of them.
#[derive(Debug, Parser)]
#[command(name = "kura", version, max_term_width = 110, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    verbosity: output::Verbosity,
}

const AFTER_HELP: &str = "Start with `kura import FOLDER`, then `kura stats`, `kura explore`, `kura games`.";

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "one value is made in the whole life of the program")]
enum Command {
    Import(import::Import),
    Check(check::Check),
    Convert(convert::Convert),
    Games(games::Games),
    Show(show::Show),
    Explore(explore::Explore),
    Stats(stats::Stats),
    Openings(openings::Openings),
    Export(export::Export),
    Dataset(dataset::Dataset),
    Players(players::Players),
    Report(report::Report),
    Problems(problems::Problems),
    Sql(sql::Sql),
    Duplicates(duplicates::Duplicates),
    Remove(remove::Remove),
    Undo(undo::Undo),
    Doctor(doctor::Doctor),
    Perft(perft::Perft),
    Dobutsu(dobutsu::Dobutsu),
}

/// What a command did, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// Everything.
    Well,
    /// Everything that could be done; something was rejected, or nothing was found.
    WithRemarks,
    /// What could be done before Ctrl-C ended it.
    Interrupted,
}

/// The exit code of a command that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// Runs the program.
pub fn main() -> ExitCode {
    let began = Instant::now();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let Cli { command, verbosity } = Cli::parse_from(&arguments);
    verbosity.set();
    let done = match command {
        Command::Import(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Explore(command) => command.run(),
        Command::Stats(command) => command.run(),
        Command::Openings(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Dataset(command) => command.run(&arguments),
        Command::Players(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Problems(command) => command.run(),
        Command::Sql(command) => command.run(),
        Command::Duplicates(command) => command.run(),
        Command::Remove(command) => command.run(),
        Command::Undo(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Dobutsu(command) => command.run(),
    };
    if output::is_verbose() {
        output::note(&format!("{} s\n", decimal(began.elapsed().as_secs_f64(), 1)));
    }
    match done {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::WithRemarks) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(error) if error::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            error::report(&error);
            ExitCode::from(2)
        }
    }
}
