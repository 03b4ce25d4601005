//! Where a game of KIF, KI2 or JKF starts, and whether it is one of shogi: handicaps in every spelling, diagrams from
//! every side, pieces in hand of whomever, other games in shogi's clothes.

use kifukura::formats::read;
use kifukura::record::Code;
use kifukura::replay::replay;

/// The start position, its handicap's name, the moves, and what was found.
fn start(text: &str) -> String {
    let document = read(text.replace('/', "\n").as_bytes());
    let [record] = document.records.as_slice() else { return format!("{} games", document.records.len()) };
    let game = replay(record);
    let (moves, found) = match &game {
        Ok(game) => {
            let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
            (moves.join(" "), &game.diagnostics)
        }
        Err(unplayable) => (unplayable.code.id().to_owned(), &unplayable.diagnostics),
    };
    let found: Vec<_> = record
        .diagnostics
        .iter()
        .chain(found)
        .filter(|one| {
            !matches!(one.code, Code::NoMoves | Code::ContinuesAfterEnd) && !one.code.id().starts_with('E')
        })
        .map(|one| format!("{}@{}", one.code.id(), one.place.line().unwrap_or(0)))
        .collect();
    let sfen = record.start.setup.to_string();
    let name = record.start.handicap.as_deref().unwrap_or("-");
    format!("{sfen}|{name}|{moves}|{}", found.join(" "))
}

fn check(cases: &[(&str, &str)]) {
    for (text, want) in cases {
        assert_eq!(start(text), *want, "{text}");
    }
}

/// A diagram with one line in each rank.
const PROBLEM: &str = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一/| ・ ・ ・ ・ ・ ・ ・ ・ ・|二/| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三/\
                       | ・ ・ ・ ・ ・ ・ ・ ・ ・|四/| ・ ・ ・ ・ ・ ・ ・ ・ ・|五/| ・ ・ ・ ・ ・ ・ ・ ・ ・|六/\
                       | ・ ・ ・ ・ ・ ・ ・ ・ ・|七/| ・ ・ ・ ・ ・ ・ ・ ・ ・|八/| ・ ・ ・ ・ ・ ・ ・ ・ ・|九/";

fn camp(rank_a: &str, rank_b: &str) -> String {
    format!(
        "|{rank_a}|一/|{rank_b}|二/|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三/| ・ ・ ・ ・ ・ ・ ・ ・ ・|四/\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|五/| ・ ・ ・ ・ ・ ・ ・ ・ ・|六/| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七/\
         | ・ 角 ・ ・ ・ ・ ・ 飛 ・|八/| 香 桂 銀 金 玉 金 銀 桂 香|九/"
    )
}

#[test]
fn other_games_are_refused() {
    let small = "  ５ ４ ３ ２ １/+---------------+/| ・v角v銀v金v玉|一/| ・ ・ ・ ・v歩|二/| ・ ・ ・ ・ ・|三/\
                 | 歩 ・ ・ ・ ・|四/| 玉 金 銀 角 飛|五/+---------------+/";
    let bare =
        "v飛v角v銀v金v玉 一/ ・ ・ ・ ・v歩 二/ ・ ・ ・ ・ ・ 三/ 歩 ・ ・ ・ ・ 四/ 玉 金 銀 角 飛 五/";
    let rows = "手数----指手--/1 ３二銀(31)/2 投了/";
    for text in [
        format!(
            "手合割：安南将棋/{}1 ５三歩(57)/2 投了/",
            camp("v香v桂 ・ ・v玉 ・ ・v桂v香", " ・v飛 ・ ・ ・ ・ ・v角 ・")
        ),
        format!("手合割：安南/{rows}"),
        "手合割：王手将棋/1 ７六歩(77)/2 投了/".to_owned(),
        "手合割：対馬将棋/1 ７六歩(77)/2 投了/".to_owned(),
        format!("手合割：５五将棋/{small}先手の持駒：なし/{rows}"),
        format!("手合割：京都将棋/後手の持駒：なし/{small}{rows}"),
        format!("後手の持駒：なし/{small}先手の持駒：なし/後手番/先手：甲/{rows}"),
        format!("先手：甲/{small}{rows}"),
        format!("後手の持駒：/５ ４ ３ ２ １/{bare}先手の持駒：/{rows}"),
        format!("{bare}{rows}"),
        format!("手合い割り：Minishogi/{rows}"),
        format!("手合割：天狗将棋/{rows}"),
        format!("Variant：Annanshogi/{rows}"),
        format!("手合割：平手/ルール：京都将棋/{rows}"),
        "手合割：王手将棋/▲７六歩 △３四歩/まで2手で後手の勝ち/".to_owned(),
        "{\"header\":{\"手合割\":\"安南将棋\"},\"moves\":[{},{\"special\":\"TORYO\"}]}".to_owned(),
        "  １２ １１ １０ ９ ８ ７ ６ ５ ４ ３ ２ １/|v香v猛v銀v金v酔v金v銀v猛v香v麒v鳳v香|一/\
         |v反 ・v角 ・v虎v鳳v麒v虎 ・v角 ・v反|二/|v横v竪v飛v馬v龍v奔v獅v龍v馬v飛v竪v横|三/1 ７六歩(77)/"
            .to_owned(),
    ] {
        let records = read(text.replace('/', "\n").as_bytes()).records;
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(
            replay(&records[0]).map(|game| game.winner()).map_err(|error| error.code),
            Err(Code::OtherGame),
            "{text}"
        );
    }
}

