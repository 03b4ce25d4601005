//! Reading CSA: the dialects of real files, and what is said about broken ones.

use kifukura::formats::LossCode;
use kifukura::formats::csa::{self, Version};
use kifukura::record::{Ending, Origin, Record, Subject};
use kifukura::replay::replay;
use kifukura::rules::Color;
use kifukura::rules::shogi::Setup;
use proptest::prelude::*;

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The moves as `+7776FU` would be, without the sign: `7776FU 0055KA`.
fn moves(record: &Record) -> String {
    let text = record.main().plies.iter().map(|ply| {
        let from = match ply.written.origin {
            Origin::Board(square) => kifukura::notation::csa::square_text(square),
            _ => "00".to_owned(),
        };
        let to = ply.written.to.map_or_else(|| "pass".to_owned(), kifukura::notation::csa::square_text);
        format!("{from}{to}{}", ply.written.piece.map_or("", kifukura::notation::csa::piece_code))
    });
    text.collect::<Vec<_>>().join(" ")
}

/// `C001@3:1` for every diagnostic, in order.
fn codes(record: &Record) -> String {
    let found = record.diagnostics.iter().map(|d| {
        format!("{}@{}:{}", d.code.id(), d.place.line().unwrap_or(0), d.place.column().unwrap_or(0))
    });
    found.collect::<Vec<_>>().join(" ")
}

