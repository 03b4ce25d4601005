//! Evaluations in comments, dialect by dialect.

use super::understand;
use crate::formats::Format;
use crate::record::{EngineScore, Evaluation, Note, NoteKind, Record};

fn read(comments: &[&str]) -> Vec<Evaluation> {
    read_as(Format::Kif, comments)
}

fn read_as(format: Format, comments: &[&str]) -> Vec<Evaluation> {
    let mut record = Record::default();
    for text in comments {
        let text = (*text).to_owned();
        record.notes.push(Note { line: 0, ply: 3, kind: NoteKind::Comment, text });
    }
    understand(&mut record, format);
    record.evaluations
}

#[test]
fn scores_in_every_dialect() {
    for (text, want) in [
        ("評価値=80", "+80"),
        ("*評価値=-12", "-12"),
        ("#評価値=-60", "-60"),
        ("*#評価値=5", "+5"),
        ("詰み=先手勝ち", "+mate"),
        ("#詰み=後手勝ち:8手", "-mate 8"),
        ("*対局 深さ 2 ノード数 960 評価値 0 読み筋 ▲７六歩(77)", "+0"),
        ("*対局 深さ 2 ノード数 365 評価値 -1000001 読み筋 △同　銀(31)", "-mate"),
        ("*解析 0  評価値 +詰 5 読み筋 ▲１五飛(18)", "+mate 5"),
        ("*解析 0 ○ 評価値 -詰 読み筋 △投了", "-mate"),
        (" 候補1 時間 00:10.0 深さ 28 評価値 67 読み筋 ▲７八銀(79)", "+67"),
        ("*解析 0 評価値 67↑ 読み筋 ▲７八銀(79)", "+67"),
        ("* 30 +7776FU -8384FU #12345", "+30"),
        ("* -30000 %TORYO", "-mate"),
        ("* 32000", "+mate"),
        ("* 0", "+0"),
        ("評価値=1,250", "+1250"),
        ("*評価値 -12,345 読み筋 ▲７八銀(79)", "-12345"),
        ("先手の評価値 +300", "+300"),
        ("評価値=－１５０", "-150"),
        ("評価値＝１２３", "+123"),
        ("* -52 2g2f 8c8d", "-52"),
        ("* 41 3c3d", "+41"),
        ("* 7 P*5e 5d5e+ resign", "+7"),
        (" 30 -3334FU +2726FU", "+30"),
        (" -12 +PASS -3334FU", "-12"),
        ("形勢：347 互角", "+347"),
        ("形勢：0 互角", "+0"),
        ("形勢：-150 後手有利", "-150"),
        ("形勢：＋１２３４　先手優勢", "+1234"),
        ("形勢:−812 上手勝勢", "-812"),
        ("形勢：250", "+250"),
        ("形勢：31000 先手勝ち", "+mate"),
        ("#形勢[120]", "+120"),
        ("#形勢[-45]△８四歩  ▲２五歩", "-45"),
        ("#指し手[72]▲７六歩(77)", "+72"),
    ] {
        let found: Vec<_> = read(&[text]).iter().map(|found| found.score.to_string()).collect();
        assert_eq!(found, [want], "{text}");
    }
}

#[test]
fn other_comments_have_no_score() {
    for text in [
        "評価値上は▲５五歩もこちらの有利を保ててはいるが、",
        "* 30分の長考",
        "* 5五の歩",
        "* 3 golds are missing",
        "30",
        "#推奨手[29]▲２六歩(27)",
        "#定跡",
        // Kifuzo's, which could be any number.
        " 30",
        "詰み=長手数",
        "評価値=",
        "評価値 1.5",
        "評価値=1,25",
        "評価値=＋１，２",
        "評価値=1 250",
        "評価値=+1_000",
        "評価値 65%",
        "評価値=65 %",
        "評価値 70％",
        "評価値 65-35 で先手",
        "評価値 100→-50",
        "評価値 +50 ～ +100",
        "評価値 50 - 100",
        "後手の評価値 +300",
        "手番の評価値 +300",
        "深さ=12",
        // The word gives it to the other side, or says something else.
        "形勢：150 後手有利",
        "形勢：-150 先手有利",
        "形勢：▲150",
        "形勢：互角",
        "形勢：50 50",
        "形勢：50％",
        "形勢：先手有利",
        "後手の形勢：100 互角",
        "#形勢[]",
        "#指し手[72",
        // Lists of moves behind numbers, and words that only an engine in a CSA file means.
        " 12 7g7f 3c3d",
        "* 12 7g7f was better",
        "* 42 depth 12",
    ] {
        assert_eq!(read(&[text]), [], "{text}");
    }
}

#[test]
fn lines_of_one_evaluation_belong_together() {
    let found = read(&[
        "互角",
        "評価値=-18",
        "読み筋=△８四歩",
        "深さ=12/20",
        "ノード数=4711",
        "エンジン=e",
        "評価値=7",
        "深さ=3",
    ]);
    assert_eq!(found.len(), 2);
    let first = &found[0];
    assert_eq!((first.score, first.depth, first.nodes), (EngineScore::Centipawns(-18), Some(12), Some(4711)));
    assert_eq!((first.engine.as_deref(), first.variation.as_deref()), (Some("e"), Some("△８四歩")));
    assert_eq!((found[1].depth, found[1].nodes), (Some(3), None));
    let analysis =
        &read(&["*解析 0 時間 00:03.8 深さ 19/25 ノード数 2154676 評価値 113 読み筋 ▲２六歩(27)"])[0];
    assert_eq!((analysis.depth, analysis.nodes, analysis.ply), (Some(19), Some(2_154_676), 3));
    assert_eq!(analysis.variation.as_deref(), Some("▲２六歩(27)"));
    let many = &read(&["*解析 0 ノード数 12,345,678 評価値 113"])[0];
    assert_eq!(many.nodes, Some(12_345_678));
    let flood = &read(&["* 30 +7776FU -8384FU #12345"])[0];
    assert_eq!((flood.nodes, flood.variation.as_deref()), (Some(12345), Some("+7776FU -8384FU")));
}

#[test]
fn an_engine_writes_what_it_likes_behind_the_stars_of_csa() {
    for (text, want) in [
        ("* 41 3c3d 2g2f", Some(("+41", Some("3c3d 2g2f"), None, None))),
        ("* -52 2g2f (book)", Some(("-52", Some("2g2f"), None, None))),
        ("* 42 depth 12 nodes 4711", Some(("+42", None, Some(12), Some(4711)))),
        ("* 0 book", Some(("+0", None, None, None))),
        ("* -31000 mated", Some(("-mate", None, None, None))),
        ("* 30 +7776FU -8384FU #12345", Some(("+30", Some("+7776FU -8384FU"), None, Some(12345)))),
        ("* 65 %", None),
        ("* 30分の長考", None),
        ("* 50 - 100", None),
        ("* 12 34", None),
        ("* engine 12", None),
        // The reader knows whether this was a star at all.
        (" 30 -3334FU", None),
    ] {
        let found = read_as(Format::Csa, &[text]);
        let found = found
            .first()
            .map(|found| (found.score.to_string(), found.variation.clone(), found.depth, found.nodes));
        let found = found
            .as_ref()
            .map(|(score, moves, depth, nodes)| (score.as_str(), moves.as_deref(), *depth, *nodes));
        assert_eq!(found, want, "{text}");
    }
}
