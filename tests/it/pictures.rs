//! Charts and diagrams: the pictures of the documentation, and that no word stands over another or is cut.
//! `KURA_UPDATE=1 cargo test pictures` writes those of the documentation anew.

use crate::documents::must_be;
use crate::support::{Folder, samples, stderr, stdout};
use kifukura::database::Database;
use kifukura::query::{
    AskedPosition, EndingsBy, ExploreOptions, Filter, OpeningRole, OpeningsBy, OpeningsOptions, Questions,
    kinds_of, players_like,
};
use kifukura::report::{
    Answer, Bar, Bars, Bin, Chart, Dot, Dots, EndingStatistics, ExplorerAnswer, HeatMap, Histogram,
    LengthStatistics, Lines, Measure, OpeningStatistics, OverviewAnswer, PlayerList, PlayerStatistics, Plot,
    Point, RenderOptions, Series, Theme, Unit, YearStatisticsAnswer,
};
use kifukura::rules::Variant;
use kifukura::terms::Language;

/// A database of the two hundred games.
fn collection() -> Folder {
    let folder = Folder::new();
    let games = samples().join("collection");
    folder.kura(&["import", "--db", "kura.db", &games.to_string_lossy()]);
    folder
}

/// What `docs/pictures/` has, with the command that draws it.
const PICTURES: [(&str, &[&str]); 26] = [
    ("overview.svg", &["stats", "--plot"]),
    ("endings.svg", &["stats", "endings", "--plot"]),
    ("ending-pairs.svg", &["stats", "endings", "--by", "both", "--plot"]),
    ("rates.svg", &["stats", "rates", "--by", "year", "--plot"]),
    ("illegal-moves.svg", &["stats", "illegal-moves", "--plot"]),
    ("lengths.svg", &["stats", "lengths", "--plot"]),
    ("lengths-rating.svg", &["stats", "lengths", "--by", "rating", "--plot"]),
    ("times.svg", &["stats", "times", "--plot"]),
    ("times-years.svg", &["stats", "times", "--by", "year", "--plot"]),
    ("moves.svg", &["stats", "moves", "--by", "year", "--plot"]),
    ("novelties.svg", &["stats", "novelties", "--by", "year", "--plot"]),
    ("years.svg", &["stats", "years", "--plot"]),
    ("players.svg", &["stats", "players", "--plot"]),
    ("player-list.svg", &["players", "--limit", "8", "--plot"]),
    ("player.svg", &["players", "show", "稲村飛鳥", "--plot"]),
    ("crosstable.svg", &["stats", "crosstable", "--plot"]),
    ("ratings.svg", &["stats", "ratings", "--plot"]),
    ("explore.svg", &["explore", "7g7f 3c3d", "--plot"]),
    ("explore-ja.svg", &["explore", "7g7f 3c3d", "--player", "稲村飛鳥", "--lang", "ja", "--plot"]),
    ("years-dark.svg", &["explore", "7g7f", "--by", "year", "--theme", "dark", "--plot"]),
    ("openings.svg", &["stats", "openings", "--limit", "12", "--plot"]),
    (
        "openings-years.svg",
        &["stats", "openings", "--of", "opening", "--by", "year", "--lang", "ja", "--plot"],
    ),
    (
        "openings-matrix.svg",
        &["stats", "openings", "--of", "opening", "--by", "opponent", "--min-games", "5", "--plot"],
    ),
    ("diagram.svg", &["show", "146", "--ply", "120", "--lang", "ja", "--svg"]),
    ("diagram-kanji.svg", &["show", "6", "--pieces", "kanji", "--lang", "ja", "--svg"]),
    ("diagram-western.svg", &["show", "11", "--ply", "150", "--pieces", "western", "--svg"]),
];

