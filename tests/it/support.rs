//! What several tests need: a folder of their own, the samples, the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
        Command::new(env!("CARGO_BIN_EXE_kura"))
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("KURA_DB")
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }
}

/// Our own sample records.
pub fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-records")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
