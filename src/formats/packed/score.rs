//! Scores in two bytes.

use crate::record::EngineScore;
use crate::rules::Color;

/// What stands for a score that is not there. It says "equal" too; whoever wants to tell the two apart leaves positions
/// without a score out.
pub const NO_SCORE: i16 = 0;

/// The largest score that is no mate, either way; larger ones become it.
pub const MOST_SCORE: i16 = 30_000;

/// What a mate in no moves would be. A mate in n plies is n less, but always more than [`MOST_SCORE`]; a mate of unknown
/// length counts as one in 1,000.
const MATE: i16 = 32_000;

/// The longest mate that is told apart.
const LONGEST_MATE: i16 = 1_000;

/// An evaluation as records have it, from the view of the side to move: hundredths of a pawn up to 30,000, and 32,000 less
/// the plies for a mate.
#[must_use]
pub fn score_of(score: EngineScore, turn: Color) -> i16 {
    let (black, value) = match score {
        EngineScore::Centipawns(value) => {
            let most = i32::from(MOST_SCORE);
            (true, i16::try_from(value.clamp(-most, most)).unwrap_or(MOST_SCORE))
        }
        EngineScore::Mate { winner, plies } => {
            let plies = plies.and_then(|plies| i16::try_from(plies).ok()).unwrap_or(LONGEST_MATE);
            (winner == Color::Black, MATE - plies.min(LONGEST_MATE))
        }
    };
    if black == (turn == Color::Black) { value } else { -value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_side_to_move() {
        let mate = |winner, plies| EngineScore::Mate { winner, plies };
        for (score, black) in [
            (EngineScore::Centipawns(312), 312),
            (EngineScore::Centipawns(-45), -45),
            (EngineScore::Centipawns(100_000), 30_000),
            (EngineScore::Centipawns(i32::MIN), -30_000),
            (mate(Color::Black, Some(5)), 31_995),
            (mate(Color::White, Some(5)), -31_995),
            (mate(Color::Black, Some(70_000)), 31_000),
            (mate(Color::White, None), -31_000),
        ] {
            assert_eq!(score_of(score, Color::Black), black, "{score}");
            assert_eq!(score_of(score, Color::White), -black, "{score}");
        }
    }
}
