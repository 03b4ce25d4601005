//! Files of records: every field comes back, and what is damaged is said with its place.

use super::without_ply;
use crate::rules::games::random_game;
use kifukura::formats::packed::hcpe3::{self, Game, GameEnd, SearchedMove};
use kifukura::formats::packed::{Fault, RecordError, Refusal, WriteError, hcpe, psv, read_hcpe, read_psv};
use kifukura::record::GameResult;
use kifukura::rules::Color;
use kifukura::rules::shogi::{Move, Position, Setup};

const RESULTS: [GameResult; 3] =
    [GameResult::Won(Color::Black), GameResult::Draw, GameResult::Won(Color::White)];

/// Scores of both signs, all different.
fn score_of(number: usize) -> i16 {
    i16::try_from(i32::try_from(number).unwrap() * 400 - 32_000).unwrap()
}

/// Positions of a game with their moves; the last has none.
fn positions(seed: u64) -> Vec<(Position, Option<Move>)> {
    let mut all = Vec::new();
    random_game(seed, 150, |position, mv| all.push((position.clone(), mv)));
    all
}

#[test]
fn every_field_of_a_record_comes_back() {
    let all = positions(11);
    let (mut as_psv, mut as_hcpe) = (Vec::new(), Vec::new());
    let (mut want_psv, mut want_hcpe) = (Vec::new(), Vec::new());
    for (number, (position, mv)) in all.iter().enumerate() {
        let (result, score) = (RESULTS[number % 3], score_of(number));
        let record = psv::Record { score, ..psv::Record::new(position, *mv, result) };
        record.write(&mut as_psv).unwrap();
        let (position, ply) = (position.setup(), record.ply);
        want_psv.push(Ok(psv::Record { position, score, mv: *mv, ply, result }));
        let record = hcpe::Record { score, ..hcpe::Record::new(&all[number].0, *mv, result) };
        record.write(&mut as_hcpe).unwrap();
        want_hcpe.push(Ok(hcpe::Record { position: without_ply(&all[number].0), score, mv: *mv, result }));
    }
    assert_eq!((as_psv.len(), as_hcpe.len()), (all.len() * 40, all.len() * 38));
    assert_eq!(read_psv(&as_psv[..]).collect::<Vec<_>>(), want_psv);
    assert_eq!(read_hcpe(&as_hcpe[..]).collect::<Vec<_>>(), want_hcpe);
}

#[test]
fn a_record_has_its_bytes() {
    let mut position = Position::startpos();
    position.try_play("7g7f".parse().unwrap()).unwrap();
    let mv = Some("3c3d".parse().unwrap());
    let record = psv::Record { score: -300, ..psv::Record::new(&position, mv, RESULTS[0]) };
    let tail = |bytes: &[u8]| bytes[32..].to_vec();
    // 3c is square 20, 3d 21; White is to move and lost.
    assert_eq!(tail(&record.to_bytes().unwrap()), [0xD4, 0xFE, 0x15, 0x0A, 2, 0, 0xFF, 0]);
    let record = hcpe::Record { score: -300, ..hcpe::Record::new(&position, mv, RESULTS[0]) };
    assert_eq!(tail(&record.to_bytes().unwrap()), [0xD4, 0xFE, 0x15, 0x0A, 1, 0]);
    let unknown = psv::Record::new(&position, mv, GameResult::Unknown);
    assert_eq!(unknown.to_bytes(), Err(Refusal::UnknownResult));
    let handicap: Position = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".parse().unwrap();
    let mut file = Vec::new();
    let error = hcpe::Record::new(&handicap, None, GameResult::Draw).write(&mut file).unwrap_err();
    assert!(matches!(error, WriteError::Refused(Refusal::MissingPieces)) && file.is_empty(), "{error}");
}

#[test]
fn what_is_damaged_is_said_with_its_place() {
    let mut file = Vec::new();
    for (position, mv) in &positions(5)[..6] {
        psv::Record::new(position, *mv, GameResult::Draw).write(&mut file).unwrap();
    }
    file[41] = 0xFF;
    file[2 * 40 + 34..][..2].copy_from_slice(&0xFFFFu16.to_le_bytes());
    file[3 * 40 + 38] = 2;
    file.truncate(5 * 40 + 7);
    let found: Vec<_> = read_psv(&file[..]).collect();
    let errors: Vec<_> = found.iter().filter_map(|record| record.as_ref().err()).collect();
    let wanted = [
        (1, 40, Fault::KingSquare(Color::White, 127)),
        (2, 80, Fault::Move(0xFFFF)),
        (3, 120, Fault::Result(2)),
        (5, 200, Fault::CutOff { there: 7, wanted: 40 }),
    ];
    let wanted = wanted.map(|(index, offset, fault)| RecordError { index, offset, fault });
    assert_eq!(errors, wanted.iter().collect::<Vec<_>>());
    assert_eq!(found.len(), 6);
    assert_eq!(errors[3].to_string(), "record 6 at byte 200: the file ends here: 7 of 40 bytes are there");
    let hcpe = read_hcpe(&file[..39]).last().unwrap().unwrap_err();
    assert_eq!((hcpe.index, hcpe.offset, hcpe.fault), (1, 38, Fault::CutOff { there: 1, wanted: 38 }));
}

