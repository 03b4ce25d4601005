//! Whatever comes in, nothing panics, and what is accepted survives.

use kifukura::rules::dobutsu::{Move, Position, Setup};
use kifukura::tablebase::SolutionTable;
use proptest::prelude::*;
use std::io::Cursor;

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = text.parse::<Move>();
        let _ = text.parse::<Setup>();
    }

    #[test]
    fn a_text_like_a_position_is_read_or_refused(text in "[LGECc+1-3/]{4,16} [bw] [GECgec2-]{1,6} [0-9]{1,3}") {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup.clone()));
            if let Ok(position) = Position::try_from(setup) {
                let _ = (position.game_end(), position.legal_moves());
            }
        }
    }

    #[test]
    fn a_word_is_a_position_or_refused(word in 0_u64..1 << 61) {
        if let Some(position) = Position::from_key(word) {
            prop_assert_eq!(position.key(), word);
        }
    }

    #[test]
    fn any_bytes_are_no_table(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(SolutionTable::new(Cursor::new(bytes)).is_err());
    }

    #[test]
    fn a_game_of_legal_moves_stays_consistent(choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let mut position = Position::startpos();
        for choice in choices {
            let moves = position.legal_moves();
            if position.is_over() || moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            prop_assert_eq!(position.try_play(mv), Ok(()));
            let again = Position::try_from(position.sfen().parse::<Setup>().unwrap()).unwrap();
            prop_assert_eq!(again, position);
            prop_assert_eq!(Position::from_key(position.key()).map(|position| position.key()), Some(position.key()));
        }
    }
}
