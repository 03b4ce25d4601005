//! How games end: whose win a wrongly declared game is, and the numbers with the games behind them.

use crate::support::{Folder, stderr, stdout};
use serde_json::{Value, json};

fn answer(folder: &Folder, command: &[&str]) -> Value {
    let output = folder.kura(&[command, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{command:?}: {}", stderr(&output)))
}

fn imported(name: &str, text: &str) -> Folder {
    let folder = Folder::new();
    folder.write(name, text);
    let output = folder.kura(&["import", name]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    folder
}

/// A game of KIF between 甲 and 乙.
fn kif(moves: &str, end: &str) -> String {
    format!("手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n{moves}{end}\n")
}

const MATE: &str = "   1 ５八飛(28)\n   2 ６二金(61)\n   3 ７六歩(77)\n   4 ７二金(62)\n   5 ３三角成(88)\n   6 ４二金(41)\n   \
                    7 同　馬(33)\n   8 ６二玉(51)\n   9 ５二金打\n";
const TWO_PAWNS: &str = "   1 ７六歩(77)\n   2 ４四歩(43)\n   3 同　角(88)\n   4 ７二金(61)\n   5 １六歩打\n";
const SHORT: &str = "   1 ７六歩(77)\n   2 ３四歩(33)\n";

/// 甲 gives check for ever: four times the same position.
const PERPETUAL: &str = "V2.2\nN+甲\nN-乙\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  *  *  *  *  *  * \n\
    P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  * +HI\nP6 *  *  *  *  *  *  *  *  * \nP7 *  *  *  *  *  *  *  *  * \n\
    P8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  *  *  * +OU *  * \n+\n+1555HI\n-5141OU\n+5545HI\n-4151OU\n+4555HI\n-5141OU\n\
    +5545HI\n-4151OU\n+4555HI\n-5141OU\n+5545HI\n-4151OU\n+4555HI\n%SENNICHITE\n";

#[test]
fn a_wrongly_declared_winner_changes_the_right_players_score() {
    let won = json!({"wins": 1, "losses": 0, "draws": 0, "unknown": 0});
    let lost = json!({"wins": 0, "losses": 1, "draws": 0, "unknown": 0});
    for (what, name, text, is_won) in [
        ("詰み for the side that is mated", "a.kif", kif(MATE, "  10 詰み\nまで9手で後手の勝ち"), true),
        ("詰み without a winner", "a.kif", kif(MATE, "  10 詰み"), true),
        ("中断 with a winner", "a.kif", kif(SHORT, "   3 中断\nまで2手で先手の勝ち"), true),
        ("中断 with the other winner", "a.kif", kif(SHORT, "   3 中断\nまで2手で後手の勝ち"), false),
        (
            "反則 for the one who broke the rule",
            "a.kif",
            kif(TWO_PAWNS, "   6 反則負け\nまで5手で先手の勝ち"),
            false,
        ),
        ("反則 for the other", "a.kif", kif(TWO_PAWNS, "   6 反則勝ち\nまで5手で後手の反則勝ち"), false),
        ("a perpetual check as 千日手", "a.csa", PERPETUAL.to_owned(), false),
    ] {
        let folder = imported(name, &text);
        let rows = answer(&folder, &["stats", "players", "--kind", "any"]);
        let of = |player: &str| {
            let row = rows.as_array().unwrap().iter().find(|row| row["player"] == player);
            row.unwrap_or_else(|| panic!("{what}: {rows}"))["results"].clone()
        };
        let [black, white] = if is_won { [&won, &lost] } else { [&lost, &won] };
        assert_eq!((&of("甲"), &of("乙")), (black, white), "{what}");
        let mine = answer(&folder, &["stats", "rates", "--player", "甲", "--kind", "any"]);
        assert_eq!(&mine[0]["player_results"], black, "{what}");
        let shown = answer(&folder, &["players", "show", "甲", "--kind", "any"]);
        assert_eq!(&shown["results"], black, "{what}");
        let against = answer(&folder, &["players", "show", "甲", "乙", "--kind", "any"]);
        assert_eq!(&against["results"], black, "{what}");
        let table = answer(&folder, &["stats", "crosstable", "--kind", "any"]);
        let row = table.as_array().unwrap().iter().find(|row| row["player"] == "甲").unwrap();
        assert_eq!(&row["results"], black, "{what}");
    }
}

/// Eight games of A and B:
///
/// | id | year | rating | declared | verified |
/// | --- | --- | --- | --- | --- |
/// | 1, 2 | 2020 | 1500 | resignation | – |
/// | 3 | 2020 | 1700 | resignation at the move limit | – |
/// | 4 | 2021 | – | illegal move (two pawns, ply 5) | illegal move |
/// | 5 | 2021 | – | – (two pawns, ply 5) | illegal move |
/// | 6 | 2021 | – | checkmate | – (contradicted) |
/// | 7 | – | – | sennichite | – |
/// | 8 | – | – | resignation | – |
fn collection() -> Folder {
    let two_pawns = "+7776FU\n-4344FU\n+8844KA\n-6172KI\n+0016FU\n";
    let rates = "'black_rate:A:1400\n'white_rate:B:1600\n";
    let mut text = String::new();
    for (number, (date, head, moves)) in [
        ("2020/01/05", rates, "+7776FU\n-3334FU\n%TORYO\n"),
        ("2020/02/05", rates, "+2726FU\n%TORYO\n"),
        ("2020/03/05", "'black_rate:A:1700\n$MAX_MOVES:2\n", "+7776FU\n-8384FU\n%TORYO\n"),
        ("2021/01/05", "", &format!("{two_pawns}%+ILLEGAL_ACTION\n")),
        ("2021/02/05", "", two_pawns),
        ("2021/03/05", "", "+7776FU\n-4344FU\n%TSUMI\n"),
        ("", "", "+6766FU\n-3334FU\n%SENNICHITE\n"),
        ("", "", "+5756FU\n-3334FU\n%TORYO\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let date = if date.is_empty() { String::new() } else { format!("$START_TIME:{date}\n") };
        text += &format!("V3.0\nN+A\nN-B\n$SITE:{number}\n{date}{head}PI\n+\n{moves}/\n");
    }
    imported("games.csa", &text)
}

#[test]
fn endings_are_counted_by_year_rating_and_handicap() {
    let folder = collection();
    let rows = answer(&folder, &["stats", "endings", "--by", "year"]);
    let cells: Vec<String> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
            let names = ["group", "declared", "verified", "agreement"].map(text);
            format!("{} {}", names.join(" "), row["games"])
        })
        .collect();
    assert_eq!(
        cells,
        [
            "2020 resignation none consistent 3",
            "2021 checkmate none contradicts 1",
            "2021 illegal_move illegal_move agrees 1",
            "2021 none illegal_move nothing_declared 1",
            "- resignation none consistent 1",
            "- sennichite none cannot_be_verified 1",
        ]
    );
    let share = &rows[1]["share"];
    let rounded = |value: &Value| (value.as_f64().unwrap() * 1000.0).round() / 1000.0;
    // Wilson's interval of 1 of 3 by hand: (1/3 + 0.6403 ± 0.6972) / 2.2805.
    assert_eq!([&share["mean"], &share["low"], &share["high"]].map(rounded), [0.333, 0.061, 0.792]);
    let rates = answer(&folder, &["stats", "rates", "--by", "rating"]);
    let cells: Vec<(Value, Value, Value)> = rates
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["group"].clone(), row["games"].clone(), row["endings"].clone()))
        .collect();
    assert_eq!(
        cells,
        [
            (json!("1400–1599"), json!(2), json!({"resignation": 2})),
            (json!("1600–1799"), json!(1), json!({"resignation": 1})),
            (
                Value::Null,
                json!(5),
                json!({"illegal_move": 2, "checkmate": 1, "resignation": 1, "sennichite": 1})
            ),
        ]
    );
    assert_eq!(rates[1]["at_move_limit"], 1);
    assert_eq!(rates[2]["contradicts"], 1);
    let rates = answer(&folder, &["stats", "rates", "--by", "handicap"]);
    assert_eq!((rates.as_array().unwrap().len(), &rates[0]["group"]), (1, &json!("even")));
    assert_eq!(
        answer(&folder, &["stats", "rates", "--by", "rating", "--min-games", "2"]).as_array().unwrap().len(),
        2
    );
    let output = folder.kura(&["stats", "rates", "--by", "rating", "--min-games", "2"]);
    assert!(stderr(&output).contains("left out for too few games: 1 group"), "{}", stderr(&output));
    let illegal = answer(&folder, &["stats", "illegal-moves"]);
    let row = &illegal[0];
    assert_eq!(
        [&row["rule"], &row["games"], &row["decided"], &row["declared_illegal"], &row["median_ply"]],
        [&json!("two_pawns"), &json!(2), &json!(2), &json!(1), &json!(5)]
    );
    assert_eq!(row["plies"], json!({"5": 2}));
}