#[test]
fn the_pictures_of_the_documentation_are_those_that_are_drawn() {
    let folder = collection();
    for (name, arguments) in PICTURES {
        let drawn = folder.kura(&[arguments, &[name]].concat());
        assert!(drawn.status.success(), "{name}: {}", stderr(&drawn));
        must_be(&format!("docs/pictures/{name}"), &std::fs::read_to_string(folder.path(name)).unwrap());
    }
    let animals = Folder::new();
    let records = samples().join("dobutsu").join("catch.kif");
    animals.kura(&["import", "--db", "kura.db", &records.to_string_lossy()]);
    let svg = stdout(&animals.kura(&["show", "1", "--ply", "8", "--lang", "ja", "--svg", "-"]));
    must_be("docs/pictures/dobutsu.svg", &svg);
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pictures.md")).unwrap();
    for name in PICTURES.map(|(name, _)| name).iter().chain(&["dobutsu.svg"]) {
        assert!(page.contains(&format!("(pictures/{name})")), "docs/pictures.md does not show {name}");
    }
}

/// Every chart of an answer, in every language, as it is drawn with these options.
fn charts(folder: &Folder) -> Vec<Chart> {
    let database = Database::open(&folder.path("kura.db")).unwrap();
    let filter = Filter::default();
    let player: Filter = "player=稲村飛鳥".parse().unwrap();
    let asked = || AskedPosition::read("7g7f 3c3d", None, Some(Variant::Shogi)).unwrap();
    let explored = |by_year: bool, filter: &Filter| {
        let mut options = ExploreOptions::default();
        options.by_year = by_year;
        let explored = database.explore(&asked().position, filter, &options).unwrap();
        let player = filter.player_names().to_vec();
        ExplorerAnswer { asked: asked(), explored, values: None, lists_games: false, player }
    };
    let listed = players_like(&database, None).unwrap();
    let all = listed.answer.len() as u64;
    let answers: Vec<Box<dyn Answer>> = vec![
        Box::new(OverviewAnswer(database.overview(&filter).unwrap())),
        Box::new(OverviewAnswer(database.overview(&player).unwrap())),
        Box::new(EndingStatistics {
            endings: database.endings(&filter, EndingsBy::Declared).unwrap(),
            by: EndingsBy::Declared,
        }),
        Box::new(EndingStatistics {
            endings: database.endings(&filter, EndingsBy::Verified).unwrap(),
            by: EndingsBy::Verified,
        }),
        Box::new(LengthStatistics(database.lengths(&filter).unwrap())),
        Box::new(YearStatisticsAnswer(database.years(&filter).unwrap())),
        Box::new(YearStatisticsAnswer(database.years(&player).unwrap())),
        Box::new(PlayerStatistics(database.players(&filter, None).unwrap())),
        Box::new(PlayerList { players: listed.answer, all, base: listed.base }),
        Box::new(explored(false, &filter)),
        Box::new(explored(true, &filter)),
        Box::new(explored(false, &player)),
        Box::new(explored(true, &player)),
    ];
    let openings = |by, role| {
        let options = OpeningsOptions { kinds: kinds_of(role), by, least_games: 0 };
        let table = database.openings(&filter, &options).unwrap();
        let statistics = |language| OpeningStatistics {
            table: table.clone(),
            by,
            definitions: database.definitions().unwrap(),
            language,
            is_about_a_side: false,
        };
        Language::ALL.map(|language| Box::new(statistics(language)) as Box<dyn Answer>)
    };
    let mut answers = answers;
    for by in
        [OpeningsBy::Name, OpeningsBy::Year, OpeningsBy::Rating, OpeningsBy::Event, OpeningsBy::Opponent]
    {
        answers.extend(openings(by, OpeningRole::Opening));
        answers.extend(openings(by, OpeningRole::Castle));
    }
    answers.extend(crate::stats_charts::answers(&database));
    let order = |answer: &dyn Answer| RenderOptions::default().order(&answer.list()).unwrap();
    let drawn = |answer: &dyn Answer, language| answer.chart(&order(answer), language).expect("a chart");
    answers.iter().flat_map(|answer| Language::ALL.map(|language| drawn(answer.as_ref(), language))).collect()
}

