//! What a game is turned into, and in which encoding.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use kifukura::formats::Target;
use kifukura::formats::encoding::Encoding;
use std::io::IsTerminal;

/// What a game is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A record.
    Record(Target),
    /// An object of JSON with everything that replay found.
    Jsonl,
}

/// Every form, records first.
const FORMS: [Form; Target::ALL.len() + 1] = {
    let mut forms = [Form::Jsonl; Target::ALL.len() + 1];
    let mut index = 0;
    while index < Target::ALL.len() {
        forms[index] = Form::Record(Target::ALL[index]);
        index += 1;
    }
    forms
};

impl ValueEnum for Form {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Record(target) => PossibleValue::new(target.name()).help(target.description()),
            Self::Jsonl => {
                PossibleValue::new("jsonl").help("One JSON object a game, with everything that replay found")
            }
        })
    }
}

impl Form {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Record(target) => target.name(),
            Self::Jsonl => "jsonl",
        }
    }

    /// What a file's name ends with, without the point.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Record(target) => target.extension(),
            Self::Jsonl => "jsonl",
        }
    }

    /// True when one file may hold several games.
    pub fn holds_several(self) -> bool {
        match self {
            Self::Record(target) => target.holds_several(),
            Self::Jsonl => true,
        }
    }

    /// The encoding to write: the one that is asked for, else the usual one of the form; a terminal shows UTF-8.
    pub fn encoding(self, asked: Option<Encoding>, to_stdout: bool) -> Encoding {
        asked.unwrap_or_else(|| match self {
            Self::Record(target) if !(to_stdout && std::io::stdout().is_terminal()) => target.encoding(),
            _ => Encoding::Utf8,
        })
    }
}

/// The encoding with this name, for the options `--encoding`.
pub fn encoding(name: &str) -> Result<Encoding, String> {
    Encoding::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        format!("unknown encoding; the known ones are {}", names.join(", "))
    })
}
