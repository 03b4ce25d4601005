//! What stands at the end of a written record, in every format: other programs must read the ending that is meant.

use kifukura::formats::{Target, read};
use kifukura::replay::replay;

/// A record of KIF with these rows.
fn kif(rows: &str) -> String {
    format!("手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n{rows}")
}

fn csa(moves: &str) -> String {
    format!("V2.2\nN+A\nN-B\nPI\n+\n{moves}")
}

/// The first game of a text in another format.
fn written(text: &str, to: Target) -> String {
    let record = &read(text.as_bytes()).records[0];
    to.write(record, &replay(record).unwrap(), None).text
}

/// The last lines of it, from the first that says how it ended; of JKF the words of the endings.
fn tail(text: &str, to: Target) -> String {
    let text = written(text, to);
    if to == Target::Jkf {
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let nodes = json["moves"].as_array().unwrap().iter();
        return nodes.filter_map(|node| node["special"].as_str()).collect::<Vec<_>>().join(" ");
    }
    let begins = |line: &&str| {
        let words = line.trim_start_matches(|char: char| char.is_ascii_digit() || char == ' ');
        let is_move = line.contains(['打', '(']) && !line.contains("( ") || line.starts_with(['▲', '△']);
        line.starts_with(['%', '*', '\'']) || line.starts_with("まで") || words.len() < line.len() && !is_move
    };
    let lines: Vec<_> = text.lines().collect();
    let kept = lines.iter().rev().take_while(|line| begins(line)).count();
    lines[lines.len() - kept..].join(" ").trim_start().to_owned()
}

const OPEN: &str = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
/// Black's king stays in check.
const IN_CHECK: &str = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６六角(88)\n   4 同　角(22)\n   5 ５八玉(59)\n   6 ５七角成(66)\n   7 ９六歩(97)\n";

