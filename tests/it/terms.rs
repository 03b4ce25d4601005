//! Everything that has a stored code has a name in every language.

use kifukura::record::{Ending, Severity};
use kifukura::replay::Agreement;
use kifukura::rules::{Color, Variant, dobutsu, shogi};
use kifukura::terms::{Category, keys};

#[test]
fn every_code_is_a_key_of_the_table() {
    let severities = [Severity::Info, Severity::Warning, Severity::Error];
    let codes = [
        (Category::Ending, Ending::ALL.map(Ending::name).to_vec()),
        (Category::Agreement, Agreement::ALL.map(Agreement::name).to_vec()),
        (Category::Rule, shogi::Rule::ALL.map(shogi::Rule::code).to_vec()),
        (Category::Piece, shogi::PieceKind::ALL.map(shogi::PieceKind::name).to_vec()),
        (Category::Piece, dobutsu::PieceKind::ALL.map(dobutsu::PieceKind::name).to_vec()),
        (Category::Side, Color::ALL.map(Color::name).to_vec()),
        (Category::Variant, Variant::ALL.map(Variant::name).to_vec()),
        (Category::Severity, severities.map(Severity::name).to_vec()),
    ];
    for (category, codes) in codes {
        let known: Vec<_> = keys(category).collect();
        for code in codes {
            assert!(known.contains(&code), "{} {code} is missing in data/terms.tsv", category.name());
        }
    }
}
