//! Which games: as many kinds as there are, by a rule that always gives the same ones.

use super::wanted::Wanted;
use crate::support::files_below;
use kifukura::formats::read;
use kifukura::replay::{Stop, replay};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// How many they are.
const GAMES: usize = 750;

/// The games of files with a single one. What makes a kind is the format, the start, the ending as declared and as
/// verified, whether moves are illegal, and whether there are branches, times and comments; in turn each kind gives its
/// next game, in the order of the files' paths, until there are enough. The files are copied to `folder`, under numbers.
pub fn games(corpus: &Path, folder: &Path) -> Vec<Wanted> {
    let mut paths = files_below(&[corpus.join("quirk"), corpus.join("bulk")]);
    paths.sort();
    let kinds: Vec<_> = paths.par_iter().map(|path| kind(path)).collect();
    let mut groups = BTreeMap::<String, Vec<&Path>>::new();
    for (path, kind) in paths.iter().zip(kinds) {
        if let Some(kind) = kind {
            groups.entry(kind).or_default().push(path);
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).unwrap();
    let turns = groups.values().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..turns).flat_map(|turn| groups.values().filter_map(move |group| group.get(turn)));
    let chosen: Vec<_> = in_turn.take(GAMES).collect();
    assert_eq!(chosen.len(), GAMES, "the corpus has fewer games");
    let copy = |(number, path): (usize, &&Path)| {
        let name = format!("{number:03}");
        let extension = path.extension().unwrap_or_default();
        let source = folder.join(&name).with_extension(extension);
        std::fs::copy(path, &source).unwrap();
        Wanted::new(name, source)
    };
    chosen.into_iter().enumerate().map(copy).collect()
}

fn kind(path: &Path) -> Option<String> {
    let document = read(&std::fs::read(path).unwrap());
    let [record] = document.records.as_slice() else { return None };
    let game = replay(record).ok()?;
    game.start.shogi()?;
    if record.main().plies.is_empty() && record.main().declarations.is_empty() {
        return None;
    }
    let stop = match game.lines[0].stop {
        None => "whole",
        Some(Stop::Illegal(..)) => "illegal",
        Some(Stop::Unresolved(_)) => "unclear",
    };
    let times = record.main().plies.iter().any(|ply| ply.clock.spent.is_some());
    Some(format!(
        "{:?} {:?} {:?} {:?} {stop} {} {times} {}",
        document.format,
        record.start.source,
        game.outcome.declared,
        game.outcome.verified,
        record.lines.len() > 1,
        !record.notes.is_empty(),
    ))
}
