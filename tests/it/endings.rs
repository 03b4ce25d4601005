//! Claims against the board: declarations, mate problems, and what a resignation leaves unsaid.

use kifukura::formats;
use kifukura::record::Ending;
use kifukura::replay::{Agreement, Game, replay};
use kifukura::rules::Color;

fn played(text: &str) -> Game {
    let records = formats::read(text.as_bytes()).records;
    assert_eq!(records.len(), 1, "{text}");
    replay(&records[0]).unwrap()
}

/// Black's king in White's camp with a dragon, a horse and silvers and golds, ten pieces for 18 points, and so many
/// pawns in hand; turned round for White.
fn entered(side: Color, pawns: usize, end: &str) -> String {
    let camp = "53OU11RY21UM31KI41KI61KI71KI81GI91GI12GI22GI";
    let (own, other, sign) = match side {
        Color::Black => (camp.to_owned(), "59OU", '+'),
        Color::White => ("57OU99RY89UM79KI69KI49KI39KI29GI19GI98GI88GI".to_owned(), "51OU", '-'),
    };
    let against = if sign == '+' { '-' } else { '+' };
    let hand = "00FU".repeat(pawns);
    format!("V3.0\nN+a\nN-b\n{end}\n").replacen(
        "%",
        &format!("P{sign}{own}{hand}\nP{against}{other}\n{sign}\n%"),
        1,
    )
}

#[test]
fn declarations_under_each_rule_and_under_none() {
    use Agreement::{Agrees, Contradicts};
    use Ending::{Declaration, Jishogi, None as Nothing};
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (side, pawns, end, verified, winner, agreement) in [
        (Color::Black, 10, "%KACHI", Declaration, black, Agrees),
        (Color::Black, 9, "%KACHI", Nothing, None, Contradicts),
        (Color::Black, 6, "%KACHI", Nothing, None, Contradicts),
        (Color::Black, 5, "%KACHI", Declaration, white, Contradicts),
        (Color::White, 9, "%KACHI", Declaration, white, Agrees),
        (Color::White, 8, "%KACHI", Nothing, None, Contradicts),
        (Color::White, 6, "%KACHI", Nothing, None, Contradicts),
        (Color::White, 5, "%KACHI", Declaration, black, Contradicts),
        (Color::Black, 6, "$JISHOGI:27\n%KACHI", Declaration, white, Contradicts),
        (Color::Black, 6, "$JISHOGI:24\n%KACHI", Jishogi, None, Contradicts),
        (Color::Black, 12, "$JISHOGI:24\n%KACHI", Jishogi, None, Contradicts),
        (Color::Black, 13, "$JISHOGI:24\n%KACHI", Declaration, black, Agrees),
        (Color::White, 5, "$JISHOGI:24\n%KACHI", Declaration, black, Contradicts),
    ] {
        let text = entered(side, pawns, end);
        let outcome = played(&text).outcome;
        assert_eq!(
            (outcome.verified, outcome.winner(), outcome.agreement),
            (verified, winner, agreement),
            "{text}"
        );
        assert_eq!(outcome.facts.declaration_points.map(usize::from), Some(18 + pawns), "{text}");
        assert_eq!(outcome.declared, Declaration);
    }
}

#[test]
fn a_claim_that_no_rule_decides_has_no_winner_whoever_is_named() {
    let board = "後手の持駒：歩五\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n|v龍v馬v金v金v金v金vと ・vと|七\n|v銀v銀v銀v玉 ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n先手の持駒：なし\n後手番\n";
    for (end, header) in [("", ""), ("まで0手で後手の入玉勝ち\n", ""), ("", "持将棋：24点法\n")]
    {
        let text = format!("先手：甲野\n後手：乙野\n{header}{board}   1 入玉勝ち\n{end}");
        let outcome = played(&text).outcome;
        assert_eq!((outcome.declared, outcome.winner()), (Ending::Declaration, None), "{text}");
        assert_eq!(outcome.facts.declaration_points, Some(24));
        let verified = if header.is_empty() { Ending::None } else { Ending::Jishogi };
        assert_eq!((outcome.verified, outcome.agreement), (verified, Agreement::Contradicts), "{text}");
    }
    let text = format!("先手：甲野\n後手：乙野\n持将棋：27点法\n{board}   1 入玉勝ち\n");
    assert_eq!(played(&text).outcome.winner(), Some(Color::Black));
}