fn one(text: &str) -> Record {
    let mut records = csa::read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

#[test]
fn moves_and_diagnostics_of_every_dialect() {
    for (text, want, diagnostics) in [
        ("PI\n+\n+7776FU\nT1\n-3334FU\n%TORYO\n", "7776FU 3334FU", ""),
        ("PI\r\n+\r\n+7776FU\r\n-3334FU\r\n", "7776FU 3334FU", ""),
        ("PI\r+\r+7776FU\r-3334FU", "7776FU 3334FU", ""),
        ("PI\n+\n+7776FU,T1\n-3334FU,T2\n", "7776FU 3334FU", ""),
        ("PI\n+\n+7776FU, T1\n  -3334FU ,T2  \n", "7776FU 3334FU", ""),
        ("V2.2,N+a,N-b,PI,+,+7776FU,T1,-3334FU,T2,%TORYO", "7776FU 3334FU", ""),
        ("N+a,N-b,PI,+,+7776FU,T1", "7776FU", "C005@1:1"),
        ("PI\n+\n+7776FU'**10\nT1\n-3334FU'a,-3334FU\n", "7776FU 3334FU", ""),
        ("PI\n+\n\n+7776FU   \n\n-3334FU\t\n", "7776FU 3334FU", ""),
        ("PI\n+7776FU\n", "7776FU", "C003@2:1"),
        ("+7776FU", "7776FU", "C003@1:1"),
        ("PI\n-\n+7776FU\n-3334FU\n", "7776FU 3334FU", "F010@3:1"),
        ("PI\n+\n+7776FU\n+3334FU\n-2726FU\n", "7776FU 3334FU 2726FU", ""),
        ("PI\n+\n+7776FU\n-33XXFU\n+2726FU\n", "7776FU", "C001@4:1"),
        ("PI\n+\n+7776FU\n-33", "7776FU", "C001@4:1"),
        ("PI\n+\n+7776FU\nwhat\n-3334FU\n", "7776FU 3334FU", "F003@4:1"),
        ("PI\n+\n+7776FU\n?-3334FU\n+2726FU\n", "7776FU", "C001@4:1"),
        ("PI\n+\n+7776FU\n** 12 -3334FU+2726FU\n-8384FU\n", "7776FU 8384FU", "F003@4:1"),
        ("PI\n+\n+7776FU\n%TORYO\n-3334FU\n+2726FU\n", "7776FU", "F009@5:1"),
        ("PI\n+\n+7776FU\n%TORYO\n#RESIGN\n%%LOGOUT\n", "7776FU", "C006@5:1 C006@6:1"),
        ("PI\n+\n+7776FU\n%PASS\n+2726FU\n", "7776FU 00pass 2726FU", ""),
        ("PI\n+\nT0\n+7776FU\nTx\nT1\nT2\n", "7776FU", "F007@3:1 F003@5:1 F007@7:1"),
        ("P1-KY\n+\n+7776FU\n", "7776FU", "F004@1:1"),
        ("V2.2\n", "", "C003@0:0 F002@0:0"),
        ("V9\nPI\n+\n", "", "F002@0:0 F008@1:1"),
        ("N+a\nN+b\nPI\n+\n", "", "F002@0:0 F008@2:1"),
        ("$START_TIME: 15:35:06\nPI\n+\n", "", "F002@0:0 F008@1:1"),
        ("$END_TIME\n$:X\nPI\n+\n", "", "F002@0:0 F008@1:1 F008@2:1"),
    ] {
        let record = one(text);
        assert_eq!((moves(&record).as_str(), codes(&record).as_str()), (want, diagnostics), "{text}");
    }
}

/// Black's name, event, moves and findings of every game.
fn games(text: &str) -> Vec<String> {
    let summary = |record: &Record| {
        let (name, event) = (record.info.players.black.as_deref(), record.info.event.as_deref());
        format!("{} {}: {} {}", name.unwrap_or("?"), event.unwrap_or("?"), moves(record), codes(record))
    };
    csa::read(text).iter().map(summary).collect()
}

#[test]
fn a_header_with_commas_is_kept_whole_where_the_moves_follow() {
    for (text, want) in [
        ("$EVENT:a,b,+7776FU\nPI\n+\n+2726FU\n", &["? a,b,+7776FU: 2726FU "][..]),
        ("$EVENT:a,b,+7776FU\n'x\nN+c\nP1-KY\n", &["c a,b,+7776FU:  F002@0:0 F004@4:1 C003@4:1"]),
        ("$EVENT:a,b,+7776FU\n+2726FU\n", &["? a,b,+7776FU: 2726FU C003@2:1"]),
        ("$EVENT:a,PI,+,+7776FU,T1\n-3334FU\n", &["? a: 7776FU 3334FU C005@1:1"]),
        ("$EVENT:a,PI,+,+7776FU,T1\n", &["? a: 7776FU C005@1:1"]),
        (
            "N+a,N-b,PI,+,+7776FU,T1\nN+c,N-d,PI,+,+2726FU,T1\n",
            &["a ?: 7776FU C005@1:1 C005@2:1", "c ?: 2726FU "],
        ),
    ] {
        assert_eq!(games(text), want, "{text}");
    }
}

#[test]
fn a_name_among_the_moves_begins_no_game() {
    for (text, want) in [
        ("N+a\nPI\n+\n+7776FU\nN+late\n-3334FU\n%TORYO\n", &["a ?: 7776FU 3334FU F008@5:1"][..]),
        ("PI\n+\n+7776FU\nN+b\n'c\n$EVENT:x\nT5\n-3334FU\n", &["b x: 7776FU 3334FU F008@4:1"]),
        ("PI\n+\n+7776FU\nN+b\n", &["b ?: 7776FU F008@4:1"]),
        ("PI\n+\n+7776FU\nN+b\n/\nPI\n+\n+2726FU\n", &["b ?: 7776FU F008@4:1", "? ?: 2726FU "]),
        ("PI\n+\n+7776FU\nN+b\nN-c\nPI\n+\n+2726FU\n", &["? ?: 7776FU ", "b ?: 2726FU "]),
        ("PI\n+\n+7776FU\nN+b\n+\n+2726FU\n", &["? ?: 7776FU ", "b ?: 2726FU "]),
        ("PI\n+\n+7776FU\nN+b\nV2.2\nPI\n+\n+2726FU\n", &["? ?: 7776FU ", "b ?: 2726FU "]),
        ("PI\n+\n+7776FU\n%TORYO\nN+b\n+2726FU\n", &["? ?: 7776FU ", "b ?: 2726FU C003@6:1"]),
    ] {
        assert_eq!(games(text), want, "{text}");
    }
}

#[test]
fn what_is_no_record_gives_none() {
    for text in ["", "\n\n", "'only a comment\n", "just text\n", "/\n/\n"] {
        assert_eq!(csa::read(text), [], "{text}");
    }
}

#[test]
fn clocks_in_every_spelling() {
    let record = one("PI\n+\n+7776FU\nT1.234\n-3334FU,T2\n+2726FU\n'x\nT-3\n-8384FU\n%TIME_UP\nT60.5\n");
    let spent: Vec<_> = record.main().plies.iter().map(|ply| ply.clock.spent).collect();
    assert_eq!(spent, [Some(1234), Some(2000), Some(-3000), None]);
    assert_eq!(record.main().declarations[0].clock.spent, Some(60_500));
}

#[test]
fn every_ending_word() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (word, ending, winner) in [
        ("%TORYO", Ending::Resignation, black),
        ("%toryo", Ending::Resignation, black),
        ("%CHUDAN", Ending::Interrupted, None),
        ("%SENNICHITE", Ending::Sennichite, None),
        ("%TIME_UP", Ending::TimeForfeit, black),
        ("%ILLEGAL_MOVE", Ending::IllegalMove, black),
        ("%+ILLEGAL_ACTION", Ending::IllegalMove, white),
        ("%-ILLEGAL_ACTION", Ending::IllegalMove, black),
        ("%JISHOGI", Ending::Jishogi, None),
        ("%KACHI", Ending::Declaration, white),
        ("%HIKIWAKE", Ending::DrawAgreed, None),
        ("%MATTA", Ending::Unknown, None),
        ("%TSUMI", Ending::Checkmate, black),
        ("%FUZUMI", Ending::NoMate, None),
        ("%ERROR", Ending::Unknown, None),
        ("%MAX_MOVES", Ending::MaxMoves, None),
        ("%WINNER", Ending::Unknown, None),
        ("#TIME_UP", Ending::TimeForfeit, black),
    ] {
        let record = one(&format!("PI\n+\n+7776FU\n{word}\n"));
        let [declaration] = record.main().declarations.as_slice() else { panic!("{word}: one declaration") };
        assert_eq!((declaration.ending, declaration.word.as_str()), (ending, word));
        assert_eq!(declaration.subject.winner(Color::White), winner, "{word}");
        assert_eq!(ending == Ending::Unknown, codes(&record) == "E001@4:1", "{word}");
    }
}

