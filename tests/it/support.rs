//! What several tests need: a folder of their own, the samples, the program.

use kifukura::formats::Written;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// CPU seconds of this thread; 0 on systems that do not tell.
pub fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ')
        .next()
        .and_then(|field| field.parse::<f64>().ok())
        .map_or(0.0, |nanoseconds| nanoseconds / 1e9)
}

/// A folder that goes away with the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Runs `kura` in this folder.
    pub fn kura(&self, arguments: &[&str]) -> Output {
        self.kura_with(arguments, &[])
    }

    /// Imports the samples that each show one thing into a database of this folder. Some are broken on purpose.
    pub fn import_samples(&self, database: &str) -> Output {
        let folders = single_samples().map(|folder| folder.to_string_lossy().into_owned());
        let mut arguments = vec!["import", "--db", database];
        arguments.extend(folders.iter().map(String::as_str));
        self.kura(&arguments)
    }

    /// `kura` in this folder, to be started. It reads nothing, and what it prints is kept.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kura"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("KURA_DB")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs `kura` in this folder with something on its standard input.
    pub fn kura_with(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A command that does not read its input may be gone already.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap()
    }
}

/// Our own sample records.
pub fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-records")
}

/// The folders of samples that each show one thing, broken ones too; the games of the invented club are apart from them.
pub fn single_samples() -> [PathBuf; 4] {
    ["broken", "dobutsu", "endings", "formats"].map(|folder| samples().join(folder))
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A file or folder of `shared`, which lies beside the project (`KIFUKURA_SHARED` names another place). Without it the
/// caller's test is skipped, loudly; in CI that is a failure.
pub fn shared(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("KIFUKURA_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "{} must be there in CI", path.display());
    skipped(&format!("shared/{name} is not beside the project"));
    None
}

/// True when the long tests are to run (`tests/run --long`, and in CI); else says that `what` was skipped.
pub fn long(what: &str) -> bool {
    runs(what, &["ci", "1"])
}

/// The same of what takes too long for CI.
pub fn longest(what: &str) -> bool {
    runs(what, &["1"])
}

/// True when `KURA_LONG` is one of these.
fn runs(what: &str, levels: &[&str]) -> bool {
    let runs = std::env::var("KURA_LONG").is_ok_and(|level| levels.contains(&level.as_str()));
    if !runs {
        skipped(&format!("{what}: a long test; tests/run --long runs it"));
    }
    runs
}

/// Says that something was skipped where nothing captures it.
pub fn skipped(what: &str) {
    // The test harness captures what the printing macros write, but not this.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}

/// Sends a signal to a program that runs, as `kill` does.
#[cfg(unix)]
pub fn signal(child: &std::process::Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// Every file below some folders.
pub fn files_below(folders: &[PathBuf]) -> Vec<PathBuf> {
    let (mut folders, mut files) = (folders.to_vec(), Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

/// What a writer could not hold, each as `code: sentence`.
pub fn losses(written: &Written) -> Vec<String> {
    written.losses.iter().map(|loss| format!("{}: {loss}", loss.code.name())).collect()
}
