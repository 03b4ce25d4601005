//! Games between players of a club: openings from a book, then a shallow search with some chance.

use super::book::BOOK;
use super::random::Random;
use super::search::{MATE, candidates, evaluate, gives_away, leaves_hanging, ring};
use kifukura::record::Ending;
use kifukura::rules::Color;
use kifukura::rules::shogi::{History, ImpasseDeclaration, Move, PieceKind, Position, Square};

/// How many plies nothing is left hanging.
const CAREFUL: usize = 30;

/// What a side must be behind to think of resigning, in hundredths of a pawn.
const HOPELESS: i32 = 1400;

/// A game and how it ended.
pub struct Game {
    /// The legal moves.
    pub moves: Vec<Move>,
    /// A move against the rules that ended the game.
    pub illegal: Option<Move>,
    pub ending: Ending,
    /// Something was left hanging early on, since there was no other move.
    pub slipped: bool,
    /// Who is to move at the end.
    pub mover: Color,
}

/// Plays a game that ends so if it can be had, else by resignation.
pub fn play(opening: usize, wanted: Ending, random: &mut Random) -> Game {
    let mut table = Table::new(opening, random);
    let ending = table.play(wanted, random).unwrap_or(Ending::Resignation);
    Game {
        mover: table.position.turn(),
        moves: table.moves,
        illegal: table.illegal,
        ending,
        slipped: table.slipped,
    }
}

/// Where the other king stands at the start.
fn goal(color: Color) -> Option<Square> {
    Square::new(5, if color == Color::Black { 1 } else { 9 })
}

/// All points of a side: five for a rook or bishop, one for any other piece but the king.
fn points(position: &Position, color: Color) -> u32 {
    let one = |kind: PieceKind| match kind.unpromoted() {
        PieceKind::King => 0,
        PieceKind::Rook | PieceKind::Bishop => 5,
        _ => 1,
    };
    let board = position.pieces(color).into_iter().filter_map(|square| position.piece_at(square));
    let hand = position.hand(color).iter().map(|(kind, count)| one(kind) * u32::from(count)).sum::<u32>();
    board.map(|piece| one(piece.kind)).sum::<u32>() + hand
}

struct Table {
    position: Position,
    history: History,
    moves: Vec<Move>,
    illegal: Option<Move>,
    slipped: bool,
}

impl Table {
    fn new(opening: usize, random: &mut Random) -> Self {
        let position = Position::startpos();
        let history = History::new(&position);
        let mut table = Self { position, history, moves: Vec::new(), illegal: None, slipped: false };
        let lines = BOOK[opening].lines;
        let line: Vec<&str> = lines[random.below(lines.len())].split_whitespace().collect();
        let known = 2 + random.below(line.len() - 1);
        for text in BOOK[opening].trunk.split_whitespace().chain(line.into_iter().take(known)) {
            let mv: Move = text.parse().expect("the book is USI");
            table.position.judge(mv).unwrap_or_else(|rule| panic!("{text} in opening {opening}: {rule:?}"));
            table.push(mv);
        }
        table
    }

    fn push(&mut self, mv: Move) {
        self.position.play(mv);
        self.history.push(&self.position);
        self.moves.push(mv);
    }

    fn play(&mut self, wanted: Ending, random: &mut Random) -> Option<Ending> {
        let turning_point = match wanted {
            Ending::Sennichite => self.moves.len() + random.below(12),
            Ending::Jishogi | Ending::Declaration | Ending::TryRule => 36,
            _ => 44 + random.below(24),
        };
        let most = 150 + random.below(30);
        let mut hopeless = [0; 2];
        loop {
            if self.moves.len() >= turning_point
                && let Some(ending) = self.turn_to(wanted, random)
            {
                return Some(ending);
            }
            if self.position.legal_moves().is_empty() {
                return Some(Ending::Checkmate);
            }
            let (value, mv) = self.choose(random);
            let side = &mut hopeless[self.position.turn() as usize % 2];
            *side = if value < -HOPELESS { *side + 1 } else { 0 };
            let stubborn = matches!(wanted, Ending::Checkmate | Ending::MaxMoves | Ending::DrawAgreed)
                && self.moves.len() < 220;
            if self.moves.len() > 50 && *side >= 3 && !stubborn || self.moves.len() > most && !stubborn {
                return Some(Ending::Resignation);
            }
            self.push(mv);
        }
    }