#[test]
fn a_move_that_cannot_be_read_still_counts_for_the_side_to_move() {
    let record = one("PI\n+\n+7776FU\n-33XXFU\n+2726FU\n%TORYO\n");
    assert_eq!((record.main().plies.len(), record.main().unread), (1, 2));
    assert_eq!(record.main().declarations[0].subject, Subject::MoverLoses);
}

#[test]
fn games_are_parted_by_slash_version_or_names() {
    let game = "N+a\nN-b\nPI\n+\n+7776FU\n%TORYO\n";
    for text in [
        format!("V2.2\n{game}/\nV2.2\n{game}"),
        format!("V2.2\n{game}V2.2\n{game}"),
        format!("{game}{game}"),
        format!("{game}$EVENT:x\n/\n{game}"),
        format!("$EVENT:x\n{game}$EVENT:x\n{game}"),
        format!("'CSA encoding=UTF-8\nV3.0\n{game}'CSA encoding=UTF-8\nV3.0\n{game}"),
        format!("{game}/\n/\n{game}/\n"),
    ] {
        let records = csa::read(&text);
        let found: Vec<_> = records.iter().map(|record| (moves(record), codes(record))).collect();
        let want = ("7776FU".to_owned(), String::new());
        assert_eq!(found, [want.clone(), want], "{text}");
        assert!(records[0].text_range.end <= records[1].text_range.start, "{text}");
    }
}

