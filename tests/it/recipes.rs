//! The commands on the pages print what the pages say: each `$ …` line of a `console` block is run by a shell, one after
//! the other in a folder of their own that has the samples. `KURA_UPDATE=1` writes the outputs.

use crate::support::{Folder, samples};
use std::path::Path;
use std::process::Command;

/// A part of a page.
#[derive(Debug, PartialEq)]
enum Part {
    /// Lines that are no command's.
    Text(String),
    /// A command, and what it prints.
    Command { command: String, output: String },
}

fn parts(page: &str) -> Vec<Part> {
    let (mut parts, mut is_console) = (Vec::new(), false);
    for line in page.split_inclusive('\n') {
        let is_fence = line.starts_with("```");
        if is_fence {
            is_console = !is_console && line.trim_end() == "```console";
        }
        match parts.last_mut() {
            _ if is_console && line.starts_with("$ ") => {
                let command = line[2..].trim_end().to_owned();
                parts.push(Part::Command { command, output: String::new() });
            }
            Some(Part::Command { output, .. }) if is_console => *output += line,
            Some(Part::Text(text)) => *text += line,
            _ => parts.push(Part::Text(line.to_owned())),
        }
    }
    parts
}

/// A folder with the samples beside it, as a clone of the project has them.
fn clone() -> Folder {
    let folder = Folder::new();
    std::os::unix::fs::symlink(samples(), folder.path("sample-records")).unwrap();
    folder
}

/// What a shell shows of a command.
fn run(folder: &Folder, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_kura")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder.path(""))
        .env("PATH", format!("{}:{path}", program.display()))
        .env("COLUMNS", "100")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("KURA_DB")
        .env_remove("KURA_LANG")
        .output()
        .unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "`{command}` ends with {}", output.status);
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    // A page has no blanks at the ends of lines.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Without what depends on the machine: how long an import took.
fn comparable(output: &str) -> String {
    let line = |line: &str| match line.split_once(" in ") {
        Some((what, _)) if line.starts_with("read ") && line.ends_with("/s") => format!("{what}\n"),
        _ => format!("{line}\n"),
    };
    output.lines().map(line).collect()
}

/// Runs the commands of a page; how many they are.
fn check(name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let page = std::fs::read_to_string(path).unwrap();
    let folder = clone();
    let (mut text, mut commands) = (String::new(), 0);
    for part in parts(&page) {
        match part {
            Part::Text(lines) => text += &lines,
            Part::Command { command, output } => {
                let found = run(&folder, &command);
                let is_same = comparable(&found) == comparable(&output);
                text += &format!("$ {command}\n{}", if is_same { &output } else { &found });
                commands += 1;
            }
        }
    }
    crate::documents::must_be(name, &text);
    commands
}

#[test]
fn every_recipe_prints_what_its_page_says() {
    let commands = check("docs/recipes.md");
    assert!(commands >= 20, "{commands} commands");
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/recipes.md")).unwrap();
    let jobs = page.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!(jobs, 11);
}

#[test]
fn the_queries_of_the_page_have_the_answers_of_the_page() {
    assert!(check("docs/query.md") >= 22);
}

#[test]
fn the_first_screen_prints_what_it_says() {
    assert!(check("README.md") >= 3);
}

#[test]
fn a_page_is_parted_at_its_commands() {
    let page = "a\n```console\n$ one\n1\n2\n$ two\n```\n```sh\n$ three\n```\n";
    let command =
        |command: &str, output: &str| Part::Command { command: command.into(), output: output.into() };
    let want = [
        Part::Text("a\n```console\n".into()),
        command("one", "1\n2\n"),
        command("two", ""),
        Part::Text("```\n```sh\n$ three\n```\n".into()),
    ];
    assert_eq!(parts(page), want);
    assert_eq!(comparable("read 3 files (1 kB) in 0.1 s, 2 games/s\nin\n"), "read 3 files (1 kB)\nin\n");
}
