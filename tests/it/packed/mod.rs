//! Packed positions: written and read again, held against a second decoder, and refused where they are damaged.

mod check;
mod naive;
mod peers;
mod records;

use crate::rules::games::random_game;
use kifukura::formats::packed::{Fault, hcp, packed_sfen};
use kifukura::rules::shogi::{PieceKind, Position, Setup};
use naive::Naive;
use std::collections::BTreeSet;

/// Positions come back with the ply 1: there is no place for it.
fn without_ply(position: &Position) -> Setup {
    Setup { ply: 1, ..position.setup() }
}

#[test]
fn positions_and_moves_come_back_whichever_decoder_reads_them() {
    let (mut positions, mut promotions) = (0, 0);
    let (mut dropped, mut held) = (BTreeSet::new(), BTreeSet::<PieceKind>::new());
    for seed in 0..60 {
        random_game(seed, 300, |position, mv| {
            positions += 1;
            let want = without_ply(position);
            let (psv, hcp) = (packed_sfen::encode(position).unwrap(), hcp::encode(position).unwrap());
            assert_eq!(packed_sfen::decode(&psv).as_ref(), Ok(&want), "{position}");
            assert_eq!(hcp::decode(&hcp).as_ref(), Ok(&want), "{position}");
            assert_eq!(Naive::PSV.decode(&psv).as_ref(), Some(&want), "{position}");
            assert_eq!(Naive::HCP.decode(&hcp).as_ref(), Some(&want), "{position}");
            held.extend(
                PieceKind::HAND.iter().filter(|kind| position.hand(position.turn()).count(**kind) > 0),
            );
            if let Some(mv) = mv {
                assert_eq!(packed_sfen::decode_move(packed_sfen::encode_move(mv)), Some(mv));
                assert_eq!(hcp::decode_move(hcp::encode_move(mv)), Some(mv));
                assert_eq!(Naive::PSV.move_text(packed_sfen::encode_move(mv)), mv.to_string());
                assert_eq!(Naive::HCP.move_text(hcp::encode_move(mv)), mv.to_string());
                dropped.extend(mv.dropped());
                promotions += u32::from(mv.promotes());
            }
        });
    }
    assert!(positions > 10_000 && promotions > 100, "{positions} {promotions}");
    assert_eq!((dropped.len(), held.len()), (7, 7));
}

/// Whatever the bytes are, both decoders agree about them, and a possible position of forty pieces comes back.
#[test]
fn any_bytes_are_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut read, mut possible) = (0, 0);
    let starts: Vec<Position> = {
        let mut positions = Vec::new();
        random_game(3, 200, |position, _| positions.push(position.clone()));
        positions
    };
    for number in 0..40_000 {
        let start = &starts[number % starts.len()];
        let changed = |mut bytes: [u8; 32], random: &mut fastrand::Rng| {
            for _ in 0..random.usize(..4) {
                bytes[random.usize(..32)] ^= 1 << random.usize(..8);
            }
            if number % 8 == 0 {
                bytes[random.usize(..32)..].fill_with(|| random.u8(..));
            }
            bytes
        };
        let psv = changed(packed_sfen::encode(start).unwrap(), &mut random);
        let hcp = changed(hcp::encode(start).unwrap(), &mut random);
        let (from_psv, from_hcp) = (packed_sfen::decode(&psv), hcp::decode(&hcp));
        assert_eq!(from_psv.as_ref().ok(), Naive::PSV.decode(&psv).as_ref(), "{psv:?}");
        assert_eq!(from_hcp.as_ref().ok(), Naive::HCP.decode(&hcp).as_ref(), "{hcp:?}");
        for setup in [from_psv, from_hcp].into_iter().flatten() {
            read += 1;
            let Ok(position) = Position::try_from(&setup) else { continue };
            if let Ok(bytes) = packed_sfen::encode(&position) {
                possible += 1;
                assert_eq!(packed_sfen::decode(&bytes), Ok(setup));
            }
        }
    }
    assert!(read > 10_000 && possible > 5_000, "{read} {possible}");
    assert_eq!(packed_sfen::decode(&[0xFF; 32]), Err(Fault::KingSquare(kifukura::rules::Color::Black, 127)));
}
