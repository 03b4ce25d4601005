//! `kura show --svg`, `--png`: diagrams for print.

use super::Done;
use super::error::CommandError;
use super::output_file::{Existing, write_file};
use super::plot::{Form, drawn};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kifukura::query::GameSummary;
use kifukura::replay::Game;
use kifukura::report::{Diagram, PieceStyle, Theme, diagram_caption};
use kifukura::rules::{ByColor, Color, PlayablePosition, Variant};
use kifukura::terms::Language;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The options of a diagram.
#[derive(Debug, Args)]
#[command(next_help_heading = "Diagram")]
pub struct DiagramArgs {
    /// Draw the position after --ply (the last one when not given) as SVG, for print; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "format", "source", "openings", "query"])]
    svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "format", "source", "openings", "query"])]
    png: Option<PathBuf>,
    /// What pieces are drawn with: `kanji` both kanji of a piece (飛車), `one-kanji` one (飛), `kana` animals with their kana,
    /// `western` letters; when not given one kanji, for animals kana
    #[arg(long, value_name = "STYLE", value_parser = pieces())]
    pieces: Option<PieceStyle>,
    /// What stands below the diagram, instead of event, date and move; may be given several times, for several lines
    #[arg(long, value_name = "TEXT")]
    caption: Vec<String>,
    /// Overwrite a diagram
    #[arg(long)]
    force: bool,
}

fn pieces() -> impl TypedValueParser<Value = PieceStyle> {
    PossibleValuesParser::new(PieceStyle::ALL.map(|(_, name)| name)).try_map(|name| {
        let known = PieceStyle::ALL.into_iter().find(|(_, known)| *known == name);
        known.map(|(style, _)| style).ok_or("an unknown style")
    })
}

impl DiagramArgs {
    /// True when a diagram was asked for.
    ///
    /// # Errors
    /// When options say how one is drawn, and none is.
    pub fn is_asked_for(&self) -> anyhow::Result<bool> {
        if self.svg.is_some() || self.png.is_some() {
            return Ok(true);
        }
        if self.pieces.is_some() || self.force || !self.caption.is_empty() {
            return Err(CommandError::new("--pieces, --caption and --force go with a diagram")
                .hint("write `--svg FILE` or `--png FILE`")
                .into());
        }
        Ok(false)
    }

    /// Draws the position of a game after a ply, which it has.
    pub fn draw(
        &self,
        summary: &GameSummary,
        game: &Game,
        ply: usize,
        language: Language,
    ) -> anyhow::Result<Done> {
        let mut position = game.start.clone();
        game.moves().iter().take(ply).for_each(|mv| position.play(*mv));
        let last = ply.checked_sub(1).and_then(|index| game.moves().get(index).copied());
        let usual = match position.variant() {
            Variant::Shogi => PieceStyle::OneKanji,
            Variant::Dobutsu => PieceStyle::Kana,
        };
        let names = ByColor::from_fn(|color| match color {
            Color::Black => summary.black.as_deref(),
            Color::White => summary.white.as_deref(),
        });
        let pieces = self.pieces.unwrap_or(usual);
        let caption = if self.caption.is_empty() {
            diagram_caption(summary, game, ply, pieces, language)
        } else {
            self.caption.clone()
        };
        let picture = Diagram { position: &position, last, names, caption, pieces }.picture();
        let mut done = Done::Well;
        for (path, form) in [(&self.svg, Form::Svg), (&self.png, Form::Png)] {
            let Some(path) = path else { continue };
            let (bytes, how) = drawn(&picture, form, Theme::Light)?;
            self.write(path, form, &bytes)?;
            done = if how == Done::Well { done } else { how };
        }
        Ok(done)
    }

    fn write(&self, path: &Path, form: Form, bytes: &[u8]) -> anyhow::Result<()> {
        if path != Path::new("-") {
            return write_file(path, Existing::forced(self.force), |file| Ok(file.write_all(bytes)?));
        }
        let mut out = std::io::stdout().lock();
        if form == Form::Png && out.is_terminal() {
            return Err(CommandError::new("a PNG is nothing for a terminal").hint("name a file").into());
        }
        out.write_all(bytes)?;
        Ok(out.flush()?)
    }
}
