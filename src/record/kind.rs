//! What a record is: a game, or one of the other things that lie among games. This is the only definition.

use super::{Ending, Header, Record};
use crate::rules::{Placing, StartKind, named_enum};

named_enum! {
    /// What a record is. Statistics count games; every other kind is counted apart and named.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum GameKind {
        /// At least one move was played, from the even start or from that of a handicap.
        #[default]
        Game = "game",
        /// At least one move was played, from another position.
        SetPosition = "set_position",
        /// No move was played: a lone position, a record that ends before the first move.
        Position = "position",
        /// The game was decided without being played (不戦).
        Forfeit = "forfeit",
        /// A mate problem (詰将棋).
        Problem = "problem",
        /// A row of a book of openings.
        BookLine = "book_line",
    }
}

/// Headers that only mate problems have.
const PROBLEM_KEYS: [&str; 11] =
    ["詰方", "玉方", "攻方", "受方", "詰手数", "完全性", "作意", "作意手順", "作品番号", "作品名", "発表誌"];

/// Names of the two sides of a mate problem, which stand where players' names would.
const PROBLEM_SIDES: [&str; 5] = ["詰方", "攻方", "攻め方", "玉方", "受方"];

/// The word for a mate problem, as it is spelled.
const PROBLEM_WORDS: [&str; 4] = ["詰将棋", "詰め将棋", "詰將棋", "詰棋"];

impl GameKind {
    /// The kind of a record of which `plies` moves were played from a start of this placing.
    ///
    /// Of several kinds that a record may be, the last one of the list is it; but a problem begins in a set position.
    #[must_use]
    pub fn of(record: &Record, placing: Placing, plies: usize, declared: Ending) -> Self {
        if record.is_book_line {
            Self::BookLine
        } else if placing.kind() == StartKind::Set && is_problem(record) {
            Self::Problem
        } else if declared == Ending::Forfeit {
            Self::Forfeit
        } else if plies == 0 {
            Self::Position
        } else if placing.kind() == StartKind::Set {
            Self::SetPosition
        } else {
            Self::Game
        }
    }
}

/// Whether the headers say that the record is a mate problem.
fn is_problem(record: &Record) -> bool {
    let says = |text: &str| PROBLEM_WORDS.iter().any(|word| text.contains(word));
    let names = [&record.info.players.black, &record.info.players.white];
    // 詰将棋 in a player's name says nothing about the record.
    let is_name = |text: &str| names.iter().any(|name| name.as_deref().is_some_and(|name| name == text));
    let by_header = |Header { key, value }: &Header| {
        says(key)
            || PROBLEM_KEYS.contains(&key.as_str()) && !value.is_empty()
            || says(value) && !is_name(value)
    };
    let is_side = |name: &str| PROBLEM_SIDES.contains(&name.trim());
    record.start.handicap.as_deref().is_some_and(says)
        || record.headers.iter().any(by_header)
        || names.into_iter().flatten().any(|name| is_side(name))
        || record.info.event.as_deref().is_some_and(says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::Handicap;

    fn of(record: &Record, placing: Placing, plies: usize, declared: Ending) -> &'static str {
        GameKind::of(record, placing, plies, declared).name()
    }

    #[test]
    fn the_kinds_by_start_moves_and_ending() {
        let record = Record::default();
        let two = Placing::Handicap(Handicap::Two);
        let resigned = Ending::Resignation;
        for (placing, plies, declared, kind) in [
            (Placing::Even, 1, resigned, "game"),
            (two, 1, Ending::None, "game"),
            (Placing::Handicap(Handicap::Other), 90, resigned, "game"),
            (Placing::Set, 1, resigned, "set_position"),
            (Placing::Even, 0, resigned, "position"),
            (Placing::Even, 0, Ending::TimeForfeit, "position"),
            (two, 0, Ending::None, "position"),
            (Placing::Set, 0, Ending::None, "position"),
            (Placing::Even, 0, Ending::Forfeit, "forfeit"),
            (Placing::Even, 3, Ending::Forfeit, "forfeit"),
            (Placing::Set, 0, Ending::Forfeit, "forfeit"),
        ] {
            assert_eq!(of(&record, placing, plies, declared), kind, "{placing:?} {plies} {declared:?}");
        }
        let book = Record { is_book_line: true, ..Record::default() };
        assert_eq!(of(&book, Placing::Even, 0, Ending::None), "book_line");
        assert_eq!(of(&book, Placing::Set, 4, Ending::None), "book_line");
    }

    #[test]
    fn problems_are_known_by_their_headers_and_begin_in_a_set_position() {
        let with = |key: &str, value: &str| {
            let mut record = Record::default();
            record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
            record
        };
        let set = |record: &Record, plies| of(record, Placing::Set, plies, Ending::None);
        for (key, value) in [
            ("詰方", "甲"),
            ("玉方", "乙"),
            ("攻方", "甲"),
            ("詰手数", "5"),
            ("完全性", "完全"),
            ("棋戦", "詰将棋入門"),
            ("表題", "詰め将棋 第3番"),
            ("手合割", "詰将棋"),
        ] {
            assert_eq!(set(&with(key, value), 5), "problem", "{key}：{value}");
            assert_eq!(set(&with(key, value), 0), "problem", "{key}：{value}");
            // A game that only speaks of problems is a game.
            assert_eq!(of(&with(key, value), Placing::Even, 5, Ending::None), "game", "{key}：{value}");
        }
        for (key, value) in [("詰方", ""), ("手数", "5"), ("備考", "詰みあり"), ("作者", "甲")] {
            assert_eq!(set(&with(key, value), 5), "set_position", "{key}：{value}");
        }
        let mut record = Record::default();
        record.info.players.white = Some("玉方".to_owned());
        assert_eq!(set(&record, 3), "problem");
        record.info.players.white = Some("詰将棋花子".to_owned());
        record.headers.push(Header { key: "N-".to_owned(), value: "詰将棋花子".to_owned() });
        assert_eq!(set(&record, 3), "set_position");
        record.start.handicap = Some("詰将棋　".to_owned());
        assert_eq!(set(&record, 3), "problem");
    }
}
