//! Lists that a later minor version may lengthen.

use std::fmt;

use serde_json::{Value, json};

use crate::shape::{Definitions, Location, MessageError, Shape};

/// A closed list of names.
pub trait ValueList: Copy + fmt::Debug + fmt::Display + 'static {
    /// Every value.
    const VALUES: &'static [Self];

    /// Returns the value with this name.
    fn named(name: &str) -> Option<Self>;
}

/// A value of a list that a later minor version may lengthen (rails 4): a value of this version, or the name of
/// another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OpenValue<T> {
    /// A value of this version.
    Known(T),
    /// The name of a value that this version does not have: 1 to 128 printable ASCII characters.
    Unknown(String),
}

impl<T: Copy> OpenValue<T> {
    /// Returns the value, or `None` if this version does not have it.
    pub const fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Unknown(_) => None,
        }
    }

    /// Returns the name of a value that this version does not have. The caller alerts once per rail and name.
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Self::Known(_) => None,
            Self::Unknown(name) => Some(name),
        }
    }
}

impl<T> From<T> for OpenValue<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

impl<T: fmt::Display> fmt::Display for OpenValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Unknown(name) => f.write_str(name),
        }
    }
}

/// Returns `true` for 1 to 128 printable ASCII characters.
pub(super) fn is_printable(text: &str) -> bool {
    (1..=128).contains(&text.len()) && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// Pattern of 1 to 128 printable ASCII characters.
pub(super) const PRINTABLE: &str = "^[ -~]{1,128}$";

impl<T: ValueList> Shape for OpenValue<T> {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        let name = at.text(value)?;
        if let Some(value) = T::named(name) {
            return Ok(Self::Known(value));
        }
        let printable = is_printable(name).then(|| Self::Unknown(name.to_owned()));
        printable.ok_or_else(|| at.error("must be a name of 1 to 128 printable ASCII characters"))
    }

    fn write(&self) -> Value {
        self.to_string().into()
    }

    fn schema(_: &mut Definitions) -> Value {
        let names: Vec<String> = T::VALUES.iter().map(T::to_string).collect();
        json!({ "type": "string", "anyOf": [{ "enum": names }, { "pattern": PRINTABLE }] })
    }
}
