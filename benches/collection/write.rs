//! A game as CSA in UTF-8, or as KIF in CP932.

use super::game::{End, Game};
use kifukura::formats::encoding::{Encoding, encode};
use kifukura::notation::csa;
use kifukura::notation::kif::KifMove;
use kifukura::rules::Color;
use kifukura::rules::shogi::Position;
use std::fmt::Write;

pub fn csa(game: &Game, bytes: &mut Vec<u8>) {
    let mut text = String::with_capacity(2048);
    if !bytes.is_empty() {
        text.push_str("/\n");
    }
    let (year, month, day) = game.day;
    let [black, white] = &game.players;
    let _ = write!(text, "V2.2\nN+{}\nN-{}\n$EVENT:{}\n", black.name, white.name, game.event);
    if let Some(place) = game.place {
        let _ = writeln!(text, "$SITE:{place}");
    }
    let _ = writeln!(
        text,
        "$START_TIME:{year}/{month:02}/{day:02} {:02}:{:02}:00\n$TIME_LIMIT:{:02}:{:02}+{:02}",
        game.minute / 60,
        game.minute % 60,
        game.main_time / 3600,
        game.main_time / 60 % 60,
        game.byoyomi
    );
    if game.rated {
        let _ = writeln!(
            text,
            "'black_rate:{0}:{1}\n'white_rate:{2}:{3}",
            black.name, black.rating, white.name, white.rating
        );
    }
    text.push_str("PI\n+\n");
    let mut position = Position::startpos();
    for (mv, time) in game.moves.iter().zip(&game.times) {
        let _ = writeln!(text, "{}\nT{time}", csa::write_move(&position, *mv));
        position.play(*mv);
    }
    text.push_str(match game.end {
        End::Resignation => "%TORYO\n",
        End::Mate => "%TSUMI\n",
        End::Time => "%TIME_UP\n",
        End::Repetition => "%SENNICHITE\n",
        End::Interrupted => "%CHUDAN\n",
    });
    bytes.extend_from_slice(text.as_bytes());
}

pub fn kif(game: &Game, bytes: &mut Vec<u8>) {
    let mut text = String::with_capacity(4096);
    let (year, month, day) = game.day;
    let [black, white] = &game.players;
    let _ = writeln!(
        text,
        "開始日時：{year}/{month:02}/{day:02} {:02}:{:02}:00\n棋戦：{}",
        game.minute / 60,
        game.minute % 60,
        game.event
    );
    if let Some(place) = game.place {
        let _ = writeln!(text, "場所：{place}");
    }
    let _ = writeln!(
        text,
        "持ち時間：{}分\n秒読み：{}秒\n手合割：平手\n先手：{}\n後手：{}\n手数----指手---------消費時間--",
        game.main_time / 60,
        game.byoyomi,
        black.name,
        white.name
    );
    let mut position = Position::startpos();
    let mut previous = None;
    let mut totals = [0; 2];
    for (index, (mv, time)) in game.moves.iter().zip(&game.times).enumerate() {
        let total = &mut totals[index % 2];
        *total += time;
        let _ = writeln!(
            text,
            "{:4} {}   ({:2}:{:02}/{:02}:{:02}:{:02})",
            index + 1,
            KifMove::new(*mv, &position, previous),
            time / 60,
            time % 60,
            *total / 3600,
            *total / 60 % 60,
            *total % 60
        );
        previous = Some(mv.to());
        position.play(*mv);
    }
    let (word, closing) = match game.end {
        End::Resignation => ("投了", "の勝ち"),
        End::Mate => ("詰み", "の勝ち"),
        End::Time => ("切れ負け", "の勝ち"),
        End::Repetition => ("千日手", ""),
        End::Interrupted => ("中断", ""),
    };
    let plies = game.moves.len();
    let _ = writeln!(text, "{:4} {word}", plies + 1);
    let winner = if game.next() == Color::Black { "後手" } else { "先手" };
    match closing {
        "" => {
            let _ = writeln!(text, "まで{plies}手で{word}");
        }
        words => {
            let _ = writeln!(text, "まで{plies}手で{winner}{words}");
        }
    }
    let text = text.replace('\n', "\r\n");
    bytes.extend_from_slice(&encode(&text, Encoding::Cp932).0);
}
