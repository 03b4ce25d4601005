//! A stored game as an object, made of its columns: its moves and its ending were judged when it came in.

use super::game_object::{bare, rank};
use super::relative_source::ImportedFolders;
use super::{EvaluationObject, GameObject, record_field};
use crate::formats::jsonl::Details;
use crate::rules::{PlayablePosition, VariantSetup};
use crate::store::{GameColumns, StoreError, unpack_game_clocks, unpack_moves};

impl GameObject {
    /// The object of a stored game.
    ///
    /// # Errors
    /// When the columns are not those of a game.
    pub(super) fn of_stored(stored: GameColumns, folders: &ImportedFolders) -> Result<Self, StoreError> {
        let bad = |reason: &str| StoreError::BadGame { game: stored.id, reason: reason.to_owned() };
        let bad_start = |sfen: &dyn std::fmt::Display, error: &dyn std::fmt::Display| {
            bad(&format!("its start `{sfen}`: {error}"))
        };
        let variant = stored.variant;
        let setup = match &stored.start {
            None => VariantSetup::startpos(variant),
            Some(sfen) => VariantSetup::from_sfen(variant, sfen).map_err(|error| bad_start(sfen, &error))?,
        };
        let moves = unpack_moves(&stored.moves).ok_or_else(|| bad("its moves are damaged"))?;
        let (clocks, ending) =
            unpack_game_clocks(&stored.clocks, moves.len()).ok_or_else(|| bad("its clocks are damaged"))?;
        let details = match stored.details {
            Some(details) => {
                let details = record_field::of_stored(*details, stored.kind);
                let details = details.ok_or_else(|| bad("a branch is damaged"))?;
                Some(Details { clocks: clocks.clone(), ending, ..details })
            }
            None => None,
        };
        let mut position = setup.position().map_err(|error| bad_start(&setup, &error))?;
        moves.iter().for_each(|mv| position.make(*mv));
        let is_timed = clocks.iter().any(|clock| clock.spent.is_some());
        let [black, white] = [&stored.players.black, &stored.players.white];
        Ok(Self {
            id: Some(stored.id),
            game: Some(content_name(stored.content_id)),
            source: stored.source.as_ref().and_then(|source| folders.relative(source)),
            game_index: None,
            format: None,
            encoding: None,
            kind: Some(stored.kind),
            placing: Some(stored.placing),
            variant,
            start_sfen: setup.to_string(),
            handicap: stored.handicap,
            moves,
            declared_ending: stored.declared_ending,
            declared_word: stored.declared_word.filter(|word| !word.is_empty()),
            declared_winner: stored.declared_winner,
            verified_ending: stored.verified_ending,
            verified_winner: stored.verified_winner,
            agreement: stored.agreement,
            winner: stored.winner,
            broken_rule: stored.broken_rule,
            final_sfen: position.sfen(),
            branches: stored.branches,
            black_name: bare(black),
            black_rank: rank(black),
            white_name: bare(white),
            white_rank: rank(white),
            black: stored.players.black,
            white: stored.players.white,
            black_rating: stored.ratings.black,
            white_rating: stored.ratings.white,
            event: stored.event,
            place: stored.place,
            started: stored.started,
            ended: stored.ended,
            time_control: stored.time_control,
            opening: stored.opening,
            notes: stored.notes,
            clocks_ms: clocks.into_iter().filter(|_| is_timed).map(|clock| clock.spent).collect(),
            evaluations: stored.evaluations.iter().map(EvaluationObject::from).collect(),
            diagnostics: Vec::new(),
            fingerprint: Some(stored.fingerprint),
            details,
        })
    }
}

/// A content id as texts have it: sixteen hexadecimal digits.
pub(super) fn content_name(id: i64) -> String {
    format!("{id:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, GameKind};
    use crate::replay::Agreement;
    use crate::rules::shogi::Move;
    use crate::rules::{ByColor, Placing, Variant};

    fn stored(variant: Variant, moves: Vec<u8>) -> GameColumns {
        GameColumns {
            id: 1,
            variant,
            kind: GameKind::Game,
            placing: Placing::Even,
            start: None,
            handicap: None,
            moves,
            clocks: Vec::new(),
            players: ByColor::default(),
            ratings: ByColor::default(),
            event: None,
            place: None,
            started: None,
            ended: None,
            time_control: None,
            opening: None,
            declared_ending: Ending::None,
            declared_word: None,
            declared_winner: None,
            verified_ending: Ending::None,
            verified_winner: None,
            agreement: Agreement::NothingDeclared,
            winner: None,
            broken_rule: None,
            fingerprint: 0,
            content_id: 0,
            branches: 0,
            notes: 0,
            evaluations: Vec::new(),
            source: None,
            details: None,
        }
    }

    #[test]
    fn damaged_moves_are_refused_or_make_some_position_and_never_panic() {
        let folders = ImportedFolders::new(Vec::new());
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..4000 {
            let variant = Variant::ALL[round % 2];
            let any = std::iter::repeat_with(|| random.u16(..)).filter(|raw| Move::from_raw(*raw).is_some());
            let moves = any.take(60).flat_map(u16::to_le_bytes).collect();
            let object = GameObject::of_stored(stored(variant, moves), &folders).unwrap();
            assert_eq!(object.moves.len(), 60);
        }
        let odd = GameObject::of_stored(stored(Variant::Shogi, vec![0; 3]), &folders);
        assert_eq!(odd.unwrap_err().to_string(), "game 1: its moves are damaged");
        let elsewhere = GameColumns { start: Some("9".to_owned()), ..stored(Variant::Shogi, Vec::new()) };
        let error = GameObject::of_stored(elsewhere, &folders).unwrap_err().to_string();
        assert!(error.starts_with("game 1: its start `9`: "), "{error}");
    }
}
