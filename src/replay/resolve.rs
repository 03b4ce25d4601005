//! Which move a record means by what it writes, on a given board.

use super::western;
use crate::record::{Code, Named, Origin, Promotion, Relative, WrittenMove};
use crate::rules::shogi::{Bitboard, Move, PieceKind, Position, Square};
use crate::rules::{Color, PlayablePosition, Rule, Variant, dobutsu};

/// A move, and what had to be understood beyond what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The move; not yet judged.
    pub mv: Move,
    /// A finding about how it was written.
    pub finding: Option<(Code, String)>,
}

/// Why a written move is not a move on this board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// The text cannot be made into a move.
    Unclear(Code, String),
    /// The text means something that breaks a rule and has no [`Move`] of its own (an empty origin, a piece in hand
    /// that cannot be, …).
    Breaks(Rule),
}

/// The move of a text that says everything and fits the board, as nearly all do, with the result that [`resolve`]
/// has; `None` leaves it to that.
#[inline]
pub(super) fn at_once(position: &Position, written: &WrittenMove, previous: Option<Square>) -> Option<Move> {
    // Of what only PGN knows (`WrittenMove::is_western`), a `+` that may say check changes every move. A name by motion
    // changes nothing where it is also the piece's own, and part of an origin is none of the origins below.
    if written.pass
        || written.promotion == Promotion::OrCheck
        || written.color.is_some_and(|color| color != position.turn())
    {
        return None;
    }
    let to = written.to.or(previous)?;
    let promotes = written.promotion == Promotion::Yes;
    if let Origin::Board(from) = written.origin {
        let kind = position.piece_at(from)?.kind;
        let promotes = match written.piece {
            None => promotes,
            Some(named) if named == kind => promotes && written.named != Named::After,
            Some(named) if written.named == Named::After && kind.promoted() == Some(named) => true,
            Some(_) => return None,
        };
        return Some(Move::board(from, to, promotes));
    }
    match (written.origin, written.piece) {
        (Origin::Hand, Some(kind)) => drop_of(Some(kind), to).ok(),
        (Origin::Unstated, Some(kind)) if written.named != Named::ByMotion => {
            let meant = written.relative.among(position.turn(), kind, position.reaching(kind, to), to);
            Some(Move::board(single(meant)?, to, promotes))
        }
        _ => None,
    }
}

/// Finds the move that `written` means on `position`. `previous` is the destination of the move before, for 同.
///
/// # Errors
/// [`Unresolved`] when no move or more than one fits.
pub fn resolve(
    position: &impl PlayablePosition,
    written: &WrittenMove,
    previous: Option<Square>,
) -> Result<Resolved, Unresolved> {
    if written.pass {
        return Err(unclear(Code::Pass, "a pass is not a move of shogi"));
    }
    let Some(to) = written.to.or(previous) else {
        return Err(unclear(Code::SameWithoutMove, "`同` stands here, but no move comes before it"));
    };
    if written.is_western() {
        return western::resolve(position, written, to);
    }
    let mut resolved = match written.origin {
        Origin::Board(from) => from_square(position, written, from, to)?,
        Origin::Hand => Resolved { mv: drop_of(written.piece, to)?, finding: None },
        Origin::Unstated | Origin::File(_) | Origin::Rank(_) => from_words(position, written, to)?,
    };
    if resolved.finding.is_none()
        && let Some(color) = written.color
        && color != position.turn()
    {
        resolved.finding = Some((
            Code::WrongSign,
            format!(
                "`{}` carries {color}'s sign, but {} is to move",
                position.variant().move_text(resolved.mv),
                position.turn()
            ),
        ));
    }
    Ok(resolved)
}

pub(super) fn unclear(code: Code, message: impl Into<String>) -> Unresolved {
    Unresolved::Unclear(code, message.into())
}

