//! Pages of HTML about a game, a player, an event or all games.

use crate::support::{Folder, samples, stderr, stdout};

fn collection() -> Folder {
    let folder = Folder::new();
    let games = samples().join("collection");
    folder.kura(&["import", "--db", "kura.db", &games.to_string_lossy()]);
    folder
}

/// The names of the elements that are open at the end of a page of ours, and those that end without a beginning.
fn unbalanced(html: &str) -> Vec<String> {
    const EMPTY: [&str; 3] = ["meta", "!doctype", "br"];
    let mut open: Vec<String> = Vec::new();
    let mut wrong = Vec::new();
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag)) {
        let name =
            tag.trim_start_matches('/').split([' ', '\n']).next().unwrap().trim_end_matches('/').to_owned();
        if EMPTY.contains(&name.as_str()) || tag.ends_with('/') {
            continue;
        }
        if !tag.starts_with('/') {
            open.push(name);
        } else if open.pop().as_ref() != Some(&name) {
            wrong.push(name);
        }
    }
    open.extend(wrong);
    open
}

#[test]
fn pages_are_small_and_stand_for_themselves() {
    let folder = collection();
    let reports: [&[&str]; 6] = [
        &["report", "collection", "--html", "-"],
        &["report", "collection", "--lang", "ja", "--since", "2020", "--html", "-"],
        &["report", "player", "稲村飛鳥", "--lang", "it", "--html", "-"],
        &["report", "event", "納会早指し", "--html", "-"],
        &["report", "game", "48", "--html", "-"],
        &["report", "game", "6", "--lang", "ja", "--html", "-"],
    ];
    for arguments in reports {
        let output = folder.kura(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        let html = stdout(&output);
        assert!(html.len() < 300_000, "{arguments:?}: {}", html.len());
        assert_eq!(unbalanced(&html), Vec::<String>::new(), "{arguments:?}");
        let language =
            arguments.iter().position(|word| *word == "--lang").map_or("en", |at| arguments[at + 1]);
        for part in [
            &format!("<html lang=\"{language}\">"),
            "<meta charset=\"utf-8\">",
            "content=\"width=device-width, initial-scale=1\"",
            "default-src 'none'",
            "<svg ",
            "<caption>",
            "<th scope=\"col\"",
            "<th scope=\"row\"",
            "<main>",
        ] {
            assert!(html.contains(part), "{arguments:?} has no {part}");
        }
        for outside in ["http://", "https://", "<script", "<img", "<link", "@import", "url("] {
            let found = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!found.contains(outside), "{arguments:?} has {outside}");
        }
        assert_eq!(html.matches("<h1>").count(), 1);
        assert_eq!(stdout(&folder.kura(arguments)), html, "the same each time");
    }
}

#[test]
fn what_a_record_says_is_text_on_the_page() {
    let folder = Folder::new();
    folder.write(
        "a.kif",
        "手合割：平手\n棋戦：\"><img src=x>\n先手：<script>甲</script>\n後手：乙 & 丙\n\
         1 ７六歩(77)   ( 0:05/00:00:05)\n**評価値 35\n*</td><script>alert(1)</script>\n\
         2 ３四歩(33)   ( 0:12/00:00:12)\n**評価値 -3000\n   3 投了\n",
    );
    folder.kura(&["import", "--db", "kura.db", "a.kif"]);
    for arguments in
        [["report", "game", "1"], ["report", "player", "<script>"], ["report", "event", "\"><img"]]
    {
        let html = stdout(&folder.kura(&[arguments.as_slice(), &["--html", "-"]].concat()));
        assert!(html.contains("&lt;script&gt;甲&lt;/script&gt;"), "{arguments:?}: {html}");
        assert!(!html.contains("<script") && !html.contains("<img"), "{arguments:?}");
        assert_eq!(unbalanced(&html), Vec::<String>::new(), "{arguments:?}");
    }
    let html = stdout(&folder.kura(&["report", "game", "1", "--html", "-"]));
    let row = "<tr><th scope=\"row\" class=\"n\">2</th><td><span lang=\"ja\">☖３四歩(33)</span></td><td>3c3d</td>\
               <td class=\"n\">0:12</td><td class=\"n\">-3000</td><td>";
    assert!(html.contains(row), "{html}");
    assert!(html.contains("<desc>ply: 1: 51 %; 2: 1 %</desc>"), "{html}");
    assert!(html.contains("<desc>ply: 1: 5; 2: 12</desc>"), "{html}");
}

#[test]
fn a_page_is_written_as_any_other_file_and_needs_a_game() {
    let folder = collection();
    assert!(folder.kura(&["report", "collection", "--html", "a.html"]).status.success());
    let refused = folder.kura(&["report", "game", "1", "--html", "a.html"]);
    assert!(stderr(&refused).starts_with("error: refusing to overwrite `a.html`"), "{}", stderr(&refused));
    assert!(folder.kura(&["report", "game", "1", "--html", "a.html", "--force"]).status.success());
    let nobody = folder.kura(&["report", "player", "nobody", "--html", "b.html"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(stderr(&nobody).contains("error: there is no game to report on"), "{}", stderr(&nobody));
    assert_eq!(folder.kura(&["report", "game", "9999", "--html", "b.html"]).status.code(), Some(2));
    assert!(!folder.path("b.html").exists());
}

#[test]
fn a_part_of_a_name_is_told() {
    let folder = collection();
    let output = folder.kura(&["report", "player", "稲村", "--html", "-"]);
    let said = "player 稲村 found 1 player: 稲村飛鳥 二段(1740)";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let html = stdout(&output);
    assert!(html.contains("<h1>稲村飛鳥 二段(1740)</h1>") && html.contains(said), "{html}");
}

#[test]
fn a_page_of_the_other_game_and_what_it_leaves_out() {
    let folder = collection();
    let animals = samples().join("dobutsu").join("catch.kif");
    folder.kura(&["import", "--db", "kura.db", &animals.to_string_lossy()]);
    let both = folder.kura(&["report", "collection", "--html", "-"]);
    assert!(stderr(&both).contains("left out, of "), "{}", stderr(&both));
    let html = stdout(&folder.kura(&["report", "collection", "--variant", "dobutsu", "--html", "-"]));
    assert!(html.contains(">C</text>") && html.contains("b3b2"), "{html}");
    let id = stdout(&folder.kura(&["games", "--variant", "dobutsu", "--format", "csv", "--columns", "id"]));
    let game = stdout(&folder.kura(&["report", "game", id.lines().nth(1).unwrap(), "--html", "-"]));
    assert!(game.contains(">ラ</text>") && game.contains("ひよこ"), "{game}");
}