    /// A good move, chosen with some chance among those nearly as good as the best.
    fn choose(&mut self, random: &mut Random) -> (i32, Move) {
        if let Some(mv) = self.position.mate_in_one() {
            return (MATE, mv);
        }
        let careful = self.moves.len() < CAREFUL;
        let margin = if careful { 120 } else { 60 };
        let mut found = candidates(&self.position, margin, 3);
        let before = found[0];
        if careful {
            let keeps = |found: &mut Vec<(i32, Move)>| {
                found.retain(|(_, mv)| {
                    !gives_away(&self.position, *mv) && !leaves_hanging(&self.position.after(*mv))
                });
            };
            keeps(&mut found);
            if found.is_empty() {
                found = candidates(&self.position, 500, 3);
                keeps(&mut found);
                found.truncate(1);
            }
        }
        // A position that was there already is avoided.
        found.retain(|(_, mv)| {
            let mut history = self.history.clone();
            history.push(&self.position.after(*mv));
            history.count() < 2
        });
        if found.is_empty() {
            self.slipped |= careful;
            return before;
        }
        let place = (random.unit().powi(2) * found.len() as f64) as usize;
        found[place.min(found.len() - 1)]
    }

    /// Ends the game in another way than by resignation, if it is time for that and possible here.
    fn turn_to(&mut self, wanted: Ending, random: &mut Random) -> Option<Ending> {
        match wanted {
            Ending::Sennichite => self.repeat(false),
            Ending::PerpetualCheck => self.repeat(true),
            Ending::IllegalMove => self.slip(random),
            Ending::Jishogi | Ending::Declaration | Ending::TryRule => self.enter(wanted, random),
            Ending::TimeForfeit | Ending::MaxMoves => {
                let limit = if wanted == Ending::MaxMoves { 120 } else { 44 };
                (self.moves.len() >= limit).then_some(wanted)
            }
            Ending::Interrupted | Ending::Adjourned | Ending::Disconnection => Some(wanted),
            Ending::DrawAgreed => (evaluate(&self.position).abs() < 500).then_some(wanted),
            _ => None,
        }
        .filter(|ending| *ending == wanted)
    }

    /// A cycle of four moves, played until the position stands for the fourth time.
    fn repeat(&mut self, checks: bool) -> Option<Ending> {
        let start = &self.position;
        let moves = |position: &Position| -> Vec<Move> {
            let legal = position.legal_moves();
            let quiet = |mv: &&Move| !mv.is_drop() && !mv.promotes() && position.piece_at(mv.to()).is_none();
            legal.iter().filter(quiet).copied().collect()
        };
        let fits = |after: &Position| after.in_check() == checks && (checks || !leaves_hanging(after));
        let back = |mv: Move| Some(Move::board(mv.to(), mv.from()?, false));
        for first in moves(start) {
            let one = start.after(first);
            if !fits(&one) {
                continue;
            }
            for second in moves(&one) {
                let two = one.after(second);
                if two.in_check() || !checks && leaves_hanging(&two) {
                    continue;
                }
                let (Some(third), Some(fourth)) = (back(first), back(second)) else { continue };
                let given = [(start, first), (&one, second), (&two, third)];
                if !checks && given.into_iter().any(|(position, mv)| gives_away(position, mv)) {
                    continue;
                }
                if two.judge(third).is_err() {
                    continue;
                }
                let three = two.after(third);
                if !fits(&three) || three.judge(fourth).is_err() || three.after(fourth).in_check() {
                    continue;
                }
                while self.history.count() < 4 {
                    for mv in [first, second, third, fourth] {
                        self.push(mv);
                    }
                }
                return Some(if checks { Ending::PerpetualCheck } else { Ending::Sennichite });
            }
        }
        None
    }

    /// A second pawn on a file, or a king that stays in check.
    fn slip(&mut self, random: &mut Random) -> Option<Ending> {
        let color = self.position.turn();
        let drops: Vec<Move> = Square::all()
            .filter(|to| self.position.piece_at(*to).is_none())
            .map(|to| Move::drop(PieceKind::Pawn, to))
            .filter(|mv| self.position.judge(*mv).is_err_and(|rule| rule.name() == "two_pawns"))
            .collect();
        let (_, best) = self.choose(random);
        let pinned = self.position.pieces(color).into_iter().find_map(|from| {
            let mv = Move::board(from, best.to(), false);
            self.position.judge(mv).is_err_and(|rule| rule.name() == "left_in_check").then_some(mv)
        });
        let mv = if drops.is_empty() { pinned? } else { drops[random.below(drops.len())] };
        self.illegal = Some(mv);
        Some(Ending::IllegalMove)
    }

