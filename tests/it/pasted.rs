//! Records inside of pages, Markdown and quoted mail.

use kifukura::formats::{Format, read};
use kifukura::record::Code;
use kifukura::replay::replay;

const KIF: &str = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 投了\n";
const KI2: &str = "先手：甲\n後手：乙\n\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n";
const CSA: &str = "V2.2\nN+甲\nN-乙\nPI\n+\n+7776FU\nT1\n-3334FU\n%TORYO\n";
/// Every game of this file is this one.
const GAME: &str = "甲-乙 7g7f 3c3d resignation white";

/// The games of a text, and whether they were taken out of something.
fn games(text: &str) -> (Vec<String>, bool) {
    let document = read(text.as_bytes());
    let game = |record: &kifukura::record::Record| {
        let game = replay(record).unwrap();
        let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let players = &record.info.players;
        let winner = game.outcome.winner().map_or("-", |color| color.name());
        format!(
            "{}-{} {} {} {winner}",
            name(&players.black),
            name(&players.white),
            moves.join(" "),
            game.outcome.declared.name()
        )
    };
    let pasted = document.diagnostics.iter().any(|found| found.code == Code::PastedText);
    (document.records.iter().map(game).collect(), pasted)
}

fn quoted(text: &str, sign: &str) -> String {
    text.lines().map(|line| format!("{sign}{line}\n")).collect()
}

/// As many times the same game.
fn same(count: usize) -> (Vec<String>, bool) {
    (vec![GAME.to_owned(); count], true)
}

#[test]
fn quoted_mail() {
    let (first, last) = KIF.split_at(KIF.find("   2").unwrap());
    for text in [
        format!("甲さん:\n\n{}\nよろしく\n", quoted(KIF, "> ")),
        quoted(KIF, "> > "),
        quoted(KIF, ">> "),
        quoted(KIF, ">"),
        quoted(KIF, "＞ "),
        quoted(KIF, "| "),
        quoted(KIF, "|"),
        format!("On Monday x wrote:\n{}", quoted(CSA, "> ")),
        quoted(KI2, "> "),
        // A reply stands inside.
        format!("{}ここは？\n{}", quoted(first, "> "), quoted(last, "> ")),
        format!("<pre>\n{}</pre>\n", quoted(KIF, "&gt; ")),
    ] {
        assert_eq!(games(&text), same(1), "{text}");
    }
    let two = format!("{}> 返事\n{}", quoted(KIF, "> > "), quoted(KI2, "> "));
    assert_eq!(games(&two), same(2));
}

#[test]
fn pages() {
    let escaped = |text: &str| text.replace('▲', "&#9650;").replace('△', "&#x25B3;");
    let rows = "<tr><td>1</td><td>▲７六歩(77)</td><td>0:01</td></tr>\n<tr>\n<td>2</td>\n<td>△３四歩(33)</td>\n</tr>\
                <tr><td>3</td><td>投了</td></tr>";
    for text in [
        format!("<p>{}</p>", KIF.replace('\n', "<br>")),
        format!("<div>{}</div>\n", KIF.replace('\n', "<br />\n").replace(' ', "&nbsp;")),
        KIF.lines().map(|line| format!("<p>{line}</p>\n")).collect(),
        format!("<!DOCTYPE html>\n<html><body><h1>題</h1><pre>{}</pre></body></html>", escaped(KI2)),
        format!(
            "<pre>{}</pre>",
            KIF.replace("７六歩", "<span class='a'>７六歩</span>").replace('甲', "<b>甲</b>")
        ),
        format!(
            "<p>先手：甲　後手：乙</p><table><tr><th>手数</th><th>指し手</th><th>時間</th></tr>{rows}</table>"
        ),
        "<p>▲甲 △乙</p><pre>1 ７六歩(77)\n2 ３四歩(33)\n3 投了</pre>".to_owned(),
        "<div>先手：甲<br>後手：乙</div><pre>▲７六歩 △３四歩</pre><div>まで2手で後手の勝ち</div>".to_owned(),
        format!("<html><script>var a = '▲２六歩 △３四歩';</script><textarea>{KIF}</textarea></html>"),
        // What is said of the game beside it is no game.
        format!("<pre>{KIF}</pre><p>▲７六歩 △３四歩</p>"),
    ] {
        assert_eq!(games(&text), same(1), "{text}");
    }
    let page = format!(
        "<h2>KIF</h2><pre>{KIF}</pre><h2>CSA</h2><pre>{CSA}</pre><pre>npm install\n</pre><pre>{KI2}</pre>"
    );
    assert_eq!(games(&page), same(3));
    assert_eq!(read(page.as_bytes()).format, Some(Format::Kif));
    let two = format!("<div>{0}</div><div>{0}</div>", KIF.replace('\n', "<br>"));
    assert_eq!(games(&two), same(2));
}

