//! HuffmanCodedPosAndEval3 of dlshogi: games, with the moves that a search looked at and how often.
//!
//! A game is a head of 36 bytes (start, number of moves, result, who played), then six bytes a move (move, score, number of
//! candidates), each followed by four bytes a candidate (move, visits).

use super::error::{Fault, RecordError, Refusal, WriteError};
use super::records::fill;
use super::{POSITION_BYTES, PackedFormat, hcp, hcpe};
use crate::record::GameResult;
use crate::rules::Color;
use crate::rules::shogi::{MAX_MOVES, Move, Position, Setup};
use std::borrow::Borrow;
use std::io::{BufRead, Write};

/// How many bytes the head of a game has.
pub const HEAD_BYTES: usize = 36;

const MOVE_BYTES: usize = 6;
const CANDIDATE_BYTES: usize = 4;

/// A game: from a [`Position`] or a reference to one when it is written, from a [`Setup`] when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<P> {
    /// The start.
    pub start: P,
    /// The moves from there.
    pub moves: Vec<SearchedMove>,
    /// How the game went.
    pub result: GameResult,
    /// By which rule it ended.
    pub end: GameEnd,
    /// Who played: 0 the program itself, 1 another one Black, 2 another one White.
    pub opponent: u8,
}

/// The rules for which a result has bits of its own; several may be set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameEnd {
    /// Repetition.
    pub sennichite: bool,
    /// A declaration.
    pub declaration: bool,
    /// The limit of moves.
    pub max_moves: bool,
}

/// A move of a game, and what the search for it looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The move played.
    pub mv: Move,
    /// The score in hundredths of a pawn from the view of the side to move; [`NO_SCORE`](super::NO_SCORE) when there is none.
    pub score: i16,
    /// The moves looked at, and how often; none when the position is not to be trained with.
    pub candidates: Vec<(Move, u16)>,
}

impl SearchedMove {
    /// A move without a search: itself is the only candidate, looked at once, as dlshogi's own converter of records writes it.
    #[must_use]
    pub fn played(mv: Move, score: i16) -> Self {
        Self { mv, score, candidates: vec![(mv, 1)] }
    }
}

impl GameEnd {
    const SENNICHITE: u8 = 4;
    const DECLARATION: u8 = 8;
    const MAX_MOVES: u8 = 16;
    const ALL: u8 = Self::SENNICHITE | Self::DECLARATION | Self::MAX_MOVES;

    fn bits(self) -> u8 {
        let rules = [
            (self.sennichite, Self::SENNICHITE),
            (self.declaration, Self::DECLARATION),
            (self.max_moves, Self::MAX_MOVES),
        ];
        rules.into_iter().filter(|(is_set, _)| *is_set).map(|(_, bit)| bit).sum()
    }

    const fn from_bits(bits: u8) -> Self {
        Self {
            sennichite: bits & Self::SENNICHITE != 0,
            declaration: bits & Self::DECLARATION != 0,
            max_moves: bits & Self::MAX_MOVES != 0,
        }
    }
}

impl<P: Borrow<Position>> Game<P> {
    /// Writes the game.
    ///
    /// # Errors
    /// When the start has no packed form, it is not known who won, or there is more than can be counted (then nothing is
    /// written), or the writer fails.
    pub fn write(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let count = |len: usize| u16::try_from(len).map_err(|_| WriteError::TooMany);
        let result = hcpe::result_code(self.result).ok_or(Refusal::UnknownResult)?;
        let mut bytes = Vec::with_capacity(HEAD_BYTES + self.moves.len() * (MOVE_BYTES + CANDIDATE_BYTES));
        bytes.extend(hcp::encode(self.start.borrow())?);
        bytes.extend(count(self.moves.len())?.to_le_bytes());
        bytes.extend([result | self.end.bits(), self.opponent]);
        for searched in &self.moves {
            bytes.extend(hcp::encode_move(searched.mv).to_le_bytes());
            bytes.extend(searched.score.to_le_bytes());
            bytes.extend(count(searched.candidates.len())?.to_le_bytes());
            for (mv, visits) in &searched.candidates {
                bytes.extend(hcp::encode_move(*mv).to_le_bytes());
                bytes.extend(visits.to_le_bytes());
            }
        }
        out.write_all(&bytes).map_err(WriteError::from)
    }
}

/// Reads hcpe3, game by game.
pub const fn read<R: BufRead>(input: R) -> Games<R> {
    Games { input, index: 0, offset: 0, ended: false }
}

