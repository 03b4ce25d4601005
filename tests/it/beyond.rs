//! What a database keeps of a record beside the columns of a game, so that a stored game is written as its file is.

use crate::support::{Folder, samples, stderr, stdout};
use kifukura::database::Database;
use kifukura::formats::{Target, read};
use kifukura::record::{Line, Place, Record};
use kifukura::replay::replay;

/// The lines of a record without the places in its file.
fn lines(record: &Record) -> Vec<Line> {
    let mut lines = record.lines.clone();
    for line in &mut lines {
        line.plies.iter_mut().for_each(|ply| ply.place = Place::FILE);
        line.declarations.iter_mut().for_each(|found| found.place = Place::FILE);
    }
    lines
}

/// Imports one record; what is stored beyond its columns, and the record as it is read back.
fn stored(text: &str) -> (String, Record) {
    let folder = Folder::new();
    folder.write("a", text);
    let import = folder.kura(&["import", "--db", "a.db", "a"]);
    let sql = "SELECT coalesce(beyond, '') AS beyond FROM game";
    let answer = stdout(&folder.kura(&["sql", "--db", "a.db", "--format", "json", sql]));
    let rows: serde_json::Value =
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{}", stderr(&import)));
    let beyond = rows[0]["beyond"].as_str().unwrap().to_owned();
    let record = Database::open(&folder.path("a.db")).unwrap().record(1).unwrap().unwrap();
    (beyond, record)
}

#[test]
fn usual_games_need_nothing() {
    for text in [
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 投了         ( 0:03/00:00:03)\nまで1手で先手の勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 千日手\nまで1手で千日手\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 中断\n",
        "V2.2\nPI\n+\n+7776FU\n%TORYO\nT7\n'summary:toryo:a win:b lose\n",
        "startpos moves 7g7f\n",
    ] {
        let (beyond, again) = stored(text);
        assert_eq!(beyond, "", "{text}");
        // The clock beside the ending is there, too.
        let record = &read(text.as_bytes()).records[0];
        let ending =
            |record: &Record| record.main().declarations.first().map(|found| (found.ending, found.clock));
        assert_eq!(ending(&again), ending(record), "{text}");
    }
}

#[test]
fn what_no_column_has_comes_back() {
    for (text, want) in [
        (
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ４八角(88)   ( 0:02/00:00:02)\n   4 同　銀右上成\n   5 中断\n",
            "[{\"line\":0,\"moves\":[{\"to\":\"4h\",\"from\":\"8h\",\"piece\":\"KA\",\"time\":[2000,2000]},\
             {\"piece\":\"GI\",\"promotion\":\"yes\",\"words\":\"右上\"}]}]",
        ),
        (
            "V2.2\nPI\n+\n+7776FU\n+2726FU\nT5\n%ILLEGAL_MOVE\nT1\n",
            "[{\"line\":0,\"moves\":[{\"to\":\"2f\",\"from\":\"2g\",\"piece\":\"FU\",\"named\":\"after\",\"side\":\"black\",\
             \"time\":[5000,null]}],\"endings\":[{\"by\":\"row\",\"ending\":\"illegal_move\",\"winner\":\"other\",\
             \"word\":\"%ILLEGAL_MOVE\",\"time\":[1000,null]}]}]",
        ),
        (
            "手合割：平手\n   1 ７六歩(77)\n   2 投了\nまで1手で中断\n",
            "[{\"line\":0,\"endings\":[{\"by\":\"row\",\"ending\":\"resignation\",\"winner\":\"other\",\"word\":\"投了\"},\
             {\"by\":\"closing_line\",\"ending\":\"interrupted\",\"winner\":\"unsaid\",\"word\":\"まで1手で中断\",\
             \"plies\":1}]}]",
        ),
        (
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n   3 パス\n   4 投了\n",
            "[{\"line\":1,\"moves\":[{\"pass\":true}],\"endings\":[{\"by\":\"row\",\"ending\":\"resignation\",\
             \"winner\":\"other\",\"word\":\"投了\"}]}]",
        ),
        (
            "[Variant \"shogi\"]\n[White \"a\"]\n\n1. c4 g6 2. Nbd9 Gge4+ 0-1\n",
            "[{\"line\":0,\"moves\":[{\"to\":\"6a\",\"from\":\"file 8\",\"piece\":\"KE\"},\
             {\"to\":\"5f\",\"from\":\"file 3\",\"piece\":\"KI\",\"promotion\":\"yes\"}],\
             \"endings\":[{\"by\":\"row\",\"ending\":\"unknown\",\"winner\":\"white\",\"word\":\"0-1\"}]}]",
        ),
        (
            "V2.2\nPI\n+\n+7776FU\n-0055FU\n+33X4FU\n%CHUDAN\n",
            "[{\"line\":0,\"moves\":[{\"to\":\"5e\",\"from\":\"hand\",\"piece\":\"FU\",\"named\":\"after\",\"side\":\"white\"}],\
             \"unread\":1}]",
        ),
    ] {
        let (beyond, again) = stored(text);
        assert_eq!(beyond, want, "{text}");
        let record = &read(text.as_bytes()).records[0];
        let written = |record: &Record| {
            let mut lines = lines(record);
            // A legal move is stored as the move that it is.
            for (line, played) in lines.iter_mut().zip(&replay(record).unwrap().lines) {
                line.plies.drain(..played.moves.len());
            }
            lines
        };
        assert_eq!(written(&again), written(record), "{text}");
    }
}

