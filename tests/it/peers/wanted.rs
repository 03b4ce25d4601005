//! What other programs should read.

use kifukura::formats::{LossCode, Target, read};
use kifukura::record::{Ending, NoteKind, Record};
use kifukura::replay::{Game, Stop, replay};
use kifukura::rules::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A chosen game.
#[derive(Debug)]
pub struct Wanted {
    /// Its number.
    pub name: String,
    /// Its file.
    pub source: PathBuf,
    pub record: Record,
    pub game: Game,
    /// Board, side to move and hands.
    pub start: String,
    /// The legal moves of the main line, then the illegal one if there is one.
    pub moves: Vec<String>,
    /// Every line from the start to its end.
    pub lines: BTreeSet<String>,
    /// Seconds by move.
    pub spent: Vec<Option<i64>>,
    /// By ply of the main line.
    pub comments: BTreeMap<String, String>,
}

impl Wanted {
    pub fn new(name: String, source: PathBuf) -> Self {
        let record = read(&std::fs::read(&source).unwrap()).records.remove(0);
        let game = replay(&record).unwrap();
        let words = |moves: &[kifukura::rules::shogi::Move]| {
            moves.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let mut moves = words(game.moves());
        if let Some(Stop::Illegal(Some(mv), _)) = game.lines[0].stop {
            moves.push(mv.to_string());
        }
        let paths = (0..record.lines.len()).filter_map(|line| {
            let mut path = game.path_to(&record, line)?;
            path.extend(&game.lines[line].moves);
            Some(words(&path).join(" "))
        });
        let mut comments = BTreeMap::<String, String>::new();
        for note in record.notes.iter().filter(|note| note.line == 0 && note.kind == NoteKind::Comment) {
            let here = comments.entry(note.ply.to_string()).or_default();
            let gap = if here.is_empty() { "" } else { "\n" };
            *here += &format!("{gap}{}", note.text);
        }
        let sfen = game.start.sfen();
        Self {
            name,
            source,
            start: sfen.rsplit_once(' ').unwrap().0.to_owned(),
            moves,
            lines: paths.collect(),
            spent: record
                .main()
                .plies
                .iter()
                .map(|ply| ply.clock.spent.map(|spent| i64::from(spent) / 1000))
                .collect(),
            comments,
            record,
            game,
        }
    }

    /// True when something stands behind the illegal move, or no move can be made of it.
    pub fn goes_on(&self) -> bool {
        self.record.main().plies.len() + self.record.main().unread > self.moves.len()
    }

    /// True when no handicap's name says the start position.
    pub fn is_set(&self) -> bool {
        let written = Target::Kif.write(&self.record, &self.game, None).text;
        !written.contains("手合割：")
    }

    /// True when a side begins with several pieces of a kind in hand.
    pub fn holds_several(&self) -> bool {
        self.start.rsplit(' ').next().unwrap().contains(|char: char| char.is_ascii_digit())
    }

    /// True for comments that servers write in CSA.
    pub fn has_server_comments(&self) -> bool {
        let written = Target::Csa.write(&self.record, &self.game, None).text;
        written.lines().any(|line| line.starts_with('\'') && !line.starts_with("'*"))
    }

    /// What a text in this format does not hold, by what its writer says.
    pub fn losses(&self, target: Target) -> Vec<LossCode> {
        target.write(&self.record, &self.game, None).losses.iter().map(|loss| loss.code).collect()
    }

    /// The declared ending and winner; `None` when nothing is declared.
    pub fn ending(&self) -> Option<(Ending, Option<Color>)> {
        let outcome = &self.game.outcome;
        (outcome.declared != Ending::None).then_some((outcome.declared, outcome.declared_winner))
    }
}
