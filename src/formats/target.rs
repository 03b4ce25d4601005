//! The formats in which a game can be written.

use super::dobutsu::{self, Notation};
use super::encoding::{Encoding, encode};
use super::{Loss, LossCode, Written, bod, csa, jkf, ki2, kif, read_back, usen, usi};
use crate::record::Record;
use crate::replay::Game;

/// The line that begins a game of KIF among several.
const KIF_BANNER: &str = "# ---- kifukura 棋譜ファイル ----\n";

/// A format in which a game can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Target {
    /// KIF, usually in CP932.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// KI2.
    Ki2,
    /// CSA V2.2, or the CSA-like notation of dōbutsu shōgi.
    Csa,
    /// CSA V3.0.
    Csa3,
    /// One USI `position` command.
    Usi,
    /// JKF.
    Jkf,
    /// USEN.
    Usen,
    /// A diagram of one position.
    Bod,
    /// One position as SFEN.
    Sfen,
    /// A list of moves of dōbutsu shōgi in kifukura's own notation.
    Dobutsu,
    /// A list of moves of dōbutsu shōgi as Fairy-Stockfish has them.
    Fairy,
    /// A list of moves of dōbutsu shōgi in algebraic notation.
    Algebraic,
    /// Dōbutsu shōgi in Japanese prose.
    Prose,
}

/// Where a game stands among those that are written into one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// It is the only one.
    Alone,
    /// Others may follow it.
    First,
    /// Others stand before it.
    Later,
}

impl Target {
    /// Every target.
    pub const ALL: [Self; 14] = [
        Self::Kif,
        Self::Kifu,
        Self::Ki2,
        Self::Csa,
        Self::Csa3,
        Self::Usi,
        Self::Jkf,
        Self::Usen,
        Self::Bod,
        Self::Sfen,
        Self::Dobutsu,
        Self::Fairy,
        Self::Algebraic,
        Self::Prose,
    ];

