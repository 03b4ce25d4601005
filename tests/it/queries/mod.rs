//! The query language, held against the slow way of answering it.

mod generate;
mod naive;

use crate::support::{files_below, long, samples, shared};
use fastrand::Rng;
use generate::Generator;
use kifukura::formats::read;
use kifukura::pattern::{Expression, NoWords, Plain, Program, Scratch, Start, parse};
use kifukura::query::Query;
use kifukura::replay::replay;
use kifukura::report::query_error;
use kifukura::rules::{Color, Variant};
use naive::Played;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The games of a variant in some files, each with all its positions; those without a move are left out.
fn games(files: &[PathBuf], variant: Variant, most: usize) -> Vec<Played> {
    let of = |file: &PathBuf| -> Vec<Played> {
        let document = read(&std::fs::read(file).unwrap());
        let games = document.records.iter().take(20).filter_map(|record| replay(record).ok());
        let games = games.filter(|game| !game.moves().is_empty());
        games.map(|game| Played::new(game.start.clone(), game.moves())).collect()
    };
    // A few files at a time, until there are enough games.
    let mut games = Vec::new();
    for files in files.chunks(50) {
        let more: Vec<Vec<Played>> = files.par_iter().map(of).collect();
        games.extend(more.into_iter().flatten().filter(|game| game.variant == variant));
        if games.len() >= most {
            games.truncate(most);
            break;
        }
    }
    games
}

/// The plies and sides that the engine finds.
fn found(query: &Expression<NoWords>, game: &Played) -> Vec<(u32, [bool; 2])> {
    let (program, start) = (Program::new(query, game.variant), Start::from(&game.start));
    let mut scratch = Scratch::default();
    let moves = || game.moves.iter().copied();
    let all = program.matches(&start, moves(), &[], &mut scratch);
    assert_eq!(program.first_match(&start, moves(), &[], &mut scratch), all.first().copied());
    all.iter().map(|one| (one.ply, [Color::Black, Color::White].map(|side| one.sides[side]))).collect()
}

/// What is wrong with a random query made of a game, held against it and some others; else whether it held somewhere.
fn judge(games: &[Played], seed: u64, others: usize) -> Result<bool, String> {
    let mut rng = Rng::with_seed(seed);
    let game = &games[rng.usize(..games.len())];
    let depth = rng.usize(..=5);
    let mut generator = Generator { rng, game };
    let text = generator.query(depth);
    let query = parse(&text, game.variant, &Plain).map_err(|error| format!("{text}: {error:?}"))?;
    let printed = query.text(game.variant);
    let again = parse(&printed, game.variant, &Plain).map_err(|error| format!("{printed}: {error:?}"))?;
    if again != query || again.text(game.variant) != printed {
        return Err(format!("{text} is printed as {printed}, and that is {}", again.text(game.variant)));
    }
    let mut holds = false;
    for index in 0..=others {
        let game = if index == 0 { game } else { &games[generator.rng.usize(..games.len())] };
        let (fast, slow) = (found(&query, game), game.matches(&query));
        holds |= !slow.is_empty();
        if fast != slow {
            let moves = game.variant.moves_text(&game.moves);
            return Err(format!(
                "seed {seed}: {printed}\n fast {fast:?}\n slow {slow:?}\n {:?} {moves}",
                game.start
            ));
        }
    }
    Ok(holds)
}

/// Holds many random queries against games; at least one in `rate` must hold somewhere.
fn hold(games: &[Played], queries: u64, others: usize, rate: usize) {
    assert!(!games.is_empty());
    let judged: Vec<Result<bool, String>> =
        (0..queries).into_par_iter().map(|seed| judge(games, seed, others)).collect();
    let mut wrong: Vec<&String> = judged.iter().filter_map(|judged| judged.as_ref().err()).collect();
    wrong.sort_by_key(|text| text.len());
    let shown: Vec<&str> = wrong.iter().take(5).map(|text| text.as_str()).collect();
    assert!(wrong.is_empty(), "{} queries are wrong:\n{}", wrong.len(), shown.join("\n"));
    let holding = judged.iter().filter(|judged| matches!(judged, Ok(true))).count();
    assert!(holding * rate >= judged.len(), "only {holding} of {} queries hold anywhere", judged.len());
}