/// A game of four moves, with and without candidates.
fn game() -> Game<Position> {
    let mv = |text: &str| text.parse::<Move>().unwrap();
    let moves = vec![
        SearchedMove { mv: mv("7g7f"), score: 30, candidates: vec![(mv("7g7f"), 600), (mv("2g2f"), 200)] },
        SearchedMove::played(mv("3c3d"), -25),
        SearchedMove { mv: mv("8h2b+"), score: 0, candidates: Vec::new() },
        SearchedMove::played(mv("3a2b"), 0),
    ];
    let end = GameEnd { sennichite: false, declaration: true, max_moves: false };
    Game { start: Position::startpos(), moves, result: GameResult::Won(Color::White), end, opponent: 1 }
}

fn as_read(game: &Game<Position>) -> Game<Setup> {
    let Game { start, moves, result, end, opponent } = game.clone();
    Game { start: start.setup(), moves, result, end, opponent }
}

#[test]
fn games_with_their_searches_come_back() {
    let mut file = Vec::new();
    let mut drawn = Game { end: GameEnd::default(), ..game() };
    drawn.result = GameResult::Draw;
    drawn.moves.clear();
    for game in [&game(), &drawn, &game()] {
        game.write(&mut file).unwrap();
    }
    assert_eq!(file.len(), 3 * 36 + 2 * (4 * 6 + 4 * 4));
    // Four moves; White won by a declaration against another program; 7g7f, its score, two candidates.
    assert_eq!(file[32..44], [4, 0, 10, 1, 0x3B, 0x1E, 30, 0, 2, 0, 0x3B, 0x1E]);
    let found: Result<Vec<_>, _> = hcpe3::read(&file[..]).collect();
    assert_eq!(found, Ok(vec![as_read(&game()), as_read(&drawn), as_read(&game())]));
    let unknown = Game { result: GameResult::Unknown, ..game() };
    assert!(matches!(unknown.write(&mut file), Err(WriteError::Refused(Refusal::UnknownResult))));
}

#[test]
fn damaged_games_are_said_with_their_place() {
    let mut file = Vec::new();
    (0..4).for_each(|_| game().write(&mut file).unwrap());
    let bytes = file.len() / 4;
    file[bytes + 40..][..2].copy_from_slice(&0xFFFFu16.to_le_bytes());
    let found: Vec<_> = hcpe3::read(&file[..]).collect();
    let offset = bytes as u64;
    assert_eq!(found.len(), 2);
    assert_eq!(found[1], Err(RecordError { index: 1, offset, fault: Fault::Candidates(0xFFFF) }));
    file[bytes + 40..][..2].copy_from_slice(&2u16.to_le_bytes());
    file[bytes + 36..][..2].copy_from_slice(&0xFFFEu16.to_le_bytes());
    file[2 * bytes + 34] = 3;
    let found: Vec<_> = hcpe3::read(&file[..]).collect();
    assert_eq!(found.len(), 4);
    assert_eq!(found[1], Err(RecordError { index: 1, offset, fault: Fault::Move(0xFFFE) }));
    assert_eq!(found[2], Err(RecordError { index: 2, offset: 2 * offset, fault: Fault::Result(3) }));
    assert_eq!(found[3], Ok(as_read(&game())));
    for end in 0..bytes {
        let found: Vec<_> = hcpe3::read(&file[..end]).collect();
        let is_cut_off = |error: &RecordError| matches!(error.fault, Fault::CutOff { .. });
        match &found[..] {
            [] => assert_eq!(end, 0),
            [only] => assert!(only.as_ref().is_err_and(is_cut_off), "{end}: {only:?}"),
            _ => panic!("{end}: {found:?}"),
        }
    }
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..random.usize(..400)).map(|_| random.u8(..) & random.u8(..)).collect();
        assert!(hcpe3::read(&bytes[..]).count() <= bytes.len() / 36 + 1);
        assert_eq!(read_psv(&bytes[..]).count(), bytes.len().div_ceil(40));
    }
}