#[test]
fn games_of_shogi_are_not() {
    check(&[
        (
            "手合割：本将棋/手合割：平手/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|本将棋|F005|F008@2 F005@1",
        ),
        (
            "棋戦：安南将棋大会/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|-|7g7f|",
        ),
        (
            &format!("手合割：詰将棋/{PROBLEM}先手の持駒：金/1 ５二金打/"),
            "4k4/9/4P4/9/9/9/9/9/9 b G 1|詰将棋|G*5b|",
        ),
        (
            &format!("手合割：謎/{PROBLEM}先手の持駒：金/1 ５二金打/"),
            "4k4/9/4P4/9/9/9/9/9/9 b G 1|謎|G*5b|F005@1",
        ),
        ("手合割：どうぶつしょうぎ/1 ２二ひよこ(23)/", "gle/1c1/1C1/ELG b - 1|どうぶつしょうぎ|2c2b|"),
    ]);
}

#[test]
fn hands_without_a_diagram() {
    check(&[
        (
            "手合割：飛車落ち/上手の持駒：飛/下手の持駒：なし/1 ６二銀(71)/2 ７六歩(77)/3 ５五飛打/",
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w r 1|飛車落ち|7a6b 7g7f R*5e|F006@1",
        ),
        (
            "上手の持駒：なし/手合割：飛車落ち/下手の持駒：飛/1 ６二銀(71)/2 ５五飛打/",
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R 1|飛車落ち|7a6b R*5e|F006@2",
        ),
        (
            "手合割：香落ち/持駒：香/1 ８四歩(83)/",
            "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w L 1|香落ち|8c8d|F006@1",
        ),
        (
            "手合割：歩三兵/上手の持駒：歩三/1 ５二玉(51)/",
            "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1|歩三兵|5a5b|",
        ),
        (
            "手合割：角落ち/上手の持駒：角/上手の持駒：なし/1 ８四歩(83)/",
            "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w b 1|角落ち|8c8d|F008@3 F006@1",
        ),
        (
            "後手の持駒：なし/先手の持駒：歩/手合割：平手/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1|平手|F011|F006@3 F011@0",
        ),
        (
            "後手の持駒：角/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b b 1|-|F011|F006@0 F011@0",
        ),
    ]);
}

