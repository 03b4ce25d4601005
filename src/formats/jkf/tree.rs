//! What a JKF text has, typed, before it becomes a record: games, moves and branches.
//!
//! Half a game of eight megabytes may be `{},`, so that a node is small and has what few nodes have in a box. Headers
//! are read by [`super::header`], start positions by [`super::start`], the parts of a move by [`super::part`].

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess};
use std::borrow::Cow;
use std::cell::RefCell;

use super::header::Headers;
use super::lenient::{Field, Fields, Seed, Shape, items};
use super::mismatches::{At, Mismatches};
use super::part::Move;
use super::start::Initial;
use crate::record::{Clock, Code};

/// A value of the text: one game or a list of them.
#[derive(Debug)]
pub(super) struct Games<'a> {
    pub games: Vec<Game<'a>>,
    /// What is not a game.
    pub mismatches: Mismatches,
}

impl<'de> Deserialize<'de> for Games<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mismatches = RefCell::default();
        let at = At::root(&mismatches);
        let games = Seed::<Vec<Game<'de>>>::new(&at).deserialize(deserializer)?;
        if matches!(games, Field::Null) {
            no_game(&at);
        }
        Ok(Self { games: games.value().unwrap_or_default(), mismatches: mismatches.into_inner() })
    }
}

const GAME: &str = "a record with moves";

fn no_game(at: &At<'_>) {
    at.report(Code::IgnoredField, format_args!("is null, not {GAME}; it is ignored"));
}

impl<'de> Shape<'de> for Vec<Game<'de>> {
    const WANTED: Option<&'static str> = Some(GAME);

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        Ok(Game::object(object, at)?.map(|game| vec![game]))
    }

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut games = Self::new();
        items(&mut list, at, |game, at| match game {
            Field::Null => no_game(at),
            game => games.extend(game.value()),
        })?;
        Ok(Some(games))
    }
}

/// One game.
#[derive(Debug)]
pub(super) struct Game<'a> {
    pub header: Headers<'a>,
    pub initial: Field<Box<Initial<'a>>>,
    pub moves: Vec<Node<'a>>,
    /// What it has that JKF does not have.
    pub mismatches: Mismatches,
}

impl<'de> Shape<'de> for Game<'de> {
    const WANTED: Option<&'static str> = Some(GAME);

    /// The paths of its findings begin here, not at the list in which it may stand.
    fn object<A: MapAccess<'de>>(object: A, _: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mismatches = RefCell::default();
        let at = At::root(&mismatches);
        let (mut header, mut initial, mut moves) = (Field::Missing, Field::Missing, Field::Missing);
        let mut fields = Fields::new(object, &at);
        while let Some(name) = fields.next()? {
            match &*name {
                "header" => fields.read("header", &mut header)?,
                "initial" => fields.read("initial", &mut initial)?,
                "moves" => fields.read("moves", &mut moves)?,
                // Names the format, for editors; it holds nothing of a game.
                "$schema" => fields.skip()?,
                _ => fields.unknown(&name)?,
            }
        }
        let header = header.value().unwrap_or_default();
        Ok(moves.value().map(|moves| Self { header, initial, moves, mismatches: mismatches.into_inner() }))
    }
}

/// A move with what belongs to it, or what stands in its place.
#[derive(Debug, Default)]
pub(super) struct Node<'a> {
    pub mv: Field<Move>,
    pub clock: Field<Clock>,
    rest: Option<Box<Rest<'a>>>,
}

#[derive(Debug)]
struct Rest<'a> {
    special: Option<Cow<'a, str>>,
    comments: Vec<Cow<'a, str>>,
    forks: Vec<Field<Fork<'a>>>,
}

impl<'a> Node<'a> {
    /// The word that ends the game.
    pub fn special(&self) -> Option<&str> {
        self.rest.as_ref()?.special.as_deref()
    }

    /// The comments.
    pub fn comments(&self) -> &[Cow<'a, str>] {
        self.rest.as_ref().map_or(&[], |rest| &rest.comments)
    }

    /// The branches in place of this move.
    pub fn forks(&self) -> &[Field<Fork<'a>>] {
        self.rest.as_ref().map_or(&[], |rest| &rest.forks)
    }
}

