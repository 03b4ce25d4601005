//! Every legal move of many positions, and no other.

use kifukura::rules::Rule;
use kifukura::rules::shogi::Move;
use sha2::{Digest, Sha256};

use super::oracle::{Row, Table, legal_moves};

/// Every move there could be, legal or not.
fn every_move() -> impl Iterator<Item = Move> {
    (0..1 << 15).filter_map(Move::from_raw)
}

fn check(row: &Row<'_>) {
    let position = row.position();
    let generated = legal_moves(&position);
    let expected: Vec<&str> = row.get("moves").split_whitespace().collect();
    assert_eq!(generated, expected, "{position}");
    assert_eq!(position.count_legal_moves(), row.number("n_legal"), "{position}");
    assert_eq!(position.checkers().count(), row.number("checkers"), "{position}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{position}");
    let judged: Vec<Move> = every_move().filter(|&mv| position.judge(mv).is_ok()).collect();
    let mut judged: Vec<String> = judged.iter().map(ToString::to_string).collect();
    judged.sort();
    assert_eq!(judged, expected, "{position}");
    // The table lists the drops that are illegal for this reason alone.
    let king = position.king(position.turn());
    let safe = |mv| king.is_none_or(|king| !position.after(mv).is_attacked(king, !position.turn()));
    let mates = every_move().filter(|&mv| position.judge(mv) == Err(Rule::PawnDropMate) && safe(mv));
    let mates: Vec<String> = mates.map(|mv| mv.to_string()).collect();
    let listed = row.get("uchifuzume_drops").split_whitespace().filter(|&mv| mv != "-");
    assert_eq!(mates, listed.collect::<Vec<_>>(), "{position}");
}

#[test]
fn sample_of_positions() {
    Table::kept("legal_moves.tsv").rows().for_each(|row| check(&row));
}

#[test]
fn all_positions() {
    if let Some(table) = Table::complete("legal_moves.tsv") {
        table.rows().for_each(|row| check(&row));
    }
}

#[test]
fn hard_pawn_drops() {
    for row in Table::kept("pawn_drop_counts.tsv").rows() {
        let position = row.position();
        let moves = legal_moves(&position);
        assert_eq!(moves.len(), row.number("n_legal") as usize, "{position}");
        let digest = Sha256::digest(moves.join("\n"));
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, row.get("sha256"), "{position}");
        assert_eq!(position.checkers().count(), row.number("checkers"), "{position}");
        for drop in row.get("uchifuzume_drops").split_whitespace().filter(|&mv| mv != "-") {
            let drop: Move = drop.parse().unwrap();
            assert_eq!(position.judge(drop), Err(Rule::PawnDropMate), "{position} {drop}");
        }
    }
}