/// Charts with texts and numbers as no collection should have them.
fn extreme() -> Vec<Chart> {
    let long = "竜王戦ランキング戦１組優勝者決定戦第三局千日手指し直し局".repeat(3);
    let name = |index: usize| if index.is_multiple_of(2) { long.clone() } else { "W".repeat(60) };
    let bars = |measure| {
        let row = |index| Bar {
            label: name(index),
            values: vec![0, 1, 1 << 40, 3],
            note: "1,099,511,627,780".to_owned(),
        };
        Plot::Bars(Bars { series: (0..4).map(name).collect(), rows: (0..40).map(row).collect(), measure })
    };
    let dot = |index| Dot {
        label: name(index),
        value: Some((0.5, 0.0, 1.0)),
        note: "1,234,567 · 100.0 % [100.0, 100.0]".to_owned(),
    };
    let dots = |rows| {
        Plot::Dots(Dots { axis: long.clone(), unit: Unit::Share, range: None, reference: Some(0.5), rows })
    };
    let bin = |index: u32| Bin {
        from: f64::from(index) * 20.0,
        to: f64::from(index + 1) * 20.0,
        count: 1 << (index % 29),
    };
    let histogram =
        |bins| Plot::Histogram(Histogram { axis: long.clone(), unit: Unit::Count, range: None, bins });
    let point = |year: u32| Point { x: f64::from(year), y: 0.5, interval: Some((0.0, 1.0)) };
    let lines = |years: std::ops::Range<u32>| {
        let series =
            (0..6).map(|index| Series { name: name(index), points: years.clone().map(point).collect() });
        Plot::Lines(Lines {
            axis: long.clone(),
            unit: Unit::Id,
            values: Unit::Share,
            series: series.collect(),
            ..Lines::default()
        })
    };
    let map = |size: usize, is_board| {
        let cells = vec![[Some(0.0004), None, Some(1.0), Some(0.123)].repeat(size.div_ceil(4)); size];
        let names: Vec<String> =
            (0..size).map(|index| if is_board { index.to_string() } else { name(index) }).collect();
        Plot::Heat(HeatMap {
            columns: names.clone(),
            rows: names,
            is_board,
            unit: Unit::Share,
            range: None,
            cells,
        })
    };
    let plots = vec![
        bars(Measure::Count),
        bars(Measure::Share),
        Plot::Bars(Bars::default()),
        dots((0..30).map(dot).collect()),
        dots(Vec::new()),
        histogram((0..60).map(bin).collect()),
        histogram(Vec::new()),
        lines(1600..2027),
        lines(2026..2027),
        lines(0..0),
        map(12, true),
        map(8, false),
    ];
    plots
        .into_iter()
        .map(|plot| Chart::new(&long, plot).noted(vec![long.clone(), "W ".repeat(300)]))
        .collect()
}

#[test]
fn no_word_of_a_chart_is_cut_or_stands_over_another() {
    let folder = collection();
    for chart in charts(&folder).iter().chain(&extreme()) {
        let faults = chart.picture().faults();
        assert_eq!(faults, Vec::<String>::new(), "{}", chart.title);
        for width in [30, 44, 80, 200] {
            let text = chart.text(Some(width));
            let widest = text.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap();
            assert!(widest <= width, "{widest} > {width}:\n{text}");
        }
    }
}

#[test]
fn equal_answers_are_equal_bytes_and_a_picture_says_what_it_is() {
    let folder = collection();
    let draw = |name: &str| {
        let drawn = folder.kura(&["stats", "endings", "--plot", name, "--format", "csv"]);
        assert!(drawn.status.success(), "{}", stderr(&drawn));
        assert!(stdout(&drawn).starts_with("ending,games,"), "the table is printed as well");
        std::fs::read(folder.path(name)).unwrap()
    };
    assert_eq!(draw("a.svg"), draw("b.svg"));
    assert_eq!(draw("a.png"), draw("b.PNG"));
    let svg = String::from_utf8(draw("c.svg")).unwrap();
    for part in [
        "viewBox=\"0 0 800 ",
        "role=\"img\"",
        "<title>Declared endings, and what the moves verify of them</title>",
        "<desc>agrees / contradicts",
        "resignation 0 / 0 / 115 / 0 / 0",
        "@media (prefers-color-scheme:dark)",
    ] {
        assert!(svg.contains(part), "{part} is missing");
    }
    let tree = folder.kura(&["stats", "endings", "--plot", "d.svg", "--theme", "dark"]);
    assert!(tree.status.success());
    let dark = std::fs::read_to_string(folder.path("d.svg")).unwrap();
    assert!(!dark.contains("@media") && dark.contains(".ground{fill:#14171b}"));
}

