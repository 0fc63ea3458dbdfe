//! Texts.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::open_value::{PRINTABLE, is_printable};
use crate::shape::{Definitions, Location, MessageError, Shape, written_as_text};

/// The error for a text that its type does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidText {
    /// The rule of the type: "must be …".
    pub rule: &'static str,
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule)
    }
}

impl std::error::Error for InvalidText {}

/// An id that the adapter or its partner gave: 1 to 128 printable ASCII characters (rails 5.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id128(String);

/// A text of 1 to 1024 characters without U+0000, in Unicode's composed form (rails 5.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

/// Words for people that decide nothing. A reader keeps the first 1024 characters and drops U+0000, so that no
/// wording of a partner makes an answer unusable (rails 5.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Notice(String);

/// Maximum length of a text, in characters.
const LENGTH: usize = 1024;
const ID_RULE: &str = "must be 1 to 128 printable ASCII characters";
const TEXT_RULE: &str = "must be 1 to 1024 characters without U+0000";

impl FromStr for Id128 {
    type Err = InvalidText;

    fn from_str(text: &str) -> Result<Self, InvalidText> {
        is_printable(text).then(|| Self(text.to_owned())).ok_or(InvalidText { rule: ID_RULE })
    }
}

impl FromStr for Text {
    type Err = InvalidText;

    fn from_str(text: &str) -> Result<Self, InvalidText> {
        let fits =
            !text.is_empty() && text.chars().take(LENGTH + 1).count() <= LENGTH && !text.contains('\0');
        fits.then(|| Self(text.to_owned())).ok_or(InvalidText { rule: TEXT_RULE })
    }
}

impl Notice {
    /// Cuts a text to the length of a notice, and drops U+0000.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.chars().filter(|character| *character != '\0').take(LENGTH).collect())
    }
}

macro_rules! plain {
    ($($name:ident),+) => {$(
        impl $name {
            /// Returns the plain text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

plain!(Id128, Text, Notice);

written_as_text! {
    Id128: ID_RULE, json!({ "type": "string", "pattern": PRINTABLE });
    Text: TEXT_RULE,
        json!({ "type": "string", "minLength": 1, "maxLength": LENGTH, "pattern": "^[^\\u0000]*$" });
}

impl Shape for Notice {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        at.text(value).map(Self::new)
    }

    fn write(&self) -> Value {
        self.0.as_str().into()
    }

    fn schema(_: &mut Definitions) -> Value {
        json!({ "type": "string", "maxLength": LENGTH })
    }
}