/// A move whose origin is written: the origin is authoritative, the piece name is checked against it.
fn from_square(
    position: &impl PlayablePosition,
    written: &WrittenMove,
    from: Square,
    to: Square,
) -> Result<Resolved, Unresolved> {
    let Some(piece) = position.piece_on(from) else { return Err(Unresolved::Breaks(Rule::EmptyOrigin)) };
    let variant = position.variant();
    let name = |kind| name(variant, kind);
    let place = || square_text(variant, from);
    let must = must_promote(position, written, from, to);
    let resolved = |promote, finding| Ok(Resolved { mv: Move::board(from, to, promote || must), finding });
    let Some(named) = written.piece else { return resolved(written.promotion == Promotion::Yes, None) };
    let promotion_of_origin = piece.kind.promoted() == Some(named);
    match (written.named, written.promotion) {
        (Named::After, _) if named == piece.kind => {
            Ok(Resolved { mv: Move::board(from, to, false), finding: None })
        }
        (Named::After, _) if promotion_of_origin => resolved(true, None),
        (Named::After, _) => Err(unclear(
            Code::PieceMismatch,
            format!("the move ends as {}, but {} stands on {}", name(named), name(piece.kind), place()),
        )),
        (_, Promotion::Yes) if named == piece.kind => resolved(true, None),
        (_, _) if named == piece.kind => resolved(false, None),
        // Some programs write the piece's new name instead of 成: `８八馬(22)` with an unpromoted bishop on 2b.
        (_, promotion) if promotion_of_origin && promotion != Promotion::No => resolved(
            true,
            Some((
                Code::PromotedNameMeansPromotion,
                format!(
                    "{} on {} is written with its promoted name; read as a promotion",
                    name(piece.kind),
                    place()
                ),
            )),
        ),
        (_, promotion) => resolved(
            promotion == Promotion::Yes,
            Some((
                Code::NoSuchPiece,
                format!("there is no {} on {}, a {} stands there", name(named), place(), name(piece.kind)),
            )),
        ),
    }
}

pub(super) fn drop_of(piece: Option<PieceKind>, to: Square) -> Result<Move, Unresolved> {
    let Some(kind) = piece else { return Err(unclear(Code::NoSuchMove, "a drop without a piece")) };
    if kind == PieceKind::King || kind.is_promoted() {
        return Err(Unresolved::Breaks(Rule::NotInHand));
    }
    Ok(Move::drop(kind, to))
}

/// A move without an origin: the legal moves of the named piece to the square, filtered by every word; a drop only
/// when no piece on the board can go there.
fn from_words(
    position: &impl PlayablePosition,
    written: &WrittenMove,
    to: Square,
) -> Result<Resolved, Unresolved> {
    let Some(kind) = written.piece else {
        return Err(unclear(Code::NoSuchMove, "neither a piece nor an origin is written"));
    };
    let promote = written.promotion == Promotion::Yes;
    if let Some(position) = position.as_shogi() {
        return from_words_of_shogi(position, written, kind, to);
    }
    let variant = position.variant();
    let mut found = [None; 2];
    let mut promoted = [None; 2];
    let count = |mv: Move, found: &mut [Option<Move>; 2]| {
        let slot = usize::from(found[0].is_some());
        found[slot] = Some(mv);
    };
    position.each_move(|mv| {
        let Some(from) = mv.from().filter(|_| mv.to() == to) else { return };
        let standing = position.piece_on(from).map(|piece| piece.kind);
        let fits = standing == Some(kind) && stands(position.turn(), variant, from, to, written.relative);
        if fits && mv.promotes() == (promote || must_promote(position, written, from, to)) {
            count(mv, &mut found);
        } else if variant == Variant::Dobutsu
            && mv.promotes()
            && standing.and_then(PieceKind::promoted) == Some(kind)
        {
            count(mv, &mut promoted);
        }
    });
    let name = |kind| name(variant, kind);
    let square = square_text(variant, to);
    match found {
        [Some(mv), None] => Ok(Resolved { mv, finding: None }),
        [Some(_), Some(_)] => Err(unclear(
            Code::AmbiguousMove,
            format!("more than one {} can move to {square}, and the text does not say which", name(kind)),
        )),
        [None, _] if !promote && position.holds(kind) => {
            let finding = Some(drop_finding(written, name(kind), &square));
            Ok(Resolved { mv: drop_of(Some(kind), to)?, finding })
        }
        [None, _] => match promoted {
            [Some(mv), None] => {
                let message = "a chick is written with the name of the hen that it becomes".to_owned();
                Ok(Resolved { mv, finding: Some((Code::PromotedNameMeansPromotion, message)) })
            }
            _ => Err(unclear(Code::NoSuchMove, format!("no {} can move to {square}", name(kind)))),
        },
    }
}

