//! The codes, made from the table in the files beside this one.

use super::ExampleBytes::{Bytes, Cp932, Impossible, Repeated, Utf8};
use super::{Example, Severity};
use std::fmt;

/// What the table says about a code.
struct Entry {
    id: &'static str,
    name: &'static str,
    severity: Severity,
    text: &'static str,
    hint: &'static str,
    example: Example,
}

macro_rules! codes {
    (; $($code:ident $id:literal $name:literal $severity:ident {
        text: $text:literal;
        hint: $hint:literal;
        example: $path:literal => $bytes:expr;
    })+) => {
        /// The stable codes of all diagnostics.
        ///
        /// The first character of a code says what it is about: `B` bytes and encodings, `F` any format, `K` KIF and
        /// KI2, `C` CSA, `U` USI, `J` JSON, `W` Shogi Wars, `P` PGN, `R` replay, `E` endings, `D` packed positions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $text] $code,)+
        }

        /// In the order of the codes.
        const TABLE: &[Entry] = &[$(Entry {
            id: $id,
            name: $name,
            severity: Severity::$severity,
            text: $text,
            hint: $hint,
            example: Example { path: $path, bytes: $bytes },
        },)+];

        impl Code {
            /// Every code, group by group.
            pub const ALL: &[Self] = &[$(Self::$code,)+];
        }
    };
}

// Each macro adds the entries of its file and hands all of them to the next.
byte_codes! { format_codes kif_codes csa_codes usi_codes json_codes wars_codes pgn_codes replay_codes ending_codes packed_codes codes; }

impl Code {
    const fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }

    /// The short stable code, for example `K012`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.entry().id
    }

    /// The name in words, for example `no-such-piece`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The code with this id (in either case) or this name.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|code| code.id().eq_ignore_ascii_case(text) || code.name() == text)
    }

    /// How bad it usually is.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.entry().severity
    }

    /// What the code means, in one English sentence without a full stop.
    #[must_use]
    pub const fn explanation(self) -> &'static str {
        self.entry().text
    }

    /// What to do about it, in one English sentence without a full stop.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        self.entry().hint
    }

    /// A short file in which it is found.
    #[must_use]
    pub const fn example(self) -> Example {
        self.entry().example
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_and_names_are_unique() {
        let ids: HashSet<_> = Code::ALL.iter().map(|code| code.id()).collect();
        let names: HashSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!((ids.len(), names.len()), (Code::ALL.len(), Code::ALL.len()));
        for code in Code::ALL {
            assert_eq!([Code::find(&code.id().to_lowercase()), Code::find(code.name())], [Some(*code); 2]);
        }
        assert_eq!(Code::find("K099"), None);
    }

    #[test]
    fn groups_stand_together() {
        let mut groups: Vec<_> = Code::ALL.iter().map(|code| &code.id()[..1]).collect();
        groups.dedup();
        assert_eq!(groups.concat(), "BFKCUJWPRED");
    }

    #[test]
    fn texts_are_sentences_without_a_full_stop() {
        for code in Code::ALL {
            for text in [code.explanation(), code.hint()] {
                let first = text.chars().next();
                assert!(first.is_some_and(|first| !first.is_uppercase()), "{code}: {text}");
                assert!(!text.ends_with('.') && !text.contains("  "), "{code}: {text}");
            }
            let known = code.id().len() == 4 && code.id()[1..].bytes().all(|byte| byte.is_ascii_digit());
            let words = code.name().bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'-'));
            assert!(known && words, "{code}");
        }
    }
}