#[test]
fn a_picture_is_written_as_any_other_file() {
    let folder = collection();
    let kura = |arguments: &[&str]| {
        let output = folder.kura(arguments);
        (output.status.code(), stderr(&output))
    };
    assert_eq!(kura(&["stats", "years", "--plot", "a.svg"]).0, Some(0));
    let before = std::fs::read(folder.path("a.svg")).unwrap();
    let (code, said) = kura(&["stats", "lengths", "--plot", "a.svg"]);
    assert_eq!(code, Some(2));
    assert_eq!(
        said,
        "error: refusing to overwrite `a.svg`\nhint: name another file, or overwrite this one with `--force`\n"
    );
    assert_eq!(std::fs::read(folder.path("a.svg")).unwrap(), before);
    assert_eq!(kura(&["stats", "lengths", "--plot", "a.svg", "--force"]).0, Some(0));
    assert_ne!(std::fs::read(folder.path("a.svg")).unwrap(), before);
    let (code, said) = kura(&["stats", "--plot", "a.jpg"]);
    assert_eq!(
        (code, said.contains("write FILE.svg, FILE.png, or `-` for the terminal")),
        (Some(2), true),
        "{said}"
    );
    let (code, said) = kura(&["explore", "--depth", "3", "--plot", "b.svg"]);
    assert_eq!(
        (code, said.starts_with("error: this answer has no picture\nhint: ")),
        (Some(2), true),
        "{said}"
    );
    let (code, said) = kura(&["players", "suggest", "--plot", "-"]);
    assert!(code == Some(2) || said.contains("nothing to draw"), "{said}");
    assert_eq!(kura(&["games", "--plot", "c.svg"]).0, Some(2));
    let (code, said) = kura(&["stats", "years", "--since", "2099", "--plot", "d.svg"]);
    assert!(said.contains("there is nothing to draw"), "{said}");
    assert_eq!(code, Some(1));
    for name in ["b.svg", "c.svg", "d.svg"] {
        assert!(!folder.path(name).exists(), "{name}");
    }
}

#[test]
fn a_picture_on_the_terminal_has_its_width_and_the_order_of_the_table() {
    let folder = collection();
    let mut command =
        folder.command(&["stats", "players", "--sort", "score:desc", "--limit", "2", "--plot", "-"]);
    let text = stdout(&command.env("COLUMNS", "70").output().unwrap());
    let want = "Scores of the players\n\n  \
        上原香 初段(1644)      ├─────────●─────┤    19 · 71.1 % [48.6, 86.4]\n\
        石垣角江 三段(1879)    ├──────────●───────┤   15 · 70.0 % [44.8, 87.0]\n";
    assert!(text.starts_with(want), "{text}");
    assert!(text.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 70), "{text}");
}

