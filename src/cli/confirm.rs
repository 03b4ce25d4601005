//! Asking before something is done.

use super::error::CommandError;
use super::output::complain;
use std::io::{self, BufRead, IsTerminal};

/// Whether something is to be done that `question` asks about: yes with `--yes`, else what the person at the terminal
/// says.
///
/// # Errors
/// When there is nobody to ask.
pub fn confirmed(question: &str, yes: bool) -> anyhow::Result<bool> {
    if yes {
        return Ok(true);
    }
    if !can_ask() {
        return Err(CommandError::new(format!(
            "{question}: there is no terminal to ask, so nothing was done"
        ))
        .hint("`--yes` does it without asking, `--dry-run` only says what would be done")
        .into());
    }
    complain(&format!("{question}? [y/N] "));
    Ok(matches!(answer()?.as_str(), "y" | "yes"))
}

/// Whether there is a terminal for questions and answers.
pub fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// The line that a person answers, in small letters.
pub fn answer() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim().to_lowercase())
}
