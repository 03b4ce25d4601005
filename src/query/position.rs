//! A position as it is asked for: an SFEN, moves from a start position in USI, KIF, KI2, CSA or Western spelling, or a
//! place in a game.

use crate::formats::{kif, psn};
use crate::notation::csa;
use crate::record::WrittenMove;
use crate::replay::{Game, Unresolved, resolve};
use crate::rules::shogi::{self, Move};
use crate::rules::{Color, PlayablePosition, Rule, Variant, VariantPosition, dobutsu};
use std::str::FromStr;

/// A position, and how one comes to it.
#[derive(Clone, Debug)]
pub struct AskedPosition {
    /// The position.
    pub position: VariantPosition,
    /// The moves from the even start, when they are known.
    pub path: Option<Vec<Move>>,
    /// The last move.
    pub previous: Option<Move>,
}

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is no SFEN.
    #[error("`{text}` is not a valid SFEN: {reason}")]
    Sfen {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Nothing can be played in the position.
    #[error("the position cannot be played on: {0}")]
    Unplayable(String),
    /// A word is no move.
    #[error("`{word}` is not a move")]
    NoMove {
        /// The word.
        word: String,
        /// The game whose move it should be.
        variant: Variant,
    },
    /// A move in the spelling of a record that means nothing in the position.
    #[error("`{word}` is not a move in `{sfen}`: {reason}")]
    Unresolved {
        /// The move as written.
        word: String,
        /// The position.
        sfen: String,
        /// Why not.
        reason: String,
    },
    /// A game has no such ply.
    #[error("the game has {plies} plies, so there is no position after ply {ply}")]
    NoSuchPly {
        /// The ply.
        ply: usize,
        /// How many legal moves the game has.
        plies: usize,
    },
    /// A move breaks a rule.
    #[error("`{word}` cannot be played after {}: {rule}", moves(*.played))]
    Illegal {
        /// The move as written.
        word: String,
        /// How many moves were played before it.
        played: usize,
        /// The rule.
        rule: Rule,
    },
}

/// `1 move`, `2 moves`.
fn moves(number: usize) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

impl PositionError {
    /// What to write instead, in one line without a full stop.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoMove { variant: Variant::Shogi, .. } => {
                Some("write 7g7f, 8h2b+ or P*5e, or a move as in a record: ７六歩, +7776FU, P-7f")
            }
            Self::NoMove { variant: Variant::Dobutsu, .. } => Some("write b3b2, b2b1+ or C*b3"),
            _ => None,
        }
    }
}

impl AskedPosition {
    /// Plays the words of `text`: `startpos` or an SFEN first if there is one, then moves; else from `start`. A position
    /// or a move of dōbutsu shōgi is recognised by its form, unless `variant` says which game it is.
    ///
    /// # Errors
    /// What in the text cannot be understood or played.
    pub fn read(
        text: &str,
        start: Option<shogi::Setup>,
        variant: Option<Variant>,
    ) -> Result<Self, PositionError> {
        let text = text.trim();
        let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
        let text = text.strip_prefix("sfen ").unwrap_or(text).trim_start();
        let words: Vec<&str> = text.split_whitespace().collect();
        let slashes = words.first().map_or(0, |word| word.matches('/').count());
        let is_animals = slashes == 3
            || words
                .iter()
                .find(|word| !matches!(**word, "startpos" | "moves"))
                .is_some_and(|word| slashes == 0 && word.parse::<dobutsu::Move>().is_ok());
        let variant = variant.unwrap_or(if is_animals { Variant::Dobutsu } else { Variant::Shogi });
        if slashes == 0 {
            let position = match start.filter(|_| !text.starts_with("startpos")) {
                Some(setup) => VariantPosition::Shogi(playable(setup)?),
                None => VariantPosition::startpos(variant),
            };
            let mut asked = Self::new(position);
            asked.play_all(text.strip_prefix("startpos").unwrap_or(text))?;
            return Ok(asked);
        }
        // Board, turn, hands and the move number, which may be missing.
        let numbered = words.get(3).is_some_and(|word| word.parse::<u32>().is_ok());
        let (sfen, rest) = words.split_at(words.len().min(if numbered { 4 } else { 3 }));
        let sfen = sfen.join(" ");
        let position = match variant {
            Variant::Shogi => {
                let sfen = if numbered { sfen } else { format!("{sfen} 1") };
                VariantPosition::Shogi(playable(setup::<shogi::Setup>(&sfen)?)?)
            }
            Variant::Dobutsu => VariantPosition::Dobutsu(playable(setup::<dobutsu::Setup>(&sfen)?)?),
        };
        let mut asked = Self::new(position);
        asked.play_all(&rest.join(" "))?;
        Ok(asked)
    }

    /// The position of a game after so many plies; after its last legal move when not given.
    ///
    /// # Errors
    /// When the game is shorter.
    pub fn of_game(game: &Game, ply: Option<usize>) -> Result<Self, PositionError> {
        let moves = game.moves();
        let ply = ply.unwrap_or(moves.len());
        let Some(moves) = moves.get(..ply) else {
            return Err(PositionError::NoSuchPly { ply, plies: moves.len() });
        };
        let mut asked = Self::new(game.start.clone());
        for mv in moves {
            asked.play(*mv);
        }
        Ok(asked)
    }

    fn new(position: VariantPosition) -> Self {
        let even = position.is_even_start();
        Self { position, path: even.then(Vec::new), previous: None }
    }

