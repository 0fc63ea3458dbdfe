//! Values that travel and are stored as text.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};

/// Reads a value from the text that it is written as.
pub(crate) fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: Display,
{
    Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
