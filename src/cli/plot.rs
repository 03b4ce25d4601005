//! `--plot`: the picture of an answer, into a file or on the terminal.

use super::Done;
use super::error::CommandError;
use super::output::{OutputArgs, note, print};
use super::output_file::{Existing, write_file};
use super::pager::print_paged;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kifukura::report::{Answer, Chart, Picture, Theme};
use std::io::IsTerminal;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The options of an answer that may have a picture.
#[derive(Debug, Args)]
pub struct PicturedOutput {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    plot: PlotArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Picture")]
struct PlotArgs {
    /// Draw the answer as well, into an SVG or a PNG, whichever the name ends with; `-` draws on the terminal instead of
    /// the table
    #[arg(long, value_name = "FILE.svg|FILE.png|-", value_parser = target)]
    plot: Option<Target>,
    /// The ground of the picture: `auto` is the one that its viewer prefers (a PNG has the light one)
    #[arg(long, value_name = "GROUND", default_value = "auto", value_parser = theme(), requires = "plot")]
    theme: Theme,
    /// Overwrite the picture
    #[arg(long, requires = "plot")]
    force: bool,
}

/// Where a picture goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Terminal,
    File(PathBuf, Form),
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Svg,
    Png,
}

fn target(text: &str) -> Result<Target, &'static str> {
    let path = PathBuf::from(text);
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        _ if text == "-" => Ok(Target::Terminal),
        Some("svg") => Ok(Target::File(path, Form::Svg)),
        Some("png") => Ok(Target::File(path, Form::Png)),
        _ => Err("write FILE.svg, FILE.png, or `-` for the terminal"),
    }
}

/// The names of the grounds.
pub fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(|(_, name)| name)).try_map(|name| {
        let known = Theme::ALL.into_iter().find(|(_, known)| *known == name);
        known.map(|(theme, _)| theme).ok_or("an unknown ground")
    })
}

impl Deref for PicturedOutput {
    type Target = OutputArgs;

    fn deref(&self) -> &OutputArgs {
        &self.output
    }
}

impl PicturedOutput {
    /// Prints an answer and draws it if that was asked for.
    pub fn print(&self, answer: &dyn Answer) -> anyhow::Result<Done> {
        self.print_rows(answer, 0)
    }

    /// Prints a list of games, which has no picture.
    pub fn print_list(&self, answer: &dyn Answer, limit: u64) -> anyhow::Result<Done> {
        if self.plot.plot.is_some() {
            return Err(no_picture().into());
        }
        self.output.print_rows(answer, limit)
    }

    /// The same with at most `limit` rows (0 for all), counted after sorting.
    pub fn print_rows(&self, answer: &dyn Answer, limit: u64) -> anyhow::Result<Done> {
        let Some(target) = &self.plot.plot else { return self.output.print_rows(answer, limit) };
        let options = self.output.options(0, limit);
        let chart = if answer.is_empty() {
            None
        } else {
            let rows = options.order(&answer.list())?;
            Some(answer.chart(&rows, self.language()).ok_or_else(no_picture)?)
        };
        match (target, chart) {
            (_, None) => {
                note("there is nothing to draw\n");
                self.output.print_rows(answer, limit)
            }
            (Target::Terminal, Some(chart)) => terminal(&chart, options.width),
            (Target::File(path, form), Some(chart)) => {
                let existing = Existing::forced(self.plot.force);
                let drawn = write_picture(&chart.picture(), *form, self.plot.theme, path, existing)?;
                let done = self.output.print_rows(answer, limit)?;
                Ok(if drawn == Done::Well { done } else { drawn })
            }
        }
    }
}

fn no_picture() -> CommandError {
    CommandError::new("this answer has no picture").hint(
        "`kura stats` with its tables, `kura explore` (without --depth) and `kura players` have one; leave --plot out",
    )
}

fn terminal(chart: &Chart, width: Option<usize>) -> anyhow::Result<Done> {
    let text = chart.text(width);
    if std::io::stdout().is_terminal() {
        print_paged(&text)?;
    } else {
        print(&text)?;
    }
    Ok(Done::Well)
}

/// How many times as large as at 100 % a PNG is.
const SCALE: f32 = 2.0;

/// Writes a picture into a file. What it cannot show is said.
pub fn write_picture(
    picture: &Picture,
    form: Form,
    theme: Theme,
    path: &Path,
    existing: Existing,
) -> anyhow::Result<Done> {
    let (bytes, done) = drawn(picture, form, theme)?;
    write_file(path, existing, |file| Ok(file.write_all(&bytes)?))?;
    Ok(done)
}

/// The bytes of a picture, and whether everything of it could be shown.
pub fn drawn(picture: &Picture, form: Form, theme: Theme) -> anyhow::Result<(Vec<u8>, Done)> {
    match form {
        Form::Svg => Ok((picture.svg(theme).into_bytes(), Done::Well)),
        Form::Png => png(picture, theme),
    }
}

#[cfg(feature = "pictures")]
fn png(picture: &Picture, theme: Theme) -> anyhow::Result<(Vec<u8>, Done)> {
    let png = picture.png(theme, SCALE)?;
    if png.missing.is_empty() {
        return Ok((png.bytes, Done::Well));
    }
    let characters: Vec<String> =
        png.missing.iter().map(|char| format!("{char} (U+{:04X})", u32::from(*char))).collect();
    note(&format!(
        "warning: the font of pictures does not have {}; 〓 stands there (an SVG has the characters themselves)\n",
        kifukura::report::clean(&characters.join(", "))
    ));
    Ok((png.bytes, Done::WithRemarks))
}

#[cfg(not(feature = "pictures"))]
fn png(_: &Picture, _: Theme) -> anyhow::Result<(Vec<u8>, Done)> {
    let _ = SCALE;
    Err(CommandError::new("this kura was built without pictures as PNG")
        .hint("write an SVG, or build it with `--features pictures`")
        .into())
}
