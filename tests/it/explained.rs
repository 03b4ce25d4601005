//! What is said beside an answer: which filter left nothing, what was not counted, why children outnumber parents.

use crate::support::{Folder, stderr, stdout};

fn collection() -> Folder {
    let folder = Folder::new();
    let game = |number: usize, black: &str, white: &str, moves: &str, end: &str| {
        format!(
            "V2.2\nN+{black}\nN-{white}\n$SITE:{number}\n$START_TIME:2024/01/0{}\nPI\n+\n{moves}{end}\n/\n",
            number + 1
        )
    };
    let one = "+7776FU\n-3334FU\n+2726FU\n";
    let other = "+2726FU\n-3334FU\n+7776FU\n-8384FU\n";
    let text = [
        game(0, "A", "B", one, "%TORYO"),
        game(1, "A", "?", other, "%TORYO"),
        game(2, "名無し", "B", other, "%CHUDAN"),
        game(3, "C", "B", "+7776FU\n", "%TORYO"),
    ];
    folder.write("games.csa", text.concat());
    assert_eq!(folder.kura(&["import", "games.csa"]).status.code(), Some(0));
    folder
}

fn remarks(folder: &Folder, command: &[&str]) -> Vec<String> {
    stderr(&folder.kura(command)).lines().map(str::to_owned).collect()
}

#[test]
fn where_nothing_is_found_the_filter_is_named_that_left_nothing() {
    let folder = collection();
    for (command, said) in [
        (&["games", "--ending", "checkmate"][..], "nothing meets --ending=checkmate"),
        (&["games", "--player", "A", "--ending", "checkmate"], "nothing meets --ending=checkmate"),
        (
            &["games", "--player", "=C", "--since", "2020", "--ending", "interrupted"],
            "of those that meet --player=\"=C\" --since=2020 (1 game) none meets --ending=interrupted",
        ),
        (
            &["stats", "--player", "=A", "--ending", "interrupted"],
            "of those that meet --player=\"=A\" (2 games) none meets --ending=interrupted",
        ),
        (&["explore", "7g7f 3c3d", "--player", "=C"], "nothing meets --player=\"=C\""),
        (&["explore", "9g9f", "--player", "=C"], "no game has this, whatever the filter"),
        (&["explore", "9g9f"], "no game has this, whatever the filter"),
        (&["games", "--position", "9g9f", "--player", "=A"], "no game has this, whatever the filter"),
        (&["games", "--sequence", "7g7f 3c3d", "--player", "=C"], "nothing meets --player=\"=C\""),
        (&["export", "--plies", "90.."], "nothing meets --plies=90.."),
        (&["export", "--to", "csa", "--plies", "90.."], "nothing meets --plies=90.."),
        (
            &["export", "--to", "kif", "--out", "out/", "--player", "nosuch"],
            "nothing meets --player=\"nosuch\"",
        ),
        (&["export", "--to", "db", "--out", "other.db", "--plies", "90.."], "nothing meets --plies=90.."),
        (&["remove", "--plies", "90..", "--yes"], "nothing meets --plies=90.."),
    ] {
        let found = remarks(&folder, command);
        assert!(found.contains(&said.to_owned()), "{command:?}: {found:?}");
    }
    for command in
        [&["games"][..], &["explore"], &["stats"], &["games", "--ending", "checkmate", "--format", "json"]]
    {
        let found = remarks(&folder, command).join("\n");
        assert!(!found.contains("meet") && !found.contains("whatever"), "{command:?}: {found}");
    }
}

#[test]
fn sides_without_a_name_are_told() {
    let folder = collection();
    let said = "without a player’s name: 2 sides of these games".to_owned();
    for command in [&["stats", "players"][..], &["players"]] {
        assert!(remarks(&folder, command).contains(&said), "{command:?}");
    }
    assert!(
        !remarks(&folder, &["stats", "players", "--player", "=C"])
            .iter()
            .any(|line| line.starts_with("without"))
    );
}

#[test]
fn transpositions_are_explained_where_children_outnumber_parents() {
    let folder = collection();
    let tree = ["explore", "--depth", "4"];
    let said = "where a position is reached by other moves too, the moves after it have more games than the one before it";
    assert!(remarks(&folder, &tree).contains(&said.to_owned()), "{}", stdout(&folder.kura(&tree)));
    assert!(!remarks(&folder, &["explore", "--depth", "2"]).contains(&said.to_owned()));
    let found = remarks(&folder, &["explore", "7g7f 3c3d 2g2f"]);
    let by_others = "2 games reached this position by other moves, so it may have more games than the move that leads here";
    assert!(found.contains(&by_others.to_owned()), "{found:?}");
}

#[test]
fn intervals_and_draws_are_explained_in_the_help() {
    let folder = Folder::new();
    for command in ["explore", "stats"] {
        let help =
            stdout(&folder.kura(&[command, "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(
            "a draw counting half, over games with a result; in brackets Wilson's interval at 95 %"
        ));
    }
}
