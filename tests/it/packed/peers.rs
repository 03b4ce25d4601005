//! Other programs read what is written: every position, move, score, number and result of the positions of real records,
//! as two libraries decode them (`tests/peers`).

use crate::support::{files_below, long, shared, skipped};
use kifukura::formats::packed::{Refusal, hcp, hcpe, psv};
use kifukura::formats::read;
use kifukura::record::GameResult;
use kifukura::replay::replay;
use kifukura::rules::Color;
use kifukura::rules::shogi::{Move, PieceKind, Position};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// In CI not every position: two libraries read them in Python.
const IN_CI: usize = 60_000;

struct Sample {
    position: Position,
    mv: Option<Move>,
    score: i16,
    result: GameResult,
}

/// The positions of a file's games, up to where they break off, and how many games are refused, by reason.
fn samples(path: &Path) -> (Vec<Sample>, Vec<&'static str>) {
    let (mut samples, mut refused) = (Vec::new(), Vec::new());
    for record in read(&std::fs::read(path).unwrap()).records {
        let Ok(game) = replay(&record) else { continue };
        let Some(start) = game.start.shogi() else {
            refused.push(Refusal::Dobutsu.name());
            continue;
        };
        if let Some(refusal) = Refusal::of(start) {
            refused.push(refusal.name());
            continue;
        }
        let mut position = start.clone();
        let moves = game.moves().iter().copied().map(Some).chain([None]);
        for (ply, mv) in moves.enumerate() {
            let result =
                [GameResult::Won(Color::Black), GameResult::Draw, GameResult::Won(Color::White)][ply % 3];
            let score = i16::try_from(position.key() % 65_536).unwrap_or(-1234);
            samples.push(Sample { position: position.clone(), mv, score, result });
            if let Some(mv) = mv {
                position.play(mv);
            }
        }
    }
    (samples, refused)
}

/// What a program must print for a position of a format.
fn line(sample: &Sample, format: &str) -> String {
    let Sample { position, mv, score, result } = sample;
    let sfen = position.sfen();
    let place = sfen.rsplit_once(' ').unwrap().0;
    if format == "hcp" {
        return format!("{place}\t-\t-\t-\t-");
    }
    let mv = mv.map_or("-".to_owned(), |mv| mv.to_string());
    let ply = if format == "psv" { position.ply().to_string() } else { "-".to_owned() };
    let result = match result {
        GameResult::Won(color) => color.name(),
        _ => "draw",
    };
    format!("{place}\t{mv}\t{score}\t{ply}\t{result}")
}

fn bytes(sample: &Sample, format: &str) -> Vec<u8> {
    let Sample { position, mv, score, result } = sample;
    match format {
        "psv" => psv::Record { score: *score, ..psv::Record::new(position, *mv, *result) }
            .to_bytes()
            .unwrap()
            .into(),
        "hcpe" => hcpe::Record { score: *score, ..hcpe::Record::new(position, *mv, *result) }
            .to_bytes()
            .unwrap()
            .into(),
        _ => hcp::encode(position).unwrap().into(),
    }
}

/// What a library's program prints.
fn decoded(folder: &Path, script: &str, format: &str, file: &Path) -> String {
    let output = Command::new(folder.join("venv/bin/python"))
        .args([script, format])
        .arg(file)
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "{script} {format}");
    String::from_utf8(output.stdout).unwrap()
}

fn install(folder: &Path) -> Result<(), String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/install");
    let output =
        Command::new(script).arg(folder).arg("python").output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

#[test]
fn other_programs_decode_what_is_written() {
    if !long("other programs decode packed positions") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/packed-peers");
    if let Err(reason) = install(&folder) {
        return skipped(&format!("libraries that decode packed positions cannot be installed: {reason}"));
    }
    let mut paths = files_below(&[corpus.join("bulk"), corpus.join("quirk")]);
    paths.sort();
    let found: Vec<_> = paths.par_iter().map(|path: &PathBuf| samples(path)).collect();
    let (mut all, mut refused) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for (samples, reasons) in found {
        all.extend(samples);
        reasons.into_iter().for_each(|reason| *refused.entry(reason).or_default() += 1);
    }
    if std::env::var("KURA_LONG").is_ok_and(|level| level != "1") {
        let every = all.len().div_ceil(IN_CI).max(1);
        all = all.into_iter().step_by(every).collect();
    }
    let dropped: BTreeSet<PieceKind> = all.iter().filter_map(|sample| sample.mv?.dropped()).collect();
    let promotions = all.iter().filter(|sample| sample.mv.is_some_and(Move::promotes)).count();
    let held: BTreeSet<(Color, PieceKind)> = all
        .iter()
        .flat_map(|sample| Color::ALL.map(|color| (color, sample.position.hand(color))))
        .flat_map(|(color, hand)| hand.iter().map(move |(kind, _)| (color, kind)))
        .collect();
    println!("{} positions, {promotions} promotions, {refused:?} games refused", all.len());
    assert_eq!((dropped.len(), held.len()), (7, 14));
    assert!(promotions > 1000 && all.len() > 50_000, "{promotions} {}", all.len());
    for format in ["psv", "hcpe", "hcp"] {
        let file = folder.join("positions").with_extension(format);
        std::fs::write(&file, all.iter().flat_map(|sample| bytes(sample, format)).collect::<Vec<u8>>())
            .unwrap();
        for script in ["packed_with_cshogi.py", "packed_with_rsshogi.py"] {
            let text = decoded(&folder, script, format, &file);
            assert_eq!(text.lines().count(), all.len(), "{script} {format}");
            let wrong: Vec<_> = (text.lines().zip(&all))
                .filter(|(found, sample)| *found != line(sample, format))
                .map(|(found, sample)| format!("{found}\n{}", line(sample, format)))
                .collect();
            assert!(wrong.is_empty(), "{script} {format}: {} differ, as\n{}", wrong.len(), wrong[0]);
            println!("{script} {format}: all equal");
        }
        std::fs::remove_file(file).unwrap();
    }
}
