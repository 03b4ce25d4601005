//! A game as one JSON object.

use super::{DiagnosticObject, EvaluationObject, record_field};
use crate::formats::jsonl::Details;
use crate::record::{Ending, GameKind, PartialDate, PlayerName, Record};
use crate::replay::{Agreement, Game, Unplayable};
use crate::report::{Cell, Field, Kind, Layout, Row, Shown, View, write_json_row};
use crate::rules::shogi::Move;
use crate::rules::{Color, Placing, Rule, Variant};
use crate::store;
use crate::terms::Category;
use std::borrow::Cow;
use std::io;
use std::sync::LazyLock;

/// A game as `kura convert --to jsonl` and `kura export` print it. The names are stable.
#[derive(Clone, Debug, PartialEq)]
pub struct GameObject {
    /// The game's id in the database that it comes from.
    pub id: Option<i64>,
    /// The name that it has in every table of a dataset.
    pub game: Option<String>,
    /// The path of the file; of a stored game below the folder that was imported.
    pub source: Option<String>,
    /// The game's number in the file, from 0.
    pub game_index: Option<usize>,
    /// The record format: `kif`, `csa`, `usi`.
    pub format: Option<&'static str>,
    /// The encoding of the file.
    pub encoding: Option<&'static str>,
    /// What the record is; nothing when it cannot be played.
    pub kind: Option<GameKind>,
    /// How the pieces stand at the beginning; nothing when it cannot be played.
    pub placing: Option<Placing>,
    /// Which game is played.
    pub variant: Variant,
    /// The start position.
    pub start_sfen: String,
    /// The handicap's name as written.
    pub handicap: Option<String>,
    /// The legal moves of the main line; those of dōbutsu shōgi between the squares of standard shogi.
    pub moves: Vec<Move>,
    /// The ending that the record declares; [`Ending::None`] when it declares none.
    pub declared_ending: Ending,
    /// The word for it, as written.
    pub declared_word: Option<String>,
    /// Who won by the record's words.
    pub declared_winner: Option<Color>,
    /// The ending that the moves verify; [`Ending::None`] when they verify none.
    pub verified_ending: Ending,
    /// Who won as verified.
    pub verified_winner: Option<Color>,
    /// How the two endings compare.
    pub agreement: Agreement,
    /// The winner that statistics use.
    pub winner: Option<Color>,
    /// The rule that the first illegal move broke.
    pub broken_rule: Option<Rule>,
    /// The position after the last legal move.
    pub final_sfen: String,
    /// The number of branches.
    pub branches: usize,
    /// Black's name as written.
    pub black: Option<String>,
    /// White's name as written.
    pub white: Option<String>,
    /// Black's name without rank, title and rating.
    pub black_name: Option<String>,
    /// Black's rank or title.
    pub black_rank: Option<String>,
    /// White's name without rank, title and rating.
    pub white_name: Option<String>,
    /// White's rank or title.
    pub white_rank: Option<String>,
    /// Black's rating.
    pub black_rating: Option<f64>,
    /// White's rating.
    pub white_rating: Option<f64>,
    /// The event.
    pub event: Option<String>,
    /// The place.
    pub place: Option<String>,
    /// When the game began, as far as it is known.
    pub started: Option<PartialDate>,
    /// When it ended.
    pub ended: Option<PartialDate>,
    /// The time control as written.
    pub time_control: Option<String>,
    /// The opening's name as written.
    pub opening: Option<String>,
    /// The number of comments and bookmarks.
    pub notes: usize,
    /// The time spent on each move in milliseconds; empty when no move has one.
    pub clocks_ms: Vec<Option<i32>>,
    /// What engines thought, as comments have it.
    pub evaluations: Vec<EvaluationObject>,
    /// What is wrong with the record.
    pub diagnostics: Vec<DiagnosticObject>,
    /// The same for the same variant, start and moves.
    pub fingerprint: Option<i64>,
    /// What the record says beside that; of a stored game only if it was asked for.
    pub details: Option<Details>,
}

impl Row for GameObject {
    const NAME: &'static str = "game object";

