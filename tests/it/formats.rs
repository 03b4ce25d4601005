//! What holds for all record formats together: one game is one game in each of them, nothing makes a reader panic, and
//! KI2's words mean what they say.

use kifukura::formats::{
    Document, Format, LossCode, Target, Written, bod, csa, csa1, jkf, ki2, kif, read, usen, usi,
};
use kifukura::notation::ki2::Ki2Move;
use kifukura::record::{Origin, Record};
use kifukura::replay::{Game, replay, resolve};
use kifukura::rules::shogi::{Move, Position};
use proptest::prelude::*;
use std::fmt::Write as _;

use crate::support::{files_below, long, samples, shared, thread_seconds};

type Reader = fn(&str) -> Vec<Record>;

fn sample(name: &str) -> Document {
    read(&std::fs::read(samples().join("formats").join(name)).unwrap())
}

fn played(record: &Record) -> Game {
    replay(record).unwrap()
}

/// Everything of a game that its file did not put into words of its own.
fn content(record: &Record) -> String {
    let game = played(record);
    let lines: Vec<_> = game.lines.iter().map(|line| line.moves.clone()).collect();
    let outcome = &game.outcome;
    format!("{} {lines:?} {:?} {:?}", game.start.sfen(), outcome.declared, outcome.declared_winner)
}

#[test]
fn one_game_is_one_game_in_every_format() {
    let kif = &sample("same-game.kif").records[0];
    for (name, format) in
        [("same-game.ki2", Format::Ki2), ("same-game.jkf", Format::Jkf), ("same-game.usen", Format::Usen)]
    {
        let document = sample(name);
        assert_eq!((document.format, document.records.len()), (Some(format), 1), "{name}");
        assert_eq!(content(&document.records[0]), content(kif), "{name}");
    }
    // These have no branches.
    let main = Record { lines: vec![kif.lines[0].clone()], ..kif.clone() };
    for (name, format) in [("same-game.csa", Format::Csa), ("same-game.usi", Format::Usi)] {
        let document = sample(name);
        assert_eq!((document.format, document.records.len()), (Some(format), 1), "{name}");
        assert_eq!(content(&document.records[0]), content(&main), "{name}");
    }
    // Names, dates and comments, where the format has them.
    for name in ["same-game.ki2", "same-game.jkf"] {
        let record = &sample(name).records[0];
        assert_eq!((&record.info, &record.notes), (&kif.info, &kif.notes), "{name}");
    }
    let csa = &sample("same-game.csa").records[0];
    let of_main: Vec<_> = kif.notes.iter().filter(|note| note.line == 0).cloned().collect();
    assert_eq!((&csa.info, &csa.notes), (&kif.info, &of_main));
    // Times.
    let spent =
        |record: &Record| -> Vec<_> { record.main().plies.iter().map(|ply| ply.clock.spent).collect() };
    assert_eq!(spent(csa), spent(kif));
    let clocks = |record: &Record| -> Vec<_> {
        record.lines.iter().flat_map(|line| &line.plies).map(|ply| ply.clock).collect()
    };
    assert_eq!(clocks(&sample("same-game.jkf").records[0]), clocks(kif));
    // The others have the same moves.
    for (name, format) in [("same-game.psn", Format::Psn), ("wars.txt", Format::Wars)] {
        let document = sample(name);
        assert_eq!((document.format, document.records.len()), (Some(format), 1), "{name}");
        assert_eq!(played(&document.records[0]).moves(), played(kif).moves(), "{name}");
    }
    let games = sample("games.csa1");
    assert_eq!((games.format, games.records.len()), (Some(Format::Csa1), 2));
    assert_eq!(played(&games.records[0]).moves(), played(kif).moves());
    let position = sample("position.bod");
    assert_eq!(position.format, Some(Format::Bod));
    assert_eq!(position.records[0].start.setup, played(kif).last.shogi().unwrap().setup().into());
}

