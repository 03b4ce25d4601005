//! PSN and its kin: Western notation, `1. P-7f P-3d 2. Bx2b+`, with tags in square brackets or `@` lines.
//!
//! Read are moves with or without an origin (`P7g-7f`, `P-7f`), also without a hyphen (`P7f`), with a part of the origin
//! (`G65b`), without a square where the piece takes the one that moved before (`xS`), or without the piece (`7g7f`); squares as `7f` or `76`, drops
//! with `*` or `'`, promotions as `+` and `=`; tags of PSN (`[Sente "…"]`), of which the first behind moves begins
//! another game, and of JPSN (`@position:`). Numbers count moves or pairs of moves. Lowercase letters name White's
//! pieces. Moves without an origin are found on the board, by [`crate::replay`].
//!
//! Comments stand in braces and behind `;` or `#`. What stands in round or square brackets is a time, a variation where it
//! is nothing but moves, else a comment. `Resigns`, `Interrupt`, `1-0` and their kin declare the ending, also in braces
//! behind the last move; so does the tag `Result`.

mod clock;
mod ending;
mod handicap;
mod lexer;
mod mv;
mod reader;
mod tag;
mod tags;

use super::lines::lines;
use crate::record::Record;

/// The number of lines that begin with a numbered move or have nothing but moves, and of tags; 0 without a move. Short
/// moves alone count only beside tags. Counting stops at 64.
#[must_use]
pub fn score(text: &str) -> usize {
    let (mut moves, mut short, mut tags) = (0, 0, 0);
    for line in lines(text) {
        let trimmed = line.text.trim();
        if tag::read(trimmed, false).is_some() {
            tags += 1;
            continue;
        }
        match mv::of_line(trimmed) {
            mv::Moves::Certain => moves += 1,
            mv::Moves::Short => short += 1,
            mv::Moves::None => {}
        }
        if moves >= 64 {
            break;
        }
    }
    match moves + if tags > 0 { short } else { 0 } {
        0 => 0,
        moves => moves + tags,
    }
}

/// A numbered move of two squares, or two of them, which are moves of USI as well.
pub(super) fn is_numbered(line: &str) -> bool {
    line.starts_with(|char: char| char.is_ascii_digit()) && mv::of_line(line) == mv::Moves::Certain
}

/// Every game of the text. Tags after moves begin another.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text)
}

/// A move in Western notation (`P-7f`, `P76`, `R*5e`), with a number in front of it or without.
#[must_use]
pub fn read_move(word: &str) -> Option<crate::record::WrittenMove> {
    mv::written(mv::without_number(word))
}

