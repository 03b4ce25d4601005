//! What the moves of a game of standard shogi verify about its ending.

use super::futile::has_only_futile_interpositions;
use super::verify::{Case, Judgement, PlayedLine, Verified, VerifyEnding, ply_number};
use super::{Agreement, Facts, side_after_written};
use crate::record::Ending;
use crate::rules::Color;
use crate::rules::shogi::Position;
use crate::rules::shogi::impasse::{self, Condition, ImpasseDeclaration, PointCount, Verdict};

/// The length from which professional games count as jishogi (since October 2019), in plies.
const PROFESSIONAL_LIMIT: usize = 500;

impl VerifyEnding for Position {
    fn facts(line: &PlayedLine<'_, Self>) -> Facts {
        let (walk, last) = (line.walk, line.last());
        let count = PointCount::of(last, bonus(line));
        let mut facts = Facts {
            occurrences: walk.history.max_count(),
            repetition: walk.repetition.as_ref().map(|(repetition, _)| *repetition),
            points: count.points,
            both_kings_entered: count.kings_in_zones,
            ..Facts::default()
        };
        if !last.has_legal_move() {
            facts.mate = last.in_check();
            // A side of a problem that has no king and no pieces left has lost nothing.
            facts.no_legal_move = !last.in_check() && last.king(last.turn()).is_some();
        }
        facts.continues_after_end = line.note_illegal_move(&mut facts);
        if let Some((_, ply)) = walk.repetition.as_ref().filter(|(_, ply)| *ply < line.played.moves.len()) {
            facts.continues_after_end = Some(ply_number(*ply));
        }
        match line.declared.ending {
            Ending::Resignation if line.played.stop.is_none() => {
                let is_mover = last.turn() == side_after_written(line.start.turn(), line.record.main());
                facts.mate_in_one = is_mover && last.mate_in_one().is_some();
                facts.could_declare = is_mover && failed_conditions(line).is_empty();
                let limit = line.record.info.max_moves.map(|limit| limit as usize);
                facts.at_move_limit = limit == Some(line.played.moves.len());
            }
            Ending::Declaration if line.is_complete() => {
                let mover = last.turn();
                let points = ImpasseDeclaration::of(last, mover).points;
                facts.declaration_points = Some(points.saturating_add(bonus_of(line, mover)));
                facts.failed_conditions = failed_conditions(line);
            }
            Ending::Checkmate if line.is_complete() => {
                facts.futile_interpositions = has_only_futile_interpositions(last);
            }
            _ => {}
        }
        facts
    }

    fn on_the_board(case: &Case<'_, Self>) -> Option<Verified> {
        if let Some(verified) = case.illegal_move() {
            return verified;
        }
        let (line, last) = (&case.line, case.line.last());
        if !line.is_complete() {
            return None;
        }
        if case.facts.mate || case.facts.no_legal_move {
            return Some(Verified::won(Ending::Checkmate, !last.turn()));
        }
        let completed = line.walk.repetition.as_ref().is_some_and(|(_, ply)| *ply == line.played.moves.len());
        if completed || line.walk.history.repetition().is_some() { repeated(&case.facts) } else { None }
    }

    fn judge(case: &Case<'_, Self>, ending: Ending, board: Option<Verified>) -> Option<Judgement> {
        use Agreement::{Agrees, CannotBeVerified, Consistent, Contradicts};
        let (facts, complete) = (&case.facts, case.line.is_complete());
        Some(match ending {
            Ending::Checkmate if !complete => (board, CannotBeVerified),
            Ending::Checkmate if facts.mate || facts.no_legal_move => (board, Agrees),
            Ending::Checkmate if facts.futile_interpositions && board.is_none() => (None, Consistent),
            Ending::Checkmate => (board, Contradicts),
            Ending::NoMate if facts.mate => (board, Contradicts),
            Ending::IllegalMove => match board.map(|board| board.ending) {
                Some(Ending::IllegalMove | Ending::PerpetualCheck) => (board, Agrees),
                _ => (board, CannotBeVerified),
            },
            Ending::Sennichite | Ending::PerpetualCheck => repetition(facts, ending, board),
            // What is on the board was there before the claim.
            Ending::Declaration | Ending::Jishogi if complete && board.is_some() => (board, Contradicts),
            Ending::Declaration if complete => declaration(&case.line),
            Ending::Jishogi if complete => jishogi(case),
            Ending::TryRule if complete => try_rule(case.line.last(), board),
            _ => return None,
        })
    }

    /// A declaration that fails under one rule, and makes a draw under the other, has no winner when neither is named.
    fn declared_winner(case: &Case<'_, Self>, verified: Option<Verified>) -> Option<Color> {
        let is_open = verified.is_none() && !case.facts.failed_conditions.is_empty();
        case.line.declared.winner.filter(|_| !is_open)
    }

    fn played_on(case: &Case<'_, Self>) -> Option<(u32, &'static str)> {
        let ply = case.facts.continues_after_end.filter(|_| case.facts.broken.is_none())?;
        Some((ply, "the position stood for the fourth time"))
    }

