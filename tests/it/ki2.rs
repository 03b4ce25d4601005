//! KI2 as other people's programs write it, beside what we write of the same moves.

use crate::support::{files_below, long, shared};
use kifukura::formats::{Document, Format, read};
use kifukura::notation::ki2::Ki2Move;
use kifukura::record::{Code, Diagnostic};
use kifukura::replay::replay;
use std::collections::BTreeMap;

/// The words of a move in one spelling: marks, blanks, 竜 and 王, and the short names of promoted pieces.
fn words(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    let text = text.trim_start_matches(|char| "▲△☗☖▼▽⛊⛉".contains(char));
    let end = text.find(|char| "▲△☗☖▼▽⛊⛉*".contains(char)).unwrap_or(text.len());
    let mut text = text[..end].to_owned();
    for (from, to) in [("竜", "龍"), ("王", "玉"), ("全", "成銀"), ("圭", "成桂"), ("杏", "成香")]
    {
        text = text.replace(from, to);
    }
    text
}

/// The words of each move of the main line, in the file and as we write them.
fn both(document: &Document) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let lines: Vec<&str> = kifukura::formats::text_lines(&document.text).collect();
    for record in &document.records {
        let Ok(game) = replay(record) else { continue };
        let Some(start) = game.start.shogi() else { continue };
        let (mut position, mut previous) = (start.clone(), None);
        for (ply, mv) in record.main().plies.iter().zip(game.moves()) {
            let line = lines[ply.place.line().unwrap_or(0) as usize - 1];
            let text: String = line.chars().skip(ply.place.column().unwrap_or(0) as usize - 1).collect();
            let first = text.chars().next().unwrap_or_default();
            let rest = &text[first.len_utf8()..];
            // Up to the next mark, or the next blank behind the piece.
            let end = rest.find(|char| "▲△☗☖▼▽⛊⛉".contains(char)).unwrap_or(rest.len());
            let ours = Ki2Move::new(*mv, &position, previous).to_string();
            // Words that are reported to fit no piece are not compared.
            let denied = |found: &Diagnostic| found.code == Code::WordDenied && found.place == ply.place;
            if !game.diagnostics.iter().any(denied) {
                pairs.push((words(&format!("{first}{}", &rest[..end])), words(&ours)));
            }
            position.play(*mv);
            previous = Some(mv.to());
        }
    }
    pairs
}

#[test]
fn words_are_compared_in_one_spelling() {
    let document = read("手合割：平手\n▲７六歩△３四歩 ☗２二角成 ☖同　銀\n▲４五角打\n".as_bytes());
    let pair = |file: &str, ours: &str| (file.to_owned(), ours.to_owned());
    assert_eq!(document.format, Some(Format::Ki2));
    assert_eq!(
        both(&document),
        [
            pair("７六歩", "７六歩"),
            pair("３四歩", "３四歩"),
            pair("２二角成", "２二角成"),
            pair("同銀", "同銀"),
            pair("４五角打", "４五角")
        ]
    );
}

/// Where a file of the corpus has other words than we, it is the file that leaves the convention of the Japan Shogi
/// Association: some programs write 打 where no piece on the board could go, some say 右 or 直 where 上 suffices.
#[test]
fn ki2_of_other_programs_has_the_words_that_we_write() {
    if !long("the words of every move of the corpus in KI2") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let mut files = 0;
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut moves = 0;
    for path in files_below(&[corpus]) {
        let is_ki2 =
            path.extension().is_some_and(|ending| ending.to_string_lossy().to_lowercase().starts_with("ki2"));
        let document = read(&std::fs::read(&path).unwrap());
        if !is_ki2 || document.format != Some(Format::Ki2) {
            continue;
        }
        files += 1;
        for (file, ours) in both(&document) {
            moves += 1;
            if file != ours {
                // The squares do not matter, and 不成 need not be written.
                let rest_of = |text: &str| {
                    text.chars()
                        .skip_while(|char| *char != '同' && !char.is_alphabetic())
                        .skip(1)
                        .collect::<String>()
                };
                let kind = match file.strip_prefix(ours.as_str()) {
                    Some("打") => "打 that is not needed".to_owned(),
                    _ => format!("{} for {}", rest_of(&file), rest_of(&ours)),
                };
                *kinds.entry(kind).or_default() += 1;
            }
        }
    }
    println!("{files} files, {moves} moves: {kinds:?}");
    assert!(files >= 40 && moves > 3500, "{files} files, {moves} moves");
    let known = ["打 that is not needed", "金直 for 金上", "銀右 for 銀上"];
    let unknown: Vec<_> =
        kinds.iter().filter(|(kind, _)| !known.iter().any(|known| kind.ends_with(known))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