#[test]
fn headers_names_and_comments_are_kept_in_order() {
    let text = "'CSA encoding=UTF-8\nV3.0\nN+Kou, the first\nN-Otsu\n$EVENT:a,b\n$X:y \n$TIME:600+10+0\n$NOTE:a\\nb\n'* start\n\
        PI\n+\n+7776FU\n'** 30 +3334FU\n' plain \nT1\n'summary:toryo:Kou, the first lose:Otsu win\n";
    let record = one(text);
    let headers: Vec<_> =
        record.headers.iter().map(|header| format!("{}|{}", header.key, header.value)).collect();
    assert_eq!(
        headers,
        ["N+|Kou, the first", "N-|Otsu", "$EVENT|a,b", "$X|y", "$TIME|600+10+0", "$NOTE|a\\nb"]
    );
    assert_eq!(record.info.players.black.as_deref(), Some("Kou, the first"));
    assert_eq!(record.info.remarks.as_deref(), Some("a\nb"));
    let notes: Vec<_> = record.notes.iter().map(|note| (note.ply, note.text.as_str())).collect();
    assert_eq!(
        notes,
        [
            (0, " start"),
            (1, "* 30 +3334FU"),
            (1, " plain "),
            (1, "summary:toryo:Kou, the first lose:Otsu win"),
        ]
    );
    assert_eq!(record.main().declarations[0].subject, Subject::Winner(Color::White));
    assert_eq!(record.start.setup.to_string(), EVEN);
    assert_eq!(record.start.setup, Setup::startpos().into());
}

/// Reads, writes and reads again.
fn again(record: &Record, version: Version) -> (Record, Vec<LossCode>) {
    let written = csa::write(record, &replay(record).unwrap(), version);
    (one(&written.text), written.losses.iter().map(|loss| loss.code).collect())
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "'CSA encoding=UTF-8\nV3.0\nN+a\nN-b\n$EVENT:x\n$TIME:600+10+0\n$MAX_MOVES:320\n$JISHOGI:27\n$NOTE:a\\nb\nPI\n+\n'* start\n\
            +7776FU\nT1.234\n'** 30 -3334FU\n-3334FU\nT0.5\n+8822UM\nT3\n-3122GI\n'*end\n%TORYO\nT0.25\n",
        "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\n%+ILLEGAL_ACTION\n",
        "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\n%-ILLEGAL_ACTION\n",
        "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\n-3334FU\n+0077FU\n%+ILLEGAL_ACTION\n",
        "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\n%WINNER\n",
        "V2.2\nN+a\nN-b\nPI\n+\n'Max_Moves:256\n'black_rate:a+0:2000.0\n+7776FU\nT1\n%TORYO\n'summary:toryo:a win:b lose\n",
        "V2.2\nP1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  *  *  * +KI *  * \n\
            P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
            P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  *  *  *  *  *  * \n\
            P+00KI00FU00FU\nP-00HI\n+\n+0012KI\n%CHUDAN\n",
    ] {
        let record = one(text);
        let version = if text.contains("V3.0") { Version::V30 } else { Version::V22 };
        let written = csa::write(&record, &replay(&record).unwrap(), version);
        assert_eq!((written.text.as_str(), &written.losses[..]), (text, &[][..]));
    }
}

#[test]
fn what_cannot_be_written_is_said() {
    let record = one("V3.0\n$TIME:600+0+0\nPI\n+\n+7776FU\nT1.5\n%MAX_MOVES\n");
    let (read, losses) = again(&record, Version::V22);
    assert_eq!(losses, [LossCode::HeaderAsComment, LossCode::EndingAsComment, LossCode::TimesCut]);
    assert_eq!(read.main().plies[0].clock.spent, Some(1000));
    assert_eq!(read.main().declarations[0].word, "%HIKIWAKE");
    assert_eq!(
        read.notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>(),
        ["$TIME:600+0+0", "%MAX_MOVES",]
    );
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in any::<String>()) {
        let _ = csa::score(&text);
        let _ = csa::read(&text);
    }

    #[test]
    fn mangled_records_are_read_without_panic(
        parts in prop::collection::vec(prop::sample::select(vec![
            "V2.2", "V3.0", "N+", "N-a", "$EVENT:x", "$TIME", "PI", "PI82HI", "P1-KY", "P2 * ", "P+59OU", "P-00AL", "+", "-",
            "+7776FU", "-3334FU", "+0055KA", "T1", "T-", "T1.5", "%TORYO", "%+ILLEGAL_ACTION", "%PASS", "#WIN", "/", "'* x",
            "'summary:toryo:a win:b lose", "'summary:", ",", ",", "\n", "\n", "\n", "\r\n", "'", "九", "\u{3000}", " ",
        ]), 0..60),
    ) {
        let text = parts.concat();
        let mut end = 0;
        for record in csa::read(&text) {
            prop_assert!(end <= record.text_range.start && record.text_range.end <= text.len());
            end = record.text_range.end;
        }
    }
}
