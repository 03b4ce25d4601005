//! The answers of statistics that have pictures, for the tests of pictures.

use crate::support::Folder;
use kifukura::database::Database;
use kifukura::query::{
    Counted, EvaluationOptions, Filter, GroupBy, GroupOptions, GroupTable, Questions, RatingOptions,
    TimeRanges,
};
use kifukura::report::{
    Answer, CrossTableAnswer, EvaluationCurve, GroupRow, GroupStatistics, IllegalMoveStatistics, PlayerPage,
    RatingStatistics, TimeStatistics,
};
use kifukura::terms::Language;

/// A table of groups in every language.
fn tables<R: GroupRow>(
    database: &Database,
    by: Option<GroupBy>,
    table: &Counted<GroupTable<R>>,
) -> impl Iterator<Item = Box<dyn Answer>>
where
    GroupStatistics<R>: Answer,
{
    let definitions = database.definitions().unwrap();
    Language::ALL.into_iter().map(move |language| {
        Box::new(GroupStatistics::new(table.clone(), by, definitions.clone(), language)) as Box<dyn Answer>
    })
}

/// All of them.
pub fn answers(database: &Database) -> Vec<Box<dyn Answer>> {
    let filter = Filter::default();
    let mut answers: Vec<Box<dyn Answer>> =
        vec![Box::new(IllegalMoveStatistics(database.illegal_moves(&filter).unwrap()))];
    answers.push(Box::new(CrossTableAnswer(database.cross_table(&filter, None).unwrap())));
    let options = RatingOptions::default();
    let table = database.ratings(&filter, &options).unwrap();
    answers.push(Box::new(RatingStatistics { table, options, hidden: 0 }));
    let player: Filter = "player=稲村飛鳥".parse().unwrap();
    for (opponent, language) in [None, Some("月岡成美".to_owned())].into_iter().zip(Language::ALL) {
        let report = database.player_report("稲村飛鳥", &player).unwrap();
        answers.push(Box::new(PlayerPage { report, opponent, language, limit: 10 }));
    }
    for ranges in [TimeRanges::Plies, TimeRanges::Phases] {
        answers.push(Box::new(TimeStatistics { table: database.times(&filter, ranges).unwrap(), ranges }));
    }
    for by in std::iter::once(None).chain(GroupBy::ALL.map(Some)) {
        let options = GroupOptions { by, least_games: 0 };
        answers.extend(tables(database, by, &database.ending_pairs(&filter, &options).unwrap()));
        answers.extend(tables(database, by, &database.ending_rates(&filter, &options).unwrap()));
        answers.extend(tables(database, by, &database.length_groups(&filter, &options).unwrap()));
        answers.extend(tables(database, by, &database.move_groups(&filter, &options).unwrap()));
        answers.extend(tables(database, by, &database.novelties(&filter, &options).unwrap()));
        answers.extend(tables(database, by, &database.time_groups(&filter, &options).unwrap()));
    }
    answers.extend(evaluations());
    answers
}

/// Games with evaluations, which our collection does not have.
fn evaluations() -> Vec<Box<dyn Answer>> {
    let folder = Folder::new();
    let mut text = String::new();
    for year in 2018..2024 {
        text += &format!(
            "V3.0\nN+A\nN-B\n$EVENT:event {year}\n$START_TIME:{year}/01/01\n'black_rate:A:{year}\nPI\n+\n+7776FU\n'** {}\n\
             -3334FU\n'** 900\n+2726FU\n'** -900\n-8384FU\n'** 20\n%TORYO\n/\n",
            (year - 2020) * 100
        );
    }
    folder.write("games.csa", text);
    folder.kura(&["import", "--db", "kura.db", "games.csa"]);
    let database = Database::open(&folder.path("kura.db")).unwrap();
    let filter = Filter::default();
    let mut options = EvaluationOptions::default();
    let table = database.evaluations(&filter, &options).unwrap();
    let mut answers: Vec<Box<dyn Answer>> = vec![Box::new(EvaluationCurve { table, options })];
    for by in std::iter::once(None).chain(GroupBy::ALL.map(Some)) {
        options.groups.by = by;
        answers.extend(tables(&database, by, &database.evaluation_groups(&filter, &options).unwrap()));
    }
    answers
}
