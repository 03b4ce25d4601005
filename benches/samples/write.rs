//! The games as files: who played, when, and the text.

use super::game::Game;
use super::random::Random;
use kifukura::notation::kif::KifMove;
use kifukura::record::Ending;
use kifukura::rules::Color;
use kifukura::rules::shogi::Position;
use kifukura::{formats, replay};
use std::fmt::Write;

/// The members of the club: name, rank, rating when the club began.
const MEMBERS: [(&str, &str, u32); 16] = [
    ("青葉棋太郎", "四段", 2010),
    ("朝倉銀次", "三段", 1890),
    ("石垣角江", "三段", 1860),
    ("稲村飛鳥", "二段", 1740),
    ("岩戸金吾", "二段", 1720),
    ("上原香", "初段", 1610),
    ("小坂桂子", "初段", 1590),
    ("栗林歩", "1級", 1480),
    ("桜木玉男", "四段", 1990),
    ("白浜龍一", "五段", 2120),
    ("高見沢馬子", "三段", 1840),
    ("月岡成美", "二段", 1700),
    ("鶴見駒男", "初段", 1570),
    ("野々村盤", "2級", 1400),
    ("星野飛太", "三段", 1880),
    ("和久井詰子", "四段", 1960),
];

/// What a game is called besides its moves.
pub struct Head {
    pub players: [usize; 2],
    pub day: (u32, u32, u32),
    pub event: String,
    /// Minutes each, and seconds a move after them.
    pub time: (u32, u32),
}

impl Head {
    pub fn new(number: usize, random: &mut Random) -> Self {
        let black = random.below(MEMBERS.len());
        let white = (black + 1 + random.below(MEMBERS.len() - 1)) % MEMBERS.len();
        let year = 2018 + u32::try_from(number % 8).unwrap_or(0);
        let (event, time) = match number % 5 {
            0 => (format!("第{}回棋譜蔵杯", year - 2010), (40, 30)),
            1 | 2 => (format!("{year}年度リーグ戦"), (20, 30)),
            3 => ("月例会".to_owned(), (10, 0)),
            _ => ("納会早指し".to_owned(), (0, 30)),
        };
        let month = if number % 5 == 4 { 12 } else { 1 + u32::try_from(random.below(11)).unwrap_or(0) };
        let day = (year, month, 1 + u32::try_from(random.below(28)).unwrap_or(0));
        Self { players: [black, white], day, event, time }
    }
}

/// The rating of a member in a year; everybody learns at a pace of their own.
fn rating(member: usize, year: u32) -> u32 {
    MEMBERS[member].2 + (year - 2018) * u32::try_from(5 + member * 7 % 23).unwrap_or(0)
}

/// The word that ends the game, and the closing line without its number.
fn words(game: &Game) -> (&'static str, String) {
    let side = |color| if color == Color::Black { "先手" } else { "後手" };
    let (mover, other) = (side(game.mover), side(!game.mover));
    match game.ending {
        Ending::Checkmate => ("詰み", format!("{other}の勝ち")),
        Ending::TimeForfeit => ("切れ負け", format!("時間切れにより{other}の勝ち")),
        // The move against the rules stands in the game; its maker has lost, so the side to move wins.
        Ending::IllegalMove => ("反則勝ち", format!("{other}の反則勝ち")),
        Ending::Sennichite => ("千日手", "千日手".to_owned()),
        Ending::PerpetualCheck => ("連続王手の千日手", format!("{mover}の反則負け")),
        Ending::Jishogi => ("持将棋", "持将棋".to_owned()),
        Ending::Declaration => ("入玉勝ち", format!("{mover}の入玉勝ち")),
        Ending::TryRule => ("トライ", format!("{other}の勝ち")),
        Ending::MaxMoves => ("最大手数", "最大手数".to_owned()),
        Ending::DrawAgreed => ("引き分け", "引き分け".to_owned()),
        Ending::Interrupted => ("中断", "中断".to_owned()),
        Ending::Adjourned => ("封じ手", "封じ手".to_owned()),
        Ending::Forfeit => ("不戦敗", format!("{other}の勝ち")),
        _ => ("投了", format!("{other}の勝ち")),
    }
}

/// The game as KIF in UTF-8.
pub fn kif(game: &Game, head: &Head, random: &mut Random) -> String {
    let mut text = String::new();
    let (year, month, day) = head.day;
    let (minutes, seconds) = head.time;
    let control = match (minutes, seconds) {
        (0, seconds) => format!("1手{seconds}秒"),
        (minutes, 0) => format!("{minutes}分切れ負け"),
        (minutes, seconds) => format!("{minutes}分+{seconds}秒"),
    };
    let _ = writeln!(
        text,
        "#KIF version=2.0 encoding=UTF-8\n開始日時：{year}/{month:02}/{day:02}\n棋戦：{}\n持ち時間：{control}\n手合割：平手",
        head.event
    );
    if game.ending == Ending::MaxMoves {
        let _ = writeln!(text, "最大手数：{}", game.moves.len());
    }
    for (key, member) in [("先手", head.players[0]), ("後手", head.players[1])] {
        let (name, rank, _) = MEMBERS[member];
        let _ = writeln!(text, "{key}：{name} {rank}({})", rating(member, year));
    }
    text.push_str("手数----指手---------消費時間--\n");
    let (mut position, mut previous, mut totals) = (Position::startpos(), None, [0_u32; 2]);
    let all = game.moves.iter().chain(&game.illegal);
    let count = game.moves.len() + usize::from(game.illegal.is_some());
    for (index, mv) in all.enumerate() {
        let side = index % 2;
        let left = (minutes * 60).saturating_sub(totals[side]);
        let mean = if index < 20 { 6.0 } else { f64::from(minutes * 60 / 40 + 9) };
        let most = if left > 0 { left } else { seconds.max(2) - 1 };
        let spent = (random.tail(mean) as u32).clamp(1, most.max(1));
        totals[side] += spent;
        let _ = writeln!(
            text,
            "{:4} {}   ({:2}:{:02}/{:02}:{:02}:{:02})",
            index + 1,
            KifMove::new(*mv, &position, previous),
            spent / 60,
            spent % 60,
            totals[side] / 3600,
            totals[side] / 60 % 60,
            totals[side] % 60
        );
        previous = Some(mv.to());
        if index < game.moves.len() {
            position.play(*mv);
        }
    }
    let (word, closing) = words(game);
    let _ = writeln!(text, "{:4} {word}\nまで{count}手で{closing}", count + 1);
    text
}

/// The same game in CSA or KI2, by way of its KIF.
pub fn other(kif: &str, target: formats::Target) -> String {
    let document = formats::read(kif.as_bytes());
    let record = &document.records[0];
    let game = replay::replay(record).expect("the games are legal");
    target.write(record, &game, None).text
}

/// The game as CSA with a server's summary: the side to move was gone.
pub fn disconnected(game: &Game, kif: &str) -> String {
    let mut text = other(kif, formats::Target::Csa);
    let name = |mark| text.lines().find_map(|line| line.strip_prefix(mark)).unwrap_or_default().to_owned();
    let (black, white) = (name("N+"), name("N-"));
    let (one, two) = if game.mover == Color::Black { ("lose", "win") } else { ("win", "lose") };
    let _ = writeln!(text, "'summary:abnormal:{black} {one}:{white} {two}");
    text
}
