//! What kinds of things have names.

macro_rules! categories {
    ($($(#[$doc:meta])* $category:ident = $name:literal;)+) => {
        /// A kind of thing that has names; the first column of `data/terms.tsv`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Category {
            $($(#[$doc])* $category,)+
        }

        impl Category {
            /// Every category, in the order of the file.
            pub const ALL: &[Self] = &[$(Self::$category),+];

            /// How the file calls it, for example `ending`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$category => $name,)+
                }
            }
        }
    };
}

categories! {
    /// Kinds of endings, by their stored codes.
    Ending = "ending";
    /// How the declared ending and the moves agree, by the stored codes.
    Agreement = "agreement";
    /// Rules that a move can break, by their stored codes.
    Rule = "rule";
    /// The games: shogi and dōbutsu shōgi.
    Variant = "variant";
    /// The sides, and results as one of them sees it.
    Side = "side";
    /// Kinds of pieces of both games.
    Piece = "piece";
    /// Handicaps. The Japanese names are those of 手合割 in KIF.
    Handicap = "handicap";
    /// What a record is, by the stored codes.
    GameKind = "game_kind";
    /// Kinds of names of openings and castles.
    NameKind = "name_kind";
    /// Words about the board and moves.
    Board = "board";
    /// How bad a finding is.
    Severity = "severity";
    /// Why two games may be one, or two names one person's.
    Likeness = "likeness";
    /// Kinds of operations on the games as a whole, by their stored codes.
    Operation = "operation";
    /// Headings of columns, and names of headers of a record.
    Heading = "heading";
    /// What stands at the beginning of a line with one number: overview, summary of an import, `doctor`.
    Label = "label";
    /// Sentences and remarks; `{…}` stands for a value.
    Statement = "statement";
    /// Numbers with what is counted, `{n}` for the number; `|` separates the singular from the plural.
    Count = "count";
}

impl Category {
    /// The category that the file calls so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|category| category.name() == name)
    }
}
