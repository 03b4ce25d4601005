//! Random queries over the whole grammar, made of what stands and happens in a game, so that they often hold there.

use super::naive::{Played, View, squares};
use fastrand::Rng;
use kifukura::rules::shogi::{Piece, PieceKind, Square};
use kifukura::rules::{Color, MoveOrigin, Variant, dobutsu};

/// How tightly what was written binds; what binds less tightly than its surroundings needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Then,
    Or,
    And,
    Unit,
}

/// Where a condition is to hold: the ply, how one looks at the board, and the ply of the step before.
#[derive(Clone, Copy)]
struct Scene {
    ply: usize,
    view: View,
    before: Option<usize>,
}

/// Makes queries out of a game.
pub struct Generator<'g> {
    pub rng: Rng,
    pub game: &'g Played,
}

fn square_text(square: Square, variant: Variant) -> String {
    match (variant, dobutsu::Square::from_shogi(square)) {
        (Variant::Dobutsu, Some(square)) => square.to_string(),
        _ => square.to_string(),
    }
}

fn piece_text(piece: Piece, variant: Variant) -> String {
    match (variant, dobutsu::Piece::from_shogi(piece)) {
        (Variant::Dobutsu, Some(piece)) => piece.to_string(),
        _ => piece.to_string(),
    }
}

