//! Hand-made corner cases: one move in one position, and positions without a move.

use kifukura::rules::Rule;
use kifukura::rules::shogi::{Move, Position, Setup};

use super::oracle::Table;

#[test]
fn one_move_each() {
    for row in Table::kept("edge_moves.tsv").rows() {
        let setup: Setup = row.get("sfen").parse().unwrap();
        let position = Position::try_from(&setup).unwrap_or_else(|e| panic!("{}: {e}", row.get("sfen")));
        let context = format!("{} {}: {}", row.get("sfen"), row.get("move"), row.get("reason"));
        // The one move that does not exist is a drop with promotion.
        let Ok(mv) = row.get("move").parse::<Move>() else {
            assert_eq!((row.get("move"), row.get("verdict")), ("P*5b+", "illegal"), "{context}");
            continue;
        };
        let judged = position.judge(mv);
        assert_eq!(judged.is_ok(), row.get("verdict") == "legal", "{context}");
        assert_eq!(position.legal_moves().contains(&mv), judged.is_ok(), "{context}");
        let category = row.get("category");
        let expected = match row.get("reason") {
            "does not meet the check" => Rule::LeftInCheck,
            "pawn-drop mate" => Rule::PawnDropMate,
            _ if category == "uchifuzume" => Rule::PawnDropMate,
            _ if category == "nifu" => Rule::TwoPawns,
            _ if category == "pin" || category.starts_with("mined_pin") => Rule::LeftInCheck,
            _ => continue,
        };
        if let Err(broken) = judged {
            assert_eq!(broken, expected, "{context}");
        }
    }
}

#[test]
fn mated_stuck_or_going_on() {
    for row in Table::kept("edge_status.tsv").rows() {
        let position = row.position();
        assert_eq!(u32::from(position.in_check()), row.number("in_check"), "{position}");
        assert_eq!(position.count_legal_moves(), row.number("n_legal"), "{position}");
        assert_eq!(position.is_checkmate(), row.get("status") == "checkmate", "{position}");
        assert_eq!(position.has_legal_move(), row.get("status") == "ongoing", "{position}");
    }
}
