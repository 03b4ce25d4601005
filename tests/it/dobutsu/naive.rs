//! The game once more, as simply as it can be written, to check the other one by.

#![allow(clippy::cast_possible_truncation, reason = "twelve squares, and games of eighty plies")]

use std::collections::HashMap;

/// Twelve letters row by row (capitals are Black's, `.` is empty, `H` a hen), the hands, the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Naive {
    pub board: [char; 12],
    /// Black's and White's animals in hand, sorted capitals.
    pub hands: [String; 2],
    /// 0 for Black, 1 for White.
    pub turn: usize,
}

/// From (none for a drop), to, the animal that moves, whether it becomes a hen.
pub type Step = (Option<usize>, usize, char, bool);

fn offsets(animal: char) -> &'static [(i32, i32)] {
    match animal {
        'C' => &[(0, -1)],
        'E' => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        'G' => &[(0, -1), (0, 1), (-1, 0), (1, 0)],
        'H' => &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
        _ => &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)],
    }
}

impl Naive {
    pub fn start() -> Self {
        let board = "gle.c..C.ELG".chars().collect::<Vec<_>>().try_into().unwrap();
        Self { board, hands: [String::new(), String::new()], turn: 0 }
    }

    fn is_of(&self, square: usize, side: usize) -> bool {
        let letter = self.board[square];
        if side == 0 { letter.is_ascii_uppercase() } else { letter.is_ascii_lowercase() }
    }

    fn reach(&self, from: usize) -> Vec<usize> {
        let letter = self.board[from];
        let forward = if letter.is_ascii_uppercase() { 1 } else { -1 };
        let (file, rank) = ((from % 3) as i32, (from / 3) as i32);
        let squares =
            offsets(letter.to_ascii_uppercase()).iter().map(|(x, y)| (file + x, rank + y * forward));
        let inside = squares.filter(|(file, rank)| (0..3).contains(file) && (0..4).contains(rank));
        inside.map(|(file, rank)| (rank * 3 + file) as usize).collect()
    }

    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in (0..12).filter(|from| self.is_of(*from, self.turn)) {
            let animal = self.board[from].to_ascii_uppercase();
            for to in self.reach(from).into_iter().filter(|to| !self.is_of(*to, self.turn)) {
                let far = to / 3 == if self.turn == 0 { 0 } else { 3 };
                steps.push((Some(from), to, animal, animal == 'C' && far));
            }
        }
        let mut kinds: Vec<char> = self.hands[self.turn].chars().collect();
        kinds.dedup();
        for animal in kinds {
            steps.extend((0..12).filter(|to| self.board[*to] == '.').map(|to| (None, to, animal, false)));
        }
        steps
    }

    pub fn play(&mut self, (from, to, animal, becomes_hen): Step) {
        let taken = match self.board[to].to_ascii_uppercase() {
            'H' => 'C',
            letter => letter,
        };
        let hand = &mut self.hands[self.turn];
        if !matches!(taken, '.' | 'L') {
            hand.push(taken);
        }
        match from {
            Some(from) => self.board[from] = '.',
            None => {
                hand.remove(hand.find(animal).unwrap());
            }
        }
        let mut sorted: Vec<char> = hand.chars().collect();
        sorted.sort_unstable();
        *hand = sorted.into_iter().collect();
        let placed = if becomes_hen { 'H' } else { animal };
        self.board[to] = if self.turn == 0 { placed } else { placed.to_ascii_lowercase() };
        self.turn = 1 - self.turn;
    }

    /// How the game is over here, and who has won.
    pub fn over(&self) -> Option<(&'static str, usize)> {
        let lion = |side: usize| self.board.iter().position(|letter| *letter == ['L', 'l'][side]);
        let Some(black) = lion(0) else { return Some(("lion_captured", 1)) };
        let Some(white) = lion(1) else { return Some(("lion_captured", 0)) };
        let reached = [black / 3 == 0, white / 3 == 3];
        let (mover, other) = (self.turn, 1 - self.turn);
        if reached[mover] {
            return Some(("lion_try", mover));
        }
        let square = [black, white][other];
        let attacked = (0..12).any(|from| self.is_of(from, mover) && self.reach(from).contains(&square));
        (reached[other] && !attacked).then_some(("lion_try", other))
    }
}

fn square(square: usize) -> String {
    format!("{}{}", ['A', 'B', 'C'][square % 3], square / 3 + 1)
}

/// A game: its moves in the CSA-like notation, and how it ended.
#[derive(Clone, Debug)]
pub struct NaiveGame {
    pub moves: Vec<String>,
    pub ending: &'static str,
    pub winner: Option<usize>,
    /// The plies of the first three occurrences of the position that stood three times first.
    pub threefold: Option<[u32; 3]>,
    /// How often the most frequent position stood.
    pub most: u32,
}

/// A game chosen by a seed. Some players like to go back where they came from, so that positions are repeated.
pub fn game(seed: u64) -> NaiveGame {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut number = |below: usize| random.usize(..below);
    let mut naive = Naive::start();
    let mut seen: HashMap<Naive, Vec<u32>> = HashMap::from([(naive.clone(), vec![0])]);
    let mut played: Vec<Step> = Vec::new();
    let mut game = NaiveGame { moves: Vec::new(), ending: "none", winner: None, threefold: None, most: 1 };
    let most_plies = 10 + number(70);
    let wander = number(4);
    while played.len() < most_plies {
        let steps = naive.steps();
        let mut step = steps[number(steps.len())];
        // Whoever can take a lion mostly does, and nobody gives his away without need.
        let safe = |step: &Step| {
            let mut next = naive.clone();
            next.play(*step);
            next.over().is_none()
                && !next.steps().iter().any(|reply| next.board[reply.1].eq_ignore_ascii_case(&'l'))
        };
        if number(5) > 0 {
            let safe: Vec<Step> = steps.iter().copied().filter(safe).collect();
            if !safe.is_empty() {
                step = safe[number(safe.len())];
            }
        }
        if wander == 0
            && number(5) > 0
            && let Some((Some(from), to, animal, false)) =
                played.len().checked_sub(2).map(|index| played[index])
        {
            let back = (Some(to), from, animal, false);
            if naive.board[from] == '.' && steps.contains(&back) {
                step = back;
            }
        }
        let (from, to, animal, becomes_hen) = step;
        let sign = ['+', '-'][naive.turn];
        let code = match if becomes_hen { 'H' } else { animal } {
            'C' => "HI",
            'E' => "ZO",
            'G' => "KI",
            'H' => "NI",
            _ => "LI",
        };
        let from = from.map_or_else(|| "00".to_owned(), square);
        game.moves.push(format!("{sign}{from}{}{code}", square(to)));
        naive.play(step);
        played.push(step);
        let plies = seen.entry(naive.clone()).or_default();
        plies.push(played.len() as u32);
        game.most = game.most.max(plies.len() as u32);
        if let Some((ending, winner)) = naive.over() {
            game.ending = ending;
            game.winner = Some(winner);
            return game;
        }
        if let [first, second, third] = plies[..] {
            game.ending = "threefold";
            game.threefold = Some([first, second, third]);
            return game;
        }
    }
    game
}
