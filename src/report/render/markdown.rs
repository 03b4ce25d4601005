//! Answers for a Markdown page.

use super::{RenderOptions, Renderer};
use crate::report::{Answer, Block, Shown, View, clean};
use std::io::{self, Write};

/// Tables as Markdown has them, with every column that a table has, whole.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Renderer for Markdown {
    fn render(&self, answer: &dyn Answer, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()> {
        let blocks = super::table::blocks(answer, options)?;
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                out.write_all(b"\n")?;
            }
            match block {
                Block::Text(text) => out.write_all(text.as_bytes())?,
                Block::Table(view) => write_table(view, options, out)?,
            }
        }
        Ok(())
    }
}

fn write_table(view: &View, options: &RenderOptions, out: &mut dyn Write) -> io::Result<()> {
    let (headings, rows) = super::table::texts(view, options, |shown| shown < Shown::InData);
    let line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out.write_all(line(&mut headings.iter().map(|heading| escape(&clean(&heading.text)))).as_bytes())?;
    let rule = |is_right: bool| if is_right { "--:" } else { ":--" }.to_owned();
    out.write_all(line(&mut headings.iter().map(|heading| rule(heading.is_right))).as_bytes())?;
    for row in rows {
        out.write_all(line(&mut row.iter().map(|cell| escape(&clean(cell)))).as_bytes())?;
    }
    Ok(())
}

/// The text with a `\` before everything that means something in Markdown, so that a name is no HTML and no link.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '\\' | '|' | '&' | '~' | '<' | '>' | '[' | ']' | '*' | '_' | '`') {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_no_markup() {
        assert_eq!(super::escape(r"a|b\c <i>*_`[x](y)"), r"a\|b\\c \<i\>\*\_\`\[x\](y)");
    }
}