#[test]
fn every_number_has_its_games() {
    let folder = collection();
    let ids = |arguments: &[&str]| -> Vec<u64> {
        let rows = answer(&folder, &[&["stats"], arguments].concat());
        rows.as_array().unwrap().iter().map(|row| row["id"].as_u64().unwrap()).collect()
    };
    assert_eq!(ids(&["rates", "--list", "illegal_move"]), [4, 5]);
    assert_eq!(ids(&["endings", "--list", "illegal_move"]), [4]);
    assert_eq!(ids(&["endings", "--by", "verified", "--list", "illegal_move"]), [4, 5]);
    assert_eq!(ids(&["rates", "--list", "at_move_limit"]), [3]);
    assert_eq!(ids(&["rates", "--list", "resignation", "--by", "year", "--group", "2020"]), [1, 2, 3]);
    assert_eq!(ids(&["rates", "--list", "resignation", "--by", "year", "--group", "-"]), [8]);
    assert_eq!(ids(&["rates", "--list", "any", "--by", "rating", "--group", "1600"]), [3]);
    assert_eq!(ids(&["rates", "--list", "any", "--by", "handicap", "--group", "平手"]).len(), 8);
    assert_eq!(ids(&["endings", "--list", "contradicts,checkmate"]), [6]);
    assert_eq!(ids(&["illegal-moves", "--list", "two_pawns"]), [4, 5]);
    assert_eq!(ids(&["illegal-moves", "--list", "any"]), [4, 5]);
    let output = folder.kura(&["stats", "rates", "--list", "resignation", "--limit", "1"]);
    assert_eq!(stdout(&output).lines().count(), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("4 games, 3 not shown"), "{}", stderr(&output));
    let output = folder.kura(&["stats", "rates", "--list", "nonsense"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("`nonsense` is not an ending, an agreement, a rule or a fact"),
        "{}",
        stderr(&output)
    );
    let output = folder.kura(&["stats", "rates", "--list", "any", "--group", "2020"]);
    assert!(stderr(&output).contains("`--group` needs a table of groups"), "{}", stderr(&output));
}