#[test]
fn hands_of_whomever() {
    let want = "4k4/9/4P4/9/9/9/9/9/9 b G2p 1|-||";
    for text in [
        format!("△後手の持駒：歩二/{PROBLEM}▲先手の持駒：金/"),
        format!("☖持駒：歩二/{PROBLEM}☗持駒：金/"),
        format!("{PROBLEM}▲持駒：金/△持駒：歩2枚/"),
        format!("後手 の持駒：歩二/{PROBLEM}先手　の　持駒：金/"),
        format!("玉方の持駒：歩二/{PROBLEM}攻方の持駒：金/"),
        format!("受方持ち駒：歩×2/{PROBLEM}攻め方の持ち駒：金1/"),
        format!("先手：甲野太郎/後手：乙山次郎/乙山の持駒：歩二/{PROBLEM}甲野太郎の持駒：金/"),
        format!("甲の持駒：歩二/先手：乙/後手：甲/{PROBLEM}乙の持駒：金/"),
        format!("{PROBLEM}先手の持駒：金/後手の持駒：歩二/"),
        format!("{PROBLEM}先手の持駒：金　後手の持駒：歩二/"),
        format!("▲先手の持駒：金 △後手の持駒：歩二/{PROBLEM}"),
        format!("後手の駒台：歩二/{PROBLEM}先手駒台：金/"),
        format!("White's hand: 歩二/{PROBLEM}Black's hand: 金/"),
        format!("先手の持駒：金/後手の持駒：歩二/{PROBLEM}"),
        format!("{PROBLEM}持駒：▲金 △歩二/"),
        format!("後手の持駒：歩二/{PROBLEM}持駒：金/"),
        format!("後手の持駒：（歩二）/{PROBLEM}先手の持駒：(金)/"),
        format!("△持駒　歩二/{PROBLEM}▲持駒　金/"),
    ] {
        assert_eq!(start(&text), want, "{text}");
    }
    check(&[
        (&format!("{PROBLEM}持駒：金/"), "4k4/9/4P4/9/9/9/9/9/9 b G 1|-||"),
        (&format!("持駒：歩二/{PROBLEM}持駒：金/"), "4k4/9/4P4/9/9/9/9/9/9 b G2p 1|-||F008@11"),
        (
            &format!("後手の持駒：残り全部/{PROBLEM}先手の持駒：金/"),
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1|-||",
        ),
        (
            &format!("{PROBLEM}攻方の持駒：飛　角二/玉方の持駒：残り駒全部/"),
            "4k4/9/4P4/9/9/9/9/9/9 b R2Br4g4s4n4l17p 1|-||",
        ),
        (
            "手合割：平手/後手の持駒：残り/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|平手|7g7f|F008@2",
        ),
        (&format!("先手：甲/{PROBLEM}丙の持駒：金/"), "4k4/9/4P4/9/9/9/9/9/9 b - 1|-||F008@11"),
        // Somebody who plays on neither side may have anything.
        (&format!("先手：甲/{PROBLEM}丙の持駒：傘/"), "4k4/9/4P4/9/9/9/9/9/9 b - 1|-||F008@11"),
        (
            &format!("先手：甲/{PROBLEM}甲の持駒：傘/"),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|-|F004|F004@11",
        ),
        (&format!("▲後手の持駒：歩二/{PROBLEM}先手の持駒：金/"), "4k4/9/4P4/9/9/9/9/9/9 b G2p 1|-||F008@1"),
        (&format!("{PROBLEM}持駒：金五/"), "4k4/9/4P4/9/9/9/9/9/9 b 5G 1|-|F011|F011@0"),
        (
            &format!("{PROBLEM}持駒：玉/"),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|-|F004|F004@10",
        ),
    ]);
}

#[test]
fn positions_among_the_moves_are_told() {
    check(&[
        (
            "1 ７六歩(77)/2 ３四歩(33)/先手の持駒：なし/後手の持駒：なし/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|-|7g7f 3c3d|F003@3 F003@4",
        ),
        (
            "1 ７六歩(77)/先手の持駒：なし/2 ３四歩(33)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|-|7g7f 3c3d|F003@2",
        ),
        (&format!("1 ７六歩(77)/2 投了/後手の持駒：なし/{PROBLEM}先手の持駒：金/1 ５二金打/"), "2 games"),
    ]);
}