/// A position and its legal moves, by other libraries.
fn positions() -> impl Iterator<Item = (Position, Vec<Move>)> {
    let table = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles/legal_moves.tsv");
    let table = std::fs::read_to_string(table).unwrap();
    let rows: Vec<_> = table
        .lines()
        .skip(1)
        .map(|row| {
            let fields: Vec<_> = row.split('\t').collect();
            let moves = fields[7].split_whitespace().map(|mv| mv.parse().unwrap()).collect();
            (fields[2].parse::<Position>().unwrap(), moves)
        })
        .collect();
    rows.into_iter()
}

/// KI2 is read without its board, found on the board, and must be the move that was written.
#[test]
fn every_legal_move_comes_back_from_ki2() {
    let (mut count, mut words) = (0, 0);
    for (position, moves) in positions() {
        for mv in moves {
            for previous in [None, Some(mv.to())] {
                let text = Ki2Move::new(mv, &position, previous).to_string();
                let record = ki2::read(&text).remove(0);
                let written = record.main().plies[0].written;
                assert_eq!(record.main().plies.len(), 1, "{text}");
                let found = resolve(&position, &written, previous)
                    .unwrap_or_else(|error| panic!("{text} on {}: {error:?}", position.sfen()));
                assert_eq!(found.mv, mv, "{text} on {}", position.sfen());
                // The words are the fewest: without them the text is ambiguous or means another move.
                if !written.relative.is_empty() {
                    let bare = kifukura::record::WrittenMove { relative: Default::default(), ..written };
                    let pinned = position.reaching(written.piece.unwrap(), mv.to());
                    assert!(pinned.has_many(), "{text} on {}", position.sfen());
                    let alone = pinned
                        .into_iter()
                        .filter(|from| position.judge(Move::board(*from, mv.to(), mv.promotes())).is_ok());
                    if alone.count() > 1 {
                        assert!(
                            resolve(&position, &bare, previous).is_err(),
                            "{text} on {}",
                            position.sfen()
                        );
                    }
                    words += 1;
                }
                assert_ne!(written.origin, Origin::Board(mv.to()));
            }
            count += 1;
        }
    }
    assert!(count > 40_000 && words > 500, "{count} moves, {words} of them with words");
}

/// The losses after which branches, comments, times, headers and endings need not come back.
const BRANCHES: &[LossCode] = &[LossCode::BranchesDropped, LossCode::MovesDropped, LossCode::MovesUnspelled];
const NOTES: &[LossCode] = &[
    LossCode::BranchesDropped,
    LossCode::BookmarkAsComment,
    LossCode::CommentMoved,
    LossCode::EndingAsComment,
    LossCode::HeaderAsComment,
    LossCode::MovesDropped,
    LossCode::MovesUnspelled,
    LossCode::NotesDropped,
];
const TIMES: &[LossCode] =
    &[LossCode::TimesCut, LossCode::TimesDropped, LossCode::TotalsAdded, LossCode::TotalsDropped];
const HEADERS: &[LossCode] = &[
    LossCode::HeaderAsComment,
    LossCode::HeadersDropped,
    LossCode::LineEndsChanged,
    LossCode::RatingsDropped,
];
const ENDINGS: &[LossCode] = &[
    LossCode::EndingAsComment,
    LossCode::EndingChanged,
    LossCode::EndingUncommon,
    LossCode::EndingsDropped,
    LossCode::MovesDropped,
    LossCode::MovesUnspelled,
    LossCode::WinnerChanged,
];

