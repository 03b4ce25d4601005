//! The KIF reader and the detection of encodings, on the probes in `tests/probes`.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use kifukura::formats::{Document, Format, Loss, LossCode, kif, read};
use kifukura::record::{Code, DeclaredBy, Ending, Origin, Record, Severity};
use kifukura::replay::replay;
use proptest::prelude::*;
use serde_json::Value;

fn probes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes")
}

fn document(path: &Path) -> Document {
    read(&std::fs::read(path).expect("a probe"))
}

/// The board, side and hands of an SFEN, the hands in one order.
fn position_of(sfen: &str) -> (String, String, Vec<String>) {
    let fields: Vec<_> = sfen.split(' ').collect();
    let (mut hands, mut count) = (Vec::new(), String::new());
    for char in fields[2].chars() {
        if char.is_ascii_digit() {
            count.push(char);
        } else {
            hands.push(std::mem::take(&mut count) + &char.to_string());
        }
    }
    hands.sort();
    (fields[0].to_owned(), fields[1].to_owned(), hands)
}

/// The main line in USI as far as the text alone says it: destinations and origins, promotions by 成.
fn moves_as_written(record: &Record) -> Vec<String> {
    let mut previous = None;
    let usi = record.main().plies.iter().filter(|ply| !ply.written.pass).map(|ply| {
        let written = ply.written;
        previous = written.to.or(previous);
        let to = previous.map_or_else(|| "?".to_owned(), |to| to.to_string());
        let piece = written.piece.map_or('?', |piece| piece.letter());
        let plus = if written.promotion == kifukura::record::Promotion::Yes { "+" } else { "" };
        match written.origin {
            Origin::Board(from) => format!("{from}{to}{plus}"),
            _ => format!("{piece}*{to}"),
        }
    });
    usi.collect()
}

fn declared_names(record: &Record) -> Vec<&'static str> {
    record.main().declarations.iter().map(|declaration| declaration.ending.name()).collect()
}

#[test]
fn every_kif_probe_is_read_as_expected() {
    let endings: HashMap<&str, Ending> = [
        ("resign", Ending::Resignation),
        ("chudan", Ending::Interrupted),
        ("mate", Ending::Checkmate),
        ("kachi", Ending::Declaration),
        ("ill", Ending::IllegalMove),
        ("illegal_win", Ending::IllegalMove),
        ("rep", Ending::Sennichite),
        ("jishogi", Ending::Jishogi),
        ("timeout", Ending::TimeForfeit),
        ("nomate", Ending::NoMate),
        ("forfeit", Ending::Forfeit),
        ("sealed", Ending::Adjourned),
        ("unknown", Ending::Unknown),
        ("nogame", Ending::Unknown),
        ("resign?", Ending::Unknown),
    ]
    .into();
    let expected = std::fs::read_to_string(probes().join("expected.jsonl")).unwrap();
    let mut seen = 0;
    for line in expected.lines() {
        let expected: Value = serde_json::from_str(line).unwrap();
        if expected["format"] != "kif" {
            continue;
        }
        seen += 1;
        let id = expected["id"].as_str().unwrap();
        let document = document(&probes().join(expected["file"].as_str().unwrap()));
        assert_eq!((document.format, document.records.len()), (Some(Format::Kif), 1), "{id}");
        let record = &document.records[0];
        assert_eq!(record.unusable, None, "{id}");
        let start = position_of(&record.start.setup.to_string());
        assert_eq!(start, position_of(expected["start_sfen"].as_str().unwrap()), "{id}");
        if let Some(moves) = expected["usi"].as_array() {
            let want: Vec<_> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
            assert_eq!(moves_as_written(record), want, "{id}");
        }
        match expected["declared"].as_str().unwrap() {
            "" => assert_eq!(declared_names(record).len(), 0, "{id}"),
            "?" | "pass?" => {}
            code => assert_eq!(declared_names(record)[0], endings[code].name(), "{id}"),
        }
        if let Some(nodes) = expected["nodes"].as_u64() {
            let plies: usize = record.lines.iter().map(|line| line.plies.len()).sum();
            assert_eq!(u64::try_from(plies).unwrap(), nodes, "{id}");
        }
    }
    assert_eq!(seen, 77);
}

