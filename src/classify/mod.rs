//! Which openings, castles, strategies and types a game has, found by replay.
//!
//! The names and by what they are recognised stand in tables that everybody can read and extend (data/openings.tsv,
//! data/castles.tsv, docs/openings.md). Names of one side are looked for after its own moves, seen from its side of the
//! board; types, which both sides share, after every move.

mod course;
mod definitions;
mod dependents;
mod game_names;
mod name_set;
mod shape;

pub use course::{Course, Rook};
pub use definitions::{Definition, DefinitionError, Definitions, Holder, Lasting, NameKind, Window};
pub use shape::{Shape, Word};

use crate::rules::shogi::Move;
use crate::rules::{ByColor, Color};
use dependents::Dependents;
use game_names::GameNames;

/// The names that keep a rook from swinging.
const BARS_SWING: [&str; 4] = ["yagura", "aigakari", "yokofudori", "kakugawari"];

/// The names of the files of a ranging rook, from file 5.
const FILES: [&str; 5] =
    ["central_rook", "fourth_file_rook", "third_file_rook", "opposing_rook", "ninth_file_rook"];

/// A name that a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundName {
    /// The ply after which it held first.
    pub ply: u32,
    /// Its place among the definitions.
    pub place: usize,
}

/// Finds the names of games.
#[derive(Debug)]
pub struct Classifier<'d> {
    definitions: &'d Definitions,
    dependents: Dependents,
    /// For each name those that it takes the place of.
    replaced_by: Vec<Vec<usize>>,
    bars_swing: Vec<usize>,
    fortress: Option<usize>,
    /// The names that go when a swing is undone.
    ranging: Vec<usize>,
    types: [Option<usize>; 2],
    files: [Option<usize>; 5],
    /// Within how many own moves the return of the rook undoes its swing.
    undone_within: usize,
}

impl<'d> Classifier<'d> {
    /// A classifier by these definitions.
    #[must_use]
    pub fn new(definitions: &'d Definitions) -> Self {
        let place = |id: &str| definitions.place(id);
        let of_ranging = |root: usize| {
            let all = 0..definitions.all().len();
            let is_opening = |name: &usize| definitions.all()[*name].kind == NameKind::Opening;
            all.filter(is_opening).filter(|name| definitions.is_a(*name, root)).collect()
        };
        let replaced =
            |definition: &Definition| definition.replaces.iter().filter_map(|id| place(id)).collect();
        let ranging = place("ranging_rook");
        Self {
            definitions,
            dependents: Dependents::new(definitions),
            replaced_by: definitions.all().iter().map(replaced).collect(),
            bars_swing: BARS_SWING.iter().filter_map(|id| place(id)).collect(),
            fortress: place("yagura"),
            ranging: ranging.map(of_ranging).unwrap_or_default(),
            types: ["static_vs_ranging", "double_ranging_rook"].map(place),
            files: FILES.map(place),
            undone_within: match ranging.map(|name| definitions.all()[name].lasting) {
                Some(Lasting::Undone(within)) => within,
                _ => 0,
            },
        }
    }

    /// The names of both sides of a game from the even start, by the ply at which they held first.
    #[must_use]
    pub fn classify(&self, moves: impl IntoIterator<Item = Move>) -> ByColor<Vec<FoundName>> {
        let mut game = GameNames::new(self);
        for mv in moves {
            game.play(mv);
            if game.is_over() {
                break;
            }
        }
        game.finish()
    }

    /// The same, each name with the words of its definition by which it held.
    #[must_use]
    pub fn explain(&self, moves: impl IntoIterator<Item = Move>) -> ByColor<Vec<(FoundName, Vec<String>)>> {
        let mut game = GameNames::with_reasons(self);
        moves.into_iter().for_each(|mv| game.play(mv));
        let found = game.finish();
        let reasons = game.take_reasons();
        let reason = |side: Color, name: FoundName| {
            let kept = reasons.iter().rev().find(|(color, other, _)| *color == side && *other == name);
            (name, kept.map(|(_, _, words)| words.clone()).unwrap_or_default())
        };
        ByColor::from_fn(|side| found[side].iter().map(|name| reason(side, *name)).collect())
    }
}
