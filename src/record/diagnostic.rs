//! What is wrong with a record, where, and how bad it is: stable codes for every message.

use std::fmt;

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing was guessed.
    Info,
    /// Something was guessed, contradicts itself, or was set aside.
    Warning,
    /// A part of the record could not be understood or played.
    Error,
}

impl Severity {
    /// Every severity, the least bad first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// The severity with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }

    /// `info`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place in a file. Lines and columns start at 1; a column counts characters, not bytes. Line 0 means the file as
/// a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1; 0 for the whole line.
    pub column: u32,
}

impl Place {
    /// A line and a column, both from 1.
    #[must_use]
    pub const fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }
}

/// How long a message may become, in bytes: it may quote a line of any length.
const MOST_MESSAGE: usize = 400;

/// One finding about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is (usually [`Code::severity`]).
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What, in one English sentence without a full stop; what the file says stands in back quotes.
    pub message: String,
}

impl Diagnostic {
    /// A finding with the code's usual severity.
    #[must_use]
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if message.len() > MOST_MESSAGE {
            let end = message.floor_char_boundary(MOST_MESSAGE);
            message.truncate(end);
            message.push('…');
        }
        Self { code, severity: code.severity(), place, message }
    }
}

macro_rules! codes {
    ($($variant:ident $id:literal $name:literal $severity:ident $text:literal;)*) => {
        /// The stable codes of all diagnostics.
        ///
        /// The letter says which part of the house speaks: `B` bytes and encodings, `F` any format, `K` KIF, `C` CSA,
        /// `U` USI, `J` JKF, `W` Shogi Wars, `R` replay, `E` endings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $text] $variant,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The short stable code, for example `K012`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The name in words, for example `no-such-piece`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How bad it usually is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// What the code means, and what to do about it.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

codes! {
    EmptyFile "B001" "empty-file" Error "the file holds nothing but blanks";
    BinaryFile "B002" "binary-file" Error "the file is not text, so no record can be in it";
    UndecodableBytes "B003" "undecodable-bytes" Warning "bytes that have no meaning in the file's encoding were replaced by `\u{fffd}`";
    EncodingGuessed "B004" "encoding-guessed" Info "nothing in the file names its encoding; the one that reads best was taken";
    EncodingMisdeclared "B005" "encoding-misdeclared" Warning "the file names an encoding that its bytes do not have; the bytes decide";
    Mojibake "B006" "mojibake" Warning "the text was saved after having been decoded in the wrong encoding";
    Unreadable "B007" "unreadable" Error "the file could not be opened or read";
    ControlCharacters "B008" "control-characters" Info "characters that would move a terminal's cursor or change its colours; they are kept, and shown as signs";
    Padding "B009" "padding" Warning "zero bytes after the end of the text, as a disk leaves them that was not written to the end; the text before them is read";
    UnknownFormat "F001" "unknown-format" Error "nothing in the file looks like a record format that is known here";
    NoMoves "F002" "no-moves" Info "the record holds a position or headers but no move";
    UnreadableLine "F003" "unreadable-line" Warning "a line that the format does not have; its text is kept with the source";
    BadStart "F004" "bad-start" Error "the start position cannot be understood, so no move can be placed on it";
    UnknownHandicap "F005" "unknown-handicap" Error "the handicap has no known start position and the record has no diagram";
    StartConflict "F006" "start-conflict" Info "the handicap name and the diagram disagree; the diagram decides";
    BadClock "F007" "bad-clock" Warning "a time that cannot be read; the move counts, its time does not";
    BadHeader "F008" "bad-header" Warning "a known header with a value that cannot be understood; its text is kept";
    TextAfterEnd "F009" "text-after-end" Warning "moves or rows after the row that ends the game; they are kept as text";
    BadTurn "F010" "bad-turn" Warning "the record does not say clearly which side moves first";
    StartImpossible "F011" "start-impossible" Error "the start position breaks the rules of shogi, so no move can be judged on it";
    HandicapGuessed "F012" "handicap-guessed" Warning "programs disagree about the start position of this handicap; the commoner one was taken";
    TooManyFindings "F013" "too-many-findings" Info "more findings in one record than are listed one by one; the rest is left out";
    TooMuch "F014" "too-much" Error "a file with more games, headers, comments or branches than are read at once; the rest is not read";
    NumberMismatch "K001" "number-mismatch" Warning "a move row with another number than its place in the game; the order of the rows decides";
    UnreadableMove "K002" "unreadable-move" Error "a move row whose move cannot be understood; the line of moves ends before it";
    SameWithoutMove "K003" "same-without-move" Error "`同` without a move before it";
    OrphanBranch "K004" "orphan-branch" Error "a branch that starts at a ply which no earlier line reaches";
    CountMismatch "K005" "count-mismatch" Warning "the closing line counts another number of moves than the record has";
    BranchMarkUnused "K006" "branch-mark-unused" Info "a `+` promises a branch that the file does not have";
    DestinationWithSame "K007" "destination-with-same" Warning "a row gives both `同` and a square, and they differ; the square decides";
    BranchGuessed "K008" "branch-guessed" Warning "a branch starts at a ply that the line read last does not reach; the latest line that reaches it was taken";
    NoSuchPiece "K012" "no-such-piece" Warning "the piece name and the piece on the origin disagree; the origin decides";
    PromotedNameMeansPromotion "K013" "promoted-name-means-promotion" Warning "the promoted name on an unpromoted origin was read as the promotion itself";
    UnmarkedDrop "K014" "unmarked-drop" Info "a drop without its mark, since no piece on the board can make the move";
    WordDenied "K015" "word-denied" Warning "a word such as 上 or 右 that fits no piece on the board; the move was read as a drop";
    AmbiguousMove "K016" "ambiguous-move" Error "a move that several pieces can make, and the text does not say which";
    NoSuchMove "K017" "no-such-move" Error "a move that no piece can make as it is written";
    BadStatement "C001" "bad-statement" Error "a CSA statement that cannot be understood; the line of moves ends before it";
    PieceMismatch "C002" "piece-mismatch" Error "the piece named after the move can neither be the piece on the origin nor its promotion";
    TurnMissing "C003" "turn-missing" Info "the line `+` or `-` that says who moves first is missing";
    WrongSign "C004" "wrong-sign" Warning "the move carries the sign of the side that is not to move";
    OneLine "C005" "one-line" Info "names or headers stand on one line with the moves; every comma there parts statements";
    ServerMessage "C006" "server-message" Info "a message of a game server, which is no part of a record; it is kept as text";
    StrayHandMark "C007" "stray-hand-mark" Warning "`00`, which stands for a piece in hand, before a square; the square was taken";
    BadToken "U001" "bad-token" Error "a word among the moves that is no move; the line of moves ends before it";
    BookRows "U002" "book-rows" Info "rows of an opening book, which are no moves of a game; they are kept as comments of their position";
    EngineMessages "U003" "engine-messages" Info "lines of the protocol between an engine and its user, which are no part of a game";
    UnplayedAnswer "U004" "unplayed-answer" Info "the engine answered a move that no later line shows to have been played; the game ends before it";
    RanksGuessed "U005" "ranks-guessed" Info "moves of dōbutsu shōgi that make sense with the ranks counted from the top as well as from the bottom; the top was taken";
    IllegalMove "R001" "illegal-move" Error "a move that breaks a rule of shogi; the moves before it are kept as the game, the rest as text";
    ContinuesAfterEnd "R002" "continues-after-end" Warning "moves follow although the game was over by rule";
    Pass "R003" "pass" Warning "a pass, which shogi does not have; the line of moves ends before it";
    BranchIllegal "R004" "branch-illegal" Warning "a branch has a move that breaks a rule; the branch is kept up to it";
    ClockContradicted "R005" "clock-contradicted" Warning "a move that took less than no time, or a total that the times before it do not make; both are kept as written";
    EndingUnknown "E001" "ending-unknown" Warning "a word for the ending that is not known; it is kept";
    WinnerConflict "E002" "winner-conflict" Warning "two parts of the record name different winners or endings";
    EndingContradicted "E003" "ending-contradicted" Warning "the moves disprove the declared ending";
    EndingRefined "E004" "ending-refined" Info "the moves prove more than the record declares";
    EndingAmbiguous "E005" "ending-ambiguous" Warning "a word that its format defines more narrowly than programs use it; the wider meaning was taken";
    BadJson "J001" "bad-json" Error "text that begins as JSON and goes on as none, or is nested too deeply";
    BadField "J002" "bad-field" Error "a part of a JSON record that cannot be understood; the line of moves ends before it";
    IgnoredField "J003" "ignored-field" Warning "a field of a JSON record that has another type than it should, stands there more than once, or has a name that JKF does not have; it is ignored, or read as the message says";
    ClockStartGuessed "W001" "clock-start-guessed" Info "the record tells the time left on a clock and not what it began with; the usual time that fits was taken";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;
    use std::collections::HashSet;

    #[test]
    fn ids_and_names_are_unique() {
        let ids: HashSet<_> = Code::ALL.iter().map(|code| code.id()).collect();
        let names: HashSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!((ids.len(), names.len()), (Code::ALL.len(), Code::ALL.len()));
    }
}
