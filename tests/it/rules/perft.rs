//! Leaf counts of the standard positions.

use kifukura::rules::shogi::{perft, perft_played};

use super::oracle::Table;

#[test]
fn standard_positions() {
    for row in Table::kept("perft.tsv").rows() {
        let (position, nodes) = (row.position(), u64::from(row.number("nodes")));
        // The largest counts are for an optimised build.
        if nodes < 30_000_000 || !cfg!(debug_assertions) {
            assert_eq!(perft(&position, row.number("depth")), nodes, "{position}");
        }
        if nodes < 1_000_000 {
            assert_eq!(perft_played(&position, row.number("depth")), nodes, "{position}");
        }
    }
}
