//! Counts of move sequences, by the rules of two programs.

use super::oracle;
use kifukura::rules::dobutsu::{EndRule, Position, perft, perft_divide};

fn check(depths: std::ops::RangeInclusive<u32>) {
    let mut checked = 0;
    for row in oracle("perft.tsv") {
        let rule = match row[0].as_str() {
            "R1" => EndRule::Official,
            "R2" => EndRule::FairyStockfish,
            _ => continue,
        };
        let (depth, nodes) = (row[1].parse().unwrap(), row[2].parse::<u64>().unwrap());
        if depths.contains(&depth) {
            assert_eq!(perft(&Position::startpos(), depth, rule), nodes, "{} depth {depth}", row[0]);
            checked += 1;
        }
    }
    assert_eq!(checked, 2 * depths.count());
}

#[test]
fn perft_equals_the_oracle_to_depth_7() {
    check(1..=7);
}

#[test]
fn perft_equals_the_oracle_to_depth_10() {
    if crate::support::long("perft to depth 10") {
        check(8..=10);
    }
}

#[test]
fn the_moves_of_a_divided_count_add_up() {
    let parts = perft_divide(&Position::startpos(), 5, EndRule::Official);
    let moves: Vec<_> = parts.iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(moves, ["b3b2", "b4a3", "b4c3", "c4c3"]);
    assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 8122);
}
