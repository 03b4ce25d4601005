//! Files of several encodings, as people put files together: each game reads right, and the change is told with its place.

use kifukura::formats::encoding::Encoding::{Cp932, EucJp, Utf8, Utf8Bom};
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::formats::{Document, read};
use kifukura::intake::{Content, ReplayedFile};
use kifukura::record::Code;
use kifukura::replay::replay;

fn bytes(parts: &[(&str, Encoding)]) -> Vec<u8> {
    parts.iter().flat_map(|(text, encoding)| encode(text, *encoding).0).collect()
}

/// Names, moves and comments of every game, and the findings about the bytes.
fn summary(document: &Document) -> (Vec<String>, Vec<String>) {
    let game = |record: &kifukura::record::Record| {
        let name = record.info.players.black.as_deref().unwrap_or("-");
        let notes: Vec<_> = record.notes.iter().map(|note| note.text.trim()).collect();
        format!("{name}:{}:{}", replay(record).map_or(0, |game| game.moves().len()), notes.join("/"))
    };
    let finding = |found: &kifukura::record::Diagnostic| {
        format!("{}@{}", found.code.id(), found.place.line().unwrap_or(0))
    };
    (document.records.iter().map(game).collect(), document.diagnostics.iter().map(finding).collect())
}

fn check(parts: &[(&str, Encoding)], games: &[&str], findings: &[&str]) {
    let bytes = bytes(parts);
    let document = read(&bytes);
    let (found, codes) = summary(&document);
    assert_eq!(found, games, "{parts:?}");
    assert_eq!(codes, findings, "{parts:?}");
    // The bytes of each game are its own.
    let file = ReplayedFile::new(Content::new(bytes.clone()));
    for (replayed, game) in file.games.iter().zip(games) {
        let alone = read(&bytes[replayed.bytes.clone()]);
        assert_eq!(summary(&alone).0, [(*game).to_owned()], "{parts:?}");
    }
}

const KIF: &str = "手合割：平手\n先手：甲野\n   1 ７六歩(77)\n*好手だ\n   2 ３四歩(33)\n   3 投了\n\n";
const OTHER: &str = "手合割：平手\n先手：乙山\n   1 ２六歩(27)\n*これも\n   2 投了\n\n";

#[test]
fn kif_of_two_encodings() {
    let games = ["甲野:2:好手だ", "乙山:1:これも"];
    for (first, second) in [
        (Cp932, Utf8),
        (Utf8, Cp932),
        (EucJp, Utf8),
        (Utf8, EucJp),
        (Cp932, EucJp),
        (EucJp, Cp932),
        (Utf8Bom, Cp932),
        (Cp932, Utf8Bom),
    ] {
        // A mark of the byte order is a line's first character, and the line begins with it.
        check(&[(KIF, first), (OTHER, second)], &games, &["B010@8"]);
    }
    check(
        &[(KIF, Cp932), (OTHER, Utf8), (KIF, EucJp)],
        &[games[0], games[1], games[0]],
        &["B010@8", "B010@14"],
    );
    // All in one.
    for encoding in [Cp932, Utf8, EucJp] {
        check(&[(KIF, encoding), (OTHER, encoding)], &games, &[]);
    }
}

#[test]
fn csa_of_two_encodings() {
    let first = "V2.2\nN+甲野\nN-丙川\nPI\n+\n+7776FU\n'好手\n-3334FU\n%TORYO\n/\n";
    let second = "V2.2\nN+乙山\nN-丁田\nPI\n+\n+2726FU\n'これ\n%TORYO\n";
    let games = ["甲野:2:好手", "乙山:1:これ"];
    for (one, other) in [(Cp932, Utf8), (Utf8, Cp932), (Utf8, EucJp), (EucJp, Utf8)] {
        check(&[(first, one), (second, other)], &games, &["B010@12"]);
    }
    // The names alone can be either: the comment decides for the game.
    check(&[(first, Cp932), (second, EucJp)], &games, &["B010@12"]);
    check(&[(first, EucJp), (second, Cp932)], &games, &["B010@12"]);
}

