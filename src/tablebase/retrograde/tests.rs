//! The analysis on games small enough to solve by another method.

use super::super::board::Board;
use super::super::side::BOTTOM;
use super::*;
use crate::rules::dobutsu::Position;
use std::collections::HashMap;

/// A game given by what each position can do and by the moves between the positions that do not win at once.
#[derive(Default)]
struct Graph {
    prospects: Vec<Prospect>,
    after: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
}

impl Game for Graph {
    type Cursor = ();

    fn size(&self) -> u32 {
        u32::try_from(self.prospects.len()).unwrap()
    }

    fn cursor(&self, _: u32) {}

    fn prospect(&self, (): &mut (), number: u32) -> Prospect {
        self.prospects[number as usize]
    }

    fn predecessors(&self, (): &mut (), number: u32, visit: impl FnMut(u32)) {
        self.before[number as usize].iter().copied().for_each(visit);
    }
}

impl Graph {
    fn link(&mut self) {
        self.before = vec![Vec::new(); self.after.len()];
        for (from, after) in (0..).zip(&self.after) {
            for &to in after {
                self.before[to as usize].push(from);
            }
        }
    }

    /// The same bytes by going over all positions until nothing changes.
    fn slowly(&self) -> Vec<u8> {
        let mut bytes: Vec<_> = self
            .prospects
            .iter()
            .map(|prospect| match prospect {
                Prospect::Wins => WINS_AT_ONCE,
                Prospect::Stuck => STUCK,
                Prospect::SafeMoves(0) => 2,
                Prospect::SafeMoves(_) => DRAW,
            })
            .collect();
        for plies in 1..MOST_PLIES {
            for number in 0..bytes.len() {
                let lost = |&&to: &&u32| bytes[to as usize] == if plies == 1 { STUCK } else { plies - 1 };
                let wins = plies % 2 == 1 && self.after[number].iter().any(|to| lost(&to));
                let won = |to: &u32| bytes[*to as usize] % 2 == 1 && bytes[*to as usize] < plies;
                let loses = plies % 2 == 0 && self.after[number].iter().all(won);
                if bytes[number] == DRAW && (wins || loses) {
                    bytes[number] = plies;
                }
            }
        }
        bytes
    }
}

fn quiet() -> impl Fn(super::super::Progress) + Sync {
    |_| {}
}

#[test]
fn random_games_are_solved_as_they_are_slowly() {
    let mut generator = fastrand::Rng::with_seed(1);
    let mut random = |below: u64| generator.u64(..below);
    let mut longest = 0;
    for size in (20..1200).step_by(20) {
        let mut graph = Graph::default();
        for _ in 0..size {
            graph.prospects.push(match random(12) {
                0 => Prospect::Wins,
                1 => Prospect::Stuck,
                2 => Prospect::SafeMoves(0),
                _ => Prospect::SafeMoves(u8::try_from(1 + random(3)).unwrap()),
            });
        }
        for number in 0..graph.prospects.len() {
            let moves = if let Prospect::SafeMoves(count) = graph.prospects[number] { count } else { 0 };
            let mut after = Vec::new();
            while after.len() < moves.into() {
                let to = random(size);
                if graph.prospects[usize::try_from(to).unwrap()] != Prospect::Wins {
                    after.push(u32::try_from(to).unwrap());
                }
            }
            graph.after.push(after);
        }
        graph.link();
        let bytes = solve(&graph, &quiet()).unwrap();
        assert_eq!(bytes, graph.slowly(), "{size} positions");
        longest = longest.max(bytes.iter().copied().filter(|&byte| byte < STUCK).max().unwrap_or(0));
    }
    assert!(longest > 8, "{longest}: the games are too simple to show anything");
}

/// Dōbutsu shōgi without drops: what is taken leaves the game. Published: 962,894 positions, the start is a draw.
#[test]
fn the_game_without_drops_has_the_published_values() {
    let mut numbers = HashMap::new();
    let (mut boards, mut graph) = (Vec::new(), Graph::default());
    let (mut catchable, mut tried) = (0, 0);
    let mut number_of = |mut board: Board, boards: &mut Vec<Option<Board>>| {
        (board.my_hand, board.their_hand) = (0, 0);
        let image = board.mirrored();
        if (image.mine.0, image.theirs.0) < (board.mine.0, board.theirs.0) {
            board = image;
        }
        *numbers.entry((board.mine.0, board.theirs.0)).or_insert_with(|| {
            let over = board.can_catch() || board.theirs.lion() & BOTTOM != 0;
            catchable += usize::from(board.can_catch());
            tried += usize::from(over && !board.can_catch());
            boards.push((!over).then_some(board));
            u32::try_from(boards.len() - 1).unwrap()
        })
    };
    number_of(Board::of(&Position::startpos()).unwrap(), &mut boards);
    while graph.prospects.len() < boards.len() {
        let mut after = Vec::new();
        if let Some(board) = boards[graph.prospects.len()] {
            board.successors(|next| after.push(number_of(*next, &mut boards)));
            graph.prospects.push(board.prospect());
        } else {
            graph.prospects.push(Prospect::Wins);
        }
        graph.after.push(after);
    }
    graph.link();
    let bytes = solve(&graph, &quiet()).unwrap();

    assert_eq!(boards.len(), 962_894);
    let live = |filter: &dyn Fn(u8) -> bool| {
        boards.iter().zip(&bytes).filter(|&(board, &byte)| board.is_some() && filter(byte)).count()
    };
    let is_win = |byte| byte == WINS_AT_ONCE || byte < STUCK && byte % 2 == 1;
    assert_eq!(bytes[0], DRAW);
    assert_eq!(live(&is_win) + catchable, 740_752);
    assert_eq!(live(&|byte| byte == STUCK || byte > 0 && byte < STUCK && byte % 2 == 0) + tried, 182_653);
    assert_eq!(live(&|byte| byte == DRAW), 39_489);
    assert_eq!(bytes.iter().filter(|&&byte| is_win(byte)).max(), Some(&37));
}
