//! Comments, and what programs say in them.

use super::super::{comment, shown};
use super::{Phase, Reader};
use crate::formats::builder::comment_at;
use crate::formats::evaluation;
use crate::record::{Code, Ending, Place};

impl Reader {
    /// A comment; `text` is what follows the mark, perhaps behind a statement and a comma.
    pub(super) fn comment(&mut self, text: &str, behind_comma: bool, place: Place, offset: usize) {
        // Only before a game: the bytes have been decoded by now, and the program is not a remark about the game.
        let before_a_game = matches!(self.phase, Phase::Header | Phase::Ended);
        let banner = comment::banner(text).filter(|_| before_a_game);
        if text.starts_with("CSA encoding=")
            || before_a_game && comment::is_encoding(text)
            || banner.is_some()
        {
            if self.phase == Phase::Ended {
                self.next_game(offset, offset);
            }
            if let Some(name) = banner {
                self.record.producer = Some(name.to_owned());
            }
            return;
        }
        if !self.budget.allows(&self.record, 0) {
            return;
        }
        let is_fact = text.contains(':') && comment::is_server_fact(text);
        let behind_end = self.phase == Phase::Ended && !is_fact;
        if is_fact {
            comment::note_facts(&mut self.record.info, text);
            if let Some(summary) = comment::summary(text, &self.record.info.players, place) {
                if summary.ending == Ending::Unknown {
                    let message = format!("`{}` gives a reason that is not known", shown(text));
                    self.record.report(Code::EndingUnknown, place, message);
                }
                self.record.lines[0].declarations.push(summary);
            }
        } else if text.starts_with("ILLEGAL_MOVE(") {
            self.illegal_move(text, place);
        }
        let ply = self.record.main().plies.len();
        let starred = text.strip_prefix('*');
        let evaluation = starred.and_then(|text| evaluation::of_client(text, behind_comma, ply));
        self.record.evaluations.extend(evaluation);
        let text = starred.unwrap_or(text).to_owned();
        self.record.notes.push(comment_at(ply + usize::from(behind_end), text));
    }
}