#[test]
fn ki2_and_comments_of_two_encodings() {
    let ki2 = "先手：甲野\n\n▲７六歩 △３四歩\n*よい\n▲２六歩\n\n";
    let more = "先手：乙山\n\n▲２六歩 △８四歩\n";
    check(&[(ki2, Utf8), (more, Cp932)], &["甲野:3:よい", "乙山:2:"], &["B010@7"]);
    check(&[(ki2, Cp932), (more, Utf8)], &["甲野:3:よい", "乙山:2:"], &["B010@7"]);
    // A comment that came from elsewhere.
    check(
        &[("先手：甲野\n   1 ７六歩(77)\n", Cp932), ("*よい手です\n", Utf8), ("   2 ３四歩(33)\n", Cp932)],
        &["甲野:2:よい手です"],
        &["B010@3", "B010@4"],
    );
    check(
        &[("# 序盤\nstartpos moves 7g7f\n", Cp932), ("# 終盤だ\nstartpos moves 2g2f\n", Utf8)],
        &["-:1:序盤", "-:1:終盤だ"],
        &["B010@3"],
    );
}

#[test]
fn damage_is_no_other_encoding() {
    for (more, want) in [
        (b"*\xff\n".as_slice(), "B003@8"),
        (b"*\xe5\x85\n", "B003@8"),
        (b"*\x88\xe6\x89\x8b\xe3\x81\xae\n", "B003@8"),
        (b"*Jos\xe9\n", "B003@8"),
    ] {
        let file = [KIF.as_bytes(), more].concat();
        let document = read(&file);
        assert_eq!(document.encoding, Utf8);
        assert_eq!(summary(&document).1, [want], "{more:x?}");
    }
    // Half-width katakana in CP932 are no EUC-JP.
    let kana = "先手：ﾔﾏﾀﾞ\n   1 ７六歩(77)\n*ｱｲｳｴｵ\n*ﾖｲﾃﾃﾞｽ\n*ｶｷｸｹ\n";
    check(&[(kana, Cp932)], &["ﾔﾏﾀﾞ:1:ｱｲｳｴｵ/ﾖｲﾃﾃﾞｽ/ｶｷｸｹ"], &[]);
    check(&[(kana, EucJp)], &["ﾔﾏﾀﾞ:1:ｱｲｳｴｵ/ﾖｲﾃﾃﾞｽ/ｶｷｸｹ"], &[]);
}

#[test]
fn short_euc_jp_is_no_half_width_katakana() {
    for (text, encoding, name, findings) in [
        ("V2.2\nN+甲野\nN-乙山\nPI\n+\n+7776FU\n", EucJp, "甲野", &["B004@0"][..]),
        ("V2.2\nN+甲\nPI\n+\n+7776FU\n", EucJp, "甲", &["B004@0"]),
        ("V2.2\nN+羽生善治\nN-佐藤\nPI\n+\n+7776FU\n", EucJp, "羽生善治", &["B004@0"]),
        ("V2.2\nN+甲野\nPI\n+\n+7776FU\n", Cp932, "甲野", &["B004@0"]),
        ("V2.2\nN+ﾔﾏﾀﾞ\nPI\n+\n+7776FU\n", Cp932, "ﾔﾏﾀﾞ", &["B004@0"]),
        ("V2.2\nN+ｻﾄｳ\nPI\n+\n+7776FU\n", Cp932, "ｻﾄｳ", &["B004@0"]),
        ("'CSA encoding=SHIFT_JIS\nV3.0\nN+ﾀﾅ\nPI\n+\n+7776FU\n", Cp932, "ﾀﾅ", &[]),
    ] {
        check(&[(text, encoding)], &[&format!("{name}:1:")], findings);
    }
}

#[test]
fn the_line_that_names_an_encoding_may_speak_of_another_part() {
    let utf8 = format!("#KIF version=2.0 encoding=UTF-8\n{OTHER}");
    check(&[(KIF, Cp932), (&utf8, Utf8)], &["甲野:2:好手だ", "乙山:1:これも"], &["B010@9"]);
    let document = read(&bytes(&[(&utf8, Cp932)]));
    assert!(document.diagnostics.iter().any(|found| found.code == Code::EncodingMisdeclared));
}
