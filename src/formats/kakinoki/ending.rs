//! Words and lines that say how a game ended. The table is that of KIF and KI2.

use std::borrow::Cow;

use super::closing::{self, Parts};
use crate::record::{
    Clock, Code, Declaration, DeclaredBy, Ending, Place, PlayerName, Record, Subject, is_rank,
};
use crate::rules::{ByColor, Color};

/// The words in place of a move, with their kind and whom they call the winner. Where several words mean the same,
/// the first is the one that is written.
pub(in crate::formats) const WORDS: &[(&str, Ending, Subject)] = &[
    ("投了", Ending::Resignation, Subject::MoverLoses),
    ("中断", Ending::Interrupted, Subject::Silent),
    ("千日手", Ending::Sennichite, Subject::Nobody),
    ("持将棋", Ending::Jishogi, Subject::Nobody),
    ("詰み", Ending::Checkmate, Subject::MoverLoses),
    ("切れ負け", Ending::TimeForfeit, Subject::MoverLoses),
    ("反則勝ち", Ending::IllegalMove, Subject::MoverWins),
    ("反則負け", Ending::IllegalMove, Subject::MoverLoses),
    ("入玉勝ち", Ending::Declaration, Subject::MoverWins),
    ("不戦勝", Ending::Forfeit, Subject::MoverWins),
    ("不戦敗", Ending::Forfeit, Subject::MoverLoses),
    ("封じ手", Ending::Adjourned, Subject::Silent),
    ("不詰", Ending::NoMate, Subject::Silent),
    ("引き分け", Ending::DrawAgreed, Subject::Nobody),
    ("最大手数", Ending::MaxMoves, Subject::Nobody),
    ("トライ", Ending::TryRule, Subject::MoverLoses),
    ("キャッチ", Ending::LionCaptured, Subject::MoverLoses),
    ("連続王手の千日手", Ending::PerpetualCheck, Subject::Silent),
    ("中斷", Ending::Interrupted, Subject::Silent),
    ("詰", Ending::Checkmate, Subject::MoverLoses),
    ("詰ミ", Ending::Checkmate, Subject::MoverLoses),
    ("詰み上がり", Ending::Checkmate, Subject::MoverLoses),
    ("詰め上がり", Ending::Checkmate, Subject::MoverLoses),
    ("詰上り", Ending::Checkmate, Subject::MoverLoses),
    ("時間切れ", Ending::TimeForfeit, Subject::MoverLoses),
    ("時間切れ負け", Ending::TimeForfeit, Subject::MoverLoses),
    ("Time-up", Ending::TimeForfeit, Subject::MoverLoses),
    ("反則", Ending::IllegalMove, Subject::Silent),
    ("反則勝", Ending::IllegalMove, Subject::MoverWins),
    ("反則負", Ending::IllegalMove, Subject::MoverLoses),
    ("入玉宣言", Ending::Declaration, Subject::MoverWins),
    ("入玉宣言勝ち", Ending::Declaration, Subject::MoverWins),
    ("勝ち宣言", Ending::Declaration, Subject::MoverWins),
    ("宣言勝ち", Ending::Declaration, Subject::MoverWins),
    ("不戦勝ち", Ending::Forfeit, Subject::MoverWins),
    ("不戦負け", Ending::Forfeit, Subject::MoverLoses),
    ("不詰み", Ending::NoMate, Subject::Silent),
    ("引分け", Ending::DrawAgreed, Subject::Nobody),
    ("引分", Ending::DrawAgreed, Subject::Nobody),
    ("王手連続千日手", Ending::PerpetualCheck, Subject::Silent),
    ("連続王手千日手", Ending::PerpetualCheck, Subject::Silent),
    ("最大手数到達", Ending::MaxMoves, Subject::Nobody),
    // Words that name a result and not how it came about.
    ("勝ち", Ending::Unknown, Subject::MoverWins),
    ("負け", Ending::Unknown, Subject::MoverLoses),
    ("無勝負", Ending::Unknown, Subject::Nobody),
    ("裁定引分", Ending::Unknown, Subject::Nobody),
];

