//! The language without conditions on whole games.

use super::{Vocabulary, Word};
use crate::pattern::WordError;
use crate::rules::{PlayablePosition, Variant, VariantPosition, VariantSetup};
use std::fmt;

/// The language without conditions on whole games: boards, moves and sequences alone. Positions are written as SFEN or
/// moves in USI.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

/// The words of [`Plain`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoWords;

impl fmt::Display for NoWords {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Word for NoWords {}

impl Vocabulary for Plain {
    type Word = NoWords;

    fn names(&self) -> &[&'static str] {
        &[]
    }

    fn modifiers(&self) -> &[&'static str] {
        &[]
    }

    fn no_word(&self) -> NoWords {
        NoWords
    }

    fn add(&self, _: &mut NoWords, name: &str, _: &str, _: &str) -> Result<(), WordError> {
        Err(WordError::new(format!("`{name}` is not a condition"), None))
    }

    fn position(&self, text: &str, variant: Variant) -> Result<VariantSetup, WordError> {
        let hint = Some("write an SFEN or moves in USI");
        let (sfen, moves) = match text.split_once("moves") {
            Some((sfen, moves)) => (sfen.trim(), moves),
            None if text.contains('/') => (text.trim(), ""),
            None => ("startpos", text.trim_start().trim_start_matches("startpos")),
        };
        let mut position = match sfen.trim_start_matches("sfen").trim() {
            "startpos" => VariantPosition::startpos(variant),
            sfen => {
                let numbered = sfen.split_whitespace().count() > 3 || variant == Variant::Dobutsu;
                let sfen = if numbered { sfen.to_owned() } else { format!("{sfen} 1") };
                let setup = VariantSetup::from_sfen(variant, &sfen);
                let setup = setup.map_err(|error| {
                    WordError::new(format!("`{sfen}` is not a valid SFEN: {error}"), hint)
                })?;
                if moves.trim().is_empty() {
                    return Ok(setup);
                }
                let playable = setup.position();
                playable
                    .map_err(|error| WordError::new(format!("nothing can be played there: {error}"), None))?
            }
        };
        for word in moves.split_whitespace() {
            let mv = variant.read_move(word);
            let mv = mv.ok_or_else(|| WordError::new(format!("`{word}` is not a move"), hint))?;
            let judged = position.judge_move(mv);
            judged.map_err(|rule| WordError::new(format!("`{word}` cannot be played: {rule}"), None))?;
            position.play(mv);
        }
        match position {
            VariantPosition::Shogi(position) => Ok(position.setup().into()),
            VariantPosition::Dobutsu(position) => Ok(position.setup().into()),
        }
    }
}
