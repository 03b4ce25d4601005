//! A position as it is asked for: an SFEN, or moves in USI, KIF or KI2 spelling from a start position.

use anyhow::{Context, bail};
use kifukura::formats::kif;
use kifukura::replay::{Unresolved, resolve};
use kifukura::rules::shogi::{self, Move};
use kifukura::rules::{PlayablePosition, Variant, VariantPosition, dobutsu};

/// A position and how one comes to it.
pub struct Place {
    pub position: VariantPosition,
    /// The moves from the even start, when they are known.
    pub way: Option<Vec<Move>>,
    /// The last move.
    pub previous: Option<Move>,
}

impl Place {
    /// Plays the words of `text`: `startpos` or an SFEN first if there is one, then moves; else from `start`. A
    /// position or a move of dōbutsu shōgi is told by its look, unless `said` says which game it is.
    pub fn read(text: &str, start: Option<shogi::Setup>, said: Option<Variant>) -> anyhow::Result<Self> {
        let text = text.trim();
        let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
        let text = text.strip_prefix("sfen ").unwrap_or(text).trim_start();
        let words: Vec<&str> = text.split_whitespace().collect();
        let slashes = words.first().map_or(0, |word| word.matches('/').count());
        let looks = slashes == 3
            || words
                .iter()
                .find(|word| !matches!(**word, "startpos" | "moves"))
                .is_some_and(|word| slashes == 0 && word.parse::<dobutsu::Move>().is_ok());
        let variant = said.unwrap_or(if looks { Variant::Dobutsu } else { Variant::Shogi });
        if slashes == 0 {
            let position = match start.filter(|_| !text.starts_with("startpos")) {
                Some(setup) => VariantPosition::Shogi(
                    setup.try_into().context("nothing can be played in this position")?,
                ),
                None => VariantPosition::startpos(variant),
            };
            let mut place = Self::start(position);
            place.play_all(text.strip_prefix("startpos").unwrap_or(text))?;
            return Ok(place);
        }
        // Board, turn, hands and the move number, which may be missing.
        let numbered = words.get(3).is_some_and(|word| word.parse::<u32>().is_ok());
        let (sfen, rest) = words.split_at(words.len().min(if numbered { 4 } else { 3 }));
        let sfen = sfen.join(" ");
        let impossible = "nothing can be played in this position";
        let position = match variant {
            Variant::Shogi => {
                let sfen = if numbered { sfen } else { format!("{sfen} 1") };
                let setup = sfen.parse::<shogi::Setup>().with_context(|| format!("`{sfen}` is no SFEN"))?;
                VariantPosition::Shogi(setup.try_into().context(impossible)?)
            }
            Variant::Dobutsu => {
                let setup = sfen.parse::<dobutsu::Setup>().with_context(|| format!("`{sfen}`"))?;
                VariantPosition::Dobutsu(setup.try_into().context(impossible)?)
            }
        };
        let mut place = Self::start(position);
        place.play_all(&rest.join(" "))?;
        Ok(place)
    }

    fn start(position: VariantPosition) -> Self {
        let even = position.is_even_start();
        Self { position, way: even.then(Vec::new), previous: None }
    }

    /// The move that `text` means here.
    pub fn next(&self, text: &str) -> anyhow::Result<Option<Move>> {
        let mut next = Self { position: self.position.clone(), way: None, previous: self.previous };
        next.play_all(text)?;
        Ok(next.previous)
    }

    /// Plays moves in USI, KIF or KI2 spelling, with blanks between them or without where they can be told apart.
    fn play_all(&mut self, text: &str) -> anyhow::Result<()> {
        let variant = self.position.variant();
        let mut rest = text.trim_start();
        let mut played = 0;
        while !rest.is_empty() {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            if word == "moves" {
                rest = rest[word.len()..].trim_start();
                continue;
            }
            let (mv, after) = if let Some(mv) = variant.read_move(word) {
                (mv, &rest[word.len()..])
            } else if let Some((written, after)) = kif::read_move(rest).filter(|_| variant == Variant::Shogi)
            {
                let shown = rest[..rest.len() - after.len()].trim().to_owned();
                let mv = resolve(&self.position, &written, self.previous.map(Move::to)).map_err(|error| {
                    let reason = match error {
                        Unresolved::Unclear(_, reason) => reason,
                        Unresolved::Breaks(rule) => rule.to_string(),
                    };
                    anyhow::anyhow!("`{shown}` is no move in `{}`: {reason}", self.position.sfen())
                })?;
                (mv.mv, after)
            } else {
                match variant {
                    Variant::Shogi => {
                        bail!("`{word}` is no move (write 7g7f, 8h2b+ or P*5e, or ７六歩 as in a record)")
                    }
                    Variant::Dobutsu => bail!("`{word}` is no move (write b3b2, b2b1+ or C*b3)"),
                }
            };
            if let Err(rule) = self.position.judge_move(mv) {
                bail!("`{word}` cannot be played after {played} moves: {rule}");
            }
            self.position.play(mv);
            played += 1;
            if let Some(way) = &mut self.way {
                way.push(mv);
            }
            self.previous = Some(mv);
            rest = after.trim_start();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_leads_to_the_same_place() {
        let read = |text: &str| Place::read(text, None, None);
        let wanted = read("7g7f 3c3d 8h2b+ 3a2b").unwrap();
        for text in [
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b",
            "７六歩 ３四歩 ２二角成 同　銀",
            "▲７六歩△３四歩▲２二角成△同銀",
            "７六歩(77) ３四歩(33) ２二角成(88) 同　銀(31)",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f ３四歩 8h2b+ 同銀",
        ] {
            let place = read(text).unwrap();
            assert_eq!(
                (place.position.sfen(), place.way),
                (wanted.position.sfen(), wanted.way.clone()),
                "{text}"
            );
        }
        for text in ["7g7e", "７五歩", "x", "4k4/9 b - 1", "▲７六歩▲３四歩▲"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read("b3b2 c1b2").unwrap().position.variant(), Variant::Dobutsu);
    }
}
