//! The slow and obvious way to answer a query, made from docs/query.md alone: every condition is looked up on the
//! rules' own positions, and every ply is held against every other one. The engine is held against it.

use kifukura::pattern::{
    Atom, Expression, ExpressionKind, Gap, MoveCondition, MovePattern, NoWords, PatternOrigin, PieceSet,
    Place, Relation, SquareSet,
};
use kifukura::rules::shogi::{Move, Piece, PieceKind, Square};
use kifukura::rules::{Color, MoveOrigin, Variant, VariantPosition, VariantSetup, dobutsu};

/// A way to look at a game: with left and right exchanged, with Black and White exchanged.
#[derive(Clone, Copy, Default)]
pub struct View {
    pub mirrored: bool,
    pub swapped: bool,
}

impl View {
    const ALL: [Self; 4] = [
        Self { mirrored: false, swapped: false },
        Self { mirrored: true, swapped: false },
        Self { mirrored: false, swapped: true },
        Self { mirrored: true, swapped: true },
    ];

    /// The place of the view among all.
    fn number(self) -> usize {
        usize::from(self.mirrored) + 2 * usize::from(self.swapped)
    }

    /// The square of the board that has this name when one looks so. Squares of dōbutsu shōgi are those of the
    /// corner of a shogi board that lishogi gives them.
    pub fn square(self, square: Square, variant: Variant) -> Square {
        let (files, ranks) = if variant == Variant::Shogi { (9, 9) } else { (3, 4) };
        // Turning the board exchanges left and right too.
        let file = if self.mirrored == self.swapped { square.file() } else { files + 1 - square.file() };
        let rank = if self.swapped { ranks + 1 - square.rank() } else { square.rank() };
        Square::new(file, rank).unwrap()
    }

    pub fn color(self, color: Color) -> Color {
        match (self.swapped, color) {
            (false, color) => color,
            (true, Color::Black) => Color::White,
            (true, Color::White) => Color::Black,
        }
    }

    pub fn piece(self, piece: Piece) -> Piece {
        Piece { color: self.color(piece.color), kind: piece.kind }
    }
}

/// The move that led to a ply.
#[derive(Clone, Copy)]
pub struct Led {
    pub mv: Move,
    /// The piece that moved, before it promoted.
    pub piece: Piece,
    pub captured: Option<Piece>,
}

/// A game with all its positions.
pub struct Played {
    pub variant: Variant,
    pub start: VariantSetup,
    pub moves: Vec<Move>,
    pub positions: Vec<VariantPosition>,
    /// The moves that led to the plies; at ply 0 there is none.
    pub led: Vec<Option<Led>>,
    checks: Vec<bool>,
    mates: Vec<bool>,
    /// What stands on each square at each ply, as each of the four views has it.
    boards: [Vec<Vec<Option<Piece>>>; 4],
}

pub fn squares(variant: Variant) -> Vec<Square> {
    match variant {
        Variant::Shogi => Square::all().collect(),
        Variant::Dobutsu => dobutsu::Square::all().map(dobutsu::Square::to_shogi).collect(),
    }
}

fn on(position: &VariantPosition, square: Square) -> Option<Piece> {
    match position {
        VariantPosition::Shogi(position) => position.piece_at(square),
        VariantPosition::Dobutsu(position) => {
            position.piece_at(dobutsu::Square::from_shogi(square)?).map(dobutsu::Piece::to_shogi)
        }
    }
}

fn in_hand(position: &VariantPosition, color: Color, kind: PieceKind) -> u32 {
    if !PieceKind::HAND.contains(&kind) {
        return 0;
    }
    match position {
        VariantPosition::Shogi(position) => position.hand(color).count(kind).into(),
        VariantPosition::Dobutsu(position) => match dobutsu::PieceKind::from_shogi(kind) {
            Some(kind) => position.hand(color).count(kind).into(),
            None => 0,
        },
    }
}

/// Whether the lion of the side to move is attacked.
fn lion_attacked(position: &dobutsu::Position, color: Color) -> bool {
    let other = if color == Color::Black { Color::White } else { Color::Black };
    position.lion(color).is_some_and(|lion| position.is_attacked(lion, other))
}

fn is_check(position: &VariantPosition) -> bool {
    match position {
        VariantPosition::Shogi(position) => position.in_check(),
        VariantPosition::Dobutsu(position) => lion_attacked(position, position.turn()),
    }
}

fn is_mate(position: &VariantPosition) -> bool {
    match position {
        VariantPosition::Shogi(position) => position.is_checkmate(),
        VariantPosition::Dobutsu(position) => {
            let own = position.turn();
            let saves = |mv: &dobutsu::Move| {
                let mut after = *position;
                let takes_lion =
                    position.piece_at(mv.to()).is_some_and(|piece| piece.kind == dobutsu::PieceKind::Lion);
                after.play(*mv);
                takes_lion || !lion_attacked(&after, own)
            };
            lion_attacked(position, own) && !position.legal_moves().iter().any(saves)
        }
    }
}

