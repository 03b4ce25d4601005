//! Which move a text of PGN means: part of an origin, a `+` that promotes or gives check, a piece named for how it moves.

use super::resolve::{Resolved, Unresolved, drop_of, name, single, unclear};
use crate::record::{Code, Named, Origin, Promotion, WrittenMove};
use crate::rules::shogi::{Bitboard, Move, PieceKind, Position, Square};
use crate::rules::{PlayablePosition, Variant};

/// What moves as a gold does.
const GOLDS: [PieceKind; 5] = [
    PieceKind::Gold,
    PieceKind::Tokin,
    PieceKind::PromotedLance,
    PieceKind::PromotedKnight,
    PieceKind::PromotedSilver,
];

/// Finds the move to `to` that a [western](WrittenMove::is_western) text means.
pub(super) fn resolve(
    position: &impl PlayablePosition,
    written: &WrittenMove,
    to: Square,
) -> Result<Resolved, Unresolved> {
    let Some(position) = position.as_shogi() else {
        return Err(unclear(Code::NoSuchMove, "PGN has no moves of this game"));
    };
    if written.origin == Origin::Hand {
        // A `+` behind a drop says check.
        return Ok(Resolved { mv: drop_of(written.piece, to)?, finding: None });
    }
    let candidates = candidates(position, written, to);
    let mv = |from: Square| Move::board(from, to, promotes(position, written, from, to));
    let legal: Bitboard = candidates.into_iter().filter(|from| position.judge(mv(*from)).is_ok()).collect();
    // A single piece whose move breaks a rule makes a foul that the record may speak of.
    let from = single(if legal.is_empty() { candidates } else { legal }).ok_or_else(|| {
        let piece = name(Variant::Shogi, written.piece.unwrap_or(PieceKind::Pawn));
        match candidates.is_empty() {
            true => unclear(Code::NoSuchMove, format!("no {piece} can move to {to} as the text says")),
            false => unclear(
                Code::AmbiguousMove,
                format!("more than one {piece} can move to {to}, and the text does not say which"),
            ),
        }
    })?;
    let finding = may_say_check(position, written, from, to).then(|| {
        let message = format!("`+` at `{from}{to}` may mean promotion or check; read as promotion");
        (Code::PromotionOrCheck, message)
    });
    Ok(Resolved { mv: mv(from), finding })
}

/// The squares of the pieces that the text may mean.
fn candidates(position: &Position, written: &WrittenMove, to: Square) -> Bitboard {
    let kinds: &[PieceKind] = match written.piece {
        Some(PieceKind::Gold) if written.named == Named::ByMotion => &GOLDS,
        Some(ref kind) => std::slice::from_ref(kind),
        None => &[],
    };
    let reaching = || kinds.iter().flat_map(|kind| position.reaching(*kind, to));
    match written.origin {
        Origin::Board(from) => {
            let kind = position.piece_at(from).map(|piece| piece.kind);
            kind.filter(|kind| kinds.is_empty() || kinds.contains(kind)).map(|_| from).into_iter().collect()
        }
        Origin::File(file) => reaching().filter(|from| from.file() == file).collect(),
        Origin::Rank(rank) => reaching().filter(|from| from.rank() == rank).collect(),
        Origin::Unstated | Origin::Hand => reaching().collect(),
    }
}

/// Whether the move from `from` promotes by its text.
fn promotes(position: &Position, written: &WrittenMove, from: Square, to: Square) -> bool {
    match written.promotion {
        Promotion::Yes => true,
        Promotion::OrCheck => may_promote(position, from, to),
        Promotion::No | Promotion::Unstated => false,
    }
}

/// Whether the piece on `from` has a promoted side and the move touches the far three ranks.
fn may_promote(position: &Position, from: Square, to: Square) -> bool {
    let color = position.turn();
    let is_far = |square: Square| match color {
        crate::rules::Color::Black => square.rank() <= 3,
        crate::rules::Color::White => square.rank() >= 7,
    };
    let promotable = position.piece_at(from).is_some_and(|piece| piece.kind.promoted().is_some());
    promotable && (is_far(from) || is_far(to))
}

/// Whether the `+` can say either.
fn may_say_check(position: &Position, written: &WrittenMove, from: Square, to: Square) -> bool {
    let plain = Move::board(from, to, false);
    written.promotion == Promotion::OrCheck
        && may_promote(position, from, to)
        && position.judge(plain).is_ok()
        && position.after(plain).in_check()
}