#[test]
fn random_queries_are_answered_as_the_slow_way_answers_them() {
    let mut files = files_below(&["collection", "endings", "formats"].map(|folder| samples().join(folder)));
    files.sort();
    let step = files.len().div_ceil(100).max(1);
    let files: Vec<PathBuf> = files.into_iter().step_by(step).collect();
    let games = games(&files, Variant::Shogi, 120);
    assert!(games.len() >= 60, "{}", games.len());
    hold(&games, 1000, 3, 3);
}

#[test]
fn random_queries_about_animals_are_answered_as_the_slow_way_answers_them() {
    let mut files = files_below(&[samples().join("dobutsu")]);
    files.sort();
    hold(&games(&files, Variant::Dobutsu, 100), 300, 5, 3);
}

#[test]
fn ten_thousand_random_queries_on_two_thousand_games_are_answered_as_the_slow_way_answers_them() {
    if !long("random queries on games of shared/corpus") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let mut files = files_below(&[corpus.join("bulk"), corpus.join("quirk")]);
    files.sort();
    Rng::with_seed(14).shuffle(&mut files);
    let games = games(&files, Variant::Shogi, 2000);
    assert_eq!(games.len(), 2000);
    hold(&games, 10_000, 30, 3);
}

/// `wrong.txt` has a wrong query in each line that begins with `> `, and below it what is said of it.
/// `KURA_UPDATE=1` writes it again.
#[test]
fn wrong_queries_are_told_where_they_are_wrong() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/queries/wrong.txt");
    let kept = std::fs::read_to_string(&path).unwrap();
    let queries = kept.lines().filter_map(|line| line.strip_prefix(">"));
    let picture = |text: &str| {
        let text = text.strip_prefix(' ').unwrap_or(text);
        let error = text.parse::<Query>().unwrap_err();
        assert!(error.text().get(error.range()).is_some(), "{text}");
        let lines = query_error(&error);
        let shown: Vec<&str> = lines.lines().map(str::trim_end).collect();
        format!("{}\n{}\n", format!("> {text}").trim_end(), shown.join("\n"))
    };
    let now: Vec<String> = queries.map(picture).collect();
    assert!(now.len() >= 30);
    let now = now.join("\n");
    if std::env::var_os("KURA_UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
        return;
    }
    assert_eq!(now, kept);
}

/// Any text is a query or an error at some of its own characters.
#[test]
fn no_text_breaks_the_parser() {
    const PIECES: &[&str] = &[
        "2h",
        "=",
        "K",
        "(",
        ")",
        "[",
        "]",
        "#",
        "@",
        "hand",
        ":black",
        ">=",
        "3",
        " ",
        "　",
        "then",
        "[..",
        "or",
        "and",
        "not",
        "every(",
        "same(",
        "either(",
        "mirrored(",
        "points(",
        "move=",
        "position=",
        "\"",
        "７",
        "六",
        "角",
        "△",
        "＝",
        "、",
        ",",
        "-",
        "*",
        "+",
        ".",
        "..",
        "turn=",
        "player=",
        "é",
        "👍",
        "\0",
        "drops",
        "captures ",
        "!",
        "&&",
        "99999999999",
    ];
    let mut rng = Rng::with_seed(7);
    for _ in 0..20_000 {
        let length = rng.usize(..12);
        let text: String = (0..length).map(|_| PIECES[rng.usize(..PIECES.len())]).collect();
        for variant in Variant::ALL {
            if let Err(error) = Query::parse(&text, Some(variant)) {
                assert!(error.text().get(error.range()).is_some(), "{text}");
                assert!(!query_error(&error).is_empty());
            }
            let read = parse(&text, variant, &Plain);
            if let Ok(query) = read {
                let printed = query.text(variant);
                assert_eq!(
                    parse(&printed, variant, &Plain).unwrap(),
                    query,
                    "{text} is printed as {printed}"
                );
            }
        }
    }
}