#[test]
fn what_stands_at_the_end() {
    let open = |word: &str| kif(&format!("{OPEN}   3 {word}\n"));
    let mut wrong = Vec::new();
    for (text, wanted) in [
        // A resignation has a closing line, by which some programs find the winner.
        (open("投了"), ["3 投了 まで2手で後手の勝ち", "まで2手で後手の勝ち", "%TORYO", "TORYO"]),
        (csa("+7776FU\n%TORYO\n"), ["2 投了 まで1手で先手の勝ち", "まで1手で先手の勝ち", "%TORYO", "TORYO"]),
        (
            "先手：甲\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n".to_owned(),
            ["3 投了 まで2手で後手の勝ち", "まで2手で後手の勝ち", "%TORYO", "TORYO"],
        ),
        // Loss on time, in whatever words.
        (
            open("切れ負け"),
            ["3 切れ負け まで2手で後手の勝ち", "まで2手で時間切れにより後手の勝ち", "%TIME_UP", "TIME_UP"],
        ),
        (
            open("時間切れ"),
            ["3 切れ負け まで2手で後手の勝ち", "まで2手で時間切れにより後手の勝ち", "%TIME_UP", "TIME_UP"],
        ),
        (
            open("Time-up"),
            ["3 切れ負け まで2手で後手の勝ち", "まで2手で時間切れにより後手の勝ち", "%TIME_UP", "TIME_UP"],
        ),
        (
            open("時間切れ\nまで2手で後手の勝ち"),
            ["3 切れ負け まで2手で後手の勝ち", "まで2手で時間切れにより後手の勝ち", "%TIME_UP", "TIME_UP"],
        ),
        (
            csa("+7776FU\n-3334FU\n%TIME_UP\n"),
            ["3 切れ負け まで2手で後手の勝ち", "まで2手で時間切れにより後手の勝ち", "%TIME_UP", "TIME_UP"],
        ),
        (
            "先手：甲\n▲７六歩 △３四歩\nまで2手で時間切れにより後手の勝ち\n".to_owned(),
            [
                "3 切れ負け まで2手で時間切れにより後手の勝ち",
                "まで2手で時間切れにより後手の勝ち",
                "%TIME_UP",
                "TIME_UP",
            ],
        ),
        // Fouls that are not in the record: the side to move loses.
        (
            open("反則負け"),
            [
                "3 反則負け まで2手で先手の反則負け",
                "まで2手で先手の反則負け",
                "%ILLEGAL_MOVE",
                "ILLEGAL_MOVE",
            ],
        ),
        (
            open("反則負"),
            [
                "3 反則負け まで2手で先手の反則負け",
                "まで2手で先手の反則負け",
                "%ILLEGAL_MOVE",
                "ILLEGAL_MOVE",
            ],
        ),
        (
            csa("+7776FU\n-3334FU\n%ILLEGAL_MOVE\n"),
            [
                "3 反則負け まで2手で先手の反則負け",
                "まで2手で先手の反則負け",
                "%ILLEGAL_MOVE",
                "ILLEGAL_MOVE",
            ],
        ),
        (
            csa("+7776FU\n-3334FU\n%-ILLEGAL_ACTION\n"),
            [
                "3 反則勝ち まで2手で先手の反則勝ち",
                "まで2手で先手の反則勝ち",
                "%-ILLEGAL_ACTION",
                "-ILLEGAL_ACTION",
            ],
        ),
        // Fouls that are the last move: its maker loses, and whoever knows only the side to move must be told so.
        (
            kif(&format!("{IN_CHECK}   8 反則勝ち\n")),
            [
                "8 反則勝ち まで7手で後手の反則勝ち",
                "まで7手で後手の反則勝ち",
                "%+ILLEGAL_ACTION",
                "+ILLEGAL_ACTION",
            ],
        ),
        (
            kif(&format!("{IN_CHECK}   8 反則負け\n")),
            [
                "8 反則勝ち まで7手で後手の反則勝ち",
                "まで7手で後手の反則勝ち",
                "%+ILLEGAL_ACTION",
                "+ILLEGAL_ACTION",
            ],
        ),
        (
            csa("+7776FU\n-3334FU\n+5558FU\n%ILLEGAL_MOVE\n"),
            [
                "4 反則勝ち まで3手で後手の反則勝ち",
                "まで3手で後手の反則勝ち",
                "%+ILLEGAL_ACTION",
                "+ILLEGAL_ACTION",
            ],
        ),
        (
            kif("   1 ５五歩打\n   2 反則負け\n"),
            [
                "2 反則勝ち まで1手で後手の反則勝ち",
                "まで1手で後手の反則勝ち",
                "%+ILLEGAL_ACTION",
                "+ILLEGAL_ACTION",
            ],
        ),
        (
            kif(&format!("{OPEN}   3 ７七歩打\n   4 反則勝ち\nまで3手で先手の反則負け\n")),
            [
                "4 反則勝ち まで3手で先手の反則負け",
                "まで3手で先手の反則負け",
                "%+ILLEGAL_ACTION",
                "+ILLEGAL_ACTION",
            ],
        ),
        // Two moves of one side: by their number the other side made the second, so that it has to be the one that loses.
        (
            csa("+7776FU\n-3334FU\n-8384FU\n%ILLEGAL_MOVE\n"),
            [
                "4 反則負け まで3手で後手の反則負け",
                "まで3手で後手の反則負け",
                "%-ILLEGAL_ACTION",
                "-ILLEGAL_ACTION",
            ],
        ),
        (
            csa("+7776FU\n+2726FU\n%ILLEGAL_MOVE\n"),
            [
                "3 反則負け まで2手で先手の反則負け",
                "まで2手で先手の反則負け",
                "%+ILLEGAL_ACTION",
                "+ILLEGAL_ACTION",
            ],
        ),
        // Two endings: the one that the record goes by.
        (
            open("投了\n   4 中断\nまで4手で中断"),
            ["3 投了 まで2手で後手の勝ち", "まで2手で後手の勝ち", "%TORYO", "TORYO"],
        ),
        (
            open("切れ負け\nまで2手で中断"),
            ["3 切れ負け まで2手で後手の勝ち", "まで2手で時間切れにより後手の勝ち", "%TIME_UP", "TIME_UP"],
        ),
        // Others.
        (open("詰"), ["3 詰み まで2手で後手の勝ち", "まで2手で詰み", "%TSUMI", "TSUMI"]),
        (open("入玉宣言"), ["3 入玉勝ち まで2手で先手の勝ち", "まで2手で先手の入玉勝ち", "%KACHI", "KACHI"]),
        (open("中断"), ["3 中断 まで2手で中断", "まで2手で中断", "%CHUDAN", "CHUDAN"]),
        (
            open("中断\nまで2手で先手の勝ち"),
            ["3 中断 まで2手で先手の勝ち", "まで2手で先手の勝ち", "%CHUDAN", "CHUDAN"],
        ),
        (open("千日手"), ["3 千日手 まで2手で千日手", "まで2手で千日手", "%SENNICHITE", "SENNICHITE"]),
        (open("持将棋"), ["3 持将棋 まで2手で持将棋", "まで2手で持将棋", "%JISHOGI", "JISHOGI"]),
        (open("封じ手"), ["3 封じ手 まで2手で封じ手", "まで2手で封じ手", "%CHUDAN '*封じ手", "CHUDAN"]),
        (open("引き分け"), ["3 引き分け", "まで2手で引き分け", "%HIKIWAKE", "HIKIWAKE"]),
        (open("最大手数"), ["3 最大手数", "まで2手で最大手数", "%HIKIWAKE '*最大手数", "MAX_MOVES"]),
        (
            kif("   1 不戦勝\n"),
            ["1 不戦勝 まで0手で先手の勝ち", "まで0手で先手の不戦勝", "%CHUDAN '*不戦勝", "CHUDAN"],
        ),
        // A line that some programs refuse, where it says nothing more than the row.
        (
            open("入玉勝ち\nまで2手で先手の入玉勝ち"),
            ["3 入玉勝ち まで2手で先手の勝ち", "まで2手で先手の入玉勝ち", "%KACHI", "KACHI"],
        ),
        (
            open("投了\nまで、２手で後手の勝ち"),
            ["3 投了 まで2手で後手の勝ち", "まで2手で後手の勝ち", "%TORYO", "TORYO"],
        ),
        (
            open("投了\nまで2手で先手投了"),
            ["3 投了 まで2手で後手の勝ち", "まで2手で後手の勝ち", "%TORYO", "TORYO"],
        ),
        // What contradicts itself stays so.
        (
            open("投了\nまで2手で先手の勝ち"),
            ["3 投了 まで2手で先手の勝ち", "まで2手で先手の勝ち", "%TORYO", "TORYO"],
        ),
    ] {
        let found = [Target::Kif, Target::Ki2, Target::Csa, Target::Jkf].map(|to| tail(&text, to));
        if found.each_ref().map(String::as_str) != wanted {
            wrong.push((text, found));
        }
    }
    assert_eq!(wrong, []);
}