/// Whether a word is nothing but the number of a move: `1.`, `12...`.
#[must_use]
pub fn is_number(word: &str) -> bool {
    word.contains(['.', '…']) && mv::without_number(word).is_empty()
        || mv::number(word).is_some()
            && word.trim_end_matches(['.', '…']).bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{read, score};
    use crate::replay::replay;

    fn summary(text: &str) -> String {
        let record = &read(text)[0];
        let game = replay(record).unwrap();
        let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
        let all = record.diagnostics.iter().chain(&game.diagnostics);
        let codes: Vec<_> = all
            .map(|found| {
                format!(
                    "{}@{}:{}",
                    found.code.id(),
                    found.place.line().unwrap_or(0),
                    found.place.column().unwrap_or(0)
                )
            })
            .collect();
        format!("{}|{}|{}", moves.join(" "), game.outcome.declared_word, codes.join(" "))
    }

    #[test]
    fn games_in_every_spelling() {
        let want = "7g7f 3c3d 8h2b+ 3a2b B*4e||";
        for text in [
            "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e",
            "1.P-7f\n1....P-3d\n2.Bx2b+\n2....Sx2b\n3.B*4e\n",
            "1.P7g-7f 2.P3c-3d 3.B8hx2b+ 4.S3ax2b 5.B*4e",
            "1.P77-76 2.P33-34 3.B88x22+ 4.S31x22 5.B'45",
            "@moves:\n1. P7g-7f #a\n2. p3c-3d\n3. B8hx2b+\n4. s3ax2b\n5. B*4e\n",
            "[Sente \"A\"]\n[Gote \"B\"]\n\nP-7f {a {comment}\nP-3d Bx2b+ Sx2b B*4e\n",
        ] {
            assert!(score(text) > 0, "{text}");
            assert_eq!(summary(text), want, "{text}");
        }
        for (text, want) in [
            ("1. P-7f P-3d 1-0", "7g7f 3c3d|1-0|"),
            ("1. P-7f P-9e 2. P-2f", "7g7f||K017@1:9"),
            ("1. P-7f nonsense 2. P-2f", "7g7f||U001@1:9"),
            ("1. P-7f\n@result: 0-1", "7g7f|0-1|"),
        ] {
            assert_eq!(summary(text), want, "{text}");
        }
    }

    #[test]
    fn tags_and_comments() {
        let text =
            "[Sente \"A\"]\n[Event \"E\"]\n1.P-7f\n[ one\n two ]\n1....P-3d {three}\n[Sente \"B\"]\n1.P-2f\n";
        let records = read(text);
        let names: Vec<_> = records.iter().map(|record| record.info.players.black.as_deref()).collect();
        assert_eq!(names, [Some("A"), Some("B")]);
        assert_eq!(records[0].info.event.as_deref(), Some("E"));
        let notes: Vec<_> = records[0].notes.iter().map(|note| (note.ply, note.text.as_str())).collect();
        assert_eq!(notes, [(1, "one\ntwo"), (2, "three")]);
        let text = "@position: \"8k/9/7G1/9/9/9/9/9/K8 b G\"\n@moves:\n1. G*1b\n";
        assert_eq!(summary(text), "G*1b||E004@3:4");
    }

    #[test]
    fn handicaps_are_understood_or_reported() {
        for (name, want) in [
            ("Lance", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|"),
            ("Rook+Lance", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|"),
            ("two-piece handicap", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|"),
            ("6 Pieces", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|"),
            ("Even", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|"),
            ("3 pieces", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1|F012@1"),
            ("Pawn", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1|F005@1"),
        ] {
            let record = &read(&format!("[Handicap \"{name}\"]\n1. P-3d P-7f\n"))[0];
            let codes = record
                .diagnostics
                .iter()
                .map(|found| format!("{}@{}", found.code.id(), found.place.line().unwrap_or(0)));
            let found = format!("{}|{}", record.start.setup, codes.collect::<Vec<_>>().join(" "));
            assert_eq!(found, want, "{name}");
            assert_eq!(record.unusable.is_some(), want.contains("F005"), "{name}");
        }
        let given = "[Handicap \"Pawn\"]\n[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b G 1\"]\n1. G*5e\n";
        assert_eq!(summary(given), "G*5e||");
    }

    #[test]
    fn dates_that_are_not_valid_are_reported() {
        for (date, want) in
            [("long ago", "F008"), ("2024/02/30", "F008"), ("2024.05.01", ""), ("????.??.??", ""), ("", "")]
        {
            let record = &read(&format!("[Date \"{date}\"]\n1. P-7f\n"))[0];
            let codes: Vec<_> = record.diagnostics.iter().map(|found| found.code.id()).collect();
            assert_eq!(codes.join(" "), want, "{date}");
        }
    }

    #[test]
    fn what_is_no_game() {
        for text in [
            "P-7f is a good move\n",
            "[Note \"x\"]\n",
            "1. first\n2. second\n",
            "A-5 B-3\n",
            "7g7f 3c3d\n",
            "1. 7g7f 3c3d 2g2f\n2. 2g2f 8c8d 7g7f\n",
            "+7776FU\n",
        ] {
            assert_eq!(score(text), 0, "{text}");
        }
    }
}
