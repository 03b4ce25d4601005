//! Words and lines that say how a game ended. The table is that of KIF and KI2.

use crate::notation::kif::{arabic_digit, number};
use crate::record::{Clock, Declaration, DeclaredBy, Ending, Place, Subject};
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

/// A pass, which some programs let their users enter in place of a move.
pub(in crate::formats) const PASSES: &[&str] = &["パス", "PASS", "pass", "手番変更"];

/// What an ending word in place of a move declares; `side` is the one that a mark before it names (△投了). Words that
/// are not in the table are kept as `Unknown`.
pub(in crate::formats) fn word(text: &str, side: Option<Color>, clock: Clock, place: Place) -> Declaration {
    let known = WORDS.iter().find(|(word, ..)| *word == text);
    let (ending, subject) =
        known.map_or((Ending::Unknown, Subject::Silent), |(_, ending, subject)| (*ending, *subject));
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
];

/// The count of a closing line and its length; `u32::MAX` for a count that no game has (`-6`, one beyond all numbers).
fn count(text: &str) -> Option<(u32, usize)> {
    let unsigned = text.trim_start_matches(['-', '−', '－']);
    if unsigned.len() == text.len()
        && let Some(found) = number(text)
    {
        return Some(found);
    }
    let rest = unsigned.trim_start_matches(|letter| arabic_digit(letter).is_some());
    (rest.len() < unsigned.len()).then_some((u32::MAX, text.len() - rest.len()))
}

/// What a closing line (まで57手で先手の勝ち) declares; `None` when it is no closing line.
pub(in crate::formats) fn closing_line(line: &str, place: Place) -> Option<Declaration> {
    let line = line.trim_matches(super::row::is_blank);
    let rest = line.strip_prefix("まで")?.trim_start_matches(['、', ',', '，', ' ', '\u{3000}']);
    let (plies, rest) = match count(rest) {
        Some((count, length)) => (Some(count), rest[length..].trim_start_matches(super::row::is_blank)),
        None => (None, rest),
    };
    let rest = if plies.is_some() { rest.strip_prefix('手')? } else { rest };
    let rest = rest.trim_start_matches(['に', 'て', 'で', '、', ' ', '\u{3000}']);
    let ending = PHRASES.iter().find(|(phrase, _)| rest.contains(phrase)).map(|(_, ending)| *ending);
    if plies.is_none() && ending.is_none() && !rest.contains(['勝', '敗', '負']) {
        return None;
    }
    let ending = ending.unwrap_or(Ending::Unknown);
    let subject = subject(rest, ending);
    Some(Declaration {
        ending: if rest.is_empty() { Ending::None } else { ending },
        subject,
        word: line.to_owned(),
        plies,
        by: DeclaredBy::ClosingLine,
        clock: Clock::default(),
        place,
    })
}

/// Whom the words after the count call the winner: the side before 勝, wherever another one is named before it
/// (先手の反則により後手の勝ち); without 勝, the side that is named is the one that lost.
fn subject(rest: &str, ending: Ending) -> Subject {
    let sides =
        [("先手", Color::Black), ("下手", Color::Black), ("後手", Color::White), ("上手", Color::White)];
    let named = |text: &str| {
        sides
            .into_iter()
            .filter_map(|(name, color)| Some((text.rfind(name)?, color)))
            .max_by_key(|(at, _)| *at)
    };
    let won = rest.rmatch_indices('勝').map(|(at, _)| at).find(|at| !rest[*at..].starts_with("勝負"));
    let first = sides.into_iter().filter_map(|(name, color)| Some((rest.find(name)?, color)));
    let first = first.min_by_key(|(at, _)| *at).map(|(_, color)| color);
    let lost = rest.contains(['負', '敗']) && !rest.contains("勝負");
    match (won, first) {
        (Some(at), Some(first)) => Subject::Winner(named(&rest[..at]).map_or(first, |(_, color)| color)),
        (None, Some(first)) if lost => Subject::Winner(!first),
        (None, Some(first))
            if matches!(ending, Ending::Resignation | Ending::TimeForfeit | Ending::IllegalMove) =>
        {
            Subject::Winner(!first)
        }
        (None, None) if ending == Ending::TimeForfeit || ending == Ending::IllegalMove && lost => {
            Subject::MoverLoses
        }
        (_, None)
            if matches!(
                ending,
                Ending::Sennichite | Ending::Jishogi | Ending::DrawAgreed | Ending::MaxMoves
            ) =>
        {
            Subject::Nobody
        }
        _ if matches!(ending, Ending::Checkmate | Ending::Resignation | Ending::LionCaptured) => {
            Subject::MoverLoses
        }
        _ => Subject::Silent,
    }
}

/// Gives a closing line that names a player (まで57手で甲の勝ち) the side that plays under this name: the whole name, or
/// its beginning or end if that is nobody else's. False when it names a winner who is neither side nor player.
pub(in crate::formats) fn name_winner(
    declaration: &mut Declaration,
    players: &ByColor<Option<String>>,
) -> bool {
    let named = declaration.word.rsplit_once("手で").map_or(declaration.word.as_str(), |(_, rest)| rest);
    let named = ["の勝", "が勝"].iter().find_map(|word| named.split_once(word)).map(|(name, _)| name);
    let Some(named) = named.filter(|_| declaration.subject == Subject::Silent) else { return true };
    let named =
        named.rsplit_once("により").map_or(named, |(_, name)| name).trim_matches(super::row::is_blank);
    let plays = |color: Color| {
        let name = players[color].as_deref().unwrap_or_default();
        !named.is_empty()
            && (name == named || name.starts_with(named) || !name.is_empty() && named.starts_with(name))
    };
    match (plays(Color::Black), plays(Color::White)) {
        (true, false) => declaration.subject = Subject::Winner(Color::Black),
        (false, true) => declaration.subject = Subject::Winner(Color::White),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_unique() {
        for (index, (text, ..)) in WORDS.iter().enumerate() {
            assert!(WORDS[..index].iter().all(|(earlier, ..)| earlier != text), "{text}");
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
            ("まで2手で後手の勝ち（先手投了）", Some((Some(2), Ending::Resignation, white))),
            ("まで2手で先手の時間切れ", Some((Some(2), Ending::TimeForfeit, white))),
            ("まで2手で時間切れ", Some((Some(2), Ending::TimeForfeit, Subject::MoverLoses))),
            ("まで2手で後手の反則", Some((Some(2), Ending::IllegalMove, black))),
            ("まで2手で無勝負", Some((Some(2), Ending::Unknown, Subject::Silent))),
            ("まで先手の勝ち", Some((None, Ending::Unknown, black))),
            ("まであと少し", None),
            ("ここまで", None),
        ] {
            let found = closing_line(line, Place::default());
            assert_eq!(found.map(|one| (one.plies, one.ending, one.subject)), want, "{line}");
        }
    }
}
