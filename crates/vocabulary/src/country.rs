//! Countries by their ISO 3166-1 alpha-2 codes, and Kosovo (conventions 5.4).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use crate::reference;
use crate::schema::with_description;
use crate::text::serde_as_text;

/// A country listed in ISO 3166-1, or Kosovo, as an upper-case alpha-2 code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country([u8; 2]);

/// The error for a text that is not an upper-case alpha-2 country code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidCountry;

/// All codes, sorted for binary search, with their English names.
static COUNTRIES: LazyLock<Vec<([u8; 2], &str)>> = LazyLock::new(|| {
    let rows = reference::rows(reference::COUNTRIES);
    rows.filter_map(|[code, name]| Some((code.as_bytes().try_into().ok()?, name))).collect()
});

/// Countries without postal codes in addresses.
static WITHOUT_POSTAL_CODES: LazyLock<Vec<&str>> =
    LazyLock::new(|| reference::rows(reference::WITHOUT_POSTAL_CODES).map(|[code]| code).collect());

impl Country {
    /// Returns a regular expression that matches exactly the listed codes.
    #[must_use]
    pub fn pattern() -> String {
        let codes: Vec<&str> =
            COUNTRIES.iter().filter_map(|(code, _)| std::str::from_utf8(code).ok()).collect();
        format!("^({})$", codes.join("|"))
    }

    /// United States of America.
    pub const US: Self = Self(*b"US");

    /// Returns every country, ordered by code.
    pub fn all() -> impl Iterator<Item = Self> {
        COUNTRIES.iter().map(|(code, _)| Self(*code))
    }

    /// Returns the English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let at = COUNTRIES.binary_search_by(|(code, _)| code.cmp(&self.0)).ok();
        at.and_then(|at| COUNTRIES.get(at)).map_or("", |(_, name)| name)
    }

    /// Returns the codes of countries without postal codes in addresses.
    #[must_use]
    pub fn without_postal_codes() -> &'static [&'static str] {
        &WITHOUT_POSTAL_CODES
    }

    /// Returns `true` if addresses in the country have postal codes.
    #[must_use]
    pub fn has_postal_codes(self) -> bool {
        !WITHOUT_POSTAL_CODES.contains(&self.as_str())
    }

    /// Returns the alpha-2 code.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Country {
    type Err = InvalidCountry;

    fn from_str(text: &str) -> Result<Self, InvalidCountry> {
        let code: [u8; 2] = text.as_bytes().try_into().map_err(|_| InvalidCountry)?;
        if COUNTRIES.binary_search_by(|(listed, _)| listed.cmp(&code)).is_ok() {
            Ok(Self(code))
        } else {
            Err(InvalidCountry)
        }
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for InvalidCountry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an ISO 3166-1 alpha-2 country code")
    }
}

impl std::error::Error for InvalidCountry {}

serde_as_text!(Country);

impl JsonSchema for Country {
    fn schema_name() -> Cow<'static, str> {
        "Country".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        with_description(
            &["A country by its two upper-case letters, ISO 3166-1 alpha-2, or `XK` for Kosovo."],
            json!({
                "type": "string",
                "format": "iso3166-1-alpha-2",
                "pattern": Self::pattern(),
                "examples": ["US"],
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_codes_of_the_standard_and_no_others() {
        assert_eq!(Country::all().count(), 250);
        assert!(COUNTRIES.is_sorted_by(|a, b| a.0 < b.0));
        for code in ["US", "DE", "ZW", "AD", "SV", "XK"] {
            assert_eq!(code.parse::<Country>().unwrap().as_str(), code);
        }
        let kosovo = Country(*b"XK");
        let emirates = Country(*b"AE");
        assert_eq!((kosovo.name(), Country::US.name()), ("Kosovo", "United States"));
        assert!(kosovo.has_postal_codes() && Country::US.has_postal_codes() && !emirates.has_postal_codes());
        for code in ["us", "UK", "EU", "XX", "USA", "U", "", "ÄÄ"] {
            assert_eq!(code.parse::<Country>(), Err(InvalidCountry), "{code}");
        }
    }
}
