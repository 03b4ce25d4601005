//! The headers of a JKF record.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::collections::HashMap;

use super::lenient::{Field, Fields, Shape};
use super::mismatches::At;
use crate::record::Code;

/// The headers in order; `None` for one that is null.
#[derive(Debug, Default)]
pub(super) struct Headers<'a>(pub Vec<(Cow<'a, str>, Option<Cow<'a, str>>)>);

impl<'de> Shape<'de> for Headers<'de> {
    const WANTED: Option<&'static str> = Some("an object");

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let (mut headers, mut places) = (Vec::new(), HashMap::new());
        let mut fields = Fields::new(object, at);
        while let Some(name) = fields.next()? {
            let place = *places.entry(name.clone()).or_insert(headers.len());
            if place == headers.len() {
                headers.push((name, Field::Missing));
            }
            let (name, value) = &mut headers[place];
            fields.read(name, value)?;
        }
        let text = |value: Field<HeaderText<'de>>| value.value().map(|value| value.0);
        Ok(Some(Self(headers.into_iter().map(|(name, value)| (name, text(value))).collect())))
    }
}

/// A header's value. What is no text is kept as the JSON that it is.
#[derive(Debug)]
struct HeaderText<'a>(Cow<'a, str>);

impl HeaderText<'_> {
    fn json(value: &Value, kind: &str, at: &At<'_>) -> Self {
        at.report(Code::IgnoredField, format_args!("is {kind}, not text; it is kept as text"));
        Self(value.to_string().into())
    }
}

impl<'de> Shape<'de> for HeaderText<'de> {
    const WANTED: Option<&'static str> = None;

    fn text(text: Cow<'de, str>, _: &At<'_>) -> Option<Self> {
        Some(Self(text))
    }

    fn number(number: &Number, at: &At<'_>) -> Option<Self> {
        Some(Self::json(&number.clone().into(), "a number", at))
    }

    fn truth(truth: bool, at: &At<'_>) -> Option<Self> {
        Some(Self::json(&truth.into(), "a truth value", at))
    }

    fn list<A: SeqAccess<'de>>(list: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let value = Value::deserialize(SeqAccessDeserializer::new(list))?;
        Ok(Some(Self::json(&value, "a list", at)))
    }

    fn object<A: MapAccess<'de>>(object: A, at: &At<'_>) -> Result<Option<Self>, A::Error> {
        let value = Value::deserialize(MapAccessDeserializer::new(object))?;
        Ok(Some(Self::json(&value, "an object", at)))
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::jkf::read;
    use crate::formats::jkf::tests::findings;
    use crate::record::Header;

    #[test]
    fn headers_that_are_no_text_are_kept_as_text() {
        let record =
            &read(r#"{"header":{"a":1,"b":[1, 2.50],"c":"x","d":true,"c":{"e": null}},"moves":[{}]}"#)[0];
        let header = |(key, value): (&str, &str)| Header { key: key.to_owned(), value: value.to_owned() };
        let want = [("a", "1"), ("b", "[1,2.5]"), ("c", "{\"e\":null}"), ("d", "true")].map(header);
        assert_eq!(record.headers, want);
        let want = [
            "J003 header.a is a number, not text; it is kept as text",
            "J003 header.b is a list, not text; it is kept as text",
            "J003 header.d is a truth value, not text; it is kept as text",
            "J003 header.c is there more than once; the last one counts",
            "J003 header.c is an object, not text; it is kept as text",
        ];
        assert_eq!(findings(record), want);
        let record = &read(r#"{"header":["a"],"moves":[{}]}"#)[0];
        assert_eq!(findings(record), ["J003 header is a list, not an object; it is ignored"]);
    }
}