/// A move without an origin: the pieces of that kind that reach the square, filtered by every word. A drop only when no
/// piece on the board can make the move.
fn from_words_of_shogi(
    position: &Position,
    written: &WrittenMove,
    kind: PieceKind,
    to: Square,
) -> Result<Resolved, Unresolved> {
    let promote = written.promotion == Promotion::Yes;
    let reaching = position.reaching(kind, to);
    let meant = written.relative.among(position.turn(), kind, reaching, to);
    let legal = |from: &Square| position.judge(Move::board(*from, to, promote)).is_ok();
    let mut found = meant.into_iter().filter(legal);
    match (found.next(), found.next()) {
        (Some(from), None) => Ok(Resolved { mv: Move::board(from, to, promote), finding: None }),
        (Some(_), Some(_)) => {
            // What is ambiguous among the pieces that reach the square need not be so among those that may go there.
            let may_go = reaching.into_iter().filter(legal).collect();
            match single(written.relative.among(position.turn(), kind, may_go, to)) {
                Some(from) => Ok(Resolved { mv: Move::board(from, to, promote), finding: None }),
                None => Err(unclear(
                    Code::AmbiguousMove,
                    format!(
                        "more than one {} can move to {to}, and the text does not say which",
                        name(Variant::Shogi, kind)
                    ),
                )),
            }
        }
        (None, _) if !promote && position.hand(position.turn()).count(kind) > 0 => {
            let finding = Some(drop_finding(written, name(Variant::Shogi, kind), &to.to_string()));
            Ok(Resolved { mv: drop_of(Some(kind), to)?, finding })
        }
        // Only one piece can be meant, and its move breaks a rule: a foul that the record may speak of.
        (None, _) => match single(meant) {
            Some(from) => Ok(Resolved { mv: Move::board(from, to, promote), finding: None }),
            None => {
                Err(unclear(Code::NoSuchMove, format!("no {} can move to {to}", name(Variant::Shogi, kind))))
            }
        },
    }
}

/// What is to be said of a drop that is not marked as one. A word such as 上 is said of a piece on the board.
fn drop_finding(written: &WrittenMove, piece: &str, square: &str) -> (Code, String) {
    if written.relative.is_empty() {
        return (Code::UnmarkedDrop, format!("no {piece} on the board can reach {square}; read as a drop"));
    }
    (
        Code::WordDenied,
        format!("no {piece} on the board can move to {square} as the text says; read as a drop"),
    )
}

/// The only square of a set.
pub(super) fn single(squares: Bitboard) -> Option<Square> {
    squares.first().filter(|_| !squares.has_many())
}

/// True for a chick's move to the far rank when the text does not say that it stays a chick: it becomes a hen
/// without anybody saying so.
fn must_promote(position: &impl PlayablePosition, written: &WrittenMove, from: Square, to: Square) -> bool {
    let far = if position.turn() == Color::Black { 1 } else { 4 };
    position.variant() == Variant::Dobutsu
        && written.promotion == Promotion::Unstated
        && to.rank() == far
        && position.piece_on(from).is_some_and(|piece| piece.kind == PieceKind::Pawn)
}

/// A square as the game names it.
fn square_text(variant: Variant, square: Square) -> String {
    let animal = if variant == Variant::Dobutsu { dobutsu::Square::from_shogi(square) } else { None };
    animal.map_or_else(|| square.to_string(), |square| square.to_string())
}

/// True when a piece that goes from `from` to `to` fits every word, seen from the mover's side.
fn stands(mover: Color, variant: Variant, from: Square, to: Square, words: Relative) -> bool {
    if words.is_empty() {
        return true;
    }
    let (from, to) = match mover {
        Color::Black => (from, to),
        Color::White => (flip(variant, from), flip(variant, to)),
    };
    let all = [
        (Relative::LEFT, from.file() > to.file()),
        (Relative::RIGHT, from.file() < to.file()),
        (Relative::STRAIGHT, from.file() == to.file() && from.rank() == to.rank() + 1),
        (Relative::UP, from.rank() > to.rank()),
        (Relative::SIDEWAYS, from.rank() == to.rank()),
        (Relative::DOWN, from.rank() < to.rank()),
    ];
    all.into_iter().all(|(word, holds)| holds || !words.contains(word))
}

/// The square seen from the other side of the board.
fn flip(variant: Variant, square: Square) -> Square {
    let animal = if variant == Variant::Dobutsu { dobutsu::Square::from_shogi(square) } else { None };
    animal.map_or_else(|| square.flip(), |square| square.flip().to_shogi())
}

/// The English name of a piece.
pub(super) fn name(variant: Variant, kind: PieceKind) -> &'static str {
    let animal = if variant == Variant::Dobutsu { dobutsu::PieceKind::from_shogi(kind) } else { None };
    match animal {
        Some(dobutsu::PieceKind::Chick) => return "chick",
        Some(dobutsu::PieceKind::Elephant) => return "elephant",
        Some(dobutsu::PieceKind::Giraffe) => return "giraffe",
        Some(dobutsu::PieceKind::Lion) => return "lion",
        Some(dobutsu::PieceKind::Hen) => return "hen",
        None => {}
    }
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::Tokin => "tokin",
        PieceKind::PromotedLance => "promoted lance",
        PieceKind::PromotedKnight => "promoted knight",
        PieceKind::PromotedSilver => "promoted silver",
        PieceKind::Horse => "horse",
        PieceKind::Dragon => "dragon",
    }
}
