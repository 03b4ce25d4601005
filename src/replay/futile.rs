//! Futile interpositions (無駄合): what mate problems do not count as an answer to a check.
//!
//! By the convention of mate problems a side is mated when all it can do is to put pieces between its king and a distant
//! rook, bishop, lance, horse or dragon, where each is simply taken and the mate stands as before, without any use of the
//! piece that was taken (合い利かず; see 無駄合 in the Japanese Wikipedia's article 合駒). No definition is agreed upon for
//! all cases. This one is strict: the *checking* piece takes, without promoting, and what is left is mate or again such a
//! position. A piece that has to be taken by another one (間接両王手), and one that opens a square or takes something, is
//! no futile interposition here.

use crate::rules::shogi::{Position, Square};

/// How many positions are looked at. Seven squares between king and checker make 127; only pieces that can move between
/// on many of them make more.
const MOST_POSITIONS: u32 = 2_000;

/// True when the side to move is in check, has legal moves, and each of them is a futile interposition.
pub(super) fn has_only_futile_interpositions(position: &Position) -> bool {
    position.in_check() && position.has_legal_move() && is_as_good_as_mated(position, &mut 0)
}

/// Mated, or able to interpose futilely and nothing else.
fn is_as_good_as_mated(position: &Position, looked_at: &mut u32) -> bool {
    *looked_at += 1;
    if *looked_at > MOST_POSITIONS || !position.in_check() {
        return false;
    }
    let replies = position.legal_moves();
    let (Some(king), Some(checker)) = (position.king(position.turn()), position.checkers().first()) else {
        return false;
    };
    // Which piece is dropped on a square is all the same once it is taken.
    let mut interpositions: Vec<(Square, Option<Square>)> = Vec::new();
    for reply in &replies {
        // A reply that neither moves the king nor takes the checking piece is one between the two.
        if reply.from() == Some(king) || reply.to() == checker {
            return false;
        }
        let interposition = (reply.to(), reply.from());
        if !interpositions.contains(&interposition) {
            interpositions.push(interposition);
        }
    }
    interpositions.into_iter().all(|(square, from)| {
        after_taking(position, checker, square, from)
            .is_some_and(|taken| is_as_good_as_mated(&taken, looked_at))
    })
}

/// The position after a piece, dropped or from the board, was put on a square and the checking piece took it; `None`
/// when that would leave the checking side's own king in check.
///
/// The interposing side keeps what it dropped: it can answer the more, so that nothing is called futile for want of
/// pieces.
fn after_taking(
    position: &Position,
    checker: Square,
    square: Square,
    from: Option<Square>,
) -> Option<Position> {
    let mut setup = position.setup();
    if let Some(from) = from {
        setup.board[from.index()] = None;
    }
    setup.board[square.index()] = setup.board[checker.index()].take();
    Position::try_from(&setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_futile(sfen: &str) -> bool {
        has_only_futile_interpositions(&sfen.parse().unwrap())
    }

    #[test]
    fn interpositions_that_change_nothing() {
        for sfen in [
            // A rook two squares away; a knight guards the square between.
            "9/6Spk/9/8R/7N1/9/9/9/9 w r2b4g3s3n4l16p 1",
            // The same from White's side.
            "9/9/9/9/1n7/r8/9/KPs6/9 b R2B4G3S3N4L16P 1",
            // A dragon on the first rank: three squares between, one after the other.
            "4+R3k/7pp/6N2/9/9/9/9/9/9 w r2b4g4s3n4l16p 1",
            "4+R3k/7pp/6N2/9/9/9/9/9/9 w n 1",
            // A lance behind seven squares.
            "7lk/7p1/7G1/9/9/9/9/9/8L w 2r2b3g4s4n2l17p 1",
            // A bishop; with nothing in hand White's rook can only move between and is taken like any other piece.
            "8k/8p/8N/r5N2/4B4/9/9/9/9 w - 1",
        ] {
            assert!(is_futile(sfen), "{sfen}");
        }
    }

    #[test]
    fn replies_that_are_more_than_futile() {
        for (sfen, why) in [
            ("9/6Spk/9/8R/9/9/9/9/9 w r2b4g3s4n4l16p 1", "the king takes the rook in its turn"),
            ("9/7pk/9/8R/7N1/9/9/9/9 w r2b4g4s3n4l16p 1", "the king can go away"),
            ("9/6Spk/9/7gR/7N1/9/9/9/9 w r2b3g3s3n4l16p 1", "the gold takes the rook"),
            ("9/6Spk/9/8R/7N1/9/4b4/9/9 w rb4g3s3n4l16p 1", "the bishop guards the square between"),
            ("7nk/7p1/7G1/9/9/9/9/9/8L w 2r2b3g4s3n3l17p 1", "the knight moves between and leaves a way out"),
            (
                "4r4/6Spk/9/8R/7N1/9/4b4/9/4K4 w b4g3s3n4l16p 1",
                "the bishop moves between, and the rook behind it gives check",
            ),
            ("8k/8p/8N/r5N2/4B4/9/9/9/9 w p 1", "the rook guards a square between"),
            ("9/6Spk/9/9/7N1/9/9/9/9 w 2r2b4g3s3n4l16p 1", "no check"),
            ("9/6Spk/8G/8R/7N1/9/9/9/9 w r2b3g3s3n4l16p 1", "mate without anything between"),
        ] {
            assert!(!is_futile(sfen), "{why}: {sfen}");
        }
    }

    #[test]
    fn what_would_take_long_is_not_looked_at_to_the_end() {
        // Seven squares that many pieces can reach.
        let sfen = "7lk/rb5p1/7G1/rb7/9/9/9/9/8L w 3g4s4n2l17p 1";
        let started = std::time::Instant::now();
        let _ = is_futile(sfen);
        assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    }
}
