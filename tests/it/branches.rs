//! Branches of KIF and KI2 belong where the numbers of their rows say, whatever the order of the blocks and whatever
//! stands above them.

use kifukura::formats::read;
use kifukura::replay::replay;
use kifukura::rules::Color;

/// The main line and every branch as moves from the start position, and where something was found.
fn lines(text: &str) -> (Vec<String>, String) {
    let document = read(text.as_bytes());
    assert_eq!(document.records.len(), 1, "{text}");
    let record = &document.records[0];
    let game = replay(record).unwrap();
    let line = |index: usize| {
        let before = game.path_to(record, index).unwrap_or_default();
        let moves = before.iter().chain(&game.lines[index].moves).map(ToString::to_string);
        moves.collect::<Vec<_>>().join(" ")
    };
    let found = record.diagnostics.iter().chain(&game.diagnostics);
    let found: Vec<_> =
        found.map(|one| format!("{}@{}", one.code.id(), one.place.line().unwrap_or(0))).collect();
    ((0..record.lines.len()).map(line).collect(), found.join(" "))
}

fn check(cases: &[(&str, &str, &[&str], &str)]) {
    for (name, text, want, found) in cases {
        assert_eq!(lines(&text.replace('/', "\n")), (own(want), (*found).to_owned()), "{name}");
    }
}