impl Played {
    pub fn new(start: VariantPosition, moves: &[Move]) -> Self {
        let setup = match &start {
            VariantPosition::Shogi(position) => VariantSetup::from(position.setup()),
            VariantPosition::Dobutsu(position) => VariantSetup::from(position.setup()),
        };
        let (mut positions, mut led) = (vec![start], vec![None]);
        for mv in moves {
            let position = positions.last().unwrap();
            let piece = match mv.origin() {
                MoveOrigin::Board(from) => on(position, from).unwrap(),
                MoveOrigin::Hand(kind) => Piece::new(position.turn(), kind),
            };
            led.push(Some(Led { mv: *mv, piece, captured: on(position, mv.to()) }));
            let mut next = position.clone();
            next.play(*mv);
            positions.push(next);
        }
        let (checks, mates) =
            (positions.iter().map(is_check).collect(), positions.iter().map(is_mate).collect());
        let variant = setup.variant();
        let boards = View::ALL.map(|view| {
            let board = |position: &VariantPosition| {
                let mut board = vec![None; Square::COUNT];
                for square in squares(variant) {
                    let there = on(position, view.square(square, variant));
                    board[square.index()] = there.map(|piece| view.piece(piece));
                }
                board
            };
            positions.iter().map(board).collect()
        });
        Self { variant, start: setup, moves: moves.to_vec(), positions, led, checks, mates, boards }
    }

    /// What stands on a square that has this name in a view, as a piece of the view.
    pub fn at(&self, ply: usize, view: View, square: Square) -> Option<Piece> {
        self.boards[view.number()][ply][square.index()]
    }

    /// How many pieces a side of the view has in hand.
    pub fn hand(&self, ply: usize, view: View, color: Color, kind: PieceKind) -> u32 {
        in_hand(&self.positions[ply], view.color(color), kind)
    }

    pub fn turn(&self, ply: usize, view: View) -> Color {
        view.color(self.positions[ply].turn())
    }

    /// The plies at which a query holds, each with the sides that it has there: Black, White.
    pub fn matches(&self, query: &Expression<NoWords>) -> Vec<(u32, [bool; 2])> {
        let found = self.table(query, View::default(), None);
        let plies = (0..).zip(found).filter(|(_, sides)| *sides != NOWHERE);
        plies.map(|(ply, [_, black, white])| (ply, [black, white])).collect()
    }
}

/// The sides with which something holds: with none, with Black, with White. It does not hold where all are false.
pub type Sides = [bool; 3];

const NOWHERE: Sides = [false; 3];
const NO_SIDE: Sides = [true, false, false];

/// What has no side yet gets that of the view.
fn sided([none, black, white]: Sides, view: View) -> Sides {
    if view.swapped { [false, black, none || white] } else { [false, none || black, white] }
}

/// The later part's side counts where it has one.
fn joined(earlier: Sides, later: Sides) -> Sides {
    let mut sides = NOWHERE;
    for one in (0..3).filter(|side| earlier[*side]) {
        for other in (0..3).filter(|side| later[*side]) {
            sides[if other == 0 { one } else { other }] = true;
        }
    }
    sides
}

fn either(one: Sides, other: Sides) -> Sides {
    std::array::from_fn(|side| one[side] || other[side])
}

/// Whether a query asks for the step before it. Of a sequence the first step does; those behind it have their own.
fn asks_before(query: &Expression<NoWords>) -> bool {
    match &query.kind {
        ExpressionKind::Then(first, _) => asks_before(first),
        kind => {
            matches!(kind, ExpressionKind::Atom(Atom::Same(_))) || query.parts().into_iter().any(asks_before)
        }
    }
}