#[test]
fn a_diagram_goes_into_files_or_to_standard_output() {
    let folder = collection();
    let drawn =
        folder.kura(&["show", "1", "--ply", "20", "--svg", "a.svg", "--png", "a.png", "--caption", "第1図"]);
    assert_eq!((drawn.status.code(), stdout(&drawn)), (Some(0), String::new()));
    let svg = std::fs::read_to_string(folder.path("a.svg")).unwrap();
    assert!(svg.contains(">第1図<") && svg.contains("<desc>SFEN "), "{svg}");
    assert!(std::fs::read(folder.path("a.png")).unwrap().starts_with(b"\x89PNG\r\n"));
    let piped = folder.kura(&["show", "1", "--ply", "20", "--caption", "第1図", "--svg", "-"]);
    assert_eq!(stdout(&piped), svg);
    let refused = folder.kura(&["show", "1", "--svg", "a.svg"]);
    assert!(stderr(&refused).starts_with("error: refusing to overwrite `a.svg`"), "{}", stderr(&refused));
    for arguments in
        [vec!["show", "1", "--pieces", "kanji"], vec!["show", "1", "--ply", "9999", "--svg", "-"]]
    {
        assert_eq!(folder.kura(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_glyph_that_is_missing_is_told() {
    let folder = Folder::new();
    folder.write("a.kif", "手合割：平手\n先手：甲𩸽👑\n後手：<b>乙</b>&\n   1 ７六歩(77)\n   2 投了\n");
    folder.kura(&["import", "--db", "kura.db", "a.kif"]);
    let drawn = folder.kura(&["show", "1", "--png", "a.png", "--svg", "a.svg"]);
    assert_eq!(drawn.status.code(), Some(1));
    assert_eq!(
        stderr(&drawn),
        "warning: the font of pictures does not have 👑 (U+1F451), 𩸽 (U+29E3D); 〓 stands there (an SVG has the \
         characters themselves)\n"
    );
    let svg = std::fs::read_to_string(folder.path("a.svg")).unwrap();
    assert!(svg.contains("甲𩸽👑") && svg.contains("&lt;b&gt;乙&lt;/b&gt;&amp;") && !svg.contains("<b>"));
    let chart = folder.kura(&["players", "--plot", "b.png"]);
    assert_eq!(chart.status.code(), Some(1), "{}", stderr(&chart));
}

/// Whatever a record says, a picture stays small and what it says stays text.
#[test]
fn names_of_any_length_and_script_make_no_large_picture() {
    let folder = Folder::new();
    let names = ["棋".repeat(300_000), "\u{5d0}\u{202e}\u{5d1}\u{300}\u{200d}👩\u{200d}👧".repeat(60)];
    for (index, name) in names.iter().enumerate() {
        let text =
            format!("手合割：平手\n棋戦：{name}\n先手：{name}\n後手：乙\n   1 ７六歩(77)\n   2 投了\n");
        folder.write(&format!("{index}.kif"), text);
    }
    folder.kura(&["import", "--db", "kura.db", "0.kif", "1.kif"]);
    for arguments in [
        vec!["stats", "players", "--plot", "a.svg", "--force"],
        vec!["players", "--plot", "a.svg", "--force"],
        vec!["show", "1", "--svg", "a.svg", "--force"],
        vec!["show", "2", "--svg", "a.svg", "--force"],
        vec!["report", "game", "1", "--html", "a.svg", "--force"],
        vec!["report", "collection", "--html", "a.svg", "--force"],
    ] {
        let drawn = folder.kura(&arguments);
        assert_eq!(drawn.status.code(), Some(0), "{arguments:?}: {}", stderr(&drawn));
        let text = std::fs::read_to_string(folder.path("a.svg")).unwrap();
        assert!(text.len() < 150_000 && !text.contains('\u{202e}'), "{arguments:?}: {}", text.len());
    }
    let drawn = folder.kura(&["show", "2", "--png", "a.png"]);
    assert_eq!(drawn.status.code(), Some(1));
    assert!(stderr(&drawn).contains("👧 (U+1F467)"), "{}", stderr(&drawn));
}

#[test]
fn themes_have_names() {
    assert_eq!(Theme::ALL.map(|(_, name)| name), ["auto", "light", "dark"]);
}

/// The page shows what is drawn on a terminal.
#[test]
fn the_page_has_what_the_terminal_shows() {
    let folder = collection();
    let text = stdout(&folder.kura(&["explore", "7g7f 3c3d", "--plot", "-"]));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pictures.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once("```text\n").unwrap();
    let (_, after) = rest.split_once("```").unwrap();
    must_be("docs/pictures.md", &format!("{before}```text\n{text}```{after}"));
}