/// Reading, writing and reading again, as far as the two agree.
fn difference(record: &Record, written: &Written, again: &[Record]) -> Option<String> {
    let [again] = again else { return Some(format!("{} records", again.len())) };
    let game = played(record);
    let Ok(second) = replay(again) else { return Some("unplayable".to_owned()) };
    let lost = |codes: &[LossCode]| written.losses.iter().any(|loss| codes.contains(&loss.code));
    let numbered = lost(&[LossCode::MoveNumberDropped]);
    let start = |game: &Game| {
        let sfen = game.start.sfen();
        if numbered { sfen.rsplit_once(' ').unwrap().0.to_owned() } else { sfen }
    };
    if start(&second) != start(&game) {
        return Some(format!("start {} instead of {}", second.start.sfen(), game.start.sfen()));
    }
    if second.moves() != game.moves() {
        return Some(format!("{} moves instead of {}", second.moves().len(), game.moves().len()));
    }
    let branches = |game: &Game| {
        let mut all: Vec<_> = game.lines.iter().map(|line| line.moves.clone()).collect();
        all.sort();
        all
    };
    if !lost(BRANCHES) && branches(&second) != branches(&game) {
        return Some("branches".to_owned());
    }
    let notes = |record: &Record| {
        let mut all: Vec<_> = record
            .notes
            .iter()
            .flat_map(|note| note.text.lines().map(|text| text.trim_end().to_owned()).collect::<Vec<_>>())
            .collect();
        all.sort();
        all
    };
    if !lost(NOTES) && notes(record) != notes(again) {
        return Some(format!("notes {:?} and {:?}", notes(record).len(), notes(again).len()));
    }
    let clocks = |record: &Record| -> Vec<_> {
        record.lines[0].plies.iter().take(game.moves().len()).map(|ply| ply.clock).collect()
    };
    if !lost(TIMES) && clocks(record) != clocks(again) {
        return Some("clocks".to_owned());
    }
    let ending = |game: &Game| (game.outcome.declared, game.outcome.declared_winner);
    if !lost(ENDINGS) && ending(&second) != ending(&game) {
        return Some(format!("{:?} instead of {:?}", ending(&second), ending(&game)));
    }
    if !lost(HEADERS) && record.info != again.info {
        return Some(format!("{:?} instead of {:?}", again.info, record.info));
    }
    // CSA has headers of its own, which are those of `info`.
    if again.producer.as_deref().is_some_and(|producer| producer.starts_with("V3")) {
        return None;
    }
    let kept = own_headers(again);
    let missing = own_headers(record).into_iter().find(|header| !kept.contains(header));
    if let Some(missing) = missing.filter(|_| !lost(HEADERS)) {
        return Some(format!("header {missing:?}"));
    }
    None
}

/// The headers that are about the game, and not about its start position, which is written anew.
fn own_headers(record: &Record) -> Vec<(String, String)> {
    let about_start = ["手合", "手番"];
    record
        .headers
        .iter()
        .filter(|header| {
            let key = header.key.as_str();
            !key.starts_with(['$', 'N'])
                && !about_start.iter().any(|start| key.starts_with(start))
                && !key.ends_with('駒')
        })
        .map(|header| (header.key.clone(), header.value.trim().to_owned()))
        .collect()
}

/// In CSA the piece's name can deny that the move is possible; in KIF and JKF the origin alone would make it a move.
#[test]
fn a_move_that_is_none_does_not_become_one_in_another_format() {
    let record = &csa::read("PI\n+\n+7776FU\n-3334FU\n+7968KI\n%ILLEGAL_MOVE\n")[0];
    let game = played(record);
    assert_eq!((game.moves().len(), game.outcome.declared_winner), (2, Some(kifukura::rules::Color::White)));
    let writers: [(&str, Written, Reader); 4] = [
        ("usen", usen::write(record, &game), usen::read),
        ("kif", kif::write(record, &game), kif::read),
        ("ki2", ki2::write(record, &game), ki2::read),
        ("jkf", jkf::write(record, &game), jkf::read),
    ];
    for (name, written, reader) in writers {
        let again = reader(&written.text);
        assert_eq!((again.len(), played(&again[0]).moves().len()), (1, 2), "{name}: {}", written.text);
        assert!(!written.losses.is_empty(), "{name}");
    }
    // A gold that promotes, which CSA would have to call a gold.
    let record = &usi::read("startpos moves 7g7f 3c3d 4i4h+")[0];
    let game = played(record);
    let written = csa::write(record, &game, csa::Version::V22);
    assert_eq!((game.moves().len(), played(&csa::read(&written.text)[0]).moves().len()), (2, 2));
    assert!(written.losses.iter().any(|loss| loss.code == LossCode::MovesDropped));
}

