//! The `kura` command: arguments in, answers on standard output, everything else on standard error.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