/// What a probe is worth a word about; the rest is read without one.
#[test]
fn probes_that_need_a_word_get_it() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(probes().join("cases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "kif") {
            continue;
        }
        let document = document(&path);
        let all =
            document.diagnostics.iter().chain(document.records.iter().flat_map(|record| &record.diagnostics));
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        found.extend(all.map(|one| {
            format!(
                "{name} {}:{} {}",
                one.place.line().unwrap_or(0),
                one.place.column().unwrap_or(0),
                one.code.id()
            )
        }));
    }
    found.sort();
    let want = [
        "K22o-end-裁定 10:6 E001",
        "K22v-end-無勝負 10:6 E001",
        "K45b-tesuu-eq 16:1 F010",
        "K46b-garbage-header 1:1 F003",
        "K48-number-mismatch 7:1 K001",
        "K48-number-mismatch 8:1 K001",
    ];
    assert_eq!(found, want);
}

#[test]
fn probes_in_every_encoding() {
    for (file, want, moves) in [
        ("01_sjis.kif", "cp932 scored ", 2),
        ("02_utf8.kif", "utf-8 valid-utf-8 ", 2),
        ("04_sjis.kifu", "cp932 scored ", 2),
        ("06_utf8bom.kifu", "utf-8-bom bom ", 2),
        ("07_euc.kif", "euc-jp scored ", 2),
        ("08_utf16le.kif", "utf-16le bom ", 2),
        ("11_sjis_badbyte.kif", "cp932 scored B003@6:6", 2),
        ("13_sjis_mid_kanji_5c.kif", "cp932 scored ", 2),
        ("15_x0213.kif", "cp932 scored B003@2:4", 2),
    ] {
        let document = document(&probes().join("encodings").join(file));
        let found: Vec<_> = document
            .diagnostics
            .iter()
            .map(|one| {
                format!(
                    "{}@{}:{}",
                    one.code.id(),
                    one.place.line().unwrap_or(0),
                    one.place.column().unwrap_or(0)
                )
            })
            .collect();
        let summary =
            format!("{} {} {}", document.encoding.name(), document.evidence.name(), found.join(" "));
        assert_eq!(summary, want, "{file}");
        assert_eq!(document.records.len(), 1, "{file}");
        let record = &document.records[0];
        assert_eq!(record.main().plies.len(), moves, "{file}");
        assert!(record.diagnostics.iter().all(|one| one.severity < Severity::Warning), "{file}");
    }
}

#[test]
fn text_without_a_record_is_no_kif() {
    for text in ["これは棋譜ではない", "a:b\nc:d\n", "* only a comment\n", "手\n合\n割\n"] {
        let document = read(text.as_bytes());
        assert_eq!((document.format, document.records.len()), (None, 0), "{text}");
        assert!(document.diagnostics.iter().any(|one| one.code == Code::UnknownFormat), "{text}");
    }
}

fn sample() -> String {
    std::fs::read_to_string(probes().join("cases/K16-variations.kif")).expect("a probe")
        + &std::fs::read_to_string(probes().join("cases/K40b-tsume-sonota.kif")).expect("a probe")
}

/// Reads, plays, writes, reads again; the record and what became of it.
fn written_again(text: &str) -> Vec<(Record, Record, Vec<Loss>)> {
    let records = kif::read(text).into_iter().filter(|record| record.unusable.is_none());
    let again = records.filter_map(|record| {
        let game = replay(&record).ok()?;
        let written = kif::write(&record, &game);
        let mut back = kif::read(&written.text);
        assert_eq!(back.len(), 1, "{}", written.text);
        Some((record, back.remove(0), written.losses))
    });
    again.collect()
}

/// Everything that must survive writing, branches in an order that does not depend on the text's; the totals of the
/// clocks only if none were added.
fn essence(record: &Record, losses: &[Loss]) -> String {
    let with_totals = losses.iter().all(|loss| loss.code != LossCode::TotalsAdded);
    let game = replay(record).unwrap();
    let setup = &record.start.setup;
    let mut lines = Vec::new();
    for (index, line) in record.lines.iter().enumerate() {
        let mut path = game.path_to(record, index).unwrap_or_default();
        path.extend(&game.lines[index].moves);
        let path: Vec<_> = path.iter().map(ToString::to_string).collect();
        let rest: Vec<_> =
            line.plies.iter().skip(game.lines[index].moves.len()).map(|ply| ply.written.to).collect();
        let clocks: Vec<_> =
            line.plies.iter().map(|ply| (ply.clock.spent, ply.clock.total.filter(|_| with_totals))).collect();
        // The row and the closing line may say a thing in other words, and either may come to stand beside the other.
        let endings = &line.declarations;
        let kinds: BTreeSet<_> = endings.iter().map(|one| one.ending).collect();
        let kinds: Vec<_> =
            kinds.into_iter().filter(|kind| !matches!(kind, Ending::Unknown | Ending::None)).collect();
        let unknown: Vec<_> = endings
            .iter()
            .filter(|one| one.ending == Ending::Unknown && one.by == DeclaredBy::Row)
            .map(|one| &one.word)
            .collect();
        let clock: Vec<_> = endings.iter().map(|one| one.clock).filter(|clock| !clock.is_empty()).collect();
        let winner = (index == 0).then_some((game.outcome.declared, game.outcome.declared_winner));
        let endings = (kinds, unknown, clock, winner);
        let notes: Vec<_> = record
            .notes
            .iter()
            .filter(|note| note.line == index)
            .map(|note| (note.ply, note.kind, note.text.clone()))
            .collect();
        lines.push(format!("{} {path:?} {rest:?} {clocks:?} {endings:?} {notes:?}", line.after));
    }
    lines[1..].sort();
    let mut headers: Vec<_> =
        record.headers.iter().map(|header| format!("{}={}", header.key, header.value)).collect();
    headers.retain(|header| {
        let key = header.split('=').next().unwrap_or_default();
        !key.ends_with('駒') && !["手合", "手番", "手割"].iter().any(|start| key.starts_with(start))
    });
    format!("{setup}\n{headers:?}\n{:?}\n{}", record.info, lines.join("\n"))
}