/// The games of a file. After one with a move or a result that is none the next is read; where it cannot be known where the
/// next begins, nothing more comes.
#[derive(Debug)]
pub struct Games<R> {
    input: R,
    index: u64,
    offset: u64,
    ended: bool,
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Game<Setup>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let (index, offset) = (self.index, self.offset);
        let Some(head) = self.head().transpose() else {
            self.ended = true;
            return None;
        };
        self.index += 1;
        let game = match head {
            Ok(head) => self.game(&head),
            Err(fault) => Err(self.end(fault)),
        };
        Some(game.map_err(|fault| RecordError { index, offset, fault }))
    }
}

impl<R> Games<R> {
    /// How many games were read, with those that cannot be.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.index
    }

    /// How many bytes were read: where the next game begins.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }
}

impl<R: BufRead> Games<R> {
    /// Nothing more can be read.
    const fn end(&mut self, fault: Fault) -> Fault {
        self.ended = true;
        fault
    }

    /// The next bytes; how many of them are there.
    fn take<const N: usize>(&mut self) -> Result<([u8; N], usize), Fault> {
        let mut bytes = [0; N];
        let there = fill(&mut self.input, &mut bytes)?;
        self.offset += there as u64;
        Ok((bytes, there))
    }

    fn head(&mut self) -> Result<Option<[u8; HEAD_BYTES]>, Fault> {
        match self.take()? {
            (_, 0) => Ok(None),
            (head, HEAD_BYTES) => Ok(Some(head)),
            (_, there) => Err(Fault::CutOff { there, wanted: HEAD_BYTES }),
        }
    }

    /// The next bytes, all of which must be there.
    fn part<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        match self.take::<N>() {
            Ok((bytes, there)) if there == N => Ok(bytes),
            Ok((_, there)) => Err(self.end(Fault::CutOff { there, wanted: N })),
            Err(fault) => Err(self.end(fault)),
        }
    }

    /// What follows a head. All of it is read, whatever is wrong with it, so that the next game is found.
    fn game(&mut self, head: &[u8; HEAD_BYTES]) -> Result<Game<Setup>, Fault> {
        let mut packed = [0; POSITION_BYTES];
        packed.copy_from_slice(&head[..POSITION_BYTES]);
        let count = u16::from_le_bytes([head[32], head[33]]);
        let start = hcp::decode(&packed);
        let result = result_of(head[34]);
        let (mut moves, mut fault) = (Vec::new(), None);
        for _ in 0..count {
            match self.searched_move()? {
                Ok(searched) if fault.is_none() => moves.push(searched),
                Ok(_) => {}
                Err(found) => {
                    fault.get_or_insert(found);
                }
            }
        }
        let (start, result) = (start?, result?);
        match fault {
            Some(fault) => Err(fault),
            None => {
                let end = GameEnd::from_bits(head[34]);
                Ok(Game { start, moves, result, end, opponent: head[35] })
            }
        }
    }

    /// A move with its candidates. The outer error is one after which nothing can be read.
    fn searched_move(&mut self) -> Result<Result<SearchedMove, Fault>, Fault> {
        let [m0, m1, s0, s1, c0, c1] = self.part()?;
        let count = u16::from_le_bytes([c0, c1]);
        if usize::from(count) > MAX_MOVES {
            return Err(self.end(Fault::Candidates(count)));
        }
        let mut searched = read_move([m0, m1]).map(|mv| SearchedMove {
            mv,
            score: i16::from_le_bytes([s0, s1]),
            candidates: Vec::with_capacity(count.into()),
        });
        for _ in 0..count {
            let [m0, m1, v0, v1] = self.part()?;
            match (read_move([m0, m1]), &mut searched) {
                (Ok(mv), Ok(searched)) => searched.candidates.push((mv, u16::from_le_bytes([v0, v1]))),
                (Err(fault), Ok(_)) => searched = Err(fault),
                (_, Err(_)) => {}
            }
        }
        Ok(searched)
    }
}

/// A move that must be one.
fn read_move(bytes: [u8; 2]) -> Result<Move, Fault> {
    let bits = u16::from_le_bytes(bytes);
    PackedFormat::Hcpe3.decode_move(bits)?.ok_or(Fault::Move(bits))
}

/// The result in a byte whose other bits say how the game ended.
const fn result_of(byte: u8) -> Result<GameResult, Fault> {
    match byte & !GameEnd::ALL {
        0 => Ok(GameResult::Draw),
        1 => Ok(GameResult::Won(Color::Black)),
        2 => Ok(GameResult::Won(Color::White)),
        _ => Err(Fault::Result(byte.cast_signed())),
    }
}
