//! How wide a text is in the font of the pictures, without the font at hand.

use unicode_width::UnicodeWidthChar;

/// The advances of the characters from blank to tilde in Noto Sans CJK JP, in thousandths of the size.
const ASCII: [u16; 95] = [
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555,
    555, 555, 555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293,
    535, 646, 543, 812, 723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555,
    559, 606, 563, 618, 510, 620, 554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468,
    377, 607, 521, 802, 498, 521, 475, 338, 270, 338, 555,
];

/// Another font that a viewer has in the place of ours may be wider in Latin letters, but hardly in kanji.
const SPARE: f64 = 1.06;

/// The width of a character, as a share of the size.
fn advance(char: char) -> f64 {
    let narrow = |thousandths: u16| f64::from(thousandths) / 1000.0 * SPARE;
    match char {
        ' '..='~' => narrow(ASCII[char as usize - 0x20]),
        '–' | '‑' | '·' | '“' | '”' | '‘' | '’' => narrow(561),
        '\u{ff61}'..='\u{ff9f}' => 0.5,
        'æ' | 'œ' | 'Æ' | 'Œ' | 'ж' | 'м' | 'ф' | 'ш' | 'щ' | 'ы' | 'ю' | 'Ж' | 'М' | 'Ф' | 'Ш' | 'Щ'
        | 'Ы' | 'Ю' => narrow(1000),
        '\u{a0}'..='\u{24f}' | '\u{370}'..='\u{52f}' | '\u{1e00}'..='\u{1eff}' => {
            narrow(if char.is_lowercase() { 650 } else { 800 })
        }
        _ if char.width() == Some(0) => 0.0,
        _ => 1.0,
    }
}

/// The width of a text of this size.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// The text, or as much of it as fits into the width with `…` behind it.
pub fn cut_to(text: &str, size: f64, most: f64) -> String {
    if text_width(text, size) <= most {
        return text.to_owned();
    }
    let mut width = advance('…') * size;
    let fits = |char: &char| {
        width += advance(*char) * size;
        width <= most
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// The text in lines of at most this width, broken at blanks where there are any and between characters where not; at
/// most so many lines, the last one cut.
pub fn wrapped(text: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && found.len() < lines {
        if found.len() + 1 == lines || text_width(rest, size) <= most {
            found.push(cut_to(rest, size, most));
            break;
        }
        let mut width = 0.0;
        let fits = |char: &char| {
            width += advance(*char) * size;
            width <= most
        };
        let bytes: usize = rest.chars().take_while(fits).map(char::len_utf8).sum();
        let bytes = bytes.max(rest.chars().next().map_or(1, char::len_utf8));
        let end = rest[..bytes].rfind(' ').filter(|blank| *blank > 0).unwrap_or(bytes);
        found.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kanji_are_square_and_letters_have_their_own_widths() {
        assert!((text_width("先手ABi", 10.0) - (20.0 + 15.4 * SPARE)).abs() < 1e-9);
        assert!((text_width("ｶﾞ", 10.0) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_too_long_is_cut_or_takes_several_lines() {
        assert_eq!(cut_to("羽生善治", 10.0, 40.0), "羽生善治");
        assert_eq!(cut_to("羽生善治", 10.0, 39.0), "羽生…");
        assert_eq!(wrapped("一二三四五", 10.0, 20.0, 9), ["一二", "三四", "五"]);
        assert_eq!(wrapped("one two three", 10.0, 50.0, 2), ["one two", "three"]);
        assert_eq!(wrapped("one two three fourteen", 10.0, 50.0, 2), ["one two", "three fo…"]);
        assert_eq!(wrapped("漢", 10.0, 5.0, 9), ["漢"]);
    }
}
