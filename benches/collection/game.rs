//! A game that could have been played: players, day, moves, times, ending.

use super::random::{Random, mix};
use kifukura::rules::Color;
use kifukura::rules::shogi::{History, Move, PieceKind, Position};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Resignation,
    Mate,
    Time,
    Repetition,
    Interrupted,
}

/// Somebody who plays.
pub struct Player {
    pub name: String,
    pub rating: u32,
}

pub struct Game {
    pub players: [Player; 2],
    pub rated: bool,
    pub event: String,
    pub place: Option<&'static str>,
    pub day: (u32, u32, u32),
    pub minute: usize,
    /// The time that each side has, in seconds, and the seconds a move that follow it.
    pub main_time: u32,
    pub byoyomi: u32,
    pub moves: Vec<Move>,
    /// Seconds for each move.
    pub times: Vec<u32>,
    pub end: End,
}

const FAMILIES: [&str; 40] = [
    "佐藤",
    "鈴木",
    "高橋",
    "田中",
    "伊藤",
    "渡辺",
    "山本",
    "中村",
    "小林",
    "加藤",
    "吉田",
    "山田",
    "佐々木",
    "山口",
    "松本",
    "井上",
    "木村",
    "林",
    "斎藤",
    "清水",
    "山崎",
    "森",
    "池田",
    "橋本",
    "阿部",
    "石川",
    "山下",
    "中島",
    "石井",
    "小川",
    "前田",
    "岡田",
    "長谷川",
    "藤田",
    "後藤",
    "近藤",
    "村上",
    "遠藤",
    "青木",
    "坂本",
];
const GIVEN: [&str; 50] = [
    "一郎",
    "二郎",
    "三郎",
    "健",
    "誠",
    "隆",
    "浩",
    "修",
    "進",
    "勝",
    "実",
    "豊",
    "茂",
    "清",
    "正",
    "明",
    "宏",
    "博",
    "学",
    "稔",
    "恵",
    "幸子",
    "和子",
    "洋子",
    "裕子",
    "真由美",
    "久美子",
    "陽子",
    "直美",
    "智子",
    "翔",
    "大輔",
    "拓也",
    "健太",
    "翼",
    "蓮",
    "陽翔",
    "結衣",
    "葵",
    "さくら",
    "美咲",
    "愛",
    "舞",
    "彩",
    "優",
    "駿",
    "樹",
    "悠斗",
    "颯太",
    "湊",
];
const EVENTS: [&str; 12] = [
    "月例会",
    "職団戦",
    "名人戦予選",
    "竜王戦予選",
    "学生王座戦",
    "アマ選手権",
    "リーグ戦",
    "新人戦",
    "選抜戦",
    "交流戦",
    "早指し戦",
    "記念対局",
];
const PLACES: [&str; 5] = ["東京", "大阪", "名古屋", "福岡", "天童"];

impl Player {
    /// One of two thousand; the popular ones come more often.
    fn pick(random: &mut Random) -> Self {
        let number = (random.unit().powi(2) * 2000.0) as usize;
        let rating = 1200 + (mix(number as u64 + 77) % 1400) as u32;
        Self { name: format!("{}{}", FAMILIES[number % 40], GIVEN[number / 40]), rating }
    }
}

impl Game {
    pub fn new(random: &mut Random) -> Self {
        let first = Player::pick(random);
        let mut second = Player::pick(random);
        while second.name == first.name {
            second = Player::pick(random);
        }
        let year = 2005 + random.below(20) as u32;
        let (main_time, byoyomi) = [(600, 30), (1800, 60), (300, 10), (10_800, 60)][random.below(4)];
        let mut game = Self {
            players: [first, second],
            rated: random.chance(0.7),
            event: format!("第{}回{}", year - 1990, EVENTS[random.below(EVENTS.len())]),
            place: random.chance(0.5).then(|| PLACES[random.below(PLACES.len())]),
            day: (year, 1 + random.below(12) as u32, 1 + random.below(28) as u32),
            minute: 9 * 60 + random.below(720),
            main_time,
            byoyomi,
            moves: Vec::new(),
            times: Vec::new(),
            end: End::Resignation,
        };
        game.play(random);
        game.think(random);
        game
    }