/// 上 is said of a piece on the board: where none fits it and one is in hand, a drop is guessed and said to be a guess.
#[test]
fn a_word_for_a_piece_on_the_board_where_there_is_none() {
    let read = |text: &str| {
        let game = played(&ki2::read(text)[0]);
        let codes: Vec<_> = game.diagnostics.iter().map(|found| found.code.id()).collect();
        (game.moves().len(), codes)
    };
    let text = "▲７六歩 △３四歩 ▲２二角成 △同銀 ▲５五角";
    assert_eq!(read(&format!("{text}上")), (5, vec!["K015"]));
    assert_eq!(read(text), (5, vec!["K014"]));
    // The bishop on 5e goes down to 7g, not up, and none is in hand.
    assert_eq!(read(&format!("{text}打 △６二銀 ▲７七角上")), (6, vec!["K017"]));
}

/// `KURA_LONG=1` reads the files that other people's programs wrote, where they are at hand, and every game through
/// every writer.
#[test]
fn every_game_of_the_corpus_comes_back_from_every_writer() {
    if !long("round trips of every game in the corpus through every writer") {
        return;
    }
    let Some(corpus) = shared("corpus") else { return };
    let only = std::env::var("KURA_ONLY").ok();
    let mut counts = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut games, mut files) = (0, 0);
    for path in files_below(&[corpus.join("quirk"), corpus.join("bulk")]) {
        let document = read(&std::fs::read(&path).unwrap());
        files += 1;
        for record in document.records.iter().take(20) {
            let Ok(game) = replay(record) else { continue };
            if game.start.shogi().is_none() {
                continue;
            }
            games += 1;
            let writers: [(&str, Written, Reader); 6] = [
                ("kif", kif::write(record, &game), kif::read),
                ("ki2", ki2::write(record, &game), ki2::read),
                ("jkf", jkf::write(record, &game), jkf::read),
                ("csa", csa::write(record, &game, csa::Version::V30), csa::read),
                ("usi", usi::write(record, &game), usi::read),
                ("usen", usen::write(record, &game), usen::read),
            ];
            for (name, written, reader) in writers {
                if only.as_ref().is_some_and(|only| only != name) {
                    continue;
                }
                *counts.entry(name).or_insert(0) += 1;
                let mut again = reader(&written.text);
                again.iter_mut().for_each(|record| record.info.take_ratings_from_names());
                if let Some(what) = difference(record, &written, &again) {
                    wrong.push(format!("{name} {}: {what}", path.strip_prefix(&corpus).unwrap().display()));
                }
            }
        }
    }
    wrong.sort();
    println!("{files} files, {games} games, round trips {counts:?}, {} differences", wrong.len());
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}

/// The section about JSON lines.
const OWN_JSON: &str = "
## kura's own JSON lines
`kura export` and `kura convert --to jsonl` write one object a game, `kura import`, `check` and `convert` read them. The
columns are those of the *game object* in `schema/answers.md`. `record` has what the record says and no other column has; of
these fields those that say something:

| field | what it is |
| --- | --- |
| `headers` | every header line in order, `[key, value]` |
| `comments` | `line` (0 is the main line, else the number of the branch), `ply` from the start position, `text`; `bookmark` for a bookmark |
| `branches` | `parent` (a line), `after` so many plies from the start position, the legal `moves`, `clocks_ms`, `totals_ms` |
| `totals_ms` | the totals beside the clocks in milliseconds; `true` when each is the sum of what its side has spent |
| `ending_ms` | the time beside the ending: spent and total |
| `beyond` | for a `line` the `moves` behind the legal ones as they are written, how many rows behind them were `unread`, and `endings` where the columns do not say all of them |
| `max_moves`, `impasse_points`, `producer`, `remarks` | as in the database |
| `book_line` | the record is a row of a book of openings |
| `unusable` | the code of the reason why no game could be made of the record |

What was found out about a game (the verified ending, the agreement, the winner, the last position, the kind, names without
ranks, findings, the fingerprint) is not read: the moves are played, and it is found out again. An export that is imported and
exported again has the same bytes, except:

- findings are not exported; those about how a file was written (its encoding, a missing `打`) are not found again, since the
  object says what was meant;
- of a game that was merged from copies with different words for the ending, `declared_word` may be another of these words;
- `id` and `source` are those of the new database;
- with `--columns`, what was left out; where `branches` or `notes` count what is not there, that is told (J003).

";

const KAKINOKI_HEADERS: &str = "\
## Headers of KIF and KI2
- `Sente`, `Black` and `Shitate`, `Gote`, `White` and `Uwate` are the players in English, in any case; they are written as
  先手 and 後手, which every program knows.