#[test]
fn every_probe_survives_writing() {
    let mut written = 0;
    for entry in std::fs::read_dir(probes().join("cases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "kif") {
            for (record, again, losses) in written_again(&document(&path).text) {
                assert_eq!(essence(&again, &losses), essence(&record, &losses), "{}", path.display());
                written += 1;
            }
        }
    }
    assert_eq!(written, 77);
}

#[test]
fn a_written_record_looks_as_kifu_for_windows_writes_it() {
    let text = std::fs::read_to_string(probes().join("cases/K16-variations.kif")).unwrap();
    let record = &kif::read(&text)[0];
    let written = kif::write(record, &replay(record).unwrap());
    assert_eq!(written.losses, []);
    let want = "\
開始日時：2024/05/01 10:00:00
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)+
   3 ２二角成(88) ( 0:03/00:00:04)+
   4 同　銀(31)   ( 0:04/00:00:06)
   5 投了
まで4手で後手の勝ち

変化：3手
   3 ２六歩(27)   ( 0:01/00:00:02)
   4 ８四歩(83)   ( 0:01/00:00:03)

変化：2手
   2 ８四歩(83)
";
    assert_eq!(written.text, want);
}

/// A reader goes by the first move where nothing else says who moves first; an illegal one would mislead it.
#[test]
fn an_illegal_first_move_does_not_change_who_moves_first() {
    for text in ["PI82HI22KA\n-\n-7968GI\n", "PI82HI\n+\n+3334FU\n", "PI82HI22KA\n+\n+3334FU\n"] {
        let record = kifukura::formats::csa::read(text).remove(0);
        let game = replay(&record).unwrap();
        assert_eq!(game.moves().len(), 0, "{text}");
        for written in [kif::write(&record, &game), kifukura::formats::ki2::write(&record, &game)] {
            let again = kifukura::formats::read(written.text.as_bytes()).records.remove(0);
            assert_eq!(again.start.setup, record.start.setup, "{}", written.text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let document = read(&bytes);
        let _ = kif::read(&document.text);
    }

    #[test]
    fn a_mangled_record_is_read_without_a_panic(
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0..6_usize, "[\\PC手変化まで歩同0-9（）()：+*#&\n\t　]{0,6}"), 1..12)
    ) {
        let mut chars: Vec<char> = sample().chars().collect();
        for (index, length, insert) in cuts {
            let at = index.index(chars.len());
            let end = (at + length).min(chars.len());
            chars.splice(at..end, insert.chars());
        }
        let text: String = chars.into_iter().collect();
        let records = kif::read(&text);
        // Every byte belongs to one record, whatever happened to it.
        let mut end = 0;
        for record in &records {
            prop_assert_eq!(record.text_range.start, end);
            end = record.text_range.end;
        }
        prop_assert!(records.is_empty() || end == text.len());
        // What is lost in writing is what the writer warned of.
        for (record, again, losses) in written_again(&text) {
            if losses.is_empty() {
                prop_assert_eq!(essence(&again, &[]), essence(&record, &[]));
            }
        }
    }

    #[test]
    fn cp932_with_wrong_bytes_is_read_without_a_panic(
        wrong in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)
    ) {
        let (mut bytes, _) = kifukura::formats::encoding::encode(&sample(), kifukura::formats::encoding::Encoding::Cp932);
        for (index, byte) in wrong {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = read(&bytes);
    }
}