/// Every sample and each of the endings: what `show` writes of the stored game is what `convert` writes of the file.
#[test]
fn a_stored_game_is_written_as_its_file_is() {
    let folder = Folder::new();
    let mut compared = 0;
    for name in ["endings", "formats"] {
        for entry in std::fs::read_dir(samples().join(name)).unwrap() {
            let path = entry.unwrap().path();
            let document = read(&std::fs::read(&path).unwrap());
            let [record] = document.records.as_slice() else { continue };
            let Ok(game) = replay(record) else { continue };
            let database = folder.path(&format!("{}.db", compared));
            let import =
                folder.kura(&["import", "--db", &database.to_string_lossy(), &path.to_string_lossy()]);
            let Ok(Some(stored)) = Database::open(&database).unwrap().record(1) else {
                panic!("{}: {}", path.display(), stderr(&import));
            };
            let again = replay(&stored).unwrap();
            for to in
                [Target::Kif, Target::Ki2, Target::Csa, Target::Csa3, Target::Jkf, Target::Usi, Target::Usen]
            {
                let texts = [to.write(record, &game, None).text, to.write(&stored, &again, None).text];
                assert_eq!(texts[1], texts[0], "{} {}", path.display(), to.name());
            }
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

const FOUL: &str =
    "手合割：平手\n先手：甲野\n後手：乙野\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ４八角(88)\n";

/// What is proved and who won, by the first game of a file.
fn proved(folder: &Folder, name: &str) -> [String; 4] {
    let output = folder.kura(&["convert", "--to", "jsonl", name]);
    let game: serde_json::Value = serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap();
    ["verified_ending", "verified_winner", "declared_winner", "winner"].map(|key| game[key].to_string())
}

#[test]
fn what_is_shown_has_the_ending_and_the_winner_of_the_file() {
    for (text, winner) in [
        (format!("{FOUL}   4 反則勝ち\n*角は動けない\n"), "white"),
        // Nobody saw a foul: the game goes by its resignation.
        (format!("{FOUL}*角は動けない\n   4 ８四歩(83)\n   5 ２六歩(27)\n   6 投了\n"), "black"),
        (format!("{FOUL}*反則手にて終局\n"), "white"),
        (format!("{FOUL}   4 反則負け\n"), "white"),
        (format!("{FOUL}   4 ８四歩(83)   ( 0:02/00:00:02)\n   5 反則負け\nまで4手で先手の反則負け\n"), "white"),
        ("V2.2\nN+甲野\nN-乙野\nPI\n+\n+7776FU\n-3334FU\n-8384FU\n%ILLEGAL_MOVE\n".to_owned(), "black"),
        ("V2.2\nN+甲野\nN-乙野\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-8384FU\n+2231UM\n-0055FU\n%TORYO\n".to_owned(), "black"),
        ("先手：甲野\n▲７六歩 △３四歩 ▲５五歩打\nまで3手で後手の反則勝ち\n".to_owned(), "white"),
        (
            "手合割：角落ち\n下手：甲野\n上手：乙野\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 ５四歩(53)\n   4 ６六角打\n   5 反則勝ち\n"
                .to_owned(),
            "white",
        ),
        (format!("{FOUL}   4 反則勝ち\n\n変化：2手\n   2 ８四歩(83)\n   3 ５五歩打\n   4 反則勝ち\n"), "white"),
    ] {
        for keep in [true, false] {
            let folder = Folder::new();
            folder.write("file", &text);
            let import: &[&str] = if keep { &["import", "--db", "a.db", "file"] } else { &["import", "--db", "a.db", "--no-source", "file"] };
            folder.kura(import);
            let file = proved(&folder, "file");
            assert_eq!(file[3], format!("\"{winner}\""), "{text}");
            for format in ["kif", "ki2", "csa", "csa3", "jkf"] {
                let shown = folder.kura(&["show", "--db", "a.db", "1", "--as", format]);
                folder.write("shown", &shown.stdout);
                assert_eq!(proved(&folder, "shown"), file, "{text}: {}", stdout(&shown));
            }
        }
    }
}
