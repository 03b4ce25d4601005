use super::*;

fn fixed(text: &str) -> (String, usize) {
    let fixed = fix(&ReplayedFile::new(Content::new(text.as_bytes().to_vec())), true).unwrap();
    (fixed.text, fixed.fixes.len())
}

#[test]
fn what_is_certain_is_corrected_and_nothing_else_touched() {
    for (text, want, count) in [
        ("# x\n   1 ７六歩(77)\n", "# x\n   1 ７六歩(77)\n", 0),
        ("   1 ７六銀(77)\n", "   1 ７六歩(77)\n", 1),
        (
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二馬(88)  ( 0:01/00:00:02)\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)  ( 0:01/00:00:02)\n",
            1,
        ),
        ("   0 ７六歩(77)\n   1 ３四歩(33)\n   2 投了\n", "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n", 3),
        // A row whose number goes back may be a branch.
        ("   1 ７六歩(77)\n   1 ３四歩(33)\n   2 投了\n", "   1 ７六歩(77)\n   1 ３四歩(33)\n   2 投了\n", 0),
        (
            "   1 ７六歩(77)\n   2 投了\nまで57手で先手の勝ち\n",
            "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n",
            1,
        ),
        ("   1 ７六歩(77)\r   2 ３四歩(33)\n   3 投了", "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n", 1),
        ("   1 ７六歩(77)\n   0３四歩(33)\n", "   1 ７六歩(77)\n   2３四歩(33)\n", 1),
        // A branch counts by the rows' numbers, so they are left alone.
        (
            "   1 ７六歩(77)\n   3 ３四歩(33)\n\n変化：3手\n   3 ８四歩(83)\n",
            "   1 ７六歩(77)\n   3 ３四歩(33)\n\n変化：3手\n   3 ８四歩(83)\n",
            0,
        ),
    ] {
        assert_eq!(fixed(text), (want.to_owned(), count), "{text}");
    }
}

#[test]
fn numbers_are_left_where_moves_may_be_missing() {
    for text in [
        "   1 ７六歩(77)\n   3 ３四歩(33)\n   4 投了\n",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\nまで9手で先手の勝ち\n",
        "   0 ７六歩(77)\n   1 ３四歩(33)\nまで1手で先手の勝ち\n",
        "   0 ７六歩(77)\nwhat is this\n   1 ３四歩(33)\n",
    ] {
        let fixed = fix(&ReplayedFile::new(Content::new(text.as_bytes().to_vec())), true).unwrap();
        assert_eq!((fixed.text.as_str(), fixed.fixes.len(), fixed.left.len()), (text, 0, 1), "{text}");
        assert_eq!(fixed.left[0].code, Some(Code::NumberMismatch));
    }
}

#[test]
fn a_promotion_is_written_once() {
    let text = |name| format!("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二{name}(88)\n");
    assert_eq!(fixed(&text("馬 成")), (text("角 成"), 1));
    assert_eq!(fixed(&text("馬")), (text("角成"), 1));
}

#[test]
fn counts_are_left_where_a_row_may_be_missing() {
    for text in [
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで3手で先手の勝ち\n",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   4 投了\nまで4手で後手の勝ち\n",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   3 中断\nまで2手で中断\n",
        "   1 ７六歩(77)\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\nまで2手で後手の勝ち\n",
    ] {
        let fixed = fix(&ReplayedFile::new(Content::new(text.as_bytes().to_vec())), true).unwrap();
        assert_eq!((fixed.text.as_str(), fixed.fixes.len(), fixed.left.len()), (text, 0, 1), "{text}");
    }
}

#[test]
fn mojibake_comes_back_line_by_line() {
    let good = "手合割：平手\n先手：表\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let (text, count) = fixed(&as_latin1(good));
    assert_eq!((text.as_str(), count), (good, 1));
}

/// UTF-8 that was read as Latin-1 and saved.
fn as_latin1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}
