//! A shallow search: enough for moves that leave nothing hanging.

use kifukura::rules::shogi::{Move, Piece, PieceKind, Position, Square};
use kifukura::rules::{Color, shogi::MoveList};

/// What a position is worth when the side to move has been mated, less the plies until then.
pub const MATE: i32 = 30_000;

/// The worth of a piece, in hundredths of a pawn.
const fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Lance => 300,
        PieceKind::Knight => 330,
        PieceKind::Silver => 500,
        PieceKind::Gold | PieceKind::Tokin | PieceKind::PromotedLance | PieceKind::PromotedKnight => 550,
        PieceKind::PromotedSilver => 560,
        PieceKind::Bishop => 800,
        PieceKind::Rook => 950,
        PieceKind::Horse => 1100,
        PieceKind::Dragon => 1300,
        PieceKind::King => 0,
    }
}

/// How far a square is from a side's own edge of the board, 0 to 8.
fn advance(square: Square, color: Color) -> i32 {
    let rank = i32::from(square.rank());
    if color == Color::Black { 9 - rank } else { rank - 1 }
}

fn distance(a: Square, b: Square) -> i32 {
    let across = (i32::from(a.file()) - i32::from(b.file())).abs();
    across.max((i32::from(a.rank()) - i32::from(b.rank())).abs())
}

/// What a piece on the board is worth where it stands.
fn placed(square: Square, piece: Piece, king: Square, enemy: Square) -> i32 {
    let near = distance(square, king);
    let place = match piece.kind {
        PieceKind::Pawn => 4 * advance(square, piece.color),
        PieceKind::Gold => 24 * (3 - near).max(0) - 6 * (advance(square, piece.color) - 3).max(0),
        PieceKind::Silver => 14 * (3 - near).max(0) + 5 * advance(square, piece.color).min(4),
        PieceKind::Rook => 7 * near.min(5),
        PieceKind::Lance | PieceKind::Knight | PieceKind::Bishop => 0,
        PieceKind::King => {
            let away = (i32::from(square.file()) - 5).abs();
            10 * away.min(3) - 25 * (advance(square, piece.color) - 1).max(0)
        }
        _ => 12 * (4 - distance(square, enemy)).max(0),
    };
    worth(piece.kind) + place
}

/// The squares around a king.
pub fn ring(king: Square) -> impl Iterator<Item = Square> {
    let steps = (-1..=1_i8).flat_map(|file| (-1..=1_i8).map(move |rank| (file, rank)));
    steps.filter_map(move |(file, rank)| {
        Square::new(king.file().checked_add_signed(file)?, king.rank().checked_add_signed(rank)?)
    })
}

/// What the position is worth to the side to move.
pub fn evaluate(position: &Position) -> i32 {
    let (Some(black), Some(white)) = (position.king(Color::Black), position.king(Color::White)) else {
        return 0;
    };
    let mut sum = 0;
    for (color, king, enemy, sign) in [(Color::Black, black, white, 1), (Color::White, white, black, -1)] {
        for square in position.pieces(color) {
            if let Some(piece) = position.piece_at(square) {
                sum += sign * placed(square, piece, king, enemy);
            }
        }
        for (kind, count) in position.hand(color).iter() {
            sum += sign * worth(kind) * 11 / 10 * i32::from(count);
        }
        let pressed = ring(enemy).filter(|square| position.is_attacked(*square, color)).count();
        let held = ring(enemy).filter(|square| position.is_attacked(*square, !color)).count();
        sum += sign * (22 * i32::try_from(pressed).unwrap_or(0) - 6 * i32::try_from(held).unwrap_or(0));
    }
    if position.turn() == Color::Black { sum } else { -sum }
}

