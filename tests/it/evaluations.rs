//! Evaluations in the comments of whole files: which are read, and for which position.

use kifukura::formats;

/// `ply score variation` of every evaluation of the first game.
fn evaluations(text: &str) -> Vec<String> {
    let record = &formats::read(text.as_bytes()).records[0];
    let text = record
        .evaluations
        .iter()
        .map(|found| format!("{} {} {}", found.ply, found.score, found.variation.as_deref().unwrap_or("-")));
    text.collect()
}

#[test]
fn stars_of_csa() {
    for (text, want) in [
        (
            "PI\n+\n+7776FU\nT1\n'** 41 3c3d 2g2f\n-3334FU\nT1\n'** -52 2g2f 8c8d\n+2726FU\nT1\n%TORYO\n",
            &["1 +41 3c3d 2g2f", "2 -52 2g2f 8c8d"][..],
        ),
        // A client keeps its own evaluation before the move that it makes.
        (
            "PI\n+\n'* 30 +7776FU -3334FU\n+7776FU\nT1\n'* 12 -3334FU\n-3334FU\n",
            &["0 +30 +7776FU -3334FU", "1 +12 -3334FU"],
        ),
        // As it is sent: behind a move and a comma, with moves or without.
        (
            "PI\n+\n+7776FU,'* 30 -3334FU +2726FU\n-3334FU,T1,'* 31\n+2726FU,T3,'*-40\n",
            &["1 +30 -3334FU +2726FU", "2 +31 -", "3 -40 -"],
        ),
        ("PI\n+\n+7776FU,'** 30 -3334FU\n", &["1 +30 -3334FU"]),
        // Comments of people.
        ("PI\n+\n+7776FU\n'* 30\n'* 12 moves later\n'*7g7f\n' 30 -3334FU\n'30\n-3334FU,'* 30 minutes\n", &[]),
        ("PI\n+\n+7776FU\n'** 42 depth 12\n'** 30分\n-3334FU\n'** 65 %\n", &["1 +42 -"]),
    ] {
        assert_eq!(evaluations(text), want, "{text}");
    }
}

#[test]
fn situations_of_kakinoki_and_of_phones() {
    let kif = |first: &str, second: &str| {
        format!(
            "手合割：平手\n先手：a\n後手：b\n手数----指手---------消費時間--\n{first}\n   1 ７六歩(77)\n{second}\n   2 投了\n"
        )
    };
    for (first, second, want) in [
        ("*形勢：0 互角", "*形勢：-150 後手有利", &["0 +0 -", "1 -150 -"][..]),
        ("*形勢：347 互角", "*形勢：＋１２３４ 先手優勢", &["0 +347 -", "1 +1234 -"]),
        ("*#形勢[12]▲７六歩  △３四歩", "*#指し手[-40]△３四歩", &["0 +12 ▲７六歩  △３四歩", "1 -40 △３四歩"]),
        ("*#推奨手[29]▲２六歩", "*形勢：150 後手有利", &[]),
        ("** 41 7g7f 3c3d", "** 12 moves", &["0 +41 7g7f 3c3d"]),
    ] {
        let text = kif(first, second);
        assert_eq!(evaluations(&text), want, "{text}");
    }
}
