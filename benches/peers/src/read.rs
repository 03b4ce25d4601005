//! Whole files, bytes to a game: each library reads the same seeded random games of 129 plies.
//!
//! kifukura recognises encoding and format and replays every move; so does rsshogi, which is told the format, and
//! shogi-kifu-converter, which is told both; the crate `csa` reads tokens and judges nothing.

use crate::games::{self, SORTS};
use crate::measure::{Program, row_in};
use kifukura::formats::read;
use kifukura::replay::replay;
use rsshogi::records::formats::{
    csa as rsshogi_csa, jkf as rsshogi_jkf, kif as rsshogi_kif, usi as rsshogi_usi,
};
use rsshogi::records::record::Record;
use shogi_kifu_converter::parser;
use std::hint::black_box;

const PLIES: usize = 129;

/// Reads every file, and counts the files in which every move was found.
fn all(files: &[Vec<u8>], plies: impl Fn(&[u8]) -> Option<usize>) -> u64 {
    files.iter().map(|bytes| u64::from(black_box(plies(bytes)) == Some(PLIES))).sum()
}

fn ours(bytes: &[u8]) -> Option<usize> {
    Some(replay(read(bytes).records.first()?).ok()?.moves().len())
}

fn ours_unplayed(bytes: &[u8]) -> Option<usize> {
    Some(read(bytes).records.first()?.main().plies.len())
}

fn rsshogi<E>(record: Result<Record, E>) -> Option<usize> {
    Some(record.ok()?.main_moves().count())
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// JKF has a node more for the start position.
fn converter<E>(record: Result<shogi_kifu_converter::JKF, E>) -> Option<usize> {
    Some(record.ok()?.moves.iter().filter(|node| node.move_.is_some()).count())
}

pub fn files() {
    let count = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let records = games::records(count, PLIES);
    for sort in SORTS {
        let files = games::files(&records, sort);
        let rsshogi = |bytes: &[u8]| match sort.0 {
            "csa" | "csa cp932" => rsshogi(rsshogi_csa::parse_csa_bytes(bytes)),
            "kif cp932" | "kif utf-8" => rsshogi(rsshogi_kif::parse_kif_bytes(bytes)),
            "ki2" => rsshogi(rsshogi_kif::parse_ki2_bytes(bytes)),
            "usi" => rsshogi(rsshogi_usi::parse_usi_position(text(bytes)?)),
            _ => rsshogi(rsshogi_jkf::parse_jkf_bytes(bytes)),
        };
        let converter = |bytes: &[u8]| match sort.0 {
            "csa" => converter(parser::parse_csa_str(text(bytes)?)),
            "kif utf-8" => converter(parser::parse_kif_str(text(bytes)?)),
            "ki2" => converter(parser::parse_ki2_str(text(bytes)?)),
            _ => converter(parser::parse_jkf_str(text(bytes)?)),
        };
        let tokens = |bytes: &[u8]| Some(csa::parse_csa(text(bytes)?).ok()?.moves.len().min(PLIES));
        let (whole, unplayed) = (|| all(&files, ours), || all(&files, ours_unplayed));
        let (validated, converted) = (|| all(&files, rsshogi), || all(&files, converter));
        let tokens = || all(&files, tokens);
        let mut programs: Vec<Program<'_>> = vec![
            ("kifukura", &whole),
            ("kifukura, without replay", &unplayed),
            ("rsshogi 1.7.3", &validated),
        ];
        if matches!(sort.0, "csa" | "kif utf-8" | "ki2" | "jkf") {
            programs.push(("shogi-kifu-converter 0.2.2", &converted));
        }
        if sort.0 == "csa" {
            programs.push(("csa 1.0.2, tokens only", &tokens));
        }
        row_in(&format!("{} files of {PLIES} plies", sort.0), (1.0, "games/s"), &programs);
    }
}