impl Generator<'_> {
    /// A query whose parts lie at most so deep in each other.
    pub fn query(&mut self, depth: usize) -> String {
        let scene = Scene { ply: self.any_ply(), view: View::default(), before: None };
        let text = self.expression(depth, scene, Binding::Then);
        match self.rng.u8(..20) {
            0 => format!("either({text})"),
            1 => format!("({text}) or mirrored({text})"),
            2 => format!("swapped({text})"),
            _ => text,
        }
    }

    fn any_ply(&mut self) -> usize {
        self.rng.usize(..self.game.positions.len())
    }

    fn one_in(&mut self, number: u32) -> bool {
        self.rng.u32(..number) == 0
    }

    /// Mostly the scene's own ply, now and then another one.
    fn near(&mut self, scene: Scene) -> Scene {
        if self.one_in(5) { Scene { ply: self.any_ply(), ..scene } } else { scene }
    }

    fn expression(&mut self, depth: usize, scene: Scene, around: Binding) -> String {
        let (text, own) = self.part(depth, scene);
        let superfluous = self.one_in(20);
        if own < around || superfluous { format!("({text})") } else { text }
    }

    fn part(&mut self, depth: usize, scene: Scene) -> (String, Binding) {
        if depth == 0 {
            return (self.atom(scene), Binding::Unit);
        }
        let inside = self.rng.usize(..depth);
        match self.rng.u8(..12) {
            0..=2 => {
                let parts: Vec<String> = (0..self.rng.usize(2..=3))
                    .map(|_| self.expression(inside, scene, Binding::Unit))
                    .collect();
                (parts.join(if self.one_in(4) { " and " } else { " " }), Binding::And)
            }
            3 | 4 => {
                let parts: Vec<String> = (0..self.rng.usize(2..=3))
                    .map(|_| {
                        let scene = self.near(scene);
                        self.expression(inside, scene, Binding::And)
                    })
                    .collect();
                (parts.join(" or "), Binding::Or)
            }
            5 => {
                let scene = Scene { ply: self.any_ply(), ..scene };
                (format!("not {}", self.expression(inside, scene, Binding::Unit)), Binding::Unit)
            }
            6..=8 => (self.sequence(depth, scene), Binding::Then),
            turned => {
                let mirror = View { mirrored: !scene.view.mirrored, ..scene.view };
                let swap = View { swapped: !scene.view.swapped, ..scene.view };
                let (name, view) = match turned {
                    9 => ("mirrored", mirror),
                    10 => ("swapped", swap),
                    _ => ("either", if self.rng.bool() { swap } else { scene.view }),
                };
                let inner = self.expression(inside, Scene { view, ..scene }, Binding::Then);
                (format!("{name}({inner})"), Binding::Unit)
            }
        }
    }

    /// Two or three steps, the last one at the scene's ply.
    fn sequence(&mut self, depth: usize, scene: Scene) -> String {
        let mut plies = vec![scene.ply];
        for _ in 0..self.rng.usize(1..=2) {
            let (last, span) = (plies[plies.len() - 1], self.rng.usize(1..=12));
            plies.push(last.saturating_sub(span));
        }
        plies.reverse();
        let first = Scene { ply: plies[0], ..scene };
        let depth = self.rng.usize(..depth);
        let mut text = self.expression(depth, first, Binding::Or);
        for pair in plies.windows(2) {
            let gap = self.gap(pair[1] - pair[0]);
            let scene = Scene { ply: pair[1], before: Some(pair[0]), ..scene };
            let step = self.expression(depth, scene, Binding::Or);
            text = format!("{text} then{gap} {step}");
        }
        text
    }

    fn gap(&mut self, distance: usize) -> String {
        let between = distance.saturating_sub(1);
        let (less, more) = (self.rng.usize(..=between), between + self.rng.usize(..4));
        match self.rng.u8(..8) {
            0 => "[..0]".to_owned(),
            1 => format!("[..{more}]"),
            2 => format!("[{less}..]"),
            3 => format!("[{less}..{more}]"),
            4 => format!("[{between}]"),
            5 => format!("[{}..{}]", between + 1, between + 70),
            _ => String::new(),
        }
    }

    fn atom(&mut self, scene: Scene) -> String {
        if scene.before.is_some() && self.one_in(4) {
            return format!("same({})", self.squares());
        }
        match self.rng.u8(..20) {
            0..=4 => self.on_some(scene),
            5 => self.on_every(scene),
            6 | 7 => self.count(scene),
            8 | 9 => self.held(scene),
            10 if self.game.variant == Variant::Shogi => {
                let side = self.side();
                format!("points({side}){}{}", self.relation(), self.rng.u32(20..34))
            }
            11 => format!("turn={}", self.game.turn(scene.ply, scene.view)),
            12 => format!("ply{}{}", self.relation(), scene.ply + self.rng.usize(..3)),
            13 => "check".to_owned(),
            14 => ["mate", "end"][self.rng.usize(..2)].to_owned(),
            15 => self.position(scene),
            _ => self.on_move(scene),
        }
    }

    fn side(&mut self) -> &'static str {
        if self.rng.bool() { "black" } else { "white" }
    }

    fn relation(&mut self) -> &'static str {
        ["=", "!=", "<", "<=", ">", ">="][self.rng.usize(..6)]
    }

    fn square(&mut self) -> Square {
        let all = squares(self.game.variant);
        all[self.rng.usize(..all.len())]
    }

    fn text_of(&self, square: Square) -> String {
        square_text(square, self.game.variant)
    }

    /// A rectangle around a square, or some squares with commas between them.
    fn around(&mut self, square: Square) -> String {
        let dobutsu = self.game.variant == Variant::Dobutsu;
        let span = |rng: &mut Rng, at: u8, most: u8| {
            let from = at.saturating_sub(rng.u8(..3)).max(1);
            (from, (at + rng.u8(..3)).min(most))
        };
        let (files, ranks) = if dobutsu { (3, 4) } else { (9, 9) };
        let name = |one: (char, char)| {
            if one.0 == one.1 { one.0.to_string() } else { format!("{}-{}", one.0, one.1) }
        };
        let letter = |number: u8| char::from(b'a' + number - 1);
        let digit = |number: u8| char::from(b'0' + number);
        match self.rng.u8(..8) {
            0..=3 => self.text_of(square),
            4 | 5 => {
                let file = if dobutsu { 4 - square.file() } else { square.file() };
                let across = span(&mut self.rng, file, files);
                let down = span(&mut self.rng, square.rank(), ranks);
                if dobutsu {
                    format!(
                        "{}{}",
                        name((letter(across.0), letter(across.1))),
                        name((digit(down.0), digit(down.1)))
                    )
                } else {
                    format!(
                        "{}{}",
                        name((digit(across.0), digit(across.1))),
                        name((letter(down.0), letter(down.1)))
                    )
                }
            }
            6 => {
                let other = self.square();
                format!("{},{}", self.text_of(square), self.text_of(other))
            }
            _ => {
                let rank = if dobutsu { digit(square.rank()) } else { letter(square.rank()) };
                format!("rank{rank}")
            }
        }
    }

    fn squares(&mut self) -> String {
        let square = self.square();
        self.around(square)
    }

    /// What stands somewhere, or a set that it is one of.
    fn content(&mut self, content: Option<Piece>) -> String {
        let text = content.map_or_else(|| ".".to_owned(), |piece| piece_text(piece, self.game.variant));
        match (self.rng.u8(..10), content) {
            (0, Some(_)) => "*".to_owned(),
            (1, Some(piece)) => piece.color.to_string(),
            (2 | 3, _) => {
                let other = self.piece();
                format!("[{}{text}]", piece_text(other, self.game.variant))
            }
            _ => text,
        }
    }

    fn piece(&mut self) -> Piece {
        let color = if self.rng.bool() { Color::Black } else { Color::White };
        let kind = match self.game.variant {
            Variant::Shogi => PieceKind::ALL[self.rng.usize(..PieceKind::ALL.len())],
            Variant::Dobutsu => dobutsu::PieceKind::ALL[self.rng.usize(..5)].to_shogi(),
        };
        Piece::new(color, kind)
    }

    fn on_some(&mut self, scene: Scene) -> String {
        let square = self.square();
        let content = self.game.at(scene.ply, scene.view, square);
        format!("{}={}", self.around(square), self.content(content))
    }

    fn on_every(&mut self, scene: Scene) -> String {
        let square = self.square();
        let content = self.game.at(scene.ply, scene.view, square);
        let same: Vec<Square> = squares(self.game.variant)
            .into_iter()
            .filter(|other| self.game.at(scene.ply, scene.view, *other) == content)
            .collect();
        let other = same[self.rng.usize(..same.len())];
        format!("every({},{})={}", self.text_of(square), self.text_of(other), self.content(content))
    }

    fn count(&mut self, scene: Scene) -> String {
        let square = self.square();
        let content = self.game.at(scene.ply, scene.view, square);
        let place = if self.one_in(3) { String::new() } else { format!("@{}", self.around(square)) };
        format!("#{}{place}{}{}", self.content(content), self.relation(), self.rng.u8(..4))
    }

    /// Pieces in hand, or on the board and in hand.
    fn held(&mut self, scene: Scene) -> String {
        let color = if self.rng.bool() { Color::Black } else { Color::White };
        let kinds = PieceKind::HAND.map(|kind| (self.game.hand(scene.ply, scene.view, color, kind), kind));
        let held: Vec<Piece> = kinds
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(_, kind)| Piece::new(color, kind))
            .collect();
        let piece = if held.is_empty() { self.piece() } else { held[self.rng.usize(..held.len())] };
        let mut pieces = self.content(Some(piece));
        if pieces.contains('.') {
            pieces = piece_text(piece, self.game.variant);
        }
        let (relation, number) = (self.relation(), self.rng.u8(..3));
        match self.rng.u8(..7) {
            0 | 1 => format!("#{pieces}@hand:{color}{relation}{number}"),
            2 | 3 => format!("#{pieces}@hand{relation}{number}"),
            4 => format!("#{pieces}@all:{color}{relation}{number}"),
            5 => format!("#{pieces}@all{relation}{number}"),
            _ => format!("{color}.hand.{pieces}{relation}{number}"),
        }
    }

    fn position(&mut self, scene: Scene) -> String {
        // A position is written as it stands; in another view it is a rare match.
        let position = &self.game.positions[scene.ply];
        let (number, kept) = (self.rng.bool(), position.sfen());
        let sfen = if number { kept.as_str() } else { kept.rsplit_once(' ').unwrap().0 };
        match self.game.variant {
            Variant::Shogi => format!("position=\"{sfen}\""),
            Variant::Dobutsu => format!("position=\"{kept}\""),
        }
    }

    /// Something about the move that led to the ply.
    fn on_move(&mut self, scene: Scene) -> String {
        let Some(led) = self.game.led[scene.ply] else { return "ply=0".to_owned() };
        let variant = self.game.variant;
        let to = scene.view.square(led.mv.to(), variant);
        if self.rng.bool() {
            let (name, piece) = match (led.mv.is_drop(), led.captured, led.mv.promotes()) {
                (true, _, _) => ("drops", led.piece),
                (_, _, true) => ("promotes", led.piece),
                (_, Some(captured), _) => ("captures", captured),
                _ => (["drops", "promotes", "captures"][self.rng.usize(..3)], led.piece),
            };
            let pieces = self.content(Some(scene.view.piece(piece)));
            let squares = self.around(to);
            return match self.rng.u8(..4) {
                0 => name.to_owned(),
                1 => format!("{name} {pieces}"),
                2 => format!("{name} @{squares}"),
                _ => format!("{name} {pieces}@{squares}"),
            };
        }
        let (to_text, to_set) = (self.text_of(to), self.around(to));
        let hole = self.rng.u8(..6);
        let text = match led.mv.origin() {
            MoveOrigin::Hand(_) => {
                let letter = piece_text(Piece::new(Color::Black, led.piece.kind), variant);
                match hole {
                    0 | 1 => format!("{letter}*{to_text}"),
                    2 => format!("{letter}*"),
                    3 => format!("[{letter}{}]*{to_set}", if variant == Variant::Shogi { "P" } else { "C" }),
                    4 => format!("*-{to_set}"),
                    _ => format!("{letter}*{to_set}"),
                }
            }
            MoveOrigin::Board(from) => {
                let from = scene.view.square(from, variant);
                let (from_text, from_set) = (self.text_of(from), self.around(from));
                let sign = if led.mv.promotes() { "+" } else { "" };
                match hole {
                    0 | 1 => format!("{from_text}{to_text}{sign}"),
                    2 => format!("{from_set}-*"),
                    3 => format!("*-{to_set}{}", if led.mv.promotes() { "+" } else { "=" }),
                    4 => format!("{from_set}-{to_set}"),
                    _ => format!("{from_text}-{to_text}{sign}"),
                }
            }
        };
        format!("move={text}")
    }
}
