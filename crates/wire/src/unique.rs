//! JSON objects without duplicate fields, of which one would be silently ignored.

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;

pub(crate) struct UniqueFields(pub(crate) Map<String, Value>);

impl<'de> Deserialize<'de> for UniqueFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UniqueFields, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = UniqueFields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<UniqueFields, A::Error> {
                let mut fields = Map::new();
                while let Some(name) = access.next_key::<String>()? {
                    let value = access.next_value()?;
                    if fields.contains_key(&name) {
                        return Err(Error::custom(format_args!("duplicate field `{name}`")));
                    }
                    fields.insert(name, value);
                }
                Ok(UniqueFields(fields))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}
