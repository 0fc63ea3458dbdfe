//! Closed lists of values: the enumerations of the interface.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};

/// Declares enumerations that travel as one of a few upper-case words.
///
/// A plain derive would document each value as a schema of its own; this keeps one `enum` list per type,
/// which is what a client generator and the request validator want.
macro_rules! choices {
    ($($(#[doc = $doc:literal])+ $name:ident { $($variant:ident = $value:literal),+ $(,)? })+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $value, "`")] $variant),+
        }

        impl $name {
            /// Every value, in the order of the interface.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The value as it travels.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $value),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::scalar::UnknownValue;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($value => Ok(Self::$variant),)+
                    _ => Err($crate::scalar::UnknownValue { of: stringify!($name) }),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::scalar::choice::parse(deserializer)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::scalar::schema::with_prose(
                    &[$($doc),+],
                    serde_json::json!({ "type": "string", "enum": [$($value),+] }),
                )
            }
        }
    )+};
}
pub(crate) use choices;

/// A text that is no value of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownValue {
    /// The enumeration's name.
    pub of: &'static str,
}

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a value of {}", self.of)
    }
}

impl std::error::Error for UnknownValue {}

pub(crate) fn parse<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: std::str::FromStr<Err = UnknownValue>,
{
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}
