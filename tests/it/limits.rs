//! Input of absurd size: the time grows with the size and no faster, and what was found stays short.

use kifukura::formats::{Document, encoding, read};
use kifukura::record::{Code, MOST_FINDINGS, Record};
use kifukura::replay::replay;
use std::fmt::Write;

use crate::support::{long, thread_seconds};

/// Reads and replays a text of `size` and one four times as long; the longer one may take at most nine times as long.
fn linear(name: &str, size: usize, make: &dyn Fn(usize) -> String) -> Document {
    let run = |size| {
        let text = make(size);
        let start = thread_seconds();
        let document = read(text.as_bytes());
        for record in &document.records {
            let _ = replay(record);
        }
        (thread_seconds() - start, document)
    };
    let (short, _) = run(size);
    let (long, document) = run(size * 4);
    assert!(long < short * 9.0 + 0.2, "{name}: {short:.3} s for {size}, {long:.3} s for four times as much");
    let findings: usize = document.records.iter().map(|record| record.diagnostics.len()).max().unwrap_or(0);
    assert!(findings <= MOST_FINDINGS + 2, "{name}: {findings} findings");
    let longest =
        document.records.iter().flat_map(|record| &record.diagnostics).map(|found| found.message.len()).max();
    assert!(longest.unwrap_or(0) <= 500, "{name}: a message of {longest:?} bytes");
    document
}

/// Kings that walk about for as long as one likes.
fn walk(plies: usize) -> impl Iterator<Item = &'static str> {
    const MOVES: [&str; 4] = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    (0..plies).map(|ply| MOVES[ply % 4])
}

fn rows(plies: usize) -> String {
    walk(plies).zip(1..).fold(String::new(), |mut text, (mv, number)| {
        let _ = writeln!(text, "{number:>4} {mv}   ( 0:01/00:00:01)");
        text
    })
}

#[test]
fn a_long_line_takes_linear_time() {
    const KIF: &str = "   1 ７六歩(77)\n";
    linear("a name", 2 << 20, &|size| format!("先手：{}\n{KIF}", "甲".repeat(size)));
    linear("a comment", 2 << 20, &|size| format!("{KIF}*{}\n", "x ".repeat(size)));
    linear("a row", 2 << 20, &|size| format!("{KIF}   2 {}\n", "歩".repeat(size)));
    linear("blanks", 2 << 20, &|size| format!("{KIF}{}x\n", " ".repeat(size)));
    linear("digits", 2 << 20, &|size| format!("{KIF}{}\n", "9".repeat(size)));
    linear("brackets", 2 << 20, &|size| format!("   1 ７六歩(77){}\n", "( 0:01)".repeat(size)));
    linear("statements", 1 << 20, &|size| format!("PI,+,+7776FU{}\n", ",T1".repeat(size)));
    linear("USI words", 1 << 18, &|size| {
        format!("startpos moves{}\n", " 5i5h 5a5b 5h5i 5b5a".repeat(size / 4))
    });
    linear("parted by tabs", 1 << 20, &|size| {
        format!("startpos moves 7g7f{}\n", "\ta,b;c|d".repeat(size / 8))
    });
    linear("nothing known", 1 << 20, &|size| "x:y,".repeat(size));
}

#[test]
fn very_many_headers_findings_and_comments_take_linear_time() {
    const KIF: &str = "   1 ７六歩(77)\n";
    linear("headers", 50_000, &|size| {
        (0..size).fold(String::new(), |text, number| text + &format!("鍵{number}：値\n")) + KIF
    });
    linear("CSA headers", 50_000, &|size| format!("V2.2\n{}PI\n+\n+7776FU\n", "$X:y\n".repeat(size)));
    let document = linear("bad lines", 50_000, &|size| KIF.to_owned() + &"what is this\n".repeat(size));
    assert_eq!(document.records.len(), 1);
    linear("bad numbers", 20_000, &|size| {
        walk(size).enumerate().fold(String::new(), |text, (at, mv)| text + &format!("{} {mv}\n", at % 7 + 1))
    });
    linear("comments", 50_000, &|size| KIF.to_owned() + &"*評価値=12\n*深さ=3\n".repeat(size));
    linear("bad bytes", 200_000, &|size| KIF.to_owned() + &"\u{fffd}\n".repeat(size));
    linear("games", 20_000, &|size| format!("{KIF}   2 投了\n手合割：平手\n").repeat(size));
}

