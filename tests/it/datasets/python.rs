//! Tables as programs in Python read them: pyarrow, duckdb, pandas, cshogi (`tests/peers`).

use super::support::{build, csv_rows, folder_of_samples};
use crate::support::{Folder, long, skipped, stdout};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder with the programs and the libraries that they need.
fn programs() -> Option<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = project.join("target/dataset-peers");
    let install = project.join("tests/peers/install");
    let output = Command::new(install).arg(&folder).arg("datasets").output();
    match output {
        Ok(output) if output.status.success() => Some(folder),
        Ok(output) => {
            let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            skipped(&format!("libraries that read datasets cannot be installed: {reason}"));
            None
        }
        Err(error) => {
            skipped(&format!("libraries that read datasets cannot be installed: {error}"));
            None
        }
    }
}

fn run(programs: &Path, arguments: &[&str]) -> String {
    let output = Command::new(programs.join("venv/bin/python"))
        .args(arguments)
        .current_dir(programs)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What SQLite answers, row by row.
fn sql(folder: &Folder, question: &str) -> Value {
    let rows: Value =
        serde_json::from_str(&stdout(&folder.kura(&["sql", "--format", "json", question]))).unwrap();
    let values = |row: &Value| row.as_object().unwrap().values().cloned().collect::<Vec<_>>();
    json!(rows.as_array().unwrap().iter().map(values).collect::<Vec<_>>())
}

#[test]
fn python_reads_what_sqlite_answers() {
    if !long("pyarrow, duckdb, pandas and cshogi read a dataset") {
        return;
    }
    let Some(programs) = programs() else { return };
    let folder = folder_of_samples();
    build(&folder, "a", &["--formats", "parquet,csv,jsonl,psv,hcpe", "--raw"]);
    let path = folder.path("a");
    let found: Value =
        serde_json::from_str(&run(&programs, &["datasets_with_python.py", path.to_str().unwrap()])).unwrap();
    let number = |question: &str| sql(&folder, question)[0][0].as_u64().unwrap();
    let games = number("SELECT count(*) AS n FROM game WHERE hidden_by IS NULL");
    let plies = number("SELECT sum(plies) AS n FROM game WHERE hidden_by IS NULL");
    for (table, rows) in [("games", games), ("moves", plies), ("positions", plies)] {
        let found = &found[table];
        assert_eq!(found["rows"], json!(vec![rows; 5]), "{table}");
        assert_eq!(found["columns"][0], found["columns"][1], "{table}");
        assert_eq!(found["columns"][0], found["columns"][2], "{table}");
        assert_eq!(found["texts_differ"], 0, "{table}");
    }
    let endings =
        "SELECT declared_ending AS a, verified_ending AS b, count(*) AS c, sum(plies) AS d FROM game
        WHERE hidden_by IS NULL GROUP BY 1, 2 ORDER BY 1, 2";
    assert_eq!(found["endings"], sql(&folder, endings));
    let players = "SELECT p.name AS a, count(*) AS b FROM game g JOIN player p ON p.id = g.black
        WHERE g.hidden_by IS NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10";
    assert_eq!(found["players"], sql(&folder, players));
    let years = "SELECT substr(started, 1, 4) AS a, count(*) AS b, sum(winner IS 'black') AS c FROM game
        WHERE hidden_by IS NULL GROUP BY 1 ORDER BY 1";
    assert_eq!(found["years"], sql(&folder, years));
    assert_eq!(found["sums"][2], json!(plies));
    assert_eq!(found["sums"][3], json!(plies));
    assert_eq!(found["sums"][1], found["times"][0]);
    let known = csv_rows(&folder, "a/positions.csv").iter().filter(|row| !row["result"].is_empty()).count();
    assert_eq!(found["points"][1], json!(known));
    packed_positions_are_the_rows(&programs, &folder);
}

/// psv and hcpe as cshogi decodes them are the rows of the CSV that have a packed form, in order.
fn packed_positions_are_the_rows(programs: &Path, folder: &Folder) {
    let unpacked = ["dobutsu", "missing_pieces", "missing_king"];
    let rows = csv_rows(folder, "a/positions.csv");
    for format in ["psv", "hcpe"] {
        let path = folder.path(&format!("a/positions.{format}"));
        let decoded = run(programs, &["packed_with_cshogi.py", format, path.to_str().unwrap()]);
        let mut decoded = decoded.lines().peekable();
        let mut equal = 0;
        for row in rows.iter().filter(|row| !row["result"].is_empty()) {
            let Some(line) = decoded.peek() else { break };
            let fields: Vec<&str> = line.split('\t').collect();
            // Rows without a packed form are passed over.
            if fields[0] != super::support::position(&row["sfen"]) {
                continue;
            }
            assert_eq!(fields[1], row["move"], "{format}: {row:?}");
            assert_eq!(fields[4], row["winner"], "{format}: {row:?}");
            decoded.next();
            equal += 1;
        }
        assert!(decoded.next().is_none() && equal > 10_000, "{format}: {equal} equal, {unpacked:?} aside");
    }
}

#[test]
fn the_recipes_run() {
    if !long("the recipes of docs/datasets.md") {
        return;
    }
    let Some(programs) = programs() else { return };
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/datasets.md");
    let page = std::fs::read_to_string(page).unwrap();
    let folder = folder_of_samples();
    build(&folder, "mydata", &["--split", "train=0.8,test=0.2", "--formats", "parquet,jsonl,psv,hcpe"]);
    let recipes: Vec<&str> =
        page.split("```python\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(recipes.len(), 5);
    for recipe in recipes {
        let output = Command::new(programs.join("venv/bin/python"))
            .args(["-c", recipe])
            .current_dir(folder.path("."))
            .output()
            .unwrap();
        assert!(output.status.success(), "{recipe}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{recipe}");
    }
}