#[test]
fn labels_say_from_which_side_a_diagram_is_drawn() {
    let rank = |squares: &str, label: &str| format!("|{squares}|{label}/");
    let empty = " ・ ・ ・ ・ ・ ・ ・ ・ ・";
    let labels = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let board = |first: &str, third: &str, labels: &[&str]| -> String {
        let ranks = [first, empty, third, empty, empty, empty, empty, empty, empty];
        ranks.iter().zip(labels).map(|(squares, label)| rank(squares, label)).collect()
    };
    let turned = |first: &str, third: &str, labels: &[&str]| -> String {
        let ranks = [empty, empty, empty, empty, empty, empty, third, empty, first];
        ranks.iter().zip(labels).map(|(squares, label)| rank(squares, label)).collect()
    };
    let mut down = labels;
    down.reverse();
    let (king, gold) = (" ・ ・ ・ ・ ・ ・ ・ ・v玉", " ・ ・ ・ ・ ・ ・ ・ ・ 金");
    let (king_left, gold_left) = ("v玉 ・ ・ ・ ・ ・ ・ ・ ・", " 金 ・ ・ ・ ・ ・ ・ ・ ・");
    let (usual, mirrored) = ("  ９ ８ ７ ６ ５ ４ ３ ２ １/", "  １ ２ ３ ４ ５ ６ ７ ８ ９/");
    let arabic = ["9", "8", "7", "6", "5", "4", "3", "2", "1"];
    for text in [
        format!("{usual}{}", board(king, gold, &labels)),
        format!("{usual}{}", turned(king, gold, &down)),
        turned(king, gold, &arabic),
        turned(king, gold, &["i", "h", "g", "f", "e", "d", "c", "b", "a"]),
        turned(king, gold, &["", "", "", "", "", "", "", "", "一"]),
        format!("{mirrored}{}", board(king_left, gold_left, &labels)),
        format!("１２３４５６７８９/{}", board(king_left, gold_left, &[""; 9])),
        format!("{mirrored}{}{mirrored}", turned(king_left, gold_left, &down)),
        board(king, gold, &[""; 9]),
    ] {
        assert_eq!(
            start(&format!("{text}先手の持駒：金/1 １二金打/")),
            "8k/9/8G/9/9/9/9/9/9 b G 1|-|G*1b|",
            "{text}"
        );
    }
    for (text, place) in [
        (board(king, gold, &["九", "二", "三", "四", "五", "六", "七", "八", "一"]), 1),
        (board(king, gold, &["一", "一", "三", "四", "五", "六", "七", "八", "九"]), 1),
        (format!("{usual}{}{mirrored}", board(king, gold, &labels)), 2),
        (format!("９ ８ ７ ６ ５ ４ ３ １ ２/{}", board(king, gold, &labels)), 2),
    ] {
        let want = format!("8k/9/8G/9/9/9/9/9/9 b G 1|-|G*1b|F016@{place}");
        assert_eq!(start(&format!("{text}先手の持駒：金/1 １二金打/")), want, "{text}");
    }
}

#[test]
fn handicaps_under_other_keys_and_names() {
    for key in
        ["手合割", "手合い割り", "手合割り", "手合い", "手合わせ", "ハンデ", "駒落ち", "Handicap", "手 合 割"]
    {
        let text = format!("先手：甲/後手：乙/{key}：角落ち/1 ８四歩(83)/2 ７六歩(77)/");
        let want = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|角落ち|8c8d 7g7f|";
        assert_eq!(start(&text), want, "{key}");
    }
    check(&[
        (
            "手合い割り：角落ち/1 ７六歩(77)/2 ８四歩(83)/",
            "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|角落ち|7g7f 8c8d|F010@2",
        ),
        (
            "ハンデ：なし/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|なし|7g7f|",
        ),
        (
            "手合割り：2枚/1 ６二銀(71)/",
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|2枚|7a6b|",
        ),
        (
            "ハンデ：あり/1 ７六歩(77)/",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|あり|F005|F005@1",
        ),
    ]);
}

#[test]
fn the_pieces_decide_which_handicap_it_is() {
    let (full, rook, both) =
        ("v香v桂v銀v金v玉v金v銀v桂v香", " ・ ・ ・ ・ ・ ・ ・v角 ・", " ・v飛 ・ ・ ・ ・ ・v角 ・");
    check(&[
        (
            &format!("手合割：平手/{}上手番/1 ８四歩(83)/", camp(full, rook)),
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|飛車落ち|8c8d|F006@1",
        ),
        (
            &format!("手合割：その他/{}上手番/1 ８四歩(83)/", camp(full, rook)),
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|飛車落ち|8c8d|",
        ),
        (
            &format!("手合割：角落ち/{}上手番/1 ８四歩(83)/", camp(full, rook)),
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|飛車落ち|8c8d|F006@1",
        ),
        (
            &format!("手合割：香落ち/{}1 ７六歩(77)/", camp(full, both)),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|平手|7g7f|F006@1 F010@11",
        ),
        // What one family of programs means by the name, and the other does not.
        (
            &format!(
                "手合割：三枚落ち/{}1 ６二銀(71)/",
                camp(" ・v桂v銀v金v玉v金v銀v桂v香", " ・ ・ ・ ・ ・ ・ ・ ・ ・")
            ),
            "1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|三枚落ち|7a6b|",
        ),
        // A game that began with a handicap, from a later position.
        (
            &format!(
                "手合割：二枚落ち/{}後手番/1 ４一玉(51)/",
                PROBLEM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九", "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九")
            ),
            "4k4/9/4P4/9/9/9/9/9/4K4 w - 1|二枚落ち|5a4a|F006@1",
        ),
    ]);
}