#[test]
fn a_proof_on_the_board_stands_before_any_claim() {
    // Black is mated by the gold and claims to have won.
    let text = "V2.2\nP-51OU58KI57FU\nP+59OU\n+\n%KACHI\n";
    let outcome = played(text).outcome;
    let found = (outcome.verified, outcome.winner(), outcome.agreement);
    assert_eq!(found, (Ending::Checkmate, Some(Color::White), Agreement::Contradicts));
    let again = "+5958OU\n-5152OU\n+5859OU\n-5251OU\n".repeat(3);
    for (end, agreement) in [("%KACHI", Agreement::Contradicts), ("%SENNICHITE", Agreement::Agrees)] {
        let outcome = played(&format!("V2.2\nP-51OU\nP+59OU\n+\n{again}{end}\n")).outcome;
        assert_eq!(
            (outcome.verified, outcome.winner(), outcome.agreement),
            (Ending::Sennichite, None, agreement)
        );
    }
}

#[test]
fn a_resignation_keeps_its_kind_and_says_what_else_could_have_been() {
    let outcome = |text: &str| played(text).outcome;
    for (pawns, could) in [(10, true), (9, false)] {
        let found = outcome(&entered(Color::Black, pawns, "%TORYO"));
        assert_eq!((found.declared, found.winner()), (Ending::Resignation, Some(Color::White)));
        assert_eq!((found.verified, found.agreement), (Ending::None, Agreement::Consistent));
        assert_eq!(found.facts.could_declare, could);
    }
    assert!(!outcome(&entered(Color::Black, 10, "$JISHOGI:24\n%TORYO")).facts.could_declare);
    for (limit, at_limit) in [(2, true), (3, false)] {
        let text = format!("V3.0\n$MAX_MOVES:{limit}\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
        let found = outcome(&text);
        assert_eq!((found.declared, found.agreement), (Ending::Resignation, Agreement::Consistent));
        assert_eq!(found.facts.at_move_limit, at_limit);
    }
}

#[test]
fn a_problem_may_end_where_only_futile_interpositions_are_left() {
    let problem = |guard: &str, extra: &str| {
        format!("V2.2\nP-12OU22FU{extra}\nP+{guard}00HI\nP-00AL\n+\n+0014HI\n%TSUMI\n")
    };
    for (guard, extra, agreement, futile) in [
        ("32GI25KE", "", Agreement::Consistent, true),
        // The king takes the rook in its turn; a bishop guards the square between; the king has a way out.
        ("32GI", "", Agreement::Contradicts, false),
        ("32GI25KE", "57KA", Agreement::Contradicts, false),
        ("42GI25KE", "", Agreement::Contradicts, false),
    ] {
        let outcome = played(&problem(guard, extra)).outcome;
        assert_eq!((outcome.declared, outcome.verified), (Ending::Checkmate, Ending::None), "{guard}");
        assert_eq!(
            (outcome.agreement, outcome.facts.futile_interpositions),
            (agreement, futile),
            "{guard}{extra}"
        );
        assert_eq!(outcome.winner(), Some(Color::Black));
    }
    // Nobody speaks of mate: nothing is looked for.
    let outcome = played(&problem("32GI25KE", "").replace("%TSUMI", "%TORYO")).outcome;
    assert_eq!((outcome.agreement, outcome.facts.futile_interpositions), (Agreement::Consistent, false));
}

#[test]
fn a_side_without_a_king_is_not_mated() {
    for (start, want) in [
        ("9/9/9/9/9/9/9/9/9 b - 1", ("none", None)),
        ("4k4/9/9/9/9/9/9/9/9 b - 1", ("none", None)),
        ("k8/2S6/1G7/9/9/9/9/9/4K4 w - 1", ("checkmate", Some(Color::Black))),
    ] {
        let record = &kifukura::formats::usi::read(&format!("position sfen {start}\n"))[0];
        let game = replay(record).unwrap();
        assert_eq!((game.outcome.verified.name(), game.winner()), want, "{start}");
    }
}
