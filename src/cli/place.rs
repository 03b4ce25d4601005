//! A position as it is asked for: an SFEN, or moves in USI, KIF or KI2 spelling from a start position.

use anyhow::{Context, bail};
use kifukura::formats::kif;
use kifukura::replay::{Unresolved, resolve};
use kifukura::rules::shogi::{Move, Position, Setup};

/// A position and how one comes to it.
pub struct Place {
    pub position: Position,
    /// The moves from the even start, when they are known.
    pub way: Option<Vec<Move>>,
    /// The last move.
    pub previous: Option<Move>,
}

impl Place {
    /// Plays the words of `text`: `startpos` or an SFEN first if there is one, then moves; else from `start`.
    pub fn read(text: &str, start: Option<Setup>) -> anyhow::Result<Self> {
        let text = text.trim();
        let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
        let text = text.strip_prefix("sfen ").unwrap_or(text).trim_start();
        let (setup, moves) = if let Some(rest) = text.strip_prefix("startpos") {
            (Setup::startpos(), rest)
        } else if text.split(' ').next().is_some_and(|word| word.contains('/')) {
            // Board, turn, hands and the move number, which may be missing.
            let words: Vec<&str> = text.split_whitespace().collect();
            let numbered = words.get(3).is_some_and(|word| word.parse::<u32>().is_ok());
            let (sfen, rest) = words.split_at(words.len().min(if numbered { 4 } else { 3 }));
            let sfen = if numbered { sfen.join(" ") } else { format!("{} 1", sfen.join(" ")) };
            let setup = sfen.parse::<Setup>().with_context(|| format!("`{sfen}` is no SFEN"))?;
            let mut place = Self::start(setup)?;
            for word in rest {
                place.play_all(word)?;
            }
            return Ok(place);
        } else {
            (start.unwrap_or_else(Setup::startpos), text)
        };
        let mut place = Self::start(setup)?;
        place.play_all(moves)?;
        Ok(place)
    }

    fn start(setup: Setup) -> anyhow::Result<Self> {
        let even = setup == Setup::startpos();
        let position = Position::try_from(setup).context("nothing can be played in this position")?;
        Ok(Self { position, way: even.then(Vec::new), previous: None })
    }

    /// Plays moves in USI, KIF or KI2 spelling, with blanks between them or without where they can be told apart.
    pub fn play_all(&mut self, text: &str) -> anyhow::Result<()> {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            if word == "moves" {
                rest = rest[word.len()..].trim_start();
                continue;
            }
            let (mv, after) = if let Ok(mv) = word.parse::<Move>() {
                (mv, &rest[word.len()..])
            } else if let Some((written, after)) = kif::read_move(rest) {
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
                bail!("`{word}` is no move (write 7g7f, 8h2b+ or P*5e, or ７六歩 as in a record)");
            };
            let count = self.position.ply();
            if let Err(rule) = self.position.try_play(mv) {
                bail!("`{mv}` cannot be played as move {count}: {rule}");
            }
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
        let wanted = Place::read("7g7f 3c3d 8h2b+ 3a2b", None).unwrap();
        for text in [
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b",
            "７六歩 ３四歩 ２二角成 同　銀",
            "▲７六歩△３四歩▲２二角成△同銀",
            "７六歩(77) ３四歩(33) ２二角成(88) 同　銀(31)",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f ３四歩 8h2b+ 同銀",
        ] {
            let place = Place::read(text, None).unwrap();
            assert_eq!(
                (place.position.key(), place.way),
                (wanted.position.key(), wanted.way.clone()),
                "{text}"
            );
        }
        for text in ["7g7e", "７五歩", "x", "4k4/9 b - 1", "▲７六歩▲３四歩▲"] {
            assert!(Place::read(text, None).is_err(), "{text}");
        }
    }
}