    fn fields() -> Vec<Field<Self>> {
        [
            Self::file_fields(),
            Self::kind_fields(),
            Self::play_fields(),
            Self::people_fields(),
            Self::detail_fields(),
            vec![Self::record_field()],
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl GameObject {
    /// Where it comes from.
    fn file_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("id", Kind::Id, "the game's id in its database", |row: &Self| row.id.into())
                .shown(Shown::OnRequest),
            Field::new(
                "game",
                Kind::Text,
                "the name that a stored game has in every table of a dataset: sixteen hexadecimal digits, the same for copies of one game",
                |row: &Self| row.game.clone().into(),
            )
            .shown(Shown::OnRequest),
            Field::new(
                "source",
                Kind::Text,
                "the path of the file that it came from; in an export below the folder that was imported",
                |row: &Self| row.source.clone().into(),
            ),
            Field::new("game_index", Kind::Count, "the game's number in the file, from 0", |row: &Self| {
                row.game_index.into()
            }),
            Field::new("format", Kind::Text, "the record format of the file", |row: &Self| row.format.into()),
            Field::new("encoding", Kind::Text, "the encoding of the file", |row: &Self| row.encoding.into()),
        ]
    }

    /// What was played, and how it ended.
    fn play_fields() -> Vec<Field<Self>> {
        let ending = Kind::Code(Category::Ending);
        let side = Kind::Code(Category::Side);
        vec![
            Field::new("variant", Kind::Code(Category::Variant), "which game is played", |row: &Self| {
                row.variant.into()
            }),
            Field::new("start_sfen", Kind::Sfen, "the start position", |row: &Self| {
                row.start_sfen.clone().into()
            }),
            Field::new("handicap", Kind::Text, "the handicap's name as written", |row: &Self| {
                row.handicap.clone().into()
            }),
            Field::new(
                "moves",
                Kind::List,
                "the legal moves of the main line in USI, in dōbutsu shōgi as `b3b2`",
                |row: &Self| Cell::Words(row.variant.moves_text(&row.moves)),
            ),
            Field::new("plies", Kind::Count, "how many they are", |row: &Self| row.moves.len().into()),
            Field::new("declared_ending", ending, "the ending that the record declares", |row: &Self| {
                row.declared_ending.into()
            }),
            Field::new("declared_word", Kind::Text, "the word for it as written", |row: &Self| {
                row.declared_word.clone().into()
            }),
            Field::new("declared_winner", side, "the winner that the record declares", |row: &Self| {
                row.declared_winner.into()
            }),
            Field::new(
                "verified_ending",
                ending,
                "the ending that the moves verify, `none` when they verify nothing",
                |row: &Self| row.verified_ending.into(),
            ),
            Field::new("verified_winner", side, "the winner that the moves verify", |row: &Self| {
                row.verified_winner.into()
            }),
            Field::new(
                "agreement",
                Kind::Code(Category::Agreement),
                "how the two endings compare",
                |row: &Self| row.agreement.into(),
            ),
            Field::new("winner", side, "the verified winner, else the declared one", |row: &Self| {
                row.winner.into()
            }),
            Field::new(
                "broken_rule",
                Kind::Code(Category::Rule),
                "the rule that the first illegal move broke",
                |row: &Self| row.broken_rule.into(),
            ),
            Field::new("final_sfen", Kind::Sfen, "the position after the last legal move", |row: &Self| {
                row.final_sfen.clone().into()
            }),
            Field::new("branches", Kind::Count, "how many branches it has", |row: &Self| row.branches.into()),
        ]
    }

    /// Who played, where and when.
    fn people_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("black", Kind::Text, "Black's name as written", |row: &Self| row.black.clone().into()),
            Field::new("white", Kind::Text, "White's name as written", |row: &Self| row.white.clone().into()),
            Field::new(
                "black_name",
                Kind::Text,
                "Black's name without rank, title and rating",
                |row: &Self| row.black_name.clone().into(),
            ),
            Field::new("black_rank", Kind::Text, "Black's rank or title", |row: &Self| {
                row.black_rank.clone().into()
            }),
            Field::new(
                "white_name",
                Kind::Text,
                "White's name without rank, title and rating",
                |row: &Self| row.white_name.clone().into(),
            ),
            Field::new("white_rank", Kind::Text, "White's rank or title", |row: &Self| {
                row.white_rank.clone().into()
            }),
            Field::new("black_rating", Kind::Number(0), "Black's rating", |row: &Self| {
                row.black_rating.into()
            }),
            Field::new("white_rating", Kind::Number(0), "White's rating", |row: &Self| {
                row.white_rating.into()
            }),
            Field::new("event", Kind::Text, "the event", |row: &Self| row.event.clone().into()),
            Field::new("place", Kind::Text, "the place", |row: &Self| row.place.clone().into()),
            Field::new("started", Kind::Date, "when it began, as far as it is known", |row: &Self| {
                row.started.into()
            }),
            Field::new("ended", Kind::Date, "when it ended", |row: &Self| row.ended.into()),
            Field::new("time_control", Kind::Text, "the time control as written", |row: &Self| {
                row.time_control.clone().into()
            }),
            Field::new("opening", Kind::Text, "the opening's name as written", |row: &Self| {
                row.opening.clone().into()
            }),
        ]
    }

    /// What stands beside the moves.
    fn detail_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("notes", Kind::Count, "how many comments and bookmarks it has", |row: &Self| {
                row.notes.into()
            }),
            Field::new(
                "clocks_ms",
                Kind::List,
                "the time spent on each move in milliseconds; empty when no move has one",
                |row: &Self| {
                    let clock = |time: &Option<i32>| time.map(i64::from).into();
                    Cell::List(row.clocks_ms.iter().map(clock).collect())
                },
            ),
            Field::new(
                "evaluations",
                Kind::Rows(EvaluationObject::NAME),
                "what engines thought, as comments have it",
                |row: &Self| View::of(&row.evaluations).into(),
            ),
            Field::new(
                "diagnostics",
                Kind::Rows(DiagnosticObject::NAME),
                "what is wrong with the record",
                |row: &Self| View::of(&row.diagnostics).into(),
            ),
            Field::new(
                "fingerprint",
                Kind::Text,
                "sixteen hexadecimal digits, the same for the same variant, start and moves",
                |row: &Self| row.fingerprint.map(|number| format!("{number:016x}")).into(),
            ),
        ]
    }
}