#[test]
fn markdown() {
    for (text, count) in [
        (format!("# 例\n\n```\n{KIF}```\n\n文\n\n```ki2\n{KI2}```\n\n```sh\nls\n```\n"), 2),
        (format!("```csa\n{CSA}```\n\n~~~\n{KIF}~~~\n"), 2),
        (format!("本譜は▲７六歩△３四歩と進んだ。\n\n````\n{KIF}````\n"), 1),
        (quoted(&format!("```\n{KIF}```\n"), "> "), 1),
        ("先手：甲\n後手：乙\n\n```\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n```\n".to_owned(), 1),
        (format!("```\n{KIF}"), 1),
    ] {
        assert_eq!(games(&text), same(count), "{text}");
    }
}

#[test]
fn other_texts_are_read_as_they_stand() {
    for text in [
        KIF.to_owned(),
        format!("{KIF}> 感想\n> ７六歩が良い\n"),
        KIF.replace("   2", "*<b>よい</b><br>\n*<br>\n*```\n   2"),
        KIF.replace("手合割：平手", "備考：a<br>b\n手合割：平手"),
        quoted(KIF, "        "),
        quoted(KI2, "\t"),
        quoted(CSA, "    "),
    ] {
        assert_eq!(games(&text), (vec![GAME.to_owned()], false), "{text}");
    }
    for text in [
        "> position startpos moves 7g7f 3c3d\n",
        ">1:usi\n<1:usiok\n>1:position startpos moves 7g7f 3c3d\n",
        "<p>今日は良い天気<br>です</p>\n",
    ] {
        assert!(!games(text).1, "{text}");
    }
}

#[test]
fn places_are_those_of_the_file() {
    let places = |text: &str| {
        let document = read(text.as_bytes());
        let record = &document.records[0];
        let plies = record.main().plies.iter().map(|ply| ply.place);
        let all = plies.chain(record.main().declarations.iter().map(|found| found.place));
        let all = all.chain(record.diagnostics.iter().map(|found| found.place));
        let all: Vec<_> = all.map(|place| (place.line().unwrap_or(0), place.column().unwrap_or(0))).collect();
        (all, document.text[record.text_range.clone()].to_owned())
    };
    let mail = "甲:\n> 先手：甲\n> 1 ７六歩(77)\n>> 2 ４四歩\n> 2 ３四歩(33) ?\n";
    let (found, text) = places(mail);
    assert_eq!(found, [(3, 5), (5, 5), (5, 13)]);
    assert_eq!(text, mail[mail.find("> 先").unwrap()..].trim_end());
    let page = "<p>先手：甲<br>1 &nbsp;７六歩(77)<br>2 <b>３四</b>歩(33) ?</p>\n";
    assert_eq!(places(page).0, [(1, 20), (1, 36), (1, 48)]);
    let fence = "\u{feff}題\r\n```\r\n1 ７六歩(77)\r\n2 投了\r\n```\r\n";
    assert_eq!(places(fence).0, [(3, 3), (4, 3)]);
}