- A `#` begins a comment at the beginning of a line alone. Behind a value (`先手：甲 # 予選`) it belongs to the value, as for
  other programs too (tsshogi, json-kifu-format, python-shogi), since names and events have one (`甲 #2`). The name of a
  handicap ends before it.

";

#[test]
fn every_target_and_loss_is_on_the_page_of_formats() {
    let mut text = "# Formats\n\nWhat a file is, its content decides, whatever its name: each format counts the lines that \
                    can only be its own, and the most lines win. `docs/architecture.md` lists the formats that are read.\n\n\
                    ## Formats that are written\n`kura convert --to`, `kura show --as`; in the library \
                    `formats::Target`.\n\n| name | file | what it is |\n| --- | --- | --- |\n"
        .to_owned();
    for target in Target::ALL {
        let _ =
            writeln!(text, "| `{}` | `.{}` | {} |", target.name(), target.extension(), target.description());
    }
    let read: Vec<_> = Format::ALL.iter().map(|format| format!("`{}`", format.name())).collect();
    text = text.replace(
        "lists the formats that are read.",
        &format!("lists the formats that are read; their names are {}.", read.join(", ")),
    );
    text += OWN_JSON;
    text += KAKINOKI_HEADERS;
    text += "## What a format cannot hold\nA writer says what it left out or changed, each with a stable code: \
             `warning[times-dropped]: game.kif: KI2 has no times; 96 were left out`. What is written is read again \
             and compared; the codes with `differ` come from there. In the library `formats::LossCode`.\n\n\
             | code | meaning |\n| --- | --- |\n";
    for code in LossCode::ALL {
        let _ = writeln!(text, "| `{}` | {} |", code.name(), code.meaning());
    }
    crate::documents::must_be("docs/formats.md", &text);
}

/// Fragments of all formats, to be put together in any way.
const FRAGMENTS: &[&str] = &[
    "▲７六歩",
    "△３四歩",
    "同　銀",
    "同",
    "成",
    "不成",
    "打",
    "右",
    "左上",
    "直",
    "７六",
    "76歩",
    "(77)",
    "投了",
    "まで4手で",
    "変化：2手\n",
    "\n",
    " ",
    "　",
    "手合割：",
    "二枚落ち",
    "先手：",
    "*",
    "&",
    "#",
    "|v香v桂v銀v金v玉v金v銀v桂v香|一\n",
    "手数＝3  ",
    "後手番\n",
    "まで",
    "{\"moves\":[",
    "{}",
    ",",
    "]}",
    "{\"move\":{",
    "\"to\":{\"x\":7,\"y\":6}",
    "\"from\":",
    "\"same\":true",
    "}",
    "\"forks\":[[",
    "]]",
    "\"special\":\"TORYO\"",
    "\"comments\":[\"a\"]",
    "\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":",
    "null",
    "[",
    "]",
    "\"",
    "\u{fffd}",
    "~0.",
    "7ku",
    "2jm",
    "~1.",
    ".r",
    ".i",
    "%7E",
    "?usen=",
    "z",
    "_",
    "1. P-7f",
    "P7g-7f",
    "Bx2b+",
    "[Sente \"a\"]\n",
    "@position: ",
    "{",
    "@moves:\n",
    "1-0",
    "+7776FU,L600",
    "\t",
    "SENTE_WIN_TORYO",
    "9/9/9 b -",
    "\r\n",
    "é",
    "𠮷",
];

fn anything() -> impl Strategy<Value = String> {
    let fragments = prop::collection::vec(prop::sample::select(FRAGMENTS), 0..40)
        .prop_map(|fragments| fragments.concat());
    prop_oneof![3 => fragments, 1 => ".{0,200}"]
}

