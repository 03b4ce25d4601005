//! The words by which a text shows that it is a record, decoded as it should be.

/// Words that records consist of; hardly any of them appears in a text decoded in a wrong encoding.
const WORDS: [&str; 26] = [
    "先手",
    "後手",
    "下手",
    "上手",
    "手合割",
    "平手",
    "手数",
    "指手",
    "消費時間",
    "まで",
    "開始日時",
    "持駒",
    "変化",
    "投了",
    "同　",
    "歩(",
    "歩打",
    "銀(",
    "金(",
    "飛(",
    "角(",
    "六歩",
    "四歩",
    "▲",
    "△",
    "玉",
];

/// How much of a text is searched for words.
pub(super) const LOOK: usize = 4096;

/// Whether the head of a text has at least this many of the words.
pub(super) fn has_record_words(text: &str, at_least: u32) -> bool {
    found(text, at_least) >= at_least
}

/// How many of the words the head of a text has.
pub(super) fn record_words(text: &str) -> u32 {
    found(text, u32::MAX)
}

/// The words that may begin with three bytes of this hash, a bit each.
static CANDIDATES: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].as_bytes();
        table[hash([word[0], word[1], word[2]])] |= 1 << index;
        index += 1;
    }
    table
};

const fn hash([first, second, third]: [u8; 3]) -> usize {
    (first.wrapping_mul(89) ^ second.wrapping_mul(5) ^ third) as usize
}

/// How many different words the head of a text has, counted in one walk until there are enough. Most text is ASCII, and
/// no word begins with that.
fn found(text: &str, enough: u32) -> u32 {
    let mut rest = &text.as_bytes()[..text.floor_char_boundary(LOOK)];
    let mut words = 0_u32;
    while let [byte, after @ ..] = rest {
        if let Some(eight) = rest.first_chunk::<8>()
            && u64::from_ne_bytes(*eight) & 0x8080_8080_8080_8080 == 0
        {
            rest = &rest[8..];
        } else if let 0xE0..=0xEF = byte
            && let Some(char) = rest.first_chunk::<3>()
        {
            let mut candidates = CANDIDATES[hash(*char)] & !words;
            while candidates != 0 {
                let index = candidates.trailing_zeros();
                if rest.starts_with(WORDS[index as usize].as_bytes()) {
                    words |= 1 << index;
                    if words.count_ones() >= enough {
                        return words.count_ones();
                    }
                }
                candidates &= candidates - 1;
            }
            rest = &rest[3..];
        } else {
            rest = after;
        }
    }
    words.count_ones()
}

#[cfg(test)]
mod tests {
    use super::{LOOK, WORDS, has_record_words, record_words};

    #[test]
    fn every_word_is_found_wherever_it_stands() {
        for word in WORDS {
            for text in [word.to_owned(), format!("a{word}"), format!("12345678あé{word}\n"), word.repeat(3)]
            {
                let contained = WORDS.iter().filter(|other| text.contains(**other)).count();
                assert_eq!(record_words(&text) as usize, contained, "{text}");
                assert!(has_record_words(&text, 1), "{text}");
            }
        }
        let all = WORDS.concat();
        assert_eq!(
            (record_words(&all), has_record_words(&all, 26), has_record_words("", 1)),
            (26, true, false)
        );
        let far = " ".repeat(LOOK) + WORDS[0];
        assert_eq!(record_words(&far), 0);
    }
}
