//! Everything that has a stored code has a name in every language.

use kifukura::record::{Ending, GameKind, Severity};
use kifukura::replay::Agreement;
use kifukura::rules::{Color, Rule, Variant, dobutsu, shogi};
use kifukura::terms::{Category, keys};

#[test]
fn every_code_is_a_key_of_the_table() {
    let codes = [
        (Category::Ending, Ending::ALL.map(Ending::name).to_vec()),
        (Category::Agreement, Agreement::ALL.map(Agreement::name).to_vec()),
        (Category::Rule, Rule::ALL.map(Rule::name).to_vec()),
        (Category::Piece, shogi::PieceKind::ALL.map(shogi::PieceKind::name).to_vec()),
        (Category::Piece, dobutsu::PieceKind::ALL.map(dobutsu::PieceKind::name).to_vec()),
        (Category::Side, Color::ALL.map(Color::name).to_vec()),
        (Category::Variant, Variant::ALL.map(Variant::name).to_vec()),
        (Category::GameKind, GameKind::ALL.map(GameKind::name).to_vec()),
        (Category::Handicap, shogi::Handicap::ALL.map(shogi::Handicap::name).to_vec()),
        (Category::Severity, Severity::ALL.map(Severity::name).to_vec()),
    ];
    for (category, codes) in codes {
        let known: Vec<_> = keys(category).collect();
        for code in codes {
            assert!(known.contains(&code), "{} {code} is missing in data/terms.tsv", category.name());
        }
    }
}

#[test]
fn every_column_of_an_answer_has_a_heading() {
    let known: Vec<_> = keys(Category::Heading).collect();
    for (row, columns) in kifukura::report::all_rows() {
        for column in columns {
            let heading = column.heading.as_ref();
            assert!(
                heading.is_empty() || known.contains(&heading),
                "{row}: {heading} is missing in data/terms.tsv"
            );
        }
    }
}