/// Words that are read and not written.
const SPELLINGS: &[(&str, Ending, Subject)] = &[
    // The row behind the illegal move, which has its maker lose.
    ("反則手", Ending::IllegalMove, Subject::MoverWins),
    ("時間切れ勝ち", Ending::TimeForfeit, Subject::MoverWins),
    ("切れ勝ち", Ending::TimeForfeit, Subject::MoverWins),
    ("時間切れ負", Ending::TimeForfeit, Subject::MoverLoses),
    ("投了しました", Ending::Resignation, Subject::MoverLoses),
    ("負けました", Ending::Resignation, Subject::MoverLoses),
    ("まいりました", Ending::Resignation, Subject::MoverLoses),
    ("参りました", Ending::Resignation, Subject::MoverLoses),
    ("入玉勝", Ending::Declaration, Subject::MoverWins),
    ("宣言勝", Ending::Declaration, Subject::MoverWins),
    ("千日手成立", Ending::Sennichite, Subject::Nobody),
    ("持将棋成立", Ending::Jishogi, Subject::Nobody),
    ("指し掛け", Ending::Adjourned, Subject::Silent),
    ("切断", Ending::Disconnection, Subject::Silent),
    ("接続切れ", Ending::Disconnection, Subject::Silent),
    ("通信切断", Ending::Disconnection, Subject::Silent),
    ("回線切断", Ending::Disconnection, Subject::Silent),
];

/// A pass, which some programs let their users enter in place of a move.
pub(in crate::formats) const PASSES: &[&str] = &["パス", "PASS", "pass", "手番変更"];

/// True for a word that stands in place of a move: an ending of [`WORDS`] or a pass.
pub(in crate::formats) fn is_known(word: &str) -> bool {
    meaning(word).is_some() || PASSES.contains(&word)
}

/// What a word of the tables means.
fn meaning(text: &str) -> Option<(Ending, Subject)> {
    let text = text.trim_end_matches(['。', '．', '！', '!']);
    let found = WORDS.iter().chain(SPELLINGS).find(|(word, ..)| *word == text);
    found.map(|(_, ending, subject)| (*ending, *subject))
}

/// What an ending word in place of a move declares; `side` is the one that a mark before it names (△投了). Words that
/// are not in the table are kept as `Unknown`.
pub(in crate::formats) fn word(text: &str, side: Option<Color>, clock: Clock, place: Place) -> Declaration {
    let (ending, subject) = meaning(text).unwrap_or((Ending::Unknown, Subject::Silent));
    let subject = match (subject, side) {
        (Subject::MoverLoses, Some(side)) => Subject::Winner(!side),
        (Subject::MoverWins, Some(side)) => Subject::Winner(side),
        _ => subject,
    };
    Declaration { ending, subject, word: text.to_owned(), plies: None, by: DeclaredBy::Row, clock, place }
}

/// The word that KIF writes for a kind and its subject; `None` when KIF has no word of its own for it.
pub(in crate::formats) fn word_for(ending: Ending, subject: Subject, mover: Color) -> Option<&'static str> {
    // In dōbutsu shōgi the same words mean these.
    let ending = match ending {
        Ending::LionTry => Ending::TryRule,
        Ending::Threefold => Ending::Sennichite,
        other => other,
    };
    let same = |(_, kind, who): &&(&str, Ending, Subject)| {
        *kind == ending && (*who == subject || who.winner(mover) == subject.winner(mover))
    };
    WORDS
        .iter()
        .find(same)
        .or_else(|| WORDS.iter().find(|(_, kind, _)| *kind == ending))
        .map(|(word, ..)| *word)
}

