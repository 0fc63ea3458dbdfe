//! The members of an account's details, as data. Catalogues list them, and the schemas are derived from the
//! catalogues.

use serde_json::{Value, json};

use crate::scalar::Country;

/// A member of an account's details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The name in JSON.
    pub name: &'static str,
    /// `true` if the member is required.
    pub needed: bool,
    /// The format of the value.
    pub rule: Rule,
}

/// The format of a text member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A text with bounds on its length and an optional pattern.
    Text {
        /// The minimum length in characters.
        min: u16,
        /// The maximum length in characters.
        max: u16,
        /// A regular expression for the whole text; `None` allows any text.
        pattern: Option<&'static str>,
    },
    /// One of the listed values.
    OneOf(&'static [&'static str]),
    /// A two-letter country code.
    Country,
    /// One of the listed two-letter country codes.
    CountryOf(&'static [&'static str]),
    /// A URL.
    Url,
}

impl Field {
    /// Returns the same member, marked as required.
    #[must_use]
    pub const fn needed(self) -> Self {
        Self { needed: true, ..self }
    }

    /// Returns the JSON schema of the value.
    #[must_use]
    pub fn schema(&self) -> Value {
        match self.rule {
            Rule::Text { min, max, pattern: None } => {
                json!({ "type": "string", "minLength": min, "maxLength": max })
            }
            Rule::Text { min, max, pattern: Some(pattern) } => {
                json!({ "type": "string", "minLength": min, "maxLength": max, "pattern": pattern })
            }
            Rule::OneOf(values) => json!({ "type": "string", "enum": values }),
            Rule::Country => {
                json!({ "type": "string", "format": "iso3166-1-alpha-2", "minLength": 2, "maxLength": 2, "pattern": Country::pattern() })
            }
            Rule::CountryOf(values) => {
                json!({ "type": "string", "enum": values, "minLength": 2, "maxLength": 2, "pattern": "^[A-Z]{2}$" })
            }
            Rule::Url => json!({ "type": "string", "format": "uri" }),
        }
    }
}

pub(crate) const fn text(name: &'static str, min: u16, max: u16) -> Field {
    Field { name, needed: false, rule: Rule::Text { min, max, pattern: None } }
}

pub(crate) const fn matching(name: &'static str, min: u16, max: u16, pattern: &'static str) -> Field {
    Field { name, needed: false, rule: Rule::Text { min, max, pattern: Some(pattern) } }
}

pub(crate) const fn one_of(name: &'static str, values: &'static [&'static str]) -> Field {
    Field { name, needed: false, rule: Rule::OneOf(values) }
}

pub(crate) const fn country() -> Field {
    Field { name: "country", needed: false, rule: Rule::Country }
}

pub(crate) const fn region(values: &'static [&'static str]) -> Field {
    Field { name: "region", needed: false, rule: Rule::CountryOf(values) }
}

pub(crate) const fn url(name: &'static str) -> Field {
    Field { name, needed: false, rule: Rule::Url }
}

pub(crate) const fn iban() -> Field {
    matching("iban", 15, 34, "^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$")
}

pub(crate) const fn swift_code() -> Field {
    matching("swiftCode", 8, 11, "^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$")
}

pub(crate) const fn mobile_number() -> Field {
    matching("phoneNumber", 7, 15, r"^\+[0-9]{6,14}$")
}

pub(crate) const fn bank_name() -> Field {
    text("bankName", 1, 255)
}

pub(crate) const fn account_number() -> Field {
    text("accountNumber", 1, 34)
}

pub(crate) const fn checking_or_savings() -> Field {
    one_of("bankAccountType", &["CHECKING", "SAVINGS"])
}