/// Captures and promotions first, the dearest ones before all.
fn ordered(position: &Position, moves: &MoveList) -> Vec<Move> {
    let mut moves: Vec<(i32, Move)> = moves
        .iter()
        .map(|mv| {
            let taken = position.piece_at(mv.to()).map_or(0, |piece| worth(piece.kind));
            let own = mv.from().and_then(|from| position.piece_at(from)).map_or(0, |piece| worth(piece.kind));
            let promotion = if mv.promotes() { 300 } else { 0 };
            (-(10 * taken + promotion - if taken > 0 { own / 10 } else { 0 }), *mv)
        })
        .collect();
    moves.sort_by_key(|(key, mv)| (*key, mv.raw()));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

/// The worth when only captures and promotions are looked at.
pub fn quiet(position: &Position, mut alpha: i32, beta: i32, depth: u32) -> i32 {
    let stand = evaluate(position);
    if stand >= beta || depth == 0 {
        return stand;
    }
    alpha = alpha.max(stand);
    for mv in ordered(position, &position.legal_moves()) {
        if position.piece_at(mv.to()).is_none() && !mv.promotes() {
            break;
        }
        let value = -quiet(&position.after(mv), -beta, -alpha, depth - 1);
        if value >= beta {
            return value;
        }
        alpha = alpha.max(value);
    }
    alpha
}

/// The worth after `depth` more plies.
fn search(position: &Position, mut alpha: i32, beta: i32, depth: u32) -> i32 {
    if depth == 0 && !position.in_check() {
        return quiet(position, alpha, beta, 6);
    }
    let legal = position.legal_moves();
    if legal.is_empty() {
        return -MATE;
    }
    for mv in ordered(position, &legal) {
        let mut value = -search(&position.after(mv), -beta, -alpha, depth.saturating_sub(1));
        // A mate that is nearer counts more.
        value -= value.signum() * i32::from(value.abs() > MATE - 100);
        if value >= beta {
            return value;
        }
        alpha = alpha.max(value);
    }
    alpha
}

/// The moves that are worth at most `margin` less than the best one, best first, with what they are worth.
pub fn candidates(position: &Position, margin: i32, depth: u32) -> Vec<(i32, Move)> {
    let mut found = Vec::new();
    let mut best = -MATE;
    for mv in ordered(position, &position.legal_moves()) {
        let value = -search(&position.after(mv), -MATE, margin - best, depth - 1);
        best = best.max(value);
        found.push((value, mv));
    }
    found.retain(|(value, _)| *value >= best - margin);
    found.sort_by_key(|(value, mv)| (-value, mv.raw()));
    found
}

/// Does the side that has just moved leave something that can be taken for nothing?
pub fn leaves_hanging(after: &Position) -> bool {
    let mover = !after.turn();
    let bare = |square: Square| {
        after.piece_at(square).is_some_and(|piece| piece.kind != PieceKind::King)
            && after.is_attacked(square, after.turn())
            && !after.is_attacked(square, mover)
    };
    after.pieces(mover).into_iter().any(bare) || quiet(after, -MATE, MATE, 6) > evaluate(after) + 60
}

/// What the side to move wins on a square when both sides take there with their cheapest pieces first.
fn won_on(square: Square, position: &Position) -> i32 {
    let Some(target) = position.piece_at(square) else { return 0 };
    let legal = position.legal_moves();
    let takers = legal.iter().filter(|mv| mv.to() == square && !mv.is_drop());
    let price =
        |mv: &&Move| mv.from().and_then(|from| position.piece_at(from)).map_or(0, |it| worth(it.kind));
    let Some(taker) = takers.min_by_key(price) else { return 0 };
    (worth(target.kind) - won_on(square, &position.after(*taker))).max(0)
}

/// Does a move leave more than a pawn to be taken for nothing, what it takes itself set off?
pub fn gives_away(position: &Position, mv: Move) -> bool {
    let taken = position.piece_at(mv.to()).map_or(0, |piece| worth(piece.kind));
    let after = position.after(mv);
    after.pieces(position.turn()).into_iter().any(|square| won_on(square, &after) > taken.min(1000) + 50)
}
