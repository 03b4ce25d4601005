//! Makes `sample-records/collection/`, the games of an invented club, from a seed: the same seed gives the same bytes.
//!
//! `cargo bench --bench samples -- sample-records/collection`
//!
//! Two hundred games, twenty for each opening of a small book, go on with a shallow search that leaves nothing hanging
//! in the first thirty plies, and end in every way that a game can end. Most are KIF, some CSA or KI2.

#![allow(
    clippy::print_stderr,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "a program that makes files from small numbers"
)]

mod book;
mod game;
#[path = "../collection/random.rs"]
#[allow(dead_code, reason = "shared with the large collection")]
mod random;
mod search;
mod write;

use game::Game;
use kifukura::formats::Target;
use kifukura::record::Ending;
use kifukura::rules::Color;
use random::Random;
use std::path::Path;

/// The ending that a game is steered to, by its place among the games of its opening.
fn wanted(opening: usize, place: usize) -> Ending {
    use Ending::{
        Adjourned, Checkmate, Declaration, Disconnection, DrawAgreed, IllegalMove, Interrupted, Jishogi,
        MaxMoves, PerpetualCheck, Resignation, Sennichite, TimeForfeit, TryRule,
    };
    const RARE: [Ending; 10] = [
        Jishogi,
        Declaration,
        TryRule,
        DrawAgreed,
        MaxMoves,
        Interrupted,
        Adjourned,
        Disconnection,
        Declaration,
        Jishogi,
    ];
    match place {
        0 | 7 => Checkmate,
        3 => TimeForfeit,
        5 if opening.is_multiple_of(2) => Sennichite,
        5 => IllegalMove,
        9 | 14 => PerpetualCheck,
        11 => RARE[opening],
        _ => Resignation,
    }
}

fn write(folder: &Path, number: usize) -> std::io::Result<Ending> {
    let (opening, place) = (number / 20, number % 20);
    let wanted = wanted(opening, place);
    let mut random = Random::new(2026, number as u64);
    let mut game = game::play(opening, wanted, &mut random);
    // Not every game lets itself be steered.
    let is_rare =
        |ending| !matches!(ending, Ending::Resignation | Ending::Checkmate | Ending::PerpetualCheck);
    for _ in 0..20 {
        if !game.slipped && (game.ending == wanted || !is_rare(wanted)) {
            break;
        }
        game = game::play(opening, wanted, &mut random);
    }
    // Openings and players are spread over the years.
    let order = number * 67 % 200;
    let head = write::Head::new(order, &mut random);
    let kif = write::kif(&game, &head, &mut random);
    let (text, extension) = match order % 10 {
        _ if game.ending == Ending::Disconnection => (write::disconnected(&game, &kif), "csa"),
        3 | 8 => (write::other(&kif, Target::Csa), "csa"),
        6 => (write::other(&kif, Target::Ki2), "ki2u"),
        _ => (kif, "kifu"),
    };
    let folder = folder.join(head.day.0.to_string());
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(format!("{:03}.{extension}", order + 1)), text)?;
    Ok(game.ending)
}

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args().skip(1).find(|argument| argument != "--bench") else {
        eprintln!("usage: cargo bench --bench samples -- FOLDER");
        return Ok(());
    };
    let folder = Path::new(&folder);
    let mut random = Random::new(2026, 1000);
    for number in 0..2 {
        let game = Game {
            moves: Vec::new(),
            illegal: None,
            ending: Ending::Forfeit,
            mover: Color::Black,
            slipped: false,
        };
        let head = write::Head::new(200 + number, &mut random);
        let text = write::kif(&game, &head, &mut random);
        let folder = folder.join(head.day.0.to_string());
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{}.kifu", 201 + number)), text)?;
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let endings = std::thread::scope(|scope| {
        let work =
            |thread| move || (thread..200).step_by(threads).map(|number| write(folder, number)).collect();
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(work(thread))).collect();
        let done = running.into_iter().map(|thread| thread.join().expect("no panic"));
        done.collect::<std::io::Result<Vec<Vec<Ending>>>>()
    })?;
    let mut counts = std::collections::BTreeMap::new();
    endings.into_iter().flatten().for_each(|ending| *counts.entry(ending).or_insert(0) += 1);
    eprintln!("{counts:?}");
    Ok(())
}
