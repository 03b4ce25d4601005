//! A player's name and the rank or title that follows it.

/// What may stand before a rank: it belongs to it.
const BEFORE: &[&str] =
    &["女流", "アマ", "アマチュア", "名誉", "永世", "贈", "追贈", "奨励会", "前", "元", "第", "実力制", "・"];

/// Titles, longest first where one ends like another.
const TITLES: &[&str] = &[
    "竜王名人",
    "倉敷藤花",
    "女流名人",
    "女流王位",
    "女流王座",
    "女流王将",
    "竜王",
    "龍王",
    "名人",
    "王位",
    "王座",
    "棋王",
    "王将",
    "棋聖",
    "叡王",
    "十段",
    "女王",
    "清麗",
    "白玲",
    "冠",
    "段",
    "級",
];

/// Digits before 冠, 段, 級.
const COUNTS: &str = "初一二三四五六七八九十0123456789０１２３４５６７８９";

/// The name without its rank or title, and the rank or title: `藤井聡太七段` is `藤井聡太` and `七段`. Only what stands
/// at the end is taken off, and only if a name is left; several titles come off together.
#[must_use]
pub fn split_rank(written: &str) -> (&str, Option<&str>) {
    let written = written.trim();
    let mut name = written;
    while let Some(shorter) = without_title(name) {
        name = shorter;
    }
    let rank = written[name.len()..].trim_matches(is_separator);
    let name = name.trim_end_matches(is_separator);
    if name.is_empty() || rank.is_empty() { (written, None) } else { (name, Some(rank)) }
}

/// A blank, or a sign between titles or between a name and its title.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || "・･,、（）()[]［］".contains(character)
}

/// The text without the last title.
fn without_title(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(is_separator);
    let title = TITLES.iter().find(|title| text.ends_with(**title))?;
    let mut rest = &text[..text.len() - title.len()];
    if matches!(*title, "冠" | "段" | "級") {
        let counted = rest.trim_end_matches(|character| COUNTS.contains(character));
        if counted.len() == rest.len() {
            return None;
        }
        rest = counted;
    }
    if let Some(before) = rest.strip_suffix('世').or_else(|| rest.strip_suffix('代')) {
        // `十五世名人`, `実力制第四代名人`
        let counted = before.trim_end_matches(|character| COUNTS.contains(character));
        rest = if counted.len() < before.len() { counted } else { rest };
    }
    while let Some(before) = BEFORE.iter().find_map(|word| rest.strip_suffix(word)) {
        rest = before;
    }
    (!rest.trim_matches(is_separator).is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::split_rank;

    #[test]
    fn ranks_and_titles_come_off_and_are_kept() {
        for (written, name, rank) in [
            ("藤井聡太七段", "藤井聡太", Some("七段")),
            ("藤井 聡太　七段", "藤井 聡太", Some("七段")),
            ("羽生善治竜王・名人", "羽生善治", Some("竜王・名人")),
            ("豊島将之二冠", "豊島将之", Some("二冠")),
            ("甲乙女流２級", "甲乙", Some("女流２級")),
            ("甲乙 アマ5段", "甲乙", Some("アマ5段")),
            ("大山康晴十五世名人", "大山康晴", Some("十五世名人")),
            ("甲乙(三段)", "甲乙", Some("三段")),
            ("甲乙永世棋聖", "甲乙", Some("永世棋聖")),
            ("名人", "名人", None),
            ("七段", "七段", None),
            ("羽生善治", "羽生善治", None),
            ("石段", "石段", None),
            ("engine_3", "engine_3", None),
            ("", "", None),
        ] {
            assert_eq!(split_rank(written), (name, rank), "{written}");
        }
    }
}