/// A name without rank, title and rating.
pub(super) fn bare(written: &Option<String>) -> Option<String> {
    written.as_deref().map(|written| PlayerName::parse(written).name.into_owned())
}

/// The rank or title behind a name.
pub(super) fn rank(written: &Option<String>) -> Option<String> {
    written.as_deref().and_then(|written| PlayerName::parse(written).rank.map(Cow::into_owned))
}

/// The columns that a game read from a file has.
static LAYOUT: LazyLock<Layout<GameObject>> =
    LazyLock::new(|| Layout::new(|column| column.shown != Shown::OnRequest));

impl GameObject {
    /// The game as one JSON object on a line, as `kura convert --to jsonl` prints it.
    ///
    /// # Errors
    /// When a number cannot be written as JSON.
    pub fn json_line(&self) -> io::Result<String> {
        let mut line = Vec::new();
        write_json_row(LAYOUT.columns(), &LAYOUT.cells(self), &mut line)?;
        String::from_utf8(line).map_err(io::Error::other)
    }

    /// The object of a record and what replay made of it. Source, format, encoding and the diagnostics of the file
    /// as a whole are the caller's to add.
    #[must_use]
    pub fn new(record: &Record, game: &Result<Game, Unplayable>) -> Self {
        let (played, found) = match game {
            Ok(game) => (Some(game), &game.diagnostics),
            Err(unplayable) => (None, &unplayable.diagnostics),
        };
        let outcome = played.map(|game| &game.outcome);
        let moves = played.map_or(&[][..], Game::moves);
        let info = &record.info;
        let variant = record.variant();
        let start = record.start.setup.to_string();
        let spent = record.main().plies.iter().take(moves.len()).map(|ply| ply.clock.spent);
        let clocks_ms: Vec<_> =
            if spent.clone().any(|time| time.is_some()) { spent.collect() } else { Vec::new() };
        Self {
            id: None,
            game: None,
            source: None,
            game_index: None,
            format: None,
            encoding: None,
            kind: played.map(|game| game.kind(record)),
            placing: played.map(Game::placing),
            variant,
            handicap: record.start.handicap.clone(),
            moves: moves.to_vec(),
            declared_ending: outcome.map_or(Ending::None, |outcome| outcome.declared),
            declared_word: outcome
                .map(|outcome| outcome.declared_word.clone())
                .filter(|word| !word.is_empty()),
            declared_winner: outcome.and_then(|outcome| outcome.declared_winner),
            verified_ending: outcome.map_or(Ending::None, |outcome| outcome.verified),
            verified_winner: outcome.and_then(|outcome| outcome.verified_winner),
            agreement: outcome.map_or(Agreement::NothingDeclared, |outcome| outcome.agreement),
            winner: played.and_then(Game::winner),
            broken_rule: outcome.and_then(|outcome| outcome.facts.broken).map(|(rule, _)| rule),
            final_sfen: played.map_or_else(|| start.clone(), |game| game.last.sfen()),
            start_sfen: start,
            branches: record.lines.len() - 1,
            black: info.players.black.clone(),
            white: info.players.white.clone(),
            black_name: bare(&info.players.black),
            black_rank: rank(&info.players.black),
            white_name: bare(&info.players.white),
            white_rank: rank(&info.players.white),
            black_rating: info.ratings.black,
            white_rating: info.ratings.white,
            event: info.event.clone(),
            place: info.place.clone(),
            started: info.started,
            ended: info.ended,
            time_control: info.time_control.clone(),
            opening: info.opening.clone(),
            notes: record.notes.len(),
            clocks_ms,
            evaluations: record.evaluations.iter().map(Into::into).collect(),
            fingerprint: played
                .map(|game| store::fingerprint(variant, &game.start.sfen(), &store::pack_moves(moves))),
            diagnostics: record.diagnostics.iter().chain(found).map(Into::into).collect(),
            details: Some(record_field::of_record(record, game)),
        }
    }
}