/// Phrases of closing lines, the more special ones first.
const PHRASES: &[(&str, Ending)] = &[
    ("連続王手", Ending::PerpetualCheck),
    ("千日手", Ending::Sennichite),
    ("持将棋", Ending::Jishogi),
    ("時間切れ", Ending::TimeForfeit),
    ("切れ負け", Ending::TimeForfeit),
    ("反則", Ending::IllegalMove),
    ("入玉", Ending::Declaration),
    ("宣言", Ending::Declaration),
    ("不戦", Ending::Forfeit),
    ("中断", Ending::Interrupted),
    ("封じ手", Ending::Adjourned),
    ("不詰", Ending::NoMate),
    ("詰", Ending::Checkmate),
    ("引き分け", Ending::DrawAgreed),
    ("引分", Ending::DrawAgreed),
    ("最大手数", Ending::MaxMoves),
    ("トライ", Ending::TryRule),
    ("キャッチ", Ending::LionCaptured),
    ("投了", Ending::Resignation),
    ("切断", Ending::Disconnection),
    ("接続切れ", Ending::Disconnection),
    ("指し掛け", Ending::Adjourned),
];

/// How many moves a closing line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// It does not count.
    Unstated,
    /// So many.
    Plies(u32),
    /// As many as no game has (`-6`, a number beyond all others).
    Impossible,
}

/// A closing line and its count.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClosingLine {
    /// What it declares.
    pub declaration: Declaration,
    /// How many moves it counts.
    pub count: Count,
}

/// What a closing line (まで57手で先手の勝ち) declares; `None` when it is not one.
pub(in crate::formats) fn closing_line(line: &str, place: Place) -> Option<Declaration> {
    closing_line_of(line, place, &ByColor::default()).map(|closing| closing.declaration)
}

/// True for a line that [`closing_line`] reads.
pub(super) fn is_closing_line(line: &str) -> bool {
    closing::split(line).is_some_and(|parts| says_an_end(&parts, parts.words))
}

/// True for a closing line whose words say how the game ended.
fn says_an_end(parts: &Parts<'_>, words: &str) -> bool {
    (!parts.strict || closing::is_result(words))
        && (!parts.bare || closing::names_a_side(words))
        && (parts.count != Count::Unstated || words.contains(['勝', '敗', '負']) || phrase(words).is_some())
}

/// What the first phrase means that stands in the words of a closing line.
fn phrase(words: &str) -> Option<Ending> {
    let found = || PHRASES.iter().find(|(phrase, _)| words.contains(phrase));
    words.contains(BEGIN_PHRASES).then(found)?.map(|(_, ending)| *ending)
}

/// The characters with which [`PHRASES`] begin; most closing lines have none of them.
const BEGIN_PHRASES: &[char] = &[
    '連', '千', '持', '時', '切', '反', '入', '宣', '不', '中', '封', '詰', '引', '最', 'ト', 'キ', '投',
    '接', '指',
];

/// The same, where players may be named in place of sides (まで57手で甲の勝ち).
pub(super) fn closing_line_of(
    line: &str,
    place: Place,
    players: &ByColor<Option<String>>,
) -> Option<ClosingLine> {
    let line = line.trim_matches(super::blank::is_blank);
    let parts = closing::split(line)?;
    let rest = &with_sides(parts.words, players);
    if !says_an_end(&parts, rest) {
        return None;
    }
    let count = parts.count;
    let ending = phrase(rest).unwrap_or(Ending::Unknown);
    let subject = subject(rest, ending);
    let declaration = Declaration {
        ending: if rest.is_empty() { Ending::None } else { ending },
        subject,
        word: line.to_owned(),
        plies: if let Count::Plies(plies) = count { Some(plies) } else { None },
        by: DeclaredBy::ClosingLine,
        clock: Clock::default(),
        place,
    };
    Some(ClosingLine { declaration, count })
}

/// A closing line that is longer, in bytes, names no player.
const MOST_WORDS: usize = 400;