impl<'de> Shape<'de> for Node<'de> {
    const WANTED: Option<&'static str> = Some("an object");

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut node = Self::default();
        let (mut special, mut comments, mut comment) = (Field::Missing, Field::Missing, Field::Missing);
        let mut forks = Field::Missing;
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            match &*name {
                "move" => fields.read("move", &mut node.mv)?,
                "time" => fields.read("time", &mut node.clock)?,
                "special" => fields.read("special", &mut special)?,
                "comments" => fields.read("comments", &mut comments)?,
                // The format's JSON schema calls the comment on the start position so.
                "comment" => fields.read("comment", &mut comment)?,
                "forks" => fields.read("forks", &mut forks)?,
                _ => fields.unknown(&name)?,
            }
        }
        if matches!((&node.mv, &special), (Field::Is(_) | Field::Mismatch(_), Field::Is(_))) {
            at.name("move").report(Code::IgnoredField, "stands beside `special`; it is played before it");
        }
        let mut all = comments.value().map_or_else(Vec::new, |comments: Comments<'de>| comments.0);
        all.extend(comment.value().into_iter().flat_map(|comment: Comments<'de>| comment.0));
        let special = special.value();
        let forks = forks.value().map_or_else(Vec::new, |forks: Forks<'de>| forks.0);
        if special.is_some() || !all.is_empty() || !forks.is_empty() {
            node.rest = Some(Box::new(Rest { special, comments: all, forks }));
        }
        Ok(Some(node))
    }
}

impl<'de> Shape<'de> for Vec<Node<'de>> {
    const WANTED: Option<&'static str> = Some("a list");

    /// What is not a node becomes an empty one, so that the others keep their numbers.
    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut nodes = Self::new();
        items(&mut list, at, |node: Field<Node<'de>>, _| nodes.push(node.value().unwrap_or_default()))?;
        Ok(Some(nodes))
    }
}

/// A branch. One that is not a list of moves is reported where it would be read.
#[derive(Debug)]
pub(super) struct Fork<'a>(pub Vec<Node<'a>>);

impl<'de> Shape<'de> for Fork<'de> {
    const WANTED: Option<&'static str> = None;

    fn list<A: SeqAccess<'de>>(list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        Ok(Vec::list(list, at)?.map(Self))
    }
}

/// The branches of a node.
struct Forks<'a>(Vec<Field<Fork<'a>>>);

impl<'de> Shape<'de> for Forks<'de> {
    const WANTED: Option<&'static str> = Some("a list");

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut forks = Vec::new();
        items(&mut list, at, |fork, _| forks.push(fork))?;
        Ok(Some(Self(forks)))
    }
}

/// The comments of a node.
struct Comments<'a>(Vec<Cow<'a, str>>);

impl<'de> Shape<'de> for Comments<'de> {
    const WANTED: Option<&'static str> = Some("a list");

    fn text(text: Cow<'de, str>, at: &At<'_>) -> Option<Self> {
        at.report(Code::IgnoredField, "is text, not a list; it is read as one comment");
        Some(Self(vec![text]))
    }

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut comments = Vec::new();
        items(&mut list, at, |comment: Field<Cow<'de, str>>, _| comments.extend(comment.value()))?;
        Ok(Some(Self(comments)))
    }
}

#[cfg(test)]
mod tests {
    use super::Node;
    use crate::formats::jkf::read;
    use crate::formats::jkf::tests::{findings, node_findings};

