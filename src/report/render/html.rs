//! A page of HTML that stands for itself: answers as tables and pictures, for a browser of any width and for a reader of
//! screens. It loads nothing and runs nothing.

use super::RenderOptions;
use super::table::{Heading, texts};
use crate::report::picture::{Ink, MOST_CHARS, escaped, tame};
use crate::report::{Answer, Block, Picture, Shown, Theme, View, clean, count};
use crate::terms::{Language, statement};
use std::fmt::Write;

/// The most bytes of a page; what would go beyond is left out, and the page says so.
const MOST_BYTES: usize = 290_000;

/// How many bytes are kept for what stands behind a table.
const REST: usize = 4_000;

/// A page: a title and sections.
///
/// ```
/// use kifukura::report::HtmlPage;
/// use kifukura::terms::Language;
///
/// let mut page = HtmlPage::new("<甲野> & 乙野", Language::Japanese);
/// page.section("序盤").text("７六歩");
/// let html = page.html();
/// assert!(html.contains("<html lang=\"ja\">") && html.contains("<h1>&lt;甲野&gt; &amp; 乙野</h1>"));
/// ```
#[derive(Clone, Debug)]
pub struct HtmlPage {
    title: String,
    language: Language,
    sections: Vec<HtmlSection>,
}

/// A section of a page: a heading and what stands below it.
#[derive(Clone, Debug)]
pub struct HtmlSection {
    heading: String,
    language: Language,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Note(String),
    Picture(Picture),
    Table(View),
}

impl HtmlPage {
    /// A page without a section.
    #[must_use]
    pub fn new(title: &str, language: Language) -> Self {
        Self { title: title.to_owned(), language, sections: Vec::new() }
    }

    /// Begins a section.
    pub fn section(&mut self, heading: &str) -> &mut HtmlSection {
        let section = HtmlSection { heading: heading.to_owned(), language: self.language, parts: Vec::new() };
        let place = self.sections.len();
        self.sections.push(section);
        &mut self.sections[place]
    }

    /// The page, at most 300 kB.
    #[must_use]
    pub fn html(&self) -> String {
        let mut page = self.head();
        for (number, section) in self.sections.iter().enumerate() {
            section.write(number + 1, &mut page);
        }
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }

    fn head(&self) -> String {
        let title = escaped(&tame(&self.title, MOST_CHARS));
        let mut head = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"generator\" content=\"kifukura {}\">\n<title>{title}</title>\n<style>{}</style>\n</head>\n<body>\n",
            self.language.name(),
            env!("CARGO_PKG_VERSION"),
            style()
        );
        let _ = write!(head, "<main>\n<h1>{title}</h1>\n");
        if self.sections.len() > 1 {
            let label = escaped(&statement("contents", &[], self.language));
            let _ = write!(head, "<nav aria-label=\"{label}\">\n<ul>\n");
            for (number, section) in self.sections.iter().enumerate() {
                let heading = escaped(&clean(&section.heading));
                let _ = writeln!(head, "<li><a href=\"#s{}\">{heading}</a></li>", number + 1);
            }
            head.push_str("</ul>\n</nav>\n");
        }
        head
    }
}

impl HtmlSection {
    /// Adds an answer: its picture if it has one, its tables with at most so many rows each, and what is to be remarked.
    pub fn answer(&mut self, answer: &dyn Answer, limit: usize) -> &mut Self {
        let rows: Vec<usize> = (0..answer.list().rows.len().min(limit)).collect();
        if let Some(mut chart) = answer.chart(&rows, self.language).filter(|_| !answer.is_empty()) {
            // The page has them below the table, and a title above.
            chart.notes.clear();
            self.parts.push(Part::Picture(chart.drawn(chart.title != self.heading)));
        }
        for block in answer.page(self.language) {
            match block {
                Block::Text(text) => self.parts.push(Part::Text(text)),
                Block::Table(view) => drop(self.table(view, limit)),
            }
        }
        for remark in answer.remarks(self.language) {
            self.parts.push(Part::Note(remark));
        }
        self
    }

    /// Adds a table with at most so many of its rows.
    pub fn table(&mut self, mut view: View, limit: usize) -> &mut Self {
        let more = view.rows.len().saturating_sub(limit);
        view.rows.truncate(limit);
        self.parts.push(Part::Table(view));
        if more > 0 {
            let number = count(more as u64);
            self.parts.push(Part::Note(statement("rows_left_out", &[("n", &number)], self.language)));
        }
        self
    }

    /// Adds a picture; a chart follows the ground of whoever looks at it, a diagram is black on white.
    pub fn picture(&mut self, picture: Picture) -> &mut Self {
        self.parts.push(Part::Picture(picture));
        self
    }

