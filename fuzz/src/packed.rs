//! What must hold of packed positions.

use kifukura::check::check_positions;
use kifukura::formats::packed::{PackedFormat, hcp, hcpe3, packed_sfen, read_hcpe, read_psv};
use kifukura::rules::shogi::Position;

/// Bytes as a file of each format: every record is read or refused with its place, and a possible position comes back.
pub fn packed(bytes: &[u8]) {
    for format in PackedFormat::ALL {
        let mut last = 0;
        let report = check_positions(&mut &bytes[..], format, &mut |found| {
            assert!(found.record >= last);
            last = found.record;
        });
        assert!(report.bytes <= bytes.len() as u64 && report.counts.sound <= report.counts.positions);
    }
    for record in read_psv(bytes).flatten() {
        let Ok(position) = Position::try_from(&record.position) else { continue };
        if let Ok(packed) = packed_sfen::encode(&position) {
            assert_eq!(packed_sfen::decode(&packed).map(|setup| setup.board), Ok(record.position.board));
        }
    }
    for record in read_hcpe(bytes).flatten() {
        let Ok(position) = Position::try_from(&record.position) else { continue };
        if let Ok(packed) = hcp::encode(&position) {
            assert_eq!(hcp::decode(&packed), Ok(record.position));
        }
    }
    assert!(hcpe3::read(bytes).count() <= bytes.len() / hcpe3::HEAD_BYTES + 1);
}