    /// The move that `text` means here; `None` when it has no move.
    ///
    /// # Errors
    /// What in the text cannot be understood or played.
    pub fn next(&self, text: &str) -> Result<Option<Move>, PositionError> {
        let mut next = Self { position: self.position.clone(), path: None, previous: self.previous };
        next.play_all(text)?;
        Ok(next.previous)
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv);
        if let Some(path) = &mut self.path {
            path.push(mv);
        }
        self.previous = Some(mv);
    }

    /// Plays further moves, in any of the spellings of [`read`](Self::read).
    ///
    /// # Errors
    /// What in the text cannot be understood or played.
    pub fn play_all(&mut self, text: &str) -> Result<(), PositionError> {
        let mut rest = text.trim_start();
        let mut played = 0;
        while !rest.is_empty() {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            if word == "moves" || psn::is_number(word) {
                rest = rest[word.len()..].trim_start();
                continue;
            }
            let (mv, after) = self.read_move(rest, word)?;
            if let Err(rule) = self.position.judge_move(mv) {
                return Err(PositionError::Illegal { word: word.to_owned(), played, rule });
            }
            self.play(mv);
            played += 1;
            rest = after.trim_start();
        }
        Ok(())
    }

    /// The move at the beginning of `rest`, whose first word is `word`, and what follows it.
    fn read_move<'t>(&self, rest: &'t str, word: &str) -> Result<(Move, &'t str), PositionError> {
        let variant = self.position.variant();
        if let Some(mv) = variant.read_move(word) {
            return Ok((mv, &rest[word.len()..]));
        }
        let in_records = || {
            let western = || Some((psn::read_move(word)?, &rest[word.len()..]));
            kif::read_move(rest).or_else(|| csa_move(rest, self.position.turn())).or_else(western)
        };
        let written = if variant == Variant::Shogi { in_records() } else { None };
        let Some((written, after)) = written else {
            return Err(PositionError::NoMove { word: word.to_owned(), variant });
        };
        let mv = resolve(&self.position, &written, self.previous.map(Move::to)).map_err(|error| {
            PositionError::Unresolved {
                word: rest[..rest.len() - after.len()].trim().to_owned(),
                sfen: self.position.sfen(),
                reason: match error {
                    Unresolved::Unclear(_, reason) => reason,
                    Unresolved::Breaks(rule) => rule.to_string(),
                },
            }
        })?;
        Ok((mv.mv, after))
    }
}

/// The move of CSA at the beginning of a text (`+7776FU`, or `7776FU` for the side to move), and what follows it: a time
/// behind it (`,T12`) and the comma before the next one are passed over.
fn csa_move(text: &str, turn: Color) -> Option<(WrittenMove, &str)> {
    let signed = text.starts_with(['+', '-']);
    let length = if signed { 7 } else { 6 };
    let bytes = text.as_bytes().get(..length)?;
    let mut seven = [if turn == Color::Black { b'+' } else { b'-' }; 7];
    seven[7 - length..].copy_from_slice(bytes);
    let written = csa::read_move(seven)?;
    let rest = text.get(length..)?;
    let behind = rest.trim_start_matches([',', ' ', '\n', '\r']);
    let rest = match behind.strip_prefix('T') {
        Some(time) => time.trim_start_matches(|char: char| char.is_ascii_digit() || char == '.'),
        None => rest,
    };
    Some((written, rest.trim_start_matches(',')))
}

fn setup<T: FromStr<Err: std::fmt::Display>>(sfen: &str) -> Result<T, PositionError> {
    let bad = |error: T::Err| PositionError::Sfen { text: sfen.to_owned(), reason: error.to_string() };
    sfen.parse().map_err(bad)
}

fn playable<S, P: TryFrom<S, Error: std::fmt::Display>>(setup: S) -> Result<P, PositionError> {
    P::try_from(setup).map_err(|error| PositionError::Unplayable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_leads_to_the_same_place() {
        let read = |text: &str| AskedPosition::read(text, None, None);
        let wanted = read("7g7f 3c3d 8h2b+ 3a2b").unwrap();
        for text in [
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b",
            "７六歩 ３四歩 ２二角成 同　銀",
            "▲７六歩△３四歩▲２二角成△同銀",
            "７六歩(77) ３四歩(33) ２二角成(88) 同　銀(31)",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f ３四歩 8h2b+ 同銀",
        ] {
            let asked = read(text).unwrap();
            assert_eq!(
                (asked.position.sfen(), asked.path),
                (wanted.position.sfen(), wanted.path.clone()),
                "{text}"
            );
        }
        for text in [
            "+7776FU -3334FU +8822UM -3122GI",
            "7776FU 3334FU 8822UM 3122GI",
            "+7776FU,T5,-3334FU,T12,+8822UM,T1,-3122GI,T0",
            "+7776FU\nT5\n-3334FU\nT12\n+8822UM\n-3122GI",
            "P-7f P-3d Bx2b+ Sx2b",
            "1. P-7f P-3d 2. Bx2b+ Sx2b",
            "1.P7g-7f 2.P3c-3d 3.B8hx2b+ 4.S3ax2b",
            "P76 P34 Bx22+ S22",
            "7g7f ３四歩 8822UM Sx2b",
        ] {
            assert_eq!(read(text).unwrap().path, wanted.path, "{text}");
        }
        let after = |text: &str| read(text).unwrap().path.unwrap().last().unwrap().to_string();
        assert_eq!(after("P-7f P-3d Bx2b+ Sx2b B*5e"), "B*5e");
        assert_eq!(after("P-7f P-3d Bx2b="), "8h2b");
        for text in [
            "7g7e",
            "P-7e",
            "+7775FU",
            "+7776KI",
            "7776fu",
            "G-6e",
            "７五歩",
            "x",
            "4k4/9 b - 1",
            "▲７六歩▲３四歩▲",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read("b3b2 c1b2").unwrap().position.variant(), Variant::Dobutsu);
    }
}
