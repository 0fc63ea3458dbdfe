//! Serde for values that are sent and stored as text.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};

/// Deserializes a value from its text form.
///
/// # Errors
/// An error if the text is not a valid form of the value.
pub fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: Display,
{
    Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Deserializes a value from one of its written names, which the error lists.
///
/// # Errors
/// An error if the text is none of the names.
pub fn one_of<'de, D, T>(deserializer: D, names: &[&str]) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
{
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    text.parse().map_err(|_| D::Error::custom(format!("not one of {}", names.join(", "))))
}

/// Implements serde for a type through `FromStr` and `Display`, as that text.
macro_rules! serde_as_text {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::text::parsed(deserializer)
            }
        }
    };
}
pub(crate) use serde_as_text;