#[test]
fn very_long_games_with_very_many_branches_take_linear_time() {
    let document = linear("plies", 5_000, &rows);
    assert_eq!(document.records[0].main().plies.len(), 20_000);
    let branch = |ply: usize| {
        let mv = walk(ply).last().unwrap_or_default();
        format!("変化：{ply}手\n{ply:>4} {mv}\n")
    };
    // All at the end of a long game, where each would have to be reached from the start.
    let late = |size: usize| rows(20_000) + &branch(19_999).repeat(size);
    let document = linear("late branches", 25_000, &late);
    assert_eq!(document.records[0].lines.len(), 100_001);
    let back = |size: usize| rows(size) + &(1..=size).rev().map(branch).collect::<String>();
    linear("a branch at every ply", 5_000, &back);
    // Each leaves the one before it.
    let nested =
        |size: usize| rows(2) + &(2..size).map(|ply| branch(ply) + &rows_from(ply)).collect::<String>();
    linear("nested branches", 2_000, &nested);
    let game = |record: &Record| {
        replay(record).map(|game| game.lines.iter().map(|line| line.moves.len()).sum::<usize>())
    };
    assert!(game(&document.records[0]).is_ok_and(|plies| plies > 100_000));
}

/// The row after ply `ply`.
fn rows_from(ply: usize) -> String {
    walk(ply + 1).last().map(|mv| format!("{:>4} {mv}\n", ply + 1)).unwrap_or_default()
}

/// What takes a hundred times its own size in memory is read up to a limit, and that is reported.
#[test]
fn what_would_not_fit_into_memory_is_bounded_and_reported() {
    let json = |unit: &str| format!("{{\"header\":{{}},\"moves\":[{{}}{}]}}", unit.repeat(1_300_000));
    let fork = format!("{{\"header\":{{}},\"moves\":[{{\"forks\":[[]{}]}}]}}", ",[]".repeat(500_000));
    let most = if long("bounds of every reader") { usize::MAX } else { 1 };
    let texts = [
        ("games of USI", "startpos\n".repeat(200_000)),
        ("games of CSA", "PI\n+\n+7776FU\n/\n".repeat(200_000)),
        ("games of KIF", "   1 ７六歩(77)\n先手：\n".repeat(200_000)),
        ("games of Shogi Wars", "+7776FU,L600 DRAW_SENNICHI\n".repeat(200_000)),
        ("USEN", "~0.7ku.\n".repeat(200_000)),
        ("dōbutsu shōgi", "b3b2\n".repeat(200_000)),
        ("JSON", "{\"header\":{},\"moves\":[{}]}\n".repeat(200_000)),
        ("large JSON", json(",{\"a\":0}")),
        ("forks", fork),
        ("headers", format!("手合割：平手\n{}", "a:\n".repeat(3_500_000))),
        ("comments", format!("PI\n+\n+7776FU\n{}", "'\n".repeat(3_500_000))),
        ("branches", format!("   1 ７六歩(77)\n{}", "変化:1手\n1 26歩\n".repeat(400_000))),
        ("sections", format!("~0.7ku.{}\n", "~1.".repeat(400_000))),
    ];
    for (name, text) in texts.into_iter().take(most) {
        let document = read(text.as_bytes());
        let reported = document.records.iter().flat_map(|record| &record.diagnostics);
        assert_eq!(reported.filter(|found| found.code == Code::TooMuch).count(), 1, "{name}");
        let longest = document.records.iter().map(|record| record.main().plies.len()).max();
        assert!(longest <= Some(1), "{name}: {longest:?} moves of other games");
        let (records, most) = (document.records.len(), (384 << 20) / 2560 + 1);
        assert!(records == 1 || records > most - 10_000 && records <= most, "{name}: {records} records");
    }
}

#[test]
fn statements_about_the_ending_take_linear_time() {
    linear("endings", 50_000, &|size| format!("PI\n+\n+7776FU\n{}", "%TORYO\n".repeat(size)));
    linear("closing lines", 50_000, &|size| format!("   1 ７六歩(77)\n{}", "まで1手で中断\n".repeat(size)));
}

#[test]
fn decoding_takes_linear_time() {
    for (name, unit) in [
        ("half a pair", b"\x81".as_slice()),
        ("mixed", b"\x82\xa0\xff\xa4\xa2\xe3\x81\x82\x1b$B"),
        ("NUL", b"\0a"),
        ("escapes", b"\x1b$B\x1b(B"),
    ] {
        let run = |count| {
            let bytes = unit.repeat(count);
            let start = thread_seconds();
            let decoded = encoding::decode(&bytes);
            assert!(decoded.diagnostics.len() < 50);
            thread_seconds() - start
        };
        let (short, long) = (run(100_000), run(400_000));
        assert!(long < short * 9.0 + 0.2, "{name}: {short:.3} s, {long:.3} s");
    }
}

/// `KURA_LONG=1 cargo test --release --test it limits`: it takes 3 GB of memory.
#[test]
fn a_line_of_a_gigabyte_is_read() {
    if !crate::support::longest("a line of a gigabyte") {
        return;
    }
    let mut bytes = "   1 ７六歩(77)\n*".as_bytes().to_vec();
    bytes.resize((1 << 30) - 1, b'x');
    let document = read(&bytes);
    assert_eq!((document.records.len(), document.records[0].main().plies.len()), (1, 1));
}