/// The words of a closing line with 先手 or 後手 in place of the players' names, the longer name first. A name is one
/// only where a word stands behind it that a sentence goes on with, perhaps after a title.
fn with_sides<'a>(rest: &'a str, players: &ByColor<Option<String>>) -> Cow<'a, str> {
    let mut names: Vec<(Cow<'_, str>, &str)> = Vec::new();
    if rest.len() > MOST_WORDS {
        return Cow::Borrowed(rest);
    }
    for (color, side) in [(Color::Black, "先手"), (Color::White, "後手")] {
        let name = players[color].as_deref().map(str::trim).filter(|name| !name.is_empty());
        // Taking a rank off a name costs more than to see that nothing of it stands here.
        if let Some(name) = name.filter(|name| shares_a_character(name, rest)) {
            names.extend([(Cow::Borrowed(name), side), (PlayerName::parse(name).name, side)]);
        }
    }
    // What is inside a side's name cannot be told from it.
    names.retain(|(name, _)| !["先手", "後手", "上手", "下手"].iter().any(|side| side.contains(&**name)));
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let goes_on = |text: &str| {
        let untitled = without_title(text);
        ["の", "が", "は", "勝", "負", "敗", "投了", "時間切れ", "切れ負け", "反則", "不戦", "入玉"]
            .iter()
            .any(|word| untitled.starts_with(word))
    };
    for (name, side) in names {
        if let Some(at) = rest.find(&*name).filter(|at| goes_on(&rest[at + name.len()..])) {
            let behind = without_title(&rest[at + name.len()..]);
            return Cow::Owned(format!(
                "{}{side}{}",
                with_sides(&rest[..at], players),
                with_sides(behind, players)
            ));
        }
    }
    Cow::Borrowed(rest)
}

/// Whether a character of a name stands in a text; digits, which stand in many, do not count beside others.
fn shares_a_character(name: &str, text: &str) -> bool {
    let counts = |char: &char| !char.is_ascii_digit() && !char.is_whitespace() && !matches!(char, '(' | ')');
    !name.chars().any(|char| counts(&char))
        || text.chars().filter(counts).any(|char| name.chars().any(|other| other == char))
}

/// What follows a title behind a name: `七段の勝ち` is `の勝ち`.
fn without_title(text: &str) -> &str {
    let end = text.find(['の', 'が', 'は', '勝', '負']).filter(|end| (1..=12).contains(end));
    match end.filter(|end| is_rank(&text[..*end])) {
        Some(end) => &text[end..],
        None => text,
    }
}

/// Whom the words after the count call the winner: the side named last before 勝 (先手の反則により後手の勝ち), or the other
/// one of the side named last before 負 or 敗. What stands in brackets or in another sentence is a remark.
fn subject(rest: &str, ending: Ending) -> Subject {
    const SIDES: [(&str, Color); 4] =
        [("先手", Color::Black), ("下手", Color::Black), ("後手", Color::White), ("上手", Color::White)];
    let all = rest;
    let rest = rest.split(['（', '(', '。']).next().unwrap_or_default();
    let rest = if SIDES.iter().any(|(name, _)| rest.contains(name)) { rest } else { all };
    let named = |text: &str| {
        let last = SIDES.into_iter().filter_map(|(name, color)| Some((text.rfind(name)?, color)));
        last.max_by_key(|(at, _)| *at).map(|(_, color)| color)
    };
    let first = SIDES.into_iter().filter_map(|(name, color)| Some((rest.find(name)?, color)));
    let first = first.min_by_key(|(at, _)| *at).map(|(_, color)| color);
    let other_word = |at: usize| {
        rest[..at].ends_with(['必', '優', '決'])
            || rest[at + "勝".len()..].starts_with(['負', '率', '勢', '敗'])
    };
    let won = rest.match_indices('勝').map(|(at, _)| at).find(|at| !other_word(*at));
    let lost = rest.match_indices(['負', '敗']).map(|(at, _)| at).find(|at| !rest[..*at].ends_with('勝'));
    match (won, lost, first) {
        (Some(at), _, Some(first)) => Subject::Winner(named(&rest[..at]).unwrap_or(first)),
        (None, Some(at), Some(first)) => Subject::Winner(!named(&rest[..at]).unwrap_or(first)),
        (None, None, Some(first))
            if matches!(ending, Ending::Resignation | Ending::TimeForfeit | Ending::IllegalMove) =>
        {
            Subject::Winner(!first)
        }
        (None, _, None)
            if ending == Ending::TimeForfeit || ending == Ending::IllegalMove && lost.is_some() =>
        {
            Subject::MoverLoses
        }
        (_, _, None)
            if matches!(
                ending,
                Ending::Sennichite | Ending::Jishogi | Ending::DrawAgreed | Ending::MaxMoves
            ) =>
        {
            Subject::Nobody
        }
        // Somebody has won, and it is not said who.
        (Some(_), _, None) => Subject::Silent,
        _ if matches!(ending, Ending::Checkmate | Ending::Resignation | Ending::LionCaptured) => {
            Subject::MoverLoses
        }
        _ => Subject::Silent,
    }
}

