//! What a text in another format does not hold of a game, or holds in another form.

use std::fmt;

/// One thing that a written text does not say as the record did.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// What is lost or changed.
    pub code: LossCode,
    /// What, how many of them, and what was written instead: one sentence without a full stop.
    pub message: String,
}

impl Loss {
    /// A loss with its sentence.
    pub fn new(code: LossCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Defines the codes: for each its name and its meaning, which is its documentation as well.
macro_rules! codes {
    ($($code:ident $name:literal $meaning:literal)*) => {
        /// What kind of loss it is. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum LossCode {
            $(#[doc = $meaning] $code,)*
        }

        impl LossCode {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// The stable name, for example `times-dropped`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// What it means, in one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$code => $meaning,)*
                }
            }
        }
    };
}

codes! {
    NotWritten "not-written" "The format has no records of this game, and nothing was written."
    PositionOnly "position-only" "The format holds one position; moves, headers and everything else were left out."
    MoveNumberDropped "move-number-dropped" "The start position's move number was left out."
    MovesDropped "moves-dropped" "Moves that cannot be spelled, are not legal or could not be read were left out."
    MovesUnspelled "moves-unspelled" "Moves that have no spelling were written as a sign that stands for any move."
    MovesWithOrigin "moves-with-origin" "Moves that are not legal were written with an origin, which the format does not have."
    BranchesDropped "branches-dropped" "Branches were left out."
    TimesDropped "times-dropped" "Times were left out."
    TimesCut "times-cut" "Times were cut to whole seconds."
    TotalsDropped "totals-dropped" "The running totals of the clocks were left out."
    TotalsAdded "totals-added" "Running totals of the clocks that the record does not have were added up."
    HeadersDropped "headers-dropped" "Headers were left out."
    HeaderAsComment "header-as-comment" "A header that the format does not have was written as a comment."
    RatingsDropped "ratings-dropped" "The players' ratings were left out."
    NotesDropped "notes-dropped" "Comments and bookmarks were left out."
    CommentMoved "comment-moved" "A comment was written behind another move than the one it belongs to."
    CommentAsBookmark "comment-as-bookmark" "A comment reads as a bookmark in this format."
    BookmarkAsComment "bookmark-as-comment" "A bookmark was written as a comment."
    LineEndsChanged "line-ends-changed" "Line ends inside a header or comment were written as blanks."
    EndingsDropped "endings-dropped" "Statements about the ending were left out."
    EndingChanged "ending-changed" "The ending was written with a word that says something else."
    EndingAsComment "ending-as-comment" "The ending was written as a comment."
    EndingUncommon "ending-uncommon" "The word for the ending is not one that every program of the format reads."
    WinnerChanged "winner-changed" "The text names another winner than the record does, or none."
    TextDropped "text-dropped" "Text of the source that has no place in the record was left out."
    FieldsDropped "fields-dropped" "Fields of the source that its format does not have were left out."
    CharactersReplaced "characters-replaced" "The encoding has no character for some of the text; `?` was written."
    EncodingUncommon "encoding-uncommon" "The format does not name this encoding, and other programs may not read it."
    ReadBackFailed "read-back-failed" "Read again, the text is not one game that can be played."
    StartDiffers "start-differs" "Read again, the game starts from another position."
    MovesDiffer "moves-differ" "Read again, other moves are legal."
    BranchesDiffer "branches-differ" "Read again, there are fewer branches."
    WinnerDiffers "winner-differs" "Read again, another winner is named, verified or counted."
    NotListed "not-listed" "There are more losses than are listed one by one."
}

impl LossCode {
    /// The code with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::LossCode;

    #[test]
    fn names_are_unique_and_found() {
        for code in LossCode::ALL {
            assert_eq!(LossCode::from_name(code.name()), Some(*code));
        }
    }
}
