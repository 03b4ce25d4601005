//! A board that moves are played on without rules.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What stands where, what is in hand, and who moves.
#[derive(Clone, Hash, PartialEq, Eq)]
pub struct Board {
    /// Rank by rank, file 9 first: `+r`, `P`, or nothing.
    squares: Vec<String>,
    /// Letters of SFEN with their numbers.
    hands: BTreeMap<char, u32>,
    turn: char,
}

impl Board {
    /// The position of an SFEN.
    pub fn of(sfen: &str) -> Self {
        let fields: Vec<&str> = sfen.split_whitespace().collect();
        let mut squares = Vec::new();
        for rank in fields[0].split('/') {
            let mut promoted = false;
            for char in rank.chars() {
                match char {
                    '+' => promoted = true,
                    '1'..='9' => {
                        squares.extend((0..char.to_digit(10).unwrap()).map(|_| String::new()));
                    }
                    piece => squares.push(if std::mem::take(&mut promoted) {
                        format!("+{piece}")
                    } else {
                        piece.to_string()
                    }),
                }
            }
        }
        let (mut hands, mut number) = (BTreeMap::new(), 0);
        for char in fields[2].chars().filter(|char| *char != '-') {
            match char.to_digit(10) {
                Some(digit) => number = number * 10 + digit,
                None => *hands.entry(char).or_insert(0) += std::mem::take(&mut number).max(1),
            }
        }
        Self { squares, hands, turn: fields[1].chars().next().unwrap() }
    }

    /// A number that is as good as the position.
    pub fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// True when White is to move.
    pub fn white_moves(&self) -> bool {
        self.turn == 'w'
    }

    /// Plays a move of USI.
    pub fn play(&mut self, usi: &str) {
        let at = |square: &str| {
            let (file, rank) = (square.as_bytes()[0], square.as_bytes()[1]);
            usize::from(rank - b'a') * 9 + usize::from(b'9' - file)
        };
        let own = |char: char| {
            if self.turn == 'w' { char.to_ascii_lowercase() } else { char.to_ascii_uppercase() }
        };
        if let Some((letter, to)) = usi.split_once('*') {
            let letter = own(letter.chars().next().unwrap());
            let left = self.hands.get_mut(&letter).unwrap();
            *left -= 1;
            if *left == 0 {
                self.hands.remove(&letter);
            }
            self.squares[at(to)] = letter.to_string();
        } else {
            let (from, to) = (at(&usi[..2]), at(&usi[2..4]));
            let mut piece = std::mem::take(&mut self.squares[from]);
            if usi.ends_with('+') {
                piece.insert(0, '+');
            }
            let taken = std::mem::replace(&mut self.squares[to], piece);
            if let Some(letter) = taken.chars().next_back() {
                *self.hands.entry(own(letter)).or_insert(0) += 1;
            }
        }
        self.turn = if self.turn == 'w' { 'b' } else { 'w' };
    }

    /// The position after these moves.
    pub fn after(mut self, moves: &[String]) -> Self {
        moves.iter().for_each(|usi| self.play(usi));
        self
    }

    /// The SFEN, with 1 for the number of the move.
    pub fn sfen(&self) -> String {
        let rank = |squares: &[String]| {
            let (mut text, mut empty) = (String::new(), 0);
            for square in squares {
                if square.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text += square;
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let board: Vec<String> = self.squares.chunks(9).map(rank).collect();
        let hand = |(letter, count): (&char, &u32)| match count {
            1 => letter.to_string(),
            count => format!("{count}{letter}"),
        };
        let hands: String = self.hands.iter().map(hand).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {} {hands} 1", board.join("/"), self.turn)
    }
}
