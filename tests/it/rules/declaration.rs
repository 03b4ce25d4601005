//! Declarations under the 27- and the 24-point rule.

use kifukura::rules::Color;
use kifukura::rules::shogi::impasse::{ImpasseDeclaration, Verdict, total_points};

use super::oracle::Table;

#[test]
fn conditions_points_and_verdicts() {
    for row in Table::kept("declaration.tsv").rows() {
        let position = row.position();
        let color = if row.get("side") == "b" { Color::Black } else { Color::White };
        let facts = ImpasseDeclaration::of(&position, color);
        let expected = ImpasseDeclaration {
            king_in_zone: row.get("king_in_zone") == "1",
            in_check: row.get("in_check") == "1",
            pieces_in_zone: u8::try_from(row.number("pieces_in_zone")).unwrap(),
            points: u8::try_from(row.number("points")).unwrap(),
        };
        assert_eq!(facts, expected, "{position}");
        let failed: Vec<&str> = facts.failed_csa27(color, 0).map(|condition| condition.name()).collect();
        let failed = if failed.is_empty() { "-".into() } else { failed.join(",") };
        assert_eq!(failed, row.get("csa27_fail"), "{position}");
        let bonus = match color {
            Color::Black => 0,
            Color::White => u8::try_from(row.number("handicap_bonus_white")).unwrap(),
        };
        let word = |verdict| match verdict {
            Verdict::Wins => "win",
            Verdict::Draws => "draw",
            Verdict::Fails => "lose",
        };
        assert_eq!(word(facts.csa27(color, 0)), row.get("csa27"), "{position}");
        assert_eq!(word(facts.csa27(color, bonus)), row.get("csa27_handicap"), "{position}");
        assert_eq!(word(facts.law24(0)), row.get("law24"), "{position}");
        assert_eq!(word(facts.law24(bonus)), row.get("law24_handicap"), "{position}");
        let totals = Color::ALL.map(|color| u32::from(total_points(&position, color)));
        assert_eq!(
            totals,
            [row.number("total_points_black"), row.number("total_points_white")],
            "{position}"
        );
    }
}
