//! What a dataset is to be.

use super::anonymise::Anonymiser;
use super::manifest::hex;
use super::split::Split;
use crate::dataset::table::{Sampling, TableFormat, TableName};
use crate::query::{Condition, Filter, PlyRange};
use crate::record::{Ending, GameKind};
use crate::replay::Agreement;
use crate::report::CsvOptions;
use crate::rules::{StartKind, named_enum};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};

named_enum! {
    /// By what a table is spread over several files.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PartitionBy {
        /// The year in which the game began.
        Year = "year",
        /// The first folder or file below what was imported.
        Source = "source",
    }
}

named_enum! {
    /// What becomes of a position without an evaluation in a format that must have one.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum NoScore {
        /// It is left out, and counted.
        LeaveOut = "leave-out",
        /// Its evaluation is 0.
        #[default]
        Zero = "zero",
    }
}

/// What a dataset is to be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The dataset's name: letters, digits, `-` and `_`.
    pub name: String,
    /// What one line says about it.
    pub title: String,
    /// The licence under which it is given away.
    pub licence: Option<String>,
    /// Which games.
    pub filter: Filter,
    /// Of games that may be one only the one with the richest record.
    pub no_duplicates: bool,
    /// Which tables in which formats, in this order.
    pub tables: Vec<(TableName, TableFormat)>,
    /// Only these columns, each in the tables that have it; the usual ones when there are none.
    pub columns: Option<Vec<String>>,
    /// The parts.
    pub split: Option<Split>,
    /// The parts of the games of an earlier dataset, by their names.
    pub previous: HashMap<String, String>,
    /// Which positions.
    pub sampling: Sampling,
    /// Each position once.
    pub unique: bool,
    /// The positions in an order that this number decides.
    pub shuffle: Option<u64>,
    /// What becomes of positions without an evaluation in psv and hcpe.
    pub no_score: NoScore,
    /// A file for each year or source.
    pub partition: Option<PartitionBy>,
    /// How CSV is written.
    pub csv: CsvOptions,
    /// Names are replaced.
    pub anonymise: Option<Anonymiser>,
    /// Headers, comments and branches stand in `games.jsonl`.
    pub with_text: bool,
}

impl Plan {
    /// The usual tables of these games: games, moves and positions as Parquet, and games as JSON Lines.
    #[must_use]
    pub fn new(name: &str, filter: Filter) -> Self {
        let parquet = |table| (table, TableFormat::Parquet);
        let mut tables: Vec<_> = TableName::ALL.into_iter().map(parquet).collect();
        tables.insert(1, (TableName::Games, TableFormat::Jsonl));
        Self {
            name: name.to_owned(),
            title: format!("Shogi games: {name}"),
            licence: None,
            filter,
            no_duplicates: false,
            tables,
            columns: None,
            split: None,
            previous: HashMap::new(),
            sampling: Sampling::default(),
            unique: false,
            shuffle: None,
            no_score: NoScore::default(),
            partition: None,
            csv: CsvOptions::default(),
            anonymise: None,
            with_text: false,
        }
    }

    /// What tells the games of the earlier dataset from those of others: how many they are, and the SHA-256 over them.
    fn previous_text(&self) -> Option<String> {
        let games: BTreeMap<_, _> = self.previous.iter().collect();
        let mut hash = Sha256::new();
        for (game, part) in &games {
            hash.update(format!("{game},{part}\n"));
        }
        (!games.is_empty()).then(|| format!("{} games, {}", games.len(), hex(&hash.finalize())))
    }

    /// The filter as it may be shown: where names are hidden, those in it too.
    fn filter_text(&self) -> String {
        if self.anonymise.is_none() {
            return self.filter.to_string();
        }
        let shown = |condition: &Condition| Anonymiser::condition(&condition.to_string());
        self.filter.conditions().iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    /// What was asked for, as the manifest has it.
    pub(super) fn selection(&self) -> BTreeMap<String, Value> {
        let formats: Vec<String> =
            self.tables.iter().map(|(table, format)| format!("{}:{}", table.name(), format.name())).collect();
        let split = self.split.as_ref().map(|split| {
            let parts = split.parts().iter().map(|(name, share)| format!("{name}={share}"));
            json!({ "parts": parts.collect::<Vec<_>>().join(","), "by": split.by.name() })
        });
        let sampling = json!({
            "every": self.sampling.every,
            "from-ply": self.sampling.from_ply,
            "to-ply": self.sampling.to_ply,
            "not-in-check": self.sampling.not_in_check,
            "quiet-positions": self.sampling.quiet,
            "mirror": self.sampling.mirrored,
            "one-side": self.sampling.one_side,
            "unique": self.unique,
            "shuffle": self.shuffle,
            "no-score": self.no_score.name(),
        });
        let csv = json!({ "bom": self.csv.mark, "raw": self.csv.raw });
        [
            ("filter", json!(self.filter_text())),
            ("no-duplicates", json!(self.no_duplicates)),
            ("formats", json!(formats)),
            ("columns", json!(self.columns)),
            ("split", json!(split)),
            ("previous", json!(self.previous_text())),
            ("positions", sampling),
            ("partition", json!(self.partition.map(PartitionBy::name))),
            ("csv", csv),
            ("anonymised", json!(self.anonymise.is_some())),
            ("with-text", json!(self.with_text)),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}

/// The endings of clean games.
pub const CLEAN_ENDINGS: [Ending; 8] = [
    Ending::Resignation,
    Ending::Checkmate,
    Ending::Sennichite,
    Ending::PerpetualCheck,
    Ending::Jishogi,
    Ending::Declaration,
    Ending::TimeForfeit,
    Ending::MaxMoves,
];

/// The fewest plies of a clean game.
pub const CLEAN_PLIES: u32 = 30;

/// The conditions of clean games that a filter does not set otherwise: games from the even start, of at least
/// [`CLEAN_PLIES`] plies, with one of the [`CLEAN_ENDINGS`] that the moves do not contradict and without an illegal move.
/// Duplicates are left out beside that.
#[must_use]
pub fn clean_conditions(filter: &Filter) -> Vec<Condition> {
    let agreeing = Agreement::ALL.into_iter().filter(|agreement| *agreement != Agreement::Contradicts);
    let all = [
        Condition::Kind(vec![GameKind::Game]),
        Condition::Start(vec![StartKind::Even]),
        Condition::Plies(PlyRange { from: Some(CLEAN_PLIES), to: None }),
        Condition::NoIllegal,
        Condition::Agreement(agreeing.collect()),
        Condition::Ending(CLEAN_ENDINGS.to_vec()),
    ];
    let is_set = |condition: &Condition| {
        let same = |other: &Condition| std::mem::discriminant(condition) == std::mem::discriminant(other);
        let is_ending = matches!(condition, Condition::Ending(_))
            && filter
                .conditions()
                .iter()
                .any(|other| matches!(other, Condition::Declared(_) | Condition::Verified(_)));
        let is_start = matches!(condition, Condition::Start(_))
            && filter.conditions().iter().any(|other| matches!(other, Condition::Handicap(_)));
        is_ending || is_start || filter.conditions().iter().any(same)
    };
    all.into_iter().filter(|condition| !is_set(condition)).collect()
}
