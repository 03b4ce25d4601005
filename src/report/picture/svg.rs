//! Pictures as SVG.

use super::{Anchor, Ink, Label, Picture, Shape, Theme};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Fonts that have kanji, wherever it is looked at; the first is the one of PNGs.
const FONTS: &str =
    "'Noto Sans CJK JP','Noto Sans JP','Noto Sans','Hiragino Sans','Yu Gothic','Meiryo',sans-serif";

/// How far below its middle a text's base line is, as a share of its size.
const BASE_LINE: f64 = 0.37;

impl Picture {
    /// The picture as SVG, with a title and a description for those who do not see it. Texts are escaped.
    #[must_use]
    pub fn svg(&self, theme: Theme) -> String {
        let (width, height) = (number(self.width), number(self.height));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{0}\">\n<title>{0}</title>\n<desc>{1}</desc>\n",
            escaped(&self.title),
            escaped(&self.description)
        );
        let prefix = self.prefix();
        let _ = writeln!(text, "<style>{}</style>", self.style(theme));
        let _ = writeln!(text, "<rect class=\"{prefix}ground\" width=\"{width}\" height=\"{height}\"/>");
        for shape in &self.shapes {
            shape.write(prefix, &mut text);
            text.push('\n');
        }
        text.push_str("</svg>\n");
        text
    }

    /// What the names of classes begin with: on a page with both, pictures for print keep their colours.
    const fn prefix(&self) -> &'static str {
        if self.is_print { "p-" } else { "" }
    }

    /// The rules for the classes that the picture has.
    fn style(&self, theme: Theme) -> String {
        let mut fills = BTreeSet::from([Ink::Ground]);
        let mut strokes = BTreeSet::new();
        for shape in &self.shapes {
            match shape {
                Shape::Area { ink, .. } | Shape::Disc { ink, .. } => drop(fills.insert(*ink)),
                Shape::Text(label) => drop(fills.insert(label.ink)),
                Shape::Line { ink, .. } | Shape::Path { ink, .. } => drop(strokes.insert(*ink)),
                Shape::Polygon { ink, edge, .. } => {
                    fills.insert(*ink);
                    if *edge > 0.0 {
                        strokes.insert(Ink::Text);
                    }
                }
            }
        }
        let prefix = self.prefix();
        let rules = |ground: usize| {
            let fills =
                fills.iter().map(|ink| format!(".{prefix}{}{{fill:{}}}", ink.class(), ink.colors()[ground]));
            let strokes = strokes
                .iter()
                .map(|ink| format!(".{prefix}{}-line{{stroke:{}}}", ink.class(), ink.colors()[ground]));
            let mut rules: Vec<String> = fills.chain(strokes).collect();
            rules.dedup();
            rules.concat()
        };
        let general = format!("text{{font-family:{FONTS}}}path,line{{fill:none}}");
        match theme {
            _ if self.is_print => general + &rules(0),
            Theme::Light => general + &rules(0),
            Theme::Dark => general + &rules(1),
            Theme::Auto => {
                format!("{general}{}@media (prefers-color-scheme:dark){{{}}}", rules(0), rules(1))
            }
        }
    }
}

impl Shape {
    fn write(&self, prefix: &str, text: &mut String) {
        let _ = match self {
            Self::Area { x, y, width, height, ink, tip } => {
                let [x, y, width, height] = [x, y, width, height].map(|value| number(*value));
                let head = format!(
                    "<rect class=\"{prefix}{}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"",
                    ink.class()
                );
                with_tip(text, &head, "rect", tip.as_deref())
            }
            Self::Disc { x, y, radius, ink, tip } => {
                let [x, y, radius] = [x, y, radius].map(|value| number(*value));
                let head =
                    format!("<circle class=\"{prefix}{}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"", ink.class());
                with_tip(text, &head, "circle", tip.as_deref())
            }
            Self::Line { from, to, ink, width, is_dashed } => {
                let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, *width].map(number);
                let dashes = if *is_dashed { " stroke-dasharray=\"4 3\"" } else { "" };
                write!(
                    text,
                    "<line class=\"{prefix}{}-line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" \
                     stroke-width=\"{width}\"{dashes}/>",
                    ink.class()
                )
            }
            Self::Path { points, ink, width } => write!(
                text,
                "<path class=\"{prefix}{}-line\" d=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
                ink.class(),
                through(points),
                number(*width)
            ),
            Self::Polygon { points, ink, opacity, edge } => {
                let corners: Vec<String> =
                    points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
                let mut class = format!("{prefix}{}", ink.class());
                let mut more = String::new();
                if *edge > 0.0 {
                    class += &format!(" {prefix}text-line");
                    more = format!(" stroke-width=\"{}\"", number(*edge));
                }
                if *opacity < 1.0 {
                    more += &format!(" fill-opacity=\"{}\"", number(*opacity));
                }
                write!(text, "<polygon class=\"{class}\" points=\"{}\"{more}/>", corners.join(" "))
            }
            Self::Text(label) => label.write(prefix, text),
        };
    }
}

impl Label {
    fn write(&self, prefix: &str, text: &mut String) -> std::fmt::Result {
        let anchor = match self.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let [x, middle, y, size] = [self.x, self.y, self.y + BASE_LINE * self.size, self.size].map(number);
        let turn =
            if self.is_turned { format!(" transform=\"rotate(180 {x} {middle})\"") } else { String::new() };
        write!(
            text,
            "<text class=\"{prefix}{}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{turn}>{}</text>",
            self.ink.class(),
            escaped(&self.text)
        )
    }
}

/// An element that may have words of its own.
fn with_tip(text: &mut String, head: &str, name: &str, tip: Option<&str>) -> std::fmt::Result {
    match tip {
        None => write!(text, "{head}/>"),
        Some(tip) => {
            write!(text, "{head}><title>{}</title></{name}>", escaped(&super::tame(tip, super::MOST_CHARS)))
        }
    }
}

/// A line through points.
fn through(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if index == 0 { "M" } else { "L" }, number(*x), number(*y));
    }
    path
}

/// A number with at most two decimals, the same on every machine.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The text as it may stand in XML and in a quoted attribute of it.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_two_decimals() {
        assert_eq!([1.0, 0.125, -0.001, 12.5, 100.0].map(number), ["1", "0.12", "0", "12.5", "100"]);
    }

    #[test]
    fn what_a_record_says_is_text_and_nothing_else() {
        let evil = "<script>\"&'\u{1b}\u{ffff}";
        let mut picture = Picture::new(100.0, evil, evil);
        picture.text(evil, (0.0, 0.0), 10.0, Anchor::Start, Ink::Text);
        picture.shapes.push(Shape::Area {
            x: 0.0,
            y: 0.0,
            width: 1.0,
            height: 1.0,
            ink: Ink::Series(0),
            tip: Some(evil.to_owned()),
        });
        let svg = picture.svg(Theme::Auto);
        assert_eq!(svg.matches("&lt;script&gt;&quot;&amp;'␛\u{fffd}").count(), 5);
        assert!(!svg.contains("<script") && !svg.contains('\u{1b}'));
    }
}