impl Played {
    /// For each ply the sides with which a query holds there, seen so, when the step before was found at `before`.
    fn table(&self, query: &Expression<NoWords>, view: View, before: Option<usize>) -> Vec<Sides> {
        let mut any = vec![NOWHERE; self.positions.len()];
        let mut add = |more: Vec<Sides>| {
            any.iter_mut().zip(more).for_each(|(sides, more)| *sides = either(*sides, more));
        };
        match &query.kind {
            ExpressionKind::Atom(atom) => {
                let at = |ply| {
                    if self.holds(atom, ply, view, before) { NO_SIDE } else { NOWHERE }
                };
                (0..self.positions.len()).map(at).collect()
            }
            ExpressionKind::Not(inner) => {
                let not = |sides: Sides| if sides == NOWHERE { NO_SIDE } else { NOWHERE };
                self.table(inner, view, before).into_iter().map(not).collect()
            }
            ExpressionKind::And(parts) => {
                let mut all = vec![NO_SIDE; self.positions.len()];
                for part in parts {
                    let part = self.table(part, view, before);
                    all = all.into_iter().zip(part).map(|(earlier, later)| joined(earlier, later)).collect();
                }
                all
            }
            ExpressionKind::Or(parts) => {
                parts.iter().for_each(|part| add(self.table(part, view, before)));
                any
            }
            ExpressionKind::Then(first, steps) => {
                let mut found = self.table(first, view, before);
                for (gap, step) in steps {
                    found = self.step(&found, *gap, step, view);
                }
                found
            }
            ExpressionKind::Mirrored(inner) => {
                self.table(inner, View { mirrored: !view.mirrored, ..view }, before)
            }
            ExpressionKind::Swapped(inner) => {
                let view = View { swapped: !view.swapped, ..view };
                self.table(inner, view, before).into_iter().map(|sides| sided(sides, view)).collect()
            }
            ExpressionKind::Either(inner) => {
                for view in [view, View { swapped: !view.swapped, ..view }] {
                    add(self
                        .table(inner, view, before)
                        .into_iter()
                        .map(|sides| sided(sides, view))
                        .collect());
                }
                any
            }
        }
    }

    /// The sides with which a sequence holds at each ply, from those of the step before.
    fn step(&self, before: &[Sides], gap: Gap, step: &Expression<NoWords>, view: View) -> Vec<Sides> {
        let mut found = vec![NOWHERE; before.len()];
        // What does not ask for the step before is the same whichever it was.
        let fixed = (!asks_before(step)).then(|| self.table(step, view, None));
        for (from, earlier) in before.iter().enumerate().filter(|(_, sides)| **sides != NOWHERE) {
            let here = match &fixed {
                Some(fixed) => fixed,
                None => &self.table(step, view, Some(from)),
            };
            for (ply, later) in here.iter().enumerate().skip(from + 1) {
                let between = u32::try_from(ply - from - 1).unwrap();
                if gap.from <= between && gap.to.is_none_or(|most| between <= most) {
                    found[ply] = either(found[ply], joined(*earlier, *later));
                }
            }
        }
        found
    }

    fn holds(&self, atom: &Atom<NoWords>, ply: usize, view: View, before: Option<usize>) -> bool {
        let piece_at = |square: Square| self.at(ply, view, square);
        match atom {
            Atom::OnSome(squares, pieces) => squares.iter().any(|square| pieces.contains(piece_at(square))),
            Atom::OnEvery(squares, pieces) => squares.iter().all(|square| pieces.contains(piece_at(square))),
            Atom::Count(pieces, place, relation, number) => {
                compares(self.count(*pieces, *place, ply, view), *relation, *number)
            }
            Atom::Points(color, relation, number) => {
                compares(self.points(*color, ply, view), *relation, *number)
            }
            Atom::Turn(color) => self.turn(ply, view) == *color,
            Atom::Ply(relation, number) => compares(u32::try_from(ply).unwrap(), *relation, *number),
            Atom::Check => self.checks[ply],
            Atom::Mate => self.mates[ply],
            Atom::End => ply == self.moves.len(),
            Atom::Promotes(condition) => self.led[ply]
                .is_some_and(|led| led.mv.promotes() && self.meets(condition, Some(led.piece), led.mv, view)),
            Atom::Captures(condition) => self.led[ply].is_some_and(|led| {
                led.captured.is_some() && self.meets(condition, led.captured, led.mv, view)
            }),
            Atom::Drops(condition) => self.led[ply]
                .is_some_and(|led| led.mv.is_drop() && self.meets(condition, Some(led.piece), led.mv, view)),
            Atom::Move(pattern) => self.led[ply].is_some_and(|led| self.is_move(pattern, led.mv, view)),
            Atom::Position(setup) => self.is_position(setup, ply, view),
            Atom::Same(squares) => before.is_some_and(|before| {
                squares.iter().all(|square| piece_at(square) == self.at(before, view, square))
            }),
            other => panic!("{other:?}"),
        }
    }

