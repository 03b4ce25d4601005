//! The options of a build in a file: TOML, each key the name of an option.

use crate::cli::Cli;
use crate::cli::error::CommandError;
use clap::error::ErrorKind;
use clap::{ArgAction, Command, CommandFactory, Parser};
use kifukura::pattern::nearest;
use kifukura::report::clean;
use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use unicode_width::UnicodeWidthStr;

/// The options that only the command line has.
const NOT_IN_A_FILE: [&str; 5] = ["help", "force", "resume", "quiet", "verbose"];

/// The file that is read.
struct PlanFile<'a> {
    path: &'a Path,
    text: &'a str,
}

/// The options in a file as arguments, without those that the command line has itself.
///
/// # Errors
/// With line and place, when a key is no option or a value is none of its values.
pub fn arguments_of(path: &Path, given: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CommandError::new(format!("`{}`: {error}", path.display())))?;
    let file = PlanFile { path, text: &text };
    let table = DeTable::parse(&text).map_err(|error| file.at(error.span(), error.message(), None))?;
    let command = Cli::command();
    let build = command.find_subcommand("dataset").and_then(|dataset| dataset.find_subcommand("build"));
    let build = build.ok_or_else(|| CommandError::new("unknown command `dataset build`"))?;
    let mut arguments = Vec::new();
    let mut keys: Vec<_> = table.get_ref().iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in keys {
        let own = file.arguments(build, key, value)?;
        let name = format!("--{}", key.get_ref());
        let with_value = format!("{name}=");
        let is_given = |argument: &OsString| {
            argument.to_str().is_some_and(|text| text == name || text.starts_with(&with_value))
        };
        if !given.iter().any(is_given) {
            arguments.extend(own);
        }
    }
    Ok(arguments)
}

impl PlanFile<'_> {
    /// The arguments that a key and its value stand for.
    fn arguments(
        &self,
        build: &Command,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Vec<OsString>, CommandError> {
        let name = key.get_ref().as_ref();
        let known: Vec<&str> = build
            .get_arguments()
            .filter_map(|argument| argument.get_long())
            .filter(|long| !NOT_IN_A_FILE.contains(long))
            .collect();
        let option = build.get_arguments().find(|argument| argument.get_long() == Some(name));
        let Some(option) = option.filter(|_| known.contains(&name)) else {
            let plain = name.replace('_', "-");
            let hint = nearest(&plain, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let hint = hint.unwrap_or_else(|| "`kura dataset build --help` lists the options".to_owned());
            return Err(self.at(Some(key.span()), &format!("unknown option `{}`", clean(name)), Some(hint)));
        };
        let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
        let arguments: Vec<OsString> = match value.get_ref() {
            DeValue::Boolean(true) if is_flag => vec![format!("--{name}").into()],
            DeValue::Boolean(false) if is_flag => Vec::new(),
            _ if is_flag => {
                return Err(self.at(Some(value.span()), &format!("`{name}` is true or false"), None));
            }
            DeValue::Array(values) => values
                .iter()
                .map(|value| Ok(format!("--{name}={}", self.scalar(name, value)?).into()))
                .collect::<Result<_, CommandError>>()?,
            _ => vec![format!("--{name}={}", self.scalar(name, value)?).into()],
        };
        self.check(&arguments, value.span())?;
        Ok(arguments)
    }

    fn scalar(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<String, CommandError> {
        Ok(match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Datetime(date) => date.to_string(),
            _ => {
                let message = format!("`{name}` is a text, a number or a list of them");
                return Err(self.at(Some(value.span()), &message, None));
            }
        })
    }

    /// Refuses values that the option does not have. What options mean together is seen when all are known.
    fn check(&self, arguments: &[OsString], span: Range<usize>) -> Result<(), CommandError> {
        let line =
            ["kura", "dataset", "build"].map(OsString::from).into_iter().chain(arguments.iter().cloned());
        let Err(error) = Cli::try_parse_from(line) else { return Ok(()) };
        if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
            return Ok(());
        }
        let text = error.to_string();
        let words = text.strip_prefix("error: ").unwrap_or(&text);
        let words = words.split("\n\nFor more information").next().unwrap_or(words).trim_end();
        Err(self.at(Some(span), words, None))
    }

    /// An error with its line and a caret below the place.
    fn at(&self, span: Option<Range<usize>>, message: &str, hint: Option<String>) -> CommandError {
        let start = span.as_ref().map_or(0, |span| span.start).min(self.text.len());
        let before = self.text.get(..start).unwrap_or(self.text);
        let number = before.matches('\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text.get(begin..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let column = before.get(begin..).unwrap_or_default().width();
        let shown = self.path.display().to_string();
        let error = CommandError::new(format!("{shown}, line {number}: {message}")).picture(format!(
            "  {}\n  {}^",
            clean(line),
            " ".repeat(column)
        ));
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}
