//! Enumerations whose values have names that are stored and answered with.

/// Declares an enumeration from one line a value, with `ALL`, `name` and `from_name`, so that no value can be forgotten
/// in one of them.
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $Enum:ident {
            $($(#[$about:meta])* $Value:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $Enum {
            $($(#[$about])* $Value,)+
        }

        impl $Enum {
            /// Every value, in the order in which tables show them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Value),+];

            /// The stable name, as databases and answers have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Value => $name,)+
                }
            }

            /// The value with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$Value),)+
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use named_enum;

#[cfg(test)]
mod tests {
    named_enum! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Size {
            /// Small.
            Small = "small",
            /// Large.
            Large = "large",
        }
    }

    #[test]
    fn every_value_is_found_by_its_name() {
        assert_eq!(Size::ALL, [Size::Small, Size::Large]);
        for size in Size::ALL {
            assert_eq!(Size::from_name(size.name()), Some(size));
        }
        assert_eq!(Size::from_name("Small"), None);
    }
}
