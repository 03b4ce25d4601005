//! The lines that a game mostly consists of: `+7776FU` and `T12`, each alone on its line.
//!
//! They are read in place, without looking for the ends of lines first. Whatever else a line holds is left to
//! [`reader`](super::reader), which reads these lines too, with the same result.

use crate::formats::lines::Lines;
use crate::notation::csa;
use crate::record::{Clock, Place, Ply};

/// Reads regular moves and times of standard shogi, up to the first line that is neither.
pub(super) fn read(lines: &mut Lines<'_>, plies: &mut Vec<Ply>) {
    loop {
        match lines.rest() {
            [b'+' | b'-', ..] => {
                let Some((text, _)) = lines.rest().split_first_chunk() else { return };
                let Some(written) = csa::read_move(*text) else { return };
                let Some(number) = lines.pass(text.len()) else { return };
                plies.push(Ply { written, clock: Clock::default(), place: Place::new(number, 1) });
            }
            [b'T', rest @ ..] => {
                let Some(ply) = plies.last_mut().filter(|ply| ply.clock.spent.is_none()) else { return };
                let (mut seconds, mut digits) = (0, 0);
                while let Some(byte @ b'0'..=b'9') = rest.get(digits) {
                    seconds = seconds * 10 + i32::from(byte - b'0');
                    digits += 1;
                    if digits > 6 {
                        return;
                    }
                }
                if digits == 0 || lines.pass(digits + 1).is_none() {
                    return;
                }
                ply.clock.spent = Some(seconds * 1000);
            }
            _ => return,
        }
    }
}