    fn contradiction(case: &Case<'_, Self>, verified: Ending) -> Option<String> {
        let (last, points) = (case.line.last(), case.facts.points);
        let side = last.turn();
        Some(match (case.line.declared.ending, verified) {
            (_, Ending::Checkmate) => format!("{side} is mated"),
            (_, Ending::PerpetualCheck) => "one side gave check with every move of the repetition".to_owned(),
            (_, Ending::Sennichite) => "the repetition is not a perpetual check".to_owned(),
            (_, Ending::IllegalMove) => return None,
            (Ending::Checkmate, _) if !last.in_check() => format!("{side} is not in check"),
            (Ending::Checkmate, _) => format!("{side} still has a legal move"),
            (Ending::Declaration, _) => {
                let names: Vec<&str> =
                    case.facts.failed_conditions.iter().map(|condition| condition.name()).collect();
                let fails = format!("the declaration fails: {}", names.join(", "));
                match case.facts.declaration_points {
                    Some(points) if verified == Ending::None => format!(
                        "{fails}; with {points} points it is lost under the 27-point rule and a draw under the \
                         24-point rule, and the record names neither"
                    ),
                    _ => fails,
                }
            }
            (Ending::Jishogi, _) => {
                format!("Black has {} points and White {} (24 each are needed)", points.black, points.white)
            }
            (Ending::TryRule, _) => "no king stands safely on the square of the try".to_owned(),
            _ => return None,
        })
    }
}

/// The points that White counts for the pieces given as a handicap. A start with a full Black camp is a handicap;
/// a diagram from the middle of a game is not.
fn bonus(line: &PlayedLine<'_, Position>) -> u8 {
    const FULL_CAMP: u8 = 27;
    let total = |color| impasse::total_points(line.start, color);
    // The same as `handicap_bonus` of the setup, which has to look at every square.
    if total(Color::Black) == FULL_CAMP { FULL_CAMP.saturating_sub(total(Color::White)) } else { 0 }
}

/// The points that the side which declares counts for such pieces.
fn bonus_of(line: &PlayedLine<'_, Position>, color: Color) -> u8 {
    if color == Color::White { bonus(line) } else { 0 }
}

/// The ending that the first fourfold repetition is.
fn repeated(facts: &Facts) -> Option<Verified> {
    facts.repetition.as_ref().map(|repetition| match repetition.loser {
        Some(loser) => Verified::won(Ending::PerpetualCheck, !loser),
        None => Verified::drawn(Ending::Sennichite),
    })
}

fn repetition(facts: &Facts, declared: Ending, board: Option<Verified>) -> Judgement {
    if board.is_some_and(|board| board.ending == Ending::Checkmate) {
        return (board, Agreement::Contradicts);
    }
    match repeated(facts) {
        Some(verified) if verified.ending == declared => (Some(verified), Agreement::Agrees),
        Some(verified) => (Some(verified), Agreement::Contradicts),
        None => (board, Agreement::CannotBeVerified),
    }
}

/// The declarer is the side to move. With no rule named, the 27-point rule decides, and what only the 24-point
/// law would call a draw is left open.
fn declaration(line: &PlayedLine<'_, Position>) -> Judgement {
    let mover = line.last().turn();
    let claim = ImpasseDeclaration::of(line.last(), mover);
    let won = Some(Verified::won(Ending::Declaration, mover));
    let lost = Some(Verified::won(Ending::Declaration, !mover));
    let by_27 = claim.csa27(mover, bonus_of(line, mover));
    let by_24 = claim.law24(bonus_of(line, mover));
    match (line.record.info.impasse_points, by_27, by_24) {
        (Some(24), _, Verdict::Wins) => (won, Agreement::Agrees),
        (Some(24), _, Verdict::Draws) => (Some(Verified::drawn(Ending::Jishogi)), Agreement::Contradicts),
        (Some(24), _, Verdict::Fails) => (lost, Agreement::Contradicts),
        (_, Verdict::Wins, _) => (won, Agreement::Agrees),
        (None, _, Verdict::Draws) => (None, Agreement::Contradicts),
        _ => (lost, Agreement::Contradicts),
    }
}

/// The conditions of a declaration by the side to move that are not met, under the rule in force.
fn failed_conditions(line: &PlayedLine<'_, Position>) -> Vec<Condition> {
    let mover = line.last().turn();
    let needed = if line.record.info.impasse_points == Some(24) {
        31
    } else {
        ImpasseDeclaration::needed_csa27(mover)
    };
    ImpasseDeclaration::of(line.last(), mover).failed(needed, bonus_of(line, mover)).collect()
}

fn jishogi(case: &Case<'_, Position>) -> Judgement {
    let line = &case.line;
    let limit = line.record.info.max_moves.map_or(PROFESSIONAL_LIMIT, |limit| limit as usize);
    let enough = Color::ALL.iter().all(|color| case.facts.points[*color] >= 24);
    if case.facts.both_kings_entered && enough {
        (Some(Verified::drawn(Ending::Jishogi)), Agreement::Agrees)
    } else if !enough && line.played.moves.len() < limit {
        (None, Agreement::Contradicts)
    } else {
        (None, Agreement::CannotBeVerified)
    }
}

/// The side that tried made the last move.
fn try_rule(last: &Position, board: Option<Verified>) -> Judgement {
    let tried = !last.turn();
    if board.is_some_and(|board| board.winner == Some(tried)) {
        (board, Agreement::Agrees)
    } else if board.is_none() && impasse::has_tried(last, tried) {
        (Some(Verified::won(Ending::TryRule, tried)), Agreement::Agrees)
    } else {
        (board, Agreement::Contradicts)
    }
}