    fn play(&mut self, random: &mut Random) {
        let mut position = Position::startpos();
        let mut history = History::new(&position);
        let length = (120.0 + 34.0 * random.spread()).clamp(24.0, 380.0) as usize;
        let book = 6.0 + random.tail(10.0);
        let kind = random.unit();
        self.end = match kind {
            _ if kind < 0.04 => End::Time,
            _ if kind < 0.05 => End::Interrupted,
            _ => End::Resignation,
        };
        let repeat = random.chance(0.02).then_some(length / 2);
        while self.moves.len() < length {
            if repeat == Some(self.moves.len()) && self.repeat(&mut position, &mut history, random) {
                self.end = End::Repetition;
                return;
            }
            let legal = position.legal_moves();
            if legal.is_empty() {
                self.end = End::Mate;
                return;
            }
            let seen = random.chance(0.5).then(|| position.mate_in_one()).flatten();
            let mv = seen.unwrap_or_else(|| {
                if (self.moves.len() as f64) < book {
                    from_book(&position, &legal, self.moves.len(), random)
                } else {
                    choose(&position, &legal, random)
                }
            });
            self.push(mv, &mut position, &mut history);
            if history.count() == 4 {
                self.end = End::Repetition;
                return;
            }
        }
        if self.end == End::Resignation && position.is_checkmate() {
            self.end = End::Mate;
        }
    }

    fn push(&mut self, mv: Move, position: &mut Position, history: &mut History) {
        position.play(mv);
        history.push(position);
        self.moves.push(mv);
    }

    /// Both sides move a gold or silver to and fro until the position stands for the fourth time.
    fn repeat(&mut self, position: &mut Position, history: &mut History, random: &mut Random) -> bool {
        let quiet = |position: &Position, random: &mut Random| {
            let legal = position.legal_moves();
            let fits: Vec<Move> = legal
                .iter()
                .filter(|mv| {
                    let general = |piece: kifukura::rules::shogi::Piece| {
                        matches!(piece.kind, PieceKind::Gold | PieceKind::Silver)
                    };
                    !mv.promotes()
                        && mv.from().and_then(|from| position.piece_at(from)).is_some_and(general)
                        && position.piece_at(mv.to()).is_none()
                })
                .copied()
                .collect();
            (!fits.is_empty()).then(|| fits[random.below(fits.len())])
        };
        let back = |mv: Move| Some(Move::board(mv.to(), mv.from()?, false));
        let cycle = (|| {
            let first = quiet(position, random)?;
            let after = position.after(first);
            let second = quiet(&after, random)?;
            Some([first, second, back(first)?, back(second)?])
        })();
        let Some(cycle) = cycle else { return false };
        let mut trial = position.clone();
        if cycle.iter().any(|mv| trial.try_play(*mv).is_err() || trial.in_check()) {
            return false;
        }
        while history.count() < 4 {
            for mv in cycle {
                self.push(mv, position, history);
                if history.count() == 4 {
                    break;
                }
            }
        }
        true
    }

    /// Times from the clock: quick in the opening, most thought about in the middle, the byoyomi at the end.
    fn think(&mut self, random: &mut Random) {
        let mut left = [self.main_time; 2];
        for index in 0..self.moves.len() {
            let mean = f64::from(self.main_time) / if index < 24 { 200.0 } else { 45.0 };
            let side = &mut left[index % 2];
            let limit = if *side > 0 { *side } else { self.byoyomi.saturating_sub(1) };
            let spent = (random.tail(mean) as u32).clamp(1, limit.max(1));
            self.times.push(spent);
            *side = side.saturating_sub(spent);
        }
    }

    /// The side that would move next.
    pub fn next(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }
}

/// Popular moves: every position has an order of its moves of its own, and the first ones are played most.
fn from_book(position: &Position, legal: &[Move], ply: usize, random: &mut Random) -> Move {
    let mut ranked: Vec<Move> = legal.iter().filter(|mv| !mv.is_drop()).copied().collect();
    if ranked.is_empty() {
        return legal[random.below(legal.len())];
    }
    ranked.sort_by_key(|mv| mix(position.key() ^ u64::from(mv.raw()).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let narrow = if ply < 12 { 0.5 } else { 0.35 };
    let mut place = 0;
    while place + 1 < ranked.len() && !random.chance(narrow) {
        place += 1;
    }
    ranked[place]
}

/// A legal move: often the best capture, seldom a drop.
fn choose(position: &Position, legal: &[Move], random: &mut Random) -> Move {
    if random.chance(0.45) {
        let capture = legal
            .iter()
            .filter_map(|mv| Some((position.piece_at(mv.to())?.kind as u8, mv.promotes(), *mv)))
            .max_by_key(|(kind, promotes, mv)| (*kind, *promotes, mv.raw()));
        if let Some((_, _, mv)) = capture {
            return mv;
        }
    }
    let mut mv = legal[random.below(legal.len())];
    if mv.is_drop() && random.chance(0.7) {
        mv = legal[random.below(legal.len())];
    }
    mv
}
