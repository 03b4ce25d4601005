//! Pictures as PNG: drawn by resvg, with fonts of our own, so that they look the same everywhere.

use super::{Picture, Shape, Theme};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree, fontdb};
use skrifa::MetadataProvider;
use std::sync::{Arc, LazyLock};
use unicode_width::UnicodeWidthChar;

/// `data/fonts/README.md` says where they come from and how they were cut.
static FONTS: [&[u8]; 2] = [
    include_bytes!("../../../data/fonts/NotoSansCJKjp-cp932.otf"),
    include_bytes!("../../../data/fonts/NotoSans-names.ttf"),
];

/// What printers set for a character that they do not have.
const GETA: char = '〓';

/// The most pixels of a picture, in all.
const MOST_PIXELS: f64 = 64e6;

/// A picture as PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// The characters that the fonts do not have, each once, in order; 〓 stands in their places.
    pub missing: Vec<char>,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// It has more pixels than anybody looks at.
    #[error("a picture of {width} × {height} pixels is too large")]
    TooLarge {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// It could not be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// The fonts as resvg wants them, made once.
static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for font in FONTS {
        database.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    Arc::new(database)
});

/// Whether one of the fonts has the character.
fn has_glyph(char: char) -> bool {
    FONTS.iter().any(|font| skrifa::FontRef::new(font).is_ok_and(|font| font.charmap().map(char).is_some()))
}

impl Picture {
    /// The picture as PNG, so many times as large as at 100 %.
    ///
    /// # Errors
    /// When it would be too large.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no picture has 2^32 pixels a side"
    )]
    pub fn png(&self, theme: Theme, scale: f32) -> Result<Png, PictureError> {
        let (drawn, missing) = self.with_known_characters();
        let theme = if theme == Theme::Auto { Theme::Light } else { theme };
        let scaled = |length: f64| (length * f64::from(scale)).ceil();
        let (width, height) = (scaled(self.width), scaled(self.height));
        let [pixels_wide, pixels_high] = [width, height].map(|length| length as u32);
        let too_large = || PictureError::TooLarge { width: pixels_wide, height: pixels_high };
        if width * height > MOST_PIXELS {
            return Err(too_large());
        }
        let options = Options {
            font_family: "Noto Sans CJK JP".to_owned(),
            fontdb: Arc::clone(&DATABASE),
            font_resolver: FontResolver::default(),
            ..Options::default()
        };
        let drawing = |error: &dyn std::fmt::Display| PictureError::Drawing(error.to_string());
        let tree = Tree::from_str(&drawn.svg(theme), &options).map_err(|error| drawing(&error))?;
        let mut pixels = Pixmap::new(pixels_wide, pixels_high).ok_or_else(too_large)?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        let bytes = pixels.encode_png().map_err(|error| drawing(&error))?;
        Ok(Png { bytes, missing })
    }

    /// The same with 〓 for each character that the fonts do not have, and these characters.
    fn with_known_characters(&self) -> (Self, Vec<char>) {
        let mut picture = self.clone();
        let mut missing = Vec::new();
        for shape in &mut picture.shapes {
            let Shape::Text(label) = shape else { continue };
            if label.text.chars().all(|char| char.is_ascii() || has_glyph(char)) {
                continue;
            }
            let known = |char: char| {
                if has_glyph(char) {
                    return Some(char);
                }
                missing.push(char);
                // What takes no place of its own, as the selector of a variant, leaves the character before it.
                (char.width() != Some(0)).then_some(GETA)
            };
            label.text = label.text.chars().filter_map(known).collect();
        }
        missing.sort_unstable();
        missing.dedup();
        (picture, missing)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Anchor, Ink, text_width};
    use super::*;
    use skrifa::instance::{LocationRef, Size};

    fn picture(text: &str) -> Picture {
        let mut picture = Picture::new(200.0, "t", "d");
        picture.height = 30.0;
        picture.text(text, (100.0, 15.0), 14.0, Anchor::Middle, Ink::Text);
        picture
    }

    #[test]
    fn a_missing_glyph_is_named_and_shown_as_a_geta() {
        let with = picture("羽生👑﨑𩸽").png(Theme::Light, 1.0).unwrap();
        assert_eq!(with.missing, ['👑', '𩸽']);
        assert_eq!(with.bytes, picture("羽生〓﨑〓").png(Theme::Light, 1.0).unwrap().bytes);
        assert_ne!(with.bytes, picture("羽生﨑").png(Theme::Light, 1.0).unwrap().bytes);
        assert_eq!(picture("辻\u{e0100}").png(Theme::Light, 1.0).unwrap().missing, ['\u{e0100}']);
    }

    #[test]
    fn names_of_players_everywhere_have_their_letters() {
        for name in [
            "髙﨑德彅①㈱",
            "Karolina Styczyńska",
            "Đặng Văn",
            "Перельман",
            "Müller–Ōta",
            "▲△☗☖",
            "Łódź à è ì",
        ] {
            assert_eq!(picture(name).png(Theme::Light, 1.0).unwrap().missing, [], "{name}");
        }
    }

    #[test]
    fn a_picture_is_the_same_bytes_each_time_and_has_a_size_that_can_be_looked_at() {
        let one = picture("棋譜蔵").png(Theme::Dark, 2.0).unwrap();
        assert_eq!(one, picture("棋譜蔵").png(Theme::Dark, 2.0).unwrap());
        assert_eq!(one.bytes[16..24], [0, 0, 1, 144, 0, 0, 0, 60]);
        let mut tall = picture("");
        tall.height = 1e6;
        assert!(matches!(tall.png(Theme::Auto, 2.0), Err(PictureError::TooLarge { .. })));
    }

    /// The widths that layouts reckon with are those of the fonts, or somewhat more.
    #[test]
    fn no_text_is_wider_than_a_layout_thinks() {
        let advance = |char: char| {
            FONTS.iter().find_map(|font| {
                let font = skrifa::FontRef::new(font).ok()?;
                let glyph = font.charmap().map(char)?;
                font.glyph_metrics(Size::new(1000.0), LocationRef::default()).advance_width(glyph)
            })
        };
        let mut wider = String::new();
        for char in (' '..='\u{ffee}').filter(|char| !matches!(char, '\u{ad}')) {
            let Some(advance) = advance(char) else { continue };
            let thought = text_width(&char.to_string(), 1000.0);
            if f64::from(advance) > thought + 1.0 {
                wider.push(char);
            }
            assert!(!char.is_ascii() || (thought / 1.06 - f64::from(advance)).abs() < 1.0, "{char}");
        }
        // What is left are letters that no name of a player has.
        assert!(wider.chars().count() < 160, "{wider}");
        assert!(!wider.chars().any(|char| "éñüœŁżěа яжшщыЖШЮ①㈱".contains(char)), "{wider}");
        for text in ["Karolina Styczyńska", "Đặng Văn Minh", "Перельман Григорий", "Große Übung"]
        {
            let real: f64 = text.chars().filter_map(advance).map(f64::from).sum();
            assert!(real <= text_width(text, 1000.0), "{text}");
        }
    }
}
