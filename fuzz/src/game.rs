//! A record is played, written in every format, and read again.

use kifukura::formats::{LossCode, Written, bod, csa, dobutsu, jkf, ki2, kif, usen, usi};
use kifukura::record::{MOST_FINDINGS, Record, Severity};
use kifukura::replay::{Game, replay};
use kifukura::rules::{PlayablePosition, Variant, VariantPosition};

type Reader = fn(&str) -> Vec<Record>;

/// What must hold for every record that any reader gives.
pub fn record(record: &Record) {
    well_formed(record);
    let Ok(game) = replay(record) else { return };
    nothing_is_lost_silently(record, &game);
    let writers: [(&str, Written, Reader); 7] = [
        ("KIF", kif::write(record, &game), kif::read),
        ("KI2", ki2::write(record, &game), ki2::read),
        ("CSA V2.2", csa::write(record, &game, csa::Version::V22), csa::read),
        ("CSA V3.0", csa::write(record, &game, csa::Version::V30), csa::read),
        ("JKF", jkf::write(record, &game), jkf::read),
        ("USI", usi::write(record, &game), usi::read),
        ("USEN", usen::write(record, &game), usen::read),
    ];
    for (name, written, read) in writers {
        if game.start.variant() == Variant::Shogi {
            comes_back(name, record, &game, &written, &read(&written.text));
        } else {
            let _ = read(&written.text);
        }
    }
    for notation in [
        dobutsu::Notation::Ours,
        dobutsu::Notation::Fairy,
        dobutsu::Notation::Lishogi,
        dobutsu::Notation::Algebraic,
        dobutsu::Notation::Prose,
    ] {
        let _ = dobutsu::read(&dobutsu::write(record, &game, notation).text);
    }
    for ply in [None, Some(0), Some(1)] {
        let _ = bod::read(&bod::write(record, &game, ply).text);
        let _ = usi::read(&usi::write_position(record, &game, ply).text);
    }
}

fn well_formed(record: &Record) {
    assert!(!record.lines.is_empty());
    for (index, line) in record.lines.iter().enumerate() {
        assert_eq!(line.parent.is_none(), index == 0, "line {index}");
        assert!(line.parent.is_none_or(|parent| parent < index), "line {index}");
        assert!(index > 0 || line.after == 0);
    }
    for note in &record.notes {
        let line = &record.lines[note.line];
        assert!(
            note.ply >= line.after
                && note.ply
                    <= line.after + line.plies.len() + line.unread + usize::from(!line.declarations.is_empty()),
            "{note:?}"
        );
    }
    assert!(record.diagnostics.len() <= MOST_FINDINGS + 8, "{} findings", record.diagnostics.len());
    assert!(record.diagnostics.iter().all(|found| found.message.len() <= 500));
}

/// A move that was read and not played, or not even read, has its finding.
fn nothing_is_lost_silently(record: &Record, game: &Game) {
    assert_eq!(game.lines.len(), record.lines.len());
    assert_eq!(game.keys.len(), game.moves().len() + 1);
    let mut last = game.start.clone();
    game.moves().iter().for_each(|mv| last.make(*mv));
    assert_eq!(last.sfen(), game.last.sfen());
    let mut stops = 0;
    for (line, played) in record.lines.iter().zip(&game.lines) {
        assert!(played.moves.len() <= line.plies.len());
        if played.moves.len() < line.plies.len() {
            assert!(played.stop.is_some() || played.unreachable);
            stops += 1;
        }
    }
    let serious = |found: &&kifukura::record::Diagnostic| found.severity >= Severity::Warning;
    assert!(game.diagnostics.iter().filter(serious).count() >= stops, "{stops} lines stop");
    if record.main().unread > 0 {
        assert!(record.diagnostics.iter().filter(serious).count() > 0, "unread rows");
    }
}

/// The text that a writer made is one game with the same start and moves, and the same branches unless the writer
/// warned.
fn comes_back(name: &str, record: &Record, game: &Game, written: &Written, again: &[Record]) {
    if name.starts_with("CSA") && game.moves().is_empty() {
        // A first move with the other side's sign says that this side begins, which the reader reports.
        return;
    }
    let shown = || format!("{name}:\n{}\n{:?}", written.text, written.losses);
    let [again] = again else { panic!("{} records in {}", again.len(), shown()) };
    let second = replay(again).unwrap_or_else(|error| panic!("{error:?} in {}", shown()));
    assert_eq!(start(&second), start(game), "{}", shown());
    assert_eq!(second.moves(), game.moves(), "{}", shown());
    let lost = written.losses.iter().any(|loss| {
        matches!(
            loss.code,
            LossCode::BranchesDropped
                | LossCode::MovesDropped
                | LossCode::MovesUnspelled
                | LossCode::HeadersDropped
                | LossCode::NotesDropped
                | LossCode::TimesDropped
                | LossCode::EndingsDropped
                | LossCode::EndingAsComment
                | LossCode::EndingChanged
                | LossCode::WinnerChanged
                | LossCode::TextDropped
                | LossCode::FieldsDropped
        )
    });
    if !lost {
        assert_eq!(branches(again, &second), branches(record, game), "{}", shown());
    }
}

/// The start position without its number, which not every format has.
fn start(game: &Game) -> String {
    let sfen = match &game.start {
        VariantPosition::Shogi(position) => position.sfen(),
        VariantPosition::Dobutsu(position) => position.sfen(),
    };
    sfen.rsplit_once(' ').map_or_else(String::new, |(position, _)| position.to_owned())
}

/// The moves of every branch from the start position on, in any order.
fn branches(record: &Record, game: &Game) -> Vec<String> {
    let mut all: Vec<_> = (1..game.lines.len())
        .filter_map(|index| {
            let way = game.path_to(record, index)?;
            Some(way.iter().chain(&game.lines[index].moves).map(|mv| mv.to_string() + " ").collect())
        })
        .collect();
    all.sort();
    all
}