    /// Name, ending of a file's name, and description.
    const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Kif => ("kif", "kif", "KIF in CP932, as most programs write it"),
            Self::Kifu => ("kifu", "kifu", "KIF in UTF-8"),
            Self::Ki2 => ("ki2", "ki2", "KI2, as newspapers print moves"),
            Self::Csa => ("csa", "csa", "CSA V2.2, or the CSA-like notation of dōbutsu shōgi"),
            Self::Csa3 => ("csa3", "csa", "CSA V3.0"),
            Self::Usi => ("usi", "usi", "One `position …` line a game, dōbutsu shōgi as lishogi writes it"),
            Self::Jkf => ("jkf", "jkf", "JKF, one JSON object a line"),
            Self::Usen => ("usen", "usen", "USEN, the form for addresses of pages"),
            Self::Bod => ("bod", "bod", "A diagram of the last position"),
            Self::Sfen => ("sfen", "sfen", "The last position as SFEN"),
            Self::Dobutsu => ("dobutsu", "txt", "Dōbutsu shōgi as a list: `b3b2 a1b2`"),
            Self::Fairy => ("fairy", "txt", "Dōbutsu shōgi as Fairy-Stockfish and PyChess write it"),
            Self::Algebraic => ("algebraic", "txt", "Dōbutsu shōgi in algebraic notation: `Cb3xb2`"),
            Self::Prose => ("prose", "txt", "Dōbutsu shōgi in Japanese prose: `▲B2ひよこ`"),
        }
    }

    /// The stable name: `kif`, `kifu`, `ki2`, `csa`, `csa3`, `usi`, `jkf`, `usen`, `bod`, `sfen`, `dobutsu`, `fairy`,
    /// `algebraic`, `prose`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// The target with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// What a file's name ends with, without the point.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        self.texts().1
    }

    /// The encoding of its files, unless another is asked for: CP932 for `kif`, UTF-8 for all others.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        match self {
            Self::Kif => Encoding::Cp932,
            _ => Encoding::Utf8,
        }
    }

    /// True when the format has a way to tell where one game of a file ends and the next begins, so that programs read
    /// all of them.
    #[must_use]
    pub const fn holds_several(self) -> bool {
        matches!(
            self,
            Self::Csa
                | Self::Csa3
                | Self::Usi
                | Self::Usen
                | Self::Sfen
                | Self::Dobutsu
                | Self::Fairy
                | Self::Algebraic
        )
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.texts().2
    }

    /// True for a format that holds one position of a game.
    #[must_use]
    pub const fn is_position(self) -> bool {
        matches!(self, Self::Bod | Self::Sfen)
    }

    /// Writes a game, and reads the text again to see what differs. Of the formats for one position, it is the one
    /// after `ply` plies, by default the last. The losses are those of the writer, then those that the reading shows.
    ///
    /// ```
    /// use kifukura::{formats::{self, Target}, replay::replay};
    ///
    /// let record = &formats::read(b"position startpos moves 7g7f 3c3d").records[0];
    /// let game = replay(record).expect("a start position that can be played on");
    /// assert!(Target::Ki2.write(record, &game, None).text.contains("△３四歩"));
    /// let sfen = Target::Sfen.write(record, &game, Some(1)).text;
    /// assert!(sfen.contains(" w - 2"));
    /// ```
    #[must_use]
    pub fn write(self, record: &Record, game: &Game, ply: Option<usize>) -> Written {
        let mut written = match self {
            Self::Kif | Self::Kifu => kif::write(record, game),
            Self::Ki2 => ki2::write(record, game),
            Self::Csa => csa::write(record, game, csa::Version::V22),
            Self::Csa3 => csa::write(record, game, csa::Version::V30),
            Self::Usi => usi::write(record, game),
            Self::Jkf => jkf::write(record, game),
            Self::Usen => usen::write(record, game),
            Self::Bod => bod::write(record, game, ply),
            Self::Sfen => usi::write_position(record, game, ply),
            Self::Dobutsu => dobutsu::write(record, game, Notation::Ours),
            Self::Fairy => dobutsu::write(record, game, Notation::Fairy),
            Self::Algebraic => dobutsu::write(record, game, Notation::Algebraic),
            Self::Prose => dobutsu::write(record, game, Notation::Prose),
        };
        written.losses.extend(read_back::differences(record, game, &written.text));
        written
    }

    /// A written text as it stands in a file: behind the lines that come before a game, with the line that names its
    /// encoding, in that encoding. What the encoding cannot say is a loss.
    #[must_use]
    pub fn encode(self, text: String, encoding: Encoding, among: Among) -> (Vec<u8>, Vec<Loss>) {
        let (text, official) = csa::in_encoding(text, encoding);
        let text = format!("{}{text}", self.first_lines(encoding, among));
        let (bytes, replaced) = encode_text(&text, encoding);
        let name = encoding.name();
        let unnamed = (!official).then(|| {
            let message = format!("CSA names only UTF-8 and SHIFT_JIS; other programs may not read {name}");
            Loss::new(LossCode::EncodingUncommon, message)
        });
        (bytes, unnamed.into_iter().chain(replaced).collect())
    }

    /// What stands before a game: the line that names the encoding, without which Kifu for Windows takes every file
    /// for Shift_JIS, and before a game of several the banner that programs begin a file with, since KIF has nothing
    /// else between games. KI2 has no such line that all programs read: Kifu for JS refuses a file whose first line begins
    /// with `#`. CSA has a line between games, which stands between two only.
    fn first_lines(self, encoding: Encoding, among: Among) -> String {
        let utf8 = matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom);
        match self {
            Self::Csa | Self::Csa3 if among == Among::Later => "/\n".to_owned(),
            Self::Kif | Self::Kifu => {
                let line = if utf8 { kif::UTF8_LINE } else { "" };
                let banner = if among == Among::Alone { "" } else { KIF_BANNER };
                format!("{line}{banner}")
            }
            _ => String::new(),
        }
    }
}

/// How many of the characters that an encoding does not have are named.
const NAMED: usize = 20;

/// A text in an encoding, and the loss where the encoding has no character for some of it.
#[must_use]
pub fn encode_text(text: &str, encoding: Encoding) -> (Vec<u8>, Option<Loss>) {
    let (bytes, missing) = encode(text, encoding);
    let loss = (!missing.is_empty()).then(|| {
        let chars: String = missing.iter().take(NAMED).collect();
        let message = format!("{} has no character for `{chars}`; `?` stands for it", encoding.name());
        Loss::new(LossCode::CharactersReplaced, message)
    });
    (bytes, loss)
}

#[cfg(test)]
mod tests {
    use super::{Among, Target};
    use crate::formats::encoding::Encoding;

    #[test]
    fn names_are_unique_and_found() {
        for target in Target::ALL {
            assert_eq!(Target::from_name(target.name()), Some(target));
        }
    }

    #[test]
    fn what_stands_before_a_game() {
        let (utf8, cp932) = (Encoding::Utf8, Encoding::Cp932);
        let line = "#KIF version=2.0 encoding=UTF-8\n";
        let banner = "# ---- kifukura 棋譜ファイル ----\n";
        let both = format!("{line}{banner}");
        for (target, encoding, among, want) in [
            (Target::Kif, utf8, Among::Alone, line),
            (Target::Kif, utf8, Among::First, &both),
            (Target::Kif, cp932, Among::Later, banner),
            (Target::Ki2, utf8, Among::Later, ""),
            (Target::Csa, utf8, Among::First, ""),
            (Target::Csa3, utf8, Among::Later, "/\n"),
            (Target::Usi, utf8, Among::Later, ""),
        ] {
            assert_eq!(target.first_lines(encoding, among), want, "{target:?}");
        }
    }
}
