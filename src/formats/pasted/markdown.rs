//! Markdown: what stands between fences (```` ``` ````, `~~~`) apart from the rest.

use super::block::{Block, BlockLine};

/// The sign and the length of a fence.
fn fence(line: &str) -> Option<(char, usize)> {
    let text = line.trim();
    let sign = text.chars().next().filter(|char| matches!(char, '`' | '~'))?;
    let length = text.chars().take_while(|char| *char == sign).count();
    // Code in a line has its own end in it.
    (length >= 3 && !text[length..].contains(sign)).then_some((sign, length))
}

/// True for a line that begins or ends a block of code.
pub(super) fn is_fence(line: &str) -> bool {
    fence(line).is_some()
}

/// The blocks between fences and those around them.
pub(super) fn blocks(block: Block) -> Vec<Block> {
    if !block.lines.iter().any(|line| is_fence(&line.text)) {
        return vec![block];
    }
    let (framed, depth) = (block.framed, block.depth);
    let (mut found, mut lines, mut open) = (Vec::new(), Vec::new(), None);
    let mut end = |lines: &mut Vec<BlockLine>, in_fence: bool| {
        let lines = std::mem::take(lines);
        if lines.iter().any(|line| !line.text.trim().is_empty()) {
            found.push(Block { lines, framed: framed || in_fence, depth });
        }
    };
    for line in block.lines {
        match (fence(&line.text), open) {
            (Some(fence), None) => {
                end(&mut lines, false);
                open = Some(fence);
            }
            (Some((sign, length)), Some((other, least)))
                if sign == other && length >= least && line.text.trim().chars().count() == length =>
            {
                end(&mut lines, true);
                open = None;
            }
            _ => lines.push(line),
        }
    }
    end(&mut lines, open.is_some());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences() {
        for (line, want) in [
            ("```", Some(('`', 3))),
            ("```kif", Some(('`', 3))),
            ("  ~~~~", Some(('~', 4))),
            ("``", None),
            ("```a```", None),
            ("text", None),
        ] {
            assert_eq!(fence(line), want, "{line}");
        }
    }
}
