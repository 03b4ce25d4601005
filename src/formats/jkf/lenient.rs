//! JSON values that may have any type: serde's own types give up at the first that does not fit, and a record with one
//! wrong field is a record all the same.
//!
//! What is marked to be inlined is called for every field; without the marks reading takes a tenth longer.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use super::mismatches::At;
use crate::record::Code;

/// What stands where a `T` should.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Field<T> {
    /// The object has no such field.
    #[default]
    Missing,
    /// The field is there and says that there is nothing.
    Null,
    /// What it should be.
    Is(T),
    /// Something else.
    Mismatch(Kind),
}

impl<T> Field<T> {
    /// The value, if it is what it should be.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }

    /// The value if there is one, `Err` if it is something else.
    pub fn fits(self) -> Result<Option<T>, Kind> {
        match self {
            Self::Is(value) => Ok(Some(value)),
            Self::Missing | Self::Null => Ok(None),
            Self::Mismatch(kind) => Err(kind),
        }
    }

    /// Borrows the value.
    pub const fn as_ref(&self) -> Field<&T> {
        match self {
            Self::Missing => Field::Missing,
            Self::Null => Field::Null,
            Self::Is(value) => Field::Is(value),
            Self::Mismatch(kind) => Field::Mismatch(*kind),
        }
    }
}

/// The types of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Truth,
    List,
    Object,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Number => "a number",
            Self::Truth => "a truth value",
            Self::List => "a list",
            Self::Object => "an object",
        })
    }
}

/// A type that is made of some types of JSON. What is not overridden does not fit; lists and objects are read to their
/// end all the same.
pub(super) trait Shape<'de>: Sized {
    /// What findings say that the value should be; `None` where whoever uses the value reports what is wrong with it.
    const WANTED: Option<&'static str>;

    fn text(_text: Cow<'de, str>, _at: &At<'_>) -> Option<Self> {
        None
    }

    fn number(_number: &Number, _at: &At<'_>) -> Option<Self> {
        None
    }

    fn truth(_truth: bool, _at: &At<'_>) -> Option<Self> {
        None
    }

    fn list<A: SeqAccess<'de>>(mut list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        while list.next_element_seed(Seed::<Nothing>::new(at))?.is_some() {}
        Ok(None)
    }

    fn object<A: MapAccess<'de>>(mut object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        while object.next_key::<IgnoredAny>()?.is_some() {
            object.next_value_seed(Seed::<Nothing>::new(at))?;
        }
        Ok(None)
    }
}

/// What nothing fits. Unlike serde's `IgnoredAny` it is bounded in depth, so that a text that is refused for its depth
/// is refused wherever the depth is.
struct Nothing;

impl Shape<'_> for Nothing {
    const WANTED: Option<&'static str> = None;
}

/// Any text.
impl<'de> Shape<'de> for Cow<'de, str> {
    const WANTED: Option<&'static str> = Some("text");

    fn text(text: Self, _: &At<'_>) -> Option<Self> {
        Some(text)
    }
}

/// True or false.
impl Shape<'_> for bool {
    const WANTED: Option<&'static str> = Some("a truth value");

    fn truth(truth: bool, _: &At<'_>) -> Option<Self> {
        Some(truth)
    }
}

/// Reads a [`Field`] whose place is known.
pub(super) struct Seed<'s, T> {
    at: &'s At<'s>,
    shape: PhantomData<T>,
}

impl<'s, T> Seed<'s, T> {
    pub const fn new(at: &'s At<'s>) -> Self {
        Self { at, shape: PhantomData }
    }
}

impl<'de, T: Shape<'de>> Seed<'_, T> {
    fn field(&self, value: Option<T>, kind: Kind) -> Field<T> {
        value.map_or_else(|| self.mismatch(kind), Field::Is)
    }

    #[cold]
    fn mismatch(&self, kind: Kind) -> Field<T> {
        if let Some(wanted) = T::WANTED {
            self.at.report(Code::IgnoredField, format_args!("is {kind}, not {wanted}; it is ignored"));
        }
        Field::Mismatch(kind)
    }
}

impl<'de, T: Shape<'de>> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = Field<T>;

    #[inline(always)]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Shape<'de>> Visitor<'de> for Seed<'_, T> {
    type Value = Field<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    #[inline(always)]
    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Field::Null)
    }

    #[inline(always)]
    fn visit_bool<E: Error>(self, truth: bool) -> Result<Self::Value, E> {
        Ok(self.field(T::truth(truth, self.at), Kind::Truth))
    }

    #[inline(always)]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(self.field(T::number(&number.into(), self.at), Kind::Number))
    }

    #[inline(always)]
    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(self.field(T::number(&number.into(), self.at), Kind::Number))
    }

    #[inline(always)]
    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        let number = Number::from_f64(number).and_then(|number| T::number(&number, self.at));
        Ok(self.field(number, Kind::Number))
    }

    #[inline(always)]
    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.field(T::text(Cow::Owned(text.to_owned()), self.at), Kind::Text))
    }

    #[inline(always)]
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(self.field(T::text(Cow::Borrowed(text), self.at), Kind::Text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Ok(self.field(T::list(list, self.at)?, Kind::List))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        Ok(self.field(T::object(object, self.at)?, Kind::Object))
    }
}

/// The items of a list.
pub(super) fn items<'de, T: Shape<'de>, A: SeqAccess<'de>>(
    list: &mut A,
    at: &At<'_>,
    mut take: impl FnMut(Field<T>, &At<'_>),
) -> Result<(), A::Error> {
    for index in 0.. {
        let at = at.index(index);
        let Some(item) = list.next_element_seed(Seed::new(&at))? else { break };
        take(item, &at);
    }
    Ok(())
}

/// The fields of an object. Of several with one name the last one counts.
pub(super) struct Fields<'s, A> {
    object: A,
    at: &'s At<'s>,
}

impl<'s, 'de, A: MapAccess<'de>> Fields<'s, A> {
    pub const fn new(object: A, at: &'s At<'s>) -> Self {
        Self { object, at }
    }

    /// The next field's name, whose value is to be read by one of the functions below.
    #[inline(always)]
    pub fn next(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        Ok(self.object.next_key::<Name<'de>>()?.map(|name| name.0))
    }

    /// The value of a field that has a name of its own here.
    #[inline(always)]
    pub fn read<T: Shape<'de>>(&mut self, name: &str, value: &mut Field<T>) -> Result<(), A::Error> {
        let at = self.at.name(name);
        if !matches!(value, Field::Missing) {
            at.report(Code::IgnoredField, "is there more than once; the last one counts");
        }
        *value = self.object.next_value_seed(Seed::new(&at))?;
        Ok(())
    }

    /// The value of a field with a name that JKF does not have.
    pub fn unknown(&mut self, name: &str) -> Result<(), A::Error> {
        self.at.unknown(name);
        self.skip()
    }

    /// A value that is passed over.
    pub fn skip(&mut self) -> Result<(), A::Error> {
        self.object.next_value_seed(Seed::<Nothing>::new(self.at)).map(drop)
    }
}

/// The name of a field.
struct Name<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field")
            }

            #[inline(always)]
            fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }

            #[inline(always)]
            fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Borrowed(name)))
            }
        }
        deserializer.deserialize_str(Names)
    }
}
