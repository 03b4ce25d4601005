//! Which record formats there are, and how a text shows which one it is.

use super::builder::report_ending_in_branch;
use super::kakinoki::Kinds;
use super::lines::lines;
use super::{
    bod, csa, csa1, dobutsu, evaluation, jkf, json, jsonl, ki2, kif, lishogi, pgn, psn, usen, usi, wars,
};
use crate::record::Record;

/// As many lines that can only be KIF as leave no doubt.
const CERTAIN: usize = 12;

/// How many lines are read for a format that shows at a glance.
const GLANCE: usize = 48;

/// A record format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Kakinoki's format, 棋譜 as numbered rows.
    Kif,
    /// Kakinoki's other format: moves as newspapers print them.
    Ki2,
    /// The format of the Computer Shogi Association, V1 to V3.
    Csa,
    /// CSA's moves on one line for each game, with a line before them.
    Csa1,
    /// SFEN and USI: one game or position a line.
    Usi,
    /// JSON Kifu Format.
    Jkf,
    /// Games of lishogi as its API exports them, in JSON.
    Lishogi,
    /// kura's own objects, one a line.
    Jsonl,
    /// Games in the strings of other JSON.
    Json,
    /// A game in a page's address.
    Usen,
    /// Western notation, PSN and JPSN.
    Psn,
    /// PGN of shogi.
    Pgn,
    /// Raw moves of Shogi Wars.
    Wars,
    /// A board diagram alone.
    Bod,
    /// Lists of moves of dōbutsu shōgi, in several notations.
    Dobutsu,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 15] = [
        Self::Dobutsu,
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Csa1,
        Self::Usi,
        Self::Jkf,
        Self::Lishogi,
        Self::Jsonl,
        Self::Json,
        Self::Usen,
        Self::Psn,
        Self::Pgn,
        Self::Wars,
        Self::Bod,
    ];

    /// The stored name: `kif`, `ki2`, `csa`, `csa1`, `usi`, `jkf`, `lishogi`, `jsonl`, `json`, `usen`, `psn`, `pgn`, `wars`, `bod`, `dobutsu`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Csa1 => "csa1",
            Self::Usi => "usi",
            Self::Jkf => "jkf",
            Self::Lishogi => "lishogi",
            Self::Jsonl => "jsonl",
            Self::Json => "json",
            Self::Usen => "usen",
            Self::Psn => "psn",
            Self::Pgn => "pgn",
            Self::Wars => "wars",
            Self::Bod => "bod",
            Self::Dobutsu => "dobutsu",
        }
    }

    /// The format with this stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// True for the formats that are JSON.
    pub(super) const fn is_json(self) -> bool {
        matches!(self, Self::Jkf | Self::Lishogi | Self::Jsonl | Self::Json)
    }

    /// The records of a text in this format, with the ratings that stand beside their players' names and the evaluations
    /// that their comments hold.
    pub(super) fn read(self, text: &str) -> Vec<Record> {
        let mut records = self.read_records(text);
        // The others have their own ways to write evaluations, or were asked already.
        let understands = !matches!(self, Self::Pgn | Self::Lishogi | Self::Jsonl | Self::Json);
        for record in &mut records {
            record.info.take_ratings_from_names();
            if understands && !record.notes.is_empty() {
                evaluation::understand(record, self);
            }
            if record.lines.len() > 1 {
                report_ending_in_branch(record);
            }
        }
        records
    }

    fn read_records(self, text: &str) -> Vec<Record> {
        match self {
            Self::Kif => kif::read(text),
            Self::Ki2 => ki2::read(text),
            Self::Csa => csa::read(text),
            Self::Csa1 => csa1::read(text),
            Self::Usi => usi::read(text),
            Self::Jkf => jkf::read(text),
            Self::Lishogi => lishogi::read(text),
            Self::Jsonl => jsonl::read(text),
            Self::Json => json::texts::read(text),
            Self::Usen => usen::read(text),
            Self::Psn => psn::read(text),
            Self::Pgn => pgn::read(text),
            Self::Wars => wars::read(text),
            Self::Bod => bod::read(text),
            Self::Dobutsu => dobutsu::read(text),
        }
    }

    /// The format of a text whose first lines leave no doubt: a dozen lines of CSA, or nothing but USI, and none that
    /// could begin a row of KIF; or JSON in lines of its own.
    fn at_a_glance(text: &str) -> Option<Self> {
        // JSON a line each: no other format has lines that begin so.
        let is_json = |line: &[u8]| matches!(line.trim_ascii_start(), [] | [b'{' | b'[', ..]);
        if let Some(format) = json::format(text)
            && lines(text).all(|line| is_json(line.text.as_bytes()))
        {
            return Some(format);
        }
        let (mut csa, mut usi) = (0, 0);
        for line in lines(text).take(GLANCE) {
            let bytes = line.text.trim_ascii_start().as_bytes();
            match bytes {
                [] => {}
                // A number in ASCII or full-width digits, or what only other formats begin with.
                [b'0'..=b'9' | 0xEF | b'{' | b'*', ..] => return None,
                // Pages, Markdown and quoted mail.
                [b'<' | b'>' | b'`' | b'~', ..] => return None,
                // Shogi Wars writes moves as CSA does, and `,L600` behind them.
                _ if csa::is_csa(bytes) && !bytes.contains(&b'L') => csa += 1,
                _ if begins_usi_game(bytes) => usi += 1,
                _ if usi > 0 => return None,
                _ => {}
            }
            if csa >= CERTAIN {
                return (usi == 0).then_some(Self::Csa);
            }
        }
        (usi > 0 && csa == 0).then_some(Self::Usi)
    }

    /// The format that the text's content shows, whatever its file is called; `None` when nothing in it is of a
    /// known format. Each format counts the lines that can only be its own; the most lines win.
    #[must_use]
    pub fn detect(text: &str) -> Option<Self> {
        Self::recognise(text).0
    }

    /// The same, and whether lines of the text begin as those of pages, Markdown and quoted mail do.
    pub(super) fn recognise(text: &str) -> (Option<Self>, bool) {
        if let Some(format) = Self::at_a_glance(text) {
            return (Some(format), false);
        }
        let kinds = Kinds::count(text);
        (Self::by_kinds(text, &kinds), kinds.surrounded)
    }

    fn by_kinds(text: &str, kinds: &Kinds) -> Option<Self> {
        // With so many lines there can be no doubt, and the other formats need not read all of the text.
        if kinds.kif() >= CERTAIN {
            return Some(Self::Kif);
        }
        let in_json = json::format(text);
        let json = if in_json.is_some() { json::CERTAIN } else { 0 };
        let (wars, dobutsu) = (wars::score(text), dobutsu::score(text));
        // Every other format counts a line once at most, and lines of moves as KI2 writes them not at all.
        let others = kinds.lines - kinds.ki2_alone;
        if kinds.rows == 0 && json > kinds.lines.max(wars).max(dobutsu) {
            return in_json;
        }
        if kinds.ki2() > others.max(json).max(wars).max(dobutsu) {
            return Some(Self::Ki2);
        }
        let score = |format| match format {
            // A line that can only be dōbutsu shōgi may be USI as well, so it comes first in `ALL`.
            Self::Dobutsu => dobutsu,
            Self::Kif => kinds.kif(),
            Self::Ki2 => kinds.ki2(),
            Self::Csa => csa::score(text),
            Self::Csa1 => csa1::score(text),
            Self::Usi => usi::score(text),
            Self::Jkf | Self::Lishogi | Self::Jsonl | Self::Json => {
                if in_json == Some(format) {
                    json
                } else {
                    0
                }
            }
            Self::Usen => usen::score(text),
            Self::Psn => psn::score(text),
            Self::Pgn => pgn::score(text),
            Self::Wars => wars,
            Self::Bod => bod::score_of(kinds, text),
        };
        let scores = Self::ALL.map(|format| (format, score(format)));
        scores
            .into_iter()
            .rev()
            .max_by_key(|(_, score)| *score)
            .filter(|(_, score)| *score > 0)
            .map(|(format, _)| format)
    }
}

/// A USI game that begins on a square which dōbutsu shōgi, with its three files and four ranks, does not have.
fn begins_usi_game(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"position ").unwrap_or(line);
    matches!(line.strip_prefix(b"startpos moves "), Some([b'4'..=b'9', ..] | [_, b'e'..=b'i', ..]))
}