    /// Adds paragraphs, a line each.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.parts.push(Part::Text(text.to_owned()));
        self
    }

    /// Adds a remark.
    pub fn note(&mut self, text: &str) -> &mut Self {
        self.parts.push(Part::Note(text.to_owned()));
        self
    }

    fn write(&self, number: usize, page: &mut String) {
        let heading = escaped(&clean(&self.heading));
        let _ =
            write!(page, "<section aria-labelledby=\"s{number}\">\n<h2 id=\"s{number}\">{heading}</h2>\n");
        for part in &self.parts {
            if page.len() + REST > MOST_BYTES {
                self.full(page);
                break;
            }
            match part {
                Part::Text(text) => {
                    for line in text.lines().filter(|line| !line.trim().is_empty()) {
                        let _ = writeln!(page, "<p>{}</p>", self.words(line));
                    }
                }
                Part::Note(text) => {
                    let _ = writeln!(page, "<p class=\"note\">{}</p>", self.words(text));
                }
                Part::Picture(picture) => {
                    let svg = picture.svg(Theme::Auto);
                    if page.len() + svg.len() + REST > MOST_BYTES {
                        self.full(page);
                        break;
                    }
                    let label = escaped(&picture.title);
                    let _ = write!(
                        page,
                        "<figure class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">\n{svg}</figure>\n"
                    );
                }
                Part::Table(view) => self.write_table(view, page),
            }
        }
        page.push_str("</section>\n");
    }

    /// Says that what follows was left out.
    fn full(&self, page: &mut String) {
        let said = escaped(&statement("page_is_full", &[], self.language));
        let _ = writeln!(page, "<p class=\"note\">{said}</p>");
    }

    fn write_table(&self, view: &View, page: &mut String) {
        let options = RenderOptions { language: self.language, ..RenderOptions::default() };
        let (headings, rows) = texts(view, &options, |shown| shown < Shown::InData);
        let heading = escaped(&clean(&self.heading));
        let _ = write!(
            page,
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{heading}\">\n<table>\n\
             <caption>{heading}</caption>\n<thead>\n<tr>"
        );
        let right = |is_right: bool| if is_right { " class=\"n\"" } else { "" };
        for Heading { text, is_right, .. } in &headings {
            let _ = match text.trim() {
                "" => write!(page, "<td></td>"),
                text => write!(page, "<th scope=\"col\"{}>{}</th>", right(*is_right), self.words(text)),
            };
        }
        page.push_str("</tr>\n</thead>\n<tbody>\n");
        let mut is_full = false;
        for row in rows {
            if page.len() + REST > MOST_BYTES {
                is_full = true;
                break;
            }
            page.push_str("<tr>");
            for (place, (cell, heading)) in row.iter().zip(&headings).enumerate() {
                let (open, close) = if place == 0 { ("th scope=\"row\"", "th") } else { ("td", "td") };
                let _ = write!(page, "<{open}{}>{}</{close}>", right(heading.is_right), self.words(cell));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</tbody>\n</table>\n</div>\n");
        if is_full {
            self.full(page);
        }
    }

    /// A text as HTML; Japanese in another language is marked, so that it is read and drawn as such.
    fn words(&self, text: &str) -> String {
        let safe = escaped(&tame(text, MOST_CHARS));
        let is_japanese = |char: char| matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
        if self.language != Language::Japanese && text.chars().any(is_japanese) {
            return format!("<span lang=\"ja\">{safe}</span>");
        }
        safe
    }
}

/// The style of the page, its colours those of the pictures.
fn style() -> String {
    let colors = |ground: usize| {
        let [paper, text, muted, grid, link] =
            [Ink::Ground, Ink::Text, Ink::Muted, Ink::Grid, Ink::Series(0)].map(|ink| ink.colors()[ground]);
        format!(
            "body{{background:{paper};color:{text}}}a{{color:{link}}}.note,caption{{color:{muted}}}th,td{{border-color:{grid}}}"
        )
    };
    format!(
        "body{{margin:0;font:16px/1.5 'Noto Sans','Noto Sans JP','Hiragino Sans','Yu Gothic',Meiryo,sans-serif}}\
         main{{max-width:56rem;margin:0 auto;padding:1rem}}h1{{font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere}}\
         h2{{font-size:1.2rem;margin:2rem 0 .5rem}}p{{margin:.4rem 0;overflow-wrap:anywhere}}.note{{font-size:.875rem}}\
         nav ul{{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}}nav a{{display:inline-block;padding:.25rem 0}}\
         figure{{margin:.5rem 0}}svg{{display:block}}.scroll{{overflow-x:auto;max-width:100%}}\
         table{{border-collapse:collapse}}caption{{text-align:left;font-size:.875rem}}\
         th,td{{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid;unicode-bidi:isolate}}\
         th[scope=row]{{font-weight:400}}.n{{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}}\
         {}@media (prefers-color-scheme:dark){{{}}}",
        colors(0),
        colors(1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Cell, Column, Kind};

    fn view(rows: usize, text: &str) -> View {
        let column = |name: &'static str, kind| Column {
            name: name.into(),
            heading: name.into(),
            kind,
            shown: Shown::Always,
            meaning: "",
        };
        let columns = vec![column("player", Kind::Text), column("games", Kind::Count)];
        View {
            name: "t",
            columns,
            rows: vec![vec![Cell::Text(text.to_owned()), 1204_u64.into()]; rows],
            is_single: false,
        }
    }

    #[test]
    fn a_table_has_a_caption_and_says_what_its_cells_are_of() {
        let mut page = HtmlPage::new("A", Language::English);
        page.section("Players").table(view(1, "甲<script>"), 10);
        let html = page.html();
        assert!(html.contains("<caption>Players</caption>"), "{html}");
        assert!(
            html.contains("<th scope=\"col\">player</th><th scope=\"col\" class=\"n\">games</th>"),
            "{html}"
        );
        let row = "<tr><th scope=\"row\"><span lang=\"ja\">甲&lt;script&gt;</span></th><td class=\"n\">1,204</td></tr>";
        assert!(html.contains(row) && !html.contains("<script"), "{html}");
    }

    #[test]
    fn no_page_is_larger_than_three_hundred_kilobytes() {
        let mut page = HtmlPage::new("A", Language::English);
        for _ in 0..5 {
            page.section("Players").table(view(3000, &"x".repeat(5000)), 2000);
        }
        let html = page.html();
        assert!(html.len() < 300_000 && html.len() > 250_000, "{}", html.len());
        assert!(html.contains("the page would be too large") && html.ends_with("</html>\n"));
        assert_eq!(html.matches("<table>").count(), html.matches("</table>").count());
    }
}
