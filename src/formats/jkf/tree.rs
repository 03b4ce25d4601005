//! What a JKF text has, typed, before it becomes a record: games, headers, moves and branches.
//!
//! Half a game of eight megabytes may be `{},`, so that a node is small and has what few nodes have in a box. Start
//! positions are read by [`super::start`], the parts of a move by [`super::part`].

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use super::lenient::{Field, Fields, Seed, Shape, items};
use super::misfits::{At, Misfits};
use super::part::Move;
use super::start::Initial;
use crate::record::{Clock, Code};

/// A value of the text: one game or a list of them.
#[derive(Debug)]
pub(super) struct Games<'a> {
    pub games: Vec<Game<'a>>,
    /// What is no game.
    pub misfits: Misfits,
}

impl<'de> Deserialize<'de> for Games<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let misfits = RefCell::default();
        let at = At::root(&misfits);
        let games = Seed::<Vec<Game<'de>>>::new(&at).deserialize(deserializer)?;
        if matches!(games, Field::Null) {
            no_game(&at);
        }
        Ok(Self { games: games.value().unwrap_or_default(), misfits: misfits.into_inner() })
    }
}

const GAME: &str = "a record with moves";

fn no_game(at: &At<'_>) {
    at.tell(Code::IgnoredField, format_args!("is null, not {GAME}; it is ignored"));
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
    pub misfits: Misfits,
}

impl<'de> Shape<'de> for Game<'de> {
    const WANTED: Option<&'static str> = Some(GAME);

    /// The paths of its findings begin here, not at the list in which it may stand.
    fn object<A: MapAccess<'de>>(object: A, _: &At<'_>) -> Result<Option<Self>, A::Error> {
        let misfits = RefCell::default();
        let at = At::root(&misfits);
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
        Ok(moves.value().map(|moves| Self { header, initial, moves, misfits: misfits.into_inner() }))
    }
}

/// The headers in order; `None` for one that is null.
#[derive(Debug, Default)]
pub(super) struct Headers<'a>(pub Vec<(Cow<'a, str>, Option<Cow<'a, str>>)>);

impl<'de> Shape<'de> for Headers<'de> {
    const WANTED: Option<&'static str> = Some("an object");

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut headers, mut places) = (Vec::new(), HashMap::new());
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            let place = *places.entry(name.clone()).or_insert(headers.len());
            if place == headers.len() {
                headers.push((name, Field::Missing));
            }
            let (name, value) = &mut headers[place];
            fields.read(name, value)?;
        }
        let text = |value: Field<HeaderText<'de>>| value.value().map(|value| value.0);
        Ok(Some(Self(headers.into_iter().map(|(name, value)| (name, text(value))).collect())))
    }
}

/// A header's value. What is no text is kept as the JSON that it is.
#[derive(Debug)]
struct HeaderText<'a>(Cow<'a, str>);

impl HeaderText<'_> {
    fn json(value: &Value, kind: &str, at: &At<'_>) -> Self {
        at.tell(Code::IgnoredField, format_args!("is {kind}, not text; it is kept as text"));
        Self(value.to_string().into())
    }
}

impl<'de> Shape<'de> for HeaderText<'de> {
    const WANTED: Option<&'static str> = None;

    fn text(text: Cow<'de, str>, _: &At<'_>) -> Option<Self> {
        Some(Self(text))
    }

    fn number(number: &Number, at: &At<'_>) -> Option<Self> {
        Some(Self::json(&number.clone().into(), "a number", at))
    }

    fn truth(truth: bool, at: &At<'_>) -> Option<Self> {
        Some(Self::json(&truth.into(), "a truth value", at))
    }

    fn list<A: SeqAccess<'de>>(list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let value = Value::deserialize(SeqAccessDeserializer::new(list))?;
        Ok(Some(Self::json(&value, "a list", at)))
    }

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let value = Value::deserialize(MapAccessDeserializer::new(object))?;
        Ok(Some(Self::json(&value, "an object", at)))
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
    forks: Vec<Field<Vec<Node<'a>>>>,
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
    pub fn forks(&self) -> &[Field<Vec<Self>>] {
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
        if matches!((&node.mv, &special), (Field::Is(_) | Field::Misfit(_), Field::Is(_))) {
            at.name("move").tell(Code::IgnoredField, "stands beside `special`; it is ignored");
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

    /// What is no node becomes an empty one, so that the others keep their numbers.
    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut nodes = Self::new();
        items(&mut list, at, |node: Field<Node<'de>>, _| nodes.push(node.value().unwrap_or_default()))?;
        Ok(Some(nodes))
    }
}

/// The branches of a node. One that is no list of moves is told where it would be read.
struct Forks<'a>(Vec<Field<Vec<Node<'a>>>>);

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
        at.tell(Code::IgnoredField, "is text, not a list; it is read as one comment");
        Some(Self(vec![text]))
    }

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let mut comments = Vec::new();
        items(&mut list, at, |comment: Field<Cow<'de, str>>, _| comments.extend(comment.value()))?;
        Ok(Some(Self(comments)))
    }
}
