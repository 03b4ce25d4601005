//! What stands before the moves: version, names, headers, position, and who moves first.

use super::super::lookahead::Lookahead;
use super::super::{shown, statement};
use super::{Phase, Reader};
use crate::record::{Code, Header, Place};
use crate::rules::Color;

impl Reader {
    pub(super) fn version(&mut self, text: &str, place: Place, offset: usize) {
        if self.phase != Phase::Header || self.has_version {
            self.next_game(offset, offset);
        }
        if !["V1", "V2", "V2.1", "V2.2", "V3", "V3.0"].contains(&text) {
            let message = format!("`{}` is not a known version of CSA", shown(text));
            self.record.report(Code::BadHeader, place, message);
        }
        self.has_version = true;
        self.record.producer.get_or_insert_with(|| text.to_owned());
    }

    /// A player's name. Among the moves of a game that goes on behind it, it begins no other one, nor behind a game that is
    /// the last.
    pub(super) fn name(
        &mut self,
        text: &str,
        place: Place,
        offset: usize,
        lookahead: impl Fn() -> Lookahead,
    ) {
        let color = if text.starts_with("N+") { Color::Black } else { Color::White };
        match self.phase {
            Phase::Header => {}
            Phase::Moves | Phase::Broken if !lookahead().is_another_game() => {
                let message = format!("`{}` names a player among the moves", shown(text));
                self.record.report(Code::BadHeader, place, message);
            }
            Phase::Ended if self.lacks_name(color, text[2..].trim()) && lookahead().is_behind_a_game() => {}
            _ => self.next_game(offset, offset),
        }
        self.player(color, &text[..2], &text[2..], place);
    }

    /// True when the game has no other name for this side.
    fn lacks_name(&self, color: Color, name: &str) -> bool {
        self.record.info.players[color].as_deref().is_none_or(|known| known == name)
    }

    /// Takes a player's name, with the key under which it is kept.
    pub(super) fn player(&mut self, color: Color, key: &str, value: &str, place: Place) {
        let name = value.trim();
        self.record.headers.push(Header { key: key.to_owned(), value: value.to_owned() });
        if name.is_empty() {
            return;
        }
        match &self.record.info.players[color] {
            Some(known) if self.phase == Phase::Header && known != name => {
                let message = format!("`{key}{}` names this player a second time", shown(value));
                self.record.report(Code::BadHeader, place, message);
            }
            Some(_) => {}
            None => self.record.info.players[color] = Some(name.to_owned()),
        }
    }

    /// A header. Behind a game it belongs to it, unless the next game's position or moves follow.
    pub(super) fn header(
        &mut self,
        text: &str,
        place: Place,
        offset: usize,
        lookahead: impl Fn() -> Lookahead,
    ) {
        let (key, value) =
            text.split_once(':').map_or((text, None), |(key, value)| (key.trim_end(), Some(value)));
        let is_known = |header: &Header| header.key == key && header.value != value.unwrap_or_default();
        let begins_another = match self.phase {
            Phase::Header => false,
            Phase::Moves | Phase::Broken => matches!(lookahead(), Lookahead::Position | Lookahead::Game),
            Phase::Ended => {
                self.record.headers.iter().any(is_known)
                    || matches!(lookahead(), Lookahead::Position | Lookahead::Game | Lookahead::Moves)
            }
        };
        if begins_another {
            self.next_game(offset, offset);
        }
        self.record.headers.push(Header { key: key.to_owned(), value: value.unwrap_or_default().to_owned() });
        let understood = value.is_some_and(|value| statement::header(&mut self.record.info, key, value));
        if !understood || key == "$" {
            self.record.report(Code::BadHeader, place, format!("`{}` cannot be understood", shown(text)));
        }
        match value {
            Some(value) if key.starts_with("$X_") => self.result_header(key, value, place),
            _ => {}
        }
    }

    pub(super) fn position(&mut self, text: &str, place: Place, offset: usize) {
        if self.phase != Phase::Header {
            self.next_game(offset, offset);
        }
        if self.start.is_empty() {
            self.start_place = place;
        }
        if let Err((at, code, message)) = self.start.line(text) {
            let before = text.get(..at).map_or(0, |before| before.chars().count());
            self.record.report(code, place.further(before), message);
            if code == Code::BadStart {
                self.record.unusable = Some(code);
            }
        }
    }

    pub(super) fn turn(&mut self, text: &str, place: Place, offset: usize) {
        if self.phase == Phase::Ended {
            self.next_game(offset, offset);
        }
        let color = if text == "+" { Color::Black } else { Color::White };
        if self.phase != Phase::Header {
            let message = format!("`{text}` among the moves says who moves first, or is a move cut short");
            return self.record.report(Code::UnreadableLine, place, message);
        }
        if self.turn.is_some_and(|turn| turn != color) {
            let message = format!("a second line `{text}` names the other side to move first");
            return self.record.report(Code::BadTurn, place, message);
        }
        self.turn = Some(color);
    }
}
