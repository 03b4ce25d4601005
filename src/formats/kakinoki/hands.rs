//! The pieces in hand that a record gives beside its diagram or its handicap, whoever they are said to be of.

use super::blank::is_blank;
use super::diagram;
use super::other_key::{HandOwner, hand_owner};
use crate::notation::kif::mark;
use crate::record::{Code, Place, Record, normalize_name};
use crate::rules::shogi::Hand;
use crate::rules::{ByColor, Color};

/// The hands as they are read.
#[derive(Debug, Default)]
pub(super) struct Hands {
    by_side: ByColor<Option<Hand>>,
    /// Those of players by their names, or why they cannot be in hand.
    by_name: Vec<(String, Result<Hand, String>, Place)>,
    /// Those of nobody, and whether a diagram stands before.
    unnamed: Vec<(Hand, Place, bool)>,
    /// The side that has all pieces that are nowhere else.
    rest: Option<(Color, Place)>,
    findings: Vec<(Place, String)>,
}

impl Hands {
    /// A side's hand. `Err` says what cannot be in hand.
    pub fn of_side(&mut self, name: &str, color: Color, text: &str, place: Place) -> Result<(), String> {
        if let Some(HandOwner::Side { mark: Some(mark), .. }) = hand_owner(name)
            && mark != color
        {
            let message = format!("`{name}` has the mark of the other side; the word counts");
            self.findings.push((place, message));
        }
        if is_rest(text) {
            self.rest.get_or_insert((color, place));
            return Ok(());
        }
        let hand = read(text)?;
        match self.by_side[color] {
            Some(before) if before != hand => {
                let message = format!("`{name}` stands here again with other pieces; the first counts");
                self.findings.push((place, message));
            }
            Some(_) => {}
            None => self.by_side[color] = Some(hand),
        }
        Ok(())
    }

    /// The hand of a player or of nobody. `below` says that a diagram stands above the line. `Err` says what cannot be
    /// in hand.
    pub fn of_somebody(&mut self, name: &str, text: &str, place: Place, below: bool) -> Result<(), String> {
        if let Some(HandOwner::Player(player)) = hand_owner(name) {
            self.by_name.push((player, read(text), place));
            return Ok(());
        }
        // `持駒：▲金 △歩二`
        let Some(first) = text.find(|char| mark(char).is_some()) else {
            self.unnamed.push((read(text)?, place, below));
            return Ok(());
        };
        let mut rest = &text[first..];
        while let Some(color) = rest.chars().next().and_then(mark) {
            rest = rest.trim_start_matches(|char| mark(char).is_some());
            let end = rest.find(|char| mark(char).is_some()).unwrap_or(rest.len());
            self.of_side(name, color, &rest[..end], place)?;
            rest = &rest[end..];
        }
        Ok(())
    }

    /// True when this side's hand has been read.
    pub fn has(&self, color: Color) -> bool {
        self.by_side[color].is_some() || self.rest.is_some_and(|(side, _)| side == color)
    }

    /// The side that has all pieces that are nowhere else, as those of problems say of the one that is mated.
    pub fn rest(&self) -> Option<(Color, Place)> {
        self.rest
    }

    /// True when two hands of nobody have been read.
    pub fn has_two_unnamed(&self) -> bool {
        self.unnamed.len() > 1
    }

    /// What each side has, where the record says it. `Err` says what a player cannot have in hand.
    pub fn finish(mut self, record: &mut Record) -> Result<ByColor<Option<Hand>>, (Place, String)> {
        for (name, hand, place) in std::mem::take(&mut self.by_name) {
            match player(record, &name) {
                Some(color) if self.by_side[color].is_none() => {
                    self.by_side[color] = Some(hand.map_err(|message| (place, message))?);
                }
                Some(_) => self
                    .findings
                    .push((place, format!("the hand of `{name}` is given twice; the first counts"))),
                None => self
                    .findings
                    .push((place, format!("`{name}` plays on neither side; the pieces were left out"))),
            }
        }
        let unnamed = std::mem::take(&mut self.unnamed);
        let sides = match unnamed.as_slice() {
            [(_, _, false), (_, _, true)] => [Color::White, Color::Black],
            _ => [Color::Black, Color::White],
        };
        for ((hand, place, _), color) in unnamed.iter().zip(sides) {
            // Alone it is that of the side that mates.
            if self.by_side[color].is_none() {
                self.by_side[color] = Some(*hand);
            } else {
                let message = "nobody says whose these pieces are, and the hand of the side that would have them is given";
                self.findings.push((*place, message.to_owned()));
            }
        }
        if let [_, (_, place, _), ..] = unnamed.as_slice() {
            let message = format!("nobody says whose these pieces are; {} was taken", sides[1]);
            self.findings.push((*place, message));
        }
        for (place, message) in self.findings {
            record.report(Code::BadHeader, place, message);
        }
        Ok(self.by_side)
    }
}

/// True for the key of pieces in hand that are those of a side of the record.
pub(super) fn is_of_a_side(record: &Record, key: &str) -> bool {
    match hand_owner(key) {
        Some(HandOwner::Player(name)) => player(record, &name).is_some(),
        Some(HandOwner::Side { .. } | HandOwner::Nobody) => true,
        None => false,
    }
}

/// `残り全部`: all pieces that stand nowhere.
fn is_rest(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "残り",
        "残り全部",
        "残り全て",
        "残りすべて",
        "残り駒",
        "残り駒全部",
        "残り駒全て",
        "残駒",
        "残駒全部",
        "残り全駒",
        "他全部",
        "盤上以外全部",
    ];
    let text = text.trim_matches(|char| is_blank(char) || "()（）。".contains(char));
    WORDS.contains(&text)
}

fn read(text: &str) -> Result<Hand, String> {
    diagram::read_hand(text).map_err(|at| {
        let char: String = text[at..].chars().take(1).collect();
        format!("`{char}` in `{text}` cannot be in hand, or there are too many of it")
    })
}

/// The side of the player with this name, or with a longer one that begins with it.
fn player(record: &Record, name: &str) -> Option<Color> {
    let name = normalize_name(name);
    let names = ByColor::from_fn(|color| record.info.players[color].as_deref().map(normalize_name));
    let fits = |test: &dyn Fn(&str) -> bool| {
        let mut found = Color::ALL.into_iter().filter(|color| names[*color].as_deref().is_some_and(test));
        found.next().filter(|_| found.next().is_none())
    };
    fits(&|player| player == name).or_else(|| fits(&|player| player.starts_with(&name)))
}
