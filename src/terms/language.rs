//! The languages that names are shown in.

use std::fmt;

macro_rules! languages {
    ($($(#[$doc:meta])* $language:ident = $name:literal;)+) => {
        /// A language for people. Machine formats (JSON, CSV) and `--help` are the same in every language.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Language {
            $($(#[$doc])* $language,)+
        }

        impl Language {
            /// Every language, English first.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$language),+];

            /// Its code (ISO 639-1), which is also the name of its column in `data/terms.tsv`: `en`, `ja`, `it`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$language => $name,)+
                }
            }
        }
    };
}

// A new language is a line here and a column in `data/terms.tsv`.
languages! {
    /// English, which stands in for a name that another language does not have.
    #[default]
    English = "en";
    /// 日本語
    Japanese = "ja";
    /// Italiano
    Italian = "it";
}

impl Language {
    /// The language with this code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
