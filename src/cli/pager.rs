//! Long text on a terminal goes through a pager, as `git` and `man` do.

use super::output::print;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::{Command, Stdio};

/// The pager when nobody names one.
const USUAL: &str = if cfg!(windows) { "more" } else { "less" };

/// What `less` is told, unless `LESS` says something: end when one screen is enough, leave colours and the screen alone.
const LESS: &str = "FRX";

/// Prints text, on a terminal that is too low for it through the pager that `KURA_PAGER` or `PAGER` names.
pub fn print_paged(text: &str) -> io::Result<()> {
    let stdout = io::stdout();
    let height = stdout.is_terminal().then(|| terminal_size::terminal_size_of(&stdout)).flatten();
    let named = ["KURA_PAGER", "PAGER"].map(|name| std::env::var(name).ok());
    match pager(named).filter(|_| height.is_some_and(|(_, height)| is_long(text, height.0.into()))) {
        Some(words) => page(&words, text),
        None => print(text),
    }
}

/// The words of the pager's command; none when the first variable that is set says that there is to be none.
fn pager(named: [Option<String>; 2]) -> Option<Vec<String>> {
    let command = named.into_iter().flatten().next().unwrap_or_else(|| USUAL.to_owned());
    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    (!words.is_empty() && words != ["cat"]).then_some(words)
}

/// True when the text and the prompt behind it do not fit on so many lines.
fn is_long(text: &str, height: usize) -> bool {
    text.lines().count() >= height
}

fn page(words: &[String], text: &str) -> io::Result<()> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else { return print(text) };
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    child.wait()?;
    match written {
        // It was left before the end.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_names_the_pager() {
        let pager = |own: Option<&str>, usual: Option<&str>| {
            pager([own, usual].map(|name| name.map(str::to_owned))).map(|words| words.join("+"))
        };
        assert_eq!(pager(None, None).as_deref(), Some(USUAL));
        assert_eq!(pager(None, Some("most -s")).as_deref(), Some("most+-s"));
        assert_eq!(pager(Some("less -S"), Some("most")).as_deref(), Some("less+-S"));
        assert_eq!(pager(Some(""), Some("most")), None);
        assert_eq!(pager(None, Some("cat")), None);
    }

    #[test]
    fn text_that_fills_the_terminal_is_long() {
        assert!(!is_long("a\nb\n", 3));
        assert!(is_long("a\nb\nc\n", 3));
    }

    #[cfg(unix)]
    #[test]
    fn a_pager_that_ends_early_or_is_not_there_is_no_error() {
        let words = |command: &str| command.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(page(&words("true"), &"line\n".repeat(100_000)).is_ok());
        assert!(page(&words("/no/such/pager"), "").is_ok());
    }
}
