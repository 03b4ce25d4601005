//! The rules: generated moves are judged legal and others are not, and what is kept up to date stays right.

use kifukura::rules::dobutsu;
use kifukura::rules::shogi::{History, Move, Position, Setup};

/// The first line is a start position as SFEN or, if it is none, part of the moves; every two bytes after it are a move
/// that is tried, and one of the legal moves when it breaks a rule.
pub fn rules(bytes: &[u8]) {
    let (line, rest) = match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (&[][..], bytes),
    };
    let line = String::from_utf8_lossy(line);
    if let Ok(setup) = line.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup), "{line}");
    }
    if let Ok(setup) = line.parse::<dobutsu::Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup.clone()), "{line}");
        if let Ok(start) = dobutsu::Position::try_from(setup) {
            animals(start, rest);
        }
    }
    shogi(line.parse().unwrap_or_else(|_| Position::startpos()), rest);
}

fn shogi(mut position: Position, bytes: &[u8]) {
    let mut history = History::new(&position);
    for pair in bytes.chunks_exact(2).take(400) {
        let raw = u16::from_le_bytes([pair[0], pair[1]]);
        let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(position.count_legal_moves() as usize, legal.len());
        assert_eq!(position.has_legal_move(), !legal.is_empty());
        assert_eq!(position.is_checkmate(), legal.is_empty() && position.in_check());
        let tried = Move::from_raw(raw).filter(|mv| {
            let mut other = position.clone();
            let verdict = other.try_play(*mv);
            assert_eq!(verdict.is_ok(), legal.contains(mv), "{mv} on {position}");
            assert!(verdict.is_ok() || other == position);
            verdict.is_ok()
        });
        if let Some(mate) = position.mate_in_one() {
            assert!(position.after(mate).is_checkmate(), "{mate} on {position}");
        }
        let chosen = legal.get(usize::from(raw) % legal.len().max(1)).copied();
        let Some(mv) = tried.or(chosen) else { return };
        assert_eq!(mv.to_string().parse(), Ok(mv));
        position.play(mv);
        history.push(&position);
        assert_eq!(position.key(), position.fresh_key());
        let fresh = Position::try_from(position.setup()).expect("a legal game stays legal");
        assert!(fresh == position && fresh.checkers() == position.checkers(), "{position}");
        let left = position.king(!position.turn());
        assert!(left.is_none_or(|king| !position.is_attacked(king, position.turn())), "{position}");
    }
    assert!(history.count() <= history.max_count());
}

fn animals(mut position: dobutsu::Position, bytes: &[u8]) {
    for pair in bytes.chunks_exact(2).take(200) {
        let raw = u16::from_le_bytes([pair[0], pair[1]]);
        let legal: Vec<dobutsu::Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(position.count_legal_moves() as usize, legal.len());
        let Some(mv) = legal.get(usize::from(raw) % legal.len().max(1)).copied() else { return };
        assert_eq!(position.judge(mv), Ok(()));
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert_eq!(dobutsu::Move::from_shogi(mv.to_shogi()), Some(mv));
        position.play(mv);
        assert_eq!(position.sfen().parse::<dobutsu::Setup>(), Ok(position.setup()));
    }
}
