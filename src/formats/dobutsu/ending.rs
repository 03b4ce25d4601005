//! The word after the moves that says how the game ended.

use crate::formats::builder::declared;
use crate::formats::kakinoki::ending;
use crate::record::{Clock, Declaration, Ending, Place, Subject};
use crate::rules::Color;

/// The English words; those of KIF are read and written as well.
const WORDS: [(&str, Ending, Subject); 8] = [
    ("resign", Ending::Resignation, Subject::MoverLoses),
    ("catch", Ending::LionCaptured, Subject::MoverLoses),
    ("try", Ending::LionTry, Subject::MoverLoses),
    ("threefold", Ending::Threefold, Subject::Nobody),
    ("rep_draw", Ending::Threefold, Subject::Nobody),
    ("draw", Ending::DrawAgreed, Subject::Nobody),
    ("timeout", Ending::TimeForfeit, Subject::MoverLoses),
    ("illegal", Ending::IllegalMove, Subject::MoverLoses),
];

/// What a word declares, if it is one of an ending.
pub(super) fn read(word: &str, place: Place) -> Option<Declaration> {
    let english = WORDS.iter().find(|(known, ..)| *known == word);
    if let Some((_, ending, subject)) = english {
        return Some(declared(*ending, *subject, word, place));
    }
    let known = ending::WORDS.iter().any(|(known, ..)| *known == word);
    known.then(|| ending::word(word, None, Clock::default(), place))
}

/// The word for a declaration when `mover` is to move; `None` when there is none that says the same.
pub(super) fn write(said: &Declaration, mover: Color, english: bool) -> Option<String> {
    let winner = said.subject.winner(mover);
    let kind = said.ending.in_variant(crate::rules::Variant::Dobutsu);
    if kind == Ending::LionTry {
        // Whose lion it was, the board says.
        return Some(if english { "try" } else { "トライ" }.to_owned());
    }
    if read(&said.word, Place::FILE).is_some_and(|found| {
        found.ending == said.ending
            && found.subject.winner(mover) == winner
            && (english == said.word.is_ascii())
    }) {
        return Some(said.word.clone());
    }
    let english = WORDS
        .iter()
        .filter(|_| english)
        .find(|(_, ending, who)| *ending == kind && who.winner(mover) == winner);
    match english {
        Some((word, ..)) => Some((*word).to_owned()),
        None => {
            let word = ending::word_for(said.ending, said.subject, mover)?;
            let found = ending::word(word, None, Clock::default(), Place::FILE);
            (found.subject.winner(mover) == winner).then(|| word.to_owned())
        }
    }
}