fn own(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

const SIX: &str = "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/4 ８四歩(83)/5 ２五歩(26)/6 ８五歩(84)/";
const MAIN: &str = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e";

#[test]
fn rows_whose_numbers_go_back_are_never_played_on() {
    check(&[
        (
            "no heading",
            &format!("{SIX}/3 ６六歩(67)/4 ８四歩(83)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d"],
            "K008@8",
        ),
        (
            "legal as what follows, too",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/4 ８四歩(83)/3 ６六歩(67)/4 ８五歩(84)/5 ７七角(88)/",
            &["7g7f 3c3d 2g2f 8c8d", "7g7f 3c3d 6g6f"],
            "K008@5 R004@6",
        ),
        (
            "behind an ending",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/4 投了/2 ８四歩(83)/3 ２六歩(27)/",
            &["7g7f 3c3d 2g2f", "7g7f 8c8d 2g2f"],
            "K008@5",
        ),
        (
            "two of them",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/4 ８四歩(83)/5 ２五歩(26)/4 ３二金(41)/5 ２五歩(26)/2 ８四歩(83)/",
            &["7g7f 3c3d 2g2f 8c8d 2f2e", "7g7f 3c3d 2g2f 4a3b 2f2e", "7g7f 8c8d"],
            "K008@6 K008@8",
        ),
        (
            "a row that cannot be read",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/2 ?四歩(83)/3 ６六歩(67)/",
            &["7g7f 3c3d 2g2f", "7g7f"],
            "K008@4 K002@4",
        ),
        (
            "an ending",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/2 投了/",
            &["7g7f 3c3d 2g2f", "7g7f"],
            "K008@4 E007@4",
        ),
        (
            "an ending with the number of the last move",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/3 投了/",
            &["7g7f 3c3d 2g2f"],
            "K001@4",
        ),
        (
            "a slip in one number",
            "1 ７六歩(77)/3 ３四歩(33)/3 ２六歩(27)/4 ８四歩(83)/",
            &["7g7f 3c3d 2g2f 8c8d"],
            "K001@2 K001@3",
        ),
        (
            "twice the same number",
            "1 ７六歩(77)/2 ３四歩(33)/2 ８四歩(83)/3 ２六歩(27)/",
            &["7g7f 3c3d", "7g7f 8c8d 2g2f"],
            "K008@3",
        ),
        (
            "behind a row that cannot be read",
            "1 ７六歩(77)/2 ３四歩(33)/3 ?六歩(27)/4 ８四歩(83)/5 ２五歩(26)/5 ７八金(69)/",
            &["7g7f 3c3d"],
            "K002@3 K004@6",
        ),
    ]);
}

#[test]
fn rows_without_a_heading_make_no_winner() {
    for text in [
        format!("{SIX}/3 ６六歩(67)/4 ８四歩(83)/"),
        format!("{SIX}/*変化：3手/3 ６六歩(67)/4 ８四歩(83)/"),
        format!("{SIX}変化A：3手/3 ６六歩(67)/4 ８四歩(83)/変化B：5手/5 ７八金(69)/"),
    ] {
        let record = read(text.replace('/', "\n").as_bytes()).records.remove(0);
        assert_eq!(replay(&record).unwrap().winner(), None, "{text}");
    }
    // A main line that goes on keeps its own ending.
    let text = "1 ７六歩(77)\n変化：2手\n2 ８四歩(83)\n3 投了\n2 ３四歩(33)\n3 投了\n";
    let record = read(text.as_bytes()).records.remove(0);
    assert_eq!(replay(&record).unwrap().winner(), Some(Color::White));
}

#[test]
fn headings_of_other_kinds() {
    check(&[
        (
            "with letters",
            &format!("{SIX}変化A：3手/3 ６六歩(67)/4 ８四歩(83)/変化B：5手/5 ７八金(69)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 2g2f 8c8d 6i7h"],
            "K008@10",
        ),
        (
            "decorated",
            &format!(
                "{SIX}【変化】３手目から/3 ６六歩(67)/4 ８四歩(83)/◆変化２：5手/5 ７八金(69)/分岐 2/2 ８四歩(83)/"
            ),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 2g2f 8c8d 6i7h", "7g7f 8c8d"],
            "K008@10",
        ),
        (
            "a comment",
            &format!("{SIX}*変化：3手/3 ６六歩(67)/4 ８四歩(83)/*変化：5手/5 ７八金(69)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 2g2f 8c8d 6i7h"],
            "K008@10",
        ),
        (
            "comments that are none",
            "1 ７六歩(77)/2 ３四歩(33)/*変化：3手は無理/3 ２六歩(27)/*変化：4手/4 ８四歩(83)/5 ２五歩(26)/変化：3手/3 ６六歩(67)/\
             *変化4手目が最善/4 ８四歩(83)/",
            &["7g7f 3c3d 2g2f 8c8d 2f2e", "7g7f 3c3d 6g6f 8c8d"],
            "",
        ),
        (
            "the same as comment and heading",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/変化：3手/*変化：3手/3 ６六歩(67)/",
            &["7g7f 3c3d 2g2f", "7g7f 3c3d 6g6f"],
            "",
        ),
        (
            "no word behind the number",
            "1 ７六歩(77)/2 ３四歩(33)/変化：2/2 ８四歩(83)/",
            &["7g7f 3c3d", "7g7f 8c8d"],
            "",
        ),
        (
            "moves on the same line",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/変化：3手 3 ６六歩(67)/4 ８四歩(83)/変化：2手 △８四歩(83)/",
            &["7g7f 3c3d 2g2f", "7g7f 3c3d 6g6f 8c8d", "7g7f 8c8d"],
            "",
        ),
        (
            "KI2 with moves on the same line",
            "▲７六歩 △３四歩 ▲２六歩/変化：3手 ▲６六歩 △８四歩/変化：2手目 △８四歩/",
            &["7g7f 3c3d 2g2f", "7g7f 3c3d 6g6f 8c8d", "7g7f 8c8d"],
            "",
        ),
        (
            "no heading at all",
            "1 ７六歩(77)/2 ３四歩(33)/変化：いろいろ/3 ２六歩(27)/",
            &["7g7f 3c3d 2g2f"],
            "F003@3",
        ),
        (
            "no number",
            "1 ７六歩(77)/2 ３四歩(33)/変化：/2 ８四歩(83)/",
            &["7g7f 3c3d", "7g7f 8c8d"],
            "K008@3",
        ),
        (
            "KI2",
            "▲７六歩 △３四歩 ▲２六歩 △８四歩//変化A：3手/▲６六歩 △８四歩//*変化B：4手/△３二金/",
            &["7g7f 3c3d 2g2f 8c8d", "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 6g6f 4a3b"],
            "",
        ),
    ]);
}

#[test]
fn a_separator_may_stand_between() {
    check(&[
        (
            "behind the heading",
            "手合割：平手/手数----指手--/1 ７六歩(77)/2 ３四歩(33)/変化：2手/手数----指手--/2 ８四歩(83)/3 ２六歩(27)/",
            &["7g7f 3c3d", "7g7f 8c8d 2g2f"],
            "",
        ),
        (
            "behind the heading of the first move",
            "1 ７六歩(77)/2 ３四歩(33)/変化：1手/手数----指手--/1 ２六歩(27)/2 ８四歩(83)/",
            &["7g7f 3c3d", "2g2f 8c8d"],
            "",
        ),
        (
            "before the heading",
            "1 ７六歩(77)/2 ３四歩(33)/手数----指手--/変化：2手/2 ８四歩(83)/",
            &["7g7f 3c3d", "7g7f 8c8d"],
            "",
        ),
        (
            "between rows",
            "1 ７六歩(77)/手数----指手--/2 ３四歩(33)/手数----指手--/2 ８四歩(83)/",
            &["7g7f 3c3d", "7g7f 8c8d"],
            "K008@5",
        ),
    ]);
    let games =
        read("1 ７六歩(77)\n変化：1手\n1 ２六歩(27)\n手数----指手--\n1 ５六歩(57)\n".as_bytes()).records;
    assert_eq!(games.len(), 2);
}

#[test]
fn branches_between_the_rows_of_the_main_line() {
    check(&[
        (
            "before the row that it replaces",
            "1 ７六歩(77)//変化：2手/2 ８四歩(83)/3 ２六歩(27)/2 ３四歩(33)/3 ６六歩(67)/4 ４四歩(43)/",
            &["7g7f 3c3d 6g6f 4c4d", "7g7f 8c8d 2g2f"],
            "K008@6",
        ),
        (
            "behind it",
            "1 ７六歩(77)/2 ３四歩(33)/変化：2手/2 ８四歩(83)/3 ２六歩(27)/4 ８五歩(84)/3 ６六歩(67)/4 ４四歩(43)/5 投了/",
            &["7g7f 3c3d 6g6f 4c4d", "7g7f 8c8d 2g2f 8d8e"],
            "K008@7",
        ),
        (
            "with a closing line",
            "1 ７六歩(77)/変化：2手/2 ８四歩(83)/3 ２六歩(27)/まで3手で先手の勝ち/2 ３四歩(33)/3 投了/まで2手で先手の勝ち/",
            &["7g7f 3c3d", "7g7f 8c8d 2g2f"],
            "K008@6 E002@7",
        ),
        (
            "no heading either",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/4 ８四歩(83)/3 ６六歩(67)/5 ２五歩(26)/6 ８五歩(84)/",
            &[MAIN, "7g7f 3c3d 6g6f"],
            "K008@5 K008@6",
        ),
        (
            "a tree from the depth",
            "1 ▲２六歩(27)/2 △８四歩(83)/3 ▲２五歩(26)/4 △８五歩(84)//変化：5手/5 ▲７八金(69)/6 △３二金(41)//変化：7手/\
             7 ▲３八銀(39)/8 △７二銀(71)/7 ▲２四歩(25)/8 △２四歩(23)/5 ▲２四歩(25)/6 △２四歩(23)/",
            &[
                "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d",
                "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b",
                "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d",
            ],
            "K008@13 K008@15",
        ),
        (
            "levels with endings",
            "1 ７六歩(77)/変化：2手/2 ８四歩(83)/3 ２六歩(27)/変化：4手/4 ８五歩(84)/5 投了/4 ３二金(41)/5 投了/\
             2 ３四歩(33)/3 投了/",
            &["7g7f 3c3d", "7g7f 8c8d 2g2f 8d8e", "7g7f 8c8d 2g2f 4a3b"],
            "K008@8 K008@10",
        ),
    ]);
}

#[test]
fn blocks_in_ascending_order() {
    let long = "変化：3手/3 ６六歩(67)/4 ８四歩(83)/5 ４八銀(39)/6 ３二金(41)/";
    check(&[
        (
            "the branch has no such row",
            &format!("{SIX}変化：3手/3 ６六歩(67)/4 ８四歩(83)/変化：5手/5 ７八金(69)/6 ３二金(41)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 2g2f 8c8d 6i7h 4a3b"],
            "K008@10",
        ),
        (
            "it has, and Kifu for Windows writes so",
            &format!("{SIX}{long}変化：5手/5 ７八金(69)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d 3i4h 4a3b", "7g7f 3c3d 6g6f 8c8d 6i7h"],
            "",
        ),
        (
            "it has an ending there",
            &format!("{SIX}変化：3手/3 ６六歩(67)/4 ８四歩(83)/5 投了/変化：5手/5 ７八金(69)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 6g6f 8c8d 6i7h"],
            "E007@10",
        ),
        (
            "the marks say so",
            &format!(
                "{}{long}変化：5手/5 ７八金(69)/",
                SIX.replace("(26)/", "(26)+/").replace("(27)/", "(27) ＋/")
            ),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d 3i4h 4a3b", "7g7f 3c3d 2g2f 8c8d 6i7h"],
            "",
        ),
        (
            "a mark that has been answered says nothing",
            &format!(
                "{}変化：5手/5 ７八金(69)/{long}変化：5手/5 ７八金(69)/",
                SIX.replace("(26)/", "(26)+/")
            ),
            &[MAIN, "7g7f 3c3d 2g2f 8c8d 6i7h", "7g7f 3c3d 6g6f 8c8d 3i4h 4a3b", "7g7f 3c3d 6g6f 8c8d 6i7h"],
            "",
        ),
        (
            "only the main line allows the moves",
            &format!("{SIX}{long}変化：5手/*x/5 ２二角成(88)/6 同　銀(31)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d 3i4h 4a3b", "7g7f 3c3d 2g2f 8c8d 8h2b+ 3a2b"],
            "K008@14",
        ),
        (
            "no line allows the moves",
            &format!("{SIX}{long}変化：5手/5 ２二角成(77)/"),
            &[MAIN, "7g7f 3c3d 6g6f 8c8d 3i4h 4a3b", "7g7f 3c3d 6g6f 8c8d"],
            "R004@13",
        ),
        (
            "KI2, the branch has no such move",
            "▲７六歩 △３四歩 ▲２六歩 △８四歩 ▲２五歩 △８五歩//変化：3手/▲６六歩 △８四歩//変化：5手/▲７八金 △３二金/",
            &[MAIN, "7g7f 3c3d 6g6f 8c8d", "7g7f 3c3d 2g2f 8c8d 6i7h 4a3b"],
            "K008@6",
        ),
        (
            "KI2, only the main line allows the moves",
            "▲７六歩 △３四歩 ▲２六歩 △８四歩 ▲２五歩 △８五歩//変化：3手/▲６六歩 △８四歩 ▲４八銀 △３二金//変化：5手/\
             ▲２二角成 △同銀/",
            &[MAIN, "7g7f 3c3d 6g6f 8c8d 3i4h 4a3b", "7g7f 3c3d 2g2f 8c8d 8h2b+ 3a2b"],
            "K008@7",
        ),
    ]);
}

#[test]
fn headings_and_rows_with_different_numbers() {
    check(&[
        (
            "one less",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/変化：2手/3 ２二角成(88)/4 同銀(31)/",
            &["7g7f 3c3d 2g2f", "7g7f 3c3d 8h2b+ 3a2b"],
            "K001@4",
        ),
        (
            "one less, of many",
            &format!(
                "{SIX}変化：4手/5 ７八金(69)/6 ３二金(41)/変化：2手/3 ６六歩(67)/変化：1手/2 ８四歩(83)/"
            ),
            &[MAIN, "7g7f 3c3d 2g2f 8c8d 6i7h 4a3b", "7g7f 3c3d 6g6f", "7g7f 8c8d"],
            "K001@7 K001@10 K001@12",
        ),
        (
            "the heading is right",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/4 ８四歩(83)/変化：4手/*x/3 ３二金(41)/4 ２五歩(26)/",
            &["7g7f 3c3d 2g2f 8c8d", "7g7f 3c3d 2g2f 4a3b 2f2e"],
            "K001@5 K008@7",
        ),
        (
            "rows counted anew in each block",
            "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)/変化：3手/1 ６六歩(67)/2 ８四歩(83)/変化：2手/1 ８四歩(83)/変化：1手/1 ２六歩(27)/",
            &["7g7f 3c3d 2g2f", "7g7f 3c3d 6g6f 8c8d", "7g7f 8c8d", "2g2f"],
            "K001@5 K001@8",
        ),
        (
            "a row is missing",
            "1 ７六歩(77)/2 ３四歩(33)/5 ２六歩(27)/6 ８四歩(83)/7 ２五歩(26)/変化：6手/6 ３二金(41)/変化：2手/2 ８四歩(83)/",
            &["7g7f 3c3d 2g2f 8c8d 2f2e", "7g7f 3c3d 2g2f 4a3b", "7g7f 8c8d"],
            "K001@3",
        ),
    ]);
}

#[test]
fn rows_of_a_diagram_with_a_number_of_its_own() {
    let board: String = (1..=9)
        .map(|rank| match rank {
            1 => "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n",
            9 => "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n",
            _ => "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
        })
        .collect();
    let rows = "21 ５八玉(59)\n22 ５二玉(51)\n23 ５七玉(58)\n変化：23手\n23 ６八玉(58)\n22 ４二玉(51)\n";
    let (lines, found) = lines(&format!("{board}手数＝20  まで\n{rows}"));
    assert_eq!(lines, ["5i5h 5a5b 5h5g", "5i5h 5a5b 5h6h", "5i5h 5a4b"]);
    assert_eq!(found, "K008@16");
}

#[test]
fn a_move_before_which_others_are_missing_is_no_foul() {
    let winner = |text: &str| {
        let game = replay(&read(text.replace('/', "\n").as_bytes()).records[0]).unwrap();
        (game.outcome.verified.name(), game.winner().map(Color::name))
    };
    for (text, want) in [
        ("1 ７六歩(77)/3 ２六歩(27)/", ("none", None)),
        ("1 ７六歩(77)/2 ３四歩(33)/5 ２五歩(26)/", ("none", None)),
        ("1 ７六歩(77)/2 ２六歩(27)/", ("illegal_move", Some("black"))),
        ("1 ７六歩(77)/3 ２六歩(27)/4 反則手/", ("illegal_move", Some("black"))),
        ("1 ７六歩(77)/3 ３四歩(33)/4 ２六飛(28)/", ("illegal_move", Some("white"))),
    ] {
        assert_eq!(winner(text), want, "{text}");
    }
}

#[test]
fn several_rows_on_a_line_are_rows() {
    check(&[
        (
            "two on each",
            "1 ７六歩(77) 2 ３四歩(33)/3 ２六歩(27) 4 ８四歩(83)/5 投了/",
            &["7g7f 3c3d 2g2f 8c8d"],
            "",
        ),
        (
            "with times",
            "1 ７六歩(77) (0:01) 2 ３四歩(33) (0:02) 3 ２六歩(27) (0:01)/",
            &["7g7f 3c3d 2g2f"],
            "",
        ),
        ("numbered KI2", "1.▲７六歩 2.△３四歩 3.▲２六歩/まで3手で先手の勝ち/", &["7g7f 3c3d 2g2f"], ""),
        ("with colons", "1: ７六歩(77) 2: ３四歩(33) 3: ２六歩(27)/4: 投了/", &["7g7f 3c3d 2g2f"], ""),
        (
            "with strokes",
            "1: 7六歩 (0:01) ／ 2: 3四歩 (0:02)/3: 2六歩 → 4: 8四歩/",
            &["7g7f 3c3d 2g2f 8c8d"],
            "",
        ),
        ("another number", "1 ７六歩(77) 3 ３四歩(33)/2 ３四歩(33)/", &["7g7f 3c3d"], "F003@1"),
        ("a remark", "1 ７六歩(77) 2手目が大事/2 ３四歩(33)/", &["7g7f 3c3d"], "F003@1"),
    ]);
}

#[test]
fn a_branch_before_its_main_line_does_not_swallow_it() {
    check(&[
        ("before all rows", &format!("変化：3手/3 ６六歩(67)/4 ８四歩(83)//{SIX}"), &[MAIN], "K004@1"),
        (
            "between rows of the main line",
            "1 ７六歩(77)/2 ３四歩(33)/変化：5手/5 ６六歩(67)/3 ２六歩(27)/4 ８四歩(83)/",
            &["7g7f 3c3d 2g2f 8c8d"],
            "K004@3",
        ),
    ]);
}

#[test]
fn a_row_that_cannot_be_read_does_not_end_its_branch() {
    check(&[(
        "what follows belongs to the branch",
        "1 ７六歩(77)/2 ３四歩(33)/3 ２六歩(27)//変化：2手/2 ８四歩(83)/3 ？/4 ８五歩(84)/5 投了/",
        &["7g7f 3c3d 2g2f", "7g7f 8c8d"],
        "K002@7 E007@9",
    )]);
}
