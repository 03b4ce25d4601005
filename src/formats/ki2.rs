//! KI2, the format of Kakinoki's programs for people: moves as newspapers print them, several a row, without origins and
//! times.
//!
//! Headers, diagrams, comments, closing lines and branches are those of [`kif`](super::kif), and read by the same
//! tables. Moves may have any mark or none, blanks or nothing between them, digits of any width, and words that would
//! not be needed; an ending may stand in place of a move (△投了). Which piece is meant is found on the board, by
//! [`crate::replay`].

use super::Written;
use super::kakinoki::write::{Writer, write_with};
use super::kakinoki::{Dialect, Kinds, reader};
use crate::record::Record;
use crate::replay::Game;

/// How many lines of the text can only be KI2: moves without numbers and, beside them, the headers, closing lines and
/// branches that KIF has as well. Text with numbered rows is not KI2.
#[must_use]
pub fn score(text: &str) -> usize {
    Kinds::count(text).ki2()
}

/// The records of a KI2 text, in order. A text without a single move, known header or closing line gives none.
#[must_use]
pub fn read(text: &str) -> Vec<Record> {
    reader::read(text, Dialect::Ki2)
}

/// Writes a played record as KI2: headers, start position, moves, comments, bookmarks, closing lines, and every branch.
///
/// Moves have the fewest words that distinguish pieces, in the convention of the Japan Shogi Association. The ending is
/// a closing line, as KI2 has it. Reading the text again gives the same game; what KI2 cannot hold, the times
/// first of all, is listed as losses.
#[must_use]
pub fn write(record: &Record, game: &Game) -> Written {
    if game.start.shogi().is_none() {
        return Written::only_shogi("KI2");
    }
    write_with(Writer::new(record, game, Dialect::Ki2))
}

#[cfg(test)]
mod tests {
    use super::{read, score};

    fn moves(text: &str) -> String {
        let records = read(text);
        assert_eq!(records.len(), 1, "{text}");
        let record = &records[0];
        let game = crate::replay::replay(record).unwrap();
        let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
        let all = record.diagnostics.iter().chain(&game.diagnostics);
        let found: Vec<_> = all
            .map(|one| {
                format!(
                    "{}@{}:{}",
                    one.code.id(),
                    one.place.line().unwrap_or(0),
                    one.place.column().unwrap_or(0)
                )
            })
            .collect();
        [moves.join(" "), game.outcome.declared_word, found.join(" ")].join("|")
    }

    #[test]
    fn moves_in_every_spelling() {
        let want = "7g7f 3c3d 8h2b+ 3a2b B*4e||";
        for text in [
            "▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角",
            "▲７六歩△３四歩▲２二角成△同　銀▲４五角",
            "▲７六歩\n△３四歩\n▲２二角成\n△同銀\n▲４五角打",
            "☗７六歩　☖３四歩　☗２二角成　☖同　銀　☗４五角打",
            "▼７六歩▽３四歩▼２二角成▽同銀▼４五角",
            "▲76歩 △34歩 ▲22角成 △同銀 ▲45角",
            "▲七六歩 △三四歩 ▲二二角成 △同銀 ▲四五角",
            "７六歩 ３四歩 ２二角成 同銀 ４五角",
            "76歩34歩22角成同銀45角",
            "▲７六歩上 △３四歩 ▲２二角左成 △同銀上 ▲４五角",
        ] {
            // A drop without its mark is reported.
            assert_eq!(moves(text).split("K014").next(), Some(want), "{text}");
        }
    }

    #[test]
    fn endings_and_faults() {
        for (text, want) in [
            ("▲７六歩 △投了", "7g7f|投了|"),
            ("▲７六歩\n投了", "7g7f|投了|"),
            ("▲７六歩 △３四歩 △投了", "7g7f 3c3d|投了|E002@1:11"),
            ("▲７六歩 △３四歩 ▲２二角 成 △同 銀", "7g7f 3c3d 8h2b+ 3a2b||"),
            ("▲７六歩 △３四歩 ▲５八金 右", "7g7f 3c3d 4i5h||"),
            ("▲７六歩\nまで1手で先手の勝ち", "7g7f|まで1手で先手の勝ち|E006@2:1"),
            // The side that was to move cannot have won by resigning.
            ("▲７六歩\nまで1手で後手の勝ち", "7g7f|まで1手で後手の勝ち|E006@2:1 E002@2:1"),
            ("▲７六歩\nまで1手で先手の反則勝ち", "7g7f|まで1手で先手の反則勝ち|"),
            ("▲７六歩\n1手まで先手の勝ち", "7g7f|1手まで先手の勝ち|E006@2:1"),
            ("▲７六歩 △３四歩まで2手で中断", "7g7f 3c3d|まで2手で中断|"),
            ("▲７六歩 △３?歩 ▲２六歩\n△８四歩", "7g7f||K002@1:6"),
            ("▲７六歩＜好手＞△３四歩", "7g7f 3c3d||F003@1:5"),
            ("▲７六歩 △３四歩 好手\n▲２六歩", "7g7f 3c3d 2g2f||F003@1:11"),
            ("▲７六歩\n▲３四歩と指す\n△３四歩", "7g7f 3c3d||F003@2:1"),
            ("▲７六歩 △３四歩\n@@▲２六歩 △８四歩", "7g7f 3c3d 2g2f 8c8d||F003@2:1"),
            ("▲７六歩 △３四歩\nここで▲２六歩 △８四歩", "7g7f 3c3d||F003@2:1"),
            ("▲７六歩 △３四歩\n２x歩 △８四歩\n▲２五歩", "7g7f 3c3d||K002@2:1"),
            ("▲５八金", "||K016@1:1"),
            ("▲７六歩 △８八角成", "7g7f||K017@1:6"),
            ("▲７六歩 △裁定", "7g7f|裁定|E001@1:6"),
        ] {
            assert_eq!(moves(text), want, "{text}");
        }
    }

    #[test]
    fn branches_and_comments() {
        let text = "先手：甲\n\n*序\n▲７六歩    △３四歩    ▲２二角成\n*好手\n△同　銀\nまで4手で中断\n\n変化：2手\n\
                    △８四歩    ▲２六歩\n*変\nまで3手で先手の勝ち\n";
        let record = read(text).remove(0);
        let notes: Vec<_> =
            record.notes.iter().map(|note| format!("{}.{} {}", note.line, note.ply, note.text)).collect();
        assert_eq!(notes, ["0.0 序", "0.3 好手", "1.3 変"]);
        assert_eq!((record.lines[1].parent, record.lines[1].after), (Some(0), 1));
        assert_eq!(record.lines[1].plies.len(), 2);
        let found: Vec<_> = record.diagnostics.iter().map(|found| found.code.id()).collect();
        assert_eq!(found, ["E006"]);
        assert_eq!(record.lines[0].plies[2].place, crate::record::Place::new(4, 17));
    }

    #[test]
    fn lines_that_can_only_be_ki2() {
        for (text, want) in [
            ("▲７六歩 △３四歩\n手合割：平手\n", 2),
            ("７六歩 ３四歩\n", 1),
            ("７六歩 好手\n", 0),
            ("▲７六歩と突いた\n", 0),
            ("同歩\n", 1),
            ("1 ７六歩(77)\n▲３四歩\n", 0),
            ("手順：▲７六歩△３四歩\n", 0),
            ("第１図は▲７六歩まで\n", 0),
            ("7g7f\n", 0),
            ("投了\n", 0),
        ] {
            assert_eq!(score(text), want, "{text}");
        }
    }
}