fn every_reader(text: &str) {
    let readers: [Reader; 14] = [
        kif::read,
        ki2::read,
        jkf::read,
        usen::read,
        kifukura::formats::psn::read,
        kifukura::formats::pgn::read,
        kifukura::formats::lishogi::read,
        kifukura::formats::json::texts::read,
        kifukura::formats::jsonl::read,
        kifukura::formats::wars::read,
        bod::read,
        csa::read,
        csa1::read,
        usi::read,
    ];
    for reader in readers {
        for record in reader(text) {
            assert!(record.text_range.end <= text.len());
            if let Ok(game) = replay(&record) {
                for written in [
                    kif::write(&record, &game),
                    ki2::write(&record, &game),
                    jkf::write(&record, &game),
                    usen::write(&record, &game),
                    bod::write(&record, &game, Some(1)),
                    usi::write_position(&record, &game, Some(9)),
                    csa::write(&record, &game, csa::Version::V22),
                ] {
                    let _ = read(written.text.as_bytes());
                }
            }
        }
    }
    let _ = read(text.as_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn no_text_makes_a_reader_or_writer_panic(text in anything()) {
        every_reader(&text);
    }

    #[test]
    fn no_mangled_sample_makes_a_reader_or_writer_panic(
        name in prop::sample::select(&["same-game.ki2", "same-game.jkf", "same-game.usen", "same-game.psn", "games.pgn", "lishogi.ndjson", "strings.json", "own.jsonl", "wars.txt", "games.csa1", "position.bod"][..]),
        at in 0_usize..2000,
        cut in 0_usize..40,
        fragment in prop::sample::select(FRAGMENTS),
    ) {
        let text = std::fs::read_to_string(samples().join("formats").join(name)).unwrap();
        let chars: Vec<char> = text.chars().collect();
        let at = at % chars.len();
        let mangled: String = chars[..at].iter().copied().chain(fragment.chars()).chain(chars[(at + cut).min(chars.len())..].iter().copied()).collect();
        every_reader(&mangled);
    }
}

/// Runs with a size and with four times that; the second run may take at most nine times as long. One that is worse than
/// linear takes sixteen times as long. Time of the CPU is measured, so that other work on the machine does not count.
fn assert_linear(name: &str, run: impl Fn(usize)) {
    let seconds = |size| {
        let start = thread_seconds();
        run(size);
        thread_seconds() - start
    };
    let (short, long) = (seconds(10_000), seconds(40_000));
    assert!(long < short * 9.0 + 0.2, "{name}: {short:.3} s, and {long:.3} s for four times as much");
}

#[test]
fn readers_are_linear() {
    let cycle = |parts: &[&str], size: usize| (0..size).map(|at| parts[at % parts.len()]).collect::<String>();
    let jkf_move = ",{\"move\":{\"from\":{\"x\":4,\"y\":9},\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\"}}";
    let texts: [(Format, &dyn Fn(usize) -> String); 7] = [
        (Format::Ki2, &|size| cycle(&["▲５八金右", "△５二金右", "▲４九金", "△６一金"], size)),
        (Format::Usen, &|size| format!("~0.{}.", cycle(&["9h8", "0n8"], size))),
        (Format::Psn, &|size| cycle(&["G4i-5h ", "G6a-5b "], size)),
        (Format::Pgn, &|size| {
            format!("[Variant \"shogi\"]\n{}", cycle(&["Gfe2 ", "Gde8 ", "Gef1\n", "Ged9 "], size))
        }),
        (Format::Wars, &|size| cycle(&["+4958KI,L600\t", "-6152KI,L600\t"], size)),
        (Format::Csa1, &|size| cycle(&["4958KI", "6152KI", "5849KI", "5261KI"], size)),
        (Format::Jkf, &|size| format!("{{\"moves\":[{{}}{}]}}", jkf_move.repeat(size))),
    ];
    for (format, text) in texts {
        assert_linear(format.name(), |size| {
            let document = read(text(size).as_bytes());
            assert_eq!(document.format, Some(format));
            assert_eq!(document.records[0].main().plies.len(), size, "{format:?}");
        });
    }
    assert_linear("branches", |size| {
        let document = read(format!("▲７六歩\n{}", "変化：1手\n▲２六歩\n".repeat(size / 2)).as_bytes());
        assert_eq!(document.records[0].lines.len(), size / 2 + 1);
        let game = played(&document.records[0]);
        let written = jkf::write(&document.records[0], &game).text;
        assert_eq!(jkf::read(&written)[0].lines.len(), size / 2 + 1);
    });
}
