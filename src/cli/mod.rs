//! The command line. Each command is one file: its arguments, whose doc comment is the help, and one function.
//!
//! Exit codes: 0 done; 1 done, but something was rejected or nothing was found; 2 could not run; 130 ended by Ctrl-C.

mod check;
mod convert;
mod database;
mod dobutsu;
mod doctor;
mod duplicates;
mod explore;
mod export;
mod file_names;
mod filter;
mod games;
mod import;
mod input;
mod output;
mod perft;
mod place;
mod players;
mod problems;
mod show;
mod sql;
mod stats;

use clap::{Parser, Subcommand};
use kifukura::query::ExploreError;
use kifukura::store::StoreError;
use std::io::Write;
use std::process::ExitCode;

/// A storehouse of shogi records (棋譜蔵): reads every record, replays every move, answers questions about all of them.
#[derive(Debug, Parser)]
#[command(name = "kura", version, max_term_width = 110, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
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
    Export(export::Export),
    Players(players::Players),
    Problems(problems::Problems),
    Sql(sql::Sql),
    Duplicates(duplicates::Duplicates),
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
    let done = match Cli::parse().command {
        Command::Import(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Explore(command) => command.run(),
        Command::Stats(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Players(command) => command.run(),
        Command::Problems(command) => command.run(),
        Command::Sql(command) => command.run(),
        Command::Duplicates(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Dobutsu(command) => command.run(),
    };
    match done {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::WithRemarks) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::from(2)
        }
    }
}

/// A reader such as `head` that has seen enough is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

fn complain(error: &anyhow::Error) {
    let mut stderr = std::io::stderr().lock();
    // Nothing can be done when even this cannot be written.
    let mut text = String::new();
    for cause in error.chain() {
        let said = sql_error(cause).unwrap_or_else(|| cause.to_string());
        // Some causes say again what was said above them.
        if !text.contains(&said) {
            text += if text.is_empty() { "" } else { ": " };
            text += &said;
        }
    }
    let (text, own_hint) =
        text.split_once("\nhint: ").map_or((&*text, None), |(text, hint)| (text, Some(hint)));
    let _ = writeln!(stderr, "error: {}", kifukura::report::clean(text));
    let is_sql = error.chain().any(|cause| sql_error(cause).is_some());
    let hint = error.chain().find_map(|cause| cause.downcast_ref::<StoreError>()?.hint());
    let sql_hint = is_sql.then_some("schema/README.md describes the tables and columns");
    if let Some(hint) = own_hint.or(hint).or(sql_hint) {
        let _ = writeln!(stderr, "hint: {hint}");
    }
}

/// What SQLite cannot understand in somebody's own SQL, in its words alone; the statement around it is not theirs.
fn sql_error(cause: &(dyn std::error::Error + 'static)) -> Option<String> {
    let of_store = |error: &StoreError| match error {
        StoreError::Sql(rusqlite::Error::SqlInputError { msg, .. }) => Some(msg.clone()),
        _ => None,
    };
    let message = match cause.downcast_ref::<rusqlite::Error>() {
        Some(rusqlite::Error::SqlInputError { msg, .. }) => Some(msg.clone()),
        _ => cause.downcast_ref::<StoreError>().and_then(of_store).or_else(|| {
            match cause.downcast_ref::<ExploreError>()? {
                ExploreError::Store(error) => of_store(error),
                _ => None,
            }
        }),
    };
    message.map(|message| format!("the SQL is not understood: {message}"))
}
