//! Short random games with everything that statistics tell apart: dates that are known in part, spellings of one name,
//! names of nobody, games against oneself, handicaps, set positions, every ending.

use kifukura::formats::csa;
use kifukura::record::Record;
use kifukura::replay::replay;
use kifukura::rules::VariantPosition;

const NAMES: [&str; 12] = [
    "甲野",
    "甲野 五段",
    "甲　野",
    "乙山",
    "乙山(1700)",
    "Otsu",
    "ＯＴＳＵ",
    "丙川 R",
    "丁田",
    "?",
    "",
    "名無し",
];
const DATES: [&str; 9] =
    ["", "", "2019", "2020", "2020/05", "2020/05/07", "2021/12/31", "2022/01/01", "2023/02"];
const STARTS: [&str; 6] = [
    "PI\n+\n",
    "PI\n+\n",
    "PI\n+\n",
    "PI22KA\n-\n",
    "PI82HI22KA\n-\n",
    "P+59OU28HI77FU00FU\nP-51OU82HI33FU\n+\n",
];
const ENDS: [&str; 12] = [
    "%TORYO",
    "%TORYO",
    "%TORYO",
    "%TIME_UP",
    "%SENNICHITE",
    "%JISHOGI",
    "%HIKIWAKE",
    "%CHUDAN",
    "",
    "%KACHI",
    "%ILLEGAL_MOVE",
    "%MAX_MOVES",
];

/// So many games as CSA.
pub fn games(number: usize, seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = String::new();
    for index in 0..number {
        let [black, white] = [0, 1].map(|_| NAMES[random.usize(..NAMES.len())]);
        let date = DATES[random.usize(..DATES.len())];
        text += &format!("V2.2\nN+{black}\nN-{white}\n$EVENT:event {}\n$SITE:{index}\n", random.usize(..5));
        if !date.is_empty() {
            text += &format!("$START_TIME:{date}\n");
        }
        if random.bool() {
            text += &format!("$TIME_LIMIT:00:{:02}+30\n", 10 * random.usize(1..4));
        }
        let start = STARTS[random.usize(..STARTS.len())];
        text += start;
        for (side, name) in [("black", black), ("white", white)] {
            if random.bool() && !name.is_empty() {
                text += &format!("'{side}_rate:{name}:{}\n", 1500 + 10 * random.usize(..60));
            }
        }
        text += &moves(start, &mut random);
        text += &format!("{}\n/\n", ENDS[random.usize(..ENDS.len())]);
    }
    text
}

/// Some random moves, of which the first are nearly always the same, so that games meet.
fn moves(start: &str, random: &mut fastrand::Rng) -> String {
    let record: Record = csa::read(start).remove(0);
    let Ok(game) = replay(&record) else { return String::new() };
    let VariantPosition::Shogi(mut position) = game.start.clone() else { return String::new() };
    let mut text = String::new();
    let (is_timed, is_evaluated) = (random.bool(), random.usize(..3) == 0);
    for _ in 0..random.usize(..14) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let few = if random.usize(..4) == 0 { legal.len() } else { legal.len().min(3) };
        let mv = legal[random.usize(..few)];
        text += &kifukura::notation::csa::write_move(&position, mv);
        text.push('\n');
        if is_timed && random.usize(..20) > 0 {
            let bits = random.usize(..10);
            text += &format!("T{}\n", random.usize(..1 << bits));
        }
        if is_evaluated && random.usize(..4) > 0 {
            text += &format!("'** {}\n", i64::try_from(random.usize(..4000)).unwrap() - 2000);
        }
        position = position.after(mv);
    }
    text
}