    fn count(&self, pieces: PieceSet, place: Place, ply: usize, view: View) -> u32 {
        let all = squares(self.variant);
        let on_board = |test: &dyn Fn(Option<Piece>) -> bool, squares: &[Square]| {
            let fits = squares.iter().filter(|square| test(self.at(ply, view, **square)));
            u32::try_from(fits.count()).unwrap()
        };
        // Of a side, whatever the case of the letter, or each of its own. What is promoted in the query counts as what
        // it was before.
        let wanted = |piece: Piece, owner: Option<Color>| {
            let kinds = [Some(piece.kind), piece.kind.promoted()];
            let is_named = |color: Color| {
                kinds.into_iter().flatten().any(|kind| pieces.contains(Some(Piece::new(color, kind))))
            };
            match owner {
                None => is_named(piece.color),
                Some(owner) => piece.color == owner && Color::ALL.into_iter().any(is_named),
            }
        };
        let held = |owner: Option<Color>| -> u32 {
            let pairs =
                Color::ALL.into_iter().flat_map(|color| PieceKind::HAND.map(|kind| Piece::new(color, kind)));
            let wanted = pairs.filter(|piece| wanted(*piece, owner));
            wanted.map(|piece| self.hand(ply, view, piece.color, piece.kind)).sum()
        };
        match place {
            Place::Squares(set) => {
                let squares: Vec<Square> = all.into_iter().filter(|square| set.contains(*square)).collect();
                on_board(&|piece| pieces.contains(piece), &squares)
            }
            Place::Hand(owner) => held(owner),
            Place::All(owner) => {
                let unpromoted = |piece: Piece| Piece { kind: piece.kind.unpromoted(), ..piece };
                let test = |piece: Option<Piece>| piece.is_some_and(|piece| wanted(unpromoted(piece), owner));
                on_board(&test, &all) + held(owner)
            }
        }
    }

    fn points(&self, color: Color, ply: usize, view: View) -> u32 {
        let worth = |kind: PieceKind| match kind {
            PieceKind::King => 0,
            PieceKind::Rook | PieceKind::Dragon | PieceKind::Bishop | PieceKind::Horse => 5,
            _ => 1,
        };
        let board = squares(self.variant).into_iter().filter_map(|square| self.at(ply, view, square));
        let board: u32 = board.filter(|piece| piece.color == color).map(|piece| worth(piece.kind)).sum();
        let hand = PieceKind::HAND.map(|kind| worth(kind) * self.hand(ply, view, color, kind));
        board + hand.iter().sum::<u32>()
    }

    fn meets(&self, condition: &MoveCondition, piece: Option<Piece>, mv: Move, view: View) -> bool {
        let piece = piece.map(|piece| view.piece(piece));
        condition.pieces.is_none_or(|pieces| pieces.contains(piece))
            && condition.squares.is_none_or(|squares| self.has(squares, mv.to(), view))
    }

    /// Whether a square of the board is one of those that have these names in a view.
    fn has(&self, set: SquareSet, square: Square, view: View) -> bool {
        set.iter().any(|named| view.square(named, self.variant) == square)
    }

    fn is_move(&self, pattern: &MovePattern, mv: Move, view: View) -> bool {
        let origin = match (pattern.origin, mv.origin()) {
            (PatternOrigin::Any, _) => true,
            (PatternOrigin::Squares(set), MoveOrigin::Board(from)) => self.has(set, from, view),
            (PatternOrigin::Hand(kinds), MoveOrigin::Hand(kind)) => kinds.contains(kind),
            _ => false,
        };
        let promotes = pattern.promotes.is_none_or(|promotes| promotes == mv.promotes());
        origin && promotes && self.has(pattern.to, mv.to(), view)
    }

    fn is_position(&self, setup: &VariantSetup, ply: usize, view: View) -> bool {
        let (board, hands): (Vec<Option<Piece>>, Vec<u32>) = match setup {
            VariantSetup::Shogi(setup) => (
                squares(Variant::Shogi).into_iter().map(|square| setup.piece_at(square)).collect(),
                hands(|color, kind| setup.hands[color].count(kind).into()),
            ),
            VariantSetup::Dobutsu(setup) => (
                setup.board.iter().map(|piece| piece.map(dobutsu::Piece::to_shogi)).collect(),
                hands(|color, kind| {
                    dobutsu::PieceKind::from_shogi(kind)
                        .map_or(0, |kind| setup.hands[color].count(kind).into())
                }),
            ),
        };
        let here: Vec<_> =
            squares(self.variant).into_iter().map(|square| self.at(ply, view, square)).collect();
        setup.variant() == self.variant
            && board == here
            && hands == self::hands(|color, kind| self.hand(ply, view, color, kind))
            && setup.turn() == self.turn(ply, view)
    }
}

fn hands(count: impl Fn(Color, PieceKind) -> u32) -> Vec<u32> {
    let pairs = Color::ALL.into_iter().flat_map(|color| PieceKind::HAND.map(|kind| (color, kind)));
    pairs.map(|(color, kind)| count(color, kind)).collect()
}

fn compares(number: u32, relation: Relation, other: u32) -> bool {
    match relation {
        Relation::Equal => number == other,
        Relation::NotEqual => number != other,
        Relation::Less => number < other,
        Relation::AtMost => number <= other,
        Relation::More => number > other,
        Relation::AtLeast => number >= other,
    }
}