    /// Both kings go to the other side of the board, and nobody stops them.
    fn enter(&mut self, wanted: Ending, random: &mut Random) -> Option<Ending> {
        let claimant = if random.chance(0.5) { Color::Black } else { Color::White };
        for _ in 0..400 {
            let mover = self.position.turn();
            let facts = |color| ImpasseDeclaration::of(&self.position, color);
            let reached = match wanted {
                Ending::Jishogi => [Color::Black, Color::White]
                    .into_iter()
                    .all(|color| facts(color).king_in_zone && points(&self.position, color) >= 24),
                Ending::Declaration => facts(mover).failed_csa27(mover, 0).next().is_none(),
                _ => {
                    let goal = goal(!mover);
                    self.position.king(!mover) == goal
                        && goal.is_some_and(|it| !self.position.is_attacked(it, mover))
                }
            };
            if reached {
                return Some(wanted);
            }
            let mv = self.march(wanted, mover == claimant, random)?;
            self.push(mv);
        }
        None
    }

    /// A move that brings the kings on; whoever claims nothing lets it happen.
    fn march(&self, wanted: Ending, claims: bool, random: &mut Random) -> Option<Move> {
        let mover = self.position.turn();
        let legal = self.position.legal_moves();
        let rated = legal.iter().filter_map(|mv| {
            let after = self.position.after(*mv);
            if after.in_check() || after.legal_moves().is_empty() {
                return None;
            }
            let taken = i32::from(self.position.piece_at(mv.to()).is_some());
            let facts = ImpasseDeclaration::of(&after, mover);
            let way = |color| way(&after, color, wanted == Ending::TryRule);
            let gain = match wanted {
                Ending::Jishogi => -40 * (way(mover) + way(!mover)) - 500 * taken,
                Ending::TryRule if claims => -40 * way(mover) + 30 * taken,
                Ending::Declaration if claims => {
                    -40 * way(mover)
                        + 90 * i32::from(facts.pieces_in_zone.min(12))
                        + 30 * i32::try_from(points(&after, mover)).ok()?
                        - 30 * i32::try_from(lost(&after)).ok()?
                }
                _ => -40 * way(!mover) - 500 * taken,
            };
            let mut history = self.history.clone();
            history.push(&after);
            let seen = i32::try_from(history.count()).ok()?;
            Some(((gain - 60 * seen) * 16 + i32::try_from(random.below(16 * 8)).ok()?, *mv))
        });
        rated.max_by_key(|(value, mv)| (*value, mv.raw())).map(|(_, mv)| mv)
    }
}

/// How many pieces the side to move could take, those that are held included.
fn lost(position: &Position) -> usize {
    let taken = |square: &Square| position.is_attacked(*square, position.turn());
    position.pieces(!position.turn()).into_iter().filter(taken).count()
}

/// How far a king has to go to the enemy camp, or to the other king's square: guarded squares and own pieces on the
/// way count as several steps.
fn way(position: &Position, color: Color, to_goal: bool) -> i32 {
    let Some(king) = position.king(color) else { return 0 };
    let arrived = |square: Square| {
        if to_goal {
            Some(square) == goal(color)
        } else {
            (if color == Color::Black { square.rank() } else { 10 - square.rank() }) <= 3
        }
    };
    let mut cost = [i32::MAX; 81];
    cost[king.index()] = 0;
    let mut open = vec![king];
    let mut best = i32::MAX;
    while let Some(at) = open.pop() {
        let spent = cost[at.index()];
        if arrived(at) {
            best = best.min(spent);
            continue;
        }
        for next in ring(at) {
            let own = position.piece_at(next).is_some_and(|piece| piece.color == color);
            let step = 1 + 4 * i32::from(position.is_attacked(next, !color)) + 2 * i32::from(own);
            if spent + step < cost[next.index()].min(best) {
                cost[next.index()] = spent + step;
                open.push(next);
            }
        }
    }
    best.min(100)
}
