//! What a record says and columns do not: the moves behind the legal ones, and statements about endings that do not follow
//! from how the game ended. Most games have nothing of it.
//!
//! It is a list of JSON, one object a line of the record that has something: `line` (0 is the main line), `moves`,
//! `unread` (how many rows behind them could not be read) and `endings`. Databases have it, and kura's own JSON.

use super::csa;
use crate::record::{
    Clock, Declaration, DeclaredBy, Ending, Line, Named, Origin, Place, Ply, Promotion, Record, Relative,
    Subject, WrittenMove,
};
use crate::rules::Color;
use crate::rules::shogi::{PieceKind, Square};
use serde::{Deserialize, Serialize};

/// What is to be said of one line.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Beyond {
    line: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<StoredMove>,
    #[serde(default, skip_serializing_if = "is_zero")]
    unread: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    endings: Option<Vec<StoredEnding>>,
}

/// A move as it is written; what it leaves open is not there.
#[derive(Debug, Default, Serialize, Deserialize)]
struct StoredMove {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// A square, `hand`, or the part of an origin that PGN writes (`file 3`, `rank 4`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The piece as CSA calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    /// When the piece has that name, if not before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    named: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    promotion: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    /// The words of KI2 (左右直上寄引).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    words: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pass: bool,
    #[serde(default, skip_serializing_if = "Times::is_empty")]
    time: Times,
}

/// A statement about an ending.
#[derive(Debug, Default, Serialize, Deserialize)]
struct StoredEnding {
    by: String,
    ending: String,
    winner: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    word: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(default, skip_serializing_if = "Times::is_empty")]
    time: Times,
}

/// Time spent and total, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Times(Option<i32>, Option<i32>);

