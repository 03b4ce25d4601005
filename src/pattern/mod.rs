//! Conditions on boards, moves and sequences of them, and where in a game they hold.
//!
//! [`parse()`] reads the language that docs/query.md describes and gives an [`Expression`]; a [`Program`] is one made
//! ready to be held against games.

mod bits;
mod error;
mod evaluate;
mod expression;
mod frame;
mod leaf;
mod move_pattern;
mod parse;
mod pieces;
mod plain;
mod program;
mod squares;
mod track;

pub use error::{ParseError, WordError, nearest};
pub use evaluate::{Match, Scratch};
pub use expression::{Atom, Expression, ExpressionKind, Gap, MoveCondition, Place, Relation, Word};
pub use frame::Frame;
pub use move_pattern::{KindSet, MovePattern, PatternOrigin};
pub use parse::{DEEPEST, LONGEST, Vocabulary, parse};
pub use pieces::PieceSet;
pub(crate) use pieces::{CODES, content};
pub use plain::{NoWords, Plain};
pub use program::Program;
pub use squares::SquareSet;
pub use track::Start;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::{Move, UsiMoves};
    use crate::rules::{Variant, VariantSetup};

    fn found(query: &str, moves: &str) -> Vec<u32> {
        let moves: Vec<Move> = UsiMoves::new(moves.as_bytes()).map(Result::unwrap).collect();
        let start = Start::from(&VariantSetup::startpos(Variant::Shogi));
        let expression = parse(query, Variant::Shogi, &Plain).unwrap();
        let program = Program::new(&expression, Variant::Shogi);
        let matches = program.matches(&start, moves.iter().copied(), &[], &mut Scratch::default());
        let first = program.first_match(&start, moves.iter().copied(), &[], &mut Scratch::default());
        assert_eq!(first, matches.first().copied());
        assert_eq!(parse(&expression.text(Variant::Shogi), Variant::Shogi, &Plain).unwrap(), expression);
        matches.iter().map(|found| found.ply).collect()
    }

    #[test]
    fn conditions_hold_where_they_should() {
        let game = "7g7f 3c3d 8h2b+ 3a2b B*4e 5a6b 4e3d";
        for (query, plies) in [
            ("7f=P", &[1, 2, 3, 4, 5, 6, 7][..]),
            ("7f=P turn=black", &[2, 4, 6]),
            ("2b=+B", &[3]),
            ("captures", &[3, 4, 7]),
            ("captures b", &[3]),
            ("captures +B@2b", &[4]),
            ("promotes", &[3]),
            ("promotes B@2b", &[3]),
            ("drops", &[5]),
            ("drops B*@4-5e", &[5]),
            ("drops b", &[]),
            ("move=*-2b", &[3, 4]),
            ("move=8h2b+", &[3]),
            ("move=8h2b", &[]),
            ("move=B*", &[5]),
            ("#B@hand:black=1", &[3, 4]),
            ("#b@hand=1", &[4, 5, 6, 7]),
            ("black.hand.B>=1", &[3, 4]),
            ("white.all.B=1", &[0, 1, 2, 4, 5, 6, 7]),
            ("#p<9", &[7]),
            ("points(black)>=28", &[3, 7]),
            ("check", &[]),
            ("mate", &[]),
            ("end", &[7]),
            ("end not (2b=+B then end)", &[]),
            ("end not drops b not (drops b then end)", &[7]),
            ("position=\"7g7f 3c3d\"", &[2]),
            ("every(1-9g)=P", &[0]),
            ("2-3c=p turn=white", &[1, 3, 5, 7]),
            ("2b=+B then[..0] 2b=s", &[4]),
            ("2b=+B then[1..1] drops", &[5]),
            ("2b=+B then captures then captures", &[7]),
            ("turn=black then[..0] same(2b)", &[1, 5, 7]),
            ("captures then[..1] same(7f) turn=white", &[5]),
            ("swapped(7f=P)", &[2, 3, 4, 5, 6]),
            ("mirrored(7f=P)", &[]),
            ("mirrored(swapped(3f=P))", &[2, 3, 4, 5, 6]),
            ("not ply>0", &[0]),
            ("ply=3 or ply=5 and turn=white", &[3, 5]),
            ("(ply=1 then ply=3) captures", &[3]),
        ] {
            assert_eq!(found(query, game), plies, "{query}");
        }
    }
}
