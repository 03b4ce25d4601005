//! What ends a game: statements, messages of a server, results in headers, and illegal moves in comments.

use super::super::{ending, shown};
use super::{Phase, Reader};
use crate::formats::builder::declared;
use crate::formats::wars;
use crate::notation::csa;
use crate::record::{Clock, Code, Declaration, DeclaredBy, Ending, Place, Ply, Subject, WrittenMove};

/// Statements about the ending of one game that are kept.
const MOST_ENDINGS: usize = 100;

impl Reader {
    pub(super) fn ending(&mut self, text: &str, place: Place) {
        let word = text.to_ascii_uppercase();
        let word = word.trim_start_matches('%');
        if word == "PASS" {
            return match self.phase {
                Phase::Ended => self.text_after_end(text, place),
                Phase::Broken => self.record.lines[0].unread += 1,
                Phase::Header | Phase::Moves => {
                    self.phase = Phase::Moves;
                    self.push(WrittenMove { pass: true, ..WrittenMove::default() }, place);
                }
            };
        }
        let known = ending::of_word(word).or_else(|| wars::ending(word));
        if known.is_none_or(|(ending, _)| ending == Ending::Unknown) {
            let message = format!("`{}` does not say how the game ended", shown(text));
            self.record.report(Code::EndingUnknown, place, message);
        }
        let (ending, subject) = known.unwrap_or((Ending::Unknown, Subject::Silent));
        if word == "HIKIWAKE" {
            let message = "`%HIKIWAKE` is a draw claimed at impasse, but programs write it for any draw";
            self.record.report(Code::EndingAmbiguous, place, message);
        }
        let line = &self.record.lines[0];
        let row = line.declarations.iter().rfind(|found| found.by == DeclaredBy::Row);
        if self.session.is_there() && row.is_some_and(|row| row.ending == ending && row.clock.spent.is_none())
        {
            // The server repeats what the player sent, with the time.
            return;
        }
        if line.declarations.iter().any(|other| other.by == DeclaredBy::Row && other.ending != ending) {
            let message = format!("`{}` after the statement that ends the game", shown(text));
            self.record.report(Code::TextAfterEnd, place, message);
        }
        self.declare(ending, subject, text, DeclaredBy::Row, place);
    }

    pub(super) fn declare(
        &mut self,
        ending: Ending,
        subject: Subject,
        word: &str,
        by: DeclaredBy,
        place: Place,
    ) {
        self.phase = Phase::Ended;
        if self.record.main().declarations.len() >= MOST_ENDINGS {
            return self.text_after_end(word, place);
        }
        let declaration = declared(ending, subject, word, place);
        self.record.lines[0].declarations.push(Declaration { by, ..declaration });
    }

    /// A word of Shogi Wars. Before the moves it ends nothing.
    pub(super) fn token(&mut self, ending: Ending, subject: Subject, text: &str, place: Place) {
        if ending == Ending::Unknown {
            let message = format!("`{}` does not say how the game ended", shown(text));
            self.record.report(Code::EndingUnknown, place, message);
        }
        if self.phase == Phase::Header {
            self.declare(ending, subject, text, DeclaredBy::Header, place);
            self.phase = Phase::Header;
        } else {
            self.declare(ending, subject, text, DeclaredBy::Row, place);
        }
    }

    /// A line of the protocol between server and player. What it says about the ending is kept unless it was said before.
    pub(super) fn message(&mut self, text: &str, place: Place) {
        let word = text.strip_prefix("%%").unwrap_or_default();
        if ending::of_word(&word.to_ascii_uppercase()).is_some() {
            let message = format!("`{}` was read as `%{word}`", shown(text));
            self.record.report(Code::ServerMessage, place, message);
            return self.ending(text, place);
        }
        self.record.report(Code::ServerMessage, place, format!("`{}` is a message of a server", shown(text)));
        let Some((ending, subject)) = ending::of_message(text, self.session.client) else { return };
        let said = &self.record.lines[0].declarations;
        let has_begun = self.phase != Phase::Header || self.turn.is_some();
        let is_known = |found: &Declaration| {
            found.ending == ending && (found.subject == subject || !matches!(subject, Subject::Winner(_)))
        };
        if !has_begun || said.len() >= MOST_ENDINGS || said.iter().any(is_known) {
            return;
        }
        if (ending, subject) == (Ending::Unknown, Subject::Silent) {
            // Somebody has won, and it is not known whose log it is.
            if said.iter().all(|found| found.by == DeclaredBy::Header) {
                let message = format!("`{}` does not say which side it was sent to", shown(text));
                self.record.report(Code::EndingUnknown, place, message);
                self.declare(ending, subject, text, DeclaredBy::Summary, place);
            }
            return;
        }
        self.declare(ending, subject, text, DeclaredBy::Summary, place);
    }

    /// `$X_FINAL:切断` and `$X_WINNER:▲`, headers of Shogi-Extend that say how the game ended and who won.
    pub(super) fn result_header(&mut self, key: &str, value: &str, place: Place) {
        let value = value.trim();
        if value.is_empty() || self.record.lines[0].declarations.len() >= MOST_ENDINGS {
            return;
        }
        let found = match key {
            "$X_FINAL" => ending::of_name(value).map(|ending| (ending, Subject::Silent)),
            "$X_WINNER" => ending::side(value).map(|winner| (Ending::Unknown, Subject::Winner(winner))),
            _ => return,
        };
        let Some((ending, subject)) = found else {
            let message = format!("`{key}:{}` does not say how the game ended", shown(value));
            return self.record.report(Code::EndingUnknown, place, message);
        };
        let declaration = declared(ending, subject, value, place);
        self.record.lines[0].declarations.push(Declaration { by: DeclaredBy::Header, ..declaration });
    }

    /// A comment `'ILLEGAL_MOVE(+7654FU)` of a server: the game ends with this move, which stands there alone or after a
    /// statement of its own.
    pub(super) fn illegal_move(&mut self, text: &str, place: Place) {
        let Some((inside, _)) = text.strip_prefix("ILLEGAL_MOVE(").and_then(|rest| rest.split_once(')'))
        else {
            return;
        };
        if self.record.lines[0].declarations.len() >= MOST_ENDINGS {
            return;
        }
        let inside = inside.trim();
        let offender = inside.bytes().next().and_then(csa::color);
        let written = <[u8; 7]>::try_from(inside.as_bytes()).ok().and_then(|text| self.seven(text));
        let line = &mut self.record.lines[0];
        match written {
            _ if self.phase == Phase::Broken => {}
            Some(written) if line.plies.last().is_some_and(|last| last.written == written) => {}
            Some(written) => line.plies.push(Ply { written, clock: Clock::default(), place }),
            None => {
                line.unread = 1;
                let message = format!("`{}` is not a move", shown(inside));
                self.record.report(Code::BadStatement, place, message);
            }
        }
        let subject = offender.map_or(Subject::Silent, |offender| Subject::Winner(!offender));
        self.declare(Ending::IllegalMove, subject, text.trim_end(), DeclaredBy::Row, place);
    }
}