impl Times {
    const fn is_empty(&self) -> bool {
        self.0.is_none() && self.1.is_none()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with references")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with references")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

impl Beyond {
    /// What is to be said of a line behind so many legal moves; its endings too where they are not to be left out.
    /// `None` when there is nothing.
    pub(crate) fn new(index: usize, line: &Line, legal: usize, endings: bool) -> Option<Self> {
        let moves: Vec<_> = line.plies.iter().skip(legal).map(StoredMove::new).collect();
        let endings = endings.then(|| line.declarations.iter().map(StoredEnding::new).collect());
        let says = !moves.is_empty() || line.unread > 0 || endings.is_some();
        says.then_some(Self { line: index, moves, unread: line.unread, endings })
    }
}

/// The statement that a record makes about its ending when nothing else is stored: its word in place of a move. `mover`
/// is the side to move there.
pub(crate) fn usual_ending(
    ending: Ending,
    word: &str,
    winner: Option<Color>,
    mover: Color,
    clock: Clock,
) -> Option<Declaration> {
    let subject = match winner {
        Some(winner) if winner == mover => Subject::MoverWins,
        Some(_) => Subject::MoverLoses,
        None if ending.is_draw() => Subject::Nobody,
        None => Subject::Silent,
    };
    let (word, by) = (word.to_owned(), DeclaredBy::Row);
    (ending != Ending::None).then_some(Declaration {
        ending,
        subject,
        word,
        plies: None,
        by,
        clock,
        place: Place::FILE,
    })
}

/// Adds to a record what is stored beside its columns; true when that says how its main line ended, `None` when it cannot
/// be understood.
pub(crate) fn add(record: &mut Record, text: &str) -> Option<bool> {
    let mut says_ending = false;
    for stored in serde_json::from_str::<Vec<Beyond>>(text).ok()? {
        let line = record.lines.get_mut(stored.line)?;
        for mv in &stored.moves {
            line.plies.push(mv.ply()?);
        }
        line.unread = stored.unread;
        if let Some(endings) = stored.endings {
            line.declarations = endings.iter().map(StoredEnding::declaration).collect::<Option<_>>()?;
            says_ending |= stored.line == 0;
        }
    }
    Some(says_ending)
}

/// The names of values as they are stored; the first ones of the last two lists stand for what is not stored.
const BY: [(DeclaredBy, &str); 4] = [
    (DeclaredBy::Row, "row"),
    (DeclaredBy::ClosingLine, "closing_line"),
    (DeclaredBy::Summary, "summary"),
    (DeclaredBy::Header, "header"),
];
const WINNERS: [(Subject, &str); 6] = [
    (Subject::MoverWins, "mover"),
    (Subject::MoverLoses, "other"),
    (Subject::Winner(Color::Black), "black"),
    (Subject::Winner(Color::White), "white"),
    (Subject::Nobody, "nobody"),
    (Subject::Silent, "unsaid"),
];
const NAMED: [(Named, &str); 3] =
    [(Named::Before, "before"), (Named::After, "after"), (Named::ByMotion, "by_motion")];
const PROMOTIONS: [(Promotion, &str); 4] = [
    (Promotion::Unstated, "unstated"),
    (Promotion::Yes, "yes"),
    (Promotion::No, "no"),
    (Promotion::OrCheck, "or_check"),
];

/// The name of a value in one of these lists.
fn name<T: PartialEq>(names: &[(T, &'static str)], value: &T) -> Option<String> {
    names.iter().find(|(known, _)| known == value).map(|(_, name)| (*name).to_owned())
}

/// The value with a name in one of these lists.
fn value<T: Copy>(names: &[(T, &str)], name: &str) -> Option<T> {
    names.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
}

/// The value with a name, or the first one where none is stored.
fn value_or_first<T: Copy>(names: &[(T, &str)], name: Option<&str>) -> Option<T> {
    name.map_or_else(|| names.first().map(|(value, _)| *value), |name| value(names, name))
}

const HAND: &str = "hand";
const FILE: &str = "file ";
const RANK: &str = "rank ";

fn stored_origin(origin: Origin) -> Option<String> {
    match origin {
        Origin::Unstated => None,
        Origin::Hand => Some(HAND.to_owned()),
        Origin::Board(square) => Some(square.to_string()),
        Origin::File(file) => Some(format!("{FILE}{file}")),
        Origin::Rank(rank) => Some(format!("{RANK}{rank}")),
    }
}

fn origin(text: Option<&str>) -> Option<Origin> {
    Some(match text {
        None => Origin::Unstated,
        Some(HAND) => Origin::Hand,
        Some(text) => match (text.strip_prefix(FILE), text.strip_prefix(RANK)) {
            (Some(file), _) => Origin::File(file.parse().ok()?),
            (_, Some(rank)) => Origin::Rank(rank.parse().ok()?),
            _ => Origin::Board(text.parse().ok()?),
        },
    })
}

impl StoredMove {
    fn new(ply: &Ply) -> Self {
        let written = &ply.written;
        Self {
            to: written.to.map(|square| square.to_string()),
            from: stored_origin(written.origin),
            piece: written.piece.map(|kind| csa::piece_code(kind).to_owned()),
            named: name(&NAMED[1..], &written.named),
            promotion: name(&PROMOTIONS[1..], &written.promotion),
            side: written.color.map(|color| color.name().to_owned()),
            words: Relative::WORDS
                .into_iter()
                .filter(|(word, _)| written.relative.contains(*word))
                .map(|(_, char)| char)
                .collect(),
            pass: written.pass,
            time: Times::new(ply.clock),
        }
    }

    fn ply(&self) -> Option<Ply> {
        let square = |text: &String| text.parse::<Square>().ok();
        let some = |text: &Option<String>| match text {
            Some(text) => square(text).map(Some),
            None => Some(None),
        };
        let piece =
            |code: &String| -> Option<PieceKind> { csa::piece_kind(code.as_bytes().try_into().ok()?) };
        let word = |char: char| Relative::WORDS.into_iter().find(|(_, known)| *known == char);
        let written = WrittenMove {
            to: some(&self.to)?,
            origin: origin(self.from.as_deref())?,
            piece: match &self.piece {
                Some(code) => Some(piece(code)?),
                None => None,
            },
            named: value_or_first(&NAMED, self.named.as_deref())?,
            promotion: value_or_first(&PROMOTIONS, self.promotion.as_deref())?,
            color: match &self.side {
                Some(name) => Some(Color::ALL.into_iter().find(|color| color.name() == name)?),
                None => None,
            },
            relative: self
                .words
                .chars()
                .try_fold(Relative::default(), |all, char| Some(all.with(word(char)?.0)))?,
            pass: self.pass,
        };
        Some(Ply { written, clock: self.time.clock(), place: Place::FILE })
    }
}

impl StoredEnding {
    fn new(found: &Declaration) -> Self {
        Self {
            by: name(&BY, &found.by).unwrap_or_default(),
            ending: found.ending.name().to_owned(),
            winner: name(&WINNERS, &found.subject).unwrap_or_default(),
            word: found.word.clone(),
            plies: found.plies,
            time: Times::new(found.clock),
        }
    }

    fn declaration(&self) -> Option<Declaration> {
        Some(Declaration {
            ending: Ending::from_name(&self.ending)?,
            subject: value(&WINNERS, &self.winner)?,
            word: self.word.clone(),
            plies: self.plies,
            by: value(&BY, &self.by)?,
            clock: self.time.clock(),
            place: Place::FILE,
        })
    }
}

impl Times {
    const fn new(clock: Clock) -> Self {
        Self(clock.spent, clock.total)
    }

    const fn clock(self) -> Clock {
        Clock { spent: self.0, total: self.1 }
    }
}

#[cfg(test)]
mod tests {
    use super::add;
    use crate::record::Record;

    #[test]
    fn what_is_damaged_is_not_understood() {
        for damaged in ["", "[{}]", "[{\"line\":9}]", "[{\"line\":0,\"moves\":[{\"to\":\"x\"}]}]"] {
            assert_eq!(add(&mut Record::default(), damaged), None, "{damaged}");
        }
        assert_eq!(add(&mut Record::default(), "[{\"line\":0,\"unread\":2}]"), Some(false));
    }
}
