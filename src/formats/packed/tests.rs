//! What the tests of both codings share.

use super::*;
use crate::rules::shogi::{Move, Position, Setup};
use crate::rules::{Color, VariantPosition};

/// Every kind in hand, several of most, and everything else in the other hand.
pub(super) const START_HANDS: &str = "4k4/9/9/9/9/9/9/9/4K4 b R2BG3S2N2L9Pr3gs2n2l9p 1";

/// 32 bytes from their digits.
pub(super) fn bytes_of(digits: &str) -> [u8; POSITION_BYTES] {
    let digit = |at: usize| u8::from_str_radix(&digits[at..=at + 1], 16).unwrap();
    std::array::from_fn(|index| digit(index * 2))
}

/// All bits that are a move are its bits, and every move has some.
pub(super) fn same_moves(encode: fn(Move) -> u16, decode: fn(u16) -> Option<Move>) {
    let moves: Vec<Move> = (0..=u16::MAX)
        .filter_map(|bits| decode(bits).inspect(|mv| assert_eq!(encode(*mv), bits, "{mv}")))
        .collect();
    assert_eq!(moves.len(), 81 * 81 * 2 + 81 * 7);
}

/// Positions come back as they were, with ply 1.
pub(super) fn same_positions(
    encode: fn(&Position) -> Result<[u8; POSITION_BYTES], Refusal>,
    decode: fn(&[u8; POSITION_BYTES]) -> Result<Setup, Fault>,
) {
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        START_HANDS,
        "4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1",
        "8k/9/1+P+p+L+l+N+n2/1+S+s+B+b+R+r2/9/1gsnlp3/1GSNLP3/9/4K4 b G7Pg7p 1",
    ] {
        let position: Position = sfen.parse().unwrap();
        assert_eq!(encode(&position).map(|bytes| decode(&bytes)), Ok(Ok(position.setup())), "{sfen}");
    }
}

#[test]
fn what_has_no_packed_form_is_refused_with_a_reason() {
    for (sfen, refusal) in [
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", None),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL w - 1", Some(Refusal::MissingPieces)),
        ("4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1", Some(Refusal::MissingKing(Color::Black))),
        ("9/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1", Some(Refusal::MissingKing(Color::White))),
    ] {
        let position: Position = sfen.parse().unwrap();
        assert_eq!(Refusal::of(&position), refusal, "{sfen}");
        assert_eq!(packed_sfen::encode(&position).err(), refusal, "{sfen}");
        assert_eq!(hcp::encode(&position).err(), refusal, "{sfen}");
        assert_eq!(Refusal::of_either(&VariantPosition::Shogi(position)), refusal, "{sfen}");
    }
    let dobutsu = VariantPosition::startpos(crate::rules::Variant::Dobutsu);
    assert_eq!(Refusal::of_either(&dobutsu), Some(Refusal::Dobutsu));
    let names = [
        Refusal::Dobutsu,
        Refusal::MissingKing(Color::White),
        Refusal::MissingPieces,
        Refusal::UnknownResult,
    ];
    assert_eq!(names.map(Refusal::name), ["dobutsu", "missing_king", "missing_pieces", "unknown_result"]);
}