/// A win for which a closing line names no reason is a resignation in KI2, which has no row for it: every other reason is
/// named in that line.
pub(super) fn understand_as_ki2(declaration: &mut Declaration) {
    if declaration.ending == Ending::Unknown && matches!(declaration.subject, Subject::Winner(_)) {
        declaration.ending = Ending::Resignation;
    }
}

/// True for a closing line that says that somebody has won or lost and names neither a side nor a player.
pub(in crate::formats) fn names_nobody(declaration: &Declaration) -> bool {
    declaration.subject == Subject::Silent
        && declaration.ending == Ending::Unknown
        && ["の勝", "が勝", "の負", "が負"].iter().any(|word| declaration.word.contains(word))
}

/// Reports a closing line that [names nobody](names_nobody).
pub(super) fn report_nobody(record: &mut Record, declaration: &Declaration) {
    if names_nobody(declaration) {
        let message = format!("`{}` names neither a side nor a player", declaration.word);
        record.report(Code::EndingUnknown, declaration.place, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_unique() {
        let all: Vec<_> = WORDS.iter().chain(SPELLINGS).collect();
        for (index, (text, ..)) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|(earlier, ..)| earlier != text), "{text}");
        }
    }

    #[test]
    fn phrases_begin_as_they_are_looked_for() {
        for (words, _) in PHRASES {
            assert!(words.starts_with(BEGIN_PHRASES), "{words}");
        }
    }

    #[test]
    fn closing_lines() {
        let black = Subject::Winner(Color::Black);
        let white = Subject::Winner(Color::White);
        for (line, want) in [
            ("まで57手で先手の勝ち", Some((Some(57), Ending::Unknown, black))),
            ("まで、４手で後手の勝ち", Some((Some(4), Ending::Unknown, white))),
            ("まで102手にて上手の勝ち　", Some((Some(102), Ending::Unknown, white))),
            ("まで4手で時間切れにより後手の勝ち", Some((Some(4), Ending::TimeForfeit, white))),
            ("まで4手で先手の反則負け", Some((Some(4), Ending::IllegalMove, white))),
            ("まで6手で先手の反則勝ち", Some((Some(6), Ending::IllegalMove, black))),
            ("まで6手で下手の入玉勝ち", Some((Some(6), Ending::Declaration, black))),
            ("まで0手で後手の不戦勝", Some((Some(0), Ending::Forfeit, white))),
            ("まで0手で後手の不戦敗", Some((Some(0), Ending::Forfeit, black))),
            ("まで4手で千日手", Some((Some(4), Ending::Sennichite, Subject::Nobody))),
            ("まで4手で持将棋", Some((Some(4), Ending::Jishogi, Subject::Nobody))),
            ("まで4手で中断", Some((Some(4), Ending::Interrupted, Subject::Silent))),
            ("まで4手で詰み", Some((Some(4), Ending::Checkmate, Subject::MoverLoses))),
            ("まで4手で不詰", Some((Some(4), Ending::NoMate, Subject::Silent))),
            ("まで4手で封じ手", Some((Some(4), Ending::Adjourned, Subject::Silent))),
            ("まで4手で後手投了", Some((Some(4), Ending::Resignation, black))),
            ("まで4手で投了", Some((Some(4), Ending::Resignation, Subject::MoverLoses))),
            ("まで4手", Some((Some(4), Ending::None, Subject::Silent))),
            ("まで2手で先手の反則により後手の勝ち", Some((Some(2), Ending::IllegalMove, white))),
            ("まで2手で先手投了により後手の勝ち", Some((Some(2), Ending::Resignation, white))),
            ("まで2手で先手の時間切れにより後手の勝ち", Some((Some(2), Ending::TimeForfeit, white))),
            ("まで2手で先手の切れ負けで後手の勝ち", Some((Some(2), Ending::TimeForfeit, white))),
            ("まで2手で先手が投了し後手の勝ち", Some((Some(2), Ending::Resignation, white))),
            (
                "まで2手で先手の連続王手の千日手により後手の勝ち",
                Some((Some(2), Ending::PerpetualCheck, white)),
            ),
            ("まで2手で先手の二歩により後手の反則勝ち", Some((Some(2), Ending::IllegalMove, white))),
            ("まで2手で先手玉が詰みにより後手の勝ち", Some((Some(2), Ending::Checkmate, white))),
            ("まで2手で先手の反則負けにより後手の勝ち", Some((Some(2), Ending::IllegalMove, white))),
            ("まで2手で先手の不戦敗により後手の勝ち", Some((Some(2), Ending::Forfeit, white))),
            ("まで2手で後手の勝ち（先手2勝3敗）", Some((Some(2), Ending::Unknown, white))),
            ("まで2手で後手の勝ち（先手の勝ち逃し）", Some((Some(2), Ending::Unknown, white))),
            ("まで2手で後手の勝ち。先手勝率5割", Some((Some(2), Ending::Unknown, white))),
            ("まで2手で後手の入玉宣言により先手の負け", Some((Some(2), Ending::Declaration, white))),
            ("まで2手で後手の王手放置を咎めず先手の負け", Some((Some(2), Ending::Unknown, white))),
            ("まで2手で先手の必勝形", Some((Some(2), Ending::Unknown, Subject::Silent))),
            ("まで2手で中断（先手の勝勢）", Some((Some(2), Ending::Interrupted, Subject::Silent))),
            ("まで2手で後手の勝ち（先手投了）", Some((Some(2), Ending::Resignation, white))),
            ("まで2手で先手の時間切れ", Some((Some(2), Ending::TimeForfeit, white))),
            ("まで2手で時間切れ", Some((Some(2), Ending::TimeForfeit, Subject::MoverLoses))),
            ("まで2手で後手の反則", Some((Some(2), Ending::IllegalMove, black))),
            ("まで2手で無勝負", Some((Some(2), Ending::Unknown, Subject::Silent))),
            ("まで先手の勝ち", Some((None, Ending::Unknown, black))),
            ("2手まで後手の勝ち", Some((Some(2), Ending::Unknown, white))),
            ("２手までで、後手の反則負け", Some((Some(2), Ending::IllegalMove, black))),
            ("102手で後手勝ち", Some((Some(102), Ending::Unknown, white))),
            ("102手にて後手の勝ち。", Some((Some(102), Ending::Unknown, white))),
            ("以上、102手で先手投了", Some((Some(102), Ending::Resignation, white))),
            ("総手数102手 後手の勝ち", Some((Some(102), Ending::Unknown, white))),
            ("（まで102手で後手の勝ち）", Some((Some(102), Ending::Unknown, white))),
            ("【まで102手にて先手勝ち】", Some((Some(102), Ending::Unknown, black))),
            ("※ まで102手で千日手", Some((Some(102), Ending::Sennichite, Subject::Nobody))),
            ("百二手まで", None),
            ("5手で詰み", None),
            ("5手まで詰み", Some((Some(5), Ending::Checkmate, Subject::MoverLoses))),
            ("後手の勝ち", Some((None, Ending::Unknown, white))),
            ("後手の時間切れ負け", Some((None, Ending::TimeForfeit, black))),
            ("まで102手で後手の切断により先手の勝ち", Some((Some(102), Ending::Disconnection, black))),
            ("102手で先手の勝ち筋がある", None),
            ("以上、先手の勝ち", None),
            ("千日手", None),
            ("先手", None),
            ("先手番", None),
            ("先手：勝ち", None),
            ("5手詰", None),
            ("（途中図は34手まで）", None),
            ("まであと少し", None),
            ("ここまで", None),
        ] {
            let found = closing_line(line, Place::FILE);
            assert_eq!(is_closing_line(line), found.is_some(), "{line}");
            assert_eq!(found.map(|one| (one.plies, one.ending, one.subject)), want, "{line}");
        }
    }

    #[test]
    fn closing_lines_that_name_players() {
        let black = Subject::Winner(Color::Black);
        let white = Subject::Winner(Color::White);
        for (names, line, want) in [
            (["甲", "乙"], "まで2手で乙の勝ち", (Ending::Unknown, white)),
            (["甲", "乙"], "まで2手にて乙の勝ち", (Ending::Unknown, white)),
            (["甲", "乙"], "まで2手、乙の勝ち", (Ending::Unknown, white)),
            (["甲", "乙"], "まで2手で乙勝ち", (Ending::Unknown, white)),
            (["甲", "乙"], "まで2手で乙の反則負け", (Ending::IllegalMove, black)),
            (["甲", "乙"], "まで2手で甲の反則勝ち", (Ending::IllegalMove, black)),
            (["甲", "乙"], "まで2手で乙の時間切れ負け", (Ending::TimeForfeit, black)),
            (["甲", "乙"], "まで2手で甲の不戦勝", (Ending::Forfeit, black)),
            (["甲", "乙"], "まで2手で乙の敗北", (Ending::Unknown, black)),
            (["甲", "乙"], "まで2手で乙の投了により甲の勝ち", (Ending::Resignation, black)),
            (["甲", "乙"], "まで2手で丙の勝ち", (Ending::Unknown, Subject::Silent)),
            (["elmo", "elmo2"], "まで2手でelmo2の勝ち", (Ending::Unknown, white)),
            (["elmo", "elmo2"], "まで2手でelmoの勝ち", (Ending::Unknown, black)),
            (["羽生善治 竜王", "乙"], "まで2手で羽生善治竜王の勝ち", (Ending::Unknown, black)),
            (["乙", "藤井聡太"], "まで2手で藤井聡太七段の勝ち", (Ending::Unknown, white)),
            (["詰将棋マニア", "乙"], "まで2手で詰将棋マニアの勝ち", (Ending::Unknown, black)),
            (["乙", "先手必勝"], "まで2手で先手必勝の勝ち", (Ending::Unknown, white)),
            (["で", "手"], "まで2手で先手の勝ち", (Ending::Unknown, black)),
        ] {
            let players = ByColor { black: Some(names[0].to_owned()), white: Some(names[1].to_owned()) };
            let found = closing_line_of(line, Place::FILE, &players).map(|line| line.declaration);
            assert_eq!(found.map(|one| (one.ending, one.subject)), Some(want), "{line}");
        }
    }
}
