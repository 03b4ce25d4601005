//! Position keys are frozen: the table was computed from the documented construction by other code.

use super::oracle::Table;

#[test]
fn known_keys() {
    for row in Table::kept("keys.tsv").rows() {
        let position = row.position();
        assert_eq!(format!("{:016x}", position.key()), row.get("key"), "{position}");
        assert_eq!(position.fresh_key(), position.key(), "{position}");
    }
}
