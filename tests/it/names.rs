//! Names, ranks and ratings of players as the rows of games have them.

use kifukura::dataset::GameObject;
use kifukura::formats;
use kifukura::replay::replay;

/// What the first game of a text says about its players, as JSON's values.
fn players(text: &str) -> [String; 6] {
    let record = &formats::read(text.as_bytes()).records[0];
    let line = GameObject::new(record, &replay(record)).json_line().unwrap();
    let row: serde_json::Value = serde_json::from_str(&line).unwrap();
    ["black_name", "black_rank", "black_rating", "white_name", "white_rank", "white_rating"]
        .map(|key| row[key].to_string().replace('"', ""))
}

#[test]
fn a_rank_has_one_numeral_and_given_names_end_in_numerals() {
    for (black, white, want) in [
        ("甲野圭一八段", "乙野一二三九段", ["甲野圭一", "八段", "null", "乙野一二三", "九段", "null"]),
        ("甲野幸三九段", "乙山芳一九段", ["甲野幸三", "九段", "null", "乙山芳一", "九段", "null"]),
        ("甲野 健二五段", "乙山　けい二 九段", ["甲野 健二", "五段", "null", "乙山　けい二", "九段", "null"]),
        ("甲野太一三冠", "乙野八三女流五冠", ["甲野太一", "三冠", "null", "乙野八三", "女流五冠", "null"]),
    ] {
        let kif = format!("手合割：平手\n先手：{black}\n後手：{white}\n   1 ７六歩(77)\n   2 投了\n");
        assert_eq!(players(&kif), want, "{kif}");
        let csa = format!("V2.2\nN+{black}\nN-{white}\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
        assert_eq!(players(&csa), want, "{csa}");
    }
}

#[test]
fn ratings_in_brackets_are_ratings() {
    let players_of = |black: &str, white: &str| {
        players(&format!(
            "先手：{black}\n後手：{white}\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n"
        ))
    };
    for (black, white, want) in [
        (
            "プレイヤー(R511)",
            "Lv32 トリ男(R2050 五段)",
            ["プレイヤー", "null", "511.0", "Lv32 トリ男", "五段", "2050.0"],
        ),
        ("player(1786)", "other（１５００）", ["player", "null", "1786.0", "other", "null", "1500.0"]),
        (
            "五段　甲野太郎(北上)",
            "乙山初段(花巻)",
            ["甲野太郎(北上)", "五段", "null", "乙山(花巻)", "初段", "null"],
        ),
        ("player[4D]", "amateur 3-dan (1650)", ["player", "4D", "null", "amateur", "3-dan", "1650.0"]),
        ("名人", "(1500)", ["名人", "null", "null", "(1500)", "null", "null"]),
    ] {
        assert_eq!(players_of(black, white), want);
    }
}

#[test]
fn a_rating_that_the_server_names_is_the_one() {
    let text = "V2.2\nN+a(1500)\nN-b(1600)\n'black_rate:a+0123:2345.5\nPI\n+\n+7776FU\n%TORYO\n";
    assert_eq!(players(text), ["a", "null", "2345.5", "b", "null", "1600.0"]);
}