    #[test]
    fn nothing_of_a_node_is_passed_over_in_silence() {
        for (json, want) in [
            ("3", "J003 moves[1] is a number, not an object; it is ignored"),
            ("null", ""),
            (
                r#"{"comments":["a",3,null,[{"b":0}]]}"#,
                "J003 moves[1].comments[1] is a number, not text; it is ignored; \
                 J003 moves[1].comments[3] is a list, not text; it is ignored",
            ),
            (r#"{"comments":"a"}"#, "J003 moves[1].comments is text, not a list; it is read as one comment"),
            (r#"{"comments":{}}"#, "J003 moves[1].comments is an object, not a list; it is ignored"),
            (r#"{"comment":["a"]}"#, ""),
            (r#"{"special":{}}"#, "J003 moves[1].special is an object, not text; it is ignored"),
            (r#"{"forks":3}"#, "J003 moves[1].forks is a number, not a list; it is ignored"),
            (
                r#"{"forks":[[{"forks":[[true]]}],3]}"#,
                "J002 moves[1].forks[1] is not a list of moves; \
                 J003 moves[1].forks[0][0].forks[0][0] is a truth value, not an object; it is ignored",
            ),
            (r#"{"time":3}"#, "J003 moves[1].time is a number, not an object; it is ignored"),
            (r#"{"time":{}}"#, "F007 moves[1].time is the time of no move"),
            (
                r#"{"special":"TORYO","special":"CHUDAN"}"#,
                "J003 moves[1].special is there more than once; the last one counts",
            ),
            (r#"{"move":3}"#, "J002 moves[1].move is a number, not an object; the line ends before it"),
            (
                r#"{"special":"TORYO","move":{"to":{"x":7,"y":6}}}"#,
                "J003 moves[1].move stands beside `special`; it is played before it",
            ),
            (r#"{"special":"TORYO","move":null}"#, ""),
        ] {
            assert_eq!(node_findings(json), want, "{json}");
        }
    }

    #[test]
    fn an_unknown_name_is_told_once() {
        let record = &read(
            r#"{"$schema":"x","site":1,"moves":[{},{"index":1,"a":[{"index":[]}]},{"index":2},{"index":3}]}"#,
        )[0];
        let want = [
            "J003 site is not a field of JKF; it is ignored",
            "J003 moves[1].index is not a field of JKF; it is ignored, as are 2 more of this name",
            "J003 moves[1].a is not a field of JKF; it is ignored",
        ];
        assert_eq!(findings(record), want);
        let many: String = (0..2000).map(|number| format!(",{{\"{number}\":0,\"comments\":3}}")).collect();
        let found = findings(&read(&format!("{{\"moves\":[{{}}{many}]}}"))[0]);
        assert_eq!(found.len(), 1001);
        assert_eq!(found[999], "J003 moves[500].comments is a number, not a list; it is ignored");
        assert_eq!(found[1000], "F013 1000 findings are listed, there are more");
    }

    #[test]
    fn comments_are_kept_whatever_holds_them() {
        for (json, want) in [
            (r#"{"comments":["a",3,"b"]}"#, &["a", "b"][..]),
            (r#"{"comments":"a"}"#, &["a"]),
            (r#"{"comment":"c","comments":["a"]}"#, &["a", "c"]),
            (r#"{"comments":["\u0061\n"]}"#, &["a\n"]),
        ] {
            let record = &read(&format!("{{\"moves\":[{json}]}}"))[0];
            let texts: Vec<_> = record.notes.iter().map(|note| note.text.as_str()).collect();
            assert_eq!(texts, want, "{json}");
        }
    }

    #[test]
    fn what_stands_among_games_is_told_by_the_last_one() {
        let text = "[null,{\"moves\":[{}]},{\"moves\":3},{\"moves\":[{}]}]\n7\nnull";
        let records = read(text);
        assert_eq!(findings(&records[0]), Vec::<String>::new());
        let want = [
            "J003 [0] is null, not a record with moves; it is ignored",
            "J003 [2] is an object, not a record with moves; it is ignored",
            "J003 the value is a number, not a record with moves; it is ignored",
            "J003 the value is null, not a record with moves; it is ignored",
        ];
        assert_eq!(findings(&records[1]), want);
        let lines: Vec<_> =
            records[1].diagnostics.iter().map(|found| found.place.line().unwrap_or(0)).collect();
        assert_eq!(lines, [0, 1, 1, 2, 3]);
        let many = format!("{{\"moves\":[{{}}]}}{}", " 1".repeat(3000));
        let found = findings(&read(&many)[0]);
        assert_eq!(
            (found.len(), found[999].as_str()),
            (1000, "F013 1000 findings are listed, there are more")
        );
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node<'_>>(), 40);
    }
}