/// What the record says, and what its moves say.
fn meaning(text: &str) -> [String; 3] {
    let record = &read(text.as_bytes()).records[0];
    let game = replay(record).unwrap();
    let outcome = &game.outcome;
    let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    [
        moves.join(" "),
        format!("{:?} {:?}", outcome.declared, outcome.declared_winner),
        format!("{:?} {:?} {:?}", outcome.verified, outcome.verified_winner, outcome.facts.broken),
    ]
}

/// Illegal moves of every kind mean the same in every format, with what follows them and without.
#[test]
fn illegal_moves_mean_the_same_everywhere() {
    let fouls = [
        "+0055FU\n",                                                                // not in hand
        "+7776FU\n-3334FU\n+8844KA\n-0045KA\n",                                     // not in hand, White
        "+7776FU\n-3334FU\n+8822UM\n-8384FU\n+0055KA\n-0034FU\n",                   // dropped on a piece
        "+7776FU\n-3334FU\n+2625FU\n",                                              // empty origin
        "+7776FU\n-3334FU\n+3435FU\n",                                              // the other side's piece
        "+7776FU\n-3334FU\n+8844KA\n-4344FU\n+5948OU\n-4445FU\n+4847OU\n-2247UM\n", // through a piece
        "+7776FU\n-3334FU\n+2868HI\n-2288UM\n+6868HI\n",                            // to where it stands
        "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0021KE\n",                            // dropped on a piece
        "+7776FU\n-3334FU\n-8384FU\n",                                              // two moves in a row
        "+7776FU\n+2726FU\n", // two moves in a row, Black
        "+7776FU\n-3334FU\n+8866KA\n-2266KA\n+5958OU\n-6657UM\n+9796FU\n", // left in check
    ];
    for foul in fouls {
        for end in ["", "%ILLEGAL_MOVE\n", "%-ILLEGAL_ACTION\n", "%+ILLEGAL_ACTION\n"] {
            let text = csa(&format!("{foul}{end}"));
            for to in [Target::Kif, Target::Ki2, Target::Csa, Target::Csa3, Target::Jkf] {
                let out = written(&text, to);
                assert_eq!(meaning(&out), meaning(&text), "{foul}{end}: {out}");
            }
        }
    }
}

#[test]
fn an_illegal_drop_of_jkf_is_a_drop() {
    for (moves, relative) in
        [("   1 ５五歩打\n", "H"), ("   1 ７六歩(77)\n   2 ８四歩(83)\n   3 ７七歩打\n", "H")]
    {
        let json: serde_json::Value = serde_json::from_str(&written(&kif(moves), Target::Jkf)).unwrap();
        let last = &json["moves"].as_array().unwrap().last().unwrap()["move"];
        assert_eq!((last["relative"].as_str(), last.get("from")), (Some(relative), None));
        assert_eq!(meaning(&written(&kif(moves), Target::Jkf)), meaning(&kif(moves)));
    }
}

/// Fouls that a piece could make by its way of going are written without an origin, which KI2 does not have.
#[test]
fn fouls_of_ki2_in_words() {
    for (rows, want) in [
        (IN_CHECK, "▲９六歩"),
        (
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ６六歩(67)\n   6 ８四歩(83)\n   7 ７七歩打\n",
            "▲７七歩打",
        ),
        ("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ４八角(88)\n", "▲４八角(88)"),
    ] {
        let text = written(&kif(rows), Target::Ki2);
        assert_eq!(text.split_whitespace().last(), Some(want), "{text}");
    }
}
