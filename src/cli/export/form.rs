//! What `kura export --to` writes.

use crate::cli::form::Form;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use kifukura::formats::Target;

/// What stored games are turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// Records, or objects of JSON.
    Form(Form),
    /// Games of another database.
    Database,
}

/// Every form, records first.
const FORMS: [ExportForm; Target::ALL.len() + 2] = {
    let mut forms = [ExportForm::Database; Target::ALL.len() + 2];
    let mut index = 0;
    while index < Target::ALL.len() {
        forms[index] = ExportForm::Form(Form::Record(Target::ALL[index]));
        index += 1;
    }
    forms[index] = ExportForm::Form(Form::Jsonl);
    forms
};

impl ValueEnum for ExportForm {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Form(form) => form.to_possible_value(),
            Self::Database => {
                Some(PossibleValue::new("db").help("Another database, with all that belongs to the games"))
            }
        }
    }
}
